//! Expressions to terms: C's operators on ℤ, wrapped to the result's type.

use super::integers::{Operand, integer_function};
use super::pointers::Addresses;
use super::{Machine, Pointer, State, Value};
use crate::term::{BitOp, Level, Node, Origin, Range, Sort, TermId};
use kverify_frontend::ir::{BinOp, CmpOp, Expr, ExprKind, FloatKind, Language, Loc, PureFn, Ty, UnOp, VarId};

impl Machine<'_> {
    /// The value of `e` in `state`.
    pub(super) fn eval(&mut self, state: &State, e: &Expr, loc: Loc) -> Value {
        match &e.kind {
            ExprKind::Var(v) => self.var(state, *v),
            ExprKind::Null => {
                let zero = self.terms.int(0);
                Value::Pointer(Pointer {
                    object: self.terms.int(Pointer::NULL),
                    row: zero,
                    offset: zero,
                })
            }
            ExprKind::Object(o) => Value::Pointer(self.address_of(*o)),
            ExprKind::PtrAdd(to, n) => {
                let is_distance = !self.objects.targets(n).some().is_empty();
                let (mut p, n) = (self.pointer(state, to, loc), self.scalar(state, n, loc));
                // A distance to another object leads there.
                if is_distance {
                    let from = self.number_of(p, Addresses::Generic);
                    let x = self.terms.add(from, n);
                    return self.pointer_of(x, Addresses::Generic, loc);
                }
                p.offset = self.terms.add(p.offset, n);
                Value::Pointer(p)
            }
            ExprKind::PtrRow(p, n) => {
                let (mut p, n) = (self.pointer(state, p, loc), self.scalar(state, n, loc));
                p.row = match self.distributed {
                    true => self.row_of_rank(p, n),
                    false => n,
                };
                Value::Pointer(p)
            }
            ExprKind::Select(c, a, b) => {
                let c = self.scalar(state, c, loc);
                let (a, b) = (self.eval(state, a, loc), self.eval(state, b, loc));
                Value::ite(&mut self.terms, c, a, b)
            }
            ExprKind::Cast(a) | ExprKind::Bits(a) if e.ty == Ty::Ptr => {
                self.number_as_pointer(state, a, Addresses::Generic, loc)
            }
            ExprKind::Window(a) if e.ty == Ty::Ptr => {
                self.number_as_pointer(state, a, Addresses::Window, loc)
            }
            ExprKind::Unknown(h) => {
                let hole = &self.kernel.holes[*h];
                let a = self.approximation(hole.reason.clone(), hole.loc);
                self.unknown_value("unknown", e.ty, Level::Thread, Origin::Approximate(a))
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Geometry(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cmp(..)
            | ExprKind::Cast(_)
            | ExprKind::Bits(_)
            | ExprKind::Window(_)
            | ExprKind::PtrDiff(..)
            | ExprKind::Call(..) => match e.ty {
                Ty::Ptr => self.unknown_value("pointer", Ty::Ptr, Level::Thread, Origin::Free),
                _ => Value::Scalar(self.scalar(state, e, loc)),
            },
        }
    }

    fn var(&mut self, state: &State, v: VarId) -> Value {
        if let Some(value) = state.env.get(&v) {
            return *value;
        }
        let var = &self.kernel.vars[v];
        self.unknown_value(&var.name.clone(), var.ty, Level::Thread, Origin::Free)
    }

    /// The value of a pointer expression.
    pub(super) fn pointer(&mut self, state: &State, e: &Expr, loc: Loc) -> Pointer {
        match self.eval(state, e, loc) {
            Value::Pointer(p) => p,
            Value::Scalar(_) => {
                let zero = self.terms.int(0);
                Pointer {
                    object: self.terms.int(Pointer::UNKNOWN),
                    row: zero,
                    offset: zero,
                }
            }
        }
    }

    /// The value of an expression that is no pointer.
    pub(super) fn scalar(&mut self, state: &State, e: &Expr, loc: Loc) -> TermId {
        match &e.kind {
            ExprKind::Int(v) if e.ty == Ty::Bool => self.terms.bool(*v != 0),
            ExprKind::Int(v) => self.terms.int(*v),
            ExprKind::Float(v) => match e.ty {
                Ty::Float(k) => self.terms.float(k, v.get()),
                _ => self.terms.float(FloatKind::F64, v.get()),
            },
            ExprKind::Geometry(g) => self.geometry(*g),
            ExprKind::Unary(op, a) => self.unary(state, *op, a, e.ty, loc),
            ExprKind::Binary(op, a, b) => self.binary(state, *op, a, b, e.ty, loc),
            ExprKind::Cmp(op, a, b) => self.compare(state, *op, a, b, loc),
            ExprKind::Cast(a) => self.cast(state, a, e.ty, loc),
            ExprKind::Window(a) => self.address_number(state, a, Addresses::Window, e.ty, loc),
            ExprKind::Bits(a) => match (a.ty, e.ty) {
                (Ty::Int { .. }, Ty::Int { .. }) => self.cast(state, a, e.ty, loc),
                _ => {
                    let parts = self.parts(state, std::slice::from_ref(&**a), loc);
                    self.bits(&parts, a.ty, e.ty)
                }
            },
            ExprKind::PtrDiff(a, b) => {
                let (a, b) = (self.pointer(state, a, loc), self.pointer(state, b, loc));
                self.distance(a, b)
            }
            ExprKind::Call(f, args) => self.pure_call(state, f, args, e.ty, loc),
            ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Object(_)
            | ExprKind::Select(..)
            | ExprKind::PtrAdd(..)
            | ExprKind::PtrRow(..)
            | ExprKind::Unknown(_) => match self.eval(state, e, loc) {
                Value::Scalar(t) => t,
                Value::Pointer(p) => p.offset,
            },
        }
    }

    fn unary(&mut self, state: &State, op: UnOp, a: &Expr, ty: Ty, loc: Loc) -> TermId {
        let x = self.scalar(state, a, loc);
        match (op, ty) {
            (UnOp::Not, _) => self.terms.not(x),
            (UnOp::Neg, Ty::Int { .. }) => {
                let t = self.terms.scale(x, -1);
                self.terms.wrap(t, ty)
            }
            // ~x = -1 - x
            (UnOp::BitNot, Ty::Int { .. }) => {
                let t = self.terms.sum(&[(x, -1)], -1);
                self.terms.wrap(t, ty)
            }
            (UnOp::Neg, _) => self.apply("neg", &[x], ty),
            (UnOp::BitNot, _) => self.terms.not(x),
        }
    }

    fn binary(&mut self, state: &State, op: BinOp, a: &Expr, b: &Expr, ty: Ty, loc: Loc) -> TermId {
        let (x, y) = (self.scalar(state, a, loc), self.scalar(state, b, loc));
        match ty {
            Ty::Bool => match op {
                BinOp::And | BinOp::Min | BinOp::Mul => self.terms.and(&[x, y]),
                BinOp::Or | BinOp::Max => self.terms.or(&[x, y]),
                _ => {
                    let same = self.terms.eq(x, y);
                    self.terms.not(same)
                }
            },
            Ty::Int { bits, .. } => {
                let t = self.integer(op, x, y, bits);
                // Bits that a shift pushes out are lost by definition, into the sign as well (C++20 [expr.shift]; all compilers for
                // devices do so in older languages too).
                match op == BinOp::Shl {
                    true => self.terms.convert(t, ty),
                    false => self.terms.wrap(t, ty),
                }
            }
            _ => {
                let name = format!("{op:?}").to_lowercase();
                self.apply(&name, &[x, y], ty)
            }
        }
    }

    fn integer(&mut self, op: BinOp, x: TermId, y: TermId, bits: u8) -> TermId {
        let is_shift = matches!(op, BinOp::Shl | BinOp::Shr);
        let t = &mut self.terms;
        // OpenCL C 3.0, 6.3: the amount counts modulo the width.
        let y = match is_shift && self.kernel.language == Language::OpenCl {
            true => t.floor_mod(y, i128::from(bits.max(1))),
            false => y,
        };
        match op {
            BinOp::Add => t.add(x, y),
            BinOp::Sub => t.sub(x, y),
            BinOp::Mul => t.mul(x, y),
            BinOp::Div => t.div(x, y),
            BinOp::Rem => t.rem(x, y),
            // Shifting by the width or more is undefined in C; CUDA devices clamp the amount.
            BinOp::Shl if t.as_int(y).is_some_and(|k| !(0..i128::from(bits)).contains(&k)) => t.int(0),
            BinOp::Shl => t.shl(x, y),
            BinOp::Shr => t.shr(x, y),
            BinOp::And => t.bits(BitOp::And, x, y),
            BinOp::Or => t.bits(BitOp::Or, x, y),
            BinOp::Xor => t.bits(BitOp::Xor, x, y),
            BinOp::Min => t.min(x, y),
            BinOp::Max => t.max(x, y),
        }
    }

    fn compare(&mut self, state: &State, op: CmpOp, a: &Expr, b: &Expr, loc: Loc) -> TermId {
        match a.ty {
            Ty::Ptr => {
                let (p, q) = (self.pointer(state, a, loc), self.pointer(state, b, loc));
                self.compare_pointers(op, p, q)
            }
            Ty::Float(_) => {
                let (x, y) = (self.scalar(state, a, loc), self.scalar(state, b, loc));
                self.compare_floats(op, x, y)
            }
            Ty::Bool => {
                let (x, y) = (self.scalar(state, a, loc), self.scalar(state, b, loc));
                match op {
                    CmpOp::Eq => self.terms.eq(x, y),
                    CmpOp::Ne => self.terms.ne(x, y),
                    _ => {
                        let (x, y) = (self.terms.of_bool(x), self.terms.of_bool(y));
                        self.compare_integers(op, x, y)
                    }
                }
            }
            Ty::Int { .. } => {
                let (x, y) = (self.scalar(state, a, loc), self.scalar(state, b, loc));
                self.compare_integers(op, x, y)
            }
        }
    }

    pub(super) fn compare_integers(&mut self, op: CmpOp, x: TermId, y: TermId) -> TermId {
        match op {
            CmpOp::Eq => self.terms.eq(x, y),
            CmpOp::Ne => self.terms.ne(x, y),
            CmpOp::Lt => self.terms.lt(x, y),
            CmpOp::Le => self.terms.le(x, y),
            CmpOp::Gt => self.terms.lt(y, x),
            CmpOp::Ge => self.terms.le(y, x),
        }
    }

    /// Float comparisons are opaque but for constants: `<` and `=` as two predicates of the operands.
    fn compare_floats(&mut self, op: CmpOp, x: TermId, y: TermId) -> TermId {
        if let (Node::Float(_, a), Node::Float(_, b)) = (self.terms.node(x), self.terms.node(y)) {
            let (a, b) = (f64::from_bits(*a), f64::from_bits(*b));
            return self.terms.bool(op.holds(a, b));
        }
        let (name, args, negate) = match op {
            CmpOp::Eq => ("feq", [x.min(y), x.max(y)], false),
            CmpOp::Ne => ("feq", [x.min(y), x.max(y)], true),
            CmpOp::Lt => ("flt", [x, y], false),
            CmpOp::Gt => ("flt", [y, x], false),
            CmpOp::Le => ("fle", [x, y], false),
            CmpOp::Ge => ("fle", [y, x], false),
        };
        let f = self.terms.pure_fn(name, Sort::Bool, Range::ALL);
        let t = self.terms.app(f, &args);
        if negate { self.terms.not(t) } else { t }
    }

    fn cast(&mut self, state: &State, a: &Expr, to: Ty, loc: Loc) -> TermId {
        if a.ty == Ty::Ptr {
            return self.address_number(state, a, Addresses::Generic, to, loc);
        }
        let x = self.scalar(state, a, loc);
        match (a.ty, to) {
            (Ty::Bool, Ty::Bool) => x,
            (Ty::Bool, Ty::Int { .. }) => self.terms.of_bool(x),
            (Ty::Bool, _) => {
                let n = self.terms.of_bool(x);
                self.apply("to_float", &[n], to)
            }
            (Ty::Int { .. }, Ty::Bool) => {
                let zero = self.terms.int(0);
                self.terms.ne(x, zero)
            }
            (Ty::Int { bits: from, .. }, Ty::Int { bits, .. }) if from > bits => self.terms.convert(x, to),
            // An index that is computed without a sign and kept with one is index arithmetic still.
            (Ty::Int { .. }, Ty::Int { .. }) => self.terms.wrap(x, to),
            (Ty::Int { .. }, Ty::Float(k)) => match self.terms.as_int(x) {
                #[expect(clippy::cast_precision_loss, reason = "small constants only")]
                Some(v) if v.unsigned_abs() < 1 << 11 => self.terms.float(k, v as f64),
                _ => self.apply("to_float", &[x], to),
            },
            (Ty::Float(_), Ty::Bool) => {
                let zero = self.terms.float(FloatKind::F64, 0.0);
                self.compare_floats(CmpOp::Ne, x, zero)
            }
            (Ty::Float(_), Ty::Int { .. }) => self.float_to_int(x, to),
            (Ty::Float(f), Ty::Float(t)) if f == t => x,
            (Ty::Float(_), _) => match self.terms.node(x) {
                // Exact when both formats hold the value; a narrower one may round.
                Node::Float(_, b)
                    if f64::from_bits(*b).fract() == 0.0 && f64::from_bits(*b).abs() < 256.0 =>
                {
                    let v = f64::from_bits(*b);
                    let Ty::Float(k) = to else { return x };
                    self.terms.float(k, v)
                }
                _ => self.apply("convert", &[x], to),
            },
            (Ty::Int { .. }, Ty::Ptr) | (Ty::Ptr, _) => x,
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "C truncates toward zero, as `as` does"
    )]
    fn float_to_int(&mut self, x: TermId, to: Ty) -> TermId {
        if let Node::Float(_, b) = self.terms.node(x) {
            let v = f64::from_bits(*b);
            if v.is_finite() && v.abs() < 1e15 {
                let t = self.terms.int(v.trunc() as i128);
                return self.terms.wrap(t, to);
            }
        }
        self.apply("to_int", &[x], to)
    }

    /// The addresses that flow into a number.
    pub(super) fn addresses_in(&self, x: TermId) -> Vec<TermId> {
        let is_address = |t: &TermId| match self.terms.node(*t) {
            Node::App(f, _) => Addresses::ALL
                .iter()
                .any(|of| self.terms.functions[*f].name == of.function()),
            _ => false,
        };
        self.terms
            .post_order(&[x])
            .into_iter()
            .filter(is_address)
            .collect()
    }

    /// Numbers as they are, pointers by their parts.
    fn parts(&mut self, state: &State, args: &[Expr], loc: Loc) -> Vec<TermId> {
        let mut terms = Vec::new();
        for a in args {
            match self.eval(state, a, loc) {
                Value::Scalar(t) => terms.push(t),
                Value::Pointer(p) => terms.extend(p.parts()),
            }
        }
        terms
    }

    fn pure_call(&mut self, state: &State, f: &PureFn, args: &[Expr], ty: Ty, loc: Loc) -> TermId {
        let terms = self.parts(state, args, loc);
        let count = match (f, ty, terms.as_slice()) {
            (PureFn::Library(f), Ty::Int { .. }, &[x]) => self.bit_count(*f, x, args[0].ty),
            _ => None,
        };
        let known = match f {
            PureFn::Library(f) if terms.len() == args.len() => {
                let operands = terms.iter().copied().zip(args.iter().map(|a| a.ty));
                let operands: Vec<Operand> = operands.collect();
                count.or_else(|| integer_function(&mut self.terms, *f, &operands, ty))
            }
            _ => None,
        };
        known.unwrap_or_else(|| self.apply(&f.name(), &terms, ty))
    }

    /// The bits of a value of one type as another; back again they are what they were.
    fn bits(&mut self, parts: &[TermId], from: Ty, to: Ty) -> TermId {
        let back = self.apply("bits", parts, to);
        if let [part] = *parts
            && let Node::App(_, args) = self.terms.node(part)
            && let [before] = args[..]
        {
            let there = self.apply("bits", &[before], from);
            let fits = self.terms.sort(before) == self.terms.sort(back)
                && Range::of(to).includes(self.terms.range(before));
            if there == part && fits {
                return before;
            }
        }
        back
    }

    /// The pure function `name` applied; its result has the range of `ty`.
    fn apply(&mut self, name: &str, args: &[TermId], ty: Ty) -> TermId {
        let range = Range::of(ty);
        let (sort, tag) = match ty {
            Ty::Float(k) => (Sort::Float(k), format!("{k:?}").to_lowercase()),
            Ty::Bool => (Sort::Bool, "bool".to_owned()),
            Ty::Int { bits, signed } => (Sort::Int, format!("{}{bits}", if signed { 'i' } else { 'u' })),
            Ty::Ptr => (Sort::Int, "ptr".to_owned()),
        };
        // Functions of one name with other numbers or sorts of arguments are other functions.
        let kinds: String = args
            .iter()
            .map(|&a| match self.terms.sort(a) {
                Sort::Bool => 'b',
                Sort::Int => 'i',
                Sort::Float(_) => 'f',
            })
            .collect();
        let f = self.terms.pure_fn(&format!("{name}:{kinds}:{tag}"), sort, range);
        self.terms.app(f, args)
    }
}
