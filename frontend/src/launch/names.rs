//! What host expressions are called in the kernel: relations as text, as `--assume` takes it.

mod choices;

use super::bounds::Bounds;
use super::constants::{MAX_DEPTH, Scope, is_cast, strip};
use super::conversions::{Mode, handed_over, is_signed_type, is_size, wraps};
use super::members;
use super::reaching::is_loop;
use super::surroundings::sign;
use super::uses::is_reference;
use super::variables::referent;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::repair::kernels::is_the_languages;

/// Longest relation: longer ones help neither the solver nor a reader.
pub(super) const MOST: usize = 160;

/// `n >= 1 && n <= 64 && n % 4 == 0`.
pub(super) fn bounded((low, high): Bounds, divisor: i128, name: &str) -> Option<String> {
    let low = low.map(|low| format!("{name} >= {low}"));
    let high = high.map(|high| format!("{name} <= {high}"));
    let stride = (divisor > 1).then(|| format!("{name} % {divisor} == 0"));
    let all: Vec<String> = low.into_iter().chain(high).chain(stride).collect();
    (!all.is_empty()).then(|| all.join(" && "))
}

/// What a host expression is called in the kernel.
#[derive(Clone)]
pub(super) struct Names<'u> {
    /// What the launch stands inside, outermost first, and itself: sizes are evaluated before it.
    pub(super) around: Vec<Cursor<'u>>,
    /// Arguments, and the parameters that they become.
    pub(super) arguments: Vec<(Cursor<'u>, Cursor<'u>)>,
    /// What the kernel knows by other names.
    pub(super) others: Vec<Known<'u>>,
}

/// A place whose value the kernel knows, if not as a parameter.
#[derive(Clone)]
pub(super) struct Known<'u> {
    pub(super) place: Cursor<'u>,
    /// What it is called there.
    pub(super) name: String,
    /// Of a structure that is handed over whole: the parts that the kernel reads, `b.nx`.
    pub(super) parts: Vec<String>,
}

