//! Atomic accesses.

use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::clang::kinds::{CXType_LValueReference, CXType_RValueReference};
use crate::ir::build;
use crate::ir::{Atomic, AtomicOp, Expr, Language, MemoryOrder, Ordering, OrderingPart, StmtKind, Ty};

impl<'u> Lowerer<'u, '_> {
    /// A call of an atomic function: the address, then operands, then what says what it orders.
    pub(super) fn atomic(
        &mut self,
        c: Cursor<'u>,
        args: &[Cursor<'u>],
        (op, ordering): (AtomicOp, Ordering),
        operands: u8,
        (parts, after): (&[OrderingPart], &[Cursor<'u>]),
    ) -> Value {
        let loc = self.loc(c);
        let Some(target) = args.first().copied() else {
            return Value::Void;
        };
        let cell = cell_type(target);
        let addr = self.pointer(target);
        // What else is atomic, is made of these with care.
        if self.language == Language::Cuda && c.spelling().starts_with("atomic") {
            self.b.emit(loc, crate::promote::atomics::demand(addr.clone()));
        }
        let ty = cell.or_else(|| types::scalar(c.ty())).unwrap_or(Ty::I32);
        let mut values: Vec<Expr> = Vec::new();
        for arg in args.iter().skip(1).take(usize::from(operands)) {
            let value = self.operand(*arg, ty);
            values.push(value);
        }
        if operands == 0 && matches!(op, AtomicOp::Add | AtomicOp::Sub) {
            values.push(build::int(1, ty));
        }
        let stated = self.stated(parts, after);
        let result = types::scalar(c.ty());
        let dst = (result.is_some() && op != AtomicOp::Store).then(|| self.b.temp("old", ty));
        self.b.emit(
            loc,
            StmtKind::Atomic(Atomic {
                op,
                dst,
                addr,
                ty,
                args: values.clone(),
                ordering,
                failure: MemoryOrder::Relaxed,
                stated,
            }),
        );
        match (dst, result) {
            // `atomic_compare_exchange` of C11 gives a truth value, and the old value through its second argument.
            (Some(dst), Some(Ty::Bool)) if op == AtomicOp::Cas => {
                let old = build::var(dst, ty);
                let same = values.first().map_or(build::int(1, Ty::Bool), |expected| {
                    build::compare(crate::ir::CmpOp::Eq, old.clone(), expected.clone())
                });
                if let Some(expected) = args.get(1)
                    && types::scalar(expected.ty()) == Some(Ty::Ptr)
                {
                    let to = self.scalar(*expected);
                    self.b.store(loc, to, old, false);
                }
                Value::Scalar(same)
            }
            (Some(dst), Some(result)) => Value::Scalar(build::cast(build::var(dst, ty), result)),
            (None, _) | (_, None) => Value::Void,
        }
    }

    /// `atomic_init(object, value)`
    pub(super) fn atomic_init(&mut self, c: Cursor<'u>, object: Cursor<'u>, value: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let addr = self.pointer(object);
        let ty = cell_type(object).unwrap_or(Ty::I32);
        let value = self.operand(value, ty);
        self.b.store(loc, addr, value, false);
        Value::Void
    }

    /// An operand; C11's expected value is behind a pointer.
    fn operand(&mut self, arg: Cursor<'u>, ty: Ty) -> Expr {
        let loc = self.loc(arg);
        if types::scalar(arg.ty()) == Some(Ty::Ptr) && ty != Ty::Ptr {
            let addr = self.scalar(arg);
            return self.b.load(loc, addr, ty, false);
        }
        build::cast(self.scalar(arg), ty)
    }

    /// The address that an atomic function is handed, as pointer or reference.
    fn pointer(&mut self, target: Cursor<'u>) -> Expr {
        match types::shape(target.ty()) {
            Shape::Scalar(Ty::Ptr) => self.scalar(target),
            Shape::Array(..) => self.lvalue(target).addr,
            _ => self.lvalue(target).addr,
        }
    }
}

/// The type of the memory cell that a pointer argument leads to, without conversions to `void *`.
fn cell_type(target: Cursor<'_>) -> Option<Ty> {
    let ty = target.ty().canonical();
    let pointee = match ty.kind() {
        CXType_LValueReference | CXType_RValueReference => ty.pointee(),
        _ if types::scalar(ty) == Some(Ty::Ptr) => ty.pointee(),
        _ => ty,
    };
    types::scalar(pointee)
}
