//! A plain count of kernel definitions, which needs no parser: what the frontend finds is held against it.
//!
//! Comments and strings are blanked; then every word `__global__` or `__kernel` (`kernel` as well in OpenCL files) counts
//! from which the text goes on to a body, that is, to a brace before any semicolon that stands outside of parentheses.
//! Conditional compilation is not looked at, but that heads which an `#if` and its `#else` give to one body count once. A
//! definition in a macro counts once.

use crate::ir::Language;
use std::collections::BTreeSet;
use std::ops::Range;

/// The words that mark kernels.
pub(crate) fn marks(language: Language) -> &'static [&'static str] {
    match language {
        Language::Cuda => &["__global__"],
        Language::OpenCl => &["__kernel", "kernel"],
    }
}

/// The offsets at which kernel definitions start, with the word that marks them.
pub fn definitions(text: &str, language: Language) -> Vec<usize> {
    let code = blank(text);
    let words = marks(language);
    let mut found = Vec::new();
    let mut last = None;
    let mut at = 0;
    while at < code.len() {
        let starts = at == 0 || !is_word(code[at - 1]);
        let word = words.iter().find(|word| {
            code[at..].starts_with(word.as_bytes())
                && !code.get(at + word.len()).copied().is_some_and(is_word)
        });
        match word {
            Some(word) if starts => {
                if has_body(&code[at + word.len()..], in_directive(&code, at)) {
                    if !last.is_some_and(|last| is_alternative(&code[last..at])) {
                        found.push(at);
                    }
                    last = Some(at);
                }
                at += word.len();
            }
            _ => at += 1,
        }
    }
    found
}

/// Where the name stands of the first kernel that is defined at or after an offset: what stands before the parentheses before
/// its body, attributes aside.
pub fn name_from(text: &str, at: usize) -> Option<Range<usize>> {
    let code = blank(text);
    let (mut depth, mut name) = (0_u32, None);
    for (n, byte) in code.iter().enumerate().skip(at) {
        match byte {
            b'(' if depth == 0 => {
                let end = code[..n].trim_ascii_end().len();
                let length = code[at..end]
                    .iter()
                    .rev()
                    .take_while(|byte| is_word(**byte))
                    .count();
                let word = end - length..end;
                if length > 0 && !code[word.clone()].starts_with(b"__") {
                    name = Some(word);
                }
                depth += 1;
            }
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'{' if depth == 0 => return name,
            _ => {}
        }
    }
    None
}

/// Whether a text may define kernels of CUDA's, or a macro that stands before such: where it marks a function, it is for sure no definition
/// only if it is a plain declaration.
pub fn defines_kernels(text: &str) -> bool {
    let text = joined(text);
    let mark = marks(Language::Cuda)[0];
    let is_marked = text.contains(mark) || text.contains("__attribute__") && mentions(&text, "global");
    if !is_marked {
        return false;
    }
    // What a raw string holds may be a program.
    let whole = String::from_utf8_lossy(&blank(&text)).into_owned();
    let code = code(&text);
    let defines_marker = || {
        let mut macros = code.lines().filter_map(definition_of_macro);
        macros.any(|(_, body)| mentions(body, mark) || has_global_attribute(body))
    };
    let is_defined = |at: usize| {
        let is_code = !in_directive(whole.as_bytes(), at);
        is_code && !is_declared(&whole[at + mark.len()..])
    };
    words(&whole, mark).any(is_defined) || has_global_attribute(&code) || defines_marker()
}

/// Whether a text has `__attribute__((global))`, which is what `__global__` stands for.
fn has_global_attribute(code: &str) -> bool {
    let mut attributes = code.match_indices("__attribute__");
    attributes.any(|(at, word)| {
        let rest = &code[at + word.len()..];
        let end = rest.find("))").unwrap_or(rest.len());
        mentions(&rest[..end], "global")
    })
}

/// Whether what follows a mark is the rest of a plain declaration: parameters in parentheses, and a semicolon.
fn is_declared(rest: &str) -> bool {
    let end = rest
        .find([';', '{', '}', '#'])
        .filter(|end| rest[*end..].starts_with(';'));
    end.is_some_and(|end| {
        let declared = rest[..end].trim_end();
        declared.ends_with(')')
            && declared
                .split_once('(')
                .is_some_and(|(head, _)| head.split_whitespace().count() > 1)
    })
}

