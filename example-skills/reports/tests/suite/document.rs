//! A PDF read back, by its own cross-reference table: pages, and the text that a reader would copy, with its place.
//! Knows as much of PDF as the skill writes.

use std::collections::HashMap;
use std::io::Read;

use flate2::read::ZlibDecoder;

/// Text that is drawn at once. In points from the page's upper left corner.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    pub(crate) left: f32,
    pub(crate) baseline: f32,
    pub(crate) text: String,
}

pub(crate) struct Document {
    objects: HashMap<usize, Vec<u8>>,
    trailer: String,
}

impl Document {
    pub(crate) fn read(bytes: &[u8]) -> Document {
        assert!(bytes.starts_with(b"%PDF-1.7"));
        let end = find_last(bytes, b"startxref");
        let start: usize = ascii(&bytes[end + 9..]).split_whitespace().next().unwrap().parse().unwrap();
        let table = ascii(&bytes[start..end]);
        let (entries, trailer) = table.split_once("trailer").unwrap();
        let mut objects = HashMap::new();
        for (number, entry) in entries.lines().skip(2).enumerate() {
            let mut fields = entry.split_whitespace();
            let (offset, kind) = (fields.next().unwrap(), fields.nth(1).unwrap());
            if kind == "n" {
                let rest = &bytes[offset.parse::<usize>().unwrap()..];
                let head = format!("{number} 0 obj");
                assert!(rest.starts_with(head.as_bytes()), "the table is wrong about object {number}");
                let body = &rest[head.len()..];
                objects.insert(number, body[..find(body, b"endobj")].to_vec());
            }
        }
        Document { objects, trailer: trailer.to_owned() }
    }

    /// The text of the dictionary that the trailer names so.
    pub(crate) fn named(&self, key: &str) -> String {
        self.head(reference(&self.trailer, key).unwrap())
    }

    /// The pages' pieces of text, in the order in which they are drawn.
    pub(crate) fn pages(&self) -> Vec<Vec<Piece>> {
        let tree = self.head(reference(&self.named("/Root"), "/Pages").unwrap());
        let pages = references(tree.split_once("/Kids[").unwrap().1.split(']').next().unwrap());
        assert!(tree.contains(&format!("/Count {}", pages.len())));
        pages.into_iter().map(|page| self.pieces(&self.head(page))).collect()
    }

    /// All targets of links, in the order of their objects.
    pub(crate) fn links(&self) -> Vec<String> {
        self.all("/URI(")
    }

    /// All entries of the list of headings, in the order of their objects.
    pub(crate) fn headings(&self) -> Vec<String> {
        let mut headings = self.all("/Title(");
        headings.pop();
        headings
    }

    fn all(&self, key: &str) -> Vec<String> {
        let mut numbers: Vec<_> = self.objects.keys().copied().collect();
        numbers.sort_unstable();
        let heads = numbers.into_iter().map(|number| self.head(number));
        heads.filter_map(|head| Some(head.split_once(key)?.1.split(')').next()?.to_owned())).collect()
    }

    fn pieces(&self, page: &str) -> Vec<Piece> {
        assert!(page.contains("/MediaBox[0 0 595.28 841.89]"), "{page}");
        let resources = self.head(reference(page, "/Resources").unwrap());
        let mut fonts = HashMap::new();
        for entry in resources.split("/f").skip(1) {
            let name = entry.split(' ').next().unwrap();
            let font = self.head(reference(entry, name).unwrap());
            fonts.insert(name.to_owned(), self.characters(reference(&font, "/ToUnicode").unwrap()));
        }
        let content = self.stream(reference(page, "/Contents").unwrap());
        let mut pieces = Vec::new();
        let mut numbers: Vec<f32> = Vec::new();
        let (mut font, mut codes) = (String::new(), Vec::new());
        for token in tokens(&content) {
            match token {
                Token::String(string) => codes.extend(string),
                Token::Word(word) => match word.as_str() {
                    "Tm" => {
                        let [.., left, baseline] = numbers[..] else { panic!("no place") };
                        pieces.push(Piece { left, baseline, text: String::new() });
                        numbers.clear();
                    }
                    "Tj" | "TJ" => {
                        let text = &mut pieces.last_mut().unwrap().text;
                        for code in std::mem::take(&mut codes).chunks(2) {
                            text.push_str(&fonts[&font][&u16::from_be_bytes([code[0], code[1]])]);
                        }
                    }
                    word if word.starts_with("/f") => font = word[2..].to_owned(),
                    word => match word.parse() {
                        Ok(number) => numbers.push(number),
                        Err(_) => numbers.clear(),
                    },
                },
            }
        }
        pieces
    }

