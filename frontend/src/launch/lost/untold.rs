//! What clang leaves out without a word: what uses declarations of which it makes nothing, and initialisers that it hides.

use super::*;
use crate::plain::words;

/// Where texts name declarations of which clang makes nothing: each may stand in a statement that it leaves out without a word.
pub(super) fn of_invalid(declarations: &[Cursor<'_>], sources: &[&SourceFile]) -> Vec<Position> {
    // A local name means something in its function alone.
    let mut names: BTreeMap<String, Vec<Option<Range>>> = BTreeMap::new();
    for declaration in declarations {
        let mut invalid = Vec::new();
        invalid_in(*declaration, &mut invalid);
        for one in invalid {
            let is_within = !one.same(*declaration) && is_local(one);
            let range = declaration.range().filter(|_| is_within);
            names.entry(one.spelling()).or_default().push(range);
        }
    }
    let mut found = Vec::new();
    let mut kept = BTreeSet::new();
    for declaration in declarations.iter().filter(|_| !names.is_empty()) {
        ends_of_names(*declaration, &mut kept);
    }
    for source in sources.iter().filter(|_| !names.is_empty()) {
        let code = code(&source.text);
        for (name, ranges) in &names {
            let places = words(&code, name).map(|offset| Position {
                file: source.path.clone(),
                offset: offset as u32,
                line: 0,
                column: 0,
            });
            let is_meant = |at: &Position| {
                let end = (at.file.clone(), at.offset + name.len() as u32);
                !kept.contains(&end)
                    && ranges
                        .iter()
                        .any(|range| range.as_ref().is_none_or(|r| r.holds(at)))
            };
            found.extend(places.filter(is_meant));
        }
    }
    found
}

/// Where expressions end that clang kept, and that name something valid, or what only a template's arguments tell.
fn ends_of_names(c: Cursor<'_>, found: &mut BTreeSet<(String, u32)>) {
    let is_name = matches!(c.kind(), CXCursor_DeclRefExpr | CXCursor_MemberRefExpr);
    if is_name && c.referenced().is_none_or(|named| !named.is_invalid()) {
        found.extend(c.range().map(|range| (range.end.file, range.end.offset)));
    }
    c.children()
        .into_iter()
        .for_each(|child| ends_of_names(child, found));
}

fn invalid_in<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    if c.is_invalid() && !c.spelling().is_empty() {
        found.push(c);
    }
    c.children()
        .into_iter()
        .for_each(|child| invalid_in(child, found));
}

/// What stands before the conditions of `switch` statements and the variables of `for` over ranges, of which libclang shows nothing.
pub(super) fn hidden_inits<'s>(c: Cursor<'_>, sources: &[&'s SourceFile]) -> Vec<(Position, &'s str)> {
    let mut found: Vec<_> = c
        .children()
        .into_iter()
        .flat_map(|child| hidden_inits(child, sources))
        .collect();
    if matches!(c.kind(), CXCursor_SwitchStmt | CXCursor_CXXForRangeStmt)
        && let Some(range) = c.range()
        && let Some(source) = sources.iter().find(|source| source.path == range.start.file)
    {
        let starts = c
            .children()
            .into_iter()
            .filter_map(|child| Some(child.range()?.start.offset));
        let end = starts.min().unwrap_or(range.end.offset);
        let head = source.text.get(range.start.offset as usize..end as usize);
        found.extend(
            head.filter(|head| head.contains(';'))
                .map(|head| (range.start, head)),
        );
    }
    found
}
