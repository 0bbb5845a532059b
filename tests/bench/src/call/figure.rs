//! One figure: what was measured, what it is compared with, and whether that meets the aim. Measures nothing.
//!
//! Where two things are compared, they were measured in turns, and the ratio is the median of the batches' own ratios. That
//! one decides: the machine is shared, and whatever else ran during a batch slowed both halves of it. The ratio of the
//! minima stands beside it as a check; each minimum may come from another moment, so it decides nothing.

use serde::{Serialize, Serializer};
use skillhost_bench::measure::Samples;

/// One row of the report. Values are in `unit`.
#[derive(Debug, Serialize)]
pub(crate) struct Figure {
    pub(crate) id: &'static str,
    pub(crate) median: f64,
    pub(crate) min: f64,
    /// From the first to the third quartile.
    pub(crate) spread: f64,
    pub(crate) unit: Unit,
    /// What it is compared with; none: the figure stands for itself.
    pub(crate) over: Option<Over>,
    /// The median of the batches' ratios: of times, or of throughputs where the aim is a least one.
    pub(crate) ratio: Option<f64>,
    pub(crate) aim: Option<Aim>,
    /// None where there is no aim, or nothing to compare with on this machine.
    pub(crate) met: Option<bool>,
    /// What a reader has to know beside the numbers; printed, and not part of the row.
    #[serde(skip)]
    pub(crate) note: Option<String>,
}

/// What a figure is compared with, in the figure's unit.
#[derive(Debug, Serialize)]
pub(crate) struct Over {
    pub(crate) what: &'static str,
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) spread: f64,
    /// The figure's ratio, of minima instead.
    pub(crate) ratio_of_minima: f64,
}

/// What a figure should come to: its ratio where it is compared with something, else its median.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Aim {
    AtMost(f64),
    Below(f64),
    /// Of a throughput.
    AtLeast(f64),
}

/// What a value counts.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) enum Unit {
    #[serde(rename = "µs")]
    Microseconds,
    #[serde(rename = "ms")]
    Milliseconds,
    #[serde(rename = "MiB")]
    Mebibytes,
}

impl Aim {
    fn is_met(self, value: f64) -> bool {
        match self {
            Self::AtMost(most) => value <= most,
            Self::Below(most) => value < most,
            Self::AtLeast(least) => value >= least,
        }
    }
}

impl std::fmt::Display for Aim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtMost(most) => write!(f, "<= {most}"),
            Self::Below(most) => write!(f, "< {most}"),
            Self::AtLeast(least) => write!(f, ">= {least}"),
        }
    }
}

impl Serialize for Aim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Unit {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Microseconds => "µs",
            Self::Milliseconds => "ms",
            Self::Mebibytes => "MiB",
        }
    }

    /// Of this unit in one of the samples': a second, or a byte.
    fn factor(self) -> f64 {
        match self {
            Self::Microseconds => 1e6,
            Self::Milliseconds => 1e3,
            Self::Mebibytes => 1.0 / f64::from(1 << 20),
        }
    }
}

impl Figure {
    /// Samples that stand for themselves, in seconds or bytes.
    pub(crate) fn absolute(id: &'static str, unit: Unit, samples: &Samples, aim: Option<Aim>) -> Self {
        let median = samples.median() * unit.factor();
        Self {
            id,
            median,
            min: samples.minimum() * unit.factor(),
            spread: samples.spread() * unit.factor(),
            unit,
            over: None,
            ratio: None,
            aim,
            met: aim.map(|aim| aim.is_met(median)),
            note: None,
        }
    }

    /// Times over the times of something else, measured in turns with it.
    pub(crate) fn over(self, what: &'static str, samples: &Samples, other: &Samples) -> Self {
        let (ratio, ratio_of_minima) = match self.aim {
            Some(Aim::AtLeast(_)) => (other.over(samples), other.minimum() / samples.minimum()),
            _ => (samples.over(other), samples.minimum() / other.minimum()),
        };
        let ratio = ratio.median();
        let over = Over {
            what,
            median: other.median() * self.unit.factor(),
            min: other.minimum() * self.unit.factor(),
            spread: other.spread() * self.unit.factor(),
            ratio_of_minima,
        };
        let met = self.aim.map(|aim| aim.is_met(ratio));
        Self { over: Some(over), ratio: Some(ratio), met, ..self }
    }

    /// The aim is about a ratio, and this machine has nothing to compare with.
    pub(crate) fn over_nothing(self, note: &str) -> Self {
        Self { met: None, ..self.with_note(note.to_owned()) }
    }

    pub(crate) fn with_note(self, note: String) -> Self {
        Self { note: Some(note), ..self }
    }
}
