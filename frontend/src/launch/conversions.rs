//! Which conversions on the way from host code to a kernel's parameter keep a value.

use super::constants::is_cast;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};

/// Whether a conversion from one type to another keeps what matters.
pub(super) type Keeps = fn(Type<'_>, Type<'_>) -> bool;

/// How conversions are taken.
#[derive(Clone, Copy)]
pub(super) enum Mode {
    /// A size of a launch that is computed from an argument fits into the types that it goes through.
    Sizes,
    /// What one argument is computed from others fits as well, but signed numbers are not taken for unsigned ones.
    Arguments,
    /// As sizes of a launch do, sizes of buffers, which are products of anything.
    Extents,
    /// Only those that keep every value.
    Exact,
}

impl Mode {
    pub(super) fn takes(self, from: Cursor<'_>, to: Cursor<'_>) -> bool {
        match self {
            Mode::Sizes | Mode::Extents => to.ty().canonical().size() >= Some(4),
            Mode::Arguments => fits(from.ty(), to.ty()),
            Mode::Exact => keeps_value(from.ty(), to.ty()),
        }
    }

    /// Whether the least of two numbers is that of what they become: not where negative ones may become large.
    pub(super) fn takes_choices(self) -> bool {
        match self {
            Mode::Sizes | Mode::Extents => false,
            Mode::Arguments | Mode::Exact => true,
        }
    }
}

/// Whether an expression compares as whole numbers do: conversions to unsigned types change negative ones.
pub(super) fn is_signed(c: Cursor<'_>) -> bool {
    is_signed_type(c.ty().canonical())
}

pub(super) fn is_signed_type(ty: Type<'_>) -> bool {
    matches!(
        ty.kind(),
        CXType_Int
            | CXType_Long
            | CXType_LongLong
            | CXType_Short
            | CXType_SChar
            | CXType_Char_S
            | CXType_Bool
    )
}

pub(super) fn is_unsigned_type(ty: Type<'_>) -> bool {
    matches!(
        ty.kind(),
        CXType_UInt | CXType_ULong | CXType_ULongLong | CXType_UShort | CXType_UChar | CXType_Char_U
    )
}

/// Whether a conversion keeps what is no larger than a size: `int64_t` and `size_t` to `int`.
pub(super) fn fits(from: Type<'_>, to: Type<'_>) -> bool {
    let [from, to] = [from, to].map(Type::canonical);
    let is_wide = (is_signed_type(from) || is_unsigned_type(from)) && from.size() == Some(8);
    let is_same = is_signed_type(to) || is_unsigned_type(to) && is_unsigned_type(from);
    keeps_value(from, to) || is_wide && to.size() >= Some(4) && is_same
}

/// Whether sizes of launches are the same before a conversion and behind it.
pub(super) fn is_size(from: Type<'_>, to: Type<'_>) -> bool {
    let [from, to] = [from, to].map(Type::canonical);
    let is_whole = |ty: Type<'_>| (is_signed_type(ty) || is_unsigned_type(ty)) && ty.kind() != CXType_Bool;
    keeps_value(from, to) || is_whole(from) && is_whole(to) && to.size() >= Some(4)
}

/// Whether an argument, and what it names behind its conversions, keeps its value on the way into a parameter.
pub(super) fn handed_over(argument: Cursor<'_>, parameter: Cursor<'_>, keeps: Keeps) -> bool {
    keeps(argument.ty(), parameter.ty()) && all_conversions(argument, keeps)
}

/// Whether an argument of a launch keeps its value on the way into a parameter, as sizes do.
pub(crate) fn is_handed_over(argument: Cursor<'_>, parameter: Cursor<'_>) -> bool {
    handed_over(argument, parameter, fits)
}

fn all_conversions(c: Cursor<'_>, keeps: Keeps) -> bool {
    match c.expressions()[..] {
        [inner] if c.kind() == CXCursor_ParenExpr || is_cast(c.kind()) => {
            keeps(inner.ty(), c.ty()) && all_conversions(inner, keeps)
        }
        _ => true,
    }
}

/// Whether a conversion keeps every value of an integer type.
pub(super) fn keeps_value(from: Type<'_>, to: Type<'_>) -> bool {
    let [from, to] = [from, to].map(Type::canonical);
    if from.kind() == to.kind() {
        return true;
    }
    let is_integer = |ty: Type<'_>| is_signed_type(ty) || is_unsigned_type(ty);
    match (is_signed_type(from), is_signed_type(to)) {
        _ if !(is_integer(from) && is_integer(to)) || to.kind() == CXType_Bool => false,
        (true, false) => false,
        (false, true) => from.size() < to.size(),
        (true, true) | (false, false) => from.size() <= to.size(),
    }
}

/// Whether an argument is computed in arithmetic that may wrap as it is meant to.
pub(super) fn wraps(mode: Mode, c: Cursor<'_>) -> bool {
    matches!(mode, Mode::Arguments) && !is_signed(c) && c.ty().canonical().size() < Some(8)
}
