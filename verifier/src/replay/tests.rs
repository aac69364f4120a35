//! Racy, free and near-miss kernels for each feature of the interpreter.

use super::testing::{Builder, bid, bin, cast, cmp, gid, int, lines, loc, plus, tid, value};
use super::{EventKind, Inputs, Limits, Schedule, run};
use kverify_frontend::ir::*;
use kverify_smt::answer::{Action, Kind, ThreadAt, Variant};

#[test]
fn own_cells_are_free() {
    let mut k = Builder::new();
    let a = k.global("A");
    k.store(&a, gid(), int(1));
    assert_eq!(lines(&k.run(3, 8)), []);
}

#[test]
fn neighbours_race_without_a_barrier() {
    let mut k = Builder::new();
    let s = k.shared("s", 64);
    let write = k.store(&s, tid(), tid());
    let (v, read) = k.load(&s, plus(tid(), 1));
    let a = k.global("A");
    k.store(&a, gid(), v);
    let run = k.run(1, 8);
    assert_eq!(lines(&run), [(write, read, Scope::Warp)]);
    assert_eq!(run.conflicts[0].variant, Variant::ReadWrite);
    assert!(run.conflicts[0].exact);
}

#[test]
fn a_barrier_separates_neighbours() {
    let mut k = Builder::new();
    let s = k.shared("s", 64);
    k.store(&s, tid(), tid());
    k.barrier();
    k.load(&s, plus(tid(), 1));
    assert_eq!(lines(&k.run(1, 8)), []);
}

#[test]
fn a_global_fence_does_not_order_shared_memory() {
    for (fences, want) in [
        (
            Spaces {
                shared: false,
                global: true,
                image: false,
            },
            1,
        ),
        (
            Spaces {
                shared: true,
                global: false,
                image: false,
            },
            0,
        ),
    ] {
        let mut k = Builder::new();
        let s = k.shared("s", 64);
        k.store(&s, tid(), tid());
        k.barrier_of(Scope::Block, fences, None);
        k.load(&s, plus(tid(), 1));
        assert_eq!(lines(&k.run(1, 8)).len(), want);
    }
}

#[test]
fn blocks_race_on_global_memory_across_block_barriers() {
    let mut k = Builder::new();
    let a = k.global("A");
    let write = k.store(&a, tid(), bid());
    k.barrier();
    let run = k.run(2, 4);
    assert_eq!(lines(&run), [(write, write, Scope::Grid)]);
    assert!(!run.conflicts[0].same_value);
    assert_eq!(lines(&k.run(1, 4)), []);
}

#[test]
fn a_grid_barrier_separates_blocks() {
    let mut k = Builder::new();
    let a = k.global("A");
    k.store(&a, gid(), int(1));
    k.barrier_of(Scope::Grid, Spaces::ALL, None);
    k.load(&a, bin(BinOp::Sub, int(7), gid()));
    assert_eq!(lines(&k.run(2, 4)), []);
}

#[test]
fn equal_writes_are_told_from_different_ones() {
    for (what, same) in [(int(3), true), (tid(), false)] {
        let mut k = Builder::new();
        let a = k.global("A");
        k.store(&a, int(0), what);
        let run = k.run(1, 4);
        assert_eq!(run.conflicts.len(), 1);
        assert_eq!(
            (run.conflicts[0].same_value, run.conflicts[0].variant),
            (same, Variant::WriteWrite)
        );
    }
}

#[test]
fn partial_overlap_is_overlap() {
    let mut k = Builder::new();
    let a = k.global("A");
    let wide = cast(Ty::I64, tid());
    let addr = super::testing::element(&a, tid());
    let first = k.push(StmtKind::Store {
        addr,
        value: wide,
        volatile: false,
    });
    assert_eq!(lines(&k.run(1, 4)), [(first, first, Scope::Warp)]);
}

#[test]
fn atomics_order_themselves_within_their_scope() {
    for (scope, blocks, want) in [
        (Scope::Grid, 2, 0),
        (Scope::Block, 1, 0),
        (Scope::Block, 2, 1),
        (Scope::Thread, 1, 1),
    ] {
        let mut k = Builder::new();
        let a = k.global("A");
        k.atomic_add(&a, int(0), scope);
        assert_eq!(lines(&k.run(blocks, 4)).len(), want, "{scope:?} {blocks}");
    }
}

#[test]
fn an_atomic_and_a_plain_read_race() {
    let mut k = Builder::new();
    let a = k.global("A");
    k.atomic_add(&a, int(0), Scope::Grid);
    k.load(&a, int(0));
    assert_eq!(k.run(1, 4).conflicts[0].variant, Variant::AtomicPlain);
}

