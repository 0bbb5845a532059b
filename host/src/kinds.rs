//! Artifact kinds by name: the seven built-in ones always, the deployer's from TOML, an embedder's own. Which kind
//! a tool's result gets is decided here at load, and how a kept artifact is reopened (behaviour 6.13) when it is read.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use skillhost_artifacts::{BuiltinKind, Kind};

use crate::config::KindConfig;
use crate::error::{Error, Mistake};
use crate::records::ArtifactDetail;

/// The name of the base kind; first in every list.
const BASE: &str = "SpooledArtifact";
/// The kind of a skill's instructions (behaviour 1.8).
const BODY: &str = "markdown";

/// A kind under the name it is registered by.
#[derive(Clone)]
pub struct RegisteredKind {
    /// Its name in TOML, in advice and in records.
    pub name: String,
    /// The built-in kind behind the name; none for an embedder's own.
    pub builtin: Option<BuiltinKind>,
    /// Its options, as a record keeps them.
    pub options: Value,
    /// Its readers.
    pub kind: Arc<dyn Kind>,
}

impl std::fmt::Debug for RegisteredKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RegisteredKind")
            .field("name", &self.name)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl RegisteredKind {
    fn built_in(kind: BuiltinKind, name: &str, options: Value) -> Self {
        Self { name: name.to_owned(), builtin: Some(kind), options, kind: Arc::new(kind) }
    }
}

/// All kinds of one host.
#[derive(Debug, Clone)]
pub struct Kinds {
    base: RegisteredKind,
    others: BTreeMap<String, RegisteredKind>,
}

impl Kinds {
    /// The built-in kinds, then the deployer's, then the embedder's; a later one replaces an earlier of the same
    /// name (behaviour 7).
    ///
    /// # Errors
    /// A deployer's kind over a built-in one that does not exist.
    pub fn new(configured: &[KindConfig], own: Vec<(String, Arc<dyn Kind>)>) -> Result<Self, Error> {
        let base = RegisteredKind::built_in(BuiltinKind::SpooledArtifact, BASE, Value::Null);
        let mut kinds = Self { base, others: BTreeMap::new() };
        for kind in BuiltinKind::ALL {
            kinds.insert(RegisteredKind::built_in(kind, kind.name(), Value::Null));
        }
        for KindConfig { name, builtin, options } in configured {
            let kind = BuiltinKind::from_name(builtin).ok_or_else(|| Error::InvalidConfig {
                mistakes: vec![Mistake {
                    line: None,
                    key: format!("artifact-kinds.{name}"),
                    problem: format!("`{builtin}` is no built-in kind"),
                    hint: Some(format!(
                        "built-in kinds: {}",
                        BuiltinKind::ALL.map(|kind| kind.name().to_owned()).join(", ")
                    )),
                }],
            })?;
            let options = if options.is_empty() { Value::Null } else { Value::Object(options.clone()) };
            kinds.insert(RegisteredKind::built_in(kind, name, options));
        }
        for (name, kind) in own {
            kinds.insert(RegisteredKind { name, builtin: None, options: Value::Null, kind });
        }
        Ok(kinds)
    }

    fn insert(&mut self, kind: RegisteredKind) {
        if kind.name == BASE {
            self.base = kind;
        } else {
            self.others.insert(kind.name.clone(), kind);
        }
    }

    /// The kind of results that nothing says anything about, and of acknowledgements (decision 19).
    #[must_use]
    pub fn base(&self) -> &RegisteredKind {
        &self.base
    }

    /// The kind of a skill's instructions.
    #[must_use]
    pub fn body(&self) -> &RegisteredKind {
        self.others.get(BODY).unwrap_or(&self.base)
    }

    /// The kind of this name.
    ///
    /// # Errors
    /// [`Error::ArtifactUnavailable`], with the names that there are.
    pub fn get(&self, name: &str) -> Result<&RegisteredKind, Error> {
        if name == BASE {
            return Ok(&self.base);
        }
        self.others.get(name).ok_or_else(|| Error::ArtifactUnavailable {
            kind: crate::text::escaped(name, 128),
            registered: self.names().map(str::to_owned).collect(),
        })
    }

    /// The kind of a kept artifact: the built-in one with the options that it was stored under, whatever its name means
    /// today; an embedder's own by its name.
    ///
    /// # Errors
    /// [`Error::KindMissing`], with the way to bring the kind back.
    pub fn reopen(&self, detail: &ArtifactDetail) -> Result<RegisteredKind, Error> {
        let missing = |missing: &str, way: &'static str| Error::KindMissing {
            kind: crate::text::escaped(&detail.kind, 128),
            missing: crate::text::escaped(missing, 128),
            way,
        };
        match &detail.builtin {
            Some(name) => {
                let kind = BuiltinKind::from_name(name)
                    .ok_or_else(|| missing(name, "a newer version of the host has it built in"))?;
                Ok(RegisteredKind::built_in(kind, &detail.kind, detail.options.clone()))
            }
            None => self.get(&detail.kind).cloned().map_err(|_| {
                missing(
                    &detail.kind,
                    "the program that embeds the host registers it, with `HostBuilder::kind`; or define it below \
                     [artifact-kinds]",
                )
            }),
        }
    }

    /// All names, the base first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(BASE).chain(self.others.keys().map(String::as_str))
    }

    /// The kind of a tool's result: the deployer's binding, else the tool's advice, else the skill's, else the base
    /// (decision 18). A binding to an unknown kind does not fall through.
    ///
    /// # Errors
    /// [`Error::ArtifactUnavailable`].
    pub fn resolve(
        &self,
        binding: Option<&str>,
        tool_advice: Option<&str>,
        skill_advice: Option<&str>,
    ) -> Result<&RegisteredKind, Error> {
        binding.or(tool_advice).or(skill_advice).map_or(Ok(&self.base), |name| self.get(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binding_wins_over_tool_over_skill_over_base() {
        let kinds = Kinds::new(&[], Vec::new()).expect("kinds");
        for (binding, tool, skill, expected) in [
            (Some("json"), Some("yaml"), Some("xml"), "json"),
            (None, Some("yaml"), Some("xml"), "yaml"),
            (None, None, Some("xml"), "xml"),
            (None, None, None, BASE),
            (Some("json"), Some("nonsense"), None, "json"),
        ] {
            assert_eq!(kinds.resolve(binding, tool, skill).expect("a kind").name, expected);
        }
        let error =
            kinds.resolve(Some("nonsense"), Some("json"), None).expect_err("a binding does not fall through");
        assert!(error.to_string().contains("nonsense; registered keys: SpooledArtifact, "), "{error}");
    }

    /// Behaviour 9.7, B11: the deployer may say what the base is.
    #[test]
    fn the_base_kind_can_be_replaced() {
        let options = serde_json::Map::from_iter([("format".to_owned(), Value::from("jsonl"))]);
        let own = KindConfig { name: BASE.to_owned(), builtin: "json".to_owned(), options: options.clone() };
        let kinds = Kinds::new(&[own], Vec::new()).expect("kinds");
        let base = kinds.resolve(None, None, None).expect("the base");
        assert_eq!(
            (base.name.as_str(), base.kind.name(), &base.options),
            (BASE, "json", &Value::Object(options))
        );
        assert_eq!(kinds.names().next(), Some(BASE));
    }

    #[test]
    fn names_from_objects_of_other_languages_mean_nothing() {
        let kinds = Kinds::new(&[], Vec::new()).expect("kinds");
        for name in ["constructor", "__proto__", "toString", ""] {
            assert!(kinds.get(name).is_err(), "{name}");
        }
    }
}
