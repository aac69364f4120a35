//! What the threads of a run share: memory, the access log, and what was noticed.

mod accesses;
mod conflicts;
mod terms;

use super::clusters::Clusters;
use super::guide::Guide;
use super::inputs::{Inputs, Limits, Schedule};
use super::log::{Access, What};
use super::memory::{Memory, Met, Target};
use super::order::History;
use super::outcome::{Conflict, Divergence, Event, EventKind, Run, Waker};
use super::print::Printed;
use super::program::Program;
use super::recorder::Recorder;
use super::requests::Requests;
use super::shadow::Shadow;
use super::symbolic::Sym;
use super::thread::{MOST_LANES, Thread, Val};
use accesses::Trips;
use kverify_frontend::ir::{ALLOCATION_FAILS, HoleId, Kernel, ObjectId, Scope, Space, Ty};
use kverify_smt::Cancel;
use kverify_smt::answer::{Action, Place, ThreadAt, Variant};
use kverify_smt::clock::Deadline;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The log of a block, by space: barriers need not order all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockLog {
    shared: SpaceLog,
    global: SpaceLog,
    image: SpaceLog,
    /// Barriers so far.
    pub interval: u32,
    /// Threads waited at different barriers.
    pub diverged: bool,
}

/// Accesses that no barrier orders with what comes.
#[derive(Clone, Debug, Default)]
struct SpaceLog {
    /// Since the last barrier.
    now: Vec<Access>,
    /// From before it: what threads did that left the kernel then, and where not all came to the barrier, what all did.
    older: Vec<Access>,
}

impl BlockLog {
    fn space(&mut self, space: Space) -> &mut SpaceLog {
        match space {
            Space::Shared => &mut self.shared,
            Space::Image => &mut self.image,
            Space::Global | Space::Constant | Space::Private => &mut self.global,
        }
    }
}

/// Who came to a barrier.
#[derive(Clone, Debug, Default)]
pub(super) struct Attendance {
    /// Some passed it by, or wait elsewhere: it lets go, and orders nothing.
    pub parted: bool,
    /// Threads that have left the kernel and are not waited for, with their warp clocks: it orders nothing that they did.
    pub left: BTreeMap<u32, u32>,
}

/// An access to be logged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Logged {
    pub target: Target,
    pub len: u64,
    pub place: u32,
    pub what: What,
    /// A hash of the bytes written.
    pub value: u64,
    /// The asynchronous copy that it is part of.
    pub copy: u32,
}

/// The last part: whether it lies behind a divergence.
type ConflictId = ([(u32, Action); 2], Scope, Variant, ObjectId, bool);

/// What the threads of a run share.
#[derive(Clone)]
pub(super) struct Context<'k> {
    kernel: &'k Kernel,
    pub program: &'k Program,
    pub memory: Memory<'k>,
    pub history: History,
    pub temps: Vec<Val>,
    /// Instructions executed so far.
    pub now: u64,
    /// When the last access was logged that is not atomic.
    plain_at: u64,
    pub fuel: u64,
    cancel: Option<Cancel>,
    deadline: Option<Deadline>,
    /// Pairs of accesses that were compared.
    compared: u64,
    pub blocks: Vec<BlockLog>,
    pub assumption_failed: bool,
    pub approximate: bool,
    /// The state of all threads and of memory was seen to come again.
    pub endless: bool,
    /// Places and threads of all accesses, while somebody wants to know them.
    pub recent: Option<BTreeSet<(u32, u32)>>,
    /// Who may change what these read.
    pub waker: Waker,
    /// Group copies under way by block, instruction and how often it was executed.
    pub group_copies: FxHashMap<(u32, u32, u32), GroupCopy>,
    /// Barriers that count arrivals.
    pub phases: BTreeMap<super::phases::Key, super::phases::Phases>,
    /// Threads that have left the kernel, where such barriers are.
    pub gone: BTreeSet<u32>,
    /// Who looks whether a phase is complete does so too early at first.
    pub hasty: bool,
    /// Threads and places of such looks.
    pub looked: BTreeSet<(u32, u32)>,
    /// Only in runs that are to be drawn.
    pub trace: Option<Box<Recorder>>,
    /// Only in runs for advice on speed.
    pub requests: Option<Box<Requests>>,
    /// Only in runs with symbols.
    pub shadow: Option<Box<Shadow>>,
    /// Only in runs that a search climbs by.
    pub guide: Option<Box<Guide>>,
    /// What was printed, calls for which there is still room, and calls for which there was none.
    pub printed: Vec<Printed>,
    /// Loops in which threads went round to the end.
    pub spinning: Vec<Event>,
    pub prints_left: usize,
    pub prints_lost: u64,
    /// Threads of a warp.
    pub warp_size: u32,
    pub clusters: Clusters,
    fill: super::fill::Fill,
    entries_left: usize,
    /// Accesses of global memory since the last grid barrier, if several blocks run.
    grid: SpaceLog,
    trips: Trips,
    /// Each thread's place in the launch.
    threads: Vec<ThreadAt>,
    conflicts: BTreeMap<ConflictId, Conflict>,
    divergences: BTreeMap<([(u32, Action); 2], bool), Divergence>,
    events: BTreeMap<(EventKind, u32), Event>,
}

