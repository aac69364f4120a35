//! Loops that never end: under a schedule in which who is next depends on the threads' states alone, a state of all threads
//! and memory that comes again comes for ever.
//!
//! Memory counts the stores that changed it; while it stays as it is, the running threads' registers are compared with those of
//! a round some time ago (Brent's way of finding cycles: the state to compare with is renewed at powers of two).

use super::context::Context;
use super::outcome::{Event, EventKind};
use super::program::{Edge, Inst, LoopStep};
use super::thread::{Status, Thread, Val};
use std::collections::BTreeSet;

/// Rounds without a change of memory before states are compared.
const QUIET: u64 = 256;

/// Watches a run for states that come again.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Memory's version, and how many threads cannot go on, when something last changed.
    last: (u64, usize),
    /// Rounds since then.
    quiet: u64,
    /// The state to compare with, and when it was taken.
    kept: Option<(u64, Vec<State>)>,
    /// Rounds of the cycle that are still to be run, so that all its accesses are known.
    left: Option<u64>,
}

/// All that decides what a running thread does next, as long as memory stays as it is.
#[derive(Debug, PartialEq)]
struct State {
    number: u32,
    pc: u32,
    regs: Vec<Val>,
    copies: usize,
}

impl Watch {
    /// Whether the last round changed no memory, and nobody came to wait or to the end.
    pub fn is_quiet(&self) -> bool {
        self.quiet > 0
    }

    /// Looks at the threads after a round. Whether all comes again for ever; then the accesses of a whole cycle are noted.
    pub fn is_endless(&mut self, blocks: &[Vec<Thread>], cx: &mut Context<'_>) -> bool {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            if *left == 0 {
                note(blocks, cx);
                return true;
            }
            return false;
        }
        self.left = self.cycle(blocks, cx);
        if self.left.is_some() {
            cx.recent = Some(BTreeSet::new());
        }
        false
    }

    /// The number of rounds after which all comes again, if it does.
    fn cycle(&mut self, blocks: &[Vec<Thread>], cx: &Context<'_>) -> Option<u64> {
        let still = blocks.iter().flatten().filter(|t| t.status != Status::Ready);
        let now = (cx.memory.version, still.count());
        if now != self.last {
            *self = Watch {
                last: now,
                ..Watch::default()
            };
            return None;
        }
        self.quiet += 1;
        if self.quiet < QUIET {
            return None;
        }
        if let Some((at, kept)) = &self.kept {
            if is_same(kept, blocks) {
                return Some(self.quiet - at);
            }
            if !self.quiet.is_power_of_two() {
                return None;
            }
        }
        let running = blocks.iter().flatten().filter(|t| t.status == Status::Ready);
        self.kept = Some((self.quiet, running.map(state).collect()));
        None
    }
}

fn state(thread: &Thread) -> State {
    State {
        number: thread.number,
        pc: thread.pc,
        regs: thread.regs.clone(),
        copies: copies(thread),
    }
}

fn copies(thread: &Thread) -> usize {
    thread.batches.iter().map(|batch| batch.len() + 1).sum()
}

fn is_same(kept: &[State], blocks: &[Vec<Thread>]) -> bool {
    let mut running = blocks.iter().flatten().filter(|t| t.status == Status::Ready);
    let same = |state: &State, t: &Thread| {
        (state.number, state.pc, state.copies) == (t.number, t.pc, copies(t)) && state.regs == t.regs
    };
    !kept.is_empty()
        && kept
            .iter()
            .all(|state| running.next().is_some_and(|t| same(state, t)))
        && running.next().is_none()
}

/// Rounds after which a thread is said to spin.
const MANY: u64 = 1000;

/// Notes the loops that threads are in when a run is cut short.
pub(super) fn note_spinning(threads: &[Thread], cx: &mut Context<'_>) {
    let program = cx.program;
    if cx.fuel > 0 {
        return;
    }
    for thread in threads.iter().filter(|t| t.status == Status::Ready) {
        let place = program.at.get(thread.pc as usize).copied();
        let around = place.and_then(|place| program.place_loops.get(place as usize));
        // A jump back has its place before the loop as well.
        let back = match program.insts.get(thread.pc as usize) {
            Some(Inst::Jump(Edge {
                step: LoopStep::Back(l),
                ..
            })) => Some(l),
            _ => None,
        };
        for &l in around.into_iter().flatten().chain(back) {
            let rounds = thread.counters.get(l as usize).copied().unwrap_or(0);
            let loc = program.loops.get(l as usize).copied().flatten();
            if rounds >= MANY && loc.is_some() && cx.spinning.iter().all(|e| e.loc != loc) {
                cx.spinning.push(Event {
                    kind: EventKind::EndlessLoop,
                    loc,
                    thread: thread.describe(program, around.map_or(&[], Vec::as_slice), None),
                    detail: "the loop is never left".to_owned(),
                });
            }
        }
    }
}

/// Notes the accesses of the cycle.
fn note(blocks: &[Vec<Thread>], cx: &mut Context<'_>) {
    cx.endless = true;
    for (place, number) in cx.recent.take().unwrap_or_default() {
        if let Some(thread) = blocks.iter().flatten().find(|t| t.number == number) {
            cx.event(EventKind::EndlessLoop, place, thread, "the loop is never left");
        }
    }
}
