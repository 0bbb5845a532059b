//! One mistake in a file that a person wrote: where, what, and the next step.

use std::fmt;

/// A mistake with its place.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Mistake {
    /// 1-based line (decision 28); absent where the mistake has no line, such as a missing file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Dotted key, such as `skills.tables.limits.memory`; empty for the file as a whole.
    pub key: String,
    /// What is wrong, a lower-case fragment.
    pub problem: String,
    /// What to write instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.key.is_empty() {
            write!(f, "`{}` ", self.key)?;
        }
        f.write_str(&self.problem)
    }
}

/// All mistakes in one line of text.
pub(super) fn summary(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
