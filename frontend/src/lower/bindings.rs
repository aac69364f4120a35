//! Structured bindings (C++17 [dcl.struct.bind]): names for the elements of an array or the members of a class.

use super::Lowerer;
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::build;

/// Whether a declaration is `auto [a, b] = ...`, which libclang has no name for.
pub(super) fn is_structured_binding(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_UnexposedDecl && c.spelling().starts_with('[')
}

impl<'u> Lowerer<'u, '_> {
    /// `auto [a, b] = value`, which copies, and `auto &[a, b] = value`, which does not.
    pub(super) fn structured_binding(&mut self, c: Cursor<'u>) {
        let names: Vec<Cursor<'u>> = c
            .children()
            .into_iter()
            .filter(|child| child.kind() == CXCursor_UnexposedDecl)
            .collect();
        let value = c.initializer().or_else(|| c.expressions().pop());
        let whole = match types::shape(c.ty()) {
            Shape::Reference(_) => c.ty().canonical().pointee(),
            _ => c.ty(),
        };
        let parts = parts_of(whole, names.len());
        let (Some(value), Some(parts)) = (value, parts) else {
            for name in names {
                let place = self.lost_place(name, "what this structured binding names is not modelled");
                self.env.insert(name.identity(), place.addr);
            }
            return;
        };
        let addr = match types::shape(c.ty()) {
            Shape::Reference(_) => self.address(value),
            _ => {
                let loc = self.loc(c);
                let addr = self.local(loc, &c.spelling(), whole, false);
                self.initialise(addr.clone(), whole, value);
                addr
            }
        };
        let addr = self.b.stable(self.b.last, addr);
        for (name, offset) in names.into_iter().zip(parts) {
            self.env
                .insert(name.identity(), build::offset_by(addr.clone(), offset));
        }
    }
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
