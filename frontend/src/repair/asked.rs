//! Conditionals that compilers decide: what they hold may be other code elsewhere.

use super::input::Input;
use super::spread::spread;
use super::steered::{self, TOLD_BY_COMPILERS};
use super::targets;
use crate::clang::{Cursor, Position, Unit};
use crate::ir::Language;
use crate::macros::{Macros, definitions, leading_to};
use crate::prelude;
use std::collections::BTreeSet;

/// The conditionals of the user's files that compilers decide, but for those that a source is parsed with both ways.
#[derive(Default)]
pub struct Asked(Vec<Conditional>);

/// One of them.
struct Conditional {
    at: Position,
    /// As a person would name it.
    words: String,
    /// By which names code may come to what its arms declare.
    names: BTreeSet<String>,
}

impl Asked {
    /// Those of a parsed source.
    pub fn of(unit: &Unit, input: &Input) -> Asked {
        let files = own_texts(unit);
        let mut macros = Macros::new();
        for (_, text) in &files {
            definitions(text, &mut macros);
        }
        let is_tried = |name: &str| input.language == Language::Cuda && targets::tells_apart(name);
        let known = |name: &str| macros.contains_key(name) || is_given(input, name) || is_tried(name);
        let told: BTreeSet<&str> = TOLD_BY_COMPILERS
            .into_iter()
            .filter(|name| !known(name))
            .collect();
        let leading = leading_to_any(&macros, &told);
        let of_code = steered::in_code(&files, &told);
        let found = steered::by_compilers(&files, &known, &leading)
            .into_iter()
            .chain(of_code);
        let mut found: Vec<Conditional> = found
            .map(|one| Conditional {
                at: Position {
                    file: one.path,
                    offset: one.at.0,
                    line: one.at.1,
                    column: one.at.2,
                },
                words: one.words,
                names: one.names,
            })
            .collect();
        if found.iter().any(|one| !one.names.is_empty()) {
            spread(unit, &macros, false, found.iter_mut().map(|one| &mut one.names));
        }
        Asked(found)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those that bear on a function that mentions these names, each with its line.
    pub(super) fn by(&self, function: Cursor<'_>, mentioned: &BTreeSet<String>) -> Vec<String> {
        let range = function.range();
        let bears = |one: &&Conditional| {
            let is_inside = range.as_ref().is_some_and(|range| range.touches(&one.at));
            is_inside || !one.names.is_disjoint(mentioned)
        };
        let bearing = self.0.iter().filter(bears);
        bearing
            .map(|one| format!("{} in line {}", one.words, one.at.line))
            .collect()
    }
}

/// The macros of the files' own whose values some of these names say, directly or through one another.
fn leading_to_any(macros: &Macros, names: &BTreeSet<&str>) -> BTreeSet<String> {
    let all = macros
        .iter()
        .flat_map(|(name, all)| all.iter().map(move |(_, body)| (name.as_str(), body.as_str())));
    let all: Vec<(&str, &str)> = all.collect();
    let mut found = leading_to(&all, names.iter().map(|&name| name.to_owned()).collect());
    found.retain(|name| !names.contains(name.as_str()));
    found
}

/// Whether a name is defined by the arguments of the parse.
pub(super) fn is_given(input: &Input, name: &str) -> bool {
    let rest = |argument: &String| {
        let rest = argument.strip_prefix("-D")?.strip_prefix(name)?;
        Some(rest.is_empty() || rest.starts_with('='))
    };
    let mut arguments = input.arguments.iter();
    arguments.any(|argument| rest(argument) == Some(true))
}

/// The texts of the user's files.
pub(super) fn own_texts(unit: &Unit) -> Vec<(String, String)> {
    let own = unit
        .inclusions()
        .into_iter()
        .filter(|path| !prelude::is_the_languages(path));
    own.filter_map(|path| unit.contents(&path).map(|text| (path, text)))
        .collect()
}
