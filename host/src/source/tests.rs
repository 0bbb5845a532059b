//! Sources through the trait: what they list, what they hand out, what they refuse.

use std::fs;
use std::path::Path;

use super::*;
use crate::ids::SkillId;

const MOST: u64 = 64;

fn id(text: &str) -> SkillId {
    text.parse().unwrap()
}

/// A folder with these files; a name that ends in `/` is a folder.
fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, DirectorySource) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        if name.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    let source = DirectorySource::open("local", folder.path()).unwrap();
    (folder, source)
}

fn listed(source: &dyn Source) -> Vec<String> {
    source.discover().unwrap().iter().map(ToString::to_string).collect()
}

fn refusal(source: &dyn Source, skill: &str) -> String {
    source.component(&id(skill), MOST).unwrap_err().to_string()
}

#[test]
fn a_folder_lists_both_forms_sorted_and_passes_over_the_rest() {
    let (_folder, source) = folder(&[
        ("tables/skill.wasm", "t"),
        ("charts.wasm", "c"),
        ("both/skill.wasm", "1"),
        ("both.wasm", "2"),
        ("notes/README.md", ""),
        ("empty/", ""),
        ("README.md", ""),
        ("My_Skill/skill.wasm", ""),
        ("Upper.wasm", ""),
        (".wasm", ""),
    ]);
    assert_eq!(listed(&source), ["both", "charts", "tables"]);
    assert_eq!(source.ignored().unwrap(), [".wasm", "My_Skill", "Upper.wasm"]);
    assert_eq!(source.id(), "local");
}

#[test]
fn components_come_whole() {
    let (_folder, source) = folder(&[("tables/skill.wasm", "tables"), ("charts.wasm", "charts")]);
    for skill in ["tables", "charts"] {
        assert_eq!(source.component(&id(skill), 6).unwrap(), skill.as_bytes());
    }
}

#[test]
fn refusals_name_the_source_and_the_file_but_no_path_of_the_machine() {
    let (folder, source) = folder(&[
        ("both/skill.wasm", ""),
        ("both.wasm", ""),
        ("large.wasm", &"x".repeat(65)),
        ("odd/skill.wasm/", ""),
        ("odder.wasm/", ""),
    ]);
    for (skill, expected) in [
        ("none", "source `local` has no skill `none`"),
        ("both", "source `local` has both `both/skill.wasm` and `both.wasm`"),
        ("large", "`large.wasm` of source `local` has 65 bytes, more than 64"),
        ("odd", "`odd/skill.wasm` of source `local` is not a file"),
        ("odder", "`odder.wasm` of source `local` is not a file"),
    ] {
        assert_eq!(refusal(&source, skill), expected);
    }
    let missing = DirectorySource::open("local", &folder.path().join("gone")).unwrap_err();
    assert_eq!(missing.to_string(), "failed to open the folder of source `local`");
    assert!(matches!(missing, SourceError::Folder { path, .. } if path == folder.path().join("gone")));
    assert!(DirectorySource::open("local", &folder.path().join("large.wasm")).is_err());
}

#[test]
fn a_size_is_refused_before_the_file_is_read() {
    // Four times the address space of a small machine, none of it on the disk.
    let (folder, source) = folder(&[("sparse.wasm", "")]);
    fs::OpenOptions::new()
        .write(true)
        .open(folder.path().join("sparse.wasm"))
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    assert_eq!(
        refusal(&source, "sparse"),
        "`sparse.wasm` of source `local` has 1099511627776 bytes, more than 64"
    );
}

#[cfg(unix)]
#[test]
fn links_inside_the_folder_work_and_links_out_of_it_do_not() {
    use std::os::unix::fs::symlink;
    let (outside, _) = folder(&[("skill.wasm", "secret")]);
    let (inside, source) = folder(&[("real.wasm", "real")]);
    let link = |target: &Path, name: &str| symlink(target, inside.path().join(name)).unwrap();
    link(Path::new("real.wasm"), "alias.wasm");
    link(&outside.path().join("skill.wasm"), "file-out.wasm");
    link(outside.path(), "folder-out");
    link(Path::new("nowhere"), "dangling.wasm");

    assert_eq!(source.component(&id("alias"), MOST).unwrap(), "real");
    assert_eq!(listed(&source), ["alias", "dangling", "file-out", "folder-out", "real"]);
    for (skill, file) in [
        ("file-out", "file-out.wasm"),
        ("folder-out", "folder-out/skill.wasm"),
        ("dangling", "dangling.wasm"),
    ] {
        assert_eq!(refusal(&source, skill), format!("failed to read `{file}` of source `local`"));
    }
    assert!(source.manifest_name(&id("folder-out")).is_err());
}

#[cfg(unix)]
#[test]
fn a_socket_is_refused_and_a_pipe_does_not_block() {
    let (folder, source) = folder(&[]);
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("socket.wasm")).unwrap();
    assert!(source.component(&id("socket"), MOST).is_err());
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.wasm")).status().unwrap();
    assert!(made.success());
    assert_eq!(refusal(&source, "pipe"), "`pipe.wasm` of source `local` is not a file");
}

#[cfg(unix)]
#[test]
fn names_that_are_not_text_are_passed_over() {
    use std::os::unix::ffi::OsStrExt as _;
    let (folder, source) = folder(&[]);
    fs::write(folder.path().join(std::ffi::OsStr::from_bytes(b"a\xFF.wasm")), "").unwrap();
    assert!(listed(&source).is_empty());
    assert_eq!(source.ignored().unwrap(), ["a\u{FFFD}.wasm"]);
}

#[test]
fn the_manifest_beside_a_component_gives_its_name() {
    let long = format!("---\nname: long\n---\n{}", "body\n".repeat(100_000));
    let (_folder, source) = folder(&[
        ("tables/skill.wasm", ""),
        ("tables/SKILL.md", "---\nname: other\n---\n"),
        ("long/SKILL.md", &long),
        ("bare/SKILL.md", "# Bare\n"),
        ("charts.wasm", ""),
        ("odd/SKILL.md/", ""),
    ]);
    for (skill, expected) in
        [("tables", Some("other")), ("long", Some("long")), ("bare", None), ("charts", None)]
    {
        assert_eq!(source.manifest_name(&id(skill)).unwrap().as_deref(), expected, "{skill}");
    }
    assert!(matches!(source.manifest_name(&id("odd")), Err(SourceError::NotAFile { .. })));
}

#[test]
fn memory_hands_out_what_it_was_given() {
    let source = MemorySource::new("bundled").with(id("b"), "bb".as_bytes()).with(id("a"), "a".as_bytes());
    assert_eq!(listed(&source), ["a", "b"]);
    assert_eq!(source.component(&id("b"), 2).unwrap(), "bb");
    assert_eq!(refusal(&source, "c"), "source `bundled` has no skill `c`");
    let error = source.component(&id("b"), 1).unwrap_err();
    assert!(matches!(error, SourceError::TooLarge { size: 2, most: 1, .. }), "{error}");
    assert_eq!(source.manifest_name(&id("a")).unwrap(), None);
}

#[test]
fn every_refusal_has_a_next_step() {
    let (_folder, source) = folder(&[]);
    let error = source.component(&id("none"), MOST).unwrap_err();
    assert!(error.hint().contains("<id>/skill.wasm"));
}
