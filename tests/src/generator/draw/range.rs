//! Bounds of what an expression may be, so that nothing overflows or leaves its array.

use super::super::{Expr, Geometry, Op, Ty};
use super::{DATA, Drawer};

impl Drawer {
    /// Bounds of an expression's value.
    pub(super) fn range(&self, e: &Expr) -> (i128, i128) {
        match e {
            Expr::Const(c) => (*c, *c),
            Expr::Geometry(g) => match g {
                Geometry::T | Geometry::RawT => (0, self.program.block[0] as i128 - 1),
                Geometry::Ty => (0, self.program.block[1] as i128 - 1),
                Geometry::B => (0, self.program.grid as i128 - 1),
                Geometry::D => (self.program.block[0] as i128, self.program.block[0] as i128),
            },
            // Loop counters stay small by construction; data may be anything.
            Expr::Local(v) if *v >= DATA.len() => self.ranges[v - DATA.len()],
            Expr::Local(_) | Expr::N | Expr::Load(_) => self.program.ty(e).range(),
            Expr::Call(..) => (0, 34),
            Expr::Cond(_, a, b) => {
                let ((a, b), (x, y)) = (self.range(a), self.range(b));
                convert(self.program.ty(e), (a.min(x), b.max(y)))
            }
            Expr::Cast(ty, a) => convert(*ty, self.range(a)),
            Expr::Bin(op, a, b) => self.bin_range(e, *op, a, b),
        }
    }

    fn bin_range(&self, e: &Expr, op: Op, a: &Expr, b: &Expr) -> (i128, i128) {
        if op.is_truth() {
            return (0, 1);
        }
        let ty = self.program.ty(e);
        let ((a0, a1), (b0, b1)) = (convert(ty, self.range(a)), convert(ty, self.range(b)));
        let corners = |f: &dyn Fn(i128, i128) -> i128| {
            let all = [f(a0, b0), f(a0, b1), f(a1, b0), f(a1, b1)];
            (
                all.iter().copied().min().unwrap_or(0),
                all.iter().copied().max().unwrap_or(0),
            )
        };
        let magnitude = [a0, a1, b0, b1]
            .iter()
            .map(|x| x.unsigned_abs())
            .max()
            .unwrap_or(0);
        let bits = (magnitude + 1).next_power_of_two() as i128 - 1;
        let exact = match op {
            Op::Add => (a0 + b0, a1 + b1),
            Op::Sub => (a0 - b1, a1 - b0),
            Op::Mul => corners(&|x, y| x * y),
            Op::Shl => corners(&|x, y| x << y.clamp(0, 31)),
            Op::Shr => corners(&|x, y| x >> y.clamp(0, 31)),
            Op::Div if b0 > 0 => corners(&|x, y| x / y),
            Op::Mod if b0 > 0 => (if a0 < 0 { 1 - b1 } else { 0 }, b1 - 1),
            Op::And if b0 >= 0 => (0, b1),
            Op::And | Op::Or | Op::Xor if a0 >= 0 && b0 >= 0 => (0, bits),
            _ => (-bits - 1, bits),
        };
        if ty == Ty::UInt { convert(ty, exact) } else { exact }
    }
}

/// The range after a conversion.
fn convert(ty: Ty, (low, high): (i128, i128)) -> (i128, i128) {
    let (least, most) = ty.range();
    if low < least || high > most {
        (least, most)
    } else {
        (low, high)
    }
}
