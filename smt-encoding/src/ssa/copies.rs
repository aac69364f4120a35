//! Asynchronous copies of a whole block that earlier iterations of a loop may have left under way.
//!
//! A forward may-analysis over the kernel's graph: a copy is under way from where it is started to a wait for all.

use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::{Block, BlockId, CopyKind, Kernel, Loc, StmtKind};
use std::collections::BTreeSet;

/// For each block the copies that may be under way where it begins.
pub(super) fn under_way(kernel: &Kernel) -> IndexVec<BlockId, BTreeSet<Loc>> {
    let mut begins: IndexVec<BlockId, BTreeSet<Loc>> =
        kernel.blocks.iter().map(|_| BTreeSet::new()).collect();
    let mut changed = kernel.blocks.iter().any(starts_copy);
    while changed {
        changed = false;
        for (id, block) in kernel.blocks.iter_enumerated() {
            let mut now = begins[id].clone();
            for stmt in &block.stmts {
                match &stmt.kind {
                    StmtKind::Copy {
                        kind: CopyKind::AsyncGroup,
                        ..
                    } => {
                        now.insert(stmt.loc);
                    }
                    StmtKind::AsyncWait { pending: 0 } => now.clear(),
                    _ => {}
                }
            }
            for to in block.term.targets() {
                let before = begins[to].len();
                begins[to].extend(&now);
                changed |= begins[to].len() > before;
            }
        }
    }
    begins
}

fn starts_copy(block: &Block) -> bool {
    let is_copy =
        |kind: &StmtKind| matches!(kind, StmtKind::Copy { kind, .. } if *kind == CopyKind::AsyncGroup);
    block.stmts.iter().any(|stmt| is_copy(&stmt.kind))
}
