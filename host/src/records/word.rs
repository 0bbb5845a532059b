//! Closed sets of words: an enum whose cases are stored and shown as one word each. Used by the record's
//! fields.

/// A text that is none of an enum's words. `Display` is a fragment that stands after the offending text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is none of the words that stand here")]
pub struct UnknownWord;

macro_rules! words {
    ($(#[$about:meta])* $visibility:vis $name:ident { $($(#[$case_about:meta])* $case:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visibility enum $name { $($(#[$case_about])* $case,)+ }

        impl $name {
            /// The word in records and in JSON.
            #[must_use]
            $visibility fn as_str(self) -> &'static str {
                match self { $(Self::$case => $word,)+ }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::records::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text { $($word => Ok(Self::$case),)+ _ => Err($crate::records::UnknownWord) }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

pub(super) use words;
