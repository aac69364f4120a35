//! Random kernels, asked about in different ways: the answers must not contradict each other, nor what runs show.
//!
//! `cargo run -p kverify-tests --bin differential -- --count 5000 --seed 1 --shrink` tries more, and makes failures small.

use kverify_tests::differential::examine;
use kverify_tests::generator::reference::{self, Fill};
use kverify_tests::generator::{Expr, Op, Place, Program, Stmt, Ty, draw, print, rewrite, shrink};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const KERNELS: u64 = 80;
const WORKERS: u64 = 3;

#[test]
fn answers_agree() {
    let next = AtomicU64::new(1);
    let failures = Mutex::new(Vec::new());
    let (proved, broken) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed > KERNELS {
                        return;
                    }
                    let program = draw::draw(seed);
                    let examined = examine(&program, seed);
                    let is_proved = examined.verdict == Some(kverify::Verdict::Proved);
                    proved.fetch_add(u64::from(is_proved), Ordering::Relaxed);
                    broken.fetch_add(u64::from(examined.broken), Ordering::Relaxed);
                    for (kind, more) in examined.troubles {
                        let text = print::print(&program);
                        let failure = format!("seed {seed}: {kind}: {more}\n{text}");
                        failures.lock().expect("no worker panicked").push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no worker panicked");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let (proved, broken) = (proved.into_inner(), broken.into_inner());
    assert!(
        proved > KERNELS / 10 && broken > KERNELS / 10,
        "the kernels are too much alike: {proved} proved, {broken} broken of {KERNELS}"
    );
}

/// `s[t] = t;`, a barrier if wanted, `v0 = s[t ^ 1];`
fn exchange(barrier: bool) -> Program {
    let cell = |index| Place::Cell(0, Expr::Const(0), index);
    let mut body = vec![Stmt::Store(cell(Expr::T), Expr::T)];
    if barrier {
        body.push(Stmt::Barrier(true));
    }
    let other = Expr::bin(Op::Xor, Expr::T, Expr::Const(1));
    body.push(Stmt::Set(0, Expr::Load(Box::new(cell(other)))));
    Program {
        opencl: false,
        block: [4, 1],
        grid: 1,
        locals: vec![Ty::Int],
        body,
    }
}

#[test]
fn the_reference_sees_races_and_values() {
    let free = reference::run(&exchange(true), 0, Fill::Zeros);
    assert!(
        !free.race && !free.divergence && !free.invalid && !free.reads_inputs,
        "{free:?}"
    );
    assert_eq!(free.locals, [[1], [0], [3], [2]]);
    assert!(reference::run(&exchange(false), 0, Fill::Zeros).race);
}

#[test]
fn a_wrong_interpreter_would_be_noticed() {
    let program = exchange(true);
    let right = vec![vec![1], vec![0], vec![3], vec![2]];
    let wrong = vec![vec![1], vec![0], vec![3], vec![7]];
    let races = |locals: &[Vec<i128>]| {
        reference::run(&rewrite::with_sums_checked(&program, locals), 0, Fill::Zeros).race
    };
    assert!(!races(&right) && races(&wrong));
}

#[test]
fn shrinking_keeps_what_matters() {
    let mut program = exchange(false);
    program.body.insert(1, Stmt::Set(0, Expr::Const(5)));
    let small = shrink::shrink(&program, 200, &mut |twin| {
        reference::run(twin, 0, Fill::Zeros).race
    });
    // All threads write to one place.
    assert_eq!(small.body.len(), 1, "{}", print::print(&small));
}
