//! Bounds, uninitialised reads, pointers in memory.

use super::super::EventKind;
use super::super::testing::{Builder, cmp, gid, int, lines, loc, plus, tid};
use kverify_frontend::ir::*;

#[test]
fn bounds_and_uninitialised_reads_are_events() {
    let mut k = Builder::new();
    let s = k.shared("s", 16);
    let read = k.load(&s, tid()).1;
    let write = k.store(&s, plus(tid(), 3), int(0));
    let run = k.run(1, 2);
    let events: Vec<_> = run.events.iter().map(|e| (e.kind, e.loc)).collect();
    assert_eq!(
        events,
        [
            (EventKind::OutOfBounds, Some(loc(write))),
            (EventKind::UninitialisedRead, Some(loc(read)))
        ]
    );
}

#[test]
fn null_pointers_are_events() {
    let mut k = Builder::new();
    let null = Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Null,
    };
    k.store(&null, tid(), int(0));
    let run = k.run(1, 2);
    assert_eq!(run.events[0].kind, EventKind::OutOfBounds);
    assert_eq!(run.conflicts, []);
}

#[test]
fn pointers_survive_memory() {
    let mut k = Builder::new();
    let (a, table) = (k.global("A"), k.global("table"));
    let slot = k.var("p", Ty::Ptr);
    k.when(cmp(CmpOp::Eq, gid(), int(0)), |k| {
        k.push(StmtKind::Store {
            addr: table.clone(),
            value: a.clone(),
            volatile: false,
        });
    });
    k.barrier();
    k.push(StmtKind::Load {
        dst: slot,
        addr: table,
        volatile: false,
        link: None,
    });
    let p = Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Var(slot),
    };
    let write = k.store(&p, int(0), tid());
    assert_eq!(lines(&k.run(1, 4)), [(write, write, Scope::Warp)]);
}

#[test]
fn rows_behind_pointers_in_constant_memory_are_raced_on() {
    let mut k = Builder::new();
    let id = k.kernel.objects.push(super::super::testing::object(
        "rows",
        Space::Constant,
        None,
        Ty::Ptr,
    ));
    let slot = k.var("p", Ty::Ptr);
    let addr = Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Object(id),
    };
    k.push(StmtKind::Load {
        dst: slot,
        addr,
        volatile: false,
        link: None,
    });
    let p = Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Var(slot),
    };
    let write = k.store(&p, int(0), tid());
    let run = k.run(1, 4);
    assert_eq!(lines(&run), [(write, write, Scope::Warp)]);
    assert_eq!(run.conflicts[0].space, Space::Global);
}
