//! A look at a component before it is compiled: preamble, size, functions, exports, imports. Costs one pass over
//! the bytes; refuses by name what could only fail, or hurt, later.

use std::collections::BTreeSet;

use wasmparser::{ComponentExternalKind, Encoding, Parser, Payload};

use super::instances::{INSTANCES, Instances};

/// The largest component, in bytes. A Python component has 18 MB; compiling is not bounded otherwise.
pub const COMPONENT_BYTES: u64 = 64 << 20;
/// The most functions in one component. SpiderMonkey has 20,000; a bomb of empty ones stalls the compiler.
pub const FUNCTIONS: u64 = 200_000;
/// The most linear memories, and the most tables, of all modules together. The pool of instances is sized by it;
/// JavaScript and Python components have one to three.
pub(super) const MEMORIES: u32 = 16;
/// The largest body of one function: compiling takes more than linear time. CPython's interpreter loop has some hundred
/// kilobytes.
const FUNCTION_BYTES: usize = 2 << 20;

/// The interface that makes a component a skill.
const TOOLS: &str = "skillhost:skill/tools@0.1.0";
/// The contract's own interfaces that a skill may import.
const CONTRACT: [&str; 4] = [
    "skillhost:skill/types@0.1.0",
    "skillhost:skill/media@0.1.0",
    "skillhost:skill/log@0.1.0",
    "skillhost:skill/output@0.1.0",
];
/// WASI packages that are served, inert beyond what is granted (decision 5).
const SERVED: [&str; 5] = ["wasi:cli/", "wasi:io/", "wasi:clocks/", "wasi:random/", "wasi:filesystem/"];
/// WASI packages that trap unless granted (decision 5).
const TRAPPING: [&str; 2] = ["wasi:sockets/", "wasi:http/"];

/// What stands in a component.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Inspection {
    /// Size in bytes.
    pub bytes: u64,
    /// Functions of all its modules.
    pub functions: u64,
    /// Imported interfaces, in the order of the file.
    pub imports: Vec<String>,
    /// Those among them that trap when called, because this version cannot grant them.
    pub trapping: Vec<String>,
    /// Exported interfaces.
    pub exports: Vec<String>,
}

/// Why bytes are not a component that may run here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Larger than any component may be.
    #[error("{bytes} bytes, more than the {COMPONENT_BYTES} that a component may have")]
    TooLarge {
        /// Its size.
        bytes: u64,
    },
    /// Not WebAssembly at all.
    #[error("not a WebAssembly file")]
    NotWebAssembly,
    /// A module.
    #[error("a core module, not a component")]
    CoreModule,
    /// Cut short or altered.
    #[error("malformed at byte {offset}: {reason}")]
    Malformed {
        /// Where the parser stopped.
        offset: usize,
        /// Its words.
        reason: String,
    },
    /// A bomb.
    #[error("more than {FUNCTIONS} functions")]
    TooManyFunctions,
    /// More than the pool of instances has room for.
    #[error("{count} {what}, more than the {MEMORIES} that a component may have")]
    TooManyMemories {
        /// `linear memories` or `tables`.
        what: &'static str,
        /// How many.
        count: u32,
    },
    /// A bomb of one function.
    #[error("a function of {bytes} bytes, more than {FUNCTION_BYTES}")]
    FunctionTooLarge {
        /// Its body.
        bytes: usize,
    },
    /// Another bomb.
    #[error("modules and components nested too deep")]
    TooDeep,
    /// A bomb that unfolds while it is compiled.
    #[error("more than {INSTANCES} instances of inner components and modules")]
    TooManyInstances,
    /// What cannot be reckoned beforehand.
    #[error("passes components around as values")]
    PassesComponents,
    /// No skill, or one of another version of the contract.
    #[error("does not export `{TOOLS}`{}", found.as_ref().map_or_else(String::new, |found| format!(", but `{found}`")))]
    ForeignWorld {
        /// What it exports instead, if anything of that name.
        found: Option<String>,
    },
    /// Imports that no skill may have.
    #[error("imports {}", imports.iter().map(|import| format!("`{import}`")).collect::<Vec<_>>().join(", "))]
    ForeignImports {
        /// Their names.
        imports: Vec<String>,
    },
    /// The compiler or the linker refused.
    #[error("the engine refused it: {reason}")]
    Engine {
        /// Its words.
        reason: String,
    },
}

impl Refusal {
    /// A parser's refusal.
    pub(super) fn malformed(error: wasmparser::BinaryReaderError) -> Self {
        Self::Malformed { offset: error.offset(), reason: error.message().to_owned() }
    }

    /// What the skill's author can do.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "strip debug information and leave out what the skill does not need",
            Self::NotWebAssembly => "build it as a component, for example with the target wasm32-wasip2",
            Self::CoreModule => {
                "build for wasm32-wasip2, or make a component of it with `wasm-tools component new`"
            }
            Self::Malformed { .. } => "the file was cut short or altered: copy or build it again",
            Self::TooManyFunctions
            | Self::FunctionTooLarge { .. }
            | Self::TooDeep
            | Self::TooManyInstances
            | Self::PassesComponents
            | Self::TooManyMemories { .. } => "split the skill into several",
            Self::ForeignWorld { .. } => "build it against the contract that `skillhost wit` prints",
            Self::ForeignImports { .. } => {
                "a skill may import `skillhost:skill` 0.1.0 and WASI 0.2 (cli, io, clocks, random, filesystem, \
                 sockets, http), and nothing else"
            }
            Self::Engine { .. } => {
                "build it against the contract that `skillhost wit` prints, without proposals \
                                    beyond WebAssembly 2.0"
            }
        }
    }
}

