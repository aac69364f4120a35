//! `cargo xtask setup`: Z3 and libclang into `.deps/`.
//!
//! Both come as pinned Python wheels: they are prebuilt, need no root, and are the same on every machine.
//! Debian 12's own libz3 (4.8.12) is too old and must not win, and its libclang, where it is new enough, drags LLVM
//! and that old Z3 into the process; so a system libclang is only what setup falls back on.

use crate::wheels::{self, Wheel};
use crate::{Outcome, say};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest version of Z3 that decides the queries kverify asks (design, section 6).
const Z3_OLDEST: (u32, u32) = (5, 3);
const LIBCLANG_OLDEST: u32 = 17;

/// Brings `.deps/` into the state that `.cargo/config.toml` is written for. Does nothing where that is so already.
pub fn setup(root: &Path) -> Outcome {
    let deps = root.join(".deps");
    fs::create_dir_all(&deps).map_err(|e| format!("cannot create {}: {e}", deps.display()))?;
    setup_z3(&deps)?;
    setup_libclang(&deps)
}

fn setup_z3(deps: &Path) -> Outcome {
    let z3 = deps.join("z3");
    let package = z3.join("pkgconfig/z3.pc");
    if !(z3.join("lib/libz3.so").exists() && package.exists()) {
        let unpacked = fetch_wheel(deps, &wheels::Z3)?;
        let staged = deps.join("z3.new");
        remove(&staged)?;
        copy_files(&unpacked.join("z3/lib"), &staged.join("lib"))?;
        copy_files(&unpacked.join("z3/include"), &staged.join("include"))?;
        write_pkg_config(&staged.join("pkgconfig"), wheels::Z3.version())?;
        remove(&z3)?;
        rename(&staged, &z3)?;
        remove(&unpacked)?;
    }
    let version = packaged_version(&package)?;
    if version < Z3_OLDEST {
        return Err(format!(
            "{} holds Z3 {}.{}, but kverify needs {}.{} or newer: remove that folder and run `cargo xtask setup` again",
            z3.display(),
            version.0,
            version.1,
            Z3_OLDEST.0,
            Z3_OLDEST.1,
        ));
    }
    link_soname(&z3.join("lib"), version)
}

/// Programs ask the loader for `libz3.so.5.4`, the name in the library itself; not every wheel carries that file.
fn link_soname(lib: &Path, (major, minor): (u32, u32)) -> Outcome {
    let soname = lib.join(format!("libz3.so.{major}.{minor}"));
    if soname.exists() {
        return Ok(());
    }
    std::os::unix::fs::symlink("libz3.so", &soname)
        .map_err(|e| format!("cannot create {}: {e}", soname.display()))
}

