//! One place at which a text names something, and what the text does to it there.

use crate::plain::words;
use std::collections::BTreeSet;

/// How the names of functions begin that are C's: what they are handed by value they do not change.
const OF_C: [&str; 11] = [
    "cublas", "cudnn", "cusparse", "cusolver", "cufft", "curand", "cutensor", "nccl", "hipblas", "rocblas",
    "MPI_",
];
/// The same of those of CUDA, HIP and OpenCL, which go on with a capital letter.
const OF_RUNTIMES: [&str; 4] = ["cuda", "cu", "hip", "cl"];
/// What stands before a condition and is no function.
const KEYWORDS: [&str; 6] = ["if", "while", "for", "switch", "return", "sizeof"];
/// What stands before an expression and is no type.
const BEFORE_VALUES: [&str; 10] = [
    "return",
    "else",
    "do",
    "delete",
    "throw",
    "case",
    "co_return",
    "and",
    "or",
    "not",
];

/// The text around a name.
#[derive(Clone, Copy)]
pub(in crate::launch) struct Occurrence<'t> {
    pub before: &'t str,
    pub behind: &'t str,
}

impl<'t> Occurrence<'t> {
    /// All of a name's.
    pub fn all(code: &'t str, name: &'t str) -> impl Iterator<Item = Self> + 't {
        words(code, name).map(move |at| Occurrence {
            before: code[..at].trim_end(),
            behind: code[at + name.len()..].trim_start(),
        })
    }

    /// What stands before the name, its scopes and an `&` that takes its address.
    pub fn before_scopes(self) -> &'t str {
        let before = self
            .before
            .trim_end_matches(|c| is_of_name(c) || c == ':')
            .trim_end();
        before.strip_suffix('&').unwrap_or(before).trim_end()
    }

    /// Whether it is a member of something.
    pub fn is_anothers(self) -> bool {
        self.before.ends_with('.') || self.before.ends_with("->")
    }

    /// The same name as a part of the object that it is a member of.
    pub fn of_whole(self) -> Self {
        let is_path = |c| is_of_name(c) || matches!(c, '.' | '-' | '>');
        Occurrence {
            before: self.before.trim_end_matches(is_path),
            ..self
        }
    }

    /// What is asked of it: a member or a method, and what follows.
    pub fn asked(self) -> Option<&'t str> {
        let asked = self
            .behind
            .strip_prefix("->")
            .or_else(|| self.behind.strip_prefix('.'));
        asked.map(str::trim_start)
    }

    /// An element of it, where the text names one: `p[3][n]`.
    pub fn element(mut self) -> Self {
        while let Some(inside) = within_brackets(self.behind) {
            self.behind = self.behind[inside.len() + 2..].trim_start();
        }
        self
    }

    /// The end of the path that begins here, `.member->other[3]`, and the last member of it with what follows, if there is any.
    pub fn end_of_path(self) -> (Self, Option<&'t str>) {
        let (mut end, mut last) = (self.element(), None);
        while let Some(member) = end.asked() {
            last = Some(member);
            end.behind = member.trim_start_matches(is_of_name).trim_start();
            end = end.element();
        }
        (end, last)
    }

    /// Whether what it leads to is meant.
    pub fn is_followed(self) -> bool {
        self.behind.starts_with('[') || self.behind.starts_with("->") || self.is_dereferenced()
    }

    /// Whether a star before it opens what leads there: it follows an operator, or nothing. After a comma it may declare the name.
    pub fn is_dereferenced(self) -> bool {
        let before = self.before.strip_suffix('*').map(str::trim_end);
        let opens = |before: &str| {
            before.is_empty()
                || before.ends_with(['(', ',', '=', ';', '{', '}', '!', '?', ':', '+', '<', '>'])
        };
        let is_declared = |before: &str| before.ends_with(',') && self.is_set();
        before.is_some_and(|before| opens(before) && !is_declared(before))
    }

    /// Whether something is assigned to it.
    pub fn is_set(self) -> bool {
        self.behind.starts_with('=') && !self.behind.starts_with("==")
    }

    /// Whether its address is taken, or a reference is bound to it.
    pub fn is_bound(self) -> bool {
        self.before.ends_with('&') && !self.before.ends_with("&&")
    }

    /// Whether it is set, moved, declared or bound.
    pub fn is_changed(self) -> bool {
        let is_moved = ["+=", "-=", "++", "--", "(", "{"]
            .iter()
            .any(|sign| self.behind.starts_with(sign));
        self.is_set()
            || is_moved
            || self.is_bound()
            || self.declares_reference()
            || ["++", "--", ">>", "["]
                .iter()
                .any(|sign| self.before.ends_with(sign))
    }

    /// Whether a statement up to here declares a reference, `auto &r = c ? p`: the name may be what it is another name of.
    pub fn declares_reference(self) -> bool {
        let statement = self.before.rsplit([';', '{', '}']).next().unwrap_or_default();
        let declared = statement.split_once('=').map(|(declared, _)| declared.trim_end());
        declared.is_some_and(|declared| declared.trim_end_matches(is_of_name).trim_end().ends_with('&'))
    }

    /// Whether a structured binding declares it, or a lambda that captures another's value by this name (C++17, 11.5 and 8.1.5.2).
    pub fn is_declared_in_brackets(self) -> bool {
        let is_auto = |before: &str| name_at_end(before.trim_end().trim_end_matches('&')) == "auto";
        let open = enclosing(self.before).and_then(|open| open.strip_suffix('['));
        open.is_some_and(|open| self.is_set() || self.behind.starts_with([',', ']']) && is_auto(open))
    }

    /// Whether it may be declared here, with a type before it.
    pub fn is_declared(self) -> bool {
        let mut before = self.before;
        loop {
            let rest = before.trim_end_matches(['*', '&', ' ', '\n', '\t']);
            let rest = rest.strip_suffix("const").unwrap_or(rest);
            let rest = rest.strip_suffix("__restrict__").unwrap_or(rest);
            if rest == before {
                break;
            }
            before = rest;
        }
        let word = name_at_end(before);
        before.ends_with('>') && !before.ends_with("->")
            || word.starts_with(|c: char| !c.is_numeric()) && !BEFORE_VALUES.contains(&word)
    }

    /// Whether it is handed, as it is, to something that may take it by reference.
    pub fn is_lent(self, by_value: &BTreeSet<String>) -> bool {
        self.is_handed() && enclosing(self.before).is_none_or(|open| may_change(open, by_value))
    }

    /// Whether it is handed over as it is.
    fn is_handed(self) -> bool {
        let is_cast = self.before.ends_with(')');
        (is_cast || self.before.ends_with(['(', ',', '{', '[']))
            && self.behind.starts_with([',', ')', '}', ']'])
    }

    /// Whether it is handed by value to a function of a C library.
    pub fn is_handed_to_c(self) -> bool {
        let Some(callee) = enclosing(self.before).and_then(|open| open.strip_suffix('(')) else {
            return false;
        };
        let inside = self.before[callee.len() + 1..].trim();
        (inside.is_empty() || inside.ends_with([',', ')'])) && is_of_c(name_at_end(callee))
    }

    /// Whether it is handed over to a launch, which copies it.
    pub fn is_launched(self) -> bool {
        let callee = enclosing(self.before).and_then(|open| open.strip_suffix('('));
        self.is_handed() && callee.is_some_and(|callee| callee.trim_end().ends_with(">>>"))
    }
}

