//! Obligations settled without a solver, in microseconds.
//!
//! Two accesses are separate if their guards contradict, if the interval of their distance leaves no overlap, if no
//! distance that overlaps is a multiple of the strides' common divisor, or if equal addresses make the two threads one
//! (mixed radix). What none of these settles is left to the solver; `false` means nothing.

mod digits;
mod evaluated;
mod exact;
mod exchange;
mod facts;
mod fixed;
mod linear;
mod magnitude;
mod monomial;
mod radix;
mod settled;
mod sizes;
#[cfg(test)]
mod tests;

pub use fixed::fixed;

use crate::term::{Node, TermId, Terms};
use digits::Written;
pub(crate) use digits::unforked;
use facts::{Effort, Facts};
use linear::Linear;

/// More overlapping distances than this are not tried one by one.
const MAX_DISTANCES: usize = 32;

/// Guards with more alternatives than this are not split.
const MAX_ALTERNATIVES: usize = 4;

/// Cases looked at for one pair, splits included.
const MAX_ATTEMPTS: usize = 96;

/// Facts looked at in the proofs for one pair, all its cases together: some milliseconds.
const MAX_EFFORT: usize = 600_000;

/// Pairs of divisions compared for one distance.
const MAX_DIVISION_PAIRS: usize = 8;

/// Two accesses of two threads: do they never overlap?
#[derive(Clone, Debug)]
pub struct Separation {
    /// Conjuncts that hold, of both threads, without wraps.
    pub guards: Vec<TermId>,
    /// Byte offsets of access 1 (thread 1's symbols) and of access 2 (thread 2's).
    pub offsets: [TermId; 2],
    /// The same for rows.
    pub rows: [TermId; 2],
    /// Bytes accessed.
    pub sizes: [u32; 2],
    /// `threadIdx` of both threads; 0 where the dimension is 1.
    pub threads: [[TermId; 3]; 2],
    /// `blockIdx` of both threads; equal terms when they are of one block.
    pub blocks: [[TermId; 3]; 2],
    /// `blockDim`: `0 <= threadIdx < blockDim` always holds.
    pub dims: [TermId; 3],
    /// `gridDim`: `0 <= blockIdx < gridDim` always holds.
    pub grid: [TermId; 3],
    /// Whether the threads are of different blocks, rather than different threads of one block.
    pub distinct_blocks: bool,
}

/// Whether the two accesses provably never overlap. `false` means that this is not known.
pub fn never_overlap(terms: &mut Terms, s: &Separation) -> bool {
    let case = Case {
        guards: s.guards.clone(),
        decided: Vec::new(),
        offsets: s.offsets,
        rows: s.rows,
    };
    let case = settled::settled(terms, &case).unwrap_or(case);
    let separates = |terms: &mut Terms, case: Case| {
        let (mut attempts, effort) = (MAX_ATTEMPTS, Effort::new(MAX_EFFORT));
        separate_by_cases(terms, s, case, &mut attempts, &effort)
    };
    if separates(terms, case.clone()) {
        return true;
    }
    let [offsets, rows] = [case.offsets, case.rows].map(|all| all.map(|t| radix::in_quotients(terms, t)));
    let is_other = (offsets, rows) != (case.offsets, case.rows);
    is_other
        && separates(
            terms,
            Case {
                offsets,
                rows,
                ..case
            },
        )
}

impl Separation {
    /// The same where these hold as well.
    pub fn under(&self, conjuncts: &[TermId]) -> Separation {
        let mut narrowed = self.clone();
        narrowed.guards.extend(conjuncts);
        narrowed
    }
}

/// That all sizes are positive which the two accesses' places and guards multiply or divide by and which may be something else.
pub fn positive_sizes(terms: &mut Terms, s: &Separation) -> Vec<TermId> {
    let roots = [&s.offsets[..], &s.rows, &s.guards].concat();
    let mut sizes: Vec<TermId> = sizes::scales(terms, &roots);
    sizes.retain(|&size| !terms.range(size).at_least(1));
    let one = terms.int(1);
    sizes.into_iter().map(|size| terms.le(one, size)).collect()
}

/// That nothing is left over where one size that both threads share is divided by another: `C % G == 0` for `C / G`.
pub fn exact_sizes(terms: &mut Terms, s: &Separation) -> Vec<TermId> {
    let roots = [&s.offsets[..], &s.rows, &s.guards].concat();
    let quotients = sizes::quotients(terms, &roots).into_iter();
    quotients
        .map(|(size, by)| {
            let rest = terms.rem(size, by);
            terms.eq0(rest)
        })
        .collect()
}

