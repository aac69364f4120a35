//! What the threads of a run share: memory, the access log, and what was noticed.

use super::clusters::Clusters;
use super::guide::Guide;
use super::inputs::{Inputs, Limits, Schedule};
use super::log::{Access, Between, Conflicts, NOT_ASYNC, What, conflicts};
use super::memory::{Memory, Met, Owner, Target};
use super::order::{History, Order, Sync};
use super::outcome::{Conflict, Divergence, Event, EventKind, Run};
use super::print::Printed;
use super::program::{Call, Program};
use super::shadow::{Shadow, Writer};
use super::symbolic::{Graph, Node, Sym};
use super::thread::{MOST_LANES, Thread, Val};
use super::trace::Recorder;
use crate::clock::Deadline;
use kverify_frontend::ir::{
    ALLOCATION_FAILS, BinOp, HoleId, Kernel, Object, ObjectId, PureFn, Scope, Space, Spaces, Ty,
};
use kverify_smt::Cancel;
use kverify_smt::answer::{Action, Place, ThreadAt, Variant};
use std::collections::{BTreeMap, BTreeSet, HashMap};

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

/// Accesses that are kept beyond a barrier, by space and block.
const MOST_OLDER: usize = 1 << 17;

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

/// Loop counters at the times of accesses.
#[derive(Clone, Debug, Default)]
struct Trips {
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

    fn counter(&self, trip: u32, of_loop: u32) -> Option<u64> {
        let at = (trip as usize).checked_add(of_loop as usize)?;
        self.kept.get(at).copied()
    }
}

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
    /// Group copies under way by block, instruction and how often it was executed.
    pub group_copies: HashMap<(u32, u32, u32), GroupCopy>,
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

/// Bytes of shared memory that a block can have at most, and more.
const MOST_SHARED: u64 = 1 << 24;

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
            endless: false,
            group_copies: HashMap::new(),
            phases: BTreeMap::new(),
            gone: BTreeSet::new(),
            hasty: inputs.schedule != Schedule::InOrder,
            looked: BTreeSet::new(),
            trace: None,
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

    /// Whether what is done now is done for other inputs than the run's.
    pub fn is_elsewhere(&self) -> bool {
        self.shadow.as_ref().is_some_and(|shadow| shadow.is_elsewhere())
    }

    /// Where a term decides what only a number can, a run with symbols is spoilt.
    pub fn spoil(&self, reason: &str, place: u32) {
        if let Some(shadow) = &self.shadow {
            shadow.spoil(reason, place);
        }
    }

    /// The term that an operation makes of its operands, in a run with symbols.
    pub fn term(&mut self, operands: &[Val], make: impl FnOnce(&mut Graph) -> Node) -> Sym {
        match &mut self.shadow {
            Some(shadow) => shadow.term(operands, make),
            None => Sym::NONE,
        }
    }

    /// The term of what a load found.
    pub fn loaded(&mut self, target: Target, ty: Ty, bits: u128, place: u32) -> Sym {
        match &mut self.shadow {
            Some(shadow) => shadow.load(&self.memory, target, ty, bits, place),
            None => Sym::NONE,
        }
    }

    /// The symbol that a scalar parameter is, if it may have any value.
    pub fn argument(&mut self, param: u32, ty: Ty) -> Sym {
        let shadow = self.shadow.as_mut();
        let number = shadow.and_then(|shadow| Some((shadow.given.scalars.get(&param).copied()?, shadow)));
        number.map_or(Sym::NONE, |(number, shadow)| {
            shadow.graph.make(Node::Scalar(number, ty))
        })
    }

    /// The term of one of two values, by a condition that is a term.
    pub fn choice(&mut self, ty: Ty, cond: Val, a: Val, b: Val) -> Sym {
        self.term(&[cond], |g| {
            let cond = g.of(Ty::Bool, cond);
            Node::Choose(ty, cond, g.of(ty, a), g.of(ty, b))
        })
    }

    /// The term of what the machine rounds, though no input has a say in it.
    pub fn rounded(&mut self, op: BinOp, ty: Ty, a: u128, b: u128, result: u128) -> Sym {
        let shadow = self.shadow.as_mut();
        shadow.map_or(Sym::NONE, |shadow| shadow.rounded(op, ty, a, b, result))
    }

    /// The term of a function's value. Of floats it is one even where no input has a say: the machine rounds what it gives.
    pub fn called(&mut self, call: &Call, vals: &[Val]) -> Sym {
        let Some(shadow) = &mut self.shadow else {
            return Sym::NONE;
        };
        let PureFn::Library(_) = call.function else {
            shadow.spoil("what images and assembly give is not compared", NOWHERE);
            return Sym::NONE;
        };
        let rounds = shadow.given.reals && matches!(call.ty, Ty::Float(_));
        let constant = vals.iter().all(|val| val.sym == Sym::NONE);
        if shadow.is_spoilt() || constant && (!rounds || vals.is_empty()) {
            return Sym::NONE;
        }
        let graph = &mut shadow.graph;
        let types = call.args.iter().map(|(ty, _)| *ty);
        let args = types
            .zip(vals)
            .map(|(ty, val)| (ty, graph.of(ty, *val)))
            .collect();
        graph.make(Node::Call(call.function.clone(), call.ty, args))
    }

    /// A thread wrote a value at a place.
    pub fn stored(&mut self, target: Target, ty: Ty, val: Val, (thread, place): (u32, u32)) {
        if let Some(shadow) = &mut self.shadow {
            shadow.store(target, ty, val, Writer { thread, place }, None);
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

    /// Finds the conflicts among `entries`; whether some are older than a barrier that does not order them.
    fn find(&mut self, entries: &mut Vec<Access>, between: Between, behind: bool) {
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
        let late = self.deadline.is_some_and(Deadline::has_passed);
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