#[test]
fn atomic_results_differ() {
    let mut k = Builder::new();
    let (a, b) = (k.global("A"), k.global("B"));
    let (old, _) = k.atomic_add(&a, int(0), Scope::Grid);
    k.store(&b, old, int(1));
    assert_eq!(lines(&k.run(2, 4)), []);
}

#[test]
fn threads_part_at_a_conditional_barrier() {
    let mut k = Builder::new();
    let mut barrier = 0;
    k.when(cmp(CmpOp::Lt, tid(), int(2)), |k| barrier = k.barrier());
    k.end(TermKind::Return);
    let run = k.run(1, 4);
    assert_eq!(run.divergences.len(), 1);
    let actions = run.divergences[0].places.clone().map(|p| p.action);
    assert_eq!(actions, [Action::Barrier, Action::Exit]);
    assert_eq!(run.divergences[0].places[0].loc, loc(barrier));
    assert_eq!(run.divergences[0].kind, Kind::BarrierDivergence);
}

#[test]
fn a_uniform_condition_is_no_divergence() {
    let mut k = Builder::new();
    k.when(cmp(CmpOp::Lt, bid(), int(1)), |k| {
        k.barrier();
    });
    assert_eq!(lines(&k.run(2, 4)), []);
}

#[test]
fn different_barriers_are_different() {
    let mut k = Builder::new();
    let (mut one, mut two) = (0, 0);
    k.when(cmp(CmpOp::Lt, tid(), int(2)), |k| one = k.barrier());
    k.when(cmp(CmpOp::Ge, tid(), int(2)), |k| two = k.barrier());
    let run = k.run(1, 4);
    assert_eq!(lines(&run), [(one, two, Scope::Block)]);
}

#[test]
fn the_same_barrier_in_different_iterations() {
    // for (i = 0; i < 2; i++) for (j = 0; j < 1 + (tid != 0) * (i == 0); j++) barrier();
    let mut k = Builder::new();
    let mut barrier = 0;
    k.repeat(int(2), |k, i| {
        let odd = cast(Ty::I32, cmp(CmpOp::Ne, tid(), int(0)));
        let first = cast(Ty::I32, cmp(CmpOp::Eq, i, int(0)));
        let bound = bin(BinOp::Add, int(1), bin(BinOp::Mul, odd, first));
        k.repeat(bound, |k, _| barrier = k.barrier());
    });
    let run = k.run(1, 2);
    assert!(
        run.divergences
            .iter()
            .any(|d| d.different_iterations && d.places[0].loc == loc(barrier))
    );
    let d = run.divergences.iter().find(|d| d.different_iterations).unwrap();
    let counts = |t: &ThreadAt| t.iterations.iter().map(|(_, n)| *n).collect::<Vec<_>>();
    assert_ne!(counts(&d.threads[0]), counts(&d.threads[1]));
}

#[test]
fn a_loop_with_a_barrier_for_all_is_free() {
    let mut k = Builder::new();
    let s = k.shared("s", 64);
    k.store(&s, tid(), int(0));
    k.barrier();
    k.repeat(int(5), |k, i| {
        let (v, _) = k.load(&s, bin(BinOp::Rem, bin(BinOp::Add, tid(), i), int(4)));
        k.barrier();
        k.store(&s, tid(), v);
        k.barrier();
    });
    assert_eq!(lines(&k.run(1, 4)), []);
}

#[test]
fn end_of_iteration_races_with_start_of_next() {
    let mut k = Builder::new();
    let s = k.shared("s", 64);
    let (mut write, mut read) = (0, 0);
    k.repeat(int(2), |k, _| {
        write = k.store(&s, tid(), int(0));
        k.barrier();
        read = k.load(&s, plus(tid(), 1)).1;
    });
    let run = k.run(1, 4);
    assert_eq!(lines(&run), [(write, read, Scope::Warp)]);
    let mut iterations = run.conflicts[0].threads.clone().map(|t| t.iterations[0].1);
    iterations.sort_unstable();
    assert_eq!(iterations, [0, 1], "the end of one and the start of the next");
}

#[test]
fn warp_barriers_order_lanes_of_their_mask() {
    let unsigned = |v| Expr {
        ty: Ty::U32,
        kind: ExprKind::Int(v),
    };
    for (mask, threads, want) in [
        (None, 32, 0),
        (Some(unsigned(0xffff_ffff)), 32, 0),
        // Across warps it orders nothing.
        (None, 64, 1),
    ] {
        let mut k = Builder::new();
        let s = k.shared("s", 1024);
        k.store(&s, tid(), tid());
        k.barrier_of(Scope::Warp, Spaces::ALL, mask);
        k.load(&s, bin(BinOp::Sub, int(threads - 1), tid()));
        assert_eq!(lines(&k.run(1, threads as u64)).len(), want, "{threads}");
    }
}

