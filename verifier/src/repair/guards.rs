//! Guards for accesses that leave a buffer whose size is known.

use super::candidates::{Act, Candidate, Program, insertion, sites};
use super::edit::{gaps, guarded, line_number};
use super::lexer::{Shape, tokens};
use super::outline::{Control, Kind, Stmt};
use crate::report::json::finding::FindingEntry;

/// Statements that a guard does not go before: what they do is not only done to memory.
const LEAVES: [&str; 6] = ["return", "break", "continue", "goto", "case", "default"];

/// Guards for the access of a finding to an array of so many elements: around its statement, or before it and all that follows.
pub fn candidates(program: &Program<'_>, finding: &FindingEntry, elements: &str) -> Vec<Candidate> {
    let [access] = finding.accesses.as_slice() else {
        return Vec::new();
    };
    let Some(index) = index(&access.text) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for at in sites(program.text, access) {
        for body in program.bodies.iter().filter(|body| body.holds(at)) {
            let path = body.path(at);
            found.extend(around(program, &path, &format!("{index} < {elements}")));
            found.extend(around(
                program,
                &path,
                &format!("{index} >= 0 && {index} < {elements}"),
            ));
            found.extend(before(program, &path, index, elements));
        }
    }
    found
}

/// The subscript of `name[index]`, if that is one that can be written twice.
fn index(access: &str) -> Option<&str> {
    let (name, rest) = access.split_once('[')?;
    let index = rest.strip_suffix(']')?.trim();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let is_simple = |c: char| is_name(c) || matches!(c, ' ' | '.' | '+' | '-' | '*' | '/' | '%' | '(' | ')');
    let changes = index.contains("++") || index.contains("--");
    let is_call = index
        .match_indices('(')
        .any(|(at, _)| index[..at].trim_end().ends_with(is_name));
    let is_plain = name.chars().all(is_name) && !index.is_empty() && index.chars().all(is_simple);
    (is_plain && !changes && !is_call).then_some(index)
}

/// `if (condition)` before a statement.
fn around(program: &Program<'_>, path: &[&Stmt], condition: &str) -> Option<Candidate> {
    let [.., outer, stmt] = path else { return None };
    let text = program.text;
    let words = &text[stmt.range.clone()];
    let leaves = LEAVES.iter().any(|word| words.starts_with(word));
    // An `else` behind it would become that of the guard.
    let has_else = matches!(&outer.kind, Kind::Control { control: Control::If, bodies } if bodies.len() > 1);
    if stmt.kind != Kind::Simple || leaves || has_else {
        return None;
    }
    let head = format!("if ({condition})");
    Some(Candidate {
        act: Act::Guard,
        statement: head.clone(),
        changes: guarded(text, stmt.range.clone(), &head),
        line: line_number(text, stmt.range.start),
        in_warp: false,
        changes_more: true,
    })
}

/// Threads beyond the end leave, where all that they would still do is done with the same subscript.
fn before(program: &Program<'_>, path: &[&Stmt], index: &str, elements: &str) -> Option<Candidate> {
    let [body, stmt] = path else { return None };
    let rest = &program.text[stmt.range.start..body.range.end];
    let gap = gaps(body)
        .into_iter()
        .find(|gap| gap.is_before(stmt.range.start))
        .filter(|_| subscripts_alone(rest, index))?;
    let statement = format!("if ({index} >= {elements}) return;");
    Some(Candidate {
        changes_more: true,
        ..insertion(program.text, &gap, &statement, Act::Guard, Vec::new())
    })
}

/// Whether a text reaches memory by one subscript alone, and calls nothing.
fn subscripts_alone(text: &str, index: &str) -> bool {
    const CONTROLS: [&str; 4] = ["if", "for", "while", "switch"];
    let tokens = tokens(text);
    let squeezed = |from: usize, to: usize| text[from..to].split_whitespace().collect::<String>();
    let index: String = index.split_whitespace().collect();
    tokens.iter().enumerate().all(|(at, token)| {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let is_named = before.is_some_and(|before| before.shape == Shape::Word);
        let is_value = before.is_some_and(|before| {
            matches!(before.shape, Shape::Word | Shape::Literal) || before.is(b')') || before.is(b']')
        });
        match token.shape {
            Shape::Mark(b'[') => {
                let close = tokens[at..].iter().find(|token| token.is(b']'));
                is_named && close.is_some_and(|close| squeezed(token.end, close.start) == index)
            }
            Shape::Mark(b'(') if is_named => before.is_some_and(|word| CONTROLS.contains(&word.text(text))),
            // A pointer is followed, or led through.
            Shape::Mark(b'*') => is_value,
            Shape::Mark(b'>') => !before.is_some_and(|before| before.is(b'-') && before.end == token.start),
            Shape::Word | Shape::Literal | Shape::Mark(_) => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_subscripts_that_change_nothing_are_written_twice() {
        assert_eq!(index("in[i + 1]"), Some("i + 1"));
        assert_eq!(index("s[threadIdx.x]"), Some("threadIdx.x"));
        for text in [
            "in[i++]",
            "in[f(i)]",
            "in[i = 2]",
            "p->in[i]",
            "a[i][j]",
            "in[]",
            "*p",
        ] {
            assert_eq!(index(text), None, "{text}");
        }
    }

    #[test]
    fn what_threads_beyond_the_end_would_still_do_is_seen() {
        assert!(subscripts_alone(
            "float v = in[ i ]; if (v > 0) out[i] = 2 * v; }",
            "i"
        ));
        for text in [
            "out[i + 1] = 0;",
            "atomicAdd(n, out[i]);",
            "*p = out[i];",
            "p->x = 1;",
            "__syncthreads();",
        ] {
            assert!(!subscripts_alone(text, "i"), "{text}");
        }
    }
}
