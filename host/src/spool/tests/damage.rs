//! Files that are not what was written: an error or the right answer, never a wrong one.

use skillhost_artifacts::SourceError;

use super::*;
use crate::error::Code;
use crate::spool::block_checksums::BLOCK;
use crate::spool::read_error;

/// Every byte of a small file altered, every length cut: an error or the right answer, never a wrong one.
#[test]
fn a_damaged_file_never_answers_wrongly() {
    let data = DataDirectory::new();
    let spool = data.open();
    let (id, _) = put(&spool, b"one\ntwo\n");
    let file = data.only_file();
    let whole = fs::read(&file).unwrap();
    let check = |damaged: &[u8], what: &str| {
        fs::write(&file, damaged).unwrap();
        match spool.open(id).map(|source| source.read_at(0, 8)) {
            Err(StoreError::Damaged { path, .. }) => assert!(path.starts_with("spool"), "{what}"),
            Ok(Err(SourceError::Altered { offset: 0 })) => {}
            Ok(Ok(bytes)) => panic!("{what}: answered {bytes:?}"),
            Ok(Err(error)) => panic!("{what}: {error}"),
            Err(error) => panic!("{what}: {error}"),
        }
    };
    for index in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[index] ^= 0x10;
        check(&damaged, &format!("byte {index} altered"));
        check(&whole[..index], &format!("cut to {index}"));
    }
    check(&[&whole[..], b"x"].concat(), "longer");
    check(&[&whole[..], &whole[..]].concat(), "twice");
    check(&vec![0; 1 << 20], "zeros");
    fs::write(&file, &whole).unwrap();
    assert_eq!(content(&*spool.open(id).unwrap()), b"one\ntwo\n");
}

/// A block that no one asked for is not read: damage shows where it is, and only there.
#[test]
fn damage_in_one_block_leaves_the_others_readable() {
    let data = DataDirectory::new();
    let spool = data.open();
    let (id, _) = put(&spool, &vec![b'a'; 3 * BLOCK as usize]);
    let mut bytes = fs::read(data.only_file()).unwrap();
    bytes[BLOCK as usize] = b'b';
    fs::write(data.only_file(), bytes).unwrap();
    let source = spool.open(id).unwrap();
    assert!(source.read_at(0, 10).is_ok());
    assert!(source.read_at(2 * BLOCK, 10).is_ok());
    assert!(matches!(source.read_at(BLOCK - 1, 2), Err(SourceError::Altered { offset: BLOCK })));
}

/// The new bytes take the place of the old ones in one step: there is no moment without either.
#[test]
fn damaged_bytes_make_way_for_whole_ones() {
    let data = DataDirectory::new();
    let spool = data.open();
    let (id, _) = put(&spool, b"text");
    fs::write(data.only_file(), b"te").unwrap();
    let mut given_up = spool.replace(id).unwrap();
    given_up.write(b"te").unwrap();
    drop(given_up);
    let mut writer = spool.replace(id).unwrap();
    writer.write(b"text").unwrap();
    assert!(matches!(spool.open(id), Err(StoreError::Damaged { .. })), "until it is sealed");
    writer.seal().unwrap();
    spool.commit(&[id]).unwrap();
    assert_eq!(content(&*spool.open(id).unwrap()), b"text");
    assert_eq!(data.files().len(), 1);
}

/// A file that is cut while it is open.
#[test]
fn a_file_that_shrinks_is_damaged() {
    let data = DataDirectory::new();
    let spool = data.open();
    let (id, _) = put(&spool, &[b'a'; 100]);
    let source = spool.open(id).unwrap();
    fs::OpenOptions::new().write(true).open(data.only_file()).unwrap().set_len(10).unwrap();
    let error = source.read_at(50, 10).unwrap_err();
    assert!(matches!(error, SourceError::Damaged { expected: 100, found: 10 }), "{error}");
    let error = read_error(id, error);
    assert_eq!(error.code(), Code::StoreDamaged);
    assert_eq!(error.to_string(), format!("`{id}` is damaged: its bytes end at 10 of 100"));
}

/// Damage calls for a backup, a failing disk for another disk: the two are told apart.
#[test]
fn a_disk_that_cannot_be_read_is_not_damage() {
    let error = read_error(Handle::new(), SourceError::Io(std::io::ErrorKind::TimedOut.into()));
    assert!(matches!(error, StoreError::Io { action: "read", .. }), "{error}");
}
