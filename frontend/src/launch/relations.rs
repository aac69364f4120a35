//! How a launch's size depends on its arguments: `dim3 grid((n + 255) / 256); kernel<<<grid, 256>>>(n);`.
//!
//! A host variable that is handed to the kernel stands for the kernel's parameter, if nothing changes it between the
//! place where the size is computed and the launch. The relation is kept as text, as `--assume` takes it, so that a
//! person can read what was taken for granted; arithmetic is that of whole numbers.

use super::constants::{MAX_DEPTH, Scope, is_cast, strip};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};

/// Longest relation: longer ones help neither the solver nor a reader.
const MOST: usize = 160;

/// What a host expression is called in the kernel.
pub(super) struct Names<'u> {
    /// What the launch stands inside, outermost first, and itself: sizes are evaluated before it.
    pub(super) around: Vec<Cursor<'u>>,
    /// Arguments without conversions, and the parameters that they become.
    pub(super) arguments: Vec<(Cursor<'u>, String)>,
}

/// `gridDim.x == ...` for the dimensions of a grid that are no constants, `width == pitch` for arguments that depend on
/// one another.
pub(super) fn of_launch<'u>(
    scope: &Scope<'_, 'u>,
    grid: Cursor<'u>,
    known: [Option<u64>; 3],
    all: Names<'u>,
) -> Vec<String> {
    let mut names = Names {
        around: all.around,
        arguments: Vec::new(),
    };
    let mut found = Vec::new();
    for (argument, parameter) in all.arguments {
        if let Some(text) = names.render(scope, argument, 0).and_then(readable) {
            found.push(format!("{parameter} == {text}"));
        } else if is_place(strip(argument)) {
            names.arguments.push((strip(argument), parameter));
        }
    }
    let parts = components(scope, grid, 0);
    let unknown = ["x", "y", "z"].into_iter().zip(parts).zip(known);
    found.extend(
        unknown
            .filter(|(_, known)| known.is_none())
            .filter_map(|((axis, size), _)| {
                let size = size.filter(|size| names.is_settled(scope, *size))?;
                let text = names.render(scope, size, 0).and_then(readable)?;
                Some(format!("gridDim.{axis} == {text}"))
            }),
    );
    found
}

/// The text of a relation, if it says anything.
fn readable(rendered: Rendered) -> Option<String> {
    let text = rendered.text;
    let inner = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let inner = inner.filter(|_| rendered.compound).map(str::to_owned);
    (text.len() <= MOST && rendered.depends).then(|| inner.unwrap_or(text))
}

/// A variable, or a member of one.
fn is_place(c: Cursor<'_>) -> bool {
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => true,
        (CXCursor_MemberRefExpr, [inner]) => is_place(strip(*inner)),
        _ => false,
    }
}

/// The expressions for the components of a `dim3`.
fn components<'u>(scope: &Scope<'_, 'u>, shape: Cursor<'u>, depth: u32) -> Vec<Option<Cursor<'u>>> {
    if depth > MAX_DEPTH {
        return Vec::new();
    }
    if shape.ty().canonical().kind() != CXType_Record {
        return vec![Some(shape)];
    }
    let deeper = |inner| components(scope, inner, depth + 1);
    match (shape.kind(), &shape.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => {
            let value = shape.referenced().and_then(|v| scope.variables.only_value(v));
            value.map_or_else(Vec::new, deeper)
        }
        (CXCursor_CallExpr, [only]) if only.ty().canonical().kind() == CXType_Record => deeper(*only),
        (CXCursor_CallExpr | CXCursor_InitListExpr, parts) => parts
            .iter()
            .map(|part| (part.is_expression()).then_some(*part))
            .collect(),
        (_, [inner]) => deeper(*inner),
        _ => Vec::new(),
    }
}

/// A part of a relation.
struct Rendered {
    text: String,
    /// It is no constant.
    depends: bool,
    /// It has brackets around it.
    compound: bool,
}

