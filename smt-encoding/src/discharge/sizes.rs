//! Sizes that are sums, `H - K + 1`, by names of their own.
//!
//! Products with such a size are multiplied out, and nobody sees any more what they are multiples of. With a name `S` for the sum they are
//! products again: of a divisor, with `S + K - 1` for `H` everywhere; of a stride, with that in offsets only, where `H` may be a
//! divisor by itself.

use super::Case;
use super::monomial::Monomial;
use super::radix::differs;
use crate::term::{Node, Origin, Range, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// So many sums are looked at.
const MAX_SIZES: usize = 6;

/// The same obligation with names for the sums that both threads divide by, or that are strides; `None` if there are none.
pub(super) fn named(terms: &mut Terms, case: &Case) -> Option<Case> {
    let (mut named, mut tried) = (case.clone(), Vec::new());
    while tried.len() < MAX_SIZES {
        let roots = named.all();
        let divisors = divisors(terms, &roots);
        let next = smallest(terms, divisors, &tried)
            .map(|sum| (sum, true))
            .or_else(|| {
                let strides = named.offsets.map(|t| strides(terms, t)).concat();
                smallest(terms, strides, &tried).map(|sum| (sum, false))
            });
        let Some((sum, is_divisor)) = next else { break };
        tried.push(sum);
        if let Some(name) = Name::of(terms, sum) {
            named = match is_divisor {
                true => name.everywhere(terms, &named),
                false => name.in_strides(terms, &named).unwrap_or(named),
            };
        }
    }
    (named.offsets != case.offsets || named.guards != case.guards || named.decided != case.decided)
        .then_some(named)
}

/// The shortest of the sums that are new and that both threads share.
fn smallest(terms: &Terms, mut sums: Vec<TermId>, tried: &[TermId]) -> Option<TermId> {
    sums.retain(|sum| !tried.contains(sum) && !differs(terms, *sum));
    sums.into_iter().min_by_key(|&sum| terms.linear(sum).0.len())
}

/// What one thread's own factors are multiplied by: the factors, and the parts that hold them.
type Group = (Vec<TermId>, Vec<(TermId, i128)>);

/// A name for a sum.
struct Name {
    sum: TermId,
    name: TermId,
    /// An atom of the sum, and what it is by the name.
    atom: TermId,
    value: TermId,
}

impl Name {
    fn of(terms: &mut Terms, sum: TermId) -> Option<Name> {
        let (parts, k) = terms.linear(sum);
        if parts
            .iter()
            .any(|part| matches!(terms.node(part.0), Node::Ite(..)))
        {
            return None;
        }
        let is_plain = |t: TermId| !matches!(terms.node(t), Node::App(..) | Node::Product(_));
        let &(atom, _) = parts.iter().find(|part| part.1 == 1 && is_plain(part.0))?;
        let f = terms.pure_fn("discharge.size", Sort::Int, Range::ALL);
        let name = terms.app(f, &[sum]);
        let rest = parts.iter().filter(|part| part.0 != atom).map(|&(t, c)| (t, -c));
        let value: Vec<(TermId, i128)> = rest.chain([(name, 1)]).collect();
        let value = terms.sum(&value, -k);
        Some(Name {
            sum,
            name,
            atom,
            value,
        })
    }

    /// With the atom's value for the atom.
    fn everywhere(&self, terms: &mut Terms, case: &Case) -> Case {
        let by = FxHashMap::from_iter([(self.atom, self.value)]);
        let mut case = case.map(|t| terms.replace(t, &by));
        let range = terms.range(self.atom);
        case.guards.extend(within(terms, self.value, range));
        case
    }

    /// With the name in offsets, if that makes them shorter.
    fn in_strides(&self, terms: &mut Terms, case: &Case) -> Option<Case> {
        let len =
            |terms: &Terms, all: [TermId; 2]| -> usize { all.iter().map(|&t| terms.linear(t).0.len()).sum() };
        let offsets = case.offsets.map(|t| self.multiplied_out(terms, t));
        if len(terms, offsets) >= len(terms, case.offsets) {
            return None;
        }
        let mut case = Case {
            offsets,
            ..case.clone()
        };
        case.guards.push(terms.eq(self.name, self.sum));
        Some(case)
    }

    /// `t` with the atom's value where the atom is a factor, of all that one thread's number is multiplied by where that is shorter then:
    /// `H` is a stride for one, and a part of one for another.
    fn multiplied_out(&self, terms: &mut Terms, t: TermId) -> TermId {
        let (parts, k) = terms.linear(t);
        let mut groups: Vec<Group> = Vec::new();
        for (atom, c) in parts {
            let mut own = Monomial::of_part(terms, atom, 1).factors;
            own.retain(|&f| differs(terms, f));
            match groups.iter_mut().find(|(of, _)| *of == own) {
                Some((_, group)) => group.push((atom, c)),
                None => groups.push((own, vec![(atom, c)])),
            }
        }
        let mut sum = Vec::new();
        for (_, group) in groups {
            let multiplied: Vec<(TermId, i128)> = group
                .iter()
                .map(|&(atom, c)| (self.product(terms, atom), c))
                .collect();
            let multiplied = terms.sum(&multiplied, 0);
            match terms.linear(multiplied).0.len() < group.len() {
                true => sum.push((multiplied, 1)),
                false => sum.extend(group),
            }
        }
        terms.sum(&sum, k)
    }

    /// A product with the atom's value where the atom is a factor.
    fn product(&self, terms: &mut Terms, atom: TermId) -> TermId {
        let mut product = terms.int(1);
        for f in Monomial::of_part(terms, atom, 1).factors {
            product = terms.mul(product, if f == self.atom { self.value } else { f });
        }
        product
    }
}

/// The parameters of a launch that something is multiplied with or divided by.
pub(super) fn scales(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut all = Vec::new();
    for t in terms.post_order(roots) {
        match *terms.node(t) {
            Node::Product(ref factors) => all.extend(factors.iter().copied()),
            Node::Div(_, by) | Node::Rem(_, by) => all.extend(terms.post_order(&[by])),
            _ => {}
        }
    }
    all.retain(|&t| is_param(terms, t));
    all.sort_unstable();
    all.dedup();
    all
}

/// The parameters of a launch that are divided by others, each with its divisor.
pub(super) fn quotients(terms: &Terms, roots: &[TermId]) -> Vec<(TermId, TermId)> {
    let order = terms.post_order(roots).into_iter();
    order
        .filter_map(|t| match *terms.node(t) {
            Node::Div(size, by) if is_param(terms, size) && is_param(terms, by) => Some((size, by)),
            _ => None,
        })
        .collect()
}

fn is_param(terms: &Terms, t: TermId) -> bool {
    match terms.node(t) {
        Node::Sym(s) => matches!(terms.symbols[*s].origin, Origin::Param(_)),
        _ => false,
    }
}

/// Divisors that are sums.
fn divisors(terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
    let order = terms.post_order(roots);
    let divisors = order.into_iter().filter_map(|t| match *terms.node(t) {
        Node::Div(_, by) | Node::Rem(_, by) => Some(by),
        _ => None,
    });
    let divisors: Vec<TermId> = divisors.collect();
    let sums = divisors.into_iter().filter_map(|by| {
        let (parts, k) = terms.linear(by);
        let parts = parts.iter().map(|&(t, c)| Monomial::of_part(terms, t, c));
        let konst = (k != 0).then(|| Monomial::constant(k));
        linear(terms, &parts.chain(konst).collect::<Vec<_>>())
    });
    sums.collect()
}

/// What atoms that differ between threads are multiplied by.
fn strides(terms: &mut Terms, offset: TermId) -> Vec<TermId> {
    let mut by: Vec<(TermId, Vec<Monomial>)> = Vec::new();
    for (atom, c) in terms.linear(offset).0 {
        let Monomial { c, factors } = Monomial::of_part(terms, atom, c);
        let (own, factors): (Vec<TermId>, Vec<TermId>) =
            factors.into_iter().partition(|&f| differs(terms, f));
        let [own] = own[..] else { continue };
        let weight = Monomial { c, factors };
        match by.iter_mut().find(|(t, _)| *t == own) {
            Some((_, weights)) => weights.push(weight),
            None => by.push((own, vec![weight])),
        }
    }
    by.iter()
        .filter_map(|(_, weights)| linear(terms, weights))
        .collect()
}

/// The sum of several monomials without what is common to all.
fn linear(terms: &mut Terms, parts: &[Monomial]) -> Option<TermId> {
    let (first, others) = parts.split_first()?;
    let common = others.iter().fold(first.clone(), |common, m| common.common(m));
    let rest: Vec<Monomial> = parts.iter().map(|m| m.over(&common)).collect::<Option<_>>()?;
    if others.is_empty() {
        return None;
    }
    let parts: Vec<(TermId, i128)> = rest.iter().map(|m| (m.term(terms), 1)).collect();
    Some(terms.sum(&parts, 0))
}

/// That a value lies in an interval.
pub(super) fn within(terms: &mut Terms, value: TermId, range: Range) -> Vec<TermId> {
    let mut all = Vec::new();
    if let Some(lo) = range.lo {
        let lo = terms.int(lo);
        all.push(terms.le(lo, value));
    }
    if let Some(hi) = range.hi {
        let hi = terms.int(hi);
        all.push(terms.le(value, hi));
    }
    all
}
