//! Conflicts among the accesses of an interval, each kind of them once.

use super::super::log::{Access, Between, Conflicts, conflicts};
use super::super::order::Order;
use super::super::outcome::Conflict;
use super::{ConflictId, Context};
use kverify_smt::answer::ThreadAt;

impl<'k> Context<'k> {
    /// Finds the conflicts among `entries`; whether some are older than a barrier that does not order them.
    pub(super) fn find(&mut self, entries: &mut Vec<Access>, between: Between, behind: bool) {
        let mut found = Conflicts::new();
        let search = conflicts(entries, between, &Order::new(&self.history), &mut found);
        self.compared += search.compared;
        if !search.complete {
            self.fuel = 0;
        }
        for (key, instance) in found {
            let Some(region) = self.memory.describe(key.region) else {
                continue;
            };
            let (object, space) = (region.object, region.space);
            let [first, second] = instance.sides;
            let log = self
                .blocks
                .get(self.history.homes[first.thread as usize].block as usize);
            let behind = behind || [first, second].iter().any(|access| self.has_diverged(access));
            let log_interval = log.map_or(0, |l| l.interval);
            let conflict = Conflict {
                places: key.sides.map(|(place, action)| self.place(place, action)),
                threads: [first, second].map(|access| self.at_access(&access)),
                object,
                space,
                scope: key.scope,
                variant: key.variant,
                same_value: instance.same_value,
                exact: instance.exact,
                after_divergence: behind,
                interval: log_interval,
            };
            self.merge((key.sides, key.scope, key.variant, object, behind), conflict);
        }
    }

    /// The thread of an access, at its place.
    fn at_access(&self, access: &Access) -> ThreadAt {
        let program = self.program;
        let loops = program.place_loops.get(access.place as usize);
        let iterations = loops.into_iter().flatten().filter_map(|&l| {
            let loc = program.loops.get(l as usize).copied().flatten()?;
            Some((loc, self.trips.counter(access.trip, l)?))
        });
        let thread = self.threads.get(access.thread as usize).cloned();
        ThreadAt {
            offset: Some(access.offset.into()),
            iterations: iterations.collect(),
            ..thread.unwrap_or_default()
        }
    }

    fn has_diverged(&self, access: &Access) -> bool {
        let home = self.history.homes.get(access.thread as usize);
        home.and_then(|h| self.blocks.get(h.block as usize))
            .is_some_and(|b| b.diverged)
    }

    fn merge(&mut self, id: ConflictId, conflict: Conflict) {
        let old = self.conflicts.entry(id).or_insert_with(|| conflict.clone());
        old.same_value &= conflict.same_value;
        if conflict.exact && !old.exact {
            let same_value = old.same_value;
            *old = Conflict {
                same_value,
                ..conflict
            };
        }
    }
}
