//! What is known in an obligation: linear inequalities and equations, with the bounds that follow.

use super::linear::Linear;
use super::monomial::Monomial;
use crate::term::{Extreme, Node, Range, TermId, Terms};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// Rounds of interval propagation: two carry a bound along the usual chain (`t < n`, `n <= N`).
const ROUNDS: usize = 3;

/// How many facts a proof of an inequality adds up.
const DEPTH: usize = 3;

/// Steps that one proof may take, whatever the depth.
const STEPS: usize = 400;

/// How deep smaller and larger terms stand in one another that bounds look into.
const NESTED: usize = 2;

/// Conjoined linear facts. Everything in here follows from the obligation.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Each is `<= 0`.
    inequalities: Vec<Linear>,
    /// Each is `!= 0`.
    disequalities: Vec<Linear>,
    /// `atom = form`, the atom in none of the forms.
    solved: Vec<(TermId, Linear)>,
    bounds: FxHashMap<TermId, Range>,
    /// Terms that are `a / m % k` of some `a >= 0`, with `m` and `k`, which are not 0.
    digits: FxHashMap<TermId, [Monomial; 2]>,
    contradiction: bool,
    /// How many more facts proofs may look at; shared by all cases of an obligation.
    effort: Effort,
}

/// A bound on the work of proofs, in facts looked at.
#[derive(Clone, Debug)]
pub(super) struct Effort(Rc<Cell<usize>>);

impl Effort {
    pub fn new(facts: usize) -> Effort {
        Effort(Rc::new(Cell::new(facts)))
    }

    /// Takes some; whether there was enough.
    fn spend(&self, facts: usize) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(facts));
        left >= facts
    }

    /// Whether there is none left.
    pub fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}

impl Default for Effort {
    fn default() -> Self {
        Effort::new(usize::MAX)
    }
}

impl Facts {
    /// No facts yet, and a bound on the work that proofs from them may take.
    pub fn within(effort: &Effort) -> Facts {
        Facts {
            effort: effort.clone(),
            ..Facts::default()
        }
    }

    /// Whether the facts cannot all hold.
    pub fn contradictory(&self) -> bool {
        self.contradiction
    }

    /// Adds `form <= 0` and, where it bounds the larger of two terms from above or the smaller from below, the bounds of both.
    fn at_most_zero_in(&mut self, terms: &Terms, form: Linear, depth: usize) {
        if depth > 0 {
            for &(atom, c) in &form.parts {
                let Some((extreme, both)) = terms.extreme(atom) else {
                    continue;
                };
                if (extreme == Extreme::Larger) != (c > 0) {
                    continue;
                }
                for one in both {
                    let bound = replace(&form, atom, &Linear::of(terms, one));
                    bound
                        .into_iter()
                        .for_each(|bound| self.at_most_zero_in(terms, bound, depth - 1));
                }
            }
        }
        self.at_most_zero(form);
    }

    /// Adds that the larger of two terms is at least as large as either, and the smaller at most, for all in the form.
    pub fn extremes_in(&mut self, terms: &Terms, form: &Linear) {
        for &(atom, _) in &form.parts {
            let Some((extreme, both)) = terms.extreme(atom) else {
                continue;
            };
            for one in both {
                let only = Linear {
                    parts: vec![(atom, 1)],
                    k: 0,
                };
                let difference = only.plus(&Linear::of(terms, one), -1);
                let bound = match extreme {
                    Extreme::Smaller => difference,
                    Extreme::Larger => difference.and_then(|d| d.negated()),
                };
                bound.into_iter().for_each(|bound| self.at_most_zero(bound));
            }
        }
    }

    /// Adds a truth value that holds; what is not linear is left out.
    pub fn assume(&mut self, terms: &Terms, t: TermId) {
        match terms.node(t) {
            Node::Bool(false) => self.contradiction = true,
            Node::And(parts) => parts.iter().for_each(|&p| self.assume(terms, p)),
            Node::Eq0(a) => self.equation(Linear::of(terms, *a)),
            Node::Not(inner) => {
                if let Node::Eq0(a) = terms.node(*inner) {
                    self.disequalities.push(Linear::of(terms, *a));
                }
            }
            _ => {}
        }
        if let Some(form) = Linear::bound(terms, t) {
            self.at_most_zero_in(terms, form, NESTED);
        }
    }

