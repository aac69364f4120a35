//! What two threads know of each other by the votes and shuffles of their warps.
//!
//! - *Ranks*: of two lanes of one mask the later has more lanes before it: `m = n ∧ i < j ∧ i ∈ m ⇒ popc(m & (2^i - 1)) <
//!   popc(n & (2^j - 1))`, and a lane of the mask has fewer before it than there are: `i ∈ m ⇒ popc(m & (2^i - 1)) < popc(m)`.
//! - *Leaders*: a value that one lane drew by an atomic operation for its group and hands round by a shuffle: two groups' values
//!   are results of two operations ([`super::draws`]).

use super::Pair;
use super::draws::{Draw, Relations, relate};
use crate::ssa::{Lanes, Machine, Meeting};
use crate::term::{BitOp, FnId, FnOrigin, Level, Node, TermId};
use kverify_frontend::ir::{CollectiveOp, Scope};
use std::collections::HashMap;

/// How many lanes before its own a thread counts in a mask.
struct Rank {
    thread: usize,
    lane: TermId,
    mask: TermId,
    count: TermId,
    function: FnId,
}

impl Pair {
    /// Facts that relate what shuffles and votes gave the two threads, as far as it occurs in `query`.
    pub fn exchanged(
        &mut self,
        machine: &mut Machine<'_>,
        meetings: &[&Meeting],
        query: &[TermId],
    ) -> Relations {
        let mut relations = Relations::default();
        let terms = &machine.terms;
        let exchanged = |t: &TermId| match *terms.node(*t) {
            Node::App(f, _) => {
                let of = terms.original_fn(f).0;
                matches!(terms.functions[of].origin, FnOrigin::Exchange(_))
            }
            _ => false,
        };
        if !terms.post_order(query).iter().any(exchanged) {
            return relations;
        }
        self.ranks(machine, meetings, query, &mut relations);
        let asked = machine.terms.post_order(query);
        for &meeting in meetings {
            if let Some(lanes) = &meeting.lanes {
                self.leaders(machine, lanes, &asked, &mut relations);
            }
        }
        relations
    }

    fn ranks(
        &mut self,
        machine: &mut Machine<'_>,
        meetings: &[&Meeting],
        query: &[TermId],
        relations: &mut Relations,
    ) {
        let lane = machine.lane();
        let lanes = [0, 1].map(|t| self.fork(&mut machine.terms, lane, t));
        let mut ranks: Vec<Rank> = Vec::new();
        for t in machine.terms.post_order(query) {
            let Some((function, mask, exponent)) = counted(machine, t) else {
                continue;
            };
            let threads = (0..2).filter(|&n| lanes[n] == exponent);
            ranks.extend(threads.map(|thread| Rank {
                thread,
                lane: exponent,
                mask,
                count: t,
                function,
            }));
        }
        for r in &ranks {
            let Some(named) = self.is_named(machine, meetings, r) else {
                continue;
            };
            let terms = &mut machine.terms;
            let all = terms.app(r.function, &[r.mask]);
            let fewer = terms.lt(r.count, all);
            relations.facts.push(terms.implies(named, fewer));
            for other in ranks.iter().filter(|o| o.thread != r.thread) {
                let (same, before) = (terms.eq(r.mask, other.mask), terms.lt(r.lane, other.lane));
                let both = terms.and(&[named, same, before]);
                let less = terms.lt(r.count, other.count);
                relations.facts.push(terms.implies(both, less));
            }
        }
    }

    /// Whether the thread's own lane is in the mask that it counts in; `None` if the mask is no vote.
    fn is_named(&mut self, machine: &mut Machine<'_>, meetings: &[&Meeting], r: &Rank) -> Option<TermId> {
        for &meeting in meetings {
            let Some(lanes) = &meeting.lanes else { continue };
            let (Some(given), Some(value)) = (lanes.given, lanes.value) else {
                continue;
            };
            let Node::App(f, _) = *machine.terms.node(given) else {
                continue;
            };
            let op = match machine.terms.functions[f].origin {
                FnOrigin::Exchange(op) => op,
                _ => continue,
            };
            let terms = &mut machine.terms;
            if self.fork(terms, given, r.thread) != r.mask {
                continue;
            }
            let came = self.fork(terms, meeting.guard, r.thread);
            return match op {
                CollectiveOp::Ballot => {
                    let value = self.fork(terms, value, r.thread);
                    let zero = terms.int(0);
                    let yes = terms.ne(value, zero);
                    Some(terms.and(&[came, yes]))
                }
                CollectiveOp::MatchAny | CollectiveOp::ActiveMask => Some(came),
                _ => None,
            };
        }
        None
    }

