//! What shuffles, votes and work-group functions compute.

use super::context::Context;
use super::symbolic::{Node, Sym};
use super::thread::Val;
use super::value::{binary, compare, truncate, width};
use kverify_frontend::ir::{BinOp, CmpOp, CollectiveOp, Ty};

/// A thread that takes part.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its lane in the warp, or its linear index in the block.
    pub lane: u32,
    /// Its operands.
    pub args: Vec<Val>,
}

/// The results, one for each member (in order of lanes). `tys` are the operands' types, `result` is the result's; warps have
/// `warp` lanes.
pub(super) fn results(op: CollectiveOp, tys: &[Ty], result: Ty, members: &[Member], warp: u32) -> Vec<Val> {
    let ty = tys.first().copied().unwrap_or(result);
    let value = |m: &Member| m.args.first().copied().unwrap_or_default();
    let unknown = members.iter().any(|m| m.args.iter().any(|a| a.unknown));
    let all = |bits: u128| vec![Val::of(truncate(result, bits), unknown); members.len()];
    let truth = |m: &Member| value(m).bits != 0;
    let first = members.first().map(&value).unwrap_or_default();
    match op {
        CollectiveOp::Shuffle
        | CollectiveOp::ShuffleUp
        | CollectiveOp::ShuffleDown
        | CollectiveOp::ShuffleXor => members.iter().map(|m| shuffle(op, m, members, warp)).collect(),
        CollectiveOp::Broadcast => members.iter().map(|m| broadcast(m, members)).collect(),
        CollectiveOp::Together => all(0),
        CollectiveOp::Ballot => all(lanes(members, truth)),
        CollectiveOp::ActiveMask => all(lanes(members, |_| true)),
        CollectiveOp::Any => all(members.iter().any(truth).into()),
        CollectiveOp::All => all(members.iter().all(truth).into()),
        CollectiveOp::AllEqual => all(members.iter().all(|m| value(m).bits == first.bits).into()),
        CollectiveOp::MatchAll => {
            let equal = members.iter().all(|m| value(m).bits == first.bits);
            all(if equal { lanes(members, |_| true) } else { 0 })
        }
        CollectiveOp::MatchAny => members
            .iter()
            .map(|m| Val::of(lanes(members, |o| value(o).bits == value(m).bits), unknown))
            .collect(),
        CollectiveOp::ReduceAdd => all(fold(BinOp::Add, ty, members)),
        CollectiveOp::ReduceMin => all(fold(BinOp::Min, ty, members)),
        CollectiveOp::ReduceMax => all(fold(BinOp::Max, ty, members)),
        CollectiveOp::ReduceAnd => all(fold(BinOp::And, ty, members)),
        CollectiveOp::ReduceOr => all(fold(BinOp::Or, ty, members)),
        CollectiveOp::ReduceXor => all(fold(BinOp::Xor, ty, members)),
        CollectiveOp::ScanInclusiveAdd => scan(BinOp::Add, ty, members, None),
        CollectiveOp::ScanInclusiveMin => scan(BinOp::Min, ty, members, None),
        CollectiveOp::ScanInclusiveMax => scan(BinOp::Max, ty, members, None),
        CollectiveOp::ScanExclusiveAdd => scan(BinOp::Add, ty, members, Some(0)),
        CollectiveOp::ScanExclusiveMin => scan(BinOp::Min, ty, members, Some(extreme(ty, true))),
        CollectiveOp::ScanExclusiveMax => scan(BinOp::Max, ty, members, Some(extreme(ty, false))),
    }
}

fn lanes(members: &[Member], picks: impl Fn(&Member) -> bool) -> u128 {
    members
        .iter()
        .filter(|m| picks(m))
        .fold(0, |mask, m| mask | 1u128.checked_shl(m.lane).unwrap_or(0))
}

/// The value of lane `lane`; of a lane that does not take part it is undefined.
fn of_lane(lane: u32, own: &Member, members: &[Member]) -> Val {
    match members.iter().find(|m| m.lane == lane) {
        Some(source) => source.args.first().copied().unwrap_or_default(),
        None => Val {
            unknown: true,
            ..own.args.first().copied().unwrap_or_default()
        },
    }
}

/// Source lanes as the CUDA programming guide defines them; lanes outside of the segment keep their own value.
fn shuffle(op: CollectiveOp, own: &Member, members: &[Member], warp: u32) -> Val {
    let operand = |n: usize| own.args.get(n).map(|a| a.bits as u32);
    let lane = own.lane;
    let segment = operand(2)
        .filter(|w| w.is_power_of_two() && *w <= warp)
        .unwrap_or(warp.next_power_of_two());
    let source = source_lane(op, lane, operand(1).unwrap_or(0), segment);
    chosen(own, of_lane(source.unwrap_or(lane), own, members))
}

