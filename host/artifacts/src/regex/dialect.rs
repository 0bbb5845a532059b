//! ECMAScript's regular expression syntax, rewritten where the engines read the same text differently.
//!
//! Refuses nothing: what it does not know, the engines judge. Called when a pattern is compiled.
//!
//! The rules are those of the standard's annex B: a brace that begins no quantifier, a `]` outside a class and a
//! `[` inside one stand for themselves, as does any punctuation after a backslash; `[]` matches nothing and `[^]`
//! everything; there are no set operations in classes.

use std::iter::Peekable;
use std::str::CharIndices;

/// Punctuation that the engines read as syntax outside a class.
const SYNTAX: &str = r"\.+*?()|[]{}^$";

/// Punctuation that the engines read as syntax inside a class.
const CLASS_SYNTAX: &str = r"\[]^-&~";

/// The pattern as the engines understand it.
pub(super) fn translate(pattern: &str) -> String {
    let mut translated = String::with_capacity(pattern.len() + 8);
    let mut characters = pattern.char_indices().peekable();
    // Offset up to which braces belong to something that was recognised: a quantifier, `\u{…}`, `\p{…}`.
    let mut braces_until = 0;
    while let Some((offset, character)) = characters.next() {
        match character {
            '\\' => {
                let escaped = escape(&mut characters, SYNTAX, &mut translated);
                if matches!(escaped, Some('u' | 'x' | 'p' | 'P')) {
                    let rest = characters.peek().and_then(|(next, _)| pattern.get(*next..));
                    let length = rest.filter(|rest| rest.starts_with('{')).and_then(|rest| rest.find('}'));
                    braces_until = length.map_or(braces_until, |length| offset + 2 + length + 1);
                }
            }
            '[' => class(&mut characters, &mut translated),
            '{' if offset >= braces_until => {
                match quantifier_length(pattern.get(offset..).unwrap_or_default()) {
                    Some(length) => {
                        braces_until = offset + length;
                        translated.push('{');
                    }
                    None => translated.push_str(r"\{"),
                }
            }
            '}' if offset >= braces_until => translated.push_str(r"\}"),
            ']' => translated.push_str(r"\]"),
            other => translated.push(other),
        }
    }
    translated
}

/// What follows a backslash: punctuation as itself, anything else as it is. Answers the character.
fn escape(characters: &mut Peekable<CharIndices<'_>>, syntax: &str, translated: &mut String) -> Option<char> {
    let Some((_, escaped)) = characters.next() else {
        translated.push('\\');
        return None;
    };
    let plain = (escaped.is_ascii_punctuation() || escaped == ' ') && !syntax.contains(escaped);
    if !plain {
        translated.push('\\');
    }
    translated.push(escaped);
    Some(escaped)
}

/// Length of a quantifier in braces at the start of `rest`: `{2}`, `{2,}`, `{2,3}`.
fn quantifier_length(rest: &str) -> Option<usize> {
    let (inside, _) = rest.strip_prefix('{')?.split_once('}')?;
    let (least, most) = inside.split_once(',').unwrap_or((inside, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (!least.is_empty() && digits(least) && digits(most)).then_some(inside.len() + 2)
}

/// A class, from after its `[` up to and with its `]`.
fn class(characters: &mut Peekable<CharIndices<'_>>, translated: &mut String) {
    let negated = characters.next_if(|(_, next)| *next == '^').is_some();
    if characters.next_if(|(_, next)| *next == ']').is_some() {
        translated.push_str(if negated { r"[\s\S]" } else { r"[^\s\S]" });
        return;
    }
    translated.push_str(if negated { "[^" } else { "[" });
    let mut after_hyphen = false;
    while let Some((_, character)) = characters.next() {
        let hyphen = character == '-';
        match character {
            ']' => return translated.push(']'),
            '\\' if characters.next_if(|(_, next)| *next == 'b').is_some() => translated.push_str(r"\x08"),
            '\\' => drop(escape(characters, CLASS_SYNTAX, translated)),
            '[' => translated.push_str(r"\["),
            '&' => translated.push_str(r"\&"),
            '~' => translated.push_str(r"\~"),
            '-' if after_hyphen => translated.push_str(r"\-"),
            other => translated.push(other),
        }
        after_hyphen = hyphen;
    }
}
