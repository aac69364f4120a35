//! What integers have no operator for: bitwise operators and powers of two, as uninterpreted functions with instantiated
//! axioms, or as tables where few values are possible. `x | y` and `x ^ y` are written with `x & y`.

use super::{Integers, Walk, int};
use crate::term::{BitOp, Range, TermId};
use z3::ast::{Bool, Int};
use z3::{FuncDecl, Sort as ZSort};

/// A masked value of at most this many bits is written bit by bit.
const BLASTED_BITS: u32 = 8;

/// Exponents below this are tabulated.
const TABULATED: i128 = 64;

impl Integers {
    /// `2^a`, with `2^a = 1` for `a <= 0`.
    pub(super) fn pow2(&mut self, walk: &mut Walk<'_, '_>, a: TermId) -> Int {
        if let Some((_, p)) = self.powers.iter().find(|(b, _)| *b == a) {
            return p.clone();
        }
        let (x, range) = (walk.int(a), walk.terms().range(a));
        let (lo, hi) = (range.lo.map_or(0, |lo| lo.max(0)), range.hi);
        if let Some(hi) = hi.filter(|hi| (0..TABULATED).contains(hi)) {
            // A table, the last entry first.
            let top = int(1 << hi);
            return (lo..hi)
                .rev()
                .fold(top, |rest, i| x.le(int(i)).ite(&int(1 << i), &rest));
        }
        let name = format!("pow2!{}", self.powers.len());
        let p = Int::new_const(name);
        // p >= 1; p >= 1 + a; p is 1 for a <= 0, and even for others.
        walk.facts.push(p.ge(int(1)));
        walk.facts.push(p.gt(&x));
        let half = Int::new_const(format!("pow2half!{}", self.powers.len()));
        walk.facts.push(x.le(int(0)).ite(
            &p.eq(int(1)),
            &Bool::and(&[p.eq(Int::mul(&[int(2), half.clone()])), half.ge(int(1))]),
        ));
        for i in 0..8 {
            walk.facts.push(x.eq(int(i)).implies(p.eq(int(1 << i))));
        }
        self.powers.push((a, p.clone()));
        p
    }

    /// Powers of two are monotone, and of two different ones the smaller is at most half of the larger.
    pub(super) fn relate_powers(&self, walk: &mut Walk<'_, '_>) {
        for i in 0..self.powers.len() {
            for j in 0..i {
                let ((a, p), (b, q)) = (&self.powers[i], &self.powers[j]);
                let (x, y, zero) = (walk.int(*a), walk.int(*b), int(0));
                let twice = |v: &Int| Int::mul(&[int(2), v.clone()]);
                let larger = |x: &Int| x.gt(&zero);
                let facts = [
                    x.eq(&y).implies(p.eq(q)),
                    Bool::and(&[x.lt(&y), larger(&y)]).implies(twice(p).le(q)),
                    Bool::and(&[y.lt(&x), larger(&x)]).implies(twice(q).le(p)),
                ];
                walk.facts.extend(facts);
            }
        }
    }

    /// `x | y = x + y - (x & y)`, `x ^ y = x + y - 2(x & y)`.
    pub(super) fn bitwise(
        &mut self,
        walk: &mut Walk<'_, '_>,
        t: TermId,
        op: BitOp,
        a: TermId,
        b: TermId,
    ) -> Int {
        let (x, y) = (walk.int(a), walk.int(b));
        let both = conjunction(walk, a, b);
        match op {
            BitOp::And => both,
            BitOp::Or => Int::sub(&[Int::add(&[x, y]), both]),
            BitOp::Xor => {
                let value = Int::sub(&[Int::add(&[x, y]), Int::mul(&[int(2), both])]);
                self.xors.push(([a, b], value.clone()));
                let range = walk.terms().range(t);
                walk.bound(self, &value, range);
                value
            }
        }
    }

    /// `x ^ z = y ^ z ⇔ x = y` and `x = y ^ z ⇔ y = x ^ z`, for every two with a common operand.
    pub(super) fn relate_xors(&self, walk: &mut Walk<'_, '_>) {
        let mut facts = Vec::new();
        for (i, (first, v)) in self.xors.iter().enumerate() {
            for &p in first {
                facts.push(v.eq(walk.int(p)).iff(other_is_zero(walk, *first, p)));
            }
            for (second, w) in &self.xors[..i] {
                for (&p, &q) in first.iter().flat_map(|p| second.iter().map(move |q| (p, q))) {
                    if p != q {
                        continue;
                    }
                    let (x, y) = (walk.int(other(*first, p)), walk.int(other(*second, p)));
                    facts.push(v.eq(w).iff(x.eq(&y)));
                    facts.push(x.eq(w).iff(y.eq(v)));
                }
            }
        }
        walk.facts.extend(facts);
    }
}

/// `a & b`
fn conjunction(walk: &mut Walk<'_, '_>, a: TermId, b: TermId) -> Int {
    let terms = walk.terms();
    let (ra, rb) = (terms.range(a), terms.range(b));
    let bits = |r: Range| match r {
        Range {
            lo: Some(0..),
            hi: Some(hi),
        } => 128 - hi.leading_zeros(),
        _ => u32::MAX,
    };
    let (x, y) = (walk.int(a), walk.int(b));
    let few = bits(ra).min(bits(rb));
    if few <= BLASTED_BITS {
        // Σ 2^i · (bit i of a ∧ bit i of b)
        let bit = |v: &Int, i: u32| v.div(int(1 << i)).modulo(int(2)).eq(int(1));
        let parts: Vec<Int> = (0..few)
            .map(|i| Bool::and(&[bit(&x, i), bit(&y, i)]).ite(&int(1 << i), &int(0)))
            .collect();
        return if parts.is_empty() {
            int(0)
        } else {
            Int::add(&parts)
        };
    }
    let and = FuncDecl::new("bitand", &[&ZSort::int(), &ZSort::int()], &ZSort::int());
    let Some(v) = and.apply(&[&x, &y]).as_int() else {
        return int(0);
    };
    // 0 <= x & y <= x where x >= 0; x & y <= x and <= y where both are negative; x & y >= 0 unless both are.
    let zero = int(0);
    for z in [&x, &y] {
        walk.facts
            .push(z.ge(&zero).implies(Bool::and(&[v.ge(&zero), v.le(z)])));
    }
    let negative = Bool::and(&[x.lt(&zero), y.lt(&zero)]);
    walk.facts
        .push(negative.implies(Bool::and(&[v.lt(&zero), v.le(&x), v.le(&y)])));
    walk.facts.push(x.eq(&y).implies(v.eq(&x)));
    walk.facts.push(x.eq(&zero).implies(v.eq(&zero)));
    walk.facts.push(y.eq(&zero).implies(v.eq(&zero)));
    // x | y = x + y - (x & y) is at least both where both are >= 0: follows from the bounds above.
    v
}

fn other_is_zero(walk: &Walk<'_, '_>, operands: [TermId; 2], p: TermId) -> Bool {
    walk.int(other(operands, p)).eq(int(0))
}

fn other(operands: [TermId; 2], p: TermId) -> TermId {
    if operands[0] == p {
        operands[1]
    } else {
        operands[0]
    }
}
