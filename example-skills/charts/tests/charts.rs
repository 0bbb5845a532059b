//! The skill's tools through the SDK's native test mode: pictures are decoded again and looked at.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic in a test is its report"
)]

use std::collections::HashSet;
use std::io::Cursor;

use serde_json::{Value, json};
use skillhost_guest::testing::TestResponse;
use skillhost_guest::{Failure, OutputKind};

const SIGNUPS: &str = include_str!("../examples/signups.csv");
const BLUE: [u8; 3] = [31, 95, 168];
const ORANGE: [u8; 3] = [224, 122, 31];
const GREEN: [u8; 3] = [44, 143, 94];

struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn columns_of(&self, colour: [u8; 3]) -> HashSet<usize> {
        let places = self.pixels.iter().enumerate().filter(|(_, pixel)| **pixel == colour);
        places.map(|(place, _)| place % self.width).collect()
    }

    fn rows_of(&self, colour: [u8; 3]) -> HashSet<usize> {
        let places = self.pixels.iter().enumerate().filter(|(_, pixel)| **pixel == colour);
        places.map(|(place, _)| place / self.width).collect()
    }
}

fn draw(tool: &str, arguments: Value) -> Result<Picture, Failure> {
    let TestResponse::Media(media) = charts::skill().test().call(tool, arguments)? else {
        panic!("no media")
    };
    assert_eq!(media.len(), 1);
    assert_eq!(media[0].mime_type, "image/png");
    assert_eq!(media[0].filename.as_deref(), Some("chart.png"));
    let mut reader = png::Decoder::new(Cursor::new(&media[0].bytes)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Picture { width: info.width as usize, height: info.height as usize, pixels })
}

fn refused(tool: &str, arguments: Value, reason: &str) {
    assert_eq!(draw(tool, arguments).err(), Some(Failure::invalid_arguments(reason)));
}

#[test]
fn the_skill_describes_itself_within_the_contract() {
    let descriptor = charts::skill().describe().unwrap();
    assert_eq!((descriptor.id.as_str(), descriptor.name.as_str()), ("charts", "Charts"));
    for tool in descriptor.tools {
        assert_eq!(tool.output, Some(OutputKind::Media), "{}", tool.name);
        assert!(!tool.input_schema.contains("$ref"), "{}", tool.name);
        assert!(descriptor.instructions.as_deref().unwrap().contains(&tool.name), "{}", tool.name);
    }
}

#[test]
fn the_example_file_becomes_lines() {
    let columns = ["website", "partner", "referral"];
    let style =
        json!({ "title": "Sign-ups by channel", "x_label": "month", "y_label": "sign-ups per month" });
    let arguments = json!({ "csv": SIGNUPS, "x": "month", "y": columns, "style": style });
    let picture = draw("chart_line", arguments).unwrap();
    assert_eq!((picture.width, picture.height), (960, 540));
    // Across the whole width, but for the partners, who came later.
    assert!(picture.columns_of(BLUE).len() > 800);
    assert!(picture.columns_of(GREEN).len() > 800);
    let partners = picture.columns_of(ORANGE).into_iter().filter(|column| *column > 200).min().unwrap();
    assert!((220..235).contains(&partners), "{partners}");
}

#[test]
fn bars_stand_on_zero_and_gaps_stay_free() {
    let csv = "region,2024,2025\nNorth,10,15\nEast,,6\nWest,-5,2\n";
    let arguments = json!({ "csv": csv, "category": "region", "values": ["2024", "2025"] });
    let picture = draw("chart_bar", arguments).unwrap();
    let blue = picture.columns_of(BLUE);
    // Right of the legend: two bars and nothing in the middle group.
    assert!(blue.iter().any(|column| *column < 250) && blue.iter().any(|column| *column > 650));
    assert!(!blue.iter().any(|column| (350..640).contains(column)));
    assert!(picture.rows_of(BLUE).iter().max() > picture.rows_of(ORANGE).iter().max());
}

