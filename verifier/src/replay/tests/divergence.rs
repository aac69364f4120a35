//! Threads that part, and loops with barriers.

use super::super::testing::{Builder, bid, bin, cast, cmp, int, lines, loc, plus, tid};
use kverify_frontend::ir::*;
use kverify_smt::answer::{Action, Kind, ThreadAt};

#[test]
fn threads_part_at_a_conditional_barrier() {
    let mut k = Builder::new();
    let mut barrier = 0;
    k.when(cmp(CmpOp::Lt, tid(), int(2)), |k| barrier = k.barrier());
    k.end(TermKind::Return);
    let run = k.run(1, 4);
    assert_eq!(run.divergences.len(), 1);
    let actions = run.divergences[0].places.clone().map(|p| p.action);
    assert_eq!(actions, [Action::Barrier, Action::PassedBy]);
    assert_eq!(run.divergences[0].places[0].loc, loc(barrier));
    assert_eq!(run.divergences[0].kind, Kind::BarrierDivergence);
}

#[test]
fn threads_that_return_before_a_barrier_left_early() {
    let mut k = Builder::new();
    let (returns, goes_on) = (k.new_block(), k.new_block());
    k.end(TermKind::Branch {
        cond: cmp(CmpOp::Lt, tid(), int(2)),
        then: returns,
        other: goes_on,
    });
    k.go_to(returns);
    k.end(TermKind::Return);
    k.go_to(goes_on);
    k.barrier();
    k.end(TermKind::Return);
    let run = k.run(1, 4);
    assert_eq!(run.divergences.len(), 1);
    let mut actions = run.divergences[0].places.clone().map(|p| p.action);
    actions.sort_unstable();
    assert_eq!(actions, [Action::Barrier, Action::Exit]);
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