/// Whether the linear facts among the conjuncts contradict each other. `false` means that this is not known.
pub fn contradictory(terms: &Terms, conjuncts: &[TermId]) -> bool {
    let mut facts = Facts::default();
    for &c in conjuncts {
        facts.assume(terms, c);
    }
    facts.propagate(terms);
    facts.contradictory()
}

/// That no divisor is 0 of divisions that are carried out wherever `conjuncts` hold.
pub fn divisors_are_not_zero(terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let mut factors: Vec<TermId> = evaluated::nonzero_factors(terms, &Facts::default(), conjuncts)
        .into_iter()
        .collect();
    factors.sort_unstable();
    let zero = terms.int(0);
    factors.into_iter().map(|f| terms.ne(f, zero)).collect()
}

/// An obligation under the decisions made so far.
#[derive(Clone, Debug)]
struct Case {
    guards: Vec<TermId>,
    /// Conditions that hold and that neither thread may ever compute: they stand in branches. What they divide by may be 0.
    decided: Vec<TermId>,
    offsets: [TermId; 2],
    rows: [TermId; 2],
}

impl Case {
    /// The same of other terms.
    fn map(&self, mut by: impl FnMut(TermId) -> TermId) -> Case {
        Case {
            guards: self.guards.iter().map(|&g| by(g)).collect(),
            decided: self.decided.iter().map(|&g| by(g)).collect(),
            offsets: self.offsets.map(&mut by),
            rows: self.rows.map(by),
        }
    }

    /// How far apart offsets and rows are.
    fn distances(&self, terms: &mut Terms) -> [TermId; 2] {
        [self.offsets, self.rows].map(|[a, b]| terms.sub(a, b))
    }

    /// What decides: the distances, the guards and the conditions.
    fn roots(&self, terms: &mut Terms) -> Vec<TermId> {
        [&self.distances(terms)[..], &self.guards, &self.decided].concat()
    }

    /// What both threads compute.
    fn computed(&self) -> Vec<TermId> {
        [&self.offsets[..], &self.rows, &self.guards].concat()
    }

    /// All that stands in it.
    fn all(&self) -> Vec<TermId> {
        [&self.computed()[..], &self.decided].concat()
    }
}

/// Separate as it is, or in each case of a condition or of a guard that is a disjunction.
fn separate_by_cases(
    terms: &mut Terms,
    s: &Separation,
    case: Case,
    attempts: &mut usize,
    effort: &Effort,
) -> bool {
    if *attempts == 0 || effort.is_spent() {
        return false;
    }
    *attempts -= 1;
    if separate(terms, s, &case, effort) {
        return true;
    }
    cases(terms, &case).is_some_and(|cases| {
        cases
            .into_iter()
            .all(|case| separate_by_cases(terms, s, case, attempts, effort))
    })
}

/// The cases of the first condition that a value hangs on, one that is computed if there is one, or of the first disjunction.
fn cases(terms: &mut Terms, case: &Case) -> Option<Vec<Case>> {
    let roots = case.roots(terms);
    let order = terms.post_order(&roots);
    let conditions = order.into_iter().filter_map(|t| match *terms.node(t) {
        Node::Ite(c, _, _) => Some(c),
        _ => None,
    });
    let conditions: Vec<TermId> = conditions.collect();
    if let Some(&first) = conditions.first() {
        let carried_out = evaluated::carried_out(terms, &case.computed());
        let computed = conditions.iter().find(|c| carried_out.contains(c));
        let c = *computed.unwrap_or(&first);
        let both = [true, false].map(|holds| {
            let literal = if holds { c } else { terms.not(c) };
            let mut case = case.map(|t| terms.decide(t, c, holds));
            match computed {
                Some(_) => case.guards.push(literal),
                None => case.decided.push(literal),
            }
            case
        });
        return Some(both.to_vec());
    }
    let (at, alternatives) = case
        .guards
        .iter()
        .enumerate()
        .find_map(|(i, &g)| match terms.node(g) {
            Node::Or(parts) if parts.len() <= MAX_ALTERNATIVES => Some((i, parts.to_vec())),
            _ => None,
        })?;
    let split = alternatives.into_iter().map(|alternative| {
        let mut case = case.clone();
        case.guards[at] = alternative;
        case
    });
    Some(split.collect())
}

