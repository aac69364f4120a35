//! `reqd_work_group_size` and `__launch_bounds__`: libclang gives neither's arguments, so that the prelude writes them down as
//! annotations, with all macros expanded.

use super::{Sources, span_of};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Value};
use crate::ir::{Diagnostic, Kernel, Launch, Level, Span};
use crate::repair::kernels::{declarations, is_the_languages};
use crate::repair::lost::parts;
use crate::repair::templates;
use std::collections::BTreeSet;

/// How the prelude writes them down.
const BOUNDS: &str = "kverify launch bounds ";
const GROUP: &str = "kverify group size ";
const SUB_GROUPS: &str = "kverify sub-group size ";

/// How many work-items sub-groups have.
const SUB_GROUP: u64 = 32;

/// Sets the block of [`Kernel::required`] and [`Kernel::max_threads`] by the attributes; the result is about a comment
/// that says otherwise than the attribute.
pub(super) fn attach(root: Cursor<'_>, sources: &Sources, kernels: &mut [Kernel]) -> Vec<Diagnostic> {
    // Where all functions of the toolkit stand takes long to ask.
    let called: BTreeSet<String> = kernels
        .iter()
        .map(|kernel| kernel.last_name().to_owned())
        .collect();
    let mut functions = Vec::new();
    declarations(root, &mut |c| {
        let is_function = c.is_function() || c.kind() == CXCursor_FunctionTemplate;
        if is_function && called.contains(&c.spelling()) {
            functions.extend(c.position().map(|at| (at, c)));
        }
    });
    let mut diagnostics = Vec::new();
    for kernel in kernels {
        let path = &sources[kernel.span.file].path;
        let is_its = |at: &Position| at.offset == kernel.span.start && at.file == *path;
        let Some((_, function)) = functions.iter().find(|(at, _)| is_its(at)) else {
            continue;
        };
        let names = Names {
            root,
            own: of_template(*function, &kernel.instantiation),
        };
        let constant = |text: &str| names.value(text).and_then(|value| u64::try_from(value).ok());
        let positive = |text: &str| constant(text).filter(|value| *value > 0);
        let is_it = |c: &Cursor<'_>| c.canonical().same(function.canonical());
        let all = functions.iter().map(|(_, c)| *c).filter(is_it);
        for (text, span) in all.flat_map(|c| annotations(c, sources)) {
            if let Some(bounds) = text.strip_prefix(BOUNDS) {
                let most = list(bounds).first().and_then(|most| positive(most));
                kernel.max_threads = most.and_then(|most| u32::try_from(most).ok());
            }
            if let Some(size) = text.strip_prefix(SUB_GROUPS).map(&positive)
                && size != Some(SUB_GROUP)
            {
                let size = size.map_or("another number of".to_owned(), |size| size.to_string());
                let reason =
                    format!("its sub-groups have {size} work-items: only those of {SUB_GROUP} are known");
                kernel.left_out.get_or_insert(reason);
            }
            let sizes = text.strip_prefix(GROUP).map(list).unwrap_or_default();
            if let ([x, y, z], Some(span)) = (&sizes.into_iter().map(&positive).collect::<Vec<_>>()[..], span)
                && let (Some(x), Some(y), Some(z)) = (x, y, z)
            {
                diagnostics.extend(require(kernel, [*x, *y, *z], span));
            }
        }
    }
    diagnostics
}

/// What the prelude wrote down about a function, and where that stands.
fn annotations(function: Cursor<'_>, sources: &Sources) -> Vec<(String, Option<Span>)> {
    let children = function.children().into_iter();
    children
        .filter(|c| c.kind() == CXCursor_AnnotateAttr)
        .map(|c| {
            let span = c.range().and_then(|range| span_of(sources, &range));
            let span = span.or_else(|| span_of(sources, &function.range()?));
            (c.display_name(), span)
        })
        .collect()
}

/// The parameters of a function's template, and what they are in an instantiation, `<float, 64>`.
fn of_template(function: Cursor<'_>, instantiation: &str) -> Vec<(String, Option<i128>)> {
    let list = instantiation
        .strip_prefix('<')
        .and_then(|list| list.strip_suffix('>'));
    let given = parts(list.unwrap_or_default());
    let template = function.template().unwrap_or(function);
    let value = |n: usize| given.get(n)?.parse().ok();
    // Behind a pack no number is a parameter's own.
    let mut is_plain = true;
    let each = templates::parameters(template).enumerate().map(|(n, parameter)| {
        is_plain &= !parameter.display_name().contains("...");
        (parameter.spelling(), value(n).filter(|_| is_plain))
    });
    each.collect()
}

/// What names stand for in the arguments of an attribute.
struct Names<'u> {
    root: Cursor<'u>,
    /// The parameters of the kernel's template.
    own: Vec<(String, Option<i128>)>,
}

