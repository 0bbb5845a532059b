//! The spinner during long work, such as while components compile: on standard error, on a terminal, and only then. The
//! host tells it what happens; the console takes it away before printing.

use std::time::Duration;

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

use crate::progress::Progress;

/// The spinner. Clones are the same one.
#[derive(Clone)]
pub(super) struct Compiling(ProgressBar);

impl Compiling {
    /// One that has nothing to show yet.
    pub(super) fn new(hidden: bool) -> Self {
        // Standard error as a target is hidden by itself where it is not a terminal.
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
        let bar = ProgressBar::with_draw_target(None, target).with_finish(ProgressFinish::AndClear);
        Self(match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    /// Shows what the host does.
    pub(super) fn tell(&self, event: &Progress) {
        match event {
            Progress::Compiling { skill, bytes } => {
                self.begin(format!("compiling {skill}, {}", HumanBytes(*bytes)));
            }
            Progress::Maintaining { records, of, bytes } => {
                let message = format!("{records} of {of} records, {}", HumanBytes(*bytes));
                match (records, bytes) {
                    (0, 0) => self.begin(message),
                    _ => self.0.set_message(message),
                }
            }
            Progress::Compiled { .. } | Progress::CacheRejected { .. } => self.clear(),
        }
    }

    fn begin(&self, message: String) {
        self.0.set_message(message);
        self.0.reset();
        self.0.enable_steady_tick(Duration::from_millis(100));
    }

    /// Takes the spinner away.
    pub(super) fn clear(&self) {
        if !self.0.is_finished() {
            self.0.finish_and_clear();
        }
    }
}
