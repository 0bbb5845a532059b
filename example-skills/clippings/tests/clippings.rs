//! The skill's tool through the SDK's native test mode: pages as they are written, and as attackers write them.
#![expect(clippy::panic, reason = "a panic in a test is its report")]

use proptest::prelude::*;
use serde_json::json;
use skillhost_guest::testing::TestResponse;
use skillhost_guest::{Failure, OutputKind, Retrievable};

const ADDRESS: &str = "https://allotment.example/2026/rain-garden.html";

fn clip(html: &str) -> Result<Retrievable, Failure> {
    let TestResponse::Retrievable(record) =
        clippings::skill().test().call("clip_page", json!({ "html": html, "url": ADDRESS }))?
    else {
        panic!("no record")
    };
    Ok(record)
}

fn check(html: &str, expected: &str) {
    assert_eq!(clip(html).map(|record| record.content), Ok(format!("{expected}\n")), "{html}");
}

#[test]
fn the_skill_describes_itself_within_the_contract() {
    let descriptor = clippings::skill().describe().unwrap();
    assert_eq!((descriptor.id.as_str(), descriptor.name.as_str()), ("clippings", "Clippings"));
    assert_eq!(descriptor.tools[0].output, Some(OutputKind::Retrievable));
    assert!(descriptor.instructions.unwrap().contains(&descriptor.tools[0].name));
}

#[test]
fn the_example_page_is_readable() {
    let record = clip(include_str!("../examples/rain-garden.html")).unwrap();
    assert_eq!(record.source.as_deref(), Some(ADDRESS));
    assert_eq!(record.kind.as_deref(), Some("web-clipping"));
    assert_eq!(record.score, None);
    assert!(!record.inline);
    assert_eq!(record.content, include_str!("../examples/rain-garden.md"));
}

#[test]
fn blocks_become_markdown() {
    check("<p>a<p>b", "a\n\nb");
    check("a <b>bold</b>\n  word<br>next", "a bold word\nnext");
    check("<title> T\nt </title><p>a", "# T t\n\na");
    check("<title>T</title><h1>H</h1>a", "# H\n\na");
    check("<h2>a</h2><h3></h3>b", "## a\n\nb");
    check("<ul><li>a<li><p>b</p><p>c</p><ol><li>d<li>e</ol></ul>f", "- a\n- b\n\n  c\n\n  1. d\n  2. e\n\nf");
    check("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n\n> > b");
    check("<table><tr><th>a<th>b<tr><td>1<td>2</table>c", "a | b\n1 | 2\n\nc");
    check("<pre>  a\n\n  <b>b</b></pre>", "```\n  a\n\n  b\n```");
    check("<pre>```</pre>", "````\n```\n````");
    check("<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```");
    check("use <code>x &lt; y</code>", "use `x < y`");
    check("<p># a<p>&gt; b", "\\# a\n\n\\> b");
    check("<img src=x alt='a cat'>", "[image: a cat]");
}

#[test]
fn links_are_resolved_where_they_lead_somewhere() {
    check("<a href='../b?c#d'>a</a>", "[a](https://allotment.example/b?c#d)");
    check("see <a href='//x.example/a (b)'> this </a>.", "see [this](<https://x.example/a%20(b)>) .");
    check("<a href='mailto:a@b.example'>a</a>", "[a](mailto:a@b.example)");
    for target in ["javascript:alert(1)", "data:text/html,x", "#top", "", "http://[", "file:///etc/passwd"] {
        check(&format!("<a href='{target}'>a</a>"), "a");
    }
    check(
        "<a href=/x><p>a</p><p>b</p></a>c",
        "[a](https://allotment.example/x)\n\n[b](https://allotment.example/x)\n\nc",
    );
    check("<a href=/x>a<a href=/y>b", "[a](https://allotment.example/x)[b](https://allotment.example/y)");
}

#[test]
fn what_is_not_content_is_left_out() {
    for element in ["script", "style", "svg", "template", "noscript", "button"] {
        check(&format!("a<{element}>x<p>y</p></{element}>b"), "ab");
    }
    for element in ["nav", "aside", "form", "footer", "header"] {
        check(&format!("a<{element}>x<p>y</p></{element}>b"), "a\n\nb");
    }
    check("a<p hidden>x</p><p aria-hidden=true>y</p>b", "a\n\nb");
    check("<script>'<p>x</p>'</script>a", "a");
    check("<div><nav>x</div>a", "a");
    check("<nav>x<svg><path/><g/></svg></nav>a", "a");
    check("x<main>a<header>b</header></main>y", "a\n\nb");
    check("x<article>a</article>y<article>b</article>", "a\n\nb");
    check("<main></main><article>a</article>x", "a");
}

#[test]
fn refusals_say_what_would_do() {
    let refused = |html: &str, url: &str, reason: &str| {
        let answer = clippings::skill().test().call("clip_page", json!({ "html": html, "url": url }));
        assert_eq!(answer, Err(Failure::invalid_arguments(reason)));
    };
    refused("", ADDRESS, "the page holds no readable text");
    refused("<title>T</title><script>x</script><nav>y</nav>", ADDRESS, "the page holds no readable text");
    refused("a", "/a", "`/a` is not an address of the web");
    refused("a", "file:///a", "`file:///a` is not an address of the web");
    let long = format!("https://x.example/{}", "a".repeat(2048));
    refused("a", &long, "the address is longer than 2048 bytes");
}

/// Each would take the whole stack, or much more memory than the page, if any step were recursive or grew with
/// depth.
#[test]
fn hostile_nesting_costs_what_it_weighs() {
    let check = |count: usize, unit: &str, closing: &str| {
        let html = format!("{}deep{}", unit.repeat(count), closing.repeat(count));
        let content = clip(&html).map(|record| record.content).unwrap();
        assert!(content.contains("deep"), "{unit}");
        assert!(content.len() < 40 * html.len(), "{unit}");
    };
    check(100_000, "<div>", "");
    check(20_000, "<div>", "</div>");
    check(20_000, "<div>", "</p>");
    check(20_000, "<ul><li>a", "</li></ul>");
    check(20_000, "<blockquote>a", "</blockquote>");
    check(20_000, "<a href=b>c", "</a>");
    check(20_000, "<table><tr><td>", "</table>");
    check(20_000, "<pre>", "</pre>");
    check(20_000, "<b><i>", "</b>");
    check(20_000, "&amp;", "");
}

proptest! {
    #[test]
    fn any_soup_is_read_or_refused(html in "(</?(p|a href=b|ul|ol|li|pre|code|td|tr|main|nav|h1|br|blockquote|img alt=c)/?>|[a-z`#<>& \n]|é){0,60}") {
        let clipped = clip(&html);
        let refusal = Failure::invalid_arguments("the page holds no readable text");
        prop_assert!(clipped.is_ok() || clipped == Err(refusal));
    }
}
