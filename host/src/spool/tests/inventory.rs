//! The spool as a listing: everything is seen, and seen for what it is.

use std::os::unix::fs::symlink;

use super::*;
use crate::spool::{Inventory, Lying};

fn inventory(data: &DataDirectory) -> Inventory {
    Inventory::of(&Dir::open_ambient_dir(data.0.path(), ambient_authority()).unwrap()).unwrap()
}

fn all(inventory: &Inventory) -> Vec<(Lying, PathBuf, u64)> {
    let mut entries = inventory.staging().unwrap();
    for directory in inventory.directories().unwrap() {
        entries.extend(inventory.list(&directory).unwrap());
    }
    let mut seen: Vec<_> = entries.into_iter().map(|entry| (entry.lying, entry.path, entry.bytes)).collect();
    seen.sort_by(|one, other| one.1.cmp(&other.1));
    seen
}

#[test]
fn where_there_is_no_spool_there_is_nothing() {
    let data = DataDirectory::new();
    assert_eq!(all(&inventory(&data)), []);
    assert_eq!(inventory(&data).living().unwrap(), 0);
}

#[test]
fn every_entry_is_seen_for_what_it_is() {
    let data = DataDirectory::new();
    let spool = data.open();
    let (id, _) = put(&spool, b"text");
    let content = data.only_file();
    let mut begun = spool.create(Handle::new()).unwrap();
    begun.write(b"of the living").unwrap();
    let path = |name: &str| data.0.path().join("spool").join(name);
    fs::create_dir(path("staging/dead")).unwrap();
    fs::write(path("staging/dead").join(Handle::new().to_string()), b"half").unwrap();
    fs::create_dir(path("staging/new-0193")).unwrap();
    fs::write(path("staging/notes"), b"?").unwrap();
    fs::write(path("readme"), b"??").unwrap();
    fs::create_dir(path("Z9")).unwrap();
    // Names that are handles, but not where their contents belong, or no files.
    let shard = content.parent().unwrap();
    fs::write(path("00").with_file_name(id.to_string()), b"").unwrap();
    let elsewhere = Handle::new().to_string();
    symlink(&content, shard.join(&elsewhere)).unwrap();
    fs::create_dir(shard.join("0193")).unwrap();

    let relative = |path: &Path| path.strip_prefix(data.0.path()).unwrap().to_owned();
    let mut expected = vec![
        (Lying::Content(id), relative(&content), fs::metadata(&content).unwrap().len()),
        (Lying::Unfinished, relative(&path("staging/dead")), 4),
        (Lying::Begun, relative(&path("staging/new-0193")), 0),
        (Lying::Foreign, relative(&path("staging/notes")), 1),
        (Lying::Foreign, relative(&path("readme")), 2),
        (Lying::Foreign, relative(&path("Z9")), 0),
        (Lying::Foreign, relative(&path(&id.to_string())), 0),
        (Lying::Foreign, relative(&shard.join(elsewhere)), 0),
        (Lying::Foreign, relative(&shard.join("0193")), 0),
    ];
    expected.sort_by(|one, other| one.1.cmp(&other.1));
    assert_eq!(all(&inventory(&data)), expected);
    assert_eq!(inventory(&data).living().unwrap(), 1);
}

#[test]
fn what_is_removed_is_gone_and_may_have_gone_before() {
    let data = DataDirectory::new();
    let (id, _) = put(&data.open(), b"text");
    let dead = data.0.path().join("spool/staging").join(Handle::new().to_string());
    fs::create_dir(&dead).unwrap();
    fs::write(dead.join("half"), b"half").unwrap();
    let inventory = inventory(&data);
    assert_eq!(content(&*inventory.open(id).unwrap()), b"text");
    let mut entries = inventory.staging().unwrap();
    for directory in inventory.directories().unwrap() {
        entries.extend(inventory.list(&directory).unwrap());
    }
    assert_eq!(entries.len(), 2);
    for _ in 0..2 {
        entries.iter().for_each(|entry| inventory.remove(entry).unwrap());
        assert_eq!(data.files(), Vec::<PathBuf>::new());
    }
    assert!(matches!(inventory.open(id), Err(StoreError::Missing { .. })));
}
