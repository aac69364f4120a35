//! Barriers that count arrivals (PTX ISA, "mbarrier", "barrier{.cta}"): how far each is, who may go on, and who waits for ever.

use super::context::Context;
use super::order::{Home, Sync};
use super::program::{Inst, Phase, PhaseBarrier, PhaseOp, Until};
use super::step::read;
use super::thread::{Status, Thread, Val};

/// Which barrier: its address, or a block and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    At(u64),
    Named(u32, u32),
    Cluster(u32),
}

/// How far a barrier is.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases {
    /// Phases that are complete.
    complete: u64,
    /// Arrivals that complete one.
    expected: u64,
    /// Threads that arrived in the present one.
    arrived: Vec<u32>,
    /// Arrivals that later phases expect less.
    leaving: u64,
}

/// Arrivals that a barrier in memory counts at most (PTX ISA, "mbarrier": 2^20 - 1).
const MOST_ARRIVALS: u32 = (1 << 20) - 1;

fn key(thread: &Thread, cx: &Context<'_>, barrier: &PhaseBarrier) -> Key {
    match barrier {
        PhaseBarrier::At(addr) => Key::At(read(thread, cx, *addr).bits as u64),
        PhaseBarrier::Named { id, .. } => Key::Named(thread.home.block, read(thread, cx, *id).bits as u32),
        PhaseBarrier::Cluster => Key::Cluster(thread.home.cluster),
    }
}

/// Does a thread's part. Where it has to wait, it stands at the instruction until [`resolve_phases`] lets it go on.
pub(super) fn phase(thread: &mut Thread, cx: &mut Context<'_>, phase: &Phase) {
    let key = key(thread, cx, &phase.barrier);
    match &phase.op {
        PhaseOp::Init { count } => {
            let expected = read(thread, cx, *count).bits as u64;
            let fresh = Phases {
                expected,
                ..Phases::default()
            };
            cx.phases.insert(key, fresh);
        }
        PhaseOp::Arrive { dst, leaves, times } => {
            let times = times.map_or(1, |n| read(thread, cx, n).bits as u32 & MOST_ARRIVALS);
            let named = match &phase.barrier {
                PhaseBarrier::Named { threads, .. } => Some(threads.map(|n| read(thread, cx, n).bits as u64)),
                PhaseBarrier::At(_) => None,
                PhaseBarrier::Cluster => {
                    cx.phases.entry(key).or_default();
                    None
                }
            };
            if let Some(threads) = named {
                let size: u64 = thread.block_dim.iter().product();
                let warp = u64::from(cx.warp_size);
                cx.phases.entry(key).or_default().expected = threads.unwrap_or(size).div_ceil(warp) * warp;
            }
            let Some(state) = cx.phases.get_mut(&key) else {
                // It was not set up: nothing is known of what follows.
                thread.status = Status::Stopped;
                return;
            };
            state.arrived.extend((0..times).map(|_| thread.number));
            state.leaving += u64::from(*leaves);
            let number = state.complete + 1;
            cx.order(Sync::Arrive {
                thread: thread.number,
                barrier: key,
                phase: number,
            });
            complete(cx, key);
            if let Some(dst) = dst {
                thread.regs[*dst as usize] = Val::exact(number.into());
            }
        }
        PhaseOp::Wait { poll, .. } => {
            if passes(thread, cx, phase) {
                return;
            }
            // Who looks before the others came finds the phase under way, once; else looking may take as long as it takes.
            let looks = poll.filter(|_| cx.hasty && cx.looked.insert((thread.number, phase.place)));
            if let Some(poll) = looks {
                thread.regs[poll as usize] = Val::exact(0);
            } else {
                thread.pc -= 1;
                thread.status = Status::Waiting;
            }
        }
    }
}

/// Begins the next phase if the present one is complete.
fn complete(cx: &mut Context<'_>, key: Key) {
    let Some(state) = cx.phases.get(&key) else { return };
    let arrived = match key {
        Key::At(_) | Key::Cluster(_) => state.arrived.len() as u64,
        // A warp arrives when all of it have that are still there.
        Key::Named(..) => {
            let homes = &cx.history.homes;
            let mut warps: Vec<u32> = state.arrived.iter().map(|&t| homes[t as usize].warp).collect();
            warps.sort_unstable();
            warps.dedup();
            let is_there = |warp: &&u32| {
                (0..homes.len() as u32)
                    .filter(|&t| homes[t as usize].warp == **warp && !cx.gone.contains(&t))
                    .all(|t| state.arrived.contains(&t))
            };
            warps.iter().filter(is_there).count() as u64 * u64::from(cx.warp_size)
        }
    };
    let is_complete = match key {
        Key::At(_) | Key::Named(..) => arrived >= state.expected,
        // All that have not left are waited for.
        Key::Cluster(cluster) => {
            let homes = cx.history.homes.iter().zip(0u32..);
            let is_there = |(home, t): &(&Home, u32)| home.cluster == cluster && !cx.gone.contains(t);
            let there: Vec<u32> = homes.filter(is_there).map(|(_, t)| t).collect();
            arrived >= there.len() as u64 && there.iter().all(|t| state.arrived.contains(t))
        }
    };
    if !is_complete {
        return;
    }
    if let Some(state) = cx.phases.get_mut(&key) {
        state.complete += 1;
        state.expected -= state.leaving.min(state.expected);
        state.leaving = 0;
        state.arrived.clear();
    }
}

