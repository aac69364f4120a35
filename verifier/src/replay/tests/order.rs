//! Fences and atomics as order, and waiting that never ends.

use super::super::testing::{Builder, bid, cmp, int, lines, tid, value};
use super::super::{Inputs, Limits, Schedule, run};
use kverify_frontend::ir::*;
use kverify_smt::answer::Variant;

#[test]
fn the_last_block_pattern_is_ordered() {
    for fence in [true, false] {
        let mut k = Builder::new();
        let (a, count) = (k.global("A"), k.global("count"));
        k.store(&a, bid(), int(1));
        if fence {
            k.push(StmtKind::Fence {
                ordering: Ordering::all(MemoryOrder::SeqCst, Scope::Grid),
                stated: Vec::new(),
            });
        }
        let (old, _) = k.atomic_add(&count, int(0), Scope::Grid);
        k.when(cmp(CmpOp::Eq, old, int(1)), |k| {
            k.load(&a, int(0));
            k.load(&a, int(1));
        });
        // Which block is the last one depends on the schedule.
        for schedule in [Schedule::InOrder, Schedule::Reverse] {
            let inputs = Inputs {
                schedule,
                fill: super::super::Fill::Zeros,
                ..k.inputs(2, 1)
            };
            let run = run(&k.kernel, &inputs, &Limits::default());
            assert_eq!(lines(&run).is_empty(), fence, "{schedule:?}");
        }
    }
}

#[test]
fn spinning_on_another_thread_ends() {
    // while (atomicAdd(&flag, 0) == 0) ...; with thread 1 setting the flag: needs turns.
    let mut k = Builder::new();
    let flag = k.shared("flag", 4);
    k.when(cmp(CmpOp::Eq, tid(), int(0)), |k| {
        k.store(&flag, int(0), int(0));
    });
    k.barrier();
    k.when(cmp(CmpOp::Eq, tid(), int(1)), |k| {
        k.atomic_add(&flag, int(0), Scope::Block);
    });
    let (head, after) = (k.new_block(), k.new_block());
    k.goto(head);
    let dst = k.var("seen", Ty::I32);
    k.push(StmtKind::Atomic(Atomic {
        op: AtomicOp::Load,
        dst: Some(dst),
        addr: super::super::testing::element(&flag, int(0)),
        ty: Ty::I32,
        args: vec![],
        ordering: Ordering::all(MemoryOrder::Acquire, Scope::Block),
        failure: MemoryOrder::Relaxed,
        stated: Vec::new(),
    }));
    let cond = cmp(CmpOp::Eq, value(dst), int(0));
    k.end(TermKind::Branch {
        cond,
        then: head,
        other: after,
    });
    k.go_to(after);
    let run = k.run(1, 2);
    assert!(!run.out_of_fuel);
    assert_eq!(lines(&run), []);
}

#[test]
fn an_endless_loop_runs_out_of_fuel() {
    let mut k = Builder::new();
    let head = k.new_block();
    k.goto(head);
    k.end(TermKind::Goto(head));
    assert!(
        run(
            &k.kernel,
            &k.inputs(1, 2),
            &Limits {
                fuel: 1000,
                ..Limits::default()
            }
        )
        .out_of_fuel
    );
}

/// The block that draws the last number puts the counter back: after all who counted, as it saw them count.
#[test]
fn who_observed_an_atomic_operation_comes_after_it() {
    for (observes, races) in [(true, 0), (false, 1)] {
        let mut k = Builder::new();
        let counter = k.global("counter");
        k.push(StmtKind::Fence {
            ordering: Ordering::all(MemoryOrder::SeqCst, Scope::Grid),
            stated: Vec::new(),
        });
        let (old, _) = k.atomic_add(&counter, int(0), Scope::Grid);
        // Block 1 runs last; without looking, it could be any.
        let is_last = if observes {
            cmp(CmpOp::Eq, old, int(1))
        } else {
            cmp(CmpOp::Eq, bid(), int(0))
        };
        k.when(is_last, |k| {
            k.store(&counter, int(0), int(0));
        });
        let run = run(&k.kernel, &k.inputs(2, 1), &Limits::default());
        let pairs = run.conflicts.iter().filter(|c| c.variant == Variant::AtomicPlain);
        assert_eq!(pairs.count(), races, "{:?}", run.conflicts);
    }
}
