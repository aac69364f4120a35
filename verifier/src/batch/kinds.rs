//! Which of the files of a folder hold kernels.

use crate::files;
use kverify_frontend::endings::{ending, is_cuda, is_header, is_unit, language_of};
use kverify_frontend::files::included;
use kverify_frontend::ir::Language;
use kverify_frontend::{count, may_call_runtime, may_hold_kernels};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Sources by their ending; other files by what is in them as well. One that cannot be read may hold kernels.
pub fn is_source(path: &Path) -> bool {
    match &*ending(path) {
        _ if is_cuda(path) => true,
        "cuh" => files::read(path).map_or(true, |bytes| has_marker(&bytes)),
        "py" => files::read_lossy(path).map_or(true, |text| may_hold_kernels(&text)),
        _ if is_unit(path) => {
            files::read_lossy(path).is_ok_and(|text| may_call_runtime(&text) || defines_kernels(&text))
        }
        _ => language_of(path) == Language::OpenCl,
    }
}

/// Whether a text defines kernels of CUDA's.
pub fn defines_kernels(text: &str) -> bool {
    has_marker(text.as_bytes()) && !count::definitions(text, Language::Cuda).is_empty()
}

fn has_marker(bytes: &[u8]) -> bool {
    let marker = b"__global__";
    bytes.windows(marker.len()).any(|window| window == marker)
}

/// The headers among `all` that define kernels and that none of the sources includes, by the names of files, directly or not: what
/// they define shows nowhere else.
pub fn headers_of_nobody(all: &[PathBuf], sources: &[PathBuf]) -> Vec<PathBuf> {
    let defines = |path: &&PathBuf| {
        let may = is_header(path) && !is_source(path);
        may && files::read_lossy(path).is_ok_and(|text| defines_kernels(&text))
    };
    let mut left: Vec<&PathBuf> = all.iter().filter(defines).collect();
    if left.is_empty() {
        return Vec::new();
    }
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut to_read: Vec<&PathBuf> = sources.iter().collect();
    while let Some(path) = to_read.pop() {
        let text = files::read_lossy(path).unwrap_or_default();
        for name in text.lines().filter_map(included) {
            let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
            if names.insert(name.to_owned()) {
                to_read.extend(
                    all.iter()
                        .filter(|path| path.file_name().is_some_and(|own| own == name)),
                );
            }
        }
    }
    left.retain(|path| {
        path.file_name()
            .and_then(OsStr::to_str)
            .is_none_or(|own| !names.contains(own))
    });
    left.into_iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_a_source_includes_on_any_way_are_left_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let kernel = "__global__ void k(int *a) { }\n";
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        let source = write("a.cu", "#include \"lib/first.h\"\n");
        let all = [
            source.clone(),
            write("first.h", "# include <second.hpp>\n"),
            write("second.hpp", kernel),
            write("alone.hpp", kernel),
            write("words.h", "// __global__ void k(int *a) { }\n"),
            write("plain.h", "int f();\n#include \"alone.hpp\"\n"),
        ];
        assert_eq!(headers_of_nobody(&all, &[source]), [all[3].clone()]);
    }

    #[test]
    fn endings_count_however_they_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let is_source = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            is_source(&path)
        };
        let kernel = "__global__ void k(int *a) { }\n";
        assert!(is_source("a.CU", "") && is_source("b.Hip", "") && is_source("c.CL", ""));
        assert!(is_source("d.cpp", kernel) && is_source("e.C", kernel) && is_source("f.CUH", kernel));
        assert!(!is_source("g.cpp", "// __global__ void k() { }\n") && !is_source("h.hpp", kernel));
    }
}
