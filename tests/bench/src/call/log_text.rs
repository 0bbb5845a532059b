//! A text like a server's log, the same at every run. No line of it says anything true.

use std::io::{self, Write};

/// One in this many lines is a rare one: some dozens in 256 MiB.
const RARE: u64 = 65_536;

/// Writes whole lines until there are at least `bytes`; gives the number of bytes.
pub(crate) fn write(bytes: u64, to: &mut dyn Write) -> io::Result<u64> {
    let mut written = 0;
    let mut line = Vec::new();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for number in 0_u64.. {
        if written >= bytes {
            break;
        }
        // An xorshift: numbers that look like a log's, without a dependency.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let (worker, item, took) = (state % 32, state >> 40, (state >> 8) % 10_000);
        let (hours, minutes, seconds, millis) =
            (number / 3_600_000 % 24, number / 60_000 % 60, number / 1000 % 60, number % 1000);
        line.clear();
        write!(line, "2026-12-01T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z worker-{worker:02} ")?;
        if number % RARE == RARE - 1 {
            writeln!(line, "ERROR checksum mismatch in block {item}, gave up after {took} ms")?;
        } else {
            writeln!(line, "INFO served /items/{item} with status 200 in {took} ms")?;
        }
        to.write_all(&line)?;
        written += line.len() as u64;
    }
    Ok(written)
}
