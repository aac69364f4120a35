//! The text of inline assembly. libclang shows an `asm` statement's operands, not its template: that is read in the source,
//! and where a macro wrote the statement, in the macros' definitions.

use super::super::files::Files;
use crate::clang::Cursor;
use crate::macros::{arguments, parenthesised, substitute, words};
use std::collections::HashSet;

/// Deepest nesting of macros that is followed.
const DEPTH: usize = 6;
/// Most text that is gathered for one statement.
const MOST: usize = 1 << 16;

/// An `asm` statement as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assembly {
    /// The template's literals, joined.
    pub template: String,
    /// How many outputs it has, which come first among the operands.
    pub outputs: usize,
    /// What is said of each operand.
    pub operands: Vec<Constraint>,
    /// Whether it says that it clobbers memory.
    pub clobbers_memory: bool,
}

impl Assembly {
    /// Whether an output is read as well.
    pub fn reads_outputs(&self) -> bool {
        self.operands.iter().any(Constraint::is_both)
    }

    /// The operands' names.
    pub fn names(&self) -> Vec<Option<String>> {
        self.operands.iter().map(|operand| operand.name.clone()).collect()
    }
}

/// `[name] "+r"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    /// What the template may call the operand.
    pub name: Option<String>,
    /// Its letters.
    pub letters: String,
}

impl Constraint {
    /// Whether the operand is an output that is read as well.
    pub fn is_both(&self) -> bool {
        self.letters.starts_with('+')
    }
}

/// What an `asm` statement may be: several, if the macros around it write several; none, if no definition was found that
/// writes one. `function` is the function that it stands in.
pub(super) fn written<'u>(
    files: &mut Files<'u>,
    c: Cursor<'u>,
    function: Option<Cursor<'u>>,
) -> Vec<Assembly> {
    let mut slice = |c: Cursor<'u>| Some(without_comments(&files.text(c)?));
    let mut text = slice(c).unwrap_or_default();
    if starts_statement(&text) {
        return assembly_at(&text).into_iter().collect();
    }
    if !text.contains(|c: char| c.is_ascii_alphabetic()) {
        text = function.and_then(&mut slice).unwrap_or_default();
    }
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    gather(files, &text, DEPTH, &mut seen, &mut found);
    found.dedup();
    found
}

/// A text without C++'s comments.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut escaped, mut at) = (false, false, 0);
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        let comment = match rest {
            _ if quoted => None,
            _ if rest.starts_with("//") => Some(rest.find('\n').unwrap_or(rest.len())),
            _ if rest.starts_with("/*") => Some(rest.find("*/").map_or(rest.len(), |end| end + 2)),
            _ => None,
        };
        if let Some(length) = comment {
            out.push(' ');
            at += length;
            continue;
        }
        quoted ^= sign == '"' && !escaped;
        escaped = sign == '\\' && !escaped;
        out.push(sign);
        at += sign.len_utf8();
    }
    out
}

/// The words that begin an `asm` statement.
const KEYWORDS: [&str; 3] = ["asm", "__asm", "__asm__"];

fn starts_statement(text: &str) -> bool {
    words(text)
        .next()
        .is_some_and(|(at, word)| at == 0 && KEYWORDS.contains(&word))
}

/// Collects the templates in a text, and in the macros that it names.
fn gather(
    files: &mut Files<'_>,
    text: &str,
    depth: usize,
    seen: &mut HashSet<String>,
    found: &mut Vec<Assembly>,
) {
    if depth == 0 || text.len() > MOST {
        return;
    }
    for (at, word) in words(text) {
        if KEYWORDS.contains(&word) {
            found.extend(assembly_at(&text[at..]));
            continue;
        }
        let given = arguments(&text[at + word.len()..]).unwrap_or_default();
        for (parameters, body) in files.macro_definitions(word) {
            let expanded = without_comments(&substitute(&body, &parameters, &given));
            if seen.insert(expanded.clone()) {
                gather(files, &expanded, depth - 1, seen, found);
            }
        }
    }
}

/// The `asm` statement that a text begins with.
fn assembly_at(text: &str) -> Option<Assembly> {
    let open = text.find('(')?;
    let sections = sections(parenthesised(&text[open..])?);
    let section = |n: usize| sections.get(n).copied().unwrap_or_default();
    let mut operands = constraints(section(1));
    let outputs = operands.len();
    operands.extend(constraints(section(2)));
    Some(Assembly {
        template: template(sections.first()?),
        outputs,
        operands,
        clobbers_memory: section(3).contains("\"memory\""),
    })
}

