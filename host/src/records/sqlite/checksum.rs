//! The checksum of a row, over its values as the database keeps them. Guards against a failing disk, not against an
//! attacker. Reckoned when a row is written, and whenever it is read.

use rusqlite::types::ValueRef;

/// CRC-32 over the values in their order: type, length and content of each, so that no two rows run together alike.
pub(super) fn checksum<'a>(values: impl Iterator<Item = ValueRef<'a>>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for value in values {
        match value {
            ValueRef::Null => hasher.update(&[0]),
            ValueRef::Integer(number) => {
                hasher.update(&[1]);
                hasher.update(&number.to_le_bytes());
            }
            ValueRef::Real(number) => {
                hasher.update(&[2]);
                hasher.update(&number.to_bits().to_le_bytes());
            }
            ValueRef::Text(bytes) => counted(&mut hasher, 3, bytes),
            ValueRef::Blob(bytes) => counted(&mut hasher, 4, bytes),
        }
    }
    hasher.finalize()
}

fn counted(hasher: &mut crc32fast::Hasher, kind: u8, bytes: &[u8]) {
    hasher.update(&[kind]);
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_look_alike_differ() {
        let rows: [&[ValueRef<'_>]; 7] = [
            &[ValueRef::Text(b"ab"), ValueRef::Text(b"c")],
            &[ValueRef::Text(b"a"), ValueRef::Text(b"bc")],
            &[ValueRef::Text(b"abc"), ValueRef::Null],
            &[ValueRef::Null, ValueRef::Text(b"abc")],
            &[ValueRef::Blob(b"abc"), ValueRef::Null],
            &[ValueRef::Integer(1)],
            &[ValueRef::Real(1.0)],
        ];
        let checksums: Vec<u32> = rows.iter().map(|row| checksum(row.iter().copied())).collect();
        for (index, one) in checksums.iter().enumerate() {
            assert!(!checksums[index + 1..].contains(one), "{:?}", rows[index]);
        }
    }
}
