//! A page read from its tokens, in one pass: which text is shown, and inside which elements. Takes time and
//! space in proportion to the page, however it nests. Used by `clip`.

use std::convert::Infallible;

use html5gum::emitters::default::{DefaultEmitter, StartTag, Token};
use html5gum::{HtmlString, Tokenizer};
use url::Url;

use crate::markdown::Markdown;
use crate::outline::Outline;

/// What a page says.
pub(crate) struct Page {
    /// As the page names itself.
    pub(crate) title: Option<String>,
    /// Markdown, trimmed; empty where the region holds no text.
    pub(crate) text: String,
}

/// Reads the part of a page inside this element, or all of it.
pub(crate) fn read(html: &str, address: &Url, region: Option<&str>) -> Page {
    let mut emitter = DefaultEmitter::default();
    // Scripts and styles are then text of their own, not tags.
    emitter.naively_switch_states(true);
    let mut outline = Outline::new(region);
    let mut markdown = Markdown::new(address);
    let mut title = None;
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok::<_, Infallible>(token) = token;
        match token {
            Token::StartTag(tag) => {
                let Ok(name) = std::str::from_utf8(&tag.name) else {
                    continue;
                };
                let hidden = is_hidden(&tag);
                let around = outline.shows_text();
                let started = outline.start(name, hidden, tag.self_closing);
                for ended in started.ended {
                    markdown.end(&ended);
                }
                if started.shown {
                    markdown.start(name, |key| attribute(&tag, key));
                } else if around {
                    markdown.pass_over(name);
                }
            }
            Token::EndTag(tag) => {
                let Ok(name) = std::str::from_utf8(&tag.name) else {
                    continue;
                };
                for ended in outline.end(name) {
                    markdown.end(&ended);
                }
            }
            Token::String(text) => {
                let text = String::from_utf8_lossy(&text);
                if outline.inside("title") && title.is_none() {
                    title = Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
                } else if outline.shows_text() {
                    markdown.text(&text);
                }
            }
            _ => {}
        }
    }
    Page { title: title.filter(|title| !title.is_empty()), text: markdown.finish() }
}

fn attribute(tag: &StartTag<()>, key: &str) -> Option<String> {
    let value = tag.attributes.get(&HtmlString(key.as_bytes().to_vec()))?;
    Some(String::from_utf8_lossy(value).into_owned())
}

fn is_hidden(tag: &StartTag<()>) -> bool {
    attribute(tag, "hidden").is_some() || attribute(tag, "aria-hidden").as_deref() == Some("true")
}
