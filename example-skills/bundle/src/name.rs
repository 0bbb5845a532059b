//! A file's name that means the same wherever the archive is unpacked, and never leaves the folder it is
//! unpacked into. Refuses, and mends nothing. Used by `zip`.

use std::fmt;

/// In bytes, for the whole path: what file systems allow for one part of it, and within the path of Windows.
const LONGEST: usize = 255;

/// In parts. The folders of every name are kept for comparing, so depth would multiply what a name costs.
const DEEPEST: usize = 16;

/// A longer name is cut where an error shows it, in characters.
const SHOWN: usize = 80;

/// Windows opens a device for these, whatever the folder and the extension.
const DEVICES: [&str; 6] = ["AUX", "CON", "CONIN$", "CONOUT$", "NUL", "PRN"];

/// These are devices with one digit after them; Windows takes superscripts for digits.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// Why a name is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameError {
    #[error("is empty")]
    Empty,
    #[error("is longer than {LONGEST} bytes")]
    TooLong,
    #[error("has more than {DEEPEST} parts")]
    TooDeep,
    #[error("begins with `/`; it has to be relative")]
    Absolute,
    #[error("has a backslash; folders are separated by `/`")]
    Backslash,
    #[error("has the character U+{:04X}, which nobody sees", u32::from(*.0))]
    Invisible(char),
    #[error("has the character `{0}`, which Windows does not allow")]
    Forbidden(char),
    #[error("has an empty part: two slashes in a row, or one at the end")]
    EmptyPart,
    #[error("has the part `{0}`, which leads to another folder")]
    Dots(String),
    #[error("has a part that ends with a dot or a space, which Windows drops")]
    Ending,
    #[error("has the part `{0}`, a device of Windows")]
    Device(String),
}

/// A name that passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name<'text>(&'text str);

impl<'text> Name<'text> {
    /// Checks a name.
    pub(crate) fn parse(name: &'text str) -> Result<Name<'text>, NameError> {
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        if name.len() > LONGEST {
            return Err(NameError::TooLong);
        }
        if name.starts_with('/') {
            return Err(NameError::Absolute);
        }
        for character in name.chars() {
            match character {
                '\\' => return Err(NameError::Backslash),
                '<' | '>' | ':' | '"' | '|' | '?' | '*' => return Err(NameError::Forbidden(character)),
                _ if is_invisible(character) => return Err(NameError::Invisible(character)),
                _ => {}
            }
        }
        if name.split('/').count() > DEEPEST {
            return Err(NameError::TooDeep);
        }
        name.split('/').try_for_each(check_part)?;
        Ok(Name(name))
    }

    pub(crate) fn as_str(self) -> &'text str {
        self.0
    }

    /// What file systems without upper and lower case take for the same name.
    pub(crate) fn folded(self) -> String {
        // Upwards first: some letters have one capital and two small forms.
        self.0.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
    }
}

/// A name, whatever is in it, as an error can show it.
pub(crate) fn shown(name: &str) -> impl fmt::Display + '_ {
    fmt::from_fn(move |formatter| {
        let mut characters = name.chars();
        for character in characters.by_ref().take(SHOWN) {
            match is_invisible(character) {
                true => write!(formatter, "{}", character.escape_unicode())?,
                false => write!(formatter, "{character}")?,
            }
        }
        match characters.next() {
            Some(_) => formatter.write_str("…"),
            None => Ok(()),
        }
    })
}

fn check_part(part: &str) -> Result<(), NameError> {
    if part.is_empty() {
        return Err(NameError::EmptyPart);
    }
    if part == "." || part == ".." {
        return Err(NameError::Dots(part.to_owned()));
    }
    if part.ends_with(['.', ' ']) {
        return Err(NameError::Ending);
    }
    match is_device(part) {
        true => Err(NameError::Device(part.to_owned())),
        false => Ok(()),
    }
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end_matches(' ').to_ascii_uppercase();
    let numbered = |device: &&str| {
        let mut rest = stem.strip_prefix(device).unwrap_or_default().chars();
        matches!((rest.next(), rest.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    };
    DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(numbered)
}

/// Controls, and what turns or hides the letters around it: a name has to read as what it is.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}
