//! Destructors: what ends with a scope or with an expression is destroyed there, in reverse order (C++17 [class.dtor], [class.temporary]).

use super::call::CallParts;
use super::layout;
use super::special::{MAX_ELEMENTS, Special, is_special, members};
use super::types::{self, Shape};
use super::{Lowerer, ResultSlot, This};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, body};
use crate::ir::build;
use crate::ir::{CmpOp, Expr, Loc, Ty};

/// Why a destructor is a hole.
const LOST: &str = "destructors are not modelled";

/// Something with a destructor that does something, and that comes to an end by itself.
#[derive(Clone)]
pub(super) struct Ending<'u> {
    /// What made it.
    loc: Loc,
    addr: Expr,
    ty: Type<'u>,
}

impl<'u> Ending<'u> {
    /// The end of an object, if something happens there.
    pub(super) fn of(loc: Loc, addr: &Expr, ty: Type<'u>) -> Option<Ending<'u>> {
        let addr = addr.clone();
        is_special(ty, Special::Destroy).then_some(Ending { loc, addr, ty })
    }
}

/// What an expression leaves behind that ends with it.
#[derive(Default)]
pub(super) enum Temporaries<'u> {
    /// Where they are destroyed is not followed: each is a hole.
    #[default]
    Lost,
    /// They are all made, one after the other.
    Made(Vec<Ending<'u>>),
}

impl<'u> Lowerer<'u, '_> {
    /// Something comes to be that ends with the innermost scope.
    pub(super) fn ends_with_scope(&mut self, loc: Loc, addr: Expr, ty: Type<'u>) {
        if !is_special(ty, Special::Destroy) {
            return;
        }
        match self.frame().scopes.last_mut() {
            Some(scope) => scope.push(Ending { loc, addr, ty }),
            None => self.anything(loc, LOST),
        }
    }

    /// A temporary comes to be, which ends with the expression around it.
    pub(super) fn ends_with_expression(&mut self, loc: Loc, addr: &Expr, ty: Type<'u>) {
        if !is_special(ty, Special::Destroy) {
            return;
        }
        let addr = addr.clone();
        match &mut self.temporaries {
            Temporaries::Made(made) => made.push(Ending { loc, addr, ty }),
            Temporaries::Lost => self.anything(loc, LOST),
        }
    }

