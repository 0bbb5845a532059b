//! What a report's text says, block after block: no tree, so that nesting costs no stack. Made by `reader`, set by
//! `body`.

use std::rc::Rc;

use crate::table::Table;

/// Deeper lists and quotations are not set further in: there would be no line left.
pub(crate) const DEEPEST: usize = 8;

/// How a piece of text stands out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) strong: bool,
    pub(crate) emphasis: bool,
    pub(crate) code: bool,
}

/// Text of one style; `\n` in it ends the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// An address of the web or of mail.
    pub(crate) link: Option<Rc<str>>,
}

impl Span {
    /// Text that does not stand out.
    pub(crate) fn plain(text: &str) -> Span {
        Span { text: text.to_owned(), style: Style::default(), link: None }
    }
}

/// What a block stands inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    Item,
    Quotation,
}

/// One block.
#[derive(Debug)]
pub(crate) struct Block {
    /// From the outside in, at most [`DEEPEST`].
    pub(crate) containers: Vec<Container>,
    /// Stands before the block: it is the first of a list's item.
    pub(crate) marker: Option<String>,
    /// Whether the block follows the one before it closely, as items of a tight list do.
    pub(crate) close: bool,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    /// Of level 1 to 6.
    Heading(usize, Vec<Span>),
    Paragraph(Vec<Span>),
    /// Lines as they are.
    Code(String),
    Table(Table),
    Rule,
}

impl Block {
    /// A table that stands inside nothing.
    pub(crate) fn table(table: Table) -> Block {
        Block { containers: Vec::new(), marker: None, close: false, content: Content::Table(table) }
    }

    /// All of its text, in pieces.
    pub(crate) fn texts(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match &self.content {
            Content::Heading(_, spans) | Content::Paragraph(spans) => {
                Box::new(spans.iter().map(|span| span.text.as_str()))
            }
            Content::Code(code) => Box::new(std::iter::once(code.as_str())),
            Content::Table(table) => {
                let cells = table.header.iter().chain(table.rows.iter().flatten());
                Box::new(cells.flatten().map(|span| span.text.as_str()))
            }
            Content::Rule => Box::new(std::iter::empty()),
        }
    }
}
