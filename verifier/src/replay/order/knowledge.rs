//! Who comes after an access: it is followed through fences, atomics and barriers as it happened. What lets go and what lets in
//! is the rule of [`Ordering`]; here is only which write each read saw.
//!
//! More lenient than the rule, as everyday code is (`docs/soundness.md`): a fence before a barrier counts for what its
//! other threads do after it, on both sides, and counting lets in what those who counted before let go (`step/access.rs`). Who sees an
//! atomic operation comes after that operation itself without any fence (PTX ISA, "Causality Order": observation, then base
//! causality).

use super::super::log::Access;
use super::super::memory::{Memory, Target};
use super::super::phases::Key;
use super::{AtomicSync, History, Home, Sync};
use kverify_frontend::ir::{Edge, MemoryOrder, Ordering, Space};
use kverify_smt::answer::Action;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A release side: the head of a release sequence, or what one that was read has let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    /// Who let go.
    from: u32,
    /// The cell's space.
    cell: Space,
    /// What was let go, for whom: the narrowest of the fence and the operation.
    ordering: Ordering,
    /// It is the access itself that is seen.
    seen: bool,
}

/// What a thread has of an access.
#[derive(Clone, Debug, Default)]
struct Holds {
    /// It comes after the access.
    after: bool,
    /// Release fences since then.
    fences: Vec<Ordering>,
    /// What it has read without letting it in, which an acquire fence still may.
    read: Vec<Offer>,
}

impl Holds {
    fn is_something(&self) -> bool {
        self.after || !self.read.is_empty()
    }

    /// Adds what another has.
    fn join(&mut self, other: &Holds) {
        self.after |= other.after;
        other.fences.iter().for_each(|f| add(&mut self.fences, *f));
        other.read.iter().for_each(|o| add(&mut self.read, *o));
    }
}

/// Which threads and cells carry the knowledge that an access happened.
pub(super) struct Knowledge<'h> {
    history: &'h History,
    /// Where the access went.
    data: Space,
    threads: Vec<Holds>,
    /// Release sequences, by cell.
    cells: FxHashMap<u64, Vec<Offer>>,
    /// What those had who arrived at a barrier, by phase.
    phases: FxHashMap<Key, BTreeMap<u64, Holds>>,
}

impl<'h> Knowledge<'h> {
    pub fn of(access: &Access, history: &'h History) -> Self {
        let mut threads = vec![Holds::default(); history.homes.len()];
        if let Some(t) = threads.get_mut(access.thread as usize) {
            t.after = true;
        }
        if access.what.action == Action::Entry {
            // All threads of the block begin then.
            let home = |t: usize| history.homes.get(t).map(|h| h.block);
            let own = home(access.thread as usize);
            let of_block = threads.iter_mut().enumerate().filter(|(t, _)| home(*t) == own);
            of_block.for_each(|(_, t)| t.after = true);
        }
        let mut cells = FxHashMap::default();
        if access.what.action == Action::Atomic && access.what.writes {
            let target = Target {
                region: access.region,
                offset: access.offset,
            };
            let offer = Offer {
                from: access.thread,
                cell: access.space,
                ordering: Ordering::all(MemoryOrder::Relaxed, access.what.scope),
                seen: true,
            };
            cells.insert(Memory::address(target), vec![offer]);
        }
        Knowledge {
            history,
            data: access.space,
            threads,
            cells,
            phases: FxHashMap::default(),
        }
    }

    /// Whether what a thread does now comes after the access.
    pub fn reaches(&self, thread: u32) -> bool {
        self.threads[thread as usize].after
    }

