//! What the steps of carried values have in common: linear relations between counters, and factors that divide every step.
//!
//! A loop that does `i++` or `j++` and always `k++` keeps `k - i - j` (affine relations, Karr, Acta Informatica 6, 1976,
//! doi 10.1007/BF00268497); one that does `i += blockDim.x` once or twice keeps `i ≡ i₀ (mod blockDim.x)`. Both are found by
//! algebra over the ways through an iteration, and both are exact: a related value is expressed by the others, one with a
//! common factor by a number of steps, `v = v₀ + g·m(κ)`.

use super::Machine;
use super::recurrence::{Carried, Solver};
use crate::term::{Node, Sort, TermId, gcd};
use kverify_frontend::ir::Ty;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Ways through an iteration that are looked at.
const MOST_WAYS: usize = 16;

/// Values that are related at a time.
const MOST_VALUES: usize = 8;

/// A value by the ways through an iteration.
#[derive(Clone, Debug)]
pub(super) enum Ways {
    /// On this way.
    One(TermId),
    /// By a condition.
    Two(TermId, Box<[Ways; 2]>),
}

impl Ways {
    fn leaves(&self, out: &mut Vec<TermId>) {
        match self {
            Ways::One(t) => out.push(*t),
            Ways::Two(_, both) => both.iter().for_each(|way| way.leaves(out)),
        }
    }
}

/// `v = v₀ + g·m(κ)` with what an iteration adds to m.
pub(super) struct Multiple {
    /// g
    pub factor: TermId,
    /// What an iteration adds to m, over the placeholders.
    pub added: TermId,
    /// The same by the ways through the iteration.
    pub ways: Vec<TermId>,
}

