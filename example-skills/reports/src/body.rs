//! The report set on pages: title, blocks, and the line at the foot. Draws nothing. Used by `pdf`.

use crate::blocks::{Block, Container, Content, Span};
use crate::flow::{Flow, Ink, LEFT, Page, TooManyPages, WIDTH};
use crate::font::{Face, Fonts};
use crate::grid;
use crate::lines::{Line, Look, code_lines, lines};

/// Sizes and the heights of their lines, in points.
const TEXT: (f32, f32) = (10.0, 14.5);
const CODE: (f32, f32) = (9.0, 12.0);
const TITLE: (f32, f32) = (20.0, 26.0);

/// Of headings, by level, with the gap above.
const HEADINGS: [(f32, f32, f32); 6] = [
    (15.5, 20.0, 20.0),
    (13.0, 17.5, 17.0),
    (11.5, 16.0, 14.0),
    (10.0, 14.5, 12.0),
    (10.0, 14.5, 12.0),
    (10.0, 14.5, 12.0),
];

/// Between blocks, and between those that belong closely together.
const GAP: f32 = 7.5;
const CLOSE_GAP: f32 = 2.0;

/// How far each list and quotation is set in.
const INDENT: f32 = 18.0;

/// What becomes an entry of the reader's list of headings.
#[derive(Debug)]
pub(crate) struct Heading {
    pub(crate) level: usize,
    pub(crate) text: String,
    /// How many pages are before its own.
    pub(crate) page: usize,
    /// In points from the page's upper edge.
    pub(crate) top: f32,
}

/// The report as pages.
#[derive(Debug)]
pub(crate) struct Typeset {
    pub(crate) pages: Vec<Page>,
    pub(crate) headings: Vec<Heading>,
}

/// Sets a report.
pub(crate) fn typeset(fonts: &Fonts, title: &str, blocks: &[Block]) -> Result<Typeset, TooManyPages> {
    let mut body = Body { fonts, flow: Flow::new(), headings: Vec::new() };
    body.title(title)?;
    for block in blocks {
        body.block(block)?;
    }
    let Body { flow, headings, .. } = body;
    let foot = Foot::new(fonts, title);
    Ok(Typeset { pages: flow.finish(|number, count| foot.texts(number, count)), headings })
}

struct Body<'fonts> {
    fonts: &'fonts Fonts,
    flow: Flow,
    headings: Vec<Heading>,
}

