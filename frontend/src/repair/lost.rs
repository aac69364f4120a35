//! Host code that clang cannot parse and that instantiates a kernel template: what its text says of the arguments.
//!
//! Types that are spelled out and numbers are known. A name may be anything where it stands, a type of a macro's or a parameter of the
//! function around: types are chosen for it, as they are where nothing instantiates the template, and that is said.

use super::declared::statement_around;
use super::errors::{host_bodies, is_within, loses_code};
use super::explicit::inside_angles;
use super::input::Input;
use super::templates;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Unit};
use crate::plain;

/// A place that instantiates a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lost {
    /// Its line.
    pub line: u32,
    /// What is known of the arguments; `None` if that is not enough.
    pub arguments: Option<Vec<Argument>>,
}

/// An argument, or where there is none what a template's parameter is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    Known(String),
    /// A type, by what it is called there.
    Open(Option<String>),
}

/// The places that name a kernel template, as a launch of it does.
pub(crate) fn of_template(unit: &Unit, input: &Input, template: Cursor<'_>) -> Vec<Lost> {
    let host = host_bodies(unit, input.language);
    let name = template.spelling();
    let (mut found, mut seen) = (Vec::new(), Vec::new());
    for message in unit.messages().iter().filter(|m| loses_code(m)) {
        let Some(at) = message.range.as_ref().map(|range| &range.start) else {
            continue;
        };
        let is_appended = at.file == input.path && at.offset as usize >= input.text.len();
        if is_appended || !host.iter().any(|body| is_within(message, body)) {
            continue;
        }
        let text = unit.contents(&at.file).unwrap_or_default();
        let Some(statement) = statement_around(&text, at.offset as usize) else {
            continue;
        };
        let start = statement.as_ptr() as usize - text.as_ptr() as usize;
        for place in plain::words(statement, &name) {
            let place = start + place;
            if seen.contains(&(at.file.clone(), place)) {
                continue;
            }
            seen.push((at.file.clone(), place));
            let lines = text[..place].bytes().filter(|byte| *byte == b'\n').count();
            found.push(Lost {
                line: lines as u32 + 1,
                arguments: arguments_behind(template, &text[place + name.len()..]),
            });
        }
    }
    found
}

/// What the text behind a template's name says of its arguments.
pub(super) fn arguments_behind(template: Cursor<'_>, behind: &str) -> Option<Vec<Argument>> {
    let behind = behind.trim_start();
    let list = match behind.strip_prefix('<').filter(|rest| !rest.starts_with("<<")) {
        Some(rest) => inside_angles(rest)?,
        None => "",
    };
    let given = parts(list);
    let mut known = Vec::new();
    for (n, parameter) in templates::parameters(template).enumerate() {
        if parameter.display_name().contains("...") {
            return None;
        }
        let is_type = parameter.kind() == CXCursor_TemplateTypeParameter;
        known.push(match given.get(n) {
            Some(text) if is_type && is_builtin(text) || !is_type && is_number(text) => {
                Argument::Known((*text).to_owned())
            }
            Some(text) if is_type => Argument::Open(Some((*text).to_owned())),
            None if is_type => Argument::Open(None),
            // What has a default needs none.
            None if parameter.expressions().pop().is_some() => break,
            _ => return None,
        });
    }
    (given.len() <= known.len()).then_some(known)
}

/// The parts of a list, at commas outside of all brackets.
pub(crate) fn parts(list: &str) -> Vec<&str> {
    let (mut all, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, sign) in list.char_indices() {
        match sign {
            '(' | '<' | '[' | '{' => depth += 1,
            '>' if list[..at].ends_with('-') => {}
            ')' | '>' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(list[start..].trim());
    all.retain(|part| !part.is_empty());
    all
}

/// Whether a text is a type of the language's, whatever is declared around it.
fn is_builtin(text: &str) -> bool {
    const WORDS: [&str; 9] = [
        "float", "double", "int", "char", "short", "long", "unsigned", "signed", "bool",
    ];
    let mut words = text.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| WORDS.contains(&word))
}

fn is_number(text: &str) -> bool {
    text == "true" || text == "false" || text.parse::<u64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_taken_apart_at_their_own_commas() {
        assert_eq!(
            parts("float, pair<int, 4>, f(1, 2), 8"),
            ["float", "pair<int, 4>", "f(1, 2)", "8"]
        );
        assert_eq!(parts(" "), [""; 0]);
    }

    #[test]
    fn types_of_the_languages_are_told_from_names() {
        assert!(is_builtin("unsigned int") && is_builtin("float"));
        assert!(!is_builtin("scalar_t") && !is_builtin("") && !is_builtin("float *"));
        assert!(is_number("256") && is_number("true") && !is_number("BLOCK") && !is_number("-1"));
    }
}
