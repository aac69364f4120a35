//! Candidate invariants: what is not inductive is dropped until all that is left is (Houdini: Flanagan and Leino, FME 2001,
//! doi 10.1007/3-540-45251-6_29).
//!
//! Candidates are what the source states at a loop's head, bounds on carried values that its
//! conditions compare them with, or by a number of steps that the loop does not change (`v <= v₀ + n·κ`), and orders between
//! carried values. None is trusted: each must hold when the loop is reached, and
//! all that are kept must together carry over from one iteration to the next. Discharge tries first, then Z3 with little time.

use super::Machine;
use super::recurrence::Solution;
use crate::answer::Arith;
use crate::discharge::contradictory;
use crate::term::{LoopId, Node, Sort, Subst, TermId};
use crate::z3::{Encoding, Limits, Outcome};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Candidates of one loop.
const MOST_CANDIDATES: usize = 24;

/// Numbers of steps that bounds are tried with.
const MOST_RATES: usize = 4;

/// Z3's resource units for one question, times what such a one may take: some milliseconds.
const RLIMIT: u32 = 60_000;

/// Units for all questions of a kernel.
const MOST_UNITS: u64 = 400_000;

/// A carried value that is an unknown function of κ.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    /// `f(κ)`
    pub value: TermId,
    /// `f(0)`
    pub init: TermId,
    /// `f(κ + 1)`, over κ and whatever else the iteration has a say in.
    pub next: Option<TermId>,
}

/// A loop whose values are known.
pub(super) struct Head<'a> {
    pub id: LoopId,
    pub kappa: TermId,
    /// When an iteration is followed by another, over the placeholders.
    pub repeats: Option<TermId>,
    pub solution: &'a Solution,
    pub growths: &'a [Growth],
}