/// A block's asynchronous copy, as the first thread that came to it gave it.
#[derive(Clone)]
pub(super) struct GroupCopy {
    /// Its number among all copies.
    pub copy: u32,
    /// Where.
    pub place: u32,
    /// Target, source and number of bytes.
    pub given: [u64; 3],
    /// Something that is not modelled had a say in them.
    pub unknown: bool,
    /// The thread.
    pub thread: ThreadAt,
}

/// The place of an event that happens nowhere in particular.
pub(super) const NOWHERE: u32 = u32::MAX;

impl<'k> Context<'k> {
    /// A fresh context for `blocks` blocks.
    pub fn new(
        kernel: &'k Kernel,
        program: &'k Program,
        inputs: &Inputs,
        limits: &Limits,
        blocks: usize,
    ) -> Self {
        Context {
            kernel,
            program,
            memory: Memory::new(kernel, inputs, limits.pages),
            history: History {
                lockstep: inputs.lockstep,
                ..History::default()
            },
            temps: vec![Val::default(); program.temps as usize],
            now: 0,
            plain_at: 0,
            fuel: limits.fuel,
            cancel: limits.cancel.clone(),
            deadline: limits.deadline,
            compared: 0,
            blocks: vec![BlockLog::default(); blocks],
            assumption_failed: false,
            approximate: false,
            recent: None,
            waker: Waker::default(),
            endless: false,
            group_copies: FxHashMap::default(),
            phases: BTreeMap::new(),
            gone: BTreeSet::new(),
            hasty: inputs.schedule != Schedule::InOrder,
            looked: BTreeSet::new(),
            trace: None,
            requests: None,
            shadow: None,
            guide: None,
            printed: Vec::new(),
            spinning: Vec::new(),
            prints_left: limits.prints,
            prints_lost: 0,
            warp_size: inputs.warp_size.clamp(1, MOST_LANES),
            clusters: Clusters::new(kernel, &inputs.blocks),
            fill: inputs.fill,
            entries_left: limits.accesses,
            grid: SpaceLog::default(),
            trips: Trips::default(),
            threads: Vec::new(),
            conflicts: BTreeMap::new(),
            divergences: BTreeMap::new(),
            events: BTreeMap::new(),
        }
    }

