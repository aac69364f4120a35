//! The control-flow graph: unreachable blocks, blocks that only lead on, conditions without effects.

use crate::index::IndexVec;
use crate::ir::build;
use crate::ir::{BinOp, BlockId, Expr, ExprKind, Kernel, StmtKind, TermKind, VarId};

/// Largest expression that both ways of a condition may compute.
const SMALL: usize = 40;

/// Number of ways into each block; the entry has one more.
fn predecessors(kernel: &Kernel) -> IndexVec<BlockId, u32> {
    let mut count: IndexVec<BlockId, u32> = kernel.blocks.iter().map(|_| 0).collect();
    count[kernel.entry] += 1;
    for block in kernel.blocks.iter() {
        for target in block.term.targets() {
            count[target] += 1;
        }
    }
    count
}

/// One round of simplification. True if something changed.
pub fn simplify(kernel: &mut Kernel) -> bool {
    let mut changed = fold_branches(kernel);
    changed |= thread_gotos(kernel);
    changed |= convert_conditions(kernel);
    changed |= merge_branches(kernel);
    changed |= merge_straight(kernel);
    if changed {
        kernel.drop_unreachable();
    }
    changed
}

/// Branches on literals, and with both ways alike.
fn fold_branches(kernel: &mut Kernel) -> bool {
    let mut changed = false;
    for block in kernel.blocks.iter_mut() {
        if let TermKind::Branch { cond, then, other } = &block.term.kind {
            let to = match (build::as_int(cond), then == other) {
                (Some(0), _) => *other,
                (Some(_), _) | (None, true) => *then,
                (None, false) => continue,
            };
            block.term.kind = TermKind::Goto(to);
            changed = true;
        }
    }
    changed
}

/// Goes past blocks that only lead on.
fn thread_gotos(kernel: &mut Kernel) -> bool {
    let onward: IndexVec<BlockId, Option<BlockId>> = kernel
        .blocks
        .indices()
        .map(|id| {
            let block = &kernel.blocks[id];
            let TermKind::Goto(to) = block.term.kind else {
                return None;
            };
            (block.stmts.is_empty() && to != id && block.loop_stmt.is_none()).then_some(to)
        })
        .collect();
    let mut changed = false;
    let limit = kernel.blocks.len();
    for block in kernel.blocks.iter_mut() {
        for target in block.term.targets_mut() {
            let mut steps = 0;
            while let Some(next) = onward[*target] {
                if steps > limit {
                    break;
                }
                *target = next;
                changed = true;
                steps += 1;
            }
        }
    }
    changed
}

/// Appends a block to its only predecessor.
fn merge_straight(kernel: &mut Kernel) -> bool {
    let mut count = predecessors(kernel);
    let mut changed = false;
    for id in kernel.blocks.indices() {
        while let TermKind::Goto(next) = kernel.blocks[id].term.kind {
            if next == id || next == kernel.entry || count[next] != 1 {
                break;
            }
            let stmts = std::mem::take(&mut kernel.blocks[next].stmts);
            let term = kernel.blocks[next].term.clone();
            let block = &mut kernel.blocks[id];
            block.stmts.extend(stmts);
            block.term = term;
            // The emptied block is unreachable now.
            kernel.blocks[next].term.kind = TermKind::Return;
            count[next] = 0;
            changed = true;
        }
    }
    changed
}

/// Whether an expression may be computed where the source would not: small, and no division by something unknown.
fn is_harmless(expr: &Expr) -> bool {
    let mut harmless = expr.size() <= SMALL;
    expr.walk(&mut |e| {
        if let ExprKind::Binary(BinOp::Div | BinOp::Rem, _, b) = &e.kind {
            harmless &= build::as_int(b).is_some_and(|n| n != 0);
        }
        harmless &= !matches!(e.kind, ExprKind::Unknown(_));
    });
    harmless
}

