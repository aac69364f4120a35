//! What clang is told of a source: its language and standard, our own declarations, and what the user and the build say.

use crate::Options;
use crate::compile_commands::flags::Flags;
use crate::ir::Language;
use crate::{count, directives, prelude, repair, standards};
use std::path::Path;

/// The newest compute capability that the parser knows.
const NEWEST_ARCHITECTURE: u32 = 90;

/// The compute capability that is taken where nobody names one.
const USUAL_ARCHITECTURE: u32 = 80;

/// A source: where it is, its text, and in which language it is.
type Text<'s> = (&'s Path, &'s str, Language);

/// `__CUDA_ARCH__`, unless an option, a definition or the build says what it is.
pub fn open_arch(options: &Options, built: &Flags) -> Option<u32> {
    let defines = options.defines.iter().map(String::as_str);
    let is_said = options.cuda_arch.or(built.cuda_arch).is_some()
        || defines.clone().any(|define| define.starts_with("__CUDA_ARCH__"));
    (!is_said).then_some(10 * USUAL_ARCHITECTURE)
}

/// The arguments for clang: the user's own come after those of a compile database, and so win.
pub fn of(
    options: &Options,
    built: &Flags,
    (path, text, language): Text<'_>,
    toolkit: Option<&prelude::Toolkit>,
) -> Vec<String> {
    let toolkit = toolkit.filter(|_| language == Language::Cuda);
    let mut arguments = Vec::new();
    if language == Language::Cuda {
        let of_c = directives::OF_C.iter().filter(|_| has_ending(path, "c"));
        arguments.extend(directives::defines(text));
        arguments.extend(of_c.map(|define| (*define).to_owned()));
    }
    arguments.extend(prelude::arguments(language, text, toolkit));
    match language {
        Language::Cuda => {
            // What the parser does not know yet is like the newest that it does.
            let built_for = built.cuda_arch.map(|arch| arch.min(NEWEST_ARCHITECTURE));
            let arch = options.cuda_arch.or(built_for).unwrap_or(USUAL_ARCHITECTURE);
            arguments.push(format!("--cuda-gpu-arch=sm_{arch}"));
            arguments.extend(standard(options, built, false));
            // A HIP source is one whether it includes HIP's headers or not.
            arguments.extend(
                prelude::hip_arguments()
                    .into_iter()
                    .filter(|_| has_ending(path, "hip")),
            );
        }
        Language::OpenCl => {
            // libclang does not say which functions are kernels: a mark on the keyword does.
            for keyword in ["__kernel", "kernel"] {
                arguments.push(format!(
                    "-D{keyword}=__kernel __attribute__((annotate(\"{}\")))",
                    repair::KERNEL_MARK
                ));
            }
            let named = options
                .opencl_standard
                .as_ref()
                .or(built.opencl_standard.as_ref());
            let named = named.and_then(|name| standards::opencl(name));
            arguments.extend(named.map(|name| format!("-cl-std={name}")));
        }
    }
    arguments.extend(of_user(options, built, toolkit));
    arguments
}

/// The arguments for clang to read a source as C, if it is C, and not CUDA under another name.
pub fn as_c(options: &Options, built: &Flags, (path, text, language): Text<'_>) -> Option<Vec<String>> {
    if !has_ending(path, "c") || language != Language::Cuda || is_cuda(text) {
        return None;
    }
    let mut arguments = directives::defines(text);
    arguments.extend(prelude::c_arguments());
    arguments.extend(standard(options, built, true));
    arguments.extend(of_user(options, built, None));
    Some(arguments)
}

/// What clang is told of the standard, if the user or the build names one of C's, or one of C++'s.
fn standard(options: &Options, built: &Flags, of_c: bool) -> Option<String> {
    let named = [&options.standard, &built.standard].into_iter().flatten();
    let name = named.into_iter().find(|name| standards::is_of_c(name) == of_c)?;
    standards::clangs_name(name).map(|name| format!("-std={name}"))
}

/// Whether another compiler than CUDA's reads a source.
pub fn is_for_host_compiler(path: &Path, text: &str) -> bool {
    const ENDINGS: [&str; 6] = ["c", "cc", "cpp", "cxx", "c++", "C"];
    ENDINGS.iter().any(|ending| has_ending(path, ending)) && !is_cuda(text)
}

/// Whether a text has or launches kernels of CUDA's, whatever its file is called.
fn is_cuda(text: &str) -> bool {
    count::defines_kernels(text) || text.contains("<<<")
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|of_path| of_path == ending)
}

/// What a compile database and the user say.
fn of_user(options: &Options, built: &Flags, toolkit: Option<&prelude::Toolkit>) -> Vec<String> {
    let mut arguments = Vec::new();
    let is_toolkits = |folder: &str| toolkit.is_some_and(|toolkit| toolkit.holds(Path::new(folder)));
    arguments.extend(built.arguments().into_iter().filter(|argument| {
        !["-I", "-isystem"]
            .iter()
            .any(|flag| argument.strip_prefix(flag).is_some_and(is_toolkits))
    }));
    arguments.extend(options.defines.iter().map(|define| format!("-D{define}")));
    arguments.extend(
        options
            .include_dirs
            .iter()
            .filter(|folder| !toolkit.is_some_and(|toolkit| toolkit.holds(folder)))
            .map(|folder| format!("-I{}", folder.display())),
    );
    arguments
}
