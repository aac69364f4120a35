//! What memory cells hold that neither the witness nor the kernel fixes.

use super::value::from_integer;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{FloatKind, ObjectId, Ty};
use serde::{Deserialize, Serialize};

/// A deterministic choice of the contents of open memory cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fill {
    /// All zero.
    Zeros,
    /// All one.
    Ones,
    /// Each cell its own index: what permutations and row pointers look like.
    Index,
    /// Each cell another number, and these far apart: what pitches and offsets of buffers look like.
    Apart,
    /// Small numbers that go up and down with the index.
    Small,
    /// Small pseudo-random numbers, floats of both signs.
    Hashed(u32),
    /// Zeros and ones in turns of 2^n cells: warps see different values, or neighbours do.
    Stripes(u32),
    /// Zeros, and here and there a small number.
    Sparse(u32),
}

impl Fill {
    /// The bits that both of two kernels find in an element of an array that they know by a number.
    pub(crate) fn given(self, (array, row, offset): (u32, i128, i64), ty: Ty) -> u128 {
        self.value(ObjectId(array), row, offset, ty)
    }

    /// The bits of the cell of type `ty` at byte `offset` of an object's row.
    pub(super) fn value(self, object: ObjectId, row: i128, offset: i64, ty: Ty) -> u128 {
        let index = i128::from(offset.div_euclid(i64::from(ty.bytes().max(1))));
        let hash = hash(object.index() as u64, row as u64, index as u64);
        let number = match self {
            Fill::Zeros => 0,
            Fill::Ones => 1,
            Fill::Index => index,
            Fill::Apart => (index + 1) * 4096,
            Fill::Small => (index * 7 + 3).rem_euclid(11),
            Fill::Stripes(width) => (index >> width.min(64)).rem_euclid(2),
            Fill::Sparse(seed) => {
                let drawn = self::hash(hash, u64::from(seed), 2);
                if drawn.is_multiple_of(24) {
                    i128::from(1 + drawn / 24 % 7)
                } else {
                    0
                }
            }
            Fill::Hashed(seed) => {
                let drawn = self::hash(hash, u64::from(seed), 1);
                if let Ty::Float(kind) = ty {
                    return super::value::from_float(kind, float(kind, drawn));
                }
                i128::from(drawn % 16)
            }
        };
        from_integer(ty, number)
    }
}

fn float(kind: FloatKind, drawn: u64) -> f64 {
    let magnitude = (drawn % 4096) as f64 / 512.0;
    match kind {
        FloatKind::F16 | FloatKind::BF16 => magnitude.round() - 4.0,
        FloatKind::F32 | FloatKind::F64 => magnitude - 4.0,
    }
}

/// SplitMix64 over three words.
pub(super) fn hash(a: u64, b: u64, c: u64) -> u64 {
    let mut state = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.rotate_left(24) ^ c.rotate_left(48);
    for word in [a, b, c] {
        state = state.wrapping_add(word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^= state >> 31;
    }
    state
}
