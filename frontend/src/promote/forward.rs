//! Substituting temporaries and known addresses; dropping what nobody reads.

use crate::index::IndexVec;
use crate::ir::build::{self, constant_address};
use crate::ir::{Atomic, BinOp, Collective, Expr, ExprKind, Kernel, StmtKind, Ty, VarId};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Largest expression that may appear more than once for one temporary.
const SMALL: usize = 3;
/// Largest expression that a temporary is replaced by.
const LARGE: usize = 400;

/// How often each variable is assigned; a parameter once before the kernel starts.
fn definitions(kernel: &Kernel) -> IndexVec<VarId, u32> {
    let mut count: IndexVec<VarId, u32> = kernel.vars.iter().map(|_| 0).collect();
    for param in &kernel.params {
        // A pointer parameter's assignment at the entry is its definition.
        if param.object.is_none() {
            count[param.var] += 1;
        }
    }
    for block in kernel.blocks.iter() {
        for stmt in &block.stmts {
            for var in stmt.defs() {
                count[var] += 1;
            }
        }
    }
    count
}

/// How often each variable is read.
pub fn uses(kernel: &Kernel) -> IndexVec<VarId, u32> {
    let mut count: IndexVec<VarId, u32> = kernel.vars.iter().map(|_| 0).collect();
    for var in kernel.exprs().flat_map(Expr::variables) {
        count[var] += 1;
    }
    count
}

/// Puts expressions for variables. True if something changed.
pub fn replace(expr: &mut Expr, value: &impl Fn(VarId) -> Option<Expr>) -> bool {
    if let ExprKind::Var(var) = expr.kind {
        return match value(var) {
            Some(new) => {
                *expr = new;
                true
            }
            None => false,
        };
    }
    let mut changed = false;
    for operand in expr.operands_mut() {
        changed |= replace(operand, value);
    }
    if changed {
        refold(expr);
    }
    changed
}

/// Folds constants again after a substitution.
fn refold(expr: &mut Expr) {
    let ty = expr.ty;
    let taken = std::mem::replace(&mut expr.kind, ExprKind::Null);
    let new = match taken {
        ExprKind::PtrAdd(base, offset) => build::offset(*base, *offset),
        ExprKind::Binary(op, a, b) if matches!(op, BinOp::Shl | BinOp::Shr) || a.ty == b.ty => {
            build::binary(op, *a, *b)
        }
        ExprKind::Cmp(op, a, b) => build::compare(op, *a, *b),
        ExprKind::Cast(a) => build::cast(*a, ty),
        ExprKind::Select(c, a, b) => build::select(*c, *a, *b),
        ExprKind::Unary(op, a) => build::unary(op, *a),
        kind @ (ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Null
        | ExprKind::Var(_)
        | ExprKind::Object(_)
        | ExprKind::Geometry(_)
        | ExprKind::Binary(..)
        | ExprKind::Bits(_)
        | ExprKind::Window(_)
        | ExprKind::PtrRow(..)
        | ExprKind::PtrDiff(..)
        | ExprKind::Call(..)
        | ExprKind::Unknown(_)) => Expr { ty, kind },
    };
    *expr = new;
}

/// Replaces variables that only ever hold one known address. True if something changed.
pub fn propagate_addresses(kernel: &mut Kernel) -> bool {
    let count = definitions(kernel);
    let mut known: HashMap<VarId, Expr> = HashMap::new();
    for block in kernel.blocks.iter() {
        for stmt in &block.stmts {
            if let StmtKind::Assign { dst, value } = &stmt.kind
                && count[*dst] == 1
                && kernel.vars[*dst].ty == Ty::Ptr
                && (constant_address(value).is_some() || build::fixed_address(value).is_some())
            {
                known.insert(*dst, value.clone());
            }
        }
    }
    let mut changed = false;
    for expr in kernel.exprs_mut() {
        changed |= replace(expr, &|var| known.get(&var).cloned());
    }
    changed
}

