//! The directives of OpenMP and OpenACC that stand in a text.

use super::words::Family;
use crate::plain;
use std::collections::{BTreeMap, BTreeSet};

/// A directive as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pragma {
    /// Whose it is.
    pub family: Family,
    /// What follows `omp` or `acc`, on one line, without comments.
    pub text: String,
    /// Offset of its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// A macro writes it, so that the statement after it is not the one that it is about.
    pub by_macro: bool,
}

/// All directives of a text, in order. `used` says whether a macro of some name is used anywhere: what no macro writes counts for
/// nothing.
pub fn pragmas(text: &str, used: &dyn Fn(&str) -> bool) -> Vec<Pragma> {
    if !["omp", "acc"].iter().any(|word| text.contains(word)) {
        return Vec::new();
    }
    let code = plain::blanked(text);
    let macros = Macros::of(text, &code);
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let end = end_of_line(&code, at);
        let line = code.get(at..end).unwrap_or_default();
        let words = line.trim_start();
        let start = at + line.len() - words.len();
        let directive = words.strip_prefix('#').map(str::trim_start);
        match directive {
            Some(rest) if rest.starts_with("pragma") => {
                found.extend(pragma(&rest["pragma".len()..], start, end, false));
            }
            Some(rest) if rest.starts_with("define") => {
                let name = name_at(rest["define".len()..].trim_start());
                if used(name) && !macros.written.contains_key(name) {
                    found.extend(operators(text, &code, (start, end), &macros, true));
                }
            }
            Some(_) => {}
            None => found.extend(operators(text, &code, (start, end), &macros, false)),
        }
        at = end + 1;
    }
    for pragma in &mut found {
        pragma.text = macros.expanded(&pragma.text);
    }
    found
}

/// One past a line; one that ends in `\` goes on in the next.
fn end_of_line(code: &str, from: usize) -> usize {
    let bytes = code.as_bytes();
    let mut end = from;
    while end < bytes.len() && (bytes[end] != b'\n' || bytes[from..end].trim_ascii_end().ends_with(b"\\")) {
        end += 1;
    }
    end
}

/// A directive by the words after `pragma`.
fn pragma(words: &str, start: usize, end: usize, by_macro: bool) -> Option<Pragma> {
    let words = words.replace('\\', " ");
    let mut parts = words.trim().splitn(2, |c: char| c.is_whitespace());
    let family = Family::of(parts.next()?)?;
    let rest: Vec<&str> = parts.next().unwrap_or_default().split_whitespace().collect();
    Some(Pragma {
        family,
        text: rest.join(" "),
        start,
        end,
        by_macro,
    })
}

/// The macros of a text that say something of directives.
struct Macros {
    /// With parameters, whose bodies have a pragma that is made of these: `#define DO(x) _Pragma(#x)`.
    makers: BTreeSet<String>,
    /// Without, which stand for one pragma: `#define PARALLEL _Pragma("omp parallel for")`.
    written: BTreeMap<String, String>,
    /// Without, and of one meaning: they may stand in directives.
    plain: BTreeMap<String, String>,
}

impl Macros {
    fn of(text: &str, code: &str) -> Macros {
        let mut macros = Macros {
            makers: BTreeSet::new(),
            written: BTreeMap::new(),
            plain: BTreeMap::new(),
        };
        let mut asked = BTreeSet::new();
        let mut at = 0;
        while at < code.len() {
            let end = end_of_line(code, at);
            let words = code.get(at..end).unwrap_or_default().trim_start();
            let directive = words.strip_prefix('#').map(str::trim_start).unwrap_or_default();
            if directive.starts_with("define") {
                macros.define(text, code, at, end, &mut asked);
            } else if directive.starts_with("if")
                || directive.starts_with("elif")
                || directive.starts_with("undef")
            {
                let names = directive.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                asked.extend(names.map(str::to_owned));
            }
            at = end + 1;
        }
        macros.plain.retain(|name, _| !asked.contains(name));
        macros.written.retain(|name, _| !asked.contains(name));
        macros
    }