    pub fn advance(&mut self, at: u64, sync: &Sync) {
        match *sync {
            Sync::Fence { thread, ordering } => self.fence(thread, ordering),
            Sync::Atomic(ref atomic) => self.atomic(atomic),
            Sync::Arrive {
                thread,
                barrier,
                phase,
            } => {
                let holds = &self.threads[thread as usize];
                if holds.is_something() {
                    let phases = self.phases.entry(barrier).or_default();
                    phases.entry(phase).or_default().join(holds);
                }
            }
            Sync::Pass {
                thread,
                barrier,
                phase,
            } => {
                let known = self.phases.get(&barrier).into_iter();
                for (_, holds) in known.flat_map(|phases| phases.range(..=phase)) {
                    self.threads[thread as usize].join(holds);
                }
            }
            Sync::Block { block, spaces } => {
                if spaces.cover(self.data) {
                    self.meet(at, |home| home.block == block);
                }
            }
            Sync::Cluster { cluster } => self.meet(at, |home| home.cluster == cluster),
            Sync::End { block } => {
                let of_block = |t: &usize| self.history.homes[*t].block == block;
                let members: Vec<usize> = (0..self.threads.len()).filter(of_block).collect();
                self.share(&members);
            }
            Sync::Warp { start, end } => {
                let members = &self.history.warps[start as usize..end as usize];
                let members: Vec<usize> = members.iter().map(|&t| t as usize).collect();
                self.share(&members);
            }
        }
    }

    /// Those meet that are still there.
    fn meet(&mut self, at: u64, comes: impl Fn(&Home) -> bool) {
        let left = |t: usize| self.history.left.get(&(t as u32));
        let has_left = |t: usize| left(t).is_some_and(|&since| since <= at);
        let members = (0..self.threads.len()).filter(|&t| comes(&self.history.homes[t]) && !has_left(t));
        let members: Vec<usize> = members.collect();
        self.share(&members);
    }

    fn edge(&self, offer: &Offer, to: u32) -> Edge {
        Edge {
            cell: offer.cell,
            data: self.data,
            apart: self.history.apart(offer.from, to),
        }
    }

    fn fence(&mut self, thread: u32, ordering: Ordering) {
        let read = &self.threads[thread as usize].read;
        let lets_in = read.iter().any(|o| ordering.acquires(self.edge(o, thread)));
        let holds = &mut self.threads[thread as usize];
        holds.after |= lets_in;
        if holds.after && ordering.order.releases() {
            add(&mut holds.fences, ordering);
        }
    }

    fn atomic(&mut self, a: &AtomicSync) {
        let ordering = a.ordering.on(a.cell);
        if a.reads {
            self.read(a, ordering);
        }
        if a.writes {
            let offers = self.cells.entry(a.address).or_default();
            if !a.reads {
                // A store ends the release sequences of others (PTX ISA, "Release and Acquire Patterns").
                offers.retain(|o| o.from == a.thread);
            }
            for ordering in lets_go(&self.threads[a.thread as usize], ordering) {
                let offer = Offer {
                    from: a.thread,
                    cell: a.cell,
                    ordering,
                    seen: false,
                };
                add(offers, offer);
            }
        }
    }

    /// A read sees what is in the cell: it lets it in, or leaves that to a fence.
    fn read(&mut self, a: &AtomicSync, ordering: Ordering) {
        let offers = self.cells.get(&a.address).map_or(&[][..], Vec::as_slice);
        let mut found = Vec::new();
        let mut after = false;
        for offer in offers {
            let edge = self.edge(offer, a.thread);
            let narrowest = offer.ordering.scope.min(ordering.scope);
            if narrowest < edge.apart {
                continue;
            }
            let let_go = offer.ordering.releases(edge);
            after |= offer.seen || let_go && ordering.acquires(edge);
            if let_go {
                found.push(*offer);
            }
        }
        let holds = &mut self.threads[a.thread as usize];
        holds.after |= after;
        found.into_iter().for_each(|offer| add(&mut holds.read, offer));
    }

    /// All have what one of them has.
    fn share(&mut self, members: &[usize]) {
        let mut all = Holds::default();
        members.iter().for_each(|&t| all.join(&self.threads[t]));
        if all.is_something() {
            for &t in members {
                self.threads[t] = all.clone();
            }
        }
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// What an atomic write lets go: by itself, or by fences before it.
fn lets_go(holds: &Holds, operation: Ordering) -> Vec<Ordering> {
    if !holds.after {
        return Vec::new();
    }
    let by_itself = operation.order.releases().then_some(operation);
    let by_fences = holds.fences.iter().map(|fence| Ordering {
        scope: fence.scope.min(operation.scope),
        ..*fence
    });
    by_itself.into_iter().chain(by_fences).collect()
}
