//! Private objects to variables, one for each part that is accessed.

use super::forward::uses;
use crate::index::IndexVec;
use crate::ir::build::{self, constant_address};
use crate::ir::{
    BinOp, CmpOp, Expr, ExprKind, Kernel, ObjectId, ObjectSource, Space, Stmt, StmtKind, Ty, Var, VarId,
};
use crate::lower::Naming;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Most parts of one object that become variables.
const MAX_CELLS: usize = 1024;
/// Most pointers of one object among which an index chooses.
const MAX_CHOICES: usize = 16;
/// What is not known where an index is none of the object's.
const OUTSIDE: &str = "whether the index of an array of pointers stays inside is not known";

/// What is known of a private object's accesses.
#[derive(Default)]
struct Accesses {
    /// Types by offset: the first one seen.
    cells: BTreeMap<i128, Ty>,
    /// Used in some other way.
    escapes: bool,
    /// A pointer is read at a place that is no constant.
    is_indexed: bool,
    /// The parameter whose value is stored at an offset on entry.
    homes: HashMap<i128, VarId>,
}

/// Replaces the accesses of every object that can be split. True if there was one.
pub fn split(kernel: &mut Kernel, namings: &IndexVec<ObjectId, Option<Naming>>) -> bool {
    let mut accesses = scan(kernel);
    accesses.retain(|id, a| {
        let size = kernel.objects[*id].size;
        let few = || (1..=MAX_CHOICES).contains(&pointers(&a.cells).count());
        let fits = !a.cells.is_empty() && a.cells.len() <= MAX_CELLS && disjoint(&a.cells, size);
        !a.escapes && fits && (!a.is_indexed || few())
    });
    if accesses.is_empty() {
        return false;
    }
    let mut vars: HashMap<(ObjectId, i128), VarId> = HashMap::new();
    let mut order: Vec<_> = accesses.iter().collect();
    order.sort_by_key(|(id, _)| **id);
    for (id, found) in order {
        for (offset, ty) in &found.cells {
            let var = match found.homes.get(offset) {
                Some(param) if kernel.vars[*param].ty == *ty => *param,
                _ => kernel
                    .vars
                    .push(cell_variable(kernel, *id, *offset, *ty, namings)),
            };
            vars.insert((*id, *offset), var);
        }
    }
    choose(kernel, &accesses, &vars);
    rewrite(kernel, &vars);
    true
}

/// The places of pointers among an object's parts.
fn pointers(cells: &BTreeMap<i128, Ty>) -> impl Iterator<Item = i128> {
    cells
        .iter()
        .filter(|(_, ty)| **ty == Ty::Ptr)
        .map(|(offset, _)| *offset)
}

/// The object and the offset that an address names where only the object is known.
fn indexed_address(addr: &Expr) -> Option<(ObjectId, Expr)> {
    if let ExprKind::PtrAdd(base, offset) = &addr.kind {
        let (object, start) = indexed_address(base)?;
        let offset = build::cast((**offset).clone(), Ty::I64);
        return Some((object, build::binary(BinOp::Add, start, offset)));
    }
    let ExprKind::Object(object) = addr.kind else {
        return None;
    };
    Some((object, build::int(0, Ty::I64)))
}

/// Turns reads of a pointer that an index chooses into the choice among all, with the obligation that the index is one of theirs.
fn choose(
    kernel: &mut Kernel,
    accesses: &HashMap<ObjectId, Accesses>,
    vars: &HashMap<(ObjectId, i128), VarId>,
) {
    for block in kernel.blocks.iter_mut() {
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for stmt in std::mem::take(&mut block.stmts) {
            let mut read = None;
            if let StmtKind::Load { dst, addr, .. } = &stmt.kind
                && constant_address(addr).is_none()
            {
                let of_split = indexed_address(addr).filter(|(id, _)| accesses.contains_key(id));
                read = of_split.map(|(id, offset)| (*dst, id, offset));
            }
            let Some((dst, id, offset)) = read else {
                stmts.push(stmt);
                continue;
            };
            let is_at = |at: i128| build::compare(CmpOp::Eq, offset.clone(), build::int(at, Ty::I64));
            let places: Vec<i128> = pointers(&accesses[&id].cells).collect();
            let of = |at: &i128| build::var(vars[&(id, *at)], Ty::Ptr);
            let inside = places.iter().map(|at| is_at(*at));
            let inside = inside.reduce(|a, b| build::binary(BinOp::Or, a, b));
            stmts.extend(inside.map(|holds| Stmt {
                loc: stmt.loc,
                kind: StmtKind::Presume {
                    holds,
                    why: OUTSIDE.to_owned(),
                },
            }));
            let chosen = places.iter().rev().map(|at| (is_at(*at), of(at)));
            let value =
                chosen.reduce(|(_, rest), (here, own)| (here.clone(), build::select(here, own, rest)));
            stmts.extend(value.map(|(_, value)| Stmt {
                loc: stmt.loc,
                kind: StmtKind::Assign { dst, value },
            }));
        }
        block.stmts = stmts;
    }
}

