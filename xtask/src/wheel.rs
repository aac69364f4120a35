//! `cargo xtask wheel [--out FOLDER]`: a Python wheel with the command, its libraries and the module of `python/`.
//!
//! The wheel puts the command into the `bin` of an environment and Z3 and libclang into its `lib/kverify`: the layout of
//! `cargo xtask install`, so that the command finds them in the same way, and nothing depends on which version of a package it meets.

use crate::install::{RUN_PATH, libraries};
use crate::setup::{create, remove};
use crate::{Outcome, say};
use std::path::Path;
use std::process::{Command, Stdio};

/// Builds wheels from cargo packages; in `.deps/maturin`, for that pip needs neither root nor an environment of its own.
const MATURIN: &str = "maturin==1.16.0";

/// Builds the wheel: in `target/wheels`, unless the arguments name a folder.
pub fn wheel(root: &Path, arguments: &[String]) -> Outcome {
    let out = match arguments {
        [] => root.join("target/wheels"),
        [flag, folder] if flag == "--out" => std::path::absolute(folder).map_err(|e| e.to_string())?,
        _ => return Err("usage: cargo xtask wheel [--out FOLDER]".to_owned()),
    };
    let data = root.join("python/data");
    remove(&data)?;
    create(&data.join("data/lib/kverify"))?;
    libraries(root, &data.join("data/lib/kverify"))?;
    let built = build(root, &out);
    remove(&data)?;
    built?;
    say(&format!("the wheel is in {}", out.display()));
    Ok(())
}

fn build(root: &Path, out: &Path) -> Outcome {
    let folder = root.join(".deps/maturin");
    if !folder.join("bin/maturin").exists() {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--target"])
            .arg(&folder)
            .arg(MATURIN);
        run(&mut pip)?;
    }
    let mut maturin = Command::new(folder.join("bin/maturin"));
    // What the wheel needs besides libc it carries: there is nothing to look for and to copy.
    maturin
        .current_dir(root.join("python"))
        .args(["build", "--release", "--auditwheel", "skip", "--out"])
        .arg(out)
        .args(["--", "-C"])
        .arg(format!("link-arg=-Wl,-rpath,{RUN_PATH}"));
    run(&mut maturin)
}

fn run(command: &mut Command) -> Outcome {
    say(&format!("\n$ {command:?}"));
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|e| format!("cannot run {command:?}: {e}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{command:?} failed"))
    }
}
