//! Every mistake of one file, collected in whatever order they are found and handed over in the file's.
//!
//! No value of the file gets in here unless a check puts it there, and none does for secrets.

use std::collections::BTreeSet;

use crate::error::Mistake;

/// Mistakes shown of one file; past that, only their number. Keeps a file of garbage from making a report of
/// a million lines.
const MOST_SHOWN: usize = 100;

/// The longest piece of the file that a mistake repeats, in characters.
const MOST_REPEATED: usize = 64;

/// The mistakes found so far.
#[derive(Default)]
pub(super) struct Mistakes {
    found: Vec<Mistake>,
    /// Lines whose syntax is broken: what the parser made of them is a guess, and a second mistake about the
    /// guess would only confuse.
    broken: BTreeSet<usize>,
}

impl Mistakes {
    /// A mistake of the text, before any key is understood.
    pub(super) fn syntax(&mut self, line: usize, problem: impl Into<String>, hint: Option<String>) {
        self.broken.insert(line);
        self.found.push(Mistake { line: Some(line), key: String::new(), problem: problem.into(), hint });
    }

    /// A mistake about a key or its value; an empty hint is none.
    pub(super) fn add(
        &mut self,
        line: usize,
        key: &str,
        problem: impl Into<String>,
        hint: impl Into<String>,
    ) {
        if !self.broken.contains(&line) {
            let hint = Some(hint.into()).filter(|hint| !hint.is_empty());
            self.found.push(Mistake { line: Some(line), key: key.to_owned(), problem: problem.into(), hint });
        }
    }

    /// A required key that is not there. Said only of a file whose syntax is sound: elsewhere the key may well
    /// stand on a line that could not be read.
    pub(super) fn missing(&mut self, line: usize, key: &str, hint: impl Into<String>) {
        if self.broken.is_empty() {
            self.add(line, key, "is missing", hint);
        }
    }

    /// All of them, in the order of the file; none where the file is sound.
    pub(super) fn finish(mut self) -> Vec<Mistake> {
        self.found.sort_by_key(|mistake| mistake.line);
        let more = self.found.len().saturating_sub(MOST_SHOWN);
        self.found.truncate(MOST_SHOWN);
        if more > 0 {
            let problem = format!("there are {more} more mistakes");
            self.found.push(Mistake { line: None, key: String::new(), problem, hint: None });
        }
        self.found
    }
}

/// A piece of the file as a message may show it: on one line, without control characters, not too long.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MOST_REPEATED).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST_REPEATED).is_some() {
        shown.push('…');
    }
    shown
}

/// A dotted key with one more part.
pub(super) fn below(path: &str, name: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let part = if !name.is_empty() && name.len() <= MOST_REPEATED && name.bytes().all(bare) {
        name.to_owned()
    } else {
        format!("\"{}\"", shown(name))
    };
    if path.is_empty() { part } else { format!("{path}.{part}") }
}

/// The known name that was probably meant: two slips away at most, and less than half of the word.
pub(super) fn meant<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    if name.len() > MOST_REPEATED {
        return None;
    }
    known
        .iter()
        .map(|known| (strsim::osa_distance(&name.to_lowercase(), known), *known))
        .filter(|(distance, known)| *distance <= 2 && distance * 2 < known.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}
