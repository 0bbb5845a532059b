//! `cargo xtask gen-docs` and `bless`: let the tests that own generated files write them instead of comparing.
//!
//! Such a test writes where `BLESS=1` stands in its environment, and its name ends in `is_what_the_code_prints`. This
//! file knows none of them, so that a new one needs no line here.

use anyhow::Result;

use crate::{conformance, process};

/// All but the suite's expectations.
pub(crate) fn generated() -> Result<()> {
    process::run(process::cargo("test --workspace is_what_the_code_prints").env("BLESS", "1"))
}

/// Every generated file, then the suite's expectations: read the difference before you commit it.
pub(crate) fn everything() -> Result<()> {
    generated()?;
    process::run(conformance::ready()?.env("BLESS", "1"))
}
