//! Characters that nobody sees: they hide text, or turn the order of what stands around them. Knows nothing of
//! fonts. Used by `report` on what is given, by `reader` on what Markdown spells out.

/// A hidden character; lines count from 1.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hidden {
    pub(crate) line: usize,
    pub(crate) character: char,
}

/// Finds the first hidden character. Tabs and line ends are seen by what they do.
pub(crate) fn check(text: &str) -> Result<(), Hidden> {
    let mut line = 1;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\n' => line += 1,
            '\t' => {}
            '\r' if characters.peek() == Some(&'\n') => {}
            _ if is_hidden(character) => return Err(Hidden { line, character }),
            _ => {}
        }
    }
    Ok(())
}

fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            // Soft hyphen, Arabic letter mark, Mongolian vowel separator.
            '\u{ad}' | '\u{61c}' | '\u{180e}'
            // Zero width and marks of direction; not the joiners, which scripts are written with.
            | '\u{200b}' | '\u{200e}' | '\u{200f}'
            // Separators of lines and paragraphs; embeddings and overrides of direction.
            | '\u{2028}'..='\u{202e}'
            // Invisible operators, isolates, digit shapes.
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            // Tags: a whole invisible alphabet.
            | '\u{e0000}'..='\u{e007f}'
        )
}
