//! How a launch's size depends on its arguments: `dim3 grid((n + 255) / 256); kernel<<<grid, 256>>>(n);`.
//!
//! A host variable that is handed to the kernel stands for the kernel's parameter, if nothing changes it between the
//! place where the size is computed and the launch. The relation is kept as text, as `--assume` takes it, so that a
//! person can read what was taken for granted; arithmetic is that of whole numbers.

use super::calls::LaunchCall;
use super::constants::{AXES, MAX_DEPTH, Scope, is_constructor, is_shape, strip};
use super::conversions::{fits, handed_over, is_signed_type, is_size, keeps_value};
use super::counters::Counter;
use super::deciding;
use super::freedom::Freedom;
use super::host::in_lambda;
use super::inputs::share;
use super::names::{Known as Named, Names, bounded, is_of_variables};
use super::pitches;
use super::reaching::Definition;
use super::surroundings::of_surroundings;
use super::uses::Effect;
use super::variables::{is_variable, start};
use super::{line_of, listed, members};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::{HostLine, Unclear};
use crate::plain;

/// What is known of a launch that is no constant.
pub(super) struct Known<'u> {
    /// `gridDim.x == ...` for dimensions, `width == pitch` for arguments that depend on one another.
    pub(super) facts: Vec<String>,
    /// What is neither known nor may be anything.
    pub(super) unclear: Vec<Unclear>,
    /// The names of what sizes are computed from.
    pub(super) sizes: Names<'u>,
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
    found.extend(pitches::facts(scope, &names, &all.arguments));
    let listed = listed::facts(scope, &all.arguments);
    found.extend(listed.iter().map(|(_, listed)| listed.fact.clone()));
    let (mut unclear, mut at_calls) = (Vec::new(), Vec::new());
    for (argument, parameter) in &all.arguments {
        if handed_over(*argument, *parameter, keeps_value) {
            let told = told_at_calls(scope, *argument, &parameter.spelling());
            found.extend(told.facts);
            at_calls.extend(told.tests);
        }
    }
    let mut said = of_surroundings(scope, &exact);
    said.add(of_surroundings(scope, &fitting).of_what_fits(&loose(scope, &fitting, &exact)));
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
    let mut tests = deciding::tests(scope.variables, &call.around);
    tests.retain(|test| !said.tests.iter().any(|said| said.same(*test)));
    // A size that is made of what is handed over too, in a way that no fact says, is not free beside it.
    let handed = |tests: &[Cursor<'u>]| {
        let arguments = all.arguments.iter();
        let kept = arguments.filter(|(argument, parameter)| handed_over(*argument, *parameter, fits));
        let whole = all.others.iter().map(|known| known.place);
        Freedom::behind(scope, tests).beside(kept.map(|(argument, _)| *argument).chain(whole))
    };
    // A grid is computed from a block more often than the other way round.
    let shapes = [("blockDim", call.block, block), ("gridDim", call.grid, grid)];
    let (mut sized, mut wholes, mut of_blocks) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(enqueued) = &call.enqueued {
        enqueued.facts(
            scope,
            call.call,
            [&names, &fitting],
            || handed(&tests),
            (&mut found, &mut unclear),
        );
    }
    for (shape, expression, known) in shapes.into_iter().filter(|_| call.enqueued.is_none()) {
        let parts = components(scope, expression, 0);
        for (n, axis) in AXES.into_iter().enumerate().filter(|(n, _)| known[*n].is_none()) {
            let name = format!("{shape}.{axis}");
            let size = parts.get(n).copied().flatten();
            let fact = size.and_then(|size| names.of_size(scope, size, &name, &fitting));
            let is_exact = fact
                .as_ref()
                .is_some_and(|fact| fact.starts_with(&format!("{name} == ")));
            // What is not taken apart stands for all of its sizes.
            let whole = size.is_none().then_some(expression);
            let size = size.unwrap_or(expression);
            if !is_exact {
                let told = told_around(scope, in_lambda(&call.around), size, &name);
                found.extend(told.facts);
                tests.retain(|test| !told.tests.iter().any(|told| told.same(*test)));
                let told = told_at_calls(scope, size, &name);
                found.extend(told.facts);
                at_calls.extend(told.tests);
            }
            let mut freedom = match fact {
                None => handed(&tests),
                Some(_) => Freedom::behind(scope, &tests),
            }
            .beside(sized.iter().copied())
            .told_at_calls(&at_calls);
            let listed = listed::fact(scope, size, &name);
            let is_each = listed.as_ref().is_some_and(|listed| listed.is_each);
            let is_exact = is_exact || is_each && !Freedom::behind(scope, &tests).asks(size);
            found.extend(listed.map(|listed| listed.fact));
            if !is_exact && !freedom.take(size) {
                unclear.push(Unclear {
                    relation: names.beside(&of_blocks).of_product(scope, size, &name),
                    name: name.clone(),
                    line: made_in(scope, size),
                    alone: false,
                });
            }
            match whole {
                Some(whole) => wholes.push(whole),
                None if !is_exact => sized.push(size),
                None => {}
            }
            if shape == "blockDim" {
                let place = strip(size);
                let parts = Vec::new();
                of_blocks.push(Named { place, name, parts });
            }
            found.extend(fact);
        }
        sized.append(&mut wholes);
        if shape == "blockDim" {
            let place = members::copied(expression);
            let name = shape.to_owned();
            let parts = AXES.map(|axis| format!("{shape}.{axis}")).to_vec();
            of_blocks.push(Named { place, name, parts });
        }
    }
    unclear.sort_by_key(|one| !one.name.starts_with("gridDim"));
    found.extend(said.facts);
    // A loop counts through all of its numbers, but a test inside may pass some of them by.
    let of_loops: Vec<Cursor<'u>> = call.around.iter().filter_map(deciding::end_of_loop).collect();
    let inside = tests
        .iter()
        .filter(|test| !of_loops.iter().any(|end| end.same(**test)));
    let behind = Freedom::behind(scope, &inside.copied().collect::<Vec<_>>());
    let is_counted = |argument: Cursor<'u>, name: &String| {
        let mut counters = said.counters.iter();
        counters.any(|c| c.name == *name && c.is_known) && !behind.asks(argument)
    };
    unclear.extend(unclear_arguments(
        scope,
        &all.arguments,
        (&tests, &at_calls),
        &said.counters,
        |argument, name| {
            expressed.contains(name)
                || is_counted(argument, name)
                || !behind.asks(argument)
                    && listed
                        .iter()
                        .any(|(known, listed)| known == name && listed.is_each)
        },
    ));
    let mut known = std::collections::HashSet::new();
    found.retain(|fact| known.insert(fact.clone()));
    spread(&found, &all.arguments, &mut unclear);
    Known {
        facts: found,
        unclear,
        sizes: names,
    }
}

