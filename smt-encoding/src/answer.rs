//! What the solver side says of one kernel: findings with witnesses, reasons for not knowing, assumptions.
//!
//! No word of this is a verdict yet: the verifier replays the witnesses and judges.

use crate::Cancel;
use kverify_frontend::ir::{Demand, Expr, HostLine, Loc, ObjectId, Scope, Space, Ty};
use serde::{Deserialize, Serialize};

/// A fact that holds at entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assumed {
    /// A `Bool` over parameter variables and geometry.
    pub holds: Expr,
    /// In the words of whoever says so.
    pub text: String,
    /// Whether the user says so, or a contract asks it of callers.
    pub by: Taken,
}

/// What the user fixes about launches and how hard to try.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// Threads of a block by dimension; `None` is symbolic.
    pub block: [Option<u64>; 3],
    /// Blocks by dimension; `None` is symbolic.
    pub grid: [Option<u64>; 3],
    /// Values of scalar parameters (index into `Kernel::params`) that the launch fixes; 0 for pointers that are null.
    pub args: Vec<(u32, i128)>,
    /// Pointer parameters (indices into `Kernel::params`) that are not null.
    pub not_null: Vec<u32>,
    /// Facts that hold at entry.
    pub assumes: Vec<Assumed>,
    /// Pointer parameters (indices into `Kernel::params`) that may point into the same buffer, by group.
    pub aliases: Vec<Vec<u32>>,
    /// Pointer parameters that point into the buffer of another. The kernel that is analysed has the places that are known written
    /// into it.
    pub overlaps: Vec<Overlap>,
    /// Sizes that host code gives in a way that is not followed, though it may be another than 1: `blockDim.y`.
    pub loose: Vec<String>,
    /// Sizes of the block that host code gives, by dimension, if not as one number: an index leaves its array in launches that are made.
    pub sized_block: [bool; 3],
    /// Sizes of buffers that the kernel is handed, and of shared memory that the launch sizes.
    pub extents: Vec<Extent>,
    /// Drop the assumption that distinct pointer parameters do not overlap.
    pub may_alias: bool,
    /// Pointer parameters whose elements the user says are pairwise distinct (`distinct(idx)`).
    pub distinct: Vec<u32>,
    /// Pointer parameters whose elements the user says never decrease (`monotone(row)`).
    pub monotone: Vec<u32>,
    /// Objects that hold zeros at entry, as an analysis took for granted ([`Answer::zeroed`]): for replay alone.
    pub zeroed: Vec<ObjectId>,
    /// Which arithmetic to use.
    pub arith: Arith,
    /// Solver resource limit for one query, in Z3's `rlimit` units where unknowns divide; others may take more
    /// (deterministic).
    pub rlimit: u32,
    /// Units of work for the whole kernel, the same on every machine; past them the rest is unknown.
    pub work: u64,
    /// Limit for the whole kernel, seconds of the processor: a last resort.
    pub timeout: f64,
    /// Threads that run in lock-step; 1 means none do.
    pub lockstep: u32,
    /// Whether all blocks are sure to be there at once; `None` where nobody says so, and for kernels to which it does not matter.
    pub cooperative: Option<bool>,
    /// Compute capability times ten (80 for `sm_80`).
    pub cuda_arch: u32,
    /// Ask Z3 even where discharge would do (for differential tests).
    pub no_discharge: bool,
    /// Stops the analysis, and replay, when it is used; `None` runs to the end.
    #[serde(skip)]
    pub cancel: Option<Cancel>,
}

/// Z3's units for one query, where nothing else is said.
pub const RLIMIT: u32 = 800_000;

/// Units of work for one kernel, where nothing else is said (`docs/solver.md` has what they cost).
pub const WORK: u64 = 10_000_000;

