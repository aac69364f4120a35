//! Operators.

use super::types::{self, Shape};
use super::{Lowerer, Place, Value};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::build;
use crate::ir::{BinOp, BlockId, CmpOp, Expr, ExprKind, Loc, MemoryOrder, TermKind, Ty, UnOp, VarId};

/// The arithmetic of an operator, or of a compound assignment's.
pub(crate) fn arithmetic(operator: CXBinaryOperatorKind) -> Option<BinOp> {
    Some(match operator {
        CXBinaryOperator_Mul | CXBinaryOperator_MulAssign => BinOp::Mul,
        CXBinaryOperator_Div | CXBinaryOperator_DivAssign => BinOp::Div,
        CXBinaryOperator_Rem | CXBinaryOperator_RemAssign => BinOp::Rem,
        CXBinaryOperator_Add | CXBinaryOperator_AddAssign => BinOp::Add,
        CXBinaryOperator_Sub | CXBinaryOperator_SubAssign => BinOp::Sub,
        CXBinaryOperator_Shl | CXBinaryOperator_ShlAssign => BinOp::Shl,
        CXBinaryOperator_Shr | CXBinaryOperator_ShrAssign => BinOp::Shr,
        CXBinaryOperator_And | CXBinaryOperator_AndAssign => BinOp::And,
        CXBinaryOperator_Or | CXBinaryOperator_OrAssign => BinOp::Or,
        CXBinaryOperator_Xor | CXBinaryOperator_XorAssign => BinOp::Xor,
        _ => return None,
    })
}

pub(crate) fn comparison(operator: CXBinaryOperatorKind) -> Option<CmpOp> {
    Some(match operator {
        CXBinaryOperator_LT => CmpOp::Lt,
        CXBinaryOperator_GT => CmpOp::Gt,
        CXBinaryOperator_LE => CmpOp::Le,
        CXBinaryOperator_GE => CmpOp::Ge,
        CXBinaryOperator_EQ => CmpOp::Eq,
        CXBinaryOperator_NE => CmpOp::Ne,
        _ => return None,
    })
}

/// The type after integer promotion.
fn promoted(ty: Ty) -> Ty {
    match ty {
        Ty::Bool => Ty::I32,
        Ty::Int { bits, .. } if bits < 32 => Ty::I32,
        ty => ty,
    }
}

/// The type of the usual arithmetic conversions.
fn common(a: Ty, b: Ty) -> Ty {
    use crate::ir::FloatKind::*;
    match (promoted(a), promoted(b)) {
        (Ty::Float(F64), Ty::Float(_)) | (Ty::Float(_), Ty::Float(F64)) => Ty::Float(F64),
        (Ty::Float(F32), Ty::Float(_)) | (Ty::Float(_), Ty::Float(F32)) => Ty::Float(F32),
        (Ty::Float(kind), _) | (_, Ty::Float(kind)) => Ty::Float(kind),
        (Ty::Int { bits: m, signed: s }, Ty::Int { bits: n, signed: t }) => {
            if m == n {
                Ty::Int {
                    bits: m,
                    signed: s && t,
                }
            } else if m > n {
                Ty::Int { bits: m, signed: s }
            } else {
                Ty::Int { bits: n, signed: t }
            }
        }
        (a, _) => a,
    }
}

/// Whether the operator is a bit operation or remainder that floats lack.
fn integer_only(op: BinOp) -> bool {
    matches!(
        op,
        BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor
    )
}

