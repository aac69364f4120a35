//! Numbers written in mixed radix.
//!
//! All that a kernel takes off one number by `/` and `%`, in whatever order, are quotients by monomials of sizes, and
//! sums of them: `⌊a / m⌋ / k = a / (m·k)`, `x % k = x - k·(x / k)`, and `(x % k) / n = x / n - (k / n)·(x / k)` where `n` divides `k`.
//! For truncating division and `a >= 0` these hold for sizes of either sign, as long as they are not 0. Where the monomials of a number divide one
//! another in a chain, `1 | m₁ | m₂ | …`, everything is written in its digits, `a = d₀ + d₁·m₁ + d₂·m₂ + …`: what was
//! taken independently, `i / W % H`, is what comes of successive remainders. Equal digits make equal numbers.

mod division;
mod numeral;

use super::Case;
use super::evaluated::nonzero_factors;
use super::facts::Facts;
use super::linear::Linear;
use super::monomial::Monomial;
use super::radix;
use crate::term::{FnId, Node, Range, Sort, TermId, Terms};
pub(crate) use division::unforked;
use division::{Division, divided, division, undivided};
use numeral::{Numeral, chains};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of numbers compared for one distance.
const MAX_PAIRS: usize = 8;

/// A number that is divided, and is not negative.
#[derive(Clone, Debug)]
struct Number {
    value: TermId,
    /// `value / 1`, a name for the value where its digits are meant.
    name: TermId,
    /// What it is divided by.
    by: Vec<Monomial>,
    /// The lowest monomial known to exceed it.
    above: Option<Monomial>,
}

/// An obligation in digits.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub case: Case,
    /// Whether nothing is divided by what is no constant.
    pub by_constants: bool,
    numerals: Vec<Numeral>,
    nonzero: Vec<TermId>,
}

/// The obligation with the digits of the numbers that it divides; `None` if there are none.
///
/// `facts` are those of the obligation.
pub(super) fn written(terms: &mut Terms, facts: &Facts, case: &Case) -> Option<Written> {
    let order = terms.post_order(&case.all());
    let divided = divided(terms, &order)?;
    let mut facts = facts.clone();
    facts.propagate(terms);
    let nonzero = nonzero_factors(terms, &facts, &case.computed());
    for &f in &nonzero {
        facts.add_positive_or_nonzero(terms, f);
    }
    facts.propagate(terms);
    let mut writer = Writer {
        quotient: terms.pure_fn("discharge.quotient", Sort::Int, Range::ALL),
        digit: terms.pure_fn("discharge.digit", Sort::Int, Range::ALL),
        terms,
        facts,
        numbers: Vec::new(),
        quotients: FxHashMap::default(),
    };
    let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
    for t in order {
        let new = writer.rewrite(t, &memo, &divided);
        memo.insert(t, new);
    }
    if writer.numbers.is_empty() {
        return None;
    }
    let mut case = case.map(|t| memo[&t]);
    case.offsets = case.offsets.map(|t| writer.named(t));
    case.rows = case.rows.map(|t| writer.named(t));
    for guards in [&mut case.guards, &mut case.decided] {
        *guards = guards.iter().map(|&g| writer.named_in(g)).collect();
        writer.bound_by(guards);
    }
    let (by, numerals) = writer.numerals();
    let case = case.map(|t| terms.replace(t, &by));
    let numerals: Vec<Numeral> = numerals
        .into_iter()
        .map(|n| Numeral {
            value: terms.replace(n.value, &by),
            ..n
        })
        .collect();
    Some(Written {
        case,
        by_constants: numerals
            .iter()
            .all(|n| n.weights.iter().all(Monomial::is_constant)),
        numerals,
        nonzero: nonzero
            .into_iter()
            .map(|f| memo.get(&f).copied().unwrap_or(f))
            .collect(),
    })
}

struct Writer<'a> {
    terms: &'a mut Terms,
    facts: Facts,
    quotient: FnId,
    digit: FnId,
    numbers: Vec<Number>,
    /// The number and the monomial of each quotient.
    quotients: FxHashMap<TermId, (usize, Monomial)>,
}

