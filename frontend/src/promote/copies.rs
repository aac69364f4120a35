//! Copies of whole scalars, as `memcpy(&p, &q, sizeof p)` makes them, to loads and stores.

use crate::ir::build;
use crate::ir::build::constant_address;
use crate::ir::effect::Extent;
use crate::ir::{CopyKind, Expr, Kernel, ObjectId, Space, Stmt, StmtKind, Ty, Var};
use std::collections::BTreeMap;

/// Largest copy that is taken apart, bytes.
const MOST_BYTES: i128 = 64;

/// Where the kernel accesses private objects as scalars; `None` where it does so as unlike types.
type Scalars = BTreeMap<(ObjectId, i128), Option<Ty>>;

/// A copy at known places: to where, from where, how many bytes.
type Places = ([(ObjectId, i128); 2], i128);

/// Takes copies apart between objects of which one is private and accessed as just those scalars. True if there was one.
pub fn split(kernel: &mut Kernel) -> bool {
    let is_copy = |s: &Stmt| places(s).is_some();
    if !kernel.blocks.iter().flat_map(|b| &b.stmts).any(is_copy) {
        return false;
    }
    let scalars = scalars(kernel);
    let mut changed = false;
    for id in kernel.blocks.indices() {
        for stmt in std::mem::take(&mut kernel.blocks[id].stmts) {
            let found = places(&stmt).and_then(|(sides, bytes)| {
                let parts = sides.iter().find_map(|&side| parts(&scalars, side, bytes));
                Some((sides, parts?))
            });
            match found {
                Some((sides, parts)) => {
                    let moves = moves(kernel, &stmt, sides, &parts);
                    kernel.blocks[id].stmts.extend(moves);
                    changed = true;
                }
                None => kernel.blocks[id].stmts.push(stmt),
            }
        }
    }
    changed
}

fn places(stmt: &Stmt) -> Option<Places> {
    let StmtKind::Copy {
        dst,
        src,
        bytes,
        kind: CopyKind::Sync,
    } = &stmt.kind
    else {
        return None;
    };
    let bytes = build::as_int(bytes).filter(|n| (1..=MOST_BYTES).contains(n))?;
    Some(([constant_address(dst)?, constant_address(src)?], bytes))
}

fn scalars(kernel: &Kernel) -> Scalars {
    let mut found = Scalars::new();
    for stmt in kernel.blocks.iter().flat_map(|b| &b.stmts) {
        for touch in stmt.effects(kernel).accesses {
            let (Extent::Scalar(ty), Some(at)) = (touch.extent, constant_address(touch.addr)) else {
                continue;
            };
            if kernel.objects[at.0].space == Space::Private {
                let known = found.entry(at).or_insert(Some(ty));
                *known = known.filter(|known| *known == ty);
            }
        }
    }
    found
}

/// The scalars that lie there one after the other, by their distance from the first byte; `None` if other bytes are among them.
fn parts(scalars: &Scalars, (object, from): (ObjectId, i128), bytes: i128) -> Option<Vec<(i128, Ty)>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < bytes {
        let ty = (*scalars.get(&(object, from + at))?)?;
        parts.push((at, ty));
        at += i128::from(ty.bytes());
    }
    (at == bytes).then_some(parts)
}

/// All loads come before the stores: the two sides may overlap.
fn moves(
    kernel: &mut Kernel,
    stmt: &Stmt,
    [to, from]: [(ObjectId, i128); 2],
    parts: &[(i128, Ty)],
) -> Vec<Stmt> {
    let at = |(object, offset): (ObjectId, i128), by: i128| -> Expr {
        build::offset(build::object(object), build::int(offset + by, Ty::I64))
    };
    let (mut loads, mut stores) = (Vec::new(), Vec::new());
    for &(by, ty) in parts {
        let dst = kernel.vars.push(Var {
            name: "copied".to_owned(),
            ty,
            user: false,
        });
        let (load, store) = (
            StmtKind::Load {
                dst,
                addr: at(from, by),
                volatile: false,
                link: None,
            },
            StmtKind::Store {
                addr: at(to, by),
                value: build::var(dst, ty),
                volatile: false,
            },
        );
        loads.push(Stmt {
            loc: stmt.loc,
            kind: load,
        });
        stores.push(Stmt {
            loc: stmt.loc,
            kind: store,
        });
    }
    loads.append(&mut stores);
    loads
}
