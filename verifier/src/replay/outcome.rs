//! What a run showed.

use super::print::Printed;
use kverify_frontend::ir::{Demand, Language, Loc, ObjectId, Scope, Space};
use kverify_smt::answer::{Action, Kind, Place, ThreadAt, Variant};

/// The outcome of one run. The same inputs give the same outcome.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Pairs of unordered conflicting accesses: one for each pair of places, variant, scope and object; sorted.
    pub conflicts: Vec<Conflict>,
    /// Barriers and collectives at which threads parted; one for each pair of places; sorted.
    pub divergences: Vec<Divergence>,
    /// What else was noticed; one for each kind and place; sorted.
    pub events: Vec<Event>,
    /// Loops in which threads still went round when the run was cut short, after many rounds.
    pub spinning: Vec<Event>,
    /// Who may change the memory that decides on the loops of which [`EventKind::EndlessLoop`] speaks.
    pub waker: Waker,
    /// Something that is not modelled had a say somewhere in the run (not necessarily in what was found).
    pub approximate: bool,
    /// Memory cells were read that neither the inputs nor the kernel fix.
    pub open_cells: bool,
    /// The run was cut short.
    pub out_of_fuel: bool,
    /// An assumption in the kernel failed: the launch is not one of the user's, and nothing else here counts.
    pub assumption_failed: bool,
    /// Instructions that were executed, and pairs of accesses that were compared.
    pub instructions: u64,
    /// What threads printed, in the order in which they did; of as many calls as the limits say.
    pub printed: Vec<Printed>,
    /// Calls that print for which there was no more room.
    pub prints_lost: u64,
}

/// Who may change memory that threads wait for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waker {
    /// Threads of the block.
    #[default]
    Block,
    /// Threads of all blocks: the launch has changed it, and reads it by atomics that the host takes no part in.
    Launch,
    /// The host, or another launch.
    Others,
}

/// Two unordered accesses to the same bytes, at least one a write.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The source places and what is done there.
    pub places: [Place; 2],
    /// The threads, in the order of the places.
    pub threads: [ThreadAt; 2],
    /// The object.
    pub object: ObjectId,
    /// Its space.
    pub space: Space,
    /// `Warp` and `Block`: threads of one block; `Grid`: of different blocks.
    pub scope: Scope,
    /// Which kinds of access.
    pub variant: Variant,
    /// In all instances seen both wrote the same bytes.
    pub same_value: bool,
    /// Nothing that is not modelled had a say in whether the accesses happen and where.
    pub exact: bool,
    /// Behind a divergence: some of the block's threads had not come to a barrier that kept the two apart, and the barrier let go,
    /// or one of the two had left the kernel before it.
    pub after_divergence: bool,
    /// The block's barrier interval, from 0; for different blocks that of the first one.
    pub interval: u32,
}

/// Threads that part at a barrier or a collective.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// `BarrierDivergence` or `DivergentCollective`.
    pub kind: Kind,
    /// Whose barrier or collective it is.
    pub scope: Scope,
    /// Where the two threads stand.
    pub places: [Place; 2],
    /// The threads, in the order of the places.
    pub threads: [ThreadAt; 2],
    /// They stand at the same place in different iterations of a loop.
    pub different_iterations: bool,
    /// Nothing that is not modelled had a say in it.
    pub exact: bool,
}

/// The kinds of [`Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// An access outside of a sized object, before an object, or through a pointer that leads nowhere.
    OutOfBounds,
    /// A read of shared or private memory that nobody wrote.
    UninitialisedRead,
    /// An `assert` that failed.
    AssertionFailed,
    /// An operation was handed what it is not defined for.
    Undefined(Demand),
    /// An access in a loop that is never left: the threads' states and memory repeat.
    EndlessLoop,
    /// A candidate invariant that does not hold.
    InvariantFailed,
    /// A division by zero.
    DivisionByZero,
    /// A shift by the width or more.
    WideShift,
    /// Something that is not modelled was executed.
    Hole,
    /// A library function that replay does not know.
    UnknownFunction,
    /// The memory limit; later writes may be lost.
    OutOfMemory,
    /// The log is full; conflicts may be missed.
    LogFull,
    /// The launch has more threads than may be run, or none.
    LaunchTooLarge,
    /// The kernel is not well-formed.
    IllFormed,
}

/// Something noticed.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// Where, if that is known.
    pub loc: Option<Loc>,
    /// The first thread that it happened to.
    pub thread: ThreadAt,
    /// More, for a developer.
    pub detail: String,
}

/// A violation seen in a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// A data race.
    Race(Conflict),
    /// A divergence.
    Divergence(Divergence),
    /// An access out of bounds, an uninitialised read, a failed assertion.
    Event(Event),
}

impl Violation {
    /// Whether a kernel of this language in which it happens cannot have been proved: writes of equal values and
    /// CUDA threads that leave before a barrier are warnings, and only races and divergence are proved absent.
    pub fn contradicts_proof(&self, language: Language) -> bool {
        match self {
            Violation::Race(conflict) => !conflict.same_value,
            Violation::Divergence(divergence) => {
                let exit = divergence.places.iter().any(|p| p.action == Action::Exit);
                divergence.kind == Kind::BarrierDivergence && !(exit && language == Language::Cuda)
            }
            Violation::Event(_) => false,
        }
    }
}

impl Run {
    /// Everything in the run that is a violation beyond doubt: exact, and before any divergence.
    pub fn violations(&self) -> Vec<Violation> {
        if self.assumption_failed {
            return Vec::new();
        }
        let races = self.conflicts.iter().filter(|c| c.exact && !c.after_divergence);
        let divergences = self.divergences.iter().filter(|d| d.exact);
        let events = self.events.iter().filter(|e| {
            matches!(
                e.kind,
                EventKind::OutOfBounds
                    | EventKind::UninitialisedRead
                    | EventKind::AssertionFailed
                    | EventKind::Undefined(_)
            )
        });
        races
            .cloned()
            .map(Violation::Race)
            .chain(divergences.cloned().map(Violation::Divergence))
            .chain(events.cloned().map(Violation::Event))
            .collect()
    }
}
