//! How much care a media asks for (decision 8): by its MIME type, then raised by what its first bytes are.
//!
//! Never lowers what the type implies, and does not parse the format. Called by the check of a response, and
//! by the records.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::MediaKind;

/// How many of a media's first bytes decide about its hazard. Text that starts later stays undiscovered.
pub const SNIFFED_BYTES: usize = 4 << 10;

/// What a model may find in a media. The order is care: a later case asks for more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModalityHazard {
    /// Nothing that a model could mistake for an instruction. Never inferred.
    Inert,
    /// Pixels or samples: no text can be lifted from them directly.
    OpaquePerceptual,
    /// Text that a model may read as an instruction.
    ExtractableInstructions,
}

/// A text that is no hazard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not a hazard (inert, opaque-perceptual, extractable-instructions)")]
pub struct UnknownHazard;

impl ModalityHazard {
    const ALL: [Self; 3] = [Self::Inert, Self::OpaquePerceptual, Self::ExtractableInstructions];

    /// The least care that a media of this type with these first bytes asks for. `head` holds the first
    /// [`SNIFFED_BYTES`], or all bytes where there are fewer; further ones are not looked at.
    ///
    /// A document holds extractable instructions. So does an image, audio or video whose bytes are in truth
    ///
    /// - a document or archive: a PDF, ZIP, gzip or OLE header;
    /// - markup: after white space, a tag without control bytes (SVG, HTML, XML, in any encoding that keeps
    ///   ASCII);
    /// - plain text: all of the head is UTF-8 without control bytes other than white space, or UTF-16 with a
    ///   byte order mark.
    ///
    /// Every other image, audio or video is opaque: the formats in use have control bytes in their first
    /// block.
    #[must_use]
    pub fn implied(mime_type: &str, head: &[u8]) -> Self {
        let head = head.get(..SNIFFED_BYTES).unwrap_or(head);
        if MediaKind::of_mime(mime_type) == MediaKind::Document
            || is_document_header(head)
            || is_utf16_text(head)
            || is_markup(head)
            || is_plain_text(head)
        {
            Self::ExtractableInstructions
        } else {
            Self::OpaquePerceptual
        }
    }

    /// The hazard's word in records and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inert => "inert",
            Self::OpaquePerceptual => "opaque-perceptual",
            Self::ExtractableInstructions => "extractable-instructions",
        }
    }
}

impl fmt::Display for ModalityHazard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ModalityHazard {
    type Err = UnknownHazard;

    fn from_str(text: &str) -> Result<Self, UnknownHazard> {
        Self::ALL.into_iter().find(|hazard| hazard.as_str() == text).ok_or(UnknownHazard)
    }
}

fn is_document_header(head: &[u8]) -> bool {
    const HEADERS: [&[u8]; 5] = [
        b"PK\x03\x04",                       // ZIP, and so every Office Open XML and OpenDocument file
        b"PK\x05\x06",                       // an empty ZIP
        b"\x1f\x8b",                         // gzip: compressed SVG
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", // OLE: older Office files
        b"%PDF-",
    ];
    // Readers of PDF take a header anywhere in the first 1024 bytes.
    let first_kibibyte = head.get(..1024).unwrap_or(head);
    HEADERS.iter().any(|header| head.starts_with(header))
        || first_kibibyte.windows(b"%PDF-".len()).any(|window| window == b"%PDF-")
}

/// A byte order mark and UTF-16 behind it. (A mark of UTF-8 is plain text.)
fn is_utf16_text(head: &[u8]) -> bool {
    let (of_bytes, text): (fn([u8; 2]) -> u16, _) = match head {
        [0xff, 0xfe, text @ ..] => (u16::from_le_bytes, text),
        [0xfe, 0xff, text @ ..] => (u16::from_be_bytes, text),
        _ => return false,
    };
    let mut units: Vec<u16> = text.as_chunks().0.iter().map(|pair| of_bytes(*pair)).collect();
    // The end of the head may cut a pair.
    units.pop_if(|unit| (0xd800..0xdc00).contains(unit));
    let is_text = |character: Result<char, _>| {
        character.is_ok_and(|character| u8::try_from(character).map_or(true, |byte| !is_control(byte)))
    };
    !units.is_empty() && char::decode_utf16(units).all(is_text)
}

