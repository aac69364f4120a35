//! Virtual calls: which class an object is of, where the kernel itself makes it (C++17 [class.virtual], [class.cdtor]).

use super::call::CallParts;
use super::expr::same_record;
use super::layout::{self, Place};
use super::special::members;
use super::types::{self, Shape};
use super::{Lowerer, This, Value};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, body};
use crate::ir::build;
use crate::ir::{Expr, ExprKind, ObjectId, Ty};
use std::collections::HashMap;

/// Why a virtual call is a hole.
const VIRTUAL: &str = "virtual calls on objects whose class is not known are not modelled";

/// Objects whose class is known, and pointers that always lead to one place.
#[derive(Default)]
pub(super) struct Wholes<'u> {
    /// The types of variables and temporaries.
    types: HashMap<ObjectId, Type<'u>>,
    /// What pointers hold that nothing changes.
    pointers: HashMap<ObjectId, Expr>,
    /// Objects whose constructor or destructor runs, innermost last: for so long they are of that class, and of none derived from it.
    pub(super) under_way: Vec<This<'u>>,
}

/// The object and the constant offset that an address is of.
pub(super) fn object_of(addr: &Expr) -> Option<(ObjectId, u64)> {
    if let ExprKind::Object(id) = addr.kind {
        return Some((id, 0));
    }
    if let ExprKind::PtrAdd(base, offset) = &addr.kind
        && let ExprKind::Int(n) = offset.kind
    {
        let (id, before) = object_of(base)?;
        return Some((id, u64::try_from(i128::from(before) + n).ok()?));
    }
    None
}

