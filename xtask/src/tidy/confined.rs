//! What only one place of the host may do. Looks at the host's shipped code alone.

use super::source::{Problem, Source, line_at};

struct Confined {
    /// Any of these, where no longer word ends with it.
    words: &'static [&'static str],
    /// The only place, as the start of a path.
    home: &'static str,
    reason: &'static str,
}

const CONFINED: &[Confined] = &[
    Confined {
        words: &["wasmtime::", "wasmtime_wasi", "use wasmtime"],
        home: "host/src/sandbox/",
        reason: "only the sandbox names the engine",
    },
    Confined {
        words: &["rmcp::", "use rmcp"],
        home: "host/src/mcp/",
        reason: "only that door names the MCP SDK",
    },
    Confined {
        words: &["print!(", "println!(", "eprint!(", "eprintln!("],
        home: "host/src/cli/",
        reason: "only the command line prints",
    },
    Confined {
        words: &["\"E_"],
        home: "host/src/error/code.rs",
        reason: "only the table of codes mints one",
    },
];

/// Each word of the table stands only at its home.
pub(super) fn check(source: &Source) -> Vec<Problem> {
    if !source.is_rust() || !source.path.starts_with("host/src/") {
        return Vec::new();
    }
    let code = source.code();
    let mut problems = Vec::new();
    for rule in CONFINED.iter().filter(|rule| !source.path.starts_with(rule.home)) {
        for (at, word) in rule.words.iter().flat_map(|word| code.match_indices(*word)) {
            let before = code.get(..at).and_then(|before| before.chars().next_back());
            if !before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                let message = format!("`{word}` belongs under {}: {}", rule.home, rule.reason);
                problems.push(source.problem(line_at(&code, at), message));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_stays_at_its_home() {
        fn check(path: &str, text: &str, breaches: usize) {
            let problems = super::check(&super::Source { path: path.into(), text: text.into() });
            assert_eq!(problems.len(), breaches, "{problems:?}");
        }
        check("host/src/sandbox/call.rs", "use wasmtime::Store;", 0);
        check("host/src/response/lift.rs", "fn a(store: wasmtime::Store) {}", 1);
        check("host/src/response/lift.rs", "use wasmtime_wasi as wasi;", 2);
        check("host/src/response/lift.rs", "// wasmtime::Store", 0);
        check("host/artifacts/src/a.rs", "println!(\"\")", 0);
        check("host/src/cli/call.rs", "println!(\"\")", 0);
        check("host/src/host.rs", "println!(\"\"); eprint!(\"\")", 2);
        check("host/src/host.rs", "pretty_print!(x); writeln!(f)", 0);
        check("host/src/gate/mod.rs", "use rmcp::model;", 2);
        check("host/src/error/code.rs", "X = \"E_X\"", 0);
        check("host/src/error/mod.rs", "let code = \"E_X\";", 1);
        check("host/src/error/mod.rs", "#[cfg(test)]\nmod tests {\n\"E_X\"", 0);
    }
}