    /// What two groups' leaders drew is related as if the two threads had drawn it.
    fn leaders(
        &mut self,
        machine: &mut Machine<'_>,
        lanes: &Lanes,
        asked: &[TermId],
        relations: &mut Relations,
    ) {
        let (Some(given), Some(value), Some(mask)) = (lanes.given, lanes.value, lanes.mask) else {
            return;
        };
        let Node::App(f, args) = machine.terms.node(given).clone() else {
            return;
        };
        let (FnOrigin::Exchange(op), [_, source]) = (&machine.terms.functions[f].origin, &*args) else {
            return;
        };
        let hands_round = matches!(op, CollectiveOp::Shuffle | CollectiveOp::Broadcast);
        let values = [0, 1].map(|t| self.fork(&mut machine.terms, given, t));
        if !hands_round || values[0] == values[1] || values.iter().any(|v| !asked.contains(v)) {
            return;
        }
        // Of one warp, the two may be of one group; in other iterations, so may what they got.
        let in_step = self.is_in_step(&machine.terms.functions[f].loops);
        if self.scope != Scope::Grid && !(self.scope == Scope::Warp && in_step) && !self.other_warps {
            return;
        }
        let Some((drawn, object, op, operands)) = drawn_by(machine, value, *source, mask, f) else {
            return;
        };
        let draws = [0, 1].map(|t| {
            let terms = &mut machine.terms;
            let args: Vec<TermId> = operands.iter().map(|&a| self.fork(terms, a, t)).collect();
            Draw {
                value: values[t],
                function: drawn,
                object,
                op,
                args: args.into(),
            }
        });
        if !self.is_comparable(machine, &draws[0], &draws[1]) {
            return;
        }
        let mut found = Relations::default();
        relate(machine, &draws[0], &draws[1], &mut found);
        let terms = &mut machine.terms;
        let mut one_group = terms.bool(false);
        if self.scope == Scope::Warp {
            let same: Vec<TermId> = args
                .iter()
                .map(|&a| {
                    let (x, y) = (self.fork(terms, a, 0), self.fork(terms, a, 1));
                    terms.eq(x, y)
                })
                .collect();
            one_group = terms.and(&same);
        }
        relations.assumed |= found.assumed;
        for fact in found.facts {
            relations.facts.push(terms.or(&[one_group, fact]));
        }
    }
}

/// `popc(mask & (2^exponent - 1))`
fn counted(machine: &Machine<'_>, t: TermId) -> Option<(FnId, TermId, TermId)> {
    let terms = &machine.terms;
    let Node::App(f, ref args) = *terms.node(t) else {
        return None;
    };
    let function = &terms.functions[f];
    let (FnOrigin::Pure, [x], true) = (&function.origin, &**args, function.name == "popc32") else {
        return None;
    };
    let Node::Bits(BitOp::And, a, b) = *terms.node(*x) else {
        return None;
    };
    let below = |u: TermId| match terms.node(u) {
        Node::Sum(parts, -1) => match **parts {
            [(power, 1)] => match *terms.node(power) {
                Node::Pow2(e) => Some(e),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    match (below(a), below(b)) {
        (Some(e), None) => Some((f, b, e)),
        (None, Some(e)) => Some((f, a, e)),
        _ => None,
    }
}

/// The atomic operation whose result the source lane holds, if that is the same operation for all lanes of the group.
fn drawn_by(
    machine: &mut Machine<'_>,
    value: TermId,
    source: TermId,
    mask: TermId,
    shuffle: FnId,
) -> Option<(
    FnId,
    kverify_frontend::ir::ObjectId,
    kverify_frontend::ir::AtomicOp,
    Vec<TermId>,
)> {
    let lane = machine.lane();
    let terms = &mut machine.terms;
    // Where the others hold nothing, nothing says that the source lane is the one that drew.
    if !matches!(terms.node(value), Node::Ite(..)) {
        return None;
    }
    let value = terms.replace(value, &HashMap::from([(lane, source)]));
    let Node::App(f, ref args) = *terms.node(value) else {
        return None;
    };
    let operands = args.to_vec();
    let FnOrigin::Drawn { object, op, .. } = terms.functions[f].origin else {
        return None;
    };
    if terms.functions[f].loops != terms.functions[shuffle].loops {
        return None;
    }
    // But for the mask itself nothing in it may be one lane's own.
    let zero = terms.int(0);
    let without = HashMap::from([(mask, zero)]);
    let alike = operands.iter().all(|&a| {
        let rest = machine.terms.replace(a, &without);
        machine.level_of(rest) <= Level::Warp
    });
    alike.then_some((f, object, op, operands))
}
