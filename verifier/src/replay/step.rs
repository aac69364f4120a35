//! One thread, one instruction after the other, until it must wait.

mod access;
mod compute;

use super::context::{Context, NOWHERE};
use super::memory::{Memory, Target, owner};
use super::order::Sync;
use super::outcome::EventKind;
use super::program::{Edge, Inst, LoopStep, Slot, Src};
use super::thread::{Status, Thread, Val};
use super::transfer::{fill_bytes, wait};
use super::value::{self, binary, compare, truncate};
use super::{arms, guide, recorder, requests};
use access::{atomic, load, store};
use compute::compute;
use kverify_frontend::ir::{AtomicOp, BinOp, CmpOp, Demand, ObjectId, Ty};

/// Runs `thread` for at most `slice` statements that matter, or until it waits or ends.
pub(super) fn run_slice(thread: &mut Thread, cx: &mut Context<'_>, mut slice: u32) {
    let program = cx.program;
    while slice > 0 && thread.status == Status::Ready && cx.fuel > 0 && !cx.assumption_failed {
        let Some(inst) = program.insts.get(thread.pc as usize) else {
            thread.status = Status::Stopped;
            return;
        };
        if cx.guide.is_some() {
            guide::look(inst, thread.pc, thread, cx);
        }
        if cx.requests.is_some() {
            requests::look(inst, thread.pc, thread, cx);
        }
        cx.now += 1;
        cx.fuel -= 1;
        thread.pc += 1;
        let seen = cx
            .trace
            .is_some()
            .then(|| (thread.pc - 1, recorder::before(inst, thread, cx)));
        // Temporaries are shared by all threads: change threads only where none is live.
        if step(inst, thread, cx) {
            slice -= 1;
        }
        if let Some((pc, seen)) = seen {
            recorder::after(inst, pc, seen, thread, cx);
        }
    }
}

/// Executes one instruction. Whether it ends a statement that another thread could notice, or a block.
pub(super) fn step(inst: &Inst, thread: &mut Thread, cx: &mut Context<'_>) -> bool {
    match inst {
        Inst::Load { dst, ty, addr, place } => load(thread, cx, *dst, *ty, *addr, *place),
        Inst::Store {
            addr,
            value,
            ty,
            place,
        } => store(thread, cx, *addr, *value, *ty, *place),
        Inst::Atomic(atomic) => self::atomic(thread, cx, atomic),
        Inst::Copy(copy) => super::transfer::copy(thread, cx, copy),
        Inst::Fill {
            dst,
            byte,
            bytes,
            place,
        } => fill_bytes(thread, cx, *dst, *byte, *bytes, *place),
        Inst::AsyncWait { pending } => wait(thread, cx, *pending),
        Inst::AsyncCommit => thread.batches.push(Vec::new()),
        Inst::Phase(phase) => super::phases::phase(thread, cx, phase),
        Inst::Barrier(_) | Inst::Collective(_) => {
            if let Inst::Barrier(barrier) = inst
                && barrier.alone
                && !thread.unknown
            {
                let kind = EventKind::Undefined(Demand::CooperativeLaunch);
                cx.event(kind, barrier.place, thread, "");
            }
            thread.pc -= 1;
            thread.status = Status::Waiting;
        }
        Inst::Fence(ordering) => cx.order(Sync::Fence {
            thread: thread.number,
            ordering: *ordering,
        }),
        Inst::Jump(edge) => jump(thread, *edge),
        Inst::Branch { cond, then, other } => {
            let cond = operand(thread, cx, *cond);
            thread.unknown |= cond.unknown;
            match cx
                .shadow
                .as_ref()
                .is_some_and(|shadow| shadow.graph.is_open(cond.sym))
            {
                true => arms::both(thread, cx, cond, [*then, *other]),
                false => jump(thread, if cond.bits != 0 { *then } else { *other }),
            }
        }
        Inst::Print(print) => super::print::print(thread, cx, print),
        Inst::Return { place, exit } => {
            thread.status = Status::Exited {
                place: *place,
                exit: *exit,
            };
            super::phases::leave(thread, cx);
        }
        Inst::Unreachable => {
            thread.status = Status::Stopped;
            super::phases::leave(thread, cx);
        }
        _ => {
            compute(inst, thread, cx);
            return false;
        }
    }
    true
}

