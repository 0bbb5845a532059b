//! Text as pixels, from the one font that the skill carries. Lays out one line, left to right. Used by `canvas`.

use ab_glyph::{Font as _, FontRef, InvalidFont, PxScale, PxScaleFont, ScaleFont, point};

pub(crate) struct Font(FontRef<'static>);

impl Font {
    pub(crate) fn new() -> Result<Font, InvalidFont> {
        FontRef::try_from_slice(dejavu::sans::regular()).map(Font)
    }

    /// How wide a line of this height is, in pixels.
    pub(crate) fn width(&self, text: &str, height: f64) -> f32 {
        let scaled = self.scaled(height);
        self.glyphs(text, height).last().map_or(0.0, |(glyph, left)| left + scaled.h_advance(glyph))
    }

    /// Hands out the pixels of a line of this height, from its upper left corner, with how much of each is ink.
    pub(crate) fn draw(&self, text: &str, height: f64, mut pixel: impl FnMut(i32, i32, f32)) {
        let scaled = self.scaled(height);
        for (glyph, left) in self.glyphs(text, height) {
            let glyph = glyph.with_scale_and_position(scaled.scale(), point(left, scaled.ascent()));
            let Some(outline) = self.0.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, ink| pixel(corner.x as i32 + x as i32, corner.y as i32 + y as i32, ink));
        }
    }

    /// Each glyph with its left edge.
    fn glyphs(&self, text: &str, height: f64) -> impl Iterator<Item = (ab_glyph::GlyphId, f32)> {
        let scaled = self.scaled(height);
        let (mut edge, mut before) = (0.0, None);
        text.chars().filter(|character| !character.is_control()).map(move |character| {
            let glyph = scaled.glyph_id(character);
            let left = edge + before.map_or(0.0, |before| scaled.kern(before, glyph));
            (edge, before) = (left + scaled.h_advance(glyph), Some(glyph));
            (glyph, left)
        })
    }

    fn scaled(&self, height: f64) -> PxScaleFont<&FontRef<'static>> {
        self.0.as_scaled(PxScale::from(height as f32))
    }
}
