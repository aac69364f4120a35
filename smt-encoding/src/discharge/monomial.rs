//! Products of a number and atoms.

use super::linear::Linear;
use crate::term::{Node, TermId, Terms, gcd};

/// `c·Πf`: factors sorted, each as often as it counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Monomial {
    pub c: i128,
    pub factors: Vec<TermId>,
}

impl Monomial {
    pub fn constant(c: i128) -> Monomial {
        Monomial {
            c,
            factors: Vec::new(),
        }
    }

    /// The term as a monomial; a sum is one factor.
    pub fn of(terms: &Terms, t: TermId) -> Monomial {
        match terms.linear(t) {
            (parts, k) if parts.is_empty() => Monomial::constant(k),
            (parts, 0) if parts.len() == 1 => Monomial::of_part(terms, parts[0].0, parts[0].1),
            _ => Monomial::of_part(terms, t, 1),
        }
    }

    /// `c·atom`
    pub fn of_part(terms: &Terms, atom: TermId, c: i128) -> Monomial {
        let factors = match terms.node(atom) {
            Node::Product(factors) => factors.to_vec(),
            _ => vec![atom],
        };
        Monomial { c, factors }
    }

    pub fn is_constant(&self) -> bool {
        self.factors.is_empty()
    }

    pub fn times(&self, other: &Monomial) -> Option<Monomial> {
        let mut factors = [self.factors.as_slice(), &other.factors].concat();
        factors.sort_unstable();
        Some(Monomial {
            c: self.c.checked_mul(other.c)?,
            factors,
        })
    }

    /// `self / by`, if that is a monomial whatever the factors' values.
    pub fn over(&self, by: &Monomial) -> Option<Monomial> {
        if self.c.checked_rem(by.c)? != 0 {
            return None;
        }
        let mut factors = self.factors.clone();
        for f in &by.factors {
            let i = factors.iter().position(|w| w == f)?;
            factors.remove(i);
        }
        Some(Monomial {
            c: self.c.checked_div(by.c)?,
            factors,
        })
    }

    /// What divides both.
    pub fn common(&self, other: &Monomial) -> Monomial {
        let mut left = other.factors.clone();
        let factors = self.factors.iter().copied().filter(|f| {
            let at = left.iter().position(|g| g == f);
            at.map(|i| left.remove(i)).is_some()
        });
        Monomial {
            factors: factors.collect(),
            c: gcd(self.c, other.c),
        }
    }

    pub fn term(&self, terms: &mut Terms) -> TermId {
        let c = terms.int(self.c);
        self.factors.iter().fold(c, |product, &f| terms.mul(product, f))
    }

    pub fn linear(&self, terms: &mut Terms) -> Linear {
        let t = self.term(terms);
        Linear::of(terms, t)
    }
}
