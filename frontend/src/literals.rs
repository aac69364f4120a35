//! OpenCL programs in string literals of host files.
//!
//! [`programs`] gives each program as a text of the host file's length in which every byte of code stands where it stands in
//! the host file, so that offsets, and with them lines and columns, are those of the host file.

use crate::ir::Language;
use crate::language_of;
use std::path::PathBuf;

/// The programs in a host file's literals; none if the file has kernels of its own.
pub fn programs(text: &str) -> Vec<String> {
    if !text.contains("kernel") || !text.contains('"') {
        return Vec::new();
    }
    let Lexed { groups, outside } = lex(text);
    if is_program(&outside) || outside.contains("__global__") {
        return Vec::new();
    }
    groups
        .iter()
        .map(|group| mask(text, group))
        .filter(|code| is_program(code))
        .collect()
}

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

/// Whether a text has an OpenCL kernel.
fn is_program(code: &str) -> bool {
    let mut words = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let mut words = words.by_ref().filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let attribute = |next: &&&str| matches!(**next, "void" | "__attribute__");
        if word == "__kernel" || word == "kernel" && words.peek().as_ref().is_some_and(|n| attribute(&&**n)) {
            return true;
        }
    }
    false
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
    /// The text without literals and comments.
    outside: String,
}

/// Finds comments, characters and strings of C and C++.
fn lex(text: &str) -> Lexed {
    let bytes = text.as_bytes();
    let mut lexed = Lexed {
        groups: Vec::new(),
        outside: String::new(),
    };
    let (mut at, mut open) = (0, false);
    while let Some(&byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1)) {
            (b'/', Some(b'/')) => at = find(bytes, at, b"\n"),
            (b'/', Some(b'*')) => at = (find(bytes, at + 2, b"*/") + 2).min(bytes.len()),
            (b'\'', _) if !after_digit(bytes, at) => at = close(bytes, at, b'\''),
            (b'"', _) => {
                let (literal, end) = string(bytes, at);
                at = end;
                if !open {
                    lexed.groups.push(Vec::new());
                }
                open = true;
                lexed.groups.last_mut().into_iter().for_each(|group| {
                    group.push(Literal { ..literal });
                });
                // The prefix of a raw literal belongs to it.
                while lexed.outside.ends_with(['R', 'u', 'U', 'L', '8']) {
                    lexed.outside.pop();
                }
            }
            _ => {
                // A prefix, or what joins lines of a macro.
                let joins = byte.is_ascii_whitespace() || matches!(byte, b',' | b'\\');
                let prefix = matches!(byte, b'R' | b'u' | b'U' | b'L' | b'8')
                    && bytes[at..].iter().take(3).any(|b| *b == b'"');
                open &= joins || prefix;
                lexed
                    .outside
                    .push(if byte.is_ascii() { char::from(byte) } else { ' ' });
                at += 1;
            }
        }
    }
    lexed
}

/// `1'000` is no character.
fn after_digit(bytes: &[u8], at: usize) -> bool {
    at > 0 && bytes[at - 1].is_ascii_alphanumeric()
}

/// Where `what` begins next, or the end.
fn find(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    let from = from.min(bytes.len());
    let found = bytes[from..].windows(what.len()).position(|w| w == what);
    found.map_or(bytes.len(), |n| from + n)
}

/// The place after the closing quote, or the line's end: an apostrophe in odd text is no reason to skip the file.
fn close(bytes: &[u8], open: usize, quote: u8) -> usize {
    let mut at = open + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The literal whose opening quote is at `open`, and the place after it.
fn string(bytes: &[u8], open: usize) -> (Literal, usize) {
    let raw = open > 0 && bytes[open - 1] == b'R';
    if raw {
        let delimiter = find(bytes, open, b"(");
        let mut closing = vec![b')'];
        closing.extend(bytes.get(open + 1..delimiter).unwrap_or_default());
        closing.push(b'"');
        let (start, end) = ((delimiter + 1).min(bytes.len()), find(bytes, delimiter, &closing));
        let literal = Literal {
            start,
            end: end.max(start),
            raw,
        };
        return (literal, (end + closing.len()).min(bytes.len()));
    }
    let after = close(bytes, open, b'"');
    let closed = after > open + 1 && bytes.get(after - 1) == Some(&b'"');
    let literal = Literal {
        start: open + 1,
        end: if closed { after - 1 } else { after },
        raw,
    };
    (literal, after)
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
        let mut at = 0;
        while at < target.len() {
            if target[at] != b'\\' {
                at += 1;
                continue;
            }
            // The second byte stays where it says what the escape means; a line of a literal may also be continued.
            let (first, second) = match target.get(at + 1) {
                Some(b'n' | b'r') => (b'\n', b' '),
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
        let mut all = programs(text);
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
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
        let all = programs(host);
        assert_eq!(all.len(), 2);
        assert!(all[0].contains("int f(int x)") && !all[0].contains("void l"));
    }

    #[test]
    fn files_with_kernels_of_their_own_are_left_alone() {
        assert_eq!(
            programs("__kernel void k() {} // \"__kernel void l() {}\""),
            [""; 0]
        );
        assert_eq!(
            programs("__global__ void k() { const char *s = \"__kernel void l() {}\"; }"),
            [""; 0]
        );
        assert_eq!(programs("// \"__kernel void l() {}\"\nint x;"), [""; 0]);
        assert_eq!(programs("int it's = 5; char *s = \"nothing\";"), [""; 0]);
    }

    proptest! {
        #[test]
        fn nothing_panics_and_lengths_stay(text in "(kernel void|__kernel|R\"\\(|\\)\"|\"|'|\\\\|\\\\n|/\\*|\\*/|//|\n|é|x| ){0,24}") {
            for code in programs(&text) {
                prop_assert_eq!(code.len(), text.len());
            }
        }
    }
}
