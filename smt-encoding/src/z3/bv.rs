//! Terms to bit-vectors, exactly: one width for the whole query, chosen so that nothing that matters overflows.

use super::Formula;
use super::bounds;
use super::model::Leaf;
use super::scope::Scope;
use super::walk::{self, Arithmetic};
use crate::term::{BitOp, Node, Range, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use z3::Sort as ZSort;
use z3::ast::{BV, Bool, Dynamic};

/// Leaves without bounds are searched in this range only.
const CLAMP: Range = Range {
    lo: Some(-(1 << 32)),
    hi: Some(1 << 32),
};

/// Wider queries are not asked.
const WIDEST: u32 = 120;

/// Width of opaque floating-point values.
const FLOAT_BITS: u32 = 64;

/// How much of a term's value its users look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Demand {
    /// Its lowest bits.
    Low(u32),
    /// Its value modulo `2^width`.
    Residue,
    /// Its value: it must fit.
    Exact,
}

pub(super) fn translate(scope: &Scope<'_>, conjuncts: &[TermId]) -> Result<Formula, String> {
    let ranges = Ranges::new(scope, &bounds::of_leaves(scope, conjuncts));
    let width = width(scope, &ranges, conjuncts)?;
    let narrowed = ranges.narrowed.clone();
    Ok(walk::translate(
        scope,
        Vectors { ranges, width },
        conjuncts,
        narrowed,
    ))
}

/// Intervals of all terms of the query where leaves stay in the bounds that the conjuncts give them, and those that have none are
/// clamped.
struct Ranges {
    of: FxHashMap<TermId, Range>,
    narrowed: Option<String>,
}

impl Ranges {
    fn new(scope: &Scope<'_>, leaves: &FxHashMap<TermId, Range>) -> Ranges {
        let mut of: FxHashMap<TermId, Range> = FxHashMap::default();
        let mut narrowed = None;
        for &t in &scope.order {
            let node = scope.terms.node(t);
            let mut range = scope
                .terms
                .range_under(node, &|u| of.get(&u).copied().unwrap_or_default());
            if let Some(&known) = leaves.get(&t) {
                range = range.meet(known);
            }
            let open = range.lo.is_none() || range.hi.is_none();
            if matches!(node, Node::Sym(_) | Node::App(..)) && scope.terms.sort(t) == Sort::Int && open {
                range = clamp(range);
                narrowed = Some(format!(
                    "as bit-vectors, only values of {} in [{}, {}] were searched",
                    scope.terms.show(t),
                    range.lo.unwrap_or_default(),
                    range.hi.unwrap_or_default()
                ));
            }
            of.insert(t, range);
        }
        Ranges { of, narrowed }
    }

    fn get(&self, t: TermId) -> Range {
        self.of.get(&t).copied().unwrap_or_default()
    }
}

/// `range` with its open ends closed.
fn clamp(range: Range) -> Range {
    let span = 1 << 32;
    Range {
        lo: range
            .lo
            .or(CLAMP.lo.map(|lo| range.hi.map_or(lo, |hi| lo.min(hi - span)))),
        hi: range
            .hi
            .or(CLAMP.hi.map(|hi| range.lo.map_or(hi, |lo| hi.max(lo + span)))),
    }
}

/// Bits of a signed bit-vector that holds all of `range`.
fn signed_bits(range: Range) -> Option<u32> {
    let size = |v: i128| {
        129 - if v < 0 {
            (!v).leading_zeros()
        } else {
            v.leading_zeros()
        }
    };
    Some(size(range.lo?).max(size(range.hi?)))
}

/// The least width at which every term keeps what its users look at.
fn width(scope: &Scope<'_>, ranges: &Ranges, conjuncts: &[TermId]) -> Result<u32, String> {
    let mut demands: FxHashMap<TermId, Demand> = FxHashMap::default();
    for &c in conjuncts {
        demands.insert(c, Demand::Exact);
    }
    let mut width = 8;
    for &t in scope.order.iter().rev() {
        let demand = demands.get(&t).copied().unwrap_or(Demand::Exact);
        for (child, wanted) in wanted(scope.terms, t, demand) {
            let old = demands.entry(child).or_insert(wanted);
            *old = (*old).max(wanted);
        }
        if scope.terms.sort(t) == Sort::Int {
            width = width.max(need(scope.terms, ranges, t, demand)?);
        }
    }
    if width > WIDEST {
        return Err(format!("the query needs bit-vectors of {width} bits"));
    }
    Ok(width)
}

