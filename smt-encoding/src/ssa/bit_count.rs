//! Functions that count bits: of a number they are a number, of anything else a function of the operand and its width.
//!
//! The bits below a place, `popc(m & (2^e - 1))` however it is spelt, are one function `rank32(m, e)`, and those from it on the
//! rest of `popc32(m)`: so lanes count the lanes before or after them in a vote.

use super::Machine;
use crate::term::{BitOp, Node, Range, Sort, TermId, Terms};
use kverify_frontend::ir::{Function, Ty};

/// Bits of a mask of lanes.
const LANES: i128 = 32;
/// `2^32`
const TURN: i128 = 1 << LANES;

/// The places that a mask names: all of one side.
#[derive(Clone, Copy)]
enum Side {
    /// `2^e - 1`
    Below(TermId),
    /// `2^32 - 2^e`
    From(TermId),
}

impl Machine<'_> {
    /// `f(x)` for an operand of type `of`, if `f` counts bits.
    pub(super) fn bit_count(&mut self, f: Function, x: TermId, of: Ty) -> Option<TermId> {
        let Ty::Int { bits: width, .. } = of else {
            return None;
        };
        if !matches!(f, Function::clz | Function::ctz | Function::ffs | Function::popc) {
            return None;
        }
        if let Some(v) = self.terms.as_int(x) {
            let low = v.rem_euclid(1_i128.checked_shl(width.into())?);
            let count = f.of_bits(low.unsigned_abs(), width.into())?;
            return Some(self.terms.int(i128::try_from(count).ok()?));
        }
        let terms = &mut self.terms;
        let x = terms.wrap(x, unsigned(width));
        if f == Function::popc
            && i128::from(width) == LANES
            && let Some(count) = one_side(terms, x)
        {
            return Some(count);
        }
        Some(counted(terms, f, x, width))
    }
}

fn unsigned(bits: u8) -> Ty {
    Ty::Int { bits, signed: false }
}

fn counted(terms: &mut Terms, f: Function, x: TermId, width: u8) -> TermId {
    let range = Range::new(0, width.into());
    let f = terms.pure_fn(&format!("{}{width}", f.name()), Sort::Int, range);
    terms.app(f, &[x])
}

/// `popc32(m)`
pub(crate) fn popc(terms: &mut Terms, mask: TermId) -> TermId {
    counted(terms, Function::popc, mask, LANES as u8)
}

/// `popc32(m mod 2^e)`, for 0 <= e <= 32.
pub(crate) fn rank(terms: &mut Terms, mask: TermId, end: TermId) -> TermId {
    if terms.as_int(mask) == Some(TURN - 1) {
        return end;
    }
    match terms.as_int(end) {
        Some(0) => end,
        Some(LANES) => popc(terms, mask),
        _ => {
            let f = terms.pure_fn("rank32", Sort::Int, Range::new(0, LANES));
            terms.app(f, &[mask, end])
        }
    }
}

/// The ones of `x`, if it is one side of a mask.
fn one_side(terms: &mut Terms, x: TermId) -> Option<TermId> {
    let (mask, side) = match *terms.node(x) {
        Node::Bits(BitOp::And, a, b) => match (side(terms, a), side(terms, b)) {
            (Some(side), None) => (b, side),
            (None, Some(side)) => (a, side),
            _ => return None,
        },
        Node::ShiftRight(..) | Node::FloorDiv(..) => {
            let (mask, by) = shifted_right(terms, x)?;
            (mask, Side::From(by))
        }
        Node::Wrap { arg, .. } => {
            let (mask, by) = shifted_left(terms, arg)?;
            let left = terms.scale(by, -1);
            (mask, Side::Below(terms.offset(left, LANES)))
        }
        _ => return None,
    };
    let mask = terms.wrap(mask, unsigned(LANES as u8));
    Some(match side {
        Side::Below(e) => rank(terms, mask, e),
        Side::From(e) => {
            let (all, below) = (popc(terms, mask), rank(terms, mask, e));
            terms.sub(all, below)
        }
    })
}

