//! What replay says of findings and of proofs, over small kernels built by hand.

use super::testing::{Builder, bid, bin, cmp, gid, int, lines, loc, plus, tid};
use super::{EventKind, Inputs, Limits, Schedule, confirm, run, smoke};
use kverify_frontend::ir::*;
use kverify_smt::answer::{self, Action, Config, Finding, Kind, ThreadAt, Witness};

/// A kernel `out[tid] = in[tid + 1]` over two pointer parameters.
fn shift() -> Builder {
    let mut k = Builder::new();
    let (out, input) = (k.global("out"), k.global("in"));
    for (n, name) in [(0, "out"), (1, "in")] {
        let var = k.var(name, Ty::Ptr);
        k.kernel.params.push(Param {
            name: name.to_owned(),
            var,
            ty: Ty::Ptr,
            object: Some(ObjectId(n)),
            pointee: None,
        });
    }
    let (v, _) = k.load(&input, plus(tid(), 1));
    k.store(&out, tid(), v);
    k
}

#[test]
fn aliases_are_one_buffer() {
    let k = shift();
    let with = |aliases| Inputs {
        aliases,
        ..k.inputs(1, 4)
    };
    assert_eq!(
        run(&k.kernel, &with(Vec::new()), &Limits::default()).conflicts,
        []
    );
    let run = run(&k.kernel, &with(vec![vec![0, 1]]), &Limits::default());
    assert_eq!(lines(&run), [(1, 2, Scope::Warp)]);
    let finding = finding(
        Kind::DataRace,
        [(2, Action::Write), (1, Action::Read)],
        Scope::Block,
    );
    let may_alias = Config {
        may_alias: true,
        ..Config::default()
    };
    assert!(confirm(&k.kernel, &may_alias, &finding, &Limits::default()).confirmed);
    assert!(!confirm(&k.kernel, &Config::default(), &finding, &Limits::default()).confirmed);
}

#[test]
fn distinct_elements_are_distinct() {
    let mut k = shift();
    let id = ObjectId(1);
    let address = Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Object(id),
    };
    let (index, _) = k.load(&address, tid());
    let out = Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Object(ObjectId(0)),
    };
    k.store(&out, plus(index, 100), tid());
    for (distinct, free) in [(vec![1], true), (Vec::new(), false)] {
        let inputs = Inputs {
            distinct,
            fill: super::Fill::Zeros,
            cells: vec![answer::Cell {
                object: id,
                row: 0,
                offset: 8,
                ty: Ty::I32,
                bits: 0,
            }],
            ..k.inputs(1, 4)
        };
        assert_eq!(
            lines(&run(&k.kernel, &inputs, &Limits::default())).is_empty(),
            free
        );
    }
}

#[test]
fn ill_formed_kernels_are_refused() {
    let mut k = Builder::new();
    k.end(TermKind::Goto(BlockId(77)));
    assert_eq!(
        run(&k.kernel, &k.inputs(1, 1), &Limits::default()).events[0].kind,
        EventKind::IllFormed
    );
    let mut k = Builder::new();
    k.assign(VarId(99), int(0));
    assert_eq!(
        run(&k.kernel, &k.inputs(1, 1), &Limits::default()).events[0].kind,
        EventKind::IllFormed
    );
    let k = Builder::new();
    let huge = Inputs {
        block_dim: [u64::MAX, u64::MAX, 3],
        ..k.inputs(1, 1)
    };
    assert_eq!(
        run(&k.kernel, &huge, &Limits::default()).events[0].kind,
        EventKind::LaunchTooLarge
    );
}

/// A finding at two lines with a witness of one block of 8 threads.
fn finding(kind: Kind, places: [(u32, Action); 2], scope: Scope) -> Finding {
    let thread = |x| ThreadAt {
        thread: [x, 0, 0],
        ..ThreadAt::default()
    };
    Finding::new(
        kind,
        scope,
        places.map(|(line, action)| answer::Place {
            loc: loc(line),
            action,
        }),
        Witness {
            block_dim: [8, 1, 1],
            grid_dim: [1, 1, 1],
            threads: [thread(0), thread(1)],
            ..Witness::default()
        },
    )
}

