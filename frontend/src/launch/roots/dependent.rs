//! Expressions of templates that are only understood where the template is instantiated: `p + n` of a `T *p`, `blob->data()` of a `Blob<T> *`.
//!
//! What has a meaning of its own there, an operator of a class or a conversion, gives what it is handed or a part of it all the same, but
//! for a function by itself: that may give anything.

use super::super::uses::takes_to_change;
use super::doubts::{is_parsed, is_understood, strip_parens};
use super::makers::accessor;
use super::places::element;
use super::walk::{Walk, anything, is_number};
use super::*;
use crate::repair::dependent;

impl<'u> Walk<'_, '_, 'u> {
    /// Where a part of what such an expression gives may come from.
    pub(super) fn of_dependent(&mut self, c: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            _ if is_parsed(c) => self.of(c, steps, inside),
            (CXCursor_BinaryOperator, [left, right]) => {
                let is_sum = matches!(c.binary_operator(), CXBinaryOperator_Add | CXBinaryOperator_Sub);
                match moved((*left, *right), c.binary_operator()) {
                    Some((pointer, by)) if !self.is_of_addresses(by, 0) => self.of(pointer, steps, inside),
                    // Either may be the pointer.
                    None if is_sum && ![*left, *right].iter().any(|side| self.is_of_addresses(*side, 0)) => {
                        let sides = [*left, *right].into_iter().filter(|side| !is_number(*side));
                        sides.flat_map(|side| self.of(side, steps, inside)).collect()
                    }
                    Some(_) | None => anything(),
                }
            }
            // The address of an element leads to where the array does.
            (CXCursor_UnaryOperator, [place]) if c.unary_operator() == CXUnaryOperator_AddrOf => {
                let place = strip_parens(*place);
                match (place.kind(), &place.expressions()[..]) {
                    (CXCursor_ArraySubscriptExpr, [array, _]) if is_pointer(*array) => {
                        self.of(*array, steps, inside)
                    }
                    _ => anything(),
                }
            }
            (CXCursor_ArraySubscriptExpr, [container, n]) => {
                let inner = [&[element(Some(self.scope), *n)], steps].concat();
                self.of(*container, &inner, inside)
            }
            (CXCursor_ConditionalOperator, _) => self.of_kind(c, steps, inside),
            (CXCursor_CallExpr, [callee, ..]) if callee.kind() == CXCursor_MemberRefExpr => {
                let own = callee.name_of_member().and_then(|name| match c.arguments()[..] {
                    [] => accessor(&name).map(Step::Field),
                    _ => None,
                });
                let own: Vec<Step> = own.into_iter().collect();
                match callee.expressions()[..] {
                    [object] if strip(object).kind() != CXCursor_CXXThisExpr => self.of(object, &own, inside),
                    _ => {
                        let this = self.this(inside);
                        let steps = [&this.steps[..], &own].concat();
                        [Root { steps, ..this }].into()
                    }
                }
            }
            (CXCursor_MemberRefExpr, [object]) if strip(*object).kind() != CXCursor_CXXThisExpr => {
                match c.name_of_member() {
                    Some(name) => self.of(*object, &[&[Step::Field(name)], steps].concat(), inside),
                    None => self.of(*object, &[], inside),
                }
            }
            (CXCursor_MemberRefExpr, _) => match named_member(c) {
                Some(field) => {
                    let this = self.this(inside);
                    self.member(&this, field, steps, inside)
                }
                None => anything(),
            },
            _ => anything(),
        }
    }
}

/// The member that an expression names: where a template is written, `this->member` may name one of a base class.
pub(super) fn named_member(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let of_base = || match c.expressions()[..] {
        [this] if strip(this).kind() == CXCursor_CXXThisExpr => {
            let class = strip(this).ty().canonical().pointee().declaration()?;
            let name = c.name_of_member()?;
            let is_it = |part: &Cursor<'_>| part.kind() == CXCursor_FieldDecl && part.spelling() == name;
            members_of_template(class, &is_it, MOST_BASES).first().copied()
        }
        _ => None,
    };
    c.referenced().or_else(of_base)
}

/// Most classes that lie between a class and a base that is looked into.
const MOST_BASES: usize = 8;

/// The members of a class, or else of its bases, also where it is a template's.
fn members_of_template<'u>(
    class: Cursor<'u>,
    is_it: &dyn Fn(&Cursor<'u>) -> bool,
    depth: usize,
) -> Vec<Cursor<'u>> {
    let parts = class.definition().unwrap_or(class).children();
    let own: Vec<Cursor<'u>> = parts.iter().copied().filter(is_it).collect();
    if !own.is_empty() || depth == 0 {
        return own;
    }
    let bases = parts
        .iter()
        .filter(|part| part.kind() == CXCursor_CXXBaseSpecifier);
    bases
        .filter_map(|base| base.ty().declaration())
        .flat_map(|base| members_of_template(base, is_it, depth - 1))
        .collect()
}

/// What a call calls.
fn callee<'u>(call: Cursor<'u>) -> Option<Cursor<'u>> {
    call.children().into_iter().next()
}

