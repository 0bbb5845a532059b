//! Regular expressions of ECMAScript's syntax over two engines: a linear one, and one that backtracks for a while.
//!
//! Refuses patterns that grow too large when compiled and searches that take too many steps. Called by
//! `artifact_grep`.
//!
//! What differs from ECMAScript: characters are code points, as under its flag `u`; `\d`, `\w` and `\b` know all
//! of Unicode; look-ahead is atomic; a capture group inside a repetition keeps its last match. Only whether a line
//! matches is asked, so most of this cannot be seen.

mod dialect;
mod screen;

use fancy_regex::RuntimeError;

use crate::ReadError;
use crate::text::cut;

pub(crate) use screen::Screen;

/// Most bytes of a compiled pattern, for each engine. Stops nested counted repetitions.
const COMPILED_BYTES: usize = 10 << 20;

/// Most instructions of a pattern for the second engine. Stops counted repetitions that it unrolls itself.
const INSTRUCTIONS: usize = 20_000;

/// Bytes of a line that the linear engine searches.
const LINEAR_BYTES: usize = 1 << 20;

/// Bytes of a line that the backtracking engine searches: each of its steps may look at all of them.
const BACKTRACKING_BYTES: usize = 16 << 10;

/// Steps allowed for one line, attempt by attempt: the engine does not tell how many it took, so a line is charged
/// for what it was allowed, and most lines get by on the first.
const ATTEMPTS: [usize; 3] = [256, 4096, 65_536];

/// Work allowed for one search, in steps weighted by the length of the line: for the costliest patterns some 20
/// seconds, for others a small part of that. Stops a document whose every line stays just below the limit for one.
const WORK: u64 = 1 << 31;

/// Bytes that a step can look at in the time that it takes itself.
const BYTES_PER_STEP: u64 = 16;

/// A compiled pattern.
pub(crate) enum Pattern {
    Linear { regex: ::regex::Regex, screen: Option<Screen> },
    Backtracking { attempts: Vec<(usize, fancy_regex::Regex)>, work_left: u64 },
}

impl Pattern {
    /// Compiles `pattern` with flags from `imsu`; `u` is always on.
    pub(crate) fn new(pattern: &str, flags: &str) -> Result<Self, ReadError> {
        let pattern = dialect::translate(pattern);
        let linear = ::regex::RegexBuilder::new(&pattern)
            .case_insensitive(flags.contains('i'))
            .multi_line(flags.contains('m'))
            .dot_matches_new_line(flags.contains('s'))
            .crlf(true)
            .size_limit(COMPILED_BYTES)
            .build();
        match linear {
            Ok(regex) => Ok(Self::Linear { regex, screen: Screen::new(&pattern, flags) }),
            Err(::regex::Error::CompiledTooBig(_)) => Err(ReadError::PatternTooLarge),
            Err(_) => Self::backtracking(&pattern, flags),
        }
    }

    fn backtracking(pattern: &str, flags: &str) -> Result<Self, ReadError> {
        let mut builder = fancy_regex::RegexBuilder::new(pattern);
        builder
            .case_insensitive(flags.contains('i'))
            .multi_line(flags.contains('m'))
            .dot_matches_new_line(flags.contains('s'))
            .crlf(true)
            .max_prog_size(INSTRUCTIONS)
            .delegate_size_limit(COMPILED_BYTES)
            .delegate_dfa_size_limit(COMPILED_BYTES)
            .delegate_dfa_skip_cache_capacity_check(false);
        let attempts = ATTEMPTS.into_iter().map(|steps| Ok((steps, builder.backtrack_limit(steps).build()?)));
        let attempts = attempts.collect::<Result<Vec<_>, _>>().map_err(refusal)?;
        Ok(Self::Backtracking { attempts, work_left: WORK })
    }

    /// What finds the lines that may match among many at once; `None` where that cannot be done.
    pub(crate) fn screen(&self) -> Option<Screen> {
        match self {
            Self::Linear { screen, .. } => screen.clone(),
            Self::Backtracking { .. } => None,
        }
    }

    /// Bytes of a line that are searched; later ones are not looked at.
    pub(crate) fn searched_bytes(&self) -> usize {
        match self {
            Self::Linear { .. } => LINEAR_BYTES,
            Self::Backtracking { .. } => BACKTRACKING_BYTES,
        }
    }

    /// Whether line `number` matches, whatever was searched before.
    pub(crate) fn is_match(&mut self, line: &str, number: u64) -> Result<bool, ReadError> {
        let (attempts, work_left) = match self {
            Self::Linear { regex, .. } => return Ok(regex.is_match(line)),
            Self::Backtracking { attempts, work_left } => (attempts, work_left),
        };
        let too_costly = ReadError::PatternTooCostly { line: number };
        for (steps, regex) in attempts {
            let work = *steps as u64 * (1 + line.len() as u64 / BYTES_PER_STEP);
            match work_left.checked_sub(work) {
                Some(left) => *work_left = left,
                None => return Err(too_costly),
            }
            match regex.is_match(line) {
                Ok(matches) => return Ok(matches),
                Err(fancy_regex::Error::RuntimeError(RuntimeError::BacktrackLimitExceeded)) => {}
                Err(_) => return Err(too_costly),
            }
        }
        Err(too_costly)
    }
}

fn refusal(error: fancy_regex::Error) -> ReadError {
    use fancy_regex::{CompileError, Error};
    const REASON_BYTES: usize = 300;
    match error {
        Error::CompileError(inner) => match *inner {
            CompileError::PatternTooComplex | CompileError::DfaBuildError(..) => ReadError::PatternTooLarge,
            CompileError::InnerError(inner) if inner.size_limit().is_some() => ReadError::PatternTooLarge,
            other => ReadError::PatternInvalid { reason: cut(&other.to_string(), REASON_BYTES).to_owned() },
        },
        other => ReadError::PatternInvalid { reason: cut(&other.to_string(), REASON_BYTES).to_owned() },
    }
}
