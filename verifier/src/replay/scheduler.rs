//! Who runs when: threads take turns until no block can go on.

use super::clusters::note_end;
use super::context::Context;
use super::endless::Watch;
use super::inputs::{Inputs, Schedule};
use super::step::run_slice;
use super::sync::{resolve_block, resolve_clusters, resolve_grid};
use super::thread::{Status, Thread};
use kverify_frontend::ir::Kernel;

/// Statements that a thread may execute before the others get a turn, so that spinning ends.
pub(super) const SLICE: u32 = 20_000;
/// The same where it is watched whether all comes again.
const WATCHED_SLICE: u32 = 1_000;

/// Gives turns until nobody can go on, or all comes again if that is watched.
pub(super) fn drive(
    blocks: &mut [Vec<Thread>],
    cx: &mut Context<'_>,
    (inputs, is_watched): (&Inputs, bool),
    kernel: &Kernel,
) {
    let mut watch = Watch::default();
    let turns = |watch: &Watch| match is_watched {
        // Who goes round a loop need not do so for long.
        true if watch.is_quiet() => 1,
        true => WATCHED_SLICE,
        false => SLICE,
    };
    loop {
        if let Some(recorder) = cx.trace.as_mut() {
            recorder.next_turn();
        }
        let mut progress = false;
        let order: Vec<usize> = match inputs.schedule {
            Schedule::Reverse => (0..blocks.len()).rev().collect(),
            Schedule::InOrder | Schedule::RoundRobin | Schedule::LockStep => (0..blocks.len()).collect(),
        };
        for b in order {
            progress |= match inputs.schedule {
                Schedule::LockStep => turn_in_lockstep(&mut blocks[b], cx, inputs.lockstep),
                schedule => turn(&mut blocks[b], cx, schedule, turns(&watch)),
            };
            progress |= resolve_block(&mut blocks[b], cx, kernel.language);
            note_end(&mut blocks[b], cx);
            if cx.fuel == 0 || cx.assumption_failed {
                return;
            }
        }
        if !progress && !resolve_clusters(blocks, cx) && !resolve_grid(blocks, cx) {
            return;
        }
        if is_watched && watch.is_endless(blocks, cx) {
            return;
        }
    }
}

/// One turn of `slice` statements for each thread of a block that can go on. Whether there was one.
pub(super) fn turn(threads: &mut [Thread], cx: &mut Context<'_>, schedule: Schedule, slice: u32) -> bool {
    let slice = match schedule {
        Schedule::RoundRobin => 1,
        Schedule::InOrder | Schedule::Reverse | Schedule::LockStep => slice,
    };
    let mut ready: Vec<usize> = (0..threads.len())
        .filter(|&n| threads[n].status == Status::Ready)
        .collect();
    if schedule == Schedule::Reverse {
        ready.reverse();
    }
    for &n in &ready {
        cx.stop_if_unwanted();
        run_slice(&mut threads[n], cx, slice);
    }
    !ready.is_empty()
}

/// One statement for each warp (of `width` threads; of a warp's size if that is 1): for those of its threads that are
/// furthest behind. Whether there was one. Blocks of code are numbered in source order, so code that only some of
/// the threads execute lies before the place where all of them meet again.
fn turn_in_lockstep(threads: &mut [Thread], cx: &mut Context<'_>, width: u32) -> bool {
    let width = if width > 1 { width } else { cx.warp_size };
    let mut progress = false;
    for warp in threads.chunks_mut(width as usize) {
        let ready = |t: &&Thread| t.status == Status::Ready;
        let Some(pc) = warp.iter().filter(ready).map(|t| t.pc).min() else {
            continue;
        };
        progress = true;
        for thread in warp
            .iter_mut()
            .filter(|t| t.status == Status::Ready && t.pc == pc)
        {
            run_slice(thread, cx, 1);
        }
    }
    progress
}
