//! Locks: `while (atomicCAS(&lock, free, taken) != free); fence; …; fence; atomicExch(&lock, free);`.
//!
//! An object is a lock if all that is done to it atomically is: to put `taken` where `free` was found (a
//! compare-and-exchange, or an exchange), and to put `free` back while holding it. Then at most one thread holds each of
//! its cells, whatever was in them at first: only the holder makes a cell free, and of those who try to take a
//! free one the first finds it so. Who finds it free reads what a holder wrote when giving it back, by a store or an exchange.
//! With `while (atomicExch(&lock, taken) == taken);` whatever is not `taken` is free.

use super::paths::is_access;
use super::{
    Context, Drawn, Orders, atomics_on, drawn_in, edge, lets_in, looks, never, passes_barrier, space_of,
    ticket, turn,
};
use crate::answer::Action;
use crate::pair::Pair;
use crate::segment::Family;
use crate::ssa::Access;
use crate::term::{Node, Range, TermId, Terms};
use kverify_frontend::ir::{AtomicOp, Loc, ObjectId, Scope, Space};

/// What a free lock holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Free {
    Value(i128),
    /// Any other value than that of a taken one.
    AllBut(i128),
}

impl Free {
    /// Whether to put a value of this range there makes a lock free.
    fn is_put_back_by(self, new: Range) -> bool {
        match self {
            Free::Value(free) => new == Range::new(free, free),
            Free::AllBut(taken) => excludes(new, taken),
        }
    }

    /// Whether to put a value of this range there leaves no free lock.
    fn is_taken_by(self, new: Range) -> bool {
        match self {
            Free::Value(free) => excludes(new, free),
            Free::AllBut(taken) => new == Range::new(taken, taken),
        }
    }
}

/// A lock's value when it is free, and the operations on it.
#[derive(Clone)]
pub(super) struct Lock {
    /// Of a ticket lock, what is served is the ticket.
    pub free: Option<Free>,
    /// Where it is given back.
    pub releases: Vec<Loc>,
    /// The narrowest scope of all its operations.
    pub scope: Scope,
}

/// If both accesses stand in critical sections of one lock: its cell is another for each of the two threads.
pub(super) fn not_both_held<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    pair: &mut Pair,
    scope: Scope,
    [a, b]: [&Access; 2],
) -> Vec<TermId> {
    let mut out = Vec::new();
    let others = held(orders, cx, Some(scope), b);
    for mine in held(orders, cx, Some(scope), a) {
        for other in &others {
            let shared = cx.machine.objects.space(cx.machine.kernel, mine.object) == Space::Shared;
            if mine.object != other.object || (shared && scope > Scope::Block) {
                continue;
            }
            // The threads of a block hold together what one of them has taken for it.
            if scope <= Scope::Block && (mine.by_block || other.by_block) {
                continue;
            }
            let terms = &mut cx.machine.terms;
            let [x, y] = [(&mine, 0), (other, 1)].map(|(d, t)| d.place().map(|p| pair.fork(terms, p, t)));
            let (row, offset) = (terms.ne(x[0], y[0]), terms.ne(x[1], y[1]));
            out.push(terms.or(&[row, offset]));
        }
    }
    out
}

/// Whether both accesses stand in critical sections of one lock, of which nothing but fences, or their scope, is missing: then
/// it is no other order that they wait for, and they race.
pub(super) fn lacks_fences<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    scope: Scope,
    [a, b]: [&Access; 2],
) -> bool {
    let same = |x: &Drawn, y: &Drawn| x.object == y.object && !x.by_block && !y.by_block;
    let meet = |xs: &[Drawn], ys: &[Drawn]| xs.iter().any(|x| ys.iter().any(|y| same(x, y)));
    let (mine, others) = (held(orders, cx, None, a), held(orders, cx, None, b));
    meet(&mine, &others) && {
        let fenced = [a, b].map(|x| held(orders, cx, Some(scope), x));
        !meet(&fenced[0], &fenced[1])
    }
}

