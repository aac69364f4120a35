//! `cargo xtask install [--root FOLDER]`: a copy that needs nothing of this tree.
//!
//! The command goes to `FOLDER/bin`, Z3 and libclang to `FOLDER/lib/kverify`. The command finds Z3 by a path relative to
//! itself, `../lib/kverify`, and looks for libclang there as well, so the folder may be moved as a whole.

use crate::setup::{create, remove};
use crate::{Outcome, chores, say};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the command looks for Z3, relative to itself.
pub const RUN_PATH: &str = "$ORIGIN/../lib/kverify";

/// Takes the run paths of `.cargo/config.toml` away, which lead into this tree: what is installed must not load what lies beside it.
pub const NO_PATHS_OF_THE_TREE: [(&str, &str); 1] = [("RUSTFLAGS", "")];

/// Installs an optimised build below the folder that the arguments name, `~/.local` by default.
pub fn install(root: &Path, arguments: &[String]) -> Outcome {
    let target = target(arguments)?;
    chores::step(
        root,
        &[
            "rustc",
            "--locked",
            "--release",
            "--package",
            "kverify",
            "--bin",
            "kverify",
            "--",
            "-C",
            &format!("link-arg=-Wl,-rpath,{RUN_PATH}"),
        ],
        &NO_PATHS_OF_THE_TREE,
    )?;
    check_paths(&root.join("target/release/kverify"))?;
    let (programs, folder) = (target.join("bin"), target.join("lib/kverify"));
    create(&programs)?;
    remove(&folder)?;
    create(&folder)?;
    libraries(root, &root.join("target/release/kverify"), &folder)?;
    // A running program cannot be overwritten, but it can be replaced.
    let (fresh, program) = (programs.join("kverify.new"), programs.join("kverify"));
    copy(&root.join("target/release/kverify"), &fresh)?;
    fs::rename(&fresh, &program).map_err(|e| format!("cannot write {}: {e}", program.display()))?;
    say(&format!("installed {}", program.display()));
    Ok(())
}

/// Refuses a command that looks for libraries in this tree.
pub fn check_paths(command: &Path) -> Outcome {
    const OUTSIDE: &[u8] = b"$ORIGIN/../../";
    let bytes = fs::read(command).map_err(|e| format!("cannot read {}: {e}", command.display()))?;
    match bytes.windows(OUTSIDE.len()).any(|part| part == OUTSIDE) {
        true => Err(format!(
            "{} has a run path that leads out of its installation",
            command.display()
        )),
        false => Ok(()),
    }
}

/// Copies the Z3 that a command asks the loader for, and libclang, into a folder.
pub fn libraries(root: &Path, command: &Path, folder: &Path) -> Outcome {
    let bytes = fs::read(command).map_err(|e| format!("cannot read {}: {e}", command.display()))?;
    let name = needed_z3(&bytes).ok_or_else(|| format!("{} asks for no Z3", command.display()))?;
    let deps = root.join(".deps");
    copy(&deps.join("z3/lib").join(&name), &folder.join(&name))?;
    copy(&deps.join("libclang/libclang.so"), &folder.join("libclang.so"))
}

/// The name of Z3 with its version, as a program holds it for the loader.
fn needed_z3(program: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"\0libz3.so.";
    let starts = program
        .windows(NAME.len())
        .enumerate()
        .filter(|(_, part)| *part == NAME);
    let mut names = starts.filter_map(|(at, _)| {
        let name = program[at + 1..].split(|byte| *byte == 0).next()?;
        let version = &name[NAME.len() - 1..];
        let is_version =
            !version.is_empty() && version.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        is_version.then(|| String::from_utf8_lossy(name).into_owned())
    });
    names.next()
}

fn target(arguments: &[String]) -> Result<PathBuf, String> {
    match arguments {
        [] => std::env::var_os("HOME")
            .map(|home| PathBuf::from(home).join(".local"))
            .ok_or_else(|| "HOME is not set: name a folder with --root".to_owned()),
        [flag, folder] if flag == "--root" => Ok(PathBuf::from(folder)),
        _ => Err("usage: cargo xtask install [--root FOLDER]".to_owned()),
    }
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|e| format!("cannot copy {} to {}: {e}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::needed_z3;

    #[test]
    fn the_name_for_the_loader_has_a_version() {
        let text = b"libz3.so.1\0libz3.so\0libz3.so.{}\0libz3.so.\0libz3.so.5.4\0libz3.so.6\0";
        assert_eq!(needed_z3(text).as_deref(), Some("libz3.so.5.4"));
        assert_eq!(needed_z3(b"\0libz3.so\0"), None);
    }
}