#[test]
fn lanes_outside_of_the_mask_are_not_ordered() {
    let mut k = Builder::new();
    let s = k.shared("s", 1024);
    let write = k.store(&s, tid(), tid());
    let mask = Expr {
        ty: Ty::U32,
        kind: ExprKind::Int(0x3),
    };
    k.when(cmp(CmpOp::Lt, tid(), int(2)), |k| {
        k.barrier_of(Scope::Warp, Spaces::ALL, Some(mask));
    });
    let mut read = 0;
    k.when(cmp(CmpOp::Eq, tid(), int(0)), |k| {
        read = k.load(&s, int(1)).1;
    });
    assert_eq!(lines(&k.run(1, 4)), []);
    k.when(cmp(CmpOp::Eq, tid(), int(0)), |k| {
        read = k.load(&s, int(2)).1;
    });
    assert_eq!(lines(&k.run(1, 4)), [(write, read, Scope::Warp)]);
}

#[test]
fn shuffles_exchange_values_but_order_nothing() {
    let mut k = Builder::new();
    let (a, s) = (k.global("A"), k.shared("s", 256));
    let dst = k.var("x", Ty::I32);
    let write = k.store(&s, tid(), tid());
    let mask = Some(Expr {
        ty: Ty::U32,
        kind: ExprKind::Int(0xffff_ffff),
    });
    k.push(StmtKind::Collective(Collective {
        op: CollectiveOp::ShuffleXor,
        scope: Scope::Warp,
        name: "__shfl_xor_sync".to_owned(),
        mask,
        args: vec![tid(), int(1)],
        dst: Some(dst),
    }));
    // A permutation: free if the shuffle is right.
    k.store(&a, value(dst), int(0));
    let (_, read) = k.load(&s, value(dst));
    let run = k.run(1, 32);
    assert_eq!(lines(&run), [(write, read, Scope::Warp)]);
    assert_eq!(run.divergences, []);
}

#[test]
fn a_lane_that_the_mask_names_must_come() {
    let mut k = Builder::new();
    k.when(cmp(CmpOp::Lt, tid(), int(2)), |k| {
        let mask = Some(Expr {
            ty: Ty::U32,
            kind: ExprKind::Int(0xf),
        });
        k.push(StmtKind::Collective(Collective {
            op: CollectiveOp::Any,
            scope: Scope::Warp,
            name: "__any_sync".to_owned(),
            mask,
            args: vec![tid()],
            dst: None,
        }));
    });
    k.barrier();
    let run = k.run(1, 4);
    assert_eq!(run.divergences[0].kind, Kind::DivergentCollective);
}

#[test]
fn barrier_reductions_are_uniform() {
    let mut k = Builder::new();
    let n = k.var("n", Ty::I32);
    let value_of = cmp(CmpOp::Lt, tid(), int(3));
    k.push(StmtKind::Barrier(Barrier {
        scope: Scope::Block,
        fences: Spaces::ALL,
        name: "__syncthreads_count".to_owned(),
        mask: None,
        reduce: Some(BarrierReduce {
            op: ReduceOp::Count,
            value: value_of,
            dst: n,
        }),
    }));
    k.push(StmtKind::Assert(cmp(CmpOp::Eq, value(n), int(3))));
    assert_eq!(k.run(1, 8).events, []);
}

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
            super::testing::element(&s, tid()),
            super::testing::element(&a, plus(tid(), 5)),
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

#[test]
fn the_last_block_pattern_is_ordered() {
    for fence in [true, false] {
        let mut k = Builder::new();
        let (a, count) = (k.global("A"), k.global("count"));
        k.store(&a, bid(), int(1));
        if fence {
            k.push(StmtKind::Fence {
                scope: Scope::Grid,
                spaces: Spaces::ALL,
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
                fill: super::Fill::Zeros,
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
        addr: super::testing::element(&flag, int(0)),
        ty: Ty::I32,
        args: vec![],
        scope: Scope::Block,
        order: MemoryOrder::Acquire,
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
    let id = k
        .kernel
        .objects
        .push(super::testing::object("rows", Space::Constant, None, Ty::Ptr));
    let slot = k.var("p", Ty::Ptr);
    let addr = Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Object(id),
    };
    k.push(StmtKind::Load {
        dst: slot,
        addr,
        volatile: false,
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

#[test]
fn what_is_not_modelled_is_not_exact() {
    let mut k = Builder::new();
    let hole = k.kernel.holes.push(Hole {
        loc: loc(1),
        reason: "unknown".to_owned(),
    });
    let a = k.global("A");
    let index = Expr {
        ty: Ty::I32,
        kind: ExprKind::Unknown(hole),
    };
    k.store(&a, index, tid());
    let inputs = Inputs {
        fill: super::Fill::Zeros,
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
