//! Sums of digits that are smaller than a radix, whatever the signs of sizes.
//!
//! Division truncates (C17 6.5.5p6, C++20 [expr.mul]): of numbers that are not negative, all digits `a / m % k` for one `m` and `k` are of
//! one sign, and smaller than `|k|`. So two such digits differ by at most `|k| - 1`; so do two numbers that are not negative and below `k`.

use super::facts::Facts;
use super::linear::Linear;
use super::monomial::Monomial;
use super::radix::{Part, linear};
use crate::term::{Node, TermId, Terms};

/// Whether `|Σ parts + k| < |radix|`.
pub(super) fn is_below(terms: &mut Terms, facts: &Facts, parts: &[Part], k: i128, radix: &Monomial) -> bool {
    let mut sum = Magnitudes::default();
    let loose = sum.add_parts(terms, facts, parts, radix);
    let most = loose.and_then(|loose| {
        let loose = linear(terms, &loose)?.offset(k)?;
        let r = facts.range(terms, &loose);
        let (lo, hi) = r.lo.zip(r.hi)?;
        Some(lo.saturating_abs().max(hi.saturating_abs()))
    });
    let added = most.and_then(|most| {
        sum.add(most, &[])?;
        sum.add(radix.c.checked_abs()?.checked_neg()?, &radix.factors)
    });
    added.is_some() && sum.comes_below_zero(terms, facts)
}

/// `Σ c·|Πf|`, an upper bound.
#[derive(Default)]
struct Magnitudes(Vec<Monomial>);

impl Magnitudes {
    fn add(&mut self, c: i128, factors: &[TermId]) -> Option<()> {
        match self.0.iter_mut().find(|m| m.factors == factors) {
            Some(m) => m.c = m.c.checked_add(c)?,
            None => self.0.push(Monomial {
                c,
                factors: factors.to_vec(),
            }),
        }
        self.0.retain(|m| m.c != 0);
        Some(())
    }

    /// Adds what the parts' magnitudes are at most, but for those of which nothing is known, which are returned.
    fn add_parts(
        &mut self,
        terms: &Terms,
        facts: &Facts,
        parts: &[Part],
        radix: &Monomial,
    ) -> Option<Vec<Part>> {
        let (mut left, mut loose) = (parts.to_vec(), Vec::new());
        while let Some(part) = left.pop() {
            let weight = part.weight.c.checked_abs()?;
            let Some(digit) = part.digit else {
                self.add(weight, &part.weight.factors)?;
                continue;
            };
            let Some(base) = base(terms, facts, digit, &part.weight, (radix, parts)) else {
                loose.push(part);
                continue;
            };
            let is_opposite = |other: &Part| is_opposite(terms, facts, &part, other, &base);
            if let Some(i) = left.iter().position(is_opposite) {
                left.swap_remove(i);
            }
            // |w·d| <= |w|·(|k| - 1)
            let reach = part.weight.times(&base)?;
            self.add(reach.c.checked_abs()?, &reach.factors)?;
            self.add(weight.checked_neg()?, &part.weight.factors)?;
        }
        Some(loose)
    }

    /// Whether the sum is below 0.
    fn comes_below_zero(mut self, terms: &mut Terms, facts: &Facts) -> bool {
        loop {
            self.cancel(terms, facts);
            if self.0.iter().all(|m| m.c < 0) {
                let is_known = |m: &Monomial| m.factors.iter().all(|&f| facts.is_nonzero(terms, f));
                return self.0.iter().any(is_known);
            }
            if self.is_negative_by_facts(terms, facts) {
                return true;
            }
            let relaxed = (0..self.0.len()).find_map(|i| Some((i, relaxed(terms, facts, &self.0[i])?)));
            let Some((i, larger)) = relaxed else {
                return false;
            };
            self.0.remove(i);
            for m in larger {
                if self.add(m.c, &m.factors).is_none() {
                    return false;
                }
            }
        }
    }

    /// Whether sizes that are not negative are known to be that small: `W - ld <= 0` where `ld >= W`, and so `S·W - S·ld <= 0`.
    fn is_negative_by_facts(&self, terms: &mut Terms, facts: &Facts) -> bool {
        let is_plain = |f: &TermId| facts.interval(terms, *f).at_least(0);
        if !self.0.iter().all(|m| m.factors.iter().all(is_plain)) {
            return false;
        }
        if at_most_zero(terms, facts, &self.0, 1) {
            return true;
        }
        // What is at most 0 besides a number below 0 is below 0 with it.
        let (numbers, sizes): (Vec<Monomial>, Vec<Monomial>) =
            self.0.iter().cloned().partition(Monomial::is_constant);
        let number = numbers.iter().try_fold(0_i128, |sum, m| sum.checked_add(m.c));
        number.is_some_and(|number| number < 0) && at_most_zero(terms, facts, &sizes, 0)
    }

