//! Fields of records: where they lie, bit-fields, and what they are initialised with when nothing is said.

use super::types::{self, Shape};
use super::{Lowerer, Place, Value};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::build;
use crate::ir::{BinOp, Expr, Loc, Ty};

/// Bits of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitField {
    /// The lowest.
    shift: u32,
    /// How many.
    width: u32,
    /// Bits of the unit.
    unit: u32,
}

/// Which bits of a unit of its type's size a field is, if it is a bit-field, and where the unit starts.
pub fn bit_field(field: Cursor<'_>) -> Option<(u64, BitField)> {
    let width = field.bit_width()?;
    let bits = field.field_offset_bits()?;
    let unit = types::size(field.ty()).max(1) * 8;
    let shift = bits % unit;
    let found = BitField {
        shift: u32::try_from(shift).ok()?,
        width,
        unit: u32::try_from(unit).ok()?,
    };
    Some((bits / unit * (unit / 8), found))
}

/// A record through which a member is accessed, and where in it the record begins that declares the member.
pub struct Enclosing<'u> {
    /// The record's type.
    pub record: Option<Type<'u>>,
    /// Bytes from its start.
    pub offset: u64,
}

/// The record by which `field` is named: members of anonymous structures and unions are named as if they were those of the
/// record around them (C++ \[class.union.anon\]), unless `base` is the anonymous record itself.
pub fn enclosing<'u>(field: Cursor<'u>, base: Option<Type<'u>>) -> Option<Enclosing<'u>> {
    let is_base = |record: Cursor<'u>| {
        let declared = base.and_then(|base| base.canonical().declaration());
        declared.is_some_and(|declared| declared.same(record))
    };
    let mut record = field.semantic_parent();
    let mut offset = 0;
    while let Some(inner) = record.filter(|r| r.is_anonymous_record() && !is_base(*r)) {
        let outer = inner.semantic_parent()?;
        let is_inner = |f: &Cursor<'u>| f.ty().canonical().declaration().is_some_and(|d| d.same(inner));
        let member = outer.ty().fields().into_iter().find(is_inner)?;
        offset += member.field_offset_bits()? / 8;
        record = Some(outer);
    }
    Some(Enclosing {
        record: record.map(Cursor::ty),
        offset,
    })
}

/// Whether a member is declared in the anonymous record that `field` is, or in one in it.
pub fn is_within(member: Cursor<'_>, field: Cursor<'_>) -> bool {
    let Some(record) = field.ty().canonical().declaration() else {
        return false;
    };
    let mut parent = member.semantic_parent();
    while let Some(inner) = parent.filter(|p| p.is_anonymous_record()) {
        if inner.same(record) {
            return true;
        }
        parent = inner.semantic_parent();
    }
    false
}

