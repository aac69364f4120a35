//! The register code that a kernel is compiled to, so that replay interprets flat instructions.

use kverify_frontend::ir::{
    AtomicOp, BinOp, CmpOp, CollectiveOp, CopyKind, Demand, Geometry, HoleId, Loc, MemoryOrder, ObjectId,
    Ordering, PureFn, ReduceOp, Scope, Spaces, Ty, UnOp,
};

/// A kernel, compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// All instructions; every run of them ends in a jump or a return.
    pub insts: Vec<Inst>,
    /// For each instruction: the place of the statement that it is part of.
    pub at: Vec<u32>,
    /// Constants that operands refer to.
    pub consts: Vec<u128>,
    /// Places that instructions refer to, without duplicates.
    pub places: Vec<Loc>,
    /// Where every thread starts.
    pub entry: u32,
    /// Number of variables.
    pub vars: u32,
    /// Number of temporaries; they never live across statements.
    pub temps: u32,
    /// The loop statements of the kernel's natural loops.
    pub loops: Vec<Option<Loc>>,
    /// The loops around each place, outermost first.
    pub place_loops: Vec<Vec<u32>>,
    /// The loops that the text has around each place where threads leave the kernel, outermost first.
    pub exits: Vec<Vec<u32>>,
    /// What the kernel reads of the launch.
    pub geometry: Vec<Geometry>,
    /// Whether fences or ordered atomics may order accesses of different threads.
    pub releases: bool,
    /// Whether signed arithmetic wraps, rather than being undefined where it overflows.
    pub wraps: bool,
    /// Whether it has barriers that count arrivals.
    pub has_phases: bool,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Src {
    /// A variable of the thread.
    Var(u32),
    /// A temporary.
    Temp(u32),
    /// An index into [`Program::consts`].
    Const(u32),
    /// A thread's place or the launch's size.
    Geometry(Geometry),
}

/// A target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A variable of the thread.
    Var(u32),
    /// A temporary.
    Temp(u32),
}

impl From<Slot> for Src {
    fn from(slot: Slot) -> Src {
        match slot {
            Slot::Var(n) => Src::Var(n),
            Slot::Temp(n) => Src::Temp(n),
        }
    }
}

/// A way through the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The instruction that it leads to.
    pub pc: u32,
    /// What it does to a loop's counter.
    pub step: LoopStep,
}

/// What an edge does to a loop's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopStep {
    /// Nothing.
    None,
    /// Enters the loop.
    Enter(u32),
    /// Goes round the loop.
    Back(u32),
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) enum Inst {
    Move {
        dst: Slot,
        src: Src,
    },
    Unary {
        op: UnOp,
        ty: Ty,
        dst: Slot,
        a: Src,
    },
    Binary {
        op: BinOp,
        ty: Ty,
        amount: Ty,
        dst: Slot,
        a: Src,
        b: Src,
    },
    Cmp {
        op: CmpOp,
        ty: Ty,
        dst: Slot,
        a: Src,
        b: Src,
    },
    Cast {
        from: Ty,
        to: Ty,
        dst: Slot,
        a: Src,
    },
    Select {
        ty: Ty,
        dst: Slot,
        cond: Src,
        a: Src,
        b: Src,
    },
    Object {
        dst: Slot,
        object: ObjectId,
    },
    /// An address in the window of shared memory, or the address that one there stands for.
    Window {
        to: Ty,
        dst: Slot,
        a: Src,
    },
    PtrAdd {
        dst: Slot,
        a: Src,
        b: Src,
    },
    PtrRow {
        dst: Slot,
        a: Src,
        row: Src,
    },
    Call(Box<Call>),
    Unknown {
        dst: Slot,
        ty: Ty,
        hole: HoleId,
    },
    Load {
        dst: u32,
        ty: Ty,
        addr: Src,
        place: u32,
    },
    Store {
        addr: Src,
        value: Src,
        ty: Ty,
        place: u32,
    },
    Atomic(Box<Atomic>),
    Copy(Box<Copy>),
    Fill {
        dst: Src,
        byte: Src,
        bytes: Src,
        place: u32,
    },
    AsyncWait {
        pending: u32,
    },
    AsyncCommit,
    Barrier(Box<Barrier>),
    Phase(Box<Phase>),
    Fence(Ordering),
    Collective(Box<Collective>),
    Assume {
        cond: Src,
    },
    /// Ends the thread where the condition does not hold.
    StopUnless {
        cond: Src,
    },
    Assert {
        cond: Src,
        /// What an operation demands of its operands.
        of: Option<Demand>,
        place: u32,
    },
    Invariant {
        cond: Src,
        place: u32,
    },
    Hole {
        hole: HoleId,
        dsts: Box<[(u32, Ty)]>,
        /// Pointers to objects that it may write.
        writes: Box<[Src]>,
    },
    Print(Box<Print>),
    Jump(Edge),
    Branch {
        cond: Src,
        then: Edge,
        other: Edge,
    },
    Return {
        place: u32,
        /// Index into [`Program::exits`].
        exit: u32,
    },
    Unreachable,
}

