//! Which lanes a mask names.

use crate::pair::Pair;
use crate::ssa::{Machine, Meeting};
use crate::term::{BitOp, FnId, FnOrigin, Node, TermId};
use kverify_frontend::ir::CollectiveOp;

/// Lanes of a mask.
const LANES: u32 = 32;

/// A mask as one thread of a pair (the holder) has it, and the records in which its votes are explained.
pub(super) struct Masks<'a> {
    /// Operations of the segment and of the whole kernel.
    pub meetings: [&'a [Meeting]; 2],
    /// The thread that has the mask.
    pub holder: usize,
}

impl Masks<'_> {
    /// Whether `mask` names the lane of thread `t` of the pair. `None` if it cannot be said.
    pub fn names(
        &self,
        machine: &mut Machine<'_>,
        pair: &mut Pair,
        mask: TermId,
        t: usize,
    ) -> Option<TermId> {
        let lane = machine.lane();
        let lane = pair.fork(&mut machine.terms, lane, t);
        self.bit(
            machine,
            pair,
            mask,
            Lane {
                number: lane,
                thread: Some(t),
            },
        )
    }

    /// Whether `mask` names the lane of number `number`.
    pub fn names_number(
        &self,
        machine: &mut Machine<'_>,
        pair: &mut Pair,
        mask: TermId,
        number: TermId,
    ) -> Option<TermId> {
        self.bit(machine, pair, mask, Lane { number, thread: None })
    }

    fn bit(&self, machine: &mut Machine<'_>, pair: &mut Pair, mask: TermId, lane: Lane) -> Option<TermId> {
        let node = machine.terms.node(mask).clone();
        match node {
            Node::Int(v) => Some(constant_bit(machine, v, lane.number)),
            Node::Wrap { bits, arg, .. } if u32::from(bits) >= LANES => self.bit(machine, pair, arg, lane),
            Node::Bits(op, a, b) => {
                let (a, b) = (
                    self.bit(machine, pair, a, lane)?,
                    self.bit(machine, pair, b, lane)?,
                );
                let terms = &mut machine.terms;
                Some(match op {
                    BitOp::And => terms.and(&[a, b]),
                    BitOp::Or => terms.or(&[a, b]),
                    BitOp::Xor => {
                        let (not_a, not_b) = (terms.not(a), terms.not(b));
                        let ways = [terms.and(&[a, not_b]), terms.and(&[not_a, b])];
                        terms.or(&ways)
                    }
                })
            }
            Node::Ite(c, a, b) => {
                let c = pair.fork(&mut machine.terms, c, self.holder);
                let (a, b) = (
                    self.bit(machine, pair, a, lane)?,
                    self.bit(machine, pair, b, lane)?,
                );
                let terms = &mut machine.terms;
                let not = terms.not(c);
                let ways = [terms.and(&[c, a]), terms.and(&[not, b])];
                Some(terms.or(&ways))
            }
            // -x - 1 is the complement of x.
            Node::Sum(_, -1) => {
                let rest = machine.terms.offset(mask, 1);
                let inner = machine.terms.scale(rest, -1);
                let inner = self.bit(machine, pair, inner, lane)?;
                Some(machine.terms.not(inner))
            }
            Node::Pow2(e) => {
                let e = pair.fork(&mut machine.terms, e, self.holder);
                Some(machine.terms.eq(lane.number, e))
            }
            Node::Sum(ref parts, 0) => match **parts {
                [(power, c)] => match *machine.terms.node(power) {
                    // c shifted by e.
                    Node::Pow2(e) => {
                        let e = pair.fork(&mut machine.terms, e, self.holder);
                        let place = machine.terms.sub(lane.number, e);
                        Some(constant_bit(machine, c, place))
                    }
                    _ => self.number(machine, pair, mask, lane),
                },
                _ => self.number(machine, pair, mask, lane),
            },
            Node::App(f, ref args) => match machine.terms.functions[f].origin {
                FnOrigin::Exchange(op) => self.voted(machine, pair, (f, op, args), lane),
                _ => self.number(machine, pair, mask, lane),
            },
            Node::Sym(_)
            | Node::Sum(..)
            | Node::Product(_)
            | Node::Div(..)
            | Node::Rem(..)
            | Node::FloorDiv(..)
            | Node::FloorMod(..)
            | Node::ShiftRight(..)
            | Node::Wrap { .. } => self.number(machine, pair, mask, lane),
            Node::Bool(_)
            | Node::Float(..)
            | Node::Le0(_)
            | Node::Eq0(_)
            | Node::Same(..)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_) => None,
        }
    }

    /// The bit of a number of which nothing else is known. What other lanes brought is not in it.
    fn number(&self, machine: &mut Machine<'_>, pair: &mut Pair, mask: TermId, lane: Lane) -> Option<TermId> {
        let terms = &mut machine.terms;
        let exchanged = |t: &TermId| match terms.node(*t) {
            Node::App(f, _) => matches!(terms.functions[*f].origin, FnOrigin::Exchange(_)),
            _ => false,
        };
        if terms.post_order(&[mask]).iter().any(exchanged) {
            return None;
        }
        let mask = pair.fork(terms, mask, self.holder);
        let shifted = terms.shr(mask, lane.number);
        let bit = terms.floor_mod(shifted, 2);
        let zero = terms.int(0);
        Some(terms.ne(bit, zero))
    }

    /// Whether a lane voted so that its bit is set.
    fn voted(
        &self,
        machine: &mut Machine<'_>,
        pair: &mut Pair,
        (f, op, args): (FnId, CollectiveOp, &[TermId]),
        lane: Lane,
    ) -> Option<TermId> {
        let t = lane.thread?;
        let mut all = self.meetings.iter().flat_map(|m| m.iter());
        let vote = all.find(|m| m.lanes.as_ref().is_some_and(|l| l.result == Some(f)))?;
        let value = vote.lanes.as_ref()?.value?;
        if !pair.is_in_step(&machine.terms.functions[f].loops) {
            return None;
        }
        if !op.names_lanes() {
            return None;
        }
        let asked = match op == CollectiveOp::ActiveMask {
            true => None,
            false => Some(self.bit(machine, pair, *args.first()?, lane)?),
        };
        let terms = &mut machine.terms;
        let came = pair.fork(terms, vote.guard, t);
        let its = pair.fork(terms, value, t);
        let sets = if op == CollectiveOp::Ballot {
            let zero = terms.int(0);
            terms.ne(its, zero)
        } else {
            let own = pair.fork(terms, *args.last()?, self.holder);
            terms.eq(its, own)
        };
        let mut parts = vec![came, sets];
        parts.extend(asked);
        Some(terms.and(&parts))
    }
}

