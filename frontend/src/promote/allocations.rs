//! Memory that a kernel allocates (`malloc`, `new`): an object of the thread's own, as long as no other thread can know where it is.
//!
//! Each call gives memory that nobody else has, or no memory (CUDA C++ Programming Guide, "Dynamic Global Memory Allocation and
//! Operations"; C17 7.22.3). Where the pointer is only used to access the memory, in variables of the thread, the memory is like a
//! local variable. A pointer that is stored, handed on or turned into a number is left alone: it stays unknown where it leads, and so
//! does one from a loop, where one call makes many objects.

use crate::index::IndexVec;
use crate::ir::{
    ALLOCATION, ALLOCATION_FAILS, BlockId, CopyKind, Expr, ExprKind, Hole, Kernel, Object, ObjectSource,
    Space, Stmt, StmtKind, Synchronises, Ty, Var, VarId, flow,
};

/// Makes objects of allocated memory that stays with its thread.
pub fn resolve(kernel: &mut Kernel) {
    for id in kernel.blocks.indices().collect::<Vec<_>>() {
        for at in (0..kernel.blocks[id].stmts.len()).rev() {
            let Some(target) = allocated(kernel, &kernel.blocks[id].stmts[at]) else {
                continue;
            };
            if !is_in_cycle(kernel, id) && stays_with_its_thread(kernel, target) {
                let stmts = object_of_its_own(kernel, &kernel.blocks[id].stmts[at].clone(), target);
                kernel.blocks[id].stmts.splice(at..=at, stmts);
            }
        }
    }
}

/// The variable that takes the pointer, if the statement allocates.
fn allocated(kernel: &Kernel, stmt: &Stmt) -> Option<VarId> {
    let StmtKind::Hole { hole, dsts, writes } = &stmt.kind else {
        return None;
    };
    match (
        &dsts[..],
        writes.is_empty() && kernel.holes[*hole].reason == ALLOCATION,
    ) {
        (&[dst], true) if kernel.vars[dst].ty == Ty::Ptr => Some(dst),
        _ => None,
    }
}

fn is_in_cycle(kernel: &Kernel, id: BlockId) -> bool {
    let next = |block: BlockId| kernel.blocks[block].term.targets();
    flow::reach(kernel.blocks.len(), next(id), next)[id]
}

/// Whether a pointer, and what is computed from it, is kept in variables of its thread, and used for accesses alone.
fn stays_with_its_thread(kernel: &Kernel, pointer: VarId) -> bool {
    let mut carries: IndexVec<VarId, bool> = kernel.vars.indices().map(|v| v == pointer).collect();
    let stmts = || kernel.blocks.iter().flat_map(|b| &b.stmts);
    loop {
        let mut grown = false;
        for (dst, value) in stmts().filter_map(Stmt::assignment) {
            if !carries[dst] && tells(value, &carries) {
                carries[dst] = true;
                grown = true;
            }
        }
        if !grown {
            break;
        }
    }
    let is_number = |v: VarId| carries[v] && kernel.vars[v].ty != Ty::Ptr;
    !kernel.vars.indices().any(is_number) && stmts().all(|s| keeps(s, &carries))
}

/// Whether an expression's value says where the memory is: that it is there at all, and how it compares, does not.
fn tells(e: &Expr, carries: &IndexVec<VarId, bool>) -> bool {
    match &e.kind {
        ExprKind::Cmp(..) => false,
        ExprKind::Cast(_) if e.ty == Ty::Bool => false,
        ExprKind::Var(v) => carries[*v],
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Null
        | ExprKind::Object(_)
        | ExprKind::Geometry(_)
        | ExprKind::Unknown(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Bits(_)
        | ExprKind::Window(_)
        | ExprKind::Select(..)
        | ExprKind::PtrAdd(..)
        | ExprKind::PtrRow(..)
        | ExprKind::PtrDiff(..)
        | ExprKind::Call(..) => e.operands().into_iter().any(|o| tells(o, carries)),
    }
}

/// Whether a statement does no more with such a pointer than access the memory.
fn keeps(stmt: &Stmt, carries: &IndexVec<VarId, bool>) -> bool {
    let free = |e: &Expr| !tells(e, carries);
    match &stmt.kind {
        // Variables are followed.
        StmtKind::Assign { .. } | StmtKind::Load { .. } => true,
        StmtKind::Store { value, .. } => free(value),
        StmtKind::Atomic(atomic) => atomic.args.iter().all(free),
        StmtKind::Copy {
            dst,
            src,
            bytes,
            kind,
        } => match kind {
            CopyKind::Sync => free(bytes),
            CopyKind::AsyncThread | CopyKind::AsyncGroup => [dst, src, bytes].into_iter().all(free),
        },
        StmtKind::Fill { byte, bytes, .. } => free(byte) && free(bytes),
        StmtKind::Barrier(_)
        | StmtKind::Phase(_)
        | StmtKind::Collective(_)
        | StmtKind::Hole { .. }
        | StmtKind::UnderWay(_) => stmt.exprs().into_iter().all(free),
        StmtKind::AsyncWait { .. }
        | StmtKind::AsyncCommit
        | StmtKind::Fence { .. }
        | StmtKind::Assume(_)
        | StmtKind::Assert(_)
        | StmtKind::Invariant(_)
        | StmtKind::Demand { .. }
        | StmtKind::Presume { .. }
        | StmtKind::Print { .. } => true,
    }
}

/// The pointer is null, or leads to an object of the thread's own.
fn object_of_its_own(kernel: &mut Kernel, stmt: &Stmt, pointer: VarId) -> [Stmt; 2] {
    let loc = stmt.loc;
    let object = kernel.objects.push(Object {
        name: "allocated".to_owned(),
        space: Space::Private,
        size: None,
        elem: Ty::Int {
            bits: 8,
            signed: false,
        },
        source: ObjectSource::Local,
        read_only: false,
        init: None,
        init_assumed: false,
        init_unread: false,
        starts_otherwise: false,
        linked: None,
        row: None,
        span: loc.span,
    });
    let fails = kernel.vars.push(Var {
        name: "allocation_fails".to_owned(),
        ty: Ty::Bool,
        user: false,
    });
    let hole = kernel.holes.push(Hole {
        loc,
        reason: ALLOCATION_FAILS.to_owned(),
        synchronises: Synchronises::No,
        open: None,
    });
    let of = |ty, kind| Expr { ty, kind };
    let value = ExprKind::Select(
        Box::new(of(Ty::Bool, ExprKind::Var(fails))),
        Box::new(of(Ty::Ptr, ExprKind::Null)),
        Box::new(of(Ty::Ptr, ExprKind::Object(object))),
    );
    let (dsts, writes) = (vec![fails], Vec::new());
    [
        StmtKind::Hole { hole, dsts, writes },
        StmtKind::Assign {
            dst: pointer,
            value: of(Ty::Ptr, value),
        },
    ]
    .map(|kind| Stmt { loc, kind })
}
