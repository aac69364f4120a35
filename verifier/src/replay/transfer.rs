//! Copies and fills of many bytes, at once or asynchronously.

use super::context::{Context, GroupCopy, Logged};
use super::fill;
use super::log::{NOT_ASYNC, What};
use super::memory::{Met, Target};
use super::order::{AsyncCopy, Waited};
use super::outcome::{Divergence, EventKind};
use super::program::{Copy, Src};
use super::step::{aim, read};
use super::thread::{Pending, Status, Thread, Val};
use kverify_frontend::ir::{CopyKind, Scope, Ty};
use kverify_smt::answer::{Action, Kind};

/// Most bytes that one copy or fill moves.
const MOST_BYTES: u64 = 1 << 20;

/// Executes a fill.
pub(super) fn fill_bytes(
    thread: &mut Thread,
    cx: &mut Context<'_>,
    dst: Src,
    byte: Src,
    bytes: Src,
    place: u32,
) {
    let (dst, byte, len) = (
        read(thread, cx, dst),
        read(thread, cx, byte),
        read(thread, cx, bytes),
    );
    let bytes = len.bits as u64;
    let Some(target) = aim(thread, cx, dst, place) else {
        return;
    };
    let unknown = dst.unknown || len.unknown || thread.unknown;
    for n in 0..clipped(bytes, thread, cx, place) {
        let at = Target {
            offset: target.offset.saturating_add(n as i64),
            ..target
        };
        let met = cx.memory.store(at, byte.bits & 0xff, 1, unknown || byte.unknown);
        cx.met(met, place, thread);
        cx.stored(at, Ty::U8, byte, (thread.number, place));
    }
    let what = What {
        action: Action::Write,
        writes: true,
        scope: Scope::Thread,
        exact: !unknown,
    };
    cx.log(
        thread,
        Logged {
            target,
            len: bytes,
            place,
            what,
            value: byte.bits as u64,
            copy: NOT_ASYNC,
        },
    );
}

/// The number of bytes to really move; a limit is an event.
fn clipped(bytes: u64, thread: &Thread, cx: &mut Context<'_>, place: u32) -> u64 {
    if bytes > MOST_BYTES {
        cx.event(
            EventKind::OutOfMemory,
            place,
            thread,
            "a very long copy is cut short",
        );
    }
    let bytes = bytes.min(MOST_BYTES).min(cx.fuel.saturating_mul(4));
    cx.fuel = cx.fuel.saturating_sub(bytes / 4);
    bytes
}

/// Executes a copy, or starts it.
pub(super) fn copy(thread: &mut Thread, cx: &mut Context<'_>, copy: &Copy) {
    let (dst, src, bytes) = (
        read(thread, cx, copy.dst),
        read(thread, cx, copy.src),
        read(thread, cx, copy.bytes),
    );
    let unknown = dst.unknown || src.unknown || bytes.unknown || thread.unknown;
    let mut pending = Pending {
        copy: NOT_ASYNC,
        dst: dst.bits as u64,
        src: src.bits as u64,
        bytes: bytes.bits as u64,
        place: copy.place,
        unknown,
    };
    match copy.kind {
        CopyKind::Sync => {
            log_copy(thread, cx, &pending);
            move_bytes(thread, cx, &pending);
        }
        CopyKind::AsyncThread => {
            pending.copy = cx.history.copies.len() as u32;
            cx.history.copies.push(AsyncCopy {
                group: false,
                waited: Vec::new(),
            });
            log_copy(thread, cx, &pending);
            enqueue(thread, pending);
        }
        CopyKind::AsyncGroup => {
            let count = thread.start_group_copy();
            let key = (thread.home.block, thread.pc, count);
            let next = cx.history.copies.len() as u32;
            let first = cx.group_copies.entry(key).or_insert_with(|| GroupCopy {
                copy: next,
                place: copy.place,
                given: [pending.dst, pending.src, pending.bytes],
                unknown,
                thread: thread.describe(cx.program, &[], None),
            });
            pending.copy = first.copy;
            if pending.copy == next {
                cx.history.copies.push(AsyncCopy {
                    group: true,
                    waited: Vec::new(),
                });
                log_copy(thread, cx, &pending);
            } else if first.given != [pending.dst, pending.src, pending.bytes] {
                let first = first.clone();
                note_parting(cx, &first, thread, unknown);
            }
            enqueue(thread, pending);
        }
    }
}

/// Notes the group copies that some threads of a block that has ended did not take part in.
pub(super) fn note_absences(threads: &[Thread], cx: &mut Context<'_>) {
    let ended = |t: &Thread| matches!(t.status, Status::Exited { .. });
    if !threads.iter().all(ended) {
        return;
    }
    let mut copies: Vec<_> = cx.group_copies.iter().map(|(k, c)| (*k, c.clone())).collect();
    copies.sort_by_key(|(key, _)| *key);
    for ((block, pc, count), copy) in copies {
        let absent = threads
            .iter()
            .find(|t| t.home.block == block && t.group_copies_at(pc) <= count);
        if let Some(absent) = absent {
            note_parting(cx, &copy, absent, absent.unknown);
        }
    }
}

