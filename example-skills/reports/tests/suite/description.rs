//! What the skill says of itself.

use serde_json::Value;
use skillhost_guest::OutputKind;

#[test]
fn the_skill_describes_itself_within_the_contract() {
    let descriptor = reports::skill().describe().unwrap();
    assert_eq!((descriptor.id.as_str(), descriptor.name.as_str()), ("reports", "Reports"));
    // How the Markdown is read is the deployer's to say.
    assert_eq!(descriptor.advice.artifact_kind, None);
    let outputs: Vec<_> = descriptor.tools.iter().map(|tool| (tool.name.as_str(), tool.output)).collect();
    assert_eq!(
        outputs,
        [("report_pdf", Some(OutputKind::Media)), ("report_markdown", Some(OutputKind::Text))]
    );
    for tool in descriptor.tools {
        let schema: Value = serde_json::from_str(&tool.input_schema).unwrap();
        assert_eq!(schema["required"], serde_json::json!(["title", "text"]), "{}", tool.name);
        assert!(!tool.input_schema.contains("$ref"), "{}", tool.name);
        assert!(descriptor.instructions.as_deref().unwrap().contains(&tool.name), "{}", tool.name);
    }
}
