//! What files are, by how their names end; large and small letters count the same.

use crate::ir::Language;
use std::path::Path;

/// How the names of headers end.
pub const HEADERS: [&str; 6] = ["h", "hh", "hpp", "hxx", "h++", "cuh"];
/// How those of parts end that others include, or that a compiler has to be told what to do with.
const PARTS: [&str; 13] = [
    "inl", "inc", "ipp", "tpp", "txx", "tcc", "icc", "impl", "def", "tpl", "cuda", "cup", "tcu",
];
/// How those of CUDA's and HIP's sources end.
const KERNELS: [&str; 2] = ["cu", "hip"];
/// How those of C and C++ to compile end.
const UNITS: [&str; 13] = [
    "c", "cc", "cpp", "cxx", "c++", "cppm", "ixx", "ccm", "mpp", "cp", "i", "ii", "mm",
];

/// The ending of a file's name, in small letters.
pub fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_ascii_lowercase()
}

/// Whether a file is there to be included.
pub fn is_header(path: &Path) -> bool {
    let ending = ending(path);
    HEADERS.contains(&&*ending) || PARTS.contains(&&*ending)
}

/// Whether a file is a source of CUDA's or HIP's.
pub fn is_cuda(path: &Path) -> bool {
    KERNELS.contains(&&*ending(path))
}

/// Whether a file is C or C++ to compile.
pub fn is_unit(path: &Path) -> bool {
    UNITS.contains(&&*ending(path))
}

/// The language by a file's ending.
pub fn language_of(path: &Path) -> Language {
    match &*ending(path) {
        "cl" | "ocl" | "opencl" | "clcpp" => Language::OpenCl,
        _ => Language::Cuda,
    }
}
