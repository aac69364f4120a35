//! Rewrites of kernel source that must not change its verdict. None of them changes the number of a line.

use crate::expect::split_comments;
use std::collections::BTreeSet;

/// Names that the language looks for itself: those of the ends of a range (C++17 [stmt.ranged]).
const LOOKED_UP: [&str; 2] = ["begin", "end"];

/// Gives every name of `names` another one, in code and in what is said of it to kverify, but not in other comments.
///
/// Names that also stand after `.` or `->` are left alone: they may be members of types that are not the user's.
pub fn rename(text: &str, names: &BTreeSet<String>) -> String {
    let members: BTreeSet<&str> = text
        .lines()
        .flat_map(|line| tokens(split_comments(line).0))
        .filter(|token| token.after_dot)
        .map(|token| token.text)
        .collect();
    // What is also a namespace (`at::Tensor`) keeps its name.
    let is_qualifier = |name: &str| text.contains(&format!("{name}::"));
    let is_renamed = |name: &str| {
        names.contains(name) && !members.contains(name) && !LOOKED_UP.contains(&name) && !is_qualifier(name)
    };
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        let speaks_of_code = line.trim_start().starts_with("// kverify:");
        let code = if speaks_of_code {
            line
        } else {
            split_comments(line).0
        };
        for token in tokens(code) {
            out.push_str(token.text);
            if is_renamed(token.text) {
                out.push_str("_by_another_name");
            }
        }
        out.push_str(&line[code.len()..]);
        out.push('\n');
    }
    out
}

/// Puts `statement` at the start of every kernel's body. `kernel_lines` are the lines of the kernels' names.
pub fn insert_at_start(text: &str, kernel_lines: &BTreeSet<u32>, statement: &str) -> String {
    let mut out = String::with_capacity(text.len() + 100);
    let mut waits_for_body = false;
    for (number, line) in (1..).zip(text.lines()) {
        waits_for_body |= kernel_lines.contains(&number);
        let code = split_comments(line).0;
        match code.find('{') {
            Some(at) if waits_for_body => {
                waits_for_body = false;
                out.push_str(&line[..=at]);
                out.push(' ');
                out.push_str(statement);
                out.push_str(&line[at + 1..]);
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// Counts the threads of a block backwards: the same threads, other numbers.
pub fn mirror_threads(text: &str) -> String {
    text.replace("threadIdx.x", "(blockDim.x - 1u - threadIdx.x)")
        .replace("get_local_id(0)", "(get_local_size(0) - 1u - get_local_id(0))")
}

struct Token<'a> {
    text: &'a str,
    after_dot: bool,
}

/// Identifiers and numbers, string literals, and whatever is between them; the texts add up to the line.
fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut rest = code;
    let mut after_dot = false;
    while !rest.is_empty() {
        let length = token_length(rest);
        let (text, tail) = rest.split_at(length);
        tokens.push(Token { text, after_dot });
        let end = text.trim_end();
        after_dot = if end.is_empty() {
            after_dot
        } else {
            end.ends_with('.') || end.ends_with("->")
        };
        rest = tail;
    }
    tokens
}

fn token_length(text: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let Some(first) = text.chars().next() else {
        return 0;
    };
    if is_word(first) {
        return text.find(|c| !is_word(c)).unwrap_or(text.len());
    }
    if first == '"' {
        return text[1..].find('"').map_or(text.len(), |end| end + 2);
    }
    text.find(|c| is_word(c) || c == '"').unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn renames_whole_words_outside_comments_and_members() {
        let text = "a[ab] = \"a\"; p.x = x; // a\n";
        let renamed = rename(text, &names(&["a", "x", "p"]));
        assert_eq!(
            renamed,
            "a_by_another_name[ab] = \"a\"; p_by_another_name.x = x; // a\n"
        );
    }

    #[test]
    fn inserts_after_the_kernels_own_brace() {
        let text = "struct S { int a; };\n__global__ void k(int *a)\n{\n    if (a) { }\n}\n";
        let inserted = insert_at_start(text, &BTreeSet::from([2]), "__syncthreads();");
        assert_eq!(inserted.lines().nth(2), Some("{ __syncthreads();"));
        assert_eq!(inserted.matches("__syncthreads").count(), 1);
    }
}