/// What tests say of a value, and those of which all is said.
#[derive(Default)]
struct Told<'u> {
    facts: Vec<String>,
    tests: Vec<Cursor<'u>>,
}

/// What the surroundings of a place say of a value that is a variable's, under a name.
fn told_around<'u>(
    scope: &Scope<'_, 'u>,
    around: Vec<Cursor<'u>>,
    value: Cursor<'u>,
    name: &str,
) -> Told<'u> {
    let place = strip(value);
    let variable = place.referenced().filter(|v| is_variable(*v) && is_place(place));
    let Some(variable) = variable.filter(|variable| handed_over(value, *variable, is_size)) else {
        return Told::default();
    };
    // The variable stands for itself, and is called what the value becomes.
    let names = Names::of(around, vec![(place, variable)]);
    let own = variable.spelling();
    let said = of_surroundings(scope, &names);
    Told {
        facts: said.facts.iter().map(|fact| renamed(fact, &own, name)).collect(),
        tests: said.tests,
    }
}

/// What the surroundings of the calls say that hand a value on to the launch, where each function on the way has one call that counts.
fn told_at_calls<'u>(scope: &Scope<'_, 'u>, value: Cursor<'u>, name: &str) -> Told<'u> {
    let variables = scope.variables;
    let mut told = Told::default();
    let mut value = value;
    for _ in 0..MOST_CALLS {
        let parameter = strip(value)
            .referenced()
            .filter(|v| v.kind() == CXCursor_ParmDecl);
        let Some(parameter) =
            parameter.filter(|p| variables.is_stable(*p) && !variables.handed(*p).is_empty())
        else {
            break;
        };
        let [(call, argument)] = variables.calls_with(parameter)[..] else {
            break;
        };
        let callers = variables.callers(parameter);
        let caller = callers.iter().find(|(known, _)| known.same(call));
        if let Some((_, caller)) = caller.filter(|_| handed_over(argument, parameter, keeps_value)) {
            let around = variables.around_call(call, *caller);
            let at_call = told_around(scope, around, argument, name);
            told.facts.extend(at_call.facts);
            told.tests.extend(at_call.tests);
        }
        value = argument;
    }
    told
}

/// Most calls through which a value comes to a launch that are looked at.
const MOST_CALLS: usize = 3;

/// A fact in which one name stands for another.
fn renamed(fact: &str, own: &str, name: &str) -> String {
    let mut renamed = String::new();
    let mut end = 0;
    for at in plain::words(fact, own) {
        renamed += &fact[end..at];
        renamed += name;
        end = at + own.len();
    }
    renamed + &fact[end..]
}

