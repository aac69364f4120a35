//! Programs in string literals of host files.
//!
//! [`contents`] gives each program as a text of the host file's length in which every byte of code stands where it stands in
//! the host file, so that offsets, and with them lines and columns, are those of the host file.

use crate::ir::Language;
use crate::plain::{blank, end_of_raw, no_code};
use crate::{count, language_of};
use std::ops::Range;
use std::path::PathBuf;

/// A program in literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its text, in its places.
    pub text: String,
    /// Its language.
    pub language: Language,
}

impl Program {
    /// Where a kernel of it is marked, if it does not end in it: the host's code puts it together.
    pub fn in_pieces(&self) -> Option<usize> {
        let code = blank(&self.text);
        let of = |brace| code.iter().filter(|byte| **byte == brace).count();
        let is_whole = of(b'{') == of(b'}') && !count::definitions(&self.text, self.language).is_empty();
        marked(&self.text, self.language).filter(|_| !is_whole)
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
    if !text.contains("kernel") && !text.contains("__global__") {
        return Contents::default();
    }
    let Lexed { groups, mut outside } = lex(text);
    let spelt = stringised(&outside);
    for literal in &spelt {
        outside[literal.start..literal.end].fill(b' ');
    }
    let outside = String::from_utf8_lossy(&outside);
    let own = LANGUAGES
        .into_iter()
        .find(|language| marked(&outside, *language).is_some());
    let groups = groups.into_iter().chain(spelt.into_iter().map(|one| vec![one]));
    let of_group = |group: Vec<Literal>| {
        let inside = |one: &Literal| text.get(one.start..one.end).unwrap_or_default();
        let has_word = |one: &Literal| {
            ["kernel", "__global__"]
                .iter()
                .any(|word| inside(one).contains(word))
        };
        let code = group.iter().any(has_word).then(|| mask(text, &group))?;
        let is_of = |language: &Language| marked(&code, *language).is_some();
        let language = LANGUAGES.into_iter().find(is_of)?;
        Some(Program { text: code, language })
    };
    Contents {
        programs: groups.filter_map(of_group).collect(),
        own,
    }
}

const LANGUAGES: [Language; 2] = [Language::Cuda, Language::OpenCl];

/// What a host file's literals name, if they are names of OpenCL sources, each once.
pub fn named_sources(text: &str) -> Vec<PathBuf> {
    let literals = lex(text).groups.into_iter().flatten();
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
    let mut words = crate::macros::all_words(code).peekable();
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

/// The arguments of macros that hold kernels of OpenCL's: such a macro makes a literal of them.
fn stringised(outside: &[u8]) -> Vec<Literal> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_u32, None);
    for (at, byte) in outside.iter().enumerate() {
        match byte {
            b'(' if depth == 0 => (depth, start) = (1, Some(at + 1)),
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                let inside = start.take_if(|_| depth == 0).map(|start| start..at);
                found.extend(inside.filter(|inside| {
                    let text = String::from_utf8_lossy(&outside[inside.clone()]);
                    text.contains("__kernel") && marked(&text, Language::OpenCl).is_some()
                }));
            }
            _ => {}
        }
    }
    let literal = |inside: Range<usize>| Literal {
        start: inside.start,
        end: inside.end,
        raw: true,
    };
    found.into_iter().map(literal).collect()
}

/// The inside of one literal.
struct Literal {
    start: usize,
    end: usize,
    raw: bool,
}

struct Lexed {
    /// Literals with nothing but white space, comments and commas between them: parts of one program.
    groups: Vec<Vec<Literal>>,
    /// The text with blanks for literals and comments.
    outside: Vec<u8>,
}

/// Finds comments, characters and strings of C and C++.
fn lex(text: &str) -> Lexed {
    let bytes = text.as_bytes();
    let mut outside = bytes.to_vec();
    let mut groups: Vec<Vec<Literal>> = Vec::new();
    let mut end_of_last = None;
    for place in no_code(bytes, end_of_raw) {
        outside[place.clone()].fill(b' ');
        if bytes[place.start] != b'"' {
            continue;
        }
        let joins = |end: usize| {
            let between = outside[end..place.start].trim_ascii();
            let prefix = between
                .trim_ascii_end()
                .iter()
                .rev()
                .take_while(|byte| byte.is_ascii_alphanumeric());
            let between = &between[..between.len() - prefix.count()];
            between
                .iter()
                .all(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b'\\'))
        };
        if !end_of_last.is_some_and(joins) {
            groups.push(Vec::new());
        }
        end_of_last = Some(place.end);
        groups
            .last_mut()
            .into_iter()
            .for_each(|group| group.push(literal(bytes, &place)));
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