/// The initialiser that a field's declaration holds. What stands before the field's name belongs to its type.
pub fn default_initialiser(field: Cursor<'_>) -> Option<Cursor<'_>> {
    let name = field.position()?.offset;
    let value = field.children().into_iter().rfind(|c| c.is_expression())?;
    let array = matches!(types::shape(field.ty()), Shape::Array(..));
    let bound = array && value.kind() != CXCursor_InitListExpr;
    let after = value.range().is_none_or(|range| range.start.offset > name);
    (after && !bound && field.bit_width().is_none()).then_some(value)
}

/// The lowest bits of a number, as wide as the field, that `raised` moves to the top, as a number of the type `ty`.
fn extended(number: Expr, ty: Ty, raised: u32, bits: BitField) -> Expr {
    let shift = |op, value, by: u32| build::binary(op, value, build::int(i128::from(by), ty));
    let high = shift(BinOp::Shl, build::cast(number, ty), raised);
    shift(BinOp::Shr, high, bits.unit - bits.width)
}

impl<'u> Lowerer<'u, '_> {
    /// A field of the record at `record`.
    pub(super) fn field_place(&mut self, record: Expr, field: Cursor<'u>, loc: Loc) -> Option<Place<'u>> {
        let bits = bit_field(field);
        let bytes = match bits {
            Some((unit, _)) => unit,
            None => field.field_offset_bits()? / 8,
        };
        let mut place = self.place(build::offset_by(record, bytes), field.ty(), loc);
        place.bit_field = bits.map(|(_, bits)| bits);
        place.in_record = true;
        Some(place)
    }

    /// Gives a field of the record at `record` its first value.
    pub(super) fn initialise_field(&mut self, record: Expr, field: Cursor<'u>, value: Cursor<'u>) {
        let loc = self.loc(value);
        let Some(place) = self.field_place(record.clone(), field, loc) else {
            self.b
                .effect_hole(loc, "this field's place is not known", vec![record]);
            return;
        };
        if place.bit_field.is_some() {
            let value = self.rvalue(value);
            self.write(&place, value);
        } else {
            self.initialise(place.addr, field.ty(), value);
        }
    }

    /// Gives a member that is named in the record at `record` its first value: one of its fields, or of an anonymous record's.
    pub(super) fn initialise_member(
        &mut self,
        record: Expr,
        ty: Type<'u>,
        member: Cursor<'u>,
        value: Cursor<'u>,
    ) {
        match enclosing(member, Some(ty)) {
            Some(found) => self.initialise_field(build::offset_by(record, found.offset), member, value),
            None => {
                let loc = self.loc(value);
                self.b
                    .effect_hole(loc, "this member's place is not known", vec![record]);
            }
        }
    }

    /// What a constructor does to a field that nothing is said of: the initialiser in its declaration, or the default
    /// constructor of its class.
    pub(super) fn default_field(&mut self, record: Expr, field: Cursor<'u>) {
        if let Some(value) = default_initialiser(field) {
            self.initialise_field(record, field, value);
            return;
        }
        let Some(bits) = field.field_offset_bits() else {
            return;
        };
        let addr = build::offset_by(record, bits / 8);
        match types::shape(field.ty()) {
            Shape::Record(class) => self.default_object(field, addr, class),
            Shape::Array(element, Some(count)) => self.default_elements(field, addr, element, count),
            _ => {}
        }
    }

    /// The value of a bit-field.
    pub(super) fn read_bits(&mut self, place: &Place<'u>, bits: BitField) -> Value {
        let Some((ty, unit)) = units(place.ty, bits) else {
            let reason = "the value of this bit-field is not modelled";
            return self.unknown(place.loc, reason, place.ty, Vec::new());
        };
        let loaded = self.b.load(place.loc, place.addr.clone(), unit, place.volatile);
        if bits.shift + bits.width > bits.unit {
            let reason = "the value of a bit-field that lies across two units is not modelled";
            return self.unknown(place.loc, reason, place.ty, Vec::new());
        }
        let signed = match ty {
            Ty::Int { bits, signed: true } => Ty::Int { bits, signed: true },
            _ => unit,
        };
        let raised = bits.unit - bits.shift - bits.width;
        Value::Scalar(build::cast(extended(loaded, signed, raised, bits), ty))
    }

    /// What a place holds to which a value was written: of a bit-field, no more than its bits.
    pub(super) fn held(place: &Place<'u>, value: Value) -> Value {
        let (Some(bits), Value::Scalar(value)) = (place.bit_field, &value) else {
            return value;
        };
        match units(place.ty, bits) {
            Some((ty @ Ty::Int { .. }, _)) if value.ty == ty => {
                Value::Scalar(extended(value.clone(), ty, bits.unit - bits.width, bits))
            }
            _ => Value::Scalar(value.clone()),
        }
    }

    /// Writes a bit-field: the unit is read, and written with the bits replaced.
    pub(super) fn write_bits(&mut self, place: &Place<'u>, bits: BitField, value: Value) {
        let whole = bits.shift + bits.width <= bits.unit;
        let Some((_, unit)) = units(place.ty, bits).filter(|_| whole) else {
            let reason = "bits beside this bit-field are not modelled";
            let ty = types::element_type(place.ty);
            let unknown = self.b.unknown(place.loc, reason, ty, Vec::new());
            self.b
                .store(place.loc, place.addr.clone(), unknown, place.volatile);
            return;
        };
        let value = self.scalar_of(value, place.loc);
        let old = self.b.load(place.loc, place.addr.clone(), unit, place.volatile);
        let ones = (1_i128 << bits.width) - 1;
        let all = (1_i128 << bits.unit) - 1;
        let constant = |n: i128| build::int(n, unit);
        let low = build::binary(BinOp::And, build::cast(value, unit), constant(ones));
        let placed = build::binary(BinOp::Shl, low, constant(i128::from(bits.shift)));
        let kept = build::binary(BinOp::And, old, constant(all & !(ones << bits.shift)));
        let new = build::binary(BinOp::Or, kept, placed);
        self.b.store(place.loc, place.addr.clone(), new, place.volatile);
    }
}

/// The type of a bit-field and the unsigned type of its unit, if both are known.
fn units(ty: Type<'_>, bits: BitField) -> Option<(Ty, Ty)> {
    let ty = types::scalar(ty)?;
    let unit = u8::try_from(bits.unit).ok().filter(|unit| *unit <= 64)?;
    let unit = Ty::Int {
        bits: unit,
        signed: false,
    };
    (bits.width > 0 && bits.width <= bits.unit && matches!(ty, Ty::Int { .. } | Ty::Bool))
        .then_some((ty, unit))
}