/// Whether calls of this interface trap.
pub(super) fn is_trapping(interface: &str) -> bool {
    TRAPPING.iter().any(|package| interface.starts_with(package))
}

fn is_wasi_0_2(interface: &str) -> bool {
    // One linker serves every 0.2.x: they only ever add.
    interface.rsplit_once('@').is_some_and(|(_, version)| version.starts_with("0.2."))
}

fn is_allowed(import: &str) -> bool {
    CONTRACT.contains(&import)
        || (is_wasi_0_2(import)
            && (SERVED.iter().any(|package| import.starts_with(package)) || is_trapping(import)))
}

/// Looks at the bytes.
///
/// # Errors
/// The first reason to refuse them; all foreign imports at once.
pub fn inspect(bytes: &[u8]) -> Result<Inspection, Refusal> {
    let size = bytes.len() as u64;
    if size > COMPONENT_BYTES {
        return Err(Refusal::TooLarge { bytes: size });
    }
    match bytes.first_chunk::<8>() {
        Some([0, b'a', b's', b'm', 1, 0, 0, 0]) => return Err(Refusal::CoreModule),
        Some([0, b'a', b's', b'm', ..]) => {}
        _ => return Err(Refusal::NotWebAssembly),
    }
    let mut seen = Inspection {
        bytes: size,
        functions: 0,
        imports: Vec::new(),
        trapping: Vec::new(),
        exports: Vec::new(),
    };
    let mut instances = Instances::new();
    let (mut memories, mut tables) = (0_u32, 0_u32);
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.map_err(Refusal::malformed)?;
        let is_outermost = instances.is_outermost();
        instances.follow(&payload)?;
        match payload {
            Payload::Version { encoding: Encoding::Module, .. } if is_outermost => {
                return Err(Refusal::CoreModule);
            }
            Payload::CodeSectionEntry(body) if body.range().len() > FUNCTION_BYTES => {
                return Err(Refusal::FunctionTooLarge { bytes: body.range().len() });
            }
            Payload::FunctionSection(functions) => {
                seen.functions += u64::from(functions.count());
                if seen.functions > FUNCTIONS {
                    return Err(Refusal::TooManyFunctions);
                }
            }
            Payload::MemorySection(section) => {
                memories = memories.saturating_add(section.count());
                if memories > MEMORIES {
                    return Err(Refusal::TooManyMemories { what: "linear memories", count: memories });
                }
            }
            Payload::TableSection(section) => {
                tables = tables.saturating_add(section.count());
                if tables > MEMORIES {
                    return Err(Refusal::TooManyMemories { what: "tables", count: tables });
                }
            }
            Payload::ComponentImportSection(imports) if is_outermost => {
                for import in imports {
                    seen.imports.push(import.map_err(Refusal::malformed)?.name.name.to_owned());
                }
            }
            Payload::ComponentExportSection(exports) if is_outermost => {
                for export in exports {
                    let export = export.map_err(Refusal::malformed)?;
                    if export.kind == ComponentExternalKind::Instance {
                        seen.exports.push(export.name.name.to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    let foreign: BTreeSet<_> = seen.imports.iter().filter(|import| !is_allowed(import)).cloned().collect();
    if !foreign.is_empty() {
        return Err(Refusal::ForeignImports { imports: foreign.into_iter().collect() });
    }
    if !seen.exports.iter().any(|export| export == TOOLS) {
        let found = seen.exports.iter().find(|export| export.starts_with("skillhost:skill/tools")).cloned();
        return Err(Refusal::ForeignWorld { found });
    }
    seen.trapping = seen.imports.iter().filter(|import| is_trapping(import)).cloned().collect();
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const COMPONENT: [u8; 8] = [0, b'a', b's', b'm', 0x0d, 0, 1, 0];

    #[test]
    fn what_is_no_skill_is_refused_by_name() {
        for (bytes, refusal) in [
            (b"".as_slice(), Refusal::NotWebAssembly),
            (b"#!/bin/sh\n", Refusal::NotWebAssembly),
            (&[0, b'a', b's', b'm', 1, 0, 0, 0], Refusal::CoreModule),
            (&COMPONENT, Refusal::ForeignWorld { found: None }),
        ] {
            assert_eq!(inspect(bytes), Err(refusal));
        }
    }

    #[test]
    fn only_the_contract_and_wasi_0_2_may_be_imported() {
        for (import, allowed) in [
            ("skillhost:skill/media@0.1.0", true),
            ("skillhost:skill/media@0.2.0", false),
            ("wasi:io/streams@0.2.6", true),
            ("wasi:http/types@0.2.3", true),
            ("wasi:io/streams@0.3.0", false),
            ("wasi:io/streams", false),
            ("wasi:keyvalue/store@0.2.0", false),
            ("evil:io/x@0.2.0", false),
            ("env", false),
        ] {
            assert_eq!(is_allowed(import), allowed, "{import}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
            let _ = inspect(&bytes);
            let mut component = COMPONENT.to_vec();
            component.extend(bytes);
            let _ = inspect(&component);
        }
    }
}
