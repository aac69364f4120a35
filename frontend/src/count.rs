//! A plain count of kernel definitions, which needs no parser: what the frontend finds is held against it.
//!
//! Comments and strings are blanked; then every word `__global__` or `__kernel` (`kernel` as well in OpenCL files) counts
//! from which the text goes on to a body, that is, to a brace before any semicolon that stands outside of parentheses.
//! Conditional compilation is not looked at, but that heads which an `#if` and its `#else` give to one body count once. A
//! definition in a macro counts once.

use crate::ir::Language;
use crate::macros::{all_words, definition_of_macro, leading_to};
use crate::plain::{blank, code, directives, in_directive, is_word, joined, mentions, words};
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
    definitions_in(&blank(text), language)
}

/// As [`definitions`], but for what stands in raw strings.
pub(crate) fn definitions_outside_strings(text: &str, language: Language) -> Vec<usize> {
    definitions_in(code(text).as_bytes(), language)
}

/// Between a kernel's mark and its body stand no more marks than these.
const MOST_MARKS: usize = 8;

fn definitions_in(code: &[u8], language: Language) -> Vec<usize> {
    let (marked, directives) = (marked(code, language), directives(code));
    let mut found = Vec::new();
    let mut last = None;
    for (n, mark) in marked.iter().enumerate() {
        let end = marked.get(n + MOST_MARKS).map_or(code.len(), |next| next.start);
        if has_body(&code[mark.end..end], in_directive(&directives, mark.start)) {
            if !last.is_some_and(|last| is_alternative(&code[last..mark.start])) {
                found.push(mark.start);
            }
            last = Some(mark.start);
        }
    }
    found
}

/// Where the words stand that mark kernels.
fn marked(code: &[u8], language: Language) -> Vec<Range<usize>> {
    let words = marks(language);
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let starts = at == 0 || !is_word(code[at - 1]);
        let word = words.iter().find(|word| {
            code[at..].starts_with(word.as_bytes())
                && !code.get(at + word.len()).copied().is_some_and(is_word)
        });
        match word {
            Some(word) if starts => {
                found.push(at..at + word.len());
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
    let is_marked = text.contains(mark) || text.contains("__attribute") && mentions(&text, "global");
    if !is_marked {
        return is_put_together(&text, mark);
    }
    let code = code(&text);
    let defines_marker = || {
        let mut macros = code.lines().filter_map(definition_of_macro);
        macros.any(|(_, body)| mentions(body, mark) || has_global_attribute(body))
    };
    let directives = directives(code.as_bytes());
    let is_defined = |at: usize| {
        let is_code = !in_directive(&directives, at);
        is_code && !is_declared(&code[at + mark.len()..])
    };
    words(&code, mark).any(is_defined) || has_global_attribute(&code) || defines_marker()
}

/// What stands in quotes or angle brackets in the lines of the preprocessor's.
pub fn names_in_directives(text: &str) -> BTreeSet<String> {
    let text = joined(text);
    let directives = text
        .lines()
        .map(str::trim_start)
        .filter(|line| line.starts_with(['#', '%']));
    let between = |line: &str, signs: [char; 2]| -> Vec<String> {
        let parts = line.split(signs).skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    };
    let of_line = |line| [between(line, ['"', '"']), between(line, ['<', '>'])].concat();
    directives.flat_map(of_line).collect()
}

/// The lines of a text that define macros, each as one line.
pub fn lines_of_macros(text: &str) -> String {
    let code = code(&joined(text));
    let lines = code.lines().filter(|line| definition_of_macro(line).is_some());
    lines.fold(String::new(), |all, line| all + line + "\n")
}

/// The lines that would define the macros which a build's own file may define, by a flag (`-DNAME=VALUE`) or in a list: all that stands
/// between a name, an equals sign, and a blank or quote.
pub fn macros_of_build(text: &str) -> String {
    let mut lines = String::new();
    for (at, _) in text.match_indices('=') {
        let (before, behind) = (&text[..at], &text[at + 1..]);
        let name = &before[before
            .trim_end_matches(|c| !crate::macros::is_no_part_of_word(c))
            .len()..];
        let name = name
            .strip_prefix('D')
            .filter(|_| before[..at - name.len()].ends_with('-'))
            .unwrap_or(name);
        let is_end = |sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | ';');
        let value = behind.split(is_end).next().unwrap_or_default();
        if !name.is_empty() && !value.is_empty() {
            lines += &format!("#define {name} {value}\n");
        }
    }
    lines
}

/// The macros of some texts that may write the mark of a kernel of CUDA's, directly or through one another.
pub fn marking_macros(texts: &[String]) -> BTreeSet<String> {
    let codes: Vec<String> = texts.iter().map(|text| code(&joined(text))).collect();
    let lines = codes.iter().flat_map(|code| code.lines());
    let macros: Vec<(&str, &str)> = lines.filter_map(definition_of_macro).collect();
    let mark = marks(Language::Cuda)[0];
    let by_attribute = macros.iter().filter(|(_, body)| has_global_attribute(body));
    let first = by_attribute
        .map(|(name, _)| (*name).to_owned())
        .chain([mark.to_owned()]);
    let mut found = leading_to(&macros, first.collect());
    found.remove(mark);
    found
}

/// Whether the code of a text, but for the lines of the preprocessor's, mentions one of these.
pub fn uses_any(text: &str, names: &BTreeSet<String>) -> bool {
    if !names.iter().any(|name| text.contains(name.as_str())) {
        return false;
    }
    let code = code(&joined(text));
    let lines = code.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(all_words).any(|(_, word)| names.contains(word))
}

/// Whether macros may paste a word together from its pieces, which stand beside one another: `CAT(__glo, bal__)`.
fn is_put_together(text: &str, word: &str) -> bool {
    text.contains("##") && {
        let code = code(text);
        let is_between = |sign: char| sign.is_whitespace() || matches!(sign, ',' | '(' | ')' | '#');
        code.replace(is_between, "").contains(word)
    }
}

/// Whether a text has `__attribute__((global))`, which is what `__global__` stands for.
fn has_global_attribute(code: &str) -> bool {
    let mut attributes = code.match_indices("__attribute");
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
        ] {
            assert!(defines_kernels(text), "{text}");
        }
        for text in [
            "__global__ void k(int *a);",
            "template <class T> __global__ void k(T *a);\nint x;",
            "// __global__ void k() { }",
            "const char *s = \"__global__ void k() { }\";",
            "const char *s = R\"(\n__global__ void k() { })\";",
            "#ifdef __global__\n#endif\n#undef __global__\n",
            "__attribute__((unused)) int global;",
        ] {
            assert!(!defines_kernels(text), "{text}");
        }
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
