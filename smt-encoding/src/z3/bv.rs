//! Terms to bit-vectors, exactly: one width for the whole query, chosen so that nothing that matters overflows.

use super::Formula;
use super::model::Leaf;
use super::scope::Scope;
use crate::term::{BitOp, FnId, Node, Range, Sort, TermId, Terms};
use std::collections::{BTreeMap, HashMap};
use z3::ast::{Ast, BV, Bool, Dynamic};
use z3::{FuncDecl, Sort as ZSort};

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
    let ranges = Ranges::new(scope);
    let width = width(scope, &ranges, conjuncts)?;
    let mut translator = Translator {
        scope,
        ranges: &ranges,
        width,
        memo: BTreeMap::new(),
        facts: Vec::new(),
        leaves: Vec::new(),
    };
    for &t in &scope.order {
        let ast = translator.node(t);
        translator.memo.insert(t, ast);
    }
    let mut asserts = std::mem::take(&mut translator.facts);
    asserts.extend(conjuncts.iter().map(|&c| translator.bool(c)));
    Ok(Formula {
        asserts,
        leaves: translator.leaves,
        narrowed: ranges.narrowed,
    })
}

/// Intervals of all terms of the query, with unbounded leaves clamped.
struct Ranges {
    of: HashMap<TermId, Range>,
    narrowed: Option<String>,
}

