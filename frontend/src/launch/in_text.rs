//! Where the arguments of a launch come from of which only the text is read.

use crate::macros::parenthesised;
use crate::plain::{code, words};
use std::collections::BTreeSet;

/// Deepest chain of assignments that is followed, and most of one name.
const MOST_DEPTH: usize = 4;
const MOST_ASSIGNED: usize = 16;

/// What an argument is a part of: names of variables and their members; `None` among them may be anything.
pub(super) type Places = BTreeSet<Option<String>>;

/// Whether two arguments may lead to one place.
pub(super) fn meet(a: &Places, b: &Places) -> bool {
    a.contains(&None) || b.contains(&None) || !a.is_disjoint(b)
}

/// The places of an argument, by the text of a program.
pub(super) fn places(argument: &str, program: &str) -> Places {
    let mut found = Places::new();
    collect(argument, &code(program), MOST_DEPTH, &mut found);
    found
}

fn collect(expression: &str, program: &str, depth: usize, found: &mut Places) {
    let Some(path) = path(expression).filter(|_| depth > 0) else {
        found.insert(None);
        return;
    };
    // Null is no place.
    if path.starts_with(|c: char| c.is_ascii_digit()) || matches!(path.as_str(), "nullptr" | "NULL") {
        return;
    }
    let values = assigned(&path, program);
    if values.len() > MOST_ASSIGNED {
        found.insert(None);
        return;
    }
    for value in &values {
        // `p = q = r`
        let value = value.rsplit_once(" = ").map_or(*value, |(_, last)| last);
        let is_itself = self::path(value).is_some_and(|other| other == path);
        if is_itself {
            found.insert(Some(path.clone()));
        } else if !makes(value) {
            collect(value, program, depth - 1, found);
        }
    }
    found.insert(Some(path));
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

/// The variable, or the member of one, that an expression leads into: casts, distances, elements and methods aside.
fn path(expression: &str) -> Option<String> {
    let mut rest = expression.trim();
    loop {
        rest = rest.trim_start_matches(['&', '*', ' ']);
        let cast = ["static_cast", "reinterpret_cast", "const_cast"];
        if let Some(behind) = cast.iter().find_map(|cast| rest.strip_prefix(cast)) {
            let (_, inner) = behind.split_once(">(").or_else(|| behind.split_once("> ("))?;
            rest = inner.trim_end().strip_suffix(')')?;
        } else if rest.starts_with('(') {
            let inner = parenthesised(rest)?;
            let behind = rest.get(inner.len() + 2..)?.trim_start();
            let is_cast =
                behind.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '&' | '*' | '('));
            rest = if is_cast { behind } else { inner };
        } else {
            break;
        }
    }
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':')));
    let (mut name, mut behind) = rest.split_at(end.unwrap_or(rest.len()));
    while let Some(member) = behind.strip_prefix("->") {
        let end = member.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':')));
        let length = name.len() + 2 + end.unwrap_or(member.len());
        (name, behind) = rest.split_at(length);
    }
    let behind = behind.trim_start();
    let is_call = behind.starts_with(['(', '<']);
    let name = match is_call {
        // A method says something of its object.
        true => name.rsplit_once(['.', '>'])?.0.trim_end_matches('-'),
        false => name,
    };
    let is_moved = behind.is_empty() || is_call || behind.starts_with(['+', '[']) || behind.starts_with("- ");
    let is_choice = behind.contains('?');
    (!name.is_empty() && is_moved && !is_choice).then(|| name.replace("->", "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_leads_to_what_its_text_names() {
        let program = "auto y = x.slice(0, 1); float *p = q + 1; z = make(x); float *w; cudaMalloc(&w, n); \
                       S(float *a) : first(a), second(first) { }";
        let of = |argument| places(argument, program);
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
