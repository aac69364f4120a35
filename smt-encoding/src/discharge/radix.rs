//! Equations split by mixed radix.
//!
//! `L + W·H = 0` with `|L| < |W|` has only the solutions with `L = 0` and `H = 0`: `L` is a multiple of `W` that is
//! smaller than `W`. So `t₁ - t₂ + D·(b₁ - b₂) = 0` with `t < D` gives `t₁ = t₂` and `b₁ = b₂`, for every `D`.

use super::facts::Facts;
use super::linear::Linear;
use crate::term::{Node, TermId, Terms};

/// A part `c·Πweight·digit` of an equation.
#[derive(Clone, Debug)]
struct Part {
    c: i128,
    /// Factors that both threads share, sorted.
    weight: Vec<TermId>,
    /// The factor that differs by thread; none for a shared or constant part.
    digit: Option<TermId>,
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
        let mut halves = radices(&parts)
            .into_iter()
            .filter_map(|radix| split(terms, facts, &parts, &radix));
        if let Some((low, high)) = halves.next() {
            // W·H = 0 multiplied out ties products to each other: W·q₁ = W·q₂.
            if let Some(product) = form.plus(&low, -1) {
                facts.equation(product);
            }
            open.push(low);
            open.push(high);
            continue;
        }
        drop(halves);
        open.extend(without_remainders(terms, &form));
    }
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
            c: form.k,
            weight: Vec::new(),
            digit: None,
        });
    }
    all
}

fn part_of(terms: &Terms, atom: TermId, c: i128) -> Part {
    let factors = match terms.node(atom) {
        Node::Product(factors) => factors.to_vec(),
        _ => vec![atom],
    };
    let (own, shared): (Vec<TermId>, Vec<TermId>) = factors.into_iter().partition(|&f| differs(terms, f));
    match own.as_slice() {
        [] => Part {
            c,
            weight: shared,
            digit: None,
        },
        [digit] => Part {
            c,
            weight: shared,
            digit: Some(*digit),
        },
        _ => Part {
            c,
            weight: Vec::new(),
            digit: Some(atom),
        },
    }
}

/// Whether the term may have different values in the two threads.
fn differs(terms: &Terms, t: TermId) -> bool {
    use crate::term::{FnOrigin, Origin};
    terms.post_order(&[t]).iter().any(|&u| match terms.node(u) {
        Node::Sym(s) => matches!(terms.symbols[*s].origin, Origin::Fork(..)),
        Node::App(f, _) => matches!(terms.functions[*f].origin, FnOrigin::Fork(..)),
        _ => false,
    })
}

/// What may serve as radix: weights and their single factors, smaller ones first.
fn radices(parts: &[Part]) -> Vec<(i128, Vec<TermId>)> {
    let mut all: Vec<(i128, Vec<TermId>)> = Vec::new();
    for part in parts {
        all.push((part.c.saturating_abs(), part.weight.clone()));
        // k·D·G is a multiple of D, and |t| < D is a fact where |t| < D·G is none.
        all.extend(part.weight.iter().map(|&f| (1, vec![f])));
    }
    all.retain(|(c, w)| *c > 1 || !w.is_empty());
    all.sort_by(|a, b| (a.1.len(), a.0, &a.1).cmp(&(b.1.len(), b.0, &b.1)));
    all.dedup();
    all
}

/// `part / radix`, if that is an integer whatever the factors' values.
fn divide(part: &Part, radix: &(i128, Vec<TermId>)) -> Option<Part> {
    if part.c % radix.0 != 0 {
        return None;
    }
    let mut weight = part.weight.clone();
    for f in &radix.1 {
        let i = weight.iter().position(|w| w == f)?;
        weight.remove(i);
    }
    Some(Part {
        c: part.c / radix.0,
        weight,
        digit: part.digit,
    })
}

/// The two equations `L = 0` and `H = 0`, if `|L| < |W|` is known.
fn split(
    terms: &mut Terms,
    facts: &Facts,
    parts: &[Part],
    radix: &(i128, Vec<TermId>),
) -> Option<(Linear, Linear)> {
    let (mut low, mut high, mut konst) = (Vec::new(), Vec::new(), 0i128);
    for part in parts {
        if part.weight.is_empty() && part.digit.is_none() {
            konst = part.c;
        } else if let Some(quotient) = divide(part, radix) {
            high.push(quotient);
        } else {
            low.push(part.clone());
        }
    }
    let has_digit = |parts: &[Part]| parts.iter().any(|p| p.digit.is_some());
    if high.is_empty() || !(has_digit(&low) || has_digit(&high)) {
        return None;
    }
    let low = linear(terms, &low)?;
    let high = linear(terms, &high)?;
    let unit = Part {
        c: radix.0,
        weight: radix.1.clone(),
        digit: None,
    };
    let radix_form = linear(terms, &[unit])?;
    for (k, carry) in constants(konst, radix) {
        let low = low.offset(k)?;
        if below(terms, facts, &low, &radix_form, 1)? || below(terms, facts, &low, &radix_form, -1)? {
            return Some((low, high.offset(carry)?));
        }
    }
    None
}

/// Whether `|form| < sign · radix`.
fn below(terms: &Terms, facts: &Facts, form: &Linear, radix: &Linear, sign: i128) -> Option<bool> {
    let most = form.plus(radix, -sign)?.offset(1)?;
    let least = form.negated()?.plus(radix, -sign)?.offset(1)?;
    Some(facts.proves(terms, &most) && facts.proves(terms, &least))
}

/// Ways to share the constant between `L` and `W·H`.
fn constants(k: i128, radix: &(i128, Vec<TermId>)) -> Vec<(i128, i128)> {
    if !radix.1.is_empty() {
        return vec![(k, 0)];
    }
    let w = radix.0;
    let (low, carry) = (k.rem_euclid(w), k.div_euclid(w));
    if low == 0 {
        return vec![(0, carry)];
    }
    vec![(low, carry), (low - w, carry + 1)]
}

fn linear(terms: &mut Terms, parts: &[Part]) -> Option<Linear> {
    let mut sum = Linear::constant(0);
    for part in parts {
        let mut factors = part.weight.clone();
        factors.extend(part.digit);
        let mut product = terms.int(1);
        for f in factors {
            product = terms.mul(product, f);
        }
        sum = sum.plus(&Linear::of(terms, product), part.c)?;
    }
    Some(sum)
}
