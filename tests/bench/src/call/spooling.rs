//! Spooling 1 GiB in chunks, over copying the same file with fsync; and what memory that takes.

use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use skillhost::ids::Handle;
use skillhost::records::open_directory;
use skillhost::spool::Spool as _;
use skillhost_bench::measure::{Samples, Work};
use wasmtime::bail;

use crate::figure::{Aim, Figure, Unit};
use crate::{Setting, consumption, part, stored};

pub(crate) const PART: &str = "spooling";
const SIZE: u64 = 1 << 30;
const BATCHES: usize = 9;
/// Flat: checksums and line index of 1 GiB take a third of a MiB.
const FLAT_MIB: f64 = 8.0;

/// Bytes by which a process grew that spooled once.
#[derive(Serialize, Deserialize)]
pub(crate) struct Grown(u64);

/// Time in turns, memory in a process of its own.
pub(crate) fn measure(setting: &Setting) -> wasmtime::Result<Vec<Figure>> {
    let scratch = setting.places.scratch();
    let (from, copy, directory) = (scratch.join("text"), scratch.join("copy"), scratch.join("data"));
    stored::write_text(&from, SIZE)?;
    let store = open_directory(&directory)?;
    let spooled = RefCell::new(Vec::new());
    let works = vec![
        Work::new(|rounds| (0..rounds).try_for_each(|_| stored::copy(&from, &copy)))
            .putting_away(1, || Ok(std::fs::remove_file(&copy)?)),
        Work::new(|rounds| {
            (0..rounds).try_for_each(|_| {
                let handle = Handle::new();
                stored::spool(&store.spool, handle, &from)?;
                spooled.borrow_mut().push(handle);
                Ok(())
            })
        })
        .putting_away(1, || {
            for handle in spooled.take() {
                store.spool.delete(handle)?;
            }
            Ok(())
        }),
    ];
    let samples = setting.turns(BATCHES, Duration::ZERO).measure(works)?;
    let [copied, spooled] = samples.as_slice() else { bail!("not both were measured") };
    let Grown(grown) = part::elsewhere(PART, &[directory.as_os_str(), from.as_os_str()])?;
    let time = Figure::absolute("spool-1gib", Unit::Milliseconds, spooled, Some(Aim::AtMost(2.0)));
    let memory = Samples(vec![grown as f64]);
    Ok(vec![
        time.over("read and write 1 MiB at a time, fsync file and folder", spooled, copied),
        Figure::absolute("spool-1gib-memory", Unit::Mebibytes, &memory, Some(Aim::AtMost(FLAT_MIB))),
    ])
}

/// Spools the file once and takes it away again.
pub(crate) fn spool_once(directory: &Path, from: &Path) -> wasmtime::Result<Grown> {
    let store = open_directory(directory)?;
    let before = consumption::peak_memory()?;
    let handle = Handle::new();
    stored::spool(&store.spool, handle, from)?;
    let after = consumption::peak_memory()?;
    store.spool.delete(handle)?;
    Ok(Grown(after.saturating_sub(before)))
}
