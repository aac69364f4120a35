//! Expressions, and what they ask of the launch.

use super::{BinOp, CmpOp, HoleId, ObjectId, PureFn, Ty, UnOp, VarId};
use serde::{Deserialize, Serialize};

/// A floating-point constant, equal to another if both have the same bits: 0.0 is not -0.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FloatBits(u64);

impl FloatBits {
    /// The value.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<f64> for FloatBits {
    fn from(value: f64) -> FloatBits {
        FloatBits(value.to_bits())
    }
}

/// A typed expression without side effects and without memory reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expr {
    /// Type of the value.
    pub ty: Ty,
    /// What it computes.
    pub kind: ExprKind,
}

/// The kinds of [`Expr`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExprKind {
    /// An integer or truth value, sign- or zero-extended by the type.
    Int(i128),
    /// A floating-point constant.
    Float(FloatBits),
    /// The null pointer.
    Null,
    /// A variable's current value.
    Var(VarId),
    /// The address of an object's first byte.
    Object(ObjectId),
    /// A thread's place or the launch's size. Always a `u32`, but for `GlobalOffset` a `u64`.
    Geometry(Geometry),
    /// One operand.
    Unary(UnOp, Box<Expr>),
    /// Two operands of equal type (shifts: the left one's type is the result's, the right one is any integer).
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// Compares two operands of equal type; the result is [`Ty::Bool`]. Pointers compare by address.
    Cmp(CmpOp, Box<Expr>, Box<Expr>),
    /// A C conversion to `self.ty`: integers wrap or extend by the source's signedness, `Bool` is `!= 0`, floats
    /// round or truncate toward zero; pointers to and from 64-bit integers.
    Cast(Box<Expr>),
    /// The same bits as another type of the same size (`__float_as_int`).
    Bits(Box<Expr>),
    /// A place in shared memory as a number in the window that instructions of state space `.shared` address, a `u32`, or such
    /// a number as a pointer (PTX ISA, `cvta`): the type says which.
    Window(Box<Expr>),
    /// `cond ? a : b`, both without effects.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Pointer plus a number of bytes, a [`Ty::I64`].
    PtrAdd(Box<Expr>, Box<Expr>),
    /// Pointer with its row replaced, an [`Ty::I64`]: in images the y coordinate, in shared memory of kernels with clusters the rank
    /// of the block whose it is.
    PtrRow(Box<Expr>, Box<Expr>),
    /// Difference of two pointers in bytes, a [`Ty::I64`].
    PtrDiff(Box<Expr>, Box<Expr>),
    /// A pure function of its arguments: `sinf`, `__mulhi`.
    Call(PureFn, Vec<Expr>),
    /// A value that nobody knows; each evaluation may give another.
    Unknown(HoleId),
}

/// x, y or z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the axes")]
pub enum Dim {
    X,
    Y,
    Z,
}

impl Dim {
    /// All three.
    pub const ALL: [Dim; 3] = [Dim::X, Dim::Y, Dim::Z];
}

/// A thread's place or the launch's size, in CUDA's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Geometry {
    /// `threadIdx`, `get_local_id`.
    ThreadIdx(Dim),
    /// `blockIdx`, `get_group_id`.
    BlockIdx(Dim),
    /// `blockDim`, `get_local_size`.
    BlockDim(Dim),
    /// `gridDim`, `get_num_groups`.
    GridDim(Dim),
    /// `get_global_offset`, a `u64`.
    GlobalOffset(Dim),
    /// `get_work_dim`.
    WorkDim,
    /// `warpSize`, `get_max_sub_group_size`.
    WarpSize,
}
