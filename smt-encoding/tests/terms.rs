//! Terms mean what the machine does: random expressions against native wrapping arithmetic.

use kverify_frontend::ir::Ty;
use kverify_smt::term::{
    BitOp, IntView, Level, Node, Origin, Range, Sort, Symbol, TermId, Terms, Value, int_view,
};
use kverify_smt::z3::{Encoding, Limits, Outcome, Session};
use proptest::prelude::*;

const TYPES: [Ty; 6] = [Ty::I32, Ty::U32, Ty::I64, Ty::U64, Ty::I8, Ty::U16];

/// Variables: their types, and the ranges that their symbols are given.
const VARS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Min,
    Max,
}

#[derive(Clone, Debug)]
enum Expr {
    Var(usize),
    Const(i64),
    Binary(Op, usize, Box<Expr>, Box<Expr>),
    Not(usize, Box<Expr>),
    Cast(usize, Box<Expr>),
    Select(Box<Expr>, Box<Expr>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
struct Case {
    expr: Expr,
    types: [usize; VARS],
    values: [i64; VARS],
    /// Symbols range this far around their values; `None` is the type's range.
    spread: Option<i64>,
    /// Order in which the symbols are made.
    order: Vec<usize>,
}

fn constant() -> impl Strategy<Value = i64> {
    prop_oneof![
        5 => -4..40i64,
        2 => prop::sample::select(vec![31i64, 32, 33, 63, 64, 127, 255, 256, 1024, 0xf0, -256]),
        1 => any::<i32>().prop_map(i64::from),
        1 => any::<i64>(),
    ]
}

/// Numbers beside powers of two, for which terms have special forms.
fn power(k: i64) -> i64 {
    let p = 1i64 << (k.abs() % 32);
    let around = p - i64::from(k.abs() / 32 == 1) + i64::from(k.abs() / 32 == 2) * p / 2;
    if k < 0 { -around } else { around }
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![3 => (0..VARS).prop_map(Expr::Var), 2 => constant().prop_map(Expr::Const)];
    leaf.prop_recursive(4, 20, 4, |inner| {
        use Op::*;
        let op = prop::sample::select(vec![
            Add, Add, Sub, Sub, Mul, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Min, Max,
        ]);
        let special = prop::sample::select(vec![Mul, Div, Rem, Shl, Shr, And, And, Or, Xor]);
        let b = |e: Expr| Box::new(e);
        prop_oneof![
            8 => (op, 0..TYPES.len(), inner.clone(), inner.clone())
                .prop_map(move |(op, ty, x, y)| Expr::Binary(op, ty, b(x), b(y))),
            4 => (special, 0..TYPES.len(), inner.clone(), -130..130i64)
                .prop_map(move |(op, ty, x, k)| Expr::Binary(op, ty, b(x), b(Expr::Const(power(k))))),
            1 => (0..TYPES.len(), inner.clone()).prop_map(move |(ty, x)| Expr::Not(ty, b(x))),
            1 => (0..TYPES.len(), inner.clone()).prop_map(move |(ty, x)| Expr::Cast(ty, b(x))),
            1 => (inner.clone(), inner.clone(), inner.clone(), inner)
                .prop_map(move |(x, y, p, q)| Expr::Select(b(x), b(y), b(p), b(q))),
        ]
    })
}

fn case() -> impl Strategy<Value = Case> {
    let spread = prop_oneof![Just(None), Just(Some(0i64)), (1..100i64).prop_map(Some)];
    let order = Just((0..VARS).collect::<Vec<_>>()).prop_shuffle();
    (
        expr(),
        prop::array::uniform4(0..TYPES.len()),
        prop::array::uniform4(constant()),
        spread,
        order,
    )
        .prop_map(|(expr, types, values, spread, order)| Case {
            expr,
            types,
            values,
            spread,
            order,
        })
}

/// The value of type `TYPES[ty]` congruent to `v`: what a C conversion does.
fn cast(ty: usize, v: i128) -> i128 {
    match TYPES[ty] {
        Ty::I32 => i128::from(v as i32),
        Ty::U32 => i128::from(v as u32),
        Ty::I64 => i128::from(v as i64),
        Ty::U64 => i128::from(v as u64),
        Ty::Int { bits: 8, .. } => i128::from(v as i8),
        _ => i128::from(v as u16),
    }
}

fn bits(ty: usize) -> i128 {
    i128::from(TYPES[ty].bytes() * 8)
}

impl Case {
    fn var(&self, i: usize) -> i128 {
        cast(self.types[i], self.values[i].into())
    }

    /// What the machine computes; `None` for a division by zero.
    fn native(&self, e: &Expr) -> Option<i128> {
        Some(match e {
            Expr::Var(i) => self.var(*i),
            Expr::Const(v) => i128::from(*v),
            Expr::Cast(ty, e) => cast(*ty, self.native(e)?),
            Expr::Not(ty, e) => cast(*ty, !cast(*ty, self.native(e)?)),
            Expr::Select(x, y, p, q) => {
                let (x, y) = (self.native(x)?, self.native(y)?);
                let (p, q) = (self.native(p)?, self.native(q)?);
                if x < y { p } else { q }
            }
            Expr::Binary(op, ty, x, y) => {
                let (x, y) = (cast(*ty, self.native(x)?), cast(*ty, self.native(y)?));
                cast(
                    *ty,
                    match op {
                        Op::Add => x.wrapping_add(y),
                        Op::Sub => x.wrapping_sub(y),
                        Op::Mul => x.wrapping_mul(y),
                        Op::Div => x.checked_div(y)?,
                        Op::Rem => x.checked_rem(y)?,
                        Op::Shl => x.wrapping_shl(y.rem_euclid(bits(*ty)) as u32),
                        Op::Shr => x >> y.rem_euclid(bits(*ty)),
                        Op::And => x & y,
                        Op::Or => x | y,
                        Op::Xor => x ^ y,
                        Op::Min => x.min(y),
                        Op::Max => x.max(y),
                    },
                )
            }
        })
    }

    fn symbols(&self, terms: &mut Terms) -> [TermId; VARS] {
        let mut made = [None; VARS];
        for &i in &self.order {
            let full = Range::of(TYPES[self.types[i]]);
            let v = self.var(i);
            let range = self.spread.map_or(full, |s| {
                full.meet(Range::new(v - i128::from(s), v + i128::from(s)))
            });
            made[i] = Some(terms.fresh(Symbol {
                name: format!("v{i}"),
                sort: Sort::Int,
                range,
                level: Level::Thread,
                loops: Vec::new(),
                origin: Origin::Free,
            }));
        }
        let zero = terms.int(0);
        made.map(|t| t.unwrap_or(zero))
    }

    fn build(&self, terms: &mut Terms, vars: &[TermId; VARS], e: &Expr) -> TermId {
        match e {
            Expr::Var(i) => vars[*i],
            Expr::Const(v) => terms.int((*v).into()),
            Expr::Cast(ty, e) => {
                let e = self.build(terms, vars, e);
                terms.wrap(e, TYPES[*ty])
            }
            Expr::Not(ty, e) => {
                let e = self.build(terms, vars, e);
                let e = terms.wrap(e, TYPES[*ty]);
                let ones = terms.int(-1);
                let e = terms.bits(BitOp::Xor, e, ones);
                terms.wrap(e, TYPES[*ty])
            }
            Expr::Select(x, y, p, q) => {
                let [x, y, p, q] = [x, y, p, q].map(|e| self.build(terms, vars, e));
                let c = terms.lt(x, y);
                terms.ite(c, p, q)
            }
            Expr::Binary(op, ty, x, y) => {
                let [x, y] = [x, y].map(|e| self.build(terms, vars, e));
                let (x, y) = (terms.wrap(x, TYPES[*ty]), terms.wrap(y, TYPES[*ty]));
                let result = binary(terms, *op, *ty, x, y);
                terms.wrap(result, TYPES[*ty])
            }
        }
    }
}

fn binary(terms: &mut Terms, op: Op, ty: usize, x: TermId, y: TermId) -> TermId {
    match op {
        Op::Add => terms.add(x, y),
        Op::Sub => terms.sub(x, y),
        Op::Mul => terms.mul(x, y),
        Op::Div => terms.div(x, y),
        Op::Rem => terms.rem(x, y),
        Op::Shl | Op::Shr => {
            let y = terms.floor_mod(y, bits(ty));
            if op == Op::Shl {
                terms.shl(x, y)
            } else {
                terms.shr(x, y)
            }
        }
        Op::And => terms.bits(BitOp::And, x, y),
        Op::Or => terms.bits(BitOp::Or, x, y),
        Op::Xor => terms.bits(BitOp::Xor, x, y),
        Op::Min => terms.min(x, y),
        Op::Max => terms.max(x, y),
    }
}

fn eval(terms: &Terms, case: &Case, vars: &[TermId; VARS], t: TermId) -> Option<i128> {
    let value = terms.eval(t, &mut |leaf| {
        let i = vars.iter().position(|&v| v == leaf)?;
        Some(Value::Int(case.var(i)))
    });
    value.and_then(Value::int)
}

/// Whether the terms multiply so much that exact evaluation leaves `i128`.
fn enormous(terms: &Terms, t: TermId) -> bool {
    terms.post_order(&[t]).iter().any(|&u| {
        matches!(terms.node(u), Node::Product(_) | Node::Sum(..) | Node::Pow2(_)) && {
            let r = terms.range(u);
            r.lo.is_none() || r.hi.is_none()
        }
    })
}

/// Cases for the properties that ask no solver.
fn many() -> ProptestConfig {
    let standard = ProptestConfig::default();
    ProptestConfig {
        cases: standard.cases.max(4000),
        ..standard
    }
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn terms_compute_what_the_machine_does(case in case()) {
        let mut terms = Terms::new();
        let vars = case.symbols(&mut terms);
        let t = case.build(&mut terms, &vars, &case.expr);
        let Some(native) = case.native(&case.expr) else { return Ok(()) };
        match eval(&terms, &case, &vars, t) {
            Some(v) => prop_assert_eq!(v, native, "{}", terms.show(t)),
            None => prop_assert!(enormous(&terms, t), "no value: {}", terms.show(t)),
        }
        for u in terms.post_order(&[t]) {
            if terms.sort(u) == Sort::Int && let Some(v) = eval(&terms, &case, &vars, u) {
                prop_assert!(terms.range(u).contains(v), "{v} is not in the range of {}", terms.show(u));
            }
        }
    }

    #[test]
    fn the_integer_view_without_assumption_is_exact(case in case()) {
        let mut terms = Terms::new();
        let vars = case.symbols(&mut terms);
        let t = case.build(&mut terms, &vars, &case.expr);
        let (view, assumed) = int_view(&mut terms, &mut IntView::default(), t);
        let wraps = terms.post_order(&[view]).iter().any(|&u| matches!(terms.node(u), Node::Wrap { .. }));
        prop_assert!(!wraps, "a wrap is left: {}", terms.show(view));
        let Some(native) = case.native(&case.expr) else { return Ok(()) };
        if let (false, Some(v)) = (assumed, eval(&terms, &case, &vars, view)) {
            prop_assert_eq!(v, native, "{} viewed as {}", terms.show(t), terms.show(view));
        }
    }

}

proptest! {
    #[test]
    fn solver_and_evaluation_agree(case in case()) {
        let mut terms = Terms::new();
        let vars = case.symbols(&mut terms);
        let t = case.build(&mut terms, &vars, &case.expr);
        let Some(v) = eval(&terms, &case, &vars, t) else { return Ok(()) };
        let mut fixed: Vec<TermId> = Vec::new();
        for (i, &x) in vars.iter().enumerate() {
            let value = terms.int(case.var(i));
            fixed.push(terms.eq(x, value));
        }
        let value = terms.int(v);
        let (same, other) = (terms.eq(t, value), terms.ne(t, value));
        let limits = Limits { rlimit: 2_000_000, work: u64::MAX, deadline: None };
        for encoding in [Encoding::Int, Encoding::Bv] {
            let mut session = Session::without_shortcuts();
            let mut query = fixed.clone();
            query.push(same);
            let yes = session.check(&terms, &query, encoding, limits);
            prop_assert!(yes != Outcome::Unsat, "{encoding:?}: {} is {v}", terms.show(t));
            query.pop();
            query.push(other);
            let no = session.check(&terms, &query, encoding, limits);
            prop_assert!(!matches!(no, Outcome::Sat(_)), "{encoding:?}: {} is {v}", terms.show(t));
            if encoding == Encoding::Bv {
                let unsat = no == Outcome::Unsat && matches!(yes, Outcome::Sat(_));
                let wide = matches!(&no, Outcome::Unknown(_));
                prop_assert!(unsat || wide, "bit-vectors are exact: {yes:?} {no:?}");
            }
        }
    }

    /// Equations of two expressions, free variables: integers and bit-vectors never contradict each other.
    #[test]
    fn encodings_agree(a in case(), b in expr()) {
        let mut terms = Terms::new();
        let case = Case { spread: Some(6), ..a };
        let vars = case.symbols(&mut terms);
        let x = case.build(&mut terms, &vars, &case.expr);
        let y = case.build(&mut terms, &vars, &b);
        let query = [terms.eq(x, y)];
        let limits = Limits { rlimit: 300_000, work: u64::MAX, deadline: None };
        let quick = Session::new().check(&terms, &query, Encoding::Int, limits);
        let mut session = Session::without_shortcuts();
        let int = session.check(&terms, &query, Encoding::Int, limits);
        let bv = session.check(&terms, &query, Encoding::Bv, limits);
        let against = |a: &Outcome, b: &Outcome| matches!(a, Outcome::Sat(_)) && *b == Outcome::Unsat;
        prop_assert!(!against(&quick, &bv) && !against(&bv, &quick), "{}: {quick:?} {bv:?}", terms.show(query[0]));
        prop_assert!(!against(&int, &bv) && !against(&bv, &int), "{}: {int:?} {bv:?}", terms.show(query[0]));
    }
}

/// A truth value over comparisons of small sums.
#[derive(Clone, Debug)]
enum Truth {
    /// `c₀·v₀ + c₁·v₁ <= k`, or `=`.
    Compare(bool, [i64; 2], i64),
    Not(Box<Truth>),
    And(Vec<Truth>),
    Or(Vec<Truth>),
    Choose(Box<Truth>, Box<Truth>, Box<Truth>),
    Same(Box<Truth>, Box<Truth>),
    /// `(c ? 1 : v₀) = k`
    Pick(Box<Truth>, i64),
}

fn truth() -> impl Strategy<Value = Truth> {
    let atom = (any::<bool>(), prop::array::uniform2(-2..3i64), -2..3i64)
        .prop_map(|(eq, c, k)| Truth::Compare(eq, c, k));
    atom.prop_recursive(5, 40, 4, |inner| {
        let b = |t: Truth| Box::new(t);
        prop_oneof![
            1 => inner.clone().prop_map(move |t| Truth::Not(b(t))),
            3 => prop::collection::vec(inner.clone(), 0..4).prop_map(Truth::And),
            3 => prop::collection::vec(inner.clone(), 0..4).prop_map(Truth::Or),
            1 => (inner.clone(), inner.clone(), inner.clone())
                .prop_map(move |(x, y, z)| Truth::Choose(b(x), b(y), b(z))),
            1 => (inner.clone(), inner.clone()).prop_map(move |(x, y)| Truth::Same(b(x), b(y))),
            1 => (inner, -1..3i64).prop_map(move |(x, k)| Truth::Pick(b(x), k)),
        ]
    })
}

impl Truth {
    fn native(&self, v: [i64; 2]) -> bool {
        match self {
            Truth::Compare(eq, c, k) => {
                let sum = c[0] * v[0] + c[1] * v[1];
                if *eq { sum == *k } else { sum <= *k }
            }
            Truth::Not(t) => !t.native(v),
            Truth::And(parts) => parts.iter().all(|t| t.native(v)),
            Truth::Or(parts) => parts.iter().any(|t| t.native(v)),
            Truth::Choose(c, x, y) => {
                if c.native(v) {
                    x.native(v)
                } else {
                    y.native(v)
                }
            }
            Truth::Same(x, y) => x.native(v) == y.native(v),
            Truth::Pick(c, k) => *k == if c.native(v) { 1 } else { v[0] },
        }
    }

    fn build(&self, terms: &mut Terms, v: [TermId; 2]) -> TermId {
        match self {
            Truth::Compare(eq, c, k) => {
                let sum = terms.sum(&[(v[0], c[0].into()), (v[1], c[1].into())], 0);
                let k = terms.int((*k).into());
                if *eq { terms.eq(sum, k) } else { terms.le(sum, k) }
            }
            Truth::Not(t) => {
                let t = t.build(terms, v);
                terms.not(t)
            }
            Truth::And(parts) | Truth::Or(parts) => {
                let built: Vec<TermId> = parts.iter().map(|t| t.build(terms, v)).collect();
                if matches!(self, Truth::And(_)) {
                    terms.and(&built)
                } else {
                    terms.or(&built)
                }
            }
            Truth::Choose(c, x, y) => {
                let [c, x, y] = [c, x, y].map(|t| t.build(terms, v));
                terms.ite(c, x, y)
            }
            Truth::Same(x, y) => {
                let [x, y] = [x, y].map(|t| t.build(terms, v));
                terms.eq(x, y)
            }
            Truth::Pick(c, k) => {
                let c = c.build(terms, v);
                let (one, k) = (terms.int(1), terms.int((*k).into()));
                let picked = terms.ite(c, one, v[0]);
                terms.eq(picked, k)
            }
        }
    }
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn truth_values_keep_their_meaning(t in truth()) {
        let mut terms = Terms::new();
        let v = ["x", "y"].map(|name| terms.fresh(Symbol {
            name: name.to_owned(),
            sort: Sort::Int,
            range: Range::new(-2, 2),
            level: Level::Thread,
            loops: Vec::new(),
            origin: Origin::Free,
        }));
        let built = t.build(&mut terms, v);
        for x in -2..=2 {
            for y in -2..=2 {
                let value = terms.eval(built, &mut |leaf| {
                    Some(Value::Int(if leaf == v[0] { x } else { y }.into()))
                });
                prop_assert_eq!(value, Some(Value::Bool(t.native([x, y]))), "{} at {} {}", terms.show(built), x, y);
            }
        }
    }
}

#[test]
fn a_negative_number_is_none_of_128_unsigned_bits() {
    let mut terms = Terms::new();
    let u128 = Ty::U128;
    let minus = terms.int(-1);
    let wrapped = terms.wrap(minus, u128);
    assert!(terms.range(wrapped).at_least(0));
    let five = terms.int(5);
    assert_eq!(terms.wrap(five, u128), five);
}
