//! Markdown read into blocks, in one pass. HTML is shown as it is written, but for `<br>`; pictures are shown by
//! their description: the skill has no way to fetch them. Used by `pdf`.

use std::rc::Rc;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::blocks::{Block, Container, Content, DEEPEST, Span, Style};
use crate::table::{Align, Cell, MOST_COLUMNS, MOST_ROWS, Table, TableError};
use crate::visible::{Hidden, check};

/// What both tools understand beyond CommonMark.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES;

/// What is wrong with a text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TextError {
    #[error("an entity in the text stands for U+{:04X}, which nobody sees: leave it out", u32::from(*.0))]
    Hidden(char),
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Reads a text.
pub(crate) fn read(text: &str) -> Result<Vec<Block>, TextError> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(text, OPTIONS) {
        reader.event(event)?;
    }
    reader.paragraph();
    Ok(reader.blocks)
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    containers: Vec<Container>,
    /// The open lists, each with the number of its next item where it counts.
    lists: Vec<Option<u64>>,
    /// Of an item whose first block is not yet finished.
    marker: Option<String>,
    /// Whether the next block follows the last one closely.
    close: bool,
    /// The text of the block, or cell, that is being read.
    spans: Vec<Span>,
    strong: usize,
    emphasis: usize,
    links: Vec<Option<Rc<str>>>,
    code: Option<String>,
    table: Option<Open>,
}

/// A table that is being read.
struct Open {
    align: Vec<Option<Align>>,
    header: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
    row: Vec<Cell>,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) -> Result<(), TextError> {
        match event {
            Event::Start(tag) => self.start(tag)?,
            Event::End(tag) => self.end(tag)?,
            Event::Text(text) => match &mut self.code {
                Some(code) => {
                    visible(&text)?;
                    code.push_str(&text);
                }
                None => self.text(&text, false)?,
            },
            Event::Code(text) => self.text(&text, true)?,
            Event::Html(html) | Event::InlineHtml(html) if is_break(&html) => self.text("\n", false)?,
            Event::Html(html) | Event::InlineHtml(html) => self.text(&html, true)?,
            Event::SoftBreak => self.text(" ", false)?,
            Event::HardBreak => self.text("\n", false)?,
            Event::Rule => self.block(Content::Rule),
            // Of extensions that are not switched on.
            Event::FootnoteReference(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text(&text, false)?;
            }
            Event::TaskListMarker(_) => {}
        }
        Ok(())
    }

    fn start(&mut self, tag: Tag<'_>) -> Result<(), TextError> {
        match tag {
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                let known =
                    ["http://", "https://", "mailto:"].iter().any(|scheme| dest_url.starts_with(scheme));
                self.links.push(known.then(|| Rc::from(&*dest_url)));
            }
            Tag::TableHead | Tag::TableRow | Tag::TableCell => {}
            Tag::Table(align) => {
                self.paragraph();
                if align.len() > MOST_COLUMNS {
                    return Err(TableError::TooWide(align.len()).into());
                }
                let align = align.into_iter().map(|align| match align {
                    Alignment::None => None,
                    Alignment::Left => Some(Align::Left),
                    Alignment::Center => Some(Align::Centre),
                    Alignment::Right => Some(Align::Right),
                });
                let (header, rows, row) = (Vec::new(), Vec::new(), Vec::new());
                self.table = Some(Open { align: align.collect(), header, rows, row });
            }
            Tag::CodeBlock(kind) => {
                self.paragraph();
                self.code = Some(String::new());
                if let CodeBlockKind::Fenced(language) = kind {
                    visible(&language)?;
                }
            }
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.paragraph();
                self.marker = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        let marker = format!("{number}.");
                        *number = number.saturating_add(1);
                        marker
                    }
                    _ => "•".to_owned(),
                });
                self.containers.push(Container::Item);
            }
            Tag::BlockQuote(_) => {
                self.paragraph();
                self.containers.push(Container::Quotation);
            }
            _ => self.paragraph(),
        }
        Ok(())
    }

    fn end(&mut self, tag: TagEnd) -> Result<(), TextError> {
        match tag {
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Link | TagEnd::Image => {
                self.links.pop();
            }
            TagEnd::Heading(level) => {
                let spans = std::mem::take(&mut self.spans);
                self.block(Content::Heading(level as usize, spans));
            }
            TagEnd::Paragraph => {
                self.paragraph();
                self.close = false;
            }
            TagEnd::CodeBlock => {
                if let Some(code) = self.code.take() {
                    self.block(Content::Code(code));
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.spans);
                if let Some(table) = &mut self.table {
                    table.row.push(cell);
                }
            }
            TagEnd::TableHead => {
                if let Some(table) = &mut self.table {
                    table.header = std::mem::take(&mut table.row);
                }
            }
            TagEnd::TableRow => {
                if let Some(table) = &mut self.table {
                    if table.rows.len() == MOST_ROWS {
                        return Err(TableError::TooLong.into());
                    }
                    let row = std::mem::take(&mut table.row);
                    table.rows.push(row);
                }
            }
            TagEnd::Table => {
                if let Some(Open { align, header, rows, .. }) = self.table.take() {
                    self.block(Content::Table(Table::new(align, header, rows)));
                }
            }
            TagEnd::List(_) => {
                self.paragraph();
                self.lists.pop();
                self.close = !self.lists.is_empty();
            }
            TagEnd::Item => {
                self.paragraph();
                // An item without text still counts.
                if self.marker.is_some() {
                    self.block(Content::Paragraph(Vec::new()));
                }
                self.containers.pop();
            }
            TagEnd::BlockQuote(_) => {
                self.paragraph();
                self.containers.pop();
                self.close = false;
            }
            _ => self.paragraph(),
        }
        Ok(())
    }

    /// Adds to the block that is being read.
    fn text(&mut self, text: &str, code: bool) -> Result<(), TextError> {
        visible(text)?;
        let style = Style { strong: self.strong > 0, emphasis: self.emphasis > 0, code };
        let link = self.links.last().cloned().flatten();
        match self.spans.last_mut() {
            Some(span) if span.style == style && span.link == link => span.text.push_str(text),
            _ => self.spans.push(Span { text: text.to_owned(), style, link }),
        }
        Ok(())
    }

    /// Ends a paragraph, if one is being read; those of tight lists have no end of their own.
    fn paragraph(&mut self) {
        if !self.spans.is_empty() {
            let spans = std::mem::take(&mut self.spans);
            self.block(Content::Paragraph(spans));
            self.close = !self.lists.is_empty();
        }
    }

    fn block(&mut self, content: Content) {
        let containers = self.containers.iter().copied().take(DEEPEST).collect();
        let (marker, close) = (self.marker.take(), std::mem::take(&mut self.close));
        self.blocks.push(Block { containers, marker, close, content });
    }
}

/// Entities spell characters that the text itself does not hold.
fn visible(text: &str) -> Result<(), TextError> {
    check(text).map_err(|Hidden { character, .. }| TextError::Hidden(character))
}

fn is_break(html: &str) -> bool {
    matches!(html.trim(), "<br>" | "<br/>" | "<br />")
}
