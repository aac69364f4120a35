//! The embedded declarations: what a toolkit's headers would say, in our own words.
//!
//! Nothing is read from disk: every file is handed to clang as an unsaved file in a folder that does not exist.
//! One header is included by force before the user's first line; the stand-ins for the usual headers are parsed only
//! when the source includes them.

use crate::ir::Language;

/// The folder that the virtual files are in.
const ROOT: &str = "/kverify-prelude";

/// A file that exists only in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VirtualFile {
    /// Absolute path, with `/` between its parts.
    pub path: String,
    /// The text.
    pub text: &'static str,
}

/// Whether `path`, as clang reports it, is one of the [`virtual_files`].
pub fn is_virtual(path: &str) -> bool {
    path.strip_prefix(ROOT).is_some_and(|rest| rest.starts_with('/'))
}

/// The file to include by force before the source.
pub fn forced_include(language: Language) -> String {
    let folder = match language {
        Language::Cuda => "cuda",
        Language::OpenCl => "opencl",
    };
    format!("{ROOT}/{folder}/kverify/prelude.h")
}

/// The arguments that make clang parse `language` with the prelude, but for the user's own and the GPU architecture.
pub fn arguments(language: Language) -> Vec<String> {
    let folder = match language {
        Language::Cuda => "cuda",
        Language::OpenCl => "opencl",
    };
    let fixed: &[&str] = match language {
        Language::Cuda => &[
            "-x",
            "cuda",
            "--cuda-device-only",
            "-nocudainc",
            "-nocudalib",
            "-std=c++17",
            "-nostdinc",
            "-nostdinc++",
            "-Xclang",
            "-fcuda-allow-variadic-functions",
        ],
        Language::OpenCl => &[
            "-x",
            "cl",
            "-cl-std=CL2.0",
            "-cl-no-stdinc",
            "-Xclang",
            "-fdeclare-opencl-builtins",
            "-nostdinc",
        ],
    };
    let mut arguments: Vec<String> = fixed.iter().map(|argument| (*argument).to_owned()).collect();
    arguments.extend(["-ferror-limit=0", "-w"].map(str::to_owned));
    arguments.extend([
        "-isystem".to_owned(),
        format!("{ROOT}/{folder}"),
        "-include".to_owned(),
        forced_include(language),
    ]);
    arguments
}

/// Everything that an `#include` can find for `language`.
pub fn virtual_files(language: Language) -> Vec<VirtualFile> {
    let (folder, files) = match language {
        Language::Cuda => ("cuda", CUDA),
        Language::OpenCl => ("opencl", OPENCL),
    };
    files
        .iter()
        .map(|(name, text)| VirtualFile {
            path: format!("{ROOT}/{folder}/{name}"),
            text,
        })
        .collect()
}

const OPENCL: &[(&str, &str)] = &[
    ("kverify/prelude.h", include_str!("opencl/prelude.h")),
    ("kverify/gpuverify.h", include_str!("gpuverify.h")),
    ("kverify/as_type.h", include_str!("opencl/as_type.h")),
    ("kverify/atomics.h", include_str!("opencl/atomics.h")),
];

/// For headers whose declarations the forced include already holds.
const ALREADY_INCLUDED: &str = "";

const CUDA: &[(&str, &str)] = &[
    ("kverify/prelude.h", include_str!("cuda/prelude.h")),
    ("kverify/gpuverify.h", include_str!("gpuverify.h")),
    ("kverify/libc.h", include_str!("cuda/libc.h")),
    ("kverify/vector_types.h", include_str!("cuda/vector_types.h")),
    ("kverify/device.h", include_str!("cuda/device.h")),
    ("kverify/atomics.h", include_str!("cuda/atomics.h")),
    ("kverify/math.h", include_str!("cuda/math.h")),
    ("kverify/integer.h", include_str!("cuda/integer.h")),
    ("kverify/runtime.h", include_str!("cuda/runtime.h")),
    ("kverify/texture.h", include_str!("cuda/texture.h")),
    ("cuda.h", ALREADY_INCLUDED),
    ("cuda_runtime.h", ALREADY_INCLUDED),
    ("cuda_runtime_api.h", ALREADY_INCLUDED),
    ("cuda_texture_types.h", ALREADY_INCLUDED),
    ("cuda_profiler_api.h", ALREADY_INCLUDED),
    ("cuda_device_runtime_api.h", ALREADY_INCLUDED),
    ("cuda_pipeline_primitives.h", ALREADY_INCLUDED),
    ("driver_types.h", ALREADY_INCLUDED),
    ("vector_types.h", ALREADY_INCLUDED),
    ("vector_functions.h", ALREADY_INCLUDED),
    ("texture_types.h", ALREADY_INCLUDED),
    ("texture_fetch_functions.h", ALREADY_INCLUDED),
    ("texture_indirect_functions.h", ALREADY_INCLUDED),
    ("surface_functions.h", ALREADY_INCLUDED),
    ("surface_types.h", ALREADY_INCLUDED),
    ("device_launch_parameters.h", ALREADY_INCLUDED),
    ("device_functions.h", ALREADY_INCLUDED),
    ("device_atomic_functions.h", ALREADY_INCLUDED),
    ("math_functions.h", ALREADY_INCLUDED),
    ("math_constants.h", ALREADY_INCLUDED),
    ("host_defines.h", ALREADY_INCLUDED),
    ("builtin_types.h", ALREADY_INCLUDED),
    ("sm_20_atomic_functions.h", ALREADY_INCLUDED),
    ("sm_30_intrinsics.h", ALREADY_INCLUDED),
    ("crt/host_defines.h", ALREADY_INCLUDED),
    ("crt/device_functions.h", ALREADY_INCLUDED),
    ("crt/math_functions.h", ALREADY_INCLUDED),
    ("assert.h", ALREADY_INCLUDED),
    ("ctype.h", ALREADY_INCLUDED),
    ("errno.h", ALREADY_INCLUDED),
    ("float.h", ALREADY_INCLUDED),
    ("inttypes.h", ALREADY_INCLUDED),
    ("limits.h", ALREADY_INCLUDED),
    ("malloc.h", ALREADY_INCLUDED),
    ("math.h", ALREADY_INCLUDED),
    ("stdarg.h", ALREADY_INCLUDED),
    ("stdbool.h", ALREADY_INCLUDED),
    ("stddef.h", ALREADY_INCLUDED),
    ("stdint.h", ALREADY_INCLUDED),
    ("stdio.h", ALREADY_INCLUDED),
    ("stdlib.h", ALREADY_INCLUDED),
    ("string.h", ALREADY_INCLUDED),
    ("strings.h", ALREADY_INCLUDED),
    ("time.h", ALREADY_INCLUDED),
    ("unistd.h", ALREADY_INCLUDED),
];
