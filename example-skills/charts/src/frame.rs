//! What every chart has around its data: title, legend, axes, labels. Draws no data itself. Used by both
//! charts.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use schemars::JsonSchema;
use serde::Deserialize;
use skillhost_guest::{Failure, Media};

use crate::canvas::{Canvas, SCALE};
use crate::data::Data;
use crate::encoding::encode;
use crate::number;

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(45, 50, 60);
const FAINT: RGBColor = RGBColor(222, 225, 230);

/// Apart in hue and in lightness, for those who see few hues.
const COLOURS: [RGBColor; crate::data::MOST_SERIES] = [
    RGBColor(31, 95, 168),
    RGBColor(224, 122, 31),
    RGBColor(44, 143, 94),
    RGBColor(190, 60, 75),
    RGBColor(120, 90, 170),
    RGBColor(100, 175, 215),
    RGBColor(130, 105, 85),
    RGBColor(125, 130, 140),
];

/// How a chart looks; every field has a default.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Style {
    /// What the chart shows, above it.
    title: Option<String>,
    /// What stands along the lower axis.
    x_label: Option<String>,
    /// What the values are, with their unit.
    y_label: Option<String>,
    /// Width in pixels, 320 to 1600: 960 unless given.
    #[schemars(range(min = 320, max = 1600))]
    width: Option<u32>,
    /// Height in pixels, 200 to 1200: 540 unless given.
    #[schemars(range(min = 200, max = 1200))]
    height: Option<u32>,
}

/// The lower axis: how far it reaches, and the rows' names where they are no numbers.
pub(crate) struct Across<'data> {
    pub(crate) range: std::ops::Range<f64>,
    pub(crate) names: Option<&'data [String]>,
}

/// The area inside the axes.
pub(crate) type Plot<'a, 'canvas> =
    ChartContext<'a, &'canvas mut Canvas, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The colour of the series at this place.
pub(crate) fn colour(series: usize) -> RGBColor {
    COLOURS.iter().copied().cycle().nth(series).unwrap_or(INK)
}

/// Draws the frame and, inside it, what `draw` adds.
pub(crate) fn picture(
    style: &Style,
    data: &Data,
    across: Across<'_>,
    up: std::ops::Range<f64>,
    draw: impl FnOnce(&mut Plot<'_, '_>) -> Result<(), Failure>,
) -> Result<Media, Failure> {
    let (width, height) = (style.width.unwrap_or(960), style.height.unwrap_or(540));
    if !(320..=1600).contains(&width) || !(200..=1200).contains(&height) {
        return Err(Failure::invalid_arguments(
            "the picture must be 320 to 1600 pixels wide and 200 to 1200 high",
        ));
    }
    let mut canvas = Canvas::new(width, height)?;
    let root = (&mut canvas).into_drawing_area().margin(px(14), px(12), px(14), px(22));
    let body = header(&root, style.title.as_deref(), data)?;
    draw(&mut axes(&body, style, across, up)?)?;
    drop((body, root));
    encode(&canvas, width, height)
}

/// A length of the picture, in drawn pixels.
pub(crate) fn px(length: u32) -> i32 {
    i32::try_from(length * SCALE).unwrap_or(i32::MAX)
}

fn text(size: u32) -> TextStyle<'static> {
    (FONT, px(size)).into_font().color(&INK)
}

type Area<'canvas> = DrawingArea<&'canvas mut Canvas, Shift>;

/// The title and, where there are several series, the legend; hands back what is left below.
fn header<'canvas>(area: &Area<'canvas>, title: Option<&str>, data: &Data) -> Result<Area<'canvas>, Failure> {
    let middle = Pos::new(HPos::Left, VPos::Center);
    let mut top = 0;
    if let Some(title) = title {
        let style = text(20).pos(middle);
        area.draw(&Text::new(title, (px(6), px(14)), style))?;
        top += px(34);
    }
    if data.series.len() > 1 {
        let style = text(13).pos(middle);
        let right = i32::try_from(area.dim_in_pixel().0)?;
        let (mut x, mut y) = (px(6), top + px(10));
        for (position, series) in data.series.iter().enumerate() {
            let width = i32::try_from(area.estimate_text_size(&series.name, &style)?.0)?.min(right);
            if x > px(6) && x + px(18) + width > right {
                (x, y) = (px(6), y + px(20));
            }
            let square = [(x, y - px(6)), (x + px(12), y + px(6))];
            area.draw(&Rectangle::new(square, colour(position).filled()))?;
            area.draw(&Text::new(series.name.as_str(), (x + px(18), y), style.clone()))?;
            x += px(18) + width + px(22);
        }
        top = y + px(18);
    }
    Ok(area.split_vertically(top).1)
}

fn axes<'a, 'canvas>(
    area: &'a Area<'canvas>,
    style: &Style,
    across: Across<'_>,
    up: std::ops::Range<f64>,
) -> Result<Plot<'a, 'canvas>, Failure> {
    let label_style = text(13);
    let (width, height) = area.dim_in_pixel();
    let lines = (height / (46 * SCALE)).clamp(2, 10) as usize;
    let up_step = step(&up, lines);
    let widest = |labels: &[String]| -> Result<u32, Failure> {
        let mut widest = 0;
        for label in labels {
            widest = widest.max(area.estimate_text_size(label, &label_style)?.0);
        }
        Ok(widest)
    };
    let up_width = widest(&[number::label(up.start, up_step), number::label(up.end, up_step)])?;
    let up_title = if style.y_label.is_some() { 26 } else { 6 };

    let room = width.saturating_sub(up_width).max(1);
    let (fit, across_step) = match across.names {
        Some(names) => {
            let fit = (room / (widest(names)? + 16 * SCALE)).max(1) as usize;
            (fit.min(names.len()), 1.0)
        }
        None => {
            let guess = number::label(across.range.end, step(&across.range, 8));
            let fit = (room / (widest(&[guess])? + 30 * SCALE)).clamp(1, 10) as usize;
            (fit, step(&across.range, fit))
        }
    };

    let mut plot = ChartBuilder::on(area)
        .margin_right(px(10))
        .x_label_area_size(px(if style.x_label.is_some() { 48 } else { 28 }))
        .y_label_area_size(i32::try_from(up_width)? + px(up_title + 8))
        .build_cartesian_2d(across.range.clone(), up)?;
    plot.configure_mesh()
        .disable_x_mesh()
        .bold_line_style(FAINT.stroke_width(SCALE))
        .light_line_style(TRANSPARENT)
        .axis_style(INK.stroke_width(SCALE))
        .set_all_tick_mark_size(px(4))
        .label_style(label_style)
        .axis_desc_style(text(14))
        .x_desc(style.x_label.as_deref().unwrap_or_default())
        .y_desc(style.y_label.as_deref().unwrap_or_default())
        .x_labels(fit)
        .y_labels(lines)
        .x_label_formatter(&|x| match across.names {
            Some(names) => name_at(names, *x),
            None => number::label(*x, across_step),
        })
        .y_label_formatter(&|y| number::label(*y, up_step))
        .draw()?;
    Ok(plot)
}

/// The name of the row at this place; none between two rows.
fn name_at(names: &[String], x: f64) -> String {
    let whole = x.round();
    let near = (x - whole).abs() < 0.01 && whole >= 0.0;
    near.then(|| names.get(whole as usize).cloned()).flatten().unwrap_or_default()
}

/// The distance between labels when about this many share the range: 1, 2 or 5 times a power of ten.
fn step(range: &std::ops::Range<f64>, labels: usize) -> f64 {
    let rough = (range.end - range.start) / labels.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    factor * power
}
