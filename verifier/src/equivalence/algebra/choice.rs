//! Conditions, and what is chosen by them.

use super::{Algebra, Atom, Op, Value};
use kverify_frontend::ir::{BinOp, CmpOp, Ty, UnOp};

impl<'g> Algebra<'g> {
    pub(super) fn negation(&mut self, a: Value) -> Value {
        let not = Op::Unary(UnOp::Not, Ty::Bool);
        if let Value::Atom(atom) = a {
            match self.atoms[atom as usize].clone() {
                Atom::Op(op, mut args) if op == not => return args.remove(0),
                Atom::Literal(Ty::Bool, bits) => return self.literal(Ty::Bool, 1 - bits.min(1)),
                Atom::Op(Op::Compare(CmpOp::Lt, ty), args) if self.is_ordered(ty) => {
                    let args = args.into_iter().rev().collect();
                    return self.op(Ty::Bool, Op::Compare(CmpOp::Le, ty), args);
                }
                Atom::Op(Op::Compare(CmpOp::Le, ty), args) if self.is_ordered(ty) => {
                    let args = args.into_iter().rev().collect();
                    return self.op(Ty::Bool, Op::Compare(CmpOp::Lt, ty), args);
                }
                Atom::Leaf(_) | Atom::Literal(..) | Atom::Sum(_) | Atom::Poly(..) | Atom::Op(..) => {}
            }
        }
        self.op(Ty::Bool, not, vec![a])
    }

    /// Whether of two different values one is the smaller: there is no NaN.
    fn is_ordered(&self, ty: Ty) -> bool {
        self.reals || !matches!(ty, Ty::Float(_))
    }

    pub(super) fn compare(&mut self, op: CmpOp, ty: Ty, a: Value, b: Value) -> Value {
        if let (Value::Real(x, f), Value::Real(y, g)) = (&a, &b)
            && f.is_empty()
            && g.is_empty()
        {
            return self.literal(Ty::Bool, op.holds(x, y).into());
        }
        let (op, a, b) = match op {
            CmpOp::Gt => (CmpOp::Lt, b, a),
            CmpOp::Ge => (CmpOp::Le, b, a),
            CmpOp::Eq | CmpOp::Ne if b < a => (op, b, a),
            CmpOp::Eq | CmpOp::Ne | CmpOp::Lt | CmpOp::Le => (op, a, b),
        };
        if op == CmpOp::Ne {
            let equal = self.op(Ty::Bool, Op::Compare(CmpOp::Eq, ty), vec![a, b]);
            return self.negation(equal);
        }
        self.op(Ty::Bool, Op::Compare(op, ty), vec![a, b])
    }

    pub(super) fn choose(&mut self, ty: Ty, cond: Value, a: Value, b: Value) -> Value {
        if a == b {
            return a;
        }
        let Value::Atom(atom) = cond else {
            return self.op(ty, Op::Choose, vec![cond, a, b]);
        };
        match self.atoms[atom as usize].clone() {
            Atom::Literal(_, bits) => return if bits != 0 { a } else { b },
            Atom::Op(Op::Unary(UnOp::Not, _), mut args) => return self.choose(ty, args.remove(0), b, a),
            Atom::Op(Op::Compare(CmpOp::Lt | CmpOp::Le, of), args) if of == ty && self.is_ordered(ty) => {
                let is_min = args == [a.clone(), b.clone()];
                if is_min || args == [b.clone(), a.clone()] {
                    let op = if is_min { BinOp::Min } else { BinOp::Max };
                    return match ty {
                        Ty::Float(_) => self.extreme(!is_min, ty, args),
                        _ => self.plain_binary(op, ty, ty, a, b),
                    };
                }
            }
            Atom::Leaf(_) | Atom::Sum(_) | Atom::Poly(..) | Atom::Op(..) => {}
        }
        let [a, b] = [(a, 1), (b, 2)].map(|(value, way)| self.under(&cond, value, way));
        if a == b {
            return a;
        }
        self.op(ty, Op::Choose, vec![cond, a, b])
    }

    /// A value where the condition is known: what is chosen by the same one is settled.
    fn under(&self, cond: &Value, value: Value, way: usize) -> Value {
        let Some(atom) = value.as_atom() else {
            return value;
        };
        match &self.atoms[atom as usize] {
            Atom::Op(Op::Choose, args) if args[0] == *cond => args[way].clone(),
            Atom::Op(..) | Atom::Leaf(_) | Atom::Literal(..) | Atom::Sum(_) | Atom::Poly(..) => value,
        }
    }
}
