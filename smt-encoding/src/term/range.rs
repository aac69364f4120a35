//! Intervals of integer terms, computed once when a term is made.

use super::{BitOp, Node, Sort, TermId, Terms};
use kverify_frontend::ir::{BinOp, Ty};

/// Bounds beyond this are treated as infinite, so that no bound arithmetic overflows.
const FAR: i128 = 1 << 100;

/// A closed interval of ℤ; `None` is unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Range {
    /// Least value.
    pub lo: Option<i128>,
    /// Greatest value.
    pub hi: Option<i128>,
}

impl Range {
    /// All of ℤ.
    pub const ALL: Range = Range { lo: None, hi: None };

    /// `[lo, hi]`
    pub fn new(lo: i128, hi: i128) -> Range {
        Range {
            lo: Some(lo),
            hi: Some(hi),
        }
    }

    /// `[lo, ∞)`
    pub fn from(lo: i128) -> Range {
        Range {
            lo: Some(lo),
            hi: None,
        }
    }

    /// The only value.
    pub fn constant(self) -> Option<i128> {
        self.lo.filter(|_| self.lo == self.hi)
    }

    /// The values of an integer type of the given shape.
    pub fn of_int(bits: u8, signed: bool) -> Range {
        match (bits, signed) {
            (128.., true) => Range::ALL,
            (128.., false) => Range::from(0),
            (_, true) => Range::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (_, false) => Range::new(0, (1 << bits) - 1),
        }
    }

    /// The values of a type; pointers and floats have none.
    pub fn of(ty: Ty) -> Range {
        match ty {
            Ty::Int { bits, signed } => Range::of_int(bits, signed),
            Ty::Bool => Range::new(0, 1),
            Ty::Float(_) | Ty::Ptr => Range::ALL,
        }
    }

    /// Whether `v` lies in it.
    pub fn contains(self, v: i128) -> bool {
        self.lo.is_none_or(|lo| lo <= v) && self.hi.is_none_or(|hi| v <= hi)
    }

    /// Whether all of `other` lies in it.
    pub fn includes(self, other: Range) -> bool {
        let lo = self.lo.is_none_or(|lo| other.lo.is_some_and(|o| lo <= o));
        let hi = self.hi.is_none_or(|hi| other.hi.is_some_and(|o| o <= hi));
        lo && hi
    }

    /// Whether no value is below `v`.
    pub fn at_least(self, v: i128) -> bool {
        self.lo.is_some_and(|lo| lo >= v)
    }

    /// Whether no value is above `v`.
    pub fn at_most(self, v: i128) -> bool {
        self.hi.is_some_and(|hi| hi <= v)
    }

    /// The smallest interval around both.
    pub fn union(self, other: Range) -> Range {
        Range {
            lo: self.lo.zip(other.lo).map(|(a, b)| a.min(b)),
            hi: self.hi.zip(other.hi).map(|(a, b)| a.max(b)),
        }
    }

    /// The values in both; empty intersections give `self`.
    pub fn meet(self, other: Range) -> Range {
        let pick = |a: Option<i128>, b: Option<i128>, f: fn(i128, i128) -> i128| match (a, b) {
            (Some(a), Some(b)) => Some(f(a, b)),
            (a, b) => a.or(b),
        };
        let lo = pick(self.lo, other.lo, i128::max);
        let hi = pick(self.hi, other.hi, i128::min);
        if lo.zip(hi).is_some_and(|(l, h)| l > h) {
            self
        } else {
            Range { lo, hi }
        }
    }

    /// What is not so far off that sums might overflow.
    pub fn near(v: Option<i128>) -> Option<i128> {
        v.filter(|v| (-FAR..=FAR).contains(v))
    }

