//! Changes of a text: what is replaced by what, so that it looks as if its author had written it.

use super::outline::{Kind, Stmt};
use std::ops::Range;

/// Bytes of a text and what comes in their place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Where it starts, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The new text.
    pub text: String,
}

impl Change {
    fn insertion(at: usize, text: String) -> Change {
        Change {
            start: at,
            end: at,
            text,
        }
    }
}

/// The text with all changes in it; `None` if two touch the same bytes.
pub fn applied(text: &str, changes: &[Change]) -> Option<String> {
    let mut sorted: Vec<&Change> = changes.iter().collect();
    sorted.sort_by_key(|change| (change.start, change.end));
    let mut out = String::with_capacity(text.len() + 64);
    let mut from = 0;
    for change in sorted {
        out.push_str(text.get(from..change.start)?);
        out.push_str(&change.text);
        from = change.end;
    }
    out.push_str(text.get(from..)?);
    Some(out)
}

/// Where a statement can be inserted and stays one of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// In a block, before the statement or the closing brace that starts at `next`.
    Between {
        /// The end of what stands before.
        floor: usize,
        /// The start of what stands behind.
        next: usize,
        /// The statement before, where `next` is the closing brace.
        last: Option<usize>,
    },
    /// Before or behind a body that has no braces yet.
    Around {
        /// The end of what controls the body.
        head: usize,
        /// The body's first byte.
        start: usize,
        /// One past its last.
        end: usize,
        /// Where what controls it starts.
        outer: usize,
        /// Behind it.
        behind: bool,
    },
}

impl Gap {
    /// Whether it is right before a statement of a block.
    pub fn is_before(&self, at: usize) -> bool {
        matches!(self, Gap::Between { next, .. } if *next == at)
    }

    /// The changes that put a statement there.
    pub fn insert(&self, text: &str, statement: &str) -> Vec<Change> {
        match *self {
            Gap::Between { floor, next, last } => vec![between(text, statement, floor, next, last)],
            Gap::Around {
                head,
                start,
                end,
                outer,
                behind,
            } => {
                let inner = match behind {
                    true => [None, Some(statement)],
                    false => [Some(statement), None],
                };
                braced(text, head, start..end, outer, inner)
            }
        }
    }
}

/// The gaps of a block: before each of its statements, and at its end.
pub fn gaps(block: &Stmt) -> Vec<Gap> {
    let Kind::Block(children) = &block.kind else {
        return Vec::new();
    };
    let mut gaps = Vec::new();
    let mut floor = block.range.start + 1;
    for child in children {
        gaps.push(Gap::Between {
            floor,
            next: child.range.start,
            last: None,
        });
        floor = child.range.end;
    }
    let last = children.last().map(|child| child.range.start);
    gaps.push(Gap::Between {
        floor,
        next: block.range.end - 1,
        last,
    });
    gaps
}

fn between(text: &str, statement: &str, floor: usize, next: usize, last: Option<usize>) -> Change {
    let line = line_start(text, next);
    let starts_line = line >= floor && is_blank(&text[line..next]);
    if !starts_line {
        let parted = text[..next].ends_with(char::is_whitespace);
        let space = if parted { "" } else { " " };
        return Change::insertion(next, format!("{space}{statement} "));
    }
    let closes = text[next..].starts_with('}');
    let indent = match last.map(|last| indentation(text, last)) {
        Some(Some(indent)) if closes => indent.to_owned(),
        _ if closes => deeper(text, &text[line..next]),
        _ => text[line..next].to_owned(),
    };
    let at = if closes {
        line
    } else {
        above_remarks(text, floor, line)
    };
    Change::insertion(at, format!("{indent}{statement}{}", line_break(text, next)))
}

/// What is remarked on a statement in the lines right above it stays with it: an ignore, or `#pragma unroll`.
fn above_remarks(text: &str, floor: usize, line: usize) -> usize {
    let mut at = line;
    while at > 0 {
        let above = line_start(text, at - 1);
        let words = text[above..at].trim();
        if above < floor || !(words.starts_with("//") || words.starts_with("#pragma")) {
            break;
        }
        at = above;
    }
    at
}

