//! `report_pdf`: what stands on the pages, and where.

use serde_json::{Value, json};

use crate::document::{Document, Piece, text};
use crate::{TEXT, example, pdf};

/// The right edge of text, in points.
const RIGHT: f32 = 533.28;

fn pages(arguments: Value) -> Vec<Vec<Piece>> {
    Document::read(&pdf(arguments).unwrap()).pages()
}

/// The first page's text, without title and foot.
fn body(markdown: &str) -> String {
    let pages = pages(json!({ "title": "T", "text": markdown }));
    let pieces: Vec<_> = pages[0].iter().filter(|piece| piece.baseline < 790.0).skip(1).cloned().collect();
    text(&pieces)
}

#[test]
fn the_example_becomes_pages() {
    let document = Document::read(&pdf(example()).unwrap());
    let pages = document.pages();
    assert!(document.named("/Info").contains("/Title(Water levels at Millbrook)"));
    assert_eq!(document.links(), ["https://example.org/millbrook/2025"]);
    let mut headings = document.headings();
    headings.sort_unstable();
    assert_eq!(headings, ["How the peak was checked", "What should be done", "What was measured"]);

    let first = text(&pages[0]);
    assert!(
        first.starts_with("Water levels at Millbrook\nThe gauge at Millbrook stayed below the warning"),
        "{first}"
    );
    assert!(first.contains("\n1.Levels are centimetres"), "{first}");
    assert!(first.contains("\n    shifts = range(0, 48)\n"), "{first}");
    for (number, page) in (1..).zip(&pages) {
        let page = text(page);
        let foot = format!("\nWater levels at Millbrook{number} / {}", pages.len());
        assert!(page.ends_with(&foot), "{page}");
        assert!(
            page.contains("datelevel (cm)change (cm)rain (mm)remark"),
            "the header of the table on {number}"
        );
    }
    let days = pages.iter().flatten().filter(|piece| piece.text.starts_with("2026-")).count();
    assert_eq!(days, 90);
}

#[test]
fn the_same_report_gives_the_same_bytes_without_a_date() {
    let bytes = pdf(example()).unwrap();
    assert_eq!(bytes, pdf(example()).unwrap());
    let dates = [&b"CreationDate"[..], b"ModDate", b"CreateDate"];
    assert!(!dates.iter().any(|date| bytes.windows(date.len()).any(|window| window == *date)));
}

#[test]
fn every_kind_of_block_is_set() {
    let check = |markdown: &str, expected: &str| assert_eq!(body(markdown), expected, "{markdown}");
    check("", "");
    check("one\ntwo", "one two");
    check("one  \ntwo<br>three", "one\ntwo\nthree");
    check("*a* **b** `c` [d](https://example.org) &amp; \\*e\\*", "a b c d & *e*");
    check("# One\n\nTwo\n===\n\n### Three", "One\nTwo\nThree");
    check("- a\n- b\n  - c\n\n    d\n- e", "•a\n•b\n•c\nd\n•e");
    check("9. a\n9. b\n\n\n-\n- x", "9.a\n10.b\n•\n•x");
    check("> a\n> > b", "a\nb");
    check("    code  here\n\n```rust\nfn f() {\n\tx\n}\n```", "code  here\nfn f() {\n    x\n}");
    check("| a | b |\n|---|---|\n| 1 | **x** |\n| 2 |", "ab\n1x\n2");
    check("a\n\n---\n\nb", "a\nb");
    check(
        "![a picture](https://example.org/p.png) <u>x</u>\n\n<!-- hidden -->",
        "a picture <u>x</u>\n<!-- hidden -->",
    );
    check("~~kept~~ x^2 $y$", "~~kept~~ x^2 $y$");
    check("Ünïcødé Ελληνικά Кириллица — “quoted” ≤ ½ →", "Ünïcødé Ελληνικά Кириллица — “quoted” ≤ ½ →");
}

