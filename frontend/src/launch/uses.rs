//! What host code does with its variables: every reference to one, and what may come of it.

use super::calls;
use super::constants::{is_address, is_cast, is_constructor, is_shape, strip};
use super::forwarding::{forwarded, receiver};
use super::members::is_made_by_braces;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Type, Value};
use crate::repair::kernels::{is_kernel, is_the_languages};

/// What a reference to a variable does with it, if it does not only read it.
#[derive(Clone, Copy)]
pub(super) enum Effect<'u> {
    /// `v = e`: this value.
    Assigned(Cursor<'u>),
    /// `v.m = e`, `v[0] = e`: the member or element, and its value.
    Member(Cursor<'u>, Cursor<'u>),
    /// `v += e`, `++v`.
    Updated,
    /// Its address is handed to an allocation function; the size asked for.
    Allocated(Cursor<'u>),
    /// It is handed to a function of the toolkit or the C library, which may change it but keeps no address.
    Lent,
    /// The address of this member is, which is no class itself.
    MemberLent(Cursor<'u>),
    /// Anything else: it may change, and something may keep its address.
    Escapes,
}

impl<'u> Effect<'u> {
    /// What a variable is set to as a whole.
    pub(super) fn assigned(self) -> Option<Cursor<'u>> {
        match self {
            Effect::Assigned(value) => Some(value),
            Effect::Member(..)
            | Effect::Updated
            | Effect::Allocated(_)
            | Effect::Lent
            | Effect::MemberLent(_)
            | Effect::Escapes => None,
        }
    }

    /// What is put into it, or into a part of it.
    pub(super) fn put(self) -> Option<Cursor<'u>> {
        match self {
            Effect::Member(_, value) => Some(value),
            other => other.assigned(),
        }
    }
}

/// A change of a variable.
#[derive(Clone, Copy)]
pub(super) struct Change<'u> {
    pub effect: Effect<'u>,
    /// The expression that makes it; the reference itself where that is not known.
    pub by: Cursor<'u>,
    /// The reference to the variable.
    pub reference: Cursor<'u>,
    /// The function that it stands in.
    pub inside: Option<Cursor<'u>>,
}

