//! Rows measured in turns: one batch of each, again and again, so that a busy moment of the machine falls on
//! all of them alike.

use std::time::{Duration, Instant};

use serde::Serialize;

/// Odd, so that the median is one of them.
const BATCHES: usize = 31;
/// Long enough that the clock and the start of a batch do not count.
const BATCH: Duration = Duration::from_millis(25);

/// One way to do the work: does it this many times.
pub(crate) type Work<'a> = Box<dyn FnMut(u32) -> wasmtime::Result<()> + 'a>;

/// One row's figures. Times are microseconds for one round.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) minimum: f64,
    pub(crate) median: f64,
    /// From the first to the third quartile.
    pub(crate) spread: f64,
    /// The minimum, as a multiple of the first row's.
    pub(crate) minimum_ratio: f64,
    /// The median of each batch's multiple of the first row's batch beside it.
    pub(crate) median_ratio: f64,
}

/// Measures all rows in turns; the first is what the others are compared with.
pub(crate) fn in_turns(rows: Vec<(String, Work<'_>)>) -> wasmtime::Result<Vec<Row>> {
    let mut runs = Vec::new();
    for (name, mut work) in rows {
        let rounds = calibrated(&mut work)?;
        runs.push((name, work, rounds, Vec::with_capacity(BATCHES)));
    }
    for _ in 0..BATCHES {
        for (_, work, rounds, times) in &mut runs {
            let started = Instant::now();
            work(*rounds)?;
            times.push(started.elapsed().as_secs_f64() * 1e6 / f64::from(*rounds));
        }
    }
    let first = runs.first().map(|(.., times)| times.clone()).unwrap_or_default();
    Ok(runs.into_iter().map(|(name, _, _, times)| row(name, times, &first)).collect())
}

/// Warms up and finds how many rounds make a batch.
fn calibrated(work: &mut Work<'_>) -> wasmtime::Result<u32> {
    let mut rounds = 1;
    loop {
        let started = Instant::now();
        work(rounds)?;
        if started.elapsed() >= BATCH {
            return Ok(rounds);
        }
        rounds = rounds.saturating_mul(2);
    }
}

fn row(name: String, times: Vec<f64>, first: &[f64]) -> Row {
    let ratios = sorted(times.iter().zip(first).map(|(time, first)| time / first).collect());
    let times = sorted(times);
    let minimum = quantile(&times, 0, 1);
    Row {
        name,
        minimum,
        median: quantile(&times, 1, 2),
        spread: quantile(&times, 3, 4) - quantile(&times, 1, 4),
        minimum_ratio: minimum / first.iter().copied().fold(f64::INFINITY, f64::min),
        median_ratio: quantile(&ratios, 1, 2),
    }
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// The value at this part of a sorted list.
fn quantile(sorted: &[f64], part: usize, of: usize) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get(last * part / of).copied().unwrap_or(f64::NAN)
}