/// The build of `z3-sys` asks pkg-config first; with this file first on its path, a system Z3 never wins.
fn write_pkg_config(folder: &Path, version: &str) -> Outcome {
    create(folder)?;
    let text = format!(
        "prefix=${{pcfiledir}}/..\nName: z3\nDescription: Z3 theorem prover\nVersion: {version}\n\
         Libs: -L${{prefix}}/lib -lz3\nCflags: -I${{prefix}}/include\n"
    );
    let path = folder.join("z3.pc");
    fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

fn packaged_version(package: &Path) -> Result<(u32, u32), String> {
    let text = fs::read_to_string(package).map_err(|e| format!("cannot read {}: {e}", package.display()))?;
    let version = text.lines().find_map(|line| {
        let mut parts = line.strip_prefix("Version:")?.trim().split('.').map(str::parse);
        Some((parts.next()?.ok()?, parts.next()?.ok()?))
    });
    version.ok_or_else(|| {
        format!(
            "{} names no version: remove it and run setup again",
            package.display()
        )
    })
}

fn setup_libclang(deps: &Path) -> Outcome {
    let target = deps.join("libclang/libclang.so");
    // `exists` follows links, so a link to an uninstalled system libclang is replaced.
    if target.exists() {
        return Ok(());
    }
    remove(&deps.join("libclang"))?;
    create(&deps.join("libclang"))?;
    let failure = match fetch_wheel(deps, &wheels::LIBCLANG) {
        Ok(unpacked) => {
            let library = find_file(&unpacked, "libclang.so").ok_or_else(|| {
                format!(
                    "{} holds no libclang.so for this machine",
                    wheels::LIBCLANG.requirement
                )
            })?;
            rename(&library, &target)?;
            return remove(&unpacked);
        }
        Err(failure) => failure,
    };
    let Some((version, library)) = system_libclang(Path::new("/usr/lib")) else {
        return Err(format!(
            "{failure}\nand no libclang {LIBCLANG_OLDEST} or newer is installed; on Debian 12 \
             `apt-get install libclang1-19` is another way to get one"
        ));
    };
    say(&format!(
        "the libclang wheel cannot be had; using libclang {version} at {}",
        library.display()
    ));
    std::os::unix::fs::symlink(&library, &target)
        .map_err(|e| format!("cannot create {}: {e}", target.display()))
}

/// The newest libclang that is new enough, below `/usr/lib/llvm-N/lib`.
fn system_libclang(usr_lib: &Path) -> Option<(u32, PathBuf)> {
    let entries = fs::read_dir(usr_lib).ok()?;
    entries
        .flatten()
        .filter_map(|entry| {
            let version: u32 = entry.file_name().to_str()?.strip_prefix("llvm-")?.parse().ok()?;
            let library = fs::read_dir(entry.path().join("lib"))
                .ok()?
                .flatten()
                .map(|file| file.path())
                .filter(|path| {
                    let name = path
                        .file_name()
                        .map(|n| n.to_string_lossy().into_owned())
                        .unwrap_or_default();
                    name.starts_with("libclang.so") || name.starts_with("libclang-") && name.contains(".so")
                })
                .min()?;
            (version >= LIBCLANG_OLDEST).then_some((version, library))
        })
        .max()
}

/// Downloads a wheel with pip and unpacks it into a folder of its own below `deps`; the caller removes it.
fn fetch_wheel(deps: &Path, wheel: &Wheel) -> Result<PathBuf, String> {
    let requirement = wheel.requirement;
    say(&format!("fetching {requirement} (once)"));
    let name = wheel.name();
    let download = deps.join(format!("download-{name}"));
    let unpacked = deps.join(format!("unpacked-{name}"));
    remove(&download)?;
    remove(&unpacked)?;
    create(&download)?;
    create(&unpacked)?;
    let pip = wheels::pip("download", "--dest", &download, &[wheel])?;
    if !pip.status.success() {
        let words = String::from_utf8_lossy(&pip.stderr).trim().to_owned();
        let advice = if words.contains("No module named pip") {
            "pip is missing; on Debian: apt-get install python3-pip"
        } else {
            "is the network reachable? Behind a proxy, set HTTPS_PROXY or pip's own options (PIP_INDEX_URL)"
        };
        return Err(format!("pip could not download {requirement}: {advice}\n{words}"));
    }
    let file = only_wheel(&download)?;
    let unzip = Command::new("python3")
        .args([
            "-c",
            "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])",
        ])
        .arg(&file)
        .arg(&unpacked)
        .status()
        .map_err(|e| format!("cannot run python3: {e}"))?;
    if !unzip.success() {
        return Err(format!("cannot unpack {}", file.display()));
    }
    remove(&download)?;
    Ok(unpacked)
}

fn only_wheel(folder: &Path) -> Result<PathBuf, String> {
    fs::read_dir(folder)
        .map_err(|e| format!("cannot read {}: {e}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|e| e == "whl"))
        .ok_or_else(|| format!("pip left no wheel in {}", folder.display()))
}

/// The first file of that name, at any depth: wheels differ in the folders above it.
fn find_file(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    let here = entries
        .iter()
        .find(|path| path.is_file() && path.file_name().is_some_and(|n| n == name))
        .cloned();
    here.or_else(|| {
        entries
            .iter()
            .filter(|path| path.is_dir())
            .find_map(|path| find_file(path, name))
    })
}

/// Copies the files of a folder; the wheels' folders of interest hold no further folders.
fn copy_files(from: &Path, to: &Path) -> Outcome {
    create(to)?;
    let entries = fs::read_dir(from).map_err(|e| format!("the wheel holds no {}: {e}", from.display()))?;
    for entry in entries.flatten() {
        if entry.path().is_file() {
            let target = to.join(entry.file_name());
            fs::copy(entry.path(), &target).map_err(|e| format!("cannot write {}: {e}", target.display()))?;
        }
    }
    Ok(())
}

pub(crate) fn create(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|e| format!("cannot create {}: {e}", folder.display()))
}

fn rename(from: &Path, to: &Path) -> Outcome {
    fs::rename(from, to).map_err(|e| format!("cannot move {} to {}: {e}", from.display(), to.display()))
}

pub(crate) fn remove(folder: &Path) -> Outcome {
    match fs::remove_dir_all(folder) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {e}", folder.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kverify-xtask-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the system's temporary folder takes folders");
        folder
    }

    #[test]
    fn the_newest_system_libclang_wins_and_old_ones_never_do() {
        let usr_lib = scratch("libclang");
        for (version, file) in [
            ("14", "libclang.so.1"),
            ("17", "libclang-17.so.1"),
            ("19", "libclang-19.so.19"),
        ] {
            let lib = usr_lib.join(format!("llvm-{version}/lib"));
            fs::create_dir_all(&lib).expect("folder");
            fs::write(lib.join(file), "").expect("file");
        }
        let found = system_libclang(&usr_lib).expect("17 and 19 will do");
        assert_eq!(found, (19, usr_lib.join("llvm-19/lib/libclang-19.so.19")));
        fs::remove_dir_all(usr_lib.join("llvm-19")).expect("remove");
        fs::remove_dir_all(usr_lib.join("llvm-17")).expect("remove");
        assert_eq!(system_libclang(&usr_lib), None);
    }

    #[test]
    fn an_old_z3_is_refused_with_advice() {
        let deps = scratch("z3");
        fs::create_dir_all(deps.join("z3/lib")).expect("folder");
        fs::write(deps.join("z3/lib/libz3.so"), "").expect("file");
        write_pkg_config(&deps.join("z3/pkgconfig"), "4.8.12").expect("file");
        let message = setup_z3(&deps).expect_err("4.8 is too old");
        assert!(
            message.contains("4.8") && message.contains("cargo xtask setup"),
            "{message}"
        );
    }
}