/// Notes that a thread took another part in a group's copy than the first one, or none.
fn note_parting(cx: &mut Context<'_>, first: &GroupCopy, thread: &Thread, unknown: bool) {
    let key = (first.place, Action::Collective);
    let place = cx.place(first.place, Action::Collective);
    let divergence = Divergence {
        kind: Kind::DivergentCollective,
        scope: Scope::Block,
        places: [place.clone(), place],
        threads: [first.thread.clone(), thread.describe(cx.program, &[], None)],
        different_iterations: false,
        exact: !first.unknown && !unknown,
    };
    cx.diverge([key, key], divergence);
}

fn enqueue(thread: &mut Thread, pending: Pending) {
    match thread.batches.last_mut() {
        Some(batch) => batch.push(pending),
        None => thread.batches.push(vec![pending]),
    }
}

fn log_copy(thread: &mut Thread, cx: &mut Context<'_>, copy: &Pending) {
    let exact = !copy.unknown;
    let sides = [(copy.src, Action::Read), (copy.dst, Action::Write)];
    for (address, action) in sides {
        let address = Val::of(address.into(), copy.unknown);
        if let Some(target) = aim(thread, cx, address, copy.place) {
            let what = What {
                action,
                writes: action == Action::Write,
                scope: Scope::Thread,
                exact,
            };
            cx.log(
                thread,
                Logged {
                    target,
                    len: copy.bytes,
                    place: copy.place,
                    what,
                    value: fill::hash(copy.src, copy.bytes, 0),
                    copy: copy.copy,
                },
            );
        }
    }
}

fn move_bytes(thread: &Thread, cx: &mut Context<'_>, copy: &Pending) {
    let (Some(src), Some(dst)) = (cx.memory.target(copy.src), cx.memory.target(copy.dst)) else {
        return;
    };
    let bytes = clipped(copy.bytes, thread, cx, copy.place);
    // In elements where both sides allow it, so that open cells are filled like those of any other read.
    let element = cx.memory.element(src.region);
    let even = (copy.src | copy.dst | bytes).is_multiple_of(u64::from(element.bytes().max(1)));
    // What is read as a truth value is 0 or 1, and not what other members hold.
    let word = if even && element != Ty::Bool {
        element
    } else {
        Ty::U8
    };
    let step = u64::from(word.bytes());
    let count = bytes / step;
    // Where both sides overlap, as `memmove` allows, no byte is written before it is read.
    let backwards = src.region == dst.region && src.offset < dst.offset;
    for moved in 0..count {
        let n = if backwards { count - 1 - moved } else { moved };
        let at = |t: Target| Target {
            offset: t.offset.saturating_add((n * step) as i64),
            ..t
        };
        let (bits, met) = cx.memory.load(at(src), word);
        let sym = cx.loaded(at(src), word, bits, copy.place);
        // Copying a struct with padding reads bytes that nobody wrote.
        cx.met(
            Met {
                uninitialised: false,
                ..met
            },
            copy.place,
            thread,
        );
        let unknown = copy.unknown || met.unknown;
        let met = cx.memory.store(at(dst), bits, word.bytes(), unknown);
        cx.met(met, copy.place, thread);
        cx.stored(
            at(dst),
            word,
            Val { bits, unknown, sym },
            (thread.number, copy.place),
        );
    }
}

/// Finishes all closed batches but the `keep` youngest. A group's copies need no batch to be closed: each wait that keeps none
/// finishes them.
pub(super) fn wait(thread: &mut Thread, cx: &mut Context<'_>, keep: u32) {
    let mut open = thread.batches.pop().unwrap_or_default();
    let done = thread.batches.len().saturating_sub(keep as usize);
    let mut finished: Vec<Pending> = thread.batches.drain(..done).flatten().collect();
    if keep == 0 {
        finished.extend(open.extract_if(.., |pending| is_of_group(cx, pending)));
    }
    thread.batches.push(open);
    for pending in finished {
        let Some(copy) = cx.history.copies.get_mut(pending.copy as usize) else {
            continue;
        };
        let first = copy.waited.is_empty();
        copy.waited.push(Waited {
            thread: thread.number,
            at: cx.now,
            snapshot: thread.snapshot,
        });
        if first {
            move_bytes(thread, cx, &pending);
        }
    }
}

fn is_of_group(cx: &Context<'_>, pending: &Pending) -> bool {
    let copy = cx.history.copies.get(pending.copy as usize);
    copy.is_some_and(|copy| copy.group)
}
