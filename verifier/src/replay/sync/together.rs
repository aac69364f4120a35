//! Barriers of several blocks: of a cluster, or of the grid.

use super::super::context::{Attendance, Context};
use super::super::order::Sync;
use super::super::thread::{Status, Thread};
use super::partings::{leaves, note_parting};
use super::{At, go_on, trace_release};
use kverify_frontend::ir::{Scope, Spaces};
use kverify_smt::answer::Action;
use std::collections::BTreeMap;

/// A thread, by its block and its number there.
type Position = (usize, usize);

/// Threads of these blocks that wait at a barrier of that scope pass it. Whether any does.
pub(super) fn pass_together(
    blocks: &mut [Vec<Thread>],
    cx: &mut Context<'_>,
    of: &[usize],
    scope: Scope,
) -> bool {
    let members = waiting(blocks, cx, of, scope);
    let Some(&(b0, n0)) = members.first() else {
        return false;
    };
    let Some(at) = At::of(&blocks[b0][n0], cx) else {
        return false;
    };
    let first = &blocks[b0][n0];
    let (left, gone) = leavers(blocks, of, at, first);
    let elsewhere = members.iter().copied().find(|&(b, n)| {
        let other = At::of(&blocks[b][n], cx);
        other.is_none_or(|other| {
            other.place() != at.place() || other.iterations(&blocks[b][n]) != at.iterations(first)
        })
    });
    for (b, n) in left.iter().map(|l| l.1).chain(elsewhere) {
        note_parting(cx, at, first, &blocks[b][n]);
    }
    // A cluster's barrier waits for those that are still there (PTX ISA, "barrier.cluster").
    let missed = match scope {
        Scope::Cluster => left.iter().any(|l| l.0 == Action::PassedBy),
        Scope::Thread | Scope::Warp | Scope::Block | Scope::Grid | Scope::System => !left.is_empty(),
    };
    let who = Attendance {
        parted: missed || elsewhere.is_some(),
        left: match scope {
            Scope::Cluster => gone,
            Scope::Thread | Scope::Warp | Scope::Block | Scope::Grid | Scope::System => BTreeMap::new(),
        },
    };
    end_intervals(cx, of, scope, &who);
    let parted = !left.is_empty() || elsewhere.is_some();
    trace_release(cx, members.iter().map(|&(b, n)| blocks[b][n].number), at, parted);
    for (b, n) in members {
        blocks[b][n].snapshot = 0;
        go_on(&mut blocks[b][n]);
    }
    true
}

/// Threads of these blocks that stand at a barrier of that scope.
fn waiting(blocks: &[Vec<Thread>], cx: &Context<'_>, of: &[usize], scope: Scope) -> Vec<Position> {
    let waits =
        |t: &Thread| At::of(t, cx).is_some_and(|at| matches!(at, At::Barrier(_)) && at.scope() == scope);
    positions(blocks, of)
        .filter(|&(b, n)| waits(&blocks[b][n]))
        .collect()
}

fn positions(blocks: &[Vec<Thread>], of: &[usize]) -> impl Iterator<Item = Position> {
    of.iter().flat_map(|&b| (0..blocks[b].len()).map(move |n| (b, n)))
}

/// Of the threads that have left the kernel: one that left early and one that passed by, as `first` sees it, and the warp clocks of all.
fn leavers(
    blocks: &[Vec<Thread>],
    of: &[usize],
    at: At<'_>,
    first: &Thread,
) -> (Vec<(Action, Position)>, BTreeMap<u32, u32>) {
    let mut left: Vec<(Action, Position)> = Vec::new();
    let mut gone: BTreeMap<u32, u32> = BTreeMap::new();
    for (b, n) in positions(blocks, of) {
        if let Status::Exited { exit, .. } = blocks[b][n].status {
            let how = leaves(at, first, &blocks[b][n], exit);
            gone.insert(blocks[b][n].number, blocks[b][n].snapshot);
            if left.iter().all(|l| l.0 != how) {
                left.push((how, (b, n)));
            }
        }
    }
    (left, gone)
}

/// Ends the interval of each block, and what it orders beyond the block.
fn end_intervals(cx: &mut Context<'_>, of: &[usize], scope: Scope, who: &Attendance) {
    for &b in of {
        cx.end_interval(b as u32, Spaces::ALL, who);
    }
    if scope == Scope::Grid {
        for &block in of {
            cx.order(Sync::Block {
                block: block as u32,
                spaces: Spaces::ALL,
            });
        }
        cx.end_grid_interval(who);
        cx.history.syncs.clear();
    } else if !who.parted {
        cx.leave_behind(&who.left);
        let cluster = cx.clusters.of(of[0] as u32);
        cx.order(Sync::Cluster { cluster });
    }
}