    /// Sums of one value of each.
    #[expect(
        clippy::should_implement_trait,
        reason = "an interval is a set of values, not a number"
    )]
    pub fn add(self, other: Range) -> Range {
        Range {
            lo: Range::near(self.lo.zip(other.lo).and_then(|(a, b)| a.checked_add(b))),
            hi: Range::near(self.hi.zip(other.hi).and_then(|(a, b)| a.checked_add(b))),
        }
    }

    /// Multiples by `k`.
    pub fn scale(self, k: i128) -> Range {
        let mul = |v: Option<i128>| Range::near(v.and_then(|v| v.checked_mul(k)));
        if k >= 0 {
            Range {
                lo: mul(self.lo),
                hi: mul(self.hi),
            }
        } else {
            Range {
                lo: mul(self.hi),
                hi: mul(self.lo),
            }
        }
    }

    /// Products of one value of each.
    #[expect(
        clippy::should_implement_trait,
        reason = "an interval is a set of values, not a number"
    )]
    pub fn mul(self, other: Range) -> Range {
        if let (Some(a), Some(b), Some(c), Some(d)) = (self.lo, self.hi, other.lo, other.hi) {
            let ends = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.checked_mul(y));
            if ends.iter().all(Option::is_some) {
                return Range {
                    lo: Range::near(ends.into_iter().flatten().min()),
                    hi: Range::near(ends.into_iter().flatten().max()),
                };
            }
        }
        if self.at_least(0) && other.at_least(0) {
            let lo = self.lo.zip(other.lo).and_then(|(a, b)| a.checked_mul(b));
            return Range {
                lo: Range::near(lo).or(Some(0)),
                hi: None,
            };
        }
        Range::ALL
    }

    /// Floor quotients by `k` > 0.
    pub fn floor_div(self, k: i128) -> Range {
        Range {
            lo: self.lo.map(|v| v.div_euclid(k)),
            hi: self.hi.map(|v| v.div_euclid(k)),
        }
    }

    /// Quotients of one value of each. A quotient by 0 is undefined, and taken to be some number from there to the dividend.
    fn div(self, by: Range) -> Range {
        if self.at_least(0) && by.at_least(0) {
            let lo = self.lo.zip(by.hi).filter(|_| by.at_least(1));
            return Range {
                lo: Some(lo.map_or(0, |(l, d)| l / d)),
                hi: self.hi.zip(by.lo).map(|(h, d)| h / d.max(1)),
            };
        }
        // |a / b| <= |a|
        let m = self.magnitude();
        Range {
            lo: m.map(|m| -m),
            hi: m,
        }
    }

    /// The greatest absolute value.
    fn magnitude(self) -> Option<i128> {
        let ends = self.lo.zip(self.hi);
        ends.map(|(l, h)| l.saturating_abs().max(h.saturating_abs()))
    }

    /// Remainders of one value of each.
    fn rem(self, by: Range) -> Range {
        let below = by.magnitude().map(|m| (m - 1).max(0));
        let hi = match (below, self.hi) {
            (Some(m), Some(h)) => Some(m.min(h.max(0))),
            (m, h) => m.or(h.map(|h| h.max(0))),
        };
        let lo = match (below, self.lo) {
            (_, Some(l)) if l >= 0 => Some(0),
            (Some(m), Some(l)) => Some((-m).max(l)),
            (m, l) => m.map(|m| -m).or(l),
        };
        Range { lo, hi }
    }

    /// `a op b` for one value of each.
    pub(super) fn bits(self, op: BitOp, other: Range) -> Range {
        let (a, b) = (self, other);
        let (na, nb) = (a.at_least(0), b.at_least(0));
        let both = a.hi.zip(b.hi).map(|(x, y)| x.max(y));
        // All numbers of as many bits as the larger one.
        let fill = both
            .filter(|&m| (0..FAR).contains(&m))
            .map(|m| (1i128 << (128 - m.leading_zeros())) - 1);
        let (lo, hi) = match op {
            BitOp::And if na && nb => (Some(0), a.hi.zip(b.hi).map(|(x, y)| x.min(y)).or(a.hi).or(b.hi)),
            BitOp::And if na => (Some(0), a.hi),
            BitOp::And if nb => (Some(0), b.hi),
            BitOp::Or if na && nb => (a.lo.max(b.lo), fill),
            BitOp::Xor if na && nb => (Some(0), fill),
            BitOp::And | BitOp::Or | BitOp::Xor => return signed_bits_range(a, b),
        };
        Range { lo, hi }
    }

    /// `a op b` for one value of each, before it wraps.
    pub fn binary(self, op: BinOp, other: Range) -> Range {
        let (a, b) = (self, other);
        match op {
            BinOp::Add => a.add(b),
            BinOp::Sub => a.add(b.scale(-1)),
            BinOp::Mul => a.mul(b),
            BinOp::Div => a.div(b),
            BinOp::Rem => a.rem(b),
            BinOp::Shl => match (b.lo, b.hi) {
                (Some(l @ 0..64), Some(h)) if l == h => a.scale(1 << l),
                _ => Range::ALL,
            },
            BinOp::Shr if a.at_least(0) => Range {
                lo: Some(0),
                hi: a
                    .hi
                    .map(|h| h >> b.lo.filter(|l| (0..=100).contains(l)).unwrap_or(0)),
            },
            BinOp::Shr => Range::ALL,
            BinOp::And => a.bits(BitOp::And, b),
            BinOp::Or => a.bits(BitOp::Or, b),
            BinOp::Xor => a.bits(BitOp::Xor, b),
            BinOp::Min => Range {
                lo: a.lo.zip(b.lo).map(|(x, y)| x.min(y)),
                hi: a.hi.into_iter().chain(b.hi).min(),
            },
            BinOp::Max => Range {
                lo: a.lo.max(b.lo),
                hi: a.hi.zip(b.hi).map(|(x, y)| x.max(y)),
            },
        }
    }
}