    /// What a font's codes stand for.
    fn characters(&self, number: usize) -> HashMap<u16, String> {
        let map = String::from_utf8(self.stream(number)).unwrap();
        let mut characters = HashMap::new();
        for line in map.lines() {
            let fields: Vec<_> =
                line.split_whitespace().map(|field| field.trim_matches(['<', '>'])).collect();
            if let [code, text] = fields[..]
                && line.starts_with('<')
                && let Ok(code) = u16::from_str_radix(code, 16)
            {
                let units: Vec<_> = text
                    .as_bytes()
                    .chunks(4)
                    .map(|unit| u16::from_str_radix(ascii(unit).as_str(), 16).unwrap())
                    .collect();
                characters.insert(code, String::from_utf16(&units).unwrap());
            }
        }
        characters
    }

    fn head(&self, number: usize) -> String {
        let object = &self.objects[&number];
        String::from_utf8_lossy(object).split("stream").next().unwrap().to_owned()
    }

    fn stream(&self, number: usize) -> Vec<u8> {
        let object = &self.objects[&number];
        assert!(self.head(number).contains("/FlateDecode"));
        let data = &object[find(object, b"stream\n") + 7..];
        let mut stream = Vec::new();
        ZlibDecoder::new(data).read_to_end(&mut stream).unwrap();
        stream
    }
}

/// Pieces that stand on one line, one after the other; lines below each other.
pub(crate) fn text(pieces: &[Piece]) -> String {
    let mut text = String::new();
    let mut baseline = None;
    for piece in pieces {
        if baseline.is_some_and(|baseline| baseline != piece.baseline) {
            text.push('\n');
        }
        baseline = Some(piece.baseline);
        text.push_str(&piece.text);
    }
    text
}

enum Token {
    Word(String),
    String(Vec<u8>),
}

fn tokens(content: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut bytes = content.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        // A name begins where its slash stands, with a space before it or without.
        let begins_name = byte == b'/' && !word.is_empty();
        if !begins_name && !b" \r\n()<>[]".contains(&byte) {
            word.push(char::from(byte));
            continue;
        }
        if !word.is_empty() {
            tokens.push(Token::Word(std::mem::take(&mut word)));
        }
        match byte {
            b'/' => word.push('/'),
            b'(' => {
                let (mut string, mut depth) = (Vec::new(), 1);
                while depth > 0 {
                    let byte = match bytes.next().unwrap() {
                        b'\\' => match bytes.next().unwrap() {
                            b'n' => b'\n',
                            b'r' => b'\r',
                            b't' => b'\t',
                            b'b' => 8,
                            b'f' => 12,
                            digit @ b'0'..=b'7' => {
                                let mut code = u32::from(digit - b'0');
                                // Three digits at most: a digit after these stands for itself.
                                for _ in 0..2 {
                                    let Some(digit) = bytes.next_if(|byte| (b'0'..=b'7').contains(byte))
                                    else {
                                        break;
                                    };
                                    code = code * 8 + u32::from(digit - b'0');
                                }
                                u8::try_from(code).unwrap()
                            }
                            other => other,
                        },
                        b'(' => {
                            depth += 1;
                            b'('
                        }
                        b')' => {
                            depth -= 1;
                            b')'
                        }
                        other => other,
                    };
                    if depth > 0 {
                        string.push(byte);
                    }
                }
                tokens.push(Token::String(string));
            }
            b'<' => {
                let digits: Vec<u8> = std::iter::from_fn(|| bytes.next_if(|byte| *byte != b'>')).collect();
                let pairs = digits.chunks(2).map(|pair| u8::from_str_radix(&ascii(pair), 16).unwrap());
                tokens.push(Token::String(pairs.collect()));
            }
            _ => {}
        }
    }
    tokens
}

fn reference(text: &str, key: &str) -> Option<usize> {
    let rest = text.split_once(key)?.1;
    rest.trim_start().split(' ').next()?.parse().ok()
}

fn references(text: &str) -> Vec<usize> {
    text.split(" 0 R").filter_map(|number| number.trim().parse().ok()).collect()
}

fn ascii(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn find(bytes: &[u8], what: &[u8]) -> usize {
    bytes.windows(what.len()).position(|window| window == what).unwrap()
}

fn find_last(bytes: &[u8], what: &[u8]) -> usize {
    bytes.windows(what.len()).rposition(|window| window == what).unwrap()
}
