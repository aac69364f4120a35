//! Warp barriers, shuffles, votes.

use super::super::testing::{Builder, bin, cast, cmp, int, lines, plus, tid, value};
use super::super::{Inputs, Limits, run, run_watching};
use kverify_frontend::ir::*;
use kverify_smt::answer::Kind;

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
        tile: None,
        reduce: Some(BarrierReduce {
            op: ReduceOp::Count,
            value: value_of,
            dst: n,
        }),
    }));
    k.push(StmtKind::Assert(cmp(CmpOp::Eq, value(n), int(3))));
    assert_eq!(k.run(1, 8).events, []);
}

/// The votes and shuffles of a block of 64, in warps of other sizes.
#[test]
fn warps_are_as_large_as_the_launch_says() {
    let mut k = Builder::new();
    let a = k.global("A");
    let collective = |k: &mut Builder, op, args: Vec<Expr>| {
        let dst = k.var("x", Ty::U64);
        k.push(StmtKind::Collective(Collective {
            op,
            scope: Scope::Warp,
            name: String::new(),
            mask: None,
            args,
            dst: Some(dst),
        }));
        cast(Ty::I32, value(dst))
    };
    let size = Expr {
        ty: Ty::I32,
        kind: ExprKind::Geometry(Geometry::WarpSize),
    };
    let sum = collective(&mut k, CollectiveOp::ReduceAdd, vec![int(1)]);
    let up = collective(&mut k, CollectiveOp::ShuffleUp, vec![tid(), int(1)]);
    k.store(&a, tid(), bin(BinOp::Mul, sum, int(1000)));
    k.store(&a, plus(tid(), 64), up);
    k.store(&a, plus(tid(), 128), size);
    for size in [1, 8, 16, 32, 64] {
        let inputs = Inputs {
            warp_size: size,
            ..k.inputs(1, 64)
        };
        let (_, contents) = run_watching(&k.kernel, &inputs, &Limits::default(), &[ObjectId(0)]);
        let elements: Vec<u128> = contents[0].elements.iter().map(|(_, bits)| *bits).collect();
        let number = u128::from(size);
        assert_eq!(elements[5], number * 1000);
        // The first lane of a warp keeps its own.
        let from_below = |n: u128| if n.is_multiple_of(number) { n } else { n - 1 };
        let want: Vec<u128> = (0..64).map(from_below).collect();
        assert_eq!(elements[64..128], want);
        assert_eq!(elements[130], number);
    }
}

#[test]
fn a_race_of_neighbours_is_one_between_warps_where_these_are_small() {
    let mut k = Builder::new();
    let s = k.shared("s", 64);
    k.store(&s, tid(), tid());
    k.load(&s, plus(tid(), 1));
    for (size, scopes) in [
        (4, vec![Scope::Warp, Scope::Block]),
        (8, vec![Scope::Warp]),
        (1, vec![Scope::Block]),
    ] {
        let inputs = Inputs {
            warp_size: size,
            ..k.inputs(1, 8)
        };
        let run = run(&k.kernel, &inputs, &Limits::default());
        let seen: Vec<Scope> = run.conflicts.iter().map(|c| c.scope).collect();
        assert_eq!(seen, scopes, "warps of {size}");
    }
}

#[test]
fn lockstep_may_span_warps() {
    let mut k = Builder::new();
    let s = k.shared("s", 512);
    k.store(&s, tid(), tid());
    k.load(&s, bin(BinOp::Sub, int(63), tid()));
    for (lockstep, races) in [(64, 0), (32, 1), (1, 1)] {
        let inputs = Inputs {
            lockstep,
            ..k.inputs(1, 64)
        };
        let run = run(&k.kernel, &inputs, &Limits::default());
        assert_eq!(
            usize::from(!run.conflicts.is_empty()),
            races,
            "{lockstep} in lock-step"
        );
    }
}
