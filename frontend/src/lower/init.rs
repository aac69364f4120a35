//! Initialisers.

use super::expr::strip;
use super::lvalue::names_object;
use super::special::{Special, is_special};
use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::clang::kinds::*;
use crate::clang::{self, Cursor, Type};
use crate::ir::build;
use crate::ir::{Expr, FloatKind, Loc, StmtKind, Ty};
use std::collections::VecDeque;

impl<'u> Lowerer<'u, '_> {
    /// `{...}` and `(T){...}` as values.
    pub(super) fn list_value(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let list = if c.kind() == CXCursor_CompoundLiteralExpr {
            match c.expressions().pop() {
                Some(list) => list,
                None => return self.unknown(loc, "this literal is not modelled", c.ty(), Vec::new()),
            }
        } else {
            c
        };
        match types::shape(c.ty()) {
            Shape::Scalar(ty) => match list.expressions().into_iter().next() {
                Some(child) if list.kind() == CXCursor_InitListExpr => {
                    Value::Scalar(build::cast(self.scalar(child), ty))
                }
                Some(_) | None if list.kind() == CXCursor_InitListExpr => Value::Scalar(build::zero(ty)),
                _ => self.rvalue(list),
            },
            Shape::Vector(elem, lanes) => self.vector_literal(list, elem, lanes as usize),
            Shape::Record(_) | Shape::Array(..) => {
                let addr = self.temporary(loc, "literal", c.ty());
                self.initialise(addr.clone(), c.ty(), list);
                Value::Memory(addr)
            }
            _ => self.unknown(loc, "this literal is not modelled", c.ty(), Vec::new()),
        }
    }

    /// `(float4)(a, v.xy, b)`: the parts' components one after the other; one scalar is all of them.
    fn vector_literal(&mut self, list: Cursor<'u>, elem: Ty, lanes: usize) -> Value {
        let loc = self.loc(list);
        if list.kind() != CXCursor_InitListExpr {
            let value = self.rvalue(list);
            return Value::Vector(self.lanes_of(value, lanes, elem, loc));
        }
        let items = list.expressions();
        let mut parts = Vec::new();
        for &item in &items {
            match self.rvalue(item) {
                Value::Vector(inner) => parts.extend(inner),
                other => parts.push(self.scalar_of(other, loc)),
            }
        }
        let splat = items.len() == 1 && parts.len() == 1 && self.language == crate::ir::Language::OpenCl;
        let rest = if splat {
            parts[0].clone()
        } else {
            build::zero(elem)
        };
        parts.resize(lanes, rest);
        Value::Vector(parts.into_iter().map(|p| build::cast(p, elem)).collect())
    }

    /// Initialises memory from an initialiser.
    pub(super) fn initialise(&mut self, addr: Expr, ty: Type<'u>, init: Cursor<'u>) {
        let loc = self.loc(init);
        let inner = made_by(strip(init), ty);
        if inner.kind() == CXCursor_BuiltinBitCastExpr {
            let from = self.bits_address(inner);
            return self.copy(loc, addr, from, ty);
        }
        match types::shape(ty) {
            Shape::Reference(_) => {
                let target = self.address(init);
                self.b.store(loc, addr, target, false);
            }
            Shape::Array(element, count) => match inner.kind() {
                CXCursor_InitListExpr => self.initialise_list(loc, addr, ty, inner),
                CXCursor_StringLiteral => self.initialise_string(loc, addr, inner, count),
                CXCursor_CallExpr => self.construct_elements(inner, addr, element, count.unwrap_or(0)),
                _ => {
                    let value = self.rvalue(init);
                    let place = self.place(addr, ty, loc);
                    self.write(&place, value);
                }
            },
            Shape::Record(_) => match inner.kind() {
                CXCursor_InitListExpr => self.initialise_list(loc, addr, ty, inner),
                CXCursor_CallExpr if is_construction(inner) => self.construct(addr, inner),
                CXCursor_LambdaExpr => self.closure(addr, inner),
                _ if names_object(inner) && super::expr::same_shape(inner.ty(), ty) => {
                    let from = self.lvalue(inner).addr;
                    self.copy_part(init, addr, from, ty, Special::Copy);
                }
                _ => match self.object_value(&addr, ty, inner) {
                    Value::Void => {
                        let reason = "what this is initialised with is not modelled";
                        self.b.effect_hole(loc, reason, vec![addr]);
                    }
                    value => {
                        let place = self.place(addr, ty, loc);
                        self.write(&place, value);
                    }
                },
            },
            _ => {
                let value = self.rvalue(init);
                let mut place = self.place(addr, ty, loc);
                place.volatile = false;
                self.write(&place, value);
            }
        }
    }

    /// The object that an expression gives: where it is to go if a call makes it, so that it is destroyed once.
    fn object_value(&mut self, addr: &Expr, ty: Type<'u>, init: Cursor<'u>) -> Value {
        if !is_special(ty, Special::Destroy) {
            return self.rvalue(init);
        }
        let is_call = init.kind() == CXCursor_CallExpr && super::expr::same_shape(init.ty(), ty);
        if is_call {
            self.home = Some(addr.clone());
            let value = self.rvalue(init);
            self.home = None;
            return value;
        }
        self.losing_temporaries(|l| l.rvalue(init))
    }

    /// Where the value lies whose bits `__builtin_bit_cast` takes.
    pub(super) fn bits_address(&mut self, cast: Cursor<'u>) -> Expr {
        let loc = self.loc(cast);
        match cast.expressions().pop() {
            Some(operand) => {
                let value = self.rvalue(operand);
                self.materialise(value, operand.ty(), loc)
            }
            None => {
                self.lost_place(cast, "what these bits are taken of is not seen")
                    .addr
            }
        }
    }

    /// `char s[] = "..."`
    fn initialise_string(&mut self, loc: Loc, addr: Expr, literal: Cursor<'u>, count: Option<u64>) {
        let Some(clang::Value::Text(text)) = literal.evaluate() else {
            self.b.effect_hole(loc, "this string is not modelled", vec![addr]);
            return;
        };
        let byte = Ty::I8;
        let bytes = text.bytes().chain(std::iter::repeat(0));
        for (n, value) in bytes.take(count.unwrap_or(0).min(4096) as usize).enumerate() {
            let to = build::offset_by(addr.clone(), n as u64);
            self.b.store(loc, to, build::int(i128::from(value), byte), false);
        }
    }

    /// `{...}` into an array or record.
    fn initialise_list(&mut self, loc: Loc, addr: Expr, ty: Type<'u>, list: Cursor<'u>) {
        let items: VecDeque<Cursor<'u>> = list.expressions().into();
        if items.is_empty() {
            if let Shape::Record(record) = types::shape(ty) {
                self.zero(loc, addr.clone(), ty);
                self.default_members(list, addr, record);
            } else {
                self.value_initialise(list, addr, ty);
            }
            return;
        }
        if items.iter().any(|item| is_designated(*item)) {
            self.initialise_designated(loc, addr, ty, items);
            return;
        }
        // `T{other}` copies.
        if items.len() == 1
            && let (Shape::Record(a), Shape::Record(b)) = (types::shape(ty), types::shape(items[0].ty()))
            && super::expr::same_record(a, b)
        {
            self.initialise(addr, ty, items[0]);
            return;
        }
        let mut items = items;
        self.fill(list, addr, ty, &mut items);
    }

    /// What becomes of an object of which a list says nothing: zero, but for what constructors and initialisers in the
    /// declarations of members say (C++ [dcl.init.aggr]).
    fn value_initialise(&mut self, list: Cursor<'u>, addr: Expr, ty: Type<'u>) {
        let loc = self.loc(list);
        self.zero(loc, addr.clone(), ty);
        if !is_special(ty, Special::Construct) {
            return;
        }
        match types::shape(ty) {
            Shape::Record(class) => self.default_object(list, addr, class),
            Shape::Array(element, Some(count)) => self.default_elements(list, addr, element, count),
            _ => {}
        }
    }

    /// `{.x = 1, [3] = 2}`
    fn initialise_designated(&mut self, loc: Loc, addr: Expr, ty: Type<'u>, items: VecDeque<Cursor<'u>>) {
        self.zero(loc, addr.clone(), ty);
        for item in items {
            let children = item.children();
            let member = children
                .iter()
                .find(|child| child.kind() == CXCursor_MemberRef)
                .and_then(|m| m.referenced());
            match (member, item.expressions().pop()) {
                (Some(field), Some(value)) if is_designated(item) => {
                    self.initialise_member(addr.clone(), ty, field, value);
                }
                _ => self.b.effect_hole(
                    loc,
                    "this designated initialiser is not modelled",
                    vec![addr.clone()],
                ),
            }
        }
    }

    /// Initialises from a list whose inner braces may be left out.
    fn fill(&mut self, list: Cursor<'u>, addr: Expr, ty: Type<'u>, items: &mut VecDeque<Cursor<'u>>) {
        match types::shape(ty) {
            Shape::Array(element, count) => {
                let mut count = count.unwrap_or(0);
                if count > items.len() as u64 + 256 {
                    let loc = self.loc(list);
                    self.zero(loc, addr.clone(), ty);
                    if is_special(element, Special::Construct) {
                        let reason = "what so many elements are constructed with is not modelled";
                        self.b.effect_hole(loc, reason, vec![addr.clone()]);
                    }
                    count = items.len() as u64;
                }
                let step = types::size(element);
                for n in 0..count {
                    self.fill_part(list, build::offset_by(addr.clone(), n * step), element, items);
                }
            }
            Shape::Record(record) => self.fill_record(list, addr, record, items),
            _ => self.fill_part(list, addr, ty, items),
        }
    }

    fn fill_part(&mut self, list: Cursor<'u>, to: Expr, ty: Type<'u>, items: &mut VecDeque<Cursor<'u>>) {
        let aggregate = matches!(types::shape(ty), Shape::Array(..) | Shape::Record(_));
        match items.front().copied() {
            Some(item) if aggregate && !initialises_whole(item, ty) => self.fill(list, to, ty, items),
            Some(item) => {
                items.pop_front();
                self.initialise(to, ty, item);
            }
            None => self.value_initialise(list, to, ty),
        }
    }

    fn fill_record(
        &mut self,
        list: Cursor<'u>,
        addr: Expr,
        record: Type<'u>,
        items: &mut VecDeque<Cursor<'u>>,
    ) {
        let Some(bases) = super::layout::bases(record) else {
            let loc = self.loc(list);
            items.clear();
            return self.anything(loc, super::layout::UNKNOWN_BASES);
        };
        for (base, at) in bases {
            self.fill_part(list, build::offset_by(addr.clone(), at), base, items);
        }
        let fields = record.fields();
        let union = types::is_union(record);
        let count = if union { 1 } else { fields.len() };
        if fields.iter().any(|field| field.bit_width().is_some()) {
            let loc = self.loc(list);
            self.zero(loc, addr.clone(), record);
        }
        for field in fields.into_iter().take(count) {
            let bit_field = field.bit_width().is_some();
            if bit_field && field.spelling().is_empty() {
                continue;
            }
            match (items.front().copied(), super::fields::default_initialiser(field)) {
                (Some(item), _) if bit_field => {
                    items.pop_front();
                    self.initialise_field(addr.clone(), field, item);
                }
                (None, _) if bit_field => {}
                (None, Some(value)) => self.initialise_field(addr.clone(), field, value),
                _ => {
                    let offset = field.field_offset_bits().unwrap_or(0) / 8;
                    self.fill_part(list, build::offset_by(addr.clone(), offset), field.ty(), items);
                }
            }
        }
    }

    /// The bytes of a constant initialiser.
    pub(super) fn constant_bytes(&mut self, ty: Type<'u>, init: Cursor<'u>) -> Option<Vec<u8>> {
        let size = usize::try_from(ty.size()?).ok().filter(|n| *n <= 1 << 20)?;
        let mut bytes = vec![0; size];
        write_constant(ty, strip(init), &mut bytes)?;
        Some(bytes)
    }

    /// Fills memory with one byte.
    pub(super) fn fill_bytes(&mut self, loc: Loc, dst: Expr, byte: Expr, bytes: Expr) {
        let byte = build::cast(byte, Ty::U8);
        self.b.emit(
            loc,
            StmtKind::Fill {
                dst,
                byte,
                bytes: build::cast(bytes, Ty::U64),
            },
        );
    }
}

