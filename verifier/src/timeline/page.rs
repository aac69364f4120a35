//! A timeline as a page: one file, complete in itself, that asks for nothing from anywhere.
//!
//! Sources are hostile: a comment may hold `</script>`. All that comes from outside reaches the page as JSON in which
//! no character means anything to HTML, and the page's own code shows it as text only.

use super::data::Timeline;
use crate::report::visible;

const TEMPLATE: &str = include_str!("../../assets/timeline/page.html");
const STYLE: &str = include_str!("../../assets/timeline/style.css");
const LICENSES: &str = include_str!("../../assets/d3/LICENSES");

/// In the order in which they need each other.
const SCRIPTS: [&str; 14] = [
    include_str!("../../assets/d3/d3-dispatch.min.js"),
    include_str!("../../assets/d3/d3-color.min.js"),
    include_str!("../../assets/d3/d3-interpolate.min.js"),
    include_str!("../../assets/d3/d3-ease.min.js"),
    include_str!("../../assets/d3/d3-timer.min.js"),
    include_str!("../../assets/d3/d3-selection.min.js"),
    include_str!("../../assets/d3/d3-drag.min.js"),
    include_str!("../../assets/d3/d3-transition.min.js"),
    include_str!("../../assets/d3/d3-zoom.min.js"),
    include_str!("../../assets/timeline/rows.js"),
    include_str!("../../assets/timeline/draw.js"),
    include_str!("../../assets/timeline/source.js"),
    include_str!("../../assets/timeline/view.js"),
    include_str!("../../assets/timeline/main.js"),
];

/// The page.
pub fn html(timeline: &Timeline) -> String {
    let data = match serde_json::to_string(timeline) {
        Ok(text) => text,
        Err(error) => format!("{{\"error\": \"{error}\"}}"),
    };
    let mut page = String::with_capacity(data.len() + (1 << 17));
    // Each slot is filled once, from left to right: what was filled in is never looked at again.
    let mut rest = TEMPLATE;
    for (slot, content) in [
        ("{{style}}", STYLE.to_owned()),
        ("{{data}}", inert(&data)),
        ("{{scripts}}", scripts()),
    ] {
        let Some((before, after)) = rest.split_once(slot) else {
            continue;
        };
        page.push_str(before);
        page.push_str(&content);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// JSON that can stand in a script element: nothing in it ends one, opens a comment, or is a line end to JavaScript.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 16);
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    visible::json(&out)
}

fn scripts() -> String {
    let mut all = format!("/*\n{LICENSES}*/\n");
    for script in SCRIPTS {
        all.push_str(script);
        all.push('\n');
    }
    all
}