/// The locks that a thread is sure to hold at `x`, with fences between their ends and `x` that order a scope, if one is given.
fn held<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    scope: Option<Scope>,
    x: &Access,
) -> Vec<Drawn> {
    let space = space_of(cx, x);
    let mut taken: Vec<(Drawn, Lock)> = Vec::new();
    for (d, free) in won(cx, x) {
        if let Some(lock) = lock(orders, cx, d.object).filter(|l| l.free == Some(free)) {
            taken.push((d, lock));
        }
    }
    taken.extend(ticket::served(orders, cx, x));
    taken.extend(turn::served(orders, cx, x));
    let held = taken.into_iter().filter(|(d, lock)| {
        let Some(scope) = scope else {
            return is_held(orders, &lock.releases, d.loc, x.loc);
        };
        let edge = edge(cx, d, space, scope);
        let released = lock.releases.iter().all(|&r| {
            let for_block = !d.by_block || passes_barrier(orders, cx, x, r);
            for_block && orders.paths.lets_go(x.loc, r, edge)
        });
        lock.scope >= scope
            && lets_in(orders, d, x, edge, lock.free.is_some())
            && released
            && is_held(orders, &lock.releases, d.loc, x.loc)
    });
    held.map(|(d, _)| d).collect()
}

/// The acquisitions that `x` stands under the success of, with what they found: a constant that they put another in the
/// place of, or anything but the constant that they put there.
fn won(cx: &mut Context<'_, '_>, x: &Access) -> Vec<(Drawn, Free)> {
    let mut out = Vec::new();
    for d in drawn_in(cx, &[x.guard]) {
        let constant = |n: usize| d.args.get(n).and_then(|&t| cx.machine.terms.as_int(t));
        let (candidate, new) = if d.op == AtomicOp::Cas {
            (constant(2), d.args.get(3))
        } else if d.op == AtomicOp::Exchange {
            (None, d.args.get(2))
        } else {
            continue;
        };
        let new = new.map(|&t| cx.machine.terms.range(t));
        let found = equal_by_guard(cx, x, &d).or_else(|| {
            let value = candidate.unwrap_or(0);
            let is_equal = is_implied(cx, x, |terms| {
                let value = terms.int(value);
                terms.eq(d.value, value)
            });
            is_equal.then_some(value)
        });
        if let Some(value) = found
            && new.is_some_and(|n| excludes(n, value))
            && (d.op == AtomicOp::Exchange || candidate == Some(value))
        {
            out.push((d, Free::Value(value)));
        } else if let Some(taken) = new.and_then(Range::constant)
            && d.op == AtomicOp::Exchange
            && is_implied(cx, x, |terms| {
                let taken = terms.int(taken);
                terms.ne(d.value, taken)
            })
        {
            out.push((d, Free::AllBut(taken)));
        }
    }
    out
}

/// Whether a value in this interval is another one.
fn excludes(range: Range, value: i128) -> bool {
    !range.includes(Range::new(value, value))
}

/// The constant that `d` is equal to by a conjunct of the guard of `x`.
fn equal_by_guard(cx: &Context<'_, '_>, x: &Access, d: &Drawn) -> Option<i128> {
    let terms = &cx.machine.terms;
    terms.conjuncts(x.guard).into_iter().find_map(|c| {
        let Node::Eq0(sum) = *terms.node(c) else {
            return None;
        };
        match terms.linear(sum) {
            (parts, k) if parts.len() == 1 && parts[0].0 == d.value => match parts[0].1 {
                1 => Some(-k),
                -1 => Some(k),
                _ => None,
            },
            _ => None,
        }
    })
}

