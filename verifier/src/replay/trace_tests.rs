//! Traces of kernels from source text.

use super::{Did, End, Fill, Inputs, Limits, Schedule, Step, Trace, run, trace};
use kverify_frontend::ir::{Kernel, Scope};
use kverify_frontend::{Options, Source, parse};
use kverify_smt::answer::Witness;

fn kernel(text: &str) -> Kernel {
    let source = Source {
        path: "trace.cu".into(),
        text: Some(text.to_owned()),
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    module.kernels.into_iter().next().expect("there is a kernel")
}

fn inputs(threads: u64, schedule: Schedule) -> Inputs {
    let witness = Witness {
        block_dim: [threads, 1, 1],
        grid_dim: [1, 1, 1],
        ..Witness::default()
    };
    Inputs {
        schedule,
        fill: Fill::Index,
        ..Inputs::of_witness(&witness)
    }
}

fn traced(text: &str, threads: u64, schedule: Schedule) -> Trace {
    let kernel = kernel(text);
    let inputs = inputs(threads, schedule);
    let limits = Limits {
        fuel: 2_500_000,
        ..Limits::default()
    };
    let (with, trace) = trace(&kernel, &inputs, &limits);
    if threads < 100 {
        assert_eq!(with, run(&kernel, &inputs, &limits), "recording changes nothing");
    }
    trace
}

fn at_line(trace: &Trace, line: u32) -> Vec<&Step> {
    trace.steps.iter().filter(|s| s.loc.span.line == line).collect()
}

const BRANCHES: &str = "__global__ void k(int *a) {
    int i = threadIdx.x;
    if (i % 2)
        a[i] = 1;
    else
        a[i] = 2;
    a[i + 64] = 3;
    __syncthreads();
}";

#[test]
fn in_lockstep_a_warp_takes_one_side_after_the_other_and_meets_again() {
    let trace = traced(BRANCHES, 64, Schedule::LockStep);
    assert_eq!(trace.threads.len(), 64);
    assert_eq!(trace.threads.iter().map(|t| t.warp).max(), Some(1));
    let turns = |line| {
        let mut turns: Vec<u32> = at_line(&trace, line).iter().map(|s| s.turn).collect();
        turns.sort_unstable();
        turns.dedup();
        turns
    };
    assert_eq!(at_line(&trace, 4).len(), 32);
    let (then, other, after) = (turns(4), turns(6), turns(7));
    assert_eq!([then.len(), other.len(), after.len()], [1, 1, 1]);
    assert!(
        then[0] < other[0] && other[0] < after[0],
        "{then:?} {other:?} {after:?}"
    );
    let barrier = trace
        .releases
        .iter()
        .find(|r| r.scope == Scope::Block)
        .expect("one barrier");
    assert_eq!((barrier.threads.len(), barrier.parted), (64, false));
    assert!(trace.threads.iter().all(|t| t.end == End::Left));
}

#[test]
fn without_lockstep_nobody_waits_for_the_other_side() {
    let trace = traced(BRANCHES, 64, Schedule::RoundRobin);
    let [then, other] = [4, 6].map(|line| at_line(&trace, line)[0].turn);
    assert_eq!(then, other);
}

#[test]
fn steps_say_what_they_read_and_wrote() {
    let trace = traced(
        "__global__ void k(int *a, int *sum) {
    int x = a[threadIdx.x];
    a[threadIdx.x] = x + 10;
    atomicAdd(sum, 5);
}",
        2,
        Schedule::LockStep,
    );
    let value = |step: &Step, n: u32| {
        let touch = trace.touches[(step.touches[0] + n) as usize];
        (touch.offset, touch.write, touch.value.map(|(_, bits)| bits))
    };
    let thread_1 = |line: u32| {
        at_line(&trace, line)
            .into_iter()
            .filter(|s| s.thread == 1)
            .collect::<Vec<_>>()
    };
    assert_eq!(value(thread_1(2)[0], 0), (4, false, Some(1)));
    assert!(matches!(
        thread_1(2).last().map(|s| s.did),
        Some(Did::Assign(_, 1) | Did::Access)
    ));
    assert_eq!(value(thread_1(3)[0], 0), (4, true, Some(11)));
    // The first thread has added its 5 already.
    assert_eq!(value(thread_1(4)[0], 0), (0, false, Some(5)));
    assert_eq!(value(thread_1(4)[0], 1), (0, true, Some(10)));
}

