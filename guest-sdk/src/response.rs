//! The five cases a tool may hand back, and what converts into them. There is no sixth: how an answer is kept
//! and read is the deployer's decision. Used by skill authors; lowered by `component`, collected by `testing`.

use crate::{Failure, Media, OutputKind};

/// What a tool hands back. The closed set of the contract.
#[derive(Debug)]
pub enum Response {
    /// Text, which may be empty.
    Text(String),
    /// Bytes without a type or a name, which may be empty.
    Bytes(Vec<u8>),
    /// Media built through the host, which may be none.
    Media(Vec<Media>),
    /// Bytes that the host makes into a media. Declared as `media`, not as `binary`.
    TypedBinary(TypedBinary),
    /// A record that the model can cite and search.
    Retrievable(Retrievable),
}

/// Bytes with a type. For content that is large or made piece by piece, write a [`Media`] instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedBinary {
    /// The content.
    pub bytes: Vec<u8>,
    /// Kept by the host as it is written. Empty: the response is refused.
    pub mime_type: String,
    /// Empty: the response is refused. Absent: the host names it after the tool.
    pub filename: Option<String>,
}

impl TypedBinary {
    /// Bytes of this MIME type, without a file name.
    pub fn new(bytes: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        TypedBinary { bytes: bytes.into(), mime_type: mime_type.into(), filename: None }
    }

    /// Gives the content a file name.
    #[must_use]
    pub fn filename(mut self, filename: impl Into<String>) -> Self {
        self.filename = Some(filename.into());
        self
    }
}

/// A record that the model can cite, search and hold a handle to. It outlives the conversation and the skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Retrievable {
    /// The text. Empty: the response is refused.
    pub content: String,
    /// Where the text is from, such as an address. Absent: the tool's name. Empty: refused.
    pub source: Option<String>,
    /// A word for the sort of record. Absent: `skill-tool`. Empty: refused.
    pub kind: Option<String>,
    /// How well the record fits what was asked for, 0 to 1. Not finite or outside: refused.
    pub score: Option<f64>,
    /// A wish to stand in the prompt instead of behind a handle, granted up to the deployer's limit.
    pub inline: bool,
}

impl Retrievable {
    /// A record of this text; everything else is the host's default.
    pub fn new(content: impl Into<String>) -> Self {
        Retrievable { content: content.into(), source: None, kind: None, score: None, inline: false }
    }

    /// Says where the text is from.
    #[must_use]
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Says which sort of record this is.
    #[must_use]
    pub fn kind(mut self, kind: impl Into<String>) -> Self {
        self.kind = Some(kind.into());
        self
    }

    /// Says how well the record fits what was asked for, 0 to 1.
    #[must_use]
    pub fn score(mut self, score: f64) -> Self {
        self.score = Some(score);
        self
    }

    /// Wishes for a place in the prompt.
    #[must_use]
    pub fn inline(mut self) -> Self {
        self.inline = true;
        self
    }
}

/// What a tool's function may return. Implement it for a type of your own by building one of these.
///
/// ```
/// use skillhost_guest::{Failure, IntoResponse, OutputKind, Response};
///
/// struct Celsius(f64);
///
/// impl IntoResponse for Celsius {
///     const OUTPUT: Option<OutputKind> = Some(OutputKind::Text);
///     fn into_response(self) -> Result<Response, Failure> {
///         Ok(Response::Text(format!("{:.1} °C", self.0)))
///     }
/// }
/// ```
pub trait IntoResponse {
    /// The output that a tool returning this declares; `None` where the type can be several of the five.
    const OUTPUT: Option<OutputKind>;

    /// Makes the response.
    ///
    /// # Errors
    ///
    /// The refusal that takes the answer's place.
    fn into_response(self) -> Result<Response, Failure>;
}

impl<T: IntoResponse, E: Into<Failure>> IntoResponse for Result<T, E> {
    const OUTPUT: Option<OutputKind> = T::OUTPUT;

    fn into_response(self) -> Result<Response, Failure> {
        self.map_err(Into::into)?.into_response()
    }
}

macro_rules! into_response {
    ($($type:ty, $output:expr, $value:ident => $response:expr;)*) => {$(
        impl IntoResponse for $type {
            const OUTPUT: Option<OutputKind> = $output;

            fn into_response(self) -> Result<Response, Failure> {
                let $value = self;
                Ok($response)
            }
        }
    )*};
}

into_response! {
    Response, None, response => response;
    String, Some(OutputKind::Text), text => Response::Text(text);
    &'static str, Some(OutputKind::Text), text => Response::Text(text.to_owned());
    Vec<u8>, Some(OutputKind::Binary), bytes => Response::Bytes(bytes);
    Media, Some(OutputKind::Media), media => Response::Media(vec![media]);
    Vec<Media>, Some(OutputKind::Media), media => Response::Media(media);
    TypedBinary, Some(OutputKind::Media), binary => Response::TypedBinary(binary);
    Retrievable, Some(OutputKind::Retrievable), record => Response::Retrievable(record);
}
