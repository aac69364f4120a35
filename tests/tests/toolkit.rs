//! With `--cuda-path` a toolkit's own headers are read, and say of every kernel what kverify's declarations say of it.
//!
//! The headers are those of NVIDIA's wheels on PyPI; `cargo xtask test` fetches them.

use kverify::{Options, Report, Source, verify};
use kverify_tests::corpus;
use std::path::{Path, PathBuf};

/// Files of which less is known with the toolkit's headers: constructors of cooperative groups that libclang does not show.
/// Their kernels may be `unknown` or `suspect` there, never the opposite of what they are.
const COARSER: [&str; 1] = ["groups.cu"];

/// The headers, if they could be installed.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn toolkit() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.deps/cuda/nvidia");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!(
        "skipped: the headers of a CUDA toolkit are not in {} (`cargo xtask test` fetches them with pip)",
        folder.display()
    );
    None
}

fn check(path: &Path, text: &str, cuda_path: Option<PathBuf>) -> Report {
    let source = Source {
        path: path.to_owned(),
        text: Some(text.to_owned()),
    };
    let mut options = Options::default();
    options.parse.cuda_path = cuda_path;
    options.timeout = 120.0;
    verify(&[source], &options).expect("the options make sense")
}

/// Name, verdict, and what was found where, for each kernel.
fn answers(report: &Report) -> Vec<String> {
    let file = &report.files[0];
    assert!(file.errors.is_empty(), "{:?}", file.errors);
    let document: serde_json::Value =
        serde_json::from_str(&kverify::report::json::render(report, false)).expect("JSON");
    let kernels = document["files"][0]["kernels"].as_array().expect("kernels");
    kernels
        .iter()
        .map(|kernel| {
            let mut found: Vec<String> = kernel["findings"]
                .as_array()
                .expect("findings")
                .iter()
                .map(|finding| format!("{} {}", finding["rule"], finding["status"]))
                .collect();
            found.sort();
            format!("{} {} {}", kernel["name"], kernel["verdict"], found.join(", "))
        })
        .collect()
}

#[test]
fn verdicts_are_those_of_the_stand_ins() {
    let Some(toolkit) = toolkit() else { return };
    let mut kernels = 0;
    for path in corpus::sources("tests/toolkit") {
        let text = std::fs::read_to_string(&path).expect("the file is readable");
        let own = answers(&check(&path, &text, None));
        let real = answers(&check(&path, &text, Some(toolkit.clone())));
        if COARSER.iter().any(|name| path.ends_with(name)) {
            for answer in &real {
                let wrong = if answer.contains("_free") {
                    "violated"
                } else {
                    "\"proved\""
                };
                assert!(!answer.contains(wrong), "{answer}");
            }
        } else {
            assert_eq!(real, own, "{}", path.display());
        }
        for answer in &own {
            let (name, rest) = answer.split_once(' ').expect("a name and a verdict");
            let expected = if name.contains("_free") {
                "\"proved\""
            } else {
                "\"violated\""
            };
            assert!(rest.starts_with(expected), "{answer}");
        }
        kernels += own.len();
    }
    assert!(kernels > 20, "{kernels} kernels");
}

#[test]
fn the_headers_are_the_toolkits() {
    let Some(toolkit) = toolkit() else { return };
    // The library's generator has 48 bytes; the stand-in's has fewer.
    let text = "#include <curand_kernel.h>\n#include <cub/version.cuh>\n\
                static_assert(sizeof(curandState) == 48 && CUB_VERSION >= 200000 && CUDART_VERSION == 12040, \"real\");\n\
                __global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
    let report = check(Path::new("sizes.cu"), text, Some(toolkit));
    assert!(report.files[0].errors.is_empty(), "{:?}", report.files[0].errors);
    let own = check(Path::new("sizes.cu"), text, None);
    assert!(!own.files[0].errors.is_empty(), "the stand-ins are no toolkit");
}

#[test]
fn a_folder_without_headers_is_said() {
    let report = check(
        Path::new("k.cu"),
        "__global__ void k(int *p) { *p = 1; }\n",
        Some(PathBuf::from("/nowhere/at/all")),
    );
    let warned = report.files[0].warnings.iter().any(|message| {
        message
            .message
            .contains("there is no cuda_runtime.h in /nowhere/at/all")
    });
    assert!(warned, "{:?}", report.files[0].warnings);
}
