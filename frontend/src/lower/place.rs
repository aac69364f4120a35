//! L-values: places, reading and writing them.

use super::builder::Atomicity;
use super::types::{self, Shape};
use super::{Lowerer, Naming, Place, Value, layout};
use crate::clang::kinds::CXType_Atomic;
use crate::clang::{Cursor, Type};
use crate::ir::build;
use crate::ir::{Expr, Loc, StmtKind, Ty};

impl<'u> Lowerer<'u, '_> {
    /// A private object for a value of a type; its address.
    pub(super) fn temporary(&mut self, loc: Loc, name: &str, ty: Type<'u>) -> Expr {
        let addr = self.unending(loc, name, ty, false);
        self.ends_with_expression(loc, &addr, ty);
        addr
    }

    /// A variable that ends with its scope; its address.
    pub(super) fn scoped(&mut self, loc: Loc, name: &str, ty: Type<'u>, user: bool) -> Expr {
        let addr = self.unending(loc, name, ty, user);
        self.ends_with_scope(loc, addr.clone(), ty);
        addr
    }

    /// A variable or temporary of whose end the caller sees to; its address.
    pub(super) fn unending(&mut self, loc: Loc, name: &str, ty: Type<'u>, user: bool) -> Expr {
        if layout::has_virtual_bases(ty) {
            self.anything(loc, layout::VIRTUAL_BASES);
        }
        let addr = self.local(loc, name, ty, user);
        self.is_whole(&addr, ty);
        addr
    }

    /// A private object for a variable; its address.
    pub(super) fn local(&mut self, loc: Loc, name: &str, ty: Type<'u>, user: bool) -> Expr {
        let naming = types::leaves(ty).map(|leaves| Naming {
            cells: leaves
                .into_iter()
                .map(|l| (l.offset, l.ty, format!("{name}{}", l.path)))
                .collect(),
            user,
        });
        let id = self
            .b
            .local(loc, name, types::size(ty).max(1), types::element_type(ty), naming);
        build::object(id)
    }

    /// A plain place.
    pub(super) fn place(&self, addr: Expr, ty: Type<'u>, loc: Loc) -> Place<'u> {
        Place {
            // Code that clang could not make sense of may have anything for an address.
            addr: build::cast(addr, Ty::Ptr),
            ty,
            lanes: None,
            bit_field: None,
            volatile: ty.is_volatile(),
            in_record: false,
            loc,
        }
    }

    /// The addresses and type of the scalars that a vector place names.
    fn lane_addresses(&self, place: &Place<'u>) -> Option<(Vec<Expr>, Ty)> {
        let (elem, lanes) = match types::shape(place.ty) {
            Shape::Vector(elem, lanes) => (elem, lanes),
            Shape::Scalar(elem) => (elem, 1),
            _ => return None,
        };
        let all: Vec<u32> = place.lanes.clone().unwrap_or_else(|| (0..lanes).collect());
        let step = u64::from(elem.bytes());
        Some((
            all.into_iter()
                .map(|n| build::offset_by(place.addr.clone(), u64::from(n) * step))
                .collect(),
            elem,
        ))
    }

    /// Reads a place.
    pub(super) fn read(&mut self, place: &Place<'u>) -> Value {
        if self.is_atomic(place) {
            let outside = std::mem::replace(&mut self.b.atomic, Atomicity::All);
            let plain = self.place(place.addr.clone(), place.ty.canonical().atomic_value(), place.loc);
            let value = self.read(&plain);
            self.b.atomic = outside;
            return value;
        }
        if let Some(bits) = place.bit_field {
            return self.read_bits(place, bits);
        }
        match types::shape(place.ty) {
            Shape::Scalar(ty) if place.lanes.is_none() => {
                let link = self.link(&place.addr, place.ty, place.in_record);
                let addr = place.addr.clone();
                Value::Scalar(self.b.load_link(place.loc, addr, (ty, place.volatile), link))
            }
            Shape::Scalar(_) | Shape::Vector(..) => {
                let Some((addresses, elem)) = self.lane_addresses(place) else {
                    return Value::Void;
                };
                let mut parts: Vec<Expr> = addresses
                    .into_iter()
                    .map(|addr| self.b.load(place.loc, addr, elem, place.volatile))
                    .collect();
                match types::shape(place.ty) {
                    Shape::Scalar(_) => parts.pop().map_or(Value::Void, Value::Scalar),
                    _ => Value::Vector(parts),
                }
            }
            Shape::Record(_) | Shape::Array(..) => Value::Memory(place.addr.clone()),
            Shape::Reference(target) => {
                let link = self.link(&place.addr, place.ty, place.in_record);
                let addr = place.addr.clone();
                let addr = self.b.load_link(place.loc, addr, (Ty::Ptr, false), link);
                let inner = self.place(addr, target, place.loc);
                self.read(&inner)
            }
            Shape::Void => Value::Void,
            Shape::Opaque => {
                let reason = format!("values of type `{}` are not modelled", place.ty.spelling());
                Value::Scalar(self.b.unknown(place.loc, reason, Ty::U64, Vec::new()))
            }
        }
    }

    /// Whether a place is an object of C's `_Atomic` types, whose every access is atomic, in a loop under a directive.
    pub(super) fn is_atomic(&self, place: &Place<'u>) -> bool {
        self.construct.is_some() && place.ty.canonical().kind() == CXType_Atomic
    }

    /// Writes a place.
    pub(super) fn write(&mut self, place: &Place<'u>, value: Value) {
        if self.is_atomic(place) {
            let outside = std::mem::replace(&mut self.b.atomic, Atomicity::All);
            let plain = self.place(place.addr.clone(), place.ty.canonical().atomic_value(), place.loc);
            self.write(&plain, value);
            self.b.atomic = outside;
            return;
        }
        if let Some(bits) = place.bit_field {
            self.write_bits(place, bits, value);
            return;
        }
        match (types::shape(place.ty), value) {
            (Shape::Scalar(_) | Shape::Vector(..), Value::Void) => {
                let lost = self.unknown(
                    place.loc,
                    "the value assigned here is not modelled",
                    place.ty,
                    Vec::new(),
                );
                self.write(place, lost);
            }
            // Lists show an array without its decay to a pointer.
            (Shape::Scalar(Ty::Ptr), Value::Memory(array)) => {
                self.b.store(place.loc, place.addr.clone(), array, place.volatile);
            }
            (Shape::Scalar(ty), value) if place.lanes.is_none() => {
                let value = build::cast(self.scalar_of(value, place.loc), ty);
                self.b.store(place.loc, place.addr.clone(), value, place.volatile);
            }
            (Shape::Scalar(_) | Shape::Vector(..), value) => {
                let Some((addresses, elem)) = self.lane_addresses(place) else {
                    return;
                };
                let parts = self.lanes_of(value, addresses.len(), elem, place.loc);
                for (addr, part) in addresses.into_iter().zip(parts) {
                    self.b.store(place.loc, addr, part, place.volatile);
                }
            }
            (Shape::Record(_) | Shape::Array(..), Value::Memory(from)) => {
                self.copy(place.loc, place.addr.clone(), from, place.ty);
            }
            (Shape::Reference(_), value) => {
                let value = self.scalar_of(value, place.loc);
                self.b
                    .store(place.loc, place.addr.clone(), build::cast(value, Ty::Ptr), false);
            }
            (Shape::Record(_) | Shape::Array(..), _) => {
                self.b.effect_hole(
                    place.loc,
                    "the value assigned here is not modelled",
                    vec![place.addr.clone()],
                );
            }
            (Shape::Void, _) => {}
            (Shape::Opaque, _) => {
                let reason = format!("values of type `{}` are not modelled", place.ty.spelling());
                self.b.effect_hole(place.loc, reason, vec![place.addr.clone()]);
            }
        }
    }

    /// Copies an aggregate, part by part if it has few.
    pub(super) fn copy(&mut self, loc: Loc, to: Expr, from: Expr, ty: Type<'u>) {
        if to == from {
            return;
        }
        let is_private = self.is_private(&from);
        self.link(&from, ty, true);
        match types::leaves(ty) {
            Some(leaves) if leaves.len() <= 64 => {
                let parts: Vec<Expr> = leaves
                    .iter()
                    .map(|leaf| {
                        let addr = build::offset_by(from.clone(), leaf.offset);
                        self.b
                            .load_link(loc, addr, (leaf.ty, false), leaf.link.filter(|_| !is_private))
                    })
                    .collect();
                for (leaf, part) in leaves.iter().zip(parts) {
                    self.b
                        .store(loc, build::offset_by(to.clone(), leaf.offset), part, false);
                }
            }
            _ => {
                let bytes = build::int(i128::from(types::size(ty)), Ty::U64);
                self.b.emit(
                    loc,
                    StmtKind::Copy {
                        dst: to,
                        src: from,
                        bytes,
                        kind: crate::ir::CopyKind::Sync,
                    },
                );
            }
        }
    }

    /// Sets a place to zero.
    pub(super) fn zero(&mut self, loc: Loc, addr: Expr, ty: Type<'u>) {
        match types::leaves(ty) {
            Some(leaves) if leaves.len() <= 256 => {
                for leaf in leaves {
                    self.b.store(
                        loc,
                        build::offset_by(addr.clone(), leaf.offset),
                        build::zero(leaf.ty),
                        false,
                    );
                }
            }
            _ => {
                let byte = build::int(0, Ty::U8);
                let bytes = build::int(i128::from(types::size(ty)), Ty::U64);
                self.b.emit(
                    loc,
                    StmtKind::Fill {
                        dst: addr,
                        byte,
                        bytes,
                    },
                );
            }
        }
    }

    /// The scalar of a value: a vector of one, or the first leaf of what should have been one.
    pub(super) fn scalar_of(&mut self, value: Value, loc: Loc) -> Expr {
        match value {
            Value::Scalar(expr) => expr,
            Value::Vector(mut parts) if !parts.is_empty() => parts.swap_remove(0),
            Value::Memory(_) | Value::Vector(_) | Value::Void => {
                self.b
                    .unknown(loc, "this value is not modelled", Ty::I32, Vec::new())
            }
        }
    }

    /// The components of a value; a scalar is each of them.
    pub(super) fn lanes_of(&mut self, value: Value, count: usize, elem: Ty, loc: Loc) -> Vec<Expr> {
        let mut parts = match value {
            Value::Vector(parts) => parts,
            value => {
                let scalar = self.scalar_of(value, loc);
                let scalar = self.b.stable(loc, scalar);
                vec![scalar; count]
            }
        };
        while parts.len() < count {
            let lost = self
                .b
                .unknown(loc, "this component is not modelled", elem, Vec::new());
            parts.push(lost);
        }
        parts.truncate(count);
        parts.into_iter().map(|part| build::cast(part, elem)).collect()
    }

    /// Puts a value into memory, if it is not there.
    pub(super) fn materialise(&mut self, value: Value, ty: Type<'u>, loc: Loc) -> Expr {
        if let Value::Memory(addr) = value {
            return addr;
        }
        let addr = self.temporary(loc, "tmp", ty);
        let place = self.place(addr.clone(), ty, loc);
        self.write(&place, value);
        addr
    }

    /// The address of an l-value, fixed for later.
    pub(super) fn address(&mut self, cursor: Cursor<'u>) -> Expr {
        let place = self.lvalue(cursor);
        self.b.stable(place.loc, place.addr)
    }
}