    /// The kernel that runs.
    pub fn kernel(&self) -> &'k Kernel {
        self.kernel
    }

    /// Makes a thread known to the log.
    pub fn enrol(&mut self, thread: &Thread) {
        self.history.homes.push(thread.home);
        self.threads.push(thread.describe(self.program, &[], None));
    }

    /// A value that stands for one that nobody knows.
    pub fn invent(&mut self, ty: Ty, hole: HoleId, thread: &Thread) -> Val {
        if self
            .kernel
            .holes
            .get(hole)
            .is_some_and(|h| h.reason == ALLOCATION_FAILS)
        {
            // There is always enough.
            return Val::exact(0);
        }
        self.hole(hole, thread);
        Val {
            bits: self.fill.value(ObjectId(hole.0), 0, (self.now % 64) as i64, ty),
            unknown: true,
            sym: Sym::NONE,
        }
    }

    /// Notes that something that is not modelled was executed.
    pub fn hole(&mut self, hole: HoleId, thread: &Thread) {
        self.approximate = true;
        let (program, known) = (self.program, self.kernel.holes.get(hole));
        self.events
            .entry((EventKind::Hole, hole.0))
            .or_insert_with(|| Event {
                kind: EventKind::Hole,
                loc: known.map(|h| h.loc),
                thread: thread.describe(program, &[], None),
                detail: known.map(|h| h.reason.clone()).unwrap_or_default(),
            });
    }

    /// Notes that something happened at a place.
    pub fn event(&mut self, kind: EventKind, place: u32, thread: &Thread, detail: &str) {
        if self.is_elsewhere() {
            return;
        }
        let program = self.program;
        self.events.entry((kind, place)).or_insert_with(|| Event {
            kind,
            loc: program.places.get(place as usize).copied(),
            thread: thread.describe(program, &[], None),
            detail: detail.to_owned(),
        });
    }

    /// Notes what a load or store met.
    pub fn met(&mut self, met: Met, place: u32, thread: &Thread) {
        if met == Met::default() {
            return;
        }
        if met.out_of_bounds {
            self.event(EventKind::OutOfBounds, place, thread, "outside of the object");
        }
        if met.uninitialised {
            self.event(
                EventKind::UninitialisedRead,
                place,
                thread,
                "nobody wrote these bytes",
            );
        }
        if met.exhausted {
            self.event(EventKind::OutOfMemory, place, thread, "too many pages");
        }
    }

    /// A place of the run as findings name it.
    pub fn place(&self, place: u32, action: Action) -> Place {
        let loc = self
            .program
            .places
            .get(place as usize)
            .or(self.program.places.first())
            .copied();
        let nowhere = kverify_frontend::ir::Loc {
            span: kverify_frontend::ir::Span {
                file: kverify_frontend::ir::FileId(0),
                start: 0,
                end: 0,
                line: 1,
                column: 1,
                end_line: 1,
                end_column: 1,
            },
            call: None,
        };
        Place {
            loc: loc.unwrap_or(nowhere),
            action,
        }
    }

    /// Notes that two threads parted.
    pub fn diverge(&mut self, sides: [(u32, Action); 2], divergence: Divergence) {
        let key = (sides, divergence.different_iterations);
        let old = self.divergences.entry(key).or_insert_with(|| divergence.clone());
        if divergence.exact && !old.exact {
            *old = divergence;
        }
    }

    /// Ends the run if nobody wants its outcome any more, or its time is over.
    pub fn stop_if_unwanted(&mut self) {
        let late = self.deadline.is_some_and(|deadline| deadline.has_passed());
        if late || self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            self.fuel = 0;
        }
    }

    /// What the run showed.
    pub fn outcome(mut self) -> Run {
        // What needs no divergence is not said again of one.
        let certain: BTreeSet<ConflictId> = self.conflicts.keys().filter(|id| !id.4).copied().collect();
        self.conflicts
            .retain(|id, _| !id.4 || !certain.contains(&(id.0, id.1, id.2, id.3, false)));
        Run {
            conflicts: self.conflicts.into_values().collect(),
            divergences: self.divergences.into_values().collect(),
            events: self.events.into_values().collect(),
            spinning: self.spinning,
            waker: self.waker,
            approximate: self.approximate,
            open_cells: self.memory.open_cells,
            out_of_fuel: self.fuel == 0,
            assumption_failed: self.assumption_failed,
            // A comparison costs about as much as an instruction.
            instructions: self.now + self.compared,
            printed: self.printed,
            prints_lost: self.prints_lost,
        }
    }
}
