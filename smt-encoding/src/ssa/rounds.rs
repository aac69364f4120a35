//! How often loops go round that go on exactly while their counter is below a bound, and what the loops around them make of it.

use super::Machine;
use super::recurrence::{Solution, Solver};
use crate::term::{LoopId, Node, Origin, Subst, TermId};

impl Machine<'_> {
    /// The N of a loop that goes on exactly while κ < N, N the same in all its iterations: in the last one κ is max(0, N).
    pub(super) fn bound(
        &mut self,
        solution: &Solution,
        repeats: Option<TermId>,
        id: LoopId,
        kappa: TermId,
    ) -> Option<TermId> {
        let repeats = self.terms.subst(&mut solution.subst.clone(), repeats?);
        let [test] = self.terms.conjuncts(repeats)[..] else {
            return None;
        };
        let (sum, holds) = self.terms.at_most_zero(test)?;
        let (mut rest, k) = self.terms.linear(sum);
        let at = rest.iter().position(|(t, _)| *t == kappa)?;
        let slope = rest.swap_remove(at).1;
        let rest = self.terms.sum(&rest, k);
        // κ + r <= 0 is κ < 1 - r, and no -κ + r <= 0 is κ < r.
        let bound = match (slope, holds) {
            (1, true) => {
                let negative = self.terms.scale(rest, -1);
                self.terms.offset(negative, 1)
            }
            (-1, false) => rest,
            _ => return None,
        };
        let varies = self.terms.post_order(&[bound]).contains(&kappa) || self.varies_in(bound, id, kappa);
        (!varies).then_some(bound)
    }

    /// A step with the ends of inner loops in full, if these and it are the same in all iterations of the loop at hand.
    pub(super) fn with_ends(&mut self, s: &mut Solver, step: TermId) -> Option<TermId> {
        let mut full = Subst::new();
        let mut found = false;
        for t in self.terms.post_order(&[step]) {
            let Some(&bound) = self.bounds.get(&t) else {
                continue;
            };
            let bound = self.terms.subst(&mut s.subst, bound);
            if self.is_open(s, bound) || self.varies(s, bound) || !self.is_at_hand(bound) {
                return None;
            }
            let zero = self.terms.int(0);
            let never = self.terms.le(bound, zero);
            let end = self.terms.ite(never, zero, bound);
            full.bind(self.sym_of(t), end);
            found = true;
        }
        let step = self.terms.subst(&mut full, step);
        (found && !self.is_open(s, step) && !self.varies(s, step)).then_some(step)
    }

    /// Whether no value stands in a term that a loop carries round which is not around what is executed.
    fn is_at_hand(&self, t: TermId) -> bool {
        let is_carried = |u: &TermId| match *self.terms.node(*u) {
            Node::Sym(s) => {
                let symbol = &self.terms.symbols[s];
                matches!(symbol.origin, Origin::Placeholder)
                    && symbol.loops.iter().any(|l| !self.context.contains(l))
            }
            _ => false,
        };
        !self.terms.post_order(&[t]).iter().any(is_carried)
    }
}