/// The variables that only ever hold one constant.
pub fn constants(kernel: &Kernel) -> HashMap<VarId, Expr> {
    let count = definitions(kernel);
    let mut found = HashMap::new();
    for block in kernel.blocks.iter() {
        for stmt in &block.stmts {
            if let StmtKind::Assign { dst, value } = &stmt.kind
                && count[*dst] == 1
                && build::as_int(value).is_some()
            {
                found.insert(*dst, value.clone());
            }
        }
    }
    found
}

/// Substitutes temporaries: anywhere if what they stand for cannot change, else within a block.
pub fn substitute(kernel: &mut Kernel) -> bool {
    let defs = definitions(kernel);
    let reads = uses(kernel);
    let stable = stable_values(kernel, &defs, &reads);
    let users: IndexVec<VarId, bool> = kernel.vars.iter().map(|v| v.user).collect();
    let mut changed = false;
    for block in kernel.blocks.iter_mut() {
        let mut local: HashMap<VarId, Expr> = HashMap::new();
        // Which substitutions mention a variable, to drop them when it changes.
        let mut readers: HashMap<VarId, BTreeSet<VarId>> = HashMap::new();
        for stmt in &mut block.stmts {
            for expr in stmt.exprs_mut() {
                changed |= replace(expr, &|var| local.get(&var).or_else(|| stable.get(&var)).cloned());
            }
            for var in stmt.defs() {
                local.remove(&var);
                for reader in readers.remove(&var).unwrap_or_default() {
                    local.remove(&reader);
                }
            }
            if let StmtKind::Assign { dst, value } = &stmt.kind
                && !users[*dst]
                && !stable.contains_key(dst)
                && (reads[*dst] <= 1 || value.size() <= SMALL)
                && value.size() <= LARGE
                && !value.mentions(*dst)
            {
                for var in value.variables() {
                    readers.entry(var).or_default().insert(*dst);
                }
                local.insert(*dst, value.clone());
            }
        }
        if let Some(cond) = block.term.cond_mut() {
            changed |= replace(cond, &|var| local.get(&var).or_else(|| stable.get(&var)).cloned());
        }
    }
    changed
}

/// Temporaries whose value cannot change between their assignment and their uses: they and all they mention are
/// assigned once, so that the assignment dominates the use and nothing comes between.
fn stable_values(
    kernel: &Kernel,
    defs: &IndexVec<VarId, u32>,
    reads: &IndexVec<VarId, u32>,
) -> HashMap<VarId, Expr> {
    let mut found = HashMap::new();
    for block in kernel.blocks.iter() {
        for stmt in &block.stmts {
            let StmtKind::Assign { dst, value } = &stmt.kind else {
                continue;
            };
            if kernel.vars[*dst].user || defs[*dst] != 1 || reads[*dst] == 0 {
                continue;
            }
            let constant = value.variables().into_iter().all(|var| defs[var] == 1);
            if constant && (reads[*dst] == 1 || value.size() <= SMALL) && value.size() <= LARGE {
                found.insert(*dst, value.clone());
            }
        }
    }
    found
}

/// Drops assignments to temporaries that nobody reads. True if there was one.
pub fn drop_dead(kernel: &mut Kernel) -> bool {
    let reads = uses(kernel);
    let params: HashSet<VarId> = kernel.params.iter().map(|p| p.var).collect();
    let dead = |var: VarId, user: bool| reads[var] == 0 && !user && !params.contains(&var);
    // A user's pointer that was put in wherever it was read tells nobody anything.
    let users: IndexVec<VarId, bool> = kernel.vars.iter().map(|v| v.user && v.ty != Ty::Ptr).collect();
    let mut changed = false;
    for block in kernel.blocks.iter_mut() {
        let before = block.stmts.len();
        block.stmts.retain(|stmt| {
            stmt.assignment()
                .is_none_or(|(dst, value)| value.kind != ExprKind::Var(dst) && !dead(dst, users[dst]))
        });
        changed |= block.stmts.len() != before;
        for stmt in &mut block.stmts {
            let (StmtKind::Atomic(Atomic { dst: result, .. })
            | StmtKind::Collective(Collective { dst: result, .. })) = &mut stmt.kind
            else {
                continue;
            };
            if result.is_some_and(|d| dead(d, users[d])) {
                *result = None;
                changed = true;
            }
        }
    }
    changed
}
