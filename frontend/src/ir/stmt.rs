//! Basic blocks and statements.

use super::{Atomic, Barrier, BlockId, Collective, Expr, HoleId, Loc, Ordering, Phase, Stated, VarId};
use serde::{Deserialize, Serialize};

/// A basic block: statements, then one terminator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// In order.
    pub stmts: Vec<Stmt>,
    /// The way out.
    pub term: Terminator,
    /// The loop statement that this block is the header of, for messages. A loop of the graph need not have one.
    pub loop_stmt: Option<Loc>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terminator {
    /// The condition, `return`, or the block's last statement.
    pub loc: Loc,
    /// What it does.
    pub kind: TermKind,
}

/// The kinds of [`Terminator`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TermKind {
    /// Go on at the block.
    Goto(BlockId),
    /// Two ways; `cond` is a [`Ty::Bool`](super::Ty::Bool).
    Branch {
        /// The condition.
        cond: Expr,
        /// When true.
        then: BlockId,
        /// When false.
        other: BlockId,
    },
    /// The thread leaves the kernel.
    Return,
    /// The thread is known never to get here (`__builtin_unreachable`, `__trap`).
    Unreachable,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stmt {
    /// Its place: for accesses the l-value's own range (`A[i]`), not the whole statement's.
    pub loc: Loc,
    /// What it does.
    pub kind: StmtKind,
}

/// A pointer to a record that lies in memory: where it links records, as in lists, trees and graphs, others may lead to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The size of the record that it leads to; 0 if that is not known.
    pub bytes: u64,
    /// It lies in a record itself, not in an array of pointers.
    pub in_record: bool,
}

/// The kinds of [`Stmt`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StmtKind {
    /// `dst = value`; types agree.
    Assign {
        /// Target.
        dst: VarId,
        /// Value.
        value: Expr,
    },
    /// `dst = *addr`, `dst`'s type says how many bytes.
    Load {
        /// Target.
        dst: VarId,
        /// A [`Ty::Ptr`](super::Ty::Ptr).
        addr: Expr,
        /// Declared volatile: the value may change at any time.
        volatile: bool,
        /// It is a pointer to a record.
        link: Option<Link>,
    },
    /// `*addr = value`, the value's type says how many bytes.
    Store {
        /// A [`Ty::Ptr`](super::Ty::Ptr).
        addr: Expr,
        /// Value.
        value: Expr,
        /// Declared volatile.
        volatile: bool,
    },
    /// An atomic read-modify-write, load or store.
    Atomic(Atomic),
    /// Copies `bytes` bytes (`memcpy`, struct assignment through memory). One access to each side.
    Copy {
        /// A [`Ty::Ptr`](super::Ty::Ptr) written to.
        dst: Expr,
        /// A [`Ty::Ptr`](super::Ty::Ptr) read from.
        src: Expr,
        /// A [`Ty::U64`](super::Ty::U64) number of bytes.
        bytes: Expr,
        /// For `async_work_group_copy`, `memcpy_async`, `cp.async`: unordered until waited for.
        kind: CopyKind,
    },
    /// Sets `bytes` bytes to `byte` (a `u8`).
    Fill {
        /// A [`Ty::Ptr`](super::Ty::Ptr) written to.
        dst: Expr,
        /// A `u8`.
        byte: Expr,
        /// A [`Ty::U64`](super::Ty::U64) number of bytes.
        bytes: Expr,
    },
    /// Waits for asynchronous copies that this thread (or its group) started.
    AsyncWait {
        /// At most this many younger batches may stay unfinished; 0 waits for all.
        pending: u32,
    },
    /// Closes a batch of asynchronous copies (`cp.async.commit_group`, `pipeline::producer_commit`).
    AsyncCommit,
    /// A barrier.
    Barrier(Barrier),
    /// One thread's part in a barrier at which threads arrive and wait apart from each other, or which a part of the block shares.
    Phase(Phase),
    /// A memory fence: orders, does not synchronise.
    Fence {
        /// What it orders.
        ordering: Ordering,
        /// What of it is still to be read: nothing, once a kernel is lowered.
        stated: Vec<Stated>,
    },
    /// An operation of several threads together that is no barrier for memory: shuffles, votes, work-group functions.
    Collective(Collective),
    /// Known to hold here (`__builtin_assume`, GPUVerify's `__requires` at entry). Executions in which it fails
    /// are none of the user's.
    Assume(Expr),
    /// Must hold here (`assert`).
    Assert(Expr),
    /// Must hold here, or what follows means nothing: the operation is not defined for such an operand.
    Demand {
        /// A [`Ty::Bool`](super::Ty::Bool).
        holds: Expr,
        /// What it is about.
        of: Demand,
    },
    /// A candidate invariant of the innermost loop around (GPUVerify's `__invariant`); checked, never trusted.
    Invariant(Expr),
    /// Something that is not modelled: it may change `dsts` and write anything through `writes`.
    Hole {
        /// Which.
        hole: HoleId,
        /// Variables that take unknown values.
        dsts: Vec<VarId>,
        /// [`Ty::Ptr`](super::Ty::Ptr) values through which it may read and write any bytes of the object.
        writes: Vec<Expr>,
    },
    /// What may still become of an asynchronous copy that was started earlier. The encoder adds it where copies are under way at
    /// barriers; lowering makes none.
    UnderWay(Box<UnderWay>),
    /// What the encoding of the kernel rests on: where a thread may come here and it does not hold, the kernel is unknown. The
    /// encoder adds it, and the lowering where an index chooses among pointers.
    Presume {
        /// A [`Ty::Bool`](super::Ty::Bool).
        holds: Expr,
        /// What it means for the user that it may not hold.
        why: String,
    },
    /// `printf` and the like: no effect on memory.
    Print {
        /// The format string.
        format: String,
        /// The arguments: scalars, the components of vectors, and addresses of strings.
        args: Vec<Expr>,
    },
}

