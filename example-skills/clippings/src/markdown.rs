//! Markdown written element by element: blocks with their markers, text with its spaces. Keeps no emphasis and
//! no tables as such, for what is kept is to be read and searched. Used by `page`.

use url::Url;

/// Deeper lists and quotations are not indented further, or nesting would multiply the text.
const DEEPEST: usize = 8;

/// These begin and end a block of text.
const BLOCKS: [&str; 31] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "html",
    "legend",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tr",
    "ul",
];

pub(crate) struct Markdown<'address> {
    address: &'address Url,
    /// Finished blocks.
    text: String,
    last: Kind,
    /// The block that is being written.
    block: String,
    kind: Kind,
    /// What the block begins with, such as `- ` or `## `.
    marker: String,
    /// The open lists, each with the number of its next item where it counts.
    lists: Vec<Option<usize>>,
    quotations: usize,
    /// Open elements whose spaces and lines stay as they are.
    verbatim: usize,
    link: Option<Link>,
}

/// Blocks of one kind that follow each other stand close, if they are items or rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Paragraph,
    Item,
    Row,
}

struct Link {
    target: Url,
    /// Where in the block its text begins.
    start: usize,
}

impl<'address> Markdown<'address> {
    /// For a page at this address.
    pub(crate) fn new(address: &'address Url) -> Self {
        Markdown {
            address,
            text: String::new(),
            last: Kind::Paragraph,
            block: String::new(),
            kind: Kind::Paragraph,
            marker: String::new(),
            lists: Vec::new(),
            quotations: 0,
            verbatim: 0,
            link: None,
        }
    }

    pub(crate) fn start(&mut self, name: &str, attribute: impl Fn(&str) -> Option<String>) {
        let heading = heading_level(name);
        if BLOCKS.contains(&name) || heading.is_some() {
            self.boundary();
        }
        if let Some(level) = heading {
            self.marker.push_str(&"#".repeat(level));
            self.marker.push(' ');
        }
        match name {
            "ul" => self.lists.push(None),
            "ol" => self.lists.push(Some(1)),
            "li" => self.begin_item(),
            "blockquote" => self.quotations += 1,
            "pre" => self.verbatim += 1,
            "td" | "th" => {
                if self.kind == Kind::Row && !self.block.is_empty() {
                    self.block.push_str(" | ");
                }
                self.kind = Kind::Row;
            }
            "br" => self.block.push('\n'),
            "hr" => self.boundary(),
            "code" if self.verbatim == 0 => self.block.push('`'),
            "img" => {
                if let Some(description) = attribute("alt").filter(|text| !text.trim().is_empty()) {
                    self.text(&format!("[image: {}]", description.trim()));
                }
            }
            "a" if self.verbatim == 0 => {
                self.finish_link();
                let target = attribute("href").and_then(|target| self.resolve(&target));
                self.link = target.map(|target| Link { target, start: self.block.len() });
            }
            _ => {}
        }
    }

    pub(crate) fn end(&mut self, name: &str) {
        match name {
            "pre" => {
                self.verbatim = self.verbatim.saturating_sub(1);
                if self.verbatim == 0 {
                    self.fence();
                }
            }
            "code" if self.verbatim == 0 => self.block.push('`'),
            "a" => {
                self.finish_link();
                self.link = None;
            }
            _ => {}
        }
        if BLOCKS.contains(&name) || heading_level(name).is_some() {
            self.boundary();
        }
        match name {
            "ul" | "ol" => {
                self.lists.pop();
            }
            "blockquote" => self.quotations = self.quotations.saturating_sub(1),
            "li" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.marker.clear(),
            _ => {}
        }
    }

    /// Leaves an element out: the text around it does not run together.
    pub(crate) fn pass_over(&mut self, name: &str) {
        if BLOCKS.contains(&name) {
            self.boundary();
        }
    }

    pub(crate) fn text(&mut self, text: &str) {
        if self.verbatim > 0 {
            self.block.push_str(text);
            return;
        }
        for character in text.chars() {
            match character.is_whitespace() {
                true if self.block.is_empty() || self.block.ends_with([' ', '\n']) => {}
                true => self.block.push(' '),
                false => self.block.push(character),
            }
        }
    }

