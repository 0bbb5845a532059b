//! What was measured, on what: printed as a table, written as JSON.
#![expect(clippy::print_stdout, reason = "a table on the terminal is what this program is for")]

use std::path::Path;

use serde::Serialize;
use skillhost_bench::machine::Machine;

use crate::figure::Figure;

/// Everything of one run.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) machine: Machine,
    /// Load averages at the end.
    pub(crate) load_after: String,
    /// Whether there were fewer batches than usual.
    pub(crate) quick: bool,
    pub(crate) figures: Vec<Figure>,
}

impl Report {
    /// Prints the table and writes the file.
    pub(crate) fn publish(&self, path: &Path) -> wasmtime::Result<()> {
        let Machine { processor, processors, memory, kernel, load_before, rustc, wasmtime, .. } =
            &self.machine;
        println!("{processors} × {processor}, {memory}, Linux {kernel}; {rustc}; wasmtime {wasmtime}");
        println!("load before: {load_before}; after: {}", self.load_after);
        println!(
            "\n{:<20} {:>10} {:>10} {:>8} {:<4} {:>10} {:>10} {:>6} {:>6}  {:<8} met  over",
            "", "median", "min", "spread", "", "o. median", "o. min", "ratio", "minima", "aim"
        );
        for figure in &self.figures {
            println!("{}", line(figure));
        }
        for figure in &self.figures {
            if let Some(note) = &figure.note {
                println!("{}: {note}", figure.id);
            }
        }
        std::fs::write(path, serde_json::to_vec_pretty(self)?)?;
        println!("\n{}", path.display());
        Ok(())
    }
}

fn line(figure: &Figure) -> String {
    let number = |value: Option<f64>| value.map(|value| format!("{value:.2}")).unwrap_or_default();
    let over = figure.over.as_ref();
    format!(
        "{:<20} {:>10.2} {:>10.2} {:>8.2} {:<4} {:>10} {:>10} {:>6} {:>6}  {:<8} {:<4} {}",
        figure.id,
        figure.median,
        figure.min,
        figure.spread,
        figure.unit.as_str(),
        number(over.map(|over| over.median)),
        number(over.map(|over| over.min)),
        number(figure.ratio),
        number(over.map(|over| over.ratio_of_minima)),
        figure.aim.map(|aim| aim.to_string()).unwrap_or_default(),
        figure.met.map(|met| if met { "yes" } else { "NO" }).unwrap_or_default(),
        over.map(|over| over.what).unwrap_or_default(),
    )
}
