//! Whether host code may launch a kernel with any value, as far as its text says: the value is an input, or computed from one so that
//! every number comes about. What a launch shows that the text neither knows nor leaves open may be one that the host never makes.
//!
//! Several values are free together only if each has an input of its own, which nothing else is computed from and which no test decides
//! whether the launch is reached at all.

use super::bounds::{Bounds, is_count, is_same, names, within};
use super::constants::{MAX_DEPTH, Scope, strip};
use super::conversions::{is_signed_type, is_unsigned_type};
use super::deciding;
use super::elements::own_array;
use super::inputs::{Input, deciding_inputs, inputs, overlap, place};
use super::members::class_name;
use super::reaching::Definition;
use super::surroundings::sign;
use super::uses::{Change, Effect};
use super::variables::{is_local, is_variable, start};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::kernels::is_the_languages;
use std::collections::BTreeSet;

/// What may be any value at a launch.
pub(super) struct Freedom<'s, 'v, 'u> {
    scope: &'s Scope<'v, 'u>,
    /// What tests ask about that decide whether the launch is reached.
    asked: BTreeSet<Input>,
    /// What they only ask to be, or not to be, the same: of two that each may be anything, one may be whatever the other is.
    alike: Vec<[BTreeSet<Input>; 2]>,
    /// What values that are already told range over.
    taken: BTreeSet<Input>,
    /// Tests before calls that lead to the launch, of which all is known.
    told: Vec<Cursor<'u>>,
}

