//! `clip_page`: from a page to a record. Refuses addresses that are not of the web, and pages without text.

use schemars::JsonSchema;
use serde::Deserialize;
use skillhost_guest::{Failure, Retrievable, log};
use url::Url;

use crate::page::read;

/// In bytes. Every relative link repeats the address, so a long one would make a short page a long record.
const LONGEST_ADDRESS: usize = 2048;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Clip {
    /// The page's HTML, whole.
    html: String,
    /// The address that the page came from, beginning with http:// or https://.
    url: String,
}

pub(crate) fn clip(arguments: Clip) -> Result<Retrievable, Failure> {
    let Clip { html, url } = arguments;
    if url.len() > LONGEST_ADDRESS {
        let reason = format_args!("the address is longer than {LONGEST_ADDRESS} bytes");
        return Err(Failure::invalid_arguments(reason));
    }
    let address = Url::parse(&url)
        .ok()
        .filter(|address| matches!(address.scheme(), "http" | "https"))
        .ok_or_else(|| Failure::invalid_arguments(format_args!("`{url}` is not an address of the web")))?;

    // The narrowest part that holds text wins: pages mark their content, or they do not.
    for region in [Some("main"), Some("article"), None] {
        let page = read(&html, &address, region);
        if page.text.is_empty() {
            continue;
        }
        log::debug(format_args!("{} bytes of text from `{}`", page.text.len(), region.unwrap_or("body")));
        let content = match page.title {
            Some(title) if !page.text.starts_with("# ") => format!("# {title}\n\n{}\n", page.text),
            _ => page.text + "\n",
        };
        return Ok(Retrievable::new(content).source(address).kind("web-clipping"));
    }
    Err(Failure::invalid_arguments("the page holds no readable text"))
}
