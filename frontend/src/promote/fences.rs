//! What orders memory as arguments say: the lowering left those that were no literals to be read here, where wrappers are
//! inlined and variables promoted.

use super::forward;
use crate::builtin::{memory_order, memory_scope};
use crate::ir::build;
use crate::ir::{
    Atomic, AtomicOp, Expr, Hole, Kernel, Language, MemoryOrder, Ordering, OrderingPart, Scope, Spaces,
    Stated, Stmt, StmtKind, Synchronises, Ty, UNKNOWN_ORDER, VarId,
};
use crate::lower::{UNKNOWN_FLAGS, spaces_of_flags};
use std::collections::HashMap;

/// Reads what is constant by now; the rest is the weakest there is, and a hole.
pub fn resolve(kernel: &mut Kernel) {
    let constants = forward::constants(kernel);
    let language = kernel.language;
    for block in kernel.blocks.iter_mut() {
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            let unknown = if let StmtKind::Atomic(atomic) = &mut stmt.kind {
                operation(atomic, language, &constants)
            } else if let StmtKind::Fence { ordering, stated } = &mut stmt.kind {
                let mut failure = MemoryOrder::Relaxed;
                let parts = std::mem::take(stated);
                !read(parts, (ordering, &mut failure), language, &constants)
            } else {
                false
            };
            if unknown {
                let hole = kernel.holes.push(hole(&stmt, UNKNOWN_ORDER));
                stmts.push(Stmt {
                    loc: stmt.loc,
                    kind: StmtKind::Hole {
                        hole,
                        dsts: Vec::new(),
                        writes: Vec::new(),
                    },
                });
            }
            // OpenCL's barriers have no mask: their flags wait there.
            if let StmtKind::Barrier(barrier) = &mut stmt.kind
                && language == Language::OpenCl
                && let Some(flags) = barrier.mask.take()
            {
                match value(flags, &constants) {
                    Some(flags) => barrier.fences = spaces_of_flags(flags),
                    None => {
                        let hole = kernel.holes.push(hole(&stmt, UNKNOWN_FLAGS));
                        // What is ordered is not known, so anything may have been written meanwhile.
                        let kind = StmtKind::Hole {
                            hole,
                            dsts: Vec::new(),
                            writes: vec![build::unknown(hole, Ty::Ptr)],
                        };
                        stmts.push(Stmt { loc: stmt.loc, kind });
                    }
                }
            }
            stmts.push(stmt);
        }
        block.stmts = stmts;
    }
}

fn hole(stmt: &Stmt, reason: &str) -> Hole {
    Hole {
        loc: stmt.loc,
        reason: reason.to_owned(),
        synchronises: Synchronises::Yes,
        open: None,
    }
}

fn value(mut expr: Expr, constants: &HashMap<VarId, Expr>) -> Option<i128> {
    forward::replace(&mut expr, &|var| constants.get(&var).cloned());
    build::as_int(&expr)
}

/// Completes an atomic operation; whether some of it stays unknown.
fn operation(atomic: &mut Atomic, language: Language, constants: &HashMap<VarId, Expr>) -> bool {
    let parts = std::mem::take(&mut atomic.stated);
    let states_failure = parts.iter().any(|s| s.part == OrderingPart::Failure);
    let known = read(
        parts,
        (&mut atomic.ordering, &mut atomic.failure),
        language,
        constants,
    );
    let Ordering { order, scope, .. } = atomic.ordering;
    atomic.ordering = Ordering::of_operation(language, order, scope);
    if atomic.op == AtomicOp::Cas && !states_failure {
        atomic.failure = order.of_failure();
    }
    !known
}

/// Puts in what the parts say; whether all of them are known.
fn read(
    parts: Vec<Stated>,
    (ordering, failure): (&mut Ordering, &mut MemoryOrder),
    language: Language,
    constants: &HashMap<VarId, Expr>,
) -> bool {
    let mut known = true;
    for Stated { part, value: stated } in parts {
        let found = value(stated, constants);
        let order = || found.and_then(memory_order);
        known &= match part {
            OrderingPart::Order => {
                ordering.order = order().unwrap_or(MemoryOrder::Relaxed);
                order().is_some()
            }
            OrderingPart::Failure => {
                *failure = order().unwrap_or(MemoryOrder::Relaxed);
                order().is_some()
            }
            OrderingPart::Scope => {
                let scope = found.and_then(|n| memory_scope(language, n));
                ordering.scope = scope.unwrap_or(Scope::Thread);
                scope.is_some()
            }
            OrderingPart::Flags => {
                ordering.spaces = found.map_or(Spaces::NONE, spaces_of_flags);
                found.is_some()
            }
        };
    }
    known
}
