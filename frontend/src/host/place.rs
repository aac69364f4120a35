//! Variables and l-values.

use super::methods::is_object;
use super::stmt::Scope;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::host::{HostExpr, HostExprKind, HostKind, HostPlace};

/// What a variable is.
pub(super) fn kind(variable: Cursor<'_>) -> HostKind {
    of_type(variable.ty())
}

pub(super) fn of_type(ty: Type<'_>) -> HostKind {
    let ty = ty.canonical();
    match ty.kind() {
        CXType_Pointer => HostKind::Pointer,
        CXType_LValueReference | CXType_RValueReference => HostKind::Reference,
        CXType_ConstantArray | CXType_IncompleteArray | CXType_VariableArray => {
            match holds_pointers(ty.element()) {
                true => HostKind::Handles,
                false => HostKind::Memory(ty.size().filter(|_| ty.kind() == CXType_ConstantArray)),
            }
        }
        CXType_Record if super::classes::is_handle(ty) => HostKind::Pointer,
        CXType_Record if ty.declaration().is_some_and(is_plain) => HostKind::Record,
        CXType_Record | CXType_Invalid | CXType_Unexposed | CXType_Dependent => HostKind::Opaque,
        _ => HostKind::Scalar,
    }
}

/// Whether values of a type may hold a pointer.
fn holds_pointers(ty: Type<'_>) -> bool {
    let ty = ty.canonical();
    match ty.kind() {
        CXType_ConstantArray | CXType_IncompleteArray | CXType_VariableArray => holds_pointers(ty.element()),
        CXType_Record => {
            !ty.declaration().is_some_and(is_plain)
                || ty.fields().iter().any(|field| holds_pointers(field.ty()))
        }
        CXType_Bool | CXType_Enum | CXType_Float | CXType_Double => false,
        kind => !(CXType_Char_U..=CXType_LongDouble).contains(&kind),
    }
}

/// Whether a class only holds members: nothing of its own runs when an object begins or ends.
pub(super) fn is_plain(declaration: Cursor<'_>) -> bool {
    let definition = declaration.definition().unwrap_or(declaration);
    matches!(definition.kind(), CXCursor_StructDecl | CXCursor_ClassDecl)
        && definition.children().iter().all(|child| {
            !matches!(
                child.kind(),
                CXCursor_Constructor | CXCursor_Destructor | CXCursor_CXXBaseSpecifier
            ) || child.is_defaulted()
        })
}

/// Bytes of what an l-value names.
fn element_size(c: Cursor<'_>) -> Option<i128> {
    c.ty().canonical().size().map(i128::from)
}

/// Whether an expression is a variable, or a part of one.
fn is_named(c: Cursor<'_>) -> bool {
    let mut base = crate::launch::strip(c);
    while matches!(base.kind(), CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr)
        && let [of, ..] = &base.expressions()[..]
    {
        base = crate::launch::strip(*of);
    }
    base.kind() == CXCursor_DeclRefExpr
}