impl Writer<'_> {
    /// `t` with its parts as in `memo` and divisions as sums of quotients.
    fn rewrite(
        &mut self,
        t: TermId,
        memo: &FxHashMap<TermId, TermId>,
        divided: &FxHashSet<TermId>,
    ) -> TermId {
        let node = self.terms.node(t).clone();
        let is_wanted = |d: &Division, terms: &mut Terms| divided.contains(&undivided(terms, d.dividend));
        division(self.terms, &node)
            .filter(|d| is_wanted(d, self.terms) && self.is_nonzero(d.divisor))
            .and_then(|d| self.divide(&d, memo))
            .unwrap_or_else(|| self.terms.rebuild(&node, |c| memo[c]))
    }

    /// A division with its parts as in `memo`, as a sum of quotients.
    fn divide(&mut self, d: &Division, memo: &FxHashMap<TermId, TermId>) -> Option<TermId> {
        let (x, n) = (memo[&d.dividend], memo.get(&d.divisor).copied());
        let n = n.unwrap_or_else(|| self.terms.replace(d.divisor, memo));
        if !d.truncates && ![x, d.dividend].into_iter().any(|a| self.is_at_least_zero(a)) {
            return None;
        }
        let by = Monomial::of(self.terms, n);
        let quotient = self.over(x, &by)?;
        if d.is_quotient {
            return Some(quotient);
        }
        let (x, whole) = (self.name_of(x), self.terms.mul(n, quotient));
        Some(self.terms.sub(x, whole))
    }

    /// `x / n`, truncating, for `n` that is not 0.
    fn over(&mut self, x: TermId, n: &Monomial) -> Option<TermId> {
        if n.c < 0 {
            let n = Monomial {
                c: n.c.checked_neg()?,
                factors: n.factors.clone(),
            };
            let q = self.over(x, &n)?;
            return Some(self.terms.scale(q, -1));
        }
        if n.is_constant() && n.c == 1 {
            return Some(x);
        }
        for sign in [1, -1] {
            let x = self.terms.scale(x, sign);
            if let Some((number, m)) = self.quotients.get(&x).cloned() {
                let q = self.quotient(number, m.times(n)?);
                return Some(self.terms.scale(q, sign));
            }
        }
        if let Some((number, m, k)) = self.window(x) {
            if let Some(e) = k.over(n) {
                let (low, high) = (
                    self.quotient(number, m.times(n)?),
                    self.quotient(number, m.times(&k)?),
                );
                let e = e.term(self.terms);
                let high = self.terms.mul(e, high);
                return Some(self.terms.sub(low, high));
            }
            if n.over(&k).is_some() {
                return Some(self.terms.int(0));
            }
        }
        let sign = [1, -1].into_iter().find(|&sign| {
            let x = self.terms.scale(x, sign);
            self.is_at_least_zero(x)
        })?;
        let value = self.terms.scale(x, sign);
        let number = self.number(value);
        let q = self.quotient(number, n.clone());
        Some(self.terms.scale(q, sign))
    }

    fn is_nonzero(&self, divisor: TermId) -> bool {
        let by = Monomial::of(self.terms, divisor);
        by.c != 0 && by.factors.iter().all(|&f| self.facts.is_nonzero(self.terms, f))
    }

    fn is_at_least_zero(&mut self, x: TermId) -> bool {
        let negated = Linear::of(self.terms, x).negated();
        negated.is_some_and(|n| self.facts.proves(self.terms, &n))
    }

    /// The name of a number that was divided, or of one of which a part was taken off.
    fn name_of(&mut self, x: TermId) -> TermId {
        if let Some(number) = self.numbers.iter().find(|number| number.value == x) {
            return number.name;
        }
        self.named(x)
    }

    fn number(&mut self, value: TermId) -> usize {
        if let Some(i) = self.numbers.iter().position(|number| number.value == value) {
            return i;
        }
        let one = self.terms.int(1);
        let name = self.terms.app(self.quotient, &[value, one]);
        let i = self.numbers.len();
        self.numbers.push(Number {
            value,
            name,
            by: Vec::new(),
            above: None,
        });
        self.quotients.insert(name, (i, Monomial::constant(1)));
        i
    }

    /// `value / m`
    fn quotient(&mut self, number: usize, m: Monomial) -> TermId {
        let by = m.term(self.terms);
        let value = self.numbers[number].value;
        let q = self.terms.app(self.quotient, &[value, by]);
        if self.quotients.contains_key(&q) {
            return q;
        }
        if self.facts.is_positive(self.terms, &m) {
            // 0 <= q,  0 <= value - m·q < m
            let product = self.terms.mul(by, q);
            let (least, rest, most) = (
                self.terms.scale(q, -1),
                self.terms.sub(product, value),
                self.terms.sum(&[(value, 1), (product, -1), (by, -1)], 1),
            );
            for form in [least, rest, most] {
                self.facts.at_most_zero(Linear::of(self.terms, form));
            }
        }
        self.numbers[number].by.push(m.clone());
        self.quotients.insert(q, (number, m));
        q
    }

    /// The number, `m` and `k` if `x` is its quotient by `m` without the multiples of `k`.
    fn window(&mut self, x: TermId) -> Option<(usize, Monomial, Monomial)> {
        for (atom, c) in self.terms.linear(x).0 {
            let product = Monomial::of_part(self.terms, atom, c);
            for (i, f) in product.factors.iter().enumerate() {
                let Some((number, over)) = self.quotients.get(f).cloned() else {
                    continue;
                };
                let mut k = product.clone();
                k.factors.remove(i);
                k.c = k.c.checked_neg()?;
                let Some(m) = over.over(&k).filter(|_| k.c > 0) else {
                    continue;
                };
                let part = self.terms.sum(&[(x, 1), (atom, c.checked_neg()?)], 0);
                let Number { value, name, .. } = self.numbers[number];
                let is_value = m.is_constant() && m.c == 1 && (part == value || part == name);
                if is_value || self.quotients.get(&part) == Some(&(number, m.clone())) {
                    return Some((number, m, k));
                }
            }
        }
        None
    }

    /// `t` with the multiples of numbers of which it takes parts off as multiples of their names.
    fn named(&mut self, t: TermId) -> TermId {
        let mut t = t;
        for i in 0..self.numbers.len() {
            let Number { value, name, .. } = self.numbers[i];
            let (parts, _) = self.terms.linear(value);
            let Some(&(first, c)) = parts.first() else {
                continue;
            };
            let first = Monomial::of_part(self.terms, first, c);
            for (atom, c) in self.terms.linear(t).0 {
                let Some(weight) = Monomial::of_part(self.terms, atom, c).over(&first) else {
                    continue;
                };
                let weight = weight.term(self.terms);
                let (multiple, named) = (self.terms.mul(weight, value), self.terms.mul(weight, name));
                let candidate = self.terms.sum(&[(t, 1), (multiple, -1), (named, 1)], 0);
                let len = |this: &Self, t: TermId| this.terms.linear(t).0.len();
                if self.takes_part_off(t, i) && len(self, candidate) + parts.len() <= len(self, t) + 1 {
                    t = candidate;
                }
            }
        }
        t
    }

    /// The same of a bound or an equation.
    fn named_in(&mut self, guard: TermId) -> TermId {
        let zero = self.terms.int(0);
        match *self.terms.node(guard) {
            Node::Le0(a) => {
                let a = self.named(a);
                self.terms.le(a, zero)
            }
            Node::Eq0(a) => {
                let a = self.named(a);
                self.terms.eq(a, zero)
            }
            Node::Not(inner) => {
                let inner = self.named_in(inner);
                self.terms.not(inner)
            }
            _ => guard,
        }
    }

    /// Whether the sum has a part with a quotient of the number.
    fn takes_part_off(&self, t: TermId, number: usize) -> bool {
        self.terms.linear(t).0.iter().any(|&(atom, c)| {
            let factors = Monomial::of_part(self.terms, atom, c).factors;
            factors.iter().any(|f| {
                self.quotients
                    .get(f)
                    .is_some_and(|(of, m)| *of == number && *m != Monomial::constant(1))
            })
        })
    }

    /// Notes guards `value < monomial`.
    fn bound_by(&mut self, guards: &[TermId]) {
        for &guard in guards {
            let Some(form) = Linear::bound(self.terms, guard) else {
                continue;
            };
            for i in 0..self.numbers.len() {
                let value = Linear::of(self.terms, self.numbers[i].value);
                let Some(rest) = form.plus(&value, -1) else {
                    continue;
                };
                if let ([(atom, c)], 1..) = (&rest.parts[..], rest.k)
                    && *c < 0
                    && let Some(c) = c.checked_neg()
                {
                    self.numbers[i].above = Some(Monomial::of_part(self.terms, *atom, c));
                }
            }
        }
    }

    /// The digits of all numbers, and what each quotient is in them.
    fn numerals(mut self) -> (FxHashMap<TermId, TermId>, Vec<Numeral>) {
        self.share_divisors();
        let mut by = FxHashMap::default();
        let mut all: Vec<Numeral> = Vec::new();
        for number in self.numbers.clone() {
            for (n, chain) in chains(&number.by).into_iter().enumerate() {
                let numeral = self.numeral(&number, &chain);
                for (i, m) in numeral.weights.iter().enumerate() {
                    if (i > 0 || n == 0)
                        && let Some(sum) = numeral.from(self.terms, i)
                    {
                        let m = m.term(self.terms);
                        let q = self.terms.app(self.quotient, &[number.value, m]);
                        by.insert(q, sum);
                    }
                }
                all.push(numeral);
            }
        }
        // The last quotients are digits.
        by.retain(|q, sum| q != sum);
        (by, all)
    }

    /// The same number of two threads is written in the same digits.
    fn share_divisors(&mut self) {
        let kinds: Vec<TermId> = self.numbers.iter().map(|n| n.value).collect();
        let kinds: Vec<TermId> = kinds.into_iter().map(|v| unforked(self.terms, v)).collect();
        let mut shared: FxHashMap<TermId, Vec<Monomial>> = FxHashMap::default();
        for (number, kind) in self.numbers.iter().zip(&kinds) {
            let by = shared.entry(*kind).or_default();
            by.extend(number.by.clone());
            let above = number
                .above
                .iter()
                .filter(|above| number.by.iter().any(|m| above.over(m).is_some()));
            by.extend(above.cloned());
        }
        for (number, kind) in self.numbers.iter_mut().zip(&kinds) {
            number.by.clone_from(&shared[kind]);
        }
    }

    fn numeral(&mut self, number: &Number, chain: &[Monomial]) -> Numeral {
        let mut weights = vec![Monomial::constant(1)];
        weights.extend_from_slice(chain);
        let is_whole = number
            .above
            .as_ref()
            .is_some_and(|above| chain.last() == Some(above));
        let mut digits = Vec::new();
        for (i, m) in weights.iter().enumerate() {
            let by = m.term(self.terms);
            let digit = match weights.get(i + 1).and_then(|next| next.over(m)) {
                Some(k) => {
                    let k = k.term(self.terms);
                    self.terms.app(self.digit, &[number.value, by, k])
                }
                None if is_whole => self.terms.int(0),
                None => self.terms.app(self.quotient, &[number.value, by]),
            };
            digits.push(digit);
        }
        Numeral {
            value: number.value,
            digits,
            weights,
        }
    }
}

impl Written {
    /// Adds what holds of the digits.
    pub fn assume(&self, terms: &mut Terms, facts: &mut Facts) {
        for &f in &self.nonzero {
            facts.add_positive_or_nonzero(terms, f);
        }
        facts.propagate(terms);
        for numeral in &self.numerals {
            numeral.assume(terms, facts);
        }
    }

    /// Equal digits make the numbers differ by the other digits alone.
    pub fn split(&self, terms: &mut Terms, facts: &mut Facts) {
        let mut left = MAX_PAIRS;
        for (i, a) in self.numerals.iter().enumerate().rev() {
            for b in self.numerals[..i].iter().filter(|b| b.weights == a.weights) {
                if left == 0 || facts.contradictory() {
                    return;
                }
                left -= 1;
                let equal: Vec<bool> = (0..a.digits.len())
                    .map(|i| facts.are_equal(a.digits[i], b.digits[i]))
                    .collect();
                let sides = [a, b].map(|numeral| numeral.less(terms, |i| !equal[i]));
                if let [Some(a), Some(b)] = sides
                    && let Some(form) = a.plus(&b, -1)
                {
                    radix::split_equation(terms, facts, &form);
                }
            }
        }
    }
}