impl<'s, 'v, 'u> Freedom<'s, 'v, 'u> {
    /// Behind tests of which nothing else is known.
    pub(super) fn behind(scope: &'s Scope<'v, 'u>, tests: &[Cursor<'u>]) -> Self {
        let mut freedom = Freedom {
            scope,
            asked: BTreeSet::new(),
            alike: Vec::new(),
            taken: BTreeSet::new(),
            told: Vec::new(),
        };
        for test in tests {
            freedom.ask(*test, 0);
        }
        freedom
    }

    /// Takes in what a test asks.
    fn ask(&mut self, test: Cursor<'u>, depth: u32) {
        let c = strip(test);
        match (c.kind(), &c.expressions()[..]) {
            _ if depth > MAX_DEPTH => deciding_inputs(self.scope, test, &mut self.asked),
            // How many dimensions there are says nothing of their sizes.
            (CXCursor_BinaryOperator, [left, right])
                if sign(c.binary_operator(), true).is_some()
                    && is_rank(*left)
                    && self.scope.integer(*right).is_some() => {}
            (CXCursor_UnaryOperator, [inner]) if c.unary_operator() == CXUnaryOperator_LNot => {
                self.ask(*inner, depth + 1);
            }
            (CXCursor_BinaryOperator, [left, right]) => match c.binary_operator() {
                CXBinaryOperator_LAnd | CXBinaryOperator_LOr => {
                    self.ask(*left, depth + 1);
                    self.ask(*right, depth + 1);
                }
                CXBinaryOperator_EQ | CXBinaryOperator_NE => match self.alike_in([*left, *right]) {
                    Some(both) => self.alike.push(both),
                    None => deciding_inputs(self.scope, test, &mut self.asked),
                },
                _ => deciding_inputs(self.scope, test, &mut self.asked),
            },
            _ => deciding_inputs(self.scope, test, &mut self.asked),
        }
    }

    /// What two sides are computed from that have nothing in common and each may be anything.
    fn alike_in(&self, sides: [Cursor<'u>; 2]) -> Option<[BTreeSet<Input>; 2]> {
        let open = Freedom {
            scope: self.scope,
            asked: BTreeSet::new(),
            alike: Vec::new(),
            taken: BTreeSet::new(),
            told: Vec::new(),
        };
        let of_side = |side: Cursor<'u>| {
            open.range(side, 0)?;
            let mut found = BTreeSet::new();
            inputs(self.scope, side, 0, &mut found);
            Some(found)
        };
        let both = [of_side(sides[0])?, of_side(sides[1])?];
        let meet = both[0].iter().any(|a| both[1].iter().any(|b| overlap(a, b)));
        (!meet && both.iter().all(|side| !side.is_empty())).then_some(both)
    }

    /// The same where all is known that these tests before calls say.
    pub(super) fn told_at_calls(mut self, tests: &[Cursor<'u>]) -> Self {
        self.told.extend_from_slice(tests);
        self
    }

    /// The same beside values that are told already, whether they are free or not.
    pub(super) fn beside(mut self, values: impl IntoIterator<Item = Cursor<'u>>) -> Self {
        for value in values {
            inputs(self.scope, value, 0, &mut self.taken);
        }
        self
    }

    /// Whether an expression may have any value whatever the values are that were taken before, and none that are taken behind it may
    /// lean on it; for those that have bounds, any within them.
    pub(super) fn take(&mut self, expression: Cursor<'u>) -> bool {
        let is_free = self.range(expression, 0).is_some();
        if is_free {
            inputs(self.scope, expression, 0, &mut self.taken);
        }
        is_free
    }

    /// Whether the tests ask about what an expression is computed from.
    pub(super) fn asks(&self, expression: Cursor<'u>) -> bool {
        let mut of = BTreeSet::new();
        inputs(self.scope, expression, 0, &mut of);
        of.iter()
            .any(|input| self.asked.iter().any(|asked| overlap(input, asked)))
    }

    fn is_available(&self, input: &str) -> bool {
        let meets = |a: &Input, all: &BTreeSet<Input>| all.iter().any(|b| overlap(a, b));
        // What has to be like it, and what has to be like that.
        let mut all: BTreeSet<Input> = BTreeSet::from([input.to_owned()]);
        loop {
            let linked = |side: &BTreeSet<Input>| side.iter().any(|one| meets(one, &all));
            let more = self.alike.iter().filter(|both| both.iter().any(linked));
            let more: BTreeSet<Input> = more.flatten().flatten().cloned().collect();
            let before = all.len();
            all.extend(more);
            if all.len() == before {
                break;
            }
        }
        !all.iter()
            .any(|one| meets(one, &self.asked) || meets(one, &self.taken))
    }

    /// Whether the program says what some element of an array is.
    fn is_set(&self, array: Cursor<'u>) -> bool {
        let mut changes = self.scope.variables.changes(array).iter();
        changes.any(|change| matches!(change.effect, Effect::Member(..)))
    }

    /// An input by itself.
    fn input(&self, c: Cursor<'u>) -> Option<BTreeSet<Input>> {
        let place = place(self.scope, c);
        let is_free = place.as_ref().is_none_or(|place| self.is_available(place));
        is_free.then(|| place.into_iter().collect())
    }

    /// The inputs that an expression takes every value through.
    fn range(&self, c: Cursor<'u>, depth: u32) -> Option<BTreeSet<Input>> {
        if depth > MAX_DEPTH / 4 || !self.scope.variables.steps.take() {
            return None;
        }
        let deeper = |c: &Cursor<'u>| self.range(*c, depth + 1);
        let c = strip(c);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced().filter(|v| is_variable(*v))?;
                self.range_of_variable(variable, c, depth)
            }
            (CXCursor_ArraySubscriptExpr, _) if own_array(c).is_some_and(|array| self.is_set(array)) => {
                deeper(&self.scope.element(c)?)
            }
            // A cell or a member of something that others fill in.
            (CXCursor_ArraySubscriptExpr, [array, _]) if !is_table(*array) && !is_own_memory(*array) => {
                self.of_program(c)
            }
            (CXCursor_MemberRefExpr, [record]) => match record.ty().canonical().kind() {
                CXType_Pointer => self.of_program(c),
                // Its other members have a say of their own.
                _ => Freedom::behind(self.scope, &[])
                    .range(*record, depth + 1)
                    .and_then(|_| self.of_program(c)),
            },
            (CXCursor_MemberRefExpr, []) => self.of_program(c),
            (CXCursor_UnaryOperator, [operand]) => match c.unary_operator() {
                CXUnaryOperator_Deref => self.of_program(c),
                CXUnaryOperator_Minus | CXUnaryOperator_Plus => deeper(operand),
                _ => None,
            },
            (CXCursor_CallExpr, _) => self.range_of_call(c, depth),
            (CXCursor_ConditionalOperator, [condition, yes, no]) => {
                let arm = |value: &Cursor<'u>, holds: bool| {
                    let of = |asked: Cursor<'u>| is_same(asked, *value);
                    Choice {
                        constant: self.scope.integer(*value),
                        range: deeper(value),
                        bounds: self.scope.within_told(*value, *condition, holds, &of),
                        open: (!self.scope.is_told(*condition, holds, &of))
                            .then_some(*condition)
                            .into_iter()
                            .collect(),
                    }
                };
                self.choice(&[arm(yes, true), arm(no, false)], depth)
            }
            (CXCursor_BinaryOperator, [left, right]) => {
                let known = |c: &Cursor<'u>| self.scope.integer(*c);
                match (c.binary_operator(), known(left), known(right)) {
                    (CXBinaryOperator_Add | CXBinaryOperator_Sub, None, None) => self
                        .apart_from(left, right, depth)
                        .or_else(|| self.apart_from(right, left, depth)),
                    (CXBinaryOperator_Mul, None, None) => {
                        let (of_left, of_right) = (
                            self.apart_from(left, right, depth)?,
                            self.apart_from(right, left, depth)?,
                        );
                        Some(of_left.into_iter().chain(of_right).collect())
                    }
                    (CXBinaryOperator_Div, None, None) => self.apart_from(left, right, depth),
                    (CXBinaryOperator_Div | CXBinaryOperator_Rem | CXBinaryOperator_Shr, None, Some(_))
                    | (CXBinaryOperator_Add | CXBinaryOperator_Sub, None, Some(_)) => deeper(left),
                    // Any number of the first bits, or all but those; any multiple.
                    (CXBinaryOperator_And, None, Some(mask))
                        if mask & (mask + 1) == 0 || mask & -mask == -mask =>
                    {
                        deeper(left)
                    }
                    (CXBinaryOperator_Mul | CXBinaryOperator_Shl, None, Some(_)) => deeper(left),
                    (CXBinaryOperator_Mul, Some(_), None) => deeper(right),
                    (CXBinaryOperator_Add | CXBinaryOperator_Sub, Some(_), None) => deeper(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The range of an expression whatever another one is that stands beside it.
    fn apart_from(&self, c: &Cursor<'u>, other: &Cursor<'u>, depth: u32) -> Option<BTreeSet<Input>> {
        let range = self.range(*c, depth + 1)?;
        let mut of_other = BTreeSet::new();
        inputs(self.scope, *other, depth + 1, &mut of_other);
        let meets = |input: &Input| of_other.iter().any(|other| overlap(input, other));
        (!range.iter().any(meets)).then_some(range)
    }

    fn range_of_call(&self, c: Cursor<'u>, depth: u32) -> Option<BTreeSet<Input>> {
        let arguments = c.arguments();
        let function = c.referenced()?;
        if function.kind() == CXCursor_Constructor {
            return match &arguments[..] {
                [only] => self.range(*only, depth + 1),
                _ => None,
            };
        }
        if !is_the_languages(function) {
            // What it computes from is not looked at.
            return match function.definition() {
                None => self.of_program(c),
                Some(_) => {
                    let (inside, value) = self.scope.inlined(c)?;
                    let inside = Freedom {
                        scope: &inside,
                        asked: self.asked.clone(),
                        alike: self.alike.clone(),
                        taken: self.taken.clone(),
                        told: self.told.clone(),
                    };
                    inside.range(value, depth + 1)
                }
            };
        }
        let is_fixed = |c: &Cursor<'u>| self.scope.integer(*c).is_some();
        match function.spelling().as_str() {
            "abs" => arguments.first().and_then(|c| self.range(*c, depth + 1)),
            "clamp" if arguments.iter().skip(1).all(is_fixed) => {
                arguments.first().and_then(|c| self.range(*c, depth + 1))
            }
            "min" | "max" | "ceil" | "ceilf" | "floor" | "floorf" => {
                let mut open = arguments.iter().filter(|c| !is_fixed(c));
                match (open.next(), open.next()) {
                    (Some(only), None) => self.range(*only, depth + 1),
                    (Some(a), Some(b)) => {
                        let (of_a, of_b) = (self.apart_from(a, b, depth)?, self.apart_from(b, a, depth)?);
                        Some(of_a.into_iter().chain(of_b).collect())
                    }
                    (None, _) => None,
                }
            }
            // Numbers that are read from somewhere.
            name if ["ato", "strto", "getenv", "rand", "get"]
                .iter()
                .any(|start| name.starts_with(start)) =>
            {
                Some(BTreeSet::new())
            }
            "operator[]" => self.of_program(c),
            _ if is_count(c) => match c.expressions().first().and_then(|of| own_container(*of)) {
                // The program itself says how many there are.
                Some(container) if self.scope.variables.changes(container).is_empty() => {
                    let made = start(container)?;
                    let count = made.arguments().into_iter().next()?;
                    let ty = count.ty().canonical();
                    let is_number = is_signed_type(ty) || is_unsigned_type(ty);
                    self.range(count, depth + 1).filter(|_| is_number)
                }
                Some(_) => None,
                None => self.input(c),
            },
            _ => None,
        }
    }

    fn range_of_variable(
        &self,
        variable: Cursor<'u>,
        read: Cursor<'u>,
        depth: u32,
    ) -> Option<BTreeSet<Input>> {
        let variables = self.scope.variables;
        let deeper = |c: Cursor<'u>| self.range(c, depth + 1);
        if let Some(argument) = self.scope.bound(variable) {
            return match self.is_asked_before_calls(variable, &[argument]) {
                true => None,
                false => deeper(argument),
            };
        }
        // A test may ask about it whatever it is computed from.
        let is_asked = |name: Input| self.asked.iter().any(|other| overlap(&name, other));
        if place(self.scope, read).is_some_and(is_asked) {
            return None;
        }
        let input = || self.input(read);
        // What is read from somewhere has no other name than the variable's.
        if let Some(value) = variables.only_value(variable) {
            let outer = deeper(value)?;
            return Some(outer.into_iter().chain(input()?).collect());
        }
        if !is_local(variable) {
            return self.of_program(read);
        }
        let handed = variables.handed(variable);
        if !handed.is_empty() {
            if self.is_asked_before_calls(variable, &handed) {
                return None;
            }
            let outer = handed.into_iter().find_map(deeper)?;
            return Some(outer.into_iter().chain(input()?).collect());
        }
        if !variables.is_seen(variable) {
            return None;
        }
        let changes = variables.changes(variable);
        // What a program is started with is its only parameter that nothing in it says.
        let is_of_main = variable.semantic_parent().is_some_and(|f| f.spelling() == "main");
        let given = || {
            if is_of_main {
                input()
            } else {
                self.of_program(read)
            }
        };
        if variable.kind() == CXCursor_ParmDecl && changes.is_empty() {
            return given();
        }
        // What only the toolkit fills in is an input; what keeps the address may set it to anything, and always the same.
        let is_lent = |change: &Change<'u>| matches!(change.effect, Effect::Lent) && !is_moved(change);
        if !changes.is_empty() && changes.iter().all(is_lent) {
            return input();
        }
        let of_definition = |definition: &Definition<'u>| match definition {
            Definition::Start if variable.kind() == CXCursor_ParmDecl => given(),
            Definition::Start => start(variable).and_then(deeper),
            Definition::Change(change) => match change.effect {
                Effect::Assigned(value) => deeper(value),
                Effect::Lent if !is_moved(change) => input(),
                Effect::Lent
                | Effect::Member(..)
                | Effect::MemberLent(_)
                | Effect::Updated
                | Effect::Allocated(_)
                | Effect::Escapes => None,
            },
        };
        let itself = |asked: Cursor<'u>| names(asked, variable);
        let choices = variables.reaching_by(variable, read).into_iter().map(|reached| {
            let open = reached
                .tests
                .iter()
                .filter(|(test, holds)| !self.scope.is_told(*test, *holds, &itself));
            Choice {
                constant: self.scope.constant(variable, &reached.definition),
                range: of_definition(&reached.definition),
                bounds: self.scope.bounds_behind(variable, &reached, depth),
                open: open
                    .map(|(test, _)| *test)
                    .chain(reached.under.map(|(test, _)| test))
                    .collect(),
            }
        });
        self.choice(&choices.collect::<Vec<_>>(), depth)
    }

    /// Whether tests before the calls that hand something to a parameter ask about what it may be computed from, and say more than bounds.
    fn is_asked_before_calls(&self, parameter: Cursor<'u>, handed: &[Cursor<'u>]) -> bool {
        let variables = self.scope.variables;
        let mut of_handed = BTreeSet::new();
        for argument in handed {
            inputs(self.scope, *argument, 0, &mut of_handed);
        }
        let mut asking = Freedom::behind(self.scope, &[]);
        for (call, caller) in variables.callers(parameter) {
            let around = variables.around_call(call, caller);
            let tests = deciding::tests(variables, &around).into_iter();
            for test in tests.filter(|test| !self.told.iter().any(|told| told.same(*test))) {
                asking.ask(test, 0);
            }
        }
        let meets = |all: &BTreeSet<Input>| all.iter().any(|a| of_handed.iter().any(|b| overlap(a, b)));
        meets(&asking.asked) || asking.alike.iter().any(|both| both.iter().all(meets))
    }

    /// An input that other parts of a program fill in: in a whole program, none that may be anything.
    fn of_program(&self, c: Cursor<'u>) -> Option<BTreeSet<Input>> {
        self.input(c).filter(|_| !self.scope.variables.is_program())
    }

    /// The inputs of a value that is one of several.
    fn choice(&self, choices: &[Choice<'u>], depth: u32) -> Option<BTreeSet<Input>> {
        let ranges = || choices.iter().filter(|choice| choice.constant.is_none());
        let all: Option<Vec<_>> = ranges().map(|choice| choice.range.as_ref()).collect();
        let all: BTreeSet<Input> = all?.into_iter().flatten().cloned().collect();
        let is_asked = |test: &Cursor<'u>| {
            let mut asked = BTreeSet::new();
            inputs(self.scope, *test, depth, &mut asked);
            asked
                .iter()
                .any(|asked| all.iter().any(|input| overlap(asked, input)))
        };
        let is_free = ranges().next().is_some() && !ranges().flat_map(|choice| &choice.open).any(is_asked);
        // A constant beside the others leaves a hole between them.
        let is_among =
            |n: i128| ranges().any(|choice| within(choice.bounds, (Some(n), Some(n))) == (Some(n), Some(n)));
        (is_free && choices.iter().filter_map(|choice| choice.constant).all(is_among)).then_some(all)
    }
}