pub(super) fn jump(thread: &mut Thread, edge: Edge) {
    thread.pc = edge.pc;
    match edge.step {
        LoopStep::None => return,
        LoopStep::Enter(l) => thread.counters[l as usize] = 0,
        LoopStep::Back(l) => thread.counters[l as usize] += 1,
    }
    thread.trip = None;
}

/// An operand's value, as a number: a run with symbols is spoilt if it is another for other inputs.
pub(super) fn read(thread: &Thread, cx: &Context<'_>, src: Src) -> Val {
    let val = operand(thread, cx, src);
    if let Some(shadow) = cx.shadow.as_ref().filter(|shadow| shadow.graph.is_open(val.sym)) {
        let place = cx.program.at.get(thread.pc.saturating_sub(1) as usize);
        shadow.spoil(
            "what is given decides an address, a lane or what is done here",
            place.copied().unwrap_or(NOWHERE),
        );
    }
    Val::of(val.bits, val.unknown)
}

/// An operand's value, with its term.
pub(super) fn operand(thread: &Thread, cx: &Context<'_>, src: Src) -> Val {
    match src {
        Src::Var(n) => thread.regs[n as usize],
        Src::Temp(n) => cx.temps[n as usize],
        Src::Const(n) => Val::exact(cx.program.consts[n as usize]),
        Src::Geometry(geometry) => Val::exact(thread.geometry(geometry)),
    }
}

fn write(thread: &mut Thread, cx: &mut Context<'_>, dst: Slot, val: Val) {
    match dst {
        Slot::Var(n) => thread.regs[n as usize] = val,
        Slot::Temp(n) => cx.temps[n as usize] = val,
    }
}

/// The address of the instance of an object that the thread sees.
pub(super) fn object_address(thread: &mut Thread, cx: &mut Context<'_>, object: ObjectId) -> u64 {
    let cached = thread.object(object);
    if cached != 0 {
        return cached;
    }
    if cx.memory.is_null(object) {
        return 0;
    }
    let instance = cx.memory.alias(object);
    let space = cx.memory.space(instance);
    let region = cx
        .memory
        .region(instance, 0, owner(space, thread.home.block, thread.number));
    let address = region.map_or(0, |region| Memory::address(Target { region, offset: 0 }));
    if let Some(cache) = thread.objects.get_mut(object.0 as usize) {
        *cache = address;
    }
    address
}

/// What an address points to; a wild one is an event.
pub(super) fn aim(thread: &Thread, cx: &mut Context<'_>, address: Val, place: u32) -> Option<Target> {
    let target = cx.memory.target(address.bits as u64);
    if target.is_none() && !address.unknown && !thread.unknown {
        cx.event(
            EventKind::OutOfBounds,
            place,
            thread,
            "a pointer that leads nowhere",
        );
    }
    target
}

/// The new contents of the cell, if the operation writes it.
pub(super) fn modify(op: AtomicOp, ty: Ty, old: u128, args: &[Val]) -> Option<u128> {
    let arg = |n: usize| args.get(n).map_or(0, |a| truncate(ty, a.bits));
    let apply = |op| binary(op, ty, ty, old, arg(0)).0;
    Some(match op {
        AtomicOp::Load => return None,
        AtomicOp::Store | AtomicOp::Exchange => arg(0),
        AtomicOp::Cas if old == arg(0) => arg(1),
        AtomicOp::Cas => return None,
        AtomicOp::Add => apply(BinOp::Add),
        AtomicOp::Sub => apply(BinOp::Sub),
        AtomicOp::Min => apply(BinOp::Min),
        AtomicOp::Max => apply(BinOp::Max),
        AtomicOp::And => apply(BinOp::And),
        AtomicOp::Or => apply(BinOp::Or),
        AtomicOp::Xor => apply(BinOp::Xor),
        AtomicOp::IncWrap if compare(CmpOp::Ge, ty, old, arg(0)) => 0,
        AtomicOp::IncWrap => binary(BinOp::Add, ty, ty, old, 1).0,
        AtomicOp::DecWrap if old == 0 || compare(CmpOp::Gt, ty, old, arg(0)) => arg(0),
        AtomicOp::DecWrap => binary(BinOp::Sub, ty, ty, old, 1).0,
    })
}

/// The address that a pointer parameter holds at entry, as bits.
pub(super) fn parameter_address(thread: &mut Thread, cx: &mut Context<'_>, object: ObjectId) -> u128 {
    value::from_integer(Ty::U64, i128::from(object_address(thread, cx, object)))
}
