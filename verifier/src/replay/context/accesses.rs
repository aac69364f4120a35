//! The access log: what is written down, and when it may be forgotten.

use super::super::log::{Access, Between, NOT_ASYNC, What};
use super::super::memory::{Owner, Target};
use super::super::order::Sync;
use super::super::outcome::{EventKind, Waker};
use super::super::thread::Thread;
use super::{Attendance, Context, Logged, NOWHERE, SpaceLog};
use kverify_frontend::ir::{Object, ObjectId, Scope, Space, Spaces};
use kverify_smt::answer::Action;
use std::collections::BTreeMap;

/// Accesses that are kept beyond a barrier, by space and block.
const MOST_OLDER: usize = 1 << 17;

/// Loop counters at the times of accesses.
#[derive(Clone, Debug, Default)]
pub(super) struct Trips {
    kept: Vec<u64>,
}

/// Counters that are kept before no more are.
const MOST_COUNTERS: usize = 1 << 24;

impl Trips {
    /// Keeps the thread's counters, and says where.
    fn of(&mut self, thread: &mut Thread) -> u32 {
        if let Some(trip) = thread.trip {
            return trip;
        }
        let trip = self.kept.len() as u32;
        if self.kept.len() < MOST_COUNTERS {
            self.kept.extend_from_slice(&thread.counters);
        }
        thread.trip = Some(trip);
        trip
    }

    pub(super) fn counter(&self, trip: u32, of_loop: u32) -> Option<u64> {
        let at = (trip as usize).checked_add(of_loop as usize)?;
        self.kept.get(at).copied()
    }
}

/// Bytes of shared memory that a block can have at most, and more.
const MOST_SHARED: u64 = 1 << 24;

impl<'k> Context<'k> {
    /// Logs an access. Private and constant memory is never raced on.
    pub fn log(&mut self, thread: &mut Thread, access: Logged) {
        let Logged {
            target,
            len,
            place,
            what,
            value,
            copy,
        } = access;
        let Some(region) = self.memory.describe(target.region) else {
            return;
        };
        let space = region.space;
        if matches!(space, Space::Private | Space::Constant) || len == 0 {
            return;
        }
        if let Some(recent) = &mut self.recent {
            recent.insert((place, thread.number));
            self.waker = self.waker.max(self.waker_of(space, target, len, what));
        }
        if self.entries_left == 0 {
            self.event(EventKind::LogFull, NOWHERE, thread, "too many accesses");
            return;
        }
        self.entries_left -= 1;
        if what.action != Action::Atomic {
            self.plain_at = self.now;
        }
        // What a pointer that nobody knows points to is not known to be one and the same. What only other inputs do is not done.
        let exact = what.exact && region.certain && !self.is_elsewhere();
        let what = What { exact, ..what };
        let entry = Access {
            region: target.region,
            space,
            offset: target.offset,
            len,
            thread: thread.number,
            place,
            what,
            at: self.now,
            snapshot: thread.snapshot,
            value,
            copy,
            trip: self.trips.of(thread),
        };
        if let Some(log) = self.blocks.get_mut(thread.home.block as usize) {
            log.space(space).now.push(entry);
        }
    }

    /// Who may change what an access finds.
    fn waker_of(&self, space: Space, target: Target, len: u64, what: What) -> Waker {
        if space == Space::Shared && !self.kernel.has_distributed_memory() {
            return Waker::Block;
        }
        let is_own = what.action == Action::Atomic && what.scope < Scope::System;
        match space == Space::Shared || is_own && self.memory.has_changed(target, len) {
            true => Waker::Launch,
            false => Waker::Others,
        }
    }

    /// Logs that the shared memory of a thread's block begins or ends, as a write of all of it: for threads of other blocks.
    pub fn log_lifetime(&mut self, thread: &mut Thread, place: u32, action: Action) {
        let shared = |o: &Object| o.space == Space::Shared;
        let objects: Vec<ObjectId> = self
            .kernel
            .objects
            .iter_enumerated()
            .filter(|(_, o)| shared(o))
            .map(|(id, _)| id)
            .collect();
        for object in objects {
            let owner = Owner::Block(thread.home.block);
            let Some(region) = self
                .memory
                .region(object, 0, owner)
                .filter(|_| self.entries_left > 0)
            else {
                return;
            };
            self.entries_left -= 1;
            let what = What {
                action,
                writes: true,
                scope: Scope::Thread,
                exact: !thread.unknown,
            };
            let entry = Access {
                region,
                space: Space::Shared,
                offset: 0,
                len: MOST_SHARED,
                thread: thread.number,
                place,
                what,
                at: self.now,
                snapshot: thread.snapshot,
                value: 0,
                copy: NOT_ASYNC,
                trip: self.trips.of(thread),
            };
            self.grid.now.push(entry);
        }
    }

