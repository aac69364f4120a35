//! `reqd_work_group_size` and `__launch_bounds__`, read from the text: libclang gives neither's arguments.

use super::{Function, Sources, function_of, span_at};
use crate::ir::{Diagnostic, Kernel, Launch, Level, Span};

/// Sets the block of [`Kernel::required`] and [`Kernel::max_threads`] by the attributes; the result is about a comment
/// that says otherwise than the attribute.
pub(super) fn attach(sources: &Sources, functions: &[Function], kernels: &mut [Kernel]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for kernel in kernels {
        let Some(function) = function_of(functions, kernel) else {
            continue;
        };
        let text = &sources[function.file].text;
        let Some(head) = text.get(function.before as usize..function.body as usize) else {
            continue;
        };
        let (head, start) = own_head(without_comments(head), function.before as usize);
        if let Some(call) = find_call(&head, "__launch_bounds__") {
            kernel.max_threads = call
                .arguments
                .first()
                .and_then(|bound| constant(text, bound))
                .and_then(|b| u32::try_from(b).ok());
        }
        if let Some(size) = sub_group_size(text, &head).filter(|size| *size != Some(SUB_GROUP)) {
            let size = size.map_or("another number of".to_owned(), |size| size.to_string());
            let reason =
                format!("its sub-groups have {size} work-items: only those of {SUB_GROUP} are known");
            kernel.left_out.get_or_insert(reason);
        }
        let Some(call) = find_call(&head, "reqd_work_group_size") else {
            continue;
        };
        let sizes: Vec<Option<u64>> = call.arguments.iter().map(|size| constant(text, size)).collect();
        let at = start + call.at;
        let (Some(span), [Some(x), Some(y), Some(z)]) =
            (span_at(sources, function.file, at, at + call.length), &sizes[..])
        else {
            continue;
        };
        diagnostics.extend(require(kernel, [*x, *y, *z], span));
    }
    diagnostics
}

/// How many work-items sub-groups have.
const SUB_GROUP: u64 = 32;

/// How many work-items a kernel's sub-groups have to have, if it says so; `Some(None)` if it is not understood.
fn sub_group_size(text: &str, head: &str) -> Option<Option<u64>> {
    let names = [
        "intel_reqd_sub_group_size",
        "qcom_reqd_sub_group_size",
        "reqd_sub_group_size",
    ];
    let call = names.iter().find_map(|name| find_call(head, name))?;
    Some(call.arguments.first().and_then(|size| constant(text, size)))
}

/// What follows the last declaration before the function: its own attributes. Also where that starts in the file.
fn own_head(head: String, before: usize) -> (String, usize) {
    let skip = head.rfind([';', '}']).map_or(0, |at| at + 1);
    (head[skip..].to_owned(), before + skip)
}

/// The attribute wins over a comment: the runtime refuses any other launch.
fn require(kernel: &mut Kernel, block: [u64; 3], span: Span) -> Option<Diagnostic> {
    let block = block.map(Some);
    let required = kernel.required.get_or_insert_with(|| Launch {
        block,
        ..Launch::new(span)
    });
    let contradicted = required.block != block && required.block != [None; 3];
    required.block = block;
    contradicted.then(|| Diagnostic {
        level: Level::Warning,
        message: format!(
            "the launch comment contradicts reqd_work_group_size of `{}`, which counts",
            kernel.name
        ),
        span: Some(required.span),
        host: false,
    })
}

/// A call in a text.
#[derive(Debug, PartialEq, Eq)]
struct Call {
    /// Its first byte.
    at: usize,
    /// Its length in bytes.
    length: usize,
    arguments: Vec<String>,
}

/// The last `name(...)` in `text`.
fn find_call(text: &str, name: &str) -> Option<Call> {
    let at = text.rfind(name)?;
    let rest = &text[at + name.len()..];
    let open = rest
        .find(|c: char| !c.is_whitespace() && c != '_')
        .filter(|open| rest[*open..].starts_with('('))?;
    let mut depth = 0usize;
    let mut arguments = vec![String::new()];
    for (offset, c) in rest[open..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(Call {
                at,
                length: name.len() + open + offset + 1,
                arguments,
            });
        }
        if c == ',' && depth == 1 {
            arguments.push(String::new());
        } else if let (Some(argument), false) = (arguments.last_mut(), offset == 0) {
            argument.push(c);
        }
    }
    None
}

/// A positive integer, written out or as a macro that the text defines once as one.
fn constant(text: &str, expression: &str) -> Option<u64> {
    number(expression).or_else(|| {
        let mut definitions = text.lines().filter_map(|line| {
            let definition = line
                .trim_start()
                .strip_prefix('#')?
                .trim_start()
                .strip_prefix("define")?
                .trim();
            let (name, value) = definition.split_once(char::is_whitespace)?;
            (name == expression.trim()).then_some(value)
        });
        let value = definitions.next()?;
        if definitions.next().is_some() {
            None
        } else {
            number(without_comments(value).trim())
        }
    })
}

fn number(text: &str) -> Option<u64> {
    let text = text
        .trim()
        .trim_matches(['(', ')'])
        .trim_end_matches(['u', 'U', 'l', 'L']);
    text.parse().ok().filter(|value| *value > 0)
}

/// The text with comments blanked out, every byte in its place.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        out.push_str(&rest[..at]);
        let comment = &rest[at..];
        let length = if comment.starts_with("//") {
            comment.find('\n').unwrap_or(comment.len())
        } else {
            comment
                .get(2..)
                .and_then(|inside| inside.find("*/"))
                .map_or(comment.len(), |end| end + 4)
        };
        out.extend(
            comment[..length]
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
        );
        rest = &comment[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found_with_their_arguments() {
        let call =
            find_call("x reqd_work_group_size (8, (4), 1) y", "reqd_work_group_size").expect("there is one");
        assert_eq!(call.arguments, ["8", " (4)", " 1"]);
        assert_eq!((call.at, call.length), (2, 32));
        assert!(find_call("reqd_work_group_size(8", "reqd_work_group_size").is_none());
        assert!(find_call("reqd_work_group_size", "reqd_work_group_size").is_none());
    }

    #[test]
    fn constants_are_literals_or_simple_macros() {
        let text = "#define WG 64 // work group\n# define TWICE 1\n#define TWICE 2\n#define SUM (1 + 2)\n";
        assert_eq!(constant(text, " 128u"), Some(128));
        assert_eq!(constant(text, "WG"), Some(64));
        assert_eq!(constant(text, "TWICE"), None);
        assert_eq!(constant(text, "SUM"), None);
        assert_eq!(constant(text, "N"), None);
    }

    #[test]
    fn comments_are_blanked_in_place() {
        let text = "a /* b */ c // d\ne /* f";
        let blank = without_comments(text);
        assert_eq!(blank.len(), text.len());
        assert_eq!(blank.split_whitespace().collect::<Vec<_>>(), ["a", "c", "e"]);
    }
}
