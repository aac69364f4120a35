//! The shared memory of a block is there as long as the block.
//!
//! Who accesses the shared memory of another block of its cluster has to know that the block has begun, and has not ended (CUDA C++
//! Programming Guide, "Distributed Shared Memory"). So its beginning and its end are writes of all of it that race with what others
//! do there and no barrier orders. A block has begun with any of its threads, and ends with the last: its first thread stands for
//! all, and one that stays longer is not counted upon.

use crate::answer::Action;
use crate::segment::{Family, Segment};
use crate::ssa::{Access, Machine, Progress};
use crate::term::TermId;
use kverify_frontend::ir::{Dim, Geometry, Loc, ObjectId, Scope, Space};
use std::collections::BTreeSet;

/// Bytes of an object of which the source does not say how large it is: more than the shared memory that a block can have.
const MOST_BYTES: i128 = 1 << 24;

/// Adds beginnings and ends to the intervals in which blocks of a cluster stand beside each other.
pub(crate) fn add_lifetimes(machine: &mut Machine<'_>, family: &Family, segments: &mut [Segment]) {
    if family.scope != Scope::Cluster || !family.spaces.contains(&Space::Shared) {
        return;
    }
    // A block may leave in an earlier interval than that of the access.
    let accesses = segments.iter().flat_map(|s| &s.records.accesses);
    let foreign: BTreeSet<ObjectId> = accesses
        .filter(|a| machine.is_distributed(a.object) && a.row != machine.own_rank)
        .map(|a| a.object)
        .collect();
    for segment in segments {
        let mut ends: Vec<(Loc, Action, TermId, Vec<Progress>)> = segment
            .records
            .stops
            .iter()
            .filter(|s| s.barrier.is_none())
            .map(|s| (s.loc, Action::Exit, s.guard, s.phases.clone()))
            .collect();
        if segment.start.is_none() {
            let loc = Loc {
                span: machine.kernel.span,
                call: None,
            };
            let begins = machine.terms.bool(true);
            let before = nothing_done(machine);
            ends.push((loc, Action::Entry, begins, before));
        }
        for &object in &foreign {
            for (loc, action, guard, phases) in &ends {
                let access = lives(machine, object, (*loc, *action, *guard), phases);
                segment.records.accesses.push(access);
            }
        }
    }
}

/// The block's first thread begins or ends, and its `object` with it.
fn lives(
    machine: &mut Machine<'_>,
    object: ObjectId,
    (loc, action, guard): (Loc, Action, TermId),
    phases: &[Progress],
) -> Access {
    let at = Dim::ALL.map(|d| machine.geometry(Geometry::ThreadIdx(d)));
    let size = machine.kernel.objects[machine.objects.base(object).0].size;
    let bytes = size.map_or(MOST_BYTES, i128::from);
    let (row, terms) = (machine.own_rank, &mut machine.terms);
    let zero = terms.int(0);
    let first = at.map(|x| terms.eq(x, zero));
    Access {
        loc,
        action,
        guard: terms.and(&[&[guard][..], &first].concat()),
        object,
        row,
        offset: zero,
        bytes: terms.int(bytes),
        values: Vec::new(),
        atomic: None,
        writes: true,
        operands: Vec::new(),
        counters: Vec::new(),
        by_group: false,
        asynchronous: false,
        waited: BTreeSet::new(),
        phases: phases.to_vec(),
    }
}

/// How far a thread is with barriers when it begins.
fn nothing_done(machine: &mut Machine<'_>) -> Vec<Progress> {
    let (zero, member) = (machine.terms.int(0), machine.terms.bool(true));
    let none = Progress {
        arrived: zero,
        open: zero,
        member,
    };
    vec![none; machine.ghosts.len()]
}
