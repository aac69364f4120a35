//! Atomic operations.

use super::{Expr, MemoryOrder, Ordering, Ty, VarId};
use serde::{Deserialize, Serialize};

/// An atomic access.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Atomic {
    /// The operation.
    pub op: AtomicOp,
    /// The old value's target, if it is used.
    pub dst: Option<VarId>,
    /// A [`Ty::Ptr`].
    pub addr: Expr,
    /// Type of the memory cell.
    pub ty: Ty,
    /// Operands: the value, for `Cas` the expected value and the new one.
    pub args: Vec<Expr>,
    /// Which threads it is atomic for, and what it orders.
    pub ordering: Ordering,
    /// The order of a compare-and-exchange that fails, which is only a read; [`MemoryOrder::Relaxed`] of others.
    pub failure: MemoryOrder,
    /// What of its ordering is still to be read: nothing, once a kernel is lowered.
    pub stated: Vec<Stated>,
}

impl Atomic {
    /// What it orders as a read, which saw `old` or may have seen anything: the weaker of both ways that a compare-and-exchange goes.
    pub fn read_order(&self) -> Ordering {
        let order = match self.op == AtomicOp::Cas && !self.failure.acquires() {
            true => self.failure,
            false => self.ordering.order,
        };
        Ordering {
            order,
            ..self.ordering
        }
    }
}

/// A part of an [`Ordering`] that is an argument. Arguments of wrappers turn out to be constant only when all is inlined; until
/// then they wait here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stated {
    /// Which part.
    pub part: OrderingPart,
    /// The argument, a number of the language's own.
    pub value: Expr,
}

/// The parts of an [`Ordering`] that may be arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderingPart {
    /// `memory_order`.
    Order,
    /// The `memory_order` of a compare-and-exchange that fails.
    Failure,
    /// `memory_scope`, `cuda::thread_scope`.
    Scope,
    /// `cl_mem_fence_flags`.
    Flags,
}

/// Atomic operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the operations'")]
pub enum AtomicOp {
    Load,
    Store,
    Exchange,
    Cas,
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// `old >= v ? 0 : old + 1`
    IncWrap,
    /// `old == 0 || old > v ? v : old - 1`
    DecWrap,
}

impl AtomicOp {
    /// Which operand the cell holds afterwards, whatever it held; for a compare-exchange, if it takes place.
    pub fn replacement(self) -> Option<usize> {
        match self {
            AtomicOp::Store | AtomicOp::Exchange => Some(0),
            AtomicOp::Cas => Some(1),
            AtomicOp::Load
            | AtomicOp::Add
            | AtomicOp::Sub
            | AtomicOp::Min
            | AtomicOp::Max
            | AtomicOp::And
            | AtomicOp::Or
            | AtomicOp::Xor
            | AtomicOp::IncWrap
            | AtomicOp::DecWrap => None,
        }
    }
}
