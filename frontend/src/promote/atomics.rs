//! Atomic operations on a thread's own variables: local memory has none.
//!
//! Where an atomic function of the hardware stands, the lowering leaves its address as what is demanded. In the end that is
//! that it leads somewhere else than to private memory alone, which shows where pointers have been followed.

use crate::ir::build;
use crate::ir::points_to::PointsTo;
use crate::ir::{BlockId, Demand, Expr, Kernel, ObjectId, Space, Stmt, StmtKind, Ty};

/// What the lowering emits in front of an atomic operation at an address.
pub fn demand(addr: Expr) -> StmtKind {
    StmtKind::Demand {
        holds: addr,
        of: Demand::AtomicSpace,
    }
}

/// Keeps the demands that fail.
pub fn resolve(kernel: &mut Kernel) {
    let is_demand = |s: &Stmt| {
        matches!(
            s.kind,
            StmtKind::Demand {
                of: Demand::AtomicSpace,
                ..
            }
        )
    };
    if !kernel.blocks.iter().flat_map(|b| &b.stmts).any(is_demand) {
        return;
    }
    let pointers = PointsTo::of(kernel);
    let is_private = |kernel: &Kernel, addr: &Expr| {
        let targets = pointers.targets(addr);
        let is_own = |&o: &ObjectId| pointers.space(kernel, o) == Space::Private;
        targets
            .these()
            .is_some_and(|these| !these.is_empty() && these.iter().all(is_own))
    };
    let blocks: Vec<BlockId> = kernel.blocks.indices().collect();
    for block in blocks {
        let mut stmts = std::mem::take(&mut kernel.blocks[block].stmts);
        stmts.retain_mut(|s| {
            let StmtKind::Demand {
                holds,
                of: Demand::AtomicSpace,
            } = &mut s.kind
            else {
                return true;
            };
            let fails = is_private(kernel, holds);
            *holds = build::int(0, Ty::Bool);
            fails
        });
        kernel.blocks[block].stmts = stmts;
    }
}
