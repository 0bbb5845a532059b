//! Which elements are open, and whether their text is shown. Mends what pages leave out: end tags that are
//! missing, or have no start. Used by `page`.

use std::collections::HashMap;

/// Their text is no part of what a reader came for.
const DROPPED: [&str; 19] = [
    "aside", "button", "canvas", "datalist", "dialog", "footer", "form", "iframe", "nav", "noscript",
    "object", "script", "select", "style", "svg", "template", "textarea", "title", "video",
];

/// They have no end tag, nor anything inside.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// The next one beside them ends them.
const ENDED_BY_THE_NEXT: [&str; 8] = ["dd", "dt", "li", "option", "p", "td", "th", "tr"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Yes,
    /// Outside the region that is read; what is inside may be shown again.
    NotYet,
    /// Dropped with all that is inside.
    No,
}

/// What a start tag does.
pub(crate) struct Started {
    /// The shown elements that it ends.
    pub(crate) ended: Vec<String>,
    /// Whether the element itself is shown.
    pub(crate) shown: bool,
}

struct Element {
    name: String,
    shown: Shown,
}

pub(crate) struct Outline<'region> {
    region: Option<&'region str>,
    open: Vec<Element>,
    /// How many of each name are open, so that an end tag without a start costs nothing.
    counts: HashMap<String, usize>,
}

impl<'region> Outline<'region> {
    pub(crate) fn new(region: Option<&'region str>) -> Self {
        Outline { region, open: Vec::new(), counts: HashMap::new() }
    }

    /// Opens an element.
    pub(crate) fn start(&mut self, name: &str, hidden: bool, self_closing: bool) -> Started {
        let same = self.open.last().is_some_and(|element| element.name == name);
        let ended = match same && ENDED_BY_THE_NEXT.contains(&name) {
            true => self.end(name),
            false => Vec::new(),
        };
        // A header of the whole page is navigation, one inside its content is the content's own.
        let dropped = hidden || DROPPED.contains(&name) || (name == "header" && self.region.is_none());
        let shown = match self.current() {
            Shown::No => Shown::No,
            _ if dropped => Shown::No,
            Shown::NotYet if self.region != Some(name) => Shown::NotYet,
            _ => Shown::Yes,
        };
        // In HTML itself `<p/>` is `<p>`; inside dropped drawings, which are not HTML, it is whole.
        let whole = VOID.contains(&name) || (self_closing && shown == Shown::No);
        if !whole {
            *self.counts.entry(name.to_owned()).or_default() += 1;
            self.open.push(Element { name: name.to_owned(), shown });
        }
        Started { ended, shown: shown == Shown::Yes }
    }

    /// Closes the innermost element of this name and all inside it; hands back the shown ones, innermost first.
    pub(crate) fn end(&mut self, name: &str) -> Vec<String> {
        let mut ended = Vec::new();
        if self.counts.get(name).is_none_or(|count| *count == 0) {
            return ended;
        }
        while let Some(element) = self.open.pop() {
            if let Some(count) = self.counts.get_mut(&element.name) {
                *count -= 1;
            }
            let found = element.name == name;
            if element.shown == Shown::Yes {
                ended.push(element.name);
            }
            if found {
                break;
            }
        }
        ended
    }

    /// Whether text here is shown.
    pub(crate) fn shows_text(&self) -> bool {
        self.current() == Shown::Yes
    }

    /// Whether the innermost open element is of this name.
    pub(crate) fn inside(&self, name: &str) -> bool {
        self.open.last().is_some_and(|element| element.name == name)
    }

    fn current(&self) -> Shown {
        match self.open.last() {
            Some(element) => element.shown,
            None if self.region.is_some() => Shown::NotYet,
            None => Shown::Yes,
        }
    }
}
