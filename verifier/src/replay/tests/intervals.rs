//! Races within and between barrier intervals.

use super::super::testing::{Builder, bid, bin, cast, gid, int, lines, plus, tid};
use kverify_frontend::ir::*;
use kverify_smt::answer::Variant;

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
    let addr = super::super::testing::element(&a, tid());
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
