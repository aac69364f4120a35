//! Asynchronous copies.

use super::super::EventKind;
use super::super::testing::{Builder, cmp, lines, plus, tid};
use kverify_frontend::ir::*;

fn copy(k: &mut Builder, dst: Expr, src: Expr, bytes: i128, kind: CopyKind) -> u32 {
    let bytes = Expr {
        ty: Ty::U64,
        kind: ExprKind::Int(bytes),
    };
    k.push(StmtKind::Copy {
        dst,
        src,
        bytes,
        kind,
    })
}

#[test]
fn an_async_copy_is_unordered_until_waited_for() {
    for wait_first in [false, true] {
        let mut k = Builder::new();
        let (a, s) = (k.global("A"), k.shared("s", 256));
        let (dst, src) = (
            super::super::testing::element(&s, tid()),
            super::super::testing::element(&a, plus(tid(), 5)),
        );
        copy(&mut k, dst, src, 4, CopyKind::AsyncThread);
        // Before the wait the copy has done nothing yet.
        k.push(StmtKind::AsyncCommit);
        if wait_first {
            k.push(StmtKind::AsyncWait { pending: 0 });
        }
        k.barrier();
        k.load(&s, plus(tid(), 1));
        let own = k.load(&s, tid());
        k.push(StmtKind::AsyncWait { pending: 0 });
        k.push(StmtKind::Assert(cmp(CmpOp::Eq, own.0, plus(tid(), 5))));
        let run = k.run(1, 4);
        assert_eq!(lines(&run).is_empty(), wait_first);
        assert_eq!(
            run.events.iter().any(|e| e.kind == EventKind::AssertionFailed),
            !wait_first
        );
    }
}

#[test]
fn a_group_copy_is_one_copy() {
    for wait_first in [false, true] {
        let mut k = Builder::new();
        let (a, s) = (k.global("A"), k.shared("s", 256));
        copy(&mut k, s.clone(), a, 64, CopyKind::AsyncGroup);
        if wait_first {
            k.push(StmtKind::AsyncWait { pending: 0 });
        }
        k.load(&s, tid());
        k.push(StmtKind::AsyncWait { pending: 0 });
        assert_eq!(lines(&k.run(1, 4)).is_empty(), wait_first);
    }
}

/// Each thread starts the copy of its own element of `a` to its own of `s`.
fn own_copy(k: &mut Builder, s: &Expr, a: &Expr) {
    let element = super::super::testing::element;
    copy(k, element(s, tid()), element(a, tid()), 4, CopyKind::AsyncThread);
}

#[test]
fn a_batch_that_is_not_closed_is_not_waited_for() {
    for (closed, after_wait) in [(false, false), (true, false), (true, true)] {
        let mut k = Builder::new();
        let (a, s) = (k.global("A"), k.shared("s", 256));
        if closed {
            own_copy(&mut k, &s, &a);
            k.push(StmtKind::AsyncCommit);
        } else {
            k.push(StmtKind::AsyncCommit);
            own_copy(&mut k, &s, &a);
        }
        let pending = u32::from(closed && !after_wait);
        k.push(StmtKind::AsyncWait { pending });
        k.barrier();
        k.load(&s, plus(tid(), 1));
        assert_eq!(lines(&k.run(1, 4)).is_empty(), after_wait);
    }
}

#[test]
fn a_thread_does_not_see_its_own_copy_before_it_waits() {
    for wait in [false, true] {
        let mut k = Builder::new();
        let (a, s) = (k.global("A"), k.shared("s", 256));
        own_copy(&mut k, &s, &a);
        k.push(StmtKind::AsyncCommit);
        if wait {
            k.push(StmtKind::AsyncWait { pending: 0 });
        }
        k.load(&s, tid());
        let run = k.run(1, 4);
        assert_eq!(run.conflicts.is_empty(), wait);
        assert!(run.conflicts.iter().all(|c| c.scope == Scope::Thread));
    }
}
