//! Predicated SSA: symbolic execution of a region of the control-flow graph for one arbitrary thread.
//!
//! Every operation stands under one predicate, `guard ⇒ action` (Sarkar et al., ICSOFT 2018,
//! doi 10.5220/0006834904600471, section 4.1): a variable's value at a join is a multiplexer over the guards of the
//! incoming edges, a loop is one arbitrary iteration κ ≥ 0 of it, and memory is a log of guarded stores over a
//! symbol for its contents at the start. The same machine runs the whole kernel once (for the values at every
//! barrier) and then each barrier interval.

mod atomic;
mod bit_count;
pub(crate) mod butterfly;
mod copies;
mod departure;
mod exchange;
mod expr;
mod geometric;
mod history;
mod houdini;
mod integers;
mod liveness;
mod master;
mod memory;
mod narrow;
mod pointers;
mod records;
mod recurrence;
mod region;
mod relation;
mod residue;
mod rounds;
mod scan;
mod state;
mod stmt;
mod table;
mod termination;
mod under_way;

pub use atomic::{Discipline, Raise};
pub(crate) use bit_count::{popc, rank};
use butterfly::{Butterfly, Swap};
pub use departure::{Departure, Leaving};
pub use history::Recurrence;
pub(crate) use pointers::NULL_FN;
pub(crate) use records::Progress;
pub use records::{
    Access, Claim, Definition, Lanes, LoopInfo, Meeting, NullAccess, Records, Snapshot, Started, Stop,
    Unawaited, Within,
};
pub use region::{Region, RegionNode};
pub(crate) use scan::{Extent, Scan};
pub use state::{Log, Pointer, State, Value};
pub use termination::Endless;

use crate::answer::{Approximation, Config};
use crate::cfg::Cfg;
use crate::clock::Clock;
use crate::interval::Intervals;
use crate::loops::Forest;
use crate::objects::Objects;
use crate::phases::Ghost;
use crate::term::{FnId, IntView, Level, LoopId, Origin, Range, Sort, Symbol, TermId, Terms};
use crate::uniform::Uniformity;
use crate::z3::Session;
use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::{BlockId, Dim, ExprKind, Geometry, Kernel, Loc, ObjectId, Scope, Ty, VarId};
use petgraph::graph::NodeIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is known of a kernel without running it.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// Its graph.
    pub cfg: &'a Cfg,
    /// Its objects.
    pub objects: &'a Objects,
    /// Its uniformity.
    pub uniformity: &'a Uniformity,
    /// Its variables' intervals.
    pub intervals: &'a Intervals,
    /// What is kept of barriers that count arrivals.
    pub(crate) ghosts: &'a [Ghost],
    /// Places of block barriers that never let go ([`crate::phases`]).
    pub(crate) holding: Option<&'a BTreeSet<Loc>>,
}