impl<'u> Lowerer<'u, '_> {
    /// `a op b`
    pub(super) fn binary(&mut self, c: Cursor<'u>) -> Value {
        let operator = c.binary_operator();
        let &[left, right] = &c.expressions()[..] else {
            return self.other_operator(c);
        };
        if operator == CXBinaryOperator_Assign {
            return self.assign(c).1;
        }
        if operator == CXBinaryOperator_Comma {
            self.discard_operand(left);
            return self.rvalue(right);
        }
        if matches!(operator, CXBinaryOperator_PtrMemD | CXBinaryOperator_PtrMemI) {
            let place = self.lvalue(c);
            return self.read(&place);
        }
        if matches!(operator, CXBinaryOperator_LAnd | CXBinaryOperator_LOr)
            && !matches!(types::shape(c.ty()), Shape::Vector(..))
        {
            let ty = types::scalar(c.ty()).unwrap_or(Ty::Bool);
            return Value::Scalar(build::cast(
                self.logical(c, left, right, operator == CXBinaryOperator_LAnd),
                ty,
            ));
        }
        let loc = self.loc(c);
        let a = self.rvalue(left);
        let b = self.rvalue(right);
        self.apply(c, loc, operator, (a, left.ty()), (b, right.ty()))
    }

    /// An operator on values, by the type of the result.
    fn apply(
        &mut self,
        c: Cursor<'u>,
        loc: Loc,
        operator: CXBinaryOperatorKind,
        (a, left): (Value, Type<'u>),
        (b, right): (Value, Type<'u>),
    ) -> Value {
        if let Shape::Vector(result, lanes) = types::shape(c.ty()) {
            let elem = match (types::shape(left), types::shape(right)) {
                (Shape::Vector(elem, _), _) | (_, Shape::Vector(elem, _)) => elem,
                _ => result,
            };
            let a = self.lanes_of(a, lanes as usize, elem, loc);
            let b = self.lanes_of(b, lanes as usize, elem, loc);
            return Value::Vector(
                a.into_iter()
                    .zip(b)
                    .map(|(a, b)| vector_operator(operator, a, b, result))
                    .collect(),
            );
        }
        let a = self.scalar_of(a, loc);
        let b = self.scalar_of(b, loc);
        if let Some(op) = comparison(operator) {
            let (a, b) = comparable(a, b);
            let ty = types::scalar(c.ty()).unwrap_or(Ty::Bool);
            return Value::Scalar(build::cast(build::compare(op, a, b), ty));
        }
        let Some(op) = arithmetic(operator) else {
            return self.other_operator(c);
        };
        match (op, a.ty, b.ty) {
            (BinOp::Add, Ty::Ptr, _) => Value::Scalar(build::element(a, b, pointee_size(left))),
            (BinOp::Add, _, Ty::Ptr) => Value::Scalar(build::element(b, a, pointee_size(right))),
            (BinOp::Sub, Ty::Ptr, Ty::Ptr) => {
                let bytes = Expr {
                    ty: Ty::I64,
                    kind: ExprKind::PtrDiff(Box::new(a), Box::new(b)),
                };
                let size = build::int(i128::from(pointee_size(left).max(1)), Ty::I64);
                let ty = types::scalar(c.ty()).unwrap_or(Ty::I64);
                Value::Scalar(build::cast(build::binary(BinOp::Div, bytes, size), ty))
            }
            (BinOp::Sub, Ty::Ptr, _) => {
                let index = build::unary(UnOp::Neg, build::cast(b, Ty::I64));
                Value::Scalar(build::element(a, index, pointee_size(left)))
            }
            _ => {
                let ty = types::scalar(c.ty()).unwrap_or(a.ty);
                self.number_operator(c, op, a, b, ty)
            }
        }
    }

    /// An arithmetic operator on numbers.
    fn number_operator(&mut self, c: Cursor<'u>, op: BinOp, a: Expr, b: Expr, ty: Ty) -> Value {
        if integer_only(op) && !matches!(ty, Ty::Int { .. } | Ty::Bool) {
            return self.other_operator(c);
        }
        let shift = matches!(op, BinOp::Shl | BinOp::Shr);
        let a = build::cast(a, ty);
        let b = if shift { b } else { build::cast(b, ty) };
        Value::Scalar(build::binary(op, a, b))
    }

    fn other_operator(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        self.unknown(loc, "this operator is not modelled", c.ty(), Vec::new())
    }

    /// `a && b`, `a || b`: the right side runs only if it must.
    fn logical(&mut self, c: Cursor<'u>, left: Cursor<'u>, right: Cursor<'u>, and: bool) -> Expr {
        let loc = self.loc(c);
        let result = self.b.temp(if and { "and" } else { "or" }, Ty::Bool);
        let (more, done) = (self.b.block(), self.b.block());
        let first = self.scalar(left);
        let first = build::truth(first);
        self.b.assign(loc, result, build::int(i128::from(!and), Ty::Bool));
        let left_loc = self.loc(left);
        if and {
            self.b.branch(left_loc, first, more, done);
        } else {
            self.b.branch(left_loc, first, done, more);
        }
        self.b.enter(more);
        let second = self.losing_temporaries(|l| l.scalar(right));
        self.b.assign(loc, result, build::truth(second));
        self.b.fall_into(loc, done);
        build::var(result, Ty::Bool)
    }

    /// Goes to `yes` or `no` by a condition.
    pub(super) fn condition(&mut self, c: Cursor<'u>, yes: BlockId, no: BlockId) {
        let inner = super::expr::strip(c);
        let loc = self.loc(c);
        let scalar = !matches!(types::shape(inner.ty()), Shape::Vector(..) | Shape::Record(_));
        if scalar && inner.kind() == CXCursor_BinaryOperator {
            let operator = inner.binary_operator();
            if let &[left, right] = &inner.expressions()[..]
                && matches!(operator, CXBinaryOperator_LAnd | CXBinaryOperator_LOr)
            {
                let more = self.b.block();
                if operator == CXBinaryOperator_LAnd {
                    self.condition(left, more, no);
                } else {
                    self.condition(left, yes, more);
                }
                self.b.enter(more);
                self.condition(right, yes, no);
                return;
            }
        }
        if scalar
            && inner.kind() == CXCursor_UnaryOperator
            && inner.unary_operator() == CXUnaryOperator_LNot
            && let [child] = inner.expressions()[..]
        {
            self.condition(child, no, yes);
            return;
        }
        // C conversions of a truth value around a condition.
        if inner.kind() == CXCursor_UnexposedExpr
            && types::scalar(inner.ty()) == Some(Ty::Bool)
            && let [child] = inner.expressions()[..]
            && types::scalar(child.ty()).is_some_and(|ty| ty != Ty::Ptr)
            && matches!(
                super::expr::strip(child).kind(),
                CXCursor_BinaryOperator | CXCursor_UnaryOperator
            )
        {
            self.condition(child, yes, no);
            return;
        }
        let value = self.scalar(c);
        self.b.branch(loc, value, yes, no);
    }

    /// `a = b`; gives `a`'s place and the value that it holds now.
    pub(super) fn assign(&mut self, c: Cursor<'u>) -> (Place<'u>, Value) {
        let &[left, right] = &c.expressions()[..] else {
            return (self.lost_place(c, "this assignment is not modelled"), Value::Void);
        };
        let value = self.rvalue(right);
        let place = self.lvalue(left);
        let value = match types::shape(left.ty()) {
            Shape::Scalar(_) | Shape::Vector(..) => self.convert(value, left.ty(), place.loc),
            _ => value,
        };
        self.write(&place, value.clone());
        let value = Self::held(&place, value);
        (place, value)
    }

    /// `a op= b`; gives `a`'s place and the value that it holds now.
    pub(super) fn compound_assign(&mut self, c: Cursor<'u>) -> (Place<'u>, Value) {
        let &[left, right] = &c.expressions()[..] else {
            return (self.lost_place(c, "this assignment is not modelled"), Value::Void);
        };
        let loc = self.loc(c);
        let b = self.rvalue(right);
        let place = self.lvalue(left);
        self.is_one_update(&place, loc);
        let a = self.read(&place);
        let operator = c.binary_operator();
        let value = match (arithmetic(operator), a, types::shape(left.ty())) {
            (Some(op), Value::Scalar(a), Shape::Scalar(ty)) if ty != Ty::Ptr => {
                let b = self.scalar_of(b, loc);
                let shift = matches!(op, BinOp::Shl | BinOp::Shr);
                let wide = if shift { promoted(ty) } else { common(ty, b.ty) };
                match self.number_operator(c, op, a, b, wide) {
                    Value::Scalar(expr) => Value::Scalar(build::cast(expr, ty)),
                    other => other,
                }
            }
            (_, a, _) => self.apply(c, loc, plain(operator), (a, left.ty()), (b, right.ty())),
        };
        self.write(&place, value.clone());
        let value = Self::held(&place, value);
        (place, value)
    }

    /// Notes that what is read of an atomic place and what is written there belong together.
    fn is_one_update(&mut self, place: &Place<'u>, loc: Loc) {
        if self.is_atomic(place) {
            self.b.regions.push((loc.span, MemoryOrder::SeqCst));
        }
    }

    /// `++a`, `a++`, `--a`, `a--`: the place and the value before (`post`) or after.
    pub(super) fn increment(&mut self, c: Cursor<'u>, post: bool) -> (Place<'u>, Value) {
        let Some(child) = c.expressions().pop() else {
            return (self.lost_place(c, "this operator is not modelled"), Value::Void);
        };
        let loc = self.loc(c);
        let place = self.lvalue(child);
        self.is_one_update(&place, loc);
        let old = self.read(&place);
        let up = matches!(
            c.unary_operator(),
            CXUnaryOperator_PreInc | CXUnaryOperator_PostInc
        );
        let op = if up { BinOp::Add } else { BinOp::Sub };
        let step = |old: Expr, ty: Ty| match ty {
            Ty::Ptr => {
                let size = pointee_size(child.ty()) as i128;
                build::offset(old, build::int(if up { size } else { -size }, Ty::I64))
            }
            Ty::Bool => build::int(1, Ty::Bool),
            _ => {
                let wide = promoted(ty);
                build::cast(build::binary(op, build::cast(old, wide), build::int(1, wide)), ty)
            }
        };
        let new = match (&old, types::shape(child.ty())) {
            (Value::Scalar(old), Shape::Scalar(ty)) => Value::Scalar(step(old.clone(), ty)),
            (Value::Vector(parts), Shape::Vector(ty, _)) => {
                Value::Vector(parts.iter().map(|p| step(p.clone(), ty)).collect())
            }
            _ => self.unknown(loc, "this operator is not modelled", child.ty(), Vec::new()),
        };
        self.write(&place, new.clone());
        let new = Self::held(&place, new);
        (place, if post { old } else { new })
    }

    /// Unary operators.
    pub(super) fn unary(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let Some(child) = c.expressions().pop() else {
            return self.other_operator(c);
        };
        match c.unary_operator() {
            CXUnaryOperator_PostInc | CXUnaryOperator_PostDec => self.increment(c, true).1,
            CXUnaryOperator_PreInc | CXUnaryOperator_PreDec => self.increment(c, false).1,
            CXUnaryOperator_AddrOf => match types::shape(child.ty()) {
                Shape::Opaque => self.function_value(child),
                _ => Value::Scalar(self.lvalue(child).addr),
            },
            CXUnaryOperator_Deref => match types::shape(c.ty()) {
                Shape::Opaque => self.rvalue(child),
                _ => {
                    let place = self.lvalue(c);
                    self.read(&place)
                }
            },
            CXUnaryOperator_Plus | CXUnaryOperator_Extension => {
                let value = self.rvalue(child);
                self.convert(value, c.ty(), loc)
            }
            CXUnaryOperator_Minus => self.each(c, child, |e| build::unary(UnOp::Neg, e)),
            CXUnaryOperator_Not => self.each(c, child, |e| build::unary(UnOp::BitNot, e)),
            CXUnaryOperator_LNot => {
                let value = self.rvalue(child);
                match (types::shape(c.ty()), value) {
                    (Shape::Vector(ty, _), Value::Vector(parts)) => Value::Vector(
                        parts
                            .into_iter()
                            .map(|p| all_ones(build::not(build::truth(p)), ty))
                            .collect(),
                    ),
                    (_, value) => {
                        let expr = self.scalar_of(value, loc);
                        let ty = types::scalar(c.ty()).unwrap_or(Ty::Bool);
                        Value::Scalar(build::cast(build::not(build::truth(expr)), ty))
                    }
                }
            }
            _ => self.other_operator(c),
        }
    }

    /// An operator on a scalar or on each component.
    fn each(&mut self, c: Cursor<'u>, child: Cursor<'u>, op: impl Fn(Expr) -> Expr) -> Value {
        let loc = self.loc(c);
        let value = self.rvalue(child);
        match self.convert(value, c.ty(), loc) {
            Value::Scalar(expr) => Value::Scalar(op(expr)),
            Value::Vector(parts) => Value::Vector(parts.into_iter().map(op).collect()),
            _ => self.other_operator(c),
        }
    }

    /// `a ? b : c`
    pub(super) fn conditional(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let &[cond, then, other] = &c.expressions()[..] else {
            return self.other_operator(c);
        };
        if let (Shape::Vector(elem, lanes), Shape::Vector(..)) =
            (types::shape(c.ty()), types::shape(cond.ty()))
        {
            return self.vector_conditional(loc, [cond, then, other], elem, lanes as usize);
        }
        let slots: Vec<VarId> = match types::shape(c.ty()) {
            Shape::Scalar(ty) => vec![self.b.temp("cond", ty)],
            Shape::Vector(ty, lanes) => (0..lanes).map(|_| self.b.temp("cond", ty)).collect(),
            _ => Vec::new(),
        };
        let memory = match types::shape(c.ty()) {
            Shape::Record(_) | Shape::Array(..) => Some(self.temporary(loc, "cond", c.ty())),
            _ => None,
        };
        let (yes, no, done) = (self.b.block(), self.b.block(), self.b.block());
        self.condition(cond, yes, no);
        for (block, arm) in [(yes, then), (no, other)] {
            self.b.enter(block);
            let value = self.losing_temporaries(|l| l.rvalue(arm));
            if let Some(addr) = &memory {
                let place = self.place(addr.clone(), c.ty(), loc);
                self.write(&place, value);
            } else if let [slot] = slots[..] {
                let expr = self.scalar_of(value, loc);
                self.b.assign(loc, slot, expr);
            } else if let Some(&first) = slots.first() {
                let elem = self.b.vars[first].ty;
                let parts = self.lanes_of(value, slots.len(), elem, loc);
                for (slot, part) in slots.iter().zip(parts) {
                    self.b.assign(loc, *slot, part);
                }
            }
            self.b.end(loc, TermKind::Goto(done));
        }
        self.b.enter(done);
        let parts: Vec<Expr> = slots
            .iter()
            .map(|slot| build::var(*slot, self.b.vars[*slot].ty))
            .collect();
        match (memory, types::shape(c.ty())) {
            (Some(addr), _) => Value::Memory(addr),
            (None, Shape::Vector(..)) => Value::Vector(parts),
            (None, Shape::Scalar(_)) => parts.into_iter().next().map_or(Value::Void, Value::Scalar),
            _ => Value::Void,
        }
    }

    /// OpenCL's `a ? b : c` on vectors: by the highest bit of each component of `a`.
    fn vector_conditional(&mut self, loc: Loc, parts: [Cursor<'u>; 3], elem: Ty, lanes: usize) -> Value {
        let [cond, then, other] = parts.map(|part| (self.rvalue(part), part.ty()));
        let cond_ty = match types::shape(cond.1) {
            Shape::Vector(ty, _) => ty,
            _ => Ty::I32,
        };
        let cond = self.lanes_of(cond.0, lanes, cond_ty, loc);
        let then = self.lanes_of(then.0, lanes, elem, loc);
        let other = self.lanes_of(other.0, lanes, elem, loc);
        let picked = cond
            .into_iter()
            .zip(then)
            .zip(other)
            .map(|((c, a), b)| build::select(highest_bit(c), a, b));
        Value::Vector(picked.collect())
    }

    /// `a ? b : c` as an l-value.
    pub(super) fn conditional_place(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let &[cond, then, other] = &c.expressions()[..] else {
            return self.lost_place(c, "this conditional is not modelled");
        };
        let pointer = self.b.temp("cond", Ty::Ptr);
        let (yes, no, done) = (self.b.block(), self.b.block(), self.b.block());
        self.condition(cond, yes, no);
        for (block, arm) in [(yes, then), (no, other)] {
            self.b.enter(block);
            let addr = self.lvalue(arm).addr;
            self.b.assign(loc, pointer, addr);
            self.b.end(loc, TermKind::Goto(done));
        }
        self.b.enter(done);
        self.place(build::var(pointer, Ty::Ptr), c.ty(), loc)
    }
}

/// Operands of a comparison, of one type.
fn comparable(a: Expr, b: Expr) -> (Expr, Expr) {
    match (a.ty, b.ty) {
        (x, y) if x == y => (a, b),
        (Ty::Ptr, _) => {
            let b = build::cast(b, Ty::Ptr);
            (a, b)
        }
        (_, Ty::Ptr) => (build::cast(a, Ty::Ptr), b),
        (x, y) => {
            let ty = common(x, y);
            (build::cast(a, ty), build::cast(b, ty))
        }
    }
}

/// An operator on components; comparisons give 0 or -1.
fn vector_operator(operator: CXBinaryOperatorKind, a: Expr, b: Expr, result: Ty) -> Expr {
    if let Some(op) = comparison(operator) {
        return all_ones(build::compare(op, a, b), result);
    }
    match operator {
        CXBinaryOperator_LAnd => all_ones(
            build::binary(BinOp::And, build::truth(a), build::truth(b)),
            result,
        ),
        CXBinaryOperator_LOr => all_ones(build::binary(BinOp::Or, build::truth(a), build::truth(b)), result),
        _ => match arithmetic(operator) {
            Some(op) => build::cast(build::binary(op, a, b), result),
            None => a,
        },
    }
}

/// -1 for true, 0 for false.
fn all_ones(truth: Expr, ty: Ty) -> Expr {
    build::select(truth, build::int(-1, ty), build::int(0, ty))
}

/// Whether the highest bit is set.
pub fn highest_bit(expr: Expr) -> Expr {
    let bits = (expr.ty.bytes() * 8) as u8;
    let signed = Ty::Int { bits, signed: true };
    let expr = build::bits(expr, signed);
    build::compare(CmpOp::Lt, expr, build::int(0, signed))
}

/// Size of what a pointer points to; 1 for `void`.
fn pointee_size(ty: Type<'_>) -> u64 {
    let ty = ty.canonical();
    let target = match types::shape(ty) {
        Shape::Array(element, _) => element,
        _ => ty.pointee(),
    };
    match types::shape(target) {
        Shape::Void => 1,
        _ => types::size(target).max(1),
    }
}

/// The operator of a compound assignment.
pub(crate) fn plain(operator: CXBinaryOperatorKind) -> CXBinaryOperatorKind {
    match operator {
        CXBinaryOperator_MulAssign => CXBinaryOperator_Mul,
        CXBinaryOperator_DivAssign => CXBinaryOperator_Div,
        CXBinaryOperator_RemAssign => CXBinaryOperator_Rem,
        CXBinaryOperator_AddAssign => CXBinaryOperator_Add,
        CXBinaryOperator_SubAssign => CXBinaryOperator_Sub,
        CXBinaryOperator_ShlAssign => CXBinaryOperator_Shl,
        CXBinaryOperator_ShrAssign => CXBinaryOperator_Shr,
        CXBinaryOperator_AndAssign => CXBinaryOperator_And,
        CXBinaryOperator_OrAssign => CXBinaryOperator_Or,
        CXBinaryOperator_XorAssign => CXBinaryOperator_Xor,
        other => other,
    }
}
