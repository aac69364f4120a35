//! What host code asks tensors for: how much there is of them, and how far rows lie apart.
//!
//! A tensor that keeps its shape gives the same number whenever it is asked, and one that was just made has its rows one behind the other.

use super::bounds::is_count;
use super::constants::{Scope, strip};
use super::conversions::{fits, handed_over};
use super::extents::{TENSORS, sizes_in};
use super::variables::{Variables, is_local, is_variable, start};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Value, body};
use crate::repair::kernels::is_the_languages;

/// What tensors are told that changes their shape, or which memory they have.
const RESHAPERS: [&str; 12] = [
    "resize_",
    "resize_as_",
    "set_",
    "swap",
    "squeeze_",
    "unsqueeze_",
    "transpose_",
    "t_",
    "swapaxes_",
    "swapdims_",
    "as_strided_",
    "set_data",
];

/// Functions that may have a variable hold another tensor.
const REPLACERS: [&str; 4] = ["operator=", "swap", "exchange", "tie"];

/// A number that a tensor is asked for.
#[derive(PartialEq, Eq)]
struct Question {
    name: String,
    of: Vec<i128>,
}

/// The tensor, and what it is asked, if it is one that keeps its shape; for a variable that keeps its value, of that. Conversions are
/// the caller's to look at.
fn question<'u>(variables: &Variables<'u>, c: Cursor<'u>) -> Option<(Cursor<'u>, Question)> {
    let variable = c
        .referenced()
        .filter(|v| c.kind() == CXCursor_DeclRefExpr && is_local(*v));
    let c = match variable {
        Some(variable) => {
            let value = variables.only_value(variable)?;
            Some(strip(value)).filter(|_| handed_over(value, variable, fits))?
        }
        None => c,
    };
    if c.kind() != CXCursor_CallExpr || !(is_count(c) || c.spelling() == "stride") {
        return None;
    }
    let callee = c.expressions().first().copied()?;
    let [object] = callee.expressions()[..] else {
        return None;
    };
    let tensor = strip(object).referenced().filter(|v| is_variable(*v))?;
    let of = c
        .arguments()
        .into_iter()
        .map(|argument| match argument.evaluate() {
            Some(Value::Int(n)) => Some(n),
            _ => None,
        });
    let of = of.collect::<Option<Vec<i128>>>()?;
    let is_it = is_the_languages(c.referenced()?) && is_tensor(tensor) && keeps_its_shape(variables, tensor);
    let name = c.spelling();
    is_it.then_some((tensor, Question { name, of }))
}

impl<'u> Scope<'_, 'u> {
    /// Whether a tensor is asked for a number that it gives whenever it is asked.
    pub(super) fn asks_a_tensor(&self, c: Cursor<'u>) -> bool {
        c.kind() == CXCursor_CallExpr && question(self.variables, c).is_some()
    }

    /// Whether both ask one tensor for the same number.
    pub(super) fn ask_the_same(&self, a: Cursor<'u>, b: Cursor<'u>) -> bool {
        let [Some((x, asked)), Some((y, other))] = [a, b].map(|c| question(self.variables, c)) else {
            return false;
        };
        x.canonical().same(y.canonical()) && asked == other
    }

    /// The sizes whose product is how far apart a tensor's places are along a dimension; none where they are neighbours.
    pub(super) fn stride_sizes(&self, c: Cursor<'u>) -> Option<Vec<Cursor<'u>>> {
        let (tensor, asked) = question(self.variables, c).filter(|(_, asked)| asked.name == "stride")?;
        let [dimension] = asked.of[..] else { return None };
        let made = made_by(start(tensor)?)?;
        let (shape, options) = made.arguments().split_first().map(|(s, o)| (*s, o.len()))?;
        // What comes behind the options may lay it out in another way.
        let sizes = sizes_in(shape).filter(|_| options <= 1)?;
        let sizes: Vec<Cursor<'u>> = sizes
            .into_iter()
            .map(|size| size.value())
            .collect::<Option<_>>()?;
        let count = i128::try_from(sizes.len()).ok()?;
        let dimension = if dimension < 0 {
            dimension + count
        } else {
            dimension
        };
        let from = usize::try_from(dimension.checked_add(1)?).ok()?;
        (dimension >= 0)
            .then(|| sizes.get(from..).map(<[_]>::to_vec))
            .flatten()
    }
}

/// The call that makes a tensor of sizes that it is handed, contiguous.
fn made_by(value: Cursor<'_>) -> Option<Cursor<'_>> {
    let value = super::extents::strip_copies(value);
    let is_maker = value.kind() == CXCursor_CallExpr
        && TENSORS.contains(&value.spelling().as_str())
        && value.referenced().is_some_and(is_the_languages);
    is_maker.then_some(value)
}

/// Whether a variable holds a tensor, or is a name for one that nothing is assigned to by this name.
fn is_tensor(variable: Cursor<'_>) -> bool {
    let ty = variable.ty().canonical();
    let (ty, is_open) = match ty.kind() {
        CXType_LValueReference => (ty.pointee(), !ty.pointee().is_const()),
        _ => (ty, false),
    };
    let name = ty.canonical().spelling();
    !is_open && ["at::Tensor", "const at::Tensor"].contains(&name.as_str())
}

/// Whether nothing that is done with a tensor in its function changes its shape. What PyTorch's functions are handed they leave as it is.
fn keeps_its_shape<'u>(variables: &Variables<'u>, tensor: Cursor<'u>) -> bool {
    let function = tensor.semantic_parent().filter(|_| is_local(tensor));
    let body = function.and_then(|f| body(f.definition().unwrap_or(f)));
    body.is_some_and(|body| variables.is_seen(tensor) && stays(body, tensor, None))
}

/// Whether all that is done with it inside of `c` leaves its shape; `parent` is what `c` stands in, conversions aside.
fn stays(c: Cursor<'_>, tensor: Cursor<'_>, parent: Option<Cursor<'_>>) -> bool {
    if c.kind() == CXCursor_ReturnStmt {
        return true;
    }
    if c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|v| v.same(tensor)) {
        return parent.is_some_and(|parent| match parent.kind() {
            CXCursor_MemberRefExpr => !RESHAPERS.contains(&parent.spelling().as_str()),
            CXCursor_CallExpr => {
                !REPLACERS.contains(&parent.spelling().as_str())
                    && parent.referenced().is_some_and(is_the_languages)
            }
            CXCursor_LambdaExpr => true,
            _ => false,
        });
    }
    let is_conversion = super::constants::is_cast(c.kind()) || c.kind() == CXCursor_ParenExpr;
    let parent = if is_conversion { parent } else { Some(c) };
    c.children().into_iter().all(|part| stays(part, tensor, parent))
}