/// The lane that a shuffle asks among `segment` lanes; `None` where it keeps its own value.
pub(super) fn source_lane(op: CollectiveOp, lane: u32, by: u32, segment: u32) -> Option<u32> {
    let start = lane & !(segment - 1);
    match op {
        CollectiveOp::ShuffleUp => lane.checked_sub(by).filter(|l| *l >= start),
        CollectiveOp::ShuffleDown => lane.checked_add(by).filter(|l| *l < start + segment),
        CollectiveOp::ShuffleXor => Some(lane ^ by).filter(|l| *l < start + segment),
        _ => Some(start + (by & (segment - 1))),
    }
}

fn broadcast(own: &Member, members: &[Member]) -> Val {
    let lane = own.args.get(1).map_or(0, |a| a.bits as u32);
    chosen(own, of_lane(lane, own, members))
}

/// What a lane gets from where its operands say; if they are unknown, so is what it gets.
fn chosen(own: &Member, got: Val) -> Val {
    Val {
        unknown: got.unknown || own.args.iter().skip(1).any(|a| a.unknown),
        ..got
    }
}

fn fold(op: BinOp, ty: Ty, members: &[Member]) -> u128 {
    let mut values = members.iter().map(|m| m.args.first().map_or(0, |a| a.bits));
    let first = values.next().unwrap_or(0);
    values.fold(first, |acc, v| binary(op, ty, ty, acc, v).0)
}

/// Prefix sums; `start` is the neutral element of an exclusive scan.
fn scan(op: BinOp, ty: Ty, members: &[Member], start: Option<u128>) -> Vec<Val> {
    let mut before: Option<Val> = start.map(Val::exact);
    let mut results = Vec::with_capacity(members.len());
    for member in members {
        let own = member.args.first().copied().unwrap_or_default();
        let after = before.map_or(own, |b| {
            let bits = binary(op, ty, ty, b.bits, own.bits).0;
            Val::of(bits, b.unknown || own.unknown)
        });
        results.push(if start.is_some() {
            before.unwrap_or_default()
        } else {
            after
        });
        before = Some(after);
    }
    results
}

/// Whether what a thread gets is what others brought, or a sum of it.
pub(super) fn hands_on(op: CollectiveOp) -> bool {
    let moves = [
        CollectiveOp::Shuffle,
        CollectiveOp::ShuffleUp,
        CollectiveOp::ShuffleDown,
        CollectiveOp::ShuffleXor,
        CollectiveOp::Broadcast,
    ];
    moves.contains(&op) || folds(op).is_some()
}

/// The operation of a reduction or a scan; whether of the latter, and whether its own operand counts.
fn folds(op: CollectiveOp) -> Option<(BinOp, Option<bool>)> {
    Some(match op {
        CollectiveOp::ReduceAdd => (BinOp::Add, None),
        CollectiveOp::ReduceMin => (BinOp::Min, None),
        CollectiveOp::ReduceMax => (BinOp::Max, None),
        CollectiveOp::ReduceAnd => (BinOp::And, None),
        CollectiveOp::ReduceOr => (BinOp::Or, None),
        CollectiveOp::ReduceXor => (BinOp::Xor, None),
        CollectiveOp::ScanInclusiveAdd => (BinOp::Add, Some(true)),
        CollectiveOp::ScanInclusiveMin => (BinOp::Min, Some(true)),
        CollectiveOp::ScanInclusiveMax => (BinOp::Max, Some(true)),
        CollectiveOp::ScanExclusiveAdd => (BinOp::Add, Some(false)),
        CollectiveOp::ScanExclusiveMin => (BinOp::Min, Some(false)),
        CollectiveOp::ScanExclusiveMax => (BinOp::Max, Some(false)),
        CollectiveOp::Shuffle
        | CollectiveOp::ShuffleUp
        | CollectiveOp::ShuffleDown
        | CollectiveOp::ShuffleXor
        | CollectiveOp::Broadcast
        | CollectiveOp::Ballot
        | CollectiveOp::ActiveMask
        | CollectiveOp::Any
        | CollectiveOp::All
        | CollectiveOp::AllEqual
        | CollectiveOp::MatchAny
        | CollectiveOp::MatchAll
        | CollectiveOp::Together => return None,
    })
}

/// The terms of what a reduction or a scan gives, in a run with symbols.
pub(super) fn fold_terms(
    cx: &mut Context<'_>,
    op: CollectiveOp,
    ty: Ty,
    members: &[Member],
    vals: &mut [Val],
) {
    let Some((op, scan)) = folds(op).filter(|_| cx.shadow.is_some()) else {
        return;
    };
    let mut before: Option<Val> = None;
    for (member, val) in members.iter().zip(&mut *vals) {
        let own = member.args.first().copied().unwrap_or_default();
        let after = before.map_or(own, |sum| Val {
            sym: cx.term(&[sum, own], |g| {
                Node::Binary(op, ty, ty, g.of(ty, sum), g.of(ty, own))
            }),
            ..Val::of(binary(op, ty, ty, sum.bits, own.bits).0, false)
        });
        let taken = if scan == Some(false) { before } else { Some(after) };
        val.sym = taken.map_or(Sym::NONE, |taken| taken.sym);
        before = Some(after);
    }
    if let (None, Some(all)) = (scan, before) {
        vals.iter_mut().for_each(|val| val.sym = all.sym);
    }
}

