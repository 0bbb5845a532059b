//! Tools: their schemas, their declared outputs, their dispatch and their failures.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use skillhost_guest::log::Level;
use skillhost_guest::testing::{TestResponse, take_log};
use skillhost_guest::{
    Annotations, Failure, IntoResponse, Media, OutputKind, Response, Retrievable, Skill, Tool,
    ToolDescriptor, TypedBinary, log,
};

const MANUAL: &str = "---\nname: tools\ndescription: Tools.\n---\n";

fn skill(tool: Tool) -> Skill {
    Skill::new(MANUAL, "1.0.0").tool(tool)
}

fn describe(tool: Tool) -> ToolDescriptor {
    skill(tool).describe().unwrap().tools.remove(0)
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

/// A shape.
#[derive(Deserialize, JsonSchema)]
struct Area {
    /// Its corners, in order.
    corners: Vec<Corner>,
    /// Degrees to turn it by.
    #[serde(default)]
    turn: f64,
    unit: Option<Unit>,
}

#[derive(Deserialize, JsonSchema)]
struct Corner {
    x: i32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Metre,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only the schema is looked at")]
struct Tree {
    children: Vec<Tree>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "lowercase")]
#[expect(dead_code, reason = "only the schema is looked at")]
enum Search {
    Name { name: String },
    Area(Area),
}

fn schema<Arguments: JsonSchema + for<'a> Deserialize<'a>>() -> Value {
    serde_json::from_str(&describe(Tool::new("t", "d", |_: Arguments| "")).input_schema).unwrap()
}

#[test]
fn the_schema_is_whole_and_closed() {
    let schema = schema::<Area>();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["required"], json!(["corners"]));
    assert_eq!(schema["additionalProperties"], json!(false));
    assert_eq!(schema["properties"]["corners"]["description"], "Its corners, in order.");
    assert_eq!(schema["properties"]["corners"]["items"]["properties"]["x"]["type"], "integer");
    assert_eq!(schema.get("title"), None);
    assert!(!schema.to_string().contains("$ref"));
    assert_eq!(self::schema::<Nothing>()["additionalProperties"], json!(false));
}

#[test]
fn recursion_and_alternatives_stay_inside_the_schema() {
    let tree = schema::<Tree>().to_string();
    assert!(tree.contains("\"$ref\":\"#"), "{tree}");
    let search = schema::<Search>();
    assert_eq!(search["unevaluatedProperties"], json!(false));
    assert_eq!(search.get("additionalProperties"), None);
}

#[test]
fn what_a_function_returns_is_declared_and_arrives() {
    fn check<Answer: IntoResponse + 'static>(
        function: fn(Nothing) -> Answer,
        output: Option<OutputKind>,
        expected: Result<TestResponse, Failure>,
    ) {
        assert_eq!(describe(Tool::new("t", "d", function)).output, output);
        assert_eq!(skill(Tool::new("t", "d", function)).test().call("t", json!({})), expected);
    }
    let binary = TypedBinary::new(*b"x", "application/pdf").filename("x.pdf");
    let record = Retrievable::new("text").source("s").kind("k").score(0.5).inline();

    check(|_| "a", Some(OutputKind::Text), Ok(TestResponse::Text("a".into())));
    check(|_| String::new(), Some(OutputKind::Text), Ok(TestResponse::Text(String::new())));
    check(|_| vec![0u8], Some(OutputKind::Binary), Ok(TestResponse::Bytes(vec![0])));
    check(|_| Vec::<Media>::new(), Some(OutputKind::Media), Ok(TestResponse::Media(vec![])));
    check(
        |_| TypedBinary::new(*b"x", "application/pdf").filename("x.pdf"),
        Some(OutputKind::Media),
        Ok(TestResponse::TypedBinary(binary)),
    );
    check(
        |_| Retrievable::new("text").source("s").kind("k").score(0.5).inline(),
        Some(OutputKind::Retrievable),
        Ok(TestResponse::Retrievable(record)),
    );
    check(|_| Response::Bytes(vec![]), None, Ok(TestResponse::Bytes(vec![])));
    check(
        |_| Err::<String, _>(Failure::invalid_arguments("no")),
        Some(OutputKind::Text),
        Err(Failure::InvalidArguments("no".into())),
    );
    check(
        |_| "x".parse::<u8>().map(|number| number.to_string()),
        Some(OutputKind::Text),
        Err(Failure::Failed("invalid digit found in string".into())),
    );
}

#[test]
fn the_rest_of_a_tool_is_described_as_given() {
    let tool = Tool::new("t", "d", |_: Nothing| Response::Bytes(vec![]))
        .title("T")
        .output(OutputKind::Binary)
        .artifact_kind("json")
        .annotations(Annotations { read_only: Some(true), ..Annotations::default() });
    let tool = describe(tool);
    assert_eq!((tool.name.as_str(), tool.description.as_str()), ("t", "d"));
    assert_eq!(tool.title.as_deref(), Some("T"));
    assert_eq!(tool.output, Some(OutputKind::Binary));
    assert_eq!(tool.artifact_kind.as_deref(), Some("json"));
    let annotations = tool.annotations.unwrap();
    assert_eq!((annotations.read_only, annotations.open_world), (Some(true), None));
}

#[test]
fn arguments_that_do_not_fit_never_reach_the_function() {
    fn area(area: Area) -> String {
        let Area { corners, turn, unit } = area;
        format!("{:?} {turn} {}", corners.iter().map(|corner| corner.x).collect::<Vec<_>>(), unit.is_some())
    }
    let skill = skill(Tool::new("area", "d", area)).test();
    let check = |arguments, expected: Result<&str, &str>| {
        let answer = skill.call("area", arguments);
        let expected = match expected {
            Ok(text) => Ok(TestResponse::Text(text.to_owned())),
            Err(reason) => Err(Failure::invalid_arguments(reason)),
        };
        assert_eq!(answer, expected);
    };
    check(json!({ "corners": [{ "x": 1 }], "unit": "metre" }), Ok("[1] 0 true"));
    check(json!({ "corners": [], "turn": 90 }), Ok("[] 90 false"));
    check(json!({ "turn": 90 }), Err("missing field `corners` at line 1 column 11"));
    check(
        json!({ "corners": [{ "x": 0.5 }] }),
        Err("invalid type: floating point `0.5`, expected i32 at line 1 column 20"),
    );
}

#[test]
fn a_tool_that_the_skill_has_not_fails() {
    let answer = skill(Tool::new("t", "d", |_: Nothing| "")).test().call("u", json!({}));
    assert_eq!(answer, Err(Failure::failed("the skill has no tool `u`")));
}

#[test]
fn the_causes_of_an_error_are_said_once() {
    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Outer {
        text: &'static str,
        source: std::num::ParseIntError,
    }
    let check = |text, expected: &str| {
        let source = "x".parse::<u8>().unwrap_err();
        assert_eq!(Failure::from(Outer { text, source }), Failure::failed(expected));
    };
    check("bad row", "bad row: invalid digit found in string");
    check("bad row: invalid digit found in string", "bad row: invalid digit found in string");
}

#[test]
fn log_lines_wait_for_the_test() {
    fn talk(_: Nothing) -> &'static str {
        log::warn(format_args!("odd {}", 1));
        log::trace("deep");
        ""
    }
    skill(Tool::new("t", "d", talk)).test().call("t", json!({})).unwrap();
    let lines: Vec<_> = take_log().into_iter().map(|line| (line.level, line.message)).collect();
    assert_eq!(lines, [(Level::Warn, "odd 1".to_owned()), (Level::Trace, "deep".to_owned())]);
    assert_eq!(take_log(), []);
}