fn is_markup(head: &[u8]) -> bool {
    let Some((b'<', tag)) = head.trim_ascii_start().split_first() else {
        return false;
    };
    let opens = tag.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'!' | b'?'));
    // A tag may be longer than what is looked at.
    opens && tag.iter().take_while(|byte| **byte != b'>').all(|byte| !is_control(*byte))
}

fn is_plain_text(head: &[u8]) -> bool {
    let whole = match std::str::from_utf8(head) {
        Ok(_) => head,
        // The end of the head may cut a character.
        Err(error) if error.error_len().is_none() => head.get(..error.valid_up_to()).unwrap_or_default(),
        Err(_) => return false,
    };
    !whole.is_empty() && whole.iter().all(|byte| !is_control(*byte))
}

/// Bytes that no text has: the ASCII control characters but tab, line feed, form feed, carriage return and
/// escape.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b'\x1b')
}

#[cfg(test)]
mod tests {
    use super::ModalityHazard::{self, ExtractableInstructions, Inert, OpaquePerceptual};
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";
    const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x10JFIF\0";
    const WAV: &[u8] = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0";

    #[track_caller]
    fn check(mime_type: &str, head: &[u8], expected: ModalityHazard) {
        assert_eq!(ModalityHazard::implied(mime_type, head), expected, "{mime_type} {}", head.escape_ascii());
    }

    #[test]
    fn the_type_decides_where_the_bytes_fit_it() {
        check("image/png", PNG, OpaquePerceptual);
        check("IMAGE/jpeg", JPEG, OpaquePerceptual);
        check("audio/wav", WAV, OpaquePerceptual);
        check("video/mp4", b"\0\0\0\x18ftypmp42\0\0\0\0", OpaquePerceptual);
        check("image/gif", b"GIF89a\x01\0\x01\0\x80\0\0", OpaquePerceptual);
        check("image/png", b"", OpaquePerceptual);
        check("audio/pcm", b"\xff\xfe\x01\0\xfd\xff", OpaquePerceptual);
        check("audio/pcm", b"<a\0\x01\xff", OpaquePerceptual);
        check("application/pdf", b"%PDF-1.7", ExtractableInstructions);
        check("text/plain", b"", ExtractableInstructions);
        check("image", PNG, ExtractableInstructions);
    }

    #[test]
    fn text_and_documents_under_a_perceptual_type_raise_it() {
        for head in [
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".as_slice(),
            b"  \r\n<?xml version='1.0' encoding='iso-8859-1'?><svg>\xe9\x01</svg>",
            b"<!doctype html><p>",
            b"<HTML",
            b"{\"instructions\": 1}",
            b"plain words",
            "Wörter\twith\ntabs\x1b[0m".as_bytes(),
            b"ends inside a character \xc3",
            b"\xef\xbb\xbftext",
            b"\xff\xfet\0e\0x\0t\0",
            b"\xfe\xff\0t\0e\0x\0t\xd8\x3d",
            b"#EXTM3U\nhttp://example.com\n",
            b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",
            b"\0\0junk%PDF-1.4",
            b"PK\x03\x04\x14\0",
            b"PK\x05\x06\0\0",
            b"\x1f\x8b\x08\0",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0",
        ] {
            for mime_type in ["image/png", "audio/mpeg", "video/mp4"] {
                check(mime_type, head, ExtractableInstructions);
            }
        }
    }

    #[test]
    fn only_the_head_is_looked_at() {
        let mut bytes = PNG.to_vec();
        bytes.resize(SNIFFED_BYTES, 0);
        bytes.extend_from_slice(b"<svg>text</svg>");
        check("image/png", &bytes, OpaquePerceptual);
        let mut text = vec![b'a'; SNIFFED_BYTES - 1];
        text.extend_from_slice("ü\0".as_bytes());
        check("image/png", &text, ExtractableInstructions);
    }

    #[test]
    fn a_later_hazard_asks_for_more_care_and_reads_back() {
        assert!(Inert < OpaquePerceptual && OpaquePerceptual < ExtractableInstructions);
        for hazard in ModalityHazard::ALL {
            assert_eq!(hazard.as_str().parse(), Ok(hazard));
            assert_eq!(serde_json::to_value(hazard).unwrap(), hazard.as_str());
        }
        assert!("opaque".parse::<ModalityHazard>().is_err());
    }
}
