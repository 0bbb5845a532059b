//! `[skills.<id>.grants]`: what the guest can see. Values of the environment stand in no mistake.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::keys::{ENVIRONMENT, FILE_GRANT, GRANTS};
use super::super::mistakes::Mistakes;
use super::super::section::Field;
use super::super::skill_settings::{Access, FileGrant, Grants};

pub(super) fn check(field: &Field<'_>, base: &Path, mistakes: &mut Mistakes) -> Grants {
    let mut grants = Grants::default();
    let Some(table) = field.table(&GRANTS, mistakes) else {
        return grants;
    };
    if let Some(field) = table.field("files") {
        grants.files = files(&field, base, mistakes);
    }
    if let Some(field) = table.field("env") {
        grants.env = environment(&field, mistakes);
    }
    grants
}

fn files(field: &Field<'_>, base: &Path, mistakes: &mut Mistakes) -> Vec<FileGrant> {
    let (mut grants, mut taken) = (Vec::new(), BTreeSet::new());
    for element in field.list(mistakes) {
        let Some(grant) = element.table(&FILE_GRANT, mistakes) else {
            continue;
        };
        let host = grant.required("host", mistakes).and_then(|field| field.text(mistakes));
        let guest = grant.required("guest", mistakes).and_then(|field| {
            let guest = guest_path(&field, mistakes)?;
            if !taken.insert(guest) {
                field.mistake(
                    format!("is `{guest}` a second time"),
                    "give each folder its own place",
                    mistakes,
                );
            }
            Some(guest)
        });
        let access = match grant.field("access") {
            Some(field) => field.word(&Access::WORDS, mistakes),
            None => Some(Access::default()),
        };
        if let (Some(host), Some(guest), Some(access)) = (host, guest, access) {
            grants.push(FileGrant { host: base.join(host), guest: guest.to_owned(), access });
        }
    }
    grants
}

/// One place has one spelling, so that two grants cannot mean the same place and no reader of the file has to
/// resolve `..` in the head.
fn guest_path<'a>(field: &Field<'a>, mistakes: &mut Mistakes) -> Option<&'a str> {
    let path = field.text(mistakes)?;
    let name = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains('\\');
    if path == "/" || path.strip_prefix('/').is_some_and(|names| names.split('/').all(name)) {
        return Some(path);
    }
    field.mistake(
        "is not an absolute, normalised path",
        "start with `/`; no `.`, `..`, `\\` or empty name in it, no `/` at its end, such as `/data`",
        mistakes,
    );
    None
}

fn environment(field: &Field<'_>, mistakes: &mut Mistakes) -> BTreeMap<String, String> {
    let mut variables = BTreeMap::new();
    let Some(table) = field.table(&ENVIRONMENT, mistakes) else {
        return variables;
    };
    for variable in table.fields() {
        let mut bytes = variable.name.bytes();
        let first = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        if !first || !bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            let hint = "letters, digits and `_`, no digit in front, such as `TZ`";
            variable.mistake("has a name that is not one of an environment variable", hint, mistakes);
        }
        // Several lines are fine here: keys and certificates have them.
        match variable.string(mistakes) {
            Some(value) if value.contains('\0') => {
                variable.mistake("holds a NUL character", "no environment can carry one", mistakes);
            }
            Some(value) => {
                variables.insert(variable.name.to_owned(), value.to_owned());
            }
            None => {}
        }
    }
    variables
}