impl<'u> Scope<'u, '_, '_> {
    /// The place that an l-value names.
    pub(super) fn place(&mut self, c: Cursor<'u>) -> HostPlace {
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced();
                if let Some(hole) = variable.and_then(|variable| self.loose_closure(c, variable)) {
                    return HostPlace::Elsewhere(Box::new(hole));
                }
                variable
                    .and_then(|variable| self.variable(variable))
                    .unwrap_or_else(|| self.elsewhere(c))
            }
            (CXCursor_ArraySubscriptExpr, [base, index]) => {
                let (base, index) = (self.expression(*base), self.expression(*index));
                HostPlace::Element(Box::new(base), Box::new(index), element_size(c))
            }
            (CXCursor_UnaryOperator, [inner]) if c.unary_operator() == CXUnaryOperator_Deref => {
                let base = self.expression(*inner);
                HostPlace::Element(Box::new(base), Box::new(self.int(c, 0)), element_size(c))
            }
            (CXCursor_MemberRefExpr, [base]) => self.member(c, *base),
            // A member of the object around.
            (CXCursor_MemberRefExpr, []) => match self.object {
                Some(object) => HostPlace::Field(Box::new(HostPlace::Local(object)), c.spelling()),
                None => HostPlace::Elsewhere(Box::new(self.opaque(c, Vec::new()))),
            },
            (CXCursor_ParenExpr, [inner]) => self.place(*inner),
            (_, [inner]) if crate::launch::is_cast(c.kind()) => self.place(*inner),
            _ => self.elsewhere(c),
        }
    }

    fn member(&mut self, c: Cursor<'u>, base: Cursor<'u>) -> HostPlace {
        let target = c.referenced();
        // What one member of a union gets, the others change with.
        let is_followed = |target: Cursor<'u>| {
            let of = target.semantic_parent();
            target.kind() == CXCursor_FieldDecl && of.is_none_or(|of| of.kind() != CXCursor_UnionDecl)
        };
        if !target.is_some_and(is_followed) {
            return self.elsewhere(c);
        }
        let record = match (base.ty().canonical().kind(), self.object) {
            (_, Some(object)) if is_object(base) => HostPlace::Local(object),
            (CXType_Pointer, _) => {
                let pointer = self.expression(base);
                HostPlace::Element(Box::new(pointer), Box::new(self.int(c, 0)), None)
            }
            _ => self.place(base),
        };
        HostPlace::Field(Box::new(record), c.spelling())
    }

    /// A place that is not followed: what computes it is evaluated.
    fn elsewhere(&mut self, c: Cursor<'u>) -> HostPlace {
        let parts = c.expressions();
        let value = match (c.kind(), &parts[..]) {
            // A name for one of several: whoever has it may change them.
            (CXCursor_ConditionalOperator, [cond, yes, no]) if is_named(*yes) && is_named(*no) => {
                let cond = self.expression(*cond);
                let names = [*yes, *no].map(|one| self.name_of(one));
                self.one_of(c, [vec![cond], names.into()].concat())
            }
            (CXCursor_BinaryOperator, [first, last])
                if is_named(*last) && c.binary_operator() == CXBinaryOperator_Comma =>
            {
                let parts = vec![self.expression(*first), self.name_of(*last)];
                self.one_of(c, parts)
            }
            (CXCursor_BinaryOperator | CXCursor_CompoundAssignOperator, [to, _]) if is_named(*to) => {
                let parts = vec![self.expression(c), self.name_of(*to)];
                self.one_of(c, parts)
            }
            _ => self.computed(c),
        };
        HostPlace::Elsewhere(Box::new(value))
    }

    /// The address of what an expression names.
    fn name_of(&mut self, c: Cursor<'u>) -> HostExpr {
        let place = self.place(c);
        self.at(c, HostExprKind::Address(Box::new(place)))
    }

    fn one_of(&mut self, c: Cursor<'u>, parts: Vec<HostExpr>) -> HostExpr {
        self.at(
            c,
            HostExprKind::hole("which variable this names is not followed", parts, true),
        )
    }

    /// What computes a place that is not followed.
    fn computed(&mut self, c: Cursor<'u>) -> HostExpr {
        match c.kind() {
            CXCursor_CallExpr
            | CXCursor_LambdaExpr
            | CXCursor_BinaryOperator
            | CXCursor_CompoundAssignOperator
            | CXCursor_ConditionalOperator
            | CXCursor_CXXNewExpr
            | CXCursor_StmtExpr => self.expression(c),
            _ => {
                let parts = c
                    .expressions()
                    .into_iter()
                    .map(|part| self.expression(part))
                    .collect();
                self.opaque(c, parts)
            }
        }
    }

    /// A variable as a place.
    pub(super) fn variable(&mut self, variable: Cursor<'u>) -> Option<HostPlace> {
        if !matches!(variable.kind(), CXCursor_VarDecl | CXCursor_ParmDecl) {
            return None;
        }
        if let Some(local) = self.locals.get(&variable.canonical().identity()) {
            return Some(HostPlace::Local(*local));
        }
        Some(HostPlace::Global(self.reader.global(variable)))
    }

    pub(super) fn opaque(&mut self, c: Cursor<'u>, parts: Vec<HostExpr>) -> HostExpr {
        self.at(c, HostExprKind::Opaque(parts))
    }

    pub(super) fn int(&mut self, c: Cursor<'u>, value: i128) -> HostExpr {
        self.at(c, HostExprKind::Int(value))
    }
}