/// The variable for a part of an object, by the name that a user would give it.
fn cell_variable(
    kernel: &Kernel,
    id: ObjectId,
    offset: i128,
    ty: Ty,
    namings: &IndexVec<ObjectId, Option<Naming>>,
) -> Var {
    let naming = namings.get(id).and_then(Option::as_ref);
    let named = naming.and_then(|n| n.cells.iter().find(|(at, ..)| i128::from(*at) == offset));
    let name = match named {
        Some((_, _, name)) => name.clone(),
        None if offset == 0 => kernel.objects[id].name.clone(),
        None => format!("{}+{offset}", kernel.objects[id].name),
    };
    Var {
        name,
        ty,
        user: naming.is_some_and(|n| n.user),
    }
}

/// Whether no two parts overlap, and none leaves an object of this size: what does is an access out of bounds, and stays one.
fn disjoint(cells: &BTreeMap<i128, Ty>, size: Option<u64>) -> bool {
    let mut end = i128::MIN;
    cells.iter().all(|(offset, ty)| {
        let free = *offset >= end && *offset >= 0;
        end = offset + i128::from(ty.bytes());
        free && size.is_none_or(|size| end <= i128::from(size))
    })
}

/// All accesses to private objects.
fn scan(kernel: &Kernel) -> HashMap<ObjectId, Accesses> {
    let private: HashSet<ObjectId> = kernel
        .objects
        .indices()
        .filter(|id| {
            kernel.objects[*id].space == Space::Private && kernel.objects[*id].source == ObjectSource::Local
        })
        .collect();
    let reads = uses(kernel);
    let params: HashSet<VarId> = kernel.params.iter().map(|p| p.var).collect();
    let mut found: HashMap<ObjectId, Accesses> = HashMap::new();
    let cell = |found: &mut HashMap<ObjectId, Accesses>, addr: &Expr, ty: Ty| -> Option<(ObjectId, i128)> {
        let (id, offset) = constant_address(addr)?;
        if !private.contains(&id) {
            return None;
        }
        let accesses = found.entry(id).or_default();
        let known = *accesses.cells.entry(offset).or_insert(ty);
        accesses.escapes |= known.bytes() != ty.bytes();
        Some((id, offset))
    };
    for id in kernel.blocks.indices() {
        let block = &kernel.blocks[id];
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Load { dst, addr, .. } => {
                    if cell(&mut found, addr, kernel.vars[*dst].ty).is_some() {
                        continue;
                    }
                    let indexed = indexed_address(addr)
                        .filter(|(id, _)| private.contains(id) && kernel.vars[*dst].ty == Ty::Ptr);
                    match indexed {
                        Some((id, offset)) => {
                            found.entry(id).or_default().is_indexed = true;
                            escape(&mut found, &offset);
                        }
                        None => escape(&mut found, addr),
                    }
                }
                StmtKind::Store { addr, value, .. } => {
                    match cell(&mut found, addr, value.ty) {
                        Some((object, offset)) => {
                            if let ExprKind::Var(var) = value.kind
                                && id == kernel.entry
                                && params.contains(&var)
                            {
                                found
                                    .entry(object)
                                    .or_default()
                                    .homes
                                    .entry(offset)
                                    .or_insert(var);
                            }
                        }
                        None => escape(&mut found, addr),
                    }
                    escape(&mut found, value);
                }
                StmtKind::Hole { writes, .. } => {
                    for write in writes {
                        if constant_address(write).is_none_or(|(id, _)| !private.contains(&id)) {
                            escape(&mut found, write);
                        }
                    }
                }
                // A pointer that nobody reads leads nowhere.
                StmtKind::Assign { dst, value } if reads[*dst] == 0 && constant_address(value).is_some() => {}
                StmtKind::Assign { .. }
                | StmtKind::Atomic(_)
                | StmtKind::Copy { .. }
                | StmtKind::Fill { .. }
                | StmtKind::AsyncWait { .. }
                | StmtKind::AsyncCommit
                | StmtKind::Barrier(_)
                | StmtKind::Phase(_)
                | StmtKind::Fence { .. }
                | StmtKind::Collective(_)
                | StmtKind::Assume(_)
                | StmtKind::Assert(_)
                | StmtKind::Invariant(_)
                | StmtKind::UnderWay(_)
                | StmtKind::Demand { .. }
                | StmtKind::Presume { .. }
                | StmtKind::Print { .. } => stmt.exprs().into_iter().for_each(|e| escape(&mut found, e)),
            }
        }
        if let Some(cond) = block.term.cond() {
            escape(&mut found, cond);
        }
    }
    found
}