impl Config {
    /// Whether the answer is no longer wanted.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            block: [None; 3],
            grid: [None; 3],
            args: Vec::new(),
            not_null: Vec::new(),
            assumes: Vec::new(),
            aliases: Vec::new(),
            overlaps: Vec::new(),
            loose: Vec::new(),
            sized_block: [false; 3],
            extents: Vec::new(),
            may_alias: false,
            distinct: Vec::new(),
            monotone: Vec::new(),
            zeroed: Vec::new(),
            arith: Arith::Auto,
            rlimit: RLIMIT,
            work: WORK,
            timeout: 300.0,
            lockstep: 1,
            cooperative: None,
            cuda_arch: 80,
            no_discharge: false,
            cancel: None,
        }
    }
}

/// A pointer parameter that points into the buffer of another; both are indices into `Kernel::params`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overlap {
    /// The parameter.
    pub param: u32,
    /// The other.
    pub of: u32,
    /// How many bytes it points behind the other, an `I64` over scalar parameters at entry, with its text; `None` if that is not known.
    pub bytes: Option<(Expr, String)>,
}

/// The bytes around a pointer that belong to its buffer: accesses to others are out of bounds (C17 6.5.6p8).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extent {
    /// What the pointer leads to at entry.
    pub object: ObjectId,
    /// Offset of the first byte, an `I64` over scalar parameters and launch sizes: 0, or less where the pointer leads into its buffer.
    pub start: Expr,
    /// Offset of the byte behind the last, likewise.
    pub end: Expr,
    /// The size in words: `4 * n`.
    pub text: String,
    /// The line of the allocation, if host code makes it.
    pub line: Option<HostLine>,
}

/// Arithmetic of the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arith {
    /// Integers, then bit-vectors where the terms ask for them.
    Auto,
    /// Integers only.
    Int,
    /// Bit-vectors only: exact machine arithmetic, overflow included.
    Bv,
}

/// The answer for one kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Satisfiable obligations, one for each pair of source places, kind and scope; sorted.
    pub findings: Vec<Finding>,
    /// Why the kernel is not proved, beyond the findings; sorted. Empty and no findings means proved.
    pub unknowns: Vec<Unknown>,
    /// What the answer rests on; sorted by id.
    pub assumptions: Vec<Assumption>,
    /// Objects that are taken to hold zeros at entry (assumption `starts-at-zero`); sorted.
    pub zeroed: Vec<ObjectId>,
    /// Objects that some access is only taken to keep to (assumption `in-bounds`); sorted.
    pub unbounded: Vec<ObjectId>,
    /// Synchronisations that are not followed, and up to which scope each may order accesses; sorted.
    pub unfollowed: Vec<(Loc, Scope)>,
    /// Counters.
    pub stats: Stats,
}

/// The kinds of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each kind has its page in docs/rules")]
pub enum Kind {
    DataRace,
    BarrierDivergence,
    OutOfBounds,
    UninitialisedRead,
    NonTerminatingLoop,
    DivergentCollective,
    BankConflict,
    UncoalescedAccess,
    Assertion,
    InvalidArgument,
    UndefinedArithmetic,
    RedundantBarrier,
    DivergentBranch,
}

impl Kind {
    /// Whether it is about speed alone.
    pub fn is_advice(self) -> bool {
        match self {
            Kind::BankConflict | Kind::UncoalescedAccess | Kind::RedundantBarrier | Kind::DivergentBranch => {
                true
            }
            Kind::DataRace
            | Kind::BarrierDivergence
            | Kind::OutOfBounds
            | Kind::UninitialisedRead
            | Kind::NonTerminatingLoop
            | Kind::DivergentCollective
            | Kind::Assertion
            | Kind::InvalidArgument
            | Kind::UndefinedArithmetic => false,
        }
    }
}

/// Which accesses collide in a data race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Variant {
    WriteWrite,
    ReadWrite,
    AtomicPlain,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Action {
    Read,
    Write,
    Atomic,
    Barrier,
    /// The block begins, and its shared memory with it.
    Entry,
    /// Left the kernel: instead of waiting at the barrier, by a way that does not lead on from it; in a race, as its block ended,
    /// and its shared memory with it.
    Exit,
    /// Took a way around the barrier and left the kernel by where that leads to.
    PassedBy,
    Collective,
    Assert,
    /// An operation that is not defined for an operand.
    Demand(Demand),
    Loop,
    Branch,
}

