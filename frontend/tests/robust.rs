//! Bad input is data: whatever the text, parsing gives a module or an error, and every kernel is well-formed.

use kverify_frontend::{Options, ParseError, Source, ir, parse};
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn module(name: &str, text: &str) -> ir::Module {
    let source = Source {
        path: name.into(),
        text: Some(text.to_owned()),
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    for kernel in &module.kernels {
        assert_eq!(ir::validate(kernel), Ok(()), "{text}");
    }
    module
}

/// Parses within the time; generous, for slow machines and unoptimised builds.
fn quick(text: &str) -> ir::Module {
    let start = Instant::now();
    let module = module("quick.cu", text);
    assert!(
        start.elapsed() < Duration::from_secs(180),
        "{:?}",
        start.elapsed()
    );
    module
}

#[test]
fn a_missing_file_is_an_error() {
    let source = Source {
        path: "no/such/file.cu".into(),
        text: None,
    };
    assert!(matches!(
        parse(&source, &Options::default()),
        Err(ParseError::Unreadable { .. })
    ));
}

#[test]
fn an_empty_file_has_no_kernel() {
    assert_eq!(module("empty.cu", "").kernels, []);
    assert_eq!(module("empty.cl", "").kernels, []);
}

#[test]
fn text_that_is_not_utf8_is_read() {
    let folder = std::env::temp_dir().join(format!("kverify-robust-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("latin.cu");
    std::fs::write(&path, b"// caf\xe9\n__global__ void k(int *a) { a[0] = 1; }\n").expect("a file");
    let module = parse(&Source { path, text: None }, &Options::default()).expect("libclang is there");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert_eq!(module.kernels.len(), 1);
}

#[test]
fn an_error_in_one_kernel_leaves_the_others() {
    let text = "__global__ void a(int *p) { p[0] = 1; }\n\
                __global__ void b(int *p) { p[0] = = 1; missing(p); }\n\
                __global__ void c(int *p) { p[threadIdx.x] = 1; }\n";
    let module = module("errors.cu", text);
    assert_eq!(module.kernels.len(), 3);
    let holes: Vec<bool> = module.kernels.iter().map(|k| !k.holes.is_empty()).collect();
    assert_eq!(holes, [false, true, false]);
    assert!(
        module
            .diagnostics
            .iter()
            .any(|d| d.level == ir::Level::Error && d.span.is_some_and(|s| s.line == 2))
    );
}

#[test]
fn a_missing_header_is_a_warning() {
    let module = module(
        "header.cu",
        "#include \"not_there.h\"\n__global__ void k(int *a) { a[0] = 1; }\n",
    );
    assert_eq!(module.kernels.len(), 1);
    assert!(module.diagnostics.iter().all(|d| d.level == ir::Level::Warning));
    assert!(module.kernels[0].holes.is_empty());
}

#[test]
fn long_and_deep_kernels_are_lowered() {
    let long: String = (0..5_000)
        .map(|n| format!("a[threadIdx.x + {n}] = n; n = n * 3 + {n};\n"))
        .collect();
    let module = quick(&format!("__global__ void k(int *a, int n) {{ {long} }}"));
    assert!(module.kernels[0].holes.is_empty());

    let parentheses = format!("a[0] = {}n{};", "(".repeat(60), ")".repeat(60));
    let loops: String = (0..60)
        .map(|n| format!("for (int i{n} = 0; i{n} < n; ++i{n}) "))
        .collect();
    let module = quick(&format!(
        "__global__ void k(int *a, int n) {{ {parentheses} {loops} a[n] = 1; }}"
    ));
    let headers = module.kernels[0]
        .blocks
        .iter()
        .filter(|b| b.loop_stmt.is_some())
        .count();
    assert_eq!(headers, 60);

    let ifs = format!("{}a[n] = 1;{}", "if (n > a[0]) {".repeat(150), "}".repeat(150));
    let sum: Vec<String> = (0..2_000).map(|n| format!("a[{n}]")).collect();
    quick(&format!(
        "__global__ void k(int *a, int n) {{ {ifs} a[0] = {}; }}",
        sum.join(" + ")
    ));
}

#[test]
fn recursion_and_growth_are_holes() {
    let module = module(
        "r.cu",
        "__device__ int f(int x) { return x ? f(x - 1) : 0; } __global__ void k(int *a) { a[0] = f(9); }",
    );
    assert!(
        module.kernels[0]
            .holes
            .iter()
            .any(|h| h.reason.contains("recursion"))
    );
    let chain: String = (1..40)
        .map(|n| {
            format!(
                "__device__ int f{n}(int x) {{ return f{}(x) + f{}(x); }}\n",
                n - 1,
                n - 1
            )
        })
        .collect();
    let module = quick(&format!(
        "__device__ int f0(int x) {{ return x; }}\n{chain}__global__ void k(int *a) {{ a[0] = f39(1); }}"
    ));
    assert!(
        module.kernels[0]
            .holes
            .iter()
            .any(|h| h.reason.contains("too large"))
    );
}

const SAMPLE: &str = "struct S { int a; float b[3]; };\n\
    template <typename T, int N> __device__ T f(T *p, int i) { return i < N ? p[i] : p[0]; }\n\
    __global__ void k(float *a, const int *b, S s, int n) {\n\
      __shared__ float t[32]; int i = threadIdx.x + blockIdx.x * blockDim.x;\n\
      for (int j = 0; j < n && b[j]; j += 2) { if (j == 3) continue; t[i % 32] += f<float, 4>(a, j); }\n\
      __syncthreads(); switch (n) { case 1: a[i]++; default: s.a = b[i]; }\n\
      do { i--; } while (i > 0); atomicAdd(&a[0], s.b[1]); auto g = [&](int x) { return x + i; }; a[g(1)] = t[0];\n\
    }\n";

const WORDS: &[&str] = &[
    "int",
    "float",
    "x",
    "y",
    "a",
    "k",
    "struct",
    "S",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "=",
    "+",
    "-",
    "*",
    "&",
    "<",
    ">",
    "==",
    "+=",
    "++",
    "->",
    ".",
    "?",
    ":",
    "::",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "__global__",
    "__device__",
    "__shared__",
    "template",
    "typename",
    "auto",
    "const",
    "void",
    "0",
    "1",
    "3.5f",
    "\"s\"",
    "'c'",
    "threadIdx",
    "x",
    "__syncthreads",
    "sizeof",
    "union",
    "enum",
    "new",
    "this",
    "operator",
    "static",
    "extern",
    "volatile",
    "unsigned",
    "long",
    "atomicAdd",
    "#define",
    "\n",
    "//",
    "\\",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn token_soup_never_panics(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        module("soup.cu", &format!("__global__ void k(int *a, int x) {{ {} }}", words.join(" ")));
        module("soup.cl", &format!("__kernel void k(__global int *a, int x) {{ {} }}", words.join(" ")));
    }

    #[test]
    fn a_kernel_cut_short_never_panics(end in 0..SAMPLE.len()) {
        module("cut.cu", &SAMPLE[..end]);
    }

    #[test]
    fn a_kernel_with_a_hole_never_panics(start in 0..SAMPLE.len(), length in 1..30usize, with in prop::sample::select(WORDS)) {
        let end = (start + length).min(SAMPLE.len());
        module("gap.cu", &format!("{} {with} {}", &SAMPLE[..start], &SAMPLE[end..]));
    }
}
