//! The library as a door: one host and one session for a case, anew after a restart.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::{Map, Value, json};
use skillhost::call_log::LogQuery;
use skillhost::clock;
use skillhost::config::Config;
use skillhost::error::Error;
use skillhost::gate::{GateRequest, Verdict};
use skillhost::records::{Page, Search as Query};
use skillhost::{BuiltinKind, Cancellation, Host, Principal, Session};

use crate::case::{Case, GateChoice};
use crate::door::{self, Door, Outcome};
use crate::native;
use crate::step::{Call, Class, Log, Prune, Search, TogetherCall};

pub(crate) struct Library {
    config: PathBuf,
    gate: Option<GateChoice>,
    /// Ids of skills that are Rust functions.
    native: Vec<String>,
    /// A kind of the embedder's own.
    own_kind: Option<String>,
    session: Option<Session>,
}

impl Library {
    pub(crate) fn new(config: &Path, case: &Case) -> Self {
        let native = case.skills.iter().filter(|skill| skill.guest == "native");
        Self {
            config: config.to_owned(),
            gate: case.gate,
            native: native.map(|skill| skill.id.clone()).collect(),
            own_kind: case.own_kind.clone(),
            session: None,
        }
    }

    fn open(&self) -> Result<Session, Error> {
        let mut builder = Host::builder(Config::load(&self.config)?);
        if matches!(self.gate, Some(GateChoice::Unavailable)) {
            let gate = |_: GateRequest<'_>| Verdict::Unavailable { detail: "no one is there".to_owned() };
            builder = builder.gate(Arc::new(gate));
        }
        if let Some(name) = &self.own_kind {
            builder = builder.kind(name, Arc::new(BuiltinKind::SpooledArtifact));
        }
        for id in &self.native {
            builder = builder.native_skill(native::skill(id));
        }
        Ok(builder.build()?.session(Principal::local()))
    }

    /// Asks the session, which is opened where none is.
    fn ask<T: Serialize>(&mut self, question: impl FnOnce(&Session) -> Result<T, Error>) -> Result<Outcome> {
        let session = match &self.session {
            Some(session) => session.clone(),
            None => match self.open() {
                Ok(session) => self.session.insert(session).clone(),
                Err(error) => return failed(&error),
            },
        };
        outcome(question(&session))
    }
}

fn outcome<T: Serialize>(result: Result<T, Error>) -> Result<Outcome> {
    match result {
        Ok(value) => Ok(Outcome::Done(serde_json::to_value(value)?)),
        Err(error) => failed(&error),
    }
}

fn failed(error: &Error) -> Result<Outcome> {
    Ok(Outcome::Failed { report: serde_json::to_value(error.report())?, exit: None })
}

/// What the command line does for one call: load where that is not yet so, then call.
fn load_and_call(session: &Session, call: &Call, arguments: Value) -> Result<Value, Error> {
    match session.load_blocking(&call.skill) {
        Ok(_) | Err(Error::SkillAlreadyLoaded { .. }) => {}
        Err(error) => return Err(error),
    }
    let cancellation = Cancellation::new();
    if let Some(milliseconds) = call.cancel_after {
        let cancellation = cancellation.clone();
        thread::spawn(move || {
            // The caller's patience, not a wait for something: an earlier end would be cancelled all the same.
            thread::sleep(Duration::from_millis(milliseconds));
            cancellation.cancel();
        });
    }
    let result = session.call_blocking_with(&call.tool, arguments, &cancellation)?;
    Ok(serde_json::to_value(result).unwrap_or_default())
}

impl Door for Library {
    fn call(&mut self, call: &Call, arguments: Map<String, Value>) -> Result<Outcome> {
        if call.arguments_text.is_some() {
            bail!("this door takes JSON values: the case needs `cli-only`");
        }
        self.ask(|session| load_and_call(session, call, Value::Object(arguments)))
    }