    /// The accesses that are still in the log and happened after a time.
    pub fn accesses_since(&self, at: u64) -> impl Iterator<Item = &Access> {
        let blocks = self.blocks.iter();
        let logs = blocks.flat_map(|b| [&b.shared, &b.global, &b.image]);
        let logs = logs.chain([&self.grid]).flat_map(|log| [&log.now, &log.older]);
        logs.flatten().filter(move |a| a.at > at)
    }

    /// Notes something that may order accesses of different threads.
    pub fn order(&mut self, sync: Sync) {
        if self.program.releases {
            self.history.note(self.now, sync, self.plain_at);
        }
    }

    /// Notes since when a barrier has not waited for these threads, which have left the kernel.
    pub fn leave_behind(&mut self, left: &BTreeMap<u32, u32>) {
        for &thread in left.keys() {
            self.history.left.entry(thread).or_insert(self.now);
        }
    }

    /// A barrier of a block ends the interval of the spaces that it orders.
    pub fn end_interval(&mut self, block: u32, fences: Spaces, who: &Attendance) {
        let spaces = [
            (fences.shared, Space::Shared),
            (fences.global, Space::Global),
            (fences.image, Space::Image),
        ];
        for (_, space) in spaces.into_iter().filter(|(fenced, _)| *fenced) {
            self.end_space(block, space, who);
        }
        if let Some(log) = self.blocks.get_mut(block as usize) {
            log.interval += 1;
        }
    }

    fn end_space(&mut self, block: u32, space: Space, who: &Attendance) {
        let several = self.blocks.len() > 1;
        let Some(log) = self.blocks.get_mut(block as usize) else {
            return;
        };
        let SpaceLog {
            now: mut entries,
            older,
        } = std::mem::take(log.space(space));
        self.entries_left += older.len();
        if several && (space != Space::Shared || self.clusters.share_memory) {
            self.grid.now.extend_from_slice(&entries);
        } else {
            // Nobody asks for them again.
            self.entries_left += entries.len();
        }
        let now = self.unfinished(&entries);
        let older = self.since_parting(older, &mut entries, Between::Threads, who);
        self.entries_left = self.entries_left.saturating_sub(now.len() + older.len());
        if let Some(log) = self.blocks.get_mut(block as usize) {
            *log.space(space) = SpaceLog { now, older };
        }
    }

    /// Looks for conflicts among the entries, and for those with older ones; gives what is not ordered with what comes.
    fn since_parting(
        &mut self,
        older: Vec<Access>,
        entries: &mut Vec<Access>,
        between: Between,
        who: &Attendance,
    ) -> Vec<Access> {
        let stays = |e: &Access| who.parted || self.is_last_of_left(e, who);
        let mut kept: Vec<Access> = entries.iter().filter(|e| stays(e)).copied().collect();
        kept.extend(older.iter().filter(|e| stays(e)));
        if !older.is_empty() {
            let mut all = older;
            all.extend_from_slice(entries);
            // A loop that threads part in would look through what is kept again and again.
            self.fuel = self.fuel.saturating_sub(all.len() as u64);
            self.find(&mut all, between, true);
        }
        self.find(entries, between, false);
        kept.truncate(MOST_OLDER);
        kept
    }

    /// Whether the thread of an access has left, and met nobody in between.
    fn is_last_of_left(&self, entry: &Access, who: &Attendance) -> bool {
        let clock = who.left.get(&entry.thread);
        clock.is_some_and(|&clock| clock == entry.snapshot)
    }

    /// Asynchronous accesses that their own thread has not waited for run on into the next interval.
    fn unfinished(&self, entries: &[Access]) -> Vec<Access> {
        let pending = |e: &&Access| {
            e.copy != NOT_ASYNC
                && self
                    .history
                    .copies
                    .get(e.copy as usize)
                    .is_some_and(|c| !c.waited.iter().any(|w| w.thread == e.thread))
        };
        entries.iter().filter(pending).copied().collect()
    }

    /// A grid barrier, or the end: looks for conflicts between blocks.
    pub fn end_grid_interval(&mut self, who: &Attendance) {
        let SpaceLog {
            now: mut entries,
            older,
        } = std::mem::take(&mut self.grid);
        self.entries_left += entries.len() + older.len();
        self.grid.older = self.since_parting(older, &mut entries, Between::Blocks, who);
        self.entries_left = self.entries_left.saturating_sub(self.grid.older.len());
    }
}