/// The parts of an `asm` statement between its colons.
fn sections(inner: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut escaped, mut from) = (0, false, false, 0);
    let mut list = Vec::new();
    for (at, sign) in inner.char_indices() {
        match sign {
            '"' if !escaped => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            ':' if !quoted && depth == 0 => {
                list.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
        escaped = sign == '\\' && !escaped;
    }
    list.push(&inner[from..]);
    list
}

/// The constraints of a list of operands: the literals that stand outside of parentheses, each with the name before it.
fn constraints(text: &str) -> Vec<Constraint> {
    let (mut depth, mut start, mut end) = (0, None, 0);
    let mut list = Vec::new();
    for (at, sign) in text.char_indices() {
        match (sign, start) {
            ('"', None) => start = Some(at + 1),
            ('"', Some(from)) => {
                if depth == 0 {
                    let before = text[end..from - 1].trim_end().strip_suffix(']');
                    let name = before.and_then(|before| Some(before.rsplit_once('[')?.1.trim().to_owned()));
                    let letters = text[from..at].to_owned();
                    list.push(Constraint { name, letters });
                    end = at + 1;
                }
                start = None;
            }
            ('(', None) => depth += 1,
            (')', None) => depth -= 1,
            _ => {}
        }
    }
    list
}

/// A template's literals joined; a macro's call in between stands for its arguments, as one that makes a literal of them does.
fn template(text: &str) -> String {
    let mut template = String::new();
    let mut plain = String::new();
    let (mut quoted, mut escaped) = (false, false);
    let flush = |plain: &mut String, template: &mut String| {
        let piece = plain.trim();
        match piece.find('(').and_then(|at| parenthesised(&piece[at..])) {
            Some(given) => template.push_str(given.trim()),
            None => template.push_str(piece),
        }
        plain.clear();
    };
    for sign in text.chars() {
        if !quoted {
            if sign == '"' {
                flush(&mut plain, &mut template);
                quoted = true;
            } else {
                plain.push(sign);
            }
            continue;
        }
        match (sign, escaped) {
            ('"', false) => quoted = false,
            ('n', true) => template.push('\n'),
            ('t', true) => template.push(' '),
            ('\\', false) => {}
            _ => template.push(sign),
        }
        escaped = sign == '\\' && !escaped;
    }
    flush(&mut plain, &mut template);
    template
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_read_out_of_statements() {
        for (text, template) in [
            (
                r#"asm volatile("add.u32 %0, %1, %2;" : "=r"(x) : "r"(a), "r"(b))"#,
                "add.u32 %0, %1, %2;",
            ),
            (
                r#"asm("{\n\t" "neg.s32 %0, %1;\n" "}" : "=r"(x) : "r"(a))"#,
                "{\n neg.s32 %0, %1;\n}",
            ),
            (
                r#"asm("{" TEXT(add) ".f16 %0,%1,%2;\n}" : "=h"(x))"#,
                "{add.f16 %0,%1,%2;\n}",
            ),
        ] {
            assert_eq!(
                assembly_at(text).map(|found| found.template).as_deref(),
                Some(template),
                "{text}"
            );
        }
    }

    #[test]
    fn comments_are_left_out() {
        let text = "asm(\"st // a \\\" \" // \"b\n \"; /* c */\" /* \" */ :: \"r\"(x))";
        assert_eq!(
            without_comments(text),
            "asm(\"st // a \\\" \"  \n \"; /* c */\"   :: \"r\"(x))"
        );
    }

    #[test]
    fn parameters_are_replaced() {
        let body = r##"asm("st." #space ".u32 [%0], %1;" :: "l"(p), "r"(v))"##;
        let parameters = ["space".to_owned(), "p".to_owned()];
        let text = substitute(body, &parameters, &["global", "q + 1"]);
        assert_eq!(
            text,
            r#"asm("st." "global" ".u32 [%0], %1;" :: "l"(q + 1), "r"(v))"#
        );
        let found = assembly_at(&text).expect("it is a statement");
        assert_eq!(found.template, "st.global.u32 [%0], %1;");
        assert_eq!(
            (found.outputs, found.operands.len(), found.reads_outputs()),
            (0, 2, false)
        );
    }

    #[test]
    fn operands_are_counted() {
        let text = r#"asm("madc.hi %0, %2, %3, %1; mov %1, %0;" : "+r"(f("x", 1)), "=r"(b) : "r"(c), "r"(d) : "memory")"#;
        let found = assembly_at(text).expect("it is a statement");
        assert_eq!(
            (found.outputs, found.operands.len(), found.reads_outputs()),
            (2, 4, true)
        );
        assert!(found.clobbers_memory);
        let text = r#"asm("mov.u32 %[to], %0;" : [to] "=r"(a[0]) : "r"(x))"#;
        let found = assembly_at(text).expect("it is a statement");
        assert_eq!(found.names(), [Some("to".to_owned()), None]);
        assert!(!found.clobbers_memory);
    }

    #[test]
    fn arguments_are_split_at_outer_commas() {
        assert_eq!(
            arguments(" (f(a, b), \"x,y\", c)"),
            Some(vec!["f(a, b)", "\"x,y\"", "c"])
        );
        assert_eq!(arguments("; (a)"), None);
    }
}
