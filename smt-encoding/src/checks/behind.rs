//! Races behind a divergence.
//!
//! Barrier intervals are cut at barriers that all threads come to together. At one that some pass by, or at which others wait
//! elsewhere, nothing is promised: it may let go (CUDA C++ Programming Guide, "Synchronization functions"; OpenCL C 3.0, 6.15.8;
//! Sarkar et al., ICSOFT 2018, figure 1: a race that the divergence of an earlier line hides). So there is a second family of
//! intervals in which these barriers are not there, and what races in it is reported as lying behind the divergence, whatever the
//! divergence's own severity is.
//!
//! A CUDA thread that *left* is another matter since compute capability 7.0: the barrier waits for those that have not, and orders
//! them. But it does not order what the one did before it left ([`super::data_race`], `left`).

use super::data_race::Search;
use super::{Check, Context, Parting};
use crate::answer::{Action, Behind, INDEPENDENT_THREADS_ARCH, Kind, Unknown};
use crate::lifetime::add_lifetimes;
use crate::segment::{self, Family, Segment};
use kverify_frontend::ir::{Language, Scope};
use petgraph::graph::NodeIndex;
use petgraph::visit::Dfs;
use std::collections::BTreeSet;

/// The check. It looks at what [`super::barrier_divergence`] found.
pub const CHECK: Check = Check { id: "behind", run };

fn run(cx: &mut Context<'_, '_>) {
    // Threads of a warp that part at warp barriers are unknown already.
    let partings: Vec<Parting> = cx
        .partings
        .iter()
        .filter(|p| p.scope != Scope::Warp && waits(cx, p).next().is_some())
        .cloned()
        .collect();
    // An analysis that is a preview is not the last one where threads part.
    if partings.is_empty() || cx.machine.has_postponed_proofs() {
        return;
    }
    // One that passed a barrier by and is gone has not been ordered by it, either.
    let left: Vec<&Parting> = partings.iter().filter(|p| waits_for_others(cx, p)).collect();
    let early = |p: &Parting| p.places.iter().any(|place| place.action == Action::Exit);
    let apart: Vec<&Parting> = partings
        .iter()
        .filter(|p| !(waits_for_others(cx, p) && early(p)))
        .collect();
    let mut search = Search::new(cx);
    if !left.is_empty() {
        let behind = divergences(&left);
        let families = cx.families;
        let waits = |f: &Family| f.scope <= Scope::Cluster && !f.spaces.is_empty();
        for (family, segments) in families.iter().filter(|(f, _)| waits(f)) {
            if !search.leaving(cx, family, segments, Some(&behind)) {
                return;
            }
        }
    }
    if !apart.is_empty() {
        mark(cx, &divergences(&apart));
        let gone = gone(cx, &apart);
        if let Some(families) = without(cx, &gone) {
            search.all(cx, &families, &divergences(&apart));
        }
    }
}

/// The barriers of a parting that may let go. One that counts arrivals in memory does not: nothing lies behind it.
fn waits<'p>(cx: &'p Context<'_, '_>, parting: &'p Parting) -> impl Iterator<Item = NodeIndex> + 'p {
    let holds = |loc| cx.machine.holding.is_some_and(|holding| holding.contains(loc));
    let sides = parting.barriers.iter().zip(&parting.places);
    sides.filter_map(move |(barrier, place)| barrier.filter(|_| !holds(&place.loc)))
}

/// Whether one thread has left the kernel, and the barrier waits for the others.
fn waits_for_others(cx: &Context<'_, '_>, parting: &Parting) -> bool {
    let machine = &cx.machine;
    let of_present = |n: &NodeIndex| {
        let barrier = machine.cfg.barrier(machine.kernel, *n);
        barrier.is_some_and(|b| matches!(b.scope, Scope::Block | Scope::Cluster))
    };
    machine.kernel.language == Language::Cuda
        && machine.config.cuda_arch >= INDEPENDENT_THREADS_ARCH
        && parting.places.iter().any(|p| p.action.leaves())
        && parting.barriers.iter().flatten().all(of_present)
}

/// What findings say of these partings, in the order of the source.
fn divergences(partings: &[&Parting]) -> Vec<Behind> {
    let mut all: Vec<Behind> = partings
        .iter()
        .map(|p| Behind {
            places: p.places.clone(),
            found: p.found,
        })
        .collect();
    all.sort_by_key(|b| b.places.each_ref().map(|p| p.loc));
    all
}

/// Races in an interval that begins at a barrier which not all threads come to lie behind it, too.
fn mark(cx: &mut Context<'_, '_>, divergences: &[Behind]) {
    for finding in cx.findings.iter_mut().filter(|f| f.kind == Kind::DataRace) {
        let begins = |b: &&Behind| {
            let barriers = b.places.iter().filter(|p| !p.action.leaves());
            let starts = finding.intervals.into_iter().flatten().flatten();
            b.found
                && barriers
                    .into_iter()
                    .any(|p| starts.clone().any(|start| start == p.loc))
        };
        finding.behind = finding.behind.take().or(divergences.iter().find(begins).cloned());
    }
}

/// The barriers that may let go: those at which threads part, and where all would have to come but one has left for good, all that follow.
fn gone(cx: &Context<'_, '_>, partings: &[&Parting]) -> BTreeSet<NodeIndex> {
    let cfg = cx.machine.cfg;
    let mut gone = BTreeSet::new();
    for parting in partings {
        for barrier in waits(cx, parting) {
            gone.insert(barrier);
            let leaves = parting.places.iter().any(|p| p.action.leaves());
            if leaves && !waits_for_others(cx, parting) {
                let mut walk = Dfs::new(&cfg.graph, barrier);
                while let Some(node) = walk.next(&cfg.graph) {
                    gone.insert(node);
                }
            }
        }
    }
    gone
}

/// The families and their segments as if these barriers were not there; those that had them only. `None` if a cycle has two
/// entries.
fn without(cx: &mut Context<'_, '_>, gone: &BTreeSet<NodeIndex>) -> Option<Vec<(Family, Vec<Segment>)>> {
    let mut families: Vec<Family> = Vec::new();
    for (family, _) in cx.families.iter().filter(|(f, _)| !f.spaces.is_empty()) {
        let mut second = Family {
            divergence: false,
            ..family.clone()
        };
        for node in gone {
            second.cuts[node.index()] = false;
        }
        if second.cuts == family.cuts {
            continue;
        }
        let alike = |f: &&mut Family| {
            Family {
                spaces: second.spaces.clone(),
                ..(**f).clone()
            } == second
        };
        match families.iter_mut().find(alike) {
            Some(f) => f.spaces.extend(&second.spaces),
            None => families.push(second),
        }
    }
    let mut all = Vec::new();
    for family in families {
        let mut segments = segment::of_family(cx.machine, &family, cx.whole)?;
        add_lifetimes(cx.machine, &family, &mut segments);
        all.push((family, segments));
    }
    if cx.machine.clock.is_over() {
        cx.unknowns.push(Unknown {
            message: cx.machine.clock.reason().into(),
            loc: None,
        });
        return None;
    }
    Some(all)
}
