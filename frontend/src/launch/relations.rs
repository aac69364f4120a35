//! How a launch's size depends on its arguments: `dim3 grid((n + 255) / 256); kernel<<<grid, 256>>>(n);`.
//!
//! A host variable that is handed to the kernel stands for the kernel's parameter, if nothing changes it between the
//! place where the size is computed and the launch. The relation is kept as text, as `--assume` takes it, so that a
//! person can read what was taken for granted; arithmetic is that of whole numbers.

use super::bounds::Bounds;
use super::buffers::Step;
use super::constants::{AXES, MAX_DEPTH, Scope, is_cast, strip};
use super::conversions::{Mode, fits, handed_over, is_signed_type, is_size, keeps_value, wraps};
use super::deciding;
use super::freedom::{Freedom, share};
use super::host::LaunchCall;
use super::reaching::{Definition, is_loop};
use super::surroundings::{Counter, of_surroundings, sign};
use super::uses::Effect;
use super::variables::{is_variable, referent, start};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::count;
use crate::ir::Unclear;
use crate::repair::kernels::is_the_languages;

/// Longest relation: longer ones help neither the solver nor a reader.
pub(super) const MOST: usize = 160;

/// `n >= 1 && n <= 64 && n % 4 == 0`.
fn bounded((low, high): Bounds, divisor: i128, name: &str) -> Option<String> {
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
}

/// What is known of a launch that is no constant.
pub(super) struct Known<'u> {
    /// `gridDim.x == ...` for dimensions, `width == pitch` for arguments that depend on one another.
    pub(super) facts: Vec<String>,
    /// What is neither known nor may be anything.
    pub(super) unclear: Vec<Unclear>,
    /// The names of what is handed over without change.
    pub(super) exact: Names<'u>,
}

/// What is known of the sizes of a launch and of its arguments `all`, which are no constants. `around` is all that it stands inside.
pub(super) fn of_launch<'u>(
    scope: &Scope<'_, 'u>,
    call: &LaunchCall<'u>,
    grid: [Option<u64>; 3],
    block: [Option<u64>; 3],
    all: Names<'u>,
) -> Known<'u> {
    let Arguments {
        facts: mut found,
        sizes: names,
        fitting,
        exact,
        expressed,
    } = of_arguments(scope, &all);
    found.extend(of_bounds(scope, &all.arguments));
    let mut unclear = Vec::new();
    for (shape, expression, known) in [("gridDim", call.grid, grid), ("blockDim", call.block, block)] {
        let parts = components(scope, expression, 0);
        for (n, axis) in AXES.into_iter().enumerate().filter(|(n, _)| known[*n].is_none()) {
            let name = format!("{shape}.{axis}");
            let size = parts.get(n).copied().flatten();
            let fact = size.and_then(|size| names.of_size(scope, size, &name, &fitting));
            let is_exact = fact
                .as_ref()
                .is_some_and(|fact| fact.starts_with(&format!("{name} == ")));
            let size = size.unwrap_or(expression);
            if !is_exact && !Freedom::behind(scope, &[]).take(size) {
                unclear.push(Unclear {
                    name,
                    line: made_in(scope, size),
                    alone: false,
                });
            }
            found.extend(fact);
        }
    }
    let mut said = of_surroundings(scope, &exact);
    if !exact.around.is_empty() && exact.around.len() < call.around.len() {
        // What was so when a lambda was made still is, of what never changes.
        let outside = of_surroundings(scope, &exact.stable(scope, &call.around));
        said.tests.extend(outside.tests);
        let news = outside
            .facts
            .into_iter()
            .filter(|fact| !said.facts.contains(fact));
        found.extend(news);
    }
    found.extend(said.facts);
    let mut tests = deciding::tests(scope.variables, &call.around);
    tests.retain(|test| !said.tests.iter().any(|said| said.same(*test)));
    let is_counted = |name: &String| said.counters.iter().any(|c| c.name == *name && c.is_known);
    unclear.extend(unclear_arguments(
        scope,
        &all.arguments,
        &tests,
        &said.counters,
        |name| expressed.contains(name) || is_counted(name),
    ));
    spread(&found, &all.arguments, &mut unclear);
    Known {
        facts: found,
        unclear,
        exact,
    }
}

