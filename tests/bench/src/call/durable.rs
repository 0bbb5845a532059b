//! A call whose answer survives a crash, over the same durability by hand: a new file and its name written through, and one
//! row committed.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use skillhost::Config;
use skillhost_bench::measure::Work;
use wasmtime::bail;

use crate::figure::{Aim, Figure, Unit};
use crate::{Setting, calls, stored};

const SIZE: usize = 100;
const BATCHES: usize = 31;
const BATCH: Duration = Duration::from_millis(50);

/// One figure, in turns.
pub(crate) fn measure(setting: &Setting) -> wasmtime::Result<Vec<Figure>> {
    let scratch = setting.places.scratch();
    let session = calls::session(&setting.places, Config::at(&scratch.join("data")))?;
    let works = vec![by_hand(&scratch.join("by-hand"))?, calls::blocking(&session, SIZE, calls::SMALL_KEPT)];
    let samples = setting.turns(BATCHES, BATCH).measure(works)?;
    let [by_hand, durable] = samples.as_slice() else { bail!("not both were measured") };
    let figure = Figure::absolute("durable-100b", Unit::Microseconds, durable, Some(Aim::AtMost(1.3)));
    Ok(vec![figure.over("write, fsync file and folder, one SQLite commit (WAL, FULL)", durable, by_hand)])
}

fn by_hand(directory: &Path) -> wasmtime::Result<Work<'static>> {
    std::fs::create_dir(directory)?;
    let connection = Connection::open(directory.join("rows.sqlite"))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection
        .execute_batch("CREATE TABLE answers (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")?;
    let (directory, text, mut number) = (directory.to_owned(), "x".repeat(SIZE), 0_u64);
    Ok(Work::new(move |rounds| {
        for _ in 0..rounds {
            number += 1;
            let path = directory.join(number.to_string());
            let mut file = File::create_new(&path)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            stored::sync_folder_of(&path)?;
            connection.execute("INSERT INTO answers VALUES (?1, ?2)", (number, &text))?;
        }
        Ok(())
    }))
}