/// The definitions that stand in macros: for each the macros of this text that write it, directly or through one another.
pub fn in_macros(text: &str, language: Language) -> Vec<BTreeSet<String>> {
    let joined = joined(text);
    let macros: Vec<(&str, &str)> = joined.lines().filter_map(definition_of_macro).collect();
    let writers = macros
        .iter()
        .filter(|(_, body)| !definitions(body, language).is_empty());
    writers
        .map(|(name, _)| leading_to(&macros, BTreeSet::from([(*name).to_owned()])))
        .collect()
}

/// The macros that name one of these or may put the name together, directly or through one another, and these.
pub(crate) fn leading_to(macros: &[(&str, &str)], mut names: BTreeSet<String>) -> BTreeSet<String> {
    loop {
        let known = names.len();
        for (name, body) in macros {
            let names_one = |inner: &String| mentions(body, inner) || may_paste(body, inner);
            if !names.contains(*name) && names.iter().any(names_one) {
                names.insert((*name).to_owned());
            }
        }
        if names.len() == known {
            return names;
        }
    }
}

/// The name of a macro that a line defines, and the rest of the line.
pub fn definition_of_macro(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("define")?.trim_start();
    let end = rest.bytes().position(|byte| !is_word(byte)).unwrap_or(rest.len());
    (end > 0).then(|| rest.split_at(end))
}

/// Fewest signs that a macro has to give a name that it pastes together: others paste anything.
const FEWEST_PASTED: usize = 3;

/// Whether a macro whose definition goes on like this may put a name together: what it pastes is the name, whatever its parameters are.
pub(crate) fn may_paste(rest: &str, name: &str) -> bool {
    let (parameters, body) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((parameters, body)) => (parameters, body),
        None => ("", rest),
    };
    let is_parameter =
        |word: &str| word == "__VA_ARGS__" || parameters.split(',').any(|parameter| parameter.trim() == word);
    pasted(body).iter().any(|words| {
        let parts: Vec<Option<&str>> = words
            .iter()
            .map(|word| Some(*word).filter(|word| !is_parameter(word)))
            .collect();
        let given: usize = parts.iter().flatten().map(|part| part.len()).sum();
        given >= FEWEST_PASTED && is_made_of(name, &parts)
    })
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

/// Whether a name is made of parts, of which some may be anything.
fn is_made_of(name: &str, parts: &[Option<&str>]) -> bool {
    match parts {
        [] => name.is_empty(),
        [Some(part), rest @ ..] => name.strip_prefix(part).is_some_and(|name| is_made_of(name, rest)),
        [None, rest @ ..] => {
            let mut ends = (0..=name.len()).filter(|end| name.is_char_boundary(*end));
            ends.any(|end| is_made_of(&name[end..], rest))
        }
    }
}

/// Whether a text has a word.
pub fn mentions(text: &str, word: &str) -> bool {
    words(text, word).next().is_some()
}

/// Where a text has a word.
pub fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_whole = move |at: &usize| {
        let (before, after) = (
            text[..*at].bytes().next_back(),
            text[at + word.len()..].bytes().next(),
        );
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    text.match_indices(word).map(|(at, _)| at).filter(is_whole)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a byte lies in a line of the preprocessor's.
pub(crate) fn in_directive(code: &[u8], at: usize) -> bool {
    let mut start = at;
    loop {
        start = code[..start]
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |n| n + 1);
        let continued = start >= 2 && code[start - 2] == b'\\';
        if !continued {
            break;
        }
        start -= 1;
    }
    let first = code[start..].iter().find(|b| !b.is_ascii_whitespace());
    first == Some(&b'#')
}

/// Whether a body follows, before anything ends the declaration.
fn has_body(rest: &[u8], directive: bool) -> bool {
    let mut depth = 0_u32;
    let mut parameters = false;
    for (n, byte) in rest.iter().enumerate() {
        match byte {
            b'(' => {
                depth += 1;
                parameters = true;
            }
            b')' => depth = depth.saturating_sub(1),
            b'{' if depth == 0 => return parameters,
            b';' | b'}' if depth == 0 => return false,
            b'\n' if directive && (n == 0 || rest[n - 1] != b'\\') => return false,
            _ => {}
        }
    }
    false
}

/// Whether what follows a definition's head, up to the next one, leaves its body open and goes on with the other side of an `#if`.
fn is_alternative(between: &[u8]) -> bool {
    let braces = |brace| between.iter().filter(|byte| **byte == brace).count();
    let mut lines = between.split(|byte| *byte == b'\n');
    let other_side = |line: &[u8]| {
        let words = line.trim_ascii().strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
        words.is_some_and(|words| words.starts_with(b"el"))
    };
    braces(b'{') > braces(b'}') && lines.any(other_side)
}

