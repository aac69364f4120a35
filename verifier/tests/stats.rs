//! `kverify stats`: what is found in a folder, and files at which the parser gives up.

use kverify::stats::{self, Limits, Summary};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

const LIMITS: Limits = Limits {
    jobs: 2,
    seconds: 60.0,
};

fn worker() -> Vec<OsString> {
    ["stats", "--worker", "--"].iter().fold(
        vec![env!("CARGO_BIN_EXE_kverify").into()],
        |mut all, argument| {
            all.push(argument.into());
            all
        },
    )
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a temporary folder can be written");
}

/// A program of two units, a file that one of them includes, and a header of its own.
fn program() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for a temporary folder");
    let at = folder.path();
    write(
        at,
        "main.cu",
        "#define WIDTH 16\n#include \"part.cu\"\n__global__ void own(int *p) { p[threadIdx.x] = WIDTH; }\n",
    );
    write(
        at,
        "part.cu",
        "__global__ void part(int *p) { p[threadIdx.x % WIDTH] = 1; }\n",
    );
    write(
        at,
        "other.cl",
        "kernel void other(global int *p) { p[get_global_id(0)] = 1; }\n",
    );
    write(
        at,
        "alone.cuh",
        "__device__ int *mystery(int);\n__global__ void alone() { *mystery(1) = 1; }\n",
    );
    write(at, "host.h", "int nothing_of_interest();\n");
    folder
}

#[test]
fn a_folder_is_summed_up() {
    let folder = program();
    let files = stats::run(&[folder.path().to_path_buf()], &worker(), LIMITS).expect("the folder is there");
    let summary = Summary::of(&files);
    assert_eq!(
        (summary.files, summary.counted, summary.found),
        (4, 4, 4),
        "{summary:?}"
    );
    assert_eq!((summary.kernels, summary.analysed, summary.crashes), (4, 4, 0));
    // `part` stands by itself without WIDTH, but that is not how it is compiled.
    assert_eq!(summary.with_holes_that_matter, 1, "{summary:?}");
    assert!(summary.reasons[0].reason.contains("mystery"), "{summary:?}");
    assert!(summary.reasons[0].example.contains("alone.cuh:2"), "{summary:?}");
}

#[test]
fn the_command_prints_the_summary() {
    let folder = program();
    let run = |format: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_kverify"))
            .args(["stats", "--format", format])
            .arg(folder.path())
            .output()
            .expect("the command is there");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    let text = run("human");
    assert!(
        text.contains("without a hole that matters            3 (75.0 %)"),
        "{text}"
    );
    let document: serde_json::Value = serde_json::from_str(&run("json")).expect("JSON");
    assert_eq!(document["summary"]["kernels"], 4);
    assert_eq!(document["files"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_path_that_is_not_there_is_said() {
    let missing = [Path::new("no-such-folder-of-ours").to_path_buf()];
    let error = stats::run(&missing, &worker(), LIMITS).expect_err("there is no such folder");
    assert!(error.contains("no-such-folder-of-ours"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_process_that_dies_or_hangs_costs_its_file_alone() {
    let folder = program();
    let script = "case $0 in *main.cu) kill -SEGV $$ ;; *part.cu) sleep 60 ;; *) \
                  echo '{\"path\":\"x\",\"counted\":0,\"kernels\":[],\"errors\":[],\"left_out\":[],\"crash\":null,\"files\":[],\"seconds\":0}' ;; esac";
    let worker: Vec<OsString> = ["sh", "-c", script].iter().map(OsString::from).collect();
    let limits = Limits {
        jobs: 4,
        seconds: 2.0,
    };
    let files = stats::run(&[folder.path().to_path_buf()], &worker, limits).expect("the folder is there");
    let causes: Vec<&str> = files.iter().filter_map(|file| file.crash.as_deref()).collect();
    assert_eq!(causes.len(), 2, "{causes:?}");
    assert!(
        causes.iter().any(|cause| cause.contains("no answer within 2 s")),
        "{causes:?}"
    );
    assert!(causes.iter().any(|cause| cause.contains("signal")), "{causes:?}");
    // What was counted without the parser is not lost.
    assert_eq!(Summary::of(&files).counted, 2);
}

#[test]
fn nothing_takes_no_time() {
    let folder = tempfile::tempdir().expect("there is room for a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_kverify"))
        .arg("stats")
        .arg(folder.path())
        .output()
        .expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let seconds = text.lines().find(|line| line.starts_with("seconds"));
    assert!(
        seconds.is_some_and(|line| line.ends_with(" 0.0") && !line.contains('-')),
        "{text}"
    );
}
