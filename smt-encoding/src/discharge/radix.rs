//! Equations split by mixed radix.
//!
//! `L + W·H = 0` with `|L| < |W|` has only the solutions with `L = 0` and `H = 0`: `L` is a multiple of `W` that is
//! smaller than `W`. So `t₁ - t₂ + D·(b₁ - b₂) = 0` with `t < D` gives `t₁ = t₂` and `b₁ = b₂`, for every `D`.

use super::facts::Facts;
use super::linear::Linear;
use super::magnitude;
use super::monomial::Monomial;
use crate::term::{Node, TermId, Terms};
use rustc_hash::FxHashMap;

/// A part `weight·digit` of an equation.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// What both threads share.
    pub weight: Monomial,
    /// The factor that differs by thread; none for a shared or constant part.
    pub digit: Option<TermId>,
}

impl Part {
    fn is_constant(&self) -> bool {
        self.digit.is_none() && self.weight.is_constant()
    }
}

/// Adds `form = 0` to the facts, and all the equations that it splits into.
pub(super) fn split_equation(terms: &mut Terms, facts: &mut Facts, form: &Linear) {
    let mut open = vec![form.clone()];
    while let Some(form) = open.pop() {
        facts.equation(form.clone());
        if facts.contradictory() {
            return;
        }
        let g = form.gcd();
        if g == 0 {
            continue;
        }
        let form = Linear {
            parts: form.parts.iter().map(|&(t, c)| (t, c / g)).collect(),
            k: form.k / g,
        };
        let parts = parts(terms, &form);
        let radices = radices(&parts);
        // Digits are quickly compared, sums of anything slowly.
        let halves = [is_below_by_digits, is_below_by_facts]
            .into_iter()
            .flat_map(|is_below| radices.iter().map(move |radix| (is_below, radix)))
            .find_map(|(is_below, radix)| split(terms, facts, &parts, radix, is_below));
        if let Some((low, high)) = halves {
            // W·H = 0 multiplied out ties products to each other: W·q₁ = W·q₂.
            if let Some(product) = form.plus(&low, -1) {
                facts.equation(product);
            }
            open.push(low);
            open.push(high);
            continue;
        }
        open.extend(with_quotients(terms, &form));
        open.extend(without_remainders(terms, &form));
    }
}

/// A form that has a number beside its remainder with the number as `k·⌊a / k⌋ + a mod k`: `a ^ 1` is `a - 2·(a mod 2) + 1`.
fn with_quotients(terms: &mut Terms, form: &Linear) -> Option<Linear> {
    let mut sum = form.clone();
    let mut is_other = false;
    for &(t, _) in &form.parts {
        let Node::FloorMod(a, k) = *terms.node(t) else {
            continue;
        };
        let number = Linear::of(terms, a);
        let Some(times) = times(&sum, &number) else {
            continue;
        };
        let quotient = terms.floor_div(a, k);
        sum = sum.plus(&number, times.checked_neg()?)?;
        sum = sum.plus(&Linear::of(terms, quotient), times.checked_mul(k)?)?;
        sum = sum.plus(&Linear::of(terms, t), times)?;
        is_other = true;
    }
    is_other.then_some(sum)
}

/// A term with all numbers that stand beside their remainders in quotients and remainders.
pub(super) fn in_quotients(terms: &mut Terms, t: TermId) -> TermId {
    let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
    for part in terms.post_order(&[t]) {
        let node = terms.node(part).clone();
        let whole = terms.rebuild(&node, |c| memo[c]);
        let is_sum = matches!(terms.node(whole), Node::Sum(..));
        let form = is_sum.then(|| Linear::of(terms, whole));
        let split = form.and_then(|form| with_quotients(terms, &form));
        memo.insert(part, split.map_or(whole, |form| terms.sum(&form.parts, form.k)));
    }
    memo[&t]
}

/// How many times a form has all of a number.
fn times(form: &Linear, number: &Linear) -> Option<i128> {
    let &(first, c) = number.parts.first()?;
    let times = form
        .coefficient(first)
        .checked_div(c)
        .filter(|&times| times != 0)?;
    let has_part = |&(t, c): &(TermId, i128)| c.checked_mul(times) == Some(form.coefficient(t));
    number.parts.iter().all(has_part).then_some(times)
}

/// A form of remainders with `a mod k` as `a - k·⌊a / k⌋`, which shows its residue.
fn without_remainders(terms: &mut Terms, form: &Linear) -> Option<Linear> {
    let remainder = |terms: &Terms, t: TermId| match *terms.node(t) {
        Node::FloorMod(a, k) => Some((a, k)),
        _ => None,
    };
    if !form.parts.iter().any(|part| remainder(terms, part.0).is_some()) {
        return None;
    }
    let mut sum = Linear::constant(form.k);
    for &(t, c) in &form.parts {
        let Some((a, k)) = remainder(terms, t) else {
            let only = Linear {
                parts: vec![(t, 1)],
                k: 0,
            };
            sum = sum.plus(&only, c)?;
            continue;
        };
        let quotient = terms.floor_div(a, k);
        sum = sum.plus(&Linear::of(terms, a), c)?;
        sum = sum.plus(&Linear::of(terms, quotient), c.checked_mul(k)?.checked_neg()?)?;
    }
    Some(sum)
}