#[test]
fn every_size_and_every_range_is_drawn() {
    let check = |csv: &str, size: Value| {
        for (tool, across, up) in [("chart_line", "x", "y"), ("chart_bar", "category", "values")] {
            let picture = draw(tool, json!({ "csv": csv, across: "a", up: ["b"], "style": size })).unwrap();
            assert!(!picture.rows_of(BLUE).is_empty(), "{tool} {csv} {size}");
        }
    };
    let small = json!({ "width": 320, "height": 200 });
    let tall = json!({ "width": 320, "height": 600, "title": "A title much longer than the picture is wide, twice" });
    check("a,b\n1,5\n2,7\n", json!({ "width": 1000, "height": 200 }));
    check("a,b\nonly,-3\n", tall);
    for values in [
        "7",
        "-7,-7",
        "1e99,-1e99",
        "1e-90,2e-90",
        "1000000,1000001",
        "0.1,,0.3",
        "1e16,10000000000000002",
        "1e50,1.0000000000000002e50",
    ] {
        let rows: Vec<String> =
            values.split(',').enumerate().map(|(row, value)| format!("{row},{value}")).collect();
        check(&format!("a,b\n{}\n", rows.join("\n")), small.clone());
        check(&format!("a,b\nx{}\n", rows.join("\nx")), small.clone());
    }
    let long = "名前 of a row that needs more room than there is ".repeat(20);
    let labels = json!({ "width": 320, "height": 200, "y_label": long, "x_label": long });
    check(&format!("a,b\n{long},1\n{long}2,2\n"), labels);

    let names: Vec<String> = (0..8).map(|number| format!("{number} {long}")).collect();
    let csv = format!("a,{}\nx,1,2,3,4,5,6,7,8\n", names.join(","));
    let eight =
        json!({ "csv": csv, "category": "a", "values": names, "style": { "width": 320, "height": 200 } });
    draw("chart_bar", eight).unwrap();
}

#[test]
fn past_the_hosts_limit_the_picture_fails() {
    let arguments = json!({ "csv": SIGNUPS, "x": "month", "y": ["website"] });
    let answer = charts::skill().test().media_limit(1000).call("chart_line", arguments);
    let Err(Failure::Failed(reason)) = answer else { panic!("{answer:?}") };
    assert!(reason.contains("limit of 1000 bytes"), "{reason}");
}

#[test]
fn refusals_say_what_would_do() {
    let line = |csv: &str, columns: Value| json!({ "csv": csv, "x": "a", "y": columns });
    refused("chart_line", line("a,b\n1,2\n", json!(["c"])), "no column `c`; the columns are a, b");
    refused("chart_line", line("a,b\n1,2\n", json!([])), "0 columns to draw; a chart has one to 8");
    refused(
        "chart_line",
        line("a,b\n1,2\n3\n", json!(["b"])),
        "line 3 has 1 cells where the first line has 2",
    );
    refused(
        "chart_line",
        line("a,b\n1,n/a\n", json!(["b"])),
        "`n/a` in column `b` on line 2 is not a number",
    );
    refused(
        "chart_line",
        line("a,b\n1,NaN\n", json!(["b"])),
        "`NaN` in column `b` on line 2 is not a number",
    );
    refused("chart_line", line("a,b\n1,\n", json!(["b"])), "nothing to draw: the columns hold no number");
    let tiny = json!({ "csv": "a,b\n1,2\n", "x": "a", "y": ["b"], "style": { "width": 10 } });
    refused("chart_line", tiny, "the picture must be 320 to 1600 pixels wide and 200 to 1200 high");
    let rows: String = (0..401).map(|row| format!("{row},1\n")).collect();
    let many = json!({ "csv": format!("a,b\n{rows}"), "category": "a", "values": ["b"] });
    refused("chart_bar", many, "401 bars; a chart has at most 400: draw a line, or fewer rows");
}
