//! The barrier or collective of a whole block.

use super::super::context::{Attendance, Context};
use super::super::order::Sync;
use super::super::program::Barrier;
use super::super::step::read;
use super::super::thread::{Status, Thread, Val};
use super::exchange::exchange;
use super::partings::{leaves, note_parting};
use super::warp::note_unlike;
use super::{At, go_on, is_alive, trace_release, turns};
use kverify_frontend::ir::{Language, ReduceOp, Scope, Spaces};
use kverify_smt::answer::Action;

/// All threads of the block wait for each other, or have left.
pub(super) fn resolve_whole_block(threads: &mut [Thread], cx: &mut Context<'_>, language: Language) -> bool {
    let waiting = |t: &Thread, cx: &Context<'_>| At::of(t, cx).is_some_and(At::is_of_block);
    let members: Vec<usize> = (0..threads.len()).filter(|&n| waiting(&threads[n], cx)).collect();
    let Some(&first) = members.first() else {
        return false;
    };
    note_block_partings(threads, cx, &members);
    let parts = by_place(threads, cx, &members);
    // Who waits for a phase that those here would complete has not come, either.
    let elsewhere =
        |t: &Thread| At::of(t, cx).is_some_and(|at| at.scope() > Scope::Block || matches!(at, At::Phase(_)));
    let iterations = |n: usize| At::of(&threads[n], cx).map(|at| at.iterations(&threads[n]));
    let out_of_step = members.iter().any(|&n| iterations(n) != iterations(first));
    let diverged = parts.len() > 1 || out_of_step || threads.iter().any(elsewhere);
    pass_block_barriers(threads, cx, &parts, diverged, language);
    // The interval that ends here was still certain.
    if let Some(log) = cx.blocks.get_mut(threads[first].home.block as usize) {
        log.diverged |= diverged;
    }
    let parted = diverged || threads.iter().any(|t| matches!(t.status, Status::Exited { .. }));
    if let Some(at) = At::of(&threads[first], cx) {
        trace_release(cx, members.iter().map(|&n| threads[n].number), at, parted);
    }
    for part in parts {
        match At::of(&threads[part[0]], cx) {
            Some(at @ At::Collective(collective)) => {
                note_unlike(threads, cx, at, &part);
                exchange(threads, cx, collective, &part)
            }
            Some(At::Barrier(barrier)) => reduce_and_go_on(threads, cx, barrier, &part),
            Some(At::Phase(_)) | None => {}
        }
    }
    true
}

/// Members by the place that they stand at.
fn by_place(threads: &[Thread], cx: &Context<'_>, members: &[usize]) -> Vec<Vec<usize>> {
    let place = |n: usize| At::of(&threads[n], cx).map(At::place);
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &n in members {
        match parts.iter_mut().find(|p| place(p[0]) == place(n)) {
            Some(part) => part.push(n),
            None => parts.push(vec![n]),
        }
    }
    parts
}

/// Every two ways of waiting that are not the same, each once.
fn note_block_partings(threads: &[Thread], cx: &mut Context<'_>, members: &[usize]) {
    let key = |t: &Thread, cx: &Context<'_>| {
        let at = At::of(t, cx);
        let exit = match t.status {
            Status::Exited { exit, .. } => cx.program.exits.get(exit as usize).map(|l| (exit, turns(t, l))),
            Status::Ready | Status::Waiting | Status::Stopped => None,
        };
        (at.map(At::place), at.map(|at| at.iterations(t)), exit, t.unknown)
    };
    let mut kinds: Vec<usize> = Vec::new();
    let others = (0..threads.len()).filter(|n| threads[*n].status != Status::Stopped && !members.contains(n));
    for n in members.iter().copied().chain(others) {
        if kinds.len() < 32
            && kinds
                .iter()
                .all(|&k| key(&threads[k], cx) != key(&threads[n], cx))
        {
            kinds.push(n);
        }
    }
    for (i, &a) in kinds.iter().enumerate() {
        let Some(at) = At::of(&threads[a], cx).filter(|at| at.is_of_block()) else {
            continue;
        };
        for &b in &kinds[i + 1..] {
            let same = key(&threads[a], cx).0 == key(&threads[b], cx).0
                && key(&threads[a], cx).1 == key(&threads[b], cx).1;
            if !same {
                note_parting(cx, at, &threads[a], &threads[b]);
            }
        }
    }
}

/// Ends the interval for the spaces that all the barriers order. Where threads wait at different ones, or have passed one by, they go
/// on unordered. CUDA threads that left are not waited for, and not ordered; in OpenCL all have to come.
fn pass_block_barriers(
    threads: &mut [Thread],
    cx: &mut Context<'_>,
    parts: &[Vec<usize>],
    diverged: bool,
    language: Language,
) {
    let mut fences: Option<Spaces> = None;
    for part in parts {
        if let Some(At::Barrier(barrier)) = At::of(&threads[part[0]], cx) {
            let f = fences.unwrap_or(Spaces::ALL);
            let b = barrier.fences;
            fences = Some(Spaces {
                shared: f.shared && b.shared,
                global: f.global && b.global,
                image: f.image && b.image,
            });
        }
    }
    let Some(fences) = fences else { return };
    let block = threads[parts[0][0]].home.block;
    let gone = threads.iter().filter_map(|t| match t.status {
        Status::Exited { exit, .. } => Some((t, exit)),
        Status::Ready | Status::Waiting | Status::Stopped => None,
    });
    // Who passed by should have come; who left early is waited for in OpenCL alone.
    let first = &threads[parts[0][0]];
    let at = At::of(first, cx);
    let passed_by = |t: &Thread, exit| at.is_some_and(|at| leaves(at, first, t, exit) == Action::PassedBy);
    let missed = gone
        .clone()
        .any(|(t, exit)| language == Language::OpenCl || passed_by(t, exit));
    let who = Attendance {
        parted: diverged || missed,
        left: gone.map(|(t, _)| (t.number, t.snapshot)).collect(),
    };
    cx.end_interval(block, fences, &who);
    if diverged {
        return;
    }
    cx.leave_behind(&who.left);
    cx.order(Sync::Block {
        block,
        spaces: fences,
    });
    if fences == Spaces::ALL {
        let alive = threads.iter_mut().filter(|t| is_alive(t));
        alive.for_each(|t| t.snapshot = 0);
    }
}

fn reduce_and_go_on(threads: &mut [Thread], cx: &Context<'_>, barrier: &Barrier, members: &[usize]) {
    if let Some((op, value, dst)) = barrier.reduce {
        let vals: Vec<Val> = members.iter().map(|&n| read(&threads[n], cx, value)).collect();
        let count = vals.iter().filter(|v| v.bits != 0).count();
        let bits = match op {
            ReduceOp::And => u128::from(count == vals.len()),
            ReduceOp::Or => u128::from(count > 0),
            ReduceOp::Count => count as u128,
        };
        let unknown = vals.iter().any(|v| v.unknown);
        for &n in members {
            threads[n].regs[dst as usize] = Val::of(bits, unknown);
        }
    }
    for &n in members {
        go_on(&mut threads[n]);
    }
}
