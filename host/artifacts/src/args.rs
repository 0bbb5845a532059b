//! Strict arguments: what a model wrote, checked against a reader's parameters.
//!
//! Refuses to convert or to guess (`"5"`, `5.0` and `null` are no integers), and reports all mistakes of a call
//! together. Called once by [`read`](crate::read()), before any byte is read.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use crate::descriptor::LARGEST_INTEGER;
use crate::text::{echo, grouped};
use crate::{Bounds, Parameter, ParameterType, Presence, ReadError, ReaderDescriptor};

/// Unknown names that are repeated in an error: their number is the caller's choice, the error's length is not.
const UNKNOWN_NAMES_SHOWN: usize = 8;

/// Arguments that fit their reader's parameters, defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments(BTreeMap<&'static str, Argument>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Argument {
    Integer(u64),
    Text(String),
}

impl Arguments {
    /// Checks `written` against the parameters of `reader`. `callId` is the host's and must be gone.
    pub(crate) fn check(
        reader: &ReaderDescriptor,
        written: &Map<String, Value>,
        bounds: &Bounds,
    ) -> Result<Self, ReadError> {
        let mut arguments = BTreeMap::new();
        let mut mistakes = Vec::new();
        for parameter in reader.parameters {
            let checked = match (written.get(parameter.name), parameter.presence) {
                (Some(value), _) => check_value(parameter, value, bounds).map(Some),
                (None, Presence::Default(number)) => Ok(Some(Argument::Integer(number))),
                (None, Presence::Optional) => Ok(None),
                (None, Presence::Required) => Err(Problem::Missing),
            };
            match checked {
                Ok(Some(argument)) => drop(arguments.insert(parameter.name, argument)),
                Ok(None) => {}
                Err(problem) => mistakes.push(ArgumentMistake::Parameter { name: parameter.name, problem }),
            }
        }
        let mut unknown =
            written.keys().filter(|key| reader.parameters.iter().all(|known| known.name != *key));
        let names = unknown.by_ref().take(UNKNOWN_NAMES_SHOWN).map(|name| echo(name)).collect::<Vec<_>>();
        if !names.is_empty() {
            mistakes.push(ArgumentMistake::Unknown { names, more: unknown.count() });
        }
        if mistakes.is_empty() {
            return Ok(Self(arguments));
        }
        Err(ReadError::InvalidArguments { reader: *reader, mistakes })
    }

    /// The integer of this name, if it was given or has a default.
    pub fn integer(&self, name: &str) -> Option<u64> {
        match self.0.get(name) {
            Some(Argument::Integer(number)) => Some(*number),
            _ => None,
        }
    }

    /// The text of this name, if it was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.0.get(name) {
            Some(Argument::Text(text)) => Some(text),
            _ => None,
        }
    }
}

/// What is wrong with one argument, or with the names of some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentMistake {
    /// A parameter's value is missing or unfit.
    Parameter {
        /// The parameter.
        name: &'static str,
        /// What is wrong.
        problem: Problem,
    },
    /// Names that are no parameters.
    Unknown {
        /// The first of them, shortened.
        names: Vec<String>,
        /// How many more there are.
        more: usize,
    },
}

/// What is wrong with one argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Required, and absent.
    Missing,
    /// A value of another type.
    Type {
        /// What is accepted.
        expected: &'static str,
        /// What was written.
        found: &'static str,
    },
    /// An integer outside its range.
    Range {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// Text that must not be empty.
    Empty,
    /// Text that is too long.
    Length {
        /// The longest, in bytes.
        most: usize,
    },
    /// A character that is no flag.
    Flag {
        /// The character.
        found: char,
        /// The flags that there are.
        known: &'static str,
    },
    /// A flag given twice.
    RepeatedFlag(char),
    /// None of the words that are accepted.
    Choice(&'static [&'static str]),
}

fn check_value(parameter: &Parameter, value: &Value, bounds: &Bounds) -> Result<Argument, Problem> {
    match parameter.kind {
        ParameterType::Integer { least } => {
            check_integer(value, least, LARGEST_INTEGER).map(Argument::Integer)
        }
        ParameterType::AnswerBytes => {
            check_integer(value, 1, bounds.answer_bytes as u64).map(Argument::Integer)
        }
        ParameterType::Text { most_bytes } => match check_text(value)? {
            "" => Err(Problem::Empty),
            text if text.len() > most_bytes => Err(Problem::Length { most: most_bytes }),
            text => Ok(Argument::Text(text.to_owned())),
        },
        ParameterType::Flags(known) => {
            let flags = check_text(value)?;
            check_flags(flags, known)?;
            Ok(Argument::Text(flags.to_owned()))
        }
        ParameterType::Choice(words) => {
            let word = check_text(value)?;
            if !words.contains(&word) {
                return Err(Problem::Choice(words));
            }
            Ok(Argument::Text(word.to_owned()))
        }
    }
}

fn check_integer(value: &Value, least: u64, most: u64) -> Result<u64, Problem> {
    match value {
        Value::Number(number) if number.is_f64() => {
            Err(Problem::Type { expected: "an integer", found: "a number with a fraction or exponent" })
        }
        Value::Number(number) => match number.as_u64() {
            Some(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(Problem::Range { least, most }),
        },
        other => Err(Problem::Type { expected: "an integer", found: type_of(other) }),
    }
}

fn check_text(value: &Value) -> Result<&str, Problem> {
    value.as_str().ok_or_else(|| Problem::Type { expected: "a string", found: type_of(value) })
}

/// Ends at the first mistake, and so within one pass over the known flags, however long the text is.
fn check_flags(flags: &str, known: &'static str) -> Result<(), Problem> {
    let mut unseen = known.to_owned();
    for flag in flags.chars() {
        if !known.contains(flag) {
            return Err(Problem::Flag { found: flag, known });
        }
        match unseen.find(flag) {
            Some(position) => drop(unseen.remove(position)),
            None => return Err(Problem::RepeatedFlag(flag)),
        }
    }
    Ok(())
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl fmt::Display for ArgumentMistake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter { name, problem } => write!(formatter, "`{name}` {problem}"),
            Self::Unknown { names, more } => {
                let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                write!(formatter, "unknown: {names}")?;
                if *more > 0 {
                    write!(formatter, " and {} more", grouped(*more as u64))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(formatter, "is required"),
            Self::Type { expected, found } => write!(formatter, "must be {expected}, not {found}"),
            Self::Range { least, most } => write!(formatter, "must be from {least} to {most}"),
            Self::Empty => write!(formatter, "must not be empty"),
            Self::Length { most } => {
                write!(formatter, "must be at most {} bytes long", grouped(*most as u64))
            }
            Self::Flag { found, known } => {
                let known = known.chars().map(String::from).collect::<Vec<_>>().join(", ");
                write!(formatter, "has an unknown flag `{}`; the flags are {known}", found.escape_debug())
            }
            Self::RepeatedFlag(flag) => write!(formatter, "has the flag `{flag}` twice"),
            Self::Choice(words) => write!(formatter, "must be one of {}", words.join(", ")),
        }
    }
}
