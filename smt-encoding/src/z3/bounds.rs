//! Bounds of leaves that follow from a query's conjuncts.
//!
//! Hull consistency: intervals go up from the leaves to the conjuncts and, what must hold there, down again (HC4; Benhamou,
//! Goualard, Granvilliers and Puget, ICLP 1999). A leaf leaves its bounds in no model of the query, so that bit-vectors which
//! search within them miss none.

use super::scope::Scope;
use crate::term::{Extreme, Node, Range, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// Most times that bounds go up and down.
const ROUNDS: usize = 6;

/// Disjunctions of more parts say nothing, and of a query's only so many are looked into.
const MOST_PARTS: usize = 4;
const MOST_DISJUNCTIONS: usize = 64;

/// Bounds of the integer leaves, where the conjuncts say more than the leaf's own range.
pub(super) fn of_leaves(scope: &Scope<'_>, conjuncts: &[TermId]) -> FxHashMap<TermId, Range> {
    let mut bounds = Bounds {
        terms: scope.terms,
        leaves: FxHashMap::default(),
        of: FxHashMap::default(),
        empty: false,
    };
    for _ in 0..ROUNDS {
        let before = bounds.leaves.clone();
        bounds.up(&scope.order);
        let alternatives = conjuncts.iter().flat_map(|&c| bounds.holds(c, true)).collect();
        bounds.down(&scope.order);
        if bounds.some_leaf_is_open(&scope.order) {
            bounds.one_of_each(&scope.order, alternatives);
        }
        if bounds.leaves == before {
            break;
        }
    }
    bounds.leaves
}

struct Bounds<'a> {
    terms: &'a Terms,
    /// What is known of leaves.
    leaves: FxHashMap<TermId, Range>,
    /// What is known of all integer terms in this round.
    of: FxHashMap<TermId, Range>,
    /// Some term has no value left.
    empty: bool,
}

