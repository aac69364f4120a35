//! Operators, and what they make of integers.

use super::{Expr, ExprKind, Geometry, Ty, VarId};
use serde::{Deserialize, Serialize};

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnOp {
    /// `-x`
    Neg,
    /// `~x`, on integers
    BitNot,
    /// `!x`, on truth values
    Not,
}

/// Binary operators; the operand type says whether they are signed, unsigned or floating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the operators'")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    /// On integers and truth values.
    And,
    Or,
    Xor,
    Min,
    Max,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the operators'")]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinOp {
    /// `a op b` modulo 2^128, and whether it is more than that. There is none where C defines none: of a division by zero, of a shift by a
    /// negative distance or one of the type's `bits` and more (C17 6.5.5, 6.5.7).
    pub(crate) fn overflowing(self, a: i128, b: i128, bits: u32) -> Option<(i128, bool)> {
        let distance = || u32::try_from(b).ok().filter(|distance| *distance < bits.min(127));
        Some(match self {
            BinOp::Add => a.overflowing_add(b),
            BinOp::Sub => a.overflowing_sub(b),
            BinOp::Mul => a.overflowing_mul(b),
            BinOp::Div | BinOp::Rem if b == 0 => return None,
            BinOp::Div => a.overflowing_div(b),
            BinOp::Rem => a.overflowing_rem(b),
            BinOp::Shl => a.overflowing_mul(1 << distance()?),
            BinOp::Shr => (a >> distance()?, false),
            BinOp::And => (a & b, false),
            BinOp::Or => (a | b, false),
            BinOp::Xor => (a ^ b, false),
            BinOp::Min => (a.min(b), false),
            BinOp::Max => (a.max(b), false),
        })
    }

    /// The number that `a op b` is, if nothing wraps.
    pub fn exact(self, a: i128, b: i128, bits: u32) -> Option<i128> {
        let (value, more) = self.overflowing(a, b, bits)?;
        (!more).then_some(value)
    }
}

impl CmpOp {
    /// Whether `a op b`; of a NaN only `!=` holds.
    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            CmpOp::Eq => a == b,
            CmpOp::Ne => a != b,
            CmpOp::Lt => a < b,
            CmpOp::Le => a <= b,
            CmpOp::Gt => a > b,
            CmpOp::Ge => a >= b,
        }
    }

    /// The one that holds of numbers where this does not.
    pub fn negated(self) -> CmpOp {
        match self {
            CmpOp::Eq => CmpOp::Ne,
            CmpOp::Ne => CmpOp::Eq,
            CmpOp::Lt => CmpOp::Ge,
            CmpOp::Le => CmpOp::Gt,
            CmpOp::Gt => CmpOp::Le,
            CmpOp::Ge => CmpOp::Lt,
        }
    }

    /// `a op b` as `b op' a`.
    pub fn mirrored(self) -> CmpOp {
        match self {
            CmpOp::Lt => CmpOp::Gt,
            CmpOp::Le => CmpOp::Ge,
            CmpOp::Gt => CmpOp::Lt,
            CmpOp::Ge => CmpOp::Le,
            same @ (CmpOp::Eq | CmpOp::Ne) => same,
        }
    }
}

impl Ty {
    /// Whether it is a type of integers or truth values that has `value`.
    pub fn holds(self, value: i128) -> bool {
        match self {
            Ty::Bool => (0..=1).contains(&value),
            Ty::Int { bits: 127.., signed } => signed || value >= 0,
            Ty::Int { bits, signed: true } => (-(1 << (bits - 1))..1 << (bits - 1)).contains(&value),
            Ty::Int { bits, signed: false } => (0..1 << bits).contains(&value),
            Ty::Float(_) | Ty::Ptr => false,
        }
    }
}

/// What the value of an expression rests on.
#[derive(Clone, Copy, Debug)]
pub enum Leaf {
    /// A variable.
    Var(VarId),
    /// A thread's place or the launch's size.
    Geometry(Geometry),
}

impl Expr {
    /// The integer or truth value that it is, if nothing in it wraps and all of it is integers.
    pub fn exact(&self, leaf: &impl Fn(Leaf) -> Option<i128>) -> Option<i128> {
        let of = |e: &Expr| e.exact(leaf);
        let is_int = |e: &Expr| matches!(e.ty, Ty::Int { .. } | Ty::Bool);
        let value = match &self.kind {
            ExprKind::Int(n) => *n,
            ExprKind::Var(v) => leaf(Leaf::Var(*v))?,
            ExprKind::Geometry(g) => leaf(Leaf::Geometry(*g))?,
            ExprKind::Unary(UnOp::Neg, a) => of(a)?.checked_neg()?,
            ExprKind::Unary(UnOp::Not, a) => i128::from(of(a)? == 0),
            ExprKind::Unary(UnOp::BitNot, a) => !of(a)?,
            ExprKind::Cast(a) if is_int(a) => match (of(a)?, self.ty) {
                (n, Ty::Bool) => i128::from(n != 0),
                (n, _) => n,
            },
            ExprKind::Binary(op, a, b) if is_int(a) => match (of(a), of(b)) {
                // Whatever the other is.
                (Some(0), None) | (None, Some(0)) if matches!(op, BinOp::Mul | BinOp::And) => 0,
                (a_value, b_value) => op.exact(a_value?, b_value?, 8 * a.ty.bytes())?,
            },
            ExprKind::Cmp(op, a, b) if is_int(a) => i128::from(op.holds(of(a)?, of(b)?)),
            ExprKind::Select(c, a, b) => of(if of(c)? != 0 { a } else { b })?,
            ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Object(_)
            | ExprKind::Cast(_)
            | ExprKind::Binary(..)
            | ExprKind::Cmp(..)
            | ExprKind::Bits(_)
            | ExprKind::Window(_)
            | ExprKind::PtrAdd(..)
            | ExprKind::PtrRow(..)
            | ExprKind::PtrDiff(..)
            | ExprKind::Call(..)
            | ExprKind::Unknown(_) => return None,
        };
        self.ty.holds(value).then_some(value)
    }
}
