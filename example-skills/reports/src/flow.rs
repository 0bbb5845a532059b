//! Pages, and the place on the last of them where the next line goes. Knows sizes, not what they are of. Used by
//! `body` and `grid`; drawn by `draw`.

use std::rc::Rc;

use crate::lines::{Line, Look};

/// A4, in points.
pub(crate) const PAGE: (f32, f32) = (595.28, 841.89);

/// The left end of every line, in points; as much is free on the right.
pub(crate) const LEFT: f32 = 62.0;

/// How wide a full line is, in points.
pub(crate) const WIDTH: f32 = PAGE.0 - 2.0 * LEFT;

/// Where text begins and where it ends, in points from the page's upper edge.
const TOP: f32 = 64.0;
const BOTTOM: f32 = PAGE.1 - 74.0;

/// The baseline of the line below the text.
const FOOT: f32 = PAGE.1 - 42.0;

/// How tall a full page's text is, in points.
pub(crate) const HEIGHT: f32 = BOTTOM - TOP;

/// A short text can take many pages, line by line; each takes time and memory.
pub(crate) const MOST_PAGES: usize = 200;

/// The report is longer than a report may be.
#[derive(Debug, thiserror::Error)]
#[error("the report has more than {MOST_PAGES} pages: split it")]
pub(crate) struct TooManyPages;

/// Shades of what is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Text,
    Link,
    Faint,
    Rule,
    Ground,
}

/// Text at a place, in points from the page's upper left corner.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) left: f32,
    pub(crate) baseline: f32,
    pub(crate) look: Look,
    pub(crate) ink: Ink,
    pub(crate) text: String,
}

/// A filled rectangle, in points from the page's upper left corner.
#[derive(Debug)]
pub(crate) struct Area {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// What one page holds; areas lie below text.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) areas: Vec<(Area, Ink)>,
    pub(crate) texts: Vec<Text>,
    pub(crate) links: Vec<(Area, Rc<str>)>,
}

/// The pages so far. There is always one.
#[derive(Debug)]
pub(crate) struct Flow {
    before: Vec<Page>,
    page: Page,
    y: f32,
}

impl Flow {
    pub(crate) fn new() -> Flow {
        Flow { before: Vec::new(), page: Page::default(), y: TOP }
    }

    /// Where the next line begins: how many pages are before it, and how far down it is, in points.
    pub(crate) fn place(&self) -> (usize, f32) {
        (self.before.len(), self.y)
    }

    /// How much of the page is free, in points.
    pub(crate) fn room(&self) -> f32 {
        BOTTOM - self.y
    }

    /// Whether nothing is on the page yet.
    pub(crate) fn is_at_top(&self) -> bool {
        self.y <= TOP
    }

    /// Begins a page.
    pub(crate) fn turn(&mut self) -> Result<(), TooManyPages> {
        if self.before.len() + 1 == MOST_PAGES {
            return Err(TooManyPages);
        }
        self.before.push(std::mem::take(&mut self.page));
        self.y = TOP;
        Ok(())
    }

    /// Begins a page unless this much fits on this one. What is taller than a page begins where it stands.
    pub(crate) fn need(&mut self, height: f32) -> Result<(), TooManyPages> {
        match height > self.room() && height <= HEIGHT && !self.is_at_top() {
            true => self.turn(),
            false => Ok(()),
        }
    }

    /// Moves down; at the top of a page nothing is left free.
    pub(crate) fn skip(&mut self, gap: f32) {
        if !self.is_at_top() {
            self.y += gap;
        }
    }

    /// Moves down past what was drawn.
    pub(crate) fn advance(&mut self, height: f32) {
        self.y += height;
    }

    /// Fills a part of the next line: its left end and size, in points, and how far below the line's top it is.
    pub(crate) fn fill(&mut self, left: f32, below: f32, width: f32, height: f32, ink: Ink) {
        self.page.areas.push((Area { left, top: self.y + below, width, height }, ink));
    }

    /// Draws a line of this height beginning at `left`, and does not move on.
    pub(crate) fn draw(&mut self, line: &Line, left: f32, height: f32, ink: Ink) {
        let size = line.runs.iter().map(|run| run.look.size).fold(0.0, f32::max);
        // Letters stand in the middle of their line: about three quarters of a size is above the baseline.
        let baseline = self.y + (height - size) / 2.0 + size * 0.78;
        for run in &line.runs {
            let left = left + run.left;
            let mut ink = ink;
            if let Some(link) = &run.link {
                let area = Area { left, top: self.y, width: run.width, height };
                self.page.links.push((area, Rc::clone(link)));
                ink = Ink::Link;
            }
            let (look, text) = (run.look, run.text.clone());
            self.page.texts.push(Text { left, baseline, look, ink, text });
        }
    }

    /// The pages, each with what `foot` writes below its text, given the page's number and how many there are.
    pub(crate) fn finish(self, foot: impl Fn(usize, usize) -> [(f32, Look, String); 2]) -> Vec<Page> {
        let mut pages = self.before;
        pages.push(self.page);
        let count = pages.len();
        for (number, page) in (1..).zip(&mut pages) {
            for (left, look, text) in foot(number, count) {
                page.texts.push(Text { left, baseline: FOOT, look, ink: Ink::Faint, text });
            }
        }
        pages
    }
}