impl Action {
    /// Whether the thread leaves the kernel.
    pub fn leaves(self) -> bool {
        matches!(self, Action::Exit | Action::PassedBy)
    }
}

/// A possible violation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Which rule.
    pub kind: Kind,
    /// Between threads of what: a warp, a block, or the grid (different blocks).
    pub scope: Scope,
    /// The memory space, for races.
    pub space: Option<Space>,
    /// For races.
    pub variant: Option<Variant>,
    /// What the two threads do; for one-thread kinds both are the same.
    pub places: [Place; 2],
    /// The object raced on.
    pub object: Option<ObjectId>,
    /// A model of the solver.
    pub witness: Witness,
    /// Both threads write the same value in every model (a warning by default).
    pub same_value: bool,
    /// An atomic whose result decides whether one of the two places is reached, in a kernel with fences: it may order
    /// them in a way that is not recognised.
    pub awaits: Option<Loc>,
    /// What the witness leans on.
    pub approximations: Vec<Approximation>,
    /// The barrier that each side's barrier interval begins at, `None` for the kernel's start; nothing for findings that no
    /// interval tells apart.
    pub intervals: Option<[Option<Loc>; 2]>,
    /// The divergence without which the two were ordered.
    pub behind: Option<Behind>,
    /// Of advice: what was counted, and what it could be at best.
    pub counted: Option<[u32; 2]>,
    /// Of a loop that never ends: only while blocks that it waits for are not there, and a device may have room for all.
    pub unscheduled: bool,
}

impl Finding {
    /// One of which no more is to be said than this.
    pub fn new(kind: Kind, scope: Scope, places: [Place; 2], witness: Witness) -> Finding {
        Finding {
            kind,
            scope,
            space: None,
            variant: None,
            places,
            object: None,
            witness,
            same_value: false,
            awaits: None,
            approximations: Vec::new(),
            intervals: None,
            behind: None,
            counted: None,
            unscheduled: false,
        }
    }
}

/// A divergence that a race lies behind: the race takes that a barrier which not all threads come to lets go, or that a thread
/// which left before the barrier is not ordered by it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Behind {
    /// Where the threads part, as in the divergence's own finding.
    pub places: [Place; 2],
    /// Whether they are known to part; if not, that was left undecided, and only a run that shows the race says so.
    pub found: bool,
}

/// The first compute capability whose block barriers wait for no thread that has left the kernel (CUDA C++ Programming Guide,
/// "Independent thread scheduling"; PTX ISA, `barrier`: "non-exited threads").
pub const INDEPENDENT_THREADS_ARCH: u32 = 70;

/// One side of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Where.
    pub loc: Loc,
    /// What happens there.
    pub action: Action,
}

/// A concrete launch and two threads of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// Threads of a block.
    pub block_dim: [u64; 3],
    /// Blocks of the launch.
    pub grid_dim: [u64; 3],
    /// `get_global_offset`.
    pub global_offset: [u64; 3],
    /// The two threads, in the order of the finding's places.
    pub threads: [ThreadAt; 2],
    /// Scalar parameters (index into `Kernel::params`): the value's bits, zero-extended. 0 for pointers that are null.
    pub scalars: Vec<(u32, u128)>,
    /// Array cells that the model fixes, at the start of the launch.
    pub cells: Vec<Cell>,
}

/// The place of a thread in its block, by its number, counted x first.
pub fn thread_of(number: u64, [x, y, _]: [u64; 3]) -> [u64; 3] {
    [number % x, number / x % y, number / (x * y)]
}

/// A thread at its place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ThreadAt {
    /// `blockIdx`.
    pub block: [u64; 3],
    /// `threadIdx`.
    pub thread: [u64; 3],
    /// Loops around the place, outermost first: the loop statement and the iteration, from 0.
    pub iterations: Vec<(Loc, u64)>,
    /// Byte offset in the object that is accessed, where there is one.
    pub offset: Option<i128>,
}

