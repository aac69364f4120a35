//! Which loops are taken to end.
//!
//! A thread that never leaves a loop never reaches the next barrier, and the others of its block wait there for ever:
//! a divergence that no model shows, since a model has a number for every counter. Loops of which it is not plain that they
//! end are an assumption of the answer; those of which it is plain that they do not are findings
//! ([`crate::checks`], `non-terminating-loop`).

use super::Machine;
use super::recurrence::Solution;
use crate::term::{FnOrigin, Level, LoopId, Node, Subst, TermId, gcd};
use kverify_frontend::ir::{Loc, Space};
use rustc_hash::FxHashSet;

/// So deep a term is looked into for its remainder.
const DEEPEST: u32 = 8;

/// A modulus and a remainder that say nothing.
const ANY: (i128, i128) = (1, 0);

/// A loop that was solved.
pub(super) struct Solved<'a> {
    pub id: LoopId,
    /// κ.
    pub kappa: TermId,
    /// When an iteration is followed by another, over the placeholders.
    pub repeats: Option<TermId>,
    pub solution: &'a Solution,
    /// When a thread comes to the loop.
    pub entered: TermId,
}

/// A loop that is never left.
#[derive(Clone, Debug)]
pub struct Endless {
    /// The loop statement.
    pub loc: Loc,
    /// When a thread gets caught in it.
    pub guard: TermId,
    /// Counters of the loops around it.
    pub counters: Vec<(LoopId, TermId)>,
}