/// The largest or smallest value of a type.
fn extreme(ty: Ty, largest: bool) -> u128 {
    match ty {
        Ty::Float(kind) => {
            super::value::from_float(kind, if largest { f64::INFINITY } else { f64::NEG_INFINITY })
        }
        _ => {
            let w = width(ty).max(1);
            let top = 1u128 << (w - 1);
            let candidates = [0, truncate(ty, u128::MAX), top, top - 1];
            let better = |a: u128, b: u128| compare(if largest { CmpOp::Ge } else { CmpOp::Le }, ty, a, b);
            candidates
                .into_iter()
                .fold(0, |best, c| if better(best, c) { best } else { c })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warp(args: impl Fn(u32) -> Vec<u128>) -> Vec<Member> {
        let vals = |lane| args(lane).into_iter().map(Val::exact).collect();
        (0..32)
            .map(|lane| Member {
                lane,
                args: vals(lane),
            })
            .collect()
    }

    fn run(op: CollectiveOp, members: &[Member]) -> Vec<u128> {
        results(op, &[Ty::I32], Ty::U32, members, 32)
            .into_iter()
            .map(|v| v.bits)
            .collect()
    }

    #[test]
    fn shuffles_move_values() {
        let members = warp(|l| vec![l.into(), 1, 32]);
        assert_eq!(run(CollectiveOp::ShuffleDown, &members)[..3], [1, 2, 3]);
        assert_eq!(run(CollectiveOp::ShuffleDown, &members)[31], 31);
        assert_eq!(run(CollectiveOp::ShuffleUp, &members)[..3], [0, 0, 1]);
        assert_eq!(run(CollectiveOp::ShuffleXor, &members)[..4], [1, 0, 3, 2]);
        let members = warp(|l| vec![l.into(), 3, 8]);
        assert_eq!(run(CollectiveOp::Shuffle, &members)[9], 11);
    }

    #[test]
    fn a_shuffle_from_an_unknown_lane_is_unknown() {
        let mut members = warp(|l| vec![l.into(), 3, 32]);
        for member in &mut members {
            member.args[1].unknown = true;
        }
        for op in [
            CollectiveOp::Shuffle,
            CollectiveOp::ShuffleDown,
            CollectiveOp::Broadcast,
        ] {
            assert!(
                results(op, &[Ty::I32], Ty::U32, &members, 32)
                    .iter()
                    .all(|v| v.unknown)
            );
        }
    }

    #[test]
    fn votes_see_all_lanes() {
        let members = warp(|l| vec![u128::from(l % 2)]);
        assert_eq!(run(CollectiveOp::Ballot, &members)[5], 0xaaaa_aaaa);
        assert_eq!(run(CollectiveOp::Any, &members)[0], 1);
        assert_eq!(run(CollectiveOp::All, &members)[0], 0);
        assert_eq!(run(CollectiveOp::MatchAny, &members)[0], 0x5555_5555);
        assert_eq!(run(CollectiveOp::MatchAll, &members)[0], 0);
        assert_eq!(run(CollectiveOp::ActiveMask, &members)[3], 0xffff_ffff);
        let alike = warp(|_| vec![7]);
        assert_eq!(run(CollectiveOp::MatchAll, &alike)[9], 0xffff_ffff);
        assert_eq!(run(CollectiveOp::All, &alike)[0], 1);
        assert_eq!(run(CollectiveOp::Any, &warp(|_| vec![0]))[0], 0);
    }

    #[test]
    fn scans_and_reductions() {
        let members = warp(|l| vec![l.into()]);
        assert_eq!(run(CollectiveOp::ReduceAdd, &members)[7], 496);
        assert_eq!(run(CollectiveOp::ScanInclusiveAdd, &members)[..4], [0, 1, 3, 6]);
        assert_eq!(run(CollectiveOp::ScanExclusiveAdd, &members)[..4], [0, 0, 1, 3]);
        assert_eq!(run(CollectiveOp::ScanExclusiveMin, &members)[0], 0x7fff_ffff);
        assert_eq!(run(CollectiveOp::ReduceMin, &members)[7], 0);
        assert_eq!(run(CollectiveOp::ReduceMax, &members)[7], 31);
        assert_eq!(run(CollectiveOp::ReduceAnd, &members)[0], 0);
        assert_eq!(run(CollectiveOp::ReduceOr, &members)[0], 31);
        assert_eq!(run(CollectiveOp::ReduceXor, &members)[0], 0);
        let down = warp(|l| vec![u128::from(31 - l)]);
        assert_eq!(run(CollectiveOp::ScanInclusiveMin, &down)[..3], [31, 30, 29]);
        assert_eq!(run(CollectiveOp::ScanInclusiveMax, &down)[..3], [31, 31, 31]);
        assert_eq!(run(CollectiveOp::ScanExclusiveMax, &down)[1..3], [31, 31]);
    }
}