/// Every object in an expression is used otherwise than by plain access.
fn escape(found: &mut HashMap<ObjectId, Accesses>, expr: &Expr) {
    expr.walk(&mut |e| {
        if let ExprKind::Object(id) = e.kind {
            found.entry(id).or_default().escapes = true;
        }
    });
}

/// Turns accesses into assignments.
fn rewrite(kernel: &mut Kernel, vars: &HashMap<(ObjectId, i128), VarId>) {
    let split: HashSet<ObjectId> = vars.keys().map(|(id, _)| *id).collect();
    let types: IndexVec<VarId, Ty> = kernel.vars.iter().map(|v| v.ty).collect();
    let of = |addr: &Expr| constant_address(addr).and_then(|key| vars.get(&key)).copied();
    for block in kernel.blocks.iter_mut() {
        for stmt in &mut block.stmts {
            // Others do not touch what is split ([`scan`]).
            if let StmtKind::Load { dst, addr, .. } = &stmt.kind
                && let Some(var) = of(addr)
            {
                stmt.kind = StmtKind::Assign {
                    dst: *dst,
                    value: build::bits(build::var(var, types[var]), types[*dst]),
                };
            } else if let StmtKind::Store { addr, value, .. } = &stmt.kind
                && let Some(var) = of(addr)
            {
                stmt.kind = StmtKind::Assign {
                    dst: var,
                    value: build::bits(value.clone(), types[var]),
                };
            } else if let StmtKind::Hole { dsts, writes, .. } = &mut stmt.kind {
                let mut lost: Vec<ObjectId> = Vec::new();
                writes.retain(|write| match constant_address(write) {
                    Some((id, _)) if split.contains(&id) => {
                        lost.push(id);
                        false
                    }
                    _ => true,
                });
                let mut cells: Vec<VarId> = vars
                    .iter()
                    .filter(|((id, _), _)| lost.contains(id))
                    .map(|(_, var)| *var)
                    .collect();
                cells.sort();
                for cell in cells {
                    // Who is handed a pointer to a pointer has both.
                    if types[cell] == Ty::Ptr {
                        writes.push(build::var(cell, Ty::Ptr));
                    }
                    if !dsts.contains(&cell) {
                        dsts.push(cell);
                    }
                }
            }
        }
        block
            .stmts
            .retain(|stmt| !is_self_assignment(stmt) && !takes_address(stmt, &split));
    }
}

/// `p = &x` for an object that is none any more; nobody reads `p`.
fn takes_address(stmt: &Stmt, split: &HashSet<ObjectId>) -> bool {
    let address = stmt.assignment().and_then(|(_, value)| constant_address(value));
    address.is_some_and(|(id, _)| split.contains(&id))
}

/// `x = x`
fn is_self_assignment(stmt: &Stmt) -> bool {
    stmt.assignment()
        .is_some_and(|(dst, value)| value.kind == ExprKind::Var(dst))
}
