//! Where the arguments of a launch come from of which only the text is read.

use super::moves::{is_of_name, within_brackets};
use crate::macros::parenthesised;
use crate::plain::words;
use std::collections::BTreeSet;

/// Deepest chain of assignments that is followed.
pub(super) const MOST_DEPTH: usize = 4;
/// Most assignments to one name.
const MOST_ASSIGNED: usize = 16;

/// What arguments are parts of: names of variables and their members; `None` among them may be anything.
pub(super) type Places = BTreeSet<Option<String>>;

/// A step from a variable to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    Member(&'t str),
    /// Any element, or what a pointer leads to.
    Element,
}

/// The variable, or the part of one, that an expression leads into: casts and distances aside.
pub(super) struct Path<'t> {
    /// The variable's name, or that of a member of the object at hand.
    pub base: &'t str,
    pub parts: Vec<Part<'t>>,
    /// The method of it that gives the pointer.
    pub method: Option<&'t str>,
    /// What follows: a distance, or the call.
    pub rest: &'t str,
}

/// The places of an argument, by the text of a program without comments and strings.
pub(super) fn places(argument: &str, program: &str) -> Places {
    let mut found = Places::new();
    collect(argument, program, MOST_DEPTH, &mut found);
    found
}

fn collect(expression: &str, program: &str, depth: usize, found: &mut Places) {
    let Some(path) = path(expression).filter(|_| depth > 0) else {
        found.insert(None);
        return;
    };
    if path.is_null() {
        return;
    }
    let names = path.names();
    match values(&names, program) {
        None => {
            found.insert(None);
        }
        Some(values) => values
            .into_iter()
            .for_each(|value| collect(value, program, depth - 1, found)),
    }
    found.insert(Some(names));
}

/// What is assigned to a name anywhere, itself and what is new aside; `None` if that is too much.
pub(super) fn values<'t>(names: &'t str, program: &'t str) -> Option<Vec<&'t str>> {
    let values = assigned(names, program);
    if values.len() > MOST_ASSIGNED {
        return None;
    }
    // `p = q = r`
    let last = |value: &'t str| value.rsplit_once(" = ").map_or(value, |(_, last)| last);
    let is_other = |value: &&str| !makes(value) && path(value).is_none_or(|other| other.names() != names);
    Some(values.into_iter().map(last).filter(is_other).collect())
}

/// Whether an expression makes something, or a number.
fn makes(value: &str) -> bool {
    let value = value.to_lowercase();
    ["new ", "alloc", "empty", "zeros", "ones", "full"]
        .iter()
        .any(|word| value.contains(word))
}

/// What is assigned to a name anywhere.
fn assigned<'t>(name: &'t str, program: &'t str) -> Vec<&'t str> {
    let value = |at: usize| {
        let behind = program[at + name.len()..].trim_start();
        let value = behind.strip_prefix('=').filter(|value| !value.starts_with('='))?;
        Some(value.split(';').next().unwrap_or(value).trim())
    };
    // A constructor starts a member so: `: p(q), r(p) {`.
    let start = |at: usize| {
        let before = program[..at].trim_end();
        let behind = program[at + name.len()..].trim_start();
        let is_first = before.ends_with(')') || before.ends_with(':') && !before.ends_with("::");
        let in_braces = || {
            behind
                .strip_prefix('{')?
                .split_once('}')
                .map(|(inside, _)| inside)
        };
        let inside = parenthesised(behind).or_else(in_braces);
        let inside = inside.filter(|_| is_first || before.ends_with(','))?;
        let rest = behind.get(inside.len() + 2..)?.trim_start();
        rest.starts_with([',', '{']).then_some(inside)
    };
    words(program, name)
        .flat_map(|at| [value(at), start(at)])
        .flatten()
        .collect()
}

impl<'t> Path<'t> {
    /// Whether it is no place.
    pub fn is_null(&self) -> bool {
        self.base.starts_with(|c: char| c.is_ascii_digit()) || matches!(self.base, "nullptr" | "NULL")
    }

    /// The names as they are written, `object.member`, up to the first element.
    pub fn names(&self) -> String {
        let mut names = self.base.to_owned();
        for part in &self.parts {
            match part {
                Part::Member(name) => names += &format!(".{name}"),
                Part::Element => break,
            }
        }
        names
    }

    fn of(base: &'t str) -> Self {
        Path {
            base,
            parts: Vec::new(),
            method: None,
            rest: "",
        }
    }

