//! Making a guest's words safe to show: cut at a bound, with control and direction-changing characters shown
//! as escapes, so that no terminal, log or prompt obeys them.

/// Whether a character commands a terminal or a renderer instead of standing for itself: controls, the bidi
/// overrides and isolates of Unicode 6.3, line separators, and the invisible tag characters.
#[must_use]
pub fn is_commanding(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e01ef}')
}

/// Whether a text of several lines has commanding characters besides those that lay it out.
#[must_use]
pub fn has_commands(text: &str) -> bool {
    text.chars().any(|character| is_commanding(character) && !matches!(character, '\n' | '\r' | '\t'))
}

/// The text with commanding characters as escapes (newlines and tabs stay), in at most `most` bytes; a cut
/// text ends in `…`.
#[must_use]
pub fn escaped(text: &str, most: usize) -> String {
    const CUT: &str = "…";
    let mut shown = String::with_capacity(text.len().min(most));
    // Where the text still fits if the mark has to follow.
    let mut keep = 0;
    for character in text.chars() {
        if is_commanding(character) && !matches!(character, '\n' | '\t') {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
        if shown.len() > most {
            shown.truncate(keep);
            if most >= CUT.len() {
                shown.push_str(CUT);
            }
            return shown;
        }
        if shown.len() + CUT.len() <= most {
            keep = shown.len();
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn commands_become_visible() {
        assert_eq!(escaped("a\u{1b}[31mb\nc\td", 100), "a\\u{1b}[31mb\nc\td");
        assert_eq!(escaped("x\u{202e}y", 100), "x\\u{202e}y");
    }

    #[test]
    fn a_cut_text_says_so() {
        assert_eq!(escaped("abcdef", 6), "abcdef");
        assert_eq!(escaped("abcdefg", 6), "abc…");
        assert_eq!(escaped("äöü", 5), "ä…");
        assert_eq!(escaped("abc", 2), "");
    }

    proptest! {
        #[test]
        fn never_longer_than_the_bound_nor_commanding(text in any::<String>(), most in 0_usize..200) {
            let shown = escaped(&text, most);
            prop_assert!(shown.len() <= most);
            prop_assert!(!shown.chars().any(|c| is_commanding(c) && c != '\n' && c != '\t'));
        }
    }
}