    /// Adds `form <= 0`.
    pub fn at_most_zero(&mut self, form: Linear) {
        if form.parts.is_empty() {
            self.contradiction |= form.k > 0;
        } else if !self.inequalities.contains(&form) {
            self.inequalities.push(form);
        }
    }

    /// Adds `form = 0`.
    pub fn equation(&mut self, form: Linear) {
        let Some(form) = self.reduce(&form) else { return };
        let g = form.gcd();
        if g == 0 || form.k % g != 0 {
            // No integers solve it: a constant that is not 0, or one that the coefficients' divisor does not divide.
            self.contradiction |= form.k != 0;
            return;
        }
        let form = Linear {
            parts: form.parts.iter().map(|&(t, c)| (t, c / g)).collect(),
            k: form.k / g,
        };
        self.at_most_zero(form.clone());
        form.negated().into_iter().for_each(|n| self.at_most_zero(n));
        self.solve(&form);
    }

    /// Keeps the equation as `atom = rest`, if some atom has coefficient ±1.
    fn solve(&mut self, form: &Linear) {
        let Some(&(atom, c)) = form.parts.iter().rev().find(|p| p.1.abs() == 1) else {
            return;
        };
        let only = Linear {
            parts: vec![(atom, c)],
            k: 0,
        };
        // c·atom + rest = 0  ⇔  atom = -c·rest
        let rest = form
            .plus(&only, -1)
            .and_then(|r| Linear::constant(0).plus(&r, -c));
        let Some(rest) = rest else { return };
        let solved: Option<Vec<_>> = self
            .solved
            .iter()
            .map(|(a, f)| Some((*a, replace(f, atom, &rest)?)))
            .collect();
        if let Some(mut solved) = solved {
            solved.push((atom, rest));
            self.solved = solved;
        }
    }

    /// `form` with all solved atoms replaced.
    fn reduce(&self, form: &Linear) -> Option<Linear> {
        self.solved
            .iter()
            .try_fold(form.clone(), |f, (atom, rest)| replace(&f, *atom, rest))
    }

    /// Adds what the bounds say with all solved atoms replaced.
    pub fn reduce_bounds(&mut self) {
        let reduced: Vec<Linear> = self
            .inequalities
            .iter()
            .filter_map(|form| self.reduce(form))
            .collect();
        reduced.into_iter().for_each(|form| self.at_most_zero(form));
    }

