//! `kverify batch`: a program of the Python package, which lies beside this one where that is installed.

use crate::output;
use clap::Args;
use std::ffi::OsString;
use std::process::Command;

/// Arguments of `batch`: all are that program's.
#[derive(Args, Debug)]
pub struct BatchRun {
    /// Files, folders, patterns, and options: `kverify batch --help`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FILE")]
    pub arguments: Vec<OsString>,
}

/// Runs it, and gives its exit status.
pub fn run(batch: &BatchRun) -> u8 {
    let here = std::env::current_exe().unwrap_or_default();
    let program = here.with_file_name("kverify-batch");
    if !program.is_file() {
        return output::fail("`kverify batch` is a part of the Python package: pip install 'kverify[ray]'");
    }
    let status = Command::new(&program)
        .args(&batch.arguments)
        .env("KVERIFY", &here)
        .status();
    match status {
        Ok(status) => status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(output::USAGE),
        Err(error) => output::fail(&format!("{} cannot be run: {error}", program.display())),
    }
}