    /// Goes on by a text: the parts, the method that is called there, and the rest.
    fn then(mut self, mut behind: &'t str) -> Self {
        while self.method.is_none() {
            behind = behind.trim_start();
            if let Some(inside) = within_brackets(behind) {
                self.parts.push(Part::Element);
                behind = &behind[inside.len() + 2..];
                continue;
            }
            let Some(member) = behind.strip_prefix("->").or_else(|| behind.strip_prefix('.')) else {
                break;
            };
            let (name, rest) = name_at_start(member.trim_start());
            behind = rest.trim_start();
            match behind.starts_with(['(', '<']) {
                true => self.method = Some(name),
                false => self.parts.push(Part::Member(name)),
            }
        }
        // The object at hand need not be named.
        if let ("this", [Part::Member(name), ..]) = (self.base, &self.parts[..]) {
            self.base = name;
            self.parts.remove(0);
        }
        Path { rest: behind, ..self }
    }
}

fn name_at_start(text: &str) -> (&str, &str) {
    let end = text.find(|c| !is_of_name(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// Reads an expression's.
pub(super) fn path(expression: &str) -> Option<Path<'_>> {
    let mut rest = expression.trim();
    // How often a pointer is followed, and an address taken.
    let [mut followed, mut taken] = [0_usize; 2];
    let mut path = loop {
        rest = rest.trim_start();
        let cast = ["static_cast", "reinterpret_cast", "const_cast"];
        if let Some(behind) = rest.strip_prefix('&') {
            (taken, rest) = (taken + 1, behind);
        } else if let Some(behind) = rest.strip_prefix('*') {
            (followed, rest) = (followed + 1, behind);
        } else if let Some(behind) = cast.iter().find_map(|cast| rest.strip_prefix(cast)) {
            let (_, inner) = behind.split_once(">(").or_else(|| behind.split_once("> ("))?;
            rest = inner.trim_end().strip_suffix(')')?;
        } else if rest.starts_with('(') {
            let inner = parenthesised(rest)?;
            let behind = rest.get(inner.len() + 2..)?.trim_start();
            let is_cast = behind.starts_with(|c: char| is_of_name(c) || matches!(c, '&' | '*' | '('));
            if !is_cast && !behind.is_empty() {
                let whole = path(inner).filter(|whole| whole.rest.is_empty())?;
                break whole.then(behind);
            }
            rest = if is_cast { behind } else { inner };
        } else {
            let end = rest.find(|c| !(is_of_name(c) || c == ':')).unwrap_or(rest.len());
            let (base, behind) = rest.split_at(end);
            // What a function gives is not looked for.
            if base.is_empty() || behind.trim_start().starts_with(['(', '<']) {
                return None;
            }
            break Path::of(base).then(behind);
        }
    };
    for _ in followed..taken {
        path.parts.pop_if(|last| *last == Part::Element);
    }
    path.parts.extend((taken..followed).map(|_| Part::Element));
    let behind = path.rest;
    let is_moved = behind.is_empty() || behind.starts_with('+') || behind.starts_with("- ");
    ((is_moved || path.method.is_some()) && !behind.contains('?')).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_parts_and_methods() {
        let read = |text| {
            let path = path(text)?;
            let parts = path.parts.iter().map(|part| match part {
                Part::Member(name) => format!(".{name}"),
                Part::Element => "[]".to_owned(),
            });
            let method = path
                .method
                .map_or_else(String::new, |method| format!(" {method}()"));
            Some(format!("{}{}{method}", path.base, parts.collect::<String>()))
        };
        for (text, expected) in [
            ("p + 3 * n", "p"),
            ("&p[3]", "p"),
            ("*rows", "rows[]"),
            ("&rows[1][n]", "rows[]"),
            ("(*s).p", "s[].p"),
            ("s -> p", "s.p"),
            ("this->p", "p"),
            ("all[0]->data<float>()", "all[] data()"),
            ("(T *)s.a.b", "s.a.b"),
            ("ns::p", "ns::p"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["f(p)", "a ? p : q", "p * 2", "(p + n)[2]", "[&] {}"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn an_argument_leads_to_what_its_text_names() {
        let program = "auto y = x.slice(0, 1); float *p = q + 1; z = make(x); float *w; cudaMalloc(&w, n); \
                       S(float *a) : first(a), second(first) { }";
        let of = |argument| places(argument, program);
        let meet = |a: &Places, b: &Places| a.contains(&None) || b.contains(&None) || !a.is_disjoint(b);
        for (a, b) in [
            ("x.data_ptr<float>()", "y.data_ptr<float>()"),
            ("(float *)q", "p"),
            ("static_cast<float *>(q)", "&q[n]"),
            ("s->p + n", "(s->p)"),
            ("z", "w"),
            ("get<0>(t)", "w"),
            ("f(x)", "w"),
            ("n ? q : w", "w"),
            ("first", "second"),
        ] {
            assert!(meet(&of(a), &of(b)), "{a} and {b}");
        }
        for (a, b) in [
            ("x.data_ptr<float>()", "w"),
            ("p", "w + 1"),
            ("s->p", "s->q"),
            ("(float *)a.get()", "(float *)b.get()"),
        ] {
            assert!(!meet(&of(a), &of(b)), "{a} and {b}");
        }
    }
}
