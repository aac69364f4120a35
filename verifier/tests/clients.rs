//! The command in the hands of other programs: git, pre-commit, GitHub Actions, shells.

#[path = "clients/action.rs"]
mod action;
#[path = "clients/pages.rs"]
mod pages;
#[path = "clients/pre_commit.rs"]
mod pre_commit;
#[path = "clients/python.rs"]
mod python;
#[path = "clients/repository.rs"]
mod repository;
#[path = "clients/shell.rs"]
mod shell;
#[path = "clients/since.rs"]
mod since;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const KVERIFY: &str = env!("CARGO_BIN_EXE_kverify");

/// A kernel that is proved, whatever it is called.
fn free(name: &str) -> String {
    format!("__global__ void {name}(int *a) {{ a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }}\n")
}

/// A kernel all threads of which write to one place.
fn racy(name: &str) -> String {
    format!("__global__ void {name}(int *a) {{ a[0] = threadIdx.x; }}\n")
}

/// The root of this repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `PATH` with `folders` first.
fn path_with(folders: &[&Path]) -> std::ffi::OsString {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().map(|folder| folder.to_path_buf());
    std::env::join_paths(all.chain(std::env::split_paths(&old))).expect("folders without colons")
}

/// The folder of the command under test.
fn kverify_folder() -> &'static Path {
    Path::new(KVERIFY).parent().expect("it lies in a folder")
}

/// Whether a program is there. Says so where it is not, and what is skipped then.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn is_there(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let found = status.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

/// Both streams of a program that ran.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}