    /// All that was written.
    pub(crate) fn finish(mut self) -> String {
        self.verbatim = 0;
        self.boundary();
        self.text
    }

    /// Ends the block; inside one that is kept as it is, only the line.
    fn boundary(&mut self) {
        if self.verbatim > 0 {
            if !self.block.is_empty() && !self.block.ends_with('\n') {
                self.block.push('\n');
            }
            return;
        }
        self.finish_link();
        let block = std::mem::take(&mut self.block);
        if let Some(link) = &mut self.link {
            link.start = 0;
        }
        let kind = std::mem::replace(&mut self.kind, Kind::Paragraph);
        // A marker without text waits for the block inside: `<li><p>`.
        if block.chars().any(|character| !character.is_whitespace() && character != '`') {
            let lines = block.trim().lines().map(str::trim);
            let kind = if self.marker.is_empty() { kind } else { kind_of(&self.marker) };
            self.write(lines, kind);
        }
    }

    /// Ends a block that is kept as it is.
    fn fence(&mut self) {
        let block = std::mem::take(&mut self.block);
        let code = block.trim_matches(['\n', '\r']);
        if code.trim().is_empty() {
            return;
        }
        // Longer than any run of backticks in the code, which could end it early.
        let longest = code.split(|character| character != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat((longest + 1).max(3));
        let lines =
            [fence.as_str()].into_iter().chain(code.lines().map(str::trim_end)).chain([fence.as_str()]);
        self.write(lines, Kind::Paragraph);
    }

    fn write<'text>(&mut self, lines: impl Iterator<Item = &'text str>, kind: Kind) {
        if !self.text.is_empty() {
            let close = kind == self.last && kind != Kind::Paragraph;
            self.text.push_str(if close { "\n" } else { "\n\n" });
        }
        self.last = kind;
        let marker = std::mem::take(&mut self.marker);
        let depth = self.lists.len().min(DEEPEST);
        for (number, line) in lines.enumerate() {
            if number > 0 {
                self.text.push('\n');
            }
            self.text.push_str(&"> ".repeat(self.quotations.min(DEEPEST)));
            let first_of_item = number == 0 && kind == Kind::Item;
            self.text.push_str(&"  ".repeat(depth.saturating_sub(usize::from(first_of_item))));
            if number == 0 {
                self.text.push_str(&marker);
                // Text that only looks like a heading or a quotation.
                if marker.is_empty() && line.starts_with(['#', '>']) {
                    self.text.push('\\');
                }
            }
            self.text.push_str(line);
        }
    }

    fn begin_item(&mut self) {
        self.marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                let marker = format!("{number}. ");
                *number += 1;
                marker
            }
            _ => "- ".to_owned(),
        };
    }

    /// Puts what was written since the link began into brackets. The link itself stays open: each block inside
    /// it becomes one.
    fn finish_link(&mut self) {
        let Some(Link { target, start }) = &self.link else {
            return;
        };
        let Some(text) = self.block.get(*start..).map(str::to_owned) else {
            return;
        };
        if text.trim().is_empty() {
            return;
        }
        self.block.truncate(*start);
        if text.starts_with(' ') {
            self.block.push(' ');
        }
        let target = match target.as_str() {
            target if target.contains(['(', ')']) => format!("<{target}>"),
            target => target.to_owned(),
        };
        self.block.push_str(&format!("[{}]({target})", text.trim()));
        if text.ends_with(' ') {
            self.block.push(' ');
        }
    }

    /// Where a link leads; nowhere, if only a script or the page itself could follow it.
    fn resolve(&self, target: &str) -> Option<Url> {
        let target = target.trim();
        if target.is_empty() || target.starts_with('#') {
            return None;
        }
        let resolved = self.address.join(target).ok()?;
        matches!(resolved.scheme(), "http" | "https" | "mailto").then_some(resolved)
    }
}

fn heading_level(name: &str) -> Option<usize> {
    ["h1", "h2", "h3", "h4", "h5", "h6"]
        .iter()
        .position(|heading| *heading == name)
        .map(|position| position + 1)
}

fn kind_of(marker: &str) -> Kind {
    if marker.starts_with('#') { Kind::Paragraph } else { Kind::Item }
}
