//! Types: shape, size, qualifiers.

use super::{Cursor, Unit, text_of};
use clang_sys as sys;
use std::ffi::c_uint;
use std::marker::PhantomData;

/// The kind of a type; libclang's numbers.
type TypeKind = sys::CXTypeKind;

/// A C or C++ type.
#[derive(Clone, Copy)]
pub struct Type<'u> {
    pub(super) raw: sys::CXType,
    unit: PhantomData<&'u Unit>,
}

pub(super) extern "C" fn push_field(cursor: sys::CXCursor, data: sys::CXClientData) -> sys::CXVisitorResult {
    // SAFETY: `data` is the vector that `Type::all_fields` passes.
    unsafe { (*data.cast::<Vec<sys::CXCursor>>()).push(cursor) };
    sys::CXVisit_Continue
}

impl<'u> Type<'u> {
    pub(super) fn new(raw: sys::CXType) -> Self {
        Type {
            raw,
            unit: PhantomData,
        }
    }

    /// Without typedefs.
    pub fn canonical(self) -> Type<'u> {
        // SAFETY: the type's unit is alive.
        Type::new(unsafe { sys::clang_getCanonicalType(self.raw) })
    }

    /// The kind.
    pub fn kind(self) -> TypeKind {
        self.raw.kind
    }

    /// As written.
    pub fn spelling(self) -> String {
        // SAFETY: the type's unit is alive.
        text_of(unsafe { sys::clang_getTypeSpelling(self.raw) })
    }

    pub fn is_array(self) -> bool {
        matches!(
            self.raw.kind,
            sys::CXType_ConstantArray | sys::CXType_IncompleteArray | sys::CXType_VariableArray
        )
    }

    /// Whether the type is a placeholder of clang's own, whose layout it must not be asked for.
    pub(super) fn is_placeholder(self) -> bool {
        matches!(
            self.canonical().kind(),
            sys::CXType_Dependent | sys::CXType_Overload | sys::CXType_Invalid | sys::CXType_Unexposed
        ) && !self.canonical().is_unnamed_bfloat16()
    }

    /// Whether the type is `__bf16` under a kind that says nothing: libclang 18 has no number for it.
    pub fn is_unnamed_bfloat16(self) -> bool {
        self.kind() == sys::CXType_Unexposed
            && self
                .spelling()
                .split(' ')
                .all(|word| matches!(word, "const" | "volatile" | "__bf16"))
    }

    /// Whether it is a number without fractions, or an enumeration.
    pub fn is_integer(self) -> bool {
        let kind = self.kind();
        (sys::CXType_Bool..=sys::CXType_Int128).contains(&kind) || kind == sys::CXType_Enum
    }

    /// Size in bytes; `None` for incomplete and dependent types.
    pub fn size(self) -> Option<u64> {
        if self.is_placeholder() {
            return None;
        }
        // SAFETY: the type's unit is alive.
        u64::try_from(unsafe { sys::clang_Type_getSizeOf(self.raw) }).ok()
    }

    /// Alignment in bytes.
    pub fn align(self) -> Option<u64> {
        if self.is_placeholder() {
            return None;
        }
        // SAFETY: the type's unit is alive.
        u64::try_from(unsafe { sys::clang_Type_getAlignOf(self.raw) }).ok()
    }

    /// What a pointer or reference leads to.
    pub fn pointee(self) -> Type<'u> {
        // SAFETY: the type's unit is alive.
        Type::new(unsafe { sys::clang_getPointeeType(self.raw) })
    }

    /// The type of a function type's parameter; of a canonical one, arrays as the pointers that they are.
    pub fn parameter(self, n: usize) -> Option<Type<'u>> {
        // SAFETY: the type's unit is alive; an index out of range gives an invalid type.
        let ty = Type::new(unsafe { sys::clang_getArgType(self.raw, n as c_uint) });
        (ty.kind() != sys::CXType_Invalid).then_some(ty)
    }

    /// Element of an array, vector or complex type.
    pub fn element(self) -> Type<'u> {
        // SAFETY: the type's unit is alive.
        Type::new(unsafe { sys::clang_getElementType(self.raw) })
    }

    /// Number of elements of an array or vector, if it is fixed.
    pub fn count(self) -> Option<u64> {
        // SAFETY: the type's unit is alive.
        u64::try_from(unsafe { sys::clang_getNumElements(self.raw) }).ok()
    }

    /// The declaration of a record or enum.
    pub fn declaration(self) -> Option<Cursor<'u>> {
        // SAFETY: the type's unit is alive.
        Cursor::some(unsafe { sys::clang_getTypeDeclaration(self.raw) })
    }

    /// The integer type of an enum, given its declaration's type.
    pub fn enum_integer(self) -> Option<Type<'u>> {
        let declaration = self.declaration()?;
        // SAFETY: the declaration's unit is alive.
        Some(Type::new(unsafe {
            sys::clang_getEnumDeclIntegerType(declaration.raw)
        }))
    }

    /// What an `_Atomic` type wraps.
    pub fn atomic_value(self) -> Type<'u> {
        // SAFETY: the type's unit is alive.
        Type::new(unsafe { sys::clang_Type_getValueType(self.raw) })
    }

    /// Address space, by clang's numbers for languages (1 global, 2 local, 3 constant).
    pub fn address_space(self) -> u32 {
        // SAFETY: the type's unit is alive.
        unsafe { sys::clang_getAddressSpace(self.raw) }
    }

    /// Declared `const`.
    pub fn is_const(self) -> bool {
        // SAFETY: the type's unit is alive.
        unsafe { sys::clang_isConstQualifiedType(self.raw) != 0 }
    }

    /// Declared `volatile`.
    pub fn is_volatile(self) -> bool {
        // SAFETY: the type's unit is alive.
        unsafe { sys::clang_isVolatileQualifiedType(self.raw) != 0 }
    }
}
