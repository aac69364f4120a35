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

/// The initialiser that a field's declaration holds. What stands before the field's name belongs to its type.
pub fn default_initialiser(field: Cursor<'_>) -> Option<Cursor<'_>> {
    let name = field.position()?.offset;
    let value = field.children().into_iter().rfind(|c| c.is_expression())?;
    let array = matches!(types::shape(field.ty()), Shape::Array(..));
    let bound = array && value.kind() != CXCursor_InitListExpr;
    let after = value.range().is_none_or(|range| range.start.offset > name);
    (after && !bound && field.bit_width().is_none()).then_some(value)
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
        let shift = |op, value, by: u32| build::binary(op, value, build::int(i128::from(by), signed));
        let high = shift(
            BinOp::Shl,
            build::cast(loaded, signed),
            bits.unit - bits.shift - bits.width,
        );
        let value = shift(BinOp::Shr, high, bits.unit - bits.width);
        Value::Scalar(build::cast(value, ty))
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
