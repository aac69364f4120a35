//! Macros that host code may name.

use crate::macros::{
    all_words, arguments, definition_of_macro, expand, may_paste, parenthesised, split_definition,
};
use crate::plain::{code, joined, mentions};
use std::rc::Rc;

/// Most macros that are expanded in a text, and how long it may become, in bytes.
const MOST_EXPANDED: usize = 512;
const MOST_TEXT: usize = 1 << 16;

/// A macro's definition.
pub(super) struct Macro {
    name: String,
    /// What stands behind its name: parameters and body, without comments and strings.
    pub rest: String,
    parameters: Vec<String>,
    body: String,
}

impl Macro {
    /// Those that a text defines.
    pub fn all(text: &str) -> Vec<Rc<Macro>> {
        let made = |(name, rest): (&str, &str)| {
            let (parameters, body) = split_definition(rest);
            Macro {
                name: name.to_owned(),
                body: body.to_owned(),
                parameters,
                rest: rest.to_owned(),
            }
        };
        let defined = joined(&code(text));
        let all = defined.lines().filter_map(definition_of_macro);
        all.map(|parts| Rc::new(made(parts))).collect()
    }

    /// Whether a text names it that goes on like this.
    fn is_used(&self, behind: &str) -> bool {
        !self.rest.starts_with('(') || behind.trim_start().starts_with('(')
    }

    /// What it stands for before a text, and the rest of that.
    fn expand<'t>(&self, behind: &'t str) -> Option<(String, &'t str)> {
        if self.parameters.is_empty() {
            return Some((self.body.clone(), behind));
        }
        let inside = parenthesised(behind)?;
        let rest = &behind[inside.as_ptr() as usize - behind.as_ptr() as usize + inside.len() + 1..];
        let used = expand(&self.parameters, &self.body, &arguments(behind)?)?;
        Some((used, rest))
    }

    /// Whether it may put this name where it is used, besides what it is handed.
    pub fn may_name(&self, name: &str) -> bool {
        let is_parameter = self.parameters.iter().any(|parameter| parameter == name);
        !is_parameter && mentions(&self.rest, name) || may_paste(&self.rest, name)
    }
}

/// The macros that a text names, directly or through one another.
pub(super) fn named_in(text: &str, macros: &[Rc<Macro>]) -> Vec<Rc<Macro>> {
    let mut found: Vec<Rc<Macro>> = Vec::new();
    let mut texts = vec![text.to_owned()];
    while let Some(text) = texts.pop() {
        for one in macros.iter().filter(|one| mentions(&text, &one.name)) {
            if !found.iter().any(|known| Rc::ptr_eq(known, one)) {
                texts.push(one.rest.clone());
                found.push(one.clone());
            }
        }
    }
    found
}

/// A text with macros for what they stand for, without the strings that they make; `None` where that is not clear.
pub(super) fn expanded(text: &str, macros: &[Rc<Macro>]) -> Option<String> {
    let mut text = text.to_owned();
    // What stands before names no macro.
    let mut done = 0;
    for _ in 0..MOST_EXPANDED {
        let next = all_words(&text[done..]).find_map(|(at, word)| {
            let behind = &text[done + at + word.len()..];
            let mut used = macros
                .iter()
                .filter(|one| one.name == word && one.is_used(behind));
            let first = used.next()?;
            let is_clear = used.all(|one| one.rest == first.rest);
            Some((done + at, behind, is_clear.then_some(first)))
        });
        let Some((at, behind, used)) = next else {
            return Some(code(&text));
        };
        let (body, rest) = used?.expand(behind)?;
        text = format!("{}{body}{rest}", &text[..at]);
        done = at;
        if text.len() > MOST_TEXT {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_become_what_they_stand_for_where_that_is_clear() {
        let of = |defined, text| expanded(text, &Macro::all(defined));
        let defined = "#define GRID 1, \\\n 64\n#define RUN(k, ...) k<<<GRID>>>(__VA_ARGS__)\n#define PLUS(a) a##1\n#define TEXT(a) a ## 0 #a";
        let all = Macro::all(defined);
        for (text, expected) in [
            ("RUN(f, p, q);", "f<<<1, 64>>>(p, q);"),
            ("RUN(f);", "f<<<1, 64>>>();"),
            ("g(RUN, PLUS(x))", "g(RUN, x1)"),
            ("TEXT(x);", "x0  ;"),
        ] {
            let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
            let found = expanded(text, &all).map(|text| without_spaces(&text));
            assert_eq!(found, Some(without_spaces(expected)));
        }
        assert_eq!(expanded("PLUS(a, b)", &all), None);
        assert_eq!(of("#define A 1\n#define A 2", "A"), None);
        assert_eq!(of("#define A A", "A"), None);
    }
}
