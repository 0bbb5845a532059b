//! The kind of a media, by the prefix of its MIME type (behaviour 4). Looks at no bytes. Called by the check
//! of a response, and by the records.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a media is for whoever shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MediaKind {
    /// `image/…`
    Image,
    /// `audio/…`
    Audio,
    /// `video/…`
    Video,
    /// Everything else.
    Document,
}

/// A text that is no kind of media.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not a kind of media (image, audio, video, document)")]
pub struct UnknownMediaKind;

impl MediaKind {
    const ALL: [Self; 4] = [Self::Image, Self::Audio, Self::Video, Self::Document];

    /// The kind that this MIME type stands for: the type in front of the slash, in any case. Without a slash
    /// it is no image, however it is called.
    #[must_use]
    pub fn of_mime(mime_type: &str) -> Self {
        let Some((top_level, _)) = mime_type.split_once('/') else {
            return Self::Document;
        };
        [Self::Image, Self::Audio, Self::Video]
            .into_iter()
            .find(|kind| kind.as_str().eq_ignore_ascii_case(top_level))
            .unwrap_or(Self::Document)
    }

    /// The kind's word in records and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
            Self::Document => "document",
        }
    }
}

impl fmt::Display for MediaKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for MediaKind {
    type Err = UnknownMediaKind;

    fn from_str(text: &str) -> Result<Self, UnknownMediaKind> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(UnknownMediaKind)
    }
}

#[cfg(test)]
mod tests {
    use super::MediaKind::{self, Audio, Document, Image, Video};

    #[test]
    fn the_prefix_of_a_mime_type_needs_its_slash() {
        for (mime_type, expected) in [
            ("image/png", Image),
            ("IMAGE/PNG", Image),
            ("image/", Image),
            ("audio/mpeg", Audio),
            ("Video/mp4; codecs=\"a/b\"", Video),
            ("image", Document),
            ("imagex/png", Document),
            (" image/png", Document),
            ("application/pdf", Document),
            ("text/plain", Document),
            ("document/x", Document),
            ("/", Document),
            ("", Document),
        ] {
            assert_eq!(MediaKind::of_mime(mime_type), expected, "{mime_type:?}");
        }
    }

    #[test]
    fn kinds_read_back_what_they_print() {
        for kind in MediaKind::ALL {
            assert_eq!(kind.as_str().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
        assert!("Image".parse::<MediaKind>().is_err());
    }
}
