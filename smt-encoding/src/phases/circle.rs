//! Barriers that wait for one another: a thread waits at one for a thread that waits at another for the first, in a circle.
//!
//! That each thread arrives as often as another waits (`checks/phases.rs`) says nothing of the order. A wait is taken to hang on another
//! if behind that one comes an arrival for the first, and threads may come there that were at the first barrier on no way; of a
//! loop, on no way around. Circles of these may be none that happens: that is then an obligation ([`super::rank`]), or not known
//! where a barrier of the block is among them.

use super::{Group, Site, Treatment};
use kverify_frontend::ir::{BlockId, Kernel, PhaseOp, Scope, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// A place in the kernel: a block, and a statement of it.
type At = (BlockId, usize);

/// A barrier: one that counts, or the block's own.
type Key = Option<Counted>;

/// A barrier that counts: its group, and where in it.
pub(super) type Counted = (Group, i128);

/// Barriers whose waits may hang on one another in a circle.
#[derive(Debug, Default)]
pub(super) struct Circles {
    /// Those that may only with one another.
    pub counted: BTreeSet<Counted>,
    /// The groups of those that may with a barrier of the block.
    pub through_block: BTreeSet<Group>,
}

/// What waits, and at which barrier.
#[derive(Clone, Copy)]
struct Wait {
    at: At,
    barrier: Key,
}

/// The counted barriers whose waits may hang on one another in a circle.
pub(super) fn circles(
    kernel: &Kernel,
    groups: &BTreeMap<Option<Group>, Vec<Site>>,
    treatments: &BTreeMap<Group, Treatment>,
) -> Circles {
    let mut waits: Vec<Wait> = Vec::new();
    let mut arrivals: BTreeMap<Key, Vec<At>> = BTreeMap::new();
    // Where a barrier is sure to be met.
    let mut certain: BTreeMap<Key, Vec<At>> = BTreeMap::new();
    for (group, sites) in groups {
        let Some(group) = group else { continue };
        let barriers: Vec<Key> = match treatments.get(group) {
            Some(Treatment::Counted(slots)) => slots.keys().map(|slot| Some((*group, *slot))).collect(),
            Some(Treatment::Whole) => vec![None],
            Some(Treatment::Nothing | Treatment::Unknown(_)) | None => continue,
        };
        let several = barriers.len() > 1;
        let meets = barriers
            .iter()
            .flat_map(|key| sites.iter().map(move |site| (*key, site)));
        for (barrier, site) in meets {
            let other = |slot: i128| several && site.offset.as_ref().is_ok_and(|at| *at != slot);
            if barrier.is_some_and(|(_, slot)| other(slot)) {
                continue;
            }
            let at = site.at();
            if (!several || site.offset.is_ok()) && site.number.is_none() {
                certain.entry(barrier).or_default().push(at);
            }
            let (is_wait, is_arrival) = match &site.phase.op {
                PhaseOp::Sync => (true, true),
                PhaseOp::Arrive { .. } => (false, true),
                // A phase that is only looked at holds nobody up.
                PhaseOp::Wait { poll, .. } => (poll.is_none(), false),
                PhaseOp::Init { .. } | PhaseOp::Copies => (false, false),
            };
            waits.extend(is_wait.then_some(Wait { at, barrier }));
            if is_arrival {
                arrivals.entry(barrier).or_default().push(at);
            }
        }
    }
    for (id, block) in kernel.blocks.iter_enumerated() {
        for (n, stmt) in block.stmts.iter().enumerate() {
            if matches!(&stmt.kind, StmtKind::Barrier(b) if b.scope >= Scope::Block) {
                waits.push(Wait {
                    at: (id, n),
                    barrier: None,
                });
                arrivals.entry(None).or_default().push((id, n));
                certain.entry(None).or_default().push((id, n));
            }
        }
    }
    let behind: Vec<BTreeSet<At>> = waits
        .iter()
        .map(|wait| reached(kernel, wait.at, false, &[]))
        .collect();
    let hangs: Vec<Vec<usize>> = waits
        .iter()
        .map(|wait| hanging_on(kernel, wait, (&waits, &behind), [&arrivals, &certain]))
        .collect();
    let next: Vec<BTreeSet<usize>> = (0..waits.len()).map(|n| come_to(&hangs, n)).collect();
    let mut circles = Circles::default();
    for (n, wait) in waits.iter().enumerate().filter(|(n, _)| next[*n].contains(n)) {
        let Some((group, slot)) = wait.barrier else {
            continue;
        };
        let through_block = |m: &usize| waits[*m].barrier.is_none() && next[*m].contains(&n);
        match next[n].iter().any(through_block) {
            true => circles.through_block.insert(group),
            false => circles.counted.insert((group, slot)),
        };
    }
    circles
        .counted
        .retain(|(group, _)| !circles.through_block.contains(group));
    circles
}

/// The waits, by number, that a wait may hang on; of each it is given what can be come to `behind` it.
fn hanging_on(
    kernel: &Kernel,
    wait: &Wait,
    (waits, behind): (&[Wait], &[BTreeSet<At>]),
    [arrivals, certain]: [&BTreeMap<Key, Vec<At>>; 2],
) -> Vec<usize> {
    let own = certain.get(&wait.barrier).cloned().unwrap_or_default();
    let start = (kernel.entry, 0);
    let before = reached(kernel, start, true, &own);
    let hangs = |(other, behind): (&Wait, &BTreeSet<At>)| {
        let may_come = arrivals
            .get(&wait.barrier)
            .into_iter()
            .flatten()
            .any(|at| behind.contains(at));
        // It was there on all ways, and once around in a loop.
        let was_there =
            !before.contains(&other.at) && !reached(kernel, other.at, false, &own).contains(&other.at);
        other.barrier != wait.barrier && may_come && !was_there
    };
    let all = waits.iter().zip(behind).enumerate();
    all.filter(|(_, pair)| hangs(*pair)).map(|(n, _)| n).collect()
}

/// The statements that can be come to from a place, itself too if it is `included`, without passing by some; these are come to.
fn reached(kernel: &Kernel, from: At, included: bool, without: &[At]) -> BTreeSet<At> {
    let mut found = BTreeSet::new();
    let mut entered = BTreeSet::new();
    let first = if included { from.1 } else { from.1 + 1 };
    let mut work = vec![(from.0, first)];
    while let Some((id, start)) = work.pop() {
        let block = &kernel.blocks[id];
        let stop = (start..block.stmts.len()).find(|n| without.contains(&(id, *n)));
        found.extend((start..stop.map_or(block.stmts.len(), |n| n + 1)).map(|n| (id, n)));
        if stop.is_none() {
            let targets = block.term.targets().into_iter();
            work.extend(targets.filter(|to| entered.insert(*to)).map(|to| (to, 0)));
        }
    }
    found
}

/// The numbers that the ways from one lead to.
fn come_to(next: &[Vec<usize>], start: usize) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut work = next[start].clone();
    while let Some(n) = work.pop() {
        if seen.insert(n) {
            work.extend(&next[n]);
        }
    }
    seen
}
