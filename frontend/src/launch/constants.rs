//! What host code's expressions evaluate to, where that is certain.

use super::members::{self, class_name};
use super::number::{Number, binary, convert, float, reduced, truth, unary, updating};
use super::reaching::Definition;
use super::uses::{Change, Effect};
use super::variables::{Variables, is_variable, key, referent, start};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Value};
use crate::repair::kernels::is_the_languages;
use std::collections::HashMap;

/// Deepest expression that is evaluated.
pub(super) const MAX_DEPTH: u32 = 64;

/// The variables as they are known at one place.
pub(super) struct Scope<'v, 'u> {
    pub(super) variables: &'v Variables<'u>,
    /// Values of stable variables that hold here.
    assumed: HashMap<usize, Number>,
    /// What parameters of functions are handed that stand for their values here.
    handed: HashMap<usize, Cursor<'u>>,
    /// What is asked about are sizes of a launch: none is negative.
    pub(super) of_sizes: bool,
}

impl<'v, 'u> Scope<'v, 'u> {
    /// Nothing but what always holds.
    pub(super) fn new(variables: &'v Variables<'u>) -> Self {
        Scope {
            variables,
            assumed: HashMap::new(),
            handed: HashMap::new(),
            of_sizes: false,
        }
    }

    /// The same, for the sizes of a launch.
    pub(super) fn for_sizes(&self) -> Scope<'v, 'u> {
        Scope {
            variables: self.variables,
            assumed: self.assumed.clone(),
            handed: self.handed.clone(),
            of_sizes: true,
        }
    }

    /// What a parameter is handed of a function that is looked into.
    pub(super) fn bound(&self, parameter: Cursor<'u>) -> Option<Cursor<'u>> {
        self.handed.get(&key(parameter)).copied()
    }

    /// The inside of a function that returns an expression of its parameters, of constants and of variables that it makes of these, for
    /// one call, and that expression.
    pub(super) fn inlined(&self, call: Cursor<'u>) -> Option<(Scope<'v, 'u>, Cursor<'u>)> {
        let (inside, ways, value) = self.inlined_ways(call)?;
        ways.is_empty().then_some((inside, value))
    }

    /// The same for one that may return earlier: the tests that it makes in turn, what it returns behind the first that holds, and what it
    /// returns behind none.
    pub(super) fn inlined_ways(&self, call: Cursor<'u>) -> Option<(Scope<'v, 'u>, Vec<Way<'u>>, Cursor<'u>)> {
        let function = call
            .referenced()
            .filter(|f| !f.is_virtual() && !is_the_languages(*f))?;
        let Returned { made, ways, last } = returned(function)?;
        let definition = function.definition()?;
        let mut inside = Scope {
            variables: self.variables,
            assumed: self.assumed.clone(),
            handed: self.handed.clone(),
            of_sizes: self.of_sizes,
        };
        let (parameters, arguments) = (definition.arguments(), call.arguments());
        let is_constant = |variable: Cursor<'u>| {
            let value = self
                .variables
                .only_value(variable)
                .filter(|_| self.variables.is_stable(variable));
            matches!(value.and_then(Cursor::evaluate), Some(Value::Int(_)))
        };
        let names = |v: Cursor<'u>| made.iter().chain(&parameters).any(|own| own.same(v)) || is_constant(v);
        let changes = || made.iter().flat_map(|variable| self.variables.changes(*variable));
        let starts = made.iter().filter_map(|variable| start(*variable));
        let given = ways
            .iter()
            .flat_map(|(test, value)| [*test, *value])
            .chain([last]);
        let mut values = changes().map(|change| change.by).chain(starts).chain(given);
        let is_set = |change: &Change<'u>| matches!(change.effect, Effect::Assigned(_) | Effect::Updated);
        if parameters.len() != arguments.len()
            || !changes().all(is_set)
            || !values.all(|value| is_made_of(value, &names))
        {
            return None;
        }
        let is_stable = |variable: Cursor<'u>| self.variables.is_stable(variable);
        let kept = made.iter().filter(|variable| is_stable(**variable));
        let kept = kept.filter_map(|variable| Some((*variable, start(*variable)?)));
        for (variable, value) in parameters.into_iter().zip(arguments).chain(kept) {
            // A call of itself would mix up two values of one parameter.
            let is_new = inside.handed.insert(key(variable), value).is_none();
            if !is_new || !is_stable(variable) {
                return None;
            }
        }
        Some((inside, ways, last))
    }

