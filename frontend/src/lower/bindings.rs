//! Structured bindings (C++17 [dcl.struct.bind]): names for the elements of an array or the members of a class.

use super::Lowerer;
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::Expr;
use crate::ir::build;

/// Whether a declaration is `auto [a, b] = ...`, which libclang has no name for.
pub(super) fn is_structured_binding(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_UnexposedDecl && c.spelling().starts_with('[')
}

impl<'u> Lowerer<'u, '_> {
    /// `auto [a, b] = value`, which copies, and `auto &[a, b] = value`, which does not.
    pub(super) fn structured_binding(&mut self, c: Cursor<'u>) {
        let by_reference = matches!(types::shape(c.ty()), Shape::Reference(_));
        let whole = match by_reference {
            true => c.ty().canonical().pointee(),
            false => c.ty(),
        };
        let Some(value) = c.initializer().or_else(|| c.expressions().pop()) else {
            self.lose_bindings(c, "what this structured binding names is not modelled");
            return;
        };
        let addr = if by_reference {
            self.address(value)
        } else {
            let loc = self.loc(c);
            let addr = self.local(loc, &c.spelling(), whole, false);
            self.full_expression(|l| l.initialise(addr.clone(), whole, value));
            self.ends_with_scope(loc, addr.clone(), whole);
            addr
        };
        self.bind_parts(c, addr, whole);
    }

    /// Gives the names of a structured binding the parts of what lies at an address.
    pub(super) fn bind_parts(&mut self, c: Cursor<'u>, addr: Expr, whole: Type<'u>) {
        let names = names(c);
        // A type with a `tuple_size` of the user's is bound by the user's `get`.
        let members = !self.files.mentions("tuple_size<");
        let Some(parts) = parts_of(whole, names.len()).filter(|_| members) else {
            self.lose_bindings(c, "what this structured binding names is not modelled");
            return;
        };
        let loc = self.loc(c);
        let addr = self.b.stable(loc, addr);
        for (name, offset) in names.into_iter().zip(parts) {
            self.env
                .insert(name.identity(), build::offset_by(addr.clone(), offset));
        }
    }

    /// Names of which nothing is known.
    pub(super) fn lose_bindings(&mut self, c: Cursor<'u>, reason: &str) {
        for name in names(c) {
            let place = self.lost_place(name, reason);
            self.env.insert(name.identity(), place.addr);
        }
    }
}

/// The names that a structured binding declares.
fn names(c: Cursor<'_>) -> Vec<Cursor<'_>> {
    c.children()
        .into_iter()
        .filter(|child| child.kind() == CXCursor_UnexposedDecl)
        .collect()
}

/// Where the parts of a type lie that so many names are bound to; `None` if it is bound in another way: by `get`, to
/// bit-fields or references, to the members of a base.
fn parts_of(whole: Type<'_>, names: usize) -> Option<Vec<u64>> {
    let whole = whole.canonical();
    match types::shape(whole) {
        Shape::Array(element, ..) => {
            let size = types::size(element);
            Some((0..names as u64).map(|n| n * size).collect())
        }
        Shape::Record(_) => {
            let fields = whole.fields();
            let plain = |field: &Cursor<'_>| {
                field.bit_width().is_none() && !matches!(types::shape(field.ty()), Shape::Reference(_))
            };
            if fields.len() != names || !fields.iter().all(plain) {
                return None;
            }
            fields
                .iter()
                .map(|field| field.field_offset_bits().map(|bits| bits / 8))
                .collect()
        }
        _ => None,
    }
}
