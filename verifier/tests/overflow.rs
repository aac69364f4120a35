//! The assumption that index arithmetic does not overflow comes with the smallest launch found where it fails.

use kverify::answer::Taken;
use kverify::{Options, Source, Verdict, verify};

/// The text of the only kernel's assumption `no-overflow`, if it is proved under one.
fn assumed(path: &str, text: &str, options: &Options) -> Option<String> {
    let source = Source {
        path: path.into(),
        text: Some(text.to_owned()),
    };
    let report = verify(&[source], options).expect("the options are fine");
    let kernel = &report.files[0].kernels[0];
    assert_eq!(kernel.verdict, Verdict::Proved, "{:?}", kernel.reasons);
    let found = kernel.assumptions.iter().find(|a| a.id == Taken::NoOverflow);
    found.map(|a| a.text.clone())
}

/// What follows the announcement of the launch.
fn launch(text: &str) -> Option<&str> {
    text.split_once("where it does: ").map(|(_, launch)| launch)
}

const GLOBAL_ID: &str = "__global__ void k(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;
}";

fn of_size(block: u64, grid: Option<u64>) -> Options {
    Options {
        block: Some([block, 1, 1]),
        grid: grid.map(|n| [n, 1, 1]),
        ..Options::default()
    }
}

#[test]
fn a_global_id_overflows_past_2_to_the_31_threads() {
    let text = assumed("k.cu", GLOBAL_ID, &Options::default()).expect("it is assumed");
    assert_eq!(launch(&text), Some("2097153 blocks of 1024 threads (line 3)"));
}

#[test]
fn the_blocks_that_are_given_are_kept() {
    let text = assumed("k.cu", GLOBAL_ID, &of_size(128, None)).expect("it is assumed");
    assert_eq!(launch(&text), Some("16777217 blocks of 128 threads (line 3)"));
}

#[test]
fn one_block_less_needs_no_assumption() {
    assert_eq!(assumed("k.cu", GLOBAL_ID, &of_size(128, Some(16_777_216))), None);
}

#[test]
fn a_width_overflows_in_a_small_launch() {
    let tile = "__global__ void k(float *a, int w, int h) {
        int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
        if (r < h && c < w) a[r * w + c] = 1;
    }";
    let text = assumed("k.cu", tile, &Options::default()).expect("it is assumed");
    // 2·2³⁰ is the first that is too much.
    assert_eq!(
        launch(&text),
        Some("1 block of 1 x 3 threads, w = 1073741824 (line 3)")
    );
}

#[test]
fn a_grid_stride_overflows_at_the_end_of_the_longest_array() {
    let stride = "__global__ void k(float *a, int n) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
            a[i] += 1;
    }";
    let text = assumed("k.cu", stride, &Options::default()).expect("it is assumed");
    // By one thread the last index is the array's end; by two it may be passed.
    assert_eq!(
        launch(&text),
        Some("1 block of 2 threads, n = 2147483647 (line 3)")
    );
}

#[test]
fn a_guard_that_keeps_the_product_small_leaves_no_launch_to_name() {
    let guarded = "__global__ void k(float *a, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (n < 1000 && i < n) a[i * n] = 1;
    }";
    let options = of_size(256, Some(1 << 20));
    let text = assumed("k.cu", guarded, &options);
    assert_eq!(text.as_deref().and_then(launch), None);
}

#[test]
fn work_items_are_called_so() {
    let records = "__kernel void k(__global float *a) {
        for (int j = 0; j < 6; j++) a[(int)get_global_id(0) * 6 + j] = 1;
    }";
    let text = assumed("k.cl", records, &of_size(64, None)).expect("it is assumed");
    // 357,913,941 · 6 + 2 = 2³¹: the id stands in group 5,592,405, counted from 0.
    let named = launch(&text).expect("a launch is named");
    assert!(
        named.ends_with("work-groups of 64 work-items (line 2)"),
        "{named}"
    );
    assert!(named.starts_with("5592406 "), "{named}");
}
