//! Where the base classes of a class lie.
//!
//! libclang says where fields lie, and of classes that are instantiated not even which bases they have. What it does not say is
//! computed as the Itanium C++ ABI has it (2.4), with empty bases, tables of virtual functions, and padding that derived classes
//! fill, and then held against the places of fields and the size that clang gives: a class that does not fit has bases nobody knows
//! the places of.

mod parameters;
mod pod;

use super::expr::same_record;
use super::special::members;
use super::types::{self, Shape, size};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use parameters::{lies_at_start, substituted};
use pod::is_pod;

/// Bytes of a pointer, and of the pointer to the table of virtual functions.
const POINTER: u64 = 8;

/// How deeply templates are followed that are their own bases.
const MAX_NESTING: u32 = 32;

/// Elements of an array that are looked at for empty classes in them.
const MAX_ELEMENTS: u64 = 1024;

/// Why objects with virtual bases are not followed.
pub const VIRTUAL_BASES: &str = "classes with virtual bases are not modelled";

/// Why casts to classes that libclang says too little of are not followed.
pub const UNKNOWN_BASES: &str = "where the bases of this class lie is not known";

/// A class that is derived from others or may be derived from.
struct Layout<'u> {
    /// The direct bases with their offsets, in the order in which they are declared.
    bases: Vec<(Type<'u>, u64)>,
    /// Where what is derived from it may go on: the padding at its end is filled, or it is not (a POD of C++03).
    end: u64,
    /// It has virtual functions.
    dynamic: bool,
    /// It holds nothing.
    empty: bool,
    /// The empty classes in it, and where: no two of one class may lie at one place.
    empties: Vec<(Cursor<'u>, u64)>,
}

/// Where a class lies in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is no base of that.
    Nowhere,
    /// So many bytes behind its start.
    At(u64),
    /// Nobody knows.
    Unknown,
}

fn is_base(c: &Cursor<'_>) -> bool {
    c.kind() == CXCursor_CXXBaseSpecifier
}

