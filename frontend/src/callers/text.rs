//! Functions and uses of names in a text whose comments and strings are blanked.

use crate::macros::words;
use crate::plain::opening;
use std::collections::BTreeSet;

/// The definition of a function.
pub(super) struct Head<'t> {
    /// Its name without scopes.
    pub name: &'t str,
    pub body: &'t str,
    /// It runs on the host, too.
    pub is_host: bool,
    /// Nothing outside of the file calls it.
    pub is_static: bool,
}

/// What opens a scope that functions stand in.
const SCOPES: [&str; 6] = ["namespace", "class", "struct", "union", "extern", "enum"];
/// What stands before parentheses and a body, and is no function.
const CONTROL: [&str; 5] = ["if", "for", "while", "switch", "catch"];

/// The functions that a text defines, those of namespaces and classes too.
pub(super) fn heads(code: &str) -> Vec<Head<'_>> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    let bytes = code.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b';' | b'}' => start = at + 1,
            b'#' if is_first_in_line(bytes, at) => {
                at = end_of_directive(bytes, at);
                start = at;
                continue;
            }
            b'{' => {
                let head = &code[start..at];
                if let Some(name) = name_of(head) {
                    let end = closing(bytes, at, BRACES);
                    let says = |word| crate::plain::mentions(head, word);
                    found.push(Head {
                        name,
                        body: &code[at..end],
                        is_static: says("static"),
                        is_host: says("__host__") || !says("__global__") && !says("__device__"),
                    });
                    at = end;
                }
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The words at file scope, in namespaces too, behind which a declarator ends: `n` of `int n = 3;`.
pub(super) fn declarators(code: &str) -> BTreeSet<String> {
    let bytes = code.as_bytes();
    let mut outside = bytes.to_vec();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let end = match bytes[at] {
            b'#' if is_first_in_line(bytes, at) => end_of_directive(bytes, at),
            b'(' => closing(bytes, at, [b'(', b')']),
            b'{' if !opens_scope(&code[start..at]) => closing(bytes, at, BRACES),
            b';' | b'}' | b'{' => {
                start = at + 1;
                at + 1
            }
            _ => at + 1,
        };
        if end > at + 1 {
            outside[at + 1..end.min(bytes.len())].fill(b' ');
        }
        at = end.max(at + 1);
    }
    let outside = crate::plain::text_of(&outside);
    let ends = |(at, word): &(usize, &str)| {
        let behind = outside[at + word.len()..].trim_start();
        behind.starts_with([';', '=', '[', ',', '{'])
    };
    let found = words(&outside).filter(ends);
    found.map(|(_, word)| word.to_owned()).collect()
}

/// Whether a brace behind this opens a namespace or a linkage block.
fn opens_scope(head: &str) -> bool {
    let mut words = head.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    matches!(
        (words.next(), words.next()),
        (Some("namespace"), _) | (Some("inline"), Some("namespace")) | (Some("extern"), None)
    )
}

