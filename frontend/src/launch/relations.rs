//! How a launch's size depends on its arguments: `dim3 grid((n + 255) / 256); kernel<<<grid, 256>>>(n);`.
//!
//! A host variable that is handed to the kernel stands for the kernel's parameter, if nothing changes it between the
//! place where the size is computed and the launch. The relation is kept as text, as `--assume` takes it, so that a
//! person can read what was taken for granted; arithmetic is that of whole numbers.

use super::bounds::Bounds;
use super::buffers::Step;
use super::constants::{AXES, MAX_DEPTH, Scope, is_cast, strip};
use super::conversions::{Mode, fits, handed_over, is_signed_type, is_size, keeps_value, wraps};
use super::host::LaunchCall;
use super::reaching::{Definition, is_loop};
use super::surroundings::of_surroundings;
use super::uses::Effect;
use super::variables::{referent, start};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};

/// Longest relation: longer ones help neither the solver nor a reader.
pub(super) const MOST: usize = 160;

/// `n >= 1 && n <= 64`.
fn bounded((low, high): Bounds, name: &str) -> Option<String> {
    let low = low.map(|low| format!("{name} >= {low}"));
    let high = high.map(|high| format!("{name} <= {high}"));
    let both: Vec<String> = low.into_iter().chain(high).collect();
    (!both.is_empty()).then(|| both.join(" && "))
}

/// What a host expression is called in the kernel.
#[derive(Clone)]
pub(super) struct Names<'u> {
    /// What the launch stands inside, outermost first, and itself: sizes are evaluated before it.
    pub(super) around: Vec<Cursor<'u>>,
    /// Arguments, and the parameters that they become.
    pub(super) arguments: Vec<(Cursor<'u>, Cursor<'u>)>,
}

/// `gridDim.x == ...` for the dimensions of a launch that are no constants, `width == pitch` for arguments that depend on
/// one another; the dimensions of which neither is known what they are nor that they may be anything; and the names of what is handed
/// over without change.
pub(super) fn of_launch<'u>(
    scope: &Scope<'_, 'u>,
    call: &LaunchCall<'u>,
    grid: [Option<u64>; 3],
    block: [Option<u64>; 3],
    all: Names<'u>,
) -> (Vec<String>, Vec<String>, Names<'u>) {
    let (mut found, names, exact) = of_arguments(scope, &all);
    found.extend(of_bounds(scope, &all.arguments));
    let mut unclear = Vec::new();
    for (shape, expression, known) in [("gridDim", call.grid, grid), ("blockDim", call.block, block)] {
        let parts = components(scope, expression, 0);
        for (n, axis) in AXES.into_iter().enumerate().filter(|(n, _)| known[*n].is_none()) {
            let name = format!("{shape}.{axis}");
            let size = parts.get(n).copied().flatten();
            let fact = size.and_then(|size| names.of_size(scope, size, &name));
            let is_exact = fact.as_ref().is_some_and(|fact| fact.contains("=="));
            if !is_exact && !scope.is_free(size.unwrap_or(expression)) {
                unclear.push(name);
            }
            found.extend(fact);
        }
    }
    found.extend(of_surroundings(scope, &exact));
    (found, unclear, exact)
}

/// `width == pitch` for arguments that depend on one another; the names of those that sizes of launches may be computed from, and of
/// those that are handed over without change.
fn of_arguments<'u>(scope: &Scope<'_, 'u>, all: &Names<'u>) -> (Vec<String>, Names<'u>, Names<'u>) {
    let [mut names, mut fitting, mut exact] = [const { Vec::new() }; 3].map(|arguments| Names {
        around: all.around.clone(),
        arguments,
    });
    let mut found = Vec::new();
    for &(argument, parameter) in &all.arguments {
        let place = strip(argument);
        let keeps = handed_over(argument, parameter, fits);
        let of_others = keeps.then(|| fitting.of_argument(scope, argument, &parameter.spelling()));
        if let Some(fact) = of_others.flatten() {
            found.push(fact);
        } else if is_place(place) && handed_over(argument, parameter, is_size) {
            names.arguments.push((place, parameter));
            if keeps {
                fitting.arguments.push((place, parameter));
            }
            if handed_over(argument, parameter, keeps_value) {
                exact.arguments.push((place, parameter));
            }
        }
    }
    // What is computed from arguments that come behind it.
    for (n, (argument, parameter)) in fitting.arguments.iter().enumerate() {
        let mut others = fitting.clone();
        others.arguments.remove(n);
        found.extend(others.of_argument(scope, *argument, &parameter.spelling()));
    }
    (found, names, exact)
}