/// What stands before and with the bracket that is open at the end of a text.
pub(in crate::launch) fn enclosing(text: &str) -> Option<&str> {
    let mut depth = 0_i32;
    for (at, sign) in text.char_indices().rev() {
        match sign {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => return Some(&text[..=at]),
            '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether what has opened a bracket may change what it is handed there.
pub(super) fn may_change(open: &str, by_value: &BTreeSet<String>) -> bool {
    let Some(callee) = open.strip_suffix('(').map(str::trim_end) else {
        return true;
    };
    // The arguments of a launch are copied.
    if callee.ends_with(">>>") {
        return false;
    }
    let name = name_at_end(callee);
    !(KEYWORDS.contains(&name) || is_of_c(name) || is_of_runtime(name) || by_value.contains(name))
}

/// What stands between the brackets that a text begins with.
pub(in crate::launch) fn within_brackets(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    let end = text.char_indices().find(|(_, sign)| {
        match sign {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    end.filter(|(end, _)| *end > 0).map(|(end, _)| &text[1..end])
}

/// The name that a text ends in, or nothing.
pub(in crate::launch) fn name_at_end(text: &str) -> &str {
    let text = text.trim_end();
    &text[text.trim_end_matches(is_of_name).len()..]
}

pub(in crate::launch) fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a function is a C library's, by its name.
pub(in crate::launch) fn is_of_c(function: &str) -> bool {
    OF_C.iter().any(|word| function.starts_with(word))
}

pub(in crate::launch) fn is_of_runtime(function: &str) -> bool {
    OF_RUNTIMES
        .iter()
        .filter_map(|word| function.strip_prefix(word))
        .any(|rest| rest.starts_with(char::is_uppercase))
}