    /// Takes `expression == value` for granted: what it says of a stable variable is kept.
    pub(super) fn assume(&mut self, expression: Cursor<'u>, value: i128) {
        let inner = strip(expression);
        if inner.kind() == CXCursor_DeclRefExpr
            && let Some(variable) = inner.referenced().filter(|v| self.variables.is_stable(*v))
        {
            self.assumed.insert(key(variable), Number::Int(value));
        }
    }

    /// The value of an integer expression.
    pub(super) fn integer(&self, expression: Cursor<'u>) -> Option<i128> {
        match self.evaluate(expression, 0)? {
            Number::Int(value) => Some(value),
            Number::Float(_) => None,
        }
    }

    /// The value of a number that is whole, of whatever type.
    pub(super) fn whole(&self, expression: Cursor<'u>) -> Option<i128> {
        match self.evaluate(expression, 0)? {
            Number::Int(value) => Some(value),
            Number::Float(value) => (value.fract() == 0.0 && value.abs() < 1e15).then_some(value as i128),
        }
    }

    /// Whether a condition holds, where that is certain.
    pub(super) fn holds(&self, condition: Cursor<'u>) -> Option<bool> {
        self.evaluate(condition, 0).map(truth)
    }

    /// The components of a `dim3` expression, or of an integer that becomes one.
    pub(super) fn shape(&self, expression: Cursor<'u>) -> [Option<u64>; 3] {
        self.shape_within(expression, 0)
    }

    fn shape_within(&self, expression: Cursor<'u>, depth: u32) -> [Option<u64>; 3] {
        const UNKNOWN: [Option<u64>; 3] = [None; 3];
        if depth > MAX_DEPTH || !self.variables.steps.take() {
            return UNKNOWN;
        }
        if expression.ty().canonical().kind() != CXType_Record {
            return match expression.kind() {
                // What becomes of braces is not shown.
                CXCursor_InitListExpr => UNKNOWN,
                _ => [self.dimension(expression), Some(1), Some(1)],
            };
        }
        // A class of the user's that becomes one may be of any shape.
        if !is_shape(expression) {
            return UNKNOWN;
        }
        let parts = match expression.kind() {
            CXCursor_CallExpr if is_constructor(expression) => expression.arguments(),
            CXCursor_CallExpr => {
                return self
                    .inlined(expression)
                    .map_or(UNKNOWN, |(inside, value)| inside.shape_within(value, depth + 1));
            }
            CXCursor_InitListExpr => expression.expressions(),
            CXCursor_ConditionalOperator => {
                let parts = expression.expressions();
                let arms = || parts.iter().skip(1).map(|arm| self.shape_within(*arm, depth + 1));
                return [0, 1, 2].map(|axis| agreed(arms().map(|shape| shape[axis])));
            }
            CXCursor_DeclRefExpr => {
                let variable = expression.referenced();
                if let Some(argument) = variable.and_then(|variable| self.bound(variable)) {
                    return self.shape_within(argument, depth + 1);
                }
                return variable.map_or(UNKNOWN, |variable| self.shape_of(variable, expression, depth + 1));
            }
            kind if is_cast(kind) || kind == CXCursor_ParenExpr => match expression.expressions()[..] {
                [inner] => return self.shape_within(inner, depth + 1),
                _ => return UNKNOWN,
            },
            // A member has what was put there.
            _ => return UNKNOWN,
        };
        if let [only] = parts[..]
            && only.ty().canonical().kind() == CXType_Record
        {
            return self.shape_within(only, depth + 1);
        }
        let mut shape = [Some(1); 3];
        for (size, part) in shape.iter_mut().zip(parts) {
            // Default arguments have no expression of their own; dim3's are 1.
            *size = if is_default_argument(part) {
                Some(1)
            } else {
                self.dimension(part)
            };
        }
        shape
    }

    /// The shape that a variable holds where it is read.
    fn shape_of(&self, variable: Cursor<'u>, read: Cursor<'u>, depth: u32) -> [Option<u64>; 3] {
        if let Some(value) = self.variables.only_value(variable) {
            return self.shape_within(value, depth);
        }
        let handed = self.variables.handed(variable);
        if !handed.is_empty() {
            let outside = Scope::new(self.variables);
            let shapes = || {
                handed
                    .iter()
                    .map(|argument| outside.shape_within(*argument, depth))
            };
            return [0, 1, 2].map(|axis| agreed(shapes().map(|shape| shape[axis])));
        }
        [0, 1, 2].map(|axis| {
            let definitions = self.variables.reaching(variable, Some(AXES[axis]), read);
            let deeper = deeper(depth, &definitions);
            agreed(definitions.iter().map(|definition| match definition {
                Definition::Start => self.shape_within(start(variable)?, deeper)[axis],
                Definition::Change(change) => match change.effect {
                    Effect::Assigned(value) => self.shape_within(value, deeper)[axis],
                    Effect::Member(_, value) => self.dimension(value),
                    Effect::Updated
                    | Effect::Allocated(_)
                    | Effect::Lent
                    | Effect::MemberLent(_)
                    | Effect::Escapes => None,
                },
            }))
        })
    }