    /// `form` without the pairs of atoms that are known to be equal.
    pub fn without_equal(&self, form: &Linear) -> Option<Linear> {
        let mut form = form.clone();
        'again: loop {
            for (i, &(a, c)) in form.parts.iter().enumerate() {
                for &(b, d) in &form.parts[..i] {
                    if c == d.checked_neg()? && self.are_equal(a, b) {
                        form.parts.retain(|p| p.0 != a && p.0 != b);
                        continue 'again;
                    }
                }
            }
            return Some(form);
        }
    }

    /// Whether the solved equations make two atoms one.
    pub fn are_equal(&self, a: TermId, b: TermId) -> bool {
        if a == b {
            return true;
        }
        let difference = Linear {
            parts: vec![(a.min(b), 1), (a.max(b), -1)],
            k: 0,
        };
        self.reduce(&difference)
            .is_some_and(|r| r.parts.is_empty() && r.k == 0)
    }

    /// Adds that the term is `a / m % k` for some `a >= 0`, and that neither `m` nor `k` is 0.
    pub fn add_digit(&mut self, terms: &Terms, term: TermId, [m, k]: [&Monomial; 2]) {
        self.digits.insert(term, [m.clone(), k.clone()]);
        for &f in m.factors.iter().chain(&k.factors) {
            self.add_nonzero(terms, f);
        }
    }

    /// The `m` and `k` of a term that is known to be `a / m % k` for some `a >= 0`.
    pub fn digit(&self, term: TermId) -> Option<(&Monomial, &Monomial)> {
        self.digits.get(&term).map(|[m, k]| (m, k))
    }

    /// Monomials that an atom which is not negative is less than.
    pub fn exceeding(&self, terms: &Terms, atom: TermId) -> Vec<Monomial> {
        if !self.bound(terms, atom).at_least(0) {
            return Vec::new();
        }
        // atom - c·m + k <= 0 with k >= 1
        let above = self.inequalities.iter().filter_map(|form| {
            let [first, second] = form.parts[..] else {
                return None;
            };
            let (own, other) = if first.0 == atom {
                (first, second)
            } else {
                (second, first)
            };
            (own == (atom, 1) && other.1 < 0 && form.k >= 1)
                .then(|| Monomial::of_part(terms, other.0, other.1.saturating_neg()))
        });
        let most = self.bound(terms, atom).hi.and_then(|hi| hi.checked_add(1));
        above.chain(most.map(Monomial::constant)).collect()
    }

    /// The interval of an atom.
    pub fn interval(&self, terms: &Terms, atom: TermId) -> Range {
        self.bound(terms, atom)
    }

    /// Adds that a factor is not 0.
    pub fn add_nonzero(&mut self, terms: &Terms, factor: TermId) {
        let form = Linear::of(terms, factor);
        if !self.disequalities.contains(&form) {
            self.disequalities.push(form);
        }
    }

    /// Adds that a factor is not 0, and so positive if it is not negative.
    pub fn add_positive_or_nonzero(&mut self, terms: &Terms, factor: TermId) {
        self.add_nonzero(terms, factor);
        let form = Linear::of(terms, factor);
        if self.range(terms, &form).at_least(0) {
            let least = form.negated().and_then(|n| n.offset(1));
            least.into_iter().for_each(|least| self.at_most_zero(least));
        }
    }

    /// Whether a factor is plainly not 0.
    pub fn is_nonzero(&self, terms: &Terms, factor: TermId) -> bool {
        let form = Linear::of(terms, factor);
        let r = self.range(terms, &form);
        r.at_least(1) || r.at_most(-1) || self.disequalities.contains(&form)
    }

    /// Whether a monomial is plainly positive.
    pub fn is_positive(&self, terms: &Terms, m: &Monomial) -> bool {
        let is_positive = |&f: &TermId| {
            let form = Linear::of(terms, f);
            self.range(terms, &form).at_least(1)
        };
        m.c > 0 && m.factors.iter().all(is_positive)
    }

    fn bound(&self, terms: &Terms, atom: TermId) -> Range {
        let known = |t: TermId| self.bounds.get(&t).copied().unwrap_or_else(|| terms.range(t));
        match terms.node(atom) {
            // The factors may be known better by now.
            node @ Node::Product(_) => terms.range_under(node, &known).meet(known(atom)),
            _ => known(atom),
        }
    }

    /// The interval of a form.
    pub fn range(&self, terms: &Terms, form: &Linear) -> Range {
        form.parts
            .iter()
            .fold(Range::new(form.k, form.k), |acc, &(t, c)| {
                acc.add(self.bound(terms, t).scale(c))
            })
    }

    /// Whether the interval of a form says that it is at most 0.
    fn is_at_most_zero(&self, terms: &Terms, form: &Linear) -> bool {
        let mut parts = form.parts.iter();
        let most = parts.try_fold(form.k, |most, &(t, c)| {
            let of_part = self.bound(terms, t).scale(c).hi?;
            Range::near(most.checked_add(of_part))
        });
        most.is_some_and(|most| most <= 0)
    }

    /// Atoms with one value left.
    pub fn points(&self) -> impl Iterator<Item = (TermId, i128)> {
        let point = |(&atom, r): (&TermId, &Range)| Some((atom, r.lo.filter(|_| r.lo == r.hi)?));
        self.bounds.iter().filter_map(point)
    }

    /// Narrows the bounds of atoms by the inequalities; notices contradictions.
    pub fn propagate(&mut self, terms: &Terms) {
        self.cut(terms);
        for _ in 0..ROUNDS {
            let before = self.bounds.clone();
            let parts = self.inequalities.iter().map(|form| 1 + form.parts.len());
            terms.spend(parts.sum::<usize>() + before.len());
            for i in 0..self.inequalities.len() {
                self.narrow(terms, i);
                if self.contradiction {
                    return;
                }
            }
            self.exclude(terms);
            self.factors_of_nonzero(terms);
            if before == self.bounds || self.contradiction {
                break;
            }
        }
        self.contradiction |= self.violated_disequality(terms) || self.opposed();
    }

    /// From `Σ cᵢ·aᵢ + k <= 0`:  `cᵢ·aᵢ <= -k - min Σ_{j≠i} cⱼ·aⱼ`.
    fn narrow(&mut self, terms: &Terms, i: usize) {
        let parts = std::mem::take(&mut self.inequalities[i].parts);
        self.narrow_parts(terms, &parts, self.inequalities[i].k);
        self.inequalities[i].parts = parts;
    }

    fn narrow_parts(&mut self, terms: &Terms, parts: &[(TermId, i128)], k: i128) {
        let least = |facts: &Facts, (atom, c): (TermId, i128)| facts.bound(terms, atom).scale(c).lo;
        let mut least_of: Vec<Option<i128>> = parts.iter().map(|&part| least(self, part)).collect();
        if sum(k, &least_of, None).is_some_and(|least| least >= 1) {
            self.contradiction = true;
            return;
        }
        for (n, &(atom, c)) in parts.iter().enumerate() {
            let Some(most) = Range::near(sum(k, &least_of, Some(n))).map(|least| -least) else {
                continue;
            };
            let mut r = self.bound(terms, atom);
            if c > 0 {
                let hi = most.div_euclid(c);
                r.hi = Some(r.hi.map_or(hi, |h| h.min(hi)));
            } else {
                // a >= ⌈most / c⌉ = -⌊most / -c⌋
                let lo = -most.div_euclid(-c);
                r.lo = Some(r.lo.map_or(lo, |l| l.max(lo)));
            }
            if r.lo.zip(r.hi).is_some_and(|(l, h)| l > h) {
                self.contradiction = true;
                return;
            }
            self.bounds.insert(atom, r);
            least_of[n] = least(self, (atom, c));
        }
    }

    /// `a != v` where v is an end of a's interval moves that end; an atom of one value is solved.
    fn exclude(&mut self, terms: &Terms) {
        for i in 0..self.disequalities.len() {
            let Some((atom, excluded)) = self.excluded(&self.disequalities[i]) else {
                continue;
            };
            let before = self.bound(terms, atom);
            let mut r = before;
            if r.lo == Some(excluded) {
                r.lo = Some(excluded.saturating_add(1));
            }
            if r.hi == Some(excluded) {
                r.hi = Some(excluded.saturating_sub(1));
            }
            let (Some(lo), Some(hi)) = (r.lo, r.hi) else {
                self.bounds.insert(atom, r);
                continue;
            };
            self.contradiction |= lo > hi;
            if self.contradiction {
                return;
            }
            self.bounds.insert(atom, r);
            if lo == hi && r != before {
                self.equation(Linear {
                    parts: vec![(atom, 1)],
                    k: lo.wrapping_neg(),
                });
            }
        }
    }

    /// A product that is not 0, as in `i < C·H·W` for `i >= 0`, has no factor 0.
    fn factors_of_nonzero(&mut self, terms: &Terms) {
        let by_range = self.bounds.iter().filter(|(_, r)| r.at_least(1) || r.at_most(-1));
        let alone = self.disequalities.iter().filter_map(|form| match form.parts[..] {
            [(atom, _)] if form.k == 0 => Some(atom),
            _ => None,
        });
        let mut products: Vec<TermId> = by_range.map(|(&atom, _)| atom).chain(alone).collect();
        products.sort_unstable();
        products.dedup();
        for product in products {
            if let Node::Product(factors) = terms.node(product) {
                factors
                    .iter()
                    .for_each(|&f| self.add_positive_or_nonzero(terms, f));
            }
        }
    }

    /// `form != 0` as `atom != v`, by itself or for an atom that an equation gives another name.
    fn excluded(&self, form: &Linear) -> Option<(TermId, i128)> {
        let named = self.solved.iter().find_map(|(atom, rest)| {
            // form = ±(rest + v) is ±(atom + v)
            [1, -1].into_iter().find_map(|sign| {
                let left = form.plus(rest, -sign)?;
                left.parts.is_empty().then(|| (*atom, left.k.wrapping_mul(-sign)))
            })
        });
        if named.is_some() {
            return named;
        }
        let form = self.reduce(form)?;
        match form.parts[..] {
            [(atom, c @ (1 | -1))] => Some((atom, form.k.wrapping_mul(-c))),
            _ => None,
        }
    }

    /// Integer cuts: `g·H + L + k <= 0` gives `H <= ⌊(-k - min L) / g⌋`.
    fn cut(&mut self, terms: &Terms) {
        for i in 0..self.inequalities.len() {
            let form = self.inequalities[i].clone();
            let mut steps: Vec<i128> = form.parts.iter().map(|p| p.1.saturating_abs()).collect();
            steps.sort_unstable();
            steps.dedup();
            for g in steps.into_iter().filter(|g| *g > 1) {
                let (high, low): (Vec<_>, Vec<_>) = form.parts.iter().partition(|p| p.1 % g == 0);
                let low = Linear {
                    parts: low,
                    k: form.k,
                };
                let Some(least) = self.range(terms, &low).lo.filter(|_| !low.parts.is_empty()) else {
                    continue;
                };
                self.at_most_zero(Linear {
                    parts: high.iter().map(|&(t, c)| (t, c / g)).collect(),
                    k: least.saturating_neg().div_euclid(g).saturating_neg(),
                });
            }
        }
    }

    fn violated_disequality(&self, terms: &Terms) -> bool {
        self.disequalities.iter().any(|d| self.proves_zero(terms, d))
    }

    /// Two facts that add up to a positive constant.
    fn opposed(&self) -> bool {
        let cancel = |f: &Linear, g: &Linear| {
            let mut both = f.parts.iter().zip(&g.parts);
            f.parts.len() == g.parts.len() && both.all(|(a, b)| a.0 == b.0 && a.1.checked_neg() == Some(b.1))
        };
        self.inequalities.iter().enumerate().any(|(i, f)| {
            let mut before = self.inequalities[..i].iter();
            before.any(|g| cancel(f, g) && f.k.checked_add(g.k).is_some_and(|k| k > 0))
        })
    }

    /// Whether `form = 0` follows.
    pub fn proves_zero(&self, terms: &Terms, form: &Linear) -> bool {
        if let Some(reduced) = self.reduce(form)
            && reduced.parts.is_empty()
        {
            return reduced.k == 0;
        }
        self.proves(terms, form) && form.negated().is_some_and(|n| self.proves(terms, &n))
    }

    /// Whether `form <= 0` follows: by intervals, after subtracting multiples of up to [`DEPTH`] facts.
    pub fn proves(&self, terms: &Terms, form: &Linear) -> bool {
        let mut steps = STEPS;
        self.proves_within(terms, form, DEPTH, &mut steps)
            || self
                .reduce(form)
                .is_some_and(|r| r != *form && self.proves_within(terms, &r, DEPTH - 1, &mut steps))
    }

    fn proves_within(&self, terms: &Terms, form: &Linear, depth: usize, steps: &mut usize) -> bool {
        if self.is_at_most_zero(terms, form) {
            return true;
        }
        if depth == 0 || *steps == 0 {
            return false;
        }
        *steps -= 1;
        for &(atom, c) in &form.parts {
            terms.spend(self.inequalities.len());
            if !self.effort.spend(self.inequalities.len()) {
                return false;
            }
            for fact in &self.inequalities {
                // form <= form - λ·fact for λ >= 0, chosen so that the atom drops out.
                let d = fact.coefficient(atom);
                if d == 0 || c % d != 0 || c / d <= 0 {
                    continue;
                }
                if let Some(rest) = form.plus(fact, -(c / d))
                    && self.proves_within(terms, &rest, depth - 1, steps)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// `k` and all of the numbers but that at one place, if all are known.
fn sum(k: i128, numbers: &[Option<i128>], but: Option<usize>) -> Option<i128> {
    let others = numbers.iter().enumerate().filter(|(n, _)| Some(*n) != but);
    others
        .map(|(_, number)| *number)
        .try_fold(k, |sum, number| sum.checked_add(number?))
}

/// `form` with `atom` replaced by `rest`.
fn replace(form: &Linear, atom: TermId, rest: &Linear) -> Option<Linear> {
    let c = form.coefficient(atom);
    if c == 0 {
        return Some(form.clone());
    }
    let only = Linear {
        parts: vec![(atom, c)],
        k: 0,
    };
    form.plus(&only, -1)?.plus(rest, c)
}
