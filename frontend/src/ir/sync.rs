//! Barriers, phases, and what lanes do together.

use super::{Expr, Spaces, VarId};
use serde::{Deserialize, Serialize};

/// A set of threads that an operation speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The thread alone.
    Thread,
    /// The warp or sub-group.
    Warp,
    /// The block or work-group.
    Block,
    /// The blocks of one cluster (CUDA C++ Programming Guide, "Thread Block Clusters").
    Cluster,
    /// The launch (device).
    Grid,
    /// Devices and host.
    System,
}

/// A barrier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Barrier {
    /// Who waits: [`Scope::Warp`], [`Scope::Block`], [`Scope::Cluster`] or [`Scope::Grid`].
    pub scope: Scope,
    /// Which spaces it orders.
    pub fences: Spaces,
    /// As the user wrote it: `__syncthreads`, `barrier`.
    pub name: String,
    /// For warps: a `u32` mask of the lanes that take part; `None` means all.
    pub mask: Option<Expr>,
    /// For warps: the mask is that of the tile of so many lanes, one after the other, that the thread is in.
    pub tile: Option<u32>,
    /// A reduction over the block's threads (`__syncthreads_count`).
    pub reduce: Option<BarrierReduce>,
}

/// A thread's part in a barrier that counts arrivals: a phase of it is complete once as many threads have arrived as it expects, and
/// who waited for the phase goes on. What came before an arrival happens before what comes after a wait for its phase (PTX ISA,
/// "mbarrier", "barrier{.cta}"; CUDA C++ Programming Guide, "Asynchronous Barrier").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// Which.
    pub barrier: PhaseBarrier,
    /// What the thread does.
    pub op: PhaseOp,
    /// As the user wrote it.
    pub name: String,
}

/// Which barrier a [`Phase`] is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PhaseBarrier {
    /// The object of 8 bytes at this [`Ty::Ptr`](super::Ty::Ptr): `mbarrier`, `cuda::barrier`. The accesses to it are statements of their own.
    At(Expr),
    /// One of the block's numbered barriers, at which whole warps arrive.
    Named {
        /// Its number, a [`Ty::U32`](super::Ty::U32).
        id: Expr,
        /// How many threads it expects, a [`Ty::U32`](super::Ty::U32); all of the block, if none is given.
        threads: Option<Expr>,
    },
    /// The one of all threads of the cluster (PTX ISA, "barrier.cluster").
    Cluster,
}

/// The kinds of [`Phase`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PhaseOp {
    /// Sets how many arrivals complete a phase.
    Init {
        /// A [`Ty::U32`](super::Ty::U32).
        count: Expr,
    },
    /// Arrives.
    Arrive {
        /// Takes the number of the phase, counted from 1, a [`Ty::U64`](super::Ty::U64).
        dst: Option<VarId>,
        /// Later phases expect one arrival less.
        leaves: bool,
        /// How often it counts, a [`Ty::U32`](super::Ty::U32); once, if nothing is given.
        times: Option<Expr>,
    },
    /// Waits until a phase is complete.
    Wait {
        /// Which.
        until: Until,
        /// Does not wait, but takes whether it is complete, a [`Ty::Bool`](super::Ty::Bool).
        poll: Option<VarId>,
    },
    /// Arrives, and waits for that phase.
    Sync,
    /// The asynchronous copy that the thread started before this is done before the phase it arrives in next is complete. A
    /// note: threads wait by statements of their own, or else it is a hole.
    Copies,
}

/// The phase that is waited for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Until {
    /// The one with this number, a [`Ty::U64`](super::Ty::U64).
    Number(Expr),
    /// The last one of this parity, a [`Ty::U32`](super::Ty::U32): the first phase has parity 0.
    Parity(Expr),
}

/// The reduction of a [`Barrier`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BarrierReduce {
    /// Which.
    pub op: ReduceOp,
    /// Each thread's predicate, a [`Ty::Bool`](super::Ty::Bool).
    pub value: Expr,
    /// Takes the result, an `int`, the same in each thread.
    pub dst: VarId,
}

