//! What host code's expressions evaluate to, where that is certain.

use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, Value};
use std::collections::HashMap;

/// Deepest expression that is evaluated.
const MAX_DEPTH: u32 = 64;

/// A number of host code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Int(i128),
    Float(f64),
}

/// What the file does with a variable.
#[derive(Default)]
struct Uses<'u> {
    /// Something may change it after its initialisation.
    changed: bool,
    /// Sizes that `cudaMalloc` and its kin were asked for, with its address.
    allocations: Vec<Cursor<'u>>,
}

/// The variables of a file and what is done with them.
pub(super) struct Variables<'u> {
    uses: HashMap<usize, Uses<'u>>,
    /// All uses were seen.
    complete: bool,
}

impl<'u> Variables<'u> {
    /// Looks at every use of every variable under `root`, which is all of the file if `complete`.
    pub(super) fn new(root: Cursor<'u>, complete: bool, in_user_file: &dyn Fn(Cursor<'u>) -> bool) -> Self {
        let mut variables = Variables {
            uses: HashMap::new(),
            complete,
        };
        for declaration in root.children().into_iter().filter(|c| in_user_file(*c)) {
            variables.visit(declaration, &mut Vec::new());
        }
        variables
    }

    fn visit(&mut self, c: Cursor<'u>, around: &mut Vec<Cursor<'u>>) {
        if c.kind() == CXCursor_DeclRefExpr
            && let Some(variable) = c.referenced().filter(|v| is_variable(*v))
        {
            let uses = self.uses.entry(key(variable)).or_default();
            match use_of(around) {
                Use::Read => {}
                Use::Allocation(size) => uses.allocations.push(size),
                Use::Other => uses.changed = true,
            }
        }
        around.push(c);
        for child in c.children() {
            self.visit(child, around);
        }
        around.pop();
    }

    /// The initialiser of a variable that keeps its first value.
    fn initial(&self, variable: Cursor<'u>) -> Option<Cursor<'u>> {
        if variable.kind() != CXCursor_VarDecl {
            return None;
        }
        let constant = variable.ty().is_const();
        let at_file_scope = variable
            .semantic_parent()
            .is_none_or(|p| p.kind() == CXCursor_TranslationUnit);
        let open = at_file_scope && !variable.is_static();
        let changed = self
            .uses
            .get(&key(variable))
            .is_some_and(|uses| uses.changed || !uses.allocations.is_empty());
        if constant || self.complete && !(open || changed) {
            variable.initializer()
        } else {
            None
        }
    }

    /// The buffer that a pointer expression names: the variable that holds it.
    pub(super) fn buffer(&self, expression: Cursor<'u>) -> Option<Cursor<'u>> {
        let inner = strip(expression);
        if inner.kind() != CXCursor_DeclRefExpr {
            return None;
        }
        let variable = inner.referenced().filter(|v| is_variable(*v))?;
        // `float *b = a;` names a's buffer.
        match self.initial(variable).and_then(|value| self.buffer(value)) {
            Some(other) => Some(other),
            None => Some(variable),
        }
    }

    /// The size in bytes of the only buffer that a pointer variable ever holds.
    pub(super) fn buffer_size(&self, variable: Cursor<'u>) -> Option<u64> {
        let uses = self.uses.get(&key(variable)).filter(|_| self.complete)?;
        match (&uses.allocations[..], uses.changed) {
            ([size], false) => u64::try_from(self.integer(*size)?).ok(),
            _ => None,
        }
    }

    /// The value of an integer expression.
    pub(super) fn integer(&self, expression: Cursor<'u>) -> Option<i128> {
        match self.evaluate(expression, 0)? {
            Number::Int(value) => Some(value),
            Number::Float(_) => None,
        }
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
                let value = expression
                    .referenced()
                    .and_then(|variable| self.initial(variable));
                return value.map_or(UNKNOWN, |value| self.shape_within(value, depth + 1));
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
                let target = c.referenced()?;
                if target.kind() == CXCursor_EnumConstantDecl {
                    return Some(Number::Int(target.enumerator()));
                }
                match self.initial(target) {
                    Some(value) => convert(deeper(value)?, target.ty()),
                    None => None,
                }
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

    /// The library functions that launch shapes are made with.
    fn call(&self, c: Cursor<'u>, depth: u32) -> Option<Number> {
        let function = c.referenced()?;
        let in_prelude = function
            .position()
            .is_some_and(|at| crate::prelude::is_virtual(&at.file));
        if !in_prelude {
            return None;
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
fn strip(c: Cursor<'_>) -> Cursor<'_> {
    match c.expressions()[..] {
        [inner] if c.kind() == CXCursor_ParenExpr || is_cast(c.kind()) => strip(inner),
        _ => c,
    }
}

fn key(variable: Cursor<'_>) -> usize {
    variable.canonical().identity()
}

fn is_variable(c: Cursor<'_>) -> bool {
    matches!(c.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
}

fn is_cast(kind: CXCursorKind) -> bool {
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

fn float(number: Number) -> f64 {
    match number {
        Number::Int(value) => value as f64,
        Number::Float(value) => value,
    }
}

fn truth(number: Number) -> bool {
    match number {
        Number::Int(value) => value != 0,
        Number::Float(value) => value != 0.0,
    }
}

/// The value as another type; `None` where C's conversion would change it by more than rounding.
fn convert(number: Number, ty: Type<'_>) -> Option<Number> {
    let ty = ty.canonical();
    let bits = 8 * u32::try_from(ty.size()?).ok()?;
    let (low, high) = match ty.kind() {
        CXType_Bool => return Some(Number::Int(i128::from(truth(number)))),
        CXType_Float => return Some(Number::Float(f64::from(float(number) as f32))),
        CXType_Double => return Some(Number::Float(float(number))),
        CXType_UChar | CXType_UShort | CXType_UInt | CXType_ULong | CXType_ULongLong => {
            (0, (1i128 << bits) - 1)
        }
        CXType_Char_S | CXType_SChar | CXType_Short | CXType_Int | CXType_Long | CXType_LongLong
        | CXType_Enum => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        _ => return None,
    };
    let value = match number {
        Number::Int(value) => value,
        Number::Float(value) if value.is_finite() && value.abs() < 1e30 => value.trunc() as i128,
        Number::Float(_) => return None,
    };
    (low..=high).contains(&value).then_some(Number::Int(value))
}

fn unary(operator: CXUnaryOperatorKind, operand: Number) -> Option<Number> {
    Some(match (operator, operand) {
        (CXUnaryOperator_Plus, value) => value,
        (CXUnaryOperator_Minus, Number::Int(value)) => Number::Int(-value),
        (CXUnaryOperator_Minus, Number::Float(value)) => Number::Float(-value),
        (CXUnaryOperator_LNot, value) => Number::Int(i128::from(!truth(value))),
        // The complement of an unsigned value depends on its width, which is not known here.
        _ => return None,
    })
}

fn binary(operator: CXBinaryOperatorKind, left: Number, right: Number) -> Option<Number> {
    match (left, right) {
        (Number::Int(a), Number::Int(b)) => integers(operator, a, b).map(Number::Int),
        _ => floats(operator, float(left), float(right)),
    }
}

fn integers(operator: CXBinaryOperatorKind, a: i128, b: i128) -> Option<i128> {
    let distance = || u32::try_from(b).ok().filter(|distance| *distance < 64);
    match operator {
        CXBinaryOperator_Add => a.checked_add(b),
        CXBinaryOperator_Sub => a.checked_sub(b),
        CXBinaryOperator_Mul => a.checked_mul(b),
        CXBinaryOperator_Div => a.checked_div(b),
        CXBinaryOperator_Rem => a.checked_rem(b),
        CXBinaryOperator_Shl => a.checked_mul(1i128 << distance()?),
        CXBinaryOperator_Shr => Some(a >> distance()?),
        CXBinaryOperator_And => Some(a & b),
        CXBinaryOperator_Or => Some(a | b),
        CXBinaryOperator_Xor => Some(a ^ b),
        CXBinaryOperator_LT => Some(i128::from(a < b)),
        CXBinaryOperator_LE => Some(i128::from(a <= b)),
        CXBinaryOperator_GT => Some(i128::from(a > b)),
        CXBinaryOperator_GE => Some(i128::from(a >= b)),
        CXBinaryOperator_EQ => Some(i128::from(a == b)),
        CXBinaryOperator_NE => Some(i128::from(a != b)),
        CXBinaryOperator_LAnd => Some(i128::from(a != 0 && b != 0)),
        CXBinaryOperator_LOr => Some(i128::from(a != 0 || b != 0)),
        _ => None,
    }
}

fn floats(operator: CXBinaryOperatorKind, a: f64, b: f64) -> Option<Number> {
    Some(match operator {
        CXBinaryOperator_Add => Number::Float(a + b),
        CXBinaryOperator_Sub => Number::Float(a - b),
        CXBinaryOperator_Mul => Number::Float(a * b),
        CXBinaryOperator_Div => Number::Float(a / b),
        CXBinaryOperator_LT => Number::Int(i128::from(a < b)),
        CXBinaryOperator_GT => Number::Int(i128::from(a > b)),
        _ => return None,
    })
}
