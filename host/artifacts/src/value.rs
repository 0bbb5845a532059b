//! What a reader found, and how it becomes an answer: the serialisation rules, within a bound.
//!
//! Refuses to exceed the bound: what was left out, and how to get it, is said inside it; where not even that fits,
//! the note itself is cut. Made by the readers, turned into text by [`read`](crate::read()).

use std::io;

use serde_json::Value;

use crate::Bounds;
use crate::line_list::{EMPTY_LIST, LineList};
use crate::text::{counted, cut, cut_sequence};

/// A reader's answer, as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The text, never longer than the bound.
    pub text: String,
    /// Whether something was left out; the text then says what, and how to get it.
    pub truncated: bool,
}

/// What a reader found.
#[derive(Debug, Clone, PartialEq)]
pub enum ReaderValue {
    /// Nothing that has a value: `(undefined)`.
    Undefined,
    /// A value. A string is its own text, an array of strings its lines, anything else compact JSON.
    Json(Value),
    /// Text from a reader that has kept to the bound itself.
    Answer(Answer),
}

impl ReaderValue {
    /// The answer within `bounds`.
    pub(crate) fn into_answer(self, bounds: &Bounds) -> Answer {
        let bound = bounds.answer_bytes;
        match self {
            Self::Undefined => Answer::cut("(undefined)".into(), bound),
            Self::Json(Value::String(text)) => Answer::cut(text, bound),
            Self::Json(Value::Array(items)) if items.is_empty() => Answer::cut(EMPTY_LIST.into(), bound),
            Self::Json(Value::Array(items)) if items.iter().all(Value::is_string) => lines_of(&items, bound),
            Self::Json(value) => compact(&value, bound),
            Self::Answer(answer) if answer.text.len() > bound => Answer::cut(answer.text, bound),
            Self::Answer(answer) => answer,
        }
    }
}

impl Answer {
    /// All of it.
    pub(crate) fn whole(text: String) -> Self {
        Self { text, truncated: false }
    }

    /// `text` where it fits; else its start, with a note.
    fn cut(text: String, bound: usize) -> Self {
        if text.len() <= bound {
            return Self::whole(text);
        }
        let note = |left_out: usize| format!("[{} left out: ask for less]", counted(left_out as u64, "byte"));
        let shown = cut(&text, bound.saturating_sub(note(text.len()).len() + 1));
        Self::with_note(shown, &note(text.len() - shown.len()), bound)
    }

    /// `shown`, which leaves room for `note`, and then the note.
    pub(crate) fn with_note(shown: &str, note: &str, bound: usize) -> Self {
        let text = if shown.is_empty() { note.to_owned() } else { format!("{shown}\n{note}") };
        if text.len() > bound {
            return Self { text: cut(note, bound).to_owned(), truncated: true };
        }
        Self { text, truncated: true }
    }
}

/// Strings as lines, as many as fit.
fn lines_of(items: &[Value], bound: usize) -> Answer {
    let mut list = LineList::default();
    for item in items.iter().filter_map(Value::as_str) {
        if !list.push_within(item, bound) {
            break;
        }
    }
    if list.len() == items.len() {
        return Answer::whole(list.join());
    }
    while list.len() > 0 {
        let left_out = items.len() - list.len();
        let note = format!("[{} left out: ask for less]", counted(left_out as u64, "item"));
        if list.fits_with(&note, bound) {
            return Answer::with_note(&list.join(), &note, bound);
        }
        list.pop();
    }
    let first = items.first().and_then(Value::as_str).unwrap_or_default();
    let note = |left_out: usize| {
        let rest = counted(items.len() as u64 - 1, "further item");
        format!("[{} of this item and {rest} left out: ask for less]", counted(left_out as u64, "byte"))
    };
    let shown = cut(first, bound.saturating_sub(note(first.len()).len() + 1));
    Answer::with_note(shown, &note(first.len() - shown.len()), bound)
}

/// Compact JSON, never held in memory beyond the bound.
fn compact(value: &Value, bound: usize) -> Answer {
    let mut written = Capped { kept: Vec::new(), room: bound, total: 0 };
    // Neither the value nor the writer can fail.
    let _ = serde_json::to_writer(&mut written, value);
    let left_out = written.total - written.kept.len();
    let text = String::from_utf8_lossy(&written.kept);
    if left_out == 0 {
        return Answer::whole(text.into_owned());
    }
    let note =
        |left_out: usize| format!("[{} of JSON left out: ask for less]", counted(left_out as u64, "byte"));
    let room = bound.saturating_sub(note(written.total).len() + 1);
    let unbroken = written.kept.len() - cut_sequence(&written.kept);
    let shown = cut(&text, room.min(unbroken));
    Answer::with_note(shown, &note(written.total - shown.len()), bound)
}

/// Counts all bytes, keeps the first ones.
struct Capped {
    kept: Vec<u8>,
    room: usize,
    total: usize,
}

impl io::Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.total = self.total.saturating_add(bytes.len());
        let room = self.room.saturating_sub(self.kept.len()).min(bytes.len());
        self.kept.extend_from_slice(bytes.get(..room).unwrap_or_default());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
