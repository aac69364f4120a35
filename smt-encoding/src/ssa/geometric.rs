//! Carried values without a closed form that halve, double or otherwise move in bounds: how often the loop goes round, and
//! powers of two that stay powers of two.

use super::Machine;
use super::recurrence::Carried;
use crate::term::{Node, Origin, Range, TermId};

/// Iterations that are followed interval by interval.
const MAX_STEPS: i128 = 70;

impl Machine<'_> {
    /// How often the header is reached at most: intervals of the value are followed until the loop cannot go on in one,
    /// `I₀ = range(v₀)`, `Iₙ₊₁ = next(Iₙ ∩ R)`.
    pub(super) fn visits_by_intervals(
        &mut self,
        c: &Carried,
        latch: TermId,
        repeats: Option<TermId>,
        within: Range,
    ) -> Option<i128> {
        let conditions = self.terms.conjuncts(repeats?);
        let mut now = self.terms.range(c.init).meet(within);
        for n in 0..MAX_STEPS {
            let Some(goes_on) = conditions
                .iter()
                .try_fold(now, |r, &condition| self.narrowed(condition, c.place, r))
            else {
                return Some(n + 1);
            };
            let next = self.step_range(c, latch, goes_on);
            if next == now {
                return None;
            }
            now = next;
        }
        None
    }

    /// The part of `r` in which `v` can lie while the condition holds; `None` if that is empty.
    fn narrowed(&self, condition: TermId, place: TermId, r: Range) -> Option<Range> {
        let (mut lo, mut hi) = (r.lo, r.hi);
        let (atom, holds) = match *self.terms.node(condition) {
            Node::Not(inner) => (inner, false),
            _ => (condition, true),
        };
        match *self.terms.node(atom) {
            Node::Le0(sum) => {
                // own·v + rest <= 0, or own·v + rest >= 1 as -own·v - rest + 1 <= 0
                let (parts, k) = self.terms.linear(sum);
                let (sign, k) = if holds { (1, k) } else { (-1, 1 - k) };
                let own = parts.iter().find(|(t, _)| *t == place).map(|p| p.1 * sign);
                let rest = parts
                    .iter()
                    .filter(|(t, _)| *t != place)
                    .fold(Range::new(k, k), |acc, &(t, c)| {
                        acc.add(self.terms.range(t).scale(c * sign))
                    });
                match (own, rest.lo) {
                    (Some(own), Some(rest)) if own > 0 => {
                        let most = rest.checked_neg()?.div_euclid(own);
                        hi = Some(hi.map_or(most, |h| h.min(most)));
                    }
                    // v >= rest / |own|, rounded up
                    (Some(own), Some(rest)) => {
                        let least = -(rest.checked_neg()?.div_euclid(-own));
                        lo = Some(lo.map_or(least, |l| l.max(least)));
                    }
                    _ => {}
                }
            }
            Node::Eq0(sum) if !holds => {
                if let (&[(t, c @ (1 | -1))], k) = (&self.terms.linear(sum).0[..], self.terms.linear(sum).1)
                    && t == place
                {
                    let excluded = -c * k;
                    lo = lo.map(|l| if l == excluded { l + 1 } else { l });
                    hi = hi.map(|h| if h == excluded { h - 1 } else { h });
                }
            }
            _ => {}
        }
        lo.zip(hi).is_none_or(|(l, h)| l <= h).then_some(Range { lo, hi })
    }

    /// `v₀` a power of two or 0, and an iteration keeps it so: then `v` always is. Where `v₀` hangs on a loop around, whose values
    /// are not known yet, the fact is conditional.
    pub(super) fn stays_power(&mut self, c: &Carried, latch: TermId, value: TermId) -> Option<TermId> {
        let (latch, assumed) = crate::term::int_view(&mut self.terms, &mut self.view, latch);
        let known = [&[c.place], &self.powers[..]].concat();
        if latch == c.place || !self.terms.is_power_or_zero(latch, &known) {
            return None;
        }
        let plain = self.terms.is_power_or_zero(c.init, &self.powers);
        let hangs = self.terms.post_order(&[c.init]).iter().any(|&t| {
            matches!(*self.terms.node(t), Node::Sym(s) if self.terms.symbols[s].origin == Origin::Placeholder)
        });
        if !plain && !hangs {
            return None;
        }
        if assumed && !self.assume_no_overflow() {
            return None;
        }
        let fact = self.terms.power_or_zero(value);
        if plain {
            return Some(fact);
        }
        let first = self.terms.power_or_zero(c.init);
        Some(self.terms.implies(first, fact))
    }
}
