//! Loops followed step by step, where a model is sought.

use super::Pair;
use crate::ssa::Machine;
use crate::term::{Node, Origin, SymId, TermId, Value};
use crate::z3::Model;

/// So many iterations of every loop are followed.
const UNROLLED: i128 = 6;

/// Loops that go round at most so often are followed to their ends, where a model passes the first iterations.
const LONGEST: i128 = 40;

/// How far loops are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// Their first iterations.
    First,
    /// Those that go round a few dozen times at most to their ends, the others as far as [`Follow::First`].
    All,
}

/// A loop's counter, as one of the two threads has it.
#[derive(Clone, Copy, Debug)]
struct Counter {
    /// As it stands in the query.
    term: TermId,
    /// As it was made.
    of: TermId,
    thread: usize,
}

impl Pair {
    /// What the first iterations of the loops whose counters occur in `query` come to: `κ > n ⇒ R(n)`, and how the values of
    /// iteration `n + 1` are made. All of it is true of every run, and follows from no single step.
    pub fn first_iterations(
        &mut self,
        machine: &mut Machine<'_>,
        query: &[TermId],
        follow: Follow,
    ) -> Vec<TermId> {
        if machine.recurrences.is_empty() {
            return Vec::new();
        }
        let most = match follow {
            Follow::First => UNROLLED,
            Follow::All => LONGEST,
        };
        let mut facts = Vec::new();
        for Counter {
            term: counter,
            of,
            thread,
        } in counters(machine, query)
        {
            let mut all = machine.recurrences.iter();
            let Some(recurrence) = all.find(|r| r.counters.contains(&of)).cloned() else {
                continue;
            };
            let last = machine.terms.range(counter).hi.unwrap_or(UNROLLED);
            let most = if last <= LONGEST { most } else { UNROLLED };
            for n in 0..most.min(last) {
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

    /// Counters in the terms that have few values, with the greatest.
    pub fn short_counters(&self, machine: &mut Machine<'_>, query: &[TermId]) -> Vec<(SymId, i128)> {
        let all = counters(machine, query);
        let short = all.into_iter().filter_map(|c| {
            let last = machine.terms.range(c.term).hi.filter(|hi| *hi <= LONGEST)?;
            match *machine.terms.node(c.term) {
                Node::Sym(s) => Some((s, last)),
                _ => None,
            }
        });
        let mut short: Vec<(SymId, i128)> = short.collect();
        short.sort_by_key(|&(s, last)| (last, s));
        short.dedup();
        short
    }

    /// Whether the model goes beyond the first iterations of a loop that ends soon after them.
    pub fn passes_first_iterations(
        &self,
        machine: &mut Machine<'_>,
        query: &[TermId],
        model: &Model,
    ) -> bool {
        counters(machine, query).into_iter().any(|c| {
            let ends = machine.terms.range(c.term).at_most(LONGEST);
            let passes = matches!(model.value(c.term), Some(Value::Int(n)) if n >= UNROLLED);
            let followed = || machine.recurrences.iter().any(|r| r.counters.contains(&c.of));
            ends && passes && followed()
        })
    }
}

/// The counters in the terms.
fn counters(machine: &mut Machine<'_>, query: &[TermId]) -> Vec<Counter> {
    let mut all = Vec::new();
    for term in machine.terms.post_order(query) {
        let Node::Sym(s) = *machine.terms.node(term) else {
            continue;
        };
        let (of, thread) = machine.terms.original(s);
        if matches!(machine.terms.symbols[of].origin, Origin::Counter(_)) {
            all.push(Counter {
                term,
                of: machine.terms.sym(of),
                thread: usize::from(thread.unwrap_or(0)),
            });
        }
    }
    all
}