/// What a class names as its bases. Of an instantiated class it is what the template says.
pub fn specifiers(class: Type<'_>) -> Vec<Cursor<'_>> {
    let (members, _) = members(class.canonical());
    members.into_iter().filter(is_base).collect()
}

/// The types of the direct bases in order, if all are known.
pub fn base_types(class: Type<'_>) -> Option<Vec<Type<'_>>> {
    let class = class.canonical();
    let mut found = Vec::new();
    for base in specifiers(class) {
        let ty = base.ty().canonical();
        match ty.size() {
            Some(_) => found.push(ty),
            None => found.extend(substituted(base, class)?),
        }
    }
    Some(found)
}

/// The types of the direct bases, but those that hang on the parameters of a template in other ways than to be one.
pub fn known_bases(class: Type<'_>) -> impl Iterator<Item = Type<'_>> {
    let class = class.canonical();
    let all = base_types(class).unwrap_or_else(|| {
        let written = specifiers(class).into_iter();
        written.map(|base| base.ty().canonical()).collect()
    });
    all.into_iter().filter(|base| base.size().is_some())
}

/// Whether a class has virtual bases, which are one for all that name them.
pub fn has_virtual_bases(ty: Type<'_>) -> bool {
    has_virtual_bases_within(ty, MAX_NESTING)
}

/// The same, of what is nested so deeply: a template may be its own base, with other arguments.
fn has_virtual_bases_within(ty: Type<'_>, nesting: u32) -> bool {
    let of = |base: Cursor<'_>| {
        let hangs_on_parameters = base.ty().size().is_none();
        base.is_virtual_base()
            || hangs_on_parameters && nesting > 0 && has_virtual_bases_within(base.ty(), nesting - 1)
    };
    specifiers(ty).into_iter().any(of) || known_bases(ty).any(has_virtual_bases)
}

/// The direct bases of a record with their offsets, if they are known.
pub fn bases(ty: Type<'_>) -> Option<Vec<(Type<'_>, u64)>> {
    let ty = ty.canonical();
    if specifiers(ty).is_empty() {
        return Some(Vec::new());
    }
    layout(ty).map(|found| found.bases)
}

/// Where a base class lies in a class derived from it. `is_specialised` says of a template whether there are specialisations of it.
pub fn place_of<'u>(
    base: Type<'u>,
    derived: Type<'u>,
    is_specialised: &mut dyn FnMut(Cursor<'u>) -> bool,
) -> Place {
    if size(base) > size(derived) {
        return Place::Nowhere;
    }
    let Some(parents) = bases(derived) else {
        return match lies_at_start(base, derived, is_specialised) {
            true => Place::At(0),
            false => Place::Unknown,
        };
    };
    let mut found = Place::Nowhere;
    for (parent, offset) in parents {
        if same_record(parent, base) {
            return Place::At(offset);
        }
        match place_of(base, parent, is_specialised) {
            Place::At(inner) => return Place::At(offset + inner),
            Place::Unknown => found = Place::Unknown,
            Place::Nowhere => {}
        }
    }
    found
}

/// Whether a class has virtual functions, or bases that nobody knows.
pub fn is_dynamic(ty: Type<'_>) -> bool {
    let Shape::Record(class) = types::shape(ty) else {
        return false;
    };
    let (members, _) = members(class);
    members.into_iter().any(declares_virtual)
        || base_types(class).is_none_or(|bases| bases.into_iter().any(is_dynamic))
}

/// Whether a member makes the class one with virtual functions.
fn declares_virtual(member: Cursor<'_>) -> bool {
    let kinds = [
        CXCursor_CXXMethod,
        CXCursor_Destructor,
        CXCursor_ConversionFunction,
    ];
    kinds.contains(&member.kind()) && member.is_virtual()
}

fn layout(class: Type<'_>) -> Option<Layout<'_>> {
    let class = class.canonical();
    class.declaration()?;
    let (bytes, align) = (class.size()?, class.align()?);
    let (members, _) = members(class);
    let mut parts = Vec::new();
    if specifiers(class).into_iter().any(Cursor::is_virtual_base) {
        return None;
    }
    for ty in base_types(class)? {
        parts.push((ty, layout(ty)?));
    }
    let own_table = members.iter().any(|member| declares_virtual(*member));
    let dynamic = own_table || parts.iter().any(|(_, part)| part.dynamic);
    let fields = class.all_fields();
    let nothing = |field: &Cursor<'_>| field.bit_width() == Some(0);
    let empty = !dynamic && parts.iter().all(|(_, part)| part.empty) && fields.iter().all(nothing);
    let mut under = UnderWay::default();
    // The first base with a table lends its own.
    let primary = parts.iter().position(|(_, part)| part.dynamic);
    match primary {
        Some(first) => under.put(&parts[first].1, 0, 0),
        None if own_table => under.end(POINTER),
        None => {}
    }
    let mut bases: Vec<(Type<'_>, u64)> = parts.iter().map(|(ty, _)| (*ty, 0)).collect();
    let mut widest = if dynamic { POINTER } else { 1 };
    for (n, (ty, part)) in parts.iter().enumerate() {
        let step = ty.align()?.max(1);
        widest = widest.max(step);
        if Some(n) != primary {
            let at = under.place(part, step);
            under.put(part, at, size(*ty));
            bases[n].1 = at;
        }
    }
    let data = under.data;
    for (n, field) in fields.iter().enumerate() {
        let bits = field.field_offset_bits()?;
        let ty = field.ty();
        if matches!(types::shape(ty), Shape::Record(_)) && has_other_attribute(*field) {
            return None;
        }
        let (length, step) = match (field.bit_width(), types::shape(ty)) {
            (Some(width), _) => (u64::from(width), 1),
            (None, Shape::Reference(_)) => (POINTER * 8, POINTER),
            (None, _) => (ty.size().unwrap_or(0) * 8, ty.align()?.max(1)),
        };
        widest = widest.max(step);
        let before = under.empties.len();
        under.add_empties(ty, bits / 8, MAX_ELEMENTS)?;
        let has_empties = under.empties.len() > before;
        let expected = data.next_multiple_of(step) * 8;
        // An empty class may have to go elsewhere; a bit-field starts at the next bit, or in the next unit.
        let slack = if field.bit_width().is_some() {
            size(ty) * 8
        } else {
            0
        };
        let fits = bits >= expected && (has_empties || bits <= expected + slack);
        if n == 0 && !types::is_union(class) && !fits {
            return None;
        }
        under.end((bits + length).div_ceil(8));
    }
    if align < widest || under.full.max(1).next_multiple_of(align.max(1)) != bytes {
        return None;
    }
    if empty {
        under.empties.push((class.declaration()?.canonical(), 0));
    }
    Some(Layout {
        bases,
        end: if is_pod(class) { bytes } else { under.full },
        dynamic,
        empty,
        empties: under.empties,
    })
}

/// A class of which some parts have their place.
#[derive(Default)]
struct UnderWay<'u> {
    /// Where the next part may go.
    data: u64,
    /// The end of all parts, the empty ones too.
    full: u64,
    empties: Vec<(Cursor<'u>, u64)>,
}

impl<'u> UnderWay<'u> {
    fn end(&mut self, data: u64) {
        self.data = self.data.max(data);
        self.full = self.full.max(data);
    }

    fn collides(&self, part: &Layout<'u>, at: u64) -> bool {
        let taken = |(class, offset): &(Cursor<'u>, u64)| {
            self.empties
                .iter()
                .any(|(c, o)| *o == at + offset && c.same(*class))
        };
        part.empties.iter().any(taken)
    }

    /// Where a base goes.
    fn place(&self, part: &Layout<'u>, step: u64) -> u64 {
        if part.empty && !self.collides(part, 0) {
            return 0;
        }
        let mut at = self.data.next_multiple_of(step);
        while self.collides(part, at) {
            at += step;
        }
        at
    }

    fn put(&mut self, part: &Layout<'u>, at: u64, bytes: u64) {
        match part.empty {
            true => self.full = self.full.max(at + bytes),
            false => self.end(at + part.end),
        }
        let moved = part.empties.iter().map(|(class, offset)| (*class, at + offset));
        self.empties.extend(moved);
    }

    /// The empty classes in a field; `None` if its own layout is not known.
    fn add_empties(&mut self, ty: Type<'u>, at: u64, most: u64) -> Option<()> {
        match types::shape(ty) {
            Shape::Record(class) => {
                let inner = layout(class)?;
                let moved = inner.empties.iter().map(|(class, offset)| (*class, at + offset));
                self.empties.extend(moved);
            }
            Shape::Array(element, count) => {
                let before = self.empties.len();
                for n in 0..count.unwrap_or(0).min(most) {
                    self.add_empties(element, at + n * size(element), most)?;
                    if self.empties.len() == before {
                        break;
                    }
                }
            }
            Shape::Void | Shape::Scalar(_) | Shape::Vector(..) | Shape::Reference(_) | Shape::Opaque => {}
        }
        Some(())
    }
}

/// Whether a field has an attribute that libclang has no name for, as `[[no_unique_address]]`.
fn has_other_attribute(field: Cursor<'_>) -> bool {
    let mut children = field.children().into_iter();
    children.any(|child| child.kind() == CXCursor_UnexposedAttr)
}

#[cfg(test)]
mod tests;
