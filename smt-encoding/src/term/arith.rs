//! Building integer terms in canonical form.

use super::{BitOp, Node, Range, Sort, TermId, Terms};
use kverify_frontend::ir::Ty;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Products of sums are multiplied out while the result has at most this many parts.
const MAX_PARTS: usize = 24;

/// Greatest common divisor, never negative (`i128::MIN` counts as having none).
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

impl Terms {
    /// `t` as `Σ cᵢ·tᵢ + k`.
    pub fn linear(&self, t: TermId) -> (Vec<(TermId, i128)>, i128) {
        match self.node(t) {
            Node::Int(v) => (Vec::new(), *v),
            Node::Sum(parts, k) => (parts.to_vec(), *k),
            _ => (vec![(t, 1)], 0),
        }
    }

    /// The canonical term of `Σ cᵢ·tᵢ + k`.
    pub fn sum(&mut self, parts: &[(TermId, i128)], k: i128) -> TermId {
        let mut all: BTreeMap<TermId, i128> = BTreeMap::new();
        let mut konst = k;
        for &(t, c) in parts {
            let (inner, ik) = self.linear(t);
            konst = konst.wrapping_add(ik.wrapping_mul(c));
            for (u, d) in inner {
                let e = all.entry(u).or_insert(0);
                *e = e.wrapping_add(d.wrapping_mul(c));
            }
        }
        all.retain(|_, c| *c != 0);
        self.fuse_div_mod(&mut all);
        let parts: Vec<(TermId, i128)> = all.into_iter().collect();
        match (parts.as_slice(), konst) {
            ([], k) => self.int(k),
            (&[(t, 1)], 0) => t,
            _ => self.mk(Node::Sum(parts.into(), konst)),
        }
    }

    /// `k·⌊a/k⌋ + a mod k = a`, wherever both parts stand in a sum with matching coefficients.
    fn fuse_div_mod(&mut self, parts: &mut BTreeMap<TermId, i128>) {
        let mods: Vec<(TermId, TermId, i128)> = parts
            .keys()
            .filter_map(|&t| match self.node(t) {
                Node::FloorMod(a, k) => Some((t, *a, *k)),
                _ => None,
            })
            .collect();
        for (m, a, k) in mods {
            let Some(&c) = parts.get(&m) else { continue };
            let Some(&div) = self.table.get(&Node::FloorDiv(a, k)) else {
                continue;
            };
            if c.checked_mul(k).is_none() || parts.get(&div) != Some(&(c * k)) {
                continue;
            }
            parts.remove(&m);
            parts.remove(&div);
            let (inner, ik) = self.linear(a);
            if ik != 0 {
                // The constant has no place in the map: keep the pair as it was.
                parts.insert(m, c);
                parts.insert(div, c * k);
                continue;
            }
            for (u, d) in inner {
                let e = parts.entry(u).or_insert(0);
                *e = e.wrapping_add(d.wrapping_mul(c));
            }
            parts.retain(|_, c| *c != 0);
        }
    }