impl Bounds<'_> {
    fn get(&self, t: TermId) -> Range {
        self.of.get(&t).copied().unwrap_or_else(|| self.terms.range(t))
    }

    /// Intervals of all integer terms from those of their parts.
    fn up(&mut self, order: &[TermId]) {
        self.of.clear();
        for &t in order.iter().filter(|&&t| self.terms.sort(t) == Sort::Int) {
            let range = self.terms.range_under(self.terms.node(t), &|u| self.get(u));
            let range = match self.leaves.get(&t) {
                Some(&known) => range.meet(known),
                None => range,
            };
            self.of.insert(t, range);
        }
    }

    /// Takes in that a truth value holds, or that it does not; what is left over are disjunctions.
    fn holds(&mut self, t: TermId, truth: bool) -> Vec<(TermId, bool)> {
        match (self.terms.node(t), truth) {
            (Node::Not(inner), _) => return self.holds(*inner, !truth),
            (Node::And(parts), true) | (Node::Or(parts), false) => {
                return parts.iter().flat_map(|&p| self.holds(p, truth)).collect();
            }
            (Node::Or(parts), true) | (Node::And(parts), false) if parts.len() <= MOST_PARTS => {
                return vec![(t, truth)];
            }
            (Node::Le0(a), true) => self.narrow(
                *a,
                Range {
                    lo: None,
                    hi: Some(0),
                },
            ),
            (Node::Le0(a), false) => self.narrow(*a, Range::from(1)),
            (Node::Eq0(a), true) => self.narrow(*a, Range::new(0, 0)),
            _ => {}
        }
        Vec::new()
    }

    /// Whether some integer leaf has no least or no greatest value.
    fn some_leaf_is_open(&self, order: &[TermId]) -> bool {
        order.iter().any(|&t| {
            let range = self.get(t);
            let open = range.lo.is_none() || range.hi.is_none();
            open && matches!(self.terms.node(t), Node::Sym(_) | Node::App(..))
                && self.terms.sort(t) == Sort::Int
        })
    }

    /// Takes in that a part of each of these disjunctions holds: the hull of what each part leaves.
    fn one_of_each(&mut self, order: &[TermId], disjunctions: Vec<(TermId, bool)>) {
        for (t, truth) in disjunctions.into_iter().take(MOST_DISJUNCTIONS) {
            let (Node::Or(parts) | Node::And(parts)) = self.terms.node(t) else {
                continue;
            };
            let cases = parts.iter().filter_map(|&part| {
                let mut case = Bounds {
                    terms: self.terms,
                    leaves: self.leaves.clone(),
                    of: self.of.clone(),
                    empty: false,
                };
                case.holds(part, truth);
                case.down(order);
                (!case.empty).then_some(case.leaves)
            });
            // A leaf that some part says nothing of has no entry there, and none in the hull.
            let hull = cases.reduce(|a, b| {
                a.into_iter()
                    .filter_map(|(leaf, r)| Some((leaf, r.union(*b.get(&leaf)?))))
                    .collect()
            });
            #[expect(
                clippy::iter_over_hash_type,
                reason = "what is known of a leaf hangs on no other leaf"
            )]
            for (leaf, range) in hull.unwrap_or_default() {
                self.narrow(leaf, range);
                self.leaves.insert(leaf, self.get(leaf));
            }
        }
    }

    /// Takes in that `t` lies in `range`.
    fn narrow(&mut self, t: TermId, range: Range) {
        let known = self.get(t);
        let above = known.lo.zip(range.hi).is_some_and(|(lo, hi)| lo > hi);
        let below = range.lo.zip(known.hi).is_some_and(|(lo, hi)| lo > hi);
        self.empty |= above || below;
        self.of.insert(t, known.meet(range));
    }

    /// What the intervals of terms say of their parts, parents before children.
    fn down(&mut self, order: &[TermId]) {
        for &t in order.iter().rev().filter(|&&t| self.terms.sort(t) == Sort::Int) {
            let range = self.get(t);
            match self.terms.node(t) {
                Node::Sym(_) | Node::App(..) if range != self.terms.range(t) => {
                    self.leaves.insert(t, range);
                }
                Node::Sum(parts, k) => self.parts_of_sum(parts, *k, range),
                // k·q <= a <= k·q + k - 1
                Node::FloorDiv(a, k) => {
                    let spread = range.scale(*k).add(Range::new(0, k - 1));
                    self.narrow(*a, spread);
                }
                // The value is the operand's own unless the operand leaves the type.
                Node::Wrap {
                    bits, signed, arg, ..
                } if Range::of_int(*bits, *signed).includes(self.get(*arg)) => {
                    self.narrow(*arg, range);
                }
                Node::Ite(_, a, b) => self.extremes(t, [*a, *b], range),
                _ => {}
            }
        }
    }

    /// From `Σ cᵢ·aᵢ + k ∈ [lo, hi]`:  `cᵢ·aᵢ ∈ [lo - k - max Σ_{j≠i}, hi - k - min Σ_{j≠i}]`.
    fn parts_of_sum(&mut self, parts: &[(TermId, i128)], k: i128, range: Range) {
        for (i, &(atom, c)) in parts.iter().enumerate() {
            let others = parts
                .iter()
                .enumerate()
                .filter(|&(j, _)| j != i)
                .fold(Range::new(k, k), |sum, (_, &(t, c))| {
                    sum.add(self.get(t).scale(c))
                });
            let multiple = range.add(others.scale(-1));
            self.narrow(atom, quotients(multiple, c));
        }
    }

    /// Both are at most what the larger of them is, and at least what the smaller is.
    fn extremes(&mut self, t: TermId, both: [TermId; 2], range: Range) {
        let bound = match self.terms.extreme(t) {
            Some((Extreme::Larger, _)) => Range { lo: None, ..range },
            Some((Extreme::Smaller, _)) => Range { hi: None, ..range },
            None => return,
        };
        both.into_iter().for_each(|one| self.narrow(one, bound));
    }
}