/// Functions of the language that set what they are lent to what the program has already.
const MOVERS: [&str; 8] = [
    "memcpy", "memmove", "memset", "swap", "exchange", "copy", "copy_n", "fill",
];

/// Whether a variable is lent to one of these: its value is no input.
fn is_moved(change: &Change<'_>) -> bool {
    MOVERS.contains(&change.by.spelling().as_str())
}

/// Containers of the language that a program fills itself.
const CONTAINERS: [&str; 9] = [
    "vector",
    "basic_string",
    "deque",
    "list",
    "set",
    "map",
    "array",
    "device_vector",
    "host_vector",
];

/// The variable of a function that a method is called of, if it is a container.
fn own_container(member: Cursor<'_>) -> Option<Cursor<'_>> {
    let of = match (member.kind(), &member.expressions()[..]) {
        (CXCursor_MemberRefExpr, [of]) => strip(*of),
        _ => return None,
    };
    let variable = of
        .referenced()
        .filter(|v| v.kind() == CXCursor_VarDecl && is_local(*v))?;
    let class = class_name(of);
    let name = class.split('<').next()?.rsplit("::").next()?;
    CONTAINERS.contains(&name).then_some(variable)
}

/// Whether an expression is how many dimensions a tensor has.
fn is_rank(c: Cursor<'_>) -> bool {
    let c = strip(c);
    let is_method = c.kind() == CXCursor_CallExpr && c.referenced().is_some_and(is_the_languages);
    is_method && c.arguments().is_empty() && matches!(c.spelling().as_str(), "dim" | "ndimension")
}

/// Whether an array is one whose values stand in the text.
fn is_table(array: Cursor<'_>) -> bool {
    let array = strip(array);
    let variable = array
        .referenced()
        .filter(|v| array.kind() == CXCursor_DeclRefExpr && is_variable(*v));
    variable.is_some_and(|variable| {
        variable.ty().canonical().kind() != CXType_Pointer && start(variable).is_some()
    })
}

/// Whether an array is memory that the function makes for itself: what it holds, the function puts there.
fn is_own_memory(array: Cursor<'_>) -> bool {
    let array = strip(array);
    let variable = array
        .referenced()
        .filter(|v| array.kind() == CXCursor_DeclRefExpr && is_variable(*v) && is_local(*v));
    let made = variable.and_then(start).map(strip);
    made.is_some_and(|made| match made.kind() {
        CXCursor_CXXNewExpr => true,
        CXCursor_CallExpr => ["malloc", "calloc", "realloc"].contains(&made.spelling().as_str()),
        _ => false,
    })
}

/// One of the values that an expression or a variable may have.
struct Choice<'u> {
    constant: Option<i128>,
    range: Option<BTreeSet<Input>>,
    bounds: Bounds,
    /// The tests that choose it, but those that only set its bounds.
    open: Vec<Cursor<'u>>,
}
