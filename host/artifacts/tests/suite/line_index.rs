//! The sparse index: what it finds, how it is stored, how damage shows.

use proptest::prelude::*;
use skillhost_artifacts::{LineIndex, LineIndexBuilder, LineIndexError, LineStart};

const BLOCK: u64 = 64 << 10;

fn index_of(content: &[u8], chunk: usize) -> LineIndex {
    let mut builder = LineIndexBuilder::new();
    for chunk in content.chunks(chunk) {
        builder.push(chunk);
    }
    builder.finish()
}

/// Every line start, the slow way.
fn line_starts(content: &[u8]) -> Vec<u64> {
    if content.is_empty() || content == "\u{feff}".as_bytes() {
        return Vec::new();
    }
    let newlines = content.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(newlines.map(|(offset, _)| offset as u64 + 1)).collect()
}

/// Lines of all sizes: an index that has several entries, and gaps between them.
fn content() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..40),
        1 => (60_000_usize..140_000).prop_map(|length| vec![b'x'; length]),
    ];
    prop::collection::vec(line, 0..40).prop_map(|lines| lines.join(&b'\n'))
}

#[test]
fn lines_are_split_at_newlines_only() {
    let rows: [(&[u8], u64); 9] = [
        (b"", 0),
        (b"a", 1),
        (b"a\nb", 2),
        (b"a\nb\n", 3),
        (b"a\r\nb\r\n", 3),
        (b"a\rb", 1),
        (b"\n", 2),
        ("\u{feff}".as_bytes(), 0),
        ("\u{feff}\n".as_bytes(), 2),
    ];
    for (content, expected) in rows {
        for chunk in [1, 2, 3, 64] {
            assert_eq!(index_of(content, chunk).line_count(), expected, "{content:?} in chunks of {chunk}");
        }
    }
}

#[test]
fn short_lines_cost_little() {
    let mut builder = LineIndexBuilder::new();
    let mebibyte = b"\n".repeat(1 << 20);
    for _ in 0..4 {
        builder.push(&mebibyte);
    }
    let stored = builder.finish().to_bytes().len();
    assert!(stored <= 4 * 16 * 16 + 64, "{stored} bytes for 4 MiB of empty lines");
}

#[test]
fn a_foreign_version_is_told_apart_from_damage() {
    let mut stored = index_of(b"a\nb", 3).to_bytes();
    assert_eq!(
        LineIndex::from_bytes(&stored, 4),
        Err(LineIndexError::OtherContent { expected: 4, found: 3 })
    );
    stored[7] += 1;
    assert_eq!(LineIndex::from_bytes(&stored, 3), Err(LineIndexError::ForeignVersion));
    assert_eq!(LineIndex::from_bytes(b"", 3), Err(LineIndexError::Damaged));
}

proptest! {
    #[test]
    fn a_line_is_found_within_a_block_of_its_start(content in content(), chunk in 1_usize..200_000) {
        let index = index_of(&content, chunk);
        let starts = line_starts(&content);
        prop_assert_eq!(index.line_count(), starts.len() as u64);
        prop_assert_eq!(index.locate(starts.len() as u64), None);
        for (line, start) in starts.iter().enumerate() {
            let LineStart { line: known, offset } = index.locate(line as u64).unwrap();
            prop_assert!(known <= line as u64);
            prop_assert_eq!(starts[known as usize], offset);
            prop_assert!(start - offset < BLOCK);
        }
    }

    #[test]
    fn the_stored_form_reads_back(content in content()) {
        let index = index_of(&content, 4096);
        prop_assert_eq!(LineIndex::from_bytes(&index.to_bytes(), content.len() as u64), Ok(index));
    }

    #[test]
    fn any_altered_byte_is_noticed(content in content(), position in any::<prop::sample::Index>(), flip in 1_u8..) {
        let mut stored = index_of(&content, 4096).to_bytes();
        let position = position.index(stored.len());
        stored[position] ^= flip;
        prop_assert!(LineIndex::from_bytes(&stored, content.len() as u64).is_err());
        stored.truncate(position);
        prop_assert!(LineIndex::from_bytes(&stored, content.len() as u64).is_err());
    }

    #[test]
    fn arbitrary_bytes_are_no_index(stored in prop::collection::vec(any::<u8>(), 0..200), length in any::<u64>()) {
        prop_assert!(LineIndex::from_bytes(&stored, length).is_err());
    }
}
