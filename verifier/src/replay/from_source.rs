//! Kernels from CUDA and OpenCL text: racy, free and near-miss.

use super::testing::Builder;
use super::{Limits, Violation, run, smoke};
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