/// How the reference that stands inside `around`, outermost first, changes its variable; `None` if it reads it.
pub(super) fn change<'u>(reference: Cursor<'u>, around: &[Cursor<'u>]) -> Option<Change<'u>> {
    let inside = around.iter().rev().copied().find(|c| c.is_function());
    let escapes = Change {
        effect: Effect::Escapes,
        by: reference,
        reference,
        inside,
    };
    let mut outer = around
        .iter()
        .rev()
        .copied()
        .filter(|c| c.kind() != CXCursor_ParenExpr);
    let Some(parent) = outer.next() else {
        return Some(escapes);
    };
    let of_parent = |effect, by| {
        Some(Change {
            effect,
            by,
            reference,
            inside,
        })
    };
    match parent.kind() {
        // The conversion from l-value to r-value, or to `const`, or of an array to a pointer.
        CXCursor_UnexposedExpr => {
            let (element, value, by) = element_set(reference, around)?;
            of_parent(Effect::Member(element, value), by)
        }
        // What the body does with what is captured stands there.
        // `c ? v : w`, of which the value is read.
        CXCursor_ConditionalOperator
            if outer
                .find(|c| c.kind() != CXCursor_ConditionalOperator)
                .is_some_and(|c| c.kind() == CXCursor_UnexposedExpr && types_agree(c, reference)) =>
        {
            None
        }
        // `sizeof v`
        CXCursor_UnaryExpr => None,
        // The size of an array of variable length.
        CXCursor_VarDecl | CXCursor_ParmDecl if !is_start(parent, reference) => None,
        CXCursor_LambdaExpr if is_named_in_body(parent, reference) => None,
        CXCursor_MemberRefExpr => match outer.next() {
            Some(reader) if reader.kind() == CXCursor_UnexposedExpr => None,
            Some(address) if address.kind() == CXCursor_UnaryOperator => {
                match outer.find(|c| !is_cast(c.kind())) {
                    Some(call) if is_scalar_of(parent, reference) && lends(address, call) => {
                        // What takes bytes may write beyond the member.
                        match takes_bytes(call, address) {
                            true => of_parent(Effect::Lent, call),
                            false => of_parent(Effect::MemberLent(parent), call),
                        }
                    }
                    _ => Some(escapes),
                }
            }
            Some(by) => match assigned_value(by).or_else(|| Some(assigned_shape(by)?.1)) {
                Some(value) => of_parent(Effect::Member(parent, value), by),
                None => Some(escapes),
            },
            None => Some(escapes),
        },
        CXCursor_BinaryOperator => match assigned_value(parent) {
            // The conversion of a value that is read stands between, so this is the left side.
            Some(value) => of_parent(Effect::Assigned(value), parent),
            None => Some(escapes),
        },
        CXCursor_CompoundAssignOperator => of_parent(Effect::Updated, parent),
        CXCursor_UnaryOperator if is_step(parent) => of_parent(Effect::Updated, parent),
        CXCursor_UnaryOperator if parent.unary_operator() == CXUnaryOperator_AddrOf => {
            let Some(call) = outer.find(|c| !is_cast(c.kind())) else {
                return Some(escapes);
            };
            if call.kind() == CXCursor_InitListExpr && is_only_launched(around) {
                return None;
            }
            match allocation_size(call, parent) {
                Some(size) => of_parent(Effect::Allocated(size), call),
                None if is_only_read(call, parent) => None,
                None if is_harmless_call(call) => of_parent(Effect::Lent, call),
                None => Some(escapes),
            }
        }
        CXCursor_CallExpr if assigned_shape(parent).is_some_and(|(to, _)| strip(to).same(reference)) => {
            let (_, value) = assigned_shape(parent)?;
            of_parent(Effect::Assigned(value), parent)
        }
        CXCursor_CallExpr if is_given_to_kernel(parent, reference) => None,
        CXCursor_CallExpr if is_harmless_call(parent) => of_parent(Effect::Lent, parent),
        // It goes on to a function that gets its value.
        CXCursor_CallExpr if is_handed_on_as_value(parent, reference) => None,
        // An array's elements have values of their own.
        CXCursor_InitListExpr if parent.ty().canonical().kind() == CXType_ConstantArray => None,
        // Members that are no references have values of their own, too.
        CXCursor_InitListExpr if is_of_values(parent.ty()) => None,
        // `f({n, m})`: clang shows the braces as they are written, not what becomes of them.
        CXCursor_InitListExpr => {
            let inside = |c: &Cursor<'u>| is_cast(c.kind()) || c.kind() == CXCursor_InitListExpr;
            match outer.find(|c| !inside(c)) {
                Some(call) if is_harmless_call(call) => of_parent(Effect::Lent, call),
                _ => Some(escapes),
            }
        }
        _ => Some(escapes),
    }
}

/// Whether a launch by a function copies a variable's value for its kernel.
fn is_given_to_kernel(call: Cursor<'_>, reference: Cursor<'_>) -> bool {
    let is_function = call.spelling() == "cudaLaunchKernelEx";
    let statement = is_function.then(|| calls::statement(call)).flatten();
    statement.is_some_and(|statement| match statement.arguments {
        calls::Arguments::Given(given) => given.iter().any(|argument| strip(*argument).same(reference)),
        calls::Arguments::Pointers(_) => false,
    })
}

/// Whether the innermost variable that is declared around an address is an array of pointers to arguments of kernels, of which launches alone
/// are told: they read what the pointers lead to, and are done with them.
fn is_only_launched(around: &[Cursor<'_>]) -> bool {
    fn uses<'u>(c: Cursor<'u>, array: Cursor<'u>, calls: &mut Vec<Cursor<'u>>, found: &mut [usize; 2]) {
        let is_call = c.kind() == CXCursor_CallExpr;
        if is_call {
            calls.push(c);
        }
        if c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|v| v.same(array)) {
            found[0] += 1;
            let launch = calls.last().and_then(|call| calls::statement(*call));
            let is_launched = launch.is_some_and(|launch| match launch.arguments {
                calls::Arguments::Pointers(all) => strip(all).same(c),
                calls::Arguments::Given(_) => false,
            });
            found[1] += usize::from(is_launched);
        }
        for child in c.children() {
            uses(child, array, calls, found);
        }
        if is_call {
            calls.pop();
        }
    }
    let function = around.iter().rev().find(|c| c.is_function());
    let declared = around.iter().rev().find(|c| c.kind() == CXCursor_VarDecl);
    let (Some(function), Some(array)) = (function, declared) else {
        return false;
    };
    let mut found = [0, 0];
    uses(*function, *array, &mut Vec::new(), &mut found);
    array.ty().canonical().kind() == CXType_ConstantArray && found[0] > 0 && found[0] == found[1]
}

