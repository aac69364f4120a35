//! What is known of the iterations before: how values that are functions of the counter came to be, and that the loop went on.

use super::Machine;
use super::recurrence::Solution;
use crate::term::{LoopId, Node, Subst, TermId, Terms};

/// A carried value that is an unknown function `f(κ)`, with what is known of its making.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// `f(κ)`
    pub value: TermId,
    /// `f(0)`
    pub init: TermId,
    /// `f(κ + 1)`, over κ; `None` if the iteration has a say in it that is not a function of κ.
    pub next: Option<TermId>,
}

/// How a loop gets from one iteration to the next, as far as that is a function of its counter.
#[derive(Clone, Debug)]
pub struct Recurrence {
    /// κ, in the terms below.
    kappa: TermId,
    /// The counters that these terms speak of: of an arbitrary and of the last iteration. Copies of them, of outer loops' last
    /// iterations, are other numbers.
    pub counters: [TermId; 2],
    /// Conditions under which iteration κ is followed by another, all functions of κ.
    repeats: TermId,
    /// The carried values that are unknown functions of κ.
    made: Vec<Made>,
}

impl Recurrence {
    /// Replaces what `s` replaces, the own counter excepted.
    pub(super) fn subst(&mut self, terms: &mut Terms, s: &mut Subst) {
        self.repeats = terms.subst(s, self.repeats);
        for made in &mut self.made {
            made.value = terms.subst(s, made.value);
            made.init = terms.subst(s, made.init);
            made.next = made.next.map(|t| terms.subst(s, t));
        }
    }

    /// What iteration `n` tells: the condition under which another one follows, and equations that hold if one does.
    pub fn at(&self, terms: &mut Terms, n: i128) -> (TermId, Vec<TermId>) {
        let (mut here, mut after) = (Subst::new(), Subst::new());
        let Node::Sym(kappa) = *terms.node(self.kappa) else {
            return (terms.bool(true), Vec::new());
        };
        here.bind(kappa, terms.int(n));
        after.bind(kappa, terms.int(n + 1));
        let mut equations = Vec::new();
        for made in &self.made {
            if n == 0 {
                let first = terms.subst(&mut here, made.value);
                equations.push(terms.eq(first, made.init));
            }
            if let Some(next) = made.next {
                let (value, next) = (terms.subst(&mut after, made.value), terms.subst(&mut here, next));
                equations.push(terms.eq(value, next));
            }
        }
        (terms.subst(&mut here, self.repeats), equations)
    }
}