impl Terms {
    /// The interval of an integer term; `[0, 1]` for truth values.
    pub fn range(&self, t: TermId) -> Range {
        self.ranges[t]
    }

    /// Says of a term what its parts alone do not show; it holds whatever they are.
    pub(super) fn narrow(&mut self, t: TermId, range: Range) {
        self.ranges[t] = self.ranges[t].meet(range);
    }

    pub(super) fn compute_range(&self, node: &Node) -> Range {
        self.range_under(node, &|t| self.range(t))
    }

    /// The interval of a term of this shape, when `of` gives those of its parts and leaves are in their own range.
    pub fn range_under(&self, node: &Node, of: &dyn Fn(TermId) -> Range) -> Range {
        match node {
            Node::Int(v) => Range::new(*v, *v),
            Node::Sym(s) => self.symbols[*s].range,
            Node::App(f, _) => self.functions[*f].range,
            Node::Sum(parts, k) => parts
                .iter()
                .fold(Range::new(*k, *k), |acc, &(t, c)| acc.add(of(t).scale(c))),
            Node::Product(factors) => product_range(factors, of),
            Node::Div(a, b) => of(*a).div(of(*b)),
            Node::Rem(a, b) => of(*a).rem(of(*b)),
            Node::FloorDiv(a, k) => of(*a).floor_div(*k),
            Node::FloorMod(a, k) => {
                let r = of(*a);
                let all = Range::new(0, k - 1);
                if all.includes(r) { r } else { all }
            }
            Node::Pow2(a) => {
                let Range { lo, hi } = of(*a);
                Range {
                    lo: Some(lo.map_or(1, |v| 1 << v.clamp(0, 100))),
                    hi: hi.filter(|v| *v < 100).map(|v| 1 << v.max(0)),
                }
            }
            Node::ShiftRight(a, _) => {
                let r = of(*a);
                Range {
                    lo: r.lo.map(|v| v.min(0)),
                    hi: r.hi.map(|v| v.max(-1)),
                }
            }
            Node::Bits(op, a, b) => of(*a).bits(*op, of(*b)),
            Node::Wrap {
                bits, signed, arg, ..
            } => {
                let all = Range::of_int(*bits, *signed);
                let r = of(*arg);
                if all.includes(r) { r } else { all }
            }
            Node::Ite(_, a, b) if self.sort(*a) == Sort::Int => of(*a).union(of(*b)),
            _ => Range::new(0, 1),
        }
    }
}

fn product_range(factors: &[TermId], of: &dyn Fn(TermId) -> Range) -> Range {
    let square = factors.len() == 2 && factors[0] == factors[1];
    let r = factors.iter().fold(Range::new(1, 1), |acc, &t| acc.mul(of(t)));
    if square { r.meet(Range::from(0)) } else { r }
}

/// Operands in `[-2^n, 2^n)` have a result there.
fn signed_bits_range(a: Range, b: Range) -> Range {
    let (Some(al), Some(ah), Some(bl), Some(bh)) = (a.lo, a.hi, b.lo, b.hi) else {
        return Range::ALL;
    };
    let size = |v: i128| if v < 0 { !v } else { v };
    let most = [al, ah, bl, bh].into_iter().map(size).max().unwrap_or(0);
    if most >= FAR {
        return Range::ALL;
    }
    let top = 1i128 << (128 - most.leading_zeros());
    Range::new(-top, top - 1)
}