/// `n >= 1 && m <= 64` for all arguments of which bounds are known.
fn of_bounds<'u>(scope: &Scope<'_, 'u>, arguments: &[(Cursor<'u>, Cursor<'u>)]) -> Option<String> {
    let of_argument = |&(argument, parameter): &(Cursor<'u>, Cursor<'u>)| {
        let (low, high) = scope.bounds(argument);
        let bounds = match handed_over(argument, parameter, keeps_value) {
            true => (low, high),
            // All that is known of a size that fits is that it is none below 0.
            false => (low.filter(|low| *low >= 0).map(|_| 0), None),
        };
        let is_whole = is_signed_type(parameter.ty().canonical()) && handed_over(argument, parameter, fits);
        bounded(bounds, &parameter.spelling()).filter(|_| is_whole)
    };
    let all: Vec<String> = arguments.iter().filter_map(of_argument).collect();
    (!all.is_empty()).then(|| all.join(" && "))
}

/// The parameters that a launch hands over as its function is given them.
pub(super) fn given<'u>(
    scope: &Scope<'_, 'u>,
    arguments: &[(Cursor<'u>, Cursor<'u>)],
    function: Option<Cursor<'u>>,
) -> Vec<String> {
    let Some(function) = function else {
        return Vec::new();
    };
    let is_given = |(argument, parameter): &&(Cursor<'u>, Cursor<'u>)| {
        handed_over(*argument, *parameter, fits) && scope.is_given(*argument, function)
    };
    let given = arguments.iter().filter(is_given);
    given.map(|(_, parameter)| parameter.spelling()).collect()
}

/// The text of a relation, if it says anything.
fn readable(rendered: Rendered) -> Option<String> {
    let text = rendered.text;
    let inner = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let inner = inner.filter(|_| rendered.compound).map(str::to_owned);
    (text.len() <= MOST && rendered.depends).then(|| inner.unwrap_or(text))
}

/// A variable, or a member of one; not what a pointer or a reference leads to, which may change unseen.
fn is_place(c: Cursor<'_>) -> bool {
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => c.referenced().is_some_and(|variable| {
            !matches!(
                variable.ty().canonical().kind(),
                CXType_LValueReference | CXType_RValueReference
            )
        }),
        (CXCursor_MemberRefExpr, [inner]) => {
            inner.ty().canonical().kind() == CXType_Record && is_place(strip(*inner))
        }
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
            let Some(variable) = shape.referenced() else {
                return Vec::new();
            };
            if let Some(value) = scope.variables.only_value(variable) {
                return deeper(value);
            }
            let of_axis = |(n, axis): (usize, &&str)| match scope.variables.only_reaching(
                variable,
                Some(axis),
                shape,
            )? {
                Definition::Start => deeper(start(variable)?).get(n).copied()?,
                Definition::Change(change) => match change.effect {
                    Effect::Assigned(value) => deeper(value).get(n).copied()?,
                    Effect::Member(_, value) => Some(value),
                    Effect::Updated | Effect::Allocated(_) | Effect::Lent | Effect::Escapes => None,
                },
            };
            AXES.iter().enumerate().map(of_axis).collect()
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

/// What a part of a relation is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A parameter.
    Name,
    /// Sums of parameters, multiplied and divided by constants.
    Linear,
    /// Parameters multiplied with each other.
    Product,
    /// Of one parameter or product by another, or what remains.
    Quotient,
}

/// A part of a relation.
pub(super) struct Rendered {
    pub(super) text: String,
    /// It is no constant.
    pub(super) depends: bool,
    /// It has brackets around it.
    pub(super) compound: bool,
    form: Form,
}

impl<'u> Names<'u> {
    /// Whether what a size names keeps its values up to the launch.
    fn is_settled(&self, scope: &Scope<'_, 'u>, size: Cursor<'u>) -> bool {
        size.range()
            .is_some_and(|range| self.is_settled_from(scope, size, &range.start))
    }

    /// Whether `whole`, which an expression is part of, may change what the expression names.
    pub(super) fn changes(&self, scope: &Scope<'_, 'u>, expression: Cursor<'u>, whole: Cursor<'u>) -> bool {
        let named = self.arguments.iter().filter_map(|(argument, _)| base(*argument));
        named
            .filter(|variable| mentions(expression, *variable))
            .any(|variable| {
                let is_quiet = whole.range().is_some_and(|range| {
                    scope
                        .variables
                        .is_settled(variable, &range.start, Some(&range.end))
                });
                !is_quiet
            })
    }

    /// Whether what an expression names keeps its values from a place on up to the launch.
    pub(super) fn is_settled_from(
        &self,
        scope: &Scope<'_, 'u>,
        expression: Cursor<'u>,
        from: &Position,
    ) -> bool {
        let Some(to) = self
            .around
            .last()
            .and_then(|launch| launch.range())
            .map(|range| range.end)
        else {
            return false;
        };
        // A loop between the two repeats the launch, and what stands behind it, with the same value.
        let repeats = self
            .around
            .iter()
            .any(|c| is_loop(c.kind()) && c.range().is_none_or(|range| range.start.offset > from.offset));
        // An expression of another function was evaluated at another time.
        from.file == to.file
            && from.offset <= to.offset
            && self.arguments.iter().all(|(argument, _)| {
                base(*argument).is_none_or(|v| {
                    scope.variables.is_settled(v, from, (!repeats).then_some(&to)) || !mentions(expression, v)
                })
            })
    }