#[test]
fn atomic_operations_that_write_nothing_are_no_writes() {
    let trace = traced(
        "__global__ void k(int *a, int *b) {
    atomicCAS(a, 0, 9);
    atomicCAS(a, 9, 3);
}",
        1,
        Schedule::InOrder,
    );
    let touched = |line: u32| {
        let step = at_line(&trace, line)[0];
        let range = step.touches[0] as usize..step.touches[1] as usize;
        let seen = trace.touches[range].iter();
        seen.map(|t| (t.write, t.value.map(|(_, bits)| bits)))
            .collect::<Vec<_>>()
    };
    // The cell holds 0 at first.
    assert_eq!(touched(2), [(false, Some(0)), (true, Some(9))]);
    assert_eq!(touched(3), [(false, Some(9)), (true, Some(3))]);
    let failed = traced(
        "__global__ void k(int *a, int *b) {
    atomicCAS(a, 7, 9);
}",
        1,
        Schedule::InOrder,
    );
    assert_eq!(failed.touches.len(), 1);
    assert!(!failed.touches[0].write);
}

const SPIN: &str = "__global__ void k(int *lock, int *a) {
    while (atomicExch(lock, 1)) {
    }
    a[0] += 1;
    atomicExch(lock, 0);
}";

#[test]
fn a_lock_taken_by_a_thread_of_the_warp_never_opens_in_lockstep() {
    let in_lockstep = traced(SPIN, 4, Schedule::LockStep);
    let stuck: Vec<bool> = in_lockstep.threads.iter().map(|t| t.endless.is_some()).collect();
    assert_eq!(stuck, [false, true, true, true]);
    assert_eq!(in_lockstep.threads[0].end, End::Behind);
    assert!(in_lockstep.truncated, "a few rounds are kept");
    assert!(in_lockstep.steps.len() < 1000, "{}", in_lockstep.steps.len());
    assert!(
        in_lockstep
            .steps
            .iter()
            .all(|s| s.endless == (s.thread > 0 && s.loc.span.line == 2))
    );
    let free = traced(SPIN, 4, Schedule::RoundRobin);
    assert!(
        free.threads
            .iter()
            .all(|t| t.endless.is_none() && t.end == End::Left)
    );
    assert!(free.steps.iter().all(|s| !s.endless));
}

#[test]
fn one_lock_for_each_warp_opens_in_lockstep() {
    let one_lane = SPIN.replace("while (", "if (threadIdx.x % 32) return;\n    while (");
    let trace = traced(&one_lane, 96, Schedule::LockStep);
    assert!(trace.threads.iter().all(|t| t.end == End::Left));
}

#[test]
fn parting_at_barriers_is_recorded() {
    let text = "__global__ void k(int *a) {
    if (threadIdx.x < 2)
        __syncthreads();
    else
        __syncthreads();
}";
    let trace = traced(text, 4, Schedule::LockStep);
    assert!(trace.releases.iter().any(|r| r.parted && r.threads.len() == 4));
    let waits = trace
        .steps
        .iter()
        .filter(|s| matches!(s.did, Did::Wait { until: Some(_), .. }));
    assert_eq!(waits.count(), 4);
}

#[test]
fn long_runs_are_cut() {
    let text = "__global__ void k(int *a) { for (int i = 0; i < 1100; i++) a[i + threadIdx.x * 1100] = i; }";
    let trace = traced(text, 128, Schedule::LockStep);
    assert!(trace.truncated);
    assert_eq!(trace.steps.len(), 400_000);
    assert!(
        trace.threads.iter().all(|t| t.end == End::Left),
        "the run itself went on"
    );
}
