//! The IR of kernels, interpreted, leaves the same memory as the same source compiled by g++ and run.
//!
//! `cargo run -p kverify-tests --bin lowering -- --count 2000 --seed 1` tries more random kernels.

use kverify_tests::corpus;
use kverify_tests::emulate::{Comparison, Text, compare, programs};

fn text(name: &str, text: &str) -> Text {
    Text {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

fn agrees(found: &Comparison) {
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    assert!(
        found.skipped.is_empty(),
        "not compared: {}",
        found.skipped.join("\n")
    );
}

#[test]
fn the_corpus_computes_what_the_compiler_says() {
    let texts: Vec<Text> = corpus::sources("tests/lowering")
        .iter()
        .map(|path| {
            let name = path
                .file_stem()
                .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            text(
                &name,
                &std::fs::read_to_string(path).expect("the file is readable"),
            )
        })
        .collect();
    let found = compare(&texts, 24, 7).expect("g++ takes the corpus");
    agrees(&found);
    assert!(found.compared > 20, "{} kernels", found.compared);
}

#[test]
fn random_programs_compute_what_the_compiler_says() {
    let texts: Vec<Text> = (1..=40)
        .map(|seed| text(&format!("seed {seed}"), &programs::draw(seed)))
        .collect();
    let found = compare(&texts, 3, 1).expect("g++ takes the programs");
    agrees(&found);
    assert_eq!(found.compared, 40);
}

#[test]
fn a_wrong_lowering_would_be_noticed() {
    // What the compiler sees differs from what the frontend sees.
    let wrong = |right: &str, wrong: &str| {
        format!(
            "#ifdef EMULATION\n#define VALUE {right}\n#else\n#define VALUE {wrong}\n#endif\n\
             __global__ void k(long long *out, int n) {{ if (threadIdx.x + threadIdx.y == 0) out[blockIdx.x + blockIdx.y * gridDim.x] = VALUE; }}\n"
        )
    };
    for (right, other) in [
        ("n >> 1", "n / 2"),
        ("(short)n", "n"),
        ("n % 3", "(unsigned)n % 3"),
    ] {
        let texts = [text("wrong", &wrong(right, other))];
        let found = compare(&texts, 40, 3).expect("g++ takes it");
        assert!(!found.differences.is_empty(), "{right} and {other} look alike");
    }
    let texts = [text("right", &wrong("n << 1", "n * 2"))];
    agrees(&compare(&texts, 40, 3).expect("g++ takes it"));
}

#[test]
fn kernels_that_are_no_measure_are_said() {
    let racy = "__global__ void k(long long *out, int n) { out[0] = threadIdx.x + blockIdx.x; }\n";
    let found = compare(&[text("racy", racy)], 12, 3).expect("g++ takes it");
    assert!(
        found.differences.iter().any(|d| d.contains("a race")),
        "{found:?}"
    );
    let hole = "__device__ int f(int);\n#ifdef EMULATION\nint f(int n) { return n; }\n#endif\n\
                __global__ void k(long long *out, int n) { out[0] = f(n); }\n";
    let found = compare(&[text("hole", hole)], 2, 3).expect("g++ takes it");
    assert_eq!((found.compared, found.skipped.len()), (0, 1), "{found:?}");
}
