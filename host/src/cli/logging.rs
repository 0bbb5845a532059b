//! The operator's log, on standard error: what `tracing` gets, as far as the options want it. Guests' own lines are part
//! of it. Started once, before a host exists.

use std::io;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::arguments::Options;

/// Directives such as `skillhost::guest=trace`; they win over the options.
const VARIABLE: &str = "SKILLHOST_LOG";

/// Starts the log. A process that has one keeps it.
pub(super) fn start(options: &Options) {
    // A variable that is no filter is as good as none: a log must not keep the program from its work.
    let written = std::env::var(VARIABLE).ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = written.unwrap_or_else(|| chosen(options));
    let layer = tracing_subscriber::fmt::layer().with_writer(io::stderr).without_time().with_target(false);
    let _ = tracing_subscriber::registry().with(layer.with_filter(filter)).try_init();
}

/// Warnings, and what guests say at `info`; `-v` and `-vv` widen that, `--quiet` leaves errors.
fn chosen(options: &Options) -> Targets {
    let (all, guests, host) = match (options.quiet, options.verbose) {
        (true, _) => (LevelFilter::ERROR, LevelFilter::ERROR, LevelFilter::ERROR),
        (false, 0) => (LevelFilter::WARN, LevelFilter::INFO, LevelFilter::WARN),
        (false, 1) => (LevelFilter::INFO, LevelFilter::DEBUG, LevelFilter::DEBUG),
        (false, _) => (LevelFilter::DEBUG, LevelFilter::TRACE, LevelFilter::TRACE),
    };
    Targets::new()
        .with_default(all)
        .with_target("skillhost", host)
        .with_target("skillhost::guest", guests)
        // The span of a call, which says whose words a guest's line are.
        .with_target("skillhost::session::recording", host.max(LevelFilter::INFO))
}