    fn dimension(&self, expression: Cursor<'u>) -> Option<u64> {
        u64::try_from(self.integer(expression)?)
            .ok()
            .filter(|size| *size > 0)
    }

    fn evaluate(&self, c: Cursor<'u>, depth: u32) -> Option<Number> {
        if depth > MAX_DEPTH || !self.variables.steps.take() {
            return None;
        }
        let deeper = |c| self.evaluate(c, depth + 1);
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            (CXCursor_ParenExpr, [inner]) => deeper(*inner),
            (kind, [inner]) if is_cast(kind) => convert(deeper(*inner)?, c.ty()),
            (CXCursor_DeclRefExpr, _) => {
                let Some(target) = c.referenced() else {
                    // A template parameter's value.
                    return deeper(c.substituted()?);
                };
                if target.kind() == CXCursor_EnumConstantDecl {
                    return Some(Number::Int(target.enumerator()));
                }
                convert(self.value_of(target, c, depth + 1)?, target.ty())
            }
            (CXCursor_UnaryOperator, [operand]) => {
                let value = deeper(*operand).and_then(|value| unary(c.unary_operator(), value));
                let known = value.and_then(|value| convert(value, c.ty()));
                known.or_else(|| known_to_clang(c))
            }
            (CXCursor_BinaryOperator, [left, right])
                if matches!(c.binary_operator(), CXBinaryOperator_LAnd | CXBinaryOperator_LOr) =>
            {
                // Where one side decides, the other may be anything.
                let decides = c.binary_operator() == CXBinaryOperator_LOr;
                let sides = [left, right].map(|side| deeper(*side).map(truth));
                let known = match sides {
                    _ if sides.contains(&Some(decides)) => Some(decides),
                    [Some(_), Some(_)] => Some(!decides),
                    _ => None,
                };
                Some(Number::Int(i128::from(known?)))
            }
            (CXCursor_BinaryOperator, [left, right]) => {
                let operator = c.binary_operator();
                let value = binary(operator, deeper(*left)?, deeper(*right)?)?;
                convert(reduced(operator, value, c.ty()), c.ty())
            }
            (CXCursor_ConditionalOperator, [condition, yes, no]) => {
                let way = if truth(deeper(*condition)?) { *yes } else { *no };
                convert(deeper(way)?, c.ty())
            }
            (CXCursor_MemberRefExpr, [record]) if class_name(*record) == "dim3" => {
                let axis = AXES.iter().position(|axis| *axis == c.spelling())?;
                let size = self.shape_within(*record, depth + 1)[axis];
                size.map(|size| Number::Int(i128::from(size)))
            }
            // `object.of_class`
            (CXCursor_MemberRefExpr, _) if c.referenced().is_some_and(is_variable) => {
                let of_class = c.referenced()?;
                convert(self.value_of(of_class, c, depth + 1)?, of_class.ty())
            }
            (CXCursor_MemberRefExpr, _) => {
                let (value, member) = members::value_of(self, c)?;
                convert(deeper(value)?, member.ty())
            }
            (CXCursor_ArraySubscriptExpr, _) => {
                let value = self.element(c).and_then(deeper);
                let known = value.and_then(|value| convert(value, c.ty()));
                known.or_else(|| known_to_clang(c))
            }
            (CXCursor_CallExpr, _) => self.call(c, depth).or_else(|| known_to_clang(c)),
            _ => known_to_clang(c),
        }
    }

    /// The number that a variable holds where it is read.
    fn value_of(&self, variable: Cursor<'u>, read: Cursor<'u>, depth: u32) -> Option<Number> {
        if let Some(value) = self.assumed.get(&key(variable)) {
            return Some(*value);
        }
        if let Some(argument) = self.bound(variable).filter(|_| depth <= MAX_DEPTH) {
            return convert(self.evaluate(argument, depth + 1)?, variable.ty());
        }
        if depth <= MAX_DEPTH
            && let Some(target) = referent(variable)
        {
            return self.value_of(target, read, depth + 1);
        }
        if let Some(value) = self.variables.only_value(variable) {
            return self.evaluate(value, depth);
        }
        let handed = self.variables.handed(variable);
        if !handed.is_empty() {
            let outside = Scope::new(self.variables);
            return agreed(handed.iter().map(|argument| outside.evaluate(*argument, depth)));
        }
        let definitions = self.variables.reaching(variable, None, read);
        let deeper = deeper(depth, &definitions);
        agreed(
            definitions
                .iter()
                .map(|definition| self.defined(variable, definition, deeper)),
        )
    }

    /// The number that a definition gives a variable.
    pub(super) fn defined(
        &self,
        variable: Cursor<'u>,
        definition: &Definition<'u>,
        depth: u32,
    ) -> Option<Number> {
        if depth > MAX_DEPTH {
            return None;
        }
        let change = match definition {
            Definition::Start => return self.evaluate(start(variable)?, depth),
            Definition::Change(change) => change,
        };
        let value = match (change.effect, &change.by.expressions()[..]) {
            (Effect::Assigned(value), _) => self.evaluate(value, depth + 1)?,
            (Effect::Updated, parts) => {
                let [before] = self.variables.reaching_change(variable, change.by)[..] else {
                    return None;
                };
                let before = convert(self.defined(variable, &before, depth + 1)?, variable.ty())?;
                let operand = match parts {
                    [_, operand] => self.evaluate(*operand, depth + 1)?,
                    _ => Number::Int(1),
                };
                binary(updating(change.by)?, before, operand)?
            }
            (
                Effect::Member(..)
                | Effect::Allocated(_)
                | Effect::Lent
                | Effect::MemberLent(_)
                | Effect::Escapes,
                _,
            ) => return None,
        };
        convert(value, variable.ty())
    }

    /// A call of a function that only returns an expression of its parameters, such as `divide_up(n, 256)`.
    fn inline(&self, c: Cursor<'u>, function: Cursor<'u>, depth: u32) -> Option<Number> {
        let Returned { ways, last, .. } = returned(function)?;
        let definition = function.definition()?;
        let mut inside = Scope::new(self.variables);
        for (parameter, argument) in definition.arguments().into_iter().zip(c.arguments()) {
            let value = self.evaluate(argument, depth + 1)?;
            inside
                .assumed
                .insert(key(parameter), convert(value, parameter.ty())?);
        }
        for (test, value) in ways {
            if truth(inside.evaluate(test, depth + 1)?) {
                return convert(inside.evaluate(value, depth + 1)?, c.ty());
            }
        }
        convert(inside.evaluate(last, depth + 1)?, c.ty())
    }

    /// The functions that launch shapes are made with.
    fn call(&self, c: Cursor<'u>, depth: u32) -> Option<Number> {
        let function = c.referenced()?;
        if !is_the_languages(function) {
            // Which one is called is not known.
            if function.is_virtual() {
                return None;
            }
            return self.inline(c, function, depth);
        }
        let arguments: Option<Vec<Number>> = c
            .arguments()
            .into_iter()
            .map(|argument| self.evaluate(argument, depth + 1))
            .collect();
        let value = match (function.spelling().as_str(), &arguments?[..]) {
            ("ceil" | "ceilf", [x]) => Number::Float(float(*x).ceil()),
            ("floor" | "floorf", [x]) => Number::Float(float(*x).floor()),
            ("min", [Number::Int(a), Number::Int(b)]) => Number::Int(*a.min(b)),
            ("max", [Number::Int(a), Number::Int(b)]) => Number::Int(*a.max(b)),
            _ => return None,
        };
        convert(value, c.ty())
    }
}