impl Machine<'_> {
    /// Keeps what `solution` says of one iteration and the next, unless the iteration before says it all.
    pub(super) fn note_recurrence(
        &mut self,
        solution: &Solution,
        repeats: Option<TermId>,
        id: LoopId,
        kappa: TermId,
        counters: [TermId; 2],
    ) {
        let Some(repeats) = repeats else { return };
        let mut s = solution.subst.clone();
        let repeats = self.terms.subst(&mut s, repeats);
        let mut went_on = self.terms.conjuncts(repeats);
        went_on.retain(|&c| !self.varies_in(c, id, kappa));
        // c·κ + r <= 0 with c > 0 holds in all iterations before one in which it holds.
        let monotone = |c: TermId| match *self.terms.node(c) {
            Node::Le0(sum) => self.grows(sum, kappa),
            _ => false,
        };
        if solution.made.is_empty() && went_on.iter().all(|&c| monotone(c)) {
            return;
        }
        let repeats = self.terms.and(&went_on);
        self.recurrences.push(Recurrence {
            kappa,
            counters,
            repeats,
            made: solution.made.clone(),
        });
    }

    /// Whether κ stands in the sum only by itself and with a positive coefficient.
    fn grows(&self, sum: TermId, kappa: TermId) -> bool {
        self.terms.linear(sum).0.iter().all(|&(t, c)| {
            if t == kappa {
                c > 0
            } else {
                !self.terms.post_order(&[t]).contains(&kappa)
            }
        })
    }

    /// What holds when iteration `at` of loop `id` is reached: its first iteration, with the values before the loop, or the one
    /// before went on and made the values, `(κ = 0 ∧ f(0) = v₀) ∨ (κ ≥ 1 ∧ R(κ - 1) ∧ f(κ) = L(κ - 1))`; and no root of a test for
    /// inequality was passed.
    pub(super) fn history(
        &mut self,
        solution: &Solution,
        repeats: Option<TermId>,
        id: LoopId,
        kappa: TermId,
        at: TermId,
    ) -> Vec<TermId> {
        let mut facts = self.roots_not_passed(&solution.subst, kappa, repeats, at, id);
        facts.extend(self.iteration_before(solution, repeats, id, kappa, at));
        facts
    }

    fn iteration_before(
        &mut self,
        solution: &Solution,
        repeats: Option<TermId>,
        id: LoopId,
        kappa: TermId,
        at: TermId,
    ) -> Option<TermId> {
        let mut s = solution.subst.clone();
        let r = self.terms.subst(&mut s, repeats?);
        // Of the condition, the part that is a function of κ.
        let mut went_on: Vec<TermId> = self.terms.conjuncts(r);
        went_on.retain(|&c| self.terms.as_bool(c) != Some(true) && !self.varies_in(c, id, kappa));
        let (mut here, mut before) = (Subst::new(), Subst::new());
        here.bind(self.sym_of(kappa), at);
        let previous = self.terms.offset(at, -1);
        before.bind(self.sym_of(kappa), previous);
        let zero = self.terms.int(0);
        let mut first = vec![self.terms.eq(at, zero)];
        let mut later: Vec<TermId> = went_on
            .iter()
            .map(|&c| self.terms.subst(&mut before, c))
            .collect();
        for made in &solution.made {
            let value = self.terms.subst(&mut here, made.value);
            first.push(self.terms.eq(value, made.init));
            if let Some(next) = made.next {
                let next = self.terms.subst(&mut before, next);
                later.push(self.terms.eq(value, next));
            }
        }
        if later.is_empty() {
            return None;
        }
        let one = self.terms.int(1);
        if !solution.made.is_empty() {
            later.push(self.terms.le(one, at));
        }
        let (first, later) = (self.terms.and(&first), self.terms.and(&later));
        Some(self.terms.or(&[first, later]))
    }

    /// No earlier iteration left through a test for inequality: `a·κ + r ≠ 0` held for 0 … κ-1, so its root
    /// `z = -r / a` is not among them, `a ∤ r ∨ z < 0 ∨ z >= κ`. One fact for each such conjunct of the repeat condition.
    pub(super) fn roots_not_passed(
        &mut self,
        solution: &Subst,
        kappa: TermId,
        repeats: Option<TermId>,
        at: TermId,
        id: LoopId,
    ) -> Vec<TermId> {
        let Some(r) = repeats else { return Vec::new() };
        let mut s = solution.clone();
        let r = self.terms.subst(&mut s, r);
        let mut facts = Vec::new();
        for c in self.terms.conjuncts(r) {
            let Node::Not(inner) = *self.terms.node(c) else {
                continue;
            };
            let Node::Eq0(sum) = *self.terms.node(inner) else {
                continue;
            };
            let sum = self.without_overflow(sum);
            let (parts, k) = self.terms.linear(sum);
            let Some(&(_, a)) = parts.iter().find(|(t, _)| *t == kappa) else {
                continue;
            };
            let rest: Vec<_> = parts.iter().copied().filter(|(t, _)| *t != kappa).collect();
            let rest = self.terms.sum(&rest, k);
            let rest = self.terms.scale(rest, -a.signum());
            if self.terms.post_order(&[rest]).contains(&kappa) || self.varies_in(rest, id, kappa) {
                continue;
            }
            let zero = self.terms.int(0);
            let left_over = self.terms.floor_mod(rest, a.abs());
            let root = self.terms.floor_div(rest, a.abs());
            let (none, before, after) = (
                self.terms.ne(left_over, zero),
                self.terms.lt(root, zero),
                self.terms.le(at, root),
            );
            facts.push(self.terms.or(&[none, before, after]));
        }
        facts
    }
}