    fn read(&mut self, handle: &str, reader: &str, arguments: &Map<String, Value>) -> Result<Outcome> {
        self.ask(|session| session.read(handle, reader, arguments))
    }

    fn stored(&mut self, class: Class) -> Result<Outcome> {
        let page = Page::first(1000);
        self.ask(|session| {
            let list = match class {
                Class::Artifacts => serde_json::to_value(session.artifacts(page)?),
                Class::Media => serde_json::to_value(session.media(page)?),
                Class::Retrievables => serde_json::to_value(session.retrievables(page)?),
            };
            Ok(list.unwrap_or_default())
        })
    }

    fn delete(&mut self, handle: &str) -> Result<Outcome> {
        self.ask(|session| session.delete(handle).map(|()| json!({ "deleted": [handle] })))
    }

    fn search(&mut self, search: &Search) -> Result<Outcome> {
        let tier = search.trust.as_ref().map(|word| word.parse()).transpose();
        let query = Query {
            text: search.text.clone(),
            kind: search.kind.clone(),
            source: search.source.clone(),
            tier: tier.map_err(|_| anyhow::anyhow!("no such tier"))?,
            offset: search.offset,
            limit: search.limit.unwrap_or(20),
        };
        self.ask(|session| session.search(&query))
    }

    fn log(&mut self, log: &Log) -> Result<Outcome> {
        let query = LogQuery {
            skill: log.skill.as_ref().map(|id| id.parse()).transpose()?,
            outcome: log.outcome.as_ref().map(|word| word.parse()).transpose()?,
            ..LogQuery::newest(50)
        };
        self.ask(|session| session.calls(&query))
    }

    fn prune(&mut self, prune: &Prune) -> Result<Outcome> {
        let age = prune.older_than.map(|seconds| seconds * 1000);
        self.ask(|session| match age {
            Some(age) => session.delete_before(clock::now().saturating_sub(age)),
            None => session.host().prune(),
        })
    }

    fn usage(&mut self) -> Result<Outcome> {
        self.ask(|session| session.host().usage())
    }

    fn check(&mut self) -> Result<Outcome> {
        self.ask(|_| Ok(json!({})))
    }

    fn content(&mut self, handle: &str, _output: &Value) -> Result<Vec<u8>> {
        let session = self.session.as_ref().context("nothing was called")?;
        let mut bytes = Vec::new();
        session.copy_to(handle, &mut bytes)?;
        Ok(bytes)
    }

    fn restart(&mut self) {
        self.session = None;
        self.own_kind = None;
    }

    fn load(&mut self, skill: &str) -> Result<Outcome> {
        self.ask(|session| session.load_blocking(skill))
    }

    fn unload(&mut self, skill: &str) -> Result<Outcome> {
        self.ask(|session| session.unload(skill))
    }

    fn tools(&mut self) -> Result<Outcome> {
        self.ask(Session::tools)
    }

    fn together(&mut self, calls: &[TogetherCall]) -> Result<(Vec<Outcome>, Vec<usize>)> {
        self.ask(|_| Ok(()))?;
        let session = self.session.as_ref().context("the host does not start")?;
        let ended = Mutex::new(Vec::new());
        let results = thread::scope(|scope| {
            let (begun, started) = mpsc::channel();
            let mut threads = Vec::new();
            for (index, together) in calls.iter().enumerate() {
                let (begun, ended) = (begun.clone(), &ended);
                let arguments = Value::Object(door::json(&together.call.arguments)?);
                threads.push(scope.spawn(move || {
                    let _ = begun.send(());
                    let result = load_and_call(session, &together.call, arguments);
                    ended.lock().unwrap_or_else(PoisonError::into_inner).push(index);
                    result
                }));
                started.recv()?;
            }
            threads
                .into_iter()
                .map(|thread| outcome(thread.join().map_err(|_| anyhow::anyhow!("a call panicked"))?))
                .collect::<Result<Vec<_>>>()
        })?;
        Ok((results, ended.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }
}
