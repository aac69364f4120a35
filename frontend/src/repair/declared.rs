//! The names that texts declare and mention.

use crate::macros::{Macros, bodies_of, is_no_part_of_word};
use crate::plain::{directives, in_directive};
use std::collections::BTreeSet;

/// What stands for the names by which operators are used.
pub(super) const OPERATOR: &str = "operator";

/// Parameters and bodies of the macros of a name.
pub type MacroBodies<'m> = dyn FnMut(&str) -> Vec<String> + 'm;

/// The text from the end of the statement before a place to the end of its own.
pub fn statement_around(text: &str, at: usize) -> Option<&str> {
    let ends = [';', '{', '}'];
    let start = text.get(..at)?.rfind(ends).map_or(0, |end| end + 1);
    let end = text[at..].find(ends).map_or(text.len(), |end| at + end + 1);
    Some(&text[start..end])
}

/// What the statement around a place declares; a line of the preprocessor's declares nothing.
pub(super) fn declared_around(text: &str, at: usize, macros: &Macros) -> BTreeSet<String> {
    let is_code = !in_directive(&directives(text.as_bytes()), at);
    let statement = statement_around(text, at).filter(|_| is_code);
    let Some(statement) = statement else {
        return BTreeSet::new();
    };
    let mut names = declared_words(statement);
    if words(statement).any(|word| word == OPERATOR)
        && mentioned(statement, &mut |name| bodies_of(macros, name)).contains("__device__")
    {
        names.insert(OPERATOR.to_owned());
    }
    names
}

/// Whether a function is used without its name.
pub(super) fn is_operator(name: &str) -> bool {
    let rest = name.strip_prefix(OPERATOR);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(is_no_part_of_word))
}

/// The words of a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_no_part_of_word).filter(|word| !word.is_empty())
}

/// Words of the language's that stand where names of declarations do.
#[rustfmt::skip]
const KEYWORDS: [&str; 29] = [
    "return", "break", "continue", "if", "else", "for", "while", "do", "switch", "default", "case", "sizeof", "operator", "extern", "namespace",
    "struct", "class", "union", "enum", "void", "bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double",
];

/// The names that a piece of code declares or defines: outside of braces and parentheses, what stands before a bracket, an
/// initialiser or the end of a declaration; and macros.
pub fn declared_words(text: &str) -> BTreeSet<String> {
    let code = crate::plain::blank(text);
    let code = String::from_utf8_lossy(&code);
    let mut found = BTreeSet::new();
    let mut depth = 0_u32;
    let mut directive = false;
    for line in code.lines() {
        let starts = line.trim_start().starts_with('#');
        if !directive && starts {
            let mut words = words(line);
            let is_macro = matches!(words.next(), Some("define" | "undef"));
            found.extend(words.next().filter(|_| is_macro).map(str::to_owned));
        }
        if !directive && !starts {
            let mut word = 0;
            for (at, sign) in line.char_indices() {
                let name = line[word..at].trim_end();
                match sign {
                    '(' | '[' | '=' | ';' | '{' if depth == 0 => {
                        let is_name = |last: &&str| name.ends_with(*last) && !KEYWORDS.contains(last);
                        let name = words(name).last().filter(is_name);
                        found.extend(name.map(str::to_owned));
                    }
                    _ => {}
                }
                match sign {
                    '(' | '{' => depth += 1,
                    ')' | '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if "()[]{}=;,".contains(sign) {
                    word = at + 1;
                }
            }
        }
        directive = (directive || starts) && line.trim_end().ends_with('\\');
    }
    found
}

/// The words of a text and of the macros that it uses.
pub(super) fn mentioned(text: &str, macros: &mut MacroBodies<'_>) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = words(text).map(str::to_owned).collect();
    let mut next: Vec<String> = found.iter().cloned().collect();
    while let Some(word) = next.pop() {
        for body in macros(&word) {
            for inner in words(&body) {
                if found.insert(inner.to_owned()) {
                    next.push(inner.to_owned());
                }
            }
        }
    }
    found
}
