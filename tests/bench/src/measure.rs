//! Work measured in turns: one batch of each, again and again, so that a busy moment of the machine falls on all of them
//! alike. Prints nothing; the programs do.

use std::time::{Duration, Instant};

/// Does the work as often as it is told.
type Rounds<'a> = Box<dyn FnMut(u32) -> wasmtime::Result<()> + 'a>;
/// Puts away what the rounds so far have left.
type PutAway<'a> = Box<dyn FnMut() -> wasmtime::Result<()> + 'a>;

/// One way to do the work.
pub struct Work<'a> {
    rounds: Rounds<'a>,
    put_away: PutAway<'a>,
    /// After how many rounds that is done.
    kept: u32,
}

impl<'a> Work<'a> {
    /// Work that leaves nothing; `rounds` does it as often as it is told.
    pub fn new(rounds: impl FnMut(u32) -> wasmtime::Result<()> + 'a) -> Self {
        Self { rounds: Box::new(rounds), put_away: Box::new(|| Ok(())), kept: u32::MAX }
    }

    /// What puts away the leavings of at most `kept` rounds. It is not measured.
    #[must_use]
    pub fn putting_away(self, kept: u32, put_away: impl FnMut() -> wasmtime::Result<()> + 'a) -> Self {
        Self { put_away: Box::new(put_away), kept: kept.max(1), ..self }
    }

    /// How long this many rounds take.
    fn time(&mut self, rounds: u32) -> wasmtime::Result<Duration> {
        let (mut took, mut left) = (Duration::ZERO, rounds);
        while left > 0 {
            let next = left.min(self.kept);
            let started = Instant::now();
            (self.rounds)(next)?;
            took += started.elapsed();
            (self.put_away)()?;
            left -= next;
        }
        Ok(took)
    }

    /// Warms up and finds how many rounds make a batch.
    fn calibrated(&mut self, batch: Duration) -> wasmtime::Result<u32> {
        // Once for what only the first time costs.
        self.time(1)?;
        let mut rounds = 1_u32;
        while self.time(rounds)? < batch {
            rounds = rounds.saturating_mul(2);
        }
        Ok(rounds)
    }
}

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Turns {
    /// Batches of each work. Odd, so that the median is one of them.
    pub batches: usize,
    /// The least that a batch takes: long enough that the clock and the start of a batch do not count.
    pub batch: Duration,
}

impl Turns {
    /// Measures all in turns: the first batch of each, the second batch of each, and so on.
    ///
    /// # Errors
    /// The first that any work has.
    pub fn measure(self, works: Vec<Work<'_>>) -> wasmtime::Result<Vec<Samples>> {
        let mut runs = Vec::with_capacity(works.len());
        for mut work in works {
            let rounds = work.calibrated(self.batch)?;
            runs.push((work, rounds, Vec::with_capacity(self.batches)));
        }
        for _ in 0..self.batches {
            for (work, rounds, times) in &mut runs {
                times.push(work.time(*rounds)?.as_secs_f64() / f64::from(*rounds));
            }
        }
        Ok(runs.into_iter().map(|(.., times)| Samples(times)).collect())
    }
}

/// One value a batch, in the order of the batches. Times are seconds for one round.
#[derive(Debug, Clone)]
pub struct Samples(pub Vec<f64>);

impl Samples {
    /// The least.
    #[must_use]
    pub fn minimum(&self) -> f64 {
        self.quantile(0, 1)
    }

    /// The middle one.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantile(1, 2)
    }

    /// From the first to the third quartile.
    #[must_use]
    pub fn spread(&self) -> f64 {
        self.quantile(3, 4) - self.quantile(1, 4)
    }

    /// Each batch as a multiple of the other's batch beside it.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(mine, other)| mine / other).collect())
    }

    /// The value at this part of the sorted samples; not a number where there are none.
    fn quantile(&self, part: usize, of: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        sorted.get(last * part / of).copied().unwrap_or(f64::NAN)
    }
}