/// A thread has left the kernel: nobody waits for it at the block's numbered barriers.
pub(super) fn leave(thread: &Thread, cx: &mut Context<'_>) {
    if cx.phases.is_empty() && !cx.program.has_phases {
        return;
    }
    cx.gone.insert(thread.number);
    let named: Vec<Key> = cx.phases.keys().copied().collect();
    for key in named {
        let waits = match key {
            Key::At(_) => false,
            Key::Named(block, _) => block == thread.home.block,
            Key::Cluster(cluster) => cluster == thread.home.cluster,
        };
        if waits && cx.phases.get(&key).is_some_and(|state| !state.arrived.is_empty()) {
            complete(cx, key);
        }
    }
}

/// Whether the phase that a thread waits for is complete; then it knows what came before.
fn passes(thread: &mut Thread, cx: &mut Context<'_>, phase: &Phase) -> bool {
    let PhaseOp::Wait { until, poll } = &phase.op else {
        return false;
    };
    let key = key(thread, cx, &phase.barrier);
    let Some(state) = cx.phases.get(&key) else {
        return false;
    };
    let complete = state.complete;
    let known = match until {
        Until::Number(number) => {
            let number = read(thread, cx, *number).bits as u64;
            (number <= complete).then_some(number)
        }
        // The last phase of that parity: not the one under way.
        Until::Parity(parity) => {
            let parity = read(thread, cx, *parity).bits as u64 & 1;
            (complete & 1 != parity).then_some(complete)
        }
    };
    let Some(known) = known else { return false };
    cx.order(Sync::Pass {
        thread: thread.number,
        barrier: key,
        phase: known,
    });
    if let Some(poll) = poll {
        thread.regs[*poll as usize] = Val::exact(1);
    }
    true
}

/// What a thread waits at, if it is such a barrier.
pub(super) fn waits_at<'p>(thread: &Thread, cx: &Context<'p>) -> Option<&'p Phase> {
    match cx.program.insts.get(thread.pc as usize)? {
        Inst::Phase(phase) if thread.status == Status::Waiting => Some(phase),
        _ => None,
    }
}

/// Whether a thread waits for threads of other blocks.
pub(super) fn waits_for_others(thread: &Thread, cx: &Context<'_>) -> bool {
    waits_at(thread, cx).is_some_and(|phase| matches!(phase.barrier, PhaseBarrier::Cluster))
}

/// Lets threads go on whose phases are complete. Whether any does.
pub(super) fn resolve_phases(threads: &mut [Thread], cx: &mut Context<'_>) -> bool {
    let mut progress = false;
    for thread in threads {
        if let Some(phase) = waits_at(thread, cx)
            && passes(thread, cx, phase)
        {
            thread.pc += 1;
            thread.status = Status::Ready;
            progress = true;
        }
    }
    progress
}

/// Nobody else can go on: threads that only look find their phases incomplete. Whether there are any.
pub(super) fn give_up_looking(threads: &mut [Thread], cx: &mut Context<'_>) -> bool {
    let mut progress = false;
    for thread in threads {
        if let Some(Phase {
            op: PhaseOp::Wait { poll: Some(poll), .. },
            ..
        }) = waits_at(thread, cx)
        {
            thread.regs[*poll as usize] = Val::exact(0);
            thread.pc += 1;
            thread.status = Status::Ready;
            progress = true;
        }
    }
    progress
}

/// A thread that waits for ever, and those that its barrier misses.
pub(super) fn stuck(threads: &[Thread], cx: &Context<'_>) -> Option<(usize, Vec<usize>)> {
    let waiting = threads.iter().position(|t| waits_at(t, cx).is_some())?;
    let phase = waits_at(&threads[waiting], cx)?;
    let key = key(&threads[waiting], cx, &phase.barrier);
    let arrived = cx.phases.get(&key).map_or(&[][..], |state| &state.arrived);
    let absent = |t: &Thread| {
        let elsewhere = matches!(t.status, Status::Exited { .. } | Status::Waiting);
        elsewhere && !arrived.contains(&t.number)
    };
    let absent = (0..threads.len()).filter(|&n| absent(&threads[n]));
    Some((waiting, absent.collect()))
}
