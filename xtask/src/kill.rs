//! `cargo xtask kill [rounds]`: what the host's own suite does about durability in small, in large. Processes are killed at random
//! moments, one after the other, and what they had acknowledged is looked for; before that, contents of a gibibyte come and go.
//! What is done and compared, the suite knows.

use anyhow::{Context, Result, bail};

use crate::process;

/// How many processes are killed where no number is given.
const ROUNDS: u64 = 10_000;

/// Runs both. The rounds tell how far they are.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let rounds = match arguments {
        [] => ROUNDS,
        [rounds] => rounds.parse().with_context(|| format!("`{rounds}` is no number of rounds"))?,
        _ => bail!("one number of rounds at most"),
    };
    suite("durability::streaming::", "SKILLHOST_STREAM_MIB", 1024)?;
    suite("durability::killed::", "SKILLHOST_KILL_ROUNDS", rounds)
}

/// Runs these tests of the suite with their number in the environment. Not through nextest, which ends a test that takes long.
fn suite(tests: &str, name: &str, number: u64) -> Result<()> {
    let mut cargo = process::cargo(&format!("test --workspace --test suite -- {tests} --nocapture"));
    process::run(cargo.env(name, number.to_string()))
}