    /// Takes a definition that stands at a place; what is defined twice is one of the names that are `asked` about.
    fn define(&mut self, text: &str, code: &str, at: usize, end: usize, asked: &mut BTreeSet<String>) {
        let line = &code[at..end];
        let Some(rest) = line
            .find("define")
            .map(|n| line[n + "define".len()..].trim_start())
        else {
            return;
        };
        let name = name_at(rest);
        let body = &rest[name.len()..];
        let makes = ["_Pragma", "__pragma"].iter().any(|word| body.contains(word));
        if body.starts_with('(') {
            if makes {
                self.makers.insert(name.to_owned());
            }
            return;
        }
        // The blank text lacks what is quoted.
        let own = text.get(end - body.len()..end).unwrap_or_default();
        let quoted = own.trim().strip_prefix("_Pragma").map(str::trim_start);
        let quoted = quoted.and_then(|own| own.strip_prefix('(')?.strip_suffix(')'));
        let one = quoted.map(|own| own.trim().trim_matches('"').to_owned());
        let before = match one.filter(|one| !one.contains(['"', '\\'])) {
            Some(one) => self.written.insert(name.to_owned(), one),
            None => self
                .plain
                .insert(name.to_owned(), body.replace('\\', " ").trim().to_owned()),
        };
        let twice = before.is_some() || self.plain.contains_key(name) && self.written.contains_key(name);
        if twice || makes && !self.written.contains_key(name) {
            asked.insert(name.to_owned());
        }
    }

    /// A directive with the macros in it replaced.
    fn expanded(&self, text: &str) -> String {
        let mut expanded = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let name = name_at(rest);
            let length = name.len().max(first.len_utf8());
            let (word, behind) = rest.split_at(length);
            expanded.push_str(self.plain.get(name).map_or(word, String::as_str));
            rest = behind;
        }
        expanded
    }
}

fn name_at(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The directives that operators in a line make: `_Pragma("omp ...")`, `__pragma(omp ...)`, and macros of `makers`.
fn operators(
    text: &str,
    code: &str,
    (start, end): (usize, usize),
    macros: &Macros,
    by_macro: bool,
) -> Vec<Pragma> {
    let mut found = Vec::new();
    let mut at = start;
    while at < end {
        let name = name_at(&code[at..end]);
        if name.is_empty() {
            at += code[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let (name_start, after) = (at, at + name.len());
        at = after;
        if let Some(written) = macros.written.get(name) {
            found.extend(pragma(written, name_start, after, by_macro));
            continue;
        }
        let made = macros.makers.contains(name);
        if !made && !matches!(name, "_Pragma" | "__pragma") {
            continue;
        }
        let Some(open) = code[after..end].find('(').map(|n| after + n) else {
            continue;
        };
        // The blank text lacks what is quoted.
        let Some(close) = closing(code.as_bytes(), open, end) else {
            continue;
        };
        let operand = text.get(open + 1..close).unwrap_or_default().trim();
        let operand = operand.trim_start_matches('L').trim_matches('"');
        found.extend(pragma(operand, name_start, close + 1, by_macro));
        at = close;
    }
    found
}

/// The parenthesis that closes one.
fn closing(code: &[u8], open: usize, end: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in code.iter().enumerate().take(end).skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let used = |name: &str| name != "UNUSED";
        let all = pragmas(text, &used);
        all.iter()
            .map(|p| format!("{} {}", p.family.word(), p.text))
            .collect()
    }

    #[test]
    fn directives_are_found_wherever_a_compiler_would() {
        assert_eq!(
            texts("# pragma omp  parallel for \\\n private(x) // so\n"),
            ["omp parallel for private(x)"]
        );
        assert_eq!(texts("  #pragma acc loop\n"), ["acc loop"]);
        assert_eq!(texts("_Pragma(\"omp simd\") for (;;);"), ["omp simd"]);
        assert_eq!(texts("#define P _Pragma(\"omp for\")\nP for (;;);"), ["omp for"]);
        assert_eq!(
            texts("#define OWN private(x)\n#pragma omp for OWN\n"),
            ["omp for private(x)"]
        );
        assert_eq!(
            texts("#define DO(x) _Pragma(#x)\nDO(acc parallel loop)\n"),
            ["acc parallel loop"]
        );
        assert_eq!(texts("__pragma(omp for)\n"), ["omp for"]);
    }

    #[test]
    fn what_is_no_directive_is_not() {
        assert!(texts("// #pragma omp parallel\n/*\n#pragma omp for\n*/").is_empty());
        assert!(texts("#pragma unroll\n#pragma once\nint omp;").is_empty());
        assert!(texts("#define UNUSED _Pragma(\"omp for\")\n").is_empty());
        assert!(texts("#define DO(x) _Pragma(#x)\nDO(unroll 4)\n").is_empty());
        assert_eq!(
            texts("#ifndef C\n#define C 4\n#endif\n#pragma omp for schedule(static, C)\n"),
            ["omp for schedule(static, C)"]
        );
        assert!(texts("const char *s = \"_Pragma(\\\"omp for\\\")\";").is_empty());
    }
}
