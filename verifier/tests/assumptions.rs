//! What a proof takes for granted stands beside it: one kernel for each assumption that a source or a flag brings in.

use kverify::answer::Arith;
use kverify::{Options, Source, Verdict, verify};

/// The verdict of the only kernel of `text` and the ids of its assumptions.
fn said(path: &str, text: &str, options: &Options) -> (Verdict, Vec<String>) {
    let source = Source {
        path: path.into(),
        text: Some(text.to_owned()),
    };
    let report = verify(&[source], options).expect("the options are fine");
    let kernel = &report.files[0].kernels[0];
    let ids = kernel.assumptions.iter().map(|a| a.id.id().to_owned()).collect();
    (kernel.verdict, ids)
}

fn assert_said(path: &str, text: &str, options: &Options, id: &str) {
    let (verdict, ids) = said(path, text, options);
    assert!(ids.iter().any(|i| i == id), "{verdict:?} {ids:?}");
}

#[test]
fn a_thread_that_others_wait_for_leaves_its_loop() {
    let waits = "__global__ void k(int *a, volatile int *f) {
        if (threadIdx.x == 0) { while (f[0] == 0) {} }
        __syncthreads();
        a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    }";
    assert_said("k.cu", waits, &Options::default(), "termination");
}

#[test]
fn a_loop_that_plainly_ends_takes_nothing_for_granted() {
    let ends = "__global__ void k(int *a, int n) {
        __shared__ int s[256];
        for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = i;
        __syncthreads();
        a[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
    }";
    let (verdict, ids) = said("k.cu", ends, &Options::default());
    assert_eq!(verdict, Verdict::Proved);
    assert!(!ids.iter().any(|i| i == "termination"), "{ids:?}");
}

#[test]
fn conditions_that_the_source_states() {
    let stated = "__global__ void k(int *a, int n) {
        __builtin_assume(n == 4);
        a[(blockIdx.x * blockDim.x + threadIdx.x) * n] = 1;
    }";
    assert_said("k.cu", stated, &Options::default(), "stated");
}

#[test]
fn places_that_nobody_comes_to_as_the_source_says() {
    let stated = "__global__ void k(int *a) {
        if (threadIdx.x || blockIdx.x)
            __builtin_unreachable();
        a[0] = 1 + threadIdx.x;
    }";
    assert_said("k.cu", stated, &Options::default(), "stated");
}

#[test]
fn arguments_point_into_no_variable() {
    let variable = "__device__ int g[1024];
    __global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = g[threadIdx.x]; }";
    assert_said("k.cu", variable, &Options::default(), "separate-variables");
}

#[test]
fn lock_step_is_a_choice_of_the_users() {
    let reversed = "__global__ void k(int *a) {
        __shared__ int s[32];
        s[threadIdx.x] = threadIdx.x;
        a[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
    }";
    let options = Options {
        block: Some([32, 1, 1]),
        lockstep: 32,
        ..Options::default()
    };
    assert_said("k.cu", reversed, &options, "lockstep");
}

#[test]
fn distinct_elements_are_the_users_word() {
    let scatter =
        "__global__ void k(int *a, int *idx) { a[idx[blockIdx.x * blockDim.x + threadIdx.x]] = 1; }";
    let options = Options {
        assumes: vec!["distinct(idx)".to_owned()],
        ..Options::default()
    };
    assert_said("k.cu", scatter, &options, "user");
}

#[test]
fn sub_groups_have_a_size() {
    let sub_groups = "kernel void k(global int *a) { if (get_sub_group_id() == 0) a[get_global_id(0)] = 1; }";
    assert_said("k.cl", sub_groups, &Options::default(), "sub-group-size");
}

#[test]
fn products_of_24_bits_have_operands_of_24_bits() {
    let products =
        "__global__ void k(int *a, int n) { if (blockIdx.x == 0) a[__mul24(threadIdx.x, n)] = n; }";
    assert_said("k.cu", products, &Options::default(), "no-overflow");
}

#[test]
fn bit_vectors_take_no_overflow_for_granted_in_loops() {
    // Strides, residues, halvings and guarded steps, each of which closed forms or bounds would take to stay in its type.
    let loops = [
        "for (int i = threadIdx.x; i < n; i += 1000000000) a[i] = threadIdx.x;",
        "int v = 0; for (int i = 0; i < 4; i++) { a[threadIdx.x * 8 + v] = i; v = (v + n) % 6; }",
        "int v = threadIdx.x; for (int i = 0; i < n; i++) { a[v / 2] = i; if (b[i]) v += 3; }",
        "for (int d = n; d > 0; d *= 2) a[threadIdx.x + (d & 1024)] = d;",
    ];
    for body in loops {
        let text = format!("__global__ void k(int *a, const int *b, int n) {{ {body} }}");
        let exact = Options {
            arith: Arith::Bv,
            ..Options::default()
        };
        let (_, ids) = said("k.cu", &text, &exact);
        assert!(!ids.iter().any(|i| i == "no-overflow"), "{body}: {ids:?}");
        let (_, ids) = said("k.cu", &text, &Options::default());
        assert!(ids.iter().any(|i| i == "no-overflow"), "{body}: {ids:?}");
    }
}
