//! SKILL.md, read: what each key becomes, and the first mistake by line.

use proptest::prelude::*;
use skillhost_guest::{Descriptor, ManifestError, Skill};

fn describe(manual: &str) -> Result<Descriptor, ManifestError> {
    Skill::new(manual, "1.2.3").describe()
}

#[test]
fn every_key_finds_its_place() {
    let manual = "\u{feff}--- \t\r\n# for people\r\nname: web-notes\r\ndescription: \"Keeps: \\\"notes\\\"\"\r\n\
        license: 'It''s free'\r\n\r\ncompatibility: any host\r\nallowed-tools: Read\r\nmetadata:\r\n  author: A # b\r\n---\r\n";
    assert_eq!(describe(manual).unwrap_err(), ManifestError::NeedsQuotes { line: 10 });

    let descriptor = describe(&(manual.replace(" # b", "") + "\r\n# Web notes\r\n\r\nText.\r\n")).unwrap();
    assert_eq!(descriptor.id, "web-notes");
    assert_eq!(descriptor.version, "1.2.3");
    assert_eq!(descriptor.name, "Web notes");
    assert_eq!(descriptor.description, "Keeps: \"notes\"");
    assert_eq!(descriptor.instructions.as_deref(), Some("# Web notes\r\n\r\nText."));
    assert_eq!(descriptor.about.license.as_deref(), Some("It's free"));
    assert_eq!(descriptor.about.compatibility.as_deref(), Some("any host"));
    assert_eq!(descriptor.about.metadata, [("author".to_owned(), "A".to_owned())]);
}

#[test]
fn without_a_body_the_skill_is_of_tools_alone() {
    let descriptor = describe("---\nname: a\ndescription: b\n---").unwrap();
    assert_eq!(descriptor.name, "a");
    assert_eq!(descriptor.instructions, None);
}

#[test]
fn the_first_mistake_is_named() {
    let check = |manual: &str, expected: ManifestError| {
        assert_eq!(describe(manual).unwrap_err(), expected, "{manual}");
    };
    let line = 3;
    check("", ManifestError::NoFrontmatter);
    check("# A skill\n---\n", ManifestError::NoFrontmatter);
    check("---\nname: a\n", ManifestError::Unclosed);
    check("---\nname: a\n---\n", ManifestError::Missing { key: "description" });
    check("---\ndescription: a\n---\n", ManifestError::Missing { key: "name" });
    check("---\nname: a\ndescription: \"\"\n---\n", ManifestError::Missing { key: "description" });
    check("---\nname: a\ntext\n---\n", ManifestError::NotAKeyAndValue { line });
    check("---\nname: a\n  key: b\n---\n", ManifestError::NotAKeyAndValue { line });
    check("---\nname: a\ndescription:b\n---\n", ManifestError::NotAKeyAndValue { line });
    check("---\nname: a\ndescription:\n---\n", ManifestError::WrongShape { line, key: "description".into() });
    check("---\nname: a\nmetadata: b\n---\n", ManifestError::WrongShape { line, key: "metadata".into() });
    check("---\nname: a\ndescripton: b\n---\n", ManifestError::UnknownKey { line, key: "descripton".into() });
    check("---\nname: a\nname: b\n---\n", ManifestError::RepeatedKey { line, key: "name".into() });
    for value in ["[a]", "a: b", "a:", "a #b", "'a'b'", "\"a", "|", "> a", "- a", "*a", "@a"] {
        let manual = format!("---\nname: a\ndescription: {value}\n---\n");
        check(&manual, ManifestError::NeedsQuotes { line });
    }
    for name in ["A", "a_b", "a--b", "-a", "a-", "é", &"a".repeat(65)] {
        let manual = format!("---\nname: {name}\ndescription: b\n---\n");
        check(&manual, ManifestError::NotAnId { name: name.to_owned() });
    }
}

proptest! {
    #[test]
    fn wild_text_is_read_or_refused(frontmatter in "(?s).{0,200}") {
        let manual = format!("---\n{frontmatter}\n---\n");
        if let Ok(descriptor) = describe(&manual) {
            prop_assert!(!descriptor.id.is_empty() && !descriptor.description.is_empty());
        }
    }

    #[test]
    fn a_quoted_value_comes_back_whole(text in "[^\u{0}-\u{1f}]{1,80}") {
        let quoted = serde_json::to_string(&text).unwrap();
        let descriptor = describe(&format!("---\nname: a\ndescription: {quoted}\n---\n")).unwrap();
        prop_assert_eq!(descriptor.description, text);
    }
}
