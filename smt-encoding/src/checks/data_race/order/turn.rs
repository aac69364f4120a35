//! Taking turns: `while (atomicAdd(&turn, 0) != mine); fence; …; fence; atomicExch(&turn, next);`.
//!
//! A cell says whose turn it is, by a number of which no two threads have the same. Who found its own number there, and it alone, goes on,
//! until it puts another there: whatever that is, and whatever was there at first, no two threads are in such a section at once.

use super::lock::{Lock, is_held, is_implied};
use super::{Context, Drawn, Orders, as_number_of, atomics_on, drawn_in, looks, never};
use crate::pair::Pair;
use crate::segment::Family;
use crate::ssa::Access;
use crate::term::{Node, TermId};
use kverify_frontend::ir::{Loc, ObjectId, Scope};

/// Whose turn a cell says it is.
#[derive(Clone)]
pub(super) struct Turns {
    lock: Lock,
    /// The looks that let somebody in, each with the number that it has to find.
    looks: Vec<(Loc, TermId)>,
}

/// A look that found the thread's own number.
struct Turn {
    look: Drawn,
    own: TermId,
}

/// Most equations of a guard that are tried.
const MOST_TRIED: usize = 4;

/// The cells in which the thread of `x` has found its own number: what it looked at.
pub(super) fn served<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    x: &Access,
) -> Vec<(Drawn, Lock)> {
    let mut out = Vec::new();
    for turn in turns(cx, x, None) {
        let object = turn.look.object;
        let known = orders.turns.get(&object).cloned();
        let known = known.unwrap_or_else(|| made(orders, cx, object));
        orders.turns.insert(object, known.clone());
        if let Some(turns) = known
            && turns.looks.contains(&(turn.look.loc, turn.own))
        {
            out.push((turn.look, turns.lock));
        }
    }
    out
}

/// The looks, at one object if one is given, that the guard of `x` says have found a number that no atomic operation returned.
fn turns(cx: &mut Context<'_, '_>, x: &Access, of: Option<ObjectId>) -> Vec<Turn> {
    let drawn = drawn_in(cx, &[x.guard]);
    let terms = &mut cx.machine.terms;
    let mut found: Vec<Turn> = Vec::new();
    for t in terms.post_order(&[x.guard]) {
        let Node::Eq0(sum) = *terms.node(t) else {
            continue;
        };
        let (parts, k) = terms.linear(sum);
        for d in drawn.iter().filter(|d| of.is_none_or(|of| of == d.object)) {
            let Some(&(part, c)) = parts.iter().find(|(t, _)| as_number_of(terms, *t) == d.value) else {
                continue;
            };
            let rest: Vec<_> = parts.iter().copied().filter(|(t, _)| *t != part).collect();
            let rest = terms.sum(&rest, k);
            let others = terms.post_order(&[rest]);
            if c.abs() == 1 && !drawn.iter().any(|d| others.contains(&d.value)) {
                let own = terms.scale(rest, -c);
                found.push(Turn { look: d.clone(), own });
            }
        }
    }
    found.truncate(MOST_TRIED);
    found.retain(|turn| is_implied(cx, x, |terms| terms.eq(turn.look.value, turn.own)));
    found
}

/// What makes `object` say whose turn it is, if it does.
fn made(orders: &Orders<'_>, cx: &mut Context<'_, '_>, object: ObjectId) -> Option<Turns> {
    if cx.machine.objects.usage(object).plainly_written {
        return None;
    }
    let mut scope = Scope::System;
    let (mut writes, mut looking) = (Vec::new(), Vec::new());
    for x in atomics_on(cx, object) {
        scope = scope.min(x.atomic?);
        let a = orders.paths.atomic(x.loc)?;
        match looks(cx, a, x) {
            true => looking.push(x),
            false => writes.push(x),
        }
    }
    let releases: Vec<Loc> = writes.iter().map(|x| x.loc).collect();
    let mut found: Vec<(&Access, TermId)> = Vec::new();
    for x in &writes {
        let turn = turns(cx, x, Some(object)).into_iter().find(|turn| {
            !turn.look.by_block
                && turn.look.place() == [x.row, x.offset]
                && is_held(orders, &releases, turn.look.loc, x.loc)
        })?;
        let mut at = looking.iter().filter(|look| look.loc == turn.look.loc);
        let (Some(look), None) = (at.next(), at.next()) else {
            return None;
        };
        found.push((look, turn.own));
    }
    let differ = found
        .iter()
        .all(|x| found.iter().all(|y| never_alike(cx, [*x, *y])));
    (differ && !writes.is_empty()).then(|| Turns {
        lock: Lock {
            free: None,
            releases,
            scope,
        },
        looks: found.iter().map(|(look, own)| (look.loc, *own)).collect(),
    })
}

/// Whether no two threads that look at one cell have one number.
fn never_alike(cx: &mut Context<'_, '_>, [(x, own), (y, other)]: [(&Access, TermId); 2]) -> bool {
    [Scope::Block, Scope::Grid].into_iter().all(|among| {
        let mut pair = Pair::new(cx.machine, &Family::any_two(among), &[]);
        let terms = &mut cx.machine.terms;
        let sides = [(x, own), (y, other)];
        let mut all = vec![pair.distinct];
        let [row, offset, number] = [
            sides.map(|(x, _)| x.row),
            sides.map(|(x, _)| x.offset),
            sides.map(|(_, own)| own),
        ]
        .map(|[a, b]| {
            let (a, b) = (pair.fork(terms, a, 0), pair.fork(terms, b, 1));
            terms.eq(a, b)
        });
        all.extend([row, offset, number]);
        all.extend([0, 1].map(|t| pair.fork(terms, sides[t].0.guard, t)));
        never(cx, &pair, &all)
    })
}
