//! What a run of the machine finds.

use super::{Departure, Endless, Leaving, State};
use crate::answer::Action;
use crate::term::{FnId, Level, LoopId, Subst, TermId, Terms};
use kverify_frontend::ir::{BlockId, Demand, Loc, ObjectId, Scope};
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;

/// One access to shared or global memory by one arbitrary thread.
#[derive(Clone, Debug)]
pub struct Access {
    /// Where.
    pub loc: Loc,
    /// Read, write or atomic.
    pub action: Action,
    /// When it happens.
    pub guard: TermId,
    /// The object, possibly a row pseudo-object.
    pub object: ObjectId,
    /// Row in the object.
    pub row: TermId,
    /// First byte in the row.
    pub offset: TermId,
    /// Number of bytes.
    pub bytes: TermId,
    /// What is read or written: one term, or the three parts of a pointer; empty if it is not known. Of what an asynchronous copy
    /// writes, where it lies: the three parts of its source.
    pub values: Vec<TermId>,
    /// For atomics: for which threads it is atomic.
    pub atomic: Option<Scope>,
    /// It may change what is there; an atomic load does not.
    pub writes: bool,
    /// For atomics on integers: the operands.
    pub operands: Vec<TermId>,
    /// Counters of the loops around it, outermost first.
    pub counters: Vec<(LoopId, TermId)>,
    /// Done once by the block as a whole (`async_work_group_copy`), at any time until it is waited for.
    pub by_group: bool,
    /// Of a copy that goes on after the statement: nothing but waiting for it orders it.
    pub asynchronous: bool,
    /// Asynchronous copies that this thread has waited for: ordered before this access.
    pub waited: BTreeSet<Loc>,
    /// How far the thread is with each barrier that counts arrivals.
    pub(crate) phases: Vec<Progress>,
}

/// How far a thread is with a barrier that counts arrivals ([`crate::phases`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Progress {
    /// How often it has arrived.
    pub arrived: TermId,
    /// How many of these phases it has not waited for.
    pub open: TermId,
    /// Whether it takes part.
    pub member: TermId,
}

impl Progress {
    pub(super) fn subst(&mut self, terms: &mut Terms, s: &mut Subst) {
        for t in [&mut self.arrived, &mut self.open, &mut self.member] {
            *t = terms.subst(s, *t);
        }
    }

    /// How many phases the thread knows to be complete.
    pub fn waited(self, terms: &mut Terms) -> TermId {
        terms.sub(self.arrived, self.open)
    }
}

/// The end of a thread's way through a region: a barrier or the kernel's exit.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The barrier's node, `None` for the exit.
    pub barrier: Option<NodeIndex>,
    /// The block of the kernel that it stands in.
    pub block: BlockId,
    /// The barrier, or the statement that leaves.
    pub loc: Loc,
    /// When the thread ends here.
    pub guard: TermId,
    /// Its node.
    pub node: NodeIndex,
    /// The numbers of the iterations of the loops around it, by the loop's header, outermost first. An exit is in those that the
    /// text has around it ([`crate::leaving`]).
    pub turns: Vec<(NodeIndex, TermId)>,
    /// How far the thread is with each barrier that counts arrivals.
    pub(crate) phases: Vec<Progress>,
}

/// A condition that must hold where it stands.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Where.
    pub loc: Loc,
    /// What an operation demands of its operands; `None` for assertions.
    pub of: Option<Demand>,
    /// When it is reached.
    pub guard: TermId,
    /// What must hold.
    pub condition: TermId,
    /// Counters of the loops around it.
    pub counters: Vec<(LoopId, TermId)>,
}

/// Which bytes around a pointer belong to its buffer.
#[derive(Clone, Copy, Debug)]
pub struct Within {
    /// The object, one for all names of it.
    pub object: ObjectId,
    /// Offset of the first byte.
    pub start: TermId,
    /// Offset of the byte behind the last.
    pub end: TermId,
}

/// An access through a pointer that may be null.
#[derive(Clone, Debug)]
pub struct NullAccess {
    /// Where.
    pub loc: Loc,
    /// What is done there.
    pub action: Action,
    /// It is `volatile`.
    pub volatile: bool,
    /// When it is made, wherever the pointer leads.
    pub guard: TermId,
    /// That the pointer is null.
    pub is_null: TermId,
    /// The object that a parameter would lead to which the launch hands over as null.
    pub handed: Option<ObjectId>,
    /// Counters of the loops around it.
    pub counters: Vec<(LoopId, TermId)>,
}

/// An access that meets an asynchronous copy which the same thread started and has not waited for.
#[derive(Clone, Debug)]
pub struct Unawaited {
    /// Where the copy was started and the access is, and what each does there.
    pub sides: [(Loc, Action); 2],
    /// When they meet.
    pub guard: TermId,
    /// The object.
    pub object: ObjectId,
    /// First bytes of both in it.
    pub offsets: [TermId; 2],
    /// Counters of the loops around the access.
    pub counters: Vec<(LoopId, TermId)>,
}

