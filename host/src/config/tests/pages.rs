//! The reference page is what the code prints, and its examples are a valid file.

use std::path::Path;

use crate::config::keys::TABLES;
use crate::config::{Config, reference};

#[test]
fn the_page_is_what_the_code_prints() {
    crate::error::assert_page("config.md", &reference());
}

#[test]
fn the_examples_together_are_a_valid_file() {
    let file: String = TABLES.iter().map(|table| crate::config::reference::example(table)).collect();
    let config = Config::parse(&file, Path::new("/srv")).unwrap();
    let example: &crate::config::SkillConfig = &config.skills[&"reports".parse().unwrap()];
    assert_eq!(example.grants.files.len(), 1);
    assert_eq!(config.kinds.len(), 7);
    assert_eq!(config.gate.rules.len(), 1);
    // An example of a bound is its default.
    assert_eq!(config.store_bounds, crate::config::StoreBounds::default());
    assert_eq!(config.log, crate::config::LogBounds::default());
}
