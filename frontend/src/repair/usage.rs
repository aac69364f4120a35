//! What a template's text does with its parameters, and which of the user's classes would do.
//!
//! The text is looked at word by word: until a template is instantiated, libclang says little of what depends on its
//! parameters.

use crate::clang::kinds::*;
use crate::clang::{Cursor, Unit};
use crate::prelude;
use std::collections::BTreeSet;

/// A template's text, as words and signs.
pub struct Usage {
    tokens: Vec<String>,
}

/// What is done with one type parameter.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OfType {
    /// Members that are named.
    pub members: BTreeSet<String>,
    /// Objects of it are called.
    pub called: bool,
}

impl Usage {
    /// Of a template's definition.
    pub fn of(unit: &Unit, template: Cursor<'_>) -> Usage {
        let text = template.range().and_then(|range| unit.text(&range));
        Usage {
            tokens: tokens(&text.unwrap_or_default()),
        }
    }

    /// What is done with the type parameter `name`.
    pub fn of_type(&self, name: &str) -> OfType {
        let mut used = OfType::default();
        let token = |n: usize| self.tokens.get(n).map_or("", String::as_str);
        let mut objects: BTreeSet<&str> = BTreeSet::new();
        for at in (0..self.tokens.len()).filter(|at| token(*at) == name) {
            match (token(at + 1), token(at + 2)) {
                ("::", member) => drop(used.members.insert(member.to_owned())),
                // `F()(x)`
                ("(", ")") if token(at + 3) == "(" => used.called = true,
                _ => {
                    let declared = (at + 1..at + 5).find(|n| !is_between(token(*n)));
                    objects.extend(declared.map(token).filter(|word| is_word(word)));
                }
            }
        }
        for at in (0..self.tokens.len()).filter(|at| objects.contains(token(*at))) {
            // The place of the declaration itself is followed by `,`, `)`, `=` or `;`.
            let mut next = at + 1;
            if token(next) == "[" {
                next = self.closing(next) + 1;
            }
            match token(next) {
                "." | "->" => drop(used.members.insert(token(next + 1).to_owned())),
                "(" if next == at + 1 && (at == 0 || token(at - 1) != name) => used.called = true,
                _ => {}
            }
        }
        used
    }

    /// The bracket that closes the one at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0;
        for (n, token) in self.tokens.iter().enumerate().skip(open) {
            match token.as_str() {
                "[" => depth += 1,
                "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return n;
            }
        }
        open
    }
}

impl OfType {
    /// Vector types that have the members.
    pub fn vectors(&self) -> Option<&'static [&'static str]> {
        let named = |names: &[&str]| self.members.iter().all(|m| names.contains(&m.as_str()));
        if self.members.is_empty() || self.called {
            None
        } else if named(&["x", "y"]) {
            Some(&["float2", "int2", "double2", "float3", "float4"])
        } else if named(&["x", "y", "z"]) {
            Some(&["float3", "int3", "float4", "double3"])
        } else if named(&["x", "y", "z", "w"]) {
            Some(&["float4", "int4", "double4"])
        } else {
            None
        }
    }

    /// Whether a class is needed.
    pub fn is_class(&self) -> bool {
        self.called || !self.members.is_empty()
    }
}

/// The user's classes.
#[derive(Debug, Default)]
pub struct Classes {
    /// Classes, with the names of their members.
    plain: Vec<(String, BTreeSet<String>)>,
    /// Class templates of one type.
    pub templates: Vec<String>,
}

impl Classes {
    /// Classes, and instantiations of class templates, that have what is used.
    pub fn with(&self, used: &OfType) -> Vec<&str> {
        let has = |members: &BTreeSet<String>| {
            used.members.is_subset(members) && (!used.called || members.contains("operator()"))
        };
        let fitting = self.plain.iter().filter(|(_, members)| has(members));
        fitting.map(|(name, _)| name.as_str()).collect()
    }
}

/// The classes that the user's files declare.
pub fn classes(unit: &Unit) -> Classes {
    let mut found = Classes::default();
    collect(unit.root(), "", &mut found);
    found
}

fn collect(scope: Cursor<'_>, prefix: &str, found: &mut Classes) {
    for c in scope.children() {
        if c.position().is_none_or(|at| prelude::is_the_languages(&at.file)) {
            continue;
        }
        let name = format!("{prefix}{}", c.spelling());
        match c.kind() {
            CXCursor_Namespace => collect(c, &format!("{name}::"), found),
            CXCursor_LinkageSpec | CXCursor_UnexposedDecl => collect(c, prefix, found),
            CXCursor_StructDecl | CXCursor_ClassDecl if is_named(&c) => {
                found.plain.push((name, members(c)));
            }
            CXCursor_ClassTemplate if is_named(&c) => {
                let parameters = c
                    .children()
                    .iter()
                    .filter(|p| p.kind() == CXCursor_TemplateTypeParameter)
                    .count();
                if parameters == 1 {
                    found.plain.push((format!("{name}<float>"), members(c)));
                    found.templates.push(name);
                }
            }
            _ => {}
        }
    }
}

fn is_named(c: &Cursor<'_>) -> bool {
    let name = c.spelling();
    !name.is_empty() && !name.contains([' ', '(']) && !c.children().is_empty()
}

fn members(class: Cursor<'_>) -> BTreeSet<String> {
    class
        .children()
        .into_iter()
        .map(|c| c.spelling())
        .filter(|name| !name.is_empty())
        .collect()
}

/// What may stand between a type and the name that is declared with it.
fn is_between(token: &str) -> bool {
    matches!(token, "*" | "&" | "const" | "__restrict__" | "volatile")
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, numbers and signs; comments are left out, and `::` and `->` are one sign each.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first.is_alphanumeric() || first == '_' {
            let length = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            found.push(rest[..length].to_owned());
            length
        } else {
            let length = if rest.starts_with("::") || rest.starts_with("->") {
                2
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() {
                found.push(rest[..length].to_owned());
            }
            length
        };
        rest = &rest[length..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_type(text: &str, name: &str) -> OfType {
        Usage { tokens: tokens(text) }.of_type(name)
    }

    #[test]
    fn members_and_calls_are_seen() {
        let text = "template <class T, class F, class P, class V> __global__ void k(T *p, F f, V *v) { \
                    /* T::no */ p[0] = f(p[1]) + P::size; v[p[0]].x = v[0].y; }";
        assert_eq!(of_type(text, "T"), OfType::default());
        assert!(of_type(text, "F").called);
        assert_eq!(of_type(text, "P").members, BTreeSet::from(["size".to_owned()]));
        assert_eq!(of_type(text, "V").vectors().map(|v| v[0]), Some("float2"));
    }

    #[test]
    fn plain_parameters_are_no_classes() {
        let text = "template <typename T> __global__ void k(const T *__restrict__ a, T b) { T c = a[0] * b; T d(c); }";
        assert!(!of_type(text, "T").is_class());
    }

    #[test]
    fn classes_are_chosen_by_their_members() {
        let names = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect();
        let classes = Classes {
            plain: vec![
                ("A".to_owned(), names(&["size"])),
                ("B<float>".to_owned(), names(&["operator()", "size"])),
            ],
            templates: Vec::new(),
        };
        let used = |members: &[&str], called| OfType {
            members: names(members),
            called,
        };
        assert_eq!(classes.with(&used(&["size"], false)), ["A", "B<float>"]);
        assert_eq!(classes.with(&used(&[], true)), ["B<float>"]);
        assert!(classes.with(&used(&["other"], false)).is_empty());
    }
}