impl<'u> Names<'u> {
    /// Whether what a size names keeps its values up to the launch.
    fn is_settled(&self, scope: &Scope<'_, 'u>, size: Cursor<'u>) -> bool {
        let at = |c: Cursor<'u>| c.range().map(|range| range.start);
        let launch = self.around.last().and_then(|launch| launch.range());
        let (Some(from), Some(to)) = (at(size), launch.map(|range| range.end)) else {
            return false;
        };
        // A loop between the two repeats the launch, and what stands behind it, with the same size.
        let repeats = self.around.iter().any(|c| {
            matches!(
                c.kind(),
                CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt
            ) && at(*c).is_none_or(|start| start.offset > from.offset)
        });
        let before = |a: &Position, b: &Position| a.file == b.file && a.offset <= b.offset;
        // An expression of another function was evaluated at another time.
        before(&from, &to)
            && self.arguments.iter().all(|(argument, _)| {
                let variable = base(*argument);
                variable.is_none_or(|v| {
                    scope.variables.is_settled(v, &from, (!repeats).then_some(&to)) || !mentions(size, v)
                })
            })
    }

    fn render(&self, scope: &Scope<'_, 'u>, c: Cursor<'u>, depth: u32) -> Option<Rendered> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(value) = scope.integer(c) {
            return Some(Rendered {
                text: value.to_string(),
                depends: false,
                compound: false,
            });
        }
        if let Some((_, name)) = self.arguments.iter().find(|(a, _)| same_place(*a, c)) {
            return Some(Rendered {
                text: name.clone(),
                depends: true,
                compound: false,
            });
        }
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            (CXCursor_ParenExpr, [inner]) => self.render(scope, *inner, depth + 1),
            (kind, [inner]) if is_cast(kind) && is_integer(*inner) && is_integer(c) => {
                self.render(scope, *inner, depth + 1)
            }
            (CXCursor_DeclRefExpr, _) => {
                let value = scope.variables.only_value(c.referenced()?)?;
                if self.is_settled(scope, value) {
                    self.render(scope, value, depth + 1)
                } else {
                    None
                }
            }
            (CXCursor_BinaryOperator, [left, right]) => {
                let (a, b) = (
                    self.render(scope, *left, depth + 1)?,
                    self.render(scope, *right, depth + 1)?,
                );
                linear(c.binary_operator(), &a, &b)
            }
            _ => None,
        }
    }
}

/// `a op b`, where the solver stays good at it.
fn linear(operator: CXBinaryOperatorKind, a: &Rendered, b: &Rendered) -> Option<Rendered> {
    let sign = match operator {
        CXBinaryOperator_Add => "+",
        CXBinaryOperator_Sub => "-",
        CXBinaryOperator_Mul if !(a.depends && b.depends) => "*",
        CXBinaryOperator_Div if !b.depends => "/",
        CXBinaryOperator_Rem if !b.depends => "%",
        CXBinaryOperator_Shr if !b.depends => ">>",
        _ => return None,
    };
    Some(Rendered {
        text: format!("({} {sign} {})", a.text, b.text),
        depends: a.depends || b.depends,
        compound: true,
    })
}

/// Whether both name the same variable, or the same member of one.
fn same_place(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    let same_target = match (a.referenced(), b.referenced()) {
        (Some(a), Some(b)) => a.canonical().same(b.canonical()),
        _ => false,
    };
    same_target
        && match (a.kind(), b.kind()) {
            (CXCursor_DeclRefExpr, CXCursor_DeclRefExpr) => true,
            (CXCursor_MemberRefExpr, CXCursor_MemberRefExpr) => {
                match (&a.expressions()[..], &b.expressions()[..]) {
                    ([a], [b]) => same_place(strip(*a), strip(*b)),
                    _ => false,
                }
            }
            _ => false,
        }
}

/// The variable that an argument is, or is a member of.
fn base(argument: Cursor<'_>) -> Option<Cursor<'_>> {
    match argument.kind() {
        CXCursor_DeclRefExpr => argument.referenced(),
        _ => argument
            .expressions()
            .into_iter()
            .find_map(|inner| base(strip(inner))),
    }
}

fn mentions(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let itself = c.kind() == CXCursor_DeclRefExpr
        && c.referenced()
            .is_some_and(|target| target.canonical().same(variable.canonical()));
    itself || c.children().into_iter().any(|child| mentions(child, variable))
}

fn is_integer(c: Cursor<'_>) -> bool {
    !matches!(
        c.ty().canonical().kind(),
        CXType_Float | CXType_Double | CXType_LongDouble | CXType_Half | CXType_Pointer | CXType_Record
    )
}