/// The name of the function that a head declares, if it is one's.
fn name_of(head: &str) -> Option<&str> {
    let first = head.split(|c: char| !is_word(c)).find(|word| !word.is_empty())?;
    if SCOPES.contains(&first) && !has_parameters(head) || CONTROL.contains(&first) {
        return None;
    }
    let mut depth = 0_u32;
    for (at, byte) in head.bytes().enumerate() {
        match byte {
            b'(' if depth == 0 => {
                let name = last_word(head[..at].trim_end());
                // `__launch_bounds__(256)`, `__attribute__((...))`, `alignas(16)`.
                if !name.is_empty() && !name.starts_with("__") && name != "alignas" && name != "decltype" {
                    return Some(name);
                }
                depth += 1;
            }
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'=' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn has_parameters(head: &str) -> bool {
    head.trim_end().ends_with(')') || head.contains(") const")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_first_in_line(bytes: &[u8], at: usize) -> bool {
    let line = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
    bytes[line..at].iter().all(u8::is_ascii_whitespace)
}

/// One past the line of a directive and those that continue it.
fn end_of_directive(bytes: &[u8], mut at: usize) -> usize {
    while let Some(n) = bytes[at..].iter().position(|b| *b == b'\n') {
        let end = at + n;
        at = end + 1;
        let text = bytes[..end].trim_ascii_end();
        if text.last() != Some(&b'\\') {
            return at;
        }
    }
    bytes.len()
}

const BRACES: [u8; 2] = [b'{', b'}'];

/// Where the bracket closes that opens at `open`, or the end of the text.
fn closing(bytes: &[u8], open: usize, [opening, closing]: [u8; 2]) -> usize {
    let mut depth = 0_u32;
    for (n, byte) in bytes.iter().enumerate().skip(open) {
        match *byte {
            byte if byte == opening => depth += 1,
            byte if byte == closing => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return n;
        }
    }
    bytes.len()
}

/// A text without the attributes that it ends with: `void __cluster_dims__(2, 1, 1)`.
fn without_attributes(text: &str) -> &str {
    let Some(open) = opening(text, '(', ')').filter(|_| text.ends_with(')')) else {
        return text;
    };
    let head = text[..open].trim_end();
    match last_word(head) {
        name if name.starts_with("__") => without_attributes(head[..head.len() - name.len()].trim_end()),
        _ => text,
    }
}

/// Words after which a name is used.
const BEFORE_USES: [&str; 10] = [
    "return",
    "else",
    "do",
    "case",
    "co_return",
    "co_await",
    "co_yield",
    "throw",
    "new",
    "and",
];

/// Whether a name at a place is what a declaration declares: a type stands before it, parentheses and no body behind it.
pub(super) fn declares(code: &str, at: usize, name: &str) -> bool {
    let behind = code[at + name.len()..].trim_start();
    let before = without_attributes(code[..at].trim_end());
    let is_type = match before.chars().next_back() {
        Some(c) if is_word(c) => !BEFORE_USES.contains(&last_word(before)),
        Some('*' | '&' | '>') => starts_with_type(before),
        _ => false,
    };
    is_type && behind.starts_with('(')
}

/// Whether a name at a place is that of a function that is defined there.
pub(super) fn defines(code: &str, at: usize, name: &str) -> bool {
    let behind = &code[at + name.len()..];
    let is_qualified = code[..at].trim_end().ends_with("::");
    (is_qualified || declares(code, at, name)) && end_of_head(behind) == Some('{')
}

/// Whether a name at a place may declare something that other files define: it is a declaration and no definition, or stands outside of
/// functions where a macro may make a declaration of it, or `using`.
pub(super) fn may_declare(code: &str, at: usize, name: &str, is_outside: bool) -> bool {
    let behind = code[at + name.len()..].trim_start();
    let is_use = behind.starts_with('(') || behind.starts_with('<');
    let start = code[..at].rfind([';', '{', '}', '#']).map_or(0, |n| n + 1);
    let head = code[start..at].trim_start();
    // `using app::run;`, `DECLARE(run)`: no parameter or value.
    let word = head.trim_start_matches(is_word);
    let of_macro = word.len() < head.len() && word.trim_start().starts_with('(') && !word.contains('=');
    let is_declared = head.starts_with("using") || of_macro;
    is_outside && !is_use && is_declared || declares(code, at, name) && !defines(code, at, name)
}

/// The ranges of the bodies of the functions of a text.
pub(super) fn bodies(code: &str) -> Vec<std::ops::Range<usize>> {
    let offset = |part: &str| part.as_ptr() as usize - code.as_ptr() as usize;
    let range = |head: Head<'_>| offset(head.body)..offset(head.body) + head.body.len();
    heads(code).into_iter().map(range).collect()
}

/// The sign that ends what stands behind a function's name: a body's brace or a semicolon.
fn end_of_head(behind: &str) -> Option<char> {
    let mut depth = 0_u32;
    behind.chars().find(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(c, '{' | ';')
    })
}

/// Whether a statement begins with a type and its pointers: `float *`, `std::vector<int> &`.
fn starts_with_type(before: &str) -> bool {
    let statement = before.trim_end_matches(|c| !matches!(c, ';' | '{' | '}' | '(' | ',' | '=' | '#'));
    let is_first = matches!(statement.chars().next_back(), None | Some(';' | '{' | '}'));
    let head = before[statement.len()..].trim();
    let ty = head.trim_end_matches(['*', '&', '>', ' ']);
    is_first && !ty.is_empty() && !BEFORE_USES.contains(&ty)
}

/// The word at the end of a text; empty if there is none.
fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_word).len()..]
}
