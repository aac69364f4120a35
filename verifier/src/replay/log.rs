//! The shadow log of a barrier interval, and the conflicts in it.
//!
//! Two accesses conflict when their bytes overlap, at least one writes, not both are atomic with a scope that
//! covers both threads, and nothing orders them. Entries are sorted by cell, grouped by what they do, and only
//! groups are paired, so that a thousand threads on one cell cost a thousand steps and not a million.

use super::memory::RegionId;
use super::order::Order;
use kverify_frontend::ir::{Scope, Space};
use kverify_smt::answer::{Action, Variant};
use std::collections::BTreeMap;

/// No asynchronous copy.
pub(super) const NOT_ASYNC: u32 = u32::MAX;

/// One access of one thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub region: RegionId,
    /// Where the region lives.
    pub space: Space,
    pub offset: i64,
    pub len: u64,
    /// The thread, by its number in the run.
    pub thread: u32,
    pub place: u32,
    pub what: What,
    /// When: counts instructions of the run.
    pub at: u64,
    /// The thread's warp clock then (see [`Order`]).
    pub snapshot: u32,
    /// A hash of the bytes written.
    pub value: u64,
    /// The asynchronous copy that it is part of.
    pub copy: u32,
    /// The thread's loop counters then (see `Trips`).
    pub trip: u32,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct What {
    pub action: Action,
    pub writes: bool,
    /// For atomics.
    pub scope: Scope,
    /// Nothing that is not modelled had a say in whether and where it happens.
    pub exact: bool,
}

/// Which pairs of threads are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// Threads of one block.
    Threads,
    /// Threads of different blocks.
    Blocks,
}

/// What tells conflicts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ConflictKey {
    /// Place and action of both, the smaller first.
    pub sides: [(u32, Action); 2],
    pub scope: Scope,
    pub variant: Variant,
    pub region: RegionId,
}

/// A conflict's first instance, and what holds of all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub sides: [Access; 2],
    /// All writes stored the same bytes.
    pub same_value: bool,
    pub exact: bool,
}

/// Conflicts by what tells them apart.
pub(super) type Conflicts = BTreeMap<ConflictKey, Found>;

/// Accesses of one cell that do the same.
struct Group {
    place: u32,
    what: What,
    copy: u32,
    /// Some accesses of different threads.
    members: Vec<Access>,
    /// Writes stored different bytes.
    differ: bool,
}

/// A cell's groups.
struct CellGroups {
    region: RegionId,
    start: i64,
    end: i128,
    groups: Vec<Group>,
}

/// Pairs that are compared at most: thousands of wide ranges that overlap each other would take minutes.
const MOST_PAIRS: u64 = 4_000_000;

/// Accesses of one block that do the same to one cell that are kept for comparison with those of other blocks.
const MOST_OF_A_BLOCK: usize = 8;

/// Asynchronous copies by one statement to one cell that are told apart.
const MOST_COPIES: usize = 64;

/// What looking for conflicts took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Search {
    /// Pairs that were compared.
    pub compared: u64,
    /// Whether all were; a conflict may be missing otherwise.
    pub complete: bool,
}

/// Finds the conflicts among `entries` (which it sorts) and adds them to `found`.
pub(super) fn conflicts(
    entries: &mut Vec<Access>,
    between: Between,
    order: &Order<'_>,
    found: &mut Conflicts,
) -> Search {
    keep_written_regions(entries);
    entries.sort_unstable_by_key(|e| (e.region, e.offset, e.len, e.place, e.thread, e.at));
    let cells = cells(entries, between, order);
    // Cells are sorted by start: those that may still overlap the present one are in `open`.
    let mut open: Vec<usize> = Vec::new();
    let mut compared = 0;
    for (n, cell) in cells.iter().enumerate() {
        open.retain(|&o| cells[o].region == cell.region && cells[o].end > i128::from(cell.start));
        open.push(n);
        for &other in &open {
            compared += pair_cells(&cells[other], cell, other == n, between, order, found);
        }
        if compared > MOST_PAIRS {
            return Search {
                compared,
                complete: n + 1 == cells.len(),
            };
        }
    }
    Search {
        compared,
        complete: true,
    }
}

/// Regions that nobody writes have no conflicts.
fn keep_written_regions(entries: &mut Vec<Access>) {
    let mut written: Vec<RegionId> = entries
        .iter()
        .filter(|e| e.what.writes)
        .map(|e| e.region)
        .collect();
    written.sort_unstable();
    written.dedup();
    entries.retain(|e| written.binary_search(&e.region).is_ok());
}

fn cells(entries: &[Access], between: Between, order: &Order<'_>) -> Vec<CellGroups> {
    let mut cells: Vec<CellGroups> = Vec::new();
    for entry in entries {
        let end = i128::from(entry.offset) + i128::from(entry.len);
        let same = cells
            .last()
            .is_some_and(|c| (c.region, c.start, c.end) == (entry.region, entry.offset, end));
        if !same {
            cells.push(CellGroups {
                region: entry.region,
                start: entry.offset,
                end,
                groups: Vec::new(),
            });
        }
        if let Some(cell) = cells.last_mut() {
            join(&mut cell.groups, *entry, between, order);
        }
    }
    cells
}