impl Machine<'_> {
    /// Finds a linear combination of open values whose step the loop does not change, and expresses one value by the others:
    /// `Σ aᵢ·vᵢ = Σ aᵢ·vᵢ₀ + κ·r`. Whether there was one.
    pub(super) fn relate(&mut self, s: &mut Solver) -> bool {
        let open: Vec<Carried> = s
            .open
            .iter()
            .filter(|c| c.latch.is_some() && self.terms.sort(c.place) == Sort::Int)
            .take(MOST_VALUES)
            .cloned()
            .collect();
        if open.len() < 2 {
            return false;
        }
        let Some(ways) = self.joint_steps(s, &open) else {
            return false;
        };
        let (rows, rates) = self.equations(s, &ways, open.len());
        for relation in null_vectors(rows, rates.len() + open.len(), rates.len()) {
            let (rate, weights) = relation.split_at(rates.len());
            let rate: Vec<(TermId, i128)> = rates.iter().copied().zip(rate.iter().copied()).collect();
            if self.express(s, &open, weights, &rate) {
                return true;
            }
        }
        false
    }

    /// What an iteration adds to each of the values, for each way through it; modulo the turn of the value's type.
    fn joint_steps(&mut self, s: &mut Solver, open: &[Carried]) -> Option<Vec<Vec<TermId>>> {
        let mut start = Vec::new();
        for c in open {
            let latch = self.terms.subst(&mut s.subst, c.latch?);
            let latch = self.modulo(latch, c.ty);
            start.push(self.terms.sub(latch, c.place));
        }
        let (mut done, mut work) = (Vec::new(), vec![start]);
        while let Some(steps) = work.pop() {
            let Some(condition) = self.first_condition(&steps) else {
                done.push(steps);
                continue;
            };
            if done.len() + work.len() + 2 > MOST_WAYS {
                return None;
            }
            for holds in [true, false] {
                let decided = steps.iter().zip(open).map(|(&t, c)| {
                    let t = self.terms.decide(t, condition, holds);
                    self.modulo(t, c.ty)
                });
                work.push(decided.collect());
            }
        }
        Some(done)
    }

    /// A condition that one of the terms hangs on, itself without conditional parts.
    fn first_condition(&self, of: &[TermId]) -> Option<TermId> {
        self.terms
            .post_order(of)
            .into_iter()
            .find_map(|t| match *self.terms.node(t) {
                Node::Ite(c, _, _) => Some(c),
                _ => None,
            })
    }

    /// A term that is congruent to `t` modulo the turn of an integer type: wraps to types as wide are left out. Parts of
    /// pointers do not wrap.
    fn modulo(&mut self, t: TermId, ty: Option<Ty>) -> TermId {
        match ty {
            Some(Ty::Int { bits, .. }) => self.modulo_turn(t, bits, &mut FxHashMap::default()),
            _ => t,
        }
    }

    fn modulo_turn(&mut self, t: TermId, turn: u8, memo: &mut FxHashMap<TermId, TermId>) -> TermId {
        if let Some(&known) = memo.get(&t) {
            return known;
        }
        let new = match self.terms.node(t).clone() {
            Node::Wrap { bits, arg, .. } if bits >= turn => self.modulo_turn(arg, turn, memo),
            Node::Sum(parts, k) => {
                let parts: Vec<(TermId, i128)> = parts
                    .iter()
                    .map(|&(part, c)| (self.modulo_turn(part, turn, memo), c))
                    .collect();
                self.terms.sum(&parts, k)
            }
            Node::Product(factors) => {
                let one = self.terms.int(1);
                factors.iter().fold(one, |product, &f| {
                    let f = self.modulo_turn(f, turn, memo);
                    self.terms.mul(product, f)
                })
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (self.modulo_turn(a, turn, memo), self.modulo_turn(b, turn, memo));
                self.terms.ite(c, a, b)
            }
            _ => t,
        };
        memo.insert(t, new);
        new
    }

    /// The homogeneous equations that weights and rates of a relation solve, rates first: one for each way and each atom of its
    /// steps; and the atoms of the rates (with 1 for constants).
    fn equations(
        &mut self,
        s: &Solver,
        ways: &[Vec<TermId>],
        values: usize,
    ) -> (Vec<Vec<i128>>, Vec<TermId>) {
        let one = self.terms.int(1);
        let linear = |machine: &Self, t: TermId| {
            let (mut parts, k) = machine.terms.linear(t);
            if k != 0 {
                parts.push((one, k));
            }
            parts
        };
        let all: BTreeSet<TermId> = ways
            .iter()
            .flatten()
            .flat_map(|&t| linear(self, t))
            .map(|part| part.0)
            .collect();
        let rates: Vec<TermId> = all
            .into_iter()
            .filter(|&atom| !self.is_open(s, atom) && !self.varies(s, atom))
            .collect();
        let mut rows = Vec::new();
        for way in ways {
            let mut by_atom: BTreeMap<TermId, Vec<i128>> = BTreeMap::new();
            // A rate is the same on all ways, also where no step speaks of it.
            for (n, &atom) in rates.iter().enumerate() {
                let row = by_atom
                    .entry(atom)
                    .or_insert_with(|| vec![0; rates.len() + values]);
                row[n] = -1;
            }
            for (v, &step) in way.iter().enumerate() {
                for (atom, c) in linear(self, step) {
                    let row = by_atom
                        .entry(atom)
                        .or_insert_with(|| vec![0; rates.len() + values]);
                    row[rates.len() + v] += c;
                }
            }
            rows.extend(by_atom.into_values());
        }
        (rows, rates)
    }

    /// Expresses one of the related values by the others; `false` if none can be.
    fn express(
        &mut self,
        s: &mut Solver,
        open: &[Carried],
        weights: &[i128],
        rate: &[(TermId, i128)],
    ) -> bool {
        if weights.iter().filter(|w| **w != 0).count() < 2 {
            return false;
        }
        let repeats_on = s.repeats.map_or_else(Vec::new, |r| self.terms.post_order(&[r]));
        let mut candidates: Vec<usize> = (0..open.len())
            .filter(|&e| weights[e].abs() == 1 && self.may_be_expressed(open, weights, e))
            .collect();
        // What bounds the loop keeps a name of its own.
        candidates.sort_by_key(|&e| repeats_on.contains(&open[e].place));
        let Some(&e) = candidates.first() else {
            return false;
        };
        let sign = weights[e];
        let mut parts = Vec::new();
        for (v, (c, &weight)) in open.iter().zip(weights).enumerate() {
            parts.push((c.init, weight * sign));
            if v != e {
                parts.push((c.place, -weight * sign));
            }
        }
        for &(atom, c) in rate {
            let way = self.terms.mul(atom, s.kappa);
            parts.push((way, c * sign));
        }
        let whole = self.terms.sum(&parts, 0);
        let value = match open[e].ty {
            Some(ty) => self.terms.wrap(whole, ty),
            None => whole,
        };
        let place = self.sym_of(open[e].place);
        s.related.push(place);
        s.open.retain(|o| o.place != open[e].place);
        s.bind(&mut self.terms, place, value);
        true
    }

    /// Whether value `e` is what the relation says it is: congruent modulo its type's turn, if the others' turns are multiples of it;
    /// and not the same for more threads than they are.
    fn may_be_expressed(&mut self, open: &[Carried], weights: &[i128], e: usize) -> bool {
        let bits = |ty: Option<Ty>| match ty {
            Some(Ty::Int { bits, .. }) => Some(bits),
            _ => None,
        };
        let own = bits(open[e].ty);
        let mut others = open
            .iter()
            .zip(weights)
            .enumerate()
            .filter(|(v, (_, w))| *v != e && **w != 0);
        others.all(|(_, (c, _))| {
            let turns = match (own, bits(c.ty)) {
                (_, None) => true,
                (Some(own), Some(other)) => other >= own,
                (None, Some(_)) => false,
            };
            turns && self.level_of(c.place) <= self.level_of(open[e].place)
        })
    }

    /// The factor that all steps of `c` have in common, if it is more than 1, with the number of such steps that an iteration makes.
    pub(super) fn common_factor(&mut self, s: &mut Solver, c: &Carried) -> Option<Multiple> {
        let latch = self.terms.subst(&mut s.subst, c.latch?);
        let latch = self.modulo(latch, c.ty);
        let step = self.terms.sub(latch, c.place);
        let mut left = MOST_WAYS;
        let ways = self.by_ways(step, c.ty, &mut left)?;
        let mut leaves = Vec::new();
        ways.leaves(&mut leaves);
        let factor = self.factor_of(s, &leaves)?;
        let mut each = Vec::new();
        let added = self.divided(&ways, &factor, &mut each);
        let (atoms, k) = factor;
        let one = self.terms.int(k);
        let factor = atoms.into_iter().fold(one, |g, atom| self.terms.mul(g, atom));
        Some(Multiple {
            factor,
            added,
            ways: each,
        })
    }

    /// The values of `t` on all ways through an iteration, each once; `None` if they are many.
    pub(super) fn values_by_ways(&mut self, t: TermId) -> Option<Vec<TermId>> {
        let mut left = MOST_WAYS;
        let mut values = Vec::new();
        self.by_ways(t, None, &mut left)?.leaves(&mut values);
        values.sort_unstable();
        values.dedup();
        Some(values)
    }

    fn by_ways(&mut self, t: TermId, ty: Option<Ty>, left: &mut usize) -> Option<Ways> {
        *left = left.checked_sub(1)?;
        let Some(condition) = self.first_condition(&[t]) else {
            return Some(Ways::One(t));
        };
        let mut way = |holds| {
            let decided = self.terms.decide(t, condition, holds);
            let decided = self.modulo(decided, ty);
            self.by_ways(decided, ty, left)
        };
        let both = [way(true)?, way(false)?];
        Some(Ways::Two(condition, Box::new(both)))
    }

    /// Atoms (with repetition) and the number that divide all of `steps`, none of which the loop changes.
    fn factor_of(&self, s: &Solver, steps: &[TermId]) -> Option<(Vec<TermId>, i128)> {
        let mut atoms: Option<Vec<TermId>> = None;
        let mut number = 0;
        for &step in steps {
            let (parts, k) = self.terms.linear(step);
            number = gcd(number, k);
            if k != 0 {
                atoms = Some(Vec::new());
            }
            for (t, c) in parts {
                number = gcd(number, c);
                let own = self.factors(t);
                atoms = Some(match atoms {
                    None => own,
                    Some(known) => in_both(known, own),
                });
            }
        }
        let mut atoms = atoms?;
        atoms.retain(|&atom| !self.is_open(s, atom) && !self.varies(s, atom));
        (number > 0 && !(atoms.is_empty() && number == 1)).then_some((atoms, number))
    }

    fn factors(&self, t: TermId) -> Vec<TermId> {
        match self.terms.node(t) {
            Node::Product(factors) => factors.to_vec(),
            _ => vec![t],
        }
    }

    /// The ways divided by the factor, as one term; each of them by itself goes to `each`.
    fn divided(&mut self, ways: &Ways, factor: &(Vec<TermId>, i128), each: &mut Vec<TermId>) -> TermId {
        match ways {
            Ways::One(t) => {
                let quotient = self.quotient(*t, factor);
                each.push(quotient);
                quotient
            }
            Ways::Two(condition, both) => {
                let [a, b] = &**both;
                let (a, b) = (self.divided(a, factor, each), self.divided(b, factor, each));
                self.terms.ite(*condition, a, b)
            }
        }
    }

    fn quotient(&mut self, t: TermId, (atoms, number): &(Vec<TermId>, i128)) -> TermId {
        let (parts, k) = self.terms.linear(t);
        let mut quotients = Vec::new();
        for (part, c) in parts {
            let mut rest = self.factors(part);
            for atom in atoms {
                if let Some(at) = rest.iter().position(|f| f == atom) {
                    rest.remove(at);
                }
            }
            let one = self.terms.int(1);
            let rest = rest
                .into_iter()
                .fold(one, |product, f| self.terms.mul(product, f));
            quotients.push((rest, c / number));
        }
        // With atoms in the factor there is no constant.
        self.terms.sum(&quotients, k / number)
    }
}