fn parts(terms: &Terms, form: &Linear) -> Vec<Part> {
    let mut all: Vec<Part> = form
        .parts
        .iter()
        .map(|&(atom, c)| part_of(terms, atom, c))
        .collect();
    if form.k != 0 {
        all.push(Part {
            weight: Monomial::constant(form.k),
            digit: None,
        });
    }
    all
}

fn part_of(terms: &Terms, atom: TermId, c: i128) -> Part {
    let Monomial { c, factors } = Monomial::of_part(terms, atom, c);
    let (own, shared): (Vec<TermId>, Vec<TermId>) = factors.into_iter().partition(|&f| differs(terms, f));
    let (weight, digit) = match own.as_slice() {
        [] => (Monomial { c, factors: shared }, None),
        [digit] => (Monomial { c, factors: shared }, Some(*digit)),
        _ => (Monomial::constant(c), Some(atom)),
    };
    Part { weight, digit }
}

/// Whether the term may have different values in the two threads.
pub(super) fn differs(terms: &Terms, t: TermId) -> bool {
    use crate::term::{FnOrigin, Origin};
    terms.post_order(&[t]).iter().any(|&u| match terms.node(u) {
        Node::Sym(s) => matches!(terms.symbols[*s].origin, Origin::Fork(..)),
        Node::App(f, _) => matches!(terms.functions[*f].origin, FnOrigin::Fork(..)),
        _ => false,
    })
}

/// What may serve as radix: weights and their single factors, smaller ones first.
fn radices(parts: &[Part]) -> Vec<Monomial> {
    let mut all: Vec<Monomial> = Vec::new();
    for Part { weight, .. } in parts {
        all.push(Monomial {
            c: weight.c.saturating_abs(),
            factors: weight.factors.clone(),
        });
        // k·D·G is a multiple of D, and |t| < D is a fact where |t| < D·G is none.
        all.extend(weight.factors.iter().map(|&f| Monomial {
            c: 1,
            factors: vec![f],
        }));
    }
    all.retain(|w| w.c > 1 || !w.is_constant());
    all.sort_by(|a, b| (a.factors.len(), a.c, &a.factors).cmp(&(b.factors.len(), b.c, &b.factors)));
    all.dedup();
    all
}

/// The two equations `L = 0` and `H = 0`, if `|L| < |W|` is known.
fn split(
    terms: &mut Terms,
    facts: &Facts,
    parts: &[Part],
    radix: &Monomial,
    is_below: IsBelow,
) -> Option<(Linear, Linear)> {
    let (mut low, mut high, mut konst) = (Vec::new(), Vec::new(), 0i128);
    for part in parts {
        if part.is_constant() {
            konst = part.weight.c;
        } else if let Some(weight) = part.weight.over(radix) {
            high.push(Part {
                weight,
                ..part.clone()
            });
        } else {
            low.push(part.clone());
        }
    }
    let has_digit = |parts: &[Part]| parts.iter().any(|p| p.digit.is_some());
    if high.is_empty() || !(has_digit(&low) || has_digit(&high)) {
        return None;
    }
    let high = linear(terms, &high)?;
    for (k, carry) in constants(konst, radix) {
        if is_below(terms, facts, &low, k, radix)? {
            return Some((linear(terms, &low)?.offset(k)?, high.offset(carry)?));
        }
    }
    None
}

/// Whether `|Σ parts + k| < |radix|`.
type IsBelow = fn(&mut Terms, &Facts, &[Part], i128, &Monomial) -> Option<bool>;

fn is_below_by_digits(
    terms: &mut Terms,
    facts: &Facts,
    low: &[Part],
    k: i128,
    radix: &Monomial,
) -> Option<bool> {
    Some(magnitude::is_below(terms, facts, low, k, radix))
}

fn is_below_by_facts(
    terms: &mut Terms,
    facts: &Facts,
    low: &[Part],
    k: i128,
    radix: &Monomial,
) -> Option<bool> {
    let (low, radix) = (linear(terms, low)?.offset(k)?, radix.linear(terms));
    Some(below(terms, facts, &low, &radix, 1)? || below(terms, facts, &low, &radix, -1)?)
}

/// Whether `|form| < sign · radix`.
fn below(terms: &Terms, facts: &Facts, form: &Linear, radix: &Linear, sign: i128) -> Option<bool> {
    let most = form.plus(radix, -sign)?.offset(1)?;
    let least = form.negated()?.plus(radix, -sign)?.offset(1)?;
    Some(facts.proves(terms, &most) && facts.proves(terms, &least))
}

/// Ways to share the constant between `L` and `W·H`.
fn constants(k: i128, radix: &Monomial) -> Vec<(i128, i128)> {
    if !radix.is_constant() {
        return vec![(k, 0)];
    }
    let w = radix.c;
    let (low, carry) = (k.rem_euclid(w), k.div_euclid(w));
    if low == 0 {
        return vec![(0, carry)];
    }
    vec![(low, carry), (low - w, carry + 1)]
}

pub(super) fn linear(terms: &mut Terms, parts: &[Part]) -> Option<Linear> {
    let mut sum = Linear::constant(0);
    for Part { weight, digit } in parts {
        let shared = weight.term(terms);
        let product = digit.map_or(shared, |digit| terms.mul(shared, digit));
        sum = sum.plus(&Linear::of(terms, product), 1)?;
    }
    Some(sum)
}