/// Whether a parameter stands for any number of them.
pub(in crate::launch) fn is_pack(parameter: Cursor<'_>) -> bool {
    parameter.ty().spelling().ends_with("...")
}

/// The methods that a call may call where a template is written.
fn methods_called<'u>(call: Cursor<'u>) -> Vec<Cursor<'u>> {
    let Some(callee) = callee(call).filter(|c| c.kind() == CXCursor_MemberRefExpr) else {
        return Vec::new();
    };
    let class = callee.expressions().first().and_then(|object| {
        let ty = object.ty().canonical();
        let ty = match ty.kind() {
            CXType_Pointer | CXType_LValueReference => ty.pointee(),
            _ => ty,
        };
        ty.declaration()
    });
    let (Some(class), Some(name)) = (class, callee.name_of_member()) else {
        return Vec::new();
    };
    let is_it = |part: &Cursor<'u>| {
        matches!(part.kind(), CXCursor_CXXMethod | CXCursor_FunctionTemplate) && part.spelling() == name
    };
    members_of_template(class, &is_it, MOST_BASES)
}

/// Whether an expression names a place, which may be changed by reference.
pub(super) fn is_place(c: Cursor<'_>) -> bool {
    let c = strip(c);
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr, _) => true,
        (CXCursor_UnaryOperator, _) => c.unary_operator() == CXUnaryOperator_Deref,
        (CXCursor_CallExpr, [callee, ..]) if callee.kind() == CXCursor_MemberRefExpr => {
            let gives_places = ["at", "front", "back", "get"];
            callee
                .name_of_member()
                .is_some_and(|name| gives_places.contains(&name.as_str()))
        }
        _ => false,
    }
}

/// Whether what a call calls is settled only where a template is instantiated.
pub(super) fn is_open_call(call: Cursor<'_>) -> bool {
    callee(call).is_none_or(|callee| !is_understood(callee.ty().canonical().kind()))
}

/// The name of the functions or methods one of which such a call calls, and those that are seen; `None` where it may call what a variable
/// holds.
pub(super) fn named_by_open<'u>(call: Cursor<'u>) -> Option<(String, Vec<Cursor<'u>>)> {
    let callee = callee(call)?;
    let methods = methods_called(call);
    if !methods.is_empty() {
        return Some((callee.name_of_member()?, methods));
    }
    let is_name = |c: &Cursor<'u>| c.kind() == CXCursor_OverloadedDeclRef;
    let named = callee.children().into_iter().find(is_name)?;
    let functions = named.overloads();
    let name = named.spelling();
    let is_known = !name.is_empty() && functions.iter().all(|f| f.is_function());
    is_known.then_some((name, functions))
}

/// The functions and methods of the user's that such a call may call, with as many arguments as it has.
pub(super) fn called_by_open<'u>(call: Cursor<'u>) -> Vec<Cursor<'u>> {
    let count = call.arguments().len();
    let fits = |function: &Cursor<'u>| {
        let parameters = dependent::parameters(*function);
        let is_enough = parameters
            .get(count)
            .is_none_or(|next| next.initializer().is_some());
        let has_pack = parameters.last().is_some_and(|last| is_pack(*last));
        has_pack || is_enough && parameters.len() >= count
    };
    let all = [dependent::called(call), methods_called(call)].concat();
    all.into_iter()
        .filter(|f| !is_the_languages(*f) && fits(f))
        .collect()
}

/// The object that such a call is made on, if the method may change it.
pub(super) fn changed_by_open(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let callee = callee(call)?;
    let object = callee.expressions().first().copied();
    let methods = methods_called(call);
    let is_kept = !methods.is_empty() && methods.iter().all(|method| method.is_const());
    object.filter(|_| callee.kind() == CXCursor_MemberRefExpr && !is_kept)
}

/// Whether a call of whatever is chosen where a template is instantiated may change what it is handed as this argument.
pub(super) fn may_change(call: Cursor<'_>, n: usize) -> bool {
    let called = [dependent::called(call), methods_called(call)].concat();
    let is_reference = |function: &Cursor<'_>| {
        dependent::parameters(*function)
            .get(n)
            .is_none_or(|parameter| takes_to_change(*parameter) || is_pack(*parameter))
    };
    called.is_empty() || called.iter().any(is_reference)
}

/// The pointer that an operator moves, and by what.
fn moved<'u>(
    (left, right): (Cursor<'u>, Cursor<'u>),
    operator: CXBinaryOperatorKind,
) -> Option<(Cursor<'u>, Cursor<'u>)> {
    match (operator, is_pointer(left), is_pointer(right)) {
        (CXBinaryOperator_Add | CXBinaryOperator_Sub, true, false) => Some((left, right)),
        (CXBinaryOperator_Add, false, true) => Some((right, left)),
        _ => None,
    }
}

/// Whether an expression is a pointer, whatever a template is instantiated with.
fn is_pointer(c: Cursor<'_>) -> bool {
    let inner = strip_parens(c);
    let is_moved = match inner.expressions()[..] {
        [left, right] if inner.kind() == CXCursor_BinaryOperator => {
            moved((left, right), inner.binary_operator()).is_some()
        }
        _ => false,
    };
    is_moved || matches!(c.ty().canonical().kind(), CXType_Pointer)
}
