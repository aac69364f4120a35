//! CUDA and OpenCL source text to typed kernel IR.
//!
//! No clang type is public: [`ir`] is all that the later stages see.

pub mod builtin;
pub(crate) mod clang;
pub mod index;
pub mod ir;
pub mod prelude;

use std::path::PathBuf;

/// A source to parse: a path and, for an editor's unsaved buffer, its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where the file is, or would be. Relative includes are looked for beside it.
    pub path: PathBuf,
    /// The text, if it is not to be read from the path.
    pub text: Option<String>,
}

/// How to parse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The language; by the file's ending if `None` (`.cl` is OpenCL, all else CUDA).
    pub language: Option<ir::Language>,
    /// `-D NAME[=VALUE]`.
    pub defines: Vec<String>,
    /// `-I DIR`.
    pub include_dirs: Vec<PathBuf>,
    /// A real CUDA toolkit to use instead of the prelude.
    pub cuda_path: Option<PathBuf>,
    /// Compute capability, `80` for `sm_80` (the default).
    pub cuda_arch: Option<u32>,
    /// Instantiations to analyse: `name<float, 256>`.
    pub instantiate: Vec<String>,
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
    let _ = options;
    Err(ParseError::Clang(format!(
        "{}: the frontend is not there yet",
        source.path.display()
    )))
}

/// The version of libclang in use, `18.1.1`.
///
/// # Errors
/// If libclang is missing or too old; the text says what to do.
pub fn clang_version() -> Result<String, ParseError> {
    clang::version().map_err(ParseError::Clang)
}
