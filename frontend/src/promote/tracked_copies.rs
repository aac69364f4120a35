//! Asynchronous copies that a barrier waits for (`cuda::memcpy_async` with a `cuda::barrier`): a phase is complete only when the
//! copies are that the threads which arrived in it had started (CUDA C++ Programming Guide, "Asynchronous Data Copies using
//! cuda::barrier").
//!
//! A thread that arrives and waits in one may as well wait for its own copies first. So it does here, where these are all that it
//! has under way: all asynchronous copies are of one barrier, of which nobody arrives and waits apart. Otherwise they go on, and
//! what orders them is not modelled.

use crate::ir::effect::{Order, When};
use crate::ir::{Expr, ExprKind, Hole, Kernel, Phase, PhaseBarrier, PhaseOp, Stmt, StmtKind, Synchronises};

const REASON: &str = "copies that a barrier waits for are modelled where all are of one barrier at which threads arrive and wait in one";

/// Has threads wait for the copies, or says that it is not modelled.
pub fn resolve(kernel: &mut Kernel) {
    let is_tracked =
        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Phase(phase) if phase.op == PhaseOp::Copies);
    if !kernel
        .blocks
        .iter()
        .flat_map(|block| &block.stmts)
        .any(is_tracked)
    {
        return;
    }
    let waited = are_alone(kernel);
    for block in kernel.blocks.iter_mut() {
        for stmt in std::mem::take(&mut block.stmts) {
            let loc = stmt.loc;
            if !waited && is_tracked(&stmt) {
                let hole = kernel.holes.push(Hole {
                    loc,
                    reason: REASON.to_owned(),
                    synchronises: Synchronises::Yes,
                    open: None,
                });
                let kind = StmtKind::Hole {
                    hole,
                    dsts: Vec::new(),
                    writes: Vec::new(),
                };
                block.stmts.push(Stmt { loc, kind });
            }
            if waited && in_memory(&stmt).is_some_and(|(_, op)| *op == PhaseOp::Sync) {
                let kinds = [StmtKind::AsyncCommit, StmtKind::AsyncWait { pending: 0 }];
                block.stmts.extend(kinds.map(|kind| Stmt { loc, kind }));
            }
            block.stmts.push(stmt);
        }
    }
}

/// A part in a barrier in memory, with its address.
fn in_memory(stmt: &Stmt) -> Option<(&Expr, &PhaseOp)> {
    let StmtKind::Phase(Phase {
        barrier: PhaseBarrier::At(addr),
        op,
        ..
    }) = &stmt.kind
    else {
        return None;
    };
    Some((addr, op))
}

/// Whether all asynchronous copies are of the kernel's one barrier in memory, at which threads arrive and wait in one.
fn are_alone(kernel: &Kernel) -> bool {
    let mut barrier: Option<&Expr> = None;
    for block in kernel.blocks.iter() {
        let mut started = false;
        for stmt in &block.stmts {
            if let Some((addr, op)) = in_memory(stmt) {
                if *barrier.get_or_insert(addr) != addr {
                    return false;
                }
                match op {
                    PhaseOp::Init { .. } | PhaseOp::Sync => {}
                    PhaseOp::Copies if started => started = false,
                    PhaseOp::Copies | PhaseOp::Arrive { .. } | PhaseOp::Wait { .. } => return false,
                }
            }
            let effects = stmt.effects(kernel);
            let starts = effects.accesses.iter().any(|access| access.when != When::Now);
            let of_batches = matches!(
                effects.order,
                Some(Order::Wait(_) | Order::Commit | Order::GroupCopy)
            );
            if of_batches || starts && started {
                return false;
            }
            started |= starts;
        }
        if started {
            return false;
        }
    }
    let mut fixed = true;
    if let Some(addr) = barrier {
        addr.walk(&mut |e| fixed &= !matches!(e.kind, ExprKind::Var(_) | ExprKind::Unknown(_)));
    }
    fixed
}
