//! `chart_bar`: columns as bars, one group for each row.

use plotters::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use skillhost_guest::{Failure, Media};

use crate::data::Data;
use crate::frame::{Across, Style, colour, picture};

/// More bars than this are narrower than a line.
const MOST_BARS: usize = 400;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Bar {
    /// The table as CSV text. Its first line is the column names.
    csv: String,
    /// What separates cells, one ASCII character: a comma unless given.
    delimiter: Option<char>,
    /// The column that names each group of bars.
    category: String,
    /// The columns to draw, one to eight, all of the same unit.
    values: Vec<String>,
    #[serde(default)]
    style: Style,
}

pub(crate) fn bar(arguments: Bar) -> Result<Media, Failure> {
    let Bar { csv, delimiter, category, values, style } = arguments;
    let data = Data::parse(&csv, delimiter, &category, &values)?;
    let bars = data.names.len() * data.series.len();
    if bars > MOST_BARS {
        let reason = format_args!("{bars} bars; a chart has at most {MOST_BARS}: draw a line, or fewer rows");
        return Err(Failure::invalid_arguments(reason));
    }

    let (low, high) = data.bounds();
    let (low, high) = (low.min(0.0), high.max(0.0));
    let room = if low == high { 1.0 } else { (high - low) * 0.06 };
    let up = if low < 0.0 { low - room } else { 0.0 }..if high > 0.0 { high + room } else { room };
    let across = Across { range: -0.5..data.names.len() as f64 - 0.5, names: Some(&data.names) };

    // A quarter of each group stays free on its sides.
    let width = 0.75 / data.series.len() as f64;
    picture(&style, &data, across, up, |plot| {
        for (position, series) in data.series.iter().enumerate() {
            let bars = series.values.iter().enumerate().filter_map(|(group, value)| {
                let left = group as f64 - 0.375 + width * position as f64;
                let corners = [(left, 0.0), (left + width * 0.94, (*value)?)];
                Some(Rectangle::new(corners, colour(position).filled()))
            });
            plot.draw_series(bars)?;
        }
        Ok(())
    })
}