impl Names<'_> {
    /// The value of an expression of numbers and of names of constants; none if it is not understood.
    fn value(&self, text: &str) -> Option<i128> {
        let tokens = tokens(text)?;
        let mut rest = &tokens[..];
        let value = self.sum(&mut rest, 0)?;
        rest.is_empty().then_some(value)
    }

    /// Binary operators that bind at least so tightly (C17, 6.5).
    fn sum(&self, rest: &mut &[&str], tightness: usize) -> Option<i128> {
        const LEVELS: [&[&str]; 3] = [&["<<", ">>"], &["+", "-"], &["*", "/", "%"]];
        let Some(level) = LEVELS.get(tightness) else {
            return self.part(rest);
        };
        let mut value = self.sum(rest, tightness + 1)?;
        while let Some((sign, behind)) = rest.split_first().filter(|(sign, _)| level.contains(sign)) {
            *rest = behind;
            let by = self.sum(rest, tightness + 1)?;
            let bits = || u32::try_from(by).ok().filter(|bits| *bits < 32);
            value = match *sign {
                "<<" => value.checked_mul(1 << bits()?)?,
                ">>" => value >> bits()?,
                "+" => value.checked_add(by)?,
                "-" => value.checked_sub(by)?,
                "*" => value.checked_mul(by)?,
                "/" => value.checked_div(by)?,
                _ => value.checked_rem(by)?,
            };
        }
        Some(value)
    }

    fn part(&self, rest: &mut &[&str]) -> Option<i128> {
        let (first, behind) = rest.split_first()?;
        *rest = behind;
        if *first != "(" {
            return number(first).or_else(|| self.constant(first));
        }
        let value = self.sum(rest, 0)?;
        let (close, behind) = rest.split_first()?;
        *rest = behind;
        (*close == ")").then_some(value)
    }

    /// What a name stands for; none where several constants are called so.
    fn constant(&self, name: &str) -> Option<i128> {
        if let Some((_, value)) = self.own.iter().find(|(own, _)| own == name) {
            return *value;
        }
        let mut found = Vec::new();
        constants(self.root, name, &mut found);
        let first = (*found.first()?)?;
        found.iter().all(|value| *value == Some(first)).then_some(first)
    }
}

/// The constants of a name outside of all functions.
fn constants(scope: Cursor<'_>, name: &str, found: &mut Vec<Option<i128>>) {
    for c in scope.children() {
        match c.kind() {
            CXCursor_Namespace
            | CXCursor_LinkageSpec
            | CXCursor_UnexposedDecl
            | CXCursor_StructDecl
            | CXCursor_ClassDecl
            | CXCursor_ClassTemplate
            | CXCursor_EnumDecl
                if !is_the_languages(c) =>
            {
                constants(c, name, found);
            }
            CXCursor_EnumConstantDecl if c.spelling() == name => found.push(Some(c.enumerator())),
            CXCursor_VarDecl if c.spelling() == name => {
                let start = c.initializer().filter(|_| c.ty().is_const());
                found.push(match start.and_then(Cursor::evaluate) {
                    Some(Value::Int(value)) => Some(value),
                    Some(Value::Float(_) | Value::Text(_)) | None => None,
                });
            }
            _ => {}
        }
    }
}

/// The arguments of an attribute.
fn list(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(|sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        sign == ',' && depth == 0
    });
    parts.collect()
}

/// Numbers, names and signs; none where there is something else.
fn tokens(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            '<' | '>' if rest[1..].starts_with(first) => 2,
            '(' | ')' | '+' | '-' | '*' | '/' | '%' => 1,
            _ => return None,
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Some(found)
}

/// An integer constant (C17, 6.4.4.1).
fn number(text: &str) -> Option<i128> {
    let text = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let lower = text.to_ascii_lowercase();
    match (
        lower.strip_prefix("0x"),
        lower.strip_prefix("0b"),
        lower.strip_prefix('0'),
    ) {
        (Some(digits), _, _) => i128::from_str_radix(digits, 16).ok(),
        (_, Some(digits), _) => i128::from_str_radix(digits, 2).ok(),
        (_, _, Some(digits)) if !digits.is_empty() => i128::from_str_radix(digits, 8).ok(),
        _ => text.parse().ok(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_c_writes_them() {
        let all = ["128u", "0x40", "010", "0", "0b11", "W", "1.5"].map(number);
        assert_eq!(all, [Some(128), Some(64), Some(8), Some(0), Some(3), None, None]);
    }

    #[test]
    fn expressions_are_taken_apart() {
        let found = tokens("(W<<1) + 0x10*2").expect("all is understood");
        assert_eq!(found, ["(", "W", "<<", "1", ")", "+", "0x10", "*", "2"]);
        assert_eq!(tokens("sizeof(a[1])"), None);
        assert_eq!(list("1<<6, f(2, 3), 1"), ["1<<6", " f(2, 3)", " 1"]);
    }
}
