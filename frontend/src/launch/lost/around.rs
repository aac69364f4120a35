//! The text around a place at which clang left something out.

use super::SourceFile;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range};

/// The text around a place.
pub(super) struct Around<'s> {
    pub start: u32,
    pub text: &'s str,
    /// It without the blocks that its conditions lead to, if there are such.
    pub head: Option<String>,
}

/// The statement at a place; where clang has none there, all that stands between those around it.
pub(super) fn text_at<'s>(
    at: &Position,
    declarations: &[Cursor<'_>],
    sources: &[&'s SourceFile],
) -> Option<Around<'s>> {
    let text = &sources.iter().find(|source| source.path == at.file)?.text;
    let mut declarations = declarations.iter().copied();
    let block = innermost_block(declarations.find(|c| holds(*c, at))?, at, text)?;
    let range = block.range()?;
    let (mut start, mut end) = (range.start.offset, range.end.offset);
    let mut blocks = Vec::new();
    let mut is_found = false;
    for statement in block.children() {
        let range = statement.range().filter(|range| range.start.file == at.file)?;
        let (first, last) = (range.start.offset, range.end.offset);
        // A macro may stand for several statements, and for the start of one that clang has not.
        if range.holds(at) || is_found && first <= at.offset {
            start = if is_found { start } else { first };
            is_found = true;
            blocks_of(statement, &mut blocks);
        } else if last <= at.offset {
            start = last;
        } else {
            end = first;
            break;
        }
    }
    Some(Around {
        start,
        text: text.get(start as usize..end as usize)?,
        head: without(text, start..end, &blocks).filter(|_| blocks.iter().all(|b| b.start.file == at.file)),
    })
}

/// A part of a text without these blocks, which come in order; `None` if there are none.
fn without(text: &str, part: std::ops::Range<u32>, blocks: &[Range]) -> Option<String> {
    let mut head = String::new();
    let mut from = part.start;
    for block in blocks {
        head += text.get(from as usize..block.start.offset as usize)?;
        head += "{}";
        from = block.end.offset;
    }
    head += text.get(from as usize..part.end as usize)?;
    (!blocks.is_empty()).then_some(head)
}

/// The blocks that the conditions of a statement lead to, in their order: clang reads each by itself, and tells what it leaves out of one.
fn blocks_of(statement: Cursor<'_>, found: &mut Vec<Range>) {
    if !matches!(
        statement.kind(),
        CXCursor_IfStmt | CXCursor_WhileStmt | CXCursor_SwitchStmt | CXCursor_ForStmt
    ) {
        return;
    }
    // What a loop starts with clang told whole, if it made something of it.
    let is_start = |child: &Cursor<'_>| {
        let mut declared = child.children().into_iter();
        statement.kind() == CXCursor_ForStmt
            && child.kind() == CXCursor_DeclStmt
            && declared.all(|variable| !variable.is_invalid())
    };
    for child in statement.children() {
        match child.kind() {
            CXCursor_CompoundStmt => found.extend(child.range()),
            _ if is_start(&child) => found.extend(child.range()),
            _ => blocks_of(child, found),
        }
    }
}

/// Whether something is assigned or initialised: what is, the blocks behind may name, and nothing is told of that.
pub(super) fn sets(code: &str) -> bool {
    code.match_indices('=').any(|(at, _)| {
        let is_compared = code[..at].ends_with(['=', '!', '<', '>']) || code[at + 1..].starts_with('=');
        !is_compared
    })
}

/// What stands between the declarations around a place that is in the body of none, in the innermost scope around it.
pub(super) fn text_between<'s>(
    at: &Position,
    declarations: &[Cursor<'_>],
    sources: &[&'s SourceFile],
) -> Option<(u32, &'s str)> {
    let text = &sources.iter().find(|source| source.path == at.file)?.text;
    let mut between = 0..text.len() as u32;
    declarations.iter().for_each(|c| narrow(*c, at, &mut between));
    let inside = text.get(between.start as usize..between.end as usize)?;
    Some((between.start, inside))
}

/// Narrows what stands around a place by a declaration, and by those of a scope that the place is in.
fn narrow(c: Cursor<'_>, at: &Position, between: &mut std::ops::Range<u32>) {
    let Some(range) = c.range().filter(|range| range.start.file == at.file) else {
        return;
    };
    let (start, end) = (range.start.offset, range.end.offset);
    if end <= at.offset {
        between.start = between.start.max(end);
    } else if !range.holds(at) {
        between.end = between.end.min(start);
    } else if is_scope(c) {
        (between.start, between.end) = (between.start.max(start), between.end.min(end));
        c.children()
            .into_iter()
            .for_each(|child| narrow(child, at, between));
    }
}

/// The innermost function or class around a place.
pub(in crate::launch) fn function_at<'u>(at: &Position, declarations: &[Cursor<'u>]) -> Option<Cursor<'u>> {
    let outer = declarations.iter().copied().find(|c| holds(*c, at))?;
    let inner = match is_scope(outer) || outer.kind() == CXCursor_FunctionTemplate {
        true => function_at(at, &outer.children()),
        false => None,
    };
    inner.or_else(|| Some(outer).filter(|c| !matches!(c.kind(), CXCursor_Namespace | CXCursor_LinkageSpec)))
}

/// Whether something is a class, or a member of one.
pub(super) fn is_of_class(c: Cursor<'_>) -> bool {
    is_class(c) || c.semantic_parent().is_some_and(is_class)
}

/// The text of something.
pub(super) fn text_of<'s>(c: Cursor<'_>, sources: &[&'s SourceFile]) -> Option<&'s str> {
    let range = c.range()?;
    let source = sources.iter().find(|source| source.path == range.start.file)?;
    source
        .text
        .get(range.start.offset as usize..range.end.offset as usize)
}

fn is_class(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_StructDecl | CXCursor_ClassDecl | CXCursor_ClassTemplate | CXCursor_UnionDecl
    )
}

fn is_scope(c: Cursor<'_>) -> bool {
    let is_outer = matches!(
        c.kind(),
        CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl
    );
    is_outer || is_class(c)
}

/// The innermost block around a place that is written as one: of a macro's nobody sees where it ends.
fn innermost_block<'u>(c: Cursor<'u>, at: &Position, text: &str) -> Option<Cursor<'u>> {
    let inner = c.children().into_iter().find(|child| holds(*child, at));
    let deeper = inner.and_then(|inner| innermost_block(inner, at, text));
    let start = c
        .range()
        .and_then(|range| text.get(range.start.offset as usize..));
    let is_block = c.kind() == CXCursor_CompoundStmt && start.is_some_and(|start| start.starts_with('{'));
    deeper.or_else(|| is_block.then_some(c))
}

fn holds(c: Cursor<'_>, at: &Position) -> bool {
    c.range().is_some_and(|range| range.holds(at))
}
