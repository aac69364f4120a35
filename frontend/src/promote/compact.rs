//! Leaving out variables, private objects and holes that nothing mentions.

use crate::index::IndexVec;
use crate::ir::{Expr, ExprKind, HoleId, Kernel, ObjectId, Space, StmtKind, VarId};

/// Renumbers variables and objects; unused ones go.
pub fn renumber(kernel: &mut Kernel) {
    let mut used_vars: IndexVec<VarId, bool> = kernel.vars.iter().map(|_| false).collect();
    let mut used_objects: IndexVec<ObjectId, bool> =
        kernel.objects.iter().map(|o| o.space != Space::Private).collect();
    for param in &kernel.params {
        used_vars[param.var] = true;
    }
    let mut note = |expr: &Expr, vars: &mut IndexVec<VarId, bool>| {
        expr.walk(&mut |e| match e.kind {
            ExprKind::Var(var) => vars[var] = true,
            ExprKind::Object(object) => used_objects[object] = true,
            _ => {}
        });
    };
    for block in kernel.blocks.iter() {
        for stmt in &block.stmts {
            stmt.exprs().into_iter().for_each(|e| note(e, &mut used_vars));
            stmt.defs().into_iter().for_each(|var| used_vars[var] = true);
        }
        block
            .term
            .cond()
            .into_iter()
            .for_each(|e| note(e, &mut used_vars));
    }
    let (vars, var_ids) = keep(&kernel.vars, &used_vars);
    let (objects, object_ids) = keep(&kernel.objects, &used_objects);
    kernel.vars = vars;
    kernel.objects = objects;
    for param in &mut kernel.params {
        param.var = var_ids[param.var];
        param.object = param.object.map(|o| object_ids[o]);
    }
    for block in kernel.blocks.iter_mut() {
        for stmt in &mut block.stmts {
            stmt.exprs_mut()
                .into_iter()
                .for_each(|e| rename(e, &var_ids, &object_ids));
            stmt.defs_mut().into_iter().for_each(|var| *var = var_ids[*var]);
        }
        if let Some(cond) = block.term.cond_mut() {
            rename(cond, &var_ids, &object_ids);
        }
    }
}

/// Drops the holes that only unreachable code had.
pub fn drop_unused_holes(kernel: &mut Kernel) {
    let mut used: IndexVec<HoleId, bool> = kernel.holes.iter().map(|_| false).collect();
    let note = |expr: &Expr, used: &mut IndexVec<HoleId, bool>| {
        expr.walk(&mut |e| {
            if let ExprKind::Unknown(hole) = e.kind {
                used[hole] = true;
            }
        });
    };
    for block in kernel.blocks.iter() {
        for stmt in &block.stmts {
            if let StmtKind::Hole { hole, .. } = stmt.kind {
                used[hole] = true;
            }
            stmt.exprs().into_iter().for_each(|e| note(e, &mut used));
        }
        block.term.cond().into_iter().for_each(|e| note(e, &mut used));
    }
    let (holes, ids) = keep(&kernel.holes, &used);
    kernel.holes = holes;
    for block in kernel.blocks.iter_mut() {
        for stmt in &mut block.stmts {
            if let StmtKind::Hole { hole, .. } = &mut stmt.kind {
                *hole = ids[*hole];
            }
            stmt.exprs_mut().into_iter().for_each(|e| rename_holes(e, &ids));
        }
        block
            .term
            .cond_mut()
            .into_iter()
            .for_each(|e| rename_holes(e, &ids));
    }
}

fn rename_holes(expr: &mut Expr, ids: &IndexVec<HoleId, HoleId>) {
    match &mut expr.kind {
        ExprKind::Unknown(hole) => *hole = ids[*hole],
        _ => expr.operands_mut().into_iter().for_each(|e| rename_holes(e, ids)),
    }
}

/// The items kept, and the new index of each.
fn keep<I: crate::index::Idx, T: Clone>(
    items: &IndexVec<I, T>,
    used: &IndexVec<I, bool>,
) -> (IndexVec<I, T>, IndexVec<I, I>) {
    let mut kept = IndexVec::new();
    let mut ids: IndexVec<I, I> = items.indices().collect();
    for id in items.indices() {
        if used[id] {
            ids[id] = kept.push(items[id].clone());
        }
    }
    (kept, ids)
}

fn rename(expr: &mut Expr, vars: &IndexVec<VarId, VarId>, objects: &IndexVec<ObjectId, ObjectId>) {
    match &mut expr.kind {
        ExprKind::Var(var) => *var = vars[*var],
        ExprKind::Object(object) => *object = objects[*object],
        _ => expr
            .operands_mut()
            .into_iter()
            .for_each(|e| rename(e, vars, objects)),
    }
}
