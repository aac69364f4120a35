//! Set-up and chores of the repository: `cargo xtask help` lists them.
//!
//! Only the standard library is used, so that the first command on a fresh machine builds in a second.

mod chores;
mod install;
mod licences;
mod programs;
mod setup;
mod wheel;
mod wheels;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask COMMAND

  setup          find or fetch Z3 and libclang into .deps/ (no root needed; does nothing the second time)
  run [-- ARGS]  setup, build kverify with optimisation, run it with ARGS
  install [--root FOLDER]
                 setup, then an optimised kverify with its libraries in FOLDER (~/.local) that needs nothing of this tree
  wheel [--out FOLDER]
                 setup, then a Python wheel of an optimised kverify, with its libraries, in FOLDER (target/wheels)
  test           setup, the programs that tests drive (pip; apt-get, where that needs no password), then everything that CI
                 checks: format, lints, documentation, tests, licences
  bless          setup, then rewrite the expected outputs of the golden tests and docs/schema
  bench          setup, then measure kverify on examples/ and write docs/benchmark.md
  help           this text
";

/// A chore's outcome; the error is what the user reads.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = repository_root();
    match dispatch(&root, &arguments) {
        Ok(code) => code,
        Err(message) => {
            say_error(&message);
            ExitCode::FAILURE
        }
    }
}

fn dispatch(root: &Path, arguments: &[String]) -> Result<ExitCode, String> {
    let rest = arguments.get(1..).unwrap_or_default();
    let rest = rest.strip_prefix(&["--".to_owned()]).unwrap_or(rest);
    match arguments.first().map(String::as_str) {
        Some("setup") => setup::setup(root)?,
        Some("run") => {
            setup::setup(root)?;
            return chores::run(root, rest);
        }
        Some("install") => {
            setup::setup(root)?;
            install::install(root, rest)?;
        }
        Some("wheel") => {
            setup::setup(root)?;
            wheel::wheel(root, rest)?;
        }
        Some("test") => {
            setup::setup(root)?;
            programs::install_for_tests(root)?;
            chores::test(root)?;
        }
        Some("bless") => {
            setup::setup(root)?;
            chores::bless(root)?;
        }
        Some("bench") => {
            setup::setup(root)?;
            chores::bench(root, rest)?;
        }
        Some("help" | "--help" | "-h") | None => say(HELP),
        Some(other) => return Err(format!("no chore is called `{other}`\n\n{HELP}")),
    }
    Ok(ExitCode::SUCCESS)
}

/// `cargo xtask` runs this program from its own manifest, wherever the user stands.
fn repository_root() -> PathBuf {
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("xtask"), PathBuf::from);
    manifest
        .parent()
        .map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

#[expect(clippy::print_stdout, reason = "chores talk to a person at a terminal")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "chores talk to a person at a terminal")]
fn say_error(text: &str) {
    eprintln!("xtask: {text}");
}
