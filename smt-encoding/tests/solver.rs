//! Both encodings on small queries whose answers are known.

use kverify_frontend::ir::Ty;
use kverify_smt::term::{BitOp, Level, Origin, Range, Sort, Symbol, TermId, Terms};
use kverify_smt::z3::{Encoding, Limits, Outcome, Session, smt2};

const LIMITS: Limits = Limits {
    rlimit: 4_000_000,
    work: u64::MAX,
    deadline: None,
};

fn symbol(terms: &mut Terms, name: &str, lo: i128, hi: i128) -> TermId {
    terms.fresh(Symbol {
        name: name.to_owned(),
        sort: Sort::Int,
        range: Range::new(lo, hi),
        level: Level::Thread,
        loops: Vec::new(),
        origin: Origin::Free,
    })
}

fn check(terms: &Terms, conjuncts: &[TermId], encoding: Encoding) -> Outcome {
    Session::without_shortcuts().check(terms, conjuncts, encoding, LIMITS)
}

#[test]
fn global_ids_differ() {
    let mut t = Terms::new();
    let d = symbol(&mut t, "D", 1, 1024);
    let [t1, t2] = ["t#1", "t#2"].map(|n| symbol(&mut t, n, 0, 1023));
    let [b1, b2] = ["b#1", "b#2"].map(|n| symbol(&mut t, n, 0, (1 << 31) - 1));
    let [g1, g2] = [(b1, t1), (b2, t2)].map(|(b, x)| {
        let p = t.mul(b, d);
        t.add(p, x)
    });
    let mut query = vec![t.lt(t1, d), t.lt(t2, d), t.ne(b1, b2)];
    query.push(t.eq(g1, g2));
    assert_eq!(check(&t, &query, Encoding::Int), Outcome::Unsat);
    // Without t2 < D the ids collide.
    query.remove(1);
    let Outcome::Sat(model) = check(&t, &query, Encoding::Int) else {
        panic!("should be sat");
    };
    let v = |x| model.int(x).expect("occurs");
    assert_eq!(v(b1) * v(d) + v(t1), v(b2) * v(d) + v(t2));
    assert!(v(t1) < v(d) && v(b1) != v(b2));
    assert!(smt2(&t, &query, Encoding::Int).contains("(check-sat)"));
}

#[test]
fn bit_tricks() {
    let mut t = Terms::new();
    let [t1, t2] = ["t#1", "t#2"].map(|n| symbol(&mut t, n, 0, 1023));
    let j = symbol(&mut t, "j", 1, 512);
    let (x1, x2) = (t.bits(BitOp::Xor, t1, j), t.bits(BitOp::Xor, t2, j));
    // Bitonic: whoever is below its partner touches both; A[t1] against A[t2 ^ j].
    let query = [t.lt(t1, x1), t.lt(t2, x2), t.eq(t1, x2)];
    assert_eq!(check(&t, &query, Encoding::Bv), Outcome::Unsat);
    assert_eq!(check(&t, &query, Encoding::Int), Outcome::Unsat);
    let racy = [t.lt(t1, x1), t.eq(t1, x2)];
    assert!(matches!(check(&t, &racy, Encoding::Bv), Outcome::Sat(_)));
}

#[test]
fn unsigned_arithmetic_wraps_in_bit_vectors() {
    let mut t = Terms::new();
    let x = symbol(&mut t, "x", 0, (1 << 32) - 1);
    let less = t.offset(x, -1);
    let wrapped = t.wrap(less, Ty::U32);
    let query = [t.lt(x, wrapped)];
    for encoding in [Encoding::Int, Encoding::Bv] {
        let Outcome::Sat(model) = check(&t, &query, encoding) else {
            panic!("x - 1 > x at 0");
        };
        assert_eq!(model.int(x), Some(0));
    }
}