/// A test, and what is returned behind it if it holds.
pub(super) type Way<'u> = (Cursor<'u>, Cursor<'u>);

/// What a function returns that is no loop's.
struct Returned<'u> {
    /// The variables that it makes.
    made: Vec<Cursor<'u>>,
    ways: Vec<Way<'u>>,
    /// What it returns where no test holds.
    last: Cursor<'u>,
}

fn returned(function: Cursor<'_>) -> Option<Returned<'_>> {
    let statements = function.definition()?.children().last()?.children();
    returned_of(&statements, 0)
}

fn returned_of<'u>(statements: &[Cursor<'u>], depth: u32) -> Option<Returned<'u>> {
    let (mut made, mut ways) = (Vec::new(), Vec::new());
    for (n, statement) in statements.iter().enumerate() {
        let parts = statement.children();
        match (statement.kind(), &parts[..]) {
            (CXCursor_ReturnStmt, _) => {
                let last = *statement.expressions().first()?;
                let is_last = n + 1 == statements.len();
                return is_last.then_some(Returned { made, ways, last });
            }
            (CXCursor_IfStmt, [test, yes, others @ ..]) if leaves(*statement) && depth < MAX_DEPTH => {
                let Returned { last: value, .. } =
                    returned_of(&inside(*yes), depth + 1).filter(|inner| inner.is_plain())?;
                ways.push((*test, value));
                let [no] = others else { continue };
                let inner = returned_of(&inside(*no), depth + 1).filter(|inner| inner.made.is_empty())?;
                ways.extend(inner.ways);
                let is_last = n + 1 == statements.len();
                let last = inner.last;
                return is_last.then_some(Returned { made, ways, last });
            }
            (CXCursor_DeclStmt, _) => made.extend(parts),
            _ if leaves(*statement) => return None,
            _ => {}
        }
    }
    None
}

