//! Loads, stores and atomic operations.

use super::super::arms;
use super::super::context::{Context, Logged};
use super::super::log::{NOT_ASYNC, What};
use super::super::memory::Met;
use super::super::order::{AtomicSync, Sync};
use super::super::program::{Atomic, Src};
use super::super::thread::{Thread, Val};
use super::super::value::truncate;
use super::{aim, modify, operand, read};
use kverify_frontend::ir::{AtomicOp, Ordering, Scope, Space, Ty};
use kverify_smt::answer::Action;

pub(super) fn load(thread: &mut Thread, cx: &mut Context<'_>, dst: u32, ty: Ty, addr: Src, place: u32) {
    let addr = read(thread, cx, addr);
    let Some(target) = aim(thread, cx, addr, place) else {
        thread.regs[dst as usize] = Val::of(0, true);
        return;
    };
    cx.memory.place = place;
    let (bits, met) = cx.memory.load(target, ty);
    let sym = cx.loaded(target, ty, bits, place);
    cx.met(met, place, thread);
    let exact = !addr.unknown && !thread.unknown;
    let what = What {
        action: Action::Read,
        writes: false,
        scope: Scope::Thread,
        exact,
    };
    cx.log(
        thread,
        Logged {
            target,
            len: ty.bytes().into(),
            place,
            what,
            value: 0,
            copy: NOT_ASYNC,
        },
    );
    thread.regs[dst as usize] = Val {
        bits,
        unknown: met.unknown || addr.unknown,
        sym,
    };
}

pub(super) fn store(thread: &mut Thread, cx: &mut Context<'_>, addr: Src, value: Src, ty: Ty, place: u32) {
    let (addr, value) = (read(thread, cx, addr), operand(thread, cx, value));
    let Some(target) = aim(thread, cx, addr, place) else {
        return;
    };
    let value = arms::guarded(cx, target, ty, value, place);
    let unknown = addr.unknown || thread.unknown;
    let met = cx
        .memory
        .store(target, value.bits, ty.bytes(), unknown || value.unknown);
    cx.met(met, place, thread);
    cx.stored(target, ty, value, (thread.number, place));
    let what = What {
        action: Action::Write,
        writes: true,
        scope: Scope::Thread,
        exact: !unknown,
    };
    let bits = truncate(ty, value.bits);
    // A value that nobody knows is like no other.
    let value = if value.unknown {
        cx.now
    } else {
        bits as u64 ^ ((bits >> 64) as u64).rotate_left(32)
    };
    cx.log(
        thread,
        Logged {
            target,
            len: ty.bytes().into(),
            place,
            what,
            value,
            copy: NOT_ASYNC,
        },
    );
}

pub(super) fn atomic(thread: &mut Thread, cx: &mut Context<'_>, atomic: &Atomic) {
    let addr = read(thread, cx, atomic.addr);
    let place = atomic.place;
    let Some(target) = aim(thread, cx, addr, place) else {
        return;
    };
    cx.memory.place = place;
    let (old, met) = cx.memory.load(target, atomic.ty);
    let old_sym = cx.loaded(target, atomic.ty, old, place);
    let met = Met {
        // An atomic store reads nothing.
        uninitialised: met.uninitialised && atomic.op != AtomicOp::Store,
        ..met
    };
    cx.met(met, place, thread);
    let args: Vec<Val> = atomic.args.iter().map(|a| operand(thread, cx, *a)).collect();
    let unknown = addr.unknown || thread.unknown;
    let new = modify(atomic.op, atomic.ty, old, &args);
    let failed = atomic.op == AtomicOp::Cas && new.is_none();
    let was = Val {
        bits: old,
        unknown: met.unknown,
        sym: old_sym,
    };
    let new = match arms::accumulated(cx, target, atomic, was, &args, thread.number) {
        Some(kept) => new.map(|_| kept.bits),
        None => new,
    };
    if let Some(new) = new {
        let tainted = unknown || met.unknown || args.iter().any(|a| a.unknown);
        let met = cx.memory.store(target, new, atomic.ty.bytes(), tainted);
        cx.met(met, place, thread);
    }
    let what = What {
        action: Action::Atomic,
        // One that failed only read.
        writes: atomic.op != AtomicOp::Load && !failed,
        scope: atomic.ordering.scope,
        exact: !unknown,
    };
    cx.log(
        thread,
        Logged {
            target,
            len: atomic.ty.bytes().into(),
            place,
            what,
            value: cx.now,
            copy: NOT_ASYNC,
        },
    );
    let order = match (failed, atomic.op) {
        (true, _) => atomic.failure,
        (false, AtomicOp::Add | AtomicOp::Sub | AtomicOp::IncWrap | AtomicOp::DecWrap)
            if new != Some(old) =>
        {
            atomic.ordering.order.of_count()
        }
        (false, _) => atomic.ordering.order,
    };
    cx.order(Sync::Atomic(AtomicSync {
        thread: thread.number,
        address: addr.bits as u64,
        cell: cx
            .memory
            .describe(target.region)
            .map_or(Space::Global, |r| r.space),
        ordering: Ordering {
            order,
            ..atomic.ordering
        },
        reads: atomic.op != AtomicOp::Store,
        writes: what.writes,
    }));
    if let Some(dst) = atomic.dst {
        thread.regs[dst as usize] = Val::of(old, unknown || met.unknown);
    }
}