/// The elements that stand in both, as often as in both.
fn in_both(a: Vec<TermId>, mut b: Vec<TermId>) -> Vec<TermId> {
    a.into_iter()
        .filter(|x| match b.iter().position(|y| y == x) {
            Some(at) => {
                b.swap_remove(at);
                true
            }
            None => false,
        })
        .collect()
}

/// Integer vectors that all `rows` are orthogonal to, one for each column from `free` on that the others do not fix: Gaussian
/// elimination without fractions. Rows whose numbers get too large end the search.
fn null_vectors(mut rows: Vec<Vec<i128>>, columns: usize, free: usize) -> Vec<Vec<i128>> {
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    let mut next = 0;
    for column in 0..columns {
        let Some(at) = (next..rows.len()).find(|&r| rows[r][column] != 0) else {
            continue;
        };
        rows.swap(next, at);
        let pivot = rows[next].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if r != next && row[column] != 0 {
                match eliminated(row, &pivot, column) {
                    Some(new) => *row = new,
                    None => return Vec::new(),
                }
            }
        }
        pivots.push((column, next));
        next += 1;
    }
    (free..columns)
        .filter(|c| pivots.iter().all(|p| p.0 != *c))
        .filter_map(|c| null_vector(&rows, &pivots, columns, c))
        .collect()
}