impl Returned<'_> {
    /// Whether it is one value.
    fn is_plain(&self) -> bool {
        self.made.is_empty() && self.ways.is_empty()
    }
}

/// The statements of a block, or the one that stands for it.
fn inside(statement: Cursor<'_>) -> Vec<Cursor<'_>> {
    match statement.kind() {
        CXCursor_CompoundStmt => statement.children(),
        _ => vec![statement],
    }
}

/// Whether a statement may go elsewhere than to the next one, and not end all.
fn leaves(c: Cursor<'_>) -> bool {
    match c.kind() {
        CXCursor_ReturnStmt | CXCursor_GotoStmt | CXCursor_IndirectGotoStmt | CXCursor_CXXTryStmt => true,
        CXCursor_LambdaExpr => false,
        _ => c.children().into_iter().any(leaves),
    }
}

/// Whether an expression names no other variables than those that are known.
fn is_made_of<'u>(c: Cursor<'u>, is_known: &impl Fn(Cursor<'u>) -> bool) -> bool {
    let is_other = c.kind() == CXCursor_DeclRefExpr
        && c.referenced()
            .is_some_and(|target| is_variable(target) && !is_known(target));
    let is_foreign = matches!(c.kind(), CXCursor_MemberRefExpr | CXCursor_LambdaExpr);
    !is_other && !is_foreign && c.children().into_iter().all(|part| is_made_of(part, is_known))
}

/// The names of a shape's sizes.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

/// What all say; none if they differ, or one does not know.
fn agreed<T: PartialEq>(mut values: impl Iterator<Item = Option<T>>) -> Option<T> {
    let first = values.next()??;
    values
        .all(|other| other.as_ref() == Some(&first))
        .then_some(first)
}

/// How deep the values of these definitions are evaluated: where there are several, they must not multiply.
fn deeper(depth: u32, definitions: &[Definition<'_>]) -> u32 {
    depth + if definitions.len() > 1 { MAX_DEPTH / 4 } else { 1 }
}

/// The expression under parentheses and conversions.
pub(crate) fn strip(c: Cursor<'_>) -> Cursor<'_> {
    match c.expressions()[..] {
        [inner] if c.kind() == CXCursor_ParenExpr || is_cast(c.kind()) => strip(inner),
        _ => c,
    }
}

/// What an expression takes the address of, under parentheses and conversions of both.
pub(crate) fn addressed(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let c = strip(c);
    match c.expressions()[..] {
        [operand] if is_address(c) => Some(strip(operand)),
        _ => None,
    }
}

/// Whether an expression is `&x`.
pub(crate) fn is_address(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_UnaryOperator && c.unary_operator() == CXUnaryOperator_AddrOf
}

pub(crate) fn is_cast(kind: CXCursorKind) -> bool {
    matches!(
        kind,
        CXCursor_UnexposedExpr
            | CXCursor_CStyleCastExpr
            | CXCursor_CXXStaticCastExpr
            | CXCursor_CXXReinterpretCastExpr
            | CXCursor_CXXConstCastExpr
            | CXCursor_CXXFunctionalCastExpr
    )
}

/// Whether an expression is of a type of the toolkit's for sizes.
pub(super) fn is_shape(c: Cursor<'_>) -> bool {
    let name = c.ty().canonical().spelling();
    matches!(name.trim_start_matches("const "), "dim3" | "uint3")
}

pub(super) fn is_constructor(c: Cursor<'_>) -> bool {
    c.referenced()
        .is_some_and(|function| function.kind() == CXCursor_Constructor)
}

fn is_default_argument(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_UnexposedExpr && c.expressions().is_empty()
}

fn known_to_clang(c: Cursor<'_>) -> Option<Number> {
    match c.evaluate()? {
        Value::Int(value) => Some(Number::Int(value)),
        Value::Float(value) => Some(Number::Float(value)),
        Value::Text(_) => None,
    }
}
