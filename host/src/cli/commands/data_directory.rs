//! The data directory that the deployer's file names, and work on it that can be watched and ended. Opens nothing. The
//! commands that look after what is stored share it.

use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::config::{Config, StoreChoice};
use crate::error::{Error, Mistake};
use crate::maintenance::Watch;

/// What the deployer's file says about the store.
pub(super) struct DataDirectory {
    /// Where it is.
    pub(super) path: PathBuf,
    /// Where compiled code is kept, if not below it.
    pub(super) cache: Option<PathBuf>,
}

impl DataDirectory {
    /// As the deployer's file says; a host that keeps nothing has none.
    pub(super) fn of(context: &Context) -> Result<Self, Failure> {
        let file = context.config_file()?;
        let config = Config::load(&file).and_then(|config| match config.store {
            StoreChoice::Directory(path) => Ok(Self { path, cache: config.cache_directory }),
            StoreChoice::Memory => Err(Error::InvalidConfig { mistakes: vec![kept_nowhere()] }),
        });
        config.map_err(|error| Failure::in_config(file, error))
    }
}

/// Does long work: shows how far it is, and ends it at the first Ctrl-C.
pub(super) fn watched<T>(
    context: &Context,
    work: impl FnOnce(Watch<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let progress = context.console.compiling();
    context.interrupt.during(|cancellation| {
        work(&|step| {
            progress.tell(&step);
            if cancellation.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    })
}

fn kept_nowhere() -> Mistake {
    Mistake {
        line: None,
        key: "host.data-dir".to_owned(),
        problem: "is not set: this host keeps everything in memory, and nothing after it ends".to_owned(),
        hint: Some("set `data-dir` below [host] to the directory that is meant".to_owned()),
    }
}