fn is_place(terms: &Terms, e: TermId) -> bool {
    Range::new(0, LANES).includes(terms.range(e))
}

/// `x`, modulo `2^32`, as the places on one side of another.
fn side(terms: &mut Terms, x: TermId) -> Option<Side> {
    let x = match *terms.node(x) {
        Node::Wrap { bits, arg, .. } if i128::from(bits) >= LANES => arg,
        _ => x,
    };
    match *terms.node(x) {
        // All lanes, shifted down.
        Node::ShiftRight(a, by) if terms.as_int(a) == Some(TURN - 1) && is_place(terms, by) => {
            let left = terms.scale(by, -1);
            return Some(Side::Below(terms.offset(left, LANES)));
        }
        // One bit and all below it.
        Node::Bits(BitOp::Or, a, b) => {
            let (one, rest) = match terms.node(a) {
                Node::Pow2(e) => (*e, b),
                _ => match terms.node(b) {
                    Node::Pow2(e) => (*e, a),
                    _ => return None,
                },
            };
            let Some(Side::Below(e)) = side(terms, rest) else {
                return None;
            };
            let end = terms.offset(e, 1);
            return (e == one && is_place(terms, end)).then_some(Side::Below(end));
        }
        _ => {}
    }
    let (parts, constant) = terms.linear(x);
    let &[(part, c)] = parts.as_slice() else {
        return None;
    };
    let (c, constant) = (c.rem_euclid(TURN), constant.rem_euclid(TURN));
    // -x - 1 is the complement of x.
    if c == TURN - 1 && constant == TURN - 1 && !matches!(terms.node(part), Node::Pow2(_)) {
        return Some(match side(terms, part)? {
            Side::Below(e) => Side::From(e),
            Side::From(e) => Side::Below(e),
        });
    }
    let Node::Pow2(e) = *terms.node(part) else {
        return None;
    };
    let (factor, below) = match constant {
        0 => (TURN - c, false),
        k if k == TURN - 1 => (c, true),
        _ => return None,
    };
    let doublings = (factor.count_ones() == 1).then(|| i128::from(factor.trailing_zeros()))?;
    let e = terms.offset(e, doublings);
    is_place(terms, e).then_some(match below {
        true => Side::Below(e),
        false => Side::From(e),
    })
}

/// `⌊m / 2^s⌋` as m and s, for 0 <= m < 2^32 and 0 <= s <= 32.
fn shifted_right(terms: &mut Terms, x: TermId) -> Option<(TermId, TermId)> {
    let (mask, by) = match *terms.node(x) {
        Node::FloorDiv(a, k) if k.count_ones() == 1 => {
            let (mask, by) = shifted_right(terms, a).unwrap_or_else(|| (a, terms.int(0)));
            (mask, terms.offset(by, i128::from(k.trailing_zeros())))
        }
        Node::ShiftRight(a, by) => (a, by),
        _ => return None,
    };
    let fits = Range::new(0, TURN - 1).includes(terms.range(mask));
    (fits && is_place(terms, by)).then_some((mask, by))
}

/// `m · 2^s` as m and s, for 0 <= s <= 32.
fn shifted_left(terms: &mut Terms, x: TermId) -> Option<(TermId, TermId)> {
    let (parts, 0) = terms.linear(x) else { return None };
    let &[(part, c)] = parts.as_slice() else {
        return None;
    };
    let doublings = (c > 0 && c.count_ones() == 1).then(|| i128::from(c.trailing_zeros()))?;
    let (mask, by) = match terms.node(part) {
        Node::Product(factors) => match **factors {
            [a, b] => match (terms.node(a), terms.node(b)) {
                (_, Node::Pow2(e)) => (a, *e),
                (Node::Pow2(e), _) => (b, *e),
                _ => return None,
            },
            _ => return None,
        },
        _ => (part, terms.int(0)),
    };
    let by = terms.offset(by, doublings);
    is_place(terms, by).then_some((mask, by))
}
