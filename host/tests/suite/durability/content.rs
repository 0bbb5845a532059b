//! Contents by number: no two are alike, and whoever knows the number knows the bytes.

use super::chance::Chance;

/// The word that stands in every text, for searches.
pub(super) const WORD: &str = "durable";

/// A text of so many bytes, one for each character.
pub(super) fn text(number: u64, bytes: usize) -> String {
    let phrase = format!("{WORD} w{number:x} ");
    let mut text = phrase.repeat(bytes / phrase.len() + 1);
    text.truncate(bytes);
    text
}

/// So many bytes.
pub(super) fn bytes(number: u64, length: usize) -> Vec<u8> {
    let mut chance = Chance::new(number);
    let mut bytes: Vec<u8> = (0..length.div_ceil(8)).flat_map(|_| chance.next().to_le_bytes()).collect();
    bytes.truncate(length);
    bytes
}

/// What a content is known by, to those who do not have its number.
pub(super) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_string()
}
