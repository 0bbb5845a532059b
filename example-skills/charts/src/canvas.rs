//! The pixels that a chart is drawn into: what the drawing library asks for, and no shape of its own. Drawn at
//! twice the size of the picture, so that halving smooths every edge. Used by `frame`, encoded by `encoding`.

use std::convert::Infallible;

use ab_glyph::InvalidFont;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use crate::font::Font;

/// Pixels drawn for each pixel of the picture, along one side.
pub(crate) const SCALE: u32 = 2;

/// Bytes a pixel: red, green and blue.
pub(crate) const CHANNELS: usize = 3;

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

pub(crate) struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    font: Font,
}

impl Canvas {
    /// White, for a picture of this size in pixels.
    pub(crate) fn new(width: u32, height: u32) -> Result<Canvas, InvalidFont> {
        let (width, height) = (width * SCALE, height * SCALE);
        let pixels = vec![255; width as usize * height as usize * CHANNELS];
        Ok(Canvas { width, height, pixels, font: Font::new()? })
    }

    /// What was drawn, row by row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.pixels.chunks_exact(self.width as usize * CHANNELS)
    }

    /// Lays a colour over a pixel; outside the canvas, over nothing.
    fn blend(&mut self, (x, y): BackendCoord, color: BackendColor, share: f64) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if x >= self.width || y >= self.height {
            return;
        }
        let start = (y as usize * self.width as usize + x as usize) * CHANNELS;
        let pixel = self.pixels.get_mut(start..start + CHANNELS).unwrap_or_default();
        let (red, green, blue) = color.rgb;
        for (below, above) in pixel.iter_mut().zip([red, green, blue]) {
            let mixed = f64::from(*below) + (f64::from(above) - f64::from(*below)) * color.alpha * share;
            *below = mixed.round().clamp(0.0, 255.0) as u8;
        }
    }
}

impl DrawingBackend for &mut Canvas {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.blend(point, color, 1.0);
        Ok(())
    }

    fn draw_text<Style: BackendTextStyle>(&mut self, text: &str, style: &Style, at: BackendCoord) -> Drawn {
        let (width, height) = self.estimate_text_size(text, style)?;
        let (width, height) = (width as i32, height as i32);
        let left = match style.anchor().h_pos {
            HPos::Left => 0,
            HPos::Center => width / 2,
            HPos::Right => width,
        };
        let top = match style.anchor().v_pos {
            VPos::Top => 0,
            VPos::Center => height / 2,
            VPos::Bottom => height,
        };
        let (transform, across, down) = (style.transform(), 0..self.width as i32, 0..self.height as i32);
        let mut inked = Vec::new();
        self.font.draw(text, style.size(), |x, y, ink| {
            let (x, y) = transform.transform(x - left, y - top);
            let (x, y) = (at.0 + x, at.1 + y);
            // Text may be much longer than the canvas is wide.
            if across.contains(&x) && down.contains(&y) {
                inked.push(((x, y), ink));
            }
        });
        for (point, ink) in inked {
            self.blend(point, style.color(), f64::from(ink));
        }
        Ok(())
    }

    fn estimate_text_size<Style: BackendTextStyle>(
        &self,
        text: &str,
        style: &Style,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((self.font.width(text, style.size()).ceil() as u32, style.size().ceil() as u32))
    }
}