/// `a[0] = e`, where the reference is to the array: the element, the value, and the assignment.
pub(super) fn element_set<'u>(
    reference: Cursor<'u>,
    around: &[Cursor<'u>],
) -> Option<(Cursor<'u>, Cursor<'u>, Cursor<'u>)> {
    let is_array = reference.ty().canonical().kind() == CXType_ConstantArray;
    let mut outer = (around.iter().rev()).filter(|c| is_array && c.kind() != CXCursor_ParenExpr);
    let (_, element, by) = (outer.next()?, *outer.next()?, *outer.next()?);
    let is_base = |base: &Cursor<'u>| strip(*base).same(reference);
    let is_element =
        element.kind() == CXCursor_ArraySubscriptExpr && element.expressions().first().is_some_and(is_base);
    let is_set = by
        .expressions()
        .first()
        .is_some_and(|left| strip(*left).same(element));
    let value = assigned_value(by).filter(|_| is_element && is_set)?;
    Some((element, value, by))
}

/// What a part of a variable is called: a member by its name, an element by its number, where that is a constant.
pub(super) fn part_name(part: Cursor<'_>) -> Option<String> {
    match (part.kind(), &part.expressions()[..]) {
        (CXCursor_ArraySubscriptExpr, [_, n]) => match strip(*n).evaluate()? {
            Value::Int(n) => Some(format!("[{n}]")),
            Value::Float(_) | Value::Text(_) => None,
        },
        _ => Some(part.spelling()),
    }
}

/// Whether an expression names a member of a variable, which is a number or a pointer.
fn is_scalar_of(member: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let has_parts = matches!(
        member.ty().canonical().kind(),
        CXType_Record | CXType_ConstantArray | CXType_LValueReference
    );
    !has_parts && variable.ty().canonical().kind() == CXType_Record
}

/// Whether a call is handed an address and keeps none.
fn lends(address: Cursor<'_>, call: Cursor<'_>) -> bool {
    let is_handed = call
        .arguments()
        .iter()
        .any(|argument| strip(*argument).same(address));
    address.unary_operator() == CXUnaryOperator_AddrOf && is_handed && is_harmless_call(call)
}

/// Whether a call takes an address as that of bytes: `memcpy(&s.first, from, sizeof s)`.
fn takes_bytes(call: Cursor<'_>, address: Cursor<'_>) -> bool {
    parameter_of(call, address).is_none_or(|parameter| {
        let kind = parameter.ty().canonical().pointee().canonical().kind();
        matches!(
            kind,
            CXType_Void | CXType_Char_S | CXType_UChar | CXType_SChar | CXType_Char_U
        )
    })
}

/// Whether a class has members, and none that refers to something else.
fn is_of_values(class: Type<'_>) -> bool {
    let fields = class.canonical().fields();
    !fields.is_empty() && !fields.iter().any(|field| is_reference(*field)) && is_made_by_braces(class)
}

/// Whether a conversion reads a value of a reference's type, and does not make a reference or pointer of it.
fn types_agree(conversion: Cursor<'_>, reference: Cursor<'_>) -> bool {
    let number = |c: Cursor<'_>| {
        let kind = c.ty().canonical().kind();
        (CXType_Bool..=CXType_LongDouble).contains(&kind)
    };
    number(conversion) && number(reference)
}

