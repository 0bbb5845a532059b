//! The mistakes of a configuration with the lines they stand on. Shows no value of an environment: those may be secrets.
//! `error_text` calls it.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report};

use super::console::{BOLD, RED};
use super::untrusted;
use crate::config::MOST_BYTES;
use crate::error::{ErrorReport, Mistake};

/// Every mistake, with its line where it has one and the file can still be read.
pub(super) fn render(report: &ErrorReport, file: &Path) -> String {
    let mut bytes = Vec::new();
    // The file was read before; where that no longer works, the mistakes are told without their lines.
    let _ = File::open(file).and_then(|file| file.take(MOST_BYTES as u64).read_to_end(&mut bytes));
    render_text(report, &file.display().to_string(), &String::from_utf8_lossy(&bytes))
}

fn render_text(report: &ErrorReport, name: &str, text: &str) -> String {
    let count = match report.mistakes.len() {
        1 => "1 mistake".to_owned(),
        count => format!("{count} mistakes"),
    };
    let mut shown = format!("{RED}error[{}]{RED:#}: {count} in {BOLD}{name}{BOLD:#}\n", report.code);
    let source = Arc::new(masked(text));
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_context_lines(1).with_width(110);
    for mistake in &report.mistakes {
        let mut diagnostic = MietteDiagnostic::new(sentence(mistake));
        diagnostic.help = mistake.hint.as_deref().map(untrusted::text);
        let rendered = match mistake.line.and_then(|line| span(&source, line)) {
            Some(span) => {
                let diagnostic = diagnostic.with_label(LabeledSpan::underline(span));
                let report =
                    Report::from(diagnostic).with_source_code(NamedSource::new(name, Arc::clone(&source)));
                handler.render_report(&mut shown, report.as_ref())
            }
            None => handler.render_report(&mut shown, &diagnostic),
        };
        if rendered.is_err() {
            let _ = writeln!(shown, "  {}", untrusted::text(&mistake.to_string()));
        }
    }
    let _ = writeln!(shown, "  {BOLD}blame{BOLD:#}: {}", report.blame.as_str());
    shown
}

/// The mistake without its line, which the snippet shows.
fn sentence(mistake: &Mistake) -> String {
    let problem = untrusted::text(&mistake.problem);
    if mistake.key.is_empty() { problem } else { format!("`{}` {problem}", mistake.key) }
}

/// Where a 1-based line stands, without the blanks around it.
fn span(text: &str, line: usize) -> Option<std::ops::Range<usize>> {
    let mut start = 0;
    for (index, content) in text.split_inclusive('\n').enumerate() {
        if index + 1 == line {
            let start = start + (content.len() - content.trim_start().len());
            return Some(start..start + content.trim().len());
        }
        start += content.len();
    }
    None
}

/// The text without what could be a value of an environment. Errs on the side of hiding: from the first line that says
/// `env` to the next header.
fn masked(text: &str) -> String {
    let mut hiding = false;
    let mut masked = String::with_capacity(text.len());
    for line in text.lines() {
        let is_header = line.trim_start().starts_with('[') && line.trim_end().ends_with(']');
        let was_hiding = hiding && !is_header;
        hiding = was_hiding || line.contains("env");
        let shown = match line.split_once('=') {
            _ if was_hiding => "…".to_owned(),
            Some((key, _)) if hiding => format!("{}= …", untrusted::text(key)),
            _ => untrusted::text(line),
        };
        masked.push_str(&shown);
        masked.push('\n');
    }
    masked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn shown(text: &str) -> String {
        let error = Config::parse(text, Path::new("/srv")).unwrap_err();
        let rendered = render_text(&error.report(), "skillhost.toml", text);
        anstream::adapter::strip_str(&rendered).to_string()
    }

    #[test]
    fn each_mistake_shows_its_line_and_its_hint() {
        let shown = shown("[host]\ncolour = 1\n\n[skills.tables.limits]\nmemroy = \"64 MiB\"\n");
        for part in [
            "error[E_INVALID_SKILLS_CONFIG]: 2 mistakes in skillhost.toml",
            "2 │ colour = 1",
            "skillhost.toml:5:1",
            "5 │ memroy = \"64 MiB\"",
            "did you mean `memory`",
            "blame: deployer",
        ] {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
    }

    #[test]
    fn no_value_of_an_environment_is_shown() {
        for text in [
            "[skills.a.grants]\nenv = { TOKEN = \"hunter2\", \"NOT=A\" = \"hunter2\" }\ncolour = 1\n",
            "[skills.a.grants.env]\nTOKEN = hunter2\n",
            "[skills.a.grants.env]\nTOKEN = \"hunter2\nhunter2\n",
            "[skills.a]\ngrants.env.TOKEN = \"hunter2\"\ncolour = 1\n",
            "[skills.a.grants]\nenv = {\nTOKEN = \"hunter2\",\n}\ncolour = 1\n",
            "skills.a = { grants = { env = { TOKEN = \"hunter2\" } }, colour = 1 }\n",
        ] {
            let shown = shown(text);
            assert!(!shown.contains("hunter2"), "{text}\n{shown}");
        }
    }

    #[test]
    fn a_line_is_found_without_its_blanks() {
        let text = "a\n  bc \n\nd";
        assert_eq!(span(text, 2), Some(4..6));
        assert_eq!(span(text, 4), Some(9..10));
        assert_eq!(span(text, 5), None);
    }

    #[test]
    fn a_file_of_commands_for_the_terminal_shows_none() {
        let shown = shown("[host]\n\u{1b}[2J = 1\n");
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
    }
}