#[test]
fn a_race_is_confirmed_at_its_places_only() {
    let mut k = Builder::new();
    let s = k.shared("s", 64);
    let write = k.store(&s, tid(), tid());
    let read = k.load(&s, plus(tid(), 1)).1;
    let own = k.load(&s, tid()).1;
    let ask = |a, b| {
        let finding = finding(
            Kind::DataRace,
            [(a, Action::Write), (b, Action::Read)],
            Scope::Block,
        );
        confirm(&k.kernel, &Config::default(), &finding, &Limits::default())
    };
    let judgement = ask(write, read);
    assert!(judgement.confirmed, "{judgement:?}");
    assert_eq!(judgement.runs, 1);
    assert!(!ask(write, own).confirmed);
    assert_eq!(
        ask(write, own).others.len(),
        2,
        "the race, and the read of the last neighbour"
    );
}

#[test]
fn open_contents_are_chosen_in_several_ways() {
    // A[B[tid]] races only if B holds equal cells.
    let mut k = Builder::new();
    let (a, b) = (k.global("A"), k.global("B"));
    let (index, _) = k.load(&b, tid());
    k.when(cmp(CmpOp::Gt, index.clone(), int(0)), |k| {
        k.store(&a, index, tid());
    });
    let write = 3;
    let finding = finding(Kind::DataRace, [(write, Action::Write); 2], Scope::Block);
    let judgement = confirm(&k.kernel, &Config::default(), &finding, &Limits::default());
    assert!(judgement.confirmed, "{judgement:?}");
    assert!(judgement.runs > 1);
}

#[test]
fn smoke_respects_the_configuration() {
    // Free only for one block of at most 8 threads.
    let mut k = Builder::new();
    let a = k.global("A");
    k.store(&a, bin(BinOp::Rem, tid(), int(8)), bid());
    let one = Config {
        block: [Some(8), Some(1), Some(1)],
        grid: [Some(1); 3],
        ..Config::default()
    };
    assert_eq!(smoke(&k.kernel, &one, 1, 20), []);
    let two = Config {
        grid: [Some(2), Some(1), Some(1)],
        ..one
    };
    assert!(!smoke(&k.kernel, &two, 1, 20).is_empty());
}

#[test]
fn smoke_respects_assumptions() {
    let mut k = Builder::new();
    let n = k.param("n");
    let a = k.global("A");
    k.store(&a, bin(BinOp::Mul, n.clone(), gid()), int(1));
    let block = [Some(4), Some(1), Some(1)];
    let free = Config {
        block,
        grid: [Some(1); 3],
        ..Config::default()
    };
    assert!(!smoke(&k.kernel, &free, 1, 30).is_empty());
    let assumed = vec![answer::Assumed {
        holds: cmp(CmpOp::Gt, n, int(0)),
        text: "n > 0".to_owned(),
        by: answer::Taken::User,
    }];
    assert_eq!(
        smoke(
            &k.kernel,
            &Config {
                assumes: assumed,
                ..free.clone()
            },
            1,
            30
        ),
        []
    );
    assert_eq!(
        smoke(
            &k.kernel,
            &Config {
                args: vec![(0, 3)],
                ..free
            },
            1,
            30
        ),
        []
    );
}

#[test]
fn schedules_change_values_not_verdicts() {
    let mut k = Builder::new();
    let a = k.global("A");
    let (v, _) = k.load(&a, int(0));
    k.store(&a, int(0), plus(v, 1));
    let of = |schedule| {
        lines(&run(
            &k.kernel,
            &Inputs {
                schedule,
                ..k.inputs(1, 4)
            },
            &Limits::default(),
        ))
    };
    assert_eq!(of(Schedule::InOrder), of(Schedule::RoundRobin));
    assert_eq!(of(Schedule::InOrder).len(), 2);
}
