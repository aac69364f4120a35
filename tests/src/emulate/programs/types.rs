//! C's arithmetic types.

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Float,
    Double,
}
use Ty::*;

/// The integers, all but truth values.
pub const INTEGERS: [Ty; 11] = [
    Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong,
];

/// All.
pub const ALL: [Ty; 14] = [
    Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong, Float, Double,
];

/// Members of `Mixed` in the header.
pub const MIXED: [(&str, Ty); 7] = [
    (".c", SChar),
    (".i", Int),
    (".l", LongLong),
    (".b", Bool),
    (".in.u", UShort),
    (".in.x", ULongLong),
    (".d", Double),
];

/// Members of the union `Bits`, and their numbers of elements.
pub const BITS: [(&str, Ty, usize); 4] = [
    (".l", LongLong, 1),
    (".i[#]", Int, 2),
    (".h[#]", UShort, 4),
    (".b[#]", SChar, 8),
];

impl Ty {
    /// As in a declaration.
    pub fn name(self) -> &'static str {
        match self {
            Bool => "bool",
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Float => "float",
            Double => "double",
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Float | Double)
    }

    /// Width of the promoted type.
    pub fn width(self) -> usize {
        match self {
            Long | ULong | LongLong | ULongLong => 64,
            _ => 32,
        }
    }

    /// The integral promotions.
    pub fn promoted(self) -> Ty {
        match self {
            Bool | Char | SChar | UChar | Short | UShort => Int,
            other => other,
        }
    }

    /// The usual arithmetic conversions (the order of `ALL` is that of ranks, unsigned after signed).
    pub fn common(self, other: Ty) -> Ty {
        let (a, b) = (self.promoted(), other.promoted());
        if (a as u8) < (b as u8) { b } else { a }
    }
}
