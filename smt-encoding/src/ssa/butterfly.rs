//! Butterflies: reductions in which each lane adds what the lane across gives it, `v = v + shfl_xor(v, d)`.
//!
//! After such a step with d = 2^k lanes that differ in bit k alone hold one value, since the operation commutes: the one has `x ∘ y` and
//! the other `y ∘ x`. Lanes alike in some bits stay so. Five steps leave one value in the warp, for floats as well, to the last bit.
//! That holds of lanes that all come, and all others that the steps reach as well.

use super::recurrence::{Carried, Solver};
use super::{Machine, Records};
use crate::term::{BitOp, FnId, FnOrigin, Level, Node, Sort, Subst, TermId};
use kverify_frontend::ir::Ty;

/// Steps of a loop that are looked at.
const MOST_STEPS: i128 = 8;

/// Meetings, counted from the last one, whose results a value may be made of.
const MOST_OPEN: usize = 8;

/// Operations on floats whose operands may change places.
const COMMUTES: [&str; 6] = ["add", "mul", "min", "max", "fmin", "fmax"];

/// What a shuffle hands to the lane across.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swap {
    pub value: TermId,
    /// What it turns in the lane's number.
    pub by: TermId,
    /// Lanes among which it goes.
    pub width: TermId,
}

/// A variable that a loop carries through the steps of a butterfly.
#[derive(Clone, Debug)]
pub(crate) struct Butterfly {
    /// The function of the shuffle's results.
    pub shuffle: FnId,
    /// On which bits of a lane's number it does not depend after so many steps.
    pub alike: Vec<u8>,
}

impl Machine<'_> {
    /// Notes that `value` is made of what a shuffle handed over, if it is a step of a butterfly.
    pub(super) fn note_mixed(&mut self, out: &mut Records, guard: TermId, value: TermId, ty: Ty) {
        if self.level_of(guard) > Level::Warp {
            return;
        }
        let open = out.meetings.len().saturating_sub(MOST_OPEN)..out.meetings.len();
        for n in open.rev() {
            let Some(lanes) = out.meetings[n].lanes.as_ref().filter(|l| l.mixed.is_none()) else {
                continue;
            };
            let (Some(own), Some(given)) = (lanes.value, lanes.given) else {
                continue;
            };
            let Some(bit) = lanes
                .across
                .zip(lanes.width)
                .and_then(|(by, width)| self.turned_bit(by, width))
            else {
                continue;
            };
            if !self.commutes(value, [own, given], ty) {
                continue;
            }
            let mask = lanes.mask;
            let others = out.meetings.iter().filter_map(|m| m.lanes.as_ref());
            let mut steps = others.filter(|l| l.mask == mask && l.mixed == Some(own));
            let alike = steps.next().map_or(0, |l| l.alike) | bit;
            if let Some(lanes) = &mut out.meetings[n].lanes {
                (lanes.mixed, lanes.alike) = (Some(value), alike);
            }
            return;
        }
    }

    /// Notes that a loop carries a variable through the steps of a butterfly; `value` is its function of κ.
    pub(super) fn note_butterfly(&mut self, s: &mut Solver, c: &Carried, value: TermId) {
        let Some((shuffle, swap)) = c.latch.and_then(|latch| self.swapped_in(c, latch)) else {
            return;
        };
        let &Node::App(value, _) = self.terms.node(value) else {
            return;
        };
        let by = self.terms.subst(&mut s.subst, swap.by);
        let kappa = self.sym_of(s.kappa);
        let mut alike = vec![0];
        for n in 0..MOST_STEPS {
            let mut at = Subst::new();
            at.bind(kappa, self.terms.int(n));
            let by = self.terms.subst(&mut at, by);
            let Some(bit) = self.turned_bit(by, swap.width) else {
                break;
            };
            let before = alike.last().copied().unwrap_or(0);
            alike.push(before | bit);
        }
        self.butterflies.insert(value, Butterfly { shuffle, alike });
    }

    /// The function of a shuffle's results, and what it hands over, if an iteration makes what it leaves of that and of the value
    /// that it began with.
    fn swapped_in(&mut self, c: &Carried, latch: TermId) -> Option<(FnId, Swap)> {
        let all = self.terms.post_order(&[latch]);
        let given = all.into_iter().find_map(|t| match *self.terms.node(t) {
            Node::App(f, _) => {
                let swap = self.swaps.get(&f).filter(|swap| swap.value == c.place)?;
                Some((t, f, *swap))
            }
            _ => None,
        });
        let (given, shuffle, swap) = given?;
        let ty = c.ty.unwrap_or(Ty::Bool);
        self.commutes(latch, [c.place, given], ty)
            .then_some((shuffle, swap))
    }

    /// The bit that a shuffle turns in a lane's number, if it hands over to the lane across within the width.
    fn turned_bit(&self, by: TermId, width: TermId) -> Option<u8> {
        let (by, width) = (self.terms.as_int(by)?, self.terms.as_int(width)?);
        let turns_one = (1..32).contains(&by) && by & (by - 1) == 0 && by < width;
        u8::try_from(by).ok().filter(|_| turns_one)
    }

    /// Whether `result` is an operation on two values that may change places.
    fn commutes(&mut self, result: TermId, [a, b]: [TermId; 2], ty: Ty) -> bool {
        if matches!(self.terms.sort(result), Sort::Float(_)) {
            let Node::App(f, args) = self.terms.node(result) else {
                return false;
            };
            let f = &self.terms.functions[*f];
            let name = f.name.split(':').next().unwrap_or_default();
            let are_they = matches!(args[..], [x, y] if [x, y] == [a, b] || [x, y] == [b, a]);
            return f.origin == FnOrigin::Pure && COMMUTES.contains(&name) && are_they;
        }
        if [a, b].iter().any(|&t| self.terms.sort(t) != Sort::Int) {
            return false;
        }
        let t = &mut self.terms;
        let made = [
            t.add(a, b),
            t.mul(a, b),
            t.min(a, b),
            t.min(b, a),
            t.max(a, b),
            t.max(b, a),
            t.bits(BitOp::And, a, b),
            t.bits(BitOp::Or, a, b),
            t.bits(BitOp::Xor, a, b),
        ];
        made.into_iter()
            .any(|made| made == result || t.wrap(made, ty) == result)
    }
}
