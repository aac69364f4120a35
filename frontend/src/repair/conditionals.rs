//! Conditionals of the preprocessor as they stand in a text.

use crate::files;
use crate::plain;

/// A directive that opens an arm of a conditional.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arm {
    /// Offset of its `#`.
    pub at: usize,
    /// One past the last byte of its condition.
    pub end: usize,
    /// Its line, from 1.
    pub line: u32,
    /// `if`, `ifdef`, `ifndef`, `elif`, `else`.
    pub keyword: String,
    /// What follows the keyword, comments left out.
    pub condition: String,
}

/// The conditionals around a place, outermost first: of each the arms down to the one that holds the place.
pub type Around = Vec<Vec<Arm>>;

/// All directives of a text in which comments and strings are blank.
fn directives(code: &[u8]) -> Vec<Arm> {
    let mut found: Vec<Arm> = Vec::new();
    let mut at = 0;
    for (n, part) in code.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let hash = at + part.len() - part.trim_ascii_start().len();
        let continued = found.last().is_some_and(|directive| at < directive.end);
        if !continued && part.trim_ascii_start().starts_with(b"#") {
            found.push(directive(code, hash, n as u32 + 1));
        }
        at += part.len();
    }
    found
}

/// The directive whose `#` stands at an offset.
fn directive(code: &[u8], at: usize, line: u32) -> Arm {
    let mut end = at;
    while end < code.len() && (code[end] != b'\n' || code[..end].trim_ascii_end().ends_with(b"\\")) {
        end += 1;
    }
    let end = at + code[at..end].trim_ascii_end().len();
    let words = String::from_utf8_lossy(&code[at + 1..end]).replace("\\\n", " ");
    let words = words.trim_start();
    let length = words
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(words.len());
    let (keyword, condition) = words.split_at(length);
    Arm {
        at,
        end,
        line,
        keyword: keyword.to_owned(),
        condition: condition.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Goes on behind a directive; gives the conditional that it ends.
fn step(open: &mut Around, arm: Arm) -> Option<Vec<Arm>> {
    match arm.keyword.as_str() {
        "if" | "ifdef" | "ifndef" => open.push(vec![arm]),
        "elif" | "else" => {
            if let Some(arms) = open.last_mut() {
                arms.push(arm);
            }
        }
        "endif" => return open.pop(),
        _ => {}
    }
    None
}

/// The conditionals around places, in order, those left out that are part of a directive.
pub fn around(text: &str, places: &[usize]) -> Vec<(usize, Around)> {
    let code = plain::blank(text);
    let mut open: Around = Vec::new();
    let mut directives = directives(&code).into_iter().peekable();
    let mut end = 0;
    let mut found = Vec::new();
    for at in places {
        while let Some(directive) = directives.next_if(|directive| directive.at <= *at) {
            end = directive.end;
            step(&mut open, directive);
        }
        if *at >= end {
            found.push((*at, open.clone()));
        }
    }
    found
}

/// All conditionals with the offsets of their ends; one that is not closed goes on to the end of the text.
pub fn all(text: &str) -> Vec<(Vec<Arm>, usize)> {
    let code = plain::blank(text);
    let mut open: Around = Vec::new();
    let mut found = Vec::new();
    for directive in directives(&code) {
        let end = directive.at;
        found.extend(step(&mut open, directive).map(|arms| (arms, end)));
    }
    found.extend(open.into_iter().map(|arms| (arms, text.len())));
    found
}

/// Whether a place is one that the author took out for good.
pub fn is_commented_out(around: &Around) -> bool {
    let off = |arm: &Arm| arm.keyword == "if" && matches!(arm.condition.as_str(), "0" | "false");
    let on = |arm: &Arm| arm.keyword == "if" && matches!(arm.condition.as_str(), "1" | "true");
    around.iter().any(|arms| match arms.as_slice() {
        [only] => off(only),
        [first, ..] => on(first),
        [] => false,
    })
}

/// Whether a conditional only keeps a file from being read twice: `#ifndef NAME` and at once `#define NAME`.
pub fn is_include_guard(text: &str, arms: &[Arm]) -> bool {
    let [arm] = arms else { return false };
    let defined = arm.condition.strip_prefix("!defined").unwrap_or(&arm.condition);
    let name = defined.trim_matches([' ', '(', ')']);
    let next = text
        .get(arm.end..)
        .and_then(|rest| rest.lines().map(str::trim).find(|l| !l.is_empty()));
    let negated = arm.keyword == "ifndef" || arm.condition.starts_with("!defined");
    negated && next.is_some_and(|line| defined_name(line) == Some(name))
}

/// The files that a text includes whenever it is read, by their names: no conditional stands around but an include guard, which comes first.
pub fn always_included(text: &str) -> Vec<&str> {
    let code = plain::code(text);
    let all = directives(code.as_bytes());
    let first = all.iter().find(|directive| directive.keyword != "pragma");
    let first = first.map(|directive| directive.at);
    let is_guard = |arms: &Vec<Arm>| arms.first().map(|arm| arm.at) == first && is_include_guard(text, arms);
    let mut open: Around = Vec::new();
    let mut found = Vec::new();
    for directive in all {
        if open.iter().all(is_guard) {
            let line = text.get(directive.at..).and_then(|rest| rest.lines().next());
            found.extend(line.and_then(files::included));
        }
        step(&mut open, directive);
    }
    found
}

/// The name that a line defines as a macro.
pub fn defined_name(line: &str) -> Option<&str> {
    let rest = line
        .trim_start()
        .strip_prefix('#')?
        .trim_start()
        .strip_prefix("define")?;
    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .find(|word| !word.is_empty())
}

/// The conditions around a place, as a person would name them; include guards say nothing.
pub fn conditions(around: &Around) -> String {
    let said = |arms: &Vec<Arm>| {
        let (first, last) = (arms.first()?, arms.last()?);
        if arms.len() == 1 && first.keyword == "ifndef" && around.len() > 1 {
            return None;
        }
        let text = format!("`#{} {}`", first.keyword, first.condition);
        Some(match (arms.len(), last.keyword.as_str()) {
            (1, _) => format!("{text} (line {})", last.line),
            (_, "else") => format!("`#else` of {text} (line {})", last.line),
            _ => format!("`#{} {}` (line {})", last.keyword, last.condition, last.line),
        })
    };
    around.iter().filter_map(said).collect::<Vec<_>>().join(" in ")
}
