//! Which files hold kernels.

use crate::batch::ignores;
use crate::files;
use kverify_frontend::count;
use kverify_frontend::endings::{is_cuda, is_header, is_unit, language_of};
use kverify_frontend::ir::Language;
use std::path::{Path, PathBuf};

/// Files to look at: translation units first, then headers, which are looked at by themselves only if no unit reads
/// them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// `.cu`, `.cl` and what the user named.
    pub units: Vec<PathBuf>,
    /// `.cuh`, `.h` and the like that hold kernels.
    pub headers: Vec<PathBuf>,
}

/// The files below the paths given, in order of their names. Hidden files and what `.gitignore` names are left out.
///
/// # Errors
/// A path does not exist or cannot be walked.
pub fn find(paths: &[PathBuf]) -> Result<Files, String> {
    let mut files = Files::default();
    for path in paths {
        if !path.exists() {
            return Err(format!("{}: there is no such file or folder", path.display()));
        }
        if path.is_file() {
            files.units.push(path.clone());
            continue;
        }
        let mut found: Vec<PathBuf> = Vec::new();
        ignores::each_entry(path, &mut |path| {
            found.extend((path.is_file() && !path.is_symlink()).then(|| path.to_path_buf()));
            true
        })?;
        found.sort();
        found.into_iter().for_each(|path| sort_in(&mut files, path));
    }
    Ok(files)
}

fn sort_in(files: &mut Files, path: PathBuf) {
    if is_cuda(&path) || language_of(&path) == Language::OpenCl {
        files.units.push(path);
    } else if is_header(&path) && holds_kernels(&path) {
        files.headers.push(path);
    } else if is_unit(&path) && holds_kernels(&path) {
        files.units.push(path);
    }
}

fn holds_kernels(path: &Path) -> bool {
    files::read_lossy(path).is_ok_and(|text| count::defines_kernels(&text))
}
