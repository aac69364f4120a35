//! Classes: what their members are declared as, and what overrides what.

use super::{Cursor, Type};
use clang_sys as sys;

impl<'u> Cursor<'u> {
    /// Whether this is an attribute.
    pub fn is_attribute(self) -> bool {
        // SAFETY: a pure function of the kind.
        unsafe { sys::clang_isAttribute(self.raw.kind) != 0 }
    }

    /// Whether this names something: a type, a template, a namespace.
    pub fn is_reference(self) -> bool {
        // SAFETY: a pure function of the kind.
        unsafe { sys::clang_isReference(self.raw.kind) != 0 }
    }

    /// Whether a method is virtual.
    pub fn is_virtual(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_CXXMethod_isVirtual(self.raw) != 0 }
    }

    /// Whether a base class is a virtual one.
    pub fn is_virtual_base(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_isVirtualBase(self.raw) != 0 }
    }

    /// Whether a method or constructor is the compiler's own.
    pub fn is_defaulted(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_CXXMethod_isDefaulted(self.raw) != 0 }
    }

    /// Whether a method or constructor is declared `= delete`.
    pub fn is_deleted(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_CXXMethod_isDeleted(self.raw) != 0 }
    }

    /// Whether a method is for constant objects too.
    pub fn is_const(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_CXXMethod_isConst(self.raw) != 0 }
    }

    /// Whether a member is for all to name.
    pub fn is_public(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_getCXXAccessSpecifier(self.raw) == sys::CX_CXXPublic }
    }

    /// What a template makes: the kind of its instantiations.
    pub fn templated_kind(self) -> super::Kind {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_getTemplateCursorKind(self.raw) }
    }

    /// The methods of base classes that a method overrides directly.
    pub fn overridden(self) -> Vec<Cursor<'u>> {
        let mut first = std::ptr::null_mut();
        let mut count = 0;
        // SAFETY: libclang hands over `count` cursors, which are copied and disposed of once.
        unsafe {
            sys::clang_getOverriddenCursors(self.raw, &mut first, &mut count);
            if first.is_null() {
                return Vec::new();
            }
            let found = std::slice::from_raw_parts(first, count as usize);
            let found = found.iter().map(|raw| Cursor::new(*raw)).collect();
            sys::clang_disposeOverriddenCursors(first);
            found
        }
    }
}

impl<'u> Type<'u> {
    /// The arguments of an instantiated class, packs one by one; `None` for those that are no types.
    pub fn template_arguments(self) -> Vec<Option<Type<'u>>> {
        // SAFETY: the type's unit is alive; indices are below the count that libclang gives.
        unsafe {
            (0..sys::clang_Type_getNumTemplateArguments(self.raw).max(0))
                .map(|n| {
                    Type::new(sys::clang_Type_getTemplateArgumentAsType(
                        self.raw,
                        n as std::ffi::c_uint,
                    ))
                })
                .map(|ty| (ty.kind() != sys::CXType_Invalid).then_some(ty))
                .collect()
        }
    }

    /// The fields of a record, those bit-fields too that have no name.
    pub fn all_fields(self) -> Vec<Cursor<'u>> {
        let mut raw: Vec<sys::CXCursor> = Vec::new();
        // SAFETY: the visitor only pushes to the vector that it is handed.
        unsafe { sys::clang_Type_visitFields(self.raw, super::types::push_field, (&raw mut raw).cast()) };
        raw.into_iter().map(Cursor::new).collect()
    }

    /// The fields of a record.
    pub fn fields(self) -> Vec<Cursor<'u>> {
        let is_member = |field: &Cursor<'u>| field.bit_width().is_none() || !field.spelling().is_empty();
        let mut fields = self.all_fields();
        fields.retain(is_member);
        fields
    }
}
