//! What two threads know of each other by what was added up over their group ([`crate::ssa::Scan`]).
//!
//! With `r` for what a thread gets and `v >= 0` for what it brings, of two threads of a group the first of which is `a`: `rₐ + vₐ <= r_b` where
//! the sums end before the thread, `rₐ + v_b <= r_b` where they hold it; and neither goes beyond the sum over all. So places in a
//! compacted array are not taken twice.

use super::{Pair, Relations};
use crate::ssa::{Extent, Machine, Scan};
use crate::term::{TermId, Terms};
use kverify_frontend::ir::Scope;

impl Pair {
    /// Adds facts of the sums that occur among the terms that are `asked`.
    pub(super) fn scans(&mut self, machine: &mut Machine<'_>, asked: &[TermId], relations: &mut Relations) {
        for scan in machine.scans.clone() {
            let given = self.both(&mut machine.terms, scan.given);
            if !given.iter().any(|t| asked.contains(t)) {
                continue;
            }
            for t in 0..2 {
                let facts = self.bounds_of(machine, &scan, t);
                relations.facts.extend(facts);
            }
            if scan.extent != Extent::All
                && let Some(together) = self.are_scanned_together(machine, &scan)
            {
                for (a, b) in [(0, 1), (1, 0)] {
                    let fact = self.in_order(machine, &scan, together, (a, b));
                    relations.facts.push(fact);
                }
            }
        }
    }

    fn both(&mut self, terms: &mut Terms, t: TermId) -> [TermId; 2] {
        [0, 1].map(|thread| self.fork(terms, t, thread))
    }

    /// How large a sum is at least and at most, and that it is no larger than the sum over all.
    fn bounds_of(&mut self, machine: &mut Machine<'_>, scan: &Scan, t: usize) -> Vec<TermId> {
        let place = self.place(machine, scan, t);
        let totals: Vec<Scan> = machine
            .scans
            .iter()
            .filter(|all| is_total(scan, all))
            .cloned()
            .collect();
        let terms = &mut machine.terms;
        let [guard, value, given] = [scan.guard, scan.value, scan.given].map(|x| self.fork(terms, x, t));
        let zero = terms.int(0);
        let before = terms.scale(place, scan.most);
        let (least, most, whole) = match scan.extent {
            Extent::Before => (zero, Some(before), terms.add(given, value)),
            Extent::UpToIt => (value, Some(terms.offset(before, scan.most)), given),
            Extent::All => (value, None, given),
        };
        let mut facts = vec![terms.le(least, given)];
        facts.extend(most.map(|most| terms.le(given, most)));
        let mut facts: Vec<TermId> = facts.into_iter().map(|fact| terms.implies(guard, fact)).collect();
        for total in totals {
            let [there, all] = [total.guard, total.given].map(|x| self.fork(terms, x, t));
            let (both, bounded) = (terms.and(&[guard, there]), terms.le(whole, all));
            facts.push(terms.implies(both, bounded));
        }
        facts
    }

    /// That what the first of two threads brought counts for the other.
    fn in_order(
        &mut self,
        machine: &mut Machine<'_>,
        scan: &Scan,
        together: TermId,
        (a, b): (usize, usize),
    ) -> TermId {
        let places = [a, b].map(|t| self.place(machine, scan, t));
        let terms = &mut machine.terms;
        let [guards, values, given] = [scan.guard, scan.value, scan.given].map(|t| self.both(terms, t));
        let brought = match scan.extent {
            Extent::Before | Extent::All => values[a],
            Extent::UpToIt => values[b],
        };
        let is_first = terms.lt(places[0], places[1]);
        let when = terms.and(&[together, guards[0], guards[1], is_first]);
        let so_far = terms.add(given[a], brought);
        let counts = terms.le(so_far, given[b]);
        terms.implies(when, counts)
    }

    /// A thread's place in its group: its number in its block, or its lane.
    fn place(&mut self, machine: &mut Machine<'_>, scan: &Scan, t: usize) -> TermId {
        let linear = self.linear(&mut machine.terms, t);
        match scan.scope < Scope::Block {
            true => machine.terms.floor_mod(linear, i128::from(machine.warp_size())),
            false => linear,
        }
    }

    /// Whether the two threads take part in one operation; `None` if they never do.
    fn are_scanned_together(&mut self, machine: &mut Machine<'_>, scan: &Scan) -> Option<TermId> {
        if scan.scope < Scope::Block {
            let loops: Vec<_> = scan.counters.iter().map(|(l, _)| *l).collect();
            let args: Vec<TermId> = scan.mask.into_iter().collect();
            return self.are_one_group(machine, &scan.counters, &loops, &args);
        }
        if self.scope > Scope::Block {
            return None;
        }
        let terms = &mut machine.terms;
        let counters = scan.counters.iter().filter(|(l, _)| !self.shared.contains(l));
        let counters: Vec<TermId> = counters.map(|(_, counter)| *counter).collect();
        let same: Vec<TermId> = counters
            .into_iter()
            .map(|counter| {
                let [one, other] = self.both(terms, counter);
                terms.eq(one, other)
            })
            .collect();
        Some(terms.and(&same))
    }
}

/// Whether `all` is the sum over all that `scan` adds up in part.
fn is_total(scan: &Scan, all: &Scan) -> bool {
    let who = |s: &Scan| (s.value, s.scope, s.mask, s.counters.clone());
    all.extent == Extent::All && scan.extent != Extent::All && who(all) == who(scan)
}
