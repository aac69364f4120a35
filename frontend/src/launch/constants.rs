//! What host code's expressions evaluate to, where that is certain.

use super::number::{Number, binary, convert, float, truth, unary};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Value};
use crate::repair::kernels::{is_kernel, is_the_languages};
use std::collections::HashMap;

/// Deepest expression that is evaluated.
pub(super) const MAX_DEPTH: u32 = 64;

/// What the file does with a variable.
#[derive(Default)]
struct Uses<'u> {
    /// Something may change it after its initialisation.
    changed: bool,
    /// Where it may be changed.
    changes: Vec<Option<Position>>,
    /// Plain assignments `v = e;`.
    assigned: Vec<Cursor<'u>>,
    /// Sizes that `cudaMalloc` and its kin were asked for, with its address.
    allocations: Vec<Cursor<'u>>,
}

/// What the file does with a function.
#[derive(Default)]
struct Calls<'u> {
    /// It is used otherwise than by calling it.
    escapes: bool,
    calls: Vec<Cursor<'u>>,
}

/// The variables of a file and what is done with them.
pub(super) struct Variables<'u> {
    uses: HashMap<usize, Uses<'u>>,
    calls: HashMap<usize, Calls<'u>>,
    /// Calls of functions that are neither kernels nor the toolkit's.
    foreign: Vec<Position>,
    /// Where clang left something out.
    lost: Vec<Option<Position>>,
    /// The file has `main`: taken to be the whole program.
    program: bool,
}

