//! The skill's tools through the SDK's native test mode, on small tables and on the example file.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic in a test is its report")]

use proptest::prelude::*;
use serde_json::{Value, json};
use skillhost_guest::Failure;
use skillhost_guest::testing::TestResponse;

const SALES: &str = include_str!("../examples/monthly-sales.csv");
const SMALL: &str = "name,amount,city\nb,2,Oslo\na,10,\nc,,Bergen\na,0.5,\"Oslo, east\"\n";

fn call(tool: &str, arguments: Value) -> Result<Vec<Value>, Failure> {
    match tables::skill().test().call(tool, arguments)? {
        TestResponse::Text(lines) => {
            Ok(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
        }
        other => panic!("{other:?}"),
    }
}

fn check(tool: &str, arguments: Value, expected: Value) {
    let rows = call(tool, arguments.clone());
    assert_eq!(rows.map(Value::from), Ok(expected), "{tool} {arguments}");
}

fn refused(tool: &str, arguments: Value, reason: &str) {
    assert_eq!(call(tool, arguments), Err(Failure::invalid_arguments(reason)));
}

#[test]
fn the_skill_describes_itself_within_the_contract() {
    let descriptor = tables::skill().describe().unwrap();
    assert_eq!((descriptor.id.as_str(), descriptor.name.as_str()), ("tables", "Tables"));
    assert_eq!(descriptor.advice.artifact_kind.as_deref(), Some("json"));
    for tool in descriptor.tools {
        let schema: Value = serde_json::from_str(&tool.input_schema).unwrap();
        assert_eq!(schema["properties"]["csv"]["type"], "string", "{}", tool.name);
        assert_eq!(schema["additionalProperties"], json!(false), "{}", tool.name);
        assert!(descriptor.instructions.as_deref().unwrap().contains(&tool.name), "{}", tool.name);
    }
}

#[test]
fn columns_are_described() {
    check(
        "table_columns",
        json!({ "csv": SMALL }),
        json!([
            { "column": "name", "type": "text", "filled": 4, "empty": 0, "distinct": 3, "min": "a", "max": "c" },
            { "column": "amount", "type": "number", "filled": 3, "empty": 1, "distinct": 3, "min": 0.5, "max": 10 },
            { "column": "city", "type": "text", "filled": 3, "empty": 1, "distinct": 3, "min": "Bergen", "max": "Oslo, east" },
        ]),
    );
    check(
        "table_columns",
        json!({ "csv": "\u{feff}a;b\n", "delimiter": ";" }),
        json!([
            { "column": "a", "type": "empty", "filled": 0, "empty": 0, "distinct": 0, "min": null, "max": null },
            { "column": "b", "type": "empty", "filled": 0, "empty": 0, "distinct": 0, "min": null, "max": null },
        ]),
    );
}

#[test]
fn only_what_json_writes_as_a_number_is_one() {
    let check = |cell: &str, numeric: bool| {
        let rows = call("table_columns", json!({ "csv": format!("a,b\n{cell},x\n") })).unwrap();
        assert_eq!(rows[0]["type"] == "number", numeric, "{cell}");
    };
    for cell in ["0", "-7", "1.50", "1e3", "18446744073709551615"] {
        check(cell, true);
    }
    for cell in ["007", "+1", "1 000", "£12", "NaN", "inf", "1e999", "18446744073709551616", "0x1f", "-"] {
        check(cell, false);
    }
}

#[test]
fn rows_are_filtered() {
    let rows = |column: &str, operator: &str, value: &str, amounts: Value| {
        let conditions = json!([{ "column": column, "operator": operator, "value": value }]);
        let found = call("table_filter", json!({ "csv": SMALL, "conditions": conditions })).unwrap();
        let found: Value = found.iter().map(|row| row["amount"].clone()).collect();
        assert_eq!(found, amounts, "{column} {operator} {value}");
    };
    rows("amount", "equals", "10.0", json!([10]));
    rows("amount", "not_equals", "10", json!([2, null, 0.5]));
    rows("amount", "greater", "2", json!([10]));
    rows("amount", "at_least", "2", json!([2, 10]));
    rows("amount", "less", "2", json!([0.5]));
    rows("amount", "at_most", "2", json!([2, 0.5]));
    rows("amount", "equals", "", json!([null]));
    rows("amount", "greater", "", json!([]));
    rows("amount", "contains", "0", json!([10, 0.5]));
    rows("city", "contains", "Oslo", json!([2, 0.5]));
    rows("city", "at_least", "C", json!([2, 0.5]));

    check(
        "table_filter",
        json!({ "csv": SMALL, "columns": ["city", "name"], "conditions": [
            { "column": "name", "operator": "equals", "value": "a" },
            { "column": "amount", "operator": "less", "value": "1" },
        ] }),
        json!([{ "city": "Oslo, east", "name": "a" }]),
    );
}

#[test]
fn rows_are_sorted_with_empty_cells_last() {
    let sorted = |by: Value, expected: Value| {
        let rows = call("table_sort", json!({ "csv": SMALL, "by": by })).unwrap();
        assert_eq!(rows.iter().map(|row| row["amount"].clone()).collect::<Value>(), expected, "{by}");
    };
    sorted(json!([{ "column": "amount" }]), json!([0.5, 2, 10, null]));
    sorted(json!([{ "column": "amount", "descending": true }]), json!([10, 2, 0.5, null]));
    sorted(json!([{ "column": "name" }]), json!([10, 0.5, 2, null]));
    sorted(json!([{ "column": "name" }, { "column": "amount" }]), json!([0.5, 10, 2, null]));
    sorted(json!([]), json!([2, 10, null, 0.5]));
    let first = json!({ "csv": SMALL, "by": [{ "column": "amount" }], "limit": 1 });
    check("table_sort", first, json!([{ "name": "a", "amount": 0.5, "city": "Oslo, east" }]));
}

#[test]
fn groups_are_aggregated() {
    let aggregates = json!([
        { "function": "count" },
        { "function": "count", "column": "amount" },
        { "function": "sum", "column": "amount" },
        { "function": "mean", "column": "amount" },
        { "function": "min", "column": "amount" },
        { "function": "max", "column": "city" },
    ]);
    check(
        "table_group",
        json!({ "csv": SMALL, "by": ["name"], "aggregates": aggregates }),
        json!([
            { "name": "b", "count": 1, "count(amount)": 1, "sum(amount)": 2, "mean(amount)": 2.0, "min(amount)": 2, "max(city)": "Oslo" },
            { "name": "a", "count": 2, "count(amount)": 2, "sum(amount)": 10.5, "mean(amount)": 5.25, "min(amount)": 0.5, "max(city)": "Oslo, east" },
            { "name": "c", "count": 1, "count(amount)": 0, "sum(amount)": 0, "mean(amount)": null, "min(amount)": null, "max(city)": "Bergen" },
        ]),
    );
}

#[test]
fn sums_are_exact_where_the_cells_are() {
    let check = |cells: &[&str], expected: Value| {
        let csv =
            format!("a,b\n{}\n", cells.iter().map(|cell| format!("{cell},x")).collect::<Vec<_>>().join("\n"));
        let aggregates = json!([{ "function": "sum", "column": "a" }]);
        check(
            "table_group",
            json!({ "csv": csv, "aggregates": aggregates }),
            json!([{ "sum(a)": expected }]),
        );
    };
    check(&["0.1", "0.2"], json!(0.3));
    check(&["9007199254740993", "1"], json!(9_007_199_254_740_994_i64));
    check(&["9223372036854775807", "1"], json!(9_223_372_036_854_775_808_f64));
    check(&["1e-7", "1"], json!(1.000_000_1));
}

#[test]
fn the_example_file_answers_a_real_question() {
    let arguments = json!({
        "csv": SALES,
        "by": ["region", "product"],
        "aggregates": [{ "function": "sum", "column": "revenue" }, { "function": "count", "column": "returns" }],
    });
    let rows = call("table_group", arguments).unwrap();
    assert_eq!(rows.len(), 8);
    let east = rows.iter().find(|row| row["region"] == "East" && row["product"] == "Pumps").unwrap();
    assert_eq!(east["count(returns)"], 21);
}

#[test]
fn refusals_say_what_would_do() {
    let unknown = "no column `price`; the columns are name, amount, city";
    let by = |column: &str| json!([{ "column": column }]);
    refused("table_sort", json!({ "csv": SMALL, "by": by("price") }), unknown);
    refused("table_group", json!({ "csv": SMALL, "by": ["price"], "aggregates": [] }), unknown);
    refused("table_filter", json!({ "csv": SMALL, "conditions": [], "columns": ["price"] }), unknown);
    refused(
        "table_columns",
        json!({ "csv": "a,b\n1,2\n\"3\n\",4\n5\n" }),
        "line 5 has 1 cells where the first line has 2",
    );
    refused(
        "table_columns",
        json!({ "csv": "" }),
        "the table is empty: its first line must be the column names",
    );
    refused("table_columns", json!({ "csv": "a,,b\n" }), "column 2 of the first line has no name");
    refused("table_columns", json!({ "csv": "a,a\n" }), "two columns are named `a`");
    refused(
        "table_columns",
        json!({ "csv": "a\n", "delimiter": "→" }),
        "the delimiter `→` is not one ASCII character",
    );
    let sum = |function: &str, column: Option<&str>| json!({ "csv": SMALL, "aggregates": [{ "function": function, "column": column }] });
    refused("table_group", sum("sum", Some("city")), "column `city` is not numeric: it has `Oslo`");
    refused("table_group", sum("max", None), "only `count` can do without a column");
    let conditions = json!([{ "column": "amount", "operator": "less", "value": "ten" }]);
    refused(
        "table_filter",
        json!({ "csv": SMALL, "conditions": conditions }),
        "column `amount` is numeric, and `ten` is not a number",
    );
}

proptest! {
    #[test]
    fn no_text_brings_a_tool_down(csv in "(?s)[a-c,;\"\n\r0-9.eé-]{0,120}") {
        if let Ok(rows) = call("table_columns", json!({ "csv": csv })) {
            let column = rows[0]["column"].clone();
            let by = json!([{ "column": column, "descending": true }]);
            let sorted = call("table_sort", json!({ "csv": csv, "by": by }));
            prop_assert!(sorted.is_ok(), "{sorted:?}");
            let counted = call("table_group", json!({ "csv": csv, "aggregates": [{ "function": "max", "column": column }] }));
            prop_assert!(counted.unwrap().len() <= 1);
        }
    }
}
