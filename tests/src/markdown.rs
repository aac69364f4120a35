//! Links of Markdown files: where they point to, and whether that is there.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// A link of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its line, from 1.
    pub line: usize,
    /// As it is written.
    pub target: String,
}

/// The links and images of a text; those in code are none.
pub fn links(text: &str) -> Vec<Link> {
    let line_of = |offset: usize| text[..offset].matches('\n').count() + 1;
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let target = |tag: Tag<'_>| match tag {
        Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => Some(dest_url.into_string()),
        _ => None,
    };
    events
        .filter_map(|(event, range)| match event {
            Event::Start(tag) => target(tag).map(|target| Link {
                line: line_of(range.start),
                target,
            }),
            _ => None,
        })
        .collect()
}

/// The names by which a text's headings are linked to, as GitHub and mdBook form them: letters, digits, `-` and `_` of the
/// heading in lower case, `-` for a space, and a number for one that was there before.
pub fn anchors(text: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    let mut uses: HashMap<String, usize> = HashMap::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let name = anchor(&heading.take().unwrap_or_default());
                let count = uses.entry(name.clone()).or_default();
                anchors.insert(match *count {
                    0 => name,
                    n => format!("{name}-{n}"),
                });
                *count += 1;
            }
            _ => {}
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let letter = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    heading.trim().chars().filter_map(letter).collect()
}

/// What is wrong with the links of the files, which are relative to `root`: one line each.
///
/// # Panics
/// If a file cannot be read.
pub fn broken_links(root: &Path, files: &[PathBuf]) -> Vec<String> {
    let read = |path: &Path| {
        std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut broken = Vec::new();
    for file in files {
        let text = read(file);
        for link in links(&text) {
            if let Some(why) = why_broken(root, file, &text, &link.target) {
                broken.push(format!(
                    "{}:{}: {}: {why}",
                    file.display(),
                    link.line,
                    link.target
                ));
            }
        }
    }
    broken
}

fn why_broken(root: &Path, file: &Path, text: &str, target: &str) -> Option<&'static str> {
    // What others publish is not asked for: tests need no network.
    if target.starts_with("https://") || target.starts_with("http://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let linked = match path {
        "" => text.to_owned(),
        path => {
            let linked = root.join(file).parent()?.join(path);
            if !linked.exists() {
                return Some("there is no such file");
            }
            if fragment.is_empty() {
                return None;
            }
            std::fs::read_to_string(linked).unwrap_or_default()
        }
    };
    (!fragment.is_empty() && !anchors(&linked).contains(fragment)).then_some("there is no such heading")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code_only() {
        let text = "# A\n[b](c.md#d)\n`[no](x)`\n\n    [no](y)\n\n| a |\n|---|\n| [e][f] |\n\n[f]: g.md\n";
        let found = links(text);
        let targets: Vec<(usize, &str)> = found
            .iter()
            .map(|link| (link.line, link.target.as_str()))
            .collect();
        assert_eq!(targets, [(2, "c.md#d"), (9, "g.md")]);
    }

    #[test]
    fn headings_have_the_names_that_readers_link_to() {
        let text = "# `data-race`: what, and why?\n## Twice\n## Twice\n## 2. Ab_c -- d\n";
        let expected = ["data-race-what-and-why", "twice", "twice-1", "2-ab_c----d"];
        assert_eq!(anchors(text), expected.map(str::to_owned).into());
    }

    #[test]
    fn broken_links_are_named_with_their_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let a = "[ok](b.md#b) [web](https://example.org)\n[no](c.md) [no](b.md#c) [own](#d)\n";
        std::fs::write(folder.path().join("a.md"), a).expect("written");
        std::fs::write(folder.path().join("b.md"), "# B\n").expect("written");
        let broken = broken_links(folder.path(), &["a.md".into()]);
        assert_eq!(
            broken,
            [
                "a.md:2: c.md: there is no such file",
                "a.md:2: b.md#c: there is no such heading",
                "a.md:2: #d: there is no such heading",
            ]
        );
    }
}
