//! `cargo xtask wheel [--out FOLDER]`: a Python wheel with the command, its libraries and the module of `python/`.
//!
//! The wheel puts the command into the `bin` of an environment and Z3 and libclang into its `lib/kverify`: the layout of
//! `cargo xtask install`, so that the command finds them in the same way, and nothing depends on which version of a package it meets.
//!
//! The wheel's tag says which C library it needs: that is read from what was built, since a linker takes the newest symbols that the
//! machine has. A wheel for old systems is built on an old one.

use crate::install::{NO_PATHS_OF_THE_TREE, RUN_PATH, check_paths, libraries};
use crate::setup::{create, remove};
use crate::{Outcome, say};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Builds wheels from cargo packages; in `.deps/maturin`, for that pip needs neither root nor an environment of its own.
const MATURIN: &str = "maturin==1.16.0";

/// What `kverify batch` runs. maturin takes no entry points beside a program; pip puts the name of its Python into the first line.
const BATCH: &str = "#!python\nimport sys\n\nfrom kverify.batch import main\n\nsys.exit(main())\n";

/// Builds the wheel: in `target/wheels`, unless the arguments name a folder.
pub fn wheel(root: &Path, arguments: &[String]) -> Outcome {
    let out = match arguments {
        [] => root.join("target/wheels"),
        [flag, folder] if flag == "--out" => std::path::absolute(folder).map_err(|e| e.to_string())?,
        _ => return Err("usage: cargo xtask wheel [--out FOLDER]".to_owned()),
    };
    let data = root.join("python/data");
    let carried = data.join("data/lib/kverify");
    remove(&data)?;
    create(&carried)?;
    create(&data.join("scripts"))?;
    script(&data.join("scripts/kverify-batch")).map_err(|e| format!("cannot write a script: {e}"))?;
    let built = build_tagged(root, &carried, &out);
    remove(&data)?;
    built?;
    say(&format!("the wheel is in {}", out.display()));
    Ok(())
}

/// Writes the script; what may be run in the wheel may be run where it is installed.
fn script(path: &Path) -> std::io::Result<()> {
    fs::write(path, BATCH)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Builds the wheel twice, the second time from what the first one compiled: only then is it known what the command needs.
fn build_tagged(root: &Path, carried: &Path, out: &Path) -> Outcome {
    let scratch = root.join("target/wheels-without-a-tag");
    let built = build(root, &scratch, Some("linux"));
    remove(&scratch)?;
    built?;
    let command = root.join("target/release/kverify");
    check_paths(&command)?;
    libraries(root, &command, carried)?;
    let mut needed = newest_symbol(&command)?;
    for library in fs::read_dir(carried).map_err(|e| format!("cannot read {}: {e}", carried.display()))? {
        let library = library.map_err(|e| e.to_string())?;
        needed = needed.max(newest_symbol(&library.path())?);
    }
    let minor =
        needed.ok_or("the built command asks for no symbol of the C library: its version is not known")?;
    say(&format!("it needs glibc 2.{minor} or newer"));
    build(root, out, Some(&format!("manylinux_2_{minor}")))
}

/// The newest `GLIBC_2.N` that a program or library names: at least as new as any that it asks for.
fn newest_symbol(path: &Path) -> Result<Option<u32>, String> {
    let bytes = fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    Ok(newest_version(&bytes))
}

fn newest_version(bytes: &[u8]) -> Option<u32> {
    const NAME: &[u8] = b"GLIBC_2.";
    let starts = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(NAME));
    let minor = |at: usize| {
        let rest = bytes[at + NAME.len()..].iter();
        let digits = rest.take_while(|byte| byte.is_ascii_digit()).take(4);
        digits.fold(None, |number: Option<u32>, digit| {
            Some(number.unwrap_or(0) * 10 + u32::from(digit - b'0'))
        })
    };
    starts.filter_map(minor).max()
}

fn build(root: &Path, out: &Path, tag: Option<&str>) -> Outcome {
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
        .args(tag.iter().flat_map(|tag| ["--compatibility", tag]))
        .envs(NO_PATHS_OF_THE_TREE)
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

#[cfg(test)]
mod tests {
    use super::newest_version;

    #[test]
    fn the_newest_symbol_decides() {
        let text = b"\0GLIBC_2.4\0GLIBC_2.35\0GLIBC_2.9\0GLIBC_PRIVATE\0GLIBC_2.";
        assert_eq!(newest_version(text), Some(35));
        assert_eq!(newest_version(b"GLIBCXX_3.4.29 GLIBC_3.4"), None);
    }
}