/// Whether the two never overlap, without looking into conditions and disjunctions: with names for quotients, or as it is.
fn separate(terms: &mut Terms, s: &Separation, case: &Case, effort: &Effort) -> bool {
    let exact = exact::multiplied(terms, case);
    exact.is_some_and(|case| separate_sized(terms, s, &case, effort))
        || separate_sized(terms, s, case, effort)
}

/// The same with names for sizes, or as it is.
fn separate_sized(terms: &mut Terms, s: &Separation, case: &Case, effort: &Effort) -> bool {
    let named = sizes::named(terms, case);
    named.is_some_and(|case| separate_named(terms, s, &case, effort))
        || separate_named(terms, s, case, effort)
}

/// The same as it is, or in digits.
fn separate_named(terms: &mut Terms, s: &Separation, case: &Case, effort: &Effort) -> bool {
    let facts = guarded(terms, s, case, effort);
    let written = digits::written(terms, &facts, case);
    // What is divided by constants only is mostly settled as it is.
    if written.as_ref().is_none_or(|written| written.by_constants) && separate_as(terms, s, case, None, facts)
    {
        return true;
    }
    written.is_some_and(|written| {
        let mut facts = guarded(terms, s, &written.case, effort);
        written.assume(terms, &mut facts);
        separate_as(terms, s, &written.case, Some(&written), facts)
    })
}

/// What the guards and the launch say.
fn guarded(terms: &mut Terms, s: &Separation, case: &Case, effort: &Effort) -> Facts {
    let mut facts = Facts::within(effort);
    for &guard in case.guards.iter().chain(&case.decided) {
        facts.assume(terms, guard);
    }
    assume_launch(terms, &mut facts, s);
    facts
}

fn separate_as(
    terms: &mut Terms,
    s: &Separation,
    case: &Case,
    digits: Option<&Written>,
    mut facts: Facts,
) -> bool {
    let [diff, row] = case.distances(terms).map(|d| Linear::of(terms, d));
    let divisions = assume_divisions(terms, &mut facts, case);
    facts.extremes_in(terms, &diff);
    facts.extremes_in(terms, &row);
    facts.propagate(terms);
    if facts.contradictory() || one_thread(terms, &facts, s) {
        return true;
    }
    // Rows are equal where bytes overlap.
    radix::split_equation(terms, &mut facts, &row);
    if facts.contradictory() || apart(terms, &facts, &diff, s.sizes) {
        return true;
    }
    let Some(distances) = distances(&diff, s.sizes) else {
        return false;
    };
    // diff = v for none of the v in (-size₁, size₂).
    distances.into_iter().all(|v| {
        let mut facts = facts.clone();
        let Some(equation) = diff.offset(v.wrapping_neg()) else {
            return false;
        };
        radix::split_equation(terms, &mut facts, &equation);
        exchange::assume(terms, &mut facts, &equation);
        split_divisions(terms, &mut facts, &divisions);
        digits
            .into_iter()
            .for_each(|digits| digits.split(terms, &mut facts));
        facts.propagate(terms);
        facts.contradictory() || one_thread(terms, &facts, s)
    })
}

/// The overlap condition as a term: `-size₁ < diff < size₂`, as an equation where strides leave only one distance.
pub fn overlap(terms: &mut Terms, diff: TermId, sizes: [u32; 2]) -> TermId {
    let diff = radix::in_quotients(terms, diff);
    match distances(&Linear::of(terms, diff), sizes).as_deref() {
        Some([]) => terms.bool(false),
        Some(&[v]) => {
            let moved = terms.offset(diff, v.wrapping_neg());
            terms.eq0(moved)
        }
        _ => {
            // 1 - size₁ <= diff  and  diff <= size₂ - 1
            let lowest = terms.int(1 - i128::from(sizes[0]));
            let highest = terms.int(i128::from(sizes[1]) - 1);
            let (above, below) = (terms.le(lowest, diff), terms.le(diff, highest));
            terms.and(&[above, below])
        }
    }
}

/// All `v` in `(-size₁, size₂)` with `v ≡ k (mod gcd of the coefficients)`, if they are few.
fn distances(diff: &Linear, sizes: [u32; 2]) -> Option<Vec<i128>> {
    let (lo, hi) = (1 - i128::from(sizes[0]), i128::from(sizes[1]) - 1);
    let g = diff.gcd();
    if g == 0 {
        return Some(Vec::from_iter((lo <= diff.k && diff.k <= hi).then_some(diff.k)));
    }
    let first = lo.checked_add((diff.k.checked_sub(lo)?).rem_euclid(g))?;
    let mut all = Vec::new();
    let mut v = first;
    while v <= hi {
        if all.len() == MAX_DISTANCES {
            return None;
        }
        all.push(v);
        v = v.checked_add(g)?;
    }
    Some(all)
}

