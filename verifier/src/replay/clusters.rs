//! Clusters of blocks: which blocks are of one, whose shared memory a rank names, and how long that is there (CUDA C++ Programming
//! Guide, "Thread Block Clusters", "Distributed Shared Memory").

use super::context::Context;
use super::inputs::Inputs;
use super::memory::{Memory, Owner, Target};
use super::order::Sync;
use super::thread::{Status, Thread};
use kverify_frontend::ir::{Kernel, Space};
use kverify_smt::answer::Action;

/// The clusters of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters {
    /// Of each block of the run its cluster and its rank there.
    places: Vec<(u32, u64)>,
    /// Whether threads may access the shared memory of other blocks.
    pub share_memory: bool,
    /// Blocks of which it is noted that they have ended.
    ended: Vec<bool>,
}

impl Clusters {
    /// Of these blocks. Where the kernel knows of no clusters, each block is one of its own.
    pub fn new(kernel: &Kernel, blocks: &[[u64; 3]]) -> Clusters {
        let size = sizes(kernel);
        let mut known: Vec<[u64; 3]> = Vec::new();
        let places = blocks.iter().map(|at| {
            let cluster = [0, 1, 2].map(|d| at[d] / size[d]);
            let index = [0, 1, 2].map(|d| at[d] % size[d]);
            let number = known.iter().position(|c| *c == cluster).unwrap_or_else(|| {
                known.push(cluster);
                known.len() - 1
            });
            (number as u32, super::sync::linear(index, size))
        });
        Clusters {
            places: places.collect(),
            share_memory: kernel.has_distributed_memory(),
            ended: vec![false; blocks.len()],
        }
    }

    /// The cluster of a block.
    pub fn of(&self, block: u32) -> u32 {
        self.places.get(block as usize).map_or(block, |place| place.0)
    }

    /// The block of a rank in a cluster.
    fn ranked(&self, cluster: u32, rank: u64) -> Option<u32> {
        let at = self.places.iter().position(|place| *place == (cluster, rank))?;
        u32::try_from(at).ok()
    }
}

/// Blocks of a cluster in each dimension.
fn sizes(kernel: &Kernel) -> [u64; 3] {
    let sizes = kernel.cluster.filter(|_| kernel.has_cluster_operations());
    sizes.map_or([1; 3], |sizes| sizes.map(|n| u64::from(n).max(1)))
}

/// The inputs with all blocks of the clusters of which they name some.
pub(super) fn with_whole_clusters(kernel: &Kernel, inputs: &Inputs) -> Inputs {
    let size = sizes(kernel);
    let mut blocks: Vec<[u64; 3]> = Vec::new();
    for at in &inputs.blocks {
        let first = [0, 1, 2].map(|d| at[d] / size[d] * size[d]);
        for n in 0..size.iter().product() {
            let index = [n % size[0], n / size[0] % size[1], n / (size[0] * size[1])];
            let block = [0, 1, 2].map(|d| first[d] + index[d]);
            let is_there = (0..3).all(|d| block[d] < inputs.grid_dim[d]) || block == *at;
            if is_there && !blocks.contains(&block) {
                blocks.push(block);
            }
        }
    }
    Inputs {
        blocks,
        ..inputs.clone()
    }
}

/// The same place in another row, or in the shared memory of the block of that rank; 0, which leads nowhere, if there is none.
pub(super) fn row_pointer(cx: &mut Context<'_>, thread: &Thread, address: u64, row: i128) -> u64 {
    let shared = || {
        let target = cx.memory.target(address)?;
        let region = cx.memory.describe(target.region)?;
        (region.space == Space::Shared).then_some((region.object, target.offset))
    };
    let Some((object, offset)) = shared() else {
        // What is no shared memory is all blocks'.
        return match cx.clusters.share_memory && !is_image(cx, address) {
            true => address,
            false => cx.memory.row_pointer(address, row).unwrap_or(0),
        };
    };
    let cluster = cx.clusters.of(thread.home.block);
    let rank = u64::try_from(row).ok();
    let block = rank.and_then(|rank| cx.clusters.ranked(cluster, rank));
    let region = block.and_then(|b| cx.memory.region(object, 0, Owner::Block(b)));
    region.map_or(0, |region| Memory::address(Target { region, offset }))
}

fn is_image(cx: &Context<'_>, address: u64) -> bool {
    let region = cx
        .memory
        .target(address)
        .and_then(|t| cx.memory.describe(t.region));
    region.is_some_and(|region| region.space == Space::Image)
}

/// Notes that the blocks begin, and with them their shared memory.
pub(super) fn note_beginnings(blocks: &mut [Vec<Thread>], cx: &mut Context<'_>) {
    if !cx.clusters.share_memory {
        return;
    }
    for threads in blocks.iter_mut() {
        if let Some(thread) = threads.first_mut() {
            cx.log_lifetime(thread, 0, Action::Entry);
        }
    }
}

/// Notes that a block has ended, and with it its shared memory, if all of its threads have left the kernel.
pub(super) fn note_end(threads: &mut [Thread], cx: &mut Context<'_>) {
    let Some(last) = threads.last_mut().filter(|_| cx.clusters.share_memory) else {
        return;
    };
    let (block, Status::Exited { place, .. }) = (last.home.block, last.status) else {
        return;
    };
    let has_left = |t: &Thread| matches!(t.status, Status::Exited { .. });
    if cx.clusters.ended[block as usize] || !threads.iter().all(has_left) {
        return;
    }
    cx.clusters.ended[block as usize] = true;
    cx.order(Sync::End { block });
    cx.now += 1;
    if let Some(last) = threads.last_mut() {
        cx.log_lifetime(last, place, Action::Exit);
    }
}