impl<'u> Known<'u> {
    /// What the kernel calls what an expression names.
    fn name_of(&self, c: Cursor<'u>) -> Option<String> {
        if self.parts.is_empty() {
            return same_place(self.place, c).then(|| self.name.clone());
        }
        let (mut inner, mut path) = (c, String::new());
        while let (CXCursor_MemberRefExpr, [record]) = (inner.kind(), &inner.expressions()[..]) {
            path = format!(".{}{path}", inner.spelling());
            inner = strip(*record);
        }
        let name = format!("{}{path}", self.name);
        (same_place(self.place, inner) && self.parts.contains(&name)).then_some(name)
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

impl Rendered {
    /// Whether it multiplies parameters: too much for the solver by itself.
    pub(super) fn is_product(&self) -> bool {
        self.form == Form::Product
    }
}

impl<'u> Names<'u> {
    /// Of arguments alone.
    pub(super) fn of(around: Vec<Cursor<'u>>, arguments: Vec<(Cursor<'u>, Cursor<'u>)>) -> Self {
        Names {
            around,
            arguments,
            others: Vec::new(),
        }
    }

    /// The same, and what the kernel knows by these.
    pub(super) fn beside(&self, others: &[Known<'u>]) -> Self {
        let mut names = self.clone();
        names.others.extend_from_slice(others);
        names
    }

    /// What the kernel calls what an expression names.
    fn name_of(&self, scope: &Scope<'_, 'u>, c: Cursor<'u>) -> Option<String> {
        let is_it = |a: Cursor<'u>| same_place(a, c) || scope.ask_the_same(a, c) || same_sum(a, c);
        let mut arguments = self.arguments.iter();
        let argument = arguments.find(|(argument, _)| is_it(*argument));
        let of_others = || self.others.iter().find_map(|other| other.name_of(c));
        argument
            .map(|(_, parameter)| parameter.spelling())
            .or_else(of_others)
    }

    /// The variables that what is named is computed from.
    fn bases(&self) -> Vec<Cursor<'u>> {
        let arguments = self.arguments.iter().flat_map(|(argument, _)| bases(*argument));
        let others = self.others.iter().flat_map(|other| bases(other.place));
        arguments.chain(others).collect()
    }

    /// Those that never change, in what they stand inside.
    pub(super) fn stable(&self, scope: &Scope<'_, 'u>, around: &[Cursor<'u>]) -> Names<'u> {
        let is_stable = |(argument, _): &&(Cursor<'u>, Cursor<'u>)| {
            argument.kind() == CXCursor_DeclRefExpr
                && base(*argument).is_some_and(|variable| scope.variables.is_stable(variable))
        };
        let kept = self.arguments.iter().filter(is_stable).copied();
        Names::of(around.to_vec(), kept.collect())
    }

    /// Whether an argument still is at the launch what it was where it was handed over.
    pub(super) fn keeps(&self, scope: &Scope<'_, 'u>, argument: Cursor<'u>, set: Cursor<'u>) -> bool {
        let mut named = Vec::new();
        if !is_of_variables(argument, &mut named) {
            return false;
        }
        let all = Names::of(
            self.around.clone(),
            named.into_iter().map(|name| (name, name)).collect(),
        );
        let start = set.range().map(|range| range.start);
        start.is_some_and(|start| all.is_settled_from(scope, argument, &start))
    }

    /// Whether what a size names keeps its values up to the launch.
    pub(super) fn is_settled(&self, scope: &Scope<'_, 'u>, size: Cursor<'u>) -> bool {
        size.range()
            .is_some_and(|range| self.is_settled_from(scope, size, &range.start))
    }

    /// Whether `whole`, which an expression is part of, may change what the expression names.
    pub(super) fn changes(&self, scope: &Scope<'_, 'u>, expression: Cursor<'u>, whole: Cursor<'u>) -> bool {
        let named = self.bases().into_iter();
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
        let Some(launch) = self.around.last().and_then(|launch| launch.range()) else {
            return false;
        };
        let to = launch.end.clone();
        // What a reference leads to may change by other names, but not while it is handed over.
        let is_own =
            |other: &Known<'u>| launch.holds(from) || base(other.place).is_none_or(|v| !is_reference(v));
        let mut open = self.others.iter().filter(|other| !is_own(other));
        if open.any(|other| base(other.place).is_some_and(|variable| mentions(expression, variable))) {
            return false;
        }
        // A loop between the two repeats the launch, and what stands behind it, with the same value.
        let repeats = self
            .around
            .iter()
            .any(|c| is_loop(c.kind()) && c.range().is_none_or(|range| range.start.offset > from.offset));
        // What a lambda names of the outside may change behind it in the text, before it runs.
        let is_outside = |c: &Cursor<'u>| c.range().is_none_or(|range| range.start.offset > from.offset);
        let repeats = repeats || self.around.first().is_none_or(is_outside);
        // An expression of another function was evaluated at another time.
        from.file == to.file
            && from.offset <= to.offset
            && self.bases().into_iter().all(|v| {
                scope.variables.is_settled(v, from, (!repeats).then_some(&to)) || !mentions(expression, v)
            })
    }

    /// What is known of a launch's size that is no constant: what it is in terms of arguments, or else its bounds.
    pub(super) fn of_size(
        &self,
        scope: &Scope<'_, 'u>,
        size: Cursor<'u>,
        name: &str,
        fitting: &Names<'u>,
    ) -> Option<String> {
        let is_settled = self.is_settled(scope, size);
        // A choice is a size whatever becomes of what it is made of.
        let chosen = || {
            let inner = Some(strip(size)).filter(|_| handed_over(size, size, is_size))?;
            let rendered = fitting.render(scope, inner, Mode::Arguments, 0);
            rendered.filter(|rendered| rendered.form == Form::Linear)
        };
        let exact = || {
            let rendered = self.render(scope, size, Mode::Sizes, 0);
            rendered.or_else(chosen).and_then(readable)
        };
        if let Some(text) = is_settled.then(exact).flatten() {
            return Some(format!("{name} == {text}"));
        }
        if let Some(text) = fitting.of_rounded(scope, size, name) {
            return Some(text);
        }
        let (low, high) = scope.for_sizes().bounds(size);
        bounded((low.filter(|low| *low > 1), high), scope.divisor(size), name)
    }

    /// What a size is where arguments are multiplied with one another: too much for the solver in every question, but all that the host
    /// launches.
    pub(super) fn of_product(&self, scope: &Scope<'_, 'u>, size: Cursor<'u>, name: &str) -> Option<String> {
        let rendered = self.settled(scope, size, Mode::Extents, 0)?;
        Some(format!("{name} == {}", readable(rendered)?))
    }

    /// What an argument is in terms of others.
    pub(super) fn of_argument(
        &self,
        scope: &Scope<'_, 'u>,
        argument: Cursor<'u>,
        name: &str,
    ) -> Option<String> {
        let text = readable(self.render(scope, argument, Mode::Arguments, 0)?)?;
        Some(format!("{name} == {text}"))
    }

    /// What an expression is called that keeps its value up to the launch.
    pub(super) fn settled(
        &self,
        scope: &Scope<'_, 'u>,
        c: Cursor<'u>,
        mode: Mode,
        depth: u32,
    ) -> Option<Rendered> {
        let is_settled = self.is_settled(scope, c);
        is_settled.then(|| self.render(scope, c, mode, depth)).flatten()
    }

    pub(super) fn render(
        &self,
        scope: &Scope<'_, 'u>,
        c: Cursor<'u>,
        mode: Mode,
        depth: u32,
    ) -> Option<Rendered> {
        if depth > MAX_DEPTH || !scope.variables.steps.take() {
            return None;
        }
        if let Some(value) = scope.integer(c) {
            return Some(Rendered::number(value));
        }
        if let Some(name) = self.name_of(scope, c) {
            return Some(Rendered {
                text: name,
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
                if let Some(argument) = scope.bound(variable) {
                    return self.render(scope, argument, mode, depth + 1);
                }
                let variable = referent(variable).unwrap_or(variable);
                match scope.variables.value_at(variable, c) {
                    Some(value) => self.settled(scope, value, mode, depth + 1),
                    None => self.of_variable(scope, (variable, c), mode, depth + 1),
                }
            }
            (CXCursor_ArraySubscriptExpr, _) => self.settled(scope, scope.element(c)?, mode, depth + 1),
            (CXCursor_MemberRefExpr, _) => {
                let (value, member) = members::value_of(scope, c)?;
                let kept = Some(value).filter(|value| mode.takes(*value, member))?;
                self.settled(scope, kept, mode, depth + 1)
            }
            // What holds is 1.
            (CXCursor_BinaryOperator | CXCursor_UnaryOperator, _) if mode.takes_choices() && is_truth(c) => {
                let condition = self.render_condition(scope, c, depth + 1)?;
                Some(Rendered {
                    text: format!("({condition} ? 1 : 0)"),
                    depends: true,
                    compound: false,
                    form: Form::Linear,
                })
            }
            (CXCursor_BinaryOperator, [left, right]) if !wraps(mode, c) => {
                let (a, b) = (
                    self.render(scope, *left, mode, depth + 1)?,
                    self.render(scope, *right, mode, depth + 1)?,
                );
                arithmetic(c.binary_operator(), &a, &b, mode)
            }
            (CXCursor_ConditionalOperator, [condition, yes, no]) if mode.takes_choices() => {
                let condition = self.render_condition(scope, *condition, depth + 1)?;
                let (a, b) = (
                    self.render(scope, *yes, mode, depth + 1)?,
                    self.render(scope, *no, mode, depth + 1)?,
                );
                of_parts(format!("({condition} ? {} : {})", a.text, b.text), &[a, b])
            }
            (CXCursor_CallExpr, _) if !c.referenced().is_some_and(is_the_languages) => {
                self.of_returned(scope, c, mode, depth)
            }
            (CXCursor_CallExpr, _) if mode.takes_choices() && c.spelling() == "stride" => {
                let one = |text: String| Rendered {
                    text,
                    // It says something of what it is handed to.
                    depends: true,
                    compound: false,
                    form: Form::Linear,
                };
                match scope.stride_sizes(c)?[..] {
                    [] => Some(one("1".to_owned())),
                    // Rows of nothing lie apart as rows of one place do.
                    [size] => {
                        let size = self.render(scope, size, mode, depth + 1)?;
                        of_parts(format!("max({}, 1)", size.text), &[size])
                    }
                    _ => None,
                }
            }
            (CXCursor_CallExpr, _) if mode.takes_choices() => {
                let arguments = c.arguments().into_iter();
                let parts: Option<Vec<Rendered>> = arguments
                    .map(|argument| self.render(scope, argument, mode, depth + 1))
                    .collect();
                let parts = parts?;
                let text = match (c.spelling().as_str(), &parts[..]) {
                    (name @ ("min" | "max"), [a, b]) => format!("{name}({}, {})", a.text, b.text),
                    ("clamp", [a, low, high]) => format!("min(max({}, {}), {})", a.text, low.text, high.text),
                    ("abs" | "labs" | "llabs", [a]) => format!("max({0}, -({0}))", a.text),
                    _ => return None,
                };
                of_parts(text, &parts)
            }
            _ => None,
        }
    }

    /// A condition of whole numbers.
    pub(super) fn render_condition(
        &self,
        scope: &Scope<'_, 'u>,
        c: Cursor<'u>,
        depth: u32,
    ) -> Option<String> {
        let whole = |side: Cursor<'u>| {
            let rendered = self.render(scope, side, Mode::Exact, depth + 1)?;
            let is_plain = !rendered.is_product();
            (is_plain && (is_signed_type(side.ty().canonical()) || !rendered.compound))
                .then_some(rendered.text)
        };
        let inner = asked(c);
        match inner.expressions()[..] {
            [operand] if inner.kind() == CXCursor_UnaryOperator && is_truth(inner) => {
                let operand = asked(operand);
                if let ([doubled], true) = (&operand.expressions()[..], is_truth(operand))
                    && operand.kind() == CXCursor_UnaryOperator
                {
                    return self.render_condition(scope, *doubled, depth + 1);
                }
                (!is_truth(operand)).then_some(())?;
                Some(format!("{} == 0", whole(operand)?))
            }
            [left, right] if inner.kind() == CXCursor_BinaryOperator => {
                match sign(inner.binary_operator(), true) {
                    Some(sign) => Some(format!("{} {sign} {}", whole(left)?, whole(right)?)),
                    None => Some(format!("{} != 0", whole(inner)?)),
                }
            }
            _ => Some(format!("{} != 0", whole(inner)?)),
        }
    }
}

/// What a condition asks, under brackets and its conversion to a truth value: a narrower number is another one.
fn asked(c: Cursor<'_>) -> Cursor<'_> {
    let is_of_truth = c.ty().canonical().kind() == CXType_Bool && is_cast(c.kind());
    match c.expressions()[..] {
        [inner] if c.kind() == CXCursor_ParenExpr || is_of_truth => asked(inner),
        _ => c,
    }
}

/// Whether it compares or denies.
fn is_truth(c: Cursor<'_>) -> bool {
    match c.kind() {
        CXCursor_BinaryOperator => sign(c.binary_operator(), true).is_some(),
        CXCursor_UnaryOperator => c.unary_operator() == CXUnaryOperator_LNot,
        _ => false,
    }
}

/// A text that is made of these.
fn of_parts(text: String, parts: &[Rendered]) -> Option<Rendered> {
    let is_plain = |part: &Rendered| matches!(part.form, Form::Name | Form::Linear);
    (text.len() <= MOST && parts.iter().all(is_plain)).then(|| Rendered {
        text,
        depends: parts.iter().any(|part| part.depends),
        compound: false,
        form: Form::Linear,
    })
}

/// The text of a relation, if it says anything.
pub(super) fn readable(rendered: Rendered) -> Option<String> {
    let text = rendered.text;
    let inner = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let inner = inner.filter(|_| rendered.compound).map(str::to_owned);
    (text.len() <= MOST && rendered.depends).then(|| inner.unwrap_or(text))
}

/// `a op b`, where the solver stays good at it: a product of names, or a quotient of two such, is a relation by itself.
fn arithmetic(operator: CXBinaryOperatorKind, a: &Rendered, b: &Rendered, mode: Mode) -> Option<Rendered> {
    use Form::{Linear, Name, Product, Quotient};
    let is_argument = matches!(mode, Mode::Arguments);
    let is_extent = matches!(mode, Mode::Extents);
    let form = match (a.form, b.form) {
        _ if is_extent => Linear,
        // What remains by a product: `c % (r * r)`.
        (Name | Product, Name | Product)
            if (is_argument || matches!(mode, Mode::Exact)) && operator == CXBinaryOperator_Mul =>
        {
            Product
        }
        (Name | Product, Name | Product)
            if is_argument && matches!(operator, CXBinaryOperator_Div | CXBinaryOperator_Rem)
                || matches!(mode, Mode::Exact) && operator == CXBinaryOperator_Rem =>
        {
            Quotient
        }
        (Name | Linear, Name | Linear) => Linear,
        (Product | Quotient, _) | (_, Product | Quotient) => return None,
    };
    let both = form == Linear && a.depends && b.depends;
    // What turns negative numbers into sizes is a choice as well.
    let is_negative = a.text.starts_with('-') || b.text.starts_with('-');
    let sign = match operator {
        CXBinaryOperator_Add => "+",
        CXBinaryOperator_Sub if mode.takes_choices() || is_extent || !b.depends => "-",
        CXBinaryOperator_Mul if is_extent || !both && (mode.takes_choices() || !is_negative) => "*",
        // A block has at least one thread in each direction.
        CXBinaryOperator_Div if form == Quotient || !b.depends || is_extent && is_of_block(&b.text) => "/",
        CXBinaryOperator_Rem if form == Quotient || !b.depends => "%",
        CXBinaryOperator_Shr if !b.depends => ">>",
        CXBinaryOperator_And if !b.depends && form == Linear => "&",
        _ => return None,
    };
    let text = format!("({} {sign} {})", a.text, b.text);
    (text.len() <= MOST).then_some(Rendered {
        text,
        depends: a.depends || b.depends,
        // Its brackets stay: it binds less than a comparison.
        compound: sign != "&",
        form,
    })
}

/// Whether a text is a size of the block.
fn is_of_block(text: &str) -> bool {
    text.starts_with("blockDim.")
}

/// Whether both name the same variable, or the same member of one.
pub(super) fn same_place(a: Cursor<'_>, b: Cursor<'_>) -> bool {
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

/// Whether both compute the same from the same variables: `o / g`, by itself and with brackets around it.
fn same_sum(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    let (a, b) = (strip(a), strip(b));
    let operator = a.binary_operator();
    let is_sum = [a, b].iter().all(|c| c.kind() == CXCursor_BinaryOperator);
    let is_pure = sign(operator, true).is_none() && operator != CXBinaryOperator_Assign;
    let side = |a: Cursor<'_>, b: Cursor<'_>| {
        let is_number = |c: Cursor<'_>| c.kind() == CXCursor_IntegerLiteral;
        let is_one = || is_number(a) && is_number(b) && a.evaluate() == b.evaluate();
        same_place(a, b) || is_one() || same_sum(a, b)
    };
    is_sum
        && is_pure
        && operator == b.binary_operator()
        && a.ty().canonical().kind() == b.ty().canonical().kind()
        && match (&a.expressions()[..], &b.expressions()[..]) {
            ([a, b], [c, d]) => side(strip(*a), strip(*c)) && side(strip(*b), strip(*d)),
            _ => false,
        }
}

/// Whether an expression is made of variables and their members alone, not of what pointers lead to or functions give; adds them.
pub(super) fn is_of_variables<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) -> bool {
    let parts = c.expressions();
    let is_known = match (c.kind(), &parts[..]) {
        (CXCursor_DeclRefExpr, _) => {
            found.push(c);
            !c.referenced().is_some_and(super::uses::is_reference)
        }
        (CXCursor_MemberRefExpr, [record]) => record.ty().canonical().kind() == CXType_Record,
        (CXCursor_UnaryOperator, _) => {
            !matches!(c.unary_operator(), CXUnaryOperator_Deref | CXUnaryOperator_AddrOf)
        }
        (CXCursor_BinaryOperator | CXCursor_ParenExpr | CXCursor_IntegerLiteral | CXCursor_UnaryExpr, _) => {
            true
        }
        (kind, _) => is_cast(kind),
    };
    is_known && parts.into_iter().all(|part| is_of_variables(part, found))
}

/// The variable that an argument is, or is a member of.
pub(super) fn base(argument: Cursor<'_>) -> Option<Cursor<'_>> {
    match argument.kind() {
        CXCursor_DeclRefExpr => argument.referenced(),
        _ => argument
            .expressions()
            .into_iter()
            .find_map(|inner| base(strip(inner))),
    }
}

/// All variables that an argument is computed from.
fn bases<'u>(argument: Cursor<'u>) -> Vec<Cursor<'u>> {
    match argument.kind() {
        CXCursor_DeclRefExpr => argument.referenced().into_iter().collect(),
        _ => argument
            .expressions()
            .into_iter()
            .flat_map(|inner| bases(strip(inner)))
            .collect(),
    }
}

pub(super) fn mentions(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let itself = c.kind() == CXCursor_DeclRefExpr
        && c.referenced()
            .is_some_and(|target| target.canonical().same(variable.canonical()));
    itself || c.children().into_iter().any(|child| mentions(child, variable))
}

pub(super) fn is_integer(c: Cursor<'_>) -> bool {
    !matches!(
        c.ty().canonical().kind(),
        CXType_Float | CXType_Double | CXType_LongDouble | CXType_Half | CXType_Pointer | CXType_Record
    )
}