impl Body<'_> {
    fn title(&mut self, title: &str) -> Result<(), TooManyPages> {
        let spans = [strong(Span::plain(title))];
        let lines = lines(self.fonts, &spans, TITLE.0, WIDTH);
        self.lines(&lines, TITLE.1, &[], None, Ink::Text)?;
        self.flow.skip(5.0);
        self.flow.fill(LEFT, 0.0, WIDTH, 1.0, Ink::Text);
        self.flow.skip(GAP);
        Ok(())
    }

    fn block(&mut self, block: &Block) -> Result<(), TooManyPages> {
        let Block { containers, marker, close, content } = block;
        let marker = marker.as_deref();
        let indent = INDENT * containers.len() as f32;
        let (left, width) = (LEFT + indent, WIDTH - indent);
        self.flow.skip(if *close { CLOSE_GAP } else { GAP });
        match content {
            Content::Heading(level, spans) => self.heading(*level, spans, containers, marker),
            Content::Paragraph(spans) => {
                let lines = lines(self.fonts, spans, TEXT.0, width);
                self.lines(&lines, TEXT.1, containers, marker, Ink::Text)
            }
            Content::Code(code) => {
                let padding = 6.0;
                let lines = code_lines(self.fonts, code, CODE.0, width - 2.0 * padding);
                self.flow.need(2.0 * CODE.1)?;
                self.marker(marker, left, CODE.1);
                for line in &lines {
                    self.flow.need(CODE.1)?;
                    self.bars(containers, CODE.1);
                    self.flow.fill(left, 0.0, width, CODE.1, Ink::Ground);
                    self.flow.draw(line, left + padding, CODE.1, Ink::Text);
                    self.flow.advance(CODE.1);
                }
                Ok(())
            }
            Content::Table(table) => {
                self.marker(marker, left, TEXT.1);
                grid::set(self.fonts, &mut self.flow, table, left, width)?;
                self.flow.skip(GAP);
                Ok(())
            }
            Content::Rule => {
                self.flow.need(TEXT.1)?;
                self.marker(marker, left, TEXT.1);
                self.flow.fill(left, TEXT.1 / 2.0, width, 0.6, Ink::Faint);
                self.flow.advance(TEXT.1);
                Ok(())
            }
        }
    }

    fn heading(
        &mut self,
        level: usize,
        spans: &[Span],
        containers: &[Container],
        marker: Option<&str>,
    ) -> Result<(), TooManyPages> {
        let (size, height, gap) = HEADINGS.iter().copied().nth(level.saturating_sub(1)).unwrap_or_default();
        let text: String = spans.iter().map(|span| span.text.as_str()).collect();
        let spans: Vec<_> = spans.iter().cloned().map(strong).collect();
        let width = WIDTH - INDENT * containers.len() as f32;
        let lines = lines(self.fonts, &spans, size, width);
        self.flow.skip(gap - GAP);
        // A heading stays with the first lines of what it is over.
        self.flow.need(height * lines.len() as f32 + 3.0 * TEXT.1)?;
        let (page, top) = self.flow.place();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.headings.push(Heading { level, text, page, top });
        }
        self.lines(&lines, height, containers, marker, Ink::Text)
    }

    /// Lines of one block. The first two and the last two stay together.
    fn lines(
        &mut self,
        lines: &[Line],
        height: f32,
        containers: &[Container],
        marker: Option<&str>,
        ink: Ink,
    ) -> Result<(), TooManyPages> {
        let left = LEFT + INDENT * containers.len() as f32;
        let empty = [Line::default()];
        let lines = if lines.is_empty() && marker.is_some() { &empty } else { lines };
        for (number, line) in lines.iter().enumerate() {
            let left_over = lines.len() - number;
            let together = if (number == 0 && left_over > 1) || left_over == 2 { 2.0 } else { 1.0 };
            self.flow.need(height * together)?;
            if number == 0 {
                self.marker(marker, left, height);
            }
            self.bars(containers, height);
            self.flow.draw(line, left, height, ink);
            self.flow.advance(height);
        }
        Ok(())
    }

    /// Draws what stands before an item's first line.
    fn marker(&mut self, marker: Option<&str>, left: f32, height: f32) {
        let Some(marker) = marker else {
            return;
        };
        for line in lines(self.fonts, &[Span::plain(marker)], TEXT.0, f32::MAX) {
            // Numbers end where the text begins, however many digits they have.
            self.flow.draw(&line, left - 5.0 - line.width, height, Ink::Text);
        }
    }

    /// Draws the bar of every quotation that the next line stands in.
    fn bars(&mut self, containers: &[Container], height: f32) {
        for (depth, container) in containers.iter().enumerate() {
            if *container == Container::Quotation {
                let left = LEFT + INDENT * depth as f32 + 4.0;
                self.flow.fill(left, 0.0, 2.0, height, Ink::Rule);
            }
        }
    }
}

fn strong(mut span: Span) -> Span {
    span.style.strong = true;
    span
}

/// What stands at the foot of every page: the title, cut to what fits, and the page's number.
struct Foot<'fonts> {
    fonts: &'fonts Fonts,
    title: String,
}

impl Foot<'_> {
    const LOOK: Look = Look { face: Face::Regular, slanted: false, size: 8.0 };

    /// In points, for the number and the space before it.
    const NUMBER: f32 = 90.0;

    fn new<'fonts>(fonts: &'fonts Fonts, title: &str) -> Foot<'fonts> {
        let width = |text: &str| fonts.width(Foot::LOOK.face, text, Foot::LOOK.size);
        let mut shown = title.to_owned();
        while width(&shown) > WIDTH - Foot::NUMBER {
            let mut shorter = shown.trim_end_matches('…').to_owned();
            shorter.pop();
            shown = shorter.trim_end().to_owned() + "…";
        }
        Foot { fonts, title: shown }
    }

    fn texts(&self, number: usize, count: usize) -> [(f32, Look, String); 2] {
        let page = format!("{number} / {count}");
        let left = LEFT + WIDTH - self.fonts.width(Foot::LOOK.face, &page, Foot::LOOK.size);
        [(LEFT, Foot::LOOK, self.title.clone()), (left, Foot::LOOK, page)]
    }
}
