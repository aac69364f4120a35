//! Private objects to variables, and tidying up after the lowering.
//!
//! The lowering gives every local variable a private object. Here each object that is only accessed at constant
//! offsets, with parts that never overlap by halves, becomes variables; addresses that are known propagate first,
//! so that `&x` handed to an inlined function does not stand in the way. Then temporaries are substituted where
//! that changes nothing, conditions without effects become expressions, and blocks that only lead on disappear.

mod accesses;
mod allocations;
pub(crate) mod atomics;
mod cells;
mod compact;
mod constants;
mod copies;
mod fences;
mod flow;
mod forward;
mod tracked_copies;

use crate::index::IndexVec;
use crate::ir::{Kernel, ObjectId};
use crate::lower::Naming;

/// Rounds of each kind; kernels settle after a few.
const ROUNDS: usize = 24;
/// Rounds that every kernel gets, however large.
const FEWEST_ROUNDS: usize = 4;
/// Most statements looked at in the rounds of one kind: what is left in memory after them is read there.
const MOST_WORK: usize = 400_000;

/// Promotes and tidies.
pub fn run(mut kernel: Kernel, namings: IndexVec<ObjectId, Option<Naming>>) -> Kernel {
    kernel.drop_unreachable();
    let statements: usize = kernel.blocks.iter().map(|block| block.stmts.len()).sum();
    let rounds = (MOST_WORK / statements.max(1)).clamp(FEWEST_ROUNDS, ROUNDS);
    for _ in 0..rounds {
        // Parameters' copies are told by their first store, so addresses must not be put in before.
        let copies = copies::split(&mut kernel);
        let split = cells::split(&mut kernel, &namings) || copies;
        let known = forward::propagate_addresses(&mut kernel);
        let dead = forward::drop_dead(&mut kernel);
        if !known && !split && !dead {
            break;
        }
    }
    atomics::resolve(&mut kernel);
    for _ in 0..rounds {
        let forwarded = forward::substitute(&mut kernel);
        let dead = forward::drop_dead(&mut kernel);
        let simpler = flow::simplify(&mut kernel);
        if !forwarded && !dead && !simpler {
            break;
        }
    }
    fences::resolve(&mut kernel);
    constants::resolve(&mut kernel);
    accesses::resolve(&mut kernel);
    tracked_copies::resolve(&mut kernel);
    allocations::resolve(&mut kernel);
    compact::drop_unused_holes(&mut kernel);
    compact::renumber(&mut kernel);
    kernel
}
