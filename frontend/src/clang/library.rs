//! Finding and opening libclang.

use clang_sys as sys;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The oldest libclang that tells operators.
const OLDEST: &str = "17";

static LIBRARY: Mutex<Option<Arc<sys::SharedLibrary>>> = Mutex::new(None);

/// Makes libclang callable on this thread.
///
/// # Errors
/// The message says what is missing and what to do.
pub fn load() -> Result<(), String> {
    if sys::is_loaded() {
        return Ok(());
    }
    let mut slot = LIBRARY.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let library = match &*slot {
        Some(library) => Arc::clone(library),
        None => Arc::clone(slot.insert(Arc::new(open()?))),
    };
    sys::set_library(Some(library));
    Ok(())
}

/// Opens the best library there is.
fn open() -> Result<sys::SharedLibrary, String> {
    let advice = format!(
        "kverify needs libclang {OLDEST} or newer: run `cargo xtask setup`, or install it (Debian: \
         `apt-get install libclang1-19`), or set KVERIFY_LIBCLANG to its file"
    );
    let mut too_old = None;
    for path in candidates() {
        #[cfg(target_os = "linux")]
        if super::needed::load_first(&path).is_err() {
            continue;
        }
        // SAFETY: the caller holds the lock of `LIBRARY`; nothing else in this workspace writes the environment,
        // and the variable is the only way to hand clang-sys a path.
        unsafe { std::env::set_var("LIBCLANG_PATH", &path) };
        match sys::load_manually() {
            Ok(library) if library.version() >= Some(sys::Version::V17_0) => return Ok(library),
            Ok(library) => too_old = too_old.or(Some(library.path().to_path_buf())),
            Err(_) => {}
        }
    }
    Err(match too_old {
        Some(path) => format!("{} is older than libclang {OLDEST}; {advice}", path.display()),
        None => format!("no libclang found; {advice}"),
    })
}

/// Library files to try, best first.
fn candidates() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in ["KVERIFY_LIBCLANG", "LIBCLANG_PATH"] {
        if let Some(value) = std::env::var_os(name) {
            let path = PathBuf::from(value);
            if path.is_dir() {
                found.extend(libraries_in(&path))
            } else {
                found.push(path)
            }
        }
    }
    // Beside the program for a tree that was set up or installed; cargo says where the tree is when it runs tests of documentation,
    // whose programs lie elsewhere.
    let places = [
        std::env::current_exe().ok(),
        std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from),
    ];
    for place in places.into_iter().flatten() {
        for folder in place.ancestors() {
            found.extend(libraries_in(&folder.join(".deps/libclang")));
            found.extend(libraries_in(&folder.join("lib/kverify")));
        }
    }
    let mut system: Vec<(u64, PathBuf)> = Vec::new();
    if let Ok(entries) = std::fs::read_dir("/usr/lib") {
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if let Some(version) = name.strip_prefix("llvm-").and_then(|v| v.parse().ok()) {
                system.extend(
                    libraries_in(&entry.path().join("lib"))
                        .into_iter()
                        .map(|path| (version, path)),
                );
            }
        }
    }
    system.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    found.extend(system.into_iter().map(|(_, path)| path));
    for folder in [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
        "/usr/local/lib",
    ] {
        found.extend(libraries_in(Path::new(folder)));
    }
    found
}

/// The libclang files of a folder, newest first by name.
fn libraries_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path
                .file_name()
                .map(|n| n.to_string_lossy().into_owned())
                .unwrap_or_default();
            name.starts_with("libclang.so") || (name.starts_with("libclang-") && name.contains(".so"))
        })
        .filter(|path| !path.to_string_lossy().contains("libclang-cpp"))
        .collect();
    paths.sort();
    paths.reverse();
    paths
}