/// Bits that the value of `t` needs.
fn need(terms: &Terms, ranges: &Ranges, t: TermId, demand: Demand) -> Result<u32, String> {
    let node = terms.node(t);
    // Values that are made by other than ring operations must fit whoever looks at them.
    let fits = demand == Demand::Exact
        || !matches!(
            node,
            Node::Int(_) | Node::Sum(..) | Node::Product(_) | Node::Pow2(_) | Node::Ite(..) | Node::Bits(..)
        );
    let floor = match (demand, node) {
        (Demand::Low(n), _) => n,
        _ => 0,
    };
    // The constant k of ⌊a / k⌋ and a mod k stands beside a.
    let konst = match node {
        Node::FloorDiv(_, k) | Node::FloorMod(_, k) => signed_bits(Range::new(0, *k)).unwrap_or(0),
        Node::Wrap { bits, .. } => u32::from(*bits),
        _ => 0,
    };
    if !fits {
        return Ok(floor.max(konst));
    }
    let size = signed_bits(ranges.get(t))
        .ok_or_else(|| "a value has no bounds that would fit a bit-vector".to_owned())?;
    Ok(size.max(floor).max(konst))
}

/// What a term looks at in its integer parts, if `demand` is looked at in itself.
fn wanted(terms: &Terms, t: TermId, demand: Demand) -> Vec<(TermId, Demand)> {
    // Ring operations keep residues: modulo 2^n for low bits, modulo 2^width for all else.
    let ring = match demand {
        Demand::Exact => Demand::Residue,
        d => d,
    };
    match terms.node(t) {
        Node::Sum(parts, _) => parts.iter().map(|&(t, _)| (t, ring)).collect(),
        Node::Product(factors) => factors.iter().map(|&t| (t, ring)).collect(),
        Node::Bits(_, a, b) => vec![(*a, ring), (*b, ring)],
        Node::Ite(c, a, b) => vec![(*c, Demand::Exact), (*a, demand), (*b, demand)],
        Node::Wrap { bits, arg, .. } => vec![(*arg, Demand::Low(u32::from(*bits)))],
        Node::FloorMod(a, k) if k.count_ones() == 1 => vec![(*a, Demand::Low(k.trailing_zeros()))],
        _ => terms
            .children(t)
            .into_iter()
            .map(|c| (c, Demand::Exact))
            .collect(),
    }
}

/// Two's complement numbers of one width.
struct Vectors {
    ranges: Ranges,
    width: u32,
}

type Walk<'a, 'b> = walk::Walk<'a, 'b, Vectors>;

impl Arithmetic for Vectors {
    type Int = BV;

    fn number(&self, v: i128) -> BV {
        if let Ok(v) = i64::try_from(v) {
            return BV::from_i64(v, self.width);
        }
        let residue = (v as u128) & ((1u128 << self.width) - 1);
        BV::from_str(self.width, &residue.to_string()).unwrap_or_else(|| BV::from_i64(0, self.width))
    }

    fn symbol(&self, name: &str, sort: Sort) -> BV {
        BV::new_const(name, self.bits(sort))
    }

    fn sort(&self, sort: Sort) -> ZSort {
        ZSort::bitvector(self.bits(sort))
    }

    fn value(&self, app: &Dynamic) -> Option<BV> {
        app.as_bv()
    }

    fn leaf(&self, a: &BV, sort: Sort) -> Leaf {
        match sort {
            Sort::Float(_) => Leaf::FloatBv(a.clone()),
            _ => Leaf::Bv(a.clone()),
        }
    }

    fn range(&self, _terms: &Terms, t: TermId) -> Range {
        self.ranges.get(t)
    }

    fn at_most(&self, a: &BV, b: &BV) -> Bool {
        a.bvsle(b)
    }

    fn le0(&mut self, walk: &mut Walk<'_, '_>, a: TermId) -> Bool {
        walk.int(a).bvsle(self.number(0))
    }

