//! Harm of races in kernels from source text.

use super::{Fill, Harm, Inputs, Limits, Schedule, harm, run};
use kverify_frontend::ir::Scope;
use kverify_frontend::{Options, Source, parse};
use kverify_smt::answer::Witness;

/// The harm of the first race of a launch.
fn harm_of(text: &str, block: u64, grid: u64) -> Option<Harm> {
    let source = Source {
        path: "harm.cu".into(),
        text: Some(text.to_owned()),
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    let kernel = &module.kernels[0];
    let witness = Witness {
        block_dim: [block, 1, 1],
        grid_dim: [grid, 1, 1],
        ..Witness::default()
    };
    let inputs = Inputs {
        blocks: (0..grid).map(|b| [b, 0, 0]).collect(),
        schedule: Schedule::InOrder,
        fill: Fill::Zeros,
        ..Inputs::of_witness(&witness)
    };
    let run = run(kernel, &inputs, &Limits::default());
    let race = run.conflicts.first().expect("there is a race");
    let scope = if grid > 1 { Scope::Grid } else { Scope::Block };
    harm(kernel, &inputs, race, scope, &Limits::default())
}

fn values(harm: &Harm) -> Vec<(i64, Vec<Option<u128>>, bool)> {
    harm.cells
        .iter()
        .map(|c| (c.offset, c.values.clone(), c.last_decides))
        .collect()
}

#[test]
fn the_last_writer_decides() {
    let harm = harm_of(
        "__global__ void k(int *a) { a[0] = threadIdx.x / 32 + 7; }",
        64,
        1,
    )
    .expect("small");
    assert_eq!(values(&harm), [(0, vec![Some(7), Some(8)], true)]);
    assert!(!harm.ways);
}

#[test]
fn what_is_read_decides() {
    // Cell 31 gets what 32 held, or what 32 was given.
    let text =
        "__global__ void k(int *a) { int x = a[threadIdx.x + 1]; __syncwarp(); a[threadIdx.x] = x + 100; }";
    let harm = harm_of(text, 64, 1).expect("small");
    let [(124, values, false)] = &values(&harm)[..] else {
        panic!("{harm:?}")
    };
    assert_eq!(values.len(), 2);
    assert_eq!(harm.differing, 1);
}

#[test]
fn blocks_are_told_apart_as_well() {
    let harm = harm_of("__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }", 2, 3).expect("small");
    assert_eq!(harm.differing, 2);
    assert_eq!(harm.cells[0].values, [Some(0), Some(1), Some(2)]);
}

#[test]
fn threads_of_a_warp_too() {
    let harm = harm_of("__global__ void k(int *a) { a[0] = threadIdx.x; }", 2, 1).expect("small");
    assert_eq!(values(&harm), [(0, vec![Some(0), Some(1)], true)]);
}

#[test]
fn the_interval_of_the_race_is_the_one_that_is_run() {
    let text = "__global__ void k(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[0] = s[threadIdx.x] / 32;
    __syncthreads();
    a[threadIdx.x + 1] = 5;
}";
    let harm = harm_of(text, 64, 1).expect("small");
    assert_eq!(values(&harm), [(0, vec![Some(0), Some(1)], true)]);
}

#[test]
fn equal_values_do_no_harm() {
    let harm = harm_of(
        "__global__ void k(int *a) { if (a[threadIdx.x + 1] >= 0) a[0] = 1; }",
        64,
        1,
    )
    .expect("small");
    assert!(harm.is_benign(), "{harm:?}");
    assert!(harm.launches > 1);
}

#[test]
fn a_value_that_is_read_only_to_be_thrown_away_does_no_harm() {
    let text = "__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 3;
    int x = a[threadIdx.x ^ 32];
    b[threadIdx.x] = x * 0;
}";
    assert!(harm_of(text, 64, 1).expect("small").is_benign());
    let near = harm_of(&text.replace("x * 0", "x * 2"), 64, 1).expect("small");
    assert!(!near.is_benign(), "{near:?}");
}

#[test]
fn other_ways_through_the_kernel_are_harm() {
    let text = "__global__ void k(int *a) {
    if (threadIdx.x == 32) a[0] = 77777;
    if (threadIdx.x == 0 && a[0] == 77777) { __syncthreads(); }
}";
    let harm = harm_of(text, 64, 1).expect("small");
    assert!(harm.ways && harm.differing == 0, "{harm:?}");
}

#[test]
fn nothing_is_said_of_atomics_and_of_what_waits() {
    let counter = "__global__ void k(int *n, int *a) { a[0] = atomicAdd(n, 1); }";
    assert_eq!(harm_of(counter, 64, 1), None);
    let waits =
        "__global__ void k(volatile int *a) { if (threadIdx.x < 32) a[0] = 1; else while (a[0] != 1); }";
    assert_eq!(harm_of(waits, 64, 1), None);
}

#[test]
fn a_blocks_shared_memory_is_gone_when_it_ends() {
    let text = "__global__ void k(int *a) {
    __shared__ int s[2];
    s[threadIdx.x] = a[0];
    a[0] = 7;
}";
    let harm = harm_of(text, 1, 2).expect("small");
    assert!(harm.is_benign(), "{harm:?}");
    let near = harm_of(
        &text.replace("a[0] = 7", "a[blockIdx.x] = s[threadIdx.x] + 1"),
        1,
        2,
    )
    .expect("small");
    assert!(!near.is_benign(), "{near:?}");
}
