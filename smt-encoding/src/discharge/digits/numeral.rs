//! Numbers as sums of digits.

use crate::discharge::facts::Facts;
use crate::discharge::linear::Linear;
use crate::discharge::monomial::Monomial;
use crate::term::{TermId, Terms};

/// One way to write a number: `value = Σ digit·weight`.
#[derive(Clone, Debug)]
pub(super) struct Numeral {
    pub value: TermId,
    /// From the lowest; the last digit is the quotient by the last weight.
    pub digits: Vec<TermId>,
    pub weights: Vec<Monomial>,
}

impl Numeral {
    /// The quotient by weight `i`: the digits from there on.
    pub fn from(&self, terms: &mut Terms, i: usize) -> Option<TermId> {
        let mut sum = terms.int(0);
        for (digit, weight) in self.digits.iter().zip(&self.weights).skip(i) {
            let weight = weight.over(&self.weights[i])?.term(terms);
            let part = terms.mul(weight, *digit);
            sum = terms.add(sum, part);
        }
        Some(sum)
    }

    /// `value - Σ digit·weight` over the digits that are wanted; 0 if it is over all.
    pub fn less(&self, terms: &mut Terms, is_wanted: impl Fn(usize) -> bool) -> Option<Linear> {
        let mut form = Linear::of(terms, self.value);
        for (i, (digit, weight)) in self.digits.iter().zip(&self.weights).enumerate() {
            if is_wanted(i) {
                let weight = weight.term(terms);
                let part = terms.mul(weight, *digit);
                form = form.plus(&Linear::of(terms, part), -1)?;
            }
        }
        Some(form)
    }

    pub fn assume(&self, terms: &mut Terms, facts: &mut Facts) {
        let last = self.digits.len() - 1;
        for i in 0..=last {
            let (digit, m) = (self.digits[i], &self.weights[i]);
            let is_positive = facts.is_positive(terms, m);
            if is_positive {
                let least = terms.scale(digit, -1);
                facts.at_most_zero(Linear::of(terms, least));
            }
            let Some(k) = self.weights.get(i + 1).and_then(|next| next.over(m)) else {
                continue;
            };
            facts.add_digit(terms, digit, [m, &k]);
            if facts.is_positive(terms, &k) {
                let k = k.term(terms);
                let most = terms.sum(&[(digit, 1), (k, -1)], 1);
                facts.at_most_zero(Linear::of(terms, most));
                if !is_positive {
                    let least = terms.sum(&[(digit, -1), (k, -1)], 1);
                    facts.at_most_zero(Linear::of(terms, least));
                }
            }
        }
        // The digits below the n-th are less than its weight: value - Σ from n on <= weight - 1.
        for n in 2..=last {
            if self.weights[..=n].iter().all(|m| facts.is_positive(terms, m))
                && let Some(below) = self.less(terms, |i| i >= n)
            {
                let weight = self.weights[n].linear(terms);
                let below = below.plus(&weight, -1).and_then(|form| form.offset(1));
                below.into_iter().for_each(|form| facts.at_most_zero(form));
            }
        }
        if let Some(form) = self.less(terms, |_| true) {
            facts.equation(form);
        }
    }
}

/// The monomials that a number is divided by, in chains each of which divides the next.
pub(super) fn chains(divisors: &[Monomial]) -> Vec<Vec<Monomial>> {
    let mut left = divisors.to_vec();
    left.sort_by(|a, b| (a.factors.len(), a.c, &a.factors).cmp(&(b.factors.len(), b.c, &b.factors)));
    left.dedup();
    let mut all = Vec::new();
    while !left.is_empty() {
        let mut last = Monomial::constant(1);
        let mut chain = Vec::new();
        left.retain(|m| {
            let next = m.over(&last).is_some();
            if next {
                last = m.clone();
                chain.push(m.clone());
            }
            !next
        });
        all.push(chain);
    }
    all
}
