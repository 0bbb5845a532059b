//! `report_pdf`: the report as pages. Refuses what the fonts cannot show, for a report with holes says something
//! else than its author.

use skillhost_guest::{Failure, TypedBinary};

use crate::blocks::Block;
use crate::body::typeset;
use crate::draw::draw;
use crate::font::Fonts;
use crate::reader::read;
use crate::report::{Arguments, Report};

pub(crate) fn pdf(arguments: Arguments) -> Result<TypedBinary, Failure> {
    let Report { title, text, table } = arguments.check().map_err(Failure::invalid_arguments)?;
    let mut blocks = read(&text).map_err(Failure::invalid_arguments)?;
    blocks.extend(table.map(Block::table));
    let fonts = Fonts::new()?;
    fonts.check(&title, &blocks).map_err(Failure::invalid_arguments)?;
    let pages = typeset(&fonts, &title, &blocks).map_err(Failure::invalid_arguments)?;
    Ok(TypedBinary::new(draw(&fonts, title, &pages)?, "application/pdf").filename("report.pdf"))
}
