//! Files on disk: found upward, refused when they cannot be read.

use std::fs;
use std::path::Path;

use crate::config::{Config, MOST_BYTES, StoreChoice};
use crate::error::Error;

fn mistake(path: &Path) -> (Option<usize>, String) {
    match Config::load(path) {
        Err(Error::InvalidConfig { mistakes }) => (mistakes[0].line, mistakes[0].problem.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_is_loaded_with_its_folder_as_base() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("skillhost.toml");
    fs::write(&path, "[host]\ndata-dir = \"store\"\n").unwrap();
    let config = Config::load(&path).unwrap();
    assert_eq!(config.store, StoreChoice::Directory(folder.path().join("store")));
}

#[test]
fn what_cannot_be_read_is_one_mistake_that_names_no_path() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("skillhost.toml");

    let (line, problem) = mistake(&file);
    assert_eq!(line, None);
    assert!(problem.starts_with("the file cannot be read: "), "{problem}");
    assert!(!problem.contains("skillhost.toml"), "{problem}");

    assert_eq!(mistake(folder.path()), (None, "what stands there is not a file".to_owned()));

    fs::write(&file, b"[host]\n# \xFF\n").unwrap();
    assert_eq!(mistake(&file), (Some(2), "the file is not UTF-8 text here".to_owned()));

    fs::write(&file, vec![b'\n'; MOST_BYTES + 1]).unwrap();
    assert_eq!(mistake(&file), (None, format!("the file is larger than {MOST_BYTES} bytes")));
    fs::write(&file, vec![b'\n'; MOST_BYTES]).unwrap();
    assert!(Config::load(&file).is_ok());
}

#[test]
fn the_nearest_file_upward_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("a/b");
    fs::create_dir_all(&deep).unwrap();
    fs::write(folder.path().join("skillhost.toml"), "").unwrap();
    assert_eq!(Config::find(&deep), Some(folder.path().join("skillhost.toml")));
    // A folder of that name is no file.
    fs::create_dir(deep.join("skillhost.toml")).unwrap();
    assert_eq!(Config::find(&deep), Some(folder.path().join("skillhost.toml")));
    fs::write(folder.path().join("a/skillhost.toml"), "").unwrap();
    assert_eq!(Config::find(&deep), Some(folder.path().join("a/skillhost.toml")));
}