/// What makes an object of this type, without casts and copies that C++ leaves out ([class.copy.elision]).
fn made_by<'u>(init: Cursor<'u>, ty: Type<'u>) -> Cursor<'u> {
    let Shape::Record(class) = types::shape(ty) else {
        return init;
    };
    let is_same = |c: &Cursor<'u>| matches!(types::shape(c.ty()), Shape::Record(own) if super::expr::same_record(own, class));
    let makes = |c: Cursor<'u>| {
        let kinds = [
            CXCursor_CallExpr,
            CXCursor_CXXFunctionalCastExpr,
            CXCursor_InitListExpr,
        ];
        kinds.contains(&c.kind()) && !names_object(c)
    };
    let inner = match init.kind() {
        CXCursor_CXXFunctionalCastExpr => init.expressions().pop().map(strip),
        CXCursor_CallExpr if is_construction(init) => match init.arguments()[..] {
            [only] if is_special(ty, Special::Destroy) => Some(strip(only)),
            _ => None,
        },
        _ => None,
    };
    match inner.filter(|inner| is_same(inner) && makes(*inner)) {
        Some(inner) => made_by(inner, ty),
        None => init,
    }
}

/// Writes a constant of a type at the start of `bytes`.
fn write_constant(ty: Type<'_>, init: Cursor<'_>, bytes: &mut [u8]) -> Option<()> {
    match types::shape(ty) {
        Shape::Scalar(scalar) => {
            let value = if init.kind() == CXCursor_InitListExpr {
                init.expressions().pop()?
            } else {
                init
            };
            let raw = encode(value.evaluate()?, scalar)?;
            bytes.get_mut(..raw.len())?.copy_from_slice(&raw);
            Some(())
        }
        Shape::Array(element, Some(count)) if init.kind() == CXCursor_InitListExpr => {
            let step = types::size(element) as usize;
            let items = init.expressions();
            if items.len() as u64 > count {
                return None;
            }
            for (n, item) in items.into_iter().enumerate() {
                if !initialises_whole(item, element) || is_designated(item) {
                    return None;
                }
                write_constant(element, strip(item), bytes.get_mut(n * step..)?)?;
            }
            Some(())
        }
        Shape::Array(_, Some(_)) if init.kind() == CXCursor_StringLiteral => match init.evaluate()? {
            clang::Value::Text(text) if text.len() <= bytes.len() => {
                bytes[..text.len()].copy_from_slice(text.as_bytes());
                Some(())
            }
            _ => None,
        },
        Shape::Record(record)
            if init.kind() == CXCursor_InitListExpr
                && super::layout::bases(record).is_some_and(|bases| bases.is_empty()) =>
        {
            for (field, item) in record.fields().into_iter().zip(init.expressions()) {
                if !initialises_whole(item, field.ty()) || is_designated(item) || field.bit_width().is_some()
                {
                    return None;
                }
                let offset = (field.field_offset_bits()? / 8) as usize;
                write_constant(field.ty(), strip(item), bytes.get_mut(offset..)?)?;
            }
            Some(())
        }
        _ => None,
    }
}

