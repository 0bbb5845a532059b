//! Skills that come and go while calls are under way (behaviour 1.14; decision 35). Native tools and gates do the
//! unloading in the middle of a call, so that no clock decides.

use std::sync::{Arc, Mutex, OnceLock};

use serde_json::{Map, json};
use skillhost::config::Config;
use skillhost::error::Code;
use skillhost::gate::{GateRequest, Verdict};
use skillhost::records::Page;
use skillhost::{Host, NativeAnswer, NativeMedia, NativeSkill, Principal, Session};

type SharedSession = Arc<OnceLock<Session>>;

fn skill(session: SharedSession) -> NativeSkill {
    NativeSkill::new("leaver", "1.0.0", "Unloads itself.").tool("leave", "Leaves.", "{}", None, move |_| {
        session.get().expect("a session").unload("leaver").expect("loaded until now");
        Ok(NativeAnswer::String("the last words".to_owned()))
    })
}

#[test]
fn a_call_outlives_its_skills_unload_and_its_answer_is_kept() {
    let shared = SharedSession::default();
    let host =
        Host::builder(Config::in_memory()).native_skill(skill(Arc::clone(&shared))).build().expect("a host");
    let session = shared.get_or_init(|| host.session(Principal::local()));
    session.load_blocking("leaver").expect("loads");
    let result = session.call_blocking("leave", json!({})).expect("the call inside goes on");
    let text = session.read(&result.call_id.to_string(), "artifact_cat", &Map::new()).expect("kept");
    assert_eq!(text.text, "the last words");
    let again = session.call_blocking("leave", json!({})).expect_err("its tools are gone");
    assert_eq!(again.code(), Code::ToolNotFound);
    session.load_blocking("leaver").expect("and may come back");
}

#[test]
fn a_skill_that_leaves_while_the_gate_decides_does_not_run() {
    let shared = SharedSession::default();
    let runs = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&runs);
    let skill =
        NativeSkill::new("leaver", "1.0.0", "Counts.").tool("leave", "Counts.", "{}", None, move |_| {
            *counter.lock().expect("a lock") += 1;
            Ok(NativeAnswer::String(String::new()))
        });
    let asked = Arc::clone(&shared);
    let gate = move |_: GateRequest<'_>| {
        asked.get().expect("a session").unload("leaver").expect("loaded until now");
        Verdict::Allow
    };
    let host =
        Host::builder(Config::in_memory()).native_skill(skill).gate(Arc::new(gate)).build().expect("a host");
    let session = shared.get_or_init(|| host.session(Principal::local()));
    session.load_blocking("leaver").expect("loads");
    let error = session.call_blocking("leave", json!({})).expect_err("not loaded any more");
    assert_eq!(error.code(), Code::SkillNotLoaded);
    assert_eq!(*runs.lock().expect("a lock"), 0);
}

/// What a guest cannot even build, a native tool can: it is refused all the same, and nothing is stored (decision 6).
#[test]
fn native_media_without_type_or_name_are_refused() {
    for (mime_type, filename) in [("", None), ("image/png", Some(String::new()))] {
        let media = NativeMedia {
            bytes: vec![1],
            mime_type: mime_type.to_owned(),
            filename: filename.clone(),
            trust_tier: None,
            hazard: None,
        };
        let skill =
            NativeSkill::new("painter", "1.0.0", "Paints.")
                .tool("paint", "Paints.", "{}", None, move |_| Ok(NativeAnswer::Media(vec![media.clone()])));
        let host = Host::builder(Config::in_memory()).native_skill(skill).build().expect("a host");
        let session = host.session(Principal::local());
        session.load_blocking("painter").expect("loads");
        let error = session.call_blocking("paint", json!({})).expect_err("refused");
        assert_eq!(error.code(), Code::ToolBadResponse, "{mime_type:?} {filename:?}");
        assert!(session.media(Page::first(1)).expect("a list").is_empty());
    }
}
