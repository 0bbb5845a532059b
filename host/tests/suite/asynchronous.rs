//! The asynchronous entry: guests never occupy the caller's executor, and a caller that goes away ends its guest.

use std::future::Future as _;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use serde_json::json;
use skillhost::error::Code;
use skillhost::{Output, Session};
use tokio::runtime::Builder;

use crate::guests;

fn executor() -> tokio::runtime::Runtime {
    // One thread and no timer: what an embedder may have at the least.
    Builder::new_current_thread().build().expect("an executor")
}

#[test]
fn a_call_is_awaited_on_an_executor_with_nothing_but_one_thread() {
    let session = guests::session(5_000);
    let result = executor().block_on(session.call("echo", json!({ "word": "here" }))).expect("an answer");
    assert!(matches!(result.output, Output::Artifact(_)));
    let text =
        session.read(&result.call_id.to_string(), "artifact_cat", &serde_json::Map::new()).expect("text");
    assert!(text.text.contains("here"), "{}", text.text);
}

#[test]
fn a_guest_that_computes_leaves_the_executor_free() {
    let session = guests::session(400);
    let order = std::sync::Mutex::new(Vec::new());
    executor().block_on(async {
        let looping = async {
            let error = session.call("loop", json!({})).await.expect_err("a loop ends at its deadline");
            assert_eq!(error.code(), Code::ToolFailed);
            assert!(error.to_string().contains("deadline"), "{error}");
            order.lock().expect("a lock").push("loop");
        };
        let beside = async {
            session.call("echo", json!({ "word": "beside" })).await.expect("a call beside a loop");
            order.lock().expect("a lock").push("echo");
        };
        tokio::join!(looping, beside);
    });
    assert_eq!(*order.lock().expect("a lock"), ["echo", "loop"]);
}

/// Polls once, so that the guest has started or will, and drops the future.
fn start_and_leave(session: &Session, tool: &str) {
    let call = pin!(session.call(tool, json!({})));
    let mut context = Context::from_waker(Waker::noop());
    let started = executor().block_on(async { call.poll(&mut context) });
    assert!(matches!(started, Poll::Pending));
}

#[test]
fn a_caller_that_goes_away_frees_its_slot() {
    // The deadline is far away: only cancellation can free the four slots that are taken here.
    let session = guests::session(600_000);
    for tool in ["loop", "sleep", "poll_never", "poll_busily"] {
        start_and_leave(&session, tool);
    }
    let result = session.call_blocking("echo", json!({ "word": "free" })).expect("a slot is free");
    assert!(matches!(result.output, Output::Artifact(_)));
}

#[test]
fn the_blocking_entry_may_be_called_on_an_executor() {
    let session = guests::session(5_000);
    let result = executor().block_on(async { session.call_blocking("nap", json!({})) });
    result.expect("a nap, which waits, on a thread that must not");
}
