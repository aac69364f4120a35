//! Instructions that touch no memory.

use super::super::clusters::row_pointer;
use super::super::context::{Context, NOWHERE};
use super::super::memory::Memory;
use super::super::outcome::EventKind;
use super::super::program::{Call, Inst, Slot, Src};
use super::super::pure;
use super::super::symbolic::{Node, Sym};
use super::super::thread::{Status, Thread, Val};
use super::super::value::{Fault, binary, cast, compare, from_integer, unary};
use super::{object_address, operand, read, write};
use kverify_frontend::ir::{BinOp, HoleId, Ty};

/// Instructions without effects on memory.
pub(super) fn compute(inst: &Inst, thread: &mut Thread, cx: &mut Context<'_>) {
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
            let operands = [operand(thread, cx, *a), operand(thread, cx, *b)];
            let val = arithmetic(thread, cx, *op, [*ty, *amount], operands);
            write(thread, cx, *dst, val);
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
            let val = selection(cx, *ty, cond, a, b);
            write(thread, cx, *dst, val);
        }
        Inst::Object { dst, object } => {
            let address = object_address(thread, cx, *object);
            write(thread, cx, *dst, Val::exact(address.into()));
        }
        Inst::PtrAdd { dst, a, b } => {
            let (a, b) = (read(thread, cx, *a), read(thread, cx, *b));
            let val = moved_pointer(thread, cx, a, b);
            write(thread, cx, *dst, val);
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
        Inst::Assert { cond, of, place } => {
            let cond = read(thread, cx, *cond);
            if cond.bits == 0 && !cond.unknown && !thread.unknown {
                let kind = of.map_or(EventKind::AssertionFailed, EventKind::Undefined);
                cx.event(kind, *place, thread, "");
            }
        }
        Inst::Invariant { cond, place } if read(thread, cx, *cond).bits == 0 => {
            cx.event(EventKind::InvariantFailed, *place, thread, "");
        }
        // The others are control flow or touch memory.
        _ => {}
    }
}

/// What a binary operation gives, of operands of types `ty` and `amount`.
fn arithmetic(
    thread: &Thread,
    cx: &mut Context<'_>,
    op: BinOp,
    [ty, amount]: [Ty; 2],
    [a, b]: [Val; 2],
) -> Val {
    let (mut bits, fault) = binary(op, ty, amount, a.bits, b.bits);
    let event = match fault {
        Some(Fault::DivisionByZero) => Some(EventKind::DivisionByZero),
        Some(Fault::WideShift) => Some(EventKind::WideShift),
        Some(Fault::SignedOverflow) | None => None,
    };
    if let Some(event) = event {
        let at = cx.program.at.get((thread.pc as usize).wrapping_sub(1));
        let place = at.copied().unwrap_or(NOWHERE);
        cx.event(event, place, thread, "");
        if let Some(undefined) = cx
            .memory
            .undefined
            .as_ref()
            .filter(|u| u.arithmetic.contains(&place))
        {
            bits = from_integer(ty, undefined.computed);
        }
    }
    // What comes of it may be anything.
    let undefined = match fault {
        Some(Fault::SignedOverflow) => !cx.program.wraps,
        Some(Fault::DivisionByZero) => true,
        Some(Fault::WideShift) | None => false,
    };
    let unknown = a.unknown || b.unknown || undefined && !cx.is_elsewhere();
    let term = cx.term(&[a, b], |g| {
        Node::Binary(op, ty, amount, g.of(ty, a), g.of(amount, b))
    });
    let sym = match term {
        Sym::NONE => cx.rounded(op, ty, a.bits, b.bits, bits),
        sym => sym,
    };
    Val { bits, unknown, sym }
}

/// One of two values; a term of both where other inputs choose otherwise.
fn selection(cx: &mut Context<'_>, ty: Ty, cond: Val, a: Val, b: Val) -> Val {
    let chosen = if cond.bits != 0 { a } else { b };
    let shadow = cx.shadow.as_ref();
    let sym = match shadow.is_some_and(|shadow| shadow.graph.is_open(cond.sym)) {
        true => cx.choice(ty, cond, a, b),
        false => chosen.sym,
    };
    Val {
        unknown: chosen.unknown || cond.unknown,
        sym,
        ..chosen
    }
}

/// A pointer with an offset.
fn moved_pointer(thread: &Thread, cx: &mut Context<'_>, pointer: Val, offset: Val) -> Val {
    let (address, inside) = Memory::offset_pointer(pointer.bits as u64, offset.bits as u64 as i64);
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
    Val::of(bits, pointer.unknown || offset.unknown)
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