#[test]
fn unbounded_leaves_prove_nothing_as_bit_vectors() {
    let mut t = Terms::new();
    let k = t.fresh(Symbol {
        name: "k".to_owned(),
        sort: Sort::Int,
        range: Range::from(0),
        level: Level::Thread,
        loops: Vec::new(),
        origin: Origin::Free,
    });
    let few = symbol(&mut t, "few", 1, 4);
    let product = t.mul(few, k);
    let far = t.int(1 << 50);
    let query = [t.le(far, product)];
    assert!(matches!(check(&t, &query, Encoding::Bv), Outcome::Unknown(_)));
    assert!(matches!(check(&t, &query, Encoding::Int), Outcome::Sat(_)));
}

/// A counter `k` of a loop `for (v = s; v <= 70; v += 8)`: no more than 8, which its bits show.
#[test]
fn bit_vectors_search_all_that_the_query_leaves_of_a_leaf() {
    let mut t = Terms::new();
    let k = t.fresh(Symbol {
        name: "k".to_owned(),
        sort: Sort::Int,
        range: Range::from(0),
        level: Level::Thread,
        loops: Vec::new(),
        origin: Origin::Free,
    });
    let s = symbol(&mut t, "s", 0, 7);
    let steps = t.scale(k, 8);
    let value = t.add(s, steps);
    let last = t.int(70);
    let inside = t.le(value, last);
    let first = t.eq0(k);
    // As a loop's counter has it: not left yet, or the first iteration.
    let reached = t.or(&[first, inside]);
    let mut bit = |n: i128| {
        let n = t.int(n);
        let both = t.bits(BitOp::And, k, n);
        t.eq(both, n)
    };
    let (sixteen, eight) = (bit(16), bit(8));
    assert_eq!(check(&t, &[reached, sixteen], Encoding::Bv), Outcome::Unsat);
    let Outcome::Sat(model) = check(&t, &[reached, eight], Encoding::Bv) else {
        panic!("8 is such a number");
    };
    assert_eq!(model.int(k), Some(8));
}

/// `x³ + y³ = z³` for numbers from 1: nobody answers this within a small limit.
#[test]
fn limits_are_kept() {
    let mut t = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|n| symbol(&mut t, n, 1, 1 << 40));
    let [x3, y3, z3] = [x, y, z].map(|v| {
        let square = t.mul(v, v);
        t.mul(square, v)
    });
    let sum = t.add(x3, y3);
    let query = [t.eq(sum, z3)];
    for encoding in [Encoding::Int, Encoding::Bv] {
        let limits = Limits {
            rlimit: 50_000,
            work: u64::MAX,
            deadline: None,
        };
        let mut session = Session::without_shortcuts();
        let first = session.check(&t, &query, encoding, limits);
        assert!(matches!(first, Outcome::Unknown(_)), "{first:?}");
        assert_eq!(session.check(&t, &query, encoding, limits), first);
        assert_eq!(session.queries(), 2);
        assert!(session.seconds() < 10.0);
    }
}

#[test]
fn shortcuts_answer_without_the_solver() {
    let mut t = Terms::new();
    let [x, y] = ["x", "y"].map(|n| symbol(&mut t, n, 0, 100));
    let mut session = Session::new();
    let query = [t.lt(x, y), t.lt(y, x)];
    assert_eq!(session.check(&t, &query, Encoding::Int, LIMITS), Outcome::Unsat);
    let far = t.int(50);
    let query = [t.lt(x, y), t.lt(y, far), t.ne(x, y)];
    let sum = t.sum(&[(x, 3), (y, 2)], -10);
    let reachable = [t.eq0(sum)];
    assert!(matches!(
        session.check(&t, &reachable, Encoding::Int, LIMITS),
        Outcome::Sat(_)
    ));
    assert_eq!(session.queries(), 0);
    let found = session.check(&t, &query, Encoding::Int, LIMITS);
    assert!(matches!(found, Outcome::Sat(_)));
    assert_eq!(session.queries(), 1);
}
