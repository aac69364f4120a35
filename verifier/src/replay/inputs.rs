//! What a run starts from.

use super::fill::Fill;
use kverify_frontend::ir::{Kernel, ObjectId, Ty};
use kverify_smt::Cancel;
use kverify_smt::answer::{Cell, Witness};
use kverify_smt::clock::Deadline;
use serde::{Deserialize, Serialize};

/// In which order the threads of a block take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Schedule {
    /// Each thread runs until it must wait, lowest first.
    InOrder,
    /// The same, highest first.
    Reverse,
    /// Threads change after every memory access.
    RoundRobin,
    /// The threads of a warp execute each statement together; where they part, those that are furthest behind go
    /// first, so that the others wait for them where they meet again, as on devices before Volta. Warps take turns.
    LockStep,
}

impl Schedule {
    /// Another one to try, unless a finding needs this one.
    pub(super) fn or(self, other: Schedule) -> Schedule {
        match self {
            Schedule::InOrder => other,
            Schedule::Reverse | Schedule::RoundRobin | Schedule::LockStep => self,
        }
    }
}

/// A concrete launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inputs {
    /// Threads of a block.
    pub block_dim: [u64; 3],
    /// Blocks of the launch.
    pub grid_dim: [u64; 3],
    /// `get_global_offset`.
    pub global_offset: [u64; 3],
    /// The blocks that are run, without duplicates; effects of all others are absent.
    pub blocks: Vec<[u64; 3]>,
    /// Scalar parameters (index into `Kernel::params`): the value's bits, zero-extended. 0 for pointers that are null.
    pub scalars: Vec<(u32, u128)>,
    /// What the other scalar parameters are.
    pub default_scalar: i128,
    /// Memory cells at the start.
    pub cells: Vec<Cell>,
    /// What all other cells hold.
    pub fill: Fill,
    /// Who runs when.
    pub schedule: Schedule,
    /// Threads that run in lock-step; 1 means none do.
    pub lockstep: u32,
    /// Groups of pointer parameters (indices into `Kernel::params`) that are handed the same buffer.
    pub aliases: Vec<Vec<u32>>,
    /// Pointer parameters whose elements are pairwise distinct.
    pub distinct: Vec<u32>,
    /// Pointer parameters whose elements never decrease.
    pub monotone: Vec<u32>,
    /// Objects that hold zeros wherever the cells fix nothing.
    pub zeroed: Vec<ObjectId>,
    /// Threads of a warp (work-items of a sub-group): 1 to 64.
    pub warp_size: u32,
    /// Sizes in bytes of objects whose size the source does not fix: what they are handed, dynamic shared memory.
    pub sizes: Vec<(ObjectId, u64)>,
    /// Bytes of the buffer in front of the place where a pointer leads to.
    pub before: Vec<(ObjectId, u64)>,
}

impl Inputs {
    /// Whether all blocks of the launch are run.
    pub fn is_whole(&self) -> bool {
        self.grid_dim.iter().product::<u64>() == self.blocks.len() as u64
    }

    /// Whether the pointer parameter `n` is null.
    pub fn is_null(&self, kernel: &Kernel, n: u32) -> bool {
        let is_pointer = kernel.params.get(n as usize).is_some_and(|p| p.ty == Ty::Ptr);
        is_pointer && self.scalars.contains(&(n, 0))
    }

    /// The launch of a witness, with the blocks of its two threads.
    pub fn of_witness(witness: &Witness) -> Inputs {
        let [first, second] = [witness.threads[0].block, witness.threads[1].block];
        let mut blocks = vec![first];
        if second != first {
            blocks.push(second);
        }
        Inputs {
            block_dim: witness.block_dim.map(|n| n.max(1)),
            grid_dim: witness.grid_dim.map(|n| n.max(1)),
            global_offset: witness.global_offset,
            blocks,
            scalars: witness.scalars.clone(),
            default_scalar: 0,
            cells: witness.cells.clone(),
            fill: Fill::Zeros,
            schedule: Schedule::InOrder,
            lockstep: 1,
            aliases: Vec::new(),
            distinct: Vec::new(),
            monotone: Vec::new(),
            zeroed: Vec::new(),
            warp_size: WARP,
            sizes: Vec::new(),
            before: Vec::new(),
        }
    }
}

/// Threads of a warp, where nothing else is said.
pub const WARP: u32 = 32;

/// How much a run may cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Instructions of all threads, and of all runs for one finding, together.
    pub fuel: u64,
    /// Threads of all blocks together.
    pub threads: u64,
    /// Memory pages of 256 bytes.
    pub pages: usize,
    /// Entries of the access log.
    pub accesses: usize,
    /// Calls whose printed text is kept.
    pub prints: usize,
    /// Ends the run, as if its fuel were used up, when it is used.
    pub cancel: Option<Cancel>,
    /// Ends the run likewise when it has passed: a last resort.
    pub deadline: Option<Deadline>,
    /// Ends the run when the state of all threads and of memory comes again, in whatever order they take turns.
    pub until_again: bool,
}

impl Limits {
    /// Whether no run is wanted any more.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.has_passed())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            fuel: 8_000_000,
            threads: 4096,
            pages: 1 << 18,
            accesses: 2_000_000,
            prints: 0,
            cancel: None,
            deadline: None,
            until_again: false,
        }
    }
}