impl Ranges {
    fn new(scope: &Scope<'_>) -> Ranges {
        let mut of: HashMap<TermId, Range> = HashMap::new();
        let mut narrowed = None;
        for &t in &scope.order {
            let node = scope.terms.node(t);
            let mut range = scope
                .terms
                .range_under(node, &|u| of.get(&u).copied().unwrap_or_default());
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
    let mut demands: HashMap<TermId, Demand> = HashMap::new();
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

/// A translated term.
#[derive(Clone)]
enum Value {
    Int(BV),
    Bool(Bool),
}

struct Translator<'a, 'b> {
    scope: &'b Scope<'a>,
    ranges: &'b Ranges,
    width: u32,
    /// Ordered, so that Z3 gets its terms back in an order: it gives their numbers out again, and searches by them.
    memo: BTreeMap<TermId, Value>,
    /// Bounds of leaves.
    facts: Vec<Bool>,
    leaves: Vec<(TermId, Leaf)>,
}

impl Translator<'_, '_> {
    fn konst(&self, v: i128) -> BV {
        if let Ok(v) = i64::try_from(v) {
            return BV::from_i64(v, self.width);
        }
        let residue = (v as u128) & ((1u128 << self.width) - 1);
        BV::from_str(self.width, &residue.to_string()).unwrap_or_else(|| BV::from_i64(0, self.width))
    }

    fn int(&self, t: TermId) -> BV {
        match self.memo.get(&t) {
            Some(Value::Int(a)) => a.clone(),
            Some(Value::Bool(a)) => a.ite(&self.konst(1), &self.konst(0)),
            None => self.konst(0),
        }
    }

    fn bool(&self, t: TermId) -> Bool {
        match self.memo.get(&t) {
            Some(Value::Bool(a)) => a.clone(),
            Some(Value::Int(a)) => a.eq(self.konst(0)).not(),
            None => Bool::from_bool(false),
        }
    }

    fn node(&mut self, t: TermId) -> Value {
        let terms = self.scope.terms;
        match terms.node(t) {
            Node::Bool(v) => Value::Bool(Bool::from_bool(*v)),
            Node::Float(_, bits) => Value::Int(BV::from_u64(*bits, FLOAT_BITS)),
            Node::Sym(s) => {
                let name = self.scope.symbol(*s);
                let leaf = match terms.sort(t) {
                    Sort::Bool => Value::Bool(Bool::new_const(name)),
                    Sort::Int => Value::Int(BV::new_const(name, self.width)),
                    Sort::Float(_) => Value::Int(BV::new_const(name, FLOAT_BITS)),
                };
                self.leaf(t, leaf)
            }
            Node::App(f, args) => {
                let app = self.app(t, *f, args);
                self.leaf(t, app)
            }
            Node::Le0(a) => Value::Bool(self.int(*a).bvsle(self.konst(0))),
            Node::Eq0(a) => Value::Bool(self.zero(*a)),
            Node::Same(a, b) => Value::Bool(match (&self.memo[a], &self.memo[b]) {
                (Value::Bool(a), Value::Bool(b)) => a.iff(b),
                _ => self.int(*a).eq(self.int(*b)),
            }),
            Node::Not(a) => Value::Bool(self.bool(*a).not()),
            Node::And(parts) => {
                let parts: Vec<Bool> = parts.iter().map(|&p| self.bool(p)).collect();
                Value::Bool(Bool::and(&parts))
            }
            Node::Or(parts) => {
                let parts: Vec<Bool> = parts.iter().map(|&p| self.bool(p)).collect();
                Value::Bool(Bool::or(&parts))
            }
            node => Value::Int(self.integer(node)),
        }
    }

    fn integer(&self, node: &Node) -> BV {
        match node {
            Node::Int(v) => self.konst(*v),
            Node::Sum(parts, k) => self.linear(parts, *k),
            Node::Product(factors) => factors
                .iter()
                .fold(self.konst(1), |acc, &f| acc.bvmul(self.int(f))),
            Node::Div(a, b) => self.int(*a).bvsdiv(self.int(*b)),
            Node::Rem(a, b) => self.int(*a).bvsrem(self.int(*b)),
            Node::FloorDiv(a, k) => self.floor_div(*a, *k),
            Node::FloorMod(a, k) if k.count_ones() == 1 => self.int(*a).bvand(self.konst(k - 1)),
            Node::FloorMod(a, k) => self.int(*a).bvsmod(self.konst(*k)),
            Node::Pow2(a) => self.konst(1).bvshl(self.amount(*a)),
            Node::ShiftRight(a, b) => self.int(*a).bvashr(self.amount(*b)),
            Node::Bits(op, a, b) => {
                let (a, b) = (self.int(*a), self.int(*b));
                match op {
                    BitOp::And => a.bvand(b),
                    BitOp::Or => a.bvor(b),
                    BitOp::Xor => a.bvxor(b),
                }
            }
            Node::Wrap { bits, signed, arg } => {
                let low = self.int(*arg).extract(u32::from(*bits) - 1, 0);
                let rest = self.width - u32::from(*bits);
                if *signed {
                    low.sign_ext(rest)
                } else {
                    low.zero_ext(rest)
                }
            }
            Node::Ite(c, a, b) => self.bool(*c).ite(&self.int(*a), &self.int(*b)),
            _ => self.konst(0),
        }
    }

    fn linear(&self, parts: &[(TermId, i128)], k: i128) -> BV {
        let (mut sum, mut rest) = (None::<BV>, Vec::new());
        for &(t, c) in parts {
            match (c, &sum) {
                (1, None) => sum = Some(self.int(t)),
                (1, Some(s)) => sum = Some(s.bvadd(self.int(t))),
                _ => rest.push((t, c)),
            }
        }
        let mut sum = sum.unwrap_or_else(|| self.konst(0));
        for (t, c) in rest {
            sum = match c {
                -1 => sum.bvsub(self.int(t)),
                c => sum.bvadd(self.konst(c).bvmul(self.int(t))),
            };
        }
        if k != 0 { sum.bvadd(self.konst(k)) } else { sum }
    }

    /// `d = 0` with the negative parts moved to the right: equal residues, as `d` fits.
    fn zero(&self, d: TermId) -> Bool {
        let (parts, k) = self.scope.terms.linear(d);
        let left: Vec<_> = parts.iter().copied().filter(|p| p.1 > 0).collect();
        let right: Vec<_> = parts
            .iter()
            .filter(|p| p.1 < 0)
            .map(|&(t, c)| (t, c.wrapping_neg()))
            .collect();
        self.linear(&left, 0).eq(self.linear(&right, k.wrapping_neg()))
    }

    /// `⌊a / k⌋ = -1 - ⌊(-1 - a) / k⌋` for `a < 0`.
    fn floor_div(&self, a: TermId, k: i128) -> BV {
        let x = self.int(a);
        if k.count_ones() == 1 {
            return x.bvashr(self.konst(i128::from(k.trailing_zeros())));
        }
        let k = self.konst(k);
        if self.ranges.get(a).at_least(0) {
            return x.bvudiv(&k);
        }
        let negative = x.bvnot().bvudiv(&k).bvnot();
        x.bvslt(self.konst(0)).ite(&negative, &x.bvudiv(&k))
    }

    /// A shift amount: negative ones count as 0.
    fn amount(&self, t: TermId) -> BV {
        let x = self.int(t);
        if self.ranges.get(t).at_least(0) {
            return x;
        }
        let zero = self.konst(0);
        x.bvslt(&zero).ite(&zero, &x)
    }

    fn leaf(&mut self, t: TermId, value: Value) -> Value {
        let leaf = match (&value, self.scope.terms.sort(t)) {
            (Value::Bool(a), _) => Leaf::Bool(a.clone()),
            (Value::Int(a), Sort::Float(_)) => Leaf::FloatBv(a.clone()),
            (Value::Int(a), _) => {
                let Range { lo, hi } = self.ranges.get(t);
                self.facts.extend(lo.map(|lo| self.konst(lo).bvsle(a)));
                self.facts.extend(hi.map(|hi| a.bvsle(self.konst(hi))));
                Leaf::Bv(a.clone())
            }
        };
        self.leaves.push((t, leaf));
        value
    }

    fn sort_of(&self, t: TermId) -> ZSort {
        match self.scope.terms.sort(t) {
            Sort::Bool => ZSort::bool(),
            Sort::Int => ZSort::bitvector(self.width),
            Sort::Float(_) => ZSort::bitvector(FLOAT_BITS),
        }
    }

    fn app(&self, t: TermId, f: FnId, args: &[TermId]) -> Value {
        let domain: Vec<ZSort> = args.iter().map(|&a| self.sort_of(a)).collect();
        let domain: Vec<&ZSort> = domain.iter().collect();
        let decl = FuncDecl::new(self.scope.function(f, args), &domain, &self.sort_of(t));
        let args: Vec<Dynamic> = args
            .iter()
            .map(|a| match &self.memo[a] {
                Value::Int(a) => Dynamic::from_ast(a),
                Value::Bool(a) => Dynamic::from_ast(a),
            })
            .collect();
        let args: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
        let value = decl.apply(&args);
        match (value.as_bv(), value.as_bool()) {
            (Some(a), _) => Value::Int(a),
            (_, Some(a)) => Value::Bool(a),
            _ => Value::Int(self.konst(0)),
        }
    }
}
