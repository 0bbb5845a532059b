//! The archive's bytes, the same for the same files: no clock, no owner, no order of its own. Checks no names.
//! Used by `zip`.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, Error, ZipArchiveWriter};

use crate::name::Name;

/// Seconds from 1970 to 1 January 1980, the first day that an archive can name.
const FIRST_DAY: i64 = 315_532_800;

/// A plain file that everyone may read and its owner may write.
const PERMISSIONS: u32 = 0o100_644;

/// Packs the files in this order.
pub(crate) fn archive(files: &[(Name<'_>, &str)]) -> Result<Vec<u8>, Error> {
    let mut archive = ZipArchiveWriter::builder().with_capacity(files.len()).build(Vec::new());
    for (name, text) in files {
        let (mut entry, config) = archive
            .new_file(name.as_str())
            .compression_method(CompressionMethod::DEFLATE)
            .last_modified(UtcDateTime::from_unix(FIRST_DAY))
            .unix_permissions(PERMISSIONS)
            .start()?;
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(text.as_bytes())?;
        let (encoder, descriptor) = writer.finish()?;
        encoder.finish()?;
        entry.finish(descriptor)?;
    }
    archive.finish()
}
