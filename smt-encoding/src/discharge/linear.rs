//! Linear forms over atoms, with checked arithmetic.

use crate::term::{TermId, Terms, gcd};

/// `Σ cᵢ·aᵢ + k`: atoms sorted, no zero coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub parts: Vec<(TermId, i128)>,
    pub k: i128,
}

impl Linear {
    pub fn of(terms: &Terms, t: TermId) -> Linear {
        let (parts, k) = terms.linear(t);
        Linear { parts, k }
    }

    /// The form that a truth value says is at most 0: `¬(a <= 0)` is `1 - a <= 0`.
    pub fn bound(terms: &Terms, t: TermId) -> Option<Linear> {
        match terms.at_most_zero(t)? {
            (a, true) => Some(Linear::of(terms, a)),
            (a, false) => Linear::of(terms, a).negated()?.offset(1),
        }
    }

    pub fn constant(k: i128) -> Linear {
        Linear { parts: Vec::new(), k }
    }

    pub fn coefficient(&self, atom: TermId) -> i128 {
        self.parts
            .binary_search_by_key(&atom, |p| p.0)
            .map_or(0, |i| self.parts[i].1)
    }

    /// `self + factor · other`; `None` where a number leaves `i128`.
    pub fn plus(&self, other: &Linear, factor: i128) -> Option<Linear> {
        let k = self.k.checked_add(other.k.checked_mul(factor)?)?;
        let mut parts = Vec::with_capacity(self.parts.len() + other.parts.len());
        let (mut i, mut j) = (0, 0);
        while i < self.parts.len() || j < other.parts.len() {
            let left = self.parts.get(i);
            let right = other.parts.get(j);
            let (atom, c) = match (left, right) {
                (Some(&(a, c)), Some(&(b, d))) if a == b => {
                    (i, j) = (i + 1, j + 1);
                    (a, c.checked_add(d.checked_mul(factor)?)?)
                }
                (Some(&(a, c)), Some(&(b, _))) if a < b => {
                    i += 1;
                    (a, c)
                }
                (Some(&(a, c)), None) => {
                    i += 1;
                    (a, c)
                }
                (_, Some(&(b, d))) => {
                    j += 1;
                    (b, d.checked_mul(factor)?)
                }
                (None, None) => break,
            };
            if c != 0 {
                parts.push((atom, c));
            }
        }
        Some(Linear { parts, k })
    }

    pub fn offset(&self, k: i128) -> Option<Linear> {
        Some(Linear {
            parts: self.parts.clone(),
            k: self.k.checked_add(k)?,
        })
    }

    pub fn negated(&self) -> Option<Linear> {
        Linear::constant(0).plus(self, -1)
    }

    /// Greatest common divisor of the coefficients; 0 for a constant.
    pub fn gcd(&self) -> i128 {
        self.parts.iter().fold(0, |g, &(_, c)| gcd(g, c))
    }
}
