//! Macros as texts: their definitions, and what a use of one becomes.

use crate::count::joined;
use std::collections::HashMap;

/// The parameters and bodies of macros, by their names.
pub type Macros = HashMap<String, Vec<(Vec<String>, String)>>;

/// Adds the macros that a text defines.
pub fn definitions(text: &str, macros: &mut Macros) {
    for line in joined(text).lines() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let Some(rest) = directive.and_then(|rest| rest.strip_prefix("define")) else {
            continue;
        };
        let rest = rest.trim_start();
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let (name, rest) = rest.split_at(length);
        let listed = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let (parameters, body) = match listed {
            Some((list, body)) => (list.split(',').map(|p| p.trim().to_owned()).collect(), body),
            None => (Vec::new(), rest),
        };
        let known = macros.entry(name.to_owned()).or_default();
        let definition = (parameters, body.trim().to_owned());
        if !known.contains(&definition) {
            known.push(definition);
        }
    }
}

/// The identifiers of a text outside of string literals, with their places.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut quoted = false;
    let mut escaped = false;
    let mut start = None;
    let mut found = Vec::new();
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        let part = !quoted && (sign.is_ascii_alphanumeric() || sign == '_');
        match (start, part) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                found.push((from, &text[from..at]));
                start = None;
            }
            _ => {}
        }
        if sign == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = sign == '\\' && !escaped;
    }
    found.into_iter()
}

/// The arguments in parentheses at the start of a text, split at its outer commas.
pub fn arguments(text: &str) -> Option<Vec<&str>> {
    let inner = parenthesised(text)?;
    let (mut depth, mut quoted, mut from) = (0, false, 0);
    let mut list = Vec::new();
    for (at, sign) in inner.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                list.push(inner[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    list.push(inner[from..].trim());
    Some(list)
}

/// What stands in the parentheses that a text begins with.
pub fn parenthesised(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let rest = text.strip_prefix('(')?;
    let (mut depth, mut quoted, mut escaped) = (1, false, false);
    for (at, sign) in rest.char_indices() {
        match sign {
            '"' if !escaped => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        escaped = sign == '\\' && !escaped;
        if depth == 0 {
            return Some(&rest[..at]);
        }
    }
    None
}

/// A macro's body with its parameters replaced; `#x` becomes a literal.
pub fn substitute(body: &str, parameters: &[String], given: &[&str]) -> String {
    let mut out = String::with_capacity(body.len());
    let mut end = 0;
    for (at, word) in words(body) {
        let Some(value) = parameters
            .iter()
            .position(|p| p == word)
            .map(|n| given.get(n).copied().unwrap_or(""))
        else {
            continue;
        };
        let before = &body[end..at];
        let hashed = before.trim_end().ends_with('#') && !before.trim_end().ends_with("##");
        if hashed {
            out.push_str(before.trim_end().trim_end_matches('#'));
            out.push_str(&format!("\"{value}\""));
        } else {
            out.push_str(before);
            out.push_str(value);
        }
        end = at + word.len();
    }
    out.push_str(&body[end..]);
    out
}
