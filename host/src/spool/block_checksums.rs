//! A CRC-32 for each block of a content, so that altered bytes are never handed out as an answer, and a read
//! from the middle of a large content need not look at the rest. Guards against a failing disk, not against
//! an attacker. Called by the writer of a staged file and the reader of a sealed one.

/// Bytes of content per checksum. A read of 64 KiB from anywhere checks at most 16 KiB too many at either
/// end, and the checksums of 1 GiB take 256 KiB.
pub(super) const BLOCK: u64 = 16 << 10;

/// Counts out the blocks while the bytes pass by.
#[derive(Debug, Default)]
pub(super) struct BlockChecksums {
    whole: Vec<u32>,
    begun: crc32fast::Hasher,
    /// Bytes in the block that was begun; less than [`BLOCK`].
    filled: u64,
}

impl BlockChecksums {
    /// Takes the next bytes: chunks of any size, cut anywhere.
    pub(super) fn push(&mut self, chunk: &[u8]) {
        let mut rest = chunk;
        while !rest.is_empty() {
            let missing = usize::try_from(BLOCK - self.filled).unwrap_or(usize::MAX);
            let (of_block, after) = rest.split_at_checked(missing).unwrap_or((rest, &[]));
            self.begun.update(of_block);
            self.filled += of_block.len() as u64;
            if self.filled == BLOCK {
                self.end_block();
            }
            rest = after;
        }
    }

    /// The checksum of each block; the last one may be short.
    pub(super) fn finish(mut self) -> Vec<u32> {
        if self.filled > 0 {
            self.end_block();
        }
        self.whole
    }

    fn end_block(&mut self) {
        self.whole.push(std::mem::take(&mut self.begun).finalize());
        self.filled = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_do_not_matter() {
        let content: Vec<u8> = (0..2 * BLOCK + 5).map(|index| (index % 251) as u8).collect();
        let expected: Vec<u32> = content.chunks(BLOCK as usize).map(crc32fast::hash).collect();
        for length in [1, 7, BLOCK as usize - 1, BLOCK as usize, content.len()] {
            let mut checksums = BlockChecksums::default();
            content.chunks(length).for_each(|chunk| checksums.push(chunk));
            assert_eq!(checksums.finish(), expected, "in chunks of {length}");
        }
        assert!(BlockChecksums::default().finish().is_empty());
    }
}
