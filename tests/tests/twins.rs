//! Kernels that do the same in other words: a loop and its unrolled twin, a function and its body, rows and one long array.

use kverify_tests::expect::Settings;
use kverify_tests::tool;
use std::path::Path;

/// The verdict on the body of a kernel `k(int *out, const int *in)` run by two blocks of 64 threads.
fn verdict(before: &str, body: &str) -> String {
    let settings = Settings {
        block: Some("64".into()),
        grid: Some("2".into()),
        ..Settings::default()
    };
    let text = format!("{before}\n__global__ void k(int *out, const int *in)\n{{\n{body}\n}}\n");
    let outcome = tool::run(Path::new("twin.cu"), &text, &settings).expect("the flags make sense");
    assert_eq!(outcome.errors, [] as [String; 0], "{text}");
    outcome
        .kernels
        .first()
        .map_or_else(|| "no kernel".to_owned(), |kernel| kernel.verdict.clone())
}

fn twins(expected: &str, one: &str, other: &str) {
    assert_eq!(verdict("", one), expected, "{one}");
    assert_eq!(verdict("", other), expected, "{other}");
}

#[test]
fn unrolled_loop() {
    twins(
        "proved",
        "for (int i = 0; i < 3; ++i) out[(blockIdx.x * 3 + i) * 64 + threadIdx.x] = i;",
        "out[blockIdx.x * 192 + threadIdx.x] = 0;
         out[blockIdx.x * 192 + 64 + threadIdx.x] = 1;
         out[blockIdx.x * 192 + 128 + threadIdx.x] = 2;",
    );
    twins(
        "violated",
        "__shared__ int s[66]; for (int i = 0; i < 3; ++i) s[threadIdx.x + i] = threadIdx.x;
         __syncthreads(); out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];",
        "__shared__ int s[66]; s[threadIdx.x] = threadIdx.x; s[threadIdx.x + 1] = threadIdx.x;
         s[threadIdx.x + 2] = threadIdx.x;
         __syncthreads(); out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];",
    );
}

#[test]
fn unrolled_loop_with_barrier() {
    twins(
        "proved",
        "__shared__ int s[64]; s[threadIdx.x] = in[threadIdx.x];
         for (int h = 32; h > 8; h /= 2) {
             __syncthreads();
             if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
         }
         __syncthreads(); out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x % 16];",
        "__shared__ int s[64]; s[threadIdx.x] = in[threadIdx.x];
         __syncthreads();
         if (threadIdx.x < 32) s[threadIdx.x] += s[threadIdx.x + 32];
         __syncthreads();
         if (threadIdx.x < 16) s[threadIdx.x] += s[threadIdx.x + 16];
         __syncthreads(); out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x % 16];",
    );
}

#[test]
fn guard_and_early_return() {
    twins(
        "violated",
        "int i = threadIdx.x; if (in[i] == 0) return; out[i / 2] = i;",
        "int i = threadIdx.x; if (in[i] != 0) { out[i / 2] = i; }",
    );
    twins(
        "proved",
        "int i = blockIdx.x * 64 + threadIdx.x; if (i >= in[0]) return; out[i] = i;",
        "int i = blockIdx.x * 64 + threadIdx.x; if (i < in[0]) out[i] = i;",
    );
}

#[test]
fn kinds_of_loop() {
    let body = "out[blockIdx.x * 256 + i] = i;";
    let loops = [
        format!("for (int i = threadIdx.x; i < 256; i += 64) {{ {body} }}"),
        format!("int i = threadIdx.x; while (i < 256) {{ {body} i += 64; }}"),
        format!("int i = threadIdx.x; do {{ {body} i += 64; }} while (i < 256);"),
        format!("int i = threadIdx.x; for (;;) {{ if (i >= 256) break; {body} i += 64; }}"),
        format!("for (int k = 0; k < 4; ++k) {{ int i = threadIdx.x + 64 * k; {body} }}"),
        format!("for (int k = 3; k >= 0; --k) {{ int i = threadIdx.x + 64 * k; {body} }}"),
    ];
    for text in loops {
        assert_eq!(verdict("", &text), "proved", "{text}");
    }
}

#[test]
fn rows_and_one_long_array() {
    twins(
        "violated",
        "__shared__ int s[8][8]; s[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x];
         out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x % 8][threadIdx.x / 8];",
        "__shared__ int s[64]; s[threadIdx.x] = in[threadIdx.x];
         out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x % 8 * 8 + threadIdx.x / 8];",
    );
}

#[test]
fn function_and_its_body() {
    let functions = "__device__ int place(int b, int t) { return b * 64 + t; }
                     __device__ void put(int *p, int x) { *p = x; }";
    let called = "put(&out[place(blockIdx.x, threadIdx.x)], 1);";
    let written_out = "out[blockIdx.x * 64 + threadIdx.x] = 1;";
    assert_eq!(verdict(functions, called), "proved");
    assert_eq!(verdict("", written_out), "proved");
}