    /// What is known of a launch's size that is no constant: what it is in terms of arguments, or else its bounds.
    fn of_size(&self, scope: &Scope<'_, 'u>, size: Cursor<'u>, name: &str) -> Option<String> {
        let is_settled = self.is_settled(scope, size);
        let exact = || self.render(scope, size, Mode::Sizes, 0).and_then(readable);
        if let Some(text) = is_settled.then(exact).flatten() {
            return Some(format!("{name} == {text}"));
        }
        let (low, high) = scope.bounds(size);
        bounded((low.filter(|low| *low > 1), high), name)
    }

    /// What an argument is in terms of others.
    fn of_argument(&self, scope: &Scope<'_, 'u>, argument: Cursor<'u>, name: &str) -> Option<String> {
        let text = readable(self.render(scope, argument, Mode::Arguments, 0)?)?;
        Some(format!("{name} == {text}"))
    }

    /// How many bytes lie between two places of one buffer, as an expression over arguments.
    pub(super) fn distance(
        &self,
        scope: &Scope<'_, 'u>,
        from: &[Step<'u>],
        to: &[Step<'u>],
    ) -> Option<String> {
        let signed = |steps: &[Step<'u>], sign: i128| -> Option<Vec<(Cursor<'u>, i128)>> {
            steps
                .iter()
                .map(|step| step.map(|(c, size)| (c, sign * size)))
                .collect()
        };
        let (mut sum, mut text) = (0i128, String::new());
        for (count, size) in signed(to, 1)?.into_iter().chain(signed(from, -1)?) {
            match scope.integer(count) {
                Some(count) => sum = sum.checked_add(count.checked_mul(size)?)?,
                None => {
                    let rendered = Some(count).filter(|count| self.is_settled(scope, *count))?;
                    let rendered = self.render(scope, rendered, Mode::Exact, 0)?;
                    text += &format!("{} * {size} + ", rendered.text);
                }
            }
        }
        text += &sum.to_string();
        (text.len() <= MOST).then_some(text)
    }

    pub(super) fn render(
        &self,
        scope: &Scope<'_, 'u>,
        c: Cursor<'u>,
        mode: Mode,
        depth: u32,
    ) -> Option<Rendered> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(value) = scope.integer(c) {
            return Some(Rendered {
                text: value.to_string(),
                depends: false,
                compound: false,
                form: Form::Linear,
            });
        }
        if let Some((_, name)) = self.arguments.iter().find(|(a, _)| same_place(*a, c)) {
            return Some(Rendered {
                text: name.spelling(),
                depends: true,
                compound: false,
                form: Form::Name,
            });
        }
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            (CXCursor_ParenExpr, [inner]) => self.render(scope, *inner, mode, depth + 1),
            (kind, [inner])
                if is_cast(kind) && is_integer(*inner) && is_integer(c) && mode.takes(*inner, c) =>
            {
                self.render(scope, *inner, mode, depth + 1)
            }
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced()?;
                let value = scope
                    .variables
                    .value_at(referent(variable).unwrap_or(variable), c)?;
                if self.is_settled(scope, value) {
                    self.render(scope, value, mode, depth + 1)
                } else {
                    None
                }
            }
            (CXCursor_BinaryOperator, [left, right]) if !wraps(mode, c) => {
                let (a, b) = (
                    self.render(scope, *left, mode, depth + 1)?,
                    self.render(scope, *right, mode, depth + 1)?,
                );
                arithmetic(c.binary_operator(), &a, &b, mode)
            }
            _ => None,
        }
    }
}

/// `a op b`, where the solver stays good at it: a product of names, or a quotient of two such, is a relation by itself.
fn arithmetic(operator: CXBinaryOperatorKind, a: &Rendered, b: &Rendered, mode: Mode) -> Option<Rendered> {
    use Form::{Linear, Name, Product, Quotient};
    let is_argument = matches!(mode, Mode::Arguments);
    let form = match (a.form, b.form) {
        (Name | Product, Name | Product) if is_argument && operator == CXBinaryOperator_Mul => Product,
        (Name | Product, Name | Product)
            if is_argument && matches!(operator, CXBinaryOperator_Div | CXBinaryOperator_Rem) =>
        {
            Quotient
        }
        (Name | Linear, Name | Linear) => Linear,
        (Product | Quotient, _) | (_, Product | Quotient) => return None,
    };
    let both = form == Linear && a.depends && b.depends;
    let sign = match operator {
        CXBinaryOperator_Add => "+",
        CXBinaryOperator_Sub => "-",
        CXBinaryOperator_Mul if !both => "*",
        CXBinaryOperator_Div if form == Quotient || !b.depends => "/",
        CXBinaryOperator_Rem if form == Quotient || !b.depends => "%",
        CXBinaryOperator_Shr if !b.depends => ">>",
        _ => return None,
    };
    Some(Rendered {
        text: format!("({} {sign} {})", a.text, b.text),
        depends: a.depends || b.depends,
        compound: true,
        form,
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

pub(super) fn mentions(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
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
