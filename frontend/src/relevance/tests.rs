//! Sources whose holes do and do not matter.

use super::*;
use crate::{Options, Source, parse};

/// The reasons of the holes that matter in the only kernel of a CUDA source.
fn matter(body: &str) -> usize {
    let text = format!(
        "struct Shape {{ __device__ virtual int area(); }}; extern __device__ Shape *shape;\n\
         __device__ int mystery(); __device__ float cloud(float); __device__ void fills(int *); __device__ int *where();\n\
         __global__ void k(int *p, float *f, int n) {{ int i = threadIdx.x; {body} }}"
    );
    let source = Source {
        path: "relevance.cu".into(),
        text: Some(text),
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    let kernel = &module.kernels[0];
    assert!(!kernel.holes.is_empty(), "no hole in: {body}");
    holes_that_matter(kernel).len()
}

/// Values that clocks give: holes that neither write nor synchronise.
const CLOCK: &str = "int t = (int)clock64();";

#[test]
fn a_value_that_is_only_stored_does_not_matter() {
    assert_eq!(matter(&format!("{CLOCK} p[i] = t;")), 0);
    assert_eq!(
        matter(&format!("{CLOCK} float x = t * 2.0f; f[i] = x > 1 ? x : 1.0f;")),
        0
    );
}

#[test]
fn an_address_matters() {
    assert_eq!(matter(&format!("{CLOCK} p[t] = 1;")), 1);
    assert_eq!(matter(&format!("{CLOCK} int j = t & 3; p[i + j] = 1;")), 1);
}

#[test]
fn an_address_through_memory_matters() {
    assert_eq!(matter(&format!("{CLOCK} p[i] = t; f[p[i + 1]] = 0;")), 1);
    assert_eq!(
        matter(&format!("{CLOCK} int a[4]; a[n & 3] = t; p[a[i & 3]] = 1;")),
        1
    );
}

#[test]
fn a_guard_matters() {
    assert_eq!(matter(&format!("{CLOCK} if (t > 3) p[i] = 1;")), 1);
    assert_eq!(matter(&format!("{CLOCK} if (t > 3) __syncthreads();")), 1);
    assert_eq!(matter(&format!("{CLOCK} if (t > 3) return; p[i] = 1;")), 1);
    assert_eq!(
        matter(&format!("{CLOCK} int j = 0; if (t > 3) j = 1; p[j] = 1;")),
        1
    );
}

#[test]
fn a_guard_of_values_alone_does_not_matter() {
    assert_eq!(
        matter(&format!("{CLOCK} int j = 0; if (t > 3) j = 1; p[i] = j;")),
        0
    );
}

#[test]
fn a_loop_condition_matters() {
    assert_eq!(
        matter(&format!("{CLOCK} int s = 0; while (t > s) s += n; p[i] = s;")),
        1
    );
}

#[test]
fn collectives_need_their_lanes_but_not_their_values() {
    assert_eq!(matter(&format!("{CLOCK} p[i] = __shfl_sync(~0u, t, 0);")), 0);
    assert_eq!(matter(&format!("{CLOCK} p[i] = __shfl_sync(~0u, i, t);")), 1);
    assert_eq!(matter(&format!("{CLOCK} p[__shfl_sync(~0u, t, 0)] = 1;")), 1);
}

#[test]
fn what_may_write_or_synchronise_matters() {
    assert!(matter("fills(p + i);") > 0);
    assert!(matter("shape->area();") > 0);
}

#[test]
fn any_number_of_an_unseen_function_is_all_that_is_promised() {
    assert_eq!(matter("p[i] = mystery();"), 0);
    assert_eq!(matter("f[i] = cloud(1.0f);"), 0);
    assert_eq!(matter("if (mystery()) p[mystery()] = 1;"), 0);
    assert_eq!(matter("int own[2]; fills(own); p[i] = 1;"), 0);
    assert!(matter("*where() = 1;") > 0);
}

#[test]
fn loops_that_never_end_are_no_trouble() {
    assert_eq!(matter(&format!("{CLOCK} p[i] = t; for (;;) {{ n++; }}")), 0);
    assert_eq!(matter(&format!("{CLOCK} for (;;) {{ if (t) p[i] = n; }}")), 1);
}
