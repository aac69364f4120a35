//! Conditions that are found, taken, and enough; and those that are not there.

use crate::{KernelReport, Options, Source, Verdict, verify};

fn report(text: &str, name: &str, assume: Option<&str>) -> KernelReport {
    let source = Source {
        path: name.into(),
        text: Some(text.to_owned()),
    };
    let options = Options {
        assumes: assume.map(str::to_owned).into_iter().collect(),
        ..Options::default()
    };
    let mut report = verify(&[source], &options).expect("the assumption fits");
    report.files.remove(0).kernels.remove(0)
}

/// The condition that is offered for a kernel; it is enough, and the verdict does not take it for granted.
fn condition_of(text: &str, name: &str) -> Option<String> {
    let before = report(text, name, None);
    assert_ne!(before.verdict, Verdict::Proved, "{text}");
    let condition = before.conditions.first()?;
    let after = report(text, name, Some(&condition.assume));
    assert_eq!(after.verdict, Verdict::Proved, "{text}\n{condition:?}");
    assert!(after.conditions.is_empty(), "{after:?}");
    Some(condition.assume.clone())
}

fn cuda(text: &str) -> Option<String> {
    condition_of(text, "k.cu")
}

#[test]
fn a_pitch_at_least_as_wide_as_the_rows() {
    let text = "__global__ void k(float *a, int width, int pitch) {
        int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
        if (x < width) a[y * pitch + x] = x + y * 0.5f;
    }";
    assert_eq!(cuda(text).as_deref(), Some("pitch >= width"));
}

#[test]
fn a_width_that_covers_the_launch() {
    let text = "__global__ void k(int *a, int width) {
        int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
        a[y * width + x] = x;
    }";
    assert_eq!(cuda(text).as_deref(), Some("width >= blockDim.x * gridDim.x"));
}

#[test]
fn one_block_only() {
    let text = "__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }";
    assert_eq!(cuda(text).as_deref(), Some("gridDim.x == 1"));
    let text = "__kernel void k(__global int *a) { a[get_local_id(0)] = get_group_id(0); }";
    assert_eq!(
        condition_of(text, "k.cl").as_deref(),
        Some("get_num_groups(0) == 1")
    );
}

#[test]
fn blocks_that_fit_the_stride() {
    let text = "__global__ void k(int *a) { a[blockIdx.x * 256 + threadIdx.x] = 1 + threadIdx.x; }";
    assert_eq!(cuda(text).as_deref(), Some("blockDim.x <= 256"));
}

#[test]
fn a_multiple() {
    let text = "__global__ void k(int *a, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        a[i * 16 / 16 * (n % 16 == 0)] = i;
    }";
    assert_eq!(cuda(text).as_deref(), Some("n % 16 == 0"));
}

#[test]
fn a_parameter_that_is_not_zero() {
    let text = "__global__ void k(int *a, int stride) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        a[i * stride] = i;
    }";
    let found = cuda(text).expect("there is one");
    assert!(
        ["stride != 0", "stride >= 1"].contains(&found.as_str()),
        "{found}"
    );
}

#[test]
fn two_conditions_together() {
    let text = "__global__ void k(int *a, int *b, int stride) {
        a[threadIdx.x] = blockIdx.x;
        b[(blockIdx.x * blockDim.x + threadIdx.x) * stride] = threadIdx.x;
    }";
    let found = cuda(text).expect("there is one");
    assert!(
        found.contains("stride") && found.contains(" && gridDim.x == 1"),
        "{found}"
    );
}

#[test]
fn what_arrays_hold() {
    assert_eq!(
        cuda("__global__ void k(int *a, const int *at, int n) { a[at[threadIdx.x]] = threadIdx.x; }"),
        Some("distinct(at)".to_owned())
    );
    let rows = "__global__ void k(int *a, const int *row, int n) {
                    int r = blockIdx.x * blockDim.x + threadIdx.x;
                    if (r < n) for (int j = row[r]; j < row[r + 1]; j++) a[j] = r; }";
    assert_eq!(cuda(rows), Some("monotone(row)".to_owned()));
}

#[test]
fn no_condition_makes_it_right() {
    let text = "__global__ void k(int *a) { a[0] = threadIdx.x; a[1] = blockIdx.x; }";
    assert_eq!(cuda(text), None);
}