/// The assignments of a block that only sets temporaries and goes on, with where it goes.
fn conditional_assignments(kernel: &Kernel, id: BlockId) -> Option<(Vec<(VarId, Expr)>, BlockId)> {
    let block = &kernel.blocks[id];
    let TermKind::Goto(to) = block.term.kind else {
        return None;
    };
    if block.stmts.len() > 16 || block.loop_stmt.is_some() || to == id {
        return None;
    }
    let mut assignments: Vec<(VarId, Expr)> = Vec::new();
    for stmt in &block.stmts {
        let (dst, value) = stmt.assignment()?;
        // Each right side must mean the same in front of all of them.
        let mut earlier = assignments.iter().map(|(earlier, _)| *earlier);
        if kernel.vars[dst].user
            || !is_harmless(value)
            || earlier.any(|earlier| value.mentions(earlier) || earlier == dst)
        {
            return None;
        }
        assignments.push((dst, value.clone()));
    }
    Some((assignments, to))
}

/// `if (c) t = a; else t = b;` on temporaries to `t = c ? a : b`.
fn convert_conditions(kernel: &mut Kernel) -> bool {
    let count = predecessors(kernel);
    let mut changed = false;
    for id in kernel.blocks.indices() {
        let TermKind::Branch { cond, then, other } = kernel.blocks[id].term.kind.clone() else {
            continue;
        };
        if then == other || then == id || other == id || !is_harmless(&cond) {
            continue;
        }
        let arm = |block: BlockId| {
            if count[block] == 1 {
                conditional_assignments(kernel, block)
            } else {
                None
            }
        };
        let (yes, no, join) = match (arm(then), arm(other)) {
            (Some((a, to)), Some((b, join))) if to == join => (a, b, join),
            (Some((a, to)), _) if to == other => (a, Vec::new(), to),
            (_, Some((b, to))) if to == then => (Vec::new(), b, to),
            _ => continue,
        };
        if join == id || yes.is_empty() && no.is_empty() {
            continue;
        }
        let mut targets: Vec<VarId> = yes.iter().chain(&no).map(|(var, _)| *var).collect();
        targets.sort();
        targets.dedup();
        let mentioned = |e: &Expr| targets.iter().any(|t| e.mentions(*t));
        // All right sides and the condition are computed one after the other now: none may see another's result.
        if yes.iter().chain(&no).any(|(_, e)| mentioned(e)) || mentioned(&cond) {
            continue;
        }
        let loc = kernel.blocks[id].term.loc;
        for target in targets {
            let ty = kernel.vars[target].ty;
            let value = |side: &[(VarId, Expr)]| {
                side.iter()
                    .find(|(var, _)| *var == target)
                    .map_or(build::var(target, ty), |(_, e)| e.clone())
            };
            let value = build::select(cond.clone(), value(&yes), value(&no));
            kernel.blocks[id].stmts.push(crate::ir::Stmt {
                loc,
                kind: StmtKind::Assign { dst: target, value },
            });
        }
        kernel.blocks[id].term.kind = TermKind::Goto(join);
        // Counts only get too high by this, which hides a chance until the next round.
        changed = true;
    }
    changed
}

/// `if (a) if (b) ...` with the same way out to one branch on `a && b`; likewise `||`.
fn merge_branches(kernel: &mut Kernel) -> bool {
    let count = predecessors(kernel);
    let mut changed = false;
    for id in kernel.blocks.indices() {
        while let TermKind::Branch { cond, then, other } = kernel.blocks[id].term.kind.clone() {
            let inner = |inner: BlockId| {
                let block = &kernel.blocks[inner];
                let TermKind::Branch { cond, then, other } = &block.term.kind else {
                    return None;
                };
                let plain = block.stmts.is_empty() && block.loop_stmt.is_none();
                (plain && count[inner] == 1 && inner != id && is_harmless(cond))
                    .then(|| (cond.clone(), *then, *other))
            };
            let merged = match (inner(then), inner(other)) {
                (Some((c, yes, no)), _) if no == other => Some((build::binary(BinOp::And, cond, c), yes, no)),
                (Some((c, yes, no)), _) if yes == other => {
                    Some((build::binary(BinOp::And, cond, build::not(c)), no, yes))
                }
                (_, Some((c, yes, no))) if yes == then => Some((build::binary(BinOp::Or, cond, c), yes, no)),
                (_, Some((c, yes, no))) if no == then => {
                    Some((build::binary(BinOp::Or, cond, build::not(c)), no, yes))
                }
                _ => None,
            };
            let Some((cond, then, other)) = merged else { break };
            if cond.size() > 4 * SMALL {
                break;
            }
            kernel.blocks[id].term.kind = TermKind::Branch { cond, then, other };
            changed = true;
        }
    }
    changed
}
