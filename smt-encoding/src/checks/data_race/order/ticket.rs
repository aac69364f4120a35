//! Ticket locks: `t = atomicAdd(&next, 1); while (atomicAdd(&serving, 0) != t); fence; …; fence; atomicAdd(&serving, 1);`.
//!
//! All draw from `next` by one operation that adds 1, so that no two have one ticket; and `serving` is moved on by 1, or to the ticket
//! after one's own, by those alone who found their ticket there, once each. If both start at one value, `serving` says whose turn it is,
//! and the sections follow one another as the tickets do. (Mellor-Crummey and Scott, 1991, section 2.2, doi:10.1145/103727.103729.)

use super::lock::{Lock, is_held};
use super::{Context, Drawn, Orders, atomics_on, drawn_in, looks};
use crate::ssa::Access;
use crate::term::{Node, TermId};
use kverify_frontend::ir::{AtomicOp, Loc, ObjectId, Scope};

/// Cells of one kind: an object, or the place in it that is this many bytes from its start.
pub(super) type Cells = (ObjectId, Option<i128>);

/// A look that found a ticket.
struct Turn {
    look: Drawn,
    ticket: Drawn,
    /// What is served, and what is drawn from.
    cells: [Cells; 2],
}

/// The ticket locks whose turn the thread of `x` has found to be its own: what it looked at.
pub(super) fn served<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    x: &Access,
) -> Vec<(Drawn, Lock)> {
    let mut out = Vec::new();
    for turn in turns(cx, x) {
        let key = turn.cells;
        let known = orders.tickets.get(&key).cloned();
        let lock = known.unwrap_or_else(|| ticket_lock(orders, cx, key));
        orders.tickets.insert(key, lock.clone());
        if let Some(lock) = lock {
            cx.trusted.zeroed.extend(key.map(|(object, _)| object));
            out.push((turn.look, lock));
        }
    }
    out
}

/// The equations of two atomics' results in the guard of `x`: of one that looks, and of one that drew a ticket beside it.
fn turns(cx: &Context<'_, '_>, x: &Access) -> Vec<Turn> {
    let terms = &cx.machine.terms;
    let mut out = Vec::new();
    for c in terms.conjuncts(x.guard) {
        let Node::Eq0(sum) = *terms.node(c) else {
            continue;
        };
        let (parts, 0) = terms.linear(sum) else {
            continue;
        };
        let &[(a, m), (b, n)] = parts.as_slice() else {
            continue;
        };
        let drawn = drawn_in(cx, &[c]);
        let result = |t: TermId| drawn.iter().find(|d| d.value == t).cloned();
        let (Some(a), Some(b)) = (result(a), result(b)) else {
            continue;
        };
        // Two objects, or two members of one.
        let apart = match (a.object == b.object, [&a, &b].map(|d| terms.as_int(d.args[1]))) {
            (false, _) => (a.place() == b.place()).then_some([None, None]),
            (true, [Some(x), Some(y)]) => (a.args[0] == b.args[0] && x != y).then_some([Some(x), Some(y)]),
            (true, _) => None,
        };
        if let Some([x, y]) = apart
            && m + n == 0
            && m.abs() == 1
            && a.by_block == b.by_block
        {
            let cells = [(a.object, x), (b.object, y)];
            let draws = |d: &Drawn| {
                d.op == AtomicOp::Add && d.args.get(2).is_some_and(|&t| terms.as_int(t) == Some(1))
            };
            match (draws(&a), draws(&b)) {
                (true, false) => out.push(Turn {
                    look: b,
                    ticket: a,
                    cells: [cells[1], cells[0]],
                }),
                (false, true) => out.push(Turn {
                    look: a,
                    ticket: b,
                    cells,
                }),
                _ => {}
            }
        }
    }
    out
}

/// The atomic accesses to cells of one kind, if it is certain which these are.
fn atomics_in<'c>(cx: &Context<'c, '_>, (object, at): Cells) -> Option<Vec<&'c Access>> {
    let all = atomics_on(cx, object);
    let Some(at) = at else { return Some(all) };
    let offsets: Option<Vec<i128>> = all.iter().map(|x| cx.machine.terms.as_int(x.offset)).collect();
    let offsets = offsets?;
    // They are of one size, and do not lie across each other.
    let size = cx.machine.terms.as_int(all.first()?.bytes).filter(|n| *n > 0)?;
    let whole = |(x, offset): (&&Access, &i128)| {
        cx.machine.terms.as_int(x.bytes) == Some(size) && (offset - at) % size == 0
    };
    if !all.iter().zip(&offsets).all(whole) {
        return None;
    }
    let here = all.into_iter().zip(offsets).filter(|(_, offset)| *offset == at);
    Some(here.map(|(x, _)| x).collect())
}

/// What makes two kinds of cells a ticket lock, if they are one.
fn ticket_lock(orders: &Orders<'_>, cx: &mut Context<'_, '_>, [serving, next]: [Cells; 2]) -> Option<Lock> {
    let plain = |(o, _): Cells| cx.machine.objects.usage(o).plainly_written;
    if plain(serving) || plain(next) {
        return None;
    }
    let mut scope = Scope::System;
    let mut draws: Option<Loc> = None;
    for x in atomics_in(cx, next)? {
        scope = scope.min(x.atomic?);
        let a = orders.paths.atomic(x.loc)?;
        if looks(cx, a, x) {
            continue;
        }
        let one = x.operands.first().and_then(|&t| cx.machine.terms.as_int(t)) == Some(1);
        if a.op != AtomicOp::Add || !one || draws.replace(x.loc).is_some() {
            return None;
        }
    }
    let mut releases = Vec::new();
    for x in atomics_in(cx, serving)? {
        scope = scope.min(x.atomic?);
        let a = orders.paths.atomic(x.loc)?;
        if !looks(cx, a, x) {
            releases.push((x, a.op, a.ty));
        }
    }
    let locs: Vec<Loc> = releases.iter().map(|(x, ..)| x.loc).collect();
    for (x, op, ty) in &releases {
        let value = *x.operands.first()?;
        let turn = turns(cx, x).into_iter().find(|t| {
            let of_lock = t.cells == [serving, next] && Some(t.ticket.loc) == draws;
            !t.look.by_block && of_lock && t.look.place() == [x.row, x.offset]
        })?;
        let terms = &mut cx.machine.terms;
        let after = terms.offset(turn.ticket.value, 1);
        let after = terms.wrap(after, *ty);
        let counts = *op == AtomicOp::Add && terms.as_int(value) == Some(1);
        let moves_on = counts || op.replacement() == Some(0) && value == after;
        if !moves_on
            || !is_held(orders, &locs, turn.look.loc, x.loc)
            || !is_held(orders, &locs, turn.ticket.loc, turn.look.loc)
        {
            return None;
        }
    }
    let lock = Lock {
        free: None,
        releases: locs,
        scope,
    };
    (draws.is_some() && !lock.releases.is_empty()).then_some(lock)
}
