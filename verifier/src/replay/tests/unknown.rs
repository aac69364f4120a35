//! What is not modelled, and what is not allowed.

use super::super::testing::{Builder, cmp, int, loc, tid};
use super::super::{EventKind, Inputs, Limits, run};
use kverify_frontend::ir::*;

#[test]
fn what_is_not_modelled_is_not_exact() {
    let mut k = Builder::new();
    let hole = k.kernel.holes.push(Hole {
        loc: loc(1),
        reason: "unknown".to_owned(),
        synchronises: Synchronises::No,
        open: None,
    });
    let a = k.global("A");
    let index = Expr {
        ty: Ty::I32,
        kind: ExprKind::Unknown(hole),
    };
    k.store(&a, index, tid());
    let inputs = Inputs {
        fill: super::super::Fill::Zeros,
        ..k.inputs(1, 4)
    };
    let run = run(&k.kernel, &inputs, &Limits::default());
    assert!(run.approximate);
    assert_eq!(run.conflicts.iter().map(|c| c.exact).collect::<Vec<_>>(), [false]);
    assert_eq!(run.violations(), []);
}

#[test]
fn unknown_data_does_not_blur_known_addresses() {
    let mut k = Builder::new();
    let hole = k.kernel.holes.push(Hole {
        loc: loc(1),
        reason: "unknown".to_owned(),
        synchronises: Synchronises::No,
        open: None,
    });
    let a = k.global("A");
    let what = Expr {
        ty: Ty::I32,
        kind: ExprKind::Unknown(hole),
    };
    k.store(&a, int(0), what);
    let run = k.run(1, 4);
    assert!(run.conflicts[0].exact);
    assert!(!run.conflicts[0].same_value);
}

#[test]
fn what_a_hole_may_write_is_unknown() {
    for clobbers in [true, false] {
        let mut k = Builder::new();
        let hole = k.kernel.holes.push(Hole {
            loc: loc(1),
            reason: "unknown".to_owned(),
            synchronises: Synchronises::No,
            open: None,
        });
        let (a, b) = (k.global("A"), k.global("B"));
        let writes = if clobbers { vec![b.clone()] } else { Vec::new() };
        k.push(StmtKind::Hole {
            hole,
            dsts: Vec::new(),
            writes,
        });
        let (index, _) = k.load(&b, int(0));
        k.store(&a, index, tid());
        let run = k.run(1, 4);
        assert_eq!(run.conflicts.len(), 1);
        assert_eq!(run.conflicts[0].exact, !clobbers);
        assert!(
            run.events
                .iter()
                .any(|e| e.kind == EventKind::Hole && e.loc == Some(loc(1)))
        );
    }
}

#[test]
fn an_interval_before_a_divergence_is_certain() {
    let mut k = Builder::new();
    let s = k.shared("s", 64);
    k.store(&s, int(0), tid());
    k.when(cmp(CmpOp::Lt, tid(), int(2)), |k| {
        k.barrier();
    });
    k.when(cmp(CmpOp::Ge, tid(), int(2)), |k| {
        k.barrier();
    });
    k.store(&s, int(1), tid());
    let run = k.run(1, 4);
    let after: Vec<_> = run.conflicts.iter().map(|c| c.after_divergence).collect();
    assert_eq!(after, [false, true]);
}

#[test]
fn failed_assumptions_end_the_run() {
    let mut k = Builder::new();
    let n = k.param("n");
    let a = k.global("A");
    k.push(StmtKind::Assume(cmp(CmpOp::Gt, n, int(100))));
    k.store(&a, int(0), tid());
    let run = k.run(1, 4);
    assert!(run.assumption_failed);
    assert_eq!(run.violations(), []);
}
