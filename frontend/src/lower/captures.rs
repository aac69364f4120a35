//! An update in an `atomic` or `critical` region is one operation: what is read and what is written belong together.
//!
//! `v = x++` is lowered to a read of `x` and a write of `x`. Where nothing but reads and assignments stands between, they become one
//! read-modify-write, and further reads of the place in the region the value that it had, or has then (OpenMP 5.2, section 15.8.4).

use crate::ir::{
    Atomic, AtomicOp, BinOp, Expr, ExprKind, Kernel, MemoryOrder, Span, Stmt, StmtKind, VarId, build,
};

/// Joins the reads and writes in each of these regions, the inner ones of several first.
pub(super) fn joined(mut kernel: Kernel, regions: &[(Span, MemoryOrder)]) -> Kernel {
    for (region, order) in regions.iter().rev() {
        let is_inside = |s: &Stmt| {
            let span = s.loc.span;
            span.file == region.file && region.start <= span.start && span.end <= region.end
        };
        for block in kernel.blocks.iter_mut() {
            let mut end = 0;
            while let Some(start) = (end..block.stmts.len()).find(|n| is_inside(&block.stmts[*n])) {
                let before = block.stmts.len();
                end = start + block.stmts[start..].iter().take_while(|s| is_inside(s)).count();
                join(&mut block.stmts, start, end, *order);
                end -= before - block.stmts.len();
            }
        }
    }
    kernel
}

/// Joins what the statements from `start` to `end` read and write.
fn join(stmts: &mut Vec<Stmt>, start: usize, mut end: usize, order: MemoryOrder) {
    let mut from = start;
    while let Some(write) = (from..end).find(|n| is(&stmts[*n], AtomicOp::Store)) {
        let read =
            (from..write).find(|n| is(&stmts[*n], AtomicOp::Load) && same_cell(&stmts[*n], &stmts[write]));
        from = match read.and_then(|read| one(stmts, (read, write, end), order)) {
            Some(()) => {
                end -= 1;
                write
            }
            None => write + 1,
        };
    }
}

/// Joins one read and one write in a region with this end.
fn one(stmts: &mut Vec<Stmt>, (read, write, end): (usize, usize, usize), order: MemoryOrder) -> Option<()> {
    let old = atomic(&stmts[read])?.dst?;
    let new = atomic(&stmts[write])?.args.first()?.clone();
    if new.ty != atomic(&stmts[read])?.ty {
        return None;
    }
    let between = &stmts[read + 1..write];
    let again = |s: &Stmt| is(s, AtomicOp::Load) && same_cell(s, &stmts[read]);
    let is_quiet =
        |s: &Stmt| matches!(s.kind, StmtKind::Assign { .. } | StmtKind::Load { .. }) || is(s, AtomicOp::Load);
    if !between.iter().all(is_quiet) {
        return None;
    }
    let mut olds = vec![old];
    olds.extend(between.iter().filter(|s| again(s)).filter_map(|s| atomic(s)?.dst));
    let assigned: Vec<VarId> = between.iter().flat_map(Stmt::defs).collect();
    let is_free = |e: &Expr| {
        e.variables()
            .iter()
            .all(|v| !olds.contains(v) && !assigned.contains(v))
    };
    let (op, operand) = operation(&new, &olds, is_free)?;
    let after = (write + 1..end)
        .take_while(|n| is_quiet(&stmts[*n]))
        .filter(|n| again(&stmts[*n]));
    let after: Vec<usize> = after.collect();
    for n in (read + 1..write).chain(after) {
        if is(&stmts[n], AtomicOp::Load) && same_cell(&stmts[n], &stmts[read]) {
            let value = match n < write {
                true => build::var(old, new.ty),
                false => new.clone(),
            };
            let dst = atomic(&stmts[n])?.dst?;
            stmts[n].kind = StmtKind::Assign { dst, value };
        }
    }
    if let StmtKind::Atomic(atomic) = &mut stmts[read].kind {
        (atomic.op, atomic.args, atomic.ordering.order) = (op, vec![operand], order);
    }
    stmts.remove(write);
    Some(())
}

/// What an update does with the value that was there.
fn operation(new: &Expr, olds: &[VarId], is_free: impl Fn(&Expr) -> bool) -> Option<(AtomicOp, Expr)> {
    if is_free(new) {
        return Some((AtomicOp::Exchange, new.clone()));
    }
    let ExprKind::Binary(op, a, b) = &new.kind else {
        return None;
    };
    let is_old = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if olds.contains(&v));
    let (op, symmetric) = match op {
        BinOp::Add => (AtomicOp::Add, true),
        BinOp::Sub => (AtomicOp::Sub, false),
        BinOp::And => (AtomicOp::And, true),
        BinOp::Or => (AtomicOp::Or, true),
        BinOp::Xor => (AtomicOp::Xor, true),
        BinOp::Min => (AtomicOp::Min, true),
        BinOp::Max => (AtomicOp::Max, true),
        BinOp::Mul | BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr => return None,
    };
    let operand = match (is_old(a), is_old(b)) {
        (true, false) if is_free(b) => b,
        (false, true) if symmetric && is_free(a) => a,
        _ => return None,
    };
    Some((op, (**operand).clone()))
}

fn atomic(s: &Stmt) -> Option<&Atomic> {
    if let StmtKind::Atomic(atomic) = &s.kind {
        return Some(atomic);
    }
    None
}

fn is(s: &Stmt, op: AtomicOp) -> bool {
    atomic(s).is_some_and(|atomic| atomic.op == op)
}

fn same_cell(a: &Stmt, b: &Stmt) -> bool {
    let cell = |s| atomic(s).map(|atomic| (&atomic.addr, atomic.ty));
    cell(a) == cell(b)
}
