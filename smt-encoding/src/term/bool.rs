//! Building truth values in canonical form.

use super::{Node, Sort, TermId, Terms, gcd};
use kverify_frontend::index::Idx;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Disjunctions of more alternatives are not looked through pair by pair.
const MOST_PAIRED: usize = 24;

/// A number for a term such that sums of them tell sets apart (the finaliser of `splitmix64`, doi 10.1145/2660193.2660195).
fn spread(t: TermId) -> u64 {
    let mut z = (t.index() as u64)
        .wrapping_add(1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

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

    /// Whether two wraps to one type are equal, if their arguments lie a constant apart: they are where that is a multiple of the
    /// type's turn.
    fn same_wrapped(&mut self, x: TermId, y: TermId) -> Option<bool> {
        let (
            &Node::Wrap {
                bits, signed, arg: a, ..
            },
            &Node::Wrap {
                bits: n,
                signed: s,
                arg: b,
                ..
            },
        ) = (self.node(x), self.node(y))
        else {
            return None;
        };
        let apart = self.sub(a, b);
        let apart = self
            .as_int(apart)
            .filter(|_| (bits, signed) == (n, s) && bits < 127)?;
        Some(apart.rem_euclid(1 << bits) == 0)
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
        if let (&[(x, 1), (y, -1)] | &[(x, -1), (y, 1)], 0) = (&parts[..], k)
            && let Some(same) = self.same_wrapped(x, y)
        {
            return self.bool(same);
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

    /// The term that a condition says to be at most 0, or (`false`) not to be.
    pub fn at_most_zero(&self, condition: TermId) -> Option<(TermId, bool)> {
        match *self.node(condition) {
            Node::Le0(term) => Some((term, true)),
            Node::Not(inner) => match *self.node(inner) {
                Node::Le0(term) => Some((term, false)),
                _ => None,
            },
            _ => None,
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
        if all.len() > MOST_PAIRED {
            let fewer = self.merge_opposites(&all);
            let fewer = self.without_opposites_of_single(&fewer);
            if fewer != all {
                return self.or(&fewer);
            }
        }
        if let Some(t) = self.factor(&all) {
            return t;
        }
        self.mk(Node::Or(all.into()))
    }

    /// `(x ∧ l) ∨ (x ∧ ¬l) = x`, for as long as there are such alternatives; the ends of an `else if` chain come to its beginning so, in
    /// time that is linear in the sizes of the alternatives.
    fn merge_opposites(&mut self, alternatives: &[TermId]) -> Vec<TermId> {
        // A set's key is the sum of its members' hashes: that of a set with one member changed takes no look at the others.
        let key = |set: &[TermId]| set.iter().fold(0, |sum: u64, &l| sum.wrapping_add(spread(l)));
        let mut sets: FxHashMap<u64, Vec<TermId>> = FxHashMap::default();
        let mut work: Vec<(usize, u64)> = Vec::new();
        let mut others = Vec::new();
        for &a in alternatives {
            let set = self.conjuncts(a);
            let key = key(&set);
            match sets.entry(key) {
                Entry::Vacant(free) => {
                    work.push((set.len(), key));
                    free.insert(set);
                }
                // Two sets of one key, which are not the same: one of them stays as it is.
                Entry::Occupied(_) => others.push(a),
            }
        }
        // The longest first: what they merge to may merge again.
        work.sort_unstable();
        while let Some((_, own)) = work.pop() {
            let Some(set) = sets.get(&own) else { continue };
            let opposite = set.iter().find_map(|&l| {
                let negated = self.known_opposite(l)?;
                let other = own.wrapping_sub(spread(l)).wrapping_add(spread(negated));
                let is_opposite = |other: &Vec<TermId>| {
                    other.len() == set.len()
                        && other.binary_search(&negated).is_ok()
                        && set.iter().all(|c| *c == l || other.binary_search(c).is_ok())
                };
                sets.get(&other).is_some_and(is_opposite).then_some((l, other))
            });
            let Some((l, other)) = opposite else { continue };
            let mut merged = set.clone();
            merged.retain(|&c| c != l);
            sets.remove(&own);
            sets.remove(&other);
            let key = own.wrapping_sub(spread(l));
            match sets.entry(key) {
                Entry::Vacant(free) => {
                    let at = work.partition_point(|&(len, _)| len <= merged.len());
                    work.insert(at, (merged.len(), key));
                    free.insert(merged);
                }
                Entry::Occupied(same) if *same.get() == merged => {}
                Entry::Occupied(_) => others.push(self.and(&merged)),
            }
        }
        let mut sets: Vec<Vec<TermId>> = sets.into_values().collect();
        sets.sort_unstable();
        others.extend(sets.iter().map(|set| self.and(set)));
        others.sort_unstable();
        others.dedup();
        others
    }

    /// `l ∨ (¬l ∧ x) = l ∨ x` for alternatives `l` of one literal, and those that become such.
    fn without_opposites_of_single(&mut self, alternatives: &[TermId]) -> Vec<TermId> {
        let mut sets: Vec<Vec<TermId>> = alternatives.iter().map(|&a| self.conjuncts(a)).collect();
        let mut holders: FxHashMap<TermId, Vec<usize>> = FxHashMap::default();
        for (at, set) in sets.iter().enumerate() {
            for &l in set {
                holders.entry(l).or_default().push(at);
            }
        }
        let mut single: Vec<TermId> = sets.iter().filter(|s| s.len() == 1).map(|s| s[0]).collect();
        while let Some(l) = single.pop() {
            let Some(negated) = self.known_opposite(l) else {
                continue;
            };
            for at in holders.remove(&negated).unwrap_or_default() {
                let set = &mut sets[at];
                set.retain(|&c| c != negated);
                single.extend(set.first().filter(|_| set.len() == 1));
            }
        }
        let mut left: Vec<TermId> = sets.iter().map(|set| self.and(set)).collect();
        left.sort_unstable();
        left.dedup();
        left
    }

    /// `¬l`, if somebody made it.
    fn known_opposite(&self, l: TermId) -> Option<TermId> {
        match self.node(l) {
            Node::Not(inner) => Some(*inner),
            _ => self.table.get(&Node::Not(l)).copied(),
        }
    }

    /// `(x ∧ a) ∨ (x ∧ b) = x ∧ (a ∨ b)` where the alternatives share conjuncts; `a ∨ (¬a ∧ b) = a ∨ b`.
    fn factor(&mut self, alternatives: &[TermId]) -> Option<TermId> {
        let sets: Vec<Vec<TermId>> = alternatives.iter().map(|&a| self.conjuncts(a)).collect();
        let shortest = sets.iter().min_by_key(|set| set.len())?;
        let common: Vec<TermId> = shortest
            .iter()
            .copied()
            .filter(|c| sets.iter().all(|s| s.binary_search(c).is_ok()))
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
        if sets.len() > MOST_PAIRED {
            return None;
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
