//! Which types may hold an address of data.

use super::*;
use crate::clang::Type;
use crate::prelude;

/// Deepest nesting of classes that is looked into.
const MOST_DEPTH: usize = 6;

/// Classes of the C++ library that hold what their arguments are, and nothing else.
const HOLDERS: [&str; 22] = [
    "vector",
    "array",
    "pair",
    "tuple",
    "map",
    "unordered_map",
    "set",
    "unordered_set",
    "deque",
    "list",
    "optional",
    "allocator",
    "char_traits",
    "less",
    "hash",
    "equal_to",
    "basic_string",
    // Those of streams write no addresses of what they are handed.
    "ostream",
    "istream",
    "stringstream",
    "ostringstream",
    "istringstream",
];

/// Whether a value of a type may hold an address of data; numbers do where the host turns some into addresses.
pub(super) fn may_hold_address(ty: Type<'_>, numbers_lead: bool) -> bool {
    may_hold(ty.canonical(), numbers_lead, 0)
}

/// Whether a type stands for any in a template.
pub(super) fn is_any_type(ty: Type<'_>) -> bool {
    let ty = ty.canonical();
    let name = ty.spelling();
    ty.kind() == CXType_Unexposed && name.trim_start_matches("const ").starts_with("type-parameter-")
}

fn may_hold(ty: Type<'_>, numbers_lead: bool, depth: usize) -> bool {
    if depth > MOST_DEPTH {
        return true;
    }
    let deeper = |ty: Type<'_>| may_hold(ty.canonical(), numbers_lead, depth + 1);
    match ty.kind() {
        kind if is_wide(kind) => numbers_lead,
        CXType_Void..=CXType_LongDouble | CXType_Half | CXType_Enum => false,
        CXType_Pointer => {
            let to = ty.pointee().canonical().kind();
            !matches!(to, CXType_FunctionProto | CXType_FunctionNoProto)
        }
        CXType_ConstantArray | CXType_VariableArray | CXType_IncompleteArray => deeper(ty.element()),
        CXType_LValueReference | CXType_RValueReference => deeper(ty.pointee()),
        _ if is_any_type(ty) => true,
        CXType_Unexposed | CXType_Record => {
            let Some(class) = ty.declaration() else {
                return true;
            };
            let is_the_languages = class
                .position()
                .is_none_or(|at| prelude::is_the_languages(&at.file));
            match is_the_languages {
                true => {
                    let arguments = ty.template_arguments();
                    !HOLDERS.contains(&class.spelling().as_str())
                        || arguments.into_iter().any(|argument| argument.is_some_and(deeper))
                }
                false => {
                    let parts = class.definition().map(Cursor::children);
                    let is_plain = parts.is_some_and(|parts| {
                        parts.iter().all(|part| part.kind() != CXCursor_CXXBaseSpecifier)
                    });
                    !is_plain
                        || ty.kind() != CXType_Record
                        || ty.all_fields().into_iter().any(|field| deeper(field.ty()))
                }
            }
        }
        _ => true,
    }
}

/// Whether an address fits into a number.
pub(super) fn is_wide(kind: CXTypeKind) -> bool {
    matches!(
        kind,
        CXType_ULong | CXType_ULongLong | CXType_Long | CXType_LongLong
    )
}

/// Whether something in host code may turn a number into an address.
pub(super) fn turns_numbers(c: Cursor<'_>) -> bool {
    let ty = c.ty().canonical();
    let parts = c.expressions();
    let leads_to = |c: Cursor<'_>| strip(c).ty().canonical().pointee().canonical().kind();
    let is_number = |c: Cursor<'_>| {
        let kind = strip(c).ty().canonical().kind();
        let is_null = matches!(strip(c).kind(), CXCursor_GNUNullExpr | CXCursor_IntegerLiteral);
        (is_wide(kind) || kind == CXType_Dependent) && !is_null
    };
    let turns = match (c.kind(), &parts[..]) {
        (
            CXCursor_CStyleCastExpr
            | CXCursor_CXXReinterpretCastExpr
            | CXCursor_CXXStaticCastExpr
            | CXCursor_CXXFunctionalCastExpr,
            [inner],
        ) => {
            let to = ty.pointee().canonical().kind();
            match ty.kind() {
                CXType_Pointer if is_number(*inner) => true,
                CXType_Pointer if to == CXType_Pointer => is_wide(leads_to(*inner)),
                // A number is written where pointers are; what is allocated holds none yet.
                CXType_Pointer if is_wide(to) => match leads_to(*inner) {
                    CXType_Void => strip(*inner).kind() != CXCursor_CallExpr,
                    from => from == CXType_Pointer,
                },
                // What is read from a place is converted: a place itself is one more name of the pointer there.
                kind if is_wide(kind) => {
                    let is_place = matches!(
                        inner.kind(),
                        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr
                    ) || inner.kind() == CXCursor_UnaryOperator
                        && inner.unary_operator() == CXUnaryOperator_Deref;
                    is_place && inner.ty().canonical().kind() == CXType_Pointer
                }
                _ => false,
            }
        }
        (CXCursor_CallExpr, _) => match c.spelling().as_str() {
            "bit_cast" => true,
            "memcpy" | "memmove" => {
                let kinds: Vec<_> = c.arguments().into_iter().take(2).map(leads_to).collect();
                kinds.contains(&CXType_Pointer) && !kinds.iter().all(|kind| *kind == CXType_Pointer)
            }
            _ => false,
        },
        (CXCursor_UnionDecl, _) => ty
            .fields()
            .iter()
            .any(|field| field.ty().canonical().kind() == CXType_Pointer),
        // Addresses of the driver's interface are numbers.
        (CXCursor_VarDecl | CXCursor_ParmDecl | CXCursor_FieldDecl, _) => {
            c.ty().spelling().to_lowercase().contains("deviceptr")
        }
        _ => false,
    };
    turns || c.children().into_iter().any(turns_numbers)
}
