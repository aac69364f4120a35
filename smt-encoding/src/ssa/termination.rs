//! Which loops are taken to end.
//!
//! A thread that never leaves a loop never reaches the next barrier, and the others of its block wait there for ever:
//! a divergence that no model shows, since a model has a number for every counter. That matters for loops without a
//! barrier that not all threads of a block enter, or leave in the same iteration; in a kernel with barriers, those of
//! which it is not plain that they end are an assumption of the answer.

use super::Machine;
use super::recurrence::Solution;
use crate::term::{Level, LoopId, Node, Subst, TermId};

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

impl Machine<'_> {
    /// Remembers what holds after a loop that can be left in one way only, and did not hold before: it says in which
    /// iteration the loop was left, and is true of every thread that gets past it.
    pub(super) fn note_left(&mut self, before: TermId, after: TermId) {
        let known = self.terms.conjuncts(before);
        let mut new = self.terms.conjuncts(after);
        new.retain(|c| !known.contains(c));
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

    /// Puts a loop on record if a thread may stay in it while others of its block wait at a barrier.
    pub(super) fn note_end(&mut self, solved: &Solved<'_>, holds_barrier: bool) {
        let info = &self.loops[solved.id];
        let (control, line) = (info.control, info.loc.span.line);
        let waits = self
            .cfg
            .graph
            .node_indices()
            .any(|n| self.cfg.barrier(self.kernel, n).is_some());
        let parts = control.max(self.level_of(solved.entered)) > Level::Block;
        if parts && waits && !holds_barrier && !self.ends(solved) {
            self.endless.insert(line);
        }
    }

    /// A bounded table, or a conjunct `s(κ) <= 0` of the repeat condition with `s(κ + 1) - s(κ) >= 1`.
    fn ends(&mut self, solved: &Solved<'_>) -> bool {
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
        let next = self.terms.offset(solved.kappa, 1);
        self.terms.conjuncts(repeats).into_iter().any(|c| {
            let (sum, sign) = match *self.terms.node(c) {
                Node::Le0(t) => (t, 1),
                Node::Not(inner) => match *self.terms.node(inner) {
                    Node::Le0(t) => (t, -1),
                    _ => return false,
                },
                _ => return false,
            };
            let sum = self.without_overflow(sum);
            if self.varies_in(sum, solved.id, solved.kappa) {
                return false;
            }
            let mut ahead = Subst::new();
            ahead.bind(self.sym_of(solved.kappa), next);
            let after = self.terms.subst(&mut ahead, sum);
            let step = self.terms.sub(after, sum);
            let step = self.terms.scale(step, sign);
            self.terms.range(step).at_least(1)
        })
    }
}
