//! Carried values that go round: ring buffers, rotating indices, masked strides.

use super::Machine;
use super::recurrence::{Carried, Solver};
use crate::term::{Node, Range, TermId};

impl Machine<'_> {
    /// `v' = (v + d) mod m` ⇒ `κ = 0 ? v₀ : (v₀ + d·κ) mod m`, d and m unchanged by the loop.
    pub(super) fn modular_form(&mut self, s: &mut Solver, c: &Carried) -> Option<TermId> {
        let latch = self.terms.subst(&mut s.subst, c.latch?);
        let (arg, modulus) = match *self.terms.node(latch) {
            Node::FloorMod(a, m) => (a, self.terms.int(m)),
            Node::Rem(a, b) => (a, b),
            _ => return None,
        };
        let inner = match *self.terms.node(arg) {
            Node::Wrap { arg, .. } => arg,
            _ => arg,
        };
        let step = self.terms.sub(inner, c.place);
        for t in [step, modulus] {
            if self.is_open(s, t) || self.varies(s, t) {
                return None;
            }
        }
        let (first, d) = (self.terms.range(c.init), self.terms.range(step));
        let most = self.terms.range(modulus);
        // The remainder has the sign of what is divided: only of what is not negative it is a residue.
        let counts_up = first.at_least(0) && d.at_least(0);
        let exact = matches!(self.terms.node(latch), Node::FloorMod(..));
        if !most.at_least(1) || !(exact || counts_up) {
            return None;
        }
        if let Node::Wrap { bits, signed, .. } = *self.terms.node(arg) {
            // A power of two divides the turn of the type: wraps change nothing of the residue. They do of a remainder, which is
            // negative where the wrapped value is.
            let divides = exact && self.terms.as_int(modulus).is_some_and(|m| m.count_ones() == 1);
            let residues = Range {
                lo: Some(0),
                hi: most.hi.map(|hi| hi - 1),
            };
            let fits = Range::of_int(bits, signed).includes(residues.union(first).add(d));
            if !divides && !fits && !self.assume_no_overflow() {
                return None;
            }
        }
        let way = self.terms.mul(step, s.kappa);
        let whole = self.terms.add(c.init, way);
        let residue = match *self.terms.node(latch) {
            Node::FloorMod(_, m) => self.terms.floor_mod(whole, m),
            _ => self.terms.rem(whole, modulus),
        };
        if self
            .terms
            .as_int(modulus)
            .is_some_and(|m| Range::new(0, m - 1).includes(first))
        {
            return Some(residue);
        }
        let zero = self.terms.int(0);
        let is_first = self.terms.eq(s.kappa, zero);
        Some(self.terms.ite(is_first, c.init, residue))
    }
}