/// Whether the guard of `x` implies a condition.
pub(super) fn is_implied(
    cx: &mut Context<'_, '_>,
    x: &Access,
    condition: impl FnOnce(&mut Terms) -> TermId,
) -> bool {
    let mut pair = Pair::new(cx.machine, &Family::any_two(Scope::Grid), &[]);
    let terms = &mut cx.machine.terms;
    let holds = condition(terms);
    let fails = terms.not(holds);
    let all = terms.and(&[x.guard, fails]);
    let all = pair.fork(terms, all, 0);
    never(cx, &pair, &[all])
}

/// Whether no way leads from a release to `at` but through the acquisition.
pub(super) fn is_held(orders: &Orders<'_>, releases: &[Loc], acquisition: Loc, at: Loc) -> bool {
    releases.iter().all(|&r| {
        !orders
            .paths
            .reaches(r, at, |s| s.loc == acquisition && is_access(s))
    })
}

/// What makes `object` a lock, if it is one.
fn lock<'k>(orders: &mut Orders<'k>, cx: &mut Context<'_, 'k>, object: ObjectId) -> Option<Lock> {
    if let Some(known) = orders.locks.get(&object) {
        return known.clone();
    }
    let made = make_lock(orders, cx, object);
    orders.locks.insert(object, made.clone());
    made
}

/// An operation on what may be a lock: where, what it puts there, and what its thread has won before.
struct Site<'c> {
    access: &'c Access,
    new: TermId,
    held: Vec<(Drawn, Free)>,
}

fn make_lock(orders: &Orders<'_>, cx: &mut Context<'_, '_>, object: ObjectId) -> Option<Lock> {
    cx.machine
        .disciplines
        .get(&object)
        .filter(|d| !d.mixed && !d.not_replacing)?;
    let atomics = atomics_on(cx, object);
    // Plain stores make cells free, or take them, only before anybody uses the lock.
    let whole = cx.whole;
    let later = whole
        .accesses
        .iter()
        .filter(|x| x.object == object && x.atomic.is_none() && x.action != Action::Read)
        .any(|x| {
            atomics
                .iter()
                .any(|a| orders.paths.reaches(a.loc, x.loc, |_| false))
        });
    if later {
        return None;
    }
    let mut sites = Vec::new();
    let mut scope = Scope::System;
    for access in atomics {
        scope = scope.min(access.atomic?);
        let operand = |n: usize| access.operands.get(n).copied();
        let a = orders.paths.atomic(access.loc)?;
        if looks(cx, a, access) {
            continue;
        }
        let new = operand(a.op.replacement()?)?;
        if a.op == AtomicOp::Cas && operand(0)? == new {
            return None;
        }
        let mut held = won(cx, access);
        held.retain(|(d, _)| !d.by_block && d.object == object && d.place() == [access.row, access.offset]);
        sites.push(Site { access, new, held });
    }
    // The value that those who hold a cell have found in it, and the operations that put it back.
    let whole = cx.whole;
    let free = match sites.iter().find_map(|s| s.held.first()) {
        Some((_, free)) => *free,
        None => {
            whole
                .accesses
                .iter()
                .find_map(|x| won(cx, x).into_iter().find(|(d, _)| d.object == object))?
                .1
        }
    };
    let terms = &cx.machine.terms;
    let puts_back = |s: &&Site<'_>| free.is_put_back_by(terms.range(s.new));
    let takes = |s: &Site<'_>| free.is_taken_by(terms.range(s.new));
    if !sites.iter().all(|s| puts_back(&s) || takes(s)) {
        return None;
    }
    let lock = Lock {
        free: Some(free),
        releases: sites.iter().filter(puts_back).map(|s| s.access.loc).collect(),
        scope,
    };
    // Only the holder of a cell makes it free.
    let by_holder = sites.iter().filter(puts_back).all(|s| {
        s.held
            .iter()
            .any(|(d, found)| *found == free && is_held(orders, &lock.releases, d.loc, s.access.loc))
    });
    (by_holder && !lock.releases.is_empty()).then_some(lock)
}
