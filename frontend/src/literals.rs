//! Programs in string literals of host files.
//!
//! [`contents`] gives each program as a text of the host file's length in which every byte of code stands where it stands in
//! the host file, so that offsets, and with them lines and columns, are those of the host file.

mod options;
mod stringised;

use crate::ir::Language;
use crate::macros::{all_words, is_no_part_of_word};
use crate::plain::{blank, end_of_raw, is_word, no_code, words};
use crate::{count, language_of};
pub use options::definitions as built_with;
use std::ops::Range;
use std::path::PathBuf;
use stringised::stringised;

/// A program in literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its text, in its places.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// Macros and escapes have a say in what it is.
    is_spelt: bool,
}

impl Program {
    /// Where it starts, if the host's code puts a kernel of it together, or macros and escapes spell it.
    pub fn in_pieces(&self) -> Option<usize> {
        let code = blank(&self.text);
        let of = |brace| code.iter().filter(|byte| **byte == brace).count();
        let is_whole = of(b'{') == of(b'}') && !count::definitions(&self.text, self.language).is_empty();
        let start = || self.text.find(|sign: char| !sign.is_whitespace()).unwrap_or(0);
        (self.is_spelt || !is_whole).then(|| marked(&self.text, self.language).unwrap_or_else(start))
    }
}

/// What a host file's literals hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The programs.
    pub programs: Vec<Program>,
    /// The language of the kernels outside of them, if there are such.
    pub own: Option<Language>,
}

/// The programs in a text's literals, and in what a macro makes a literal of; and whether it has kernels of its own.
pub fn contents(text: &str) -> Contents {
    if !text.contains('"') && !text.contains('#') {
        return Contents::default();
    }
    let Lexed { groups, mut outside } = lex(text);
    let spelt = stringised(&outside);
    for (literal, _) in &spelt {
        outside[literal.start..literal.end].fill(b' ');
    }
    let outside = String::from_utf8_lossy(&outside);
    let own = LANGUAGES
        .into_iter()
        .find(|language| marked(&outside, *language).is_some());
    let spelt = spelt.into_iter().map(|(literal, is_spelt)| Group {
        literals: vec![literal],
        has_macros: is_spelt,
    });
    let programs = groups
        .into_iter()
        .chain(spelt)
        .filter_map(|group| program(text, &group));
    Contents {
        programs: programs.collect(),
        own,
    }
}

fn program(text: &str, group: &Group) -> Option<Program> {
    let inside = |one: &Literal| text.get(one.start..one.end).unwrap_or_default();
    let read: Vec<String> = group
        .literals
        .iter()
        .map(|one| decoded(inside(one), one.raw))
        .collect();
    let read = read.concat();
    let of_read = LANGUAGES
        .into_iter()
        .find(|language| marked(&read, *language).is_some());
    let may_be_one = ["kernel", "__global__"].iter().any(|word| read.contains(word));
    if !(may_be_one || group.has_macros && heads_function(&read)) {
        return None;
    }
    let code = mask(text, &group.literals);
    let of_code = LANGUAGES
        .into_iter()
        .find(|language| marked(&code, *language).is_some());
    let of_head = || (group.has_macros && heads_function(&read)).then_some(Language::Cuda);
    Some(Program {
        language: of_code.or(of_read).or_else(of_head)?,
        is_spelt: of_code.is_none() || group.has_macros,
        text: code,
    })
}

/// Whether a text has the head of a function that gives nothing, as kernels do.
fn heads_function(code: &str) -> bool {
    let mut heads = words(code, "void");
    heads.any(|at| {
        let behind = code[at + "void".len()..].trim_start();
        let name = behind.find(is_no_part_of_word).unwrap_or(behind.len());
        name > 0 && behind[name..].trim_start().starts_with('(') && behind.contains('{')
    })
}

/// What a literal holds, as far as words go: numbers for signs are signs, and lines that go on are one.
fn decoded(inside: &str, raw: bool) -> String {
    if raw || !inside.contains('\\') {
        return inside.to_owned();
    }
    let mut out = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        out += &rest[..at];
        let behind = &rest[at + 1..];
        let (radix, digits) = match behind.strip_prefix('x') {
            Some(digits) => (16, digits),
            None => (8, behind),
        };
        let length = digits
            .find(|sign: char| !sign.is_digit(radix))
            .unwrap_or(digits.len());
        let length = if radix == 8 { length.min(3) } else { length };
        let sign = u32::from_str_radix(&digits[..length], radix)
            .ok()
            .and_then(char::from_u32);
        rest = match (sign, behind.chars().next()) {
            (Some(sign), _) => {
                out.push(sign);
                &digits[length..]
            }
            (None, Some('\n')) => &behind[1..],
            (None, Some(other)) => {
                out.push(if matches!(other, 'n' | 't' | 'r') {
                    ' '
                } else {
                    other
                });
                &behind[other.len_utf8()..]
            }
            (None, None) => "",
        };
    }
    out + rest
}

const LANGUAGES: [Language; 2] = [Language::Cuda, Language::OpenCl];

