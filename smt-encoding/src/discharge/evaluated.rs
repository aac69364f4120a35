//! Which divisors are not 0, because a division by them is carried out.

use super::facts::Facts;
use super::monomial::Monomial;
use crate::term::{Node, TermId, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The factors of all divisors of divisions that are carried out wherever both threads make their accesses: a division by 0 is
/// undefined (C17 6.5.5p5). One that stands in a branch, behind `&&` or `||`, or in a product that may be 0 (a loop's steps so far, of
/// which there may be none) need not be carried out.
pub(super) fn nonzero_factors(terms: &Terms, facts: &Facts, roots: &[TermId]) -> BTreeSet<TermId> {
    found(terms, facts, roots).nonzero
}

/// What is computed wherever both threads make their accesses.
pub(super) fn carried_out(terms: &Terms, roots: &[TermId]) -> FxHashSet<TermId> {
    found(terms, &Facts::default(), roots).seen
}

fn found<'a>(terms: &'a Terms, facts: &'a Facts, roots: &[TermId]) -> Found<'a> {
    let mut found = Found {
        terms,
        facts,
        nonzero: BTreeSet::new(),
        seen: FxHashSet::default(),
    };
    loop {
        let before = found.nonzero.len();
        found.seen.clear();
        for &root in roots {
            found.conjunct(root);
        }
        if found.nonzero.len() == before {
            return found;
        }
    }
}

struct Found<'a> {
    terms: &'a Terms,
    facts: &'a Facts,
    nonzero: BTreeSet<TermId>,
    seen: FxHashSet<TermId>,
}

impl Found<'_> {
    /// A term that is evaluated, or a conjunction that holds.
    fn conjunct(&mut self, t: TermId) {
        match self.terms.node(t) {
            Node::And(parts) => parts.iter().for_each(|&p| self.conjunct(p)),
            _ => self.evaluated(t),
        }
    }

    fn evaluated(&mut self, t: TermId) {
        if !self.seen.insert(t) {
            return;
        }
        match self.terms.node(t) {
            Node::Bool(_) | Node::Int(_) | Node::Float(..) | Node::Sym(_) => {}
            // Of what functions stand for, some is never computed; of a conjunction or disjunction, perhaps only the first part.
            Node::App(..) | Node::And(_) | Node::Or(_) => {}
            Node::Sum(parts, _) => parts.iter().for_each(|p| self.evaluated(p.0)),
            Node::Product(factors) => {
                for (i, &f) in factors.iter().enumerate() {
                    let mut others = factors.iter().enumerate().filter(|(j, _)| *j != i);
                    if others.all(|(_, &other)| self.is_nonzero(other)) {
                        self.evaluated(f);
                    }
                }
            }
            Node::Div(a, b) | Node::Rem(a, b) => {
                self.nonzero.extend(Monomial::of(self.terms, *b).factors);
                self.evaluated(*a);
                self.evaluated(*b);
            }
            Node::ShiftRight(a, b) | Node::Bits(_, a, b) | Node::Same(a, b) => {
                self.evaluated(*a);
                self.evaluated(*b);
            }
            Node::FloorDiv(a, _)
            | Node::FloorMod(a, _)
            | Node::Pow2(a)
            | Node::Wrap { arg: a, .. }
            | Node::Le0(a)
            | Node::Eq0(a)
            | Node::Not(a)
            | Node::Ite(a, _, _) => self.evaluated(*a),
        }
    }

    fn is_nonzero(&self, t: TermId) -> bool {
        self.nonzero.contains(&t) || self.facts.is_nonzero(self.terms, t)
    }
}
