//! A disk that is full or fails at each step of writing: an error of its own, and nothing is left.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::error::Code;
use crate::spool::disk::{Disk, DiskFile};

/// Where the disk fails, and with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    Create,
    /// After this many bytes; the write before ends short, as on a disk that is about to be full.
    Room(usize, io::ErrorKind),
    Rename,
    /// Syncing the file that was made as the so-manieth.
    SyncFile(usize),
    SyncDirectory,
}

struct FailingDisk {
    directory: Dir,
    fault: Fault,
    made: AtomicUsize,
}

struct FailingFile {
    file: Box<dyn DiskFile>,
    room: Option<(usize, io::ErrorKind)>,
    syncs: bool,
}

impl Disk for FailingDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        if self.fault == Fault::Create {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let room = match self.fault {
            Fault::Room(room, kind) => Some((room, kind)),
            _ => None,
        };
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let file = Disk::create(&self.directory, path)?;
        Ok(Box::new(FailingFile { file, room, syncs: self.fault != Fault::SyncFile(number) }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        match self.fault {
            Fault::Rename => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
            _ => Disk::rename(&self.directory, from, to),
        }
    }

    fn directory(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let file = self.directory.directory(path)?;
        Ok(Box::new(FailingFile { file, room: None, syncs: self.fault != Fault::SyncDirectory }))
    }
}

impl Write for FailingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.room {
            None => self.file.write(bytes),
            Some((0, kind)) => Err((*kind).into()),
            Some((room, _)) => {
                let written = self.file.write(&bytes[..bytes.len().min(*room)])?;
                *room -= written;
                Ok(written)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl DiskFile for FailingFile {
    fn sync(&self) -> io::Result<()> {
        if self.syncs { self.file.sync() } else { Err(io::Error::other("the disk is gone")) }
    }
}

fn failing(data: &DataDirectory, fault: Fault) -> DirectorySpool {
    let directory = Dir::open_ambient_dir(data.0.path(), ambient_authority()).unwrap();
    let disk = FailingDisk { directory: directory.try_clone().unwrap(), fault, made: AtomicUsize::default() };
    DirectorySpool::on(&directory, Box::new(disk)).unwrap()
}

#[test]
fn each_fault_is_its_own_error_and_leaves_nothing() {
    const LENGTH: usize = 100_000;
    let full = io::ErrorKind::StorageFull;
    for (fault, action, code) in [
        (Fault::Create, "create", Code::StoreFull),
        (Fault::Room(0, full), "write", Code::StoreFull),
        (Fault::Room(LENGTH / 2, full), "write", Code::StoreFull),
        (Fault::Room(LENGTH, full), "write", Code::StoreFull), // no room for the footer
        (Fault::Room(LENGTH / 2, io::ErrorKind::QuotaExceeded), "write", Code::StoreFull),
        (Fault::Room(LENGTH / 2, io::ErrorKind::FileTooLarge), "write", Code::StoreFull),
        (Fault::Room(LENGTH / 2, io::ErrorKind::Other), "write", Code::StoreFailed),
        (Fault::Rename, "rename", Code::StoreFailed),
        (Fault::SyncFile(0), "sync", Code::StoreFailed),
        (Fault::SyncDirectory, "sync", Code::StoreFailed),
    ] {
        let data = DataDirectory::new();
        let spool = failing(&data, fault);
        let id = Handle::new();
        let written = write(&spool, id, &[b'x'; LENGTH]).unwrap_err();
        assert_eq!(written.code(), code, "{fault:?}: {written}");
        assert!(
            matches!(&written, StoreError::Io { action: was, path, .. }
            if *was == action && path.starts_with("spool")),
            "{fault:?}: {written}"
        );
        assert_eq!(data.files(), Vec::<PathBuf>::new(), "{fault:?}");
        assert!(is_missing(&spool, id), "{fault:?}");
        put(&data.open(), b"the disk is well again");
    }
    let data = DataDirectory::new();
    assert_eq!(write(&failing(&data, Fault::None), Handle::new(), &[0; LENGTH]).unwrap().bytes, 100_000);
}

fn write(spool: &dyn Spool, id: Handle, bytes: &[u8]) -> Result<Sealed, StoreError> {
    let mut writer = spool.create(id)?;
    let written = bytes.chunks(4_000).try_for_each(|chunk| writer.write(chunk));
    let sealed = writer.seal();
    assert!(written.is_ok() || sealed.is_err(), "sealed after a failed write");
    written.and(sealed).and_then(|sealed| spool.commit(&[id]).map(|()| sealed))
}

/// More contents than threads that sync; and one among them that fails.
#[test]
fn an_answer_is_committed_whole_or_not_at_all() {
    for fault in [Fault::None, Fault::SyncFile(0), Fault::SyncFile(99), Fault::SyncFile(149)] {
        let data = DataDirectory::new();
        let spool = failing(&data, fault);
        let batch: Vec<Handle> = (0..150).map(|_| Handle::new()).collect();
        for id in &batch {
            let mut writer = spool.create(*id).unwrap();
            writer.write(b"text").unwrap();
            writer.seal().unwrap();
        }
        assert_eq!(spool.commit(&batch).is_err(), fault != Fault::None);
        assert_eq!(data.files().len(), if fault == Fault::None { 150 } else { 0 });
    }
}

/// A file that another took away before it could be sealed.
#[test]
fn a_staged_file_that_vanished_is_an_error() {
    let data = DataDirectory::new();
    let spool: Arc<dyn Spool> = Arc::new(data.open());
    let mut writer = spool.create(Handle::new()).unwrap();
    writer.write(b"text").unwrap();
    fs::remove_file(data.only_file()).unwrap();
    assert!(matches!(writer.seal(), Err(StoreError::Io { action: "rename", .. })));
    assert_eq!(data.files(), Vec::<PathBuf>::new());
}