/// `row` without the pivot's column.
fn eliminated(row: &[i128], pivot: &[i128], column: usize) -> Option<Vec<i128>> {
    let (a, b) = (pivot[column], row[column]);
    let new: Option<Vec<i128>> = row
        .iter()
        .zip(pivot)
        .map(|(x, p)| a.checked_mul(*x)?.checked_sub(b.checked_mul(*p)?))
        .collect();
    let mut new = new?;
    let g = new.iter().fold(0, |g, &x| gcd(g, x));
    if g > 1 {
        new.iter_mut().for_each(|x| *x /= g);
    }
    Some(new)
}

/// The solution in which column `c` is the only free one that is not 0, in smallest integers.
fn null_vector(rows: &[Vec<i128>], pivots: &[(usize, usize)], columns: usize, c: usize) -> Option<Vec<i128>> {
    // x_c = m, x_p = -m·row[c] / row[p]
    let mut m: i128 = 1;
    for &(p, r) in pivots {
        let (own, at) = (rows[r][p], rows[r][c]);
        if at != 0 {
            let needed = own.checked_abs()? / gcd(own, at);
            m = m.checked_mul(needed / gcd(m, needed))?;
        }
    }
    let mut x = vec![0; columns];
    x[c] = m;
    for &(p, r) in pivots {
        x[p] = m
            .checked_mul(rows[r][c])?
            .checked_neg()?
            .checked_div(rows[r][p])?;
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_that_rows_are_orthogonal_to() {
        // i += 1, k += 1 on one way; j += 1, k += 1 on the other; a rate of 1s.
        let rows = vec![vec![-1, 1, 0, 1], vec![-1, 0, 1, 1]];
        let found = null_vectors(rows.clone(), 4, 1);
        assert_eq!(found, [vec![1, 1, 1, 0], vec![1, 0, 0, 1]]);
        for x in &found {
            for row in &rows {
                assert_eq!(
                    row.iter().zip(x).map(|(a, b)| a * b).sum::<i128>(),
                    0,
                    "{row:?} {x:?}"
                );
            }
        }
    }

    #[test]
    fn fractions_become_integers() {
        // 2·x = 3·y
        assert_eq!(null_vectors(vec![vec![2, -3]], 2, 0), [vec![3, 2]]);
        assert!(null_vectors(vec![vec![1, 0], vec![0, 1]], 2, 0).is_empty());
    }
}