/// The text with each line that a backslash continues as one.
pub(crate) fn joined(text: &str) -> String {
    text.replace("\\\r\n", "").replace("\\\n", "")
}

/// As [`blank`], as a text; raw strings are blanked to their ends.
pub(crate) fn code(text: &str) -> String {
    String::from_utf8_lossy(&blank_by(text, end_of_raw)).into_owned()
}

/// The text with comments, strings and character constants blanked; lines stay. Of a raw string only the first line is blanked: what is
/// in it may be a program.
pub(crate) fn blank(text: &str) -> Vec<u8> {
    blank_by(text, |_, _| None)
}

/// One past the raw string whose quote stands at a place (C++17, 5.13.5), if it is one's.
fn end_of_raw(bytes: &[u8], quote: usize) -> Option<usize> {
    let before = bytes[..quote].strip_suffix(b"R")?;
    let prefix = before.iter().rev().take_while(|byte| is_word(**byte)).count();
    if !matches!(&before[before.len() - prefix..], b"" | b"L" | b"u" | b"U" | b"u8") {
        return None;
    }
    let length = bytes[quote + 1..]
        .iter()
        .take(17)
        .position(|byte| *byte == b'(')?;
    let delimiter = &bytes[quote + 1..quote + 1 + length];
    let end = [b")", delimiter, b"\""].concat();
    Some(find(bytes, quote + 1 + length, &end))
}

fn blank_by(text: &str, raw: impl Fn(&[u8], usize) -> Option<usize>) -> Vec<u8> {
    let mut out = text.as_bytes().to_vec();
    for place in no_code(text.as_bytes(), raw) {
        for byte in &mut out[place] {
            if *byte != b'\n' && *byte != b'\\' {
                *byte = b' ';
            }
        }
    }
    out
}

/// Where comments to the ends of their lines stand.
pub fn line_comments(text: &str) -> Vec<Range<usize>> {
    let mut all = no_code(text.as_bytes(), end_of_raw);
    all.retain(|place| text[place.start..].starts_with("//"));
    all
}

/// Whether a place lies in one of some, which come in order.
pub fn is_in_one_of(places: &[Range<usize>], at: usize) -> bool {
    let n = places.partition_point(|place| place.end <= at);
    places.get(n).is_some_and(|place| place.contains(&at))
}

/// Where comments, strings and character constants stand.
fn no_code(bytes: &[u8], raw: impl Fn(&[u8], usize) -> Option<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => end_of_line(bytes, at),
            (b'/', Some(b'*')) => find(bytes, at + 2, b"*/"),
            // `'` also separates digits.
            (b'\'', _) if at > 0 && bytes[at - 1].is_ascii_hexdigit() => at + 1,
            (b'"', _) => raw(bytes, at).unwrap_or_else(|| end_of_quote(bytes, at, b'"')),
            (b'\'', _) => end_of_quote(bytes, at, b'\''),
            (b'<', _) => {
                at = end_of_header(bytes, at).unwrap_or(at + 1);
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        let end = end.min(bytes.len());
        found.push(at..end);
        at = end;
    }
    found
}

/// Longest name of a header in angles, bytes: lines may be of any length.
const LONGEST_HEADER: usize = 4096;

/// One past a header's name in angles (C++17, 5.8), if one begins at a place: what looks like a comment in it is none.
fn end_of_header(bytes: &[u8], at: usize) -> Option<usize> {
    let before = bytes[..at].trim_ascii_end();
    let included: [&[u8]; 4] = [b"include", b"include_next", b"import", b"embed"];
    let mut included = included.into_iter().filter_map(|word| before.strip_suffix(word));
    let asked: [&[u8]; 3] = [b"__has_include", b"__has_include_next", b"__has_embed"];
    let asks = || {
        let before = before.strip_suffix(b"(").map(<[u8]>::trim_ascii_end);
        before.is_some_and(|before| asked.iter().any(|word| before.ends_with(word)))
    };
    if !included.any(|before| before.trim_ascii_end().ends_with(b"#")) && !asks() {
        return None;
    }
    let mut name = bytes[at..].iter().take(LONGEST_HEADER);
    let end = at + name.position(|byte| matches!(byte, b'>' | b'\n'))?;
    (bytes[end] == b'>').then_some(end + 1)
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    bytes
        .get(from..)
        .and_then(|rest| rest.windows(what.len()).position(|w| w == what))
        .map_or(bytes.len(), |n| from + n + what.len())
}

fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let rest = &bytes[from..];
    rest.iter()
        .position(|b| *b == b'\n')
        .map_or(bytes.len(), |n| from + n)
}

/// One past the closing quote; a quote that its line does not close ends there.
fn end_of_quote(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{Cuda, OpenCl};

    /// The lines of the definitions.
    fn lines(text: &str, language: Language) -> Vec<usize> {
        let line = |at: &usize| text[..*at].matches('\n').count() + 1;
        definitions(text, language).iter().map(line).collect()
    }

    #[test]
    fn definitions_are_told_from_declarations() {
        let text = "__global__ void a(int *p);\n__global__ void b(int *p) { }\n\
                    template <class T> __global__\nvoid __launch_bounds__(256) c(T *p)\n{ *p = 1; }\n";
        assert_eq!(lines(text, Cuda), [2, 3]);
    }

    #[test]
    fn what_may_be_a_kernel_is_one() {
        for text in [
            "__global__ void k(int *a) { }",
            "__glo\\\nbal__ void k(int *a) { }",
            "#if __has_include(</*x>)\n#endif\n__global__ void k() { }\n//*/",
            "__global__ void k(int *a)\n#include \"body.inc\"\n",
            "__global__ BODY(k)\n",
            "__global__ void k(int *a) BEGIN a[0] = 1; END",
            "__attribute__((global)) void k(int *a) { }",
            "#define K __global__\n",
            "const char *s = R\"(\n__global__ void k() { })\";",
        ] {
            assert!(defines_kernels(text), "{text}");
        }
        for text in [
            "__global__ void k(int *a);",
            "template <class T> __global__ void k(T *a);\nint x;",
            "// __global__ void k() { }",
            "const char *s = \"__global__ void k() { }\";",
            "#ifdef __global__\n#endif\n#undef __global__\n",
            "__attribute__((unused)) int global;",
        ] {
            assert!(!defines_kernels(text), "{text}");
        }
    }

    #[test]
    fn only_comments_are_comments() {
        let text =
            "int a; // one\nconst char *s = R\"(\n// no\n)\"; // two\nconst char *t = \"\\\n// no\";\n";
        let found: Vec<&str> = line_comments(text)
            .into_iter()
            .map(|place| &text[place])
            .collect();
        assert_eq!(found, ["// one", "// two"]);
    }

    #[test]
    fn comments_and_strings_do_not_count() {
        let text = "// __global__ void a() {}\n/* __global__ void b() {} */\nconst char *s = \"__global__ void c() {}\";\n\
                    int big = 1'000; __global__ void d() { char c = '\"'; }\n";
        assert_eq!(lines(text, Cuda), [4]);
    }

    #[test]
    fn macros_count_where_they_hold_a_body() {
        let text = "#define KERNEL __global__ void\nint x;\nvoid f() { }\n\
                    #define MAKE(n) __global__ void n() \\\n  { }\nKERNEL k() { }\n";
        assert_eq!(lines(text, Cuda), [4]);
    }

    #[test]
    fn two_heads_of_one_body_count_once() {
        let text = "#ifdef IMAGES\nkernel void a(image2d_t p) {\n#else\nkernel void a(global int *p) {\n#endif\n  if (1) { }\n}\n\
                    #ifdef B\nkernel void b(global int *p) { }\n#else\nkernel void b(global float *p) { }\n#endif\n";
        assert_eq!(lines(text, OpenCl), [2, 9, 11]);
    }

    #[test]
    fn macros_are_followed_to_those_that_use_them() {
        let text = "#define INNER(n) \\\n __global__ void n() { }\n#define OUTER(n) INNER(n##_f)\n#define OTHER(n) OUTERMOST(n)\n";
        let found = in_macros(text, Cuda);
        assert_eq!(found, [BTreeSet::from(["INNER".to_owned(), "OUTER".to_owned()])]);
        assert!(mentions("OUTER(k)", "OUTER") && !mentions("OUTERMOST(k)", "OUTER"));
    }

    #[test]
    fn opencl_has_two_spellings() {
        let text = "kernel void a(global int *p) { }\n__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void b() { }\n\
                    int my_kernel() { return 1; }\n";
        assert_eq!(lines(text, OpenCl), [1, 2]);
        assert!(definitions(text, Cuda).is_empty());
    }

    #[test]
    fn hostile_text_is_survived() {
        for text in [
            "",
            "'",
            "\"",
            "/*",
            "__global__",
            "__global__ void f(",
            "\\\n#\\\n__global__ x(){",
        ] {
            definitions(text, Cuda);
        }
    }
}