/// The parameters that get something else than what is `known`, or may be anything besides what the others are.
fn unclear_arguments<'u>(
    scope: &Scope<'_, 'u>,
    arguments: &[(Cursor<'u>, Cursor<'u>)],
    tests: &[Cursor<'u>],
    counters: &[Counter<'u>],
    known: impl Fn(&String) -> bool,
) -> Vec<Unclear> {
    let mut freedom = Freedom::behind(scope, tests);
    // What a loop starts with, it hands over the first time.
    let first = |parameter: &Cursor<'u>| {
        let counter = counters.iter().find(|c| c.name == parameter.spelling());
        counter.and_then(|counter| counter.first)
    };
    let known = |(_, parameter): &(Cursor<'u>, Cursor<'u>)| known(&parameter.spelling());
    // What is handed over as it is comes before what is computed from it.
    let mut open: Vec<_> = arguments.iter().filter(|a| !known(a)).collect();
    open.sort_by_key(|(argument, parameter)| first(parameter).is_some() || !is_place(strip(*argument)));
    let unclear = open
        .into_iter()
        .filter(|(argument, parameter)| !freedom.take(first(parameter).unwrap_or(*argument)));
    let said = unclear.map(|(argument, parameter)| {
        let mut others = arguments.iter().filter(|(_, other)| !other.same(*parameter));
        Unclear {
            name: parameter.spelling(),
            line: made_in(scope, *argument),
            alone: !others.any(|(other, _)| share(scope, *argument, *other)),
        }
    });
    said.collect()
}

/// What is computed from what is unclear is unclear as well.
fn spread(facts: &[String], arguments: &[(Cursor<'_>, Cursor<'_>)], unclear: &mut Vec<Unclear>) {
    let names: Vec<String> = arguments
        .iter()
        .map(|(_, parameter)| parameter.spelling())
        .collect();
    let equations = || facts.iter().filter_map(|fact| fact.split_once(" == "));
    for _ in 0..names.len() {
        for (name, value) in equations().filter(|(name, _)| names.iter().any(|known| known == name)) {
            let of = unclear.iter().find(|of| count::mentions(value, &of.name));
            if let Some(line) = of
                .map(|of| of.line)
                .filter(|_| !unclear.iter().any(|u| u.name == name))
            {
                let (name, alone) = (name.to_owned(), false);
                unclear.push(Unclear { name, line, alone });
            }
        }
    }
}

/// The line in which a value is computed.
fn made_in<'u>(scope: &Scope<'_, 'u>, value: Cursor<'u>) -> Option<u32> {
    let inner = strip(value);
    let variable = inner
        .referenced()
        .filter(|v| inner.kind() == CXCursor_DeclRefExpr && is_variable(*v));
    let change = variable.and_then(|v| scope.variables.changes(v).last().map(|change| change.by));
    let made = change.or_else(|| variable.and_then(start)).unwrap_or(inner);
    made.range().map(|range| range.start.line)
}

/// What is known of the arguments of a launch.
struct Arguments<'u> {
    /// `width == pitch` for those that depend on one another.
    facts: Vec<String>,
    /// Those that sizes of launches may be computed from.
    sizes: Names<'u>,
    /// Those that arguments may be computed from.
    fitting: Names<'u>,
    /// Those that are handed over without change.
    exact: Names<'u>,
    /// The parameters that some fact says all of.
    expressed: Vec<String>,
}

