//! Sums of digits that are smaller than a radix, whatever the signs of sizes.
//!
//! Division truncates (C17 6.5.5p6, C++20 [expr.mul]): of numbers that are not negative, all digits `a / m % k` for one `m` and `k` are of
//! one sign, and smaller than `|k|`. So two such digits differ by at most `|k| - 1`.

use super::facts::Facts;
use super::monomial::Monomial;
use super::radix::{Part, linear};
use crate::term::{TermId, Terms};

/// A bound `|Σ| <= units·|Πf| - slack + loose`, with the factors `f` of a radix.
#[derive(Default)]
struct Bound {
    units: i128,
    slack: i128,
    loose: Vec<Part>,
}

/// Whether `|Σ parts + k| < |radix|`, and the radix is not 0.
pub(super) fn is_below(terms: &mut Terms, facts: &Facts, parts: &[Part], k: i128, radix: &Monomial) -> bool {
    bound(terms, facts, parts, radix).is_some_and(|b| b.units <= radix.c && loose_below(terms, facts, &b, k))
}

fn loose_below(terms: &mut Terms, facts: &Facts, b: &Bound, k: i128) -> bool {
    let Some(loose) = linear(terms, &b.loose).and_then(|l| l.offset(k)) else {
        return false;
    };
    let r = facts.range(terms, &loose);
    let most =
        r.lo.zip(r.hi)
            .map(|(lo, hi)| lo.saturating_abs().max(hi.saturating_abs()));
    most.is_some_and(|most| most < b.slack)
}

fn bound(terms: &Terms, facts: &Facts, parts: &[Part], radix: &Monomial) -> Option<Bound> {
    let unit = Monomial {
        c: 1,
        factors: radix.factors.clone(),
    };
    let mut left = parts.to_vec();
    let mut bound = Bound::default();
    while let Some(part) = left.pop() {
        let reach = reach(terms, facts, &part)
            .and_then(|r| r.over(&unit))
            .filter(Monomial::is_constant);
        let Some(reach) = reach else {
            bound.loose.push(part);
            continue;
        };
        if part.digit.is_some() {
            if let Some(i) = left.iter().position(|other| is_opposite(facts, &part, other)) {
                left.swap_remove(i);
            }
            bound.slack = bound.slack.checked_add(part.weight.c.checked_abs()?)?;
        }
        bound.units = bound.units.checked_add(reach.c.checked_abs()?)?;
    }
    Some(bound)
}

/// What the part stays below, or, without a digit, what it is.
fn reach(terms: &Terms, facts: &Facts, part: &Part) -> Option<Monomial> {
    let Some(digit) = part.digit else {
        return Some(part.weight.clone());
    };
    // A weight of 0 takes the digit's room away: |0·d| < |0·k| is false.
    let weighs = part.weight.factors.iter().all(|&f| facts.is_nonzero(terms, f));
    let (_, base) = facts.digit(digit)?;
    part.weight.times(base).filter(|_| weighs)
}

/// Whether the two are the same digit of two numbers, one subtracted from the other.
fn is_opposite(facts: &Facts, a: &Part, b: &Part) -> bool {
    let kind = |digit: Option<TermId>| digit.and_then(|d| facts.digit(d));
    a.weight.c.checked_neg() == Some(b.weight.c)
        && a.weight.factors == b.weight.factors
        && kind(a.digit).is_some_and(|k| kind(b.digit) == Some(k))
}