/// A call of a pure function.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub dst: Slot,
    pub function: PureFn,
    pub ty: Ty,
    pub args: Vec<(Ty, Src)>,
}

/// A call that prints.
#[derive(Clone, Debug)]
pub(super) struct Print {
    pub format: String,
    pub args: Vec<(Ty, Src)>,
    pub place: u32,
}

/// An atomic access.
#[derive(Clone, Debug)]
pub(super) struct Atomic {
    pub op: AtomicOp,
    pub dst: Option<u32>,
    pub addr: Src,
    pub ty: Ty,
    pub args: Vec<Src>,
    pub ordering: Ordering,
    /// Its order where it is a compare-and-exchange that fails.
    pub failure: MemoryOrder,
    pub place: u32,
}

/// A copy.
#[derive(Clone, Debug)]
pub(super) struct Copy {
    pub dst: Src,
    pub src: Src,
    pub bytes: Src,
    pub kind: CopyKind,
    pub place: u32,
}

impl Program {
    /// Says of all barriers of the grid whether the launch is one that they are not made for.
    pub fn launched_plainly(&mut self, alone: bool) {
        for inst in &mut self.insts {
            if let Inst::Barrier(barrier) = inst {
                barrier.alone = alone && barrier.scope == Scope::Grid;
            }
        }
    }
}

/// A barrier.
#[derive(Clone, Debug)]
pub(super) struct Barrier {
    pub scope: Scope,
    pub fences: Spaces,
    pub mask: Option<Src>,
    pub reduce: Option<(ReduceOp, Src, u32)>,
    /// Of a barrier of the grid: the launch is not cooperative.
    pub alone: bool,
    /// Of a barrier of a warp: where a thread leaves the kernel that has passed this by.
    pub past: Vec<u32>,
    /// All of a warp have to come, also those that left the kernel.
    pub is_strict: bool,
    pub place: u32,
    /// The loops around it, outermost first.
    pub loops: Vec<u32>,
    /// How it stands to each exit of the kernel.
    pub ways: Vec<Way>,
}

/// How a barrier stands to a place where threads leave the kernel ([`kverify_smt::leaving`]).
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The loops around both, outermost first.
    pub loops: Vec<u32>,
    /// Whether the barrier leads to the exit within one iteration of these.
    pub leads: bool,
}

/// A part in a barrier that counts arrivals. All operands stay where they are while the thread waits.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    pub barrier: PhaseBarrier,
    pub op: PhaseOp,
    pub place: u32,
    /// The loops around it, outermost first.
    pub loops: Vec<u32>,
    /// How it stands to each exit of the kernel.
    pub ways: Vec<Way>,
}

/// Which barrier.
#[derive(Clone, Copy, Debug)]
pub(super) enum PhaseBarrier {
    At(Src),
    Named { id: Src, threads: Option<Src> },
    Cluster,
}

/// What is done there.
#[derive(Clone, Copy, Debug)]
pub(super) enum PhaseOp {
    Init {
        count: Src,
    },
    Arrive {
        dst: Option<u32>,
        leaves: bool,
        times: Option<Src>,
    },
    Wait {
        until: Until,
        poll: Option<u32>,
    },
}

/// The phase that is waited for: a number, or the last one of a parity.
#[derive(Clone, Copy, Debug)]
pub(super) enum Until {
    Number(Src),
    Parity(Src),
}

/// A collective operation.
#[derive(Clone, Debug)]
pub(super) struct Collective {
    pub op: CollectiveOp,
    pub scope: Scope,
    pub mask: Option<Src>,
    pub args: Vec<(Ty, Src)>,
    pub dst: Option<(u32, Ty)>,
    /// From this operand on, all have to hand over the same.
    pub alike: usize,
    /// Something is computed from the result on every way.
    pub is_used: bool,
    /// Where a thread leaves the kernel that has passed this by.
    pub past: Vec<u32>,
    /// All of its scope have to come, also those that left the kernel.
    pub is_strict: bool,
    pub place: u32,
    /// The loops around it, outermost first.
    pub loops: Vec<u32>,
}