/// What a host file's literals name, if they are names of OpenCL sources, each once.
pub fn named_sources(text: &str) -> Vec<PathBuf> {
    let literals = lex(text).groups.into_iter().flat_map(|group| group.literals);
    let inside = literals.filter_map(|literal| text.get(literal.start..literal.end));
    let names = inside.map(|name| PathBuf::from(name.replace("\\\\", "/")));
    let mut named: Vec<PathBuf> = names
        .filter(|path| path.file_stem().is_some() && language_of(path) == Language::OpenCl)
        .collect();
    named.sort();
    named.dedup();
    named
}

/// Where a text marks a kernel of a language: what names the mark alone is a message.
fn marked(code: &str, language: Language) -> Option<usize> {
    let mut words = all_words(code).peekable();
    while let Some((at, word)) = words.next() {
        let next = words.peek().map_or("", |(_, next)| *next);
        let is_head = matches!(
            next,
            "void" | "__attribute__" | "__launch_bounds__" | "__cluster_dims__"
        );
        let is_mark = match language {
            Language::Cuda => word == "__global__" && is_head,
            Language::OpenCl => word == "__kernel" || word == "kernel" && is_head,
        };
        if is_mark {
            return Some(at);
        }
    }
    None
}

/// Literals with nothing but white space, comments and commas between them: parts of one program.
struct Group {
    literals: Vec<Literal>,
    /// Macros stand between them.
    has_macros: bool,
}

/// The inside of one literal.
struct Literal {
    start: usize,
    end: usize,
    raw: bool,
}

struct Lexed {
    groups: Vec<Group>,
    /// The text with blanks for literals and comments.
    outside: Vec<u8>,
}

/// What belongs to a literal before its quote (C++17, 5.13.5), the longest first.
const PREFIXES: [&[u8]; 9] = [b"u8R", b"LR", b"uR", b"UR", b"u8", b"R", b"L", b"u", b"U"];

/// Finds comments, characters and strings of C and C++.
fn lex(text: &str) -> Lexed {
    let bytes = text.as_bytes();
    let mut outside = bytes.to_vec();
    let mut groups: Vec<Group> = Vec::new();
    let mut end_of_last = None;
    for place in no_code(bytes, end_of_raw) {
        outside[place.clone()].fill(b' ');
        if bytes[place.start] != b'"' {
            continue;
        }
        let between = end_of_last.map(|end: usize| {
            let between = &outside[end..place.start];
            PREFIXES
                .iter()
                .find_map(|prefix| between.strip_suffix(*prefix))
                .unwrap_or(between)
        });
        let joins = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'\\');
        let may_be_macro = |byte: &u8| byte.is_ascii_whitespace() || is_word(*byte);
        let is_part = between.is_some_and(|between| between.iter().all(joins));
        let is_behind_macro = between.is_some_and(|between| between.iter().all(may_be_macro));
        if !is_part && !is_behind_macro {
            groups.push(Group {
                literals: Vec::new(),
                has_macros: false,
            });
        }
        end_of_last = Some(place.end);
        if let Some(group) = groups.last_mut() {
            group.has_macros |= is_behind_macro && !is_part;
            group.literals.push(literal(bytes, &place));
        }
    }
    Lexed { groups, outside }
}

/// The inside of the literal that stands at a place.
fn literal(bytes: &[u8], place: &Range<usize>) -> Literal {
    let raw = end_of_raw(bytes, place.start).is_some();
    let inside = &bytes[place.clone()];
    let (before, after) = match raw {
        true => {
            let length = inside.iter().position(|byte| *byte == b'(').unwrap_or(0);
            (length + 1, if inside.ends_with(b"\"") { length + 1 } else { 0 })
        }
        false => (1, usize::from(inside.len() > 1 && inside.ends_with(b"\""))),
    };
    let start = (place.start + before).min(place.end);
    Literal {
        start,
        end: (place.end - after).max(start),
        raw,
    }
}

