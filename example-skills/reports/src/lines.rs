//! Text broken into lines of a width, first fit. Breaks at spaces, and inside a word only where it is wider than a
//! whole line. Places nothing on a page. Used by `body` and `grid`.

use std::rc::Rc;

use crate::blocks::Span;
use crate::font::{Face, Fonts};

/// Letters of the monospaced face look larger than others of the same size.
const MONO_SCALE: f32 = 0.9;

/// A tab in code becomes this many spaces.
const TAB: &str = "    ";

/// A stretch of text that is drawn at once.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) look: Look,
    pub(crate) link: Option<Rc<str>>,
    /// In points, from the line's left end.
    pub(crate) left: f32,
    /// In points.
    pub(crate) width: f32,
}

/// How a run's glyphs look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Look {
    pub(crate) face: Face,
    pub(crate) slanted: bool,
    /// In points.
    pub(crate) size: f32,
}

/// One line.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Line {
    pub(crate) runs: Vec<Run>,
    /// In points.
    pub(crate) width: f32,
}

/// Breaks spans into lines. Sizes and widths are in points.
pub(crate) fn lines(fonts: &Fonts, spans: &[Span], size: f32, width: f32) -> Vec<Line> {
    let mut breaker = Breaker::new(fonts, width);
    for span in spans {
        for character in span.text.chars() {
            match character {
                '\n' => breaker.end_line(),
                ' '
                | '\t'
                | '\r'
                | '\u{2000}'..='\u{2006}'
                | '\u{2008}'..='\u{200a}'
                | '\u{205f}'
                | '\u{3000}' => {
                    breaker.space();
                }
                _ => breaker.character(character, span, size),
            }
        }
    }
    breaker.finish()
}

/// Breaks code into lines, its spaces kept.
pub(crate) fn code_lines(fonts: &Fonts, code: &str, size: f32, width: f32) -> Vec<Line> {
    let mut breaker = Breaker::new(fonts, width);
    let mut span = Span::plain("");
    span.style.code = true;
    for line in code.lines() {
        for character in line.replace('\t', TAB).chars() {
            breaker.character(character, &span, size);
        }
        breaker.end_line();
    }
    breaker.finish()
}

struct Breaker<'fonts> {
    fonts: &'fonts Fonts,
    width: f32,
    finished: Vec<Line>,
    line: Line,
    /// Whether a space stands between the line and the word.
    spaced: bool,
    word: Vec<Run>,
}

impl<'fonts> Breaker<'fonts> {
    fn new(fonts: &'fonts Fonts, width: f32) -> Self {
        let (finished, line, word) = (Vec::new(), Line::default(), Vec::new());
        Breaker { fonts, width, finished, line, spaced: false, word }
    }

    fn character(&mut self, character: char, span: &Span, size: f32) {
        let (face, size) = match span.style {
            style if style.code => (Face::Mono, size * MONO_SCALE),
            style if style.strong => (Face::Bold, size),
            _ => (Face::Regular, size),
        };
        let face = self.fonts.face_for(face, character);
        let look = Look { face, slanted: span.style.emphasis, size };
        match self.word.last_mut() {
            Some(run) if run.look == look && run.link == span.link => run.text.push(character),
            _ => {
                let (text, link) = (character.to_string(), span.link.clone());
                self.word.push(Run { text, look, link, left: 0.0, width: 0.0 });
            }
        }
    }

    fn space(&mut self) {
        self.end_word();
        self.spaced = !self.line.runs.is_empty();
    }

    fn end_line(&mut self) {
        self.end_word();
        self.break_line();
    }

    fn break_line(&mut self) {
        self.spaced = false;
        self.finished.push(std::mem::take(&mut self.line));
    }

    fn end_word(&mut self) {
        let mut word = std::mem::take(&mut self.word);
        for run in &mut word {
            run.width = self.fonts.width(run.look.face, &run.text, run.look.size);
        }
        let width: f32 = word.iter().map(|run| run.width).sum();
        let space = match self.line.runs.last() {
            Some(run) if self.spaced => self.fonts.width(run.look.face, " ", run.look.size),
            _ => 0.0,
        };
        if !self.line.runs.is_empty() && self.line.width + space + width > self.width {
            self.break_line();
        }
        if std::mem::take(&mut self.spaced)
            && let Some(run) = self.line.runs.last_mut()
        {
            run.text.push(' ');
            run.width += space;
            self.line.width += space;
        }
        let whole = width <= self.width;
        for run in word {
            if whole { self.push(run) } else { self.push_in_parts(&run) }
        }
    }

    /// Adds to the line what fits on it whole.
    fn push(&mut self, mut run: Run) {
        run.left = self.line.width;
        self.line.width += run.width;
        match self.line.runs.last_mut() {
            Some(last) if last.look == run.look && last.link == run.link => {
                last.text.push_str(&run.text);
                last.width += run.width;
            }
            _ => self.line.runs.push(run),
        }
    }

    /// Adds character by character, on as many lines as it takes.
    fn push_in_parts(&mut self, run: &Run) {
        for character in run.text.chars() {
            let text = character.to_string();
            let width = self.fonts.width(run.look.face, &text, run.look.size);
            if !self.line.runs.is_empty() && self.line.width + width > self.width {
                self.break_line();
            }
            let (look, link) = (run.look, run.link.clone());
            self.push(Run { text, look, link, left: 0.0, width });
        }
    }

    fn finish(mut self) -> Vec<Line> {
        self.end_word();
        if !self.line.runs.is_empty() {
            self.break_line();
        }
        self.finished
    }
}
