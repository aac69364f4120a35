//! Waits that nobody ends: what would let the thread go on stands behind a barrier of its block, which waits for that thread.
//!
//! Thread s waits in a loop whose every exit depends on a cell of memory alone ([`super::candidates`]) and goes round once more,
//! `guard(s) ∧ κ(s) ≥ 1`, in a barrier interval in which no thread t ≠ s writes the cell outside of such a loop: for all writes w
//! of the interval, `guard(s) ∧ guard_w(t) ∧ address(s) = address_w(t)` is unsatisfiable. The cell lies in shared memory, which other
//! blocks do not reach; or the loop takes a lock in any memory, and two threads of the block do so for one cell: who has it gives it back
//! behind the barrier only.

use super::super::{Context, one_thread};
use super::candidates::Spin;
use super::{alone, finding, together};
use crate::answer::Finding;
use crate::pair::{Pair, Settled};
use crate::segment::{Family, Segment};
use crate::ssa::Access;
use crate::term::LoopId;
use kverify_frontend::ir::{Scope, Space};

/// A thread that waits so, if there is one.
pub(super) fn stranded(cx: &mut Context<'_, '_>, spin: &Spin) -> Option<Finding> {
    let of_blocks = |family: &&(Family, Vec<Segment>)| family.0.divergence && family.0.scope == Scope::Block;
    let (_, segments) = cx.families.iter().find(of_blocks)?;
    for segment in segments {
        let here = |a: &&Access| a.loc == spin.wait && (a.writes || spin.release.is_some());
        for waits in segment.records.accesses.iter().filter(here) {
            let found = settle(cx, spin, segment, waits);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn settle(cx: &mut Context<'_, '_>, spin: &Spin, segment: &Segment, waits: &Access) -> Option<Finding> {
    let is_lock = spin.release.is_none();
    let own = cx.machine.objects.space(cx.machine.kernel, waits.object) == Space::Shared
        && !cx.machine.kernel.has_distributed_memory();
    if !own && !is_lock {
        return None;
    }
    // Where nothing gives a lock back, another kernel may.
    let whole = cx.whole;
    let other = |a: &&Access| a.writes && a.object == waits.object && !spin.own.contains(&a.loc);
    let mut others = whole.accesses.iter().filter(other);
    if !own && others.all(|write| never_meet(cx, segment, [waits, write])) {
        return None;
    }
    let may_end = |a: &&Access| a.writes && !spin.own.contains(&a.loc);
    for write in segment.records.accesses.iter().filter(may_end) {
        let is_apart = |object| object != waits.object && !cx.machine.config.may_alias;
        if !is_apart(write.object) && !never_meet(cx, segment, [waits, write]) {
            return None;
        }
    }
    let mut pair = match is_lock {
        true => of_block(cx, segment),
        false => one_thread(cx),
    };
    let mut core = match is_lock {
        true => together(cx, &mut pair, [waits, waits]),
        false => alone(cx, &mut pair, waits.guard),
    };
    let (_, turn) = *waits.counters.last()?;
    let terms = &mut cx.machine.terms;
    let turn = pair.fork(terms, turn, 0);
    let one = terms.int(1);
    core.push(terms.le(one, turn));
    cx.solver.obligations += 1;
    let Settled::Happens(model) = cx.solver.settle(&mut cx.machine.terms, &core, &[]) else {
        return None;
    };
    let found = (Scope::Block, [waits, waits], [None, None]);
    Some(finding(cx, &mut pair, found, &core, &model))
}

/// Whether no thread makes the second access where another one makes the first.
fn never_meet(cx: &mut Context<'_, '_>, segment: &Segment, both: [&Access; 2]) -> bool {
    let mut pair = of_block(cx, segment);
    let core = together(cx, &mut pair, both);
    cx.solver.obligations += 1;
    let settled = cx.solver.settle(&mut cx.machine.terms, &core, &[]);
    matches!(settled, Settled::Never { .. })
}

/// Two threads of a block in a barrier interval.
fn of_block(cx: &mut Context<'_, '_>, segment: &Segment) -> Pair {
    let around: Vec<LoopId> = segment.shared.iter().map(|c| c.0).collect();
    Pair::new(cx.machine, &Family::any_two(Scope::Block), &around)
}
