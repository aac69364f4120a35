//! Kernels from CUDA and OpenCL text: racy, free and near-miss.

use super::testing::Builder;
use super::{EventKind, Limits, Violation, run, smoke};
use kverify_frontend::ir::{Kernel, Language};
use kverify_frontend::{Options, Source, parse};
use kverify_smt::answer::Config;

fn kernel(path: &str, text: &str) -> Kernel {
    let source = Source {
        path: path.into(),
        text: Some(text.to_owned()),
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    module.kernels.into_iter().next().expect("there is a kernel")
}

/// Lines of races and divergence in random launches of blocks of 32 threads.
fn seen(kernel: &Kernel) -> Vec<(u32, u32)> {
    let config = Config {
        block: [Some(32), Some(1), Some(1)],
        ..Config::default()
    };
    let violations = smoke(kernel, &config, 1, 20);
    let places = violations.iter().filter_map(|v| match v {
        Violation::Race(c) if !c.same_value => Some(&c.places),
        Violation::Divergence(d) => Some(&d.places),
        _ => None,
    });
    let mut lines: Vec<_> = places
        .map(|[a, b]| (a.loc.span.line, b.loc.span.line))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

const REDUCTION: &str = "__global__ void sum(const float *in, float *out) {
    __shared__ float part[32];
    part[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    for (int d = 16; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}";

#[test]
fn a_reduction_is_free_and_right() {
    let kernel = kernel("sum.cu", REDUCTION);
    assert_eq!(seen(&kernel), []);
}

#[test]
fn a_reduction_without_its_barrier_is_not() {
    let kernel = kernel(
        "sum.cu",
        &REDUCTION.replace("__syncthreads()", "int barrier_is_missing"),
    );
    let lines = seen(&kernel);
    assert!(lines.contains(&(3, 6)), "{lines:?}");
    assert!(lines.contains(&(6, 6)), "{lines:?}");
}

#[test]
fn a_reduction_that_starts_one_step_too_late_is_still_free() {
    let kernel = kernel("sum.cu", &REDUCTION.replace("d = 16", "d = 8"));
    assert_eq!(seen(&kernel), []);
}

#[test]
fn the_wrong_fence_is_seen() {
    let text = |fence: &str| {
        format!(
            "__kernel void shift(__global int *a, __local int *s) {{
    s[get_local_id(0)] = a[get_global_id(0)];
    barrier({fence});
    a[get_global_id(0)] = s[get_local_size(0) - 1 - get_local_id(0)];
}}"
        )
    };
    let right = kernel("shift.cl", &text("CLK_LOCAL_MEM_FENCE"));
    assert_eq!(right.language, Language::OpenCl);
    assert_eq!(seen(&right), []);
    assert_eq!(seen(&kernel("shift.cl", &text("CLK_GLOBAL_MEM_FENCE"))), [(2, 4)]);
}

#[test]
fn arithmetic_is_the_machines() {
    let text = "__global__ void k() {
    unsigned char c = 250; c += 10;
    int i = -7;
    unsigned u = 5;
    __shared__ short s[2];
    if (threadIdx.x == 0) {
        s[1] = (short)70000;
        __builtin_assume(c == 4 && i / 2 == -3 && i % 2 == -1 && i >> 1 == -4);
        __builtin_assume((u - 6) > 100u && (int)(u - 6) == -1 && (float)i / 2 == -3.5f && s[1] == 4464);
    }
}";
    let holds = |text: &str| {
        let kernel = kernel("arithmetic.cu", text);
        !run(&kernel, &Builder::new().inputs(1, 2), &Limits::default()).assumption_failed
    };
    assert!(holds(text));
    assert!(!holds(&text.replace("4464", "4465")));
    assert!(!holds(&text.replace("c == 4", "c == 260")));
}

/// What the threads of one block print.
fn printed(path: &str, text: &str, threads: u64, limits: &Limits) -> (Vec<String>, u64) {
    let kernel = kernel(path, text);
    let run = run(&kernel, &Builder::new().inputs(1, threads), limits);
    (run.printed.into_iter().map(|p| p.text).collect(), run.prints_lost)
}

#[test]
fn threads_print_what_printf_makes_of_its_arguments() {
    let limits = Limits {
        prints: 4,
        ..Limits::default()
    };
    let cuda = r#"__global__ void k(const int *a) {
    char word[4] = "odd";
    int i = threadIdx.x;
    int n = printf("%s %02d|%-4x|%.2f %c%%\n", i % 2 ? word : "even", i, a[i] + 10, 0.5f * i, 'A' + i);
    if (i == 0) printf("%d %s\n", n, "arguments");
}"#;
    let (texts, lost) = printed("k.cu", cuda, 5, &limits);
    assert_eq!(
        texts,
        [
            "even 00|a   |0.00 A%\n",
            "5 arguments\n",
            "odd 01|b   |0.50 B%\n",
            "even 02|c   |1.00 C%\n"
        ]
    );
    assert_eq!(lost, 2);
    let opencl = r#"__kernel void k(__global const float *a) {
    float4 v = (float4)(1.0f, 2.0f, 3.5f, a[0]);
    uchar2 u = (uchar2)(250, 7);
    printf("%v4hlf %#v2hhx %s\n", v, u, "done");
}"#;
    let (texts, _) = printed("k.cl", opencl, 1, &limits);
    assert_eq!(texts, ["1.000000,2.000000,3.500000,0.000000 0xfa,0x7 done\n"]);
}

#[test]
fn what_is_printed_with_unmodelled_values_says_so() {
    let text = r#"__device__ int unknown(int);
__global__ void k() {
    printf("%d\n", unknown(3));
    printf("%d\n", 3);
}"#;
    let kernel = kernel("k.cu", text);
    let limits = Limits {
        prints: 8,
        ..Limits::default()
    };
    let run = run(&kernel, &Builder::new().inputs(1, 1), &limits);
    let exact: Vec<bool> = run.printed.iter().map(|p| p.exact).collect();
    assert_eq!(exact, [false, true]);
}

#[test]
fn the_log_has_room_again_after_each_barrier() {
    let kernel = kernel(
        "rounds.cu",
        "__global__ void k(int *a) {
    for (int i = 0; i < 64; i++) {
        a[threadIdx.x] = i;
        __syncthreads();
    }
}",
    );
    let is_full = |accesses| {
        let limits = Limits {
            accesses,
            ..Limits::default()
        };
        let run = run(&kernel, &Builder::new().inputs(1, 8), &limits);
        run.events.iter().any(|e| e.kind == EventKind::LogFull)
    };
    assert!(!is_full(8));
    assert!(is_full(7));
}

#[test]
fn copies_without_end_cost_no_more_than_the_run() {
    let kernel = kernel(
        "k.cl",
        "__kernel void k(__global int *out, __global const int *in) {
    __local int a[257];
    event_t all = 0;
    for (int i = 0; i >= 0; i = (i + 1) % 4)
        all = async_work_group_copy(a + 64 * i, in + 128 * i, 65, all);
    wait_group_events(1, &all);
    out[get_local_id(0)] = a[0];
}",
    );
    let limits = Limits {
        fuel: 400_000,
        ..Limits::default()
    };
    let run = run(&kernel, &Builder::new().inputs(1, 8), &limits);
    assert!(run.out_of_fuel);
    let places = run.conflicts.iter().map(|c| c.places[0].loc.span.line);
    assert!(places.eq([5]), "{:?}", run.conflicts);
    // Each pair of the thousands of copies would be hundreds of millions.
    assert!(run.instructions < 2_000_000, "{}", run.instructions);
}
