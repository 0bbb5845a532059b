//! The skill's tools through the SDK's native test mode: PDFs are read back, Markdown is parsed again.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic in a test is its report"
)]

mod document;

mod description;
mod hostile;
mod markdown;
mod pdf;
mod refusals;

use serde_json::{Value, json};
use skillhost_guest::Failure;
use skillhost_guest::testing::TestResponse;

const TEXT: &str = include_str!("../../examples/water-levels.md");
const CSV: &str = include_str!("../../examples/water-levels.csv");

fn example() -> Value {
    json!({ "title": "Water levels at Millbrook", "text": TEXT, "csv": CSV })
}

fn pdf(arguments: Value) -> Result<Vec<u8>, Failure> {
    match reports::skill().test().call("report_pdf", arguments)? {
        TestResponse::TypedBinary(binary) => {
            assert_eq!(binary.mime_type, "application/pdf");
            assert_eq!(binary.filename.as_deref(), Some("report.pdf"));
            Ok(binary.bytes)
        }
        other => panic!("{other:?}"),
    }
}

fn markdown(arguments: Value) -> Result<String, Failure> {
    match reports::skill().test().call("report_markdown", arguments)? {
        TestResponse::Text(text) => Ok(text),
        other => panic!("{other:?}"),
    }
}
