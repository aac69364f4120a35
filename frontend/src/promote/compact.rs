//! Leaving out variables, private objects and holes that nothing mentions.

use crate::index::IndexVec;
use crate::ir::{ExprKind, HoleId, Kernel, ObjectId, Space, StmtKind, VarId};

/// Renumbers variables and objects; unused ones go.
pub fn renumber(kernel: &mut Kernel) {
    let mut used_vars: IndexVec<VarId, bool> = kernel.vars.iter().map(|_| false).collect();
    let mut used_objects: IndexVec<ObjectId, bool> =
        kernel.objects.iter().map(|o| o.space != Space::Private).collect();
    for param in &kernel.params {
        used_vars[param.var] = true;
    }
    for expr in kernel.exprs() {
        expr.walk(&mut |e| {
            if let ExprKind::Object(object) = e.kind {
                used_objects[object] = true;
            }
        });
        expr.variables().into_iter().for_each(|var| used_vars[var] = true);
    }
    for stmt in kernel.blocks.iter().flat_map(|block| &block.stmts) {
        stmt.defs().into_iter().for_each(|var| used_vars[var] = true);
    }
    let (vars, var_ids) = keep(&kernel.vars, &used_vars);
    let (objects, object_ids) = keep(&kernel.objects, &used_objects);
    kernel.vars = vars;
    kernel.objects = objects;
    for param in &mut kernel.params {
        param.var = var_ids[param.var];
        param.object = param.object.map(|o| object_ids[o]);
    }
    for expr in kernel.exprs_mut() {
        expr.walk_mut(&mut |e| {
            if let ExprKind::Var(var) = &mut e.kind {
                *var = var_ids[*var];
            } else if let ExprKind::Object(object) = &mut e.kind {
                *object = object_ids[*object];
            }
        });
    }
    for stmt in kernel.blocks.iter_mut().flat_map(|block| &mut block.stmts) {
        stmt.defs_mut().into_iter().for_each(|var| *var = var_ids[*var]);
    }
}

/// Drops the holes that only unreachable code had.
pub fn drop_unused_holes(kernel: &mut Kernel) {
    let mut used: IndexVec<HoleId, bool> = kernel.holes.iter().map(|_| false).collect();
    for expr in kernel.exprs() {
        expr.walk(&mut |e| {
            if let ExprKind::Unknown(hole) = e.kind {
                used[hole] = true;
            }
        });
    }
    for stmt in kernel.blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Hole { hole, .. } = stmt.kind {
            used[hole] = true;
        }
    }
    let (holes, ids) = keep(&kernel.holes, &used);
    kernel.holes = holes;
    for expr in kernel.exprs_mut() {
        expr.walk_mut(&mut |e| {
            if let ExprKind::Unknown(hole) = &mut e.kind {
                *hole = ids[*hole];
            }
        });
    }
    for stmt in kernel.blocks.iter_mut().flat_map(|block| &mut block.stmts) {
        if let StmtKind::Hole { hole, .. } = &mut stmt.kind {
            *hole = ids[*hole];
        }
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
