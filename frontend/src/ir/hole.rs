//! What is not modelled.

use super::{Loc, Scope};
use serde::{Deserialize, Serialize};

/// What kverify does not model exactly, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hole {
    /// The place.
    pub loc: Loc,
    /// What it is, and what would help, as a sentence.
    pub reason: String,
    /// Whether a barrier hides in it, so that accesses that seem unordered may be ordered.
    pub synchronises: Synchronises,
    /// What the program leaves open here, if that is all: then an assumption says what does not happen, and the rest, any value,
    /// is all that the program promises.
    pub open: Option<Open>,
}

/// Whether what is not modelled orders what threads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Synchronises {
    /// It does not.
    No,
    /// It may: nobody knows what is in it.
    Perhaps,
    /// That is what it is for.
    Yes,
}

/// What a program leaves open, so that no reader could fill it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Open {
    /// What a function does that is defined in no file that was read (`unseen-callees`).
    UnseenCallee,
    /// A call through a pointer of a function that is none of those whose address is taken (`known-callees`).
    OtherCallee,
    /// Whether the thread has read an array, GPUVerify's `__read`, until that is found out.
    ReadSoFar,
    /// The same of writes, `__write`.
    WrittenSoFar,
}

/// How the reason begins for a kernel definition that conditional compilation leaves out.
pub const LEFT_OUT: &str = "a kernel definition is left out by";

/// What is taken for granted of a header that is not there.
pub const NOT_FOUND: &str = "not found, taken to define nothing that is used here";

/// What is taken for granted of a conditional that compilers decide.
pub const AS_HERE: &str = "as for the compiler that it is parsed with";

/// Why a clock's value is a hole.
pub const ANY_TIME: &str = "the clock may have any value";

/// Why a variable of a thread's own is a hole around a loop that a team shares out.
pub const ANY_SCHEDULE: &str = "which thread runs which iterations is not said";

/// Why memory from `malloc` or `new` is a hole where other threads may know of it: no object of the kernel's stands for it.
pub const ALLOCATION: &str =
    "memory that a kernel allocates is modelled only where its address stays in variables of one thread";

/// Why it is open whether there was memory to allocate.
pub const ALLOCATION_FAILS: &str = "an allocation may fail";

/// Why an order or a scope that is not constant is a hole.
pub const UNKNOWN_ORDER: &str =
    "the memory order or scope here is not constant, so what it orders is not known";
/// Why what blocks of a cluster do together is a hole: it may order them.
pub const CLUSTERS: &str =
    "what blocks of a cluster do together is modelled only where `__cluster_dims__` says how many there are";

impl Hole {
    /// Whether it may order accesses.
    pub fn may_synchronise(&self) -> bool {
        self.synchronises != Synchronises::No
    }

    /// Up to which scope it may order accesses: atomics, fences and clusters order those of different blocks, barriers of a block do not.
    pub fn orders_within(&self) -> Scope {
        match self.reason == UNKNOWN_ORDER || self.reason == CLUSTERS {
            true => Scope::Grid,
            false => Scope::Block,
        }
    }

    /// Whether an unknown value is all that the language promises here, so that nothing is missing.
    pub fn is_exact(&self) -> bool {
        [ANY_TIME, ALLOCATION_FAILS, ANY_SCHEDULE].contains(&self.reason.as_str())
    }
}
