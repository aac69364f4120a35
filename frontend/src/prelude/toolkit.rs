//! A real CUDA toolkit in the place of our stand-ins for its headers.
//!
//! As in clang's own CUDA mode, types, the runtime's interface and the libraries come from the toolkit's headers, and the
//! functions that nvcc compiles by itself are declared by us (`kverify/toolkit.h`). Every function of either has its row in
//! [`crate::builtin`] by its name, whatever file declares it; what has none is followed into the toolkit's own body.

use std::path::{Path, PathBuf};

/// How a toolkit's folder ends in clang's arguments: a way of writing it that nobody else uses, by which its files are known.
const MARK: &str = "/././.";

/// The include folders of a toolkit, in the order of search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toolkit {
    folders: Vec<PathBuf>,
}

impl Toolkit {
    /// The toolkit at `path`: an installation (`include/` or `targets/*/include/` in it), its include folder itself, or the
    /// folder `nvidia` that the wheels `nvidia-cuda-*` of PyPI share, with an include folder for each.
    ///
    /// # Errors
    /// If no `cuda_runtime.h` is there, or what it needs itself is not; the text says what was looked for.
    pub fn at(path: &Path) -> Result<Toolkit, String> {
        let below = |folder: &Path, rest: &str| -> Vec<PathBuf> {
            let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path().join(rest))
                .filter(|folder| folder.is_dir())
                .collect();
            found.sort();
            found
        };
        let mut folders = vec![path.join("include"), path.to_owned()];
        folders.extend(below(&path.join("targets"), "include"));
        folders.extend(below(path, "include"));
        // CUDA 13 keeps the C++ libraries apart.
        let libraries: Vec<PathBuf> = folders.iter().map(|folder| folder.join("cccl")).collect();
        folders.extend(libraries);
        let of_cuda = |folder: &PathBuf| {
            [
                "cuda_runtime.h",
                "crt/host_defines.h",
                "curand_kernel.h",
                "cub/cub.cuh",
                "nv/target",
            ]
            .iter()
            .any(|header| folder.join(header).is_file())
        };
        folders.retain(of_cuda);
        for header in ["cuda_runtime.h", "crt/host_defines.h"] {
            if !folders.iter().any(|folder| folder.join(header).is_file()) {
                return Err(format!(
                    "--cuda-path: there is no {header} in {} or in its folders include, targets/*/include and */include: \
                     kverify's own declarations are used instead",
                    path.display()
                ));
            }
        }
        Ok(Toolkit { folders })
    }

    /// The arguments that have clang search the toolkit's folders.
    pub(super) fn arguments(&self) -> Vec<String> {
        let search = |folder: &PathBuf| ["-isystem".to_owned(), format!("{}{MARK}", folder.display())];
        self.folders.iter().flat_map(search).collect()
    }

    /// Whether `folder` is one of the toolkit's: named again as the user's own, its files would count as the user's.
    pub fn holds(&self, folder: &Path) -> bool {
        let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        self.folders.iter().any(|own| real(own) == real(folder))
    }
}

/// Whether `path`, as clang reports it, is a file of a toolkit.
pub(super) fn is_of_toolkit(path: &str) -> bool {
    path.contains(&format!("{MARK}/"))
}
