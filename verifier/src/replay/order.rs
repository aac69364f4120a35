//! What orders accesses of one barrier interval after all: a thread's own program, warp barriers, waits for
//! asynchronous copies, and fences with atomics (`knowledge.rs`).

mod knowledge;

use super::log::{Access, NOT_ASYNC};
use super::phases::Key;
use knowledge::Knowledge;
use kverify_frontend::ir::{Ordering, Scope, Space, Spaces};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Something that may order accesses of different threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sync {
    /// A thread executed a fence.
    Fence { thread: u32, ordering: Ordering },
    /// A thread accessed a cell atomically.
    Atomic(AtomicSync),
    /// All threads of a block met at a barrier of these spaces.
    Block { block: u32, spaces: Spaces },
    /// All threads of a cluster met at its barrier.
    Cluster { cluster: u32 },
    /// The last thread of a block has left the kernel.
    End { block: u32 },
    /// A thread arrived at a barrier in this phase.
    Arrive { thread: u32, barrier: Key, phase: u64 },
    /// A thread found this phase, and so all before it, to be complete.
    Pass { thread: u32, barrier: Key, phase: u64 },
    /// These threads met at a warp barrier: a range in [`History::warps`].
    Warp { start: u32, end: u32 },
}

/// An atomic access, as far as it orders others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AtomicSync {
    pub thread: u32,
    pub address: u64,
    /// Where the cell lives.
    pub cell: Space,
    /// What it orders: of a compare-and-exchange that failed, as it does then.
    pub ordering: Ordering,
    pub reads: bool,
    pub writes: bool,
}

/// An asynchronous copy.
#[derive(Clone, Debug)]
pub(super) struct AsyncCopy {
    /// Started by every thread of the block together.
    pub group: bool,
    /// What each thread's first wait for it was.
    pub waited: Vec<Waited>,
}

/// A thread's wait for an asynchronous copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waited {
    pub thread: u32,
    pub at: u64,
    /// The thread's warp clock then.
    pub snapshot: u32,
}

/// Which block and warp a thread is of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    pub block: u32,
    /// Number of the cluster in the run.
    pub cluster: u32,
    /// Number of the warp in the run.
    pub warp: u32,
    pub lane: u32,
    /// Its number in the block.
    pub linear: u32,
}

/// What happened so far that orders accesses.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// Each thread's block and warp.
    pub homes: Vec<Home>,
    /// Warp clocks: for each lane, up to which of its ticks all is known to have happened before. Snapshot number
    /// 0 is the state after a block barrier, `n` is the entry `n - 1`.
    pub snapshots: Vec<Vec<u32>>,
    /// In order of time; empty unless the kernel has fences or ordered atomics.
    pub syncs: Vec<(u64, Sync)>,
    /// Members of warp barriers.
    pub warps: Vec<u32>,
    /// All asynchronous copies.
    pub copies: Vec<AsyncCopy>,
    /// Threads that had left when others of their block met, and since when that is known: they know nothing of these meetings,
    /// and what they did is known to nobody by them.
    pub left: FxHashMap<u32, u64>,
    /// More happened than is kept.
    pub overflow: bool,
    /// Threads of a warp that run in lock-step; 1 means none do.
    pub lockstep: u32,
}

const MOST_SYNCS: usize = 1 << 20;

impl History {
    /// Notes what may order accesses. A thread that does the same again, with nothing between but atomics (a look at a flag that
    /// nobody else touched), learns and tells nothing new; `plain_at` is when the last other access was.
    pub fn note(&mut self, at: u64, sync: Sync, plain_at: u64) {
        let again = |&(before, last): &(u64, Sync)| last == sync && plain_at < before;
        if self.syncs.last().is_some_and(again) {
            return;
        }
        if self.syncs.len() < MOST_SYNCS {
            self.syncs.push((at, sync));
        } else {
            self.overflow = true;
        }
    }

    /// Notes that `members` (threads of one warp, with their snapshots) met: each now knows what the others did,
    /// and its own clock ticks. Returns the snapshot that all of them have now.
    pub fn meet(&mut self, members: &[(u32, u32)]) -> u32 {
        let mut joined: Vec<u32> = Vec::new();
        for &(thread, snapshot) in members {
            let lane = self.home(thread).lane as usize;
            let clocks = self.clocks(snapshot);
            joined.resize(joined.len().max(clocks.len()).max(lane + 1), 0);
            for (joined, clock) in joined.iter_mut().zip(clocks) {
                *joined = (*joined).max(*clock);
            }
            joined[lane] = joined[lane].max(self.own_clock(thread, snapshot));
        }
        self.snapshots.push(joined);
        self.snapshots.len() as u32
    }

    fn clocks(&self, snapshot: u32) -> &[u32] {
        match snapshot.checked_sub(1) {
            None => &[],
            Some(n) => self.snapshots.get(n as usize).map_or(&[], Vec::as_slice),
        }
    }

    /// A thread's own clock: 1 after a block barrier, and one more after each warp barrier.
    fn own_clock(&self, thread: u32, snapshot: u32) -> u32 {
        self.clocks(snapshot)
            .get(self.home(thread).lane as usize)
            .copied()
            .unwrap_or(0)
            + 1
    }

    /// The smallest scope that holds both threads.
    fn apart(&self, a: u32, b: u32) -> Scope {
        let (x, y) = (self.home(a), self.home(b));
        match (x.block == y.block, x.warp == y.warp) {
            _ if a == b => Scope::Thread,
            (true, true) => Scope::Warp,
            (true, false) => Scope::Block,
            (false, _) if x.cluster == y.cluster => Scope::Cluster,
            (false, _) => Scope::Grid,
        }
    }

