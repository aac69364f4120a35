//! Which of several conditions says least.

use super::{SHARE, Search};
use crate::term::{Node, TermId};
use crate::z3::{Encoding, Outcome};
use std::collections::BTreeSet;

impl Search<'_, '_, '_> {
    /// Has a weaker candidate of the same leaves stand for the i-th of these, if they are enough still.
    pub(super) fn weaken(&mut self, candidates: &[TermId], chosen: &mut [usize], i: usize) {
        let leaves = |this: &Self, of: usize| this.leaves(candidates[of]);
        let (strong, all) = (chosen[i], leaves(self, chosen[i]));
        for weak in 0..strong {
            let is_weaker = self.is_natural[weak]
                && leaves(self, weak) == all
                && self.implies(candidates[strong], candidates[weak]);
            if !is_weaker {
                continue;
            }
            chosen[i] = weak;
            let conditions = self.conditions(candidates, chosen);
            let mut open = 0..self.open.len();
            if open.all(|o| self.can_close(o, &conditions) && self.closes(o, &conditions) == Some(true)) {
                return;
            }
            chosen[i] = strong;
        }
    }

    /// What a condition speaks of.
    fn leaves(&self, condition: TermId) -> BTreeSet<TermId> {
        let terms = &self.cx.machine.terms;
        let all = terms.post_order(&[condition]).into_iter();
        all.filter(|&t| matches!(terms.node(t), Node::Sym(_) | Node::App(..)))
            .collect()
    }

    /// Leaves out conditions that imply another one, and keeps the order. What callers keep to anyway does not go for what they may not.
    pub(super) fn weakest_first(&mut self, candidates: &[TermId], found: Vec<usize>) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for &i in &found {
            let weaker = found.iter().any(|&j| {
                j != i
                    && (self.is_natural[j] || !self.is_natural[i])
                    && self.implies(candidates[i], candidates[j])
                    && (j < i || !self.implies(candidates[j], candidates[i]))
            });
            if !weaker {
                kept.push(i);
            }
        }
        if kept.is_empty() { found } else { kept }
    }

    fn implies(&mut self, a: TermId, b: TermId) -> bool {
        let rlimit = self.cx.machine.config.rlimit / SHARE;
        let not_b = self.cx.machine.terms.not(b);
        let mut query = vec![a, not_b];
        query.extend(&self.cx.solver.limits);
        let query = self.viewed(&query);
        let terms = &self.cx.machine.terms;
        self.cx.solver.ask(terms, &query, Encoding::Int, rlimit) == Outcome::Unsat
    }
}
