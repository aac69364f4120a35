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
    libraries(root, &folder)?;
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

/// Copies Z3 and libclang into a folder, under the names by which they are looked for.
pub fn libraries(root: &Path, folder: &Path) -> Outcome {
    let deps = root.join(".deps");
    for entry in fs::read_dir(deps.join("z3/lib"))
        .map_err(|e| format!("cannot read .deps/z3/lib: {e}"))?
        .flatten()
    {
        // The loader asks for the name with the version.
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("libz3.so.") {
            copy(&entry.path(), &folder.join(name))?;
        }
    }
    copy(&deps.join("libclang/libclang.so"), &folder.join("libclang.so"))
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