/// The symbolic machine for one kernel under one configuration.
#[derive(Debug)]
pub struct Machine<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// What is fixed.
    pub config: &'a Config,
    /// Its graph.
    pub cfg: &'a Cfg,
    /// The loops of that graph.
    pub forest: Rc<Forest>,
    /// Its objects.
    pub objects: &'a Objects,
    /// Its uniformity.
    pub uniformity: &'a Uniformity,
    /// Its variables' intervals.
    pub intervals: &'a Intervals,
    /// What is kept of barriers that count arrivals.
    pub(crate) ghosts: &'a [Ghost],
    /// Places of block barriers that never let go ([`crate::phases`]).
    pub(crate) holding: Option<&'a BTreeSet<Loc>>,
    /// Whether threads may access the shared memory of other blocks of their cluster.
    pub distributed: bool,
    /// The rank of the thread's block in its cluster; 0 if that does not matter.
    pub own_rank: TermId,
    /// All terms.
    pub terms: Terms,
    /// All loop instances.
    pub loops: IndexVec<LoopId, LoopInfo>,
    /// What is not modelled exactly; symbols and functions name entries by index.
    pub approximations: Vec<Approximation>,
    /// Things that keep the kernel from being proved, with their places.
    pub unknowns: Vec<crate::answer::Unknown>,
    /// Such things that matter only if a thread can get there: with the condition for it.
    pub guarded_unknowns: Vec<(TermId, crate::answer::Unknown)>,
    /// Where a call through a pointer would be of a function that none is known to be, and under which condition it is reached.
    pub other_callees: Vec<TermId>,
    /// Synchronisations that are not followed, and up to which scope each may order accesses.
    pub unfollowed: BTreeSet<(Loc, Scope)>,
    /// What is done atomically to each object.
    pub disciplines: BTreeMap<ObjectId, Discipline>,
    /// What barriers say of atomic operations on shared memory that come before them.
    pub raises: Vec<Raise>,
    /// What shuffles hand to the lane across, by the functions of their results.
    pub(crate) swaps: FxHashMap<FnId, Swap>,
    /// Sums over what the threads of groups bring.
    pub(crate) scans: Vec<Scan>,
    /// Variables that loops carry through butterflies, by their functions of the counter.
    pub(crate) butterflies: BTreeMap<FnId, Butterfly>,
    /// Whether some loop fact rests on the assumption that index arithmetic does not overflow.
    pub overflow_assumed: bool,
    /// Whether a pointer was read from memory: rests on rows being distinct.
    pub rows_assumed: bool,
    /// Terms that assumptions at the kernel's start say are powers of two (or 0).
    pub powers: Vec<TermId>,
    /// How loops get from one iteration to the next.
    pub recurrences: Vec<Recurrence>,
    /// Lines of loops that threads are taken to leave, where others would wait for them.
    pub endless: BTreeSet<u32>,
    /// The kernel's time, of which the run of its code is a part.
    pub clock: Clock,
    geometry: BTreeMap<Geometry, TermId>,
    params: FxHashMap<u32, TermId>,
    selects: FxHashMap<(ObjectId, u32, Ty), FnId>,
    pointers: FxHashMap<(ObjectId, u32), [FnId; 3]>,
    versions: Vec<memory::Version>,
    view: IntView,
    live: liveness::Liveness,
    /// Asynchronous copies that may be under way where a block begins.
    under_way: IndexVec<BlockId, BTreeSet<Loc>>,
    leavings: master::Leavings,
    /// Guards of the loops being executed, each relative to the loop around it, outermost first.
    entered: Vec<TermId>,
    /// What holds of threads because they have left a loop ([`Machine::past_loops`]).
    left: FxHashSet<TermId>,
    /// What holds in all iterations of loops, of how what they carry is made, and because they were left.
    told: Vec<TermId>,
    /// Up to what the loops go whose last κ is one of these.
    bounds: FxHashMap<TermId, TermId>,
    /// Loops being executed, outermost first: they become the context of new symbols.
    context: Vec<LoopId>,
    /// Counters of the loops around, outermost first.
    counters: Vec<(LoopId, TermId)>,
    record_definitions: bool,
    /// Reads of what nobody writes are recorded as well.
    pub(crate) records_all_reads: bool,
    /// Variables to which ways that just met bring different values, for dumps: guard, variable, value.
    met: Vec<(TermId, VarId, Value)>,
    /// The block being executed, and the node of the region.
    at: (BlockId, NodeIndex),
    /// Asked whether candidate invariants hold.
    prover: Session,
    /// The extents of objects that the configuration gives one.
    pub extents: Vec<Within>,
}