/// Reductions of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are CUDA's")]
pub enum ReduceOp {
    And,
    Or,
    Count,
}

/// A shuffle, vote or work-group function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collective {
    /// Which one.
    pub op: CollectiveOp,
    /// Which threads take part together.
    pub scope: Scope,
    /// As the user wrote it.
    pub name: String,
    /// Lanes that must take part, a `u32`; `None` means all of the scope.
    pub mask: Option<Expr>,
    /// The value contributed, then lane, delta, source index or width.
    pub args: Vec<Expr>,
    /// The result's target.
    pub dst: Option<VarId>,
}

impl Collective {
    /// The operands that all who take part have to hand over alike.
    pub fn alike(&self) -> &[Expr] {
        // Which of several operands is the lane is known of numbers alone, not of vectors.
        let names_lane = self.op == CollectiveOp::Broadcast && self.dst.is_some();
        let from = if self.op == CollectiveOp::Together {
            0
        } else if names_lane {
            1
        } else {
            self.args.len()
        };
        self.args.get(from..).unwrap_or_default()
    }
}

/// Collective operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are CUDA's or OpenCL's")]
pub enum CollectiveOp {
    Shuffle,
    ShuffleUp,
    ShuffleDown,
    ShuffleXor,
    Ballot,
    ActiveMask,
    Any,
    All,
    AllEqual,
    MatchAny,
    MatchAll,
    Broadcast,
    ReduceAdd,
    ReduceMin,
    ReduceMax,
    ReduceAnd,
    ReduceOr,
    ReduceXor,
    ScanInclusiveAdd,
    ScanInclusiveMin,
    ScanInclusiveMax,
    ScanExclusiveAdd,
    ScanExclusiveMin,
    ScanExclusiveMax,
    /// Nothing is computed: all do it together, with the same operands (`wait_group_events`, operations on warp matrices).
    Together,
}

/// What decides which result of a [`Collective`] a thread gets, of those that take part together: who is alike in that gets the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultBy {
    /// Nothing: all get the same.
    Group,
    /// Who happens to be there.
    Meeting,
    /// The value that it brings.
    Value,
    /// The lane that it asks.
    Source,
    /// Its own place among the others.
    Place,
}

impl CollectiveOp {
    /// What decides which result a thread gets.
    pub fn result_by(self) -> ResultBy {
        match self {
            CollectiveOp::Ballot
            | CollectiveOp::Any
            | CollectiveOp::All
            | CollectiveOp::AllEqual
            | CollectiveOp::MatchAll
            | CollectiveOp::ReduceAdd
            | CollectiveOp::ReduceMin
            | CollectiveOp::ReduceMax
            | CollectiveOp::ReduceAnd
            | CollectiveOp::ReduceOr
            | CollectiveOp::ReduceXor
            | CollectiveOp::Together => ResultBy::Group,
            CollectiveOp::ActiveMask => ResultBy::Meeting,
            CollectiveOp::MatchAny => ResultBy::Value,
            CollectiveOp::Shuffle
            | CollectiveOp::ShuffleUp
            | CollectiveOp::ShuffleDown
            | CollectiveOp::ShuffleXor
            | CollectiveOp::Broadcast => ResultBy::Source,
            CollectiveOp::ScanInclusiveAdd
            | CollectiveOp::ScanInclusiveMin
            | CollectiveOp::ScanInclusiveMax
            | CollectiveOp::ScanExclusiveAdd
            | CollectiveOp::ScanExclusiveMin
            | CollectiveOp::ScanExclusiveMax => ResultBy::Place,
        }
    }

    /// Whether every thread that takes part gets the same result.
    pub fn uniform_result(self) -> bool {
        matches!(self.result_by(), ResultBy::Group | ResultBy::Meeting) || self == CollectiveOp::Broadcast
    }

    /// Whether the result is a mask of lanes, each of which is in it by what it brought or by being there.
    pub fn names_lanes(self) -> bool {
        matches!(
            self,
            CollectiveOp::Ballot | CollectiveOp::MatchAny | CollectiveOp::ActiveMask
        )
    }
}
