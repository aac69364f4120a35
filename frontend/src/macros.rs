//! Macros as texts: their definitions, and what a use of one becomes.

use crate::plain::{is_word, joined};
use std::collections::{BTreeSet, HashMap};

/// The parameters and bodies of macros, by their names.
pub type Macros = HashMap<String, Vec<(Vec<String>, String)>>;

/// Adds the macros that a text defines.
pub fn definitions(text: &str, macros: &mut Macros) {
    for line in joined(text).lines() {
        let Some((name, rest)) = definition_of_macro(line) else {
            continue;
        };
        let (parameters, body) = split_definition(rest);
        let known = macros.entry(name.to_owned()).or_default();
        let definition = (parameters, body.trim().to_owned());
        if !known.contains(&definition) {
            known.push(definition);
        }
    }
}

/// The parameters and the body of a macro whose definition goes on like this behind its name; one without a list has no parameters.
pub fn split_definition(rest: &str) -> (Vec<String>, &str) {
    let listed = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    listed.map_or((Vec::new(), rest), |(list, body)| {
        (list.split(',').map(|one| one.trim().to_owned()).collect(), body)
    })
}

/// The bodies of the macros of a name.
pub fn bodies_of(macros: &Macros, name: &str) -> Vec<String> {
    let all = macros.get(name).into_iter().flatten();
    all.map(|(_, body)| body.clone()).collect()
}

/// Whether a sign stands in no identifier.
pub fn is_no_part_of_word(sign: char) -> bool {
    !sign.is_ascii_alphanumeric() && sign != '_'
}

/// The words of a text, with their places, whatever they stand in.
pub fn all_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    let words = text.split(is_no_part_of_word).filter(|word| !word.is_empty());
    words.map(move |word| (word.as_ptr() as usize - start, word))
}

/// The identifiers of a text outside of string literals, with their places.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut quoted = false;
    let mut escaped = false;
    let mut start = None;
    let mut found = Vec::new();
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        let part = !quoted && !is_no_part_of_word(sign);
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

/// What a macro with parameters becomes, the last of which may stand for all further arguments (C17, 6.10.3); `None` if it takes not as
/// many.
pub(crate) fn expand(parameters: &[String], body: &str, given: &[&str]) -> Option<String> {
    let mut parameters = parameters.to_vec();
    let mut given: Vec<String> = given.iter().map(|&one| one.to_owned()).collect();
    if let Some(name) = parameters.last().and_then(|last| last.strip_suffix("...")) {
        let name = if name.is_empty() {
            "__VA_ARGS__"
        } else {
            name.trim()
        }
        .to_owned();
        let first = (parameters.len() - 1).min(given.len());
        let others = given.split_off(first).join(", ");
        given.push(others);
        parameters.pop();
        parameters.push(name);
    }
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let is_whole = given.len() == parameters.len();
    is_whole.then(|| {
        let whole = substitute(body, &parameters, &given);
        let parts: Vec<&str> = whole.split("##").map(str::trim).collect();
        parts.join("")
    })
}

/// The macros that name one of these or may put the name together, directly or through one another, and these.
pub(crate) fn leading_to(macros: &[(&str, &str)], mut names: BTreeSet<String>) -> BTreeSet<String> {
    let mut named_by: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, body) in macros {
        for (_, word) in all_words(body) {
            named_by.entry(word).or_default().push(name);
        }
    }
    let mut pasting: Vec<(&str, Vec<Vec<Option<&str>>>)> = macros
        .iter()
        .map(|(name, rest)| (*name, pasted_parts(rest)))
        .filter(|(_, pasted)| !pasted.is_empty())
        .collect();
    let mut work: Vec<String> = names.iter().cloned().collect();
    while let Some(inner) = work.pop() {
        let mut next: Vec<&str> = named_by.get(inner.as_str()).cloned().unwrap_or_default();
        // Each is taken once.
        pasting.retain(|(name, pasted)| {
            let puts_together = pasted.iter().any(|parts| is_made_of(&inner, parts));
            next.extend(puts_together.then_some(*name));
            !puts_together
        });
        for name in next {
            if names.insert(name.to_owned()) {
                work.push(name.to_owned());
            }
        }
    }
    names
}

/// The name of a macro that a line defines, and the rest of the line.
pub(crate) fn definition_of_macro(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let rest = line
        .strip_prefix('#')
        .or_else(|| line.strip_prefix("%:"))?
        .trim_start();
    let rest = rest.strip_prefix("define")?.trim_start();
    let end = rest.bytes().position(|byte| !is_word(byte)).unwrap_or(rest.len());
    (end > 0).then(|| rest.split_at(end))
}

/// Fewest signs that a macro has to give a name that it pastes together: others paste anything.
const FEWEST_PASTED: usize = 3;

/// Whether a macro whose definition goes on like this may put a name together: what it pastes is the name, whatever its parameters are.
pub(crate) fn may_paste(rest: &str, name: &str) -> bool {
    pasted_parts(rest).iter().any(|parts| is_made_of(name, parts))
}

/// What a macro whose definition goes on like this pastes together, each time; what a parameter stands for may be anything.
fn pasted_parts(rest: &str) -> Vec<Vec<Option<&str>>> {
    let (parameters, body) = split_definition(rest);
    let is_parameter =
        |word: &str| word == "__VA_ARGS__" || parameters.iter().any(|parameter| parameter == word);
    let mut all = Vec::new();
    for words in pasted(body) {
        let parts = words
            .into_iter()
            .map(|word| Some(word).filter(|word| !is_parameter(word)));
        let parts: Vec<Option<&str>> = parts.collect();
        let given: usize = parts.iter().flatten().map(|part| part.len()).sum();
        if given >= FEWEST_PASTED {
            all.push(parts);
        }
    }
    all
}

/// The words that a macro's body pastes together, each time.
fn pasted(body: &str) -> Vec<Vec<&str>> {
    let mut all = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    for (n, part) in body.split("##").map(str::trim).enumerate() {
        let end = part.find(|c| !is_part(c)).unwrap_or(part.len());
        if n > 0 {
            open.push(&part[..end]);
        }
        if end < part.len() || n == 0 {
            if open.len() > 1 {
                all.push(std::mem::take(&mut open));
            }
            open = vec![&part[part.trim_end_matches(is_part).len()..]];
        }
    }
    if open.len() > 1 {
        all.push(open);
    }
    all
}

/// Whether a name is made of parts, of which some may be anything: what stands between these is found at its first place behind what was
/// before.
fn is_made_of(name: &str, parts: &[Option<&str>]) -> bool {
    let mut said: Vec<String> = parts
        .split(Option::is_none)
        .map(|all| all.iter().flatten().copied().collect())
        .collect();
    let (Some(last), false) = (said.pop(), said.is_empty()) else {
        return parts.iter().flatten().copied().collect::<String>() == name;
    };
    let mut said = said.iter().map(String::as_str);
    let start = said.next().and_then(|first| name.strip_prefix(first));
    let between = start
        .and_then(|rest| said.try_fold(rest, |rest, part| rest.split_once(part).map(|(_, behind)| behind)));
    between.is_some_and(|rest| rest.ends_with(&last))
}
