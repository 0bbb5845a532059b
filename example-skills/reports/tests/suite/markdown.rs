//! `report_markdown`: what the text is, and that a reader of Markdown finds the same report in it.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::json;

use crate::{example, markdown};

fn check(title: &str, text: &str, csv: Option<&str>, expected: &str) {
    let arguments = json!({ "title": title, "text": text, "csv": csv });
    assert_eq!(markdown(arguments).as_deref(), Ok(expected));
}

/// The last table's rows as a reader of Markdown finds them.
fn rows(markdown: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_)) => rows.clear(),
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => rows.last_mut().unwrap().push(String::new()),
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => {
                if let Some(cell) = rows.last_mut().and_then(|row| row.last_mut()) {
                    cell.push_str(&text);
                }
            }
            Event::End(TagEnd::Table) => {}
            _ => {}
        }
    }
    rows
}

#[test]
fn title_text_and_table_follow_each_other() {
    check("Tea", "Green.", None, "# Tea\n\nGreen.\n");
    check("Tea", "", None, "# Tea\n");
    check(
        " Tea ",
        "\u{feff}\r\n\r\n# Tea\r\n\r\nGreen.\r\n\r\n",
        Some("tea,price\nassam,4.50\n\"x, y\",\n"),
        "# Tea\n\nGreen.\n\n| tea | price |\n| --- | ---: |\n| assam | 4.50 |\n| x, y |  |\n",
    );
    check("Tea", "", Some("a;b"), "# Tea\n\n| a;b |\n| --- |\n");
}

#[test]
fn the_example_is_one_report() {
    let markdown = markdown(example()).unwrap();
    let rows = rows(&markdown);
    assert_eq!((rows.len(), rows[0].len()), (91, 5));
    assert_eq!(rows[5], ["2026-01-05", "139", "-9", "0.0", "sensor cleaned"]);
    assert!(markdown.ends_with("|\n") && markdown.starts_with("# Water levels at Millbrook\n\nThe gauge"));
}

#[test]
fn title_and_cells_are_no_markup() {
    check("1 * 2 # 3_4 _5_ #", "", None, "# 1 \\* 2 \\# 3_4 \\_5\\_ \\#\n");
    check("R&D &amp; AT&T", "", None, "# R\\&D \\&amp; AT&T\n");
    let csv = "a_b,\"c|d\"\n<b>,`x`\n\"two\nlines\",[l](u)\n";
    check(
        "T",
        "",
        Some(csv),
        "# T\n\n| a_b | c\\|d |\n| --- | --- |\n| \\<b> | \\`x\\` |\n| two<br>lines | \\[l\\](u) |\n",
    );
}

proptest! {
    #[test]
    fn every_cell_comes_back(cells in proptest::collection::vec("[ -~é|*_`<&#;\\\\]{0,12}", 4)) {
        let quoted: Vec<_> = cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
        let csv = format!("{},{}\n{},{}\n", quoted[0], quoted[1], quoted[2], quoted[3]);
        let markdown = markdown(json!({ "title": "T", "text": "x", "csv": csv })).unwrap();
        let found: Vec<_> = rows(&markdown).into_iter().flatten().collect();
        let given: Vec<_> = cells.iter().map(|cell| cell.trim().to_owned()).collect();
        prop_assert_eq!(found, given, "{}", markdown);
    }

    #[test]
    fn every_title_comes_back(title in "[ -~é]{1,30}") {
        prop_assume!(!title.trim().is_empty());
        let markdown = markdown(json!({ "title": title, "text": "" })).unwrap();
        let events = Parser::new_ext(&markdown, Options::ENABLE_TABLES);
        let found: String = events
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => Some(text.to_string()),
                _ => None,
            })
            .collect();
        prop_assert_eq!(found, title.trim(), "{}", markdown);
    }
}
