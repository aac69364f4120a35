//! What clang left out of host code, and which names stand there: nothing else that a function keeps to itself is changed by it.

use super::Sources;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range};
use std::collections::HashSet;

/// A place at which clang left something out.
pub(super) struct Lost {
    at: Option<Position>,
    /// The names in the text that may be left out; `None` if that is not known.
    names: Option<HashSet<String>>,
}

impl Lost {
    pub(super) fn new(at: Option<Position>, declarations: &[Cursor<'_>], sources: &Sources) -> Lost {
        let names = at.as_ref().and_then(|at| names_at(at, declarations, sources));
        Lost { at, names }
    }

    /// Whether it is not in a body.
    pub(super) fn is_elsewhere(&self, body: &Range) -> bool {
        let inside = |at: &Position| {
            at.file == body.start.file && (body.start.offset..=body.end.offset).contains(&at.offset)
        };
        self.at.as_ref().is_some_and(|at| !inside(at))
    }

    /// Whether it has nothing to do with a variable of the function with this body, of which nobody has the address.
    pub(super) fn spares(&self, variable: Cursor<'_>, body: &Range) -> bool {
        let names = self.names.as_ref();
        self.is_elsewhere(body) || names.is_some_and(|names| !names.contains(&variable.spelling()))
    }
}

/// The names in the statement at a place; where clang has none there, in all that stands between those around it.
fn names_at(at: &Position, declarations: &[Cursor<'_>], sources: &Sources) -> Option<HashSet<String>> {
    let text = &sources.iter().find(|source| source.path == at.file)?.text;
    let holds = |range: &Range| {
        range.start.file == at.file && (range.start.offset..range.end.offset).contains(&at.offset)
    };
    let whole = declarations
        .iter()
        .copied()
        .find(|c| c.range().is_some_and(|range| holds(&range)))?;
    let block = innermost_block(whole, &holds)?;
    let range = block.range()?;
    let (mut start, mut end) = (range.start.offset, range.end.offset);
    for statement in block.children() {
        let range = statement.range().filter(|range| range.start.file == at.file)?;
        if holds(&range) {
            (start, end) = (range.start.offset, range.end.offset);
            break;
        }
        if range.end.offset <= at.offset {
            start = range.end.offset;
        } else {
            end = range.start.offset;
            break;
        }
    }
    let names = words(text.get(start as usize..end as usize)?);
    // What a macro stands for may name more.
    let macros: HashSet<&str> = sources
        .iter()
        .flat_map(|source| macros_of(&source.text))
        .collect();
    let plain = names.iter().all(|name| !macros.contains(name.as_str()));
    plain.then_some(names)
}

fn innermost_block<'u>(c: Cursor<'u>, holds: &impl Fn(&Range) -> bool) -> Option<Cursor<'u>> {
    let inner = c
        .children()
        .into_iter()
        .find(|child| child.range().is_some_and(|range| holds(&range)));
    let deeper = inner.and_then(|inner| innermost_block(inner, holds));
    deeper.or_else(|| (c.kind() == CXCursor_CompoundStmt).then_some(c))
}

fn words(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.map(str::to_owned).collect()
}

/// The macros that a text defines.
fn macros_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("define")?.trim_start();
        rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()
    })
}