/// The parameters that get something else than what is `known`, or may be anything besides what the others are.
fn unclear_arguments<'u>(
    scope: &Scope<'_, 'u>,
    arguments: &[(Cursor<'u>, Cursor<'u>)],
    (tests, at_calls): (&[Cursor<'u>], &[Cursor<'u>]),
    counters: &[Counter<'u>],
    known: impl Fn(Cursor<'u>, &String) -> bool,
) -> Vec<Unclear> {
    let mut freedom = Freedom::behind(scope, tests).told_at_calls(at_calls);
    // What a loop starts with, it hands over the first time.
    let first = |parameter: &Cursor<'u>| {
        let counter = counters.iter().find(|c| c.name == parameter.spelling());
        counter.and_then(|counter| counter.first)
    };
    let known = |(argument, parameter): &(Cursor<'u>, Cursor<'u>)| known(*argument, &parameter.spelling());
    // What is handed over as it is comes before what is computed from it.
    let mut open: Vec<_> = arguments.iter().filter(|a| !known(a)).collect();
    open.sort_by_key(|(argument, parameter)| first(parameter).is_some() || !is_place(strip(*argument)));
    let unclear = open
        .into_iter()
        .filter(|(argument, parameter)| !freedom.take(first(parameter).unwrap_or(*argument)));
    let said = unclear.map(|(argument, parameter)| {
        let mut others = arguments.iter().filter(|(_, other)| !other.same(*parameter));
        Unclear {
            relation: None,
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
            let of = unclear.iter().find(|of| plain::mentions(value, &of.name));
            if let Some(line) = of
                .map(|of| of.line.clone())
                .filter(|_| !unclear.iter().any(|u| u.name == name))
            {
                let (name, alone, relation) = (name.to_owned(), false, None);
                unclear.push(Unclear {
                    name,
                    line,
                    alone,
                    relation,
                });
            }
        }
    }
}

/// The line in which a value is computed.
fn made_in<'u>(scope: &Scope<'_, 'u>, value: Cursor<'u>) -> Option<HostLine> {
    let inner = strip(value);
    let variable = inner
        .referenced()
        .filter(|v| inner.kind() == CXCursor_DeclRefExpr && is_variable(*v));
    let change = variable.and_then(|v| scope.variables.changes(v).last().map(|change| change.by));
    let made = change.or_else(|| variable.and_then(start)).unwrap_or(inner);
    line_of(made)
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
        arguments,
        ..all.clone()
    });
    let (mut facts, mut expressed) = (Vec::new(), Vec::new());
    for &(argument, parameter) in &all.arguments {
        let place = strip(argument);
        let keeps = handed_over(argument, parameter, fits);
        let of_others = keeps.then(|| fitting.of_argument(scope, argument, &parameter.spelling()));
        if let Some(fact) = of_others.flatten() {
            facts.push(fact);
            expressed.push(parameter.spelling());
        } else if (is_place(place) || scope.asks_a_tensor(place) || is_of_variables(place, &mut Vec::new()))
            && handed_over(argument, parameter, is_size)
        {
            names.arguments.push((place, parameter));
            if keeps {
                fitting.arguments.push((place, parameter));
            }
            if handed_over(argument, parameter, keeps_value) {
                exact.arguments.push((place, parameter));
            }
        }
    }
    for (argument, parameter) in &all.arguments {
        let name = parameter.spelling();
        if !expressed.contains(&name) && handed_over(*argument, *parameter, keeps_value) {
            facts.extend(exact.of_limits(scope, *argument, &name));
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

/// The parameters that get what may not fit into them: numbers of more bits that are no sizes of tensors.
fn loose<'u>(scope: &Scope<'_, 'u>, fitting: &Names<'u>, exact: &Names<'u>) -> Vec<String> {
    let is_exact = |parameter: Cursor<'u>| exact.arguments.iter().any(|(_, known)| known.same(parameter));
    let is_size = |place: Cursor<'u>| {
        let variable = place
            .referenced()
            .filter(|v| place.kind() == CXCursor_DeclRefExpr && is_variable(*v));
        let value = variable.and_then(|variable| scope.variables.value_at(variable, place));
        scope.asks_a_tensor(place) || value.is_some_and(|value| scope.asks_a_tensor(strip(value)))
    };
    let all = fitting.arguments.iter();
    let all = all.filter(|(place, parameter)| !is_exact(*parameter) && !is_size(*place));
    all.map(|(_, parameter)| parameter.spelling()).collect()
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
                    Effect::Updated
                    | Effect::Allocated(_)
                    | Effect::Lent
                    | Effect::MemberLent(_)
                    | Effect::Escapes => None,
                },
            };
            AXES.iter().enumerate().map(of_axis).collect()
        }
        _ if !is_shape(shape) => Vec::new(),
        // What a function gives is not what it is handed, nor a member what its object is.
        (CXCursor_MemberRefExpr, _) => Vec::new(),
        (CXCursor_CallExpr, _) if !is_constructor(shape) => Vec::new(),
        (CXCursor_CallExpr, [only]) if only.ty().canonical().kind() == CXType_Record => deeper(*only),
        (CXCursor_CallExpr | CXCursor_InitListExpr, parts) => parts
            .iter()
            .map(|part| (part.is_expression()).then_some(*part))
            .collect(),
        (_, [inner]) => deeper(*inner),
        _ => Vec::new(),
    }
}
