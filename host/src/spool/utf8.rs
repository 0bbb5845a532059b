//! Is a stream of bytes UTF-8? Keeps at most the three bytes of an unfinished character. Called by the writer
//! of a staged file.

/// What is known so far about the bytes that passed.
#[derive(Debug)]
pub(super) enum Utf8Check {
    /// Whole characters, and then these first bytes of one.
    Valid(Vec<u8>),
    /// Not UTF-8, whatever follows.
    Invalid,
}

impl Utf8Check {
    pub(super) fn new() -> Self {
        Self::Valid(Vec::new())
    }

    /// Takes the next bytes: chunks of any size, cut anywhere.
    pub(super) fn push(&mut self, chunk: &[u8]) {
        let mut rest = chunk;
        while let Self::Valid(begun) = self {
            if begun.is_empty() {
                *self = Self::of(rest);
                return;
            }
            let Some((byte, after)) = rest.split_first() else {
                return;
            };
            rest = after;
            begun.push(*byte);
            *self = Self::of(begun);
        }
    }

    /// Whether the bytes that passed are UTF-8 as a whole.
    pub(super) fn finish(self) -> bool {
        matches!(self, Self::Valid(begun) if begun.is_empty())
    }

    fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(_) => Self::new(),
            Err(error) if error.error_len().is_none() => {
                Self::Valid(bytes.get(error.valid_up_to()..).unwrap_or_default().to_vec())
            }
            Err(_) => Self::Invalid,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(bytes: &[u8], chunk_length: usize) -> bool {
        let mut check = Utf8Check::new();
        bytes.chunks(chunk_length).for_each(|chunk| check.push(chunk));
        check.finish()
    }

    proptest! {
        /// However a text is cut, the answer is that of the whole.
        #[test]
        fn chunks_do_not_matter(
            text in ".{1,40}",
            place in any::<prop::sample::Index>(),
            byte in any::<u8>(),
            length in 1..9usize,
        ) {
            prop_assert!(check(text.as_bytes(), length));
            let mut bytes = text.into_bytes();
            let index = place.index(bytes.len());
            bytes[index] = byte;
            prop_assert_eq!(check(&bytes, length), std::str::from_utf8(&bytes).is_ok());
        }
    }

    #[test]
    fn an_unfinished_character_is_not_utf8() {
        for (bytes, expected) in [
            (b"".as_slice(), true),
            (b"a\xc3", false),
            (b"\xc3\xa4", true),
            (b"\xff", false),
            (b"\xed\xa0\x80", false),
        ] {
            assert_eq!(check(bytes, 1), expected, "{bytes:?}");
        }
    }
}
