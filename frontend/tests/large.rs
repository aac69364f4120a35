//! Sources of a size that people and generators write: each is lowered within bounds, or says where it stops.

use kverify_frontend::ir::{Kernel, validate};
use kverify_frontend::{Options, Source, parse, relevance};
use std::fmt::Write as _;

fn kernels(text: &str) -> Vec<Kernel> {
    let source = Source {
        path: "large.cu".into(),
        text: Some(text.to_owned()),
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    for kernel in &module.kernels {
        assert_eq!(validate(kernel), Ok(()), "{}", kernel.name);
    }
    module.kernels
}

#[test]
fn a_file_of_twenty_thousand_lines() {
    let mut text = String::new();
    for n in 0..2_000 {
        let _ = write!(
            text,
            "__device__ int f{n}(int x)\n{{\n    int y = x * {n};\n    return y + 1;\n}}\n\
             __global__ void k{n}(int *p)\n{{\n    int i = threadIdx.x;\n    p[i] = f{n}(i);\n}}\n"
        );
    }
    assert_eq!(text.lines().count(), 20_000);
    let kernels = kernels(&text);
    assert_eq!(kernels.len(), 2_000);
    assert!(kernels.iter().all(|kernel| kernel.holes.is_empty()));
}

#[test]
fn a_kernel_of_three_thousand_lines() {
    let mut body = String::new();
    for n in 0..1_000 {
        let _ = write!(
            body,
            "    if (i % {} == {n} % 7)\n        x += p[i + {n}];\n    s[(i + {n}) % 64] = x;\n",
            n % 13 + 2
        );
    }
    let text = format!(
        "__global__ void k(int *p)\n{{\n    __shared__ int s[64];\n    int i = threadIdx.x, x = 0;\n{body}}}\n"
    );
    let kernels = kernels(&text);
    assert!(kernels[0].holes.is_empty());
    assert!(kernels[0].blocks.len() > 2_000);
}

#[test]
fn calls_that_double_at_each_of_thirty_depths_end_in_a_hole() {
    let mut text = "__device__ int f0(int *p, int x) { p[x] = x; return x; }\n".to_owned();
    for n in 1..30 {
        let before = n - 1;
        let _ = writeln!(
            text,
            "__device__ int f{n}(int *p, int x) {{ return f{before}(p, x) + f{before}(p, x + 1); }}"
        );
    }
    text += "__global__ void k(int *p) { p[0] = f29(p, threadIdx.x); }\n";
    let kernels = kernels(&text);
    let matter = relevance::holes_that_matter(&kernels[0]);
    let reasons: Vec<&str> = matter
        .iter()
        .map(|id| kernels[0].holes[*id].reason.as_str())
        .collect();
    assert!(
        reasons
            .iter()
            .any(|reason| reason.contains("too large to inline")),
        "{reasons:?}"
    );
}

#[test]
fn a_chain_of_a_hundred_calls_ends_in_a_hole() {
    let mut text = "__device__ void f0(int *p) { p[0] = 1; }\n".to_owned();
    for n in 1..100 {
        let _ = writeln!(text, "__device__ void f{n}(int *p) {{ f{}(p + 1); }}", n - 1);
    }
    text += "__global__ void k(int *p) { f99(p); }\n";
    let kernels = kernels(&text);
    assert!(!relevance::holes_that_matter(&kernels[0]).is_empty());
}