/// A lane by its number, and the thread of the pair that it is.
#[derive(Clone, Copy)]
struct Lane {
    number: TermId,
    thread: Option<usize>,
}

/// Whether bit `place` of a constant is set; of places below 0 none is. Above lane 31 masks have no meaning.
fn constant_bit(machine: &mut Machine<'_>, v: i128, place: TermId) -> TermId {
    let terms = &mut machine.terms;
    let set: Vec<TermId> = crate::pair::runs((v & 0xffff_ffff) as u32)
        .map(|(first, last)| {
            let first = terms.int(first);
            let low = terms.le(first, place);
            // A negative number has all higher bits.
            let open = last == 31 && v < 0;
            let last = terms.int(last);
            let high = if open {
                terms.bool(true)
            } else {
                terms.le(place, last)
            };
            terms.and(&[low, high])
        })
        .collect();
    terms.or(&set)
}

/// Whether the two threads of a pair have different masks; true of more than that where masks are shifted.
pub(super) fn differ(machine: &mut Machine<'_>, pair: &mut Pair, mask: TermId) -> TermId {
    let terms = &mut machine.terms;
    let (a, b) = (pair.fork(terms, mask, 0), pair.fork(terms, mask, 1));
    if a == b {
        return terms.bool(false);
    }
    let parts: Vec<TermId> = match terms.node(mask).clone() {
        Node::Wrap { arg, .. } => vec![arg],
        Node::Sum(parts, _) => parts.iter().map(|p| p.0).collect(),
        Node::Bits(_, a, b) => vec![a, b],
        Node::Pow2(e) => {
            let (a, b) = (pair.fork(terms, e, 0), pair.fork(terms, e, 1));
            return terms.ne(a, b);
        }
        _ => return terms.ne(a, b),
    };
    let ways: Vec<TermId> = parts.into_iter().map(|p| differ(machine, pair, p)).collect();
    machine.terms.or(&ways)
}
