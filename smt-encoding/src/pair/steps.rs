//! Loops followed step by step, where a model is sought.

use super::Pair;
use crate::ssa::Machine;
use crate::term::{Node, Origin, TermId};

/// So many iterations of a loop are followed.
const UNROLLED: i128 = 6;

impl Pair {
    /// What the first iterations of the loops whose counters occur in `query` come to: `κ > n ⇒ R(n)`, and how the values of iteration
    /// `n + 1` are made. All of it is true of every run, and follows from no single step.
    pub fn first_iterations(&mut self, machine: &mut Machine<'_>, query: &[TermId]) -> Vec<TermId> {
        if machine.recurrences.is_empty() {
            return Vec::new();
        }
        let mut counters: Vec<(TermId, TermId, usize)> = Vec::new();
        for t in machine.terms.post_order(query) {
            let Node::Sym(s) = *machine.terms.node(t) else {
                continue;
            };
            let (of, thread) = machine.terms.original(s);
            if matches!(machine.terms.symbols[of].origin, Origin::Counter(_)) {
                let of = machine.terms.sym(of);
                counters.push((t, of, usize::from(thread.unwrap_or(0))));
            }
        }
        let mut facts = Vec::new();
        for (counter, of, thread) in counters {
            let mut all = machine.recurrences.iter();
            let Some(recurrence) = all.find(|r| r.counters.contains(&of)).cloned() else {
                continue;
            };
            for n in 0..UNROLLED {
                let (goes_on, equations) = recurrence.at(&mut machine.terms, n);
                let goes_on = self.fork(&mut machine.terms, goes_on, thread);
                let bound = machine.terms.int(n);
                let ended = machine.terms.le(counter, bound);
                facts.push(machine.terms.or(&[ended, goes_on]));
                for e in equations {
                    let e = self.fork(&mut machine.terms, e, thread);
                    facts.push(machine.terms.or(&[ended, e]));
                }
            }
        }
        facts.retain(|&f| machine.terms.as_bool(f) != Some(true));
        facts.sort_unstable();
        facts.dedup();
        facts
    }
}
