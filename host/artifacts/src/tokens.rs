//! How many tokens a document's text takes: exact where an offline encoder exists, said to be an estimate elsewhere.
//!
//! Refuses to feed an encoder more than a bounded piece at a time, or more than a bounded part of a document: pair
//! encoding is slow on hostile text. Called by `artifact_estimate_tokens` and by whoever renders a handle.

use std::fmt;

use tiktoken_rs::CoreBPE;

use crate::text::{CHUNK, TextPieces};
use crate::{Bounds, ByteSource, ReadError};

/// Bytes of a document that are encoded; a longer one's count is scaled up from these.
const COUNTED_BYTES: u64 = 8 << 20;

/// Whose tokens to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenEncoding {
    /// GPT-2; the same encoder as `R50kBase`.
    Gpt2,
    /// Early GPT-3 models.
    R50kBase,
    /// Code models.
    P50kBase,
    /// Edit models.
    P50kEdit,
    /// GPT-3.5 and GPT-4.
    Cl100kBase,
    /// GPT-4o and later.
    O200kBase,
    /// Gemini: no offline encoder.
    Gemini,
    /// Llama 2: no offline encoder.
    Llama2,
    /// Claude: no offline encoder.
    Claude,
}

impl TokenEncoding {
    const ALL: [Self; 9] = [
        Self::Gpt2,
        Self::R50kBase,
        Self::P50kBase,
        Self::P50kEdit,
        Self::Cl100kBase,
        Self::O200kBase,
        Self::Gemini,
        Self::Llama2,
        Self::Claude,
    ];

    /// The names, in the order of the cases.
    pub(crate) const NAMES: [&'static str; 9] = [
        "gpt2",
        "r50k_base",
        "p50k_base",
        "p50k_edit",
        "cl100k_base",
        "o200k_base",
        "gemini",
        "llama2",
        "claude",
    ];

    /// The encoding of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .zip(Self::NAMES)
            .find_map(|(encoding, known)| (known == name).then_some(encoding))
    }

    fn encoder(self) -> Encoder {
        match self {
            Self::Gpt2 | Self::R50kBase => Encoder::Pairs(tiktoken_rs::r50k_base_singleton()),
            Self::P50kBase => Encoder::Pairs(tiktoken_rs::p50k_base_singleton()),
            Self::P50kEdit => Encoder::Pairs(tiktoken_rs::p50k_edit_singleton()),
            Self::Cl100kBase => Encoder::Pairs(tiktoken_rs::cl100k_base_singleton()),
            Self::O200kBase => Encoder::Pairs(tiktoken_rs::o200k_base_singleton()),
            Self::Claude => Encoder::Length { halves_per_token: 7 },
            Self::Gemini | Self::Llama2 => Encoder::Length { halves_per_token: 8 },
        }
    }
}

enum Encoder {
    Pairs(&'static CoreBPE),
    /// UTF-16 length, divided. In halves: claude's divisor is 3.5.
    Length {
        halves_per_token: u64,
    },
}

/// A number of tokens, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenCount {
    /// What the encoder answers for the text.
    Exact(u64),
    /// About as many.
    Estimate(u64),
}

impl fmt::Display for TokenCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(tokens) => write!(formatter, "{tokens} (exact)"),
            Self::Estimate(tokens) => write!(formatter, "{tokens} (estimate)"),
        }
    }
}

/// Counts the tokens of a document's text, without its byte order mark.
///
/// # Errors
///
/// When the source fails, or the caller has cancelled.
pub fn count_tokens(
    encoding: TokenEncoding,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<TokenCount, ReadError> {
    let encoder = encoding.encoder();
    let mut pieces = TextPieces::new(source, bounds);
    let mut tally = Tally::default();
    let mut waiting = String::new();
    while pieces.offset() < COUNTED_BYTES
        && let Some(piece) = pieces.next()?
    {
        waiting.push_str(&piece);
        let (end, exact) = match last_boundary(&waiting) {
            Some(boundary) => (boundary, true),
            None => (waiting.len(), false),
        };
        // Until a boundary comes, wait; but not for longer than a piece.
        if exact || waiting.len() > CHUNK {
            let rest = waiting.split_off(end);
            tally.add(&encoder, &waiting, exact);
            waiting = rest;
        }
    }
    tally.add(&encoder, &waiting, true);
    Ok(tally.count(&encoder, pieces.offset(), source.len()))
}

#[derive(Default)]
struct Tally {
    /// Tokens, or the UTF-16 length.
    units: u64,
    /// Whether the text was cut where a token may stand.
    cut_apart: bool,
}

impl Tally {
    fn add(&mut self, encoder: &Encoder, text: &str, exact: bool) {
        self.units += match encoder {
            Encoder::Pairs(pairs) => pairs.encode_ordinary(text).len() as u64,
            Encoder::Length { .. } => text.encode_utf16().count() as u64,
        };
        self.cut_apart |= !exact;
    }

    fn count(self, encoder: &Encoder, counted: u64, total: u64) -> TokenCount {
        let scaled = if counted < total {
            let scaled = u128::from(self.units) * u128::from(total) / u128::from(counted.max(1));
            u64::try_from(scaled).unwrap_or(u64::MAX)
        } else {
            self.units
        };
        match encoder {
            Encoder::Pairs(_) if counted >= total && !self.cut_apart => TokenCount::Exact(scaled),
            Encoder::Pairs(_) => TokenCount::Estimate(scaled),
            Encoder::Length { halves_per_token } => {
                TokenCount::Estimate(scaled.saturating_mul(2).div_ceil(*halves_per_token))
            }
        }
    }
}

/// The last place where no encoding lets a token reach across, so that both sides may be encoded alone: before a
/// space after anything but white space, and before a newline after an ASCII letter or digit (punctuation may take
/// newlines along).
fn last_boundary(text: &str) -> Option<usize> {
    let mut following = None;
    for (offset, character) in text.char_indices().rev() {
        let boundary = match following {
            Some(' ') => !character.is_whitespace(),
            Some('\n') => character.is_ascii_alphanumeric(),
            _ => false,
        };
        if boundary {
            return Some(offset + character.len_utf8());
        }
        following = Some(character);
    }
    None
}
