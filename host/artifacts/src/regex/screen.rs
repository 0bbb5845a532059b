//! A search for lines that may match, over many lines at once. Lets too much through rather than too little: a line that it
//! names is tested by the pattern itself. Made with the pattern.

use memchr::memchr;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::Look;

use super::COMPILED_BYTES;

/// The pattern as it is searched in whole blocks: its anchors hold at every line. A match inside of a line is one here too,
/// for what stands around a line looks to the pattern as the ends of a text do; only anchors of the text as a whole do not.
#[derive(Clone)]
pub(crate) struct Screen {
    regex: ::regex::bytes::Regex,
    has_anchors: bool,
}

impl Screen {
    /// `None`: the pattern asks where the text itself begins or ends, or grows too large.
    pub(super) fn new(pattern: &str, flags: &str) -> Option<Self> {
        let (ignores_case, dot_is_all) = (flags.contains('i'), flags.contains('s'));
        let anchors = ParserBuilder::new()
            .case_insensitive(ignores_case)
            .multi_line(true)
            .dot_matches_new_line(dot_is_all)
            .crlf(true)
            .build()
            .parse(pattern)
            .ok()?
            .properties()
            .look_set();
        if anchors.contains(Look::Start) || anchors.contains(Look::End) {
            return None;
        }
        let regex = ::regex::bytes::RegexBuilder::new(pattern)
            .case_insensitive(ignores_case)
            .multi_line(true)
            .dot_matches_new_line(dot_is_all)
            .crlf(true)
            .size_limit(COMPILED_BYTES)
            .build();
        let has_anchors = !anchors.is_empty();
        regex.ok().map(|regex| Self { regex, has_anchors })
    }

    /// Whether it can tell about this block. Bytes that are no UTF-8 are searched otherwise than the text that is made of
    /// them; and a carriage return ends a line only where no line feed follows, which a line alone does not show.
    pub(crate) fn can_tell(&self, block: &[u8]) -> bool {
        std::str::from_utf8(block).is_ok() && !(self.has_anchors && memchr(b'\r', block).is_some())
    }

    /// Where the first match starts.
    pub(crate) fn first_in(&self, block: &[u8]) -> Option<usize> {
        self.regex.find(block).map(|found| found.start())
    }
}
