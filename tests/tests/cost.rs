//! What answers cost, counted rather than timed.

use kverify::{KernelReport, Options, Source, Verdict, verify};
use kverify_tests::tool;
use std::fmt::Write;
use std::path::PathBuf;

/// How a kernel begins.
const HEAD: &str = "__global__ void k(int *out, const int *in, int *more, unsigned long long ways) {
    __shared__ int s[256], r[256];
    int t = threadIdx.x;
";

/// `n` intervals, each followed by a barrier under a condition of its own: every one of the 2ⁿ ways through is possible.
fn barriers_under_conditions(n: u32, interval: impl Fn(u32) -> String) -> String {
    let mut text = String::from(HEAD);
    for i in 0..n {
        let _ = writeln!(
            text,
            "    {}\n    if ((ways >> {i}) & 1) __syncthreads();",
            interval(i)
        );
    }
    text + "    out[blockIdx.x * 256 + t] = s[t];\n}\n"
}

/// `n` openings, one in the other, each with a barrier in it.
fn nested_barriers(n: u32, opening: impl Fn(u32) -> String) -> String {
    let mut text = String::from(HEAD);
    for i in 0..n {
        let _ = writeln!(
            text,
            "    {} {{ s[t] += in[{i} * 256 + t]; __syncthreads();",
            opening(i)
        );
    }
    text + &"}".repeat(n as usize) + "    out[blockIdx.x * 256 + t] = s[t];\n}\n"
}

fn checked(text: String) -> KernelReport {
    let options = Options {
        block: Some([256, 1, 1]),
        grid: Some([1; 3]),
        ..tool::options(&Default::default()).expect("no flags")
    };
    let source = Source {
        path: PathBuf::from("barriers.cu"),
        text: Some(text),
    };
    let report = verify(&[source], &options).expect("it parses");
    let [kernel] = &report.files[0].kernels[..] else {
        panic!("there is one kernel")
    };
    kernel.clone()
}

/// Obligations, those that were looked at, and questions to the solver, for the first few of 8, 16, 32 and 64 barriers.
fn costs(verdict: Verdict, sizes: usize, interval: impl Fn(u32, u32) -> String) -> Vec<[u64; 3]> {
    costs_of(verdict, sizes, |n| {
        barriers_under_conditions(n, |i| interval(n, i))
    })
}

/// As [`costs`], of any kernel with so many barriers.
fn costs_of(verdict: Verdict, sizes: usize, text: impl Fn(u32) -> String) -> Vec<[u64; 3]> {
    let of = |n| {
        let kernel = checked(text(n));
        assert_eq!(kernel.verdict, verdict, "{:?}", kernel.reasons);
        let stats = &kernel.stats;
        [stats.obligations, stats.looked_at, stats.queries]
    };
    [8, 16, 32, 64].into_iter().take(sizes).map(of).collect()
}

/// Twice as many barriers cost twice as much, and a few more for the start and the end.
fn assert_linear(costs: &[[u64; 3]]) {
    assert!(costs[0][1] > 0, "something is looked at");
    for pair in costs.windows(2) {
        for (half, whole) in pair[0].iter().zip(&pair[1]) {
            assert!(*whole <= 2 * half + 8, "{costs:?}");
        }
    }
}

#[test]
fn one_place_behind_conditional_barriers_costs_linear_work() {
    assert_linear(&costs(Verdict::Proved, 3, |_, i| {
        format!("s[t] = in[{i} * 256 + t];")
    }));
}

#[test]
fn places_kept_apart_by_the_threads_own_conditions_cost_linear_work() {
    assert_linear(&costs(Verdict::Proved, 4, |_, i| {
        format!("if (t < 128) s[t] = s[t + 128] + {i};")
    }));
}

#[test]
fn a_place_for_each_interval_costs_linear_work() {
    assert_linear(&costs(Verdict::Proved, 3, |_, i| {
        format!("more[{i} * 256 + t] = in[{i} * 256 + t];")
    }));
}

#[test]
fn a_race_in_one_of_the_intervals_costs_linear_work() {
    assert_linear(&costs(Verdict::Violated, 3, |n, i| match i == n / 2 {
        true => "r[t] = t; s[t] = r[(t + 1) % 256];".to_owned(),
        false => format!("s[t] = in[{i} * 256 + t];"),
    }));
}

#[test]
fn barriers_in_nested_conditions_cost_linear_work() {
    assert_linear(&costs_of(Verdict::Proved, 4, |n| {
        nested_barriers(n, |i| format!("if ((ways >> {i}) & 1)"))
    }));
}

#[test]
fn loops_with_barriers_one_after_the_other_cost_linear_work() {
    assert_linear(&costs_of(Verdict::Proved, 3, |n| {
        let loops: Vec<String> = (0..n)
            .map(|i| format!("    for (int i = 0; i < in[{i}]; i++) {{ s[t] += i; __syncthreads(); }}\n"))
            .collect();
        format!(
            "{HEAD}{}    out[blockIdx.x * 256 + t] = s[t];\n}}\n",
            loops.concat()
        )
    }));
}

#[test]
fn loops_with_barriers_in_each_other_cost_linear_work() {
    assert_linear(&costs_of(Verdict::Proved, 2, |n| {
        nested_barriers(n, |i| format!("for (int i{i} = 0; i{i} < in[{i}]; i{i}++)"))
    }));
}
