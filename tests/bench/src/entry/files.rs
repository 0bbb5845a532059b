//! What a guest's files and streams cost by each way in: on an executor, a system call that may block has to be
//! handed to another thread, one by one.

use std::path::Path;
use std::sync::Arc;

use skillhost_bench::engine::{self, Settings};
use skillhost_bench::guest::{Files, Guest, Prepared};

use crate::job::Job;
use crate::report::Table;
use crate::ways::{EVENT_INTERVAL, Executor, Executors, on_blocking_pool, on_fibre, on_this_thread};

const FILE_BYTES: usize = 4096;

/// One table for reading a small file, one for many writes to standard output.
pub(crate) fn measure(guest: &Guest, root: &Path) -> wasmtime::Result<Vec<Table>> {
    let directory = root.join("target/bench/data");
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("file"), "x".repeat(FILE_BYTES))?;
    let engine = engine::start(Settings::default())?;
    let inline = Arc::new(Prepared::new(&engine, guest, Files::Inline(directory.clone()))?);
    let handed_off = Arc::new(Prepared::new(&engine, guest, Files::HandedOff(directory))?);
    let executors = Executors::new(EVENT_INTERVAL)?;
    let many = Executor::Many(&executors.many);

    let answered = "poured 32768 bytes".len();
    let tools = [
        ("reads a file of 4 KiB", "read_file", r#"{"path":"/data/file"}"#, FILE_BYTES),
        ("writes 32 times to its output", "stdout", r#"{"length":32768}"#, answered),
    ];
    let mut tables = Vec::new();
    for (what, tool, arguments, answer_bytes) in tools {
        let job = |guest| Job::new(guest, tool, arguments, answer_bytes);
        let rows = vec![
            ("thread: the caller's".to_owned(), on_this_thread(job(&inline))),
            (
                "pool: spawn_blocking, from a multi-thread executor".to_owned(),
                on_blocking_pool(many, &executors, job(&inline)),
            ),
            ("fibre: blocking calls handed off".to_owned(), on_fibre(many, job(&handed_off))),
            ("fibre: blocking calls on the executor's thread".to_owned(), on_fibre(many, job(&inline))),
        ];
        let title = format!("the {} guest {what}", guest.name);
        tables.push(Table::measure(title, rows)?);
    }
    Ok(tables)
}
