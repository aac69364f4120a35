//! Asynchronous copies of a whole block that earlier iterations of a loop may have left under way.
//!
//! A forward may-analysis over the kernel's graph: a copy is under way from where it is started to a wait for all.

use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::{BlockId, CopyKind, Kernel, Loc, StmtKind, flow};
use std::collections::BTreeSet;

/// For each block the copies that may be under way where it begins.
pub(super) fn under_way(kernel: &Kernel) -> IndexVec<BlockId, BTreeSet<Loc>> {
    let through = |id: BlockId, mut now: BTreeSet<Loc>| {
        let block = &kernel.blocks[id];
        for stmt in &block.stmts {
            if stmt.is_copy(CopyKind::AsyncGroup) {
                now.insert(stmt.loc);
            } else if matches!(stmt.kind, StmtKind::AsyncWait { pending: 0 }) {
                now.clear();
            }
        }
        let targets = block.term.targets().into_iter();
        targets.map(|to| (to, now.clone())).collect()
    };
    let join = |_, known: &mut BTreeSet<Loc>, now: BTreeSet<Loc>| {
        let before = known.len();
        known.extend(now);
        known.len() > before
    };
    let begins = flow::solve(
        kernel.blocks.len(),
        [(kernel.entry, BTreeSet::new())],
        through,
        join,
    );
    begins
        .iter()
        .map(|known| known.clone().unwrap_or_default())
        .collect()
}