    /// `a + b`
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.sum(&[(a, 1), (b, 1)], 0)
    }

    /// `a - b`
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.sum(&[(a, 1), (b, -1)], 0)
    }

    /// `k·a`
    pub fn scale(&mut self, a: TermId, k: i128) -> TermId {
        self.sum(&[(a, k)], 0)
    }

    /// `a + k`
    pub fn offset(&mut self, a: TermId, k: i128) -> TermId {
        self.sum(&[(a, 1)], k)
    }

    /// `a · b`
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(k) = self.as_int(a) {
            return self.scale(b, k);
        }
        if let Some(k) = self.as_int(b) {
            return self.scale(a, k);
        }
        let ((pa, ka), (pb, kb)) = (self.linear(a), self.linear(b));
        if (pa.len() + 1) * (pb.len() + 1) > MAX_PARTS {
            return self.product(&[a, b]);
        }
        let mut parts = Vec::new();
        for &(t, c) in &pa {
            for &(u, d) in &pb {
                let p = self.product(&[t, u]);
                parts.push((p, c.wrapping_mul(d)));
            }
            parts.push((t, c.wrapping_mul(kb)));
        }
        for &(u, d) in &pb {
            parts.push((u, d.wrapping_mul(ka)));
        }
        self.sum(&parts, ka.wrapping_mul(kb))
    }

    /// The product of atoms, nested products flattened.
    fn product(&mut self, factors: &[TermId]) -> TermId {
        let mut flat = Vec::new();
        for &f in factors {
            match self.node(f) {
                Node::Product(inner) => flat.extend_from_slice(inner),
                _ => flat.push(f),
            }
        }
        flat.sort_unstable();
        self.mk(Node::Product(flat.into()))
    }

    /// `⌊a / k⌋` for k > 0.
    pub fn floor_div(&mut self, a: TermId, k: i128) -> TermId {
        debug_assert!(k > 0);
        if k == 1 {
            return a;
        }
        let r = self.range(a).floor_div(k);
        if let (Some(l), Some(h)) = (r.lo, r.hi)
            && l == h
        {
            return self.int(l);
        }
        if let Node::FloorDiv(inner, d) = *self.node(a)
            && let Some(m) = d.checked_mul(k)
        {
            return self.floor_div(inner, m);
        }
        // ⌊(k·q + r) / k⌋ = q + ⌊r / k⌋
        let (whole, rest) = self.split_multiples(a, k);
        if !whole.is_empty() {
            let (parts, konst) = rest;
            let rest = self.sum(&parts, konst);
            let tail = self.floor_div(rest, k);
            let mut all: Vec<(TermId, i128)> = whole;
            all.push((tail, 1));
            return self.sum(&all, 0);
        }
        // ⌊-a / k⌋ = -⌊(a + k - 1) / k⌋: one of the two is the atom.
        let (parts, _) = self.linear(a);
        if parts.first().is_some_and(|part| part.1 < 0) {
            let negated = self.sum(&[(a, -1)], k - 1);
            let quotient = self.floor_div(negated, k);
            return self.scale(quotient, -1);
        }
        self.mk(Node::FloorDiv(a, k))
    }

    /// `⌊wrap(2ᵐ·y) / 2ᵐ⌋`, the low bits of y with the top one of them as its sign: how fields of bits are read.
    fn shifted_back(&mut self, a: TermId, k: i128) -> Option<TermId> {
        let Node::Wrap {
            bits, signed, arg, ..
        } = *self.node(a)
        else {
            return None;
        };
        let shift = k.is_positive().then(|| k.trailing_zeros() as u8)?;
        let (parts, konst) = self.linear(arg);
        let divides = konst % k == 0 && parts.iter().all(|&(_, c)| c % k == 0);
        if k != 1i128 << shift || shift >= bits || !divides {
            return None;
        }
        let parts: Vec<(TermId, i128)> = parts.iter().map(|&(t, c)| (t, c / k)).collect();
        let y = self.sum(&parts, konst / k);
        let bits = bits - shift;
        Some(self.wrap(y, Ty::Int { bits, signed }))
    }

    /// `a mod k` with the result in `[0, k)`, for k > 0.
    pub fn floor_mod(&mut self, a: TermId, k: i128) -> TermId {
        debug_assert!(k > 0);
        if k == 1 {
            return self.int(0);
        }
        if let Some(v) = self.as_int(a) {
            return self.int(v.rem_euclid(k));
        }
        if Range::new(0, k - 1).includes(self.range(a)) {
            return a;
        }
        if let Node::FloorMod(_, d) = *self.node(a)
            && d % k == 0
        {
            let Node::FloorMod(inner, _) = *self.node(a) else {
                return a;
            };
            return self.floor_mod(inner, k);
        }
        // (k·q + r) mod k = r mod k, coefficients and constant reduced; a wrap to a multiple of k changes nothing.
        let (parts, konst) = self.linear(a);
        let mut reduced: Vec<(TermId, i128)> = Vec::new();
        for (t, c) in &parts {
            let c = if c % k == 0 { 0 } else { *c };
            if c != 0 {
                reduced.push((self.unwrap_modulo(*t, k), c));
            }
        }
        let rest = self.sum(&reduced, konst.rem_euclid(k));
        if rest != a {
            return self.floor_mod(rest, k);
        }
        self.mk(Node::FloorMod(a, k))
    }

    /// `t` without a wrap that keeps its value modulo `k`.
    fn unwrap_modulo(&self, t: TermId, k: i128) -> TermId {
        match *self.node(t) {
            Node::Wrap { bits, arg, .. } if bits < 127 && (1i128 << bits) % k == 0 => arg,
            _ => t,
        }
    }

    /// Splits `a` into the quotients of its parts divisible by `k`, and the rest.
    #[expect(clippy::type_complexity, reason = "two linear forms, used at once")]
    fn split_multiples(&self, a: TermId, k: i128) -> (Vec<(TermId, i128)>, (Vec<(TermId, i128)>, i128)) {
        let (parts, konst) = self.linear(a);
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for (t, c) in parts {
            if c % k == 0 {
                whole.push((t, c / k))
            } else {
                rest.push((t, c))
            }
        }
        (whole, (rest, konst))
    }

    /// C division, truncating. A zero divisor has no defined result.
    pub fn div(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_int(b) {
            Some(1) => return a,
            Some(k) if k > 1 && self.range(a).at_least(0) => return self.floor_div(a, k),
            Some(k) if k != 0 => {
                if let Some(v) = self.as_int(a) {
                    return self.int(v.wrapping_div(k));
                }
                if k > 1 {
                    // trunc(a/k) = a >= 0 ? ⌊a/k⌋ : -⌊-a/k⌋
                    let zero = self.int(0);
                    let neg = self.scale(a, -1);
                    let (p, n) = (self.floor_div(a, k), self.floor_div(neg, k));
                    let n = self.scale(n, -1);
                    let c = self.le(zero, a);
                    return self.ite(c, p, n);
                }
            }
            _ => {}
        }
        if a == b && self.range(b).at_least(1) {
            return self.int(1);
        }
        if self.is_below(a, b) {
            return self.int(0);
        }
        self.mk(Node::Div(a, b))
    }

    /// C remainder. A zero divisor has no defined result.
    pub fn rem(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_int(b) {
            Some(1 | -1) => return self.int(0),
            Some(k) if k > 1 && self.range(a).at_least(0) => return self.floor_mod(a, k),
            Some(k) if k != 0 => {
                if let Some(v) = self.as_int(a) {
                    return self.int(v.wrapping_rem(k));
                }
                // a rem k = a >= 0 ? a mod k : -(-a mod k), for either sign of k
                let (zero, k) = (self.int(0), k.saturating_abs());
                let neg = self.scale(a, -1);
                let (p, n) = (self.floor_mod(a, k), self.floor_mod(neg, k));
                let n = self.scale(n, -1);
                let c = self.le(zero, a);
                return self.ite(c, p, n);
            }
            _ => {}
        }
        if a == b && self.range(b).at_least(1) {
            return self.int(0);
        }
        if self.is_below(a, b) {
            return a;
        }
        self.mk(Node::Rem(a, b))
    }

    /// Whether `0 <= a < b` by their intervals.
    fn is_below(&self, a: TermId, b: TermId) -> bool {
        let (a, b) = (self.range(a), self.range(b));
        a.at_least(0) && a.hi.zip(b.lo).is_some_and(|(h, l)| h < l)
    }

    /// `2^a`
    pub fn pow2(&mut self, a: TermId) -> TermId {
        match self.as_int(a) {
            Some(v @ 0..=120) => self.int(1 << v),
            _ => self.mk(Node::Pow2(a)),
        }
    }

    /// `a · 2^b`
    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        let p = self.pow2(b);
        self.mul(a, p)
    }

    /// `⌊a / 2^b⌋`
    pub fn shr(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_int(b) {
            Some(v @ 0..=120) => self
                .shifted_back(a, 1 << v)
                .unwrap_or_else(|| self.floor_div(a, 1 << v)),
            _ if self.as_int(a) == Some(0) => a,
            _ => self.mk(Node::ShiftRight(a, b)),
        }
    }

    /// A bitwise operator on two's complement integers of unbounded width.
    pub fn bits(&mut self, op: BitOp, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.as_int(a).is_some() { (b, a) } else { (a, b) };
        if let (Some(x), Some(y)) = (self.as_int(a), self.as_int(b)) {
            return self.int(match op {
                BitOp::And => x & y,
                BitOp::Or => x | y,
                BitOp::Xor => x ^ y,
            });
        }
        if a == b {
            return if op == BitOp::Xor { self.int(0) } else { a };
        }
        if let Some(k) = self.as_int(b)
            && let Some(t) = self.bits_constant(op, a, k)
        {
            return t;
        }
        let bit = Range::new(0, 1);
        if bit.includes(self.range(a)) && bit.includes(self.range(b)) {
            return self.bits_of_truths(op, a, b);
        }
        if op != BitOp::And && (self.disjoint_bits(a, b) || self.disjoint_bits(b, a)) {
            // The sum has no more bits than the two.
            let (sum, range) = (self.add(a, b), self.range(a).bits(op, self.range(b)));
            self.narrow(sum, range);
            return sum;
        }
        if op == BitOp::Xor
            && let Some(t) = self.other_operand(a, b).or_else(|| self.other_operand(b, a))
        {
            return t;
        }
        let (a, b) = (a.min(b), a.max(b));
        let t = self.mk(Node::Bits(op, a, b));
        match self.without_lowest_bit(t) {
            Some(x) if self.is_power_or_zero(x, &[]) => self.int(0),
            _ => t,
        }
    }

    /// `x` of `(x ^ b) ^ b`
    fn other_operand(&self, a: TermId, b: TermId) -> Option<TermId> {
        match *self.node(a) {
            Node::Bits(BitOp::Xor, x, y) if y == b => Some(x),
            Node::Bits(BitOp::Xor, x, y) if x == b => Some(y),
            _ => None,
        }
    }

    /// On 0 and 1 the bitwise operators are the logical ones.
    fn bits_of_truths(&mut self, op: BitOp, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.offset(a, -1), self.offset(b, -1));
        let (x, y) = (self.eq0(x), self.eq0(y));
        let truth = match op {
            BitOp::And => self.and(&[x, y]),
            BitOp::Or => self.or(&[x, y]),
            BitOp::Xor => {
                let same = self.eq(x, y);
                self.not(same)
            }
        };
        self.of_bool(truth)
    }

    /// Whether `high` is a multiple of a power of two above all of `low`'s bits (or-ing them is adding them).
    fn disjoint_bits(&self, high: TermId, low: TermId) -> bool {
        let Range {
            lo: Some(0..),
            hi: Some(h),
        } = self.range(low)
        else {
            return false;
        };
        let unit = 1i128.checked_shl(128 - h.leading_zeros()).unwrap_or(0);
        unit > 0 && self.is_multiple(high, unit)
    }

    /// Whether a number is a multiple of a power of two by how it is written. What is wrapped stays one.
    fn is_multiple(&self, t: TermId, unit: i128) -> bool {
        let t = match *self.node(t) {
            Node::Wrap { arg, bits, .. } if unit.trailing_zeros() <= bits.into() => arg,
            _ => t,
        };
        // a mod m is a modulo what divides m.
        let (parts, mut k) = self.linear(t);
        let mut whole: FxHashMap<TermId, i128> = FxHashMap::default();
        for (part, c) in parts {
            let (of_part, more) = match *self.node(part) {
                Node::FloorMod(a, m) if m % unit == 0 => self.linear(a),
                _ => (vec![(part, 1)], 0),
            };
            k = k.wrapping_add(more.wrapping_mul(c));
            for (atom, factor) in of_part {
                let all = whole.entry(atom).or_default();
                *all = all.wrapping_add(factor.wrapping_mul(c));
            }
        }
        k % unit == 0 && whole.values().all(|c| c % unit == 0)
    }

    fn bits_constant(&mut self, op: BitOp, a: TermId, k: i128) -> Option<TermId> {
        Some(match (op, k) {
            (BitOp::And, 0) => self.int(0),
            (BitOp::And, -1) | (BitOp::Or | BitOp::Xor, 0) => a,
            (BitOp::Or, -1) => self.int(-1),
            // ~a = -1 - a
            (BitOp::Xor, -1) => self.sum(&[(a, -1)], -1),
            // a & (2^n - 1) = a mod 2^n
            (BitOp::And, k) if k > 0 && (k & (k + 1)) == 0 => self.floor_mod(a, k + 1),
            // a & -2^n = a - a mod 2^n
            (BitOp::And, k) if k < 0 && k > i128::MIN && (-k & (-k - 1)) == 0 => {
                let m = self.floor_mod(a, -k);
                self.sub(a, m)
            }
            // One run of ones from bit l up to bit h: 2^l · (⌊a / 2^l⌋ mod 2^(h-l))
            (BitOp::And, k)
                if k > 0 && {
                    let s = k >> k.trailing_zeros();
                    s & (s + 1) == 0
                } =>
            {
                let (l, width) = (k.trailing_zeros(), (k >> k.trailing_zeros()) + 1);
                let d = self.floor_div(a, 1 << l);
                let m = self.floor_mod(d, width);
                self.scale(m, 1 << l)
            }
            // a ^ 2^n = a + 2^n · (1 - 2·bit n of a);  a | 2^n = a + 2^n · (1 - bit n of a)
            (BitOp::Xor | BitOp::Or, k) if k > 0 && k.count_ones() == 1 => {
                let d = self.floor_div(a, k);
                let bit = self.floor_mod(d, 2);
                let twice = if op == BitOp::Xor { 2 } else { 1 };
                let sum = self.sum(&[(a, 1), (bit, -twice * k)], k);
                // No higher bit is set.
                if let Range {
                    lo: Some(0..),
                    hi: Some(h),
                } = self.range(a)
                    && let Some(above) = 1i128.checked_shl(128 - h.max(k).leading_zeros())
                {
                    self.narrow(sum, Range::new(0, above - 1));
                }
                sum
            }
            _ => return None,
        })
    }

    /// The value of type `ty` that is congruent to `a`: what a C operation in `ty` leaves.
    pub fn wrap(&mut self, a: TermId, ty: Ty) -> TermId {
        self.congruent(a, ty, false)
    }

    /// The value of type `ty` that is congruent to `a`: what a C conversion leaves (C17 6.3.1.3).
    pub fn convert(&mut self, a: TermId, ty: Ty) -> TermId {
        self.congruent(a, ty, true)
    }

    pub(super) fn congruent(&mut self, a: TermId, ty: Ty, converts: bool) -> TermId {
        let Ty::Int { bits, signed } = ty else { return a };
        let converts = converts || matches!(self.node(a), Node::Wrap { converts: true, .. });
        let all = Range::of_int(bits, signed);
        if all.includes(self.range(a)) {
            return a;
        }
        if bits >= 128 {
            // 2^128 is out of reach of the constants here: some number that is not negative, the same for the same operand.
            let f = self.pure_fn("wrap_u128", Sort::Int, all);
            return self.app(f, &[a]);
        }
        if let Some(v) = self.as_int(a) {
            let m = 1i128 << bits;
            let low = v.rem_euclid(m);
            return self.int(if signed && low >= m / 2 { low - m } else { low });
        }
        // Wrapping is a ring homomorphism: inner wraps to at least as many bits change nothing.
        let stripped = self.strip_wraps(a, bits);
        if stripped != a {
            return self.congruent(stripped, ty, converts);
        }
        self.mk(Node::Wrap {
            bits,
            signed,
            converts,
            arg: a,
        })
    }

    /// A number of so many bits as a sum, where what matters is the number modulo its width: wraps are gone, and a number rounded
    /// down to a multiple of k is `a - a mod k`.
    pub fn as_linear_address(&mut self, a: TermId, bits: u8) -> TermId {
        let a = self.strip_wraps(a, bits);
        let (parts, k) = self.linear(a);
        let mut sum = Vec::with_capacity(parts.len());
        for (t, c) in parts {
            match *self.node(t) {
                Node::FloorDiv(inner, unit) if unit == c => {
                    let rest = self.floor_mod(inner, unit);
                    sum.extend([(inner, 1), (rest, -1)]);
                }
                _ => sum.push((t, c)),
            }
        }
        let sum = self.sum(&sum, k);
        self.strip_wraps(sum, bits)
    }

    fn strip_wraps(&mut self, a: TermId, bits: u8) -> TermId {
        let strip = |this: &Self, t: TermId| match *this.node(t) {
            Node::Wrap { bits: b, arg, .. } if b >= bits => arg,
            _ => t,
        };
        match self.node(a).clone() {
            Node::Wrap { .. } => strip(self, a),
            Node::Sum(parts, k) => {
                let inner: Vec<(TermId, i128)> = parts
                    .iter()
                    .map(|&(t, c)| match self.node(t) {
                        Node::Product(_) => (self.strip_wraps(t, bits), c),
                        _ => (strip(self, t), c),
                    })
                    .collect();
                self.sum(&inner, k)
            }
            Node::Product(factors) => {
                let inner: Vec<TermId> = factors.iter().map(|&t| strip(self, t)).collect();
                if inner[..] == factors[..] {
                    return a;
                }
                let mut product = inner[0];
                for &f in &inner[1..] {
                    product = self.mul(product, f);
                }
                product
            }
            _ => a,
        }
    }

    /// `c ? a : b` on any sort.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        match self.node(c) {
            Node::Bool(true) => return a,
            Node::Bool(false) => return b,
            Node::Not(inner) => {
                let inner = *inner;
                return self.ite(inner, b, a);
            }
            _ => {}
        }
        if self.sort(a) == Sort::Bool {
            // c ? a : b = (c ∧ a) ∨ (¬c ∧ b)
            let nc = self.not(c);
            let (x, y) = (self.and(&[c, a]), self.and(&[nc, b]));
            return self.or(&[x, y]);
        }
        let a = match *self.node(a) {
            Node::Ite(d, x, _) if d == c => x,
            _ => a,
        };
        let b = match *self.node(b) {
            Node::Ite(d, _, y) if d == c => y,
            _ => b,
        };
        if a == b {
            return a;
        }
        if self.sort(a) == Sort::Int {
            return self.choice(c, a, b);
        }
        self.mk(Node::Ite(c, a, b))
    }

    /// The smaller of two.
    pub fn min(&mut self, a: TermId, b: TermId) -> TermId {
        let c = self.le(a, b);
        self.ite(c, a, b)
    }

    /// The larger of two.
    pub fn max(&mut self, a: TermId, b: TermId) -> TermId {
        let c = self.le(a, b);
        self.ite(c, b, a)
    }

    /// 1 if the truth value holds, else 0.
    pub fn of_bool(&mut self, c: TermId) -> TermId {
        let (one, zero) = (self.int(1), self.int(0));
        self.ite(c, one, zero)
    }
}
