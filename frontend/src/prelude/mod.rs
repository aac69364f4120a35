//! The embedded declarations: what a toolkit's headers would say, in our own words.
//!
//! Nothing is read from disk: every file is handed to clang as an unsaved file in a folder that does not exist.
//! One header is included by force before the user's first line; the stand-ins for the usual headers are parsed only
//! when the source includes them, and the rarer parts of the forced one only when the source may need them
//! ([`arguments`] looks).

mod files;
pub mod precompiled;
mod toolkit;

pub use toolkit::Toolkit;

use crate::clang::Unsaved;
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

/// Whether `path`, as clang reports it, is no file of the user's: one of the [`virtual_files`], or a [`Toolkit`]'s.
pub fn is_the_languages(path: &str) -> bool {
    is_virtual(path) || toolkit::is_of_toolkit(path)
}

/// Everything that an `#include` can find for `language`.
pub fn virtual_files(language: Language) -> Vec<VirtualFile> {
    let file = |(name, text): &(&str, &'static str)| VirtualFile {
        path: format!("{}/{name}", folder(language)),
        text,
    };
    files::all(language).map(|entry| file(&entry)).collect()
}

/// The same as clang takes them. Macros that sources like to define before they include anything mean nothing in them: a toolkit's
/// headers have reserved names where ours have these.
pub(crate) fn unsaved(language: Language) -> Vec<Unsaved> {
    let names = || ('A'..='Z').chain(['n']);
    let before: String = names()
        .map(|name| format!("#pragma push_macro(\"{name}\")\n#undef {name}\n"))
        .collect();
    let after: String = names()
        .map(|name| format!("#pragma pop_macro(\"{name}\")\n"))
        .collect();
    let unsaved = |file: VirtualFile| Unsaved {
        text: format!("{before}{}\n{after}", file.text),
        path: file.path,
    };
    virtual_files(language).into_iter().map(unsaved).collect()
}

/// How C is parsed: what its older forms allow is allowed.
const C_FIXED: &[&str] = &[
    "-x",
    "c",
    "--target=x86_64-unknown-linux-gnu",
    "-std=gnu17",
    "-nostdinc",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
];

/// The arguments that make clang parse C with what stands for its headers.
pub(crate) fn c_arguments() -> Vec<String> {
    let folder = folder(Language::Cuda);
    let include = [
        "-isystem".to_owned(),
        folder.clone(),
        "-include".to_owned(),
        format!("{folder}/kverify/c.h"),
    ];
    let fixed = C_FIXED.iter().chain(FIXED).map(|argument| (*argument).to_owned());
    fixed.chain(include).collect()
}

/// What a HIP source is read with, whether it includes it or not.
pub(crate) fn hip_arguments() -> [String; 2] {
    [
        "-include".to_owned(),
        format!("{}/kverify/hip.h", folder(Language::Cuda)),
    ]
}

/// What host code is read with that CUDA's compiler does not see.
pub(crate) fn host_compiler_arguments() -> [String; 2] {
    [
        "-include".to_owned(),
        format!("{}/kverify/host_compiler.h", folder(Language::Cuda)),
    ]
}

/// The file to include by force before the source; [`arguments`] does.
pub fn forced_include(language: Language) -> String {
    format!("{}/kverify/prelude.h", folder(language))
}

/// How CUDA is parsed.
const CUDA_FIXED: &[&str] = &[
    "-x",
    "cuda",
    "--target=x86_64-unknown-linux-gnu",
    "--cuda-device-only",
    "-nocudainc",
    "-nocudalib",
    "-std=c++17",
    "-nostdinc",
    "-nostdinc++",
    // Host code calls `fprintf`; a device function with `...` is a hole of ours, not an error.
    "-Xclang",
    "-fcuda-allow-variadic-functions",
    // `"%"PRId64`, as C and older C++ have it.
    "-Wno-reserved-user-defined-literal",
    // What older C++ has and C++17 no longer.
    "-Wno-register",
    "-Wno-dynamic-exception-spec",
    "-Wno-c++11-narrowing",
];

/// How every language is.
const FIXED: &[&str] = &["-ferror-limit=0", "-w"];

/// The arguments that make clang parse `language` with the prelude, but for the user's own and the GPU architecture.
///
/// `text` is the source. The targets are fixed, so that `long` and `char` are the same on every machine. The headers of a
/// `toolkit` are used before our stand-ins for them.
pub fn arguments(language: Language, text: &str, toolkit: Option<&Toolkit>) -> Vec<String> {
    // OpenCL 2.0 takes what 1.2 and most of 3.0 do: the generic address space, program-scope variables, images that
    // are read and written.
    const OPENCL: &[&str] = &[
        "-x",
        "cl",
        "--target=spir64",
        "-cl-std=CL2.0",
        "-cl-no-stdinc",
        "-Xclang",
        "-fdeclare-opencl-builtins",
        "-nostdinc",
    ];
    let fixed = match language {
        Language::Cuda => CUDA_FIXED,
        Language::OpenCl => OPENCL,
    };
    let fixed = fixed.iter().chain(FIXED);
    let mut arguments: Vec<String> = fixed.map(|argument| (*argument).to_owned()).collect();
    match toolkit {
        Some(toolkit) => {
            // What its headers need is not seen in the source.
            arguments.extend(parts(language).iter().map(|part| format!("-D{}", part.name)));
            arguments.push("-DKV_TOOLKIT".to_owned());
            arguments.extend([
                "-isystem".to_owned(),
                format!("{}/kverify/first", folder(language)),
            ]);
            arguments.extend(toolkit.arguments());
        }
        None => arguments.extend(needs(language, text).map(|name| format!("-D{name}"))),
    }
    arguments.extend([
        "-isystem".to_owned(),
        folder(language),
        "-include".to_owned(),
        forced_include(language),
    ]);
    arguments
}

