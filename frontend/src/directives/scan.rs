//! The directives of OpenMP and OpenACC that stand in a text.

use super::words::Family;
use crate::plain;
use std::collections::BTreeSet;

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
    let makers = makers(&code);
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
                if used(name) {
                    found.extend(operators(text, &code, (start, end), &makers, true));
                }
            }
            Some(_) => {}
            None => found.extend(operators(text, &code, (start, end), &makers, false)),
        }
        at = end + 1;
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

/// Macros with parameters whose bodies have a pragma that is made of these: `#define DO(x) _Pragma(#x)`.
fn makers(code: &str) -> BTreeSet<String> {
    let lines = code.replace("\\\n", " ");
    let defined = lines.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("define")?.trim_start();
        let makes = rest.contains("_Pragma") || rest.contains("__pragma");
        let name = name_at(rest);
        (makes && rest[name.len()..].starts_with('(')).then(|| name.to_owned())
    });
    defined.collect()
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
    makers: &BTreeSet<String>,
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
        let made = makers.contains(name);
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
        assert_eq!(texts("#define P _Pragma(\"omp for\")\n"), ["omp for"]);
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
        assert!(texts("const char *s = \"_Pragma(\\\"omp for\\\")\";").is_empty());
    }
}