/// A side of an asynchronous copy that other copies of its thread may meet, where it is started.
#[derive(Clone, Debug)]
pub struct Started {
    /// Where.
    pub loc: Loc,
    /// Number of that place: peeled loops have many on one line.
    pub place: u32,
    /// What it does.
    pub action: Action,
    /// When it is started.
    pub guard: TermId,
    /// The object.
    pub object: ObjectId,
    /// Its row, in images and shared memory of clusters.
    pub row: TermId,
    /// The first byte.
    pub offset: TermId,
    /// How many bytes.
    pub bytes: TermId,
    /// The number of its batch.
    pub batch: TermId,
    /// How many batches are done by then.
    pub done: TermId,
    /// What is written: object, row and offset of the copy's source.
    pub from: [TermId; 3],
    /// Counters of the loops around it.
    pub counters: Vec<(LoopId, TermId)>,
}

impl Started {
    /// All terms but the guard and the counters.
    pub(crate) fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        let own = [
            &mut self.row,
            &mut self.offset,
            &mut self.bytes,
            &mut self.batch,
            &mut self.done,
        ];
        own.into_iter().chain(&mut self.from)
    }
}

/// An operation that threads must do together: all of a block with the same arguments, or the lanes of a mask.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Where.
    pub loc: Loc,
    /// The block of the kernel that it stands in.
    pub block: BlockId,
    /// The node of the region.
    pub node: NodeIndex,
    /// When a thread does it.
    pub guard: TermId,
    /// What all who take part must hand over alike.
    pub arguments: Vec<TermId>,
    /// Of an operation of a warp.
    pub lanes: Option<Lanes>,
    /// Counters of the loops around it.
    pub counters: Vec<(LoopId, TermId)>,
}

/// What a lane brings to an operation of its warp.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// The lanes that must come; `None` if nobody has to.
    pub mask: Option<TermId>,
    /// Lanes that have left the kernel are missed too.
    pub strict: bool,
    /// It is a barrier: lanes may wait for each other at different ones.
    pub barrier: bool,
    /// What votes and matches compare, and what shuffles hand round.
    pub value: Option<TermId>,
    /// Lanes that hand values round by number: the number, if the value of a lane that does not take part would be used.
    pub source: Option<TermId>,
    /// The lane whose value is used, of an operation that names nobody.
    pub asked: Option<TermId>,
    /// The number of lanes among which a shuffle goes.
    pub width: Option<TermId>,
    /// The function of the results ([`crate::term::FnOrigin::Exchange`]).
    pub result: Option<FnId>,
    /// What the lane itself is given.
    pub given: Option<TermId>,
    /// What a shuffle among all lanes of the width turns in the lane's number.
    pub across: Option<TermId>,
    /// What the lane makes of it ([`butterfly`](super::butterfly)).
    pub mixed: Option<TermId>,
    /// Bits of the lane's number on which that does not depend.
    pub alike: u8,
}

impl Meeting {
    /// All terms but the guard and the counters.
    pub(crate) fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        let lanes = self.lanes.iter_mut();
        let of_lanes = lanes.flat_map(|l| {
            [
                &mut l.mask,
                &mut l.value,
                &mut l.source,
                &mut l.asked,
                &mut l.width,
                &mut l.given,
                &mut l.across,
                &mut l.mixed,
            ]
        });
        self.arguments.iter_mut().chain(of_lanes.flatten())
    }
}

/// The state in which threads leave a barrier.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The barrier's node.
    pub barrier: NodeIndex,
    /// Variables, guard and memory right after it.
    pub state: State,
    /// Counters of the loops around it, outermost first: shared by threads that wait at it together.
    pub counters: Vec<(LoopId, TermId)>,
}

/// All that one run of the machine found.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// Accesses in an order in which one thread may do them.
    pub accesses: Vec<Access>,
    /// Where threads end.
    pub stops: Vec<Stop>,
    /// One for each barrier that is passed, not stopped at.
    pub snapshots: Vec<Snapshot>,
    /// Assertions.
    pub claims: Vec<Claim>,
    /// Accesses to objects of known size that may leave it.
    pub bounds: Vec<Access>,
    /// Accesses through pointers that may be null.
    pub nulls: Vec<NullAccess>,
    /// Accesses that may meet copies of their own thread.
    pub unawaited: Vec<Unawaited>,
    /// Copies that others of their thread may meet.
    pub started: Vec<Started>,
    /// What the block must do together.
    pub meetings: Vec<Meeting>,
    /// Ways past what threads do together.
    pub departures: Vec<Departure>,
    /// Loops that are never left.
    pub endless: Vec<Endless>,
    /// Ways out of loops.
    pub leavings: Vec<Leaving>,
    /// Definitions for dumps.
    pub definitions: Vec<Definition>,
}

/// What a variable of the source is from one point on: `guard ⇒ name = value`.
#[derive(Clone, Debug)]
pub struct Definition {
    /// When the point is reached.
    pub guard: TermId,
    /// The variable, with the number of its definition.
    pub name: String,
    /// Its value; of a pointer, the byte offset.
    pub value: TermId,
    /// Ways meet here that bring different values: the value is a multiplexer over their guards.
    pub phi: bool,
}

/// A loop that was executed symbolically.
#[derive(Clone, Debug)]
pub struct LoopInfo {
    /// The loop statement or, without one, the header's first statement.
    pub loc: Loc,
    /// How uniform its control is.
    pub control: Level,
    /// Whether threads may wait for each other in it, or do more than is modelled.
    pub waits: bool,
}
