//! Loops that do nothing but look at a barrier until its phase is complete.
//!
//! Where a look that finds the phase under way leads back to the same look, by constants, with nothing but assignments on the way, it may as
//! well wait: what is kept of the barrier says too much only where the thread does nothing.

use kverify_frontend::ir::{
    AtomicOp, BlockId, Expr, Kernel, Leaf, Phase, PhaseBarrier, StmtKind, TermKind, VarId,
};
use std::collections::BTreeMap;

/// Statements and branches that are followed.
const MOST_STEPS: usize = 200;

/// Whether the thread comes back to the look at a place, and does nothing before, if `found` is false.
pub(super) fn spins(kernel: &Kernel, at: (BlockId, usize), phase: &Phase, found: VarId) -> bool {
    let mut known = BTreeMap::from([(found, 0i128)]);
    let (mut block, mut n) = (at.0, at.1 + 1);
    for _ in 0..MOST_STEPS {
        if (block, n) == at {
            return true;
        }
        let Some(stmt) = kernel.blocks[block].stmts.get(n) else {
            block = match &kernel.blocks[block].term.kind {
                TermKind::Goto(to) => *to,
                TermKind::Branch { cond, then, other } => match value(cond, &known) {
                    Some(0) => *other,
                    Some(_) => *then,
                    None => return false,
                },
                TermKind::Return | TermKind::Unreachable => return false,
            };
            n = 0;
            continue;
        };
        if let StmtKind::Assign { dst, value: of } = &stmt.kind {
            let new = value(of, &known);
            known.remove(dst);
            known.extend(new.map(|new| (*dst, new)));
        } else if !looks_at(&stmt.kind, phase) {
            return false;
        }
        n += 1;
    }
    false
}

/// Whether a statement looks at the barrier's own memory.
fn looks_at(stmt: &StmtKind, phase: &Phase) -> bool {
    if let (StmtKind::Atomic(a), PhaseBarrier::At(addr)) = (stmt, &phase.barrier) {
        a.op == AtomicOp::Load && a.dst.is_none() && *addr == a.addr
    } else {
        false
    }
}

fn value(e: &Expr, known: &BTreeMap<VarId, i128>) -> Option<i128> {
    e.exact(&|leaf| match leaf {
        Leaf::Var(v) => known.get(&v).copied(),
        Leaf::Geometry(_) => None,
    })
}