impl<'u> Variables<'u> {
    /// Looks at every use of every variable under `declarations`, which are all of the file but for what clang left out
    /// where it is `lost`.
    pub(super) fn new(declarations: &[Cursor<'u>], lost: &[Option<Position>]) -> Self {
        let is_main = |c: &Cursor<'u>| c.kind() == CXCursor_FunctionDecl && c.spelling() == "main";
        let mut variables = Variables {
            uses: HashMap::new(),
            calls: HashMap::new(),
            foreign: Vec::new(),
            lost: lost.to_vec(),
            program: declarations.iter().any(is_main),
        };
        for declaration in declarations {
            variables.visit(*declaration, &mut Vec::new());
        }
        variables
    }

    fn visit(&mut self, c: Cursor<'u>, around: &mut Vec<Cursor<'u>>) {
        if matches!(c.kind(), CXCursor_DeclRefExpr | CXCursor_MemberRefExpr)
            && let Some(target) = c.referenced()
        {
            if is_variable(target) {
                let uses = self.uses.entry(key(target)).or_default();
                match use_of(around) {
                    Use::Read => {}
                    Use::Allocation(size) => uses.allocations.push(size),
                    Use::Assigned(value) => uses.assigned.push(value),
                    Use::Other => uses.changed = true,
                }
                if !matches!(use_of(around), Use::Read) {
                    uses.changes.push(c.position());
                }
            } else if is_function(target) {
                let calls = self.calls.entry(key(target)).or_default();
                match called(c, around) {
                    Some(call) => calls.calls.push(call),
                    None => calls.escapes = true,
                }
            }
        }
        if c.kind() == CXCursor_CallExpr && !is_harmless(c) {
            self.foreign.extend(c.range().map(|range| range.start));
        }
        around.push(c);
        for child in c.children() {
            self.visit(child, around);
        }
        around.pop();
    }

    /// Whether all that happens to a variable was seen.
    fn is_seen(&self, variable: Cursor<'u>) -> bool {
        let Some(parent) = variable.semantic_parent() else {
            return false;
        };
        if !is_function(parent) {
            let at_file_scope = matches!(
                parent.kind(),
                CXCursor_TranslationUnit | CXCursor_Namespace | CXCursor_LinkageSpec
            );
            return at_file_scope && self.lost.is_empty() && (variable.is_static() || self.program);
        }
        // A local variable is named in its function only, which may be shown by its declaration elsewhere.
        let body = parent.definition().unwrap_or(parent).range();
        body.is_some_and(|body| {
            self.lost.iter().all(|place| {
                place.as_ref().is_some_and(|at| {
                    at.file != body.start.file || !(body.start.offset..=body.end.offset).contains(&at.offset)
                })
            })
        })
    }

    /// Whether a variable keeps the value that it starts with.
    pub(super) fn is_stable(&self, variable: Cursor<'u>) -> bool {
        let changed = self
            .uses
            .get(&key(variable))
            .is_some_and(|uses| uses.changed || !uses.assigned.is_empty() || !uses.allocations.is_empty());
        is_variable(variable) && (variable.ty().is_const() || !changed && self.is_seen(variable))
    }

    /// Whether nothing changes a variable `from` a place on, up `to` another if there is one; what holds its address does
    /// not count.
    pub(super) fn is_settled(&self, variable: Cursor<'u>, from: &Position, to: Option<&Position>) -> bool {
        let local = variable.semantic_parent().is_some_and(is_function) && !variable.is_static();
        let changes = self
            .uses
            .get(&key(variable))
            .map_or(&[][..], |uses| &uses.changes[..]);
        let elsewhere = |change: &Option<Position>| {
            change
                .as_ref()
                .filter(|at| at.file == from.file)
                .is_some_and(|at| at.offset < from.offset || to.is_some_and(|to| at.offset > to.offset))
        };
        // A variable of the file is also changed by functions that are called between the places.
        let unshared = local || to.is_some_and(|to| self.foreign.iter().all(|at| outside(at, from, to)));
        self.is_stable(variable) || unshared && self.is_seen(variable) && changes.iter().all(elsewhere)
    }

    /// Whether a local variable is changed inside `whole` only in `parts` of it.
    pub(super) fn changes_only_in(
        &self,
        variable: Cursor<'u>,
        whole: Cursor<'u>,
        parts: &[Cursor<'u>],
    ) -> bool {
        let local = variable.semantic_parent().is_some_and(is_function) && !variable.is_static();
        let changes = self
            .uses
            .get(&key(variable))
            .map_or(&[][..], |uses| &uses.changes[..]);
        let within = |at: &Position, c: &Cursor<'u>| {
            c.range().is_some_and(|range| {
                at.file == range.start.file && (range.start.offset..range.end.offset).contains(&at.offset)
            })
        };
        let harmless = |change: &Option<Position>| {
            change
                .as_ref()
                .is_some_and(|at| !within(at, &whole) || parts.iter().any(|part| within(at, part)))
        };
        local && self.is_seen(variable) && changes.iter().all(harmless)
    }

    /// The expression for the only value that a variable ever has.
    pub(super) fn only_value(&self, variable: Cursor<'u>) -> Option<Cursor<'u>> {
        if variable.kind() != CXCursor_VarDecl {
            return None;
        }
        if self.is_stable(variable) {
            return variable.initializer();
        }
        // Assigned once and never initialised: reading it earlier would read nothing.
        let uses = self.uses.get(&key(variable))?;
        let local = variable.semantic_parent().is_some_and(is_function) && !variable.is_static();
        match uses.assigned[..] {
            [value]
                if local
                    && !uses.changed
                    && uses.allocations.is_empty()
                    && variable.ty().canonical().kind() != CXType_Record
                    && variable.initializer().is_none()
                    && self.is_seen(variable) =>
            {
                Some(value)
            }
            _ => None,
        }
    }

    /// The arguments that every call hands to a parameter; none if there may be other calls.
    fn handed(&self, parameter: Cursor<'u>) -> Vec<Cursor<'u>> {
        let function = parameter
            .semantic_parent()
            .filter(|f| f.kind() == CXCursor_FunctionDecl);
        let Some((function, calls)) = function.and_then(|f| Some((f, self.calls.get(&key(f))?))) else {
            return Vec::new();
        };
        let internal = function.is_static() || function.template().is_some() || self.program;
        // A call may be among what clang left out.
        if calls.escapes || !internal || !self.lost.is_empty() || !self.is_stable(parameter) {
            return Vec::new();
        }
        let parameters = function.definition().unwrap_or(function).arguments();
        let Some(position) = parameters.iter().position(|p| p.same(parameter)) else {
            return Vec::new();
        };
        let values: Option<Vec<Cursor<'u>>> = calls
            .calls
            .iter()
            .map(|call| call.arguments().get(position).copied())
            .collect();
        values.unwrap_or_default()
    }

    /// The buffer that a pointer expression names: the variable that holds it.
    pub(super) fn buffer(&self, expression: Cursor<'u>) -> Option<Cursor<'u>> {
        let inner = strip(expression);
        if inner.kind() != CXCursor_DeclRefExpr {
            return None;
        }
        let variable = inner.referenced().filter(|v| is_variable(*v))?;
        // `float *b = a;` names a's buffer.
        match self.only_value(variable).and_then(|value| self.buffer(value)) {
            Some(other) => Some(other),
            None => Some(variable),
        }
    }

    /// The size in bytes of the only buffer that a pointer variable ever holds.
    pub(super) fn buffer_size(&self, variable: Cursor<'u>) -> Option<u64> {
        let uses = self.uses.get(&key(variable)).filter(|_| self.is_seen(variable))?;
        match (&uses.allocations[..], uses.changed || !uses.assigned.is_empty()) {
            ([size], false) => u64::try_from(Scope::new(self).integer(*size)?).ok(),
            _ => None,
        }
    }
}

/// The variables as they are known at one place.
pub(super) struct Scope<'v, 'u> {
    pub(super) variables: &'v Variables<'u>,
    /// Values of stable variables that hold here.
    assumed: HashMap<usize, Number>,
}

impl<'v, 'u> Scope<'v, 'u> {
    /// Nothing but what always holds.
    pub(super) fn new(variables: &'v Variables<'u>) -> Self {
        Scope {
            variables,
            assumed: HashMap::new(),
        }
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
        if depth > MAX_DEPTH {
            return UNKNOWN;
        }
        if expression.ty().canonical().kind() != CXType_Record {
            return [self.dimension(expression), Some(1), Some(1)];
        }
        let parts = match expression.kind() {
            CXCursor_CallExpr if is_constructor(expression) => expression.arguments(),
            CXCursor_CallExpr => return UNKNOWN,
            CXCursor_InitListExpr => expression.expressions(),
            CXCursor_DeclRefExpr => {
                let variable = expression.referenced();
                return variable.map_or(UNKNOWN, |variable| self.shape_of(variable, depth + 1));
            }
            _ => match expression.expressions()[..] {
                [inner] => return self.shape_within(inner, depth + 1),
                _ => return UNKNOWN,
            },
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

    /// The shape that a variable holds.
    fn shape_of(&self, variable: Cursor<'u>, depth: u32) -> [Option<u64>; 3] {
        if let Some(value) = self.variables.only_value(variable) {
            return self.shape_within(value, depth);
        }
        let handed = self.variables.handed(variable).into_iter();
        let outside = Scope::new(self.variables);
        let mut shape = None;
        for argument in handed {
            let other = outside.shape_within(argument, depth);
            let both = [0, 1, 2].map(|axis| {
                let first = shape.map_or(other[axis], |shape: [Option<u64>; 3]| shape[axis]);
                first.filter(|size| other[axis] == Some(*size))
            });
            // Nothing more to lose; recursive functions hand their parameters to themselves.
            if both == [None; 3] {
                return both;
            }
            shape = Some(both);
        }
        shape.unwrap_or([None; 3])
    }

    fn dimension(&self, expression: Cursor<'u>) -> Option<u64> {
        u64::try_from(self.integer(expression)?)
            .ok()
            .filter(|size| *size > 0)
    }

    fn evaluate(&self, c: Cursor<'u>, depth: u32) -> Option<Number> {
        if depth > MAX_DEPTH {
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
                convert(self.value_of(target, depth + 1)?, target.ty())
            }
            (CXCursor_UnaryOperator, [operand]) => {
                convert(unary(c.unary_operator(), deeper(*operand)?)?, c.ty())
            }
            (CXCursor_BinaryOperator, [left, right]) => convert(
                binary(c.binary_operator(), deeper(*left)?, deeper(*right)?)?,
                c.ty(),
            ),
            (CXCursor_ConditionalOperator, [condition, yes, no]) => {
                let way = if truth(deeper(*condition)?) { *yes } else { *no };
                convert(deeper(way)?, c.ty())
            }
            (CXCursor_MemberRefExpr, [record]) => {
                let axis = ["x", "y", "z"].iter().position(|axis| *axis == c.spelling())?;
                let of_shape = record.ty().canonical().spelling().trim_start_matches("const ") == "dim3";
                let size = if of_shape {
                    self.shape_within(*record, depth + 1)[axis]
                } else {
                    None
                };
                size.map(|size| Number::Int(i128::from(size)))
            }
            (CXCursor_CallExpr, _) => self.call(c, depth).or_else(|| known_to_clang(c)),
            _ => known_to_clang(c),
        }
    }

    /// The number that a variable holds.
    fn value_of(&self, variable: Cursor<'u>, depth: u32) -> Option<Number> {
        if let Some(value) = self.assumed.get(&key(variable)) {
            return Some(*value);
        }
        if let Some(value) = self.variables.only_value(variable) {
            return self.evaluate(value, depth);
        }
        let outside = Scope::new(self.variables);
        let handed = self.variables.handed(variable);
        let mut values = handed
            .into_iter()
            .map(|argument| outside.evaluate(argument, depth));
        let first = values.next()??;
        values.all(|other| other == Some(first)).then_some(first)
    }

    /// A call of a function that only returns an expression of its parameters, such as `divide_up(n, 256)`.
    fn inline(&self, c: Cursor<'u>, function: Cursor<'u>, depth: u32) -> Option<Number> {
        let definition = function.definition()?;
        let [statement] = definition.children().last()?.children()[..] else {
            return None;
        };
        if statement.kind() != CXCursor_ReturnStmt {
            return None;
        }
        let mut inside = Scope::new(self.variables);
        for (parameter, argument) in definition.arguments().into_iter().zip(c.arguments()) {
            let value = self.evaluate(argument, depth + 1)?;
            inside
                .assumed
                .insert(key(parameter), convert(value, parameter.ty())?);
        }
        convert(
            inside.evaluate(*statement.expressions().first()?, depth + 1)?,
            c.ty(),
        )
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

/// What a reference to a variable does with it.
enum Use<'u> {
    /// Reads its value.
    Read,
    /// Hands its address to an allocation function; the size asked for.
    Allocation(Cursor<'u>),
    /// Gives it this value.
    Assigned(Cursor<'u>),
    /// Anything else: it may change.
    Other,
}

/// How the reference that stands inside `around`, outermost first, uses its variable.
fn use_of<'u>(around: &[Cursor<'u>]) -> Use<'u> {
    let mut outer = around.iter().rev().filter(|c| c.kind() != CXCursor_ParenExpr);
    let Some(parent) = outer.next() else {
        return Use::Other;
    };
    match parent.kind() {
        // The conversion from l-value to r-value, or to `const`.
        CXCursor_UnexposedExpr => Use::Read,
        CXCursor_MemberRefExpr => match outer.next() {
            Some(reader) if reader.kind() == CXCursor_UnexposedExpr => Use::Read,
            _ => Use::Other,
        },
        CXCursor_BinaryOperator if parent.binary_operator() == CXBinaryOperator_Assign => {
            match parent.expressions()[..] {
                // The conversion of a value that is read stands between, so this is the left side.
                [_, value] => Use::Assigned(value),
                _ => Use::Other,
            }
        }
        CXCursor_UnaryOperator if parent.unary_operator() == CXUnaryOperator_AddrOf => {
            let call = outer.find(|c| !is_cast(c.kind()));
            call.and_then(|call| allocation_size(*call, *parent))
                .map_or(Use::Other, Use::Allocation)
        }
        _ => Use::Other,
    }
}

/// The size argument of an allocation call whose first argument is `address`.
fn allocation_size<'u>(call: Cursor<'u>, address: Cursor<'u>) -> Option<Cursor<'u>> {
    const FUNCTIONS: &[&str] = &[
        "cudaMalloc",
        "cudaMallocManaged",
        "cudaMallocAsync",
        "cudaMallocHost",
        "cudaHostAlloc",
    ];
    let arguments = call.arguments();
    let known = call.kind() == CXCursor_CallExpr && FUNCTIONS.contains(&call.spelling().as_str());
    let first = arguments.first().is_some_and(|first| strip(*first).same(address));
    if known && first {
        arguments.get(1).copied()
    } else {
        None
    }
}

/// The expression under parentheses and conversions.
pub(super) fn strip(c: Cursor<'_>) -> Cursor<'_> {
    match c.expressions()[..] {
        [inner] if c.kind() == CXCursor_ParenExpr || is_cast(c.kind()) => strip(inner),
        _ => c,
    }
}

/// The call whose callee the reference is that stands inside `around`.
fn called<'u>(reference: Cursor<'u>, around: &[Cursor<'u>]) -> Option<Cursor<'u>> {
    let call = *around
        .iter()
        .rev()
        .find(|c| c.kind() != CXCursor_ParenExpr && !is_cast(c.kind()))?;
    let callee = call.children().into_iter().next().map(strip)?;
    (call.kind() == CXCursor_CallExpr && callee.same(reference)).then_some(call)
}

/// Whether a call changes no variable of the file: one of the toolkit's functions, or a launch.
fn is_harmless(call: Cursor<'_>) -> bool {
    call.referenced()
        .is_some_and(|function| is_the_languages(function) || is_kernel(function))
}

/// Whether a place is not between two others.
fn outside(at: &Position, from: &Position, to: &Position) -> bool {
    at.file != from.file || at.offset < from.offset || at.offset > to.offset
}

fn is_function(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_FunctionDecl | CXCursor_FunctionTemplate | CXCursor_CXXMethod | CXCursor_Constructor
    )
}

fn key(variable: Cursor<'_>) -> usize {
    variable.canonical().identity()
}

fn is_variable(c: Cursor<'_>) -> bool {
    matches!(c.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
}

pub(super) fn is_cast(kind: CXCursorKind) -> bool {
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

fn is_constructor(c: Cursor<'_>) -> bool {
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
