//! Finding and opening libclang.

use clang_sys as sys;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

/// The oldest libclang that tells operators.
const OLDEST: &str = "17";

static LIBRARY: Mutex<Option<(Arc<sys::SharedLibrary>, PathBuf)>> = Mutex::new(None);

/// The best library there is, and what tells it apart, as they were before anything was loaded.
static BEST: LazyLock<Option<(PathBuf, String)>> = LazyLock::new(|| {
    let path = candidates().find(|path| path.is_file())?;
    let identity = identity_of(&path)?;
    Some((path, identity))
});

/// Tells the best library apart from every other, without loading it.
pub fn identity() -> Option<String> {
    BEST.as_ref().map(|(_, identity)| identity.clone())
}

/// The same, if that library is the one that is loaded.
pub fn loaded_identity() -> Option<String> {
    let (best, identity) = BEST.as_ref()?;
    let slot = LIBRARY.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let is_loaded = slot.as_ref().is_some_and(|(_, path)| path == best);
    (is_loaded && identity_of(best).as_ref() == Some(identity)).then(|| identity.clone())
}

/// What changes when a file is replaced or written to, and when the loader takes other libraries.
#[cfg(unix)]
fn identity_of(path: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let file = std::fs::metadata(path).ok()?;
    let times = (file.mtime(), file.mtime_nsec(), file.ctime(), file.ctime_nsec());
    let loader = ["LD_LIBRARY_PATH", "LD_PRELOAD", "DYLD_LIBRARY_PATH"].map(std::env::var_os);
    Some(format!(
        "{path:?} {} {} {} {times:?} {loader:?}",
        file.dev(),
        file.ino(),
        file.len()
    ))
}

#[cfg(not(unix))]
fn identity_of(_path: &Path) -> Option<String> {
    None
}

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
        Some((library, _)) => Arc::clone(library),
        None => {
            let (library, path) = open()?;
            Arc::clone(&slot.insert((Arc::new(library), path)).0)
        }
    };
    sys::set_library(Some(library));
    Ok(())
}

/// Opens the best library there is.
fn open() -> Result<(sys::SharedLibrary, PathBuf), String> {
    let advice = format!(
        "kverify needs libclang {OLDEST} or newer: run `cargo xtask setup`, or install it (Debian: \
         `apt-get install libclang1-19`), or set KVERIFY_LIBCLANG to its file"
    );
    let mut too_old = None;
    // Before a variable changes of which it hangs.
    LazyLock::force(&BEST);
    for path in candidates() {
        #[cfg(target_os = "linux")]
        if super::needed::load_first(&path).is_err() {
            continue;
        }
        // SAFETY: the caller holds the lock of `LIBRARY`; nothing else in this workspace writes the environment,
        // and the variable is the only way to hand clang-sys a path.
        unsafe { std::env::set_var("LIBCLANG_PATH", &path) };
        match sys::load_manually() {
            Ok(library) if library.version() >= Some(sys::Version::V17_0) => return Ok((library, path)),
            Ok(library) => too_old = too_old.or(Some(library.path().to_path_buf())),
            Err(_) => {}
        }
    }
    Err(match too_old {
        Some(path) => format!("{} is older than libclang {OLDEST}; {advice}", path.display()),
        None => format!("no libclang found; {advice}"),
    })
}

/// Library files to try, best first. A folder is only looked into when those before it held none that would do.
fn candidates() -> impl Iterator<Item = PathBuf> {
    let named = ["KVERIFY_LIBCLANG", "LIBCLANG_PATH"]
        .into_iter()
        .flat_map(|name| {
            let path = std::env::var_os(name).map(PathBuf::from);
            path.into_iter().flat_map(|path| match path.is_dir() {
                true => libraries_in(&path),
                false => vec![path],
            })
        });
    // Beside the program for a tree that was set up or installed; cargo says where the tree is when it runs tests of documentation,
    // whose programs lie elsewhere.
    let places = [
        std::env::current_exe().ok(),
        std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from),
    ];
    let beside = places.into_iter().flatten().flat_map(|place| {
        let folders: Vec<PathBuf> = place.ancestors().map(Path::to_path_buf).collect();
        let parts = |folder: PathBuf| [".deps/libclang", "lib/kverify"].map(|part| folder.join(part));
        folders.into_iter().flat_map(parts)
    });
    let usual = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
        "/usr/local/lib",
    ];
    let system = std::iter::once_with(of_llvm).flatten();
    let folders = beside.chain(system).chain(usual.map(PathBuf::from));
    named.chain(folders.flat_map(|folder| libraries_in(&folder)))
}

/// The folders of LLVM's packages, newest first.
fn of_llvm() -> Vec<PathBuf> {
    let mut versions: Vec<(u64, PathBuf)> = std::fs::read_dir("/usr/lib")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let version = name.strip_prefix("llvm-")?.parse().ok()?;
            Some((version, entry.path().join("lib")))
        })
        .collect();
    versions.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    versions.into_iter().map(|(_, path)| path).collect()
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
