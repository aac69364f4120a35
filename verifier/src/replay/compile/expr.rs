//! Expressions to instructions.

use super::super::program::{Call, Inst, Slot, Src};
use super::super::value::{from_float, from_integer};
use super::{Compiler, IllFormed};
use kverify_frontend::ir::{self, Expr, ExprKind, Ty};

impl<'k> Compiler<'k> {
    /// Computes `expr` and says where its value is.
    pub(super) fn operand(&mut self, expr: &Expr) -> Result<Src, IllFormed> {
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.constant(from_integer(checked(expr.ty)?, *value))),
            ExprKind::Float(value) => match expr.ty {
                Ty::Float(kind) => Ok(self.constant(from_float(kind, value.get()))),
                other => Ok(self.constant(from_integer(checked(other)?, value.get() as i128))),
            },
            ExprKind::Null => Ok(self.constant(0)),
            ExprKind::Var(var) => Ok(Src::Var(self.var(*var)?)),
            ExprKind::Geometry(geometry) => {
                if !self.program.geometry.contains(geometry) {
                    self.program.geometry.push(*geometry);
                }
                Ok(Src::Geometry(*geometry))
            }
            _ => {
                let dst = self.temp();
                self.into(dst, expr)?;
                Ok(dst.into())
            }
        }
    }

    /// Computes `expr` into `dst`.
    pub(super) fn into(&mut self, dst: Slot, expr: &Expr) -> Result<(), IllFormed> {
        let ty = checked(expr.ty)?;
        let inst = match &expr.kind {
            ExprKind::Object(object) => Inst::Object {
                dst,
                object: self.object(*object)?,
            },
            ExprKind::Unary(op, a) => Inst::Unary {
                op: *op,
                ty,
                dst,
                a: self.operand(a)?,
            },
            ExprKind::Binary(op, a, b) => {
                let amount = checked(b.ty)?;
                Inst::Binary {
                    op: *op,
                    ty,
                    amount,
                    dst,
                    a: self.operand(a)?,
                    b: self.operand(b)?,
                }
            }
            ExprKind::Cmp(op, a, b) => Inst::Cmp {
                op: *op,
                ty: checked(a.ty)?,
                dst,
                a: self.operand(a)?,
                b: self.operand(b)?,
            },
            ExprKind::Cast(a) => Inst::Cast {
                from: checked(a.ty)?,
                to: ty,
                dst,
                a: self.operand(a)?,
            },
            ExprKind::Window(a) => Inst::Window {
                to: ty,
                dst,
                a: self.operand(a)?,
            },
            ExprKind::Bits(a) => Inst::Move {
                dst,
                src: self.operand(a)?,
            },
            ExprKind::Select(cond, a, b) => Inst::Select {
                ty,
                dst,
                cond: self.operand(cond)?,
                a: self.operand(a)?,
                b: self.operand(b)?,
            },
            ExprKind::PtrAdd(a, b) => Inst::PtrAdd {
                dst,
                a: self.operand(a)?,
                b: self.operand(b)?,
            },
            ExprKind::PtrRow(a, row) => Inst::PtrRow {
                dst,
                a: self.operand(a)?,
                row: self.operand(row)?,
            },
            ExprKind::PtrDiff(a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Inst::Binary {
                    op: ir::BinOp::Sub,
                    ty: Ty::I64,
                    amount: Ty::I64,
                    dst,
                    a,
                    b,
                }
            }
            ExprKind::Call(function, args) => {
                let mut operands = Vec::with_capacity(args.len());
                for arg in args {
                    operands.push((checked(arg.ty)?, self.operand(arg)?));
                }
                Inst::Call(Box::new(Call {
                    dst,
                    function: function.clone(),
                    ty,
                    args: operands,
                }))
            }
            ExprKind::Unknown(hole) => Inst::Unknown { dst, ty, hole: *hole },
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Geometry(_) => Inst::Move {
                dst,
                src: self.operand(expr)?,
            },
        };
        self.emit(inst);
        Ok(())
    }
}

/// Only types that have a size in memory can be computed with.
pub(super) fn checked(ty: Ty) -> Result<Ty, IllFormed> {
    match ty {
        Ty::Int { bits, .. } if !matches!(bits, 8 | 16 | 32 | 64 | 128) => {
            Err(format!("there is no integer type of {bits} bits"))
        }
        _ => Ok(ty),
    }
}
