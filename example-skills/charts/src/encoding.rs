//! The PNG that a canvas becomes, encoded row by row straight into the host. Used by `frame`.

use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder};
use skillhost_guest::{Failure, Media};

use crate::canvas::{CHANNELS, Canvas};

/// Encodes a canvas of this many pixels, halved along both sides.
pub(crate) fn encode(canvas: &Canvas, width: u32, height: u32) -> Result<Media, Failure> {
    let mut media = Media::options("image/png").filename("chart.png").create()?;
    let mut encoder = Encoder::new(&mut media, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut rows = canvas.rows();
    while let (Some(upper), Some(lower)) = (rows.next(), rows.next()) {
        stream.write_all(&halve(upper, lower))?;
    }
    stream.finish()?;
    writer.finish()?;
    Ok(media)
}

/// Each pixel is the mean of the four drawn for it.
fn halve(upper: &[u8], lower: &[u8]) -> Vec<u8> {
    let mut row = Vec::with_capacity(upper.len() / 2);
    for (upper, lower) in upper.chunks_exact(2 * CHANNELS).zip(lower.chunks_exact(2 * CHANNELS)) {
        let (upper_left, upper_right) = upper.split_at(CHANNELS);
        let (lower_left, lower_right) = lower.split_at(CHANNELS);
        let corners = upper_left.iter().zip(upper_right).zip(lower_left.iter().zip(lower_right));
        row.extend(corners.map(|((a, b), (c, d))| {
            let total: u16 = [a, b, c, d].into_iter().map(|corner| u16::from(*corner)).sum();
            ((total + 2) / 4) as u8
        }));
    }
    row
}