#[test]
fn a_heading_that_repeats_the_title_goes() {
    let set = |text: &str| pages(json!({ "title": "Tea", "text": text }))[0].len();
    assert_eq!(set("# Tea\n\ngreen"), set("green"));
    assert_eq!(set("\r\n# Tea \r\n\r\ngreen\r\n"), set("green"));
    assert_eq!(set("# Tea and more\n\ngreen"), set("green") + 1);
}

#[test]
fn text_stays_inside_its_margins() {
    let words = "Donaudampfschifffahrtsgesellschaft and a few short ones, ".repeat(40);
    let endless = "x".repeat(2_000);
    let nested = format!("{}deep {endless}", "> ".repeat(40));
    let arguments = json!({ "title": "W".repeat(200), "text": format!("{words}\n\n{endless}\n\n    {endless}\n\n{nested}") });
    let pages = pages(arguments);
    for piece in pages.iter().flatten() {
        // Nothing is narrower than a third of its height: more letters than this would leave the page.
        assert!(piece.left >= 61.0 && piece.left < RIGHT, "{piece:?}");
        assert!(piece.baseline > 64.0 && piece.baseline < 810.0, "{piece:?}");
    }
    let letters = pages.iter().flatten().flat_map(|piece| piece.text.chars()).filter(|letter| *letter == 'x');
    assert_eq!(letters.count(), 6_000, "a long word is torn, not cut");
}

#[test]
fn numbers_end_at_one_edge_and_words_begin_at_one() {
    let csv = "tea,price,sold on\nassam,4.50,2026-01-02\nsencha,1116.20,2026-01-03\n";
    let pages = pages(json!({ "title": "T", "text": "", "csv": csv }));
    let left = |text: &str| pages[0].iter().find(|piece| piece.text == text).unwrap().left;
    assert_eq!(left("assam"), left("sencha"));
    assert_eq!(left("sold on"), left("2026-01-02"));
    // Digits are all as wide as each other: three more of them.
    let digit = 0.636 * 8.5;
    assert!((left("4.50") - left("1116.20") - 3.0 * digit).abs() < 0.1);
}

#[test]
fn a_table_gives_way_to_the_page() {
    let header = (0..12).map(|column| format!("a rather long name {column}")).collect::<Vec<_>>().join(",");
    let row = ["Donaudampfschifffahrtsgesellschaft"; 12].join(",");
    let pages = pages(json!({ "title": "T", "text": "", "csv": format!("{header}\n{row}\n{row}\n") }));
    assert!(pages[0].iter().all(|piece| piece.left >= 61.0 && piece.left < RIGHT));

    // A row that no page could hold is torn; one that a page can hold is not.
    let tall = "many words here ".repeat(1_500);
    let whole = "some words here ".repeat(100);
    let csv = format!("a,b\n{tall},x\n{whole},y\n{whole},z\n");
    let pages = self::pages(json!({ "title": "T", "text": TEXT, "csv": csv }));
    let words = pages.iter().map(|page| text(page).matches("many").count()).filter(|count| *count > 0);
    assert!(words.count() > 1);
    let whole = pages.iter().map(|page| text(page).matches("some words").count()).filter(|count| *count > 0);
    assert!(whole.sum::<usize>() >= 150);
}

#[test]
fn a_heading_stays_with_what_it_is_over() {
    for lines in 30..60 {
        let text = format!("{}## Heading\n\nbelow it\n", "line\n\n".repeat(lines));
        let pages = pages(json!({ "title": "T", "text": text }));
        let page = pages.iter().find(|page| page.iter().any(|piece| piece.text == "Heading")).unwrap();
        assert!(page.iter().any(|piece| piece.text == "below it"), "{lines} lines before it");
    }
}

#[test]
fn only_links_of_the_web_and_of_mail_can_be_followed() {
    let text = "[a](https://example.org/?q=1) [b](javascript:alert) [c](file:///etc/passwd) <mailto:d@example.org> [e](x.md)";
    let document = Document::read(&pdf(json!({ "title": "T", "text": text })).unwrap());
    assert_eq!(document.links(), ["https://example.org/?q=1", "mailto:d@example.org"]);
}
