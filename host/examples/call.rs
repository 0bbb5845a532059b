//! The main job in a few lines: load a skill, call a tool, read the answer by its handle.
//! `cargo run --example call -- path/to/skillhost.toml` after `cargo xtask guests`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use serde_json::json;
use skillhost::{Config, Host, Output, Principal};

fn main() -> Result<(), skillhost::Error> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "demo/skillhost.toml".to_owned());
    let host = Host::builder(Config::load(path.as_ref())?).build()?;
    let session = host.session(Principal::local());
    session.load_blocking("tables")?;
    let csv = "city,people\nOslo,709037\nBergen,291940\nTromsø,78745\n";
    let condition = json!({ "column": "people", "operator": "greater", "value": "100000" });
    let arguments = json!({ "csv": csv, "conditions": [condition] });
    let result = session.call_blocking("table_filter", arguments)?;
    if let Output::Artifact(artifact) = &result.output {
        println!("{} lines of {} behind {}", artifact.lines, artifact.kind, artifact.handle);
    }
    let grep = json!({ "pattern": "Oslo" });
    let answer = session.read(
        &result.call_id.to_string(),
        "artifact_grep",
        grep.as_object().unwrap_or(&Default::default()),
    )?;
    println!("{}", answer.text);
    Ok(())
}
