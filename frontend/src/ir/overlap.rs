//! Pointer parameters that point into the buffer of another, written into the kernel.

use super::{
    Block, Expr, ExprKind, Kernel, Loc, ObjectId, Space, Stmt, StmtKind, TermKind, Terminator, Ty, UnOp, Var,
    VarId, build,
};
use crate::index::Idx;
use std::collections::BTreeMap;

/// The kernel in which each of these parameters points so many bytes behind the other: indices into [`Kernel::params`], and an `I64` over
/// scalar parameters at entry.
pub fn placed(kernel: &Kernel, places: &[(u32, u32, &Expr)]) -> Kernel {
    let mut kernel = kernel.clone();
    let mut entry = Vec::new();
    let mut moved = BTreeMap::new();
    for one in places {
        place(&mut kernel, *one, &mut entry, &mut moved);
    }
    enter_by(&mut kernel, entry);
    kernel
}

/// Replaces the object of a parameter by a place in the other's; what is to be done at entry, and where objects are now, is added.
fn place(
    kernel: &mut Kernel,
    (param, of, bytes): (u32, u32, &Expr),
    entry: &mut Vec<Stmt>,
    moved: &mut BTreeMap<ObjectId, Expr>,
) {
    let known = |n: u32| {
        let param = kernel.params.get(n as usize)?;
        Some((param.var, param.object?))
    };
    let (Some((var, from)), Some((other, to))) = (known(param), known(of)) else {
        return;
    };
    let is_constant = |o: ObjectId| kernel.objects[o].space == Space::Constant;
    // What is constant through one parameter is written through the other.
    let turned = is_constant(to) && !is_constant(from) && !moved.contains_key(&to);
    let (var, from, to) = if turned {
        (other, to, from)
    } else {
        (var, from, to)
    };
    let back = build::unary(UnOp::Neg, bytes.clone());
    let bytes = if turned { &back } else { bytes };
    let span = kernel.span;
    let assign = |dst: VarId, value: Expr| Stmt {
        loc: Loc { span, call: None },
        kind: StmtKind::Assign { dst, value },
    };
    // The kernel may change the parameters that the distance is computed from.
    let distance = match build::as_int(bytes) {
        Some(_) => bytes.clone(),
        None => {
            let distance = VarId::new(kernel.vars.len());
            kernel.vars.push(Var {
                name: format!("{} - {}", kernel.objects[from].name, kernel.objects[to].name),
                ty: Ty::I64,
                user: false,
            });
            entry.push(assign(distance, bytes.clone()));
            build::var(distance, Ty::I64)
        }
    };
    let base = moved.get(&to).cloned().unwrap_or_else(|| build::object(to));
    let there = build::offset(base, distance);
    moved.insert(from, there.clone());
    for expr in kernel.exprs_mut() {
        expr.walk_mut(&mut |e| {
            if e.kind == ExprKind::Object(from) {
                *e = there.clone();
            }
        });
    }
    entry.push(assign(var, there));
}

/// A block of its own in front: the entry may be the head of a loop.
fn enter_by(kernel: &mut Kernel, stmts: Vec<Stmt>) {
    let loc = Loc {
        span: kernel.span,
        call: None,
    };
    kernel.entry = kernel.blocks.push(Block {
        stmts,
        term: Terminator {
            loc,
            kind: TermKind::Goto(kernel.entry),
        },
        loop_stmt: None,
    });
}