/// A constant in memory, little-endian.
fn encode(value: clang::Value, ty: Ty) -> Option<Vec<u8>> {
    let as_int = match value {
        clang::Value::Int(value) => value,
        clang::Value::Float(value) => {
            return match ty {
                Ty::Float(FloatKind::F32) => Some((value as f32).to_le_bytes().to_vec()),
                Ty::Float(FloatKind::F64) => Some(value.to_le_bytes().to_vec()),
                _ => None,
            };
        }
        clang::Value::Text(_) => return None,
    };
    match ty {
        Ty::Bool | Ty::Int { .. } => Some(as_int.to_le_bytes()[..ty.bytes() as usize].to_vec()),
        Ty::Float(_) => encode(clang::Value::Float(as_int as f64), ty),
        Ty::Ptr => None,
    }
}

/// Whether a list's item is one for the whole of an aggregate (and not for its first part).
fn initialises_whole(item: Cursor<'_>, ty: Type<'_>) -> bool {
    let inner = strip(item);
    match types::shape(ty) {
        Shape::Array(..) => {
            matches!(inner.kind(), CXCursor_InitListExpr | CXCursor_StringLiteral)
                || inner.ty().canonical().kind() == CXType_ConstantArray
        }
        Shape::Record(_) => {
            inner.kind() == CXCursor_InitListExpr || matches!(types::shape(inner.ty()), Shape::Record(_))
        }
        _ => true,
    }
}

/// Whether a list's item is `.x = ...` or `[n] = ...`.
fn is_designated(item: Cursor<'_>) -> bool {
    item.kind() == CXCursor_UnexposedExpr
        && item
            .children()
            .first()
            .is_some_and(|first| first.kind() == CXCursor_MemberRef)
}

/// Whether a call is a constructor's.
pub fn is_construction(call: Cursor<'_>) -> bool {
    call.referenced()
        .is_some_and(|f| f.kind() == CXCursor_Constructor)
}