/// `0 <= threadIdx.d < blockDim.d`, `0 <= blockIdx.d < gridDim.d` for both threads.
fn assume_launch(terms: &mut Terms, facts: &mut Facts, s: &Separation) {
    let (one, zero) = (terms.int(1), terms.int(0));
    for thread in 0..2 {
        for d in 0..3 {
            for (index, size) in [
                (s.threads[thread][d], s.dims[d]),
                (s.blocks[thread][d], s.grid[d]),
            ] {
                let (lower, upper) = (
                    terms.sum(&[(zero, 1), (index, -1)], 0),
                    terms.sum(&[(index, 1), (size, -1), (one, 1)], 0),
                );
                for form in [lower, upper] {
                    if !terms.range(form).at_most(0) {
                        let form = Linear::of(terms, form);
                        facts.at_most_zero(form);
                    }
                }
            }
        }
    }
}

/// A division in an obligation: `a - b·q - r = 0`.
#[derive(Clone, Debug)]
struct Division {
    divisor: TermId,
    form: Linear,
}

/// The divisions by constants of the address and the guards, each with the facts `a = b·q + r` and `0 <= r < b`.
fn assume_divisions(terms: &mut Terms, facts: &mut Facts, case: &Case) -> Vec<Division> {
    let roots = case.roots(terms);
    let mut all: Vec<Division> = Vec::new();
    for t in terms.post_order(&roots) {
        let (a, divisor, quotient, remainder) = match *terms.node(t) {
            Node::FloorDiv(a, k) | Node::FloorMod(a, k) => {
                (a, terms.int(k), terms.floor_div(a, k), terms.floor_mod(a, k))
            }
            _ => continue,
        };
        let product = terms.mul(divisor, quotient);
        // As a term the sum would be 0: canonical sums know this identity for constant divisors.
        let form = Linear::of(terms, a)
            .plus(&Linear::of(terms, product), -1)
            .and_then(|f| f.plus(&Linear::of(terms, remainder), -1));
        let Some(form) = form else { continue };
        if form.parts.is_empty() || all.iter().any(|d| d.form == form) {
            continue;
        }
        // r - b + 1 <= 0
        let below = terms.sum(&[(remainder, 1), (divisor, -1)], 1);
        facts.at_most_zero(Linear::of(terms, below));
        facts.equation(form.clone());
        all.push(Division { divisor, form });
    }
    all
}

/// Differences of divisions by one divisor: equal remainders make the dividends differ by a multiple of it.
fn split_divisions(terms: &mut Terms, facts: &mut Facts, divisions: &[Division]) {
    let mut left = MAX_DIVISION_PAIRS;
    for (i, d) in divisions.iter().enumerate() {
        for e in divisions[..i].iter().filter(|e| e.divisor == d.divisor) {
            if left == 0 || facts.contradictory() {
                return;
            }
            left -= 1;
            let difference = d.form.plus(&e.form, -1);
            if let Some(form) = difference.and_then(|f| facts.without_equal(&f)) {
                radix::split_equation(terms, facts, &form);
            }
        }
    }
}

/// Whether the distance leaves `(-size₁, size₂)`.
fn apart(terms: &Terms, facts: &Facts, diff: &Linear, sizes: [u32; 2]) -> bool {
    // diff >= size₂  or  diff <= -size₁
    let after = diff.negated().and_then(|n| n.offset(i128::from(sizes[1])));
    let before = diff.offset(i128::from(sizes[0]));
    [after, before]
        .into_iter()
        .flatten()
        .any(|form| facts.proves(terms, &form))
}

/// Whether the two threads are one (or of one block, where they are said to be of different blocks).
fn one_thread(terms: &Terms, facts: &Facts, s: &Separation) -> bool {
    let [first, second] = if s.distinct_blocks { s.blocks } else { s.threads };
    first.iter().zip(&second).all(|(&a, &b)| {
        a == b
            || Linear::of(terms, a)
                .plus(&Linear::of(terms, b), -1)
                .is_some_and(|d| facts.proves_zero(terms, &d))
    })
}