    /// Takes positive parts off negative ones that are multiples of them: `|a| <= |a·b|` for `b` that is not 0.
    fn cancel(&mut self, terms: &Terms, facts: &Facts) {
        for i in 0..self.0.len() {
            for j in 0..self.0.len() {
                let (part, multiple) = (&self.0[i], &self.0[j]);
                if part.c <= 0 || multiple.c >= 0 {
                    continue;
                }
                let unit = Monomial {
                    c: 1,
                    factors: part.factors.clone(),
                };
                let covers = multiple
                    .over(&unit)
                    .is_some_and(|rest| rest.factors.iter().all(|&f| facts.is_nonzero(terms, f)));
                if covers {
                    let covered = part.c.min(multiple.c.saturating_neg());
                    self.0[i].c -= covered;
                    self.0[j].c += covered;
                }
            }
        }
        self.0.retain(|m| m.c != 0);
    }
}

/// Whether `Σ sizes + common·k <= 0` follows for what the sizes, which are not negative, have in common.
fn at_most_zero(terms: &mut Terms, facts: &Facts, sizes: &[Monomial], k: i128) -> bool {
    let Some((first, others)) = sizes.split_first() else {
        return false;
    };
    let common = others.iter().fold(first.clone(), |common, m| common.common(m));
    let common = Monomial { c: 1, ..common };
    if k > 0 && !facts.is_positive(terms, &common) {
        return false;
    }
    let mut sum = Some(Linear::constant(k));
    for m in sizes {
        let rest = m.over(&common).map(|m| m.linear(terms));
        sum = sum.zip(rest).and_then(|(sum, rest)| sum.plus(&rest, 1));
    }
    sum.is_some_and(|sum| facts.proves(terms, &sum))
}

/// What the magnitude is at most, with `|b·(a / b)| <= |a|` for one of its quotients.
fn relaxed(terms: &Terms, facts: &Facts, m: &Monomial) -> Option<Vec<Monomial>> {
    if m.c <= 0 {
        return None;
    }
    m.factors.iter().enumerate().find_map(|(i, &f)| {
        let (a, by) = quotient(terms, facts, f)?;
        let dividend = Monomial::of(terms, a);
        let mut others = m.clone();
        others.factors.remove(i);
        // c = times·k + rest
        let unit = Monomial { c: 1, ..by.clone() };
        let others = Monomial { c: 1, ..others }.over(&unit)?;
        let by = by.c.checked_abs()?;
        let (times, rest) = (m.c.checked_div(by)?, m.c.checked_rem(by)?);
        let mut larger = others.times(&dividend)?;
        larger.c = larger.c.checked_abs()?.checked_mul(times)?;
        let rest = Monomial { c: rest, ..m.clone() };
        (times > 0).then(|| vec![larger, rest])
    })
}

/// `a` and `b` of a quotient `a / b` whose magnitude is at most `|a| / |b|`, with `b` as a monomial that is not 0.
fn quotient(terms: &Terms, facts: &Facts, t: TermId) -> Option<(TermId, Monomial)> {
    let (a, by) = match *terms.node(t) {
        Node::Div(a, b) => (a, Monomial::of(terms, b)),
        Node::FloorDiv(a, k) if facts.range(terms, &Linear::of(terms, a)).at_least(0) => {
            (a, Monomial::constant(k))
        }
        _ => return None,
    };
    let is_nonzero = by.c != 0 && by.factors.iter().all(|&f| facts.is_nonzero(terms, f));
    is_nonzero.then_some((a, by))
}

/// What the digit stays below, in magnitude; of several bounds one that makes the part no larger than the radix, or than one step of
/// another of the parts.
fn base(
    terms: &Terms,
    facts: &Facts,
    digit: TermId,
    weight: &Monomial,
    (radix, parts): (&Monomial, &[Part]),
) -> Option<Monomial> {
    if let Some((_, base)) = facts.digit(digit) {
        return Some(base.clone());
    }
    let all = facts.exceeding(terms, digit);
    let fits = |base: &&Monomial| {
        weight.times(base).is_some_and(|reach| {
            let larger = relaxed(terms, facts, &reach);
            let whole = larger.as_ref().and_then(|all| all.first()).unwrap_or(&reach);
            whole.factors == radix.factors
        })
    };
    let is_step = |base: &&Monomial| {
        let reach = weight.times(base);
        reach.is_some_and(|reach| {
            let is_it = |other: &Part| other.weight.factors == reach.factors;
            !reach.is_constant() && parts.iter().any(is_it)
        })
    };
    if let Some(base) = all.iter().find(fits).or_else(|| all.iter().find(is_step)) {
        return Some(base.clone());
    }
    // An interval says more of the sum than of its parts.
    let is_loose = weight.is_constant() && facts.interval(terms, digit).hi.is_some();
    all.into_iter().next().filter(|_| !is_loose)
}

/// Whether the two are the same digit of two numbers, one subtracted from the other.
fn is_opposite(terms: &Terms, facts: &Facts, a: &Part, b: &Part, base: &Monomial) -> bool {
    let has_base = |digit: TermId| match (a.digit.and_then(|a| facts.digit(a)), facts.digit(digit)) {
        (Some(a), b) => b == Some(a),
        (None, Some(_)) => false,
        (None, None) => facts.exceeding(terms, digit).contains(base),
    };
    a.weight.c.checked_neg() == Some(b.weight.c)
        && a.weight.factors == b.weight.factors
        && b.digit.is_some_and(has_base)
}
