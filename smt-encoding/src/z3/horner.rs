//! Nonlinear sums as nested products of named parts.
//!
//! `t₁ - t₂ + D·b₁ - D·b₂ + D·G·k₁ - D·G·k₂` is written `t₁ - t₂ + D·q` with `q = b₁ - b₂ + G·m`, `m = k₁ - k₂`.
//! Z3's nonlinear reasoning sees products of two variables only, and the proof is two steps: `|D·q| < D` gives
//! `q = 0`, and so on. Multiplied out, the same query runs into its limit.

use crate::term::{Node, TermId, Terms, gcd};
use std::collections::BTreeMap;

/// `Σ c · Πfactors + k`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial {
    /// Monomials with sorted factors.
    pub monomials: Vec<(i128, Vec<TermId>)>,
    /// Constant part.
    pub k: i128,
}

/// What is taken out of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Factor {
    /// A number.
    Number(i128),
    /// A variable or another atom.
    Atom(TermId),
}

/// A sum with a factor taken out: `factor · quotient + rest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Factored {
    /// The factor.
    pub factor: Factor,
    /// What it is multiplied with.
    pub quotient: Polynomial,
    /// The monomials without it.
    pub rest: Polynomial,
}

impl Polynomial {
    pub fn of(terms: &Terms, parts: &[(TermId, i128)], k: i128) -> Polynomial {
        let monomials = parts
            .iter()
            .map(|&(t, c)| match terms.node(t) {
                Node::Product(factors) => (c, factors.to_vec()),
                _ => (c, vec![t]),
            })
            .collect();
        Polynomial { monomials, k }
    }

    /// Whether no two variables are multiplied.
    pub fn is_linear(&self) -> bool {
        self.monomials.iter().all(|(_, f)| f.len() < 2)
    }

    /// Takes a factor out of a nonlinear sum: a number that several monomials are multiples of, else the atom that
    /// most products share (of several, the first made).
    pub fn factor(&self) -> Option<Factored> {
        if self.is_linear() {
            return None;
        }
        self.numeric().or_else(|| self.atomic())
    }

    fn numeric(&self) -> Option<Factored> {
        let large = |c: i128| c.unsigned_abs() > 1;
        let several = self.monomials.iter().filter(|(c, _)| large(*c)).count() > 1;
        let g = self
            .monomials
            .iter()
            .filter(|(c, _)| large(*c))
            .fold(0, |g, (c, _)| gcd(g, *c));
        if !several || g < 2 {
            return None;
        }
        let (quotient, rest): (Vec<_>, Vec<_>) =
            self.monomials.iter().cloned().partition(|(c, _)| c % g == 0);
        Some(Factored {
            factor: Factor::Number(g),
            quotient: Polynomial {
                monomials: quotient.into_iter().map(|(c, f)| (c / g, f)).collect(),
                k: 0,
            },
            rest: Polynomial {
                monomials: rest,
                k: self.k,
            },
        })
    }

    fn atomic(&self) -> Option<Factored> {
        let mut count: BTreeMap<TermId, usize> = BTreeMap::new();
        for (_, factors) in self.monomials.iter().filter(|(_, f)| f.len() > 1) {
            let mut distinct = factors.clone();
            distinct.dedup();
            for f in distinct {
                *count.entry(f).or_insert(0) += 1;
            }
        }
        let most = count.values().copied().max().filter(|n| *n > 1)?;
        let factor = count.iter().find(|(_, n)| **n == most).map(|(f, _)| *f)?;
        let (mut quotient, mut rest, mut unit) = (Vec::new(), Vec::new(), 0);
        for (c, factors) in &self.monomials {
            match factors.iter().position(|f| *f == factor) {
                Some(_) if factors.len() == 1 => unit = *c,
                Some(i) => {
                    let mut others = factors.clone();
                    others.remove(i);
                    quotient.push((*c, others));
                }
                None => rest.push((*c, factors.clone())),
            }
        }
        Some(Factored {
            factor: Factor::Atom(factor),
            quotient: Polynomial {
                monomials: quotient,
                k: unit,
            },
            rest: Polynomial {
                monomials: rest,
                k: self.k,
            },
        })
    }
}