impl Machine<'_> {
    /// Remembers what holds after a loop that can be left in one way only, and did not hold before: it says in which
    /// iteration the loop was left, and is true of every thread that gets past it.
    pub(super) fn note_left(&mut self, before: TermId, after: TermId) {
        let known = self.terms.conjuncts(before);
        let mut new = self.terms.conjuncts(after);
        new.retain(|c| !known.contains(c));
        self.told.extend(&new);
        self.left.extend(new);
    }

    /// A guard without what is true of every thread that got past the loops on the way.
    ///
    /// Of use only for threads that are known not to be in these loops any more.
    pub(super) fn past_loops(&mut self, guard: TermId) -> TermId {
        let mut conjuncts = self.terms.conjuncts(guard);
        conjuncts.retain(|c| !self.left.contains(c));
        self.terms.and(&conjuncts)
    }

    /// The parts of a guard that are true of every thread which got past the loops on the way, or is in them.
    pub(crate) fn facts_of_loops(&self, guard: TermId) -> Vec<TermId> {
        let parts: FxHashSet<TermId> = self.terms.post_order(&[guard]).into_iter().collect();
        let told = self.told.iter().copied();
        told.filter(|fact| parts.contains(fact)).collect()
    }

    /// Puts a loop on record of which it is not plain that it ends. Where others wait at a barrier meanwhile, that index arithmetic
    /// does not overflow may be taken for granted.
    pub(super) fn note_end(&mut self, solved: &Solved<'_>, holds_barrier: bool) {
        let info = &self.loops[solved.id];
        let (control, line) = (info.control, info.loc.span.line);
        let waits = self
            .cfg
            .graph
            .node_indices()
            .any(|n| self.cfg.barrier(self.kernel, n).is_some());
        let parts = control.max(self.level_of(solved.entered)) > Level::Block;
        if !self.ends(solved, parts && waits && !holds_barrier) {
            self.endless.insert(line);
        }
    }

    /// When a thread that begins an iteration of the loop for the first time never leaves it, if that can be told: nothing in the
    /// condition to go on depends on the iteration, or it only gets truer. `None` if the loop may end.
    pub(super) fn never_ends(&mut self, solved: &Solved<'_>) -> Option<TermId> {
        let repeats = solved.repeats?;
        if solved.solution.visits.is_some() || self.config.may_alias {
            return None;
        }
        let repeats = self.past_loops(repeats);
        let mut s = solved.solution.subst.clone();
        let repeats = self.terms.subst(&mut s, repeats);
        for c in self.terms.conjuncts(repeats) {
            if !self.stays_true(c, solved) {
                return None;
            }
        }
        let mut first = Subst::new();
        let zero = self.terms.int(0);
        first.bind(self.sym_of(solved.kappa), zero);
        let begun = self.terms.subst(&mut first, repeats);
        let begun = self.terms.and(&[solved.entered, begun]);
        (self.terms.as_bool(begun) != Some(false)).then_some(begun)
    }

    /// Whether a condition that holds in one iteration holds in the next, whatever other threads do.
    fn stays_true(&mut self, c: TermId, solved: &Solved<'_>) -> bool {
        if self.varies_in(c, solved.id, solved.kappa) || self.reads_written(c) {
            return false;
        }
        let counts = |machine: &Self, t: TermId| machine.terms.post_order(&[t]).contains(&solved.kappa);
        if !counts(self, c) || self.never_meets(c) {
            return true;
        }
        let Some((sum, holds)) = self.terms.at_most_zero(c) else {
            return false;
        };
        let sign = if holds { 1 } else { -1 };
        // It comes round again.
        if self.wraps_by_definition(sum) {
            return false;
        }
        let sum = crate::term::int_view(&mut self.terms, &mut self.view, sum).0;
        let step = self.step_of(sum, solved.kappa);
        let step = self.terms.scale(step, sign);
        self.terms.range(step).at_most(0)
    }

    fn wraps_by_definition(&self, t: TermId) -> bool {
        let wraps = |t: &TermId| matches!(self.terms.node(*t), Node::Wrap { signed: false, .. });
        self.terms.post_order(&[t]).iter().any(wraps)
    }

    /// Whether a condition says that two numbers differ that are never the same, as they leave other remainders: `2 * k + 1 != 8`, also
    /// where `2 * k` wraps.
    fn never_meets(&mut self, c: TermId) -> bool {
        let Node::Not(equal) = *self.terms.node(c) else {
            return false;
        };
        let Node::Eq0(difference) = *self.terms.node(equal) else {
            return false;
        };
        let difference = match self.wraps_by_definition(difference) {
            true => difference,
            false => crate::term::int_view(&mut self.terms, &mut self.view, difference).0,
        };
        let (modulus, rest) = self.residue(difference, DEEPEST).unwrap_or(ANY);
        modulus > 1 && rest % modulus != 0
    }

    /// A modulus and what a term leaves by it whatever its parts are; modulus 0 of what is a number.
    fn residue(&self, t: TermId, deep: u32) -> Option<(i128, i128)> {
        let of = |t: &TermId| self.residue(*t, deep.checked_sub(1)?);
        match self.terms.node(t) {
            Node::Int(value) => Some((0, *value)),
            Node::Sum(parts, rest) => parts.iter().try_fold((0, *rest), |(modulus, rest), (t, times)| {
                let (own, left) = of(t).unwrap_or(ANY);
                let modulus = gcd(modulus, own.checked_mul(*times)?);
                Some((modulus, rest.checked_add(left.checked_mul(*times)?)?))
            }),
            Node::Wrap { bits, arg, .. } => {
                let (modulus, rest) = of(arg)?;
                Some((gcd(modulus, 1 << (*bits).min(64)), rest))
            }
            Node::Ite(_, a, b) => {
                let ((modulus, rest), (other, left)) = (of(a)?, of(b)?);
                Some((gcd(gcd(modulus, other), rest.checked_sub(left)?), rest))
            }
            _ => None,
        }
    }

    /// Whether memory that the kernel writes decides.
    fn reads_written(&self, t: TermId) -> bool {
        self.terms
            .post_order(&[t])
            .iter()
            .any(|&u| match self.terms.node(u) {
                Node::App(f, _) => match self.terms.functions[*f].origin {
                    FnOrigin::Select { object, .. } | FnOrigin::Pointer { object } => {
                        let private = self.objects.space(self.kernel, object) == Space::Private;
                        !private && self.objects.usage(object).written
                    }
                    FnOrigin::Pure | FnOrigin::Carried => false,
                    FnOrigin::Drawn { .. } | FnOrigin::Exchange(_) | FnOrigin::Fork(..) => true,
                },
                _ => false,
            })
    }

    /// By how much a term grows from one iteration to the next.
    fn step_of(&mut self, sum: TermId, kappa: TermId) -> TermId {
        let next = self.terms.offset(kappa, 1);
        let mut ahead = Subst::new();
        ahead.bind(self.sym_of(kappa), next);
        let after = self.terms.subst(&mut ahead, sum);
        self.terms.sub(after, sum)
    }

    /// A bounded table, or a conjunct `s(κ) <= 0` of the repeat condition with `s(κ + 1) - s(κ) >= 1`.
    fn ends(&mut self, solved: &Solved<'_>, may_assume: bool) -> bool {
        let Some(repeats) = solved.repeats else {
            return true;
        };
        if solved.solution.visits.is_some() {
            return true;
        }
        let mut s = solved.solution.subst.clone();
        let repeats = self.terms.subst(&mut s, repeats);
        if self.terms.as_bool(repeats) == Some(false) {
            return true;
        }
        self.terms.conjuncts(repeats).into_iter().any(|c| {
            let Some((sum, holds)) = self.terms.at_most_zero(c) else {
                return false;
            };
            let sign = if holds { 1 } else { -1 };
            let sum = match may_assume {
                true => self.without_overflow(sum),
                false => crate::term::int_view(&mut self.terms, &mut self.view, sum).0,
            };
            if self.varies_in(sum, solved.id, solved.kappa) {
                return false;
            }
            let step = self.step_of(sum, solved.kappa);
            let step = self.terms.scale(step, sign);
            self.terms.range(step).at_least(1)
        })
    }
}
