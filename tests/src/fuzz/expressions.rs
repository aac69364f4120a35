//! Random expressions.

use super::kernels::{HOLES, OBJECTS, TYPES, VARS};
use crate::numbers::Random;
use kverify_frontend::ir::{
    BinOp, CmpOp, Dim, Expr, ExprKind, Function, Geometry, HoleId, ObjectId, PureFn, Ty, UnOp, VarId,
};

/// Functions of one to three arguments, most of them known to the interpreter.
const FUNCTIONS: [Function; 14] = [
    Function::sqrt,
    Function::mulhi,
    Function::clz,
    Function::popc,
    Function::rotate,
    Function::byte_perm,
    Function::mad_hi,
    Function::ldexp,
    Function::fma,
    Function::pow,
    Function::floor,
    Function::isnan,
    Function::hypot,
    Function::erf,
];

/// Draws the parts of a kernel.
pub(super) struct Draw {
    /// Where chance comes from.
    pub random: Random,
    /// The types of the variables.
    pub vars: Vec<Ty>,
    /// Whether types need not agree and ids may name nothing.
    pub is_sloppy: bool,
}

impl Draw {
    /// One of the types.
    pub fn ty(&mut self) -> Ty {
        if self.is_sloppy && self.random.percent(5) {
            let bits = self.random.pick(&[0, 24, 200]);
            return Ty::Int { bits, signed: true };
        }
        self.random.pick(&TYPES)
    }

    fn int(&mut self) -> Ty {
        self.random
            .pick(&[Ty::I32, Ty::U32, Ty::I64, TYPES[9], TYPES[10], TYPES[11]])
    }

    /// An expression of a type, or of any where rules are broken.
    pub fn expr(&mut self, ty: Ty, depth: u32) -> Expr {
        let ty = if self.is_sloppy && self.random.percent(10) {
            self.ty()
        } else {
            ty
        };
        let is_leaf = depth == 0 || self.random.percent(25);
        let kind = match (is_leaf, ty) {
            (true, _) => self.leaf(ty),
            (_, Ty::Ptr) => self.pointer(depth - 1),
            (_, Ty::Bool) => self.truth(depth - 1),
            _ => self.number(ty, depth - 1),
        };
        Expr { ty, kind }
    }

    fn sub(&mut self, ty: Ty, depth: u32) -> Box<Expr> {
        Box::new(self.expr(ty, depth))
    }

    fn leaf(&mut self, ty: Ty) -> ExprKind {
        if self.random.percent(50)
            && let Some(var) = self.var(ty)
        {
            return ExprKind::Var(var);
        }
        if self.random.percent(3) {
            return ExprKind::Unknown(HoleId(self.random.below(HOLES) as u32));
        }
        match ty {
            Ty::Ptr if self.random.percent(10) => ExprKind::Null,
            Ty::Ptr => ExprKind::Object(ObjectId(self.random.below(OBJECTS) as u32)),
            Ty::Float(_) => {
                let value = self.random.number(-50, 50) as f64 / 7.0;
                ExprKind::Float(
                    self.random
                        .pick(&[value, 0.0, -0.0, 1e30, f64::INFINITY, f64::NAN])
                        .into(),
                )
            }
            Ty::Bool => ExprKind::Int(self.random.number(0, 1)),
            Ty::U32 if self.random.percent(50) => ExprKind::Geometry(self.geometry()),
            _ => ExprKind::Int(self.random.number(0, 70)),
        }
    }

    fn geometry(&mut self) -> Geometry {
        let dim = self.random.pick(&Dim::ALL);
        self.random.pick(&[
            Geometry::ThreadIdx(Dim::X),
            Geometry::ThreadIdx(dim),
            Geometry::BlockIdx(dim),
            Geometry::BlockDim(dim),
            Geometry::GridDim(dim),
            Geometry::GlobalOffset(dim),
            Geometry::WorkDim,
            Geometry::WarpSize,
        ])
    }

