//! The three faces that the skill carries: which characters they have, and how wide these are. Sets text from left
//! to right, a glyph a character; scripts that need more are refused. Used by `lines`, `grid` and `draw`.

use std::collections::BTreeSet;

use ttf_parser::{FaceParsingError, GlyphId};

use crate::blocks::Block;

/// As many missing characters are named at once.
const NAMED: usize = 20;

/// A face. Emphasis has none: it is the same face, slanted, as the family's own oblique is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    Regular,
    Bold,
    Mono,
}

/// Characters that no page can show.
#[derive(Debug, thiserror::Error)]
#[error(
    "the PDF's font cannot set {}: spell them out, or use report_markdown",
    .0.iter().map(|character| format!("`{character}` (U+{:04X})", u32::from(*character))).collect::<Vec<_>>().join(", ")
)]
pub(crate) struct NotInFont(Vec<char>);

pub(crate) struct Fonts {
    regular: ttf_parser::Face<'static>,
    bold: ttf_parser::Face<'static>,
    mono: ttf_parser::Face<'static>,
}

/// One glyph of a text.
pub(crate) struct Glyph {
    pub(crate) id: GlyphId,
    /// Where its character begins, in bytes.
    pub(crate) start: usize,
    /// To the next glyph, kerning included; the height of the text is 1.
    pub(crate) advance: f32,
}

impl Face {
    /// The font's file.
    pub(crate) fn bytes(self) -> &'static [u8] {
        match self {
            Face::Regular => dejavu::sans::regular(),
            Face::Bold => dejavu::sans::bold(),
            Face::Mono => dejavu::sans_mono::regular(),
        }
    }
}

impl Fonts {
    pub(crate) fn new() -> Result<Fonts, FaceParsingError> {
        let parse = |face: Face| ttf_parser::Face::parse(face.bytes(), 0);
        Ok(Fonts { regular: parse(Face::Regular)?, bold: parse(Face::Bold)?, mono: parse(Face::Mono)? })
    }

    /// Finds out whether title and text can be set at all.
    pub(crate) fn check(&self, title: &str, blocks: &[Block]) -> Result<(), NotInFont> {
        let mut missing = BTreeSet::new();
        for text in std::iter::once(title).chain(blocks.iter().flat_map(Block::texts)) {
            // Nearly all text is ASCII, which the fonts have.
            let unsure = text.chars().filter(|character| !character.is_ascii());
            missing
                .extend(unsure.filter(|character| {
                    is_set_otherwise(*character) || !self.has(Face::Regular, *character)
                }));
        }
        match missing.is_empty() {
            true => Ok(()),
            false => Err(NotInFont(missing.into_iter().take(NAMED).collect())),
        }
    }

    /// This face where it has the character; else the regular one, which has the most.
    pub(crate) fn face_for(&self, face: Face, character: char) -> Face {
        if self.has(face, character) { face } else { Face::Regular }
    }

    /// The text's glyphs, from left to right.
    pub(crate) fn glyphs(&self, face: Face, text: &str) -> impl Iterator<Item = Glyph> {
        let font = self.font(face);
        let scale = 1.0 / f32::from(font.units_per_em());
        let kerning = font.tables().kern.into_iter().flat_map(|kern| kern.subtables);
        let kerning = kerning.into_iter().find(|pairs| pairs.horizontal && !pairs.variable);
        let mut characters = text.char_indices().peekable();
        std::iter::from_fn(move || {
            let (start, character) = characters.next()?;
            let id = font.glyph_index(character).unwrap_or_default();
            let next = characters.peek().and_then(|(_, next)| font.glyph_index(*next));
            let kern = next
                .zip(kerning.as_ref())
                .and_then(|(next, pairs)| pairs.glyphs_kerning(id, next))
                .unwrap_or(0);
            let units = f32::from(font.glyph_hor_advance(id).unwrap_or(0)) + f32::from(kern);
            Some(Glyph { id, start, advance: units * scale })
        })
    }

    /// How wide a text of this height is.
    pub(crate) fn width(&self, face: Face, text: &str, size: f32) -> f32 {
        self.glyphs(face, text).map(|glyph| glyph.advance).sum::<f32>() * size
    }

    fn has(&self, face: Face, character: char) -> bool {
        self.font(face).glyph_index(character).is_some()
    }

    fn font(&self, face: Face) -> &ttf_parser::Face<'static> {
        match face {
            Face::Regular => &self.regular,
            Face::Bold => &self.bold,
            Face::Mono => &self.mono,
        }
    }
}

/// Scripts that are written from right to left. The fonts have some, but a line of them would read backwards.
fn is_set_otherwise(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}'
    )
}
