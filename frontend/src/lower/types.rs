//! What a C type is to the IR: scalars, vectors, arrays, records; sizes and leaves as clang lays them out.

use super::layout::{bases, known_bases};
use super::links::link;
use crate::clang::Type;
use crate::clang::kinds::*;
use crate::ir::{FloatKind, Link, Ty};

/// A C type, seen from the IR.
#[derive(Clone, Copy)]
pub enum Shape<'u> {
    /// Nothing.
    Void,
    /// One scalar.
    Scalar(Ty),
    /// An OpenCL or GNU vector.
    Vector(Ty, u32),
    /// An array; without a count it is incomplete.
    Array(Type<'u>, Option<u64>),
    /// A struct, class or union.
    Record(Type<'u>),
    /// A reference to something.
    Reference(Type<'u>),
    /// Anything else.
    Opaque,
}

/// A scalar part of a type.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Where it is, bytes.
    pub offset: u64,
    /// Its type.
    pub ty: Ty,
    /// What it links, if it is a pointer to a record.
    pub link: Option<Link>,
    /// How a user would name it after the whole's name: `.x`, `[2]`.
    pub path: String,
}

/// Most leaves that are treated one by one.
pub const MAX_LEAVES: usize = 4096;

const fn signed(bits: u8) -> Ty {
    Ty::Int { bits, signed: true }
}

const fn unsigned(bits: u8) -> Ty {
    Ty::Int { bits, signed: false }
}

/// The shape of a type.
pub fn shape(ty: Type<'_>) -> Shape<'_> {
    let ty = ty.canonical();
    Shape::Scalar(match ty.kind() {
        CXType_Void => return Shape::Void,
        CXType_Bool => Ty::Bool,
        CXType_Char_S | CXType_SChar => signed(8),
        CXType_Char_U | CXType_UChar => unsigned(8),
        CXType_Char16 => unsigned(16),
        CXType_Char32 => unsigned(32),
        CXType_WChar => signed(32),
        CXType_Short => signed(16),
        CXType_UShort => unsigned(16),
        CXType_Int => signed(32),
        CXType_UInt => unsigned(32),
        CXType_Long | CXType_LongLong => signed(64),
        CXType_ULong | CXType_ULongLong => unsigned(64),
        CXType_Int128 => signed(128),
        CXType_UInt128 => unsigned(128),
        CXType_Half | CXType_Float16 => Ty::Float(FloatKind::F16),
        CXType_BFloat16 => Ty::Float(FloatKind::BF16),
        CXType_Float => Ty::Float(FloatKind::F32),
        CXType_Double => Ty::Float(FloatKind::F64),
        CXType_LongDouble if ty.size() == Some(8) => Ty::Float(FloatKind::F64),
        CXType_Pointer | CXType_NullPtr | CXType_BlockPointer => Ty::Ptr,
        CXType_Enum => return ty.enum_integer().map_or(Shape::Opaque, shape),
        CXType_LValueReference | CXType_RValueReference => return Shape::Reference(ty.pointee()),
        CXType_ConstantArray => return Shape::Array(ty.element(), ty.count()),
        CXType_IncompleteArray | CXType_VariableArray | CXType_DependentSizedArray => {
            return Shape::Array(ty.element(), None);
        }
        CXType_Vector | CXType_ExtVector => {
            return match (
                shape(ty.element()),
                ty.count().and_then(|n| u32::try_from(n).ok()),
            ) {
                (Shape::Scalar(elem), Some(lanes)) => Shape::Vector(elem, lanes),
                _ => Shape::Opaque,
            };
        }
        CXType_Record => return Shape::Record(ty),
        CXType_Atomic => return shape(ty.atomic_value()),
        CXType_OCLSampler => unsigned(32),
        CXType_OCLEvent | CXType_OCLQueue | CXType_OCLReserveID => unsigned(64),
        kind if (CXType_OCLImage1dRO..=CXType_OCLImage3dRW).contains(&kind) => Ty::Ptr,
        _ if ty.is_unnamed_bfloat16() => Ty::Float(FloatKind::BF16),
        _ => return Shape::Opaque,
    })
}

/// Whether the type is an OpenCL image.
pub fn is_image(ty: Type<'_>) -> bool {
    (CXType_OCLImage1dRO..=CXType_OCLImage3dRW).contains(&ty.canonical().kind())
}

/// Whether a type is OpenCL's for images that a kernel only reads. libclang lists those of each access together.
pub fn is_read_only_image(ty: Type<'_>) -> bool {
    (CXType_OCLImage1dRO..CXType_OCLImage1dWO).contains(&ty.canonical().kind())
}

/// Whether values of the type are addresses of functions.
pub fn is_function_pointer(ty: Type<'_>) -> bool {
    let pointee = ty.canonical().pointee().canonical().kind();
    matches!(pointee, CXType_FunctionProto | CXType_FunctionNoProto)
}

/// The scalar type, for scalars.
pub fn scalar(ty: Type<'_>) -> Option<Ty> {
    match shape(ty) {
        Shape::Scalar(ty) => Some(ty),
        _ => None,
    }
}

/// Size in bytes; 0 for what has none.
pub fn size(ty: Type<'_>) -> u64 {
    ty.size().unwrap_or(0)
}

/// Whether a record is a union.
pub fn is_union(record: Type<'_>) -> bool {
    record
        .declaration()
        .is_some_and(|d| d.kind() == CXCursor_UnionDecl)
}

/// Whether a type is a union, or a record with parts that lie over one another.
pub fn overlaps(ty: Type<'_>) -> bool {
    let ty = match shape(ty) {
        Shape::Record(ty) => ty,
        Shape::Array(element, _) => return overlaps(element),
        _ => return false,
    };
    is_union(ty)
        || ty
            .fields()
            .iter()
            .any(|f| f.bit_width().is_some() || overlaps(f.ty()))
        || known_bases(ty).any(overlaps)
}

/// The scalar parts of a type, in order; `None` if it has none or too many, or parts that overlap.
pub fn leaves(ty: Type<'_>) -> Option<Vec<Leaf>> {
    let mut found = Vec::new();
    (!overlaps(ty) && collect(ty, 0, "", &mut found)).then_some(found)
}

/// The memory of a value of the type, word by word, if it holds no pointers: unions and bit-fields, whose parts lie over
/// one another.
pub fn words(ty: Type<'_>) -> Option<Vec<Leaf>> {
    let bytes = size(ty);
    if holds_pointers(ty) || bytes.div_ceil(4) > MAX_LEAVES as u64 {
        return None;
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes {
        let bits = match bytes - at {
            4.. => 32,
            2..4 => 16,
            _ => 8,
        };
        found.push(Leaf {
            offset: at,
            ty: Ty::Int { bits, signed: false },
            link: None,
            path: format!(".bytes[{at}]"),
        });
        at += u64::from(bits / 8);
    }
    Some(found)
}

/// Whether pointers to memory lie in a value of the type, as far as its parts are seen.
pub fn holds_data_pointers(ty: Type<'_>) -> bool {
    match shape(ty) {
        Shape::Scalar(scalar) => scalar == Ty::Ptr && !is_function_pointer(ty),
        Shape::Array(element, _) => holds_data_pointers(element),
        Shape::Record(ty) => {
            bases(ty).is_none() && has_hidden_parts(ty)
                || ty.fields().iter().any(|field| holds_data_pointers(field.ty()))
                || known_bases(ty).any(holds_data_pointers)
        }
        Shape::Reference(_) => true,
        Shape::Vector(..) | Shape::Void | Shape::Opaque => false,
    }
}

/// Whether pointers lie in a value of the type.
pub fn holds_pointers(ty: Type<'_>) -> bool {
    match shape(ty) {
        Shape::Scalar(ty) => ty == Ty::Ptr,
        Shape::Vector(..) => false,
        Shape::Array(element, _) => holds_pointers(element),
        Shape::Record(ty) => {
            has_hidden_parts(ty)
                || ty.fields().iter().any(|field| holds_pointers(field.ty()))
                || known_bases(ty).any(holds_pointers)
        }
        Shape::Reference(_) | Shape::Void | Shape::Opaque => true,
    }
}

fn collect(ty: Type<'_>, at: u64, path: &str, found: &mut Vec<Leaf>) -> bool {
    if found.len() > MAX_LEAVES {
        return false;
    }
    match shape(ty) {
        Shape::Scalar(scalar) => found.push(Leaf {
            offset: at,
            ty: scalar,
            link: link(ty, true),
            path: path.to_owned(),
        }),
        Shape::Reference(_) => found.push(Leaf {
            offset: at,
            ty: Ty::Ptr,
            link: link(ty, true),
            path: path.to_owned(),
        }),
        Shape::Vector(elem, lanes) => {
            for lane in 0..lanes {
                let name = lane_name(lane, lanes);
                let offset = at + u64::from(lane) * u64::from(elem.bytes());
                found.push(Leaf {
                    offset,
                    ty: elem,
                    link: None,
                    path: format!("{path}.{name}"),
                });
            }
        }
        Shape::Array(element, Some(count)) => {
            if count as usize > MAX_LEAVES {
                return false;
            }
            let step = size(element);
            for n in 0..count {
                if !collect(element, at + n * step, &format!("{path}[{n}]"), found) {
                    return false;
                }
            }
        }
        Shape::Record(ty) => {
            if has_hidden_parts(ty) {
                return false;
            }
            for (base, offset) in bases(ty).unwrap_or_default() {
                if !collect(base, at + offset, path, found) {
                    return false;
                }
            }
            for field in ty.fields() {
                let Some(offset) = field.field_offset_bits() else {
                    return false;
                };
                let name = field.spelling();
                let path = if name.is_empty() {
                    path.to_owned()
                } else {
                    format!("{path}.{name}")
                };
                if !collect(field.ty(), at + offset / 8, &path, found) {
                    return false;
                }
            }
        }
        Shape::Array(_, None) | Shape::Void | Shape::Opaque => return false,
    }
    true
}

/// Whether a record has parts that are not seen: bases that nobody knows the places of, a table of virtual methods. Where a field
/// comes first, all bases are empty.
fn has_hidden_parts(ty: Type<'_>) -> bool {
    let fields = ty.fields();
    bases(ty).is_none_or(|bases| bases.is_empty())
        && match fields.first() {
            Some(first) => first.field_offset_bits().is_some_and(|bits| bits > 0),
            None => size(ty) > 1,
        }
}

/// `x`, `y`, `z`, `w`, or `s4`.
fn lane_name(lane: u32, lanes: u32) -> String {
    match lane {
        0..4 if lanes <= 4 => ["x", "y", "z", "w"][lane as usize].to_owned(),
        _ => format!("s{lane:x}"),
    }
}

/// Of an array of arrays: the size of one of the innermost ones.
pub fn row(ty: Type<'_>) -> Option<u64> {
    let element = |ty| {
        if let Shape::Array(element, _) = shape(ty) {
            Some(element)
        } else {
            None
        }
    };
    let inner = element(ty)?;
    element(inner)?;
    row(inner).or_else(|| inner.size())
}

/// The scalar type that a type's memory is made of: its first leaf's, bytes if it has none.
pub fn element_type(ty: Type<'_>) -> Ty {
    match shape(ty) {
        Shape::Scalar(ty) | Shape::Vector(ty, _) => ty,
        Shape::Array(element, _) => element_type(element),
        Shape::Record(ty) => {
            let mut parts = known_bases(ty).chain(ty.fields().into_iter().map(|f| f.ty()));
            parts.next().map_or(unsigned(8), element_type)
        }
        Shape::Reference(_) => Ty::Ptr,
        Shape::Void | Shape::Opaque => unsigned(8),
    }
}