impl<'u> Lowerer<'u, '_> {
    /// A variable or temporary of this type lies at an address.
    pub(super) fn is_whole(&mut self, addr: &Expr, ty: Type<'u>) {
        if let ExprKind::Object(id) = addr.kind {
            self.wholes.types.insert(id, ty);
        }
    }

    /// Something else may come to be in the object.
    pub(super) fn is_no_whole(&mut self, addr: &Expr) {
        match object_of(addr) {
            Some((id, _)) => {
                self.wholes.types.remove(&id);
            }
            None => self.wholes.types.clear(),
        }
    }

    /// A pointer variable was given its first value. If it leads to an object with virtual functions and nothing changes it, it is as
    /// good as that object.
    pub(super) fn note_pointer(&mut self, addr: &Expr, variable: Cursor<'u>) {
        let ExprKind::Object(id) = addr.kind else { return };
        let pointee = variable.ty().canonical().pointee();
        let last = self.b.blocks[self.b.current].stmts.last();
        let value = last.and_then(|last| last.stored_at(addr)).cloned();
        let Some(value) = value.filter(|value| object_of(value).is_some()) else {
            return;
        };
        if layout::is_dynamic(pointee) && never_changes(variable) {
            self.wholes.pointers.insert(id, value);
        }
    }

    /// What a pointer variable holds that nothing changes.
    pub(super) fn constant_of_pointer(&self, variable: Cursor<'u>) -> Option<Value> {
        let addr = self.env.get(&variable.identity())?;
        let ExprKind::Object(id) = addr.kind else {
            return None;
        };
        self.wholes.pointers.get(&id).cloned().map(Value::Scalar)
    }

    /// The whole object of which an object of class `class` at an address is a part or all.
    pub(super) fn whole_object(&mut self, addr: &Expr, class: Type<'u>) -> Option<This<'u>> {
        let at = object_of(addr);
        let Some((id, offset)) = at else {
            return self.element(addr, class);
        };
        let building = self.wholes.under_way.iter().rev().find_map(|this| {
            let (of, start) = object_of(&this.addr)?;
            let end = start + types::size(this.class);
            (of == id && (start..end.max(start + 1)).contains(&offset)).then_some((start, this.class))
        });
        let (start, ty) = match building {
            Some(found) => found,
            None => (0, *self.wholes.types.get(&id)?),
        };
        let (inner, whole) = self.part(ty, offset - start, class)?;
        Some(This {
            addr: build::offset_by(build::object(id), start + inner),
            class: whole,
        })
    }

    /// An element of an array of a variable, whichever it is.
    fn element(&mut self, addr: &Expr, class: Type<'u>) -> Option<This<'u>> {
        let ExprKind::PtrAdd(base, _) = &addr.kind else {
            return None;
        };
        let (id, 0) = object_of(base)? else { return None };
        let Shape::Array(element, _) = types::shape(*self.wholes.types.get(&id)?) else {
            return None;
        };
        let is_building = |this: &This<'u>| object_of(&this.addr).is_none_or(|(of, _)| of == id);
        let is_element = matches!(types::shape(element), Shape::Record(own) if same_record(own, class));
        (is_element && !self.wholes.under_way.iter().any(is_building)).then(|| This {
            addr: addr.clone(),
            class: element,
        })
    }

    /// The whole object in a value of type `ty` of which there is an object of class `class` at an offset: where it starts, and its class.
    fn part(&mut self, ty: Type<'u>, offset: u64, class: Type<'u>) -> Option<(u64, Type<'u>)> {
        match types::shape(ty) {
            Shape::Array(element, Some(_)) => {
                let size = types::size(element).max(1);
                let start = offset / size * size;
                let (inner, whole) = self.part(element, offset - start, class)?;
                Some((start + inner, whole))
            }
            Shape::Record(record) => {
                let mut is_base = || self.place_of_base(class, record) == Place::At(offset);
                if offset == 0 && same_record(record, class) || is_base() {
                    return Some((0, record));
                }
                if types::is_union(record) {
                    return None;
                }
                for field in record.fields() {
                    let start = field.field_offset_bits()? / 8;
                    if (start..start + types::size(field.ty())).contains(&offset)
                        && let Some((inner, whole)) = self.part(field.ty(), offset - start, class)
                    {
                        return Some((start + inner, whole));
                    }
                }
                for (base, start) in layout::bases(record)? {
                    if (start..start + types::size(base)).contains(&offset)
                        && let Some((inner, whole)) = self.part_of_base(base, offset - start, class)
                    {
                        return Some((start + inner, whole));
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// The same in the fields of a base.
    fn part_of_base(&mut self, base: Type<'u>, offset: u64, class: Type<'u>) -> Option<(u64, Type<'u>)> {
        let found = self.part(base, offset, class)?;
        // A base is no whole object.
        (found.0 > 0 || !same_record(found.1, base)).then_some(found)
    }

    /// A call of a virtual function, of the one that the object's class has.
    pub(super) fn virtual_call(&mut self, c: Cursor<'u>, parts: &CallParts<'u>) -> Value {
        let loc = self.loc(c);
        let home = self.home.take();
        let object = match parts.object {
            Some(object) => self.object_address(object),
            None => match self.frame().this.clone() {
                Some(this) => (Some(this.addr), this.class),
                None => (None, c.ty()),
            },
        };
        let (Some(addr), class) = object else {
            return self.lost_virtual(c, parts, None);
        };
        let whole = match is_final(parts.function, class) {
            true => Some(This {
                addr: addr.clone(),
                class,
            }),
            false => self.whole_object(&addr, class),
        };
        let Some(whole) = whole else {
            return self.lost_virtual(c, parts, Some(addr));
        };
        let Some((definition, this)) = self.overrider(&whole, parts.function) else {
            return self.lost_virtual(c, parts, Some(addr));
        };
        let result = |f: Cursor<'u>| f.result_type().canonical().spelling();
        if result(definition) != result(parts.function) {
            // A pointer to a derived class, which may have to move.
            self.anything(loc, VIRTUAL);
        }
        self.home = home;
        let slot = self.result_slot(c, definition);
        self.inline_on(c, definition, parts, Some(this), slot)
    }

    /// A virtual call that may lead to any function; its object is evaluated already.
    fn lost_virtual(&mut self, c: Cursor<'u>, parts: &CallParts<'u>, object: Option<Expr>) -> Value {
        let loc = self.loc(c);
        let mut writes: Vec<Expr> = object.into_iter().collect();
        let parameters = parts.function.arguments();
        for (n, argument) in parts.arguments.iter().enumerate() {
            let by_reference = parameters
                .get(n)
                .is_some_and(|p| matches!(types::shape(p.ty()), Shape::Reference(_)));
            if by_reference {
                writes.push(self.lvalue(*argument).addr);
                continue;
            }
            match self.rvalue(*argument) {
                Value::Scalar(value) if value.ty == Ty::Ptr => writes.push(value),
                Value::Memory(addr) => writes.push(addr),
                Value::Scalar(_) | Value::Vector(_) | Value::Void => {}
            }
        }
        self.anything(loc, VIRTUAL);
        self.unknown_result(c, VIRTUAL, writes)
    }

    /// The function that overrides `function` last in a class, and the object to call it on.
    fn overrider(&mut self, whole: &This<'u>, function: Cursor<'u>) -> Option<(Cursor<'u>, This<'u>)> {
        let (found, class) = final_overrider(whole.class, function)?;
        let definition = found.definition().filter(|d| body(*d).is_some())?;
        let addr = match same_record(class, whole.class) {
            true => whole.addr.clone(),
            false => match self.place_of_base(class, whole.class) {
                Place::At(offset) => build::offset_by(whole.addr.clone(), offset),
                Place::Nowhere | Place::Unknown => return None,
            },
        };
        Some((definition, This { addr, class }))
    }
}

/// Whether nothing is derived from the class, or nothing overrides the function.
fn is_final(function: Cursor<'_>, class: Type<'_>) -> bool {
    let marked = |c: Cursor<'_>| c.has_attribute(&[CXCursor_CXXFinalAttr]);
    let declaration = class.canonical().declaration();
    marked(function) || declaration.is_some_and(|d| marked(d.definition().unwrap_or(d)))
}

/// The function that overrides another last in a class, and the class that has it; none if there are several, or not all are seen.
fn final_overrider<'u>(class: Type<'u>, function: Cursor<'u>) -> Option<(Cursor<'u>, Type<'u>)> {
    let (own, instantiated) = members(class.canonical());
    if instantiated {
        return None;
    }
    let is_method = |m: &Cursor<'u>| matches!(m.kind(), CXCursor_CXXMethod | CXCursor_ConversionFunction);
    if let Some(found) = own.into_iter().find(|m| is_method(m) && overrides(*m, function)) {
        return Some((found, class));
    }
    let mut found: Option<(Cursor<'u>, Type<'u>)> = None;
    for base in layout::base_types(class)? {
        if !layout::is_dynamic(base) {
            continue;
        }
        let in_base = final_overrider(base, function);
        if in_base.is_none() && inherits(base, function) {
            return None;
        }
        if let Some(other) = in_base {
            if found.is_some_and(|known| !known.0.canonical().same(other.0.canonical())) {
                return None;
            }
            found = Some(other);
        }
    }
    found
}

/// Whether a class is, or is derived from, the one that declares a function; so it is if not all its bases are seen.
fn inherits(class: Type<'_>, function: Cursor<'_>) -> bool {
    let declares = function.semantic_parent().map(Cursor::ty);
    declares.is_none_or(|of| same_record(of, class))
        || layout::base_types(class)
            .is_none_or(|bases| bases.into_iter().any(|base| inherits(base, function)))
}

fn overrides(method: Cursor<'_>, function: Cursor<'_>) -> bool {
    method.canonical().same(function.canonical())
        || method
            .overridden()
            .into_iter()
            .any(|base| overrides(base, function))
}

/// Whether nothing but its declaration gives a variable a value: every time that it is named it is read.
fn never_changes(variable: Cursor<'_>) -> bool {
    let function = variable.semantic_parent();
    let body = function.and_then(|f| body(f.definition().unwrap_or(f)));
    body.is_some_and(|body| is_only_read(body, variable))
}

fn is_only_read(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let reads = c.kind() == CXCursor_UnexposedExpr && types::scalar(c.ty()) == Some(Ty::Ptr);
    c.children().into_iter().all(|child| {
        let names = matches!(child.kind(), CXCursor_DeclRefExpr | CXCursor_VariableRef)
            && child
                .referenced()
                .is_some_and(|v| v.canonical().same(variable.canonical()));
        (!names || reads) && is_only_read(child, variable)
    })
}