/// What a [`StmtKind::Demand`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Demand {
    /// A block has barriers 0 to 15 (PTX ISA, "bar, barrier").
    BarrierNumber,
    /// A barrier counts whole warps (PTX ISA, "bar, barrier": a multiple of the warp size).
    BarrierThreads,
    /// Ranks in a cluster are smaller than its number of blocks (CUDA C++ Programming Guide, "Distributed Shared Memory").
    ClusterRank,
    /// An asynchronous copy moves 4, 8 or 16 bytes (CUDA C++ Programming Guide, "Pipeline Primitives"; PTX ISA, "cp.async").
    CopySize,
    /// Atomic operations are for global and shared memory (CUDA C++ Programming Guide, "Atomic Functions").
    AtomicSpace,
    /// The grid waits for itself in cooperative launches only (CUDA C++ Programming Guide, "Grid Synchronization").
    CooperativeLaunch,
}

/// Whether a [`StmtKind::Copy`] is done when it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CopyKind {
    /// By this thread, at once.
    Sync,
    /// By this thread, finished by an [`StmtKind::AsyncWait`].
    AsyncThread,
    /// By the whole block together, each thread with the same arguments; finished by an
    /// [`StmtKind::AsyncWait`].
    AsyncGroup,
}

/// An asynchronous copy that was started earlier and is not waited for yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnderWay {
    /// Whether there is one.
    pub on: Expr,
    /// Where to, where from (both [`Ty::Ptr`](super::Ty::Ptr)), and how many bytes (a [`Ty::U64`](super::Ty::U64)); `None` if that is not kept: then there is to be
    /// none.
    pub copy: Option<[Expr; 3]>,
    /// The statement of the same thread that comes next and may meet it; `None` where a barrier was passed and threads may do so.
    pub met_by: Option<Stmt>,
    /// Where the copy is started and copies of the same thread may meet it.
    pub batches: Option<Batches>,
}

/// What tells whether two asynchronous copies of a thread may be under way together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batches {
    /// Number of the place where the copy is started.
    pub place: u32,
    /// The number of its batch, and how many batches are done when it is started (both [`Ty::I64`](super::Ty::I64)).
    pub counts: [Expr; 2],
}

impl UnderWay {
    /// Where to.
    pub fn dst(&self) -> Option<&Expr> {
        self.copy.as_ref().map(|[dst, _, _]| dst)
    }
}