/// The integers whose multiple by `c`, not 0, lies in `range`.
fn quotients(range: Range, c: i128) -> Range {
    let Range { lo, hi } = if c < 0 { range.scale(-1) } else { range };
    let size = c.saturating_abs();
    Range {
        lo: lo.map(|v| v.div_euclid(size) + i128::from(v.rem_euclid(size) != 0)),
        hi: hi.map(|v| v.div_euclid(size)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Level, Origin, Symbol};

    fn leaf(terms: &mut Terms, name: &str, range: Range) -> TermId {
        terms.fresh(Symbol {
            name: name.to_owned(),
            sort: Sort::Int,
            range,
            level: Level::Launch,
            loops: Vec::new(),
            origin: Origin::Free,
        })
    }

    fn bounds(terms: &Terms, conjuncts: &[TermId]) -> FxHashMap<TermId, Range> {
        of_leaves(&Scope::new(terms, conjuncts), conjuncts)
    }

    #[test]
    fn a_counter_is_bounded_by_the_loop_s_condition() {
        let mut terms = Terms::new();
        let start = leaf(&mut terms, "start", Range::new(-5, 63));
        let k = leaf(&mut terms, "k", Range::from(0));
        let steps = terms.scale(k, 8192);
        let value = terms.add(start, steps);
        let end = terms.int(70);
        let inside = terms.lt(value, end);
        assert_eq!(bounds(&terms, &[inside]).get(&k), Some(&Range::new(0, 0)));
    }

    #[test]
    fn bounds_reach_through_larger_ones_and_quotients() {
        let mut terms = Terms::new();
        let (a, b) = (
            leaf(&mut terms, "a", Range::from(0)),
            leaf(&mut terms, "b", Range::ALL),
        );
        let a_less = terms.lt(a, b);
        let larger = terms.ite(a_less, b, a);
        let c = terms.int(9);
        let small = terms.le(larger, c);
        let found = bounds(&terms, &[small]);
        assert_eq!(found.get(&a), Some(&Range::new(0, 9)));
        assert_eq!(
            found.get(&b),
            Some(&Range {
                lo: None,
                hi: Some(9)
            })
        );
        let third = terms.floor_div(a, 3);
        let two = terms.int(2);
        let equal = terms.eq(third, two);
        assert_eq!(bounds(&terms, &[equal]).get(&a), Some(&Range::new(6, 8)));
    }

    #[test]
    fn what_holds_in_one_case_only_bounds_nothing() {
        let mut terms = Terms::new();
        let (a, b) = (
            leaf(&mut terms, "a", Range::from(0)),
            leaf(&mut terms, "b", Range::from(0)),
        );
        let one = terms.int(1);
        let (x, y) = (terms.le(a, one), terms.le(b, one));
        let either = terms.or(&[x, y]);
        assert!(bounds(&terms, &[either]).is_empty());
        let open = terms.ne(a, b);
        assert!(bounds(&terms, &[either, open]).is_empty());
        let nine = terms.int(9);
        let z = terms.le(a, nine);
        let both = terms.and(&[y, z]);
        let either = terms.or(&[x, both]);
        assert_eq!(
            bounds(&terms, &[either]),
            FxHashMap::from_iter([(a, Range::new(0, 9))])
        );
        let two = terms.int(2);
        let large = terms.le(two, a);
        assert_eq!(bounds(&terms, &[either, large]).get(&a), Some(&Range::new(2, 9)));
    }

    #[test]
    fn multiples() {
        assert_eq!(quotients(Range::new(-7, 7), 3), Range::new(-2, 2));
        assert_eq!(quotients(Range::new(-7, 8), -4), Range::new(-2, 1));
        assert_eq!(quotients(Range::from(5), 2), Range::from(3));
    }
}