    fn home(&self, thread: u32) -> Home {
        self.homes.get(thread as usize).copied().unwrap_or(Home {
            block: 0,
            cluster: 0,
            warp: 0,
            lane: 0,
            linear: 0,
        })
    }
}

/// Answers whether two accesses are ordered.
pub(super) struct Order<'h> {
    history: &'h History,
    /// Steps that may still be spent on following releases.
    budget: Cell<u64>,
}

const RELEASE_STEPS: u64 = 4_000_000;

impl<'h> Order<'h> {
    /// By what happened.
    pub fn new(history: &'h History) -> Self {
        Order {
            history,
            budget: Cell::new(RELEASE_STEPS),
        }
    }

    /// The block of a thread.
    pub fn block(&self, thread: u32) -> u32 {
        self.history.home(thread).block
    }

    /// The cluster of a thread.
    pub fn cluster(&self, thread: u32) -> u32 {
        self.history.home(thread).cluster
    }

    /// The warp of a thread.
    pub fn warp(&self, thread: u32) -> u32 {
        self.history.home(thread).warp
    }

    /// Whether an access is part of a copy that a group does together.
    pub fn is_of_group(&self, x: &Access) -> bool {
        let copy = self.history.copies.get(x.copy as usize);
        copy.is_some_and(|copy| copy.group)
    }

    /// Whether nothing but block barriers orders accesses of different threads.
    pub fn is_plain(&self) -> bool {
        let h = self.history;
        h.snapshots.is_empty() && h.syncs.is_empty() && h.copies.is_empty() && h.lockstep <= 1
    }

    /// Whether one of two accesses of one interval happens before the other.
    pub fn ordered(&self, x: &Access, y: &Access) -> bool {
        if x.copy != NOT_ASYNC || y.copy != NOT_ASYNC {
            return self.ordered_copies(x, y);
        }
        if x.thread == y.thread {
            return true;
        }
        let (x, y) = if x.at <= y.at { (x, y) } else { (y, x) };
        self.by_warp(y, x) || self.in_order(x, y)
    }

    /// An asynchronous copy is ordered with what comes after its thread waited for it, or before it was started.
    fn ordered_copies(&self, x: &Access, y: &Access) -> bool {
        if x.copy == y.copy && x.thread == y.thread {
            return true;
        }
        self.copy_before(x, y) || self.copy_before(y, x) || self.before_copy(x, y) || self.before_copy(y, x)
    }

    /// Whether the copy is done when `other` begins.
    fn copy_before(&self, copy: &Access, other: &Access) -> bool {
        let Some(op) = self.history.copies.get(copy.copy as usize) else {
            return false;
        };
        let of = if op.group { other.thread } else { copy.thread };
        let Some(waited) = op.waited.iter().find(|w| w.thread == of && w.at <= other.at) else {
            return false;
        };
        let done = Access {
            at: waited.at,
            snapshot: waited.snapshot,
            ..*copy
        };
        of == other.thread || self.in_order(&done, other)
    }

    /// Whether `other`, which is no copy or a finished one, was done when the copy was started.
    fn before_copy(&self, other: &Access, copy: &Access) -> bool {
        let is_plain = other.copy == NOT_ASYNC && copy.copy != NOT_ASYNC;
        is_plain && other.at < copy.at && (other.thread == copy.thread || self.in_order(other, copy))
    }

    /// Whether the second of two accesses of different threads comes after the first.
    fn in_order(&self, first: &Access, second: &Access) -> bool {
        self.by_warp(first, second) || self.in_lockstep(first, second) || self.by_release(first, second)
    }

    fn by_warp(&self, first: &Access, second: &Access) -> bool {
        let (a, b) = (self.history.home(first.thread), self.history.home(second.thread));
        let known = self
            .history
            .clocks(second.snapshot)
            .get(a.lane as usize)
            .copied()
            .unwrap_or(0);
        a.warp == b.warp && known >= self.history.own_clock(first.thread, first.snapshot)
    }

    /// Lock-step threads execute different statements one after the other.
    fn in_lockstep(&self, x: &Access, y: &Access) -> bool {
        let width = self.history.lockstep;
        let (a, b) = (self.history.home(x.thread), self.history.home(y.thread));
        width > 1 && a.block == b.block && a.linear / width == b.linear / width && x.place != y.place
    }

    fn spend(&self, steps: usize) {
        self.budget.set(self.budget.get().saturating_sub(steps as u64));
    }

    /// Follows who may know of `first` through fences, atomics and barriers until `second`.
    fn by_release(&self, first: &Access, second: &Access) -> bool {
        if self.history.syncs.is_empty() {
            return false;
        }
        self.spend(self.history.homes.len() / 8);
        let mut known = Knowledge::of(first, self.history);
        if self.history.overflow || self.budget.get() == 0 {
            // Not known to race; replay shows only what is certain.
            return true;
        }
        let start = self.history.syncs.partition_point(|(at, _)| *at <= first.at);
        for (at, sync) in &self.history.syncs[start..] {
            if *at >= second.at {
                break;
            }
            self.spend(match sync {
                Sync::Block { .. } | Sync::Cluster { .. } | Sync::End { .. } => self.history.homes.len(),
                Sync::Fence { .. }
                | Sync::Atomic(_)
                | Sync::Arrive { .. }
                | Sync::Pass { .. }
                | Sync::Warp { .. } => 1,
            });
            known.advance(*at, sync);
        }
        known.reaches(second.thread)
    }
}
