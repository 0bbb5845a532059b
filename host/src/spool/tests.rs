//! What every spool does, run over each; then what only a directory can show: restarts, damage, a failing
//! disk.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use proptest::prelude::*;
use skillhost_artifacts::{ByteSource, SourceError};

use super::block_checksums::BLOCK;
use super::disk_file::DiskFile;
use super::{DirectorySpool, MemorySpool, Sealed, Spool};
use crate::error::StoreError;
use crate::ids::Handle;

/// A data directory that goes with the value.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn open(&self) -> DirectorySpool {
        DirectorySpool::open(&Dir::open_ambient_dir(self.0.path(), ambient_authority()).unwrap()).unwrap()
    }

    /// Every file below the directory.
    fn files(&self) -> Vec<PathBuf> {
        fn walk(directory: &Path, files: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { walk(&path, files) } else { files.push(path) }
            }
        }
        let mut files = Vec::new();
        walk(self.0.path(), &mut files);
        files
    }

    fn only_file(&self) -> PathBuf {
        let [file] = self.files().try_into().unwrap();
        file
    }

    fn staging_directories(&self) -> usize {
        fs::read_dir(self.0.path().join("spool/staging")).unwrap().count()
    }
}

fn for_each_spool(test: impl Fn(&dyn Spool)) {
    test(&MemorySpool::new());
    test(&Disk::new().open());
}

fn put(spool: &dyn Spool, content: &[u8]) -> (Handle, Sealed) {
    let id = Handle::new();
    let mut writer = spool.create(id).unwrap();
    writer.write(content).unwrap();
    let sealed = writer.seal().unwrap();
    spool.commit(&[id]).unwrap();
    (id, sealed)
}

fn content(source: &dyn ByteSource) -> Vec<u8> {
    source.read_at(0, usize::try_from(source.len()).unwrap()).unwrap().to_vec()
}

fn is_missing(spool: &dyn Spool, id: Handle) -> bool {
    matches!(spool.open(id), Err(StoreError::Missing { .. }))
}

/// Behaviour 6.1: the table of lines; and which content is text.
#[test]
fn contents_are_measured_while_they_are_written() {
    for_each_spool(|spool| {
        for (bytes, lines, utf8) in [
            (b"".as_slice(), 0, true),
            (b"a", 1, true),
            (b"a\nb", 2, true),
            (b"a\nb\n", 3, true),
            (b"a\r\nb\r\n", 3, true),
            (b"\xef\xbb\xbf", 0, true),
            (b"\xef\xbb\xbfa\n", 2, true),
            (b"\xff\n\xff", 2, false),
            (b"cut \xc3", 1, false),
        ] {
            let (id, sealed) = put(spool, bytes);
            assert_eq!(sealed, Sealed { bytes: bytes.len() as u64, lines, utf8 }, "{bytes:?}");
            let source = spool.open(id).unwrap();
            assert_eq!(source.len(), sealed.bytes);
            assert_eq!(source.line_index().line_count(), lines);
            assert_eq!(content(&*source), bytes);
        }
    });
}

#[test]
fn what_is_not_sealed_leaves_nothing() {
    let unsealed = |spool: &dyn Spool| {
        let id = Handle::new();
        let mut writer = spool.create(id).unwrap();
        writer.write(&[0; 100_000]).unwrap();
        assert!(is_missing(spool, id));
        drop(writer);
        assert!(is_missing(spool, id));
    };
    for_each_spool(unsealed);
    let disk = Disk::new();
    unsealed(&disk.open());
    assert_eq!(disk.files(), Vec::<PathBuf>::new());
}

#[test]
fn a_taken_handle_is_refused_and_keeps_its_content() {
    for_each_spool(|spool| {
        let (id, _) = put(spool, b"first");
        let mut second = spool.create(id).unwrap();
        second.write(b"second").unwrap();
        assert!(matches!(second.seal(), Err(StoreError::Collision { .. })));
        assert_eq!(content(&*spool.open(id).unwrap()), b"first");
    });
}

