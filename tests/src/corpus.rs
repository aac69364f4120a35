//! Where the case files and examples are.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

/// All kernels below a folder of the repository, sorted.
pub fn sources(folder: &str) -> Vec<PathBuf> {
    files(folder, &["cl", "cu", "hip"])
}

/// All files below a folder that hold kernels of which something is expected, sorted.
pub fn kernel_files(folder: &str) -> Vec<PathBuf> {
    let mut found = files(folder, &["c", "cl", "cu", "cuh"]);
    found.retain(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("// expect: ")));
    found
}

/// All host sources below a folder of the repository, sorted: they hold loops under directives.
pub fn host_sources(folder: &str) -> Vec<PathBuf> {
    files(folder, &["c", "cpp", "cu"])
}

/// All kernels below a folder and the C programs that hold some in strings, sorted.
pub fn defects(folder: &str) -> Vec<PathBuf> {
    files(folder, &["c", "cl", "cu"])
}

/// All Python files below a folder of the repository, sorted.
pub fn python_files(folder: &str) -> Vec<PathBuf> {
    files(folder, &["py"])
}

fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root().join(folder), endings, &mut found);
    found.sort();
    found
}

/// The path as the repository knows it, for messages and tables.
pub fn short_name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, endings, found);
        } else if path
            .extension()
            .is_some_and(|ending| endings.iter().any(|known| ending == *known))
        {
            found.push(path);
        }
    }
}
