//! The names by which code comes to what is lost: those of what is lost, and of all that is declared with them.
//!
//! Clang leaves out each statement that uses something invalid, without a word where it complained of that before: nothing of the syntax
//! tree leads from there to what is lost, only the text does.

use super::declared::mentioned;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Range, Unit, body};
use crate::macros::{Macros, bodies_of};
use crate::prelude;
use std::collections::{BTreeSet, HashMap};

/// Something that is declared outside of functions.
struct Declared {
    names: Vec<String>,
    mentions: BTreeSet<String>,
}

/// Adds to each set of names those of all that is declared with one of them, through others too; of the language's own headers as well, if
/// asked for.
pub(super) fn spread<'n>(
    unit: &Unit,
    macros: &Macros,
    with_languages: bool,
    sets: impl Iterator<Item = &'n mut BTreeSet<String>>,
) {
    let mut all = Vec::new();
    collect(unit, macros, with_languages, unit.root(), &mut all);
    let mut by_word: HashMap<&str, Vec<usize>> = HashMap::new();
    for (n, declared) in all.iter().enumerate() {
        for word in &declared.mentions {
            by_word.entry(word).or_default().push(n);
        }
    }
    for names in sets {
        let mut open: Vec<String> = names.iter().cloned().collect();
        while let Some(name) = open.pop() {
            let declared = by_word.get(name.as_str()).into_iter().flatten();
            for name in declared.flat_map(|n| &all[*n].names) {
                if names.insert(name.clone()) {
                    open.push(name.clone());
                }
            }
        }
    }
}

fn collect(unit: &Unit, macros: &Macros, with_languages: bool, scope: Cursor<'_>, all: &mut Vec<Declared>) {
    for c in scope.children() {
        let is_the_languages = || c.position().is_some_and(|at| prelude::is_the_languages(&at.file));
        if !with_languages && is_the_languages() {
            continue;
        }
        if matches!(c.kind(), CXCursor_Namespace | CXCursor_LinkageSpec) {
            collect(unit, macros, with_languages, c, all);
            continue;
        }
        let mut names = vec![c.spelling()];
        if c.kind() == CXCursor_EnumDecl {
            names.extend(c.children().into_iter().map(Cursor::spelling));
        }
        names.retain(|name| !name.is_empty());
        // What is a template of a variable has no kind of its own.
        if c.kind() == CXCursor_UnexposedDecl {
            names.extend(c.children().into_iter().map(Cursor::spelling));
        }
        if let (false, Some(text)) = (names.is_empty(), said(unit, c)) {
            let mut bodies = |name: &str| bodies_of(macros, name);
            let mentions = mentioned(&text, &mut bodies);
            all.push(Declared { names, mentions });
        }
    }
}

/// The text of a declaration; of a function only what tells its type, for what its body lacks is lost of the function itself.
fn said(unit: &Unit, c: Cursor<'_>) -> Option<String> {
    let whole = c.range()?;
    let body = body(c).and_then(|body| body.range()).filter(|_| !is_deduced(c));
    let end = body.map_or(whole.end.clone(), |body| body.start);
    let start = whole.start;
    unit.text(&Range { start, end })
}

/// Whether the type that a function returns is that of what it returns.
pub(super) fn is_deduced(function: Cursor<'_>) -> bool {
    let ty = function.result_type().spelling();
    ["auto", "decltype"].iter().any(|word| ty.contains(word))
}
