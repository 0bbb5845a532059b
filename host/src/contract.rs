//! The contract's text, for skill authors who have the program and not the repository.

/// Every file of `wit/`, world first.
pub const WIT: &str = concat!(
    include_str!("../../wit/world.wit"),
    "\n",
    include_str!("../../wit/types.wit"),
    "\n",
    include_str!("../../wit/output.wit"),
    "\n",
    include_str!("../../wit/media.wit"),
    "\n",
    include_str!("../../wit/log.wit"),
    "\n",
    include_str!("../../wit/tools.wit"),
    "\n",
    include_str!("../../wit/scripts.wit"),
);

#[cfg(test)]
mod tests {
    use super::*;

    /// The contract without what may change: comments and blank lines.
    fn without_comments(text: &str) -> String {
        let code = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end());
        code.filter(|line| !line.is_empty()).flat_map(|line| [line, "\n"]).collect()
    }

    /// Rule 5 of wit/CHANGELOG.md. There is no blessing: a change of this file is a new version of the contract.
    #[test]
    fn the_contract_is_frozen() {
        assert_eq!(without_comments(WIT), include_str!("../../wit/frozen/0.1.0.wit"));
    }
}
