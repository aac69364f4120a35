//! Types of values.

use serde::{Deserialize, Serialize};

/// A scalar type. Aggregates and vectors exist only in memory objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ty {
    /// A truth value; one byte in memory.
    Bool,
    /// An integer of 8, 16, 32, 64 or 128 bits.
    Int {
        /// Width in bits.
        bits: u8,
        /// Two's complement if true.
        signed: bool,
    },
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer of 64 bits, into any object.
    Ptr,
}

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FloatKind {
    /// IEEE binary16.
    F16,
    /// bfloat16.
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

/// The types of integers by their names.
macro_rules! integers {
    ($($name:ident: $bits:literal $signed:literal, $doc:literal;)*) => {
        impl Ty {
            $(#[doc = $doc] pub const $name: Ty = Ty::Int { bits: $bits, signed: $signed };)*
        }
    };
}

integers! {
    I8: 8 true, "`signed char`.";
    U8: 8 false, "`unsigned char`: a byte.";
    I16: 16 true, "`short`.";
    U16: 16 false, "`unsigned short`.";
    I32: 32 true, "`int`.";
    U32: 32 false, "`unsigned`.";
    I64: 64 true, "`long long`.";
    U64: 64 false, "`size_t`.";
    I128: 128 true, "`__int128`.";
    U128: 128 false, "`unsigned __int128`: 16 bytes.";
}

impl Ty {
    /// Size in memory, bytes.
    pub fn bytes(self) -> u32 {
        match self {
            Ty::Bool => 1,
            Ty::Int { bits, .. } => u32::from(bits) / 8,
            Ty::Float(FloatKind::F16 | FloatKind::BF16) => 2,
            Ty::Float(FloatKind::F32) => 4,
            Ty::Float(FloatKind::F64) | Ty::Ptr => 8,
        }
    }
}
