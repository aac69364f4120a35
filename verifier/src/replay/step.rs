//! One thread, one instruction after the other, until it must wait.

use super::arms;
use super::clusters::row_pointer;
use super::context::{Context, Logged, NOWHERE};
use super::guide;
use super::log::{NOT_ASYNC, What};
use super::memory::{Memory, Target, owner};
use super::order::{AtomicSync, Sync};
use super::outcome::EventKind;
use super::program::{Atomic, Call, Edge, Inst, LoopStep, Slot, Src};
use super::pure;
use super::symbolic::{Node, Sym};
use super::thread::{Status, Thread, Val};
use super::trace;
use super::transfer::{fill_bytes, wait};
use super::value::{self, Fault, binary, cast, compare, truncate, unary};
use kverify_frontend::ir::{AtomicOp, BinOp, CmpOp, HoleId, ObjectId, Ordering, Scope, Space, Ty};
use kverify_smt::answer::Action;

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
        cx.now += 1;
        cx.fuel -= 1;
        thread.pc += 1;
        let seen = cx
            .trace
            .is_some()
            .then(|| (thread.pc - 1, trace::before(inst, thread, cx)));
        // Temporaries are shared by all threads: change threads only where none is live.
        if step(inst, thread, cx) {
            slice -= 1;
        }
        if let Some((pc, seen)) = seen {
            trace::after(inst, pc, seen, thread, cx);
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

/// Instructions without effects on memory.
fn compute(inst: &Inst, thread: &mut Thread, cx: &mut Context<'_>) {
    match inst {
        Inst::Move { dst, src } => {
            let val = operand(thread, cx, *src);
            write(thread, cx, *dst, val);
        }
        Inst::Unary { op, ty, dst, a } => {
            let a = operand(thread, cx, *a);
            let sym = cx.term(&[a], |g| Node::Unary(*op, *ty, g.of(*ty, a)));
            let bits = unary(*op, *ty, a.bits);
            write(thread, cx, *dst, Val { bits, sym, ..a });
        }
        Inst::Binary {
            op,
            ty,
            amount,
            dst,
            a,
            b,
        } => {
            let (a, b) = (operand(thread, cx, *a), operand(thread, cx, *b));
            let (bits, fault) = binary(*op, *ty, *amount, a.bits, b.bits);
            match fault {
                Some(Fault::DivisionByZero) => cx.event(EventKind::DivisionByZero, NOWHERE, thread, ""),
                Some(Fault::WideShift) => cx.event(EventKind::WideShift, NOWHERE, thread, ""),
                Some(Fault::SignedOverflow) | None => {}
            }
            // What comes of it may be anything.
            let undefined = match fault {
                Some(Fault::SignedOverflow) => !cx.program.wraps,
                Some(Fault::DivisionByZero) => true,
                Some(Fault::WideShift) | None => false,
            };
            let unknown = a.unknown || b.unknown || undefined && !cx.is_elsewhere();
            let sym = match cx.term(&[a, b], |g| {
                Node::Binary(*op, *ty, *amount, g.of(*ty, a), g.of(*amount, b))
            }) {
                Sym::NONE => cx.rounded(*op, *ty, a.bits, b.bits, bits),
                sym => sym,
            };
            write(thread, cx, *dst, Val { bits, unknown, sym });
        }
        Inst::Cmp { op, ty, dst, a, b } => {
            let (a, b) = (operand(thread, cx, *a), operand(thread, cx, *b));
            let bits = u128::from(compare(*op, *ty, a.bits, b.bits));
            let sym = cx.term(&[a, b], |g| Node::Compare(*op, *ty, g.of(*ty, a), g.of(*ty, b)));
            let unknown = a.unknown || b.unknown;
            write(thread, cx, *dst, Val { bits, unknown, sym });
        }
        Inst::Cast { from, to, dst, a } => {
            let a = operand(thread, cx, *a);
            let sym = cx.term(&[a], |g| Node::Cast(*from, *to, g.of(*from, a)));
            let bits = cast(*from, *to, a.bits);
            write(thread, cx, *dst, Val { bits, sym, ..a });
        }
        Inst::Select { ty, dst, cond, a, b } => {
            let cond = operand(thread, cx, *cond);
            let (a, b) = (operand(thread, cx, *a), operand(thread, cx, *b));
            let chosen = if cond.bits != 0 { a } else { b };
            let sym = match cx
                .shadow
                .as_ref()
                .is_some_and(|shadow| shadow.graph.is_open(cond.sym))
            {
                true => cx.choice(*ty, cond, a, b),
                false => chosen.sym,
            };
            let unknown = chosen.unknown || cond.unknown;
            write(
                thread,
                cx,
                *dst,
                Val {
                    unknown,
                    sym,
                    ..chosen
                },
            );
        }
        Inst::Object { dst, object } => {
            let address = object_address(thread, cx, *object);
            write(thread, cx, *dst, Val::exact(address.into()));
        }
        Inst::PtrAdd { dst, a, b } => {
            let (a, b) = (read(thread, cx, *a), read(thread, cx, *b));
            let (address, inside) = Memory::offset_pointer(a.bits as u64, b.bits as u64 as i64);
            if !inside {
                cx.event(
                    EventKind::OutOfBounds,
                    NOWHERE,
                    thread,
                    "a pointer far outside of its object",
                );
            }
            // A wild pointer must not lead into another object: that would show races that are none.
            let bits = if inside { u128::from(address) } else { 0 };
            write(thread, cx, *dst, Val::of(bits, a.unknown || b.unknown));
        }
        Inst::Window { to, dst, a } => {
            let a = read(thread, cx, *a);
            let number = match to {
                Ty::Ptr => cx.memory.out_of_window(a.bits as u32, thread.home.block),
                _ => cx.memory.window(a.bits as u64).into(),
            };
            write(
                thread,
                cx,
                *dst,
                Val {
                    bits: number.into(),
                    ..a
                },
            );
        }
        Inst::PtrRow { dst, a, row } => {
            let (a, row) = (read(thread, cx, *a), read(thread, cx, *row));
            let address = row_pointer(cx, thread, a.bits as u64, i128::from(row.bits as u64 as i64));
            write(
                thread,
                cx,
                *dst,
                Val::of(address.into(), a.unknown || row.unknown),
            );
        }
        Inst::Call(call) => self::call(call, thread, cx),
        Inst::Unknown { dst, ty, hole } => {
            let val = cx.invent(*ty, *hole, thread);
            write(thread, cx, *dst, val);
        }
        Inst::Hole { hole, dsts, writes } => {
            for (dst, ty) in dsts {
                let val = cx.invent(*ty, *hole, thread);
                write(thread, cx, Slot::Var(*dst), val);
            }
            clobber(thread, cx, *hole, writes);
        }
        Inst::Assume { cond } => {
            let cond = read(thread, cx, *cond);
            cx.assumption_failed |= cond.bits == 0 && !cond.unknown && !thread.unknown && !cx.is_elsewhere();
        }
        Inst::StopUnless { cond } if read(thread, cx, *cond).bits == 0 => {
            thread.status = Status::Stopped;
        }
        Inst::Assert { cond, place } => {
            let cond = read(thread, cx, *cond);
            if cond.bits == 0 && !cond.unknown && !thread.unknown {
                cx.event(EventKind::AssertionFailed, *place, thread, "");
            }
        }
        Inst::Invariant { cond, place } if read(thread, cx, *cond).bits == 0 => {
            cx.event(EventKind::InvariantFailed, *place, thread, "");
        }
        // The others are control flow or touch memory.
        _ => {}
    }
}

/// What a hole was handed may hold anything from now on.
fn clobber(thread: &mut Thread, cx: &mut Context<'_>, hole: HoleId, writes: &[Src]) {
    cx.hole(hole, thread);
    for write in writes {
        let address = read(thread, cx, *write);
        match cx.memory.target(address.bits as u64) {
            Some(target) if !address.unknown && cx.memory.is_certain(target.region) => {
                cx.memory.clobber(target.region);
            }
            // It could be any object: nothing that the thread does is certain any more.
            _ => thread.unknown |= address.bits != 0 || address.unknown,
        }
    }
}

fn call(call: &Call, thread: &mut Thread, cx: &mut Context<'_>) {
    let vals: Vec<Val> = call
        .args
        .iter()
        .map(|(_, src)| operand(thread, cx, *src))
        .collect();
    let args: Vec<pure::Typed> = call
        .args
        .iter()
        .zip(&vals)
        .map(|((ty, _), val)| (*ty, val.bits))
        .collect();
    let unknown = vals.iter().any(|v| v.unknown);
    let sym = cx.called(call, &vals);
    let val = match pure::evaluate(&call.function, call.ty, &args) {
        Some(bits) => Val { bits, unknown, sym },
        // What a function is for other inputs is the same function, whatever it is.
        None if sym != Sym::NONE => Val {
            bits: pure::stand_in(&call.function, call.ty, &args),
            unknown: false,
            sym,
        },
        None => {
            cx.approximate = true;
            cx.event(EventKind::UnknownFunction, NOWHERE, thread, &call.function.name());
            Val::of(pure::stand_in(&call.function, call.ty, &args), true)
        }
    };
    write(thread, cx, call.dst, val);
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

fn load(thread: &mut Thread, cx: &mut Context<'_>, dst: u32, ty: Ty, addr: Src, place: u32) {
    let addr = read(thread, cx, addr);
    let Some(target) = aim(thread, cx, addr, place) else {
        thread.regs[dst as usize] = Val::of(0, true);
        return;
    };
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

fn store(thread: &mut Thread, cx: &mut Context<'_>, addr: Src, value: Src, ty: Ty, place: u32) {
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

fn atomic(thread: &mut Thread, cx: &mut Context<'_>, atomic: &Atomic) {
    let addr = read(thread, cx, atomic.addr);
    let place = atomic.place;
    let Some(target) = aim(thread, cx, addr, place) else {
        return;
    };
    let (old, met) = cx.memory.load(target, atomic.ty);
    let old_sym = cx.loaded(target, atomic.ty, old, place);
    let met = super::memory::Met {
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
        // Who counts comes after those who counted before, as in the last-block example of the CUDA C++ Programming Guide, which has
        // no fence after the count ("Memory Fence Functions").
        (false, AtomicOp::Add | AtomicOp::Sub | AtomicOp::IncWrap | AtomicOp::DecWrap)
            if new != Some(old) =>
        {
            atomic.ordering.order.and_acquires()
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