    /// The negative parts are moved to the right: equal residues, as `a` fits.
    fn eq0(&mut self, walk: &mut Walk<'_, '_>, a: TermId) -> Bool {
        let ([left, right], k) = walk.sides(a);
        let (left, right) = (
            self.linear(walk, &left, 0),
            self.linear(walk, &right, k.wrapping_neg()),
        );
        left.eq(right)
    }

    fn integer(&mut self, walk: &mut Walk<'_, '_>, _t: TermId, node: &Node) -> BV {
        match node {
            Node::Int(v) => self.number(*v),
            Node::Float(_, bits) => BV::from_u64(*bits, FLOAT_BITS),
            Node::Sum(parts, k) => self.linear(walk, parts, *k),
            Node::Product(factors) => factors
                .iter()
                .fold(self.number(1), |acc, &f| acc.bvmul(walk.int(f))),
            Node::Div(a, b) => walk.int(*a).bvsdiv(walk.divisor(*b)),
            Node::Rem(a, b) => walk.int(*a).bvsrem(walk.divisor(*b)),
            Node::FloorDiv(a, k) => self.floor_div(walk, *a, *k),
            Node::FloorMod(a, k) if k.count_ones() == 1 => walk.int(*a).bvand(self.number(k - 1)),
            Node::FloorMod(a, k) => walk.int(*a).bvsmod(self.number(*k)),
            Node::Pow2(a) => self.number(1).bvshl(self.amount(walk, *a)),
            Node::ShiftRight(a, b) => walk.int(*a).bvashr(self.amount(walk, *b)),
            Node::Bits(op, a, b) => {
                let (a, b) = (walk.int(*a), walk.int(*b));
                match op {
                    BitOp::And => a.bvand(b),
                    BitOp::Or => a.bvor(b),
                    BitOp::Xor => a.bvxor(b),
                }
            }
            Node::Wrap {
                bits, signed, arg, ..
            } => {
                let low = walk.int(*arg).extract(u32::from(*bits) - 1, 0);
                let rest = self.width - u32::from(*bits);
                if *signed {
                    low.sign_ext(rest)
                } else {
                    low.zero_ext(rest)
                }
            }
            _ => self.number(0),
        }
    }
}

impl Vectors {
    fn bits(&self, sort: Sort) -> u32 {
        match sort {
            Sort::Float(_) => FLOAT_BITS,
            _ => self.width,
        }
    }

    fn linear(&self, walk: &Walk<'_, '_>, parts: &[(TermId, i128)], k: i128) -> BV {
        let (mut sum, mut rest) = (None::<BV>, Vec::new());
        for &(t, c) in parts {
            match (c, &sum) {
                (1, None) => sum = Some(walk.int(t)),
                (1, Some(s)) => sum = Some(s.bvadd(walk.int(t))),
                _ => rest.push((t, c)),
            }
        }
        let mut sum = sum.unwrap_or_else(|| self.number(0));
        for (t, c) in rest {
            sum = match c {
                -1 => sum.bvsub(walk.int(t)),
                c => sum.bvadd(self.number(c).bvmul(walk.int(t))),
            };
        }
        if k != 0 { sum.bvadd(self.number(k)) } else { sum }
    }

    /// `⌊a / k⌋ = -1 - ⌊(-1 - a) / k⌋` for `a < 0`.
    fn floor_div(&self, walk: &Walk<'_, '_>, a: TermId, k: i128) -> BV {
        let x = walk.int(a);
        if k.count_ones() == 1 {
            return x.bvashr(self.number(i128::from(k.trailing_zeros())));
        }
        let k = self.number(k);
        if self.ranges.get(a).at_least(0) {
            return x.bvudiv(&k);
        }
        let negative = x.bvnot().bvudiv(&k).bvnot();
        x.bvslt(self.number(0)).ite(&negative, &x.bvudiv(&k))
    }

    /// A shift amount: negative ones count as 0.
    fn amount(&self, walk: &Walk<'_, '_>, t: TermId) -> BV {
        let x = walk.int(t);
        if self.ranges.get(t).at_least(0) {
            return x;
        }
        let zero = self.number(0);
        x.bvslt(&zero).ite(&zero, &x)
    }
}
