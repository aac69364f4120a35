//! Conditional integers.

use super::{Node, Range, TermId, Terms, gcd};

/// Parts of a sum.
type Parts = Vec<(TermId, i128)>;

/// What a conditional term picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// `x <= y ? x : y`
    Smaller,
    /// `x <= y ? y : x`
    Larger,
}

impl Terms {
    /// `c ? a : b` for integers that differ.
    ///
    /// `c ? s + g·x : s + g·y` is written `s + g·(c ? x : y)`: what both have in common needs no case distinction, and what
    /// they are multiples of shows.
    pub(super) fn choice(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        let a = self.settled_by(c, a, true);
        let b = self.settled_by(c, b, false);
        if a == b {
            return a;
        }
        let ((pa, ka), (pb, kb)) = (self.linear(a), self.linear(b));
        if let Some(common) = common((&pa, ka), (&pb, kb)) {
            let [x, y] = common.rest.map(|(parts, k)| self.sum(&parts, k));
            let choice = self.ite(c, x, y);
            let mut parts = common.shared;
            parts.push((choice, common.divisor));
            return self.sum(&parts, 0);
        }
        let t = self.mk(Node::Ite(c, a, b));
        self.note_extreme(t, a, b);
        t
    }

    /// `t` where `c` holds or does not: conditional parts of the sum whose conditions that decides.
    fn settled_by(&mut self, c: TermId, t: TermId, holds: bool) -> TermId {
        let (parts, k) = self.linear(t);
        let known = if holds { c } else { self.not(c) };
        let mut changed = false;
        let settled: Parts = parts
            .iter()
            .map(|&(t, factor)| match *self.node(t) {
                Node::Ite(d, x, y) => match self.implied(known, d) {
                    Some(value) => {
                        changed = true;
                        (if value { x } else { y }, factor)
                    }
                    None => (t, factor),
                },
                _ => (t, factor),
            })
            .collect();
        if changed { self.sum(&settled, k) } else { t }
    }

    /// The truth of `d` where `known` holds, both bounds of one sum.
    pub fn implied(&self, known: TermId, d: TermId) -> Option<bool> {
        if known == d {
            return Some(true);
        }
        let (p, k) = self.upper_bound(known)?;
        let (q, l) = self.upper_bound(d)?;
        // p + k <= 0
        if p == q && l <= k {
            return Some(true);
        }
        let negated: Parts = q.iter().map(|&(t, c)| (t, c.wrapping_neg())).collect();
        // q + l = -p + l >= k + l
        (p == negated && k.checked_add(l)? >= 1).then_some(false)
    }

    /// A bound as `Σ parts + k <= 0`.
    fn upper_bound(&self, t: TermId) -> Option<(Parts, i128)> {
        let (a, holds) = self.at_most_zero(t)?;
        let (parts, k) = self.linear(a);
        if holds {
            return Some((parts, k));
        }
        let parts = parts.iter().map(|&(t, c)| (t, c.wrapping_neg())).collect();
        Some((parts, 1i128.checked_sub(k)?))
    }

    /// Keeps that a conditional term is the smaller or the larger of two, and what bounds that gives it.
    fn note_extreme(&mut self, t: TermId, x: TermId, y: TermId) {
        let Node::Ite(c, ..) = *self.node(t) else { return };
        if self.extremes.contains_key(&t) {
            return;
        }
        let bounds = [
            (self.le(x, y), Extreme::Smaller),
            (self.lt(x, y), Extreme::Smaller),
            (self.le(y, x), Extreme::Larger),
            (self.lt(y, x), Extreme::Larger),
        ];
        let Some(&(_, extreme)) = bounds.iter().find(|(condition, _)| *condition == c) else {
            return;
        };
        self.extremes.insert(t, extreme);
        let (a, b) = (self.range(x), self.range(y));
        let bound = match extreme {
            Extreme::Smaller => Range {
                lo: None,
                hi: a.hi.into_iter().chain(b.hi).min(),
            },
            Extreme::Larger => Range {
                lo: a.lo.into_iter().chain(b.lo).max(),
                hi: None,
            },
        };
        self.narrow(t, bound);
    }

    /// The two terms of which `t` is known to be the smaller or the larger.
    pub fn extreme(&self, t: TermId) -> Option<(Extreme, [TermId; 2])> {
        let extreme = *self.extremes.get(&t)?;
        match *self.node(t) {
            Node::Ite(_, x, y) => Some((extreme, [x, y])),
            _ => None,
        }
    }
}

/// Two sums as `shared + divisor · rest`.
struct Common {
    shared: Parts,
    divisor: i128,
    rest: [(Parts, i128); 2],
}

/// What two sums share, and what is left; `None` if there is nothing to take out.
fn common(a: (&Parts, i128), b: (&Parts, i128)) -> Option<Common> {
    let ((pa, ka), (pb, kb)) = (a, b);
    let shared: Parts = pa.iter().filter(|part| pb.contains(part)).copied().collect();
    let rest = |parts: &Parts| -> Parts {
        let own = parts.iter().filter(|part| !shared.contains(part));
        own.copied().collect()
    };
    let (pa, pb) = (rest(pa), rest(pb));
    let all = pa.iter().chain(&pb).map(|&(_, k)| k).chain([ka, kb]);
    // Constants alone stay as they are: tables of them are looked for.
    let g = match pa.is_empty() && pb.is_empty() {
        true => 1,
        false => all.fold(0, gcd),
    };
    if shared.is_empty() && g < 2 {
        return None;
    }
    let divided = |parts: &Parts| -> Parts { parts.iter().map(|&(t, k)| (t, k / g)).collect() };
    let rest = [(divided(&pa), ka / g), (divided(&pb), kb / g)];
    Some(Common {
        shared,
        divisor: g,
        rest,
    })
}