    /// An expression of its own: what it leaves behind ends with it.
    pub(super) fn full_expression<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let made = Temporaries::Made(Vec::new());
        let around = std::mem::replace(&mut self.temporaries, made);
        let value = evaluate(self);
        if let Temporaries::Made(made) = std::mem::replace(&mut self.temporaries, around) {
            self.destroy_all(made);
        }
        value
    }

    /// Part of an expression that may not be evaluated, or whose temporaries are no objects of their own.
    pub(super) fn losing_temporaries<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::take(&mut self.temporaries);
        let value = evaluate(self);
        self.temporaries = around;
        value
    }

    /// A scope: what is declared in it ends with it.
    pub(super) fn scope<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.frame().scopes.push(Vec::new());
        let value = inside(self);
        let ended = self.frame().scopes.pop().unwrap_or_default();
        if self.dead != Some(self.b.current) {
            self.destroy_all(ended);
        }
        value
    }

    /// The way out of all scopes but the outermost `depth`.
    pub(super) fn leave_scopes(&mut self, depth: usize) {
        let scopes: Vec<_> = self.frame().scopes.get(depth..).unwrap_or_default().to_vec();
        self.destroy_all(scopes.into_iter().flatten().collect());
    }

    /// Whether something would have to be destroyed on the way out of the function.
    pub(super) fn has_endings(&mut self) -> bool {
        self.frame().scopes.iter().any(|scope| !scope.is_empty())
    }

    fn destroy_all(&mut self, ended: Vec<Ending<'u>>) {
        for ending in ended.into_iter().rev() {
            self.destroy(ending.loc, ending.addr, ending.ty);
        }
    }

    /// Destroys an object of exactly this type, or an array.
    pub(super) fn destroy(&mut self, loc: Loc, addr: Expr, ty: Type<'u>) {
        if !is_special(ty, Special::Destroy) {
            return;
        }
        let ty = ty.canonical();
        match types::shape(ty) {
            Shape::Array(element, Some(count)) if count <= MAX_ELEMENTS => {
                for n in (0..count).rev() {
                    let element_at = build::offset_by(addr.clone(), n * types::size(element));
                    self.destroy(loc, element_at, element);
                }
            }
            Shape::Record(class) => self.destroy_object(loc, addr, class),
            Shape::Array(..)
            | Shape::Void
            | Shape::Scalar(_)
            | Shape::Vector(..)
            | Shape::Reference(_)
            | Shape::Opaque => self.anything(loc, LOST),
        }
    }

    /// The destructor's body, then the members', then the bases'.
    fn destroy_object(&mut self, loc: Loc, addr: Expr, class: Type<'u>) {
        let (members, instantiated) = members(class);
        let own = members.into_iter().find(|m| m.kind() == CXCursor_Destructor);
        if let Some(own) = own.filter(|own| Special::Destroy.acts(*own)) {
            let instance = match instantiated {
                true => self.files.destructor(class),
                false => Some(own),
            };
            let definition = instance
                .map(|instance| instance.definition().unwrap_or(instance))
                .filter(|definition| body(*definition).is_some());
            let Some(definition) = definition else {
                return self.anything(loc, LOST);
            };
            let parts = CallParts {
                function: definition,
                object: None,
                method: false,
                arguments: Vec::new(),
                sources: Vec::new(),
            };
            let this = This {
                addr: addr.clone(),
                class,
            };
            self.inline_into(loc, definition, &parts, Some(this), ResultSlot::Nothing);
        }
        if types::is_union(class) {
            return;
        }
        for field in class.fields().into_iter().rev() {
            match field.field_offset_bits() {
                Some(bits) => self.destroy(loc, build::offset_by(addr.clone(), bits / 8), field.ty()),
                None => self.anything(loc, LOST),
            }
        }
        match layout::bases(class) {
            Some(bases) => {
                for (base, offset) in bases.into_iter().rev() {
                    self.destroy(loc, build::offset_by(addr.clone(), offset), base);
                }
            }
            None => self.anything(loc, LOST),
        }
    }

    /// `p->~T()`
    pub(super) fn destructor_call(&mut self, c: Cursor<'u>, destructor: Cursor<'u>) {
        let loc = self.loc(c);
        let member = c.children().into_iter().next();
        let object = member.and_then(|member| member.expressions().into_iter().next());
        let Some(object) = object else {
            return self.anything(loc, LOST);
        };
        let (addr, class) = self.object_address(object);
        match addr {
            Some(addr) => self.destroy_dynamic(loc, addr, class, destructor),
            None => self.anything(loc, LOST),
        }
    }

    /// Destroys an object that may be of a class derived from the one that is known, if its destructor is virtual.
    fn destroy_dynamic(&mut self, loc: Loc, addr: Expr, class: Type<'u>, destructor: Cursor<'u>) {
        let addr = self.b.stable(loc, addr);
        if !destructor.is_virtual() {
            return self.destroy(loc, addr, class);
        }
        match self.whole_object(&addr, class) {
            Some(whole) => self.destroy(loc, whole.addr, whole.class),
            None => self.anything(loc, LOST),
        }
    }

    /// `delete p`, of an object of exactly this class if its destructor is not virtual (C++17 [expr.delete]p3).
    pub(super) fn delete_object(&mut self, loc: Loc, pointer: Expr, class: Type<'u>) {
        if has_virtual_destructor(class) {
            return self.anything(loc, LOST);
        }
        let pointer = self.b.stable(loc, pointer);
        let is_null = build::compare(CmpOp::Eq, pointer.clone(), build::zero(Ty::Ptr));
        let (some, done) = (self.b.block(), self.b.block());
        self.b.branch(loc, is_null, done, some);
        self.b.enter(some);
        self.destroy(loc, pointer, class);
        self.b.fall_into(loc, done);
    }
}

/// Whether objects of derived classes may be destroyed by the destructor of a class, or what it is is not known.
pub(super) fn has_virtual_destructor(class: Type<'_>) -> bool {
    let Shape::Record(class) = types::shape(class) else {
        return false;
    };
    let (own, _) = members(class);
    let is_virtual = |m: &Cursor<'_>| m.kind() == CXCursor_Destructor && m.is_virtual();
    own.iter().any(is_virtual)
        || layout::base_types(class).is_none_or(|bases| bases.into_iter().any(has_virtual_destructor))
}
