//! The doctor: looks at a data directory as a whole, mends what can be mended without losing anything, and says what it
//! found. The order of its steps is the point: nothing is removed for want of a record before the records are known to
//! be whole.
//!
//! Never touches a directory of another program or version. Decides about no record: what is lost stays lost until it is
//! restored.

use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::error::{Error, StoreError};
use crate::records::{SqliteRecords, open_directory};
use crate::spool::{DirectorySpool, Entry, Inventory};

use super::content::Depth;
use super::database::{self, Soundness};
use super::findings::Findings;
use super::report::{DoctorReport, Reason};
use super::steps::{Ending, Steps, Watch};
use super::turn::Turn;
use super::{leftovers, sides, stored, walk};

/// How a data directory is looked at. The default repairs, and reads no content as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examination {
    /// Whether what can be mended is. Where not, nothing is altered, but that records of an older version are brought to
    /// this one, as by any opening.
    pub repair: bool,
    /// Whether every content is read to its end, each block against its checksum. Where not, a bit that flipped inside
    /// of one is not seen.
    pub contents: bool,
    /// Where compiled code is kept; none: below the data directory.
    pub cache: Option<PathBuf>,
}

impl Default for Examination {
    fn default() -> Self {
        Self { repair: true, contents: false, cache: None }
    }
}

/// Looks a data directory over, while hosts may use it.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use skillhost::maintenance::{self, Examination};
///
/// # fn main() -> Result<(), skillhost::Error> {
/// let watch = |_| ControlFlow::Continue(());
/// let report = maintenance::doctor(".skillhost".as_ref(), &Examination::default(), &watch)?;
/// for finding in &report.findings {
///     println!("{}: {}", finding.place, finding.kind.about());
/// }
/// assert_eq!(report.damage, 0);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::DataDirectoryUnusable`] and [`Error::DataDirectoryVersion`], as for a host; [`Error::StoreFailed`] where the
/// directory as a whole cannot be looked at, or another is repairing it. Damage is no error; the report has it.
pub fn doctor(
    data_directory: &Path,
    examination: &Examination,
    watch: Watch<'_>,
) -> Result<DoctorReport, Error> {
    sides::holds_records(data_directory)?;
    let _turn = if examination.repair { Some(Turn::take(data_directory)?) } else { None };
    let patient = Patient::open(data_directory, examination.repair)?;
    let mut findings = Findings::new(examination.repair);
    let complete = match patient.examine(data_directory, examination, watch, &mut findings) {
        Ok(()) => true,
        Err(Ending::Interrupted) => false,
        Err(Ending::Failed(error)) => return Err(error),
    };
    Ok(DoctorReport { complete, ..findings.report })
}

/// A data directory that is being looked at. It has a staging directory of its own, as a host has.
struct Patient {
    /// What ended processes had left unfinished when it was opened; opening it to repair it has swept that.
    unfinished: Vec<Entry>,
    inventory: Inventory,
    spool: DirectorySpool,
    records: SqliteRecords,
}

impl Patient {
    fn open(path: &Path, repair: bool) -> Result<Self, Error> {
        let failed = Error::store("opening the data directory");
        let io = |source| StoreError::Io { action: "open", path: path.to_owned(), source };
        let directory = Dir::open_ambient_dir(path, ambient_authority()).map_err(io).map_err(&failed)?;
        let inventory = Inventory::of(&directory).map_err(&failed)?;
        let unfinished = inventory.staging().map_err(&failed)?;
        let (spool, records) = if repair {
            let embedded = open_directory(path)?;
            (embedded.spool, embedded.records)
        } else {
            let spool = DirectorySpool::unswept(&directory).map_err(&failed)?;
            let records = SqliteRecords::open(&path.join(sides::RECORDS_FILE), &spool)?;
            (spool, records)
        };
        Ok(Self { unfinished, inventory, spool, records })
    }

    fn examine(
        &self,
        data_directory: &Path,
        examination: &Examination,
        watch: Watch<'_>,
        findings: &mut Findings,
    ) -> Result<(), Ending> {
        let Self { unfinished, inventory, spool, records } = self;
        let failed = Error::store("looking through the records");
        let mut steps = Steps::new(watch, walk::count(records).map_err(failed)?);
        steps.tell()?;
        let soundness = database::examine(records, spool, examination.repair, findings)?;
        let depth = if examination.contents { Depth::Blocks } else { Depth::Footer };
        stored::examine(records, inventory, depth, &mut steps, findings)?;

        leftovers::staging(unfinished, inventory, findings);
        let doubt = (soundness == Soundness::Doubtful).then_some(Reason::RecordsDamaged);
        leftovers::contents(inventory, records, doubt, &steps, findings)?;
        let below = data_directory.join("cache");
        leftovers::cache(
            examination.cache.as_deref().unwrap_or(&below),
            data_directory,
            inventory,
            findings,
        )?;
        Ok(())
    }
}
