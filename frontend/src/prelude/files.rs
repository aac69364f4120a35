//! The virtual files themselves.

use crate::ir::Language;

/// Names below the language's folder, and texts.
pub(super) fn all(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    let (own, stand_ins): (&'static [(&str, &str)], &'static [(&[&str], &str)]) = match language {
        Language::Cuda => (CUDA, CUDA_STAND_INS),
        Language::OpenCl => (OPENCL, &[]),
    };
    let aliases = stand_ins
        .iter()
        .flat_map(|(names, text)| names.iter().map(move |name| (*name, *text)));
    own.iter().copied().chain(aliases)
}

const OPENCL: &[(&str, &str)] = &[
    ("kverify/prelude.h", include_str!("opencl/prelude.h")),
    ("kverify/gpuverify.h", include_str!("gpuverify.h")),
    ("kverify/as_type.h", include_str!("opencl/as_type.h")),
    ("kverify/atomics.h", include_str!("opencl/atomics.h")),
    ("kverify/two_results.h", include_str!("opencl/two_results.h")),
];

const CUDA: &[(&str, &str)] = &[
    ("kverify/prelude.h", include_str!("cuda/prelude.h")),
    ("kverify/gpuverify.h", include_str!("gpuverify.h")),
    ("kverify/libc.h", include_str!("cuda/libc.h")),
    ("kverify/vector_types.h", include_str!("cuda/vector_types.h")),
    ("kverify/device.h", include_str!("cuda/device.h")),
    ("kverify/atomics.h", include_str!("cuda/atomics.h")),
    ("kverify/math.h", include_str!("cuda/math.h")),
    ("kverify/integer.h", include_str!("cuda/integer.h")),
    ("kverify/simd.h", include_str!("cuda/simd.h")),
    ("kverify/runtime.h", include_str!("cuda/runtime.h")),
    ("kverify/texture.h", include_str!("cuda/texture.h")),
    ("kverify/std.h", include_str!("cuda/std.h")),
    ("kverify/small_float.h", include_str!("cuda/small_float.h")),
    (
        "kverify/cooperative_groups.h",
        include_str!("cuda/cooperative_groups.h"),
    ),
    (
        "kverify/cooperative_groups_reduce.h",
        include_str!("cuda/cooperative_groups_reduce.h"),
    ),
    (
        "kverify/cooperative_groups_memcpy_async.h",
        include_str!("cuda/cooperative_groups_memcpy_async.h"),
    ),
    ("kverify/curand_kernel.h", include_str!("cuda/curand_kernel.h")),
    ("kverify/cuda_fp16.h", include_str!("cuda/cuda_fp16.h")),
    ("kverify/cuda_bf16.h", include_str!("cuda/cuda_bf16.h")),
    ("kverify/helper_cuda.h", include_str!("cuda/helper_cuda.h")),
    ("kverify/helper_math.h", include_str!("cuda/helper_math.h")),
    ("kverify/cuda_atomic.h", include_str!("cuda/cuda_atomic.h")),
];

/// Headers of the toolkit, its samples and the standard libraries, each including the file that stands in
/// for it: clang tells files by name, so that a text under two names would be read twice.
const CUDA_STAND_INS: &[(&[&str], &str)] = &[
    (
        &["cooperative_groups.h"],
        "#include <kverify/cooperative_groups.h>\n",
    ),
    (
        &["cooperative_groups/reduce.h", "cooperative_groups/scan.h"],
        "#include <kverify/cooperative_groups_reduce.h>\n",
    ),
    (
        &["cooperative_groups/memcpy_async.h"],
        "#include <kverify/cooperative_groups_memcpy_async.h>\n",
    ),
    (
        &["curand_kernel.h", "curand.h", "curand_mtgp32_kernel.h"],
        "#include <kverify/curand_kernel.h>\n",
    ),
    (
        &["cuda_fp16.h", "cuda_fp16.hpp"],
        "#include <kverify/cuda_fp16.h>\n",
    ),
    (&["cuda_bf16.h"], "#include <kverify/cuda_bf16.h>\n"),
    (
        &[
            "helper_cuda.h",
            "helper_functions.h",
            "helper_timer.h",
            "helper_string.h",
            "helper_image.h",
            "cutil.h",
            "cutil_inline.h",
            "sdkHelper.h",
            "shrUtils.h",
        ],
        "#include <kverify/helper_cuda.h>\n",
    ),
    (
        &["helper_math.h", "cutil_math.h"],
        "#include <kverify/helper_math.h>\n",
    ),
    (
        &["cuda/atomic", "cuda/std/atomic"],
        "#include <kverify/cuda_atomic.h>\n",
    ),
    // What the forced include holds already.
    (
        &[
            "cuda.h",
            "cuda_device_runtime_api.h",
            "cuda_pipeline_primitives.h",
            "device_launch_parameters.h",
            "device_functions.h",
            "device_atomic_functions.h",
            "math_functions.h",
            "math_constants.h",
            "host_defines.h",
            "builtin_types.h",
            "vector_types.h",
            "vector_functions.h",
            "vector_functions.hpp",
            "sm_20_atomic_functions.h",
            "sm_30_intrinsics.h",
            "sm_35_intrinsics.h",
            "crt/host_defines.h",
            "crt/device_functions.h",
            "crt/math_functions.h",
            "assert.h",
            "ctype.h",
            "errno.h",
            "float.h",
            "inttypes.h",
            "limits.h",
            "malloc.h",
            "math.h",
            "stdarg.h",
            "stdbool.h",
            "stddef.h",
            "stdint.h",
            "stdio.h",
            "stdlib.h",
            "string.h",
            "strings.h",
            "time.h",
            "unistd.h",
            "sys/time.h",
            "sys/types.h",
            "cmath",
            "cstdio",
            "cstdlib",
            "cassert",
            "cfloat",
            "climits",
        ],
        "",
    ),
    (
        &[
            "cuda_runtime.h",
            "cuda_runtime_api.h",
            "cuda_profiler_api.h",
            "driver_types.h",
            "cuda_occupancy.h",
        ],
        "#include <kverify/runtime.h>\n",
    ),
    (
        &[
            "cuda_texture_types.h",
            "texture_types.h",
            "texture_fetch_functions.h",
            "texture_indirect_functions.h",
            "surface_functions.h",
            "surface_types.h",
            "surface_indirect_functions.h",
            "channel_descriptor.h",
        ],
        "#include <kverify/texture.h>\n",
    ),
    (
        &[
            "algorithm",
            "array",
            "atomic",
            "chrono",
            "complex",
            "cstddef",
            "cstdint",
            "cstring",
            "ctime",
            "exception",
            "fstream",
            "functional",
            "initializer_list",
            "iomanip",
            "iostream",
            "istream",
            "iterator",
            "limits",
            "list",
            "map",
            "memory",
            "new",
            "numeric",
            "ostream",
            "random",
            "set",
            "sstream",
            "stdexcept",
            "string",
            "thread",
            "tuple",
            "type_traits",
            "unordered_map",
            "utility",
            "vector",
            "cuda/std/cstdint",
            "cuda/std/type_traits",
            "cuda/std/limits",
            "cuda/std/cstddef",
            "cuda/std/utility",
        ],
        "#include <kverify/std.h>\n",
    ),
];