    /// A variable of the type, if there is one; sometimes one of none.
    pub fn var(&mut self, ty: Ty) -> Option<VarId> {
        if self.is_sloppy && self.random.percent(10) {
            return Some(VarId(self.random.below(VARS + 1) as u32));
        }
        let fitting = self.vars.iter().zip(0..).filter(|(of, _)| **of == ty);
        let fitting: Vec<u32> = fitting.map(|(_, n)| n).collect();
        (!fitting.is_empty()).then(|| VarId(self.random.pick(&fitting)))
    }

    fn pointer(&mut self, depth: u32) -> ExprKind {
        let base = self.sub(Ty::Ptr, depth);
        match self.random.below(8) {
            0 => {
                let other = self.sub(Ty::Ptr, depth);
                ExprKind::Select(self.sub(Ty::Bool, depth), base, other)
            }
            1 => ExprKind::PtrRow(base, self.sub(Ty::I64, depth)),
            2 => ExprKind::Window(self.sub(Ty::U32, depth)),
            _ => ExprKind::PtrAdd(base, self.sub(Ty::I64, depth)),
        }
    }

    fn truth(&mut self, depth: u32) -> ExprKind {
        use BinOp::{And, Or, Xor};
        match self.random.below(6) {
            0 => ExprKind::Unary(UnOp::Not, self.sub(Ty::Bool, depth)),
            1 => {
                let op = self.random.pick(&[And, Or, Xor]);
                ExprKind::Binary(op, self.sub(Ty::Bool, depth), self.sub(Ty::Bool, depth))
            }
            _ => {
                use CmpOp::{Eq, Ge, Gt, Le, Lt, Ne};
                let op = self.random.pick(&[Eq, Ne, Lt, Le, Gt, Ge]);
                let ty = self.ty();
                ExprKind::Cmp(op, self.sub(ty, depth), self.sub(ty, depth))
            }
        }
    }

    fn number(&mut self, ty: Ty, depth: u32) -> ExprKind {
        let is_float = matches!(ty, Ty::Float(_));
        match self.random.below(16) {
            0 => ExprKind::Unary(UnOp::Neg, self.sub(ty, depth)),
            1 if !is_float => ExprKind::Unary(UnOp::BitNot, self.sub(ty, depth)),
            1..=3 => {
                let from = self.ty();
                ExprKind::Cast(self.sub(from, depth))
            }
            4 => {
                let other = self.sub(ty, depth);
                ExprKind::Select(self.sub(Ty::Bool, depth), self.sub(ty, depth), other)
            }
            5 | 6 => {
                let name = self.random.pick(&FUNCTIONS);
                let arguments = (0..1 + self.random.below(3))
                    .map(|_| self.expr(ty, depth))
                    .collect();
                ExprKind::Call(PureFn::Library(name), arguments)
            }
            7 if ty == Ty::I64 => ExprKind::PtrDiff(self.sub(Ty::Ptr, depth), self.sub(Ty::Ptr, depth)),
            7 if ty == Ty::U32 => ExprKind::Window(self.sub(Ty::Ptr, depth)),
            8 if ty == Ty::I32 || ty == Ty::U32 => {
                ExprKind::Bits(self.sub(Ty::Float(kverify_frontend::ir::FloatKind::F32), depth))
            }
            _ => self.arithmetic(ty, depth, is_float),
        }
    }

    fn arithmetic(&mut self, ty: Ty, depth: u32, is_float: bool) -> ExprKind {
        use BinOp::{Add, And, Div, Max, Min, Mul, Or, Rem, Shl, Shr, Sub, Xor};
        let op = match is_float {
            true => self.random.pick(&[Add, Sub, Mul, Div, Min, Max]),
            false => self
                .random
                .pick(&[Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Min, Max]),
        };
        let second = match op {
            Shl | Shr => self.int(),
            _ => ty,
        };
        ExprKind::Binary(op, self.sub(ty, depth), self.sub(second, depth))
    }
}
