//! What every thread did, statement by statement. Recorded only when asked for, and bounded in memory.
//!
//! Time is counted in *turns*: in one turn every thread that can go on gets one slice. Under
//! [`Schedule::LockStep`](super::Schedule) and [`Schedule::RoundRobin`](super::Schedule) a slice is one statement that others
//! can notice, so turns are the order in which things happened; under the other schedules it reaches to the next
//! barrier. The idea of drawing kernels so is CL-Vis's (Kim and Han 2019, doi:10.31577/cai_2019_1_173, algorithm 1).

use kverify_frontend::ir::{Loc, ObjectId, Scope, Ty, VarId};
use kverify_smt::answer::ThreadAt;

/// What the threads of a run did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The threads, by number.
    pub threads: Vec<TracedThread>,
    /// In the order in which they happened.
    pub steps: Vec<Step>,
    /// Memory that steps read or wrote; [`Step::touches`] points here.
    pub touches: Vec<Touch>,
    /// In the order in which they happened.
    pub releases: Vec<Release>,
    /// What was printed.
    pub printed: Vec<String>,
    /// Turns that were given, of which [`Trace::steps`] may hold only the first.
    pub turns: u32,
    /// More happened than was recorded.
    pub truncated: bool,
}

/// A thread of a traced run.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedThread {
    /// Its place in the launch.
    pub at: ThreadAt,
    /// The warp's number in its block.
    pub warp: u32,
    /// How it ended.
    pub end: End,
    /// A loop that it was in when the run was cut short, and how often it had gone round.
    pub endless: Option<(Option<Loc>, u64)>,
}

/// How a thread ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It left the kernel.
    Left,
    /// It waits at a barrier or collective that the others never reach.
    Waits,
    /// A trap ended it.
    Trapped,
    /// The run was cut short before it ended.
    CutShort,
    /// It runs in lock-step with threads that never leave a loop.
    Behind,
}

/// A statement that a thread executed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The thread, by number.
    pub thread: u32,
    /// When.
    pub turn: u32,
    /// Where.
    pub loc: Loc,
    /// What it did besides reading and writing memory.
    pub did: Did,
    /// What it read and wrote: a range of [`Trace::touches`].
    pub touches: [u32; 2],
    /// The iteration of the innermost loop around it, from 0.
    pub iteration: Option<u64>,
    /// It belongs to a loop that its thread never left.
    pub endless: bool,
}

/// What a statement does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Did {
    /// Accesses memory; a value read goes to the variable.
    Access,
    /// Gives a variable a value (bits).
    Assign(VarId, u128),
    /// Takes a branch: whether the condition held.
    Branch(bool),
    /// Arrives at a barrier or collective of a scope; the turn in which it goes on, if it does.
    Wait {
        /// Who waits for each other.
        scope: Scope,
        /// A barrier, not a collective.
        barrier: bool,
        /// When it was let go.
        until: Option<u32>,
    },
    /// Leaves the kernel.
    Leave,
    /// Prints: what, as an index into [`Trace::printed`].
    Print(u32),
    /// Something else: a fence, a wait for copies, what is not modelled.
    Other,
}

/// Memory that a statement read or wrote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The object.
    pub object: ObjectId,
    /// The row in it.
    pub row: i128,
    /// The byte offset.
    pub offset: i64,
    /// How many bytes.
    pub bytes: u64,
    /// What the bytes are, where they are one value.
    pub value: Option<(Ty, u128)>,
    /// Whether it was written.
    pub write: bool,
}

/// Threads that were let go together.
#[derive(Clone, Debug, PartialEq)]
pub struct Release {
    /// When.
    pub turn: u32,
    /// Who waits for each other.
    pub scope: Scope,
    /// A barrier, not a collective.
    pub barrier: bool,
    /// The threads, by number.
    pub threads: Vec<u32>,
    /// They did not all stand at the same place, or not all of them came.
    pub parted: bool,
}
