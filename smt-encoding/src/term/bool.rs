//! Building truth values in canonical form.

use super::{Node, Sort, TermId, Terms, gcd};

impl Terms {
    /// `a <= b` on integers.
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        let d = self.sub(a, b);
        self.le0(d)
    }

    /// `a < b` on integers.
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        let d = self.sum(&[(a, 1), (b, -1)], 1);
        self.le0(d)
    }

    /// `d <= 0`, coefficients divided by their greatest common divisor.
    pub fn le0(&mut self, d: TermId) -> TermId {
        let r = self.range(d);
        if r.at_most(0) {
            return self.bool(true);
        }
        if r.at_least(1) {
            return self.bool(false);
        }
        let (parts, k) = self.linear(d);
        let g = parts.iter().fold(0, |g, (_, c)| gcd(g, *c));
        if g > 1 {
            // Σ g·cᵢ·tᵢ + k <= 0  ⇔  Σ cᵢ·tᵢ + ⌈k/g⌉ <= 0
            let parts: Vec<_> = parts.iter().map(|&(t, c)| (t, c / g)).collect();
            let d = self.sum(&parts, k.wrapping_neg().div_euclid(g).wrapping_neg());
            return self.le0(d);
        }
        // One of d <= 0 and its negation 1 - d <= 0 is the atom, the other one is written `not`.
        let lead = parts.first().map_or(1, |(_, c)| *c);
        if lead < 0 {
            let negated = self.sum(&[(d, -1)], 1);
            let atom = self.mk(Node::Le0(negated));
            return self.mk(Node::Not(atom));
        }
        self.mk(Node::Le0(d))
    }

    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.bool(true);
        }
        match self.sort(a) {
            Sort::Int => {
                let d = self.sub(a, b);
                self.eq0(d)
            }
            Sort::Bool => match (self.as_bool(a), self.as_bool(b)) {
                (Some(true), _) => b,
                (_, Some(true)) => a,
                (Some(false), _) => self.not(b),
                (_, Some(false)) => self.not(a),
                _ => self.mk(Node::Same(a.min(b), a.max(b))),
            },
            Sort::Float(_) => {
                if matches!((self.node(a), self.node(b)), (Node::Float(..), Node::Float(..))) {
                    return self.bool(false);
                }
                self.mk(Node::Same(a.min(b), a.max(b)))
            }
        }
    }

    /// `d = 0` on integers.
    pub fn eq0(&mut self, d: TermId) -> TermId {
        if !self.range(d).contains(0) {
            return self.bool(false);
        }
        let (parts, k) = self.linear(d);
        if parts.is_empty() {
            return self.bool(k == 0);
        }
        let g = parts.iter().fold(0, |g, (_, c)| gcd(g, *c));
        if k % g != 0 {
            return self.bool(false);
        }
        let sign = if parts[0].1 < 0 { -1 } else { 1 };
        if g * sign != 1 {
            let parts: Vec<_> = parts
                .iter()
                .map(|&(t, c)| (t, c.wrapping_div(g * sign)))
                .collect();
            let d = self.sum(&parts, k.wrapping_div(g * sign));
            return self.eq0(d);
        }
        // (c ? x : y) = k with constant branches is a condition on c.
        if let (&[(t, 1)], k) = (parts.as_slice(), k)
            && let Node::Ite(c, x, y) = *self.node(t)
        {
            match (self.as_int(x), self.as_int(y)) {
                (Some(x), Some(y)) => {
                    return match (x == k.wrapping_neg(), y == k.wrapping_neg()) {
                        (true, true) => self.bool(true),
                        (true, false) => c,
                        (false, true) => self.not(c),
                        (false, false) => self.bool(false),
                    };
                }
                (Some(x), None) if x != k.wrapping_neg() => {
                    let (nc, e) = (self.not(c), self.offset(y, k));
                    let e = self.eq0(e);
                    return self.and(&[nc, e]);
                }
                (None, Some(y)) if y != k.wrapping_neg() => {
                    let e = self.offset(x, k);
                    let e = self.eq0(e);
                    return self.and(&[c, e]);
                }
                _ => {}
            }
        }
        self.mk(Node::Eq0(d))
    }

    /// `a != b`
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// `¬a`
    pub fn not(&mut self, a: TermId) -> TermId {
        match self.node(a).clone() {
            Node::Bool(v) => self.bool(!v),
            Node::Not(inner) => inner,
            // ¬(a ∨ b) = ¬a ∧ ¬b: only atoms and conjunctions stand under `not`.
            Node::Or(parts) => {
                let negated: Vec<_> = parts.iter().map(|&p| self.not(p)).collect();
                self.and(&negated)
            }
            _ => self.mk(Node::Not(a)),
        }
    }

    /// The conjuncts of `a`.
    pub fn conjuncts(&self, a: TermId) -> Vec<TermId> {
        match self.node(a) {
            Node::And(parts) => parts.to_vec(),
            Node::Bool(true) => Vec::new(),
            _ => vec![a],
        }
    }

    /// Conjunction.
    pub fn and(&mut self, parts: &[TermId]) -> TermId {
        let mut all: Vec<TermId> = Vec::new();
        for &p in parts {
            match self.node(p) {
                Node::Bool(true) => {}
                Node::Bool(false) => return p,
                Node::And(inner) => all.extend_from_slice(inner),
                _ => all.push(p),
            }
        }
        all.sort_unstable();
        all.dedup();
        if self.has_complement(&all) {
            return self.bool(false);
        }
        match all.as_slice() {
            [] => self.bool(true),
            [one] => *one,
            _ => self.mk(Node::And(all.into())),
        }
    }

    /// Disjunction. Common conjuncts are factored out, so that the join of `g ∧ c` and `g ∧ ¬c` is `g`.
    pub fn or(&mut self, parts: &[TermId]) -> TermId {
        let mut all: Vec<TermId> = Vec::new();
        for &p in parts {
            match self.node(p) {
                Node::Bool(false) => {}
                Node::Bool(true) => return p,
                Node::Or(inner) => all.extend_from_slice(inner),
                _ => all.push(p),
            }
        }
        all.sort_unstable();
        all.dedup();
        if self.has_complement(&all) {
            return self.bool(true);
        }
        match all.as_slice() {
            [] => return self.bool(false),
            [one] => return *one,
            _ => {}
        }
        if let Some(t) = self.factor(&all) {
            return t;
        }
        self.mk(Node::Or(all.into()))
    }

    /// `(x ∧ a) ∨ (x ∧ b) = x ∧ (a ∨ b)` where the alternatives share conjuncts; `a ∨ (¬a ∧ b) = a ∨ b`.
    fn factor(&mut self, alternatives: &[TermId]) -> Option<TermId> {
        let sets: Vec<Vec<TermId>> = alternatives.iter().map(|&a| self.conjuncts(a)).collect();
        let common: Vec<TermId> = sets[0]
            .iter()
            .copied()
            .filter(|c| sets[1..].iter().all(|s| s.binary_search(c).is_ok()))
            .collect();
        if !common.is_empty() {
            let rests: Vec<TermId> = sets
                .iter()
                .map(|s| {
                    let rest: Vec<_> = s
                        .iter()
                        .copied()
                        .filter(|c| common.binary_search(c).is_err())
                        .collect();
                    self.and(&rest)
                })
                .collect();
            let rest = self.or(&rests);
            let mut whole = common;
            whole.push(rest);
            return Some(self.and(&whole));
        }
        // Two alternatives that differ in the sign of one conjunct merge; a literal absorbs its negation elsewhere.
        for i in 0..sets.len() {
            for j in 0..sets.len() {
                if i == j {
                    continue;
                }
                if let Some(merged) = self.resolve(&sets[i], &sets[j]) {
                    let mut rest: Vec<TermId> = alternatives.to_vec();
                    rest[j] = merged;
                    if self
                        .conjuncts(merged)
                        .iter()
                        .all(|c| sets[i].binary_search(c).is_ok())
                    {
                        rest.remove(i);
                    }
                    return Some(self.or(&rest));
                }
            }
        }
        None
    }

    /// `b` with a conjunct `¬l` dropped, if `a`'s other conjuncts are all in `b` and `l` is in `a`.
    fn resolve(&mut self, a: &[TermId], b: &[TermId]) -> Option<TermId> {
        let mut literal = None;
        for &l in a {
            if b.binary_search(&l).is_ok() {
                continue;
            }
            if literal.replace(l).is_some() {
                return None;
            }
        }
        let negated = self.not(literal?);
        let rest: Vec<TermId> = b.iter().copied().filter(|&c| c != negated).collect();
        (rest.len() < b.len()).then(|| self.and(&rest))
    }

    fn has_complement(&self, sorted: &[TermId]) -> bool {
        sorted
            .iter()
            .any(|&t| matches!(self.node(t), Node::Not(inner) if sorted.binary_search(inner).is_ok()))
    }

    /// `a ⇒ b`
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let na = self.not(a);
        self.or(&[na, b])
    }
}
