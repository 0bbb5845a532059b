//! `chart_line`: columns as lines along another column.

use plotters::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use skillhost_guest::{Failure, Media};

use crate::data::Data;
use crate::frame::{Across, Style, colour, picture, px};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Line {
    /// The table as CSV text. Its first line is the column names.
    csv: String,
    /// What separates cells, one ASCII character: a comma unless given.
    delimiter: Option<char>,
    /// The column along the lower axis.
    x: String,
    /// The columns to draw, one to eight, all of the same unit.
    y: Vec<String>,
    #[serde(default)]
    style: Style,
}

pub(crate) fn line(arguments: Line) -> Result<Media, Failure> {
    let Line { csv, delimiter, x, y, style } = arguments;
    let data = Data::parse(&csv, delimiter, &x, &y)?;
    let (places, across) = match data.numeric_names() {
        Some(places) => {
            let low = places.iter().copied().fold(f64::INFINITY, f64::min);
            let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (places, Across { range: widened(low, high, 0.02), names: None })
        }
        None => {
            let last = data.names.len().saturating_sub(1) as f64;
            let places = (0..data.names.len()).map(|place| place as f64).collect();
            (places, Across { range: -0.5..last + 0.5, names: Some(&data.names) })
        }
    };

    let (low, high) = data.bounds();
    let mut up = widened(low, high, 0.06);
    // Not cut off below when zero is near anyway.
    if low >= 0.0 && low < high / 2.0 {
        up.start = 0.0;
    }
    let few = data.names.len() <= 60;
    picture(&style, &data, across, up, |plot| {
        for (position, series) in data.series.iter().enumerate() {
            let stroke = colour(position).stroke_width(px(2).unsigned_abs());
            let points: Vec<Option<(f64, f64)>> = places
                .iter()
                .zip(&series.values)
                .map(|(place, value)| value.map(|value| (*place, value)))
                .collect();
            for run in points.split(Option::is_none) {
                let run: Vec<(f64, f64)> = run.iter().flatten().copied().collect();
                // A point between two gaps has no line to be seen by.
                let alone = run.len() == 1;
                if few || alone {
                    let dots = run.iter().map(|point| Circle::new(*point, px(3), colour(position).filled()));
                    plot.draw_series(dots)?;
                }
                plot.draw_series([PathElement::new(run, stroke)])?;
            }
        }
        Ok(())
    })
}

/// The range with this share of it added at both ends; never empty.
fn widened(low: f64, high: f64, share: f64) -> std::ops::Range<f64> {
    let spread = match high - low {
        0.0 => high.abs().max(1.0),
        spread => spread,
    };
    low - spread * share..high + spread * share
}