/// Where the virtual files of a language are.
pub(crate) fn folder(language: Language) -> String {
    match language {
        Language::Cuda => format!("{ROOT}/cuda"),
        Language::OpenCl => format!("{ROOT}/opencl"),
    }
}

/// A part of the prelude that is parsed only if the source has one of the words.
struct Part {
    /// The macro that asks for it.
    name: &'static str,
    /// What the names that it declares have in common.
    words: &'static [&'static str],
}

const CUDA_PARTS: &[Part] = &[
    Part {
        name: "KV_NEED_ATOMICS",
        words: &["atomic"],
    },
    Part {
        name: "KV_NEED_BUILTIN_ATOMICS",
        words: &["__nv_atomic", "__NV_ATOMIC", "__atomic_", "__sync_synchronize"],
    },
    Part {
        name: "KV_NEED_ROUNDING",
        words: &["_rn", "_rz", "_ru", "_rd"],
    },
    Part {
        name: "KV_NEED_SIMD",
        words: &["__v"],
    },
    Part {
        name: "KV_NEED_RUNTIME",
        words: &["cuda", "CUDA", "<<<", "CU"],
    },
    Part {
        name: "KV_NEED_RANDOM",
        words: &["curand"],
    },
    Part {
        name: "KV_NEED_GROUPS",
        words: &["cooperative_groups"],
    },
    Part {
        name: "KV_USES_CUDA",
        words: &["using namespace cuda;"],
    },
    Part {
        name: "KV_NAMES_CUDA_STD",
        words: &["cuda::std", "cuda/std"],
    },
    Part {
        name: "KV_NEED_TEXTURES",
        words: &["tex", "Tex", "surf", "Surf", "Array", "Channel"],
    },
];

const OPENCL_PARTS: &[Part] = &[
    Part {
        name: "KV_NEED_ATOMICS",
        words: &["atomic_compare", "atomic_flag"],
    },
    Part {
        name: "KV_NEED_AS_TYPE",
        words: &["as_"],
    },
    Part {
        name: "KV_NEED_TWO_RESULTS",
        words: &["sincos", "modf", "fract", "frexp", "remquo"],
    },
    Part {
        name: "KV_NEED_HALF_ACCESS",
        words: &["vload_half", "vloada_half", "vstore_half", "vstorea_half"],
    },
    Part {
        name: "KV_NEED_SUB_GROUPS",
        words: &["_rotate", "intel_sub_group"],
    },
];

fn parts(language: Language) -> &'static [Part] {
    match language {
        Language::Cuda => CUDA_PARTS,
        Language::OpenCl => OPENCL_PARTS,
    }
}

/// The parts that `text` may need: all of them if it includes a file that is none of ours, whose text is not looked at.
fn needs(language: Language, text: &str) -> impl Iterator<Item = &'static str> {
    let parts = parts(language);
    let foreign = includes_foreign_file(language, text);
    let code = without_include_lines(text);
    parts
        .iter()
        .filter(move |part| foreign || part.words.iter().any(|word| code.contains(word)))
        .map(|part| part.name)
}

/// The name between `<>` or `""` of an include directive, or the whole directive if it is a macro.
fn included(line: &str) -> Option<&str> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let operand = directive.strip_prefix("include")?.trim();
    let name = operand
        .strip_prefix(['<', '"'])
        .and_then(|rest| rest.split(['>', '"']).next());
    Some(name.unwrap_or(operand))
}

fn includes_foreign_file(language: Language, text: &str) -> bool {
    text.lines()
        .filter_map(included)
        .any(|name| !files::all(language).any(|(known, _)| known == name))
}

fn without_include_lines(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    for line in text.lines().filter(|line| included(line).is_none()) {
        code.push_str(line);
        code.push('\n');
    }
    code
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod need_tests {
    use super::*;
    use Language::{Cuda, OpenCl};

    fn needed(language: Language, text: &str) -> Vec<&'static str> {
        needs(language, text).collect()
    }

    #[test]
    fn a_plain_kernel_needs_no_part() {
        assert!(needed(Cuda, "#include <cuda.h>\n__global__ void k(int *p) { *p = 1; }").is_empty());
        assert!(needed(OpenCl, "kernel void k(global int *p) { *p = 1; }").is_empty());
    }

    #[test]
    fn a_word_brings_its_part() {
        assert_eq!(
            needed(Cuda, "void k(int *p) { atomicAdd(p, 1); }"),
            ["KV_NEED_ATOMICS"]
        );
        assert_eq!(needed(OpenCl, "x = as_int(y);"), ["KV_NEED_AS_TYPE"]);
    }

    #[test]
    fn a_foreign_header_brings_all() {
        assert_eq!(needed(Cuda, "#  include \"mine.h\"").len(), CUDA_PARTS.len());
        assert_eq!(needed(Cuda, "#include MACRO").len(), CUDA_PARTS.len());
    }

    #[test]
    fn every_include_of_ours_is_ours() {
        for language in [Cuda, OpenCl] {
            for file in virtual_files(language) {
                assert!(!includes_foreign_file(language, file.text), "{}", file.path);
            }
        }
    }

    #[test]
    fn virtual_paths_are_known_as_such() {
        assert!(is_virtual(&forced_include(Cuda)));
        assert!(!is_virtual("/home/me/kverify-prelude/cuda.h"));
    }
}