/// Puts braces around a body, with statements before and behind it.
pub fn braced(
    text: &str,
    head: usize,
    body: Range<usize>,
    outer: usize,
    [before, behind]: [Option<&str>; 2],
) -> Vec<Change> {
    let line = line_start(text, body.start);
    let own_line = line >= head && is_blank(&text[line..body.start]);
    if !own_line {
        let before = before.map_or(String::new(), |statement| format!("{statement} "));
        let behind = behind.map_or(String::new(), |statement| format!(" {statement}"));
        return vec![
            Change::insertion(body.start, format!("{{ {before}")),
            Change::insertion(body.end, format!("{behind} }}")),
        ];
    }
    let end = line_break(text, body.start);
    let inner = &text[line..body.start];
    let controls = &text[outer..];
    let outer = indentation(text, outer).unwrap_or("");
    let before = before.map_or(String::new(), |statement| format!("{inner}{statement}{end}"));
    let behind = behind.map_or(String::new(), |statement| format!("{end}{inner}{statement}"));
    let mut changes = vec![Change::insertion(head, " {".to_owned())];
    changes.extend((!before.is_empty()).then(|| Change::insertion(line, before)));
    let closing = format!("{behind}{end}{outer}}}");
    let gap = text[body.end..].len() - text[body.end..].trim_start().len();
    changes.push(match goes_on(controls, &text[body.end + gap..]) {
        true => Change {
            start: body.end,
            end: body.end + gap,
            text: format!("{closing} "),
        },
        false => Change::insertion(end_of_remark(text, body.end), closing),
    });
    changes
}

/// Whether what follows a body is still of the statement that controls it.
fn goes_on(controls: &str, rest: &str) -> bool {
    let starts = |text: &str, word: &str| {
        let behind = text.strip_prefix(word);
        behind.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    starts(rest, "else") || (starts(controls, "do") && starts(rest, "while"))
}

/// Puts a condition before a statement, in a line of its own if the statement has one.
pub fn guarded(text: &str, stmt: Range<usize>, head: &str) -> Vec<Change> {
    let indent = &text[line_start(text, stmt.start)..stmt.start];
    let is_long = text[stmt.clone()].contains('\n');
    let words = match is_blank(indent) && !is_long {
        true => format!("{head}{}{}", line_break(text, stmt.start), deeper(text, indent)),
        false => format!("{head} "),
    };
    vec![Change::insertion(stmt.start, words)]
}

/// The end of the line, if nothing but a comment follows.
fn end_of_remark(text: &str, at: usize) -> usize {
    let rest = text[at..].lines().next().unwrap_or("");
    let words = rest.trim();
    match words.is_empty() || words.starts_with("//") {
        true => at + rest.trim_end().len(),
        false => at,
    }
}

/// A statement with the remark behind it, if both have a line of their own.
pub fn remarked(text: &str, range: Range<usize>) -> Range<usize> {
    let end = end_of_remark(text, range.end);
    let own_line = is_blank(&text[line_start(text, range.start)..range.start]);
    match own_line {
        true => range.start..end,
        false => range,
    }
}

/// Takes a statement out, with its line if nothing else stands there.
pub fn removal(text: &str, range: Range<usize>) -> Change {
    let line = line_start(text, range.start);
    let rest = &text[range.end..];
    let end = rest
        .find('\n')
        .map_or(text.len(), |length| range.end + length + 1);
    let alone = is_blank(&text[line..range.start]) && is_blank(&text[range.end..end]);
    let (start, end) = if alone {
        (line, end)
    } else {
        (range.start, range.end)
    };
    let text = String::new();
    Change { start, end, text }
}

/// Where the line of a byte starts; a byte order mark is no part of it.
pub fn line_start(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    match text[start..at].starts_with('\u{feff}') {
        true => start + 3,
        false => start,
    }
}

/// The line of a byte, from 1.
pub fn line_number(text: &str, at: usize) -> u32 {
    let count = text.as_bytes()[..at]
        .iter()
        .filter(|byte| **byte == b'\n')
        .count();
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}

/// What stands before a byte in its line, if that is blank.
fn indentation(text: &str, at: usize) -> Option<&str> {
    let line = line_start(text, at);
    let before = &text[line..at];
    let blank = before.len() - before.trim_start().len();
    Some(&before[..blank]).filter(|_| is_blank(before) || blank > 0)
}

/// One step to the right of an indentation, as the text has it.
fn deeper(text: &str, indent: &str) -> String {
    let starts = |line: &str, unit: &str| {
        let inner = line.strip_prefix(unit);
        inner.is_some_and(|inner| inner.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let unit = match text.lines().any(|line| starts(line, "  ")) {
        _ if indent.contains('\t') || text.lines().any(|line| starts(line, "\t")) => "\t",
        true => "  ",
        false => "    ",
    };
    format!("{indent}{unit}")
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// How lines end where a byte is.
fn line_break(text: &str, at: usize) -> &'static str {
    let end = text[at..].find('\n').map(|length| at + length);
    let end = end.or_else(|| text[..at].rfind('\n'));
    match end {
        Some(end) if text[..end].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests;