#[test]
fn an_open_content_outlives_its_deletion() {
    for_each_spool(|spool| {
        let (id, _) = put(spool, b"text");
        let source = spool.open(id).unwrap();
        assert!(spool.delete(id).unwrap());
        assert!(!spool.delete(id).unwrap());
        assert!(is_missing(spool, id));
        assert_eq!(content(&*source), b"text");
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Written in any chunks, read at any range: the bytes are those of the whole.
    #[test]
    fn any_range_of_any_content(
        seed in any::<[u8; 7]>(),
        length in 0..3 * BLOCK as usize,
        chunk in 1..2 * BLOCK as usize,
        ranges in prop::collection::vec((0..4 * BLOCK, 0..4 * BLOCK as usize), 1..8),
    ) {
        let byte = |index: usize| seed[index % 7].wrapping_add((index / 7) as u8);
        let bytes: Vec<u8> = (0..length).map(byte).collect();
        for_each_spool(|spool| {
            let id = Handle::new();
            let mut writer = spool.create(id).unwrap();
            bytes.chunks(chunk).for_each(|chunk| writer.write(chunk).unwrap());
            writer.seal().unwrap();
            let source = spool.open(id).unwrap();
            for (offset, count) in ranges.iter().copied().chain([(u64::MAX, 1), (0, usize::MAX)]) {
                let start = usize::try_from(offset).unwrap().min(length);
                let end = start.saturating_add(count).min(length);
                assert_eq!(source.read_at(offset, count).unwrap(), &bytes[start..end], "{offset} {count}");
            }
        });
    }
}

#[test]
fn the_next_host_reads_what_this_one_wrote() {
    let disk = Disk::new();
    let (id, _) = put(&disk.open(), b"a\nb");
    let source = disk.open().open(id).unwrap();
    assert_eq!(content(&*source), b"a\nb");
    assert_eq!(source.line_index().line_count(), 2);
    assert_eq!(disk.staging_directories(), 0);
}

#[test]
fn the_sweep_takes_what_the_dead_left_and_nothing_of_the_living() {
    let disk = Disk::new();
    let living = disk.open();
    let id = Handle::new();
    let mut writer = living.create(id).unwrap();
    writer.write(b"still being written").unwrap();
    let dead = disk.0.path().join("spool/staging").join(Handle::new().to_string());
    fs::create_dir(&dead).unwrap();
    fs::write(dead.join(Handle::new().to_string()), b"half").unwrap();

    let other = disk.open();
    assert!(!dead.exists());
    writer.seal().unwrap();
    assert_eq!(content(&*other.open(id).unwrap()), b"still being written");
}

/// Every byte of a small file altered, every length cut: an error or the right answer, never a wrong one.
#[test]
fn a_damaged_file_never_answers_wrongly() {
    let disk = Disk::new();
    let spool = disk.open();
    let (id, _) = put(&spool, b"one\ntwo\n");
    let file = disk.only_file();
    let whole = fs::read(&file).unwrap();
    let check = |damaged: &[u8], what: &str| {
        fs::write(&file, damaged).unwrap();
        match spool.open(id).map(|source| source.read_at(0, 8)) {
            Err(StoreError::Damaged { path, .. }) => assert!(path.starts_with("spool"), "{what}"),
            Ok(Err(SourceError::Io(error))) => {
                assert!(error.to_string().contains("is damaged"), "{what}: {error}")
            }
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
    let disk = Disk::new();
    let spool = disk.open();
    let (id, _) = put(&spool, &vec![b'a'; 3 * BLOCK as usize]);
    let mut bytes = fs::read(disk.only_file()).unwrap();
    bytes[BLOCK as usize] = b'b';
    fs::write(disk.only_file(), bytes).unwrap();
    let source = spool.open(id).unwrap();
    assert!(source.read_at(0, 10).is_ok());
    assert!(source.read_at(2 * BLOCK, 10).is_ok());
    assert!(source.read_at(BLOCK - 1, 2).is_err());
}

/// A file that is cut while it is open.
#[test]
fn a_file_that_shrinks_is_damaged() {
    let disk = Disk::new();
    let spool = disk.open();
    let (id, _) = put(&spool, &[b'a'; 100]);
    let source = spool.open(id).unwrap();
    fs::OpenOptions::new().write(true).open(disk.only_file()).unwrap().set_len(10).unwrap();
    let error = source.read_at(50, 10).unwrap_err();
    assert!(std::error::Error::source(&error).unwrap().to_string().contains("is damaged"));
}

/// A disk that has this much room, and may refuse to sync.
struct FailingDisk {
    file: cap_std::fs::File,
    room: usize,
    syncs: bool,
}

impl Write for FailingDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.room {
            0 => Err(io::ErrorKind::StorageFull.into()),
            // A short write, as a disk gives that is about to be full.
            room => {
                let written = self.file.write(&bytes[..bytes.len().min(room)])?;
                self.room -= written;
                Ok(written)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl DiskFile for FailingDisk {
    fn sync(&self) -> io::Result<()> {
        if self.syncs { self.file.sync() } else { Err(io::Error::other("the disk is gone")) }
    }
}

#[test]
fn a_full_or_broken_disk_is_an_error_that_leaves_nothing() {
    const LENGTH: usize = 100_000;
    for (room, syncs, expected) in [
        (0, true, Some(io::ErrorKind::StorageFull)),
        (LENGTH / 2, true, Some(io::ErrorKind::StorageFull)),
        (LENGTH, true, Some(io::ErrorKind::StorageFull)), // no room for the footer
        (2 * LENGTH, false, Some(io::ErrorKind::Other)),
        (2 * LENGTH, true, None),
    ] {
        let disk = Disk::new();
        let spool = disk.open();
        let id = Handle::new();
        let mut writer = spool.stage(id, |file| FailingDisk { file, room, syncs }).unwrap();
        let written = [b'x'; LENGTH].chunks(4_000).try_for_each(|chunk| writer.write(chunk));
        let failed_early = written.is_err();
        let sealed = writer.seal().and_then(|sealed| spool.commit(&[id]).map(|()| sealed));
        assert!(!failed_early || sealed.is_err(), "sealed after a failed write");
        match (written.and(sealed), expected) {
            (Ok(sealed), None) => assert_eq!(sealed.bytes, LENGTH as u64),
            (Err(StoreError::Io { source, .. }), Some(kind)) => {
                assert_eq!(source.kind(), kind, "room for {room}");
                assert_eq!(disk.files(), Vec::<PathBuf>::new(), "room for {room}");
                assert!(is_missing(&spool, id));
            }
            (outcome, _) => panic!("room for {room}: {outcome:?}"),
        }
    }
}

/// More contents than threads that sync; and one among them that fails.
#[test]
fn an_answer_is_committed_whole_or_not_at_all() {
    for failing in [None, Some(0), Some(99), Some(149)] {
        let disk = Disk::new();
        let spool = disk.open();
        let batch: Vec<Handle> = (0..150).map(|_| Handle::new()).collect();
        for (number, id) in batch.iter().enumerate() {
            let syncs = failing != Some(number);
            let mut writer = spool.stage(*id, |file| FailingDisk { file, room: usize::MAX, syncs }).unwrap();
            writer.write(b"text").unwrap();
            writer.seal().unwrap();
        }
        assert_eq!(spool.commit(&batch).is_err(), failing.is_some());
        assert_eq!(disk.files().len(), if failing.is_some() { 0 } else { 150 });
    }
}

#[test]
fn writers_in_many_threads_do_not_meet() {
    let disk = Disk::new();
    let spool: Arc<dyn Spool> = Arc::new(disk.open());
    std::thread::scope(|scope| {
        for number in 0..8_u8 {
            let spool = Arc::clone(&spool);
            scope.spawn(move || {
                for _ in 0..8 {
                    let (id, _) = put(&*spool, &[number; 1_000]);
                    assert_eq!(content(&*spool.open(id).unwrap()), [number; 1_000]);
                }
            });
        }
    });
    assert_eq!(disk.files().len(), 64);
}

#[test]
fn only_this_user_can_enter_the_spool() {
    use std::os::unix::fs::PermissionsExt as _;
    let disk = Disk::new();
    put(&disk.open(), b"text");
    for directory in [disk.0.path().join("spool"), disk.only_file().parent().unwrap().to_owned()] {
        assert_eq!(fs::metadata(directory).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