impl Machine<'_> {
    /// The candidates that hold whenever the loop's head is reached, over κ; `stated` are the source's own, over the placeholders.
    pub(super) fn invariants(&mut self, head: &Head<'_>, stated: &[TermId]) -> Vec<TermId> {
        if head.growths.is_empty() {
            return Vec::new();
        }
        let Some(repeats) = head.repeats else {
            return Vec::new();
        };
        let mut values = head.solution.subst.clone();
        let repeats = self.terms.subst(&mut values, repeats);
        let mut candidates: Vec<TermId> = Vec::new();
        for &t in stated {
            let t = self.terms.subst(&mut values, t);
            if self.speaks_of(head, t) {
                candidates.push(t);
            }
        }
        candidates.extend(self.bounds_by_rates(head, repeats));
        candidates.extend(self.bounds_compared(head, repeats));
        candidates.extend(self.orders(head));
        candidates.retain(|&t| self.terms.as_bool(t).is_none() && !self.varies_in(t, head.id, head.kappa));
        candidates.truncate(MOST_CANDIDATES);
        let mut assumed = false;
        let reached = self.entered.clone();
        candidates.retain(|&t| {
            let first = self.at_first(head, t);
            self.follows(&reached, first, &mut assumed)
        });
        self.keep_inductive(head, repeats, &mut candidates, &mut assumed);
        if assumed && !candidates.is_empty() && !self.assume_no_overflow() {
            candidates.clear();
        }
        candidates
    }

    /// Drops candidates until those that are left carry over together.
    fn keep_inductive(
        &mut self,
        head: &Head<'_>,
        repeats: TermId,
        candidates: &mut Vec<TermId>,
        assumed: &mut bool,
    ) {
        let mut known = self.entered.clone();
        known.extend(&head.solution.facts);
        known.push(repeats);
        loop {
            let before = candidates.len();
            let hypotheses = [&known[..], candidates].concat();
            candidates.retain(|&t| {
                let next = self.at_next(head, t);
                self.follows(&hypotheses, next, assumed)
            });
            if candidates.len() == before {
                return;
            }
        }
    }

    /// Whether a candidate speaks of a value that is not known exactly: of others all is said.
    fn speaks_of(&self, head: &Head<'_>, t: TermId) -> bool {
        let all = self.terms.post_order(&[t]);
        head.growths.iter().any(|g| all.contains(&g.value))
    }

    /// `v₀ <= v`, `v <= v₀` and `v <= v₀ + n·κ` for `n >= 0`, n an amount that the iteration's conditions speak of.
    fn bounds_by_rates(&mut self, head: &Head<'_>, repeats: TermId) -> Vec<TermId> {
        let rates = self.rates(head, repeats);
        let mut bounds = Vec::new();
        for g in head.growths {
            if self.terms.sort(g.value) != Sort::Int {
                continue;
            }
            bounds.extend([self.terms.le(g.init, g.value), self.terms.le(g.value, g.init)]);
            if self.has_constant_steps(head, g) {
                continue;
            }
            let zero = self.terms.int(0);
            for &rate in &rates {
                let way = self.terms.mul(rate, head.kappa);
                let most = self.terms.add(g.init, way);
                let bound = self.terms.le(g.value, most);
                let sensible = self.terms.le(zero, rate);
                bounds.push(self.terms.implies(sensible, bound));
            }
        }
        bounds
    }

    /// What `v` is compared with in the iteration's conditions, and its neighbours: `v + r <= 0` gives `v <= -r` and `v <= 1 - r`,
    /// and as it may not hold, `v >= 1 - r` and `v >= -r`.
    fn bounds_compared(&mut self, head: &Head<'_>, repeats: TermId) -> Vec<TermId> {
        let nexts = head.growths.iter().filter_map(|g| g.next);
        let roots: Vec<TermId> = nexts.chain([repeats]).collect();
        let (bare, _): (Vec<TermId>, Vec<bool>) = roots
            .into_iter()
            .map(|t| crate::term::int_view(&mut self.terms, &mut self.view, t))
            .unzip();
        let mut edges = BTreeSet::new();
        for t in self.terms.post_order(&bare) {
            let Node::Le0(sum) = *self.terms.node(t) else {
                continue;
            };
            for g in head.growths {
                let (parts, k) = self.terms.linear(sum);
                let Some(&(_, c @ (1 | -1))) = parts.iter().find(|part| part.0 == g.value) else {
                    continue;
                };
                let rest: Vec<(TermId, i128)> = parts.into_iter().filter(|part| part.0 != g.value).collect();
                let fixed = rest.iter().all(|&(part, _)| self.is_fixed(head, part));
                // Of plain numbers, intervals say it already.
                if fixed && !rest.is_empty() {
                    // c·v + rest + k <= 0: v stays on either side of -c·(rest + k).
                    let edge = self.terms.sum(&rest, k);
                    edges.insert((g.value, self.terms.scale(edge, -c)));
                }
            }
        }
        let mut bounds = Vec::new();
        for (v, edge) in edges {
            for d in [-1, 0, 1] {
                let edge = self.terms.offset(edge, d);
                bounds.extend([self.terms.le(v, edge), self.terms.le(edge, v)]);
            }
        }
        bounds
    }

    /// Whether the loop does not change `t`.
    fn is_fixed(&self, head: &Head<'_>, t: TermId) -> bool {
        !self.terms.post_order(&[t]).contains(&head.kappa) && !self.varies_in(t, head.id, head.kappa)
    }

    /// Whether bounds by steps of a constant length are known on both sides.
    fn has_constant_steps(&self, head: &Head<'_>, g: &Growth) -> bool {
        let bounds = head.solution.facts.iter().filter(|&&fact| {
            let atom = match *self.terms.node(fact) {
                Node::Not(inner) => inner,
                _ => fact,
            };
            match *self.terms.node(atom) {
                Node::Le0(sum) => self.terms.linear(sum).0.iter().any(|part| part.0 == g.value),
                _ => false,
            }
        });
        bounds.count() >= 2
    }

    /// Integers that the loop does not change and that an iteration's conditions compare something with.
    fn rates(&self, head: &Head<'_>, repeats: TermId) -> Vec<TermId> {
        let mut rates = BTreeSet::new();
        for t in self.terms.post_order(&[repeats]) {
            let Node::Le0(sum) = *self.terms.node(t) else {
                continue;
            };
            for (part, c) in self.terms.linear(sum).0 {
                if c.abs() == 1 && self.is_fixed(head, part) {
                    rates.insert(part);
                }
            }
        }
        rates.into_iter().take(MOST_RATES).collect()
    }

    /// `v <= w` for all two carried integers.
    fn orders(&mut self, head: &Head<'_>) -> Vec<TermId> {
        let mut orders = Vec::new();
        for (i, g) in head.growths.iter().enumerate() {
            for h in &head.growths[i + 1..] {
                if [g, h].iter().all(|x| self.terms.sort(x.value) == Sort::Int) {
                    orders.push(self.terms.le(g.value, h.value));
                    orders.push(self.terms.le(h.value, g.value));
                }
            }
        }
        orders
    }

    /// A candidate at the head's first visit.
    fn at_first(&mut self, head: &Head<'_>, t: TermId) -> TermId {
        let zero = self.terms.int(0);
        self.at(head, t, zero, |g| Some(g.init))
    }

    /// A candidate at the visit after κ.
    fn at_next(&mut self, head: &Head<'_>, t: TermId) -> TermId {
        let next = self.terms.offset(head.kappa, 1);
        self.at(head, t, next, |g| g.next)
    }

    /// A candidate at a visit, with the carried values that it has there.
    fn at(
        &mut self,
        head: &Head<'_>,
        t: TermId,
        visit: TermId,
        value: impl Fn(&Growth) -> Option<TermId>,
    ) -> TermId {
        let mut there = Subst::new();
        there.bind(self.sym_of(head.kappa), visit);
        let mut values = FxHashMap::default();
        for g in head.growths {
            if let Some(v) = value(g) {
                values.insert(self.terms.subst(&mut there, g.value), v);
            }
        }
        let t = self.terms.subst(&mut there, t);
        self.terms.replace(t, &values)
    }

    /// Whether `conclusion` plainly follows; `assumed` is set if it does only where index arithmetic does not overflow.
    fn follows(&mut self, hypotheses: &[TermId], conclusion: TermId, assumed: &mut bool) -> bool {
        if self.terms.as_bool(conclusion) == Some(true) {
            return true;
        }
        let mut query = hypotheses.to_vec();
        query.push(self.terms.not(conclusion));
        let mut overflow = false;
        let mut viewed = Vec::new();
        for t in query {
            let (t, a) = crate::term::int_view(&mut self.terms, &mut self.view, t);
            overflow |= a;
            viewed.extend(self.terms.conjuncts(t));
        }
        if overflow && self.config.arith == Arith::Bv {
            return false;
        }
        let holds = contradictory(&self.terms, &viewed) || self.is_unsat(&viewed);
        *assumed |= holds && overflow;
        holds
    }

    /// Whether Z3 says so at once.
    fn is_unsat(&mut self, conjuncts: &[TermId]) -> bool {
        if self.prover.units() >= MOST_UNITS || self.clock.is_over() {
            return false;
        }
        let limits = Limits {
            rlimit: RLIMIT,
            work: self.clock.units_left(),
            deadline: Some(self.clock.deadline()),
        };
        let outcome = self.prover.check(&self.terms, conjuncts, Encoding::Int, limits);
        if outcome.is_cut_by_clock() {
            self.clock.cut_by_clock();
        }
        outcome == Outcome::Unsat
    }
}