/// Whether a reference is in what a declaration gives its variable, or may be.
fn is_start(declaration: Cursor<'_>, reference: Cursor<'_>) -> bool {
    let kind = declaration.ty().canonical().kind();
    if !matches!(kind, CXType_VariableArray | CXType_ConstantArray | CXType_Pointer) {
        return true;
    }
    let (Some(start), Some(at)) = (declaration.initializer(), reference.position()) else {
        return declaration.initializer().is_some();
    };
    start.range().is_none_or(|range| range.touches(&at))
}

/// Whether the body of a lambda names the variable of a reference.
fn is_named_in_body(lambda: Cursor<'_>, reference: Cursor<'_>) -> bool {
    fn names(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
        let itself = c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|v| v.same(variable));
        itself || c.children().into_iter().any(|child| names(child, variable))
    }
    let body = lambda.children().pop();
    let body = body.filter(|body| body.kind() == CXCursor_CompoundStmt);
    body.zip(reference.referenced())
        .is_some_and(|(body, variable)| names(body, variable))
}

/// What is assigned; of `a = b = e`, where all are of one type, it is `e`.
fn assigned_value(c: Cursor<'_>) -> Option<Cursor<'_>> {
    match c.expressions()[..] {
        [_, value]
            if c.kind() == CXCursor_BinaryOperator && c.binary_operator() == CXBinaryOperator_Assign =>
        {
            let inner = strip(value);
            let is_one_type = inner.ty().canonical().spelling() == c.ty().canonical().spelling();
            Some(assigned_value(inner).filter(|_| is_one_type).unwrap_or(value))
        }
        _ => None,
    }
}

/// What a size of a launch is set to as a whole, and the size.
fn assigned_shape(c: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    match c.arguments()[..] {
        [to, value] if c.kind() == CXCursor_CallExpr && c.spelling() == "operator=" && is_shape(to) => {
            Some((to, value))
        }
        _ => None,
    }
}

/// `++v` and its kin.
fn is_step(c: Cursor<'_>) -> bool {
    matches!(
        c.unary_operator(),
        CXUnaryOperator_PreInc | CXUnaryOperator_PostInc | CXUnaryOperator_PreDec | CXUnaryOperator_PostDec
    )
}

/// Whether a call hands something on to a parameter that is a value of its own.
fn is_handed_on_as_value(call: Cursor<'_>, handed: Cursor<'_>) -> bool {
    let arguments = call.arguments();
    let n = arguments
        .iter()
        .position(|argument| strip(*argument).same(handed));
    let at = forwarded(call).map(|(at, _)| at);
    n.zip(at)
        .is_some_and(|(n, at)| n > at && receiver(call, n).is_some_and(|p| !is_reference(p)))
}

fn is_harmless_call(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_CallExpr && is_harmless(c)
}

/// The parameter that is handed an address.
fn parameter_of<'u>(call: Cursor<'u>, address: Cursor<'u>) -> Option<Cursor<'u>> {
    let parameters = call.referenced().map(Cursor::arguments).unwrap_or_default();
    let mut handed = call.arguments().into_iter().zip(parameters);
    let of_address = handed.find(|(argument, _)| strip(*argument).same(address));
    of_address.map(|(_, parameter)| parameter)
}

/// Whether a function that keeps no address is handed one as that of a constant: it reads what lies there.
fn is_only_read(call: Cursor<'_>, address: Cursor<'_>) -> bool {
    is_harmless_call(call)
        && parameter_of(call, address).is_some_and(|parameter| {
            let ty = parameter.ty().canonical();
            ty.kind() == CXType_Pointer && ty.pointee().is_const()
        })
}

/// The library's functions whose result refers to what they are handed.
const KEEPERS: [&str; 3] = ["tie", "ref", "forward_as_tuple"];

/// Whether a call changes nothing but what it is handed, and keeps no address: one of the toolkit's functions, or a launch.
pub(super) fn is_harmless(call: Cursor<'_>) -> bool {
    call.referenced().is_some_and(|function| {
        is_the_languages(function) && !KEEPERS.contains(&function.spelling().as_str()) || is_kernel(function)
    })
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

/// The call whose callee the reference is that stands inside `around`.
pub(super) fn called<'u>(reference: Cursor<'u>, around: &[Cursor<'u>]) -> Option<Cursor<'u>> {
    let call = *around
        .iter()
        .rev()
        .find(|c| c.kind() != CXCursor_ParenExpr && !is_cast(c.kind()))?;
    let callee = call.children().into_iter().next().map(strip)?;
    // Whoever makes an object of a function keeps it: `std::function<void()> f = run`.
    (call.kind() == CXCursor_CallExpr && !is_constructor(call) && callee.same(reference)).then_some(call)
}

/// What a function of the toolkit or the C library may write through pointers that it is handed, as [`write_through`]; the address of a
/// variable is a change of that one.
pub(super) fn writes_of_call(call: Cursor<'_>) -> Vec<(Position, CXTypeKind)> {
    let written = |argument: Cursor<'_>| {
        let argument = strip(argument);
        let ty = argument.ty().canonical();
        let pointer = ty.kind() == CXType_Pointer && !ty.pointee().is_const();
        let of_variable = is_address(argument) && argument.expressions().into_iter().all(is_named);
        let at = argument.range()?.start;
        (pointer && !of_variable).then(|| (at, ty.pointee().canonical().kind()))
    };
    match call.kind() == CXCursor_CallExpr && !call.referenced().is_some_and(is_kernel) {
        true => call.arguments().into_iter().filter_map(written).collect(),
        false => Vec::new(),
    }
}

/// A write through a pointer or a reference, `*q = 0`: where it stands, and the kind of type that it writes.
pub(super) fn write_through(c: Cursor<'_>) -> Option<(Position, CXTypeKind)> {
    let parts = c.expressions();
    let place = match (c.kind(), &parts[..]) {
        (CXCursor_BinaryOperator, [left, _]) if c.binary_operator() == CXBinaryOperator_Assign => *left,
        (CXCursor_CompoundAssignOperator, [left, _]) => *left,
        (CXCursor_UnaryOperator, [operand]) if is_step(c) => *operand,
        // A class may pass an assignment on to what it refers to.
        (CXCursor_CallExpr, _) if c.spelling() == "operator=" => {
            return c.range().map(|range| (range.start, CXType_Record));
        }
        _ => return None,
    };
    if is_named(place) {
        return None;
    }
    let kind = place.ty().canonical().kind();
    c.range().map(|range| (range.start, kind))
}

/// Whether a write of one kind of type may change a variable: a number that is no integer is none of another type (C++17, 6.10
/// \[basic.lval\]), and neither is a pointer.
pub(super) fn may_change(kind: CXTypeKind, variable: Cursor<'_>) -> bool {
    let of_variable = variable.ty().canonical().kind();
    let has_one_use = |kind| {
        matches!(
            kind,
            CXType_Float | CXType_Double | CXType_LongDouble | CXType_Pointer
        )
    };
    of_variable == CXType_Record || of_variable == kind || !has_one_use(kind)
}

/// Whether what is written is a variable by its name, or a part of one.
fn is_named(place: Cursor<'_>) -> bool {
    let parts = place.expressions();
    match (place.kind(), &parts[..]) {
        (CXCursor_ParenExpr, [inner]) => is_named(*inner),
        (CXCursor_DeclRefExpr, _) => place.referenced().is_some_and(|variable| !is_reference(variable)),
        (CXCursor_MemberRefExpr, [record]) => {
            record.ty().canonical().kind() == CXType_Record && is_named(*record)
        }
        (CXCursor_ArraySubscriptExpr, [array, _]) => {
            let array = strip(*array);
            array.ty().canonical().kind() == CXType_ConstantArray && is_named(array)
        }
        _ => false,
    }
}

/// Whether what is handed to a parameter may be changed by its name.
pub(super) fn takes_to_change(parameter: Cursor<'_>) -> bool {
    is_reference(parameter) && !parameter.ty().canonical().pointee().is_const()
}

pub(super) fn is_reference(variable: Cursor<'_>) -> bool {
    matches!(
        variable.ty().canonical().kind(),
        CXType_LValueReference | CXType_RValueReference
    )
}
