//! The state of one thread.

use super::order::Home;
use super::program::Program;
use super::symbolic::Sym;
use kverify_frontend::ir::{Dim, Geometry, ObjectId};
use kverify_smt::answer::ThreadAt;

/// The bits of a scalar, and whether they depend on something that is not modelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Val {
    pub bits: u128,
    pub unknown: bool,
    /// The term that it is, in a run with symbols.
    pub sym: Sym,
}

impl Val {
    /// A value without a term.
    pub fn of(bits: u128, unknown: bool) -> Val {
        Val {
            bits,
            unknown,
            sym: Sym::NONE,
        }
    }

    /// A value that depends on nothing else.
    pub fn exact(bits: u128) -> Val {
        Val::of(bits, false)
    }
}

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It can go on.
    Ready,
    /// It stands at the barrier or collective at its program counter.
    Waiting,
    /// It left the kernel by the return at this place, which is this one of the program's exits.
    Exited { place: u32, exit: u32 },
    /// It was ended by a trap, or by something that replay cannot run.
    Stopped,
}

/// An asynchronous copy that a thread started and has not waited for.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// Index into the history's copies.
    pub copy: u32,
    pub dst: u64,
    pub src: u64,
    pub bytes: u64,
    pub place: u32,
    pub unknown: bool,
}

/// One thread.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    /// Its number in the run.
    pub number: u32,
    pub home: Home,
    pub block: [u64; 3],
    pub index: [u64; 3],
    pub block_dim: [u64; 3],
    pub grid_dim: [u64; 3],
    pub global_offset: [u64; 3],
    /// Threads of a warp.
    pub warp_size: u32,
    pub regs: Vec<Val>,
    pub pc: u32,
    pub status: Status,
    /// A branch that it took depended on something that is not modelled.
    pub unknown: bool,
    /// Iterations of each loop.
    pub counters: Vec<u64>,
    /// Where the counters are kept for the log, if they have not changed since.
    pub trip: Option<u32>,
    /// Its warp clock.
    pub snapshot: u32,
    /// Copies in batches: the last one is still open.
    pub batches: Vec<Vec<Pending>>,
    /// How often it started each group copy, by instruction; see [`Thread::start_group_copy`].
    pub group_copies: Vec<(u32, u32)>,
    /// The mask of the barrier of its warp that it met last.
    pub met: Option<u64>,
    /// Addresses of objects that it used.
    pub objects: Vec<u64>,
}

impl Thread {
    /// The value of a geometry expression.
    pub fn geometry(&self, geometry: Geometry) -> u128 {
        let pick = |of: &[u64; 3], dim: Dim| match dim {
            Dim::X => of[0],
            Dim::Y => of[1],
            Dim::Z => of[2],
        };
        let value = match geometry {
            Geometry::ThreadIdx(dim) => pick(&self.index, dim),
            Geometry::BlockIdx(dim) => pick(&self.block, dim),
            Geometry::BlockDim(dim) => pick(&self.block_dim, dim),
            Geometry::GridDim(dim) => pick(&self.grid_dim, dim),
            Geometry::GlobalOffset(dim) => pick(&self.global_offset, dim),
            Geometry::WorkDim => self.work_dim(),
            Geometry::WarpSize => u64::from(self.warp_size),
        };
        match geometry {
            Geometry::GlobalOffset(_) => value.into(),
            _ => u128::from(value as u32),
        }
    }

    /// Notes that it starts the group copy that it stands at. How often it did so before.
    pub fn start_group_copy(&mut self) -> u32 {
        let pc = self.pc;
        match self.group_copies.iter_mut().find(|(at, _)| *at == pc) {
            Some((_, times)) => {
                *times += 1;
                *times - 1
            }
            None => {
                self.group_copies.push((pc, 1));
                0
            }
        }
    }

    /// How often it started the group copy at this instruction.
    pub fn group_copies_at(&self, pc: u32) -> u32 {
        let known = self.group_copies.iter().find(|(at, _)| *at == pc);
        known.map_or(0, |(_, times)| *times)
    }

    /// The least number of dimensions that the launch needs.
    fn work_dim(&self) -> u64 {
        (1..3)
            .rev()
            .find(|&d| self.block_dim[d] > 1 || self.grid_dim[d] > 1)
            .map_or(1, |d| d as u64 + 1)
    }

    /// The thread as a witness names it, at a place in these loops.
    pub fn describe(&self, program: &Program, loops: &[u32], offset: Option<i64>) -> ThreadAt {
        let iterations = loops.iter().filter_map(|&l| {
            let loc = program.loops.get(l as usize).copied().flatten()?;
            Some((loc, self.counters.get(l as usize).copied()?))
        });
        ThreadAt {
            block: self.block,
            thread: self.index,
            iterations: iterations.collect(),
            offset: offset.map(i128::from),
        }
    }

    /// The cached address of an object, 0 if it was not used yet.
    pub fn object(&self, object: ObjectId) -> u64 {
        self.objects.get(object.0 as usize).copied().unwrap_or(0)
    }
}

/// Lanes that the largest warp has.
pub(super) const MOST_LANES: u32 = 64;
