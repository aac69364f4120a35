//! CUDA and OpenCL source text to typed kernel IR.
//!
//! No clang type is public: [`ir`] is all that the later stages see.

// Another order in each run would be another answer in some.
#![warn(clippy::iter_over_hash_type)]

mod arguments;
pub mod builtin;
pub mod callers;
pub(crate) mod clang;
pub mod compile_commands;
pub mod count;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
mod directives;
pub mod endings;
pub mod entries;
pub mod files;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
mod host;
pub mod inclusions;
pub mod index;
mod inputs;
pub mod ir;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
mod launch;
mod literals;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
mod lower;
mod macros;
mod module;
pub mod plain;
pub mod prelude;
mod promote;
mod python;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
mod reach;
pub mod relevance;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
mod repair;
mod spelling;
pub mod standards;

use compile_commands::CompileCommands;
pub use endings::language_of;
use inputs::Inputs;
pub use python::{is_python, may_hold_kernels};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A source to parse: a path and, for an editor's unsaved buffer, its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Where the file is, or would be. Relative includes are looked for beside it.
    pub path: PathBuf,
    /// The text, if it is not to be read from the path.
    pub text: Option<String>,
}

/// How to parse.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The language; by the file's ending if `None` (`.cl` is OpenCL, all else CUDA).
    pub language: Option<ir::Language>,
    /// The standard of C++, or of C for C sources ([`standards`]): `c++20`.
    pub standard: Option<String>,
    /// That of OpenCL C: `CL1.2`.
    pub opencl_standard: Option<String>,
    /// `-D NAME[=VALUE]`.
    pub defines: Vec<String>,
    /// `-I DIR`.
    pub include_dirs: Vec<PathBuf>,
    /// A real CUDA toolkit, whose headers are used instead of the stand-ins ([`prelude::Toolkit`]).
    pub cuda_path: Option<PathBuf>,
    /// Compute capability, `80` for `sm_80` (the default).
    pub cuda_arch: Option<u32>,
    /// Instantiations to analyse: `name<float, 256>`.
    pub instantiate: Vec<String>,
    /// Functions that are no kernels, to be read as kernels: each thread runs the whole of it.
    pub functions: Vec<String>,
    /// Functions to be verified as if every thread of a block called them ([`entries::Wish`]).
    pub entries: Vec<String>,
    /// Where flags besides these come from.
    pub compile_commands: CompileCommands,
    /// The functions, by their names without scopes, that other files call; if `None`, those of a file without `main`.
    pub called_elsewhere: Option<BTreeSet<String>>,
    /// Other files of the program, each read as it is compiled: what they say of launches counts.
    pub units: Vec<PathBuf>,
    /// Take kernels from branches of `#if` that are not taken even where a kernel of the same name stands in one that is.
    pub all_branches: bool,
    /// Texts of other files as an editor holds them: where one is included, its text here counts, not the file's.
    pub unsaved: Vec<Source>,
    /// A folder with precompiled declarations ([`prelude::precompiled`]). What lies there is believed: it has to be the user's own.
    pub precompiled: Option<PathBuf>,
}

/// Why a source gave no module at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's words.
        cause: String,
    },
    /// libclang is missing or too old; the text says what to do.
    Clang(String),
}

/// Parses one source file and lowers every kernel in it.
///
/// # Errors
/// Only when nothing could be parsed at all; errors inside the file are [`ir::Module::diagnostics`].
pub fn parse(source: &Source, options: &Options) -> Result<ir::Module, ParseError> {
    let of_units: Result<Vec<Inputs>, ParseError> = options
        .units
        .iter()
        .map(|path| inputs::of_unit(path, options))
        .collect();
    let others: Vec<repair::Input> = of_units?.into_iter().flat_map(|unit| unit.inputs).collect();
    let Inputs {
        inputs,
        around,
        beside,
        python,
    } = inputs::of(source, options)?;
    let read = move || match &python {
        Some((host, contents)) => module::of_python(host, contents, &inputs),
        None => {
            let beside = host::kernels_of(&beside)?;
            module::of_programs(&inputs, (&others, &beside), around.as_ref())
        }
    };
    on_large_stack(read).map_err(ParseError::Clang)
}

/// Lets clang parse one source file and does nothing with it: the part of [`parse`] that is clang's, to measure
/// against.
///
/// # Errors
/// As [`parse`].
pub fn parse_with_clang_alone(source: &Source, options: &Options) -> Result<(), ParseError> {
    let Inputs { inputs, .. } = inputs::of(source, options)?;
    on_large_stack(move || inputs.iter().try_for_each(repair::parse_alone)).map_err(ParseError::Clang)
}

/// Whether a file is C or C++ for a compiler of the host: it neither has nor launches kernels of CUDA's.
pub fn is_host_code(path: &Path, text: &str) -> bool {
    arguments::is_for_host_compiler(path, text)
}

/// Whether a text may define kernels: in code, or in the programs that its strings hold.
pub fn may_define_kernels(text: &str) -> bool {
    count::defines_kernels(text) || holds_programs(text)
}

/// Whether the strings of a text hold programs with kernels.
pub fn holds_programs(text: &str) -> bool {
    !literals::contents(text).programs.is_empty()
}

/// Whether a text may call the runtime of CUDA, HIP or OpenCL.
pub fn may_call_runtime(text: &str) -> bool {
    host::may_call_runtime(text)
}

/// Runs deeply recursive work on a thread whose stack has room for it.
fn on_large_stack<T: Send>(work: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    const STACK: usize = 1 << 30;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("frontend".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(cause) => Err(format!("no thread for the frontend: {cause}")),
        }
    })
}

/// The version of libclang in use, `18.1.1`.
///
/// # Errors
/// If libclang is missing or too old; the text says what to do.
pub fn clang_version() -> Result<String, ParseError> {
    clang::version().map_err(ParseError::Clang)
}

/// The file that is libclang, told apart from every other without loading it; `None` where that is not certain.
pub fn libclang() -> Option<String> {
    clang::identity()
}

/// The same of the libclang that is loaded, if it is the one that [`libclang`] tells.
pub fn loaded_libclang() -> Option<String> {
    clang::loaded_identity()
}