impl<'a> Machine<'a> {
    /// A machine that has run nothing yet. `block` and `grid` are the launch's sizes where they are constants.
    pub fn new(
        kernel: &'a Kernel,
        config: &'a Config,
        facts: Facts<'a>,
        [block, grid]: [[Option<u64>; 3]; 2],
        clock: Clock,
    ) -> Machine<'a> {
        let Facts {
            cfg,
            objects,
            uniformity,
            intervals,
            ghosts,
            holding,
        } = facts;
        let mut terms = Terms::counted_by(clock.work());
        let mut machine = Machine {
            distributed: kernel.has_distributed_memory(),
            own_rank: terms.int(0),
            kernel,
            config,
            cfg,
            forest: Rc::new(Forest::new(&cfg.graph, cfg.entry)),
            objects,
            uniformity,
            intervals,
            ghosts,
            holding,
            terms,
            loops: IndexVec::new(),
            approximations: Vec::new(),
            unknowns: Vec::new(),
            guarded_unknowns: Vec::new(),
            under_way: copies::under_way(kernel),
            other_callees: Vec::new(),
            unfollowed: BTreeSet::new(),
            disciplines: BTreeMap::new(),
            raises: Vec::new(),
            swaps: FxHashMap::default(),
            scans: Vec::new(),
            butterflies: BTreeMap::new(),
            overflow_assumed: false,
            rows_assumed: false,
            powers: Vec::new(),
            recurrences: Vec::new(),
            endless: BTreeSet::new(),
            clock,
            geometry: BTreeMap::new(),
            params: FxHashMap::default(),
            selects: FxHashMap::default(),
            pointers: FxHashMap::default(),
            versions: vec![memory::Version::initial()],
            view: IntView::default(),
            live: liveness::Liveness::new(kernel, cfg, ghosts),
            leavings: master::Leavings::new(kernel, cfg, objects, uniformity),
            entered: Vec::new(),
            left: FxHashSet::default(),
            told: Vec::new(),
            bounds: FxHashMap::default(),
            context: Vec::new(),
            counters: Vec::new(),
            record_definitions: false,
            records_all_reads: false,
            met: Vec::new(),
            at: (kernel.entry, cfg.entry),
            prover: Session::new(),
            extents: Vec::new(),
        };
        machine.make_geometry(block, grid);
        machine.make_extents();
        if let (true, Some(rank)) = (machine.distributed, kernel.rank_in_cluster()) {
            let state = machine.initial_state();
            if let Value::Scalar(rank) = machine.value(&state, &rank) {
                machine.own_rank = rank;
            }
        }
        machine
    }

    /// Candidate invariants that only Z3 could tell to hold are dropped.
    pub fn postpone_proofs(&mut self) {
        self.prover.postpone(true);
    }

    /// Whether such candidates were dropped.
    pub fn has_postponed_proofs(&self) -> bool {
        self.prover.has_missed()
    }

    /// Keeps `guard ⇒ name = value` lines in [`Records::definitions`].
    pub fn record_definitions(&mut self, on: bool) {
        self.record_definitions = on;
    }

    /// The term of a geometry value.
    pub fn geometry(&self, g: Geometry) -> TermId {
        self.geometry[&g]
    }

    /// Whether `t` is a component of `threadIdx` or `blockIdx`.
    pub fn is_place_in_launch(&self, t: TermId) -> bool {
        let places = Dim::ALL
            .into_iter()
            .flat_map(|d| [Geometry::ThreadIdx(d), Geometry::BlockIdx(d)]);
        places.into_iter().any(|g| self.geometry[&g] == t)
    }

    fn make_geometry(&mut self, block: [Option<u64>; 3], grid: [Option<u64>; 3]) {
        let config = self.config;
        let opencl = self.kernel.language == kverify_frontend::ir::Language::OpenCl;
        // No dimension is longer than the whole block.
        let bound = i128::from(self.kernel.most_threads());
        let most_threads: [i128; 3] = match opencl {
            true => [1 << 16; 3],
            false => [1024, 1024, 64].map(|most: i128| most.min(bound)),
        };
        let most_blocks: [i128; 3] = if opencl {
            [(1 << 31) - 1; 3]
        } else {
            [(1 << 31) - 1, 65_535, 65_535]
        };
        for d in Dim::ALL {
            let i = d as usize;
            let axis = ["x", "y", "z"][i];
            let dim = |size: Option<u64>, most: i128| {
                size.map_or(Range::new(1, most), |n| Range::new(i128::from(n), i128::from(n)))
            };
            let (b, g) = (dim(block[i], most_threads[i]), dim(grid[i], most_blocks[i]));
            let below = |r: Range| Range {
                lo: Some(0),
                hi: r.hi.map(|h| h - 1),
            };
            // A global offset moves all ids alike; it is 0 unless an assumption speaks of it.
            let speaks = assumes_offset(config, d);
            let entries = [
                (
                    Geometry::ThreadIdx(d),
                    "threadIdx",
                    below(b),
                    Level::Thread,
                    Origin::ThreadIdx(d),
                ),
                (
                    Geometry::BlockIdx(d),
                    "blockIdx",
                    below(g),
                    Level::Block,
                    Origin::BlockIdx(d),
                ),
                (
                    Geometry::BlockDim(d),
                    "blockDim",
                    b,
                    Level::Launch,
                    Origin::BlockDim(d),
                ),
                (
                    Geometry::GridDim(d),
                    "gridDim",
                    g,
                    Level::Launch,
                    Origin::GridDim(d),
                ),
                (
                    Geometry::GlobalOffset(d),
                    "globalOffset",
                    Range::new(0, if opencl && speaks { (1 << 32) - 1 } else { 0 }),
                    Level::Launch,
                    Origin::GlobalOffset(d),
                ),
            ];
            for (key, name, range, level, origin) in entries {
                let t = self.symbol(format!("{name}.{axis}"), Sort::Int, range, level, origin);
                self.geometry.insert(key, t);
            }
        }
        let w = self.symbol(
            "workDim".into(),
            Sort::Int,
            Range::new(1, 3),
            Level::Launch,
            Origin::WorkDim,
        );
        self.geometry.insert(Geometry::WorkDim, w);
        let warp = self.terms.int(32);
        self.geometry.insert(Geometry::WarpSize, warp);
    }

    /// A symbol of the present loop context; integers of one value are constants.
    fn symbol(&mut self, name: String, sort: Sort, range: Range, level: Level, origin: Origin) -> TermId {
        if let (Sort::Int, Some(lo), Some(hi)) = (sort, range.lo, range.hi)
            && lo == hi
        {
            return self.terms.int(lo);
        }
        let loops = self.context.clone();
        self.terms.fresh(Symbol {
            name,
            sort,
            range,
            level,
            loops,
            origin,
        })
    }

    /// The index of an approximation, for symbols that stand for it.
    pub fn approximation(&mut self, message: String, loc: Loc) -> u32 {
        let a = Approximation { message, loc };
        let found = self.approximations.iter().position(|x| *x == a);
        let index = found.unwrap_or_else(|| {
            self.approximations.push(a);
            self.approximations.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    /// A value of type `ty` about which only its type is known.
    pub fn unknown_value(&mut self, name: &str, ty: Ty, level: Level, origin: Origin) -> Value {
        match ty {
            Ty::Bool => Value::Scalar(self.symbol(name.into(), Sort::Bool, Range::ALL, level, origin)),
            Ty::Int { .. } => {
                Value::Scalar(self.symbol(name.into(), Sort::Int, Range::of(ty), level, origin))
            }
            Ty::Float(k) => {
                Value::Scalar(self.symbol(name.into(), Sort::Float(k), Range::ALL, level, origin))
            }
            Ty::Ptr => {
                let object = self.terms.int(Pointer::UNKNOWN);
                let zero = self.terms.int(0);
                let offset = self.symbol(name.into(), Sort::Int, Range::ALL, level, origin);
                Value::Pointer(Pointer {
                    object,
                    row: zero,
                    offset,
                })
            }
        }
    }

    /// The value of parameter `n` at entry, if it is a scalar.
    pub fn param(&mut self, n: u32) -> Option<TermId> {
        if let Some(&t) = self.params.get(&n) {
            return Some(t);
        }
        let p = self.kernel.params.get(n as usize)?;
        let fixed = self.config.args.iter().find(|(i, _)| *i == n).map(|(_, v)| *v);
        let t = match (p.ty, fixed) {
            (Ty::Ptr, _) => return None,
            (Ty::Int { .. }, Some(v)) => {
                let v = self.terms.int(v);
                self.terms.wrap(v, p.ty)
            }
            (Ty::Bool, Some(v)) => self.terms.bool(v != 0),
            (ty, _) => match self.unknown_value(&p.name.clone(), ty, Level::Launch, Origin::Param(n)) {
                Value::Scalar(t) => t,
                Value::Pointer(_) => return None,
            },
        };
        self.params.insert(n, t);
        Some(t)
    }

    fn make_extents(&mut self) {
        if self.config.extents.is_empty() {
            return;
        }
        let state = self.initial_state();
        for extent in &self.config.extents {
            let [start, end] = [&extent.start, &extent.end].map(|e| self.value(&state, e));
            if let (Value::Scalar(start), Value::Scalar(end)) = (start, end) {
                self.extents.push(Within {
                    object: self.objects.canonical(extent.object),
                    start,
                    end,
                });
            }
        }
    }

    /// The state at the kernel's entry: parameters have their values, nothing else has one.
    pub fn initial_state(&mut self) -> State {
        let mut env: BTreeMap<VarId, Value> = BTreeMap::new();
        for n in 0..u32::try_from(self.kernel.params.len()).unwrap_or(u32::MAX) {
            let p = &self.kernel.params[n as usize];
            let (var, object) = (p.var, p.object);
            let value = match (self.param(n), object) {
                (Some(t), _) => Value::Scalar(t),
                (None, Some(o)) => Value::Pointer(self.address_of(o)),
                (None, None) => self.unknown_value(
                    &self.kernel.params[n as usize].name.clone(),
                    Ty::Ptr,
                    Level::Launch,
                    Origin::Free,
                ),
            };
            env.insert(var, value);
        }
        State {
            guard: self.terms.bool(true),
            env,
            log: Log::default(),
            versions: BTreeMap::new(),
            pending: BTreeMap::new(),
            waited: BTreeSet::new(),
            turns: self.first_turns(),
            raised: BTreeSet::new(),
        }
    }

    /// The iteration of a loop that the kernel begins with.
    fn first_turns(&mut self) -> BTreeMap<NodeIndex, TermId> {
        let entry = self.cfg.entry;
        let begins = self.forest.loops.iter().any(|l| l.header == entry);
        begins.then(|| (entry, self.terms.int(0))).into_iter().collect()
    }

    /// The truth of a condition over parameters and geometry in `state`.
    pub fn condition(&mut self, state: &State, e: &kverify_frontend::ir::Expr) -> TermId {
        match self.value(state, e) {
            Value::Scalar(t) if self.terms.sort(t) == Sort::Bool => t,
            Value::Scalar(t) => {
                let zero = self.terms.int(0);
                self.terms.ne(t, zero)
            }
            Value::Pointer(_) => self.terms.bool(true),
        }
    }

    /// The value of an expression in `state`.
    pub fn value(&mut self, state: &State, e: &kverify_frontend::ir::Expr) -> Value {
        let loc = Loc {
            span: self.kernel.span,
            call: None,
        };
        self.eval(state, e, loc)
    }
}

/// Whether the user's assumptions speak of the launch's global offset.
pub(crate) fn assumes_offset(config: &Config, d: Dim) -> bool {
    let mut found = false;
    for assumed in &config.assumes {
        assumed.holds.walk(&mut |e| {
            found |= matches!(e.kind, ExprKind::Geometry(Geometry::GlobalOffset(of)) if of == d)
        });
    }
    found
}