/// The contents of one memory cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The object.
    pub object: ObjectId,
    /// Its row (0 but for rows of pointer arrays and images).
    pub row: i128,
    /// Byte offset.
    pub offset: i128,
    /// The type it is read as.
    pub ty: Ty,
    /// The value's bits, zero-extended.
    pub bits: u128,
}

/// Where the encoding is coarser than the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Approximation {
    /// What is approximated.
    pub message: String,
    /// Where.
    pub loc: Loc,
}

/// Something that keeps a kernel from being proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unknown {
    /// What it is and what would settle it, as sentences for the user.
    pub message: String,
    /// Where; the kernel's name if nowhere else.
    pub loc: Option<Loc>,
}

macro_rules! assumptions {
    ($($name:ident: $id:literal,)*) => {
        /// What may be taken for granted: the rows of the table of assumptions in `docs/soundness.md`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the table says what they are")]
        pub enum Taken {
            $($name,)*
        }

        impl Taken {
            /// All, in the order in which they are said.
            pub const ALL: &[Taken] = &[$(Taken::$name),*];

            /// Stable.
            pub fn id(self) -> &'static str {
                match self {
                    $(Taken::$name => $id,)*
                }
            }
        }
    };
}

assumptions! {
    Assertions: "assertions",
    ChosenNames: "chosen-names",
    ConcurrentBlocks: "concurrent-blocks",
    Contract: "contract",
    CooperativeLaunch: "cooperative-launch",
    DefinedValues: "defined-values",
    DistinctRows: "distinct-rows",
    Entry: "entry",
    ExitedThreads: "exited-threads",
    Extents: "extents",
    Ignored: "ignored",
    InBounds: "in-bounds",
    IndependentThreads: "independent-threads",
    InitialValue: "initial-value",
    Instantiation: "instantiation",
    KnownCallees: "known-callees",
    Launch: "launch",
    Lockstep: "lockstep",
    NoAlias: "no-alias",
    NoOverflow: "no-overflow",
    NotNull: "not-null",
    Operands: "operands",
    SameValueWrites: "same-value-writes",
    SeparateVariables: "separate-variables",
    Severity: "severity",
    StartsAtZero: "starts-at-zero",
    Stated: "stated",
    SubGroupSize: "sub-group-size",
    Target: "target",
    Termination: "termination",
    UniformWorkGroups: "uniform-work-groups",
    UnitDimension: "unit-dimension",
    UnseenCallees: "unseen-callees",
    User: "user",
    WholeWarps: "whole-warps",
    ZeroOffset: "zero-offset",
}

/// Something that the answer takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assumption {
    /// Which.
    pub id: Taken,
    /// For the user, with the flag that drops or proves it.
    pub text: String,
}

/// Counters of one kernel's analysis. Seconds are wall-clock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Pairs and divergence questions posed.
    pub obligations: u64,
    /// Those settled without the solver.
    pub discharged: u64,
    /// How often it was tried to settle one without the solver, rather than by what is known of others like it.
    pub looked_at: u64,
    /// Solver calls.
    pub queries: u64,
    /// Units of work: the same on every machine.
    pub work: u64,
    /// The work limit was reached: with more effort the answer may be another.
    pub exhausted: bool,
    /// The time limit was reached: on a faster machine the answer may be another.
    pub timed_out: bool,
    /// Building SSA, segments and obligations.
    pub encode_seconds: f64,
    /// Settling obligations without the solver.
    pub discharge_seconds: f64,
    /// In the solver.
    pub solve_seconds: f64,
    /// What was asked about data races.
    pub races: Questions,
    /// What was asked about barrier divergence.
    pub divergence: Questions,
}

/// The questions of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Questions {
    /// Pairs posed.
    pub obligations: u64,
    /// Conjuncts of all of them.
    pub conjuncts: u64,
    /// Settling them, with the solver and without.
    pub seconds: f64,
}

/// Text of the stages, for `--dump`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the stages'")]
pub enum Dump {
    Ssa,
    Segments,
    Terms,
    Smt2,
}
