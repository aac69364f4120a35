//! Every case file and every example, compared with the expectations in its comments.
//!
//! `KVERIFY_CASE=scan` runs only files whose path holds `scan`; `KVERIFY_BLESS=1` prints the comments that would make
//! the expectations of a failing file true (read them before you believe them).

use kverify_tests::{compare, corpus, expect, tool};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Files at a time; the machine's cores are shared with the tests beside this one.
const WORKERS: usize = 4;

#[test]
fn data_race_cases() {
    check("tests/cases/data-race");
}

#[test]
fn barrier_divergence_cases() {
    check("tests/cases/barrier-divergence");
}

#[test]
fn assertion_cases() {
    check("tests/cases/assertion");
}

#[test]
fn out_of_bounds_cases() {
    check("tests/cases/out-of-bounds");
}

#[test]
fn divergent_collective_cases() {
    check("tests/cases/divergent-collective");
}

#[test]
fn invalid_argument_cases() {
    check("tests/cases/invalid-argument");
}

#[test]
fn non_terminating_loop_cases() {
    check("tests/cases/non-terminating-loop");
}

#[test]
fn uninitialised_read_cases() {
    check("tests/cases/uninitialised-read");
}

#[test]
fn undefined_arithmetic_cases() {
    check("tests/cases/undefined-arithmetic");
}

/// Notes on speed.
#[test]
fn advice_cases() {
    check("tests/cases/advice");
}

/// Functions that are no kernels.
#[test]
fn entry_cases() {
    check("tests/cases/entries");
}

#[test]
fn unmodelled_cases() {
    check("tests/cases/unmodelled");
}

/// Buffers, streams and launches of host code.
#[test]
fn host_cases() {
    let folder = "tests/cases/host";
    check_files(folder, corpus::host_sources(folder));
}

/// Kernels that other files launch.
#[test]
fn program_cases() {
    check_files(
        "tests/cases/programs",
        corpus::kernel_files("tests/cases/programs"),
    );
}

/// Kernels in the strings of Python files.
#[test]
fn python_cases() {
    check_files("tests/cases/python", corpus::python_files("tests/cases/python"));
}

/// Pairs of wrong and mended programs; those of OpenCL's host code have kernels in strings.
#[test]
fn defect_cases() {
    check_files("tests/cases/defects", corpus::defects("tests/cases/defects"));
}

/// Loops under directives of OpenMP and OpenACC.
#[test]
fn directive_cases() {
    check_files(
        "tests/cases/directives",
        corpus::host_sources("tests/cases/directives"),
    );
}

#[test]
fn examples() {
    check("examples");
}

fn check(folder: &str) {
    check_files(folder, corpus::sources(folder));
}

fn check_files(folder: &str, files: Vec<PathBuf>) {
    let wanted = env::var("KVERIFY_CASE").unwrap_or_default();
    let paths: Vec<_> = files
        .into_iter()
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    assert!(
        !paths.is_empty() || !wanted.is_empty(),
        "{folder} holds no kernels"
    );
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(failure) = failure(path) {
                        failures.lock().expect("no worker panicked").push(failure);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no worker panicked");
    failures.sort();
    let total = paths.len();
    assert!(
        failures.is_empty(),
        "{} of {total} files in {folder}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// What is wrong with a file, if anything.
fn failure(path: &Path) -> Option<String> {
    let differences = differences(path).unwrap_or_else(|error| vec![error]);
    if differences.is_empty() {
        return None;
    }
    Some(format!(
        "{}\n    {}",
        corpus::short_name(path),
        differences.join("\n    ")
    ))
}

/// Whether the file is about host code; that of others is there for its launches, and shorter than it should be.
fn is_of_host_code(path: &Path) -> bool {
    let of = |folder| path.starts_with(corpus::root().join(folder));
    of("tests/cases/host") || of("tests/cases/defects")
}

fn differences(path: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let case = expect::parse(&text)?;
    let mut outcome = tool::run(path, &text, &case.settings)?;
    outcome.host_matters = is_of_host_code(path);
    let mut lines = compare::differences(&case, &outcome);
    if !lines.is_empty() && env::var_os("KVERIFY_BLESS").is_some() {
        lines.extend(compare::suggestions(&outcome));
    }
    Ok(lines)
}