fn of_arguments<'u>(scope: &Scope<'_, 'u>, all: &Names<'u>) -> Arguments<'u> {
    let [mut names, mut fitting, mut exact] = [const { Vec::new() }; 3].map(|arguments| Names {
        around: all.around.clone(),
        arguments,
    });
    let (mut facts, mut expressed) = (Vec::new(), Vec::new());
    for &(argument, parameter) in &all.arguments {
        let place = strip(argument);
        let keeps = handed_over(argument, parameter, fits);
        let of_others = keeps.then(|| fitting.of_argument(scope, argument, &parameter.spelling()));
        if let Some(fact) = of_others.flatten() {
            facts.push(fact);
            expressed.push(parameter.spelling());
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
    for (argument, parameter) in &all.arguments {
        let name = parameter.spelling();
        let mut others = fitting.clone();
        others.arguments.retain(|(_, other)| !other.same(*parameter));
        if handed_over(*argument, *parameter, fits)
            && !expressed.contains(&name)
            && let Some(fact) = others.of_argument(scope, *argument, &name)
        {
            facts.push(fact);
            expressed.push(name);
        }
    }
    Arguments {
        facts,
        sizes: names,
        fitting,
        exact,
        expressed,
    }
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
        let divisor = scope.divisor(argument);
        bounded(bounds, divisor, &parameter.spelling()).filter(|_| is_whole)
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
    /// Those that never change, in what they stand inside.
    fn stable(&self, scope: &Scope<'_, 'u>, around: &[Cursor<'u>]) -> Names<'u> {
        let is_stable = |(argument, _): &&(Cursor<'u>, Cursor<'u>)| {
            argument.kind() == CXCursor_DeclRefExpr
                && base(*argument).is_some_and(|variable| scope.variables.is_stable(variable))
        };
        Names {
            around: around.to_vec(),
            arguments: self.arguments.iter().filter(is_stable).copied().collect(),
        }
    }

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
        // What a lambda names of the outside may change behind it in the text, before it runs.
        let is_outside = |c: &Cursor<'u>| c.range().is_none_or(|range| range.start.offset > from.offset);
        let repeats = repeats || self.around.first().is_none_or(is_outside);
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
    fn of_size(
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
        let (low, high) = scope.for_sizes().bounds(size);
        bounded((low.filter(|low| *low > 1), high), scope.divisor(size), name)
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
                if let Some(argument) = scope.bound(variable) {
                    return self.render(scope, argument, mode, depth + 1);
                }
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
            (CXCursor_ConditionalOperator, [condition, yes, no]) if mode.takes_choices() => {
                let condition = self.render_condition(scope, *condition, depth + 1)?;
                let (a, b) = (
                    self.render(scope, *yes, mode, depth + 1)?,
                    self.render(scope, *no, mode, depth + 1)?,
                );
                of_parts(format!("({condition} ? {} : {})", a.text, b.text), &[a, b])
            }
            (CXCursor_CallExpr, _) if !c.referenced().is_some_and(is_the_languages) => {
                let (inside, value) = scope.inlined(c)?;
                self.render(&inside, value, mode, depth + 1)
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
                    ("abs" | "labs" | "llabs", [a]) => format!("max({0}, -{0})", a.text),
                    _ => return None,
                };
                of_parts(text, &parts)
            }
            _ => None,
        }
    }

    /// A condition of whole numbers.
    fn render_condition(&self, scope: &Scope<'_, 'u>, c: Cursor<'u>, depth: u32) -> Option<String> {
        let whole = |side: Cursor<'u>| {
            let rendered = self.render(scope, side, Mode::Exact, depth + 1)?;
            (is_signed_type(side.ty().canonical()) || !rendered.compound).then_some(rendered.text)
        };
        let inner = strip(c);
        match inner.expressions()[..] {
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

/// A text that is made of these.
fn of_parts(text: String, parts: &[Rendered]) -> Option<Rendered> {
    let is_plain = |part: &Rendered| matches!(part.form, Form::Name | Form::Linear);
    parts.iter().all(is_plain).then(|| Rendered {
        text,
        depends: parts.iter().any(|part| part.depends),
        compound: false,
        form: Form::Linear,
    })
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
    // What turns negative numbers into sizes is a choice as well.
    let is_negative = a.text.starts_with('-') || b.text.starts_with('-');
    let sign = match operator {
        CXBinaryOperator_Add => "+",
        CXBinaryOperator_Sub if mode.takes_choices() || !b.depends => "-",
        CXBinaryOperator_Mul if !both && (mode.takes_choices() || !is_negative) => "*",
        CXBinaryOperator_Div if form == Quotient || !b.depends => "/",
        CXBinaryOperator_Rem if form == Quotient || !b.depends => "%",
        CXBinaryOperator_Shr if !b.depends => ">>",
        CXBinaryOperator_And if !b.depends && form == Linear => "&",
        _ => return None,
    };
    Some(Rendered {
        text: format!("({} {sign} {})", a.text, b.text),
        depends: a.depends || b.depends,
        // Its brackets stay: it binds less than a comparison.
        compound: sign != "&",
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
