//! What an examination found, as data: what, where, how large, and what was done about it. Holds no behaviour but the
//! words for people.

/// What an examination of a data directory came to.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct DoctorReport {
    /// Records that were looked at.
    pub records: u64,
    /// Bytes of their contents, as the records have it.
    pub bytes: u64,
    /// The findings, the first thousand, in the order in which they were made.
    pub findings: Vec<Finding>,
    /// How many findings there are besides.
    pub unlisted: u64,
    /// How many of all findings are damage that remains.
    pub damage: u64,
    /// Whether it went on to the end.
    pub complete: bool,
}

/// One thing that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// Where: a handle, or a path relative to the data directory.
    pub place: String,
    /// Its size on disk; of a record, the bytes that it names.
    pub bytes: u64,
    /// What exactly is wrong, in the store's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What was done about it.
    #[serde(flatten)]
    pub done: Done,
}

/// The things that can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Contents that a process was writing when it ended.
    Unfinished,
    /// A file that a crash cut short, and that no record names.
    HalfFile,
    /// A whole content that no record names.
    OrphanedBytes,
    /// A file beside compiled code that was never finished.
    CacheLeftover,
    /// A file that no host has put there.
    Foreign,
    /// What is counted as in use is not what is stored.
    UsageWrong,
    /// The index of texts is not that of the texts.
    TextIndexWrong,
    /// A record whose bytes are gone.
    BytesMissing,
    /// A record whose bytes are not those that were stored.
    BytesAltered,
    /// A record that is not what was inserted.
    RecordAltered,
    /// The database itself is not whole.
    DatabaseDamaged,
}

impl FindingKind {
    /// In a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Unfinished => "unfinished contents of a process that has ended",
            Self::HalfFile => "half a file, named by no record",
            Self::OrphanedBytes => "bytes that no record names",
            Self::CacheLeftover => "unfinished file beside compiled code",
            Self::Foreign => "nothing of this program",
            Self::UsageWrong => "what is in use was counted wrongly",
            Self::TextIndexWrong => "the index of texts does not fit the texts",
            Self::BytesMissing => "the bytes behind a record are gone",
            Self::BytesAltered => "the bytes behind a record are damaged",
            Self::RecordAltered => "a record is damaged",
            Self::DatabaseDamaged => "the database is damaged",
        }
    }

    /// Whether an answer could be missing or wrong for it. All else costs space and nothing more.
    #[must_use]
    pub fn is_damage(self) -> bool {
        match self {
            Self::Unfinished | Self::HalfFile | Self::OrphanedBytes | Self::CacheLeftover | Self::Foreign => {
                false
            }
            Self::UsageWrong
            | Self::TextIndexWrong
            | Self::BytesMissing
            | Self::BytesAltered
            | Self::RecordAltered
            | Self::DatabaseDamaged => true,
        }
    }
}

/// What was done about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "done", content = "why", rename_all = "kebab-case")]
pub enum Done {
    /// It is gone.
    Removed,
    /// It is right now.
    Corrected,
    /// It is as it was.
    Left(Reason),
}

/// Why something was left as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Nothing was to be repaired.
    OnlyLooking,
    /// It may belong to a call of a process that has the store open.
    InUse,
    /// It is no one's of this program to remove.
    NotOurs,
    /// It is older than the records, which may stand in for ones that were lost.
    Older,
    /// While the records are damaged, no one can say what they name.
    RecordsDamaged,
    /// Only a backup has what was there.
    Lost,
    /// The file system or the database refused; the detail has its reason.
    Refused,
}

impl Reason {
    /// In a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::OnlyLooking => "only looking",
            Self::InUse => "another process has the store open, and it may be of a call that runs there",
            Self::NotOurs => "no host has put it there",
            Self::Older => {
                "it is older than the records: where they were lost, `skillhost restore` brings them back from a backup"
            }
            Self::RecordsDamaged => "the records are damaged, and one of them may name it",
            Self::Lost => "only a backup has what was there",
            Self::Refused => "it could not be mended",
        }
    }
}
