//! What every spool does, run over each.

use proptest::prelude::*;

use super::*;
use crate::spool::block_checksums::BLOCK;

/// Behaviour 6.1: the table of lines. A content that is whole already is measured no other way.
#[test]
fn contents_are_measured_while_they_are_written() {
    for_each_spool(|spool| {
        for (bytes, lines) in [
            (b"".as_slice(), 0),
            (b"a", 1),
            (b"a\nb", 2),
            (b"a\nb\n", 3),
            (b"a\r\nb\r\n", 3),
            (b"\xef\xbb\xbf", 0),
            (b"\xef\xbb\xbfa\n", 2),
            (b"\xff\n\xff", 2),
            (b"cut \xc3", 1),
        ] {
            let whole = Handle::new();
            let (id, written) = put(spool, bytes);
            for (id, sealed) in [(id, written), (whole, spool.put(whole, bytes.to_vec().into()).unwrap())] {
                assert_eq!(sealed, Sealed { bytes: bytes.len() as u64, lines }, "{bytes:?}");
                let source = spool.open(id).unwrap();
                assert_eq!(source.len(), sealed.bytes);
                assert_eq!(source.line_index().line_count(), lines);
                assert_eq!(content(&*source), bytes);
            }
            assert!(matches!(spool.put(whole, Default::default()), Err(StoreError::Collision { .. })));
        }
    });
}

#[test]
fn what_is_not_sealed_leaves_nothing() {
    let unsealed = |spool: &dyn Spool| {
        let id = Handle::new();
        let mut writer = spool.create(id).unwrap();
        writer.write(&[0; 100_000]).unwrap();
        assert!(is_missing(spool, id));
        drop(writer);
        assert!(is_missing(spool, id));
    };
    for_each_spool(unsealed);
    let data = DataDirectory::new();
    unsealed(&data.open());
    assert_eq!(data.files(), Vec::<PathBuf>::new());
}

#[test]
fn a_taken_handle_is_refused_and_keeps_its_content() {
    for_each_spool(|spool| {
        let (id, _) = put(spool, b"first");
        let mut second = spool.create(id).unwrap();
        second.write(b"second").unwrap();
        assert!(matches!(second.seal(), Err(StoreError::Collision { .. })));
        assert_eq!(content(&*spool.open(id).unwrap()), b"first");
    });
}

#[test]
fn an_open_content_outlives_its_deletion() {
    for_each_spool(|spool| {
        let (id, _) = put(spool, b"text");
        let source = spool.open(id).unwrap();
        assert!(spool.delete(id).unwrap());
        assert!(!spool.delete(id).unwrap());
        assert!(is_missing(spool, id));
        assert_eq!(content(&*source), b"text");
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Written in any chunks, read at any range: the bytes are those of the whole.
    #[test]
    fn any_range_of_any_content(
        seed in any::<[u8; 7]>(),
        length in 0..3 * BLOCK as usize,
        chunk in 1..2 * BLOCK as usize,
        ranges in prop::collection::vec((0..4 * BLOCK, 0..4 * BLOCK as usize), 1..8),
    ) {
        let byte = |index: usize| seed[index % 7].wrapping_add((index / 7) as u8);
        let bytes: Vec<u8> = (0..length).map(byte).collect();
        for_each_spool(|spool| {
            let id = Handle::new();
            let mut writer = spool.create(id).unwrap();
            bytes.chunks(chunk).for_each(|chunk| writer.write(chunk).unwrap());
            writer.seal().unwrap();
            let source = spool.open(id).unwrap();
            for (offset, count) in ranges.iter().copied().chain([(u64::MAX, 1), (0, usize::MAX)]) {
                let start = usize::try_from(offset).unwrap().min(length);
                let end = start.saturating_add(count).min(length);
                assert_eq!(source.read_at(offset, count).unwrap(), &bytes[start..end], "{offset} {count}");
            }
        });
    }
}