/// The host file with blanks for everything but the literals' contents. Escapes become what they stand for and a blank.
fn mask(text: &str, literals: &[Literal]) -> String {
    let mut out = vec![b' '; text.len()];
    for Literal { start, end, raw } in literals {
        let inside = text.as_bytes().get(*start..*end).unwrap_or_default();
        let target = &mut out[*start..*start + inside.len()];
        target.copy_from_slice(inside);
        if *raw {
            continue;
        }
        let (mut at, mut quoted) = (0, false);
        while at < target.len() {
            if target[at] != b'\\' {
                at += 1;
                continue;
            }
            // The second byte stays where it says what the escape means; a line of a literal may also be continued.
            let (first, second) = match target.get(at + 1) {
                Some(b'n' | b'r') => (b'\n', b' '),
                // What is quoted stays as long as it is.
                Some(b'"') if at.checked_sub(2).is_none_or(|at| target[at] != b'\\') => {
                    quoted = !quoted;
                    if quoted { (b' ', b'"') } else { (b'"', b' ') }
                }
                Some(b'"') => (b' ', b'"'),
                Some(b'\\') => (b'\\', b' '),
                Some(b'\'') => (b' ', b'\''),
                _ => (b' ', b' '),
            };
            target[at] = first;
            if let Some(byte) = target.get_mut(at + 1) {
                *byte = second;
            }
            // A backslash at the end of a line must stand there alone.
            if first == b'\\' && target.get(at + 2) == Some(&b'\\') {
                target.swap(at, at + 1);
            }
            at += 2;
        }
    }
    // Outside of ASCII there are only comments, and escapes may have cut a character.
    out.into_iter()
        .map(|byte| if byte.is_ascii() { char::from(byte) } else { ' ' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn only(text: &str) -> String {
        let mut all = contents(text).programs;
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0).text
    }

    #[test]
    fn code_stands_where_it_stood() {
        let host = "#include <CL/cl.h>\nconst char *src =\n  \"__kernel void k(__global int *a)\\n\"\n  \"{ a[0] = 1; }\\n\";\nint main() { return 'x'; }\n";
        let code = only(host);
        assert_eq!(code.len(), host.len());
        assert_eq!(code.find("__kernel"), host.find("__kernel"));
        assert_eq!(code.find("a[0]"), host.find("a[0]"));
        assert!(!code.contains("main") && !code.contains("CL/cl.h"));
        assert_eq!(code.split_whitespace().last(), Some("}"));
    }

    #[test]
    fn raw_literals_and_prefixes() {
        let host = "auto s = R\"CL(\n#define N 4\n__kernel void k(__global int *a) { a[N] = \"x\"[0]; }\n)CL\"; auto t = R\"(plain)\";";
        let code = only(host);
        assert!(
            code.contains("#define N 4\n__kernel") && code.contains("\"x\"[0]"),
            "{code}"
        );
        assert!(!code.contains("plain") && !code.contains("CL"));
    }

    #[test]
    fn lines_that_escapes_make_and_continue() {
        let host = r##"const char *s = "#define A(x) \\\n  x\n__kernel void k() { char c = \"q\"[0]; }";"##;
        let code = only(host);
        assert!(code.contains("\\\n") || code.contains("\\ \n"), "{code}");
        assert!(code.contains("\n __kernel"), "{code}");
        assert!(code.contains("\"q \"") || code.contains("\"q"), "{code}");
    }

    #[test]
    fn arrays_of_literals_are_one_program_and_separate_ones_are_not() {
        let host = "const char *a[] = {\"int f(int x) { return x; }\", /* then */\n \"kernel void k(global int *p) { *p = f(1); }\"};\n\
                    const char *b = \"__kernel void l() {}\"; const char *c = \"kernel panic\";";
        let all = contents(host).programs;
        assert_eq!(all.len(), 2);
        assert!(all[0].text.contains("int f(int x)") && !all[0].text.contains("void l"));
    }

    #[test]
    fn kernels_outside_of_literals_are_the_files_own() {
        let found = |text: &str| {
            let contents = contents(text);
            let languages: Vec<Language> = contents.programs.iter().map(|program| program.language).collect();
            (contents.own, languages)
        };
        use Language::{Cuda, OpenCl};
        let both = "__kernel void k() {} // \"__kernel void l() {}\"";
        assert_eq!(found(both), (Some(OpenCl), vec![]));
        let inside = "__global__ void k() { const char *s = \"__kernel void l() {}\"; }";
        assert_eq!(found(inside), (Some(Cuda), vec![OpenCl]));
        assert_eq!(found("// \"__kernel void l() {}\"\nint x;"), (None, vec![]));
        assert_eq!(
            found("int it's = 5; char *s = \"no __global__ function\";"),
            (None, vec![])
        );
        let raw = "auto s = R\"(extern \"C\" __global__ void k(int *a) { })\";";
        assert_eq!(found(raw), (None, vec![Cuda]));
        let spelt =
            "#define S(...) #__VA_ARGS__\nconst char *s = S(__kernel void k(__global int *a) { f(\")\"); });";
        assert_eq!(found(spelt), (None, vec![OpenCl]));
        let code = only(spelt);
        assert!(
            code.contains("{ f(\")\"); }") && !code.contains("define"),
            "{code}"
        );
    }

    #[test]
    fn pieces_of_kernels_are_told_from_kernels() {
        let in_pieces = |text: &str| {
            contents(text)
                .programs
                .iter()
                .any(|one| one.in_pieces().is_some())
        };
        assert!(in_pieces(
            "auto s = \"__global__ void k(int *a) {\" + body + \"}\";"
        ));
        assert!(!in_pieces(
            "auto s = \"__global__ void k(int *a) { a[0] = 1; }\" + rest;"
        ));
    }

    proptest! {
        #[test]
        fn nothing_panics_and_lengths_stay(text in "(kernel void|__kernel|__global__ void|S\\(|\\)|R\"\\(|\\)\"|\"|'|\\\\|\\\\n|/\\*|\\*/|//|\n|é|x| ){0,24}") {
            for program in contents(&text).programs {
                prop_assert_eq!(program.text.len(), text.len());
            }
        }
    }
}