/// Adds an access to its group. A group keeps as many members as can matter.
fn join(groups: &mut Vec<Group>, entry: Access, between: Between, order: &Order<'_>) {
    let fits = |g: &&mut Group| g.place == entry.place && g.what == entry.what && g.copy == entry.copy;
    let Some(group) = groups.iter_mut().rev().find(fits) else {
        let alike = |g: &&mut Group| g.place == entry.place && g.what == entry.what && g.copy != NOT_ASYNC;
        if entry.copy != NOT_ASYNC && groups.iter_mut().filter(alike).count() >= MOST_COPIES {
            for group in groups.iter_mut().filter(alike) {
                group.differ |= entry.what.writes && entry.value != group.members[0].value;
            }
            return;
        }
        groups.push(Group {
            place: entry.place,
            what: entry.what,
            copy: entry.copy,
            members: vec![entry],
            differ: false,
        });
        return;
    };
    group.differ |= entry.what.writes && entry.value != group.members[0].value;
    let most = if order.is_plain() { 4 } else { 64 };
    // Where more than barriers orders accesses, a later one may be ordered otherwise.
    let new = match between {
        Between::Blocks => {
            let of_block = |m: &&Access| order.block(m.thread) == order.block(entry.thread);
            let kept = if order.is_plain() { 1 } else { MOST_OF_A_BLOCK };
            group.members.iter().filter(of_block).count() < kept
        }
        Between::Threads => {
            let later = |m: &Access| !order.is_plain() && m.at != entry.at;
            group.members.iter().all(|m| m.thread != entry.thread || later(m))
        }
    };
    if group.members.len() < most {
        if new {
            group.members.push(entry);
        }
    } else if order.is_plain()
        && group
            .members
            .iter()
            .all(|m| order.warp(m.thread) == order.warp(entry.thread))
    {
        // One of another warp, so that conflicts between warps are told from those inside one.
        group.members[most - 1] = entry;
    }
}

fn pair_cells(
    a: &CellGroups,
    b: &CellGroups,
    same: bool,
    between: Between,
    order: &Order<'_>,
    found: &mut Conflicts,
) -> u64 {
    let mut compared = 0;
    for (n, first) in a.groups.iter().enumerate() {
        for second in b.groups.iter().skip(if same { n } else { 0 }) {
            if first.what.writes || second.what.writes {
                pair_groups(first, second, a.region, between, order, found);
                compared += (first.members.len() * second.members.len()) as u64;
            }
        }
    }
    compared
}

fn pair_groups(
    a: &Group,
    b: &Group,
    region: RegionId,
    between: Between,
    order: &Order<'_>,
    found: &mut Conflicts,
) {
    for x in &a.members {
        for y in &b.members {
            let Some(scope) = conflict_scope(x, y, between, order) else {
                continue;
            };
            let (x, y) = if (x.place, x.what.action) <= (y.place, y.what.action) {
                (x, y)
            } else {
                (y, x)
            };
            let sides = [(x.place, x.what.action), (y.place, y.what.action)];
            let key = ConflictKey {
                sides,
                scope,
                variant: variant(x, y),
                region,
            };
            let instance = Found {
                sides: [*x, *y],
                same_value: same_value(a, b, x, y),
                exact: x.what.exact && y.what.exact,
            };
            note(found, key, instance);
        }
    }
}

fn note(found: &mut Conflicts, key: ConflictKey, instance: Found) {
    let entry = found.entry(key).or_insert(instance);
    entry.same_value &= instance.same_value;
    if instance.exact && !entry.exact {
        entry.exact = true;
        entry.sides = instance.sides;
    }
}

fn same_value(a: &Group, b: &Group, x: &Access, y: &Access) -> bool {
    x.what.writes
        && y.what.writes
        && !a.differ
        && !b.differ
        && (x.offset, x.len, x.value) == (y.offset, y.len, y.value)
}

fn variant(x: &Access, y: &Access) -> Variant {
    if x.what.action == Action::Atomic || y.what.action == Action::Atomic {
        Variant::AtomicPlain
    } else if x.what.writes && y.what.writes {
        Variant::WriteWrite
    } else {
        Variant::ReadWrite
    }
}

/// The scope that two accesses conflict at, if they do.
fn conflict_scope(x: &Access, y: &Access, between: Between, order: &Order<'_>) -> Option<Scope> {
    let same_block = order.block(x.thread) == order.block(y.thread);
    if same_block != (between == Between::Threads) {
        return None;
    }
    let same_warp = order.warp(x.thread) == order.warp(y.thread);
    // A group's copy stands for all threads.
    let own = x.thread == y.thread && !order.is_of_group(x) && !order.is_of_group(y);
    let same_cluster = order.cluster(x.thread) == order.cluster(y.thread);
    let scope = match (same_block, same_warp) {
        _ if own => Scope::Thread,
        (false, _) if same_cluster => Scope::Cluster,
        (false, _) => Scope::Grid,
        (true, false) => Scope::Block,
        (true, true) => Scope::Warp,
    };
    let both_atomic = x.what.action == Action::Atomic && y.what.action == Action::Atomic;
    // Atomics of different widths are not atomic for each other.
    if both_atomic && x.len == y.len && x.what.scope >= scope && y.what.scope >= scope {
        return None;
    }
    if !(x.what.writes || y.what.writes) || order.ordered(x, y) {
        return None;
    }
    Some(scope)
}
