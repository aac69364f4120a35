//! The places that expressions name: variables, their members and elements.

use super::super::variables::start;
use super::addresses::is_wide;
use super::dependent::named_member;
use super::*;

/// A variable or a member of the object at hand, and the part of it that an expression names.
pub(super) fn place<'u>(scope: Option<&Scope<'_, 'u>>, c: Cursor<'u>) -> Option<(Cursor<'u>, Vec<Step>)> {
    let c = strip(c);
    let inner = |outer: Cursor<'u>, step: Step| {
        let (base, mut steps) = place(scope, outer)?;
        steps.push(step);
        Some((base, steps))
    };
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => {
            let variable = c.referenced().filter(|v| is_variable(*v))?;
            let named = start(variable).filter(|_| is_reference(variable));
            // A reference is another name of what it starts with.
            named
                .and_then(|named| place(scope, referred_to(named)))
                .or(Some((variable, Vec::new())))
        }
        (CXCursor_MemberRefExpr, []) => Some((named_member(c)?, Vec::new())),
        (CXCursor_MemberRefExpr, [object]) => match strip(*object).kind() {
            CXCursor_CXXThisExpr => Some((named_member(c)?, Vec::new())),
            _ => inner(*object, member(c, c.referenced())),
        },
        (CXCursor_ArraySubscriptExpr, [array, n]) => inner(*array, element(scope, *n)),
        (CXCursor_UnaryOperator, [operand]) if c.unary_operator() == CXUnaryOperator_Deref => {
            inner(*operand, Step::Element(Ok(0)))
        }
        (CXCursor_CallExpr, _) if matches!(c.spelling().as_str(), "operator[]" | "at") => {
            let n = c.arguments().last().copied()?;
            inner(object_of(c)?, element(scope, n))
        }
        (CXCursor_CallExpr, _)
            if c.spelling() == "operator->" && c.referenced().is_some_and(is_the_languages) =>
        {
            place(scope, object_of(c)?)
        }
        _ => None,
    }
}

/// What a reference that starts with an expression refers to, as far as that is another expression's: `{b}`, `(n, b)`, `b = c`,
/// `std::move(b)`.
fn referred_to(c: Cursor<'_>) -> Cursor<'_> {
    let c = strip(c);
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_InitListExpr, [only]) => referred_to(*only),
        (CXCursor_BinaryOperator, [left, right]) => match c.binary_operator() {
            CXBinaryOperator_Comma => referred_to(*right),
            CXBinaryOperator_Assign => referred_to(*left),
            _ => c,
        },
        (CXCursor_CallExpr, _)
            if matches!(c.spelling().as_str(), "move" | "forward" | "as_const")
                && c.referenced().is_some_and(is_the_languages) =>
        {
            c.arguments().first().map_or(c, |only| referred_to(*only))
        }
        _ => c,
    }
}

/// Which element an index names.
pub(super) fn element<'u>(scope: Option<&Scope<'_, 'u>>, n: Cursor<'u>) -> Step {
    let known = match scope {
        Some(scope) => scope.integer(n),
        None => match n.evaluate() {
            Some(crate::clang::Value::Int(n)) => Some(n),
            _ => None,
        },
    };
    Step::Element(known.ok_or_else(|| said(scope, n, 0)))
}

/// An index as text: variables that only ever are one expression by that.
pub(super) fn said<'u>(scope: Option<&Scope<'_, 'u>>, c: Cursor<'u>, depth: usize) -> String {
    let c = strip(c);
    let deeper = |c: Cursor<'u>| said(scope, c, depth + 1);
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => {
            let variable = c.referenced();
            let value = scope
                .zip(variable)
                .and_then(|(scope, v)| scope.variables.only_value(v));
            match value.filter(|_| depth < 4) {
                Some(value) => deeper(value),
                None => variable.map_or_else(|| c.spelling(), |v| format!("{}@{:x}", c.spelling(), key(v))),
            }
        }
        (CXCursor_IntegerLiteral, _) => match c.evaluate() {
            Some(crate::clang::Value::Int(n)) => n.to_string(),
            _ => c.spelling(),
        },
        (CXCursor_UnaryOperator, [a]) if c.unary_operator() == CXUnaryOperator_LNot => {
            format!("!{}", bracketed(&deeper(*a)))
        }
        // `x & 1` is `x % 2`: which of two numbers it is, the next of `x` is the other.
        (CXCursor_BinaryOperator, [a, b])
            if c.binary_operator() == CXBinaryOperator_And && element(scope, *b) == Step::Element(Ok(1)) =>
        {
            format!("{}%2", bracketed(&deeper(*a)))
        }
        (CXCursor_BinaryOperator, [a, b]) => {
            let sign = match c.binary_operator() {
                CXBinaryOperator_Add => "+",
                CXBinaryOperator_Sub => "-",
                CXBinaryOperator_Xor => "^",
                CXBinaryOperator_Rem => "%",
                _ => "?",
            };
            let [left, right] = [a, b].map(|side| bracketed(&deeper(*side)));
            format!("{left}{sign}{right}")
        }
        // It may be another number each time.
        _ => format!("{:x}", c.statement_identity()),
    }
}

/// The name of a variable.
pub(super) fn name(variable: Cursor<'_>) -> String {
    format!("{}@{:x}", variable.spelling(), key(variable))
}

/// Whether something may hold a pointer; numbers do where the host turns some into addresses.
pub(super) fn carries(c: Cursor<'_>, numbers_lead: bool) -> bool {
    let mut ty = c.ty().canonical();
    if matches!(ty.kind(), CXType_LValueReference | CXType_RValueReference) {
        ty = ty.pointee().canonical();
    }
    let is_number = matches!(
        ty.kind(),
        CXType_Void..=CXType_LongDouble | CXType_Half | CXType_Enum
    );
    !is_number || numbers_lead && is_wide(ty.kind())
}

/// Whether a place is a variable or a part of it, which no pointer leads to.
pub(super) fn is_own_part(c: Cursor<'_>) -> bool {
    let c = strip(c);
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => {
            let named = c.referenced().filter(|v| is_reference(*v)).and_then(start);
            named.is_none_or(is_own_part)
        }
        (CXCursor_MemberRefExpr, []) => true,
        (CXCursor_MemberRefExpr, [object]) => match strip(*object).kind() {
            CXCursor_CXXThisExpr => true,
            _ => object.ty().canonical().kind() == CXType_Record && is_own_part(*object),
        },
        (CXCursor_ArraySubscriptExpr, [array, _]) => {
            strip(*array).ty().canonical().kind() == CXType_ConstantArray && is_own_part(*array)
        }
        // A container's elements are its own.
        (CXCursor_CallExpr, _) => {
            let leads_on = matches!(c.spelling().as_str(), "operator->" | "operator*");
            !leads_on && object_of(c).is_some_and(is_own_part)
        }
        _ => false,
    }
}

pub(super) fn is_number_type(ty: crate::clang::Type<'_>) -> bool {
    let kind = ty.canonical().kind();
    matches!(kind, CXType_Bool..=CXType_LongDouble | CXType_Half | CXType_Enum)
}
