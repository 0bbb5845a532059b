//! Pages drawn as a PDF: text that can be searched and copied, links, the list of headings. Carries no date, so that
//! the same report gives the same bytes. Used by `pdf`.

use std::rc::Rc;

use krilla::action::{Action, LinkAction};
use krilla::annotation::{LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::error::KrillaError;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};

use crate::body::{Heading, Typeset};
use crate::flow::{Area, Ink, PAGE, Page, Text};
use crate::font::{Face, Fonts};

/// How far a slanted letter leans for each point of its height: eleven degrees.
const SLANT: f32 = 0.2;

/// Why pages become no PDF. None of these is the caller's fault.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DrawError {
    #[error("the PDF library does not read the font")]
    Font,
    #[error("the PDF library refuses the size of a page")]
    Page,
    #[error(transparent)]
    Pdf(#[from] KrillaError),
}

/// Draws all pages.
pub(crate) fn draw(fonts: &Fonts, title: String, typeset: &Typeset) -> Result<Vec<u8>, DrawError> {
    let settings = SerializeSettings { enable_tagging: false, ..SerializeSettings::default() };
    let mut document = Document::new_with(settings);
    let mut pen =
        Pen { fonts, regular: font(Face::Regular)?, bold: font(Face::Bold)?, mono: font(Face::Mono)? };
    for page in &typeset.pages {
        let settings = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or(DrawError::Page)?;
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        pen.page(&mut surface, page);
        surface.finish();
        for (area, target) in &page.links {
            if let Some(area) = rectangle(area) {
                let action = Action::Link(LinkAction::new(Rc::clone(target).to_string()));
                sheet.add_annotation(LinkAnnotation::new(area, Target::Action(action)).into());
            }
        }
        sheet.finish();
    }
    document.set_outline(outline(&typeset.headings));
    document.set_metadata(Metadata::new().title(title).creator("skillhost reports".to_owned()));
    Ok(document.finish()?)
}

struct Pen<'fonts> {
    fonts: &'fonts Fonts,
    regular: Font,
    bold: Font,
    mono: Font,
}

impl Pen<'_> {
    fn page(&mut self, surface: &mut Surface<'_>, page: &Page) {
        for (area, ink) in &page.areas {
            let Some(rectangle) = rectangle(area) else {
                continue;
            };
            let mut path = PathBuilder::new();
            path.push_rect(rectangle);
            if let Some(path) = path.finish() {
                surface.set_fill(Some(fill(*ink)));
                surface.draw_path(&path);
            }
        }
        for text in &page.texts {
            self.text(surface, text);
        }
    }

    fn text(&mut self, surface: &mut Surface<'_>, text: &Text) {
        let Text { left, baseline, look, ink, text } = text;
        let ends = text.char_indices().map(|(start, character)| start + character.len_utf8());
        let glyphs: Vec<_> = self
            .fonts
            .glyphs(look.face, text)
            .zip(ends)
            .map(|(glyph, end)| {
                let id = GlyphId::new(u32::from(glyph.id.0));
                KrillaGlyph::new(id, glyph.advance, 0.0, 0.0, 0.0, glyph.start..end, None)
            })
            .collect();
        if glyphs.is_empty() {
            return;
        }
        let font = match look.face {
            Face::Regular => &self.regular,
            Face::Bold => &self.bold,
            Face::Mono => &self.mono,
        };
        surface.set_fill(Some(fill(*ink)));
        if look.slanted {
            // Around the baseline: what stands on it stays where it is.
            surface.push_transform(&Transform::from_row(1.0, 0.0, -SLANT, 1.0, SLANT * baseline, 0.0));
        }
        surface.draw_glyphs(Point::from_xy(*left, *baseline), &glyphs, font.clone(), text, look.size, false);
        if look.slanted {
            surface.pop();
        }
    }
}

fn font(face: Face) -> Result<Font, DrawError> {
    Font::new(face.bytes().into(), 0).ok_or(DrawError::Font)
}

fn fill(ink: Ink) -> Fill {
    let (red, green, blue) = match ink {
        Ink::Text => (25, 28, 33),
        Ink::Link => (24, 82, 150),
        Ink::Faint => (110, 115, 122),
        Ink::Rule => (200, 204, 210),
        Ink::Ground => (241, 243, 245),
    };
    Fill { paint: rgb::Color::new(red, green, blue).into(), ..Fill::default() }
}

fn rectangle(area: &Area) -> Option<Rect> {
    Rect::from_xywh(area.left, area.top, area.width, area.height)
}

/// Headings below the last one of a higher rank.
fn outline(headings: &[Heading]) -> Outline {
    let mut outline = Outline::new();
    let mut open: Vec<(usize, OutlineNode)> = Vec::new();
    let mut close = |open: &mut Vec<(usize, OutlineNode)>, level: usize| {
        while open.last().is_some_and(|(above, _)| *above >= level) {
            let Some((_, node)) = open.pop() else {
                break;
            };
            match open.last_mut() {
                Some((_, above)) => above.push_child(node),
                None => outline.push_child(node),
            }
        }
    };
    for Heading { level, text, page, top } in headings {
        close(&mut open, *level);
        let place = XyzDestination::new(*page, Point::from_xy(0.0, *top));
        open.push((*level, OutlineNode::new(text.clone(), place)));
    }
    close(&mut open, 0);
    outline
}
