//! Scans and sums: what the threads of a group bring is added up, for each up to its own place or for all of them.

use super::{Machine, State, Value};
use crate::term::{LoopId, Range, TermId};
use kverify_frontend::ir::{Collective, CollectiveOp, Loc, Scope, Ty};

/// Threads of the largest group.
const MOST_THREADS: i128 = 1024;

/// What an operation adds up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summand {
    extent: Extent,
    /// What the thread brings.
    value: TermId,
    /// The most that a thread brings.
    most: i128,
}

impl Summand {
    /// What the sum over all threads of a group may be.
    pub(super) fn range(self) -> Range {
        Range::new(0, self.most * MOST_THREADS)
    }
}

/// How far a sum goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Over those before the thread.
    Before,
    /// Over those and the thread itself.
    UpToIt,
    /// Over all.
    All,
}

/// A sum of what is not negative, too small to overflow.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pub extent: Extent,
    /// What the thread brings.
    pub value: TermId,
    /// The most that a thread brings.
    pub most: i128,
    /// What it gets.
    pub given: TermId,
    /// Whose threads they are.
    pub scope: Scope,
    /// The lanes that take part, in a warp.
    pub mask: Option<TermId>,
    /// When the thread does.
    pub guard: TermId,
    /// Counters of the loops around it.
    pub counters: Vec<(LoopId, TermId)>,
}

/// What an operation adds up, if it does.
fn extent(op: CollectiveOp) -> Option<Extent> {
    match op {
        CollectiveOp::ScanExclusiveAdd => Some(Extent::Before),
        CollectiveOp::ScanInclusiveAdd => Some(Extent::UpToIt),
        CollectiveOp::ReduceAdd => Some(Extent::All),
        CollectiveOp::Ballot
        | CollectiveOp::Any
        | CollectiveOp::All
        | CollectiveOp::AllEqual
        | CollectiveOp::MatchAll
        | CollectiveOp::MatchAny
        | CollectiveOp::ActiveMask
        | CollectiveOp::ReduceMin
        | CollectiveOp::ReduceMax
        | CollectiveOp::ReduceAnd
        | CollectiveOp::ReduceOr
        | CollectiveOp::ReduceXor
        | CollectiveOp::Together
        | CollectiveOp::Shuffle
        | CollectiveOp::ShuffleUp
        | CollectiveOp::ShuffleDown
        | CollectiveOp::ShuffleXor
        | CollectiveOp::Broadcast
        | CollectiveOp::ScanInclusiveMin
        | CollectiveOp::ScanInclusiveMax
        | CollectiveOp::ScanExclusiveMin
        | CollectiveOp::ScanExclusiveMax => None,
    }
}

impl Machine<'_> {
    /// What an operation adds up, if no sum overflows.
    pub(super) fn summand(&mut self, state: &State, c: &Collective, loc: Loc) -> Option<Summand> {
        let extent = extent(c.op)?;
        let [argument] = c.args.as_slice() else {
            return None;
        };
        if !matches!(argument.ty, Ty::Int { .. } | Ty::Bool) {
            return None;
        }
        let value = self.number(state, argument, loc);
        let Range {
            lo: Some(0..),
            hi: Some(most),
        } = self.terms.range(value)
        else {
            return None;
        };
        let all = Range::of(self.kernel.vars[c.dst?].ty);
        let sum = Range::new(0, most.checked_mul(MOST_THREADS)?);
        all.includes(sum).then_some(Summand { extent, value, most })
    }

    /// Notes the sum that an operation gave.
    pub(super) fn note_scan(
        &mut self,
        state: &State,
        (scope, mask): (Scope, Option<TermId>),
        summand: Summand,
        given: &Value,
    ) {
        let &Value::Scalar(given) = given else { return };
        let Summand { extent, value, most } = summand;
        self.scans.push(Scan {
            extent,
            value,
            most,
            given,
            scope,
            mask,
            guard: state.guard,
            counters: self.counters.clone(),
        });
    }
}
