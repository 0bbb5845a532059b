//! Lines that may match a pattern, found by searching many lines at once. Where nothing in a block of text matches, none of
//! its lines does, and they are counted instead of looked at. Decides about no line: whoever asks tests each.

use memchr::{memchr_iter, memrchr};

use crate::lines::{Line, Lines};
use crate::regex::Screen;
use crate::{Bounds, ByteSource, ReadError};

/// The lines of a source that are worth a test, in order.
pub(super) struct Candidates<'a> {
    lines: Lines<'a>,
    screen: Option<Screen>,
    /// Up to this offset the screen can tell.
    known_until: u64,
    /// Up to this offset every line is a candidate.
    unscreened_until: u64,
}

impl<'a> Candidates<'a> {
    /// All lines that `screen` lets through; without one, all lines.
    pub(super) fn new(
        source: &'a dyn ByteSource,
        bounds: &'a Bounds,
        keep: usize,
        screen: Option<Screen>,
    ) -> Result<Self, ReadError> {
        let lines = Lines::new(source, bounds, 0, keep)?;
        Ok(Self { lines, screen, known_until: 0, unscreened_until: 0 })
    }

    /// The next one; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Line>, ReadError> {
        let Some(screen) = &self.screen else {
            return self.lines.next();
        };
        while self.lines.offset() >= self.unscreened_until {
            let Some(block) = self.lines.block()? else {
                return self.lines.next();
            };
            let start = self.lines.offset();
            let end = start.saturating_add(block.len() as u64);
            if end > self.known_until && !screen.can_tell(&block) {
                self.unscreened_until = end;
                break;
            }
            self.known_until = end;
            match screen.first_in(&block) {
                Some(found) => {
                    // Whatever matches in a line starts in it, so no line before this one does.
                    let before = block.get(..found).unwrap_or_default();
                    let line = memrchr(b'\n', before).map_or(0, |newline| newline + 1);
                    self.lines.pass(memchr_iter(b'\n', before).count(), line);
                    break;
                }
                // The last newline of the block is the caller's next line's.
                None => self.lines.pass(memchr_iter(b'\n', &block).count() + 1, block.len() + 1),
            }
        }
        self.lines.next()
    }
}
