//! A table on pages: column widths, rows, and the header over again on every page. Used by `body`.

use crate::blocks::Span;
use crate::flow::{Flow, HEIGHT, Ink, TooManyPages};
use crate::font::Fonts;
use crate::lines::{Line, lines};
use crate::table::{Align, Cell, Table};

const SIZE: f32 = 8.5;
const LINE: f32 = 11.5;

/// Free on both sides of a cell's text, and above and below it.
const ACROSS: f32 = 5.0;
const ABOVE: f32 = 2.5;

/// A header that takes more of a page than this is not repeated: little else would be on it.
const TALLEST_HEADER: f32 = HEIGHT / 3.0;

/// Wide enough for any cell that does not say where it breaks.
const ONE_LINE: f32 = f32::MAX;

struct Grid<'table> {
    fonts: &'table Fonts,
    align: &'table [Align],
    /// Of the columns' text, in points.
    widths: Vec<f32>,
    left: f32,
}

/// A row's cells as lines, and how many lines the tallest has.
struct Row {
    cells: Vec<Vec<Line>>,
    lines: usize,
}

/// Sets a table between these points of the line.
pub(crate) fn set(
    fonts: &Fonts,
    flow: &mut Flow,
    table: &Table,
    left: f32,
    width: f32,
) -> Result<(), TooManyPages> {
    let header: Vec<Cell> = table.header.iter().map(|cell| strong(cell)).collect();
    let grid = Grid { fonts, align: &table.align, widths: widths(fonts, &header, &table.rows, width), left };
    let head = grid.row(&header);
    let first = table.rows.first().map_or(0.0, |row| grid.row(row).height());
    flow.need(head.height() + first.min(TALLEST_HEADER))?;
    grid.head(flow, &head)?;
    let repeated = head.height() <= TALLEST_HEADER;
    for cells in &table.rows {
        let row = grid.row(cells);
        // A row is torn apart only where no page could hold it whole.
        let torn = row.height() > HEIGHT - TALLEST_HEADER;
        if !torn && row.height() > flow.room() {
            grid.turn(flow, &head, repeated)?;
        }
        flow.advance(ABOVE);
        for number in 0..row.lines {
            if flow.room() < LINE + ABOVE {
                grid.turn(flow, &head, repeated)?;
                flow.advance(ABOVE);
            }
            grid.line(flow, &row, number, Ink::Text);
        }
        flow.advance(ABOVE);
        flow.fill(grid.left, 0.0, grid.width(), 0.4, Ink::Rule);
    }
    Ok(())
}

impl Grid<'_> {
    fn width(&self) -> f32 {
        self.widths.iter().map(|width| width + 2.0 * ACROSS).sum()
    }

    fn row(&self, cells: &[Cell]) -> Row {
        let cells: Vec<_> = cells
            .iter()
            .zip(&self.widths)
            .map(|(cell, width)| lines(self.fonts, cell, SIZE, *width + 0.01))
            .collect();
        // A row of empty cells is still one.
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        Row { cells, lines }
    }

    fn head(&self, flow: &mut Flow, head: &Row) -> Result<(), TooManyPages> {
        for number in 0..head.lines {
            flow.need(LINE + 2.0 * ABOVE)?;
            let height = if number + 1 == head.lines { LINE + 2.0 * ABOVE } else { LINE };
            flow.fill(self.left, 0.0, self.width(), height, Ink::Ground);
            if number == 0 {
                flow.advance(ABOVE);
            }
            self.line(flow, head, number, Ink::Text);
        }
        flow.advance(ABOVE);
        flow.fill(self.left, 0.0, self.width(), 0.8, Ink::Text);
        Ok(())
    }

    fn turn(&self, flow: &mut Flow, head: &Row, repeated: bool) -> Result<(), TooManyPages> {
        flow.turn()?;
        if repeated { self.head(flow, head) } else { Ok(()) }
    }

    /// Draws the line of this number of every cell, and moves on.
    fn line(&self, flow: &mut Flow, row: &Row, number: usize, ink: Ink) {
        let mut left = self.left;
        let columns = self.widths.iter().zip(self.align).zip(&row.cells);
        for ((width, align), cell) in columns {
            left += ACROSS;
            if let Some(line) = cell.get(number) {
                let free = width - line.width;
                let shift = match align {
                    Align::Left => 0.0,
                    Align::Centre => free / 2.0,
                    Align::Right => free,
                };
                flow.draw(line, left + shift, LINE, ink);
            }
            left += width + ACROSS;
        }
        flow.advance(LINE);
    }
}

impl Row {
    fn height(&self) -> f32 {
        self.lines as f32 * LINE + 2.0 * ABOVE
    }
}

fn strong(cell: &[Span]) -> Cell {
    let mut cell = cell.to_vec();
    for span in &mut cell {
        span.style.strong = true;
    }
    cell
}

/// As wide as the texts where there is room; else every column keeps its longest word, as far as it can, and the
/// rest is shared by what each would like to have.
fn widths(fonts: &Fonts, header: &[Cell], rows: &[Vec<Cell>], width: f32) -> Vec<f32> {
    let columns = header.len();
    let room = (width - 2.0 * ACROSS * columns as f32).max(columns as f32);
    let share = room / columns.max(1) as f32;
    let (mut wished, mut least) = (vec![0.0_f32; columns], vec![0.0_f32; columns]);
    for row in std::iter::once(header).chain(rows.iter().map(Vec::as_slice)) {
        for ((cell, wished), least) in row.iter().zip(&mut wished).zip(&mut least) {
            for line in lines(fonts, cell, SIZE, ONE_LINE) {
                *wished = wished.max(line.width);
            }
            for span in cell {
                for word in span.text.split_whitespace() {
                    let word =
                        lines(fonts, &[Span { text: word.to_owned(), ..span.clone() }], SIZE, ONE_LINE);
                    *least = word.iter().map(|word| word.width).fold(*least, f32::max);
                }
            }
        }
    }
    if wished.iter().sum::<f32>() <= room {
        return wished;
    }
    // A column may insist on its longest word up to its even share; the longer ones give way.
    let kept: Vec<f32> = least.iter().map(|least| least.min(share)).collect();
    let over: Vec<f32> = wished.iter().zip(&kept).map(|(wished, kept)| (wished - kept).max(0.0)).collect();
    let (free, total) = (room - kept.iter().sum::<f32>(), over.iter().sum::<f32>());
    let part = if total > 0.0 { free / total } else { 0.0 };
    kept.iter().zip(&over).map(|(kept, over)| kept + over * part).collect()
}
