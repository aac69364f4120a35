//! Functions of Python packages that compile kernels from text.

use crate::ir::Language;

/// Where an argument is: by its name, or at its place.
pub type Argument = (&'static str, Option<usize>);

/// A function that takes the text of kernels.
#[derive(Debug)]
pub struct Loader {
    /// The last part of its name.
    pub name: &'static str,
    /// What the names of its modules begin with, where its own says too little.
    pub modules: &'static [&'static str],
    pub language: Language,
    /// The texts, in the order in which they are compiled: the first holds the kernels, the others call what is in it.
    pub texts: &'static [Argument],
    /// The compiler's options.
    pub options: Option<Argument>,
    /// Methods and functions that are given options later.
    pub builders: &'static [(&'static str, usize)],
    /// Instantiations of templates.
    pub instantiations: Option<&'static str>,
    /// What is put before the text.
    pub headers: &'static str,
    /// An argument that keeps the headers out.
    pub without_headers: Option<&'static str>,
    /// Texts without a kernel are nothing odd: they may call libraries.
    pub may_lack_kernels: bool,
    /// The texts are names of files, each a program of its own.
    pub names_files: bool,
}

const CUDA: Loader = Loader {
    name: "",
    modules: &[],
    language: Language::Cuda,
    texts: &[],
    options: None,
    builders: &[],
    instantiations: None,
    headers: "",
    without_headers: None,
    may_lack_kernels: false,
    names_files: false,
};

/// `torch.utils.cpp_extension.load_inline` writes these before `cuda_sources`.
const TORCH: &str = "#include <torch/types.h>\n#include <cuda.h>\n#include <cuda_runtime.h>\n";

pub(super) const LOADERS: [Loader; 11] = [
    Loader {
        name: "load_inline",
        texts: &[("cuda_sources", Some(2)), ("cpp_sources", Some(1))],
        options: Some(("extra_cuda_cflags", Some(5))),
        headers: TORCH,
        without_headers: Some("no_implicit_headers"),
        may_lack_kernels: true,
        ..CUDA
    },
    Loader {
        name: "load",
        modules: &["torch.utils.cpp_extension"],
        texts: &[("sources", Some(1))],
        options: Some(("extra_cuda_cflags", Some(3))),
        may_lack_kernels: true,
        names_files: true,
        ..CUDA
    },
    Loader {
        name: "RawKernel",
        texts: &[("code", Some(0))],
        options: Some(("options", Some(2))),
        ..CUDA
    },
    Loader {
        name: "RawModule",
        texts: &[("code", Some(0))],
        options: Some(("options", Some(2))),
        instantiations: Some("name_expressions"),
        ..CUDA
    },
    Loader {
        name: "SourceModule",
        texts: &[("source", Some(0))],
        options: Some(("options", Some(2))),
        ..CUDA
    },
    Loader {
        name: "DynamicSourceModule",
        texts: &[("source", Some(0))],
        options: Some(("options", Some(2))),
        ..CUDA
    },
    Loader {
        name: "Program",
        modules: &["pyopencl"],
        language: Language::OpenCl,
        texts: &[("src", Some(1))],
        builders: &[("build", 0)],
        ..CUDA
    },
    Loader {
        name: "Program",
        modules: &["cuda.core"],
        texts: &[("code", Some(0))],
        options: Some(("options", Some(2))),
        ..CUDA
    },
    Loader {
        name: "nvrtcCreateProgram",
        texts: &[("src", Some(0))],
        builders: &[("nvrtcCompileProgram", 2)],
        ..CUDA
    },
    Loader {
        name: "_compile_kernel",
        modules: &["torch"],
        texts: &[("kernel_source", Some(0))],
        options: Some(("nvcc_options", None)),
        ..CUDA
    },
    Loader {
        name: "compile_with_cache",
        modules: &["cupy"],
        texts: &[("source", Some(0))],
        options: Some(("options", Some(1))),
        ..CUDA
    },
];

/// The loader that a function is, by its name with dots, or by its last part where that is all that is known.
pub fn find(dotted: Option<&str>, last: &str) -> Option<&'static Loader> {
    LOADERS.iter().find(|loader| {
        let of_module = |dotted: &str| {
            let starts = |module: &&str| {
                dotted
                    .strip_prefix(*module)
                    .is_some_and(|rest| rest.starts_with('.'))
            };
            loader.modules.iter().any(starts)
        };
        loader.name == last && (loader.modules.is_empty() || dotted.is_some_and(of_module))
    })
}

/// Functions that make kernels of something else than a whole text: by the last part of their names, with their modules.
pub(super) const OTHERS: [(&str, &str, &str); 14] = [
    ("triton", "jit", "Triton"),
    ("triton.experimental", "jit", "Gluon"),
    ("numba.cuda", "jit", "Numba"),
    ("cupyx.jit", "rawkernel", "CuPy's JIT"),
    ("cutlass.cute", "kernel", "CuTe's DSL"),
    ("warp", "kernel", "Warp"),
    ("taichi", "kernel", "Taichi"),
    ("tilelang", "jit", "TileLang"),
    ("cupy", "ElementwiseKernel", "a kernel of CuPy from an expression"),
    ("cupy", "ReductionKernel", "a kernel of CuPy from an expression"),
    (
        "pycuda",
        "ElementwiseKernel",
        "a kernel of PyCUDA from an expression",
    ),
    (
        "pycuda",
        "ReductionKernel",
        "a kernel of PyCUDA from an expression",
    ),
    (
        "pyopencl",
        "ElementwiseKernel",
        "a kernel of PyOpenCL from an expression",
    ),
    (
        "pyopencl",
        "ReductionKernel",
        "a kernel of PyOpenCL from an expression",
    ),
];

/// What a decorator or a function makes kernels of that is not read.
pub fn unsupported(dotted: &str) -> Option<&'static str> {
    let (module, last) = dotted.rsplit_once('.')?;
    let found = OTHERS.iter().find(|(known, name, _)| {
        let inside = module
            .strip_prefix(known)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        inside && *name == last
    });
    found.map(|(_, _, what)| *what)
}
