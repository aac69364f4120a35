//! Constant memory that a kernel writes.
//!
//! What such a write does is undefined (CUDA C++ Programming Guide, 10.2.2; OpenCL C 3.0, 6.7.3). It stays in the threads' sight: the memory
//! counts as global, so that writes which meet are races.

use crate::ir::points_to::PointsTo;
use crate::ir::{Kernel, ObjectId, Space};
use std::collections::BTreeSet;

/// Moves what is written to global memory.
pub fn resolve(kernel: &mut Kernel) {
    if !kernel
        .objects
        .iter()
        .any(|object| object.space == Space::Constant)
    {
        return;
    }
    let pointers = PointsTo::of(kernel);
    let stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    let written: BTreeSet<ObjectId> = stmts
        .flat_map(|stmt| {
            let effects = stmt.effects(kernel);
            let targets: Vec<_> = effects.writes().map(|touch| pointers.touched(touch)).collect();
            targets.into_iter().flat_map(|targets| targets.some().clone())
        })
        .filter(|target| {
            let (object, depth) = pointers.base(*target);
            depth == 0 && kernel.objects[object].space == Space::Constant
        })
        .collect();
    for object in written {
        let object = &mut kernel.objects[object];
        object.space = Space::Global;
        object.read_only = false;
    }
}
