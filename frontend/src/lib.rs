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
use python::place::Host;
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
    let of_units: Result<Vec<Inputs>, ParseError> =
        options.units.iter().map(|path| unit(path, options)).collect();
    let others: Vec<repair::Input> = of_units?.into_iter().flat_map(|unit| unit.inputs).collect();
    let Inputs {
        inputs,
        around,
        beside,
        python,
    } = inputs(source, options)?;
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
    let Inputs { inputs, .. } = inputs(source, options)?;
    on_large_stack(move || inputs.iter().try_for_each(repair::parse_alone)).map_err(ParseError::Clang)
}

/// What is to be lowered: the file, or the programs in its literals.
struct Inputs {
    inputs: Vec<repair::Input>,
    /// The host code around programs in literals, if it may run them.
    around: Option<repair::Input>,
    /// The OpenCL sources that host code names.
    beside: Vec<repair::Input>,
    /// The Python file that they stand in.
    python: Option<(Host, python::Contents)>,
}

/// Another file of a program: what is wanted of the file with the kernels is not wanted of it.
fn unit(path: &Path, options: &Options) -> Result<Inputs, ParseError> {
    let unsaved = options.unsaved.iter().find(|source| source.path == path);
    let source = Source {
        path: path.to_path_buf(),
        text: unsaved.and_then(|source| source.text.clone()),
    };
    let options = Options {
        language: Some(ir::Language::Cuda),
        instantiate: Vec::new(),
        functions: Vec::new(),
        entries: Vec::new(),
        units: Vec::new(),
        ..options.clone()
    };
    let mut unit = inputs(&source, &options)?;
    for input in &mut unit.inputs {
        if arguments::is_for_host_compiler(path, &input.text) {
            input.arguments.extend(prelude::host_compiler_arguments());
        }
    }
    Ok(unit)
}

fn inputs(source: &Source, options: &Options) -> Result<Inputs, ParseError> {
    let bytes = match &source.text {
        Some(text) => text.clone().into_bytes(),
        None => files::read(&source.path).map_err(|cause| ParseError::Unreadable {
            path: source.path.clone(),
            cause: cause.to_string(),
        })?,
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let language = options
        .language
        .unwrap_or_else(|| language_of_text(&source.path, &text));
    let is_python = python::is_python(&source.path);
    let database = match &options.compile_commands {
        _ if is_python => &CompileCommands::None,
        database => database,
    };
    let built = compile_commands::find(&source.path, database);
    let mut notes = built.messages.clone();
    let toolkit = options.cuda_path.as_deref().and_then(|path| {
        prelude::Toolkit::at(path)
            .map_err(|message| notes.push(message))
            .ok()
    });
    let folders: Vec<&Path> = options
        .include_dirs
        .iter()
        .map(PathBuf::as_path)
        .chain(built.flags.folders.iter().map(|(_, folder)| folder.as_path()))
        .collect();
    files::check_includes(&source.path, &text, &folders, &built.flags.includes).map_err(
        |(path, error)| ParseError::Unreadable {
            cause: format!("it includes {}: {error}", path.display()),
            path,
        },
    )?;
    let (of_comments, wrong_entries) = entries::Wish::of_comments(&text);
    let asked = options
        .entries
        .iter()
        .filter_map(|text| entries::Wish::parse(text).ok());
    let entries: Vec<entries::Wish> = asked.chain(of_comments).collect();
    let input = |text: String, shown: Option<String>, language: ir::Language| repair::Input {
        path: files::never_an_option(&source.path).display().to_string(),
        arguments: arguments::of(
            options,
            &built.flags,
            (&source.path, &text, language),
            toolkit.as_ref(),
        ),
        as_c: arguments::as_c(options, &built.flags, (&source.path, &text, language)),
        notes: notes.clone(),
        text,
        shown,
        language,
        strings_apart: false,
        instantiate: options.instantiate.clone(),
        functions: options.functions.clone(),
        entries: entries.clone(),
        wrong_entries: wrong_entries.clone(),
        unsaved: unsaved_texts(options, &source.path),
        declarations: String::new(),
        precompiled: options.precompiled.clone(),
        branch: None,
        open_arch: arguments::open_arch(options, &built.flags),
        all_branches: options.all_branches,
        called_elsewhere: options.called_elsewhere.clone(),
    };
    if is_python {
        let contents = on_large_stack(|| Ok(python::read(&text)))
            .unwrap_or_default()
            .with_files_beside(&source.path);
        let programs = contents.programs.iter().map(|program| {
            let code = program.text.as_str().to_owned();
            let of_code = match spelling::for_clang(&code) {
                Some(spelt) => input(spelt, Some(code), program.language),
                None => input(code, None, program.language),
            };
            of_code.compiled_with(&program.options, &program.instantiate)
        });
        let inputs = programs.collect();
        let host = Host::new(
            files::never_an_option(&source.path).display().to_string(),
            text.clone(),
        );
        return Ok(Inputs {
            inputs,
            around: None,
            beside: Vec::new(),
            python: Some((host, contents)),
        });
    }
    let contents = match options.language {
        Some(ir::Language::Cuda) => literals::Contents::default(),
        _ => literals::contents(&text),
    };
    let programs = contents.programs;
    // Where the lexers disagree, the file is read as a whole too.
    let has_own = contents.own.is_some()
        || endings::is_cuda(&source.path)
        || !count::definitions_outside_strings(&text, ir::Language::Cuda).is_empty();
    let whole = |text: String, language| match spelling::for_clang(&text) {
        Some(spelt) => input(spelt, Some(text), language),
        None => input(text, None, language),
    };
    let may_run = if has_own {
        host::may_call_opencl
    } else {
        host::may_call_runtime
    };
    let runs_programs = !programs.is_empty() && may_run(&text);
    let around = runs_programs.then(|| whole(text.clone(), ir::Language::Cuda));
    let beside = sources_beside(&source.path, &text, options);
    let own = (programs.is_empty() || has_own).then(|| repair::Input {
        strings_apart: !programs.is_empty(),
        ..whole(text.clone(), language)
    });
    let of_program = |program: literals::Program| match program.in_pieces() {
        Some(at) => repair::Input {
            wrong_entries: vec![(line_of(&text, at), IN_PIECES.to_owned())],
            ..input(empty_lines(&program.text), Some(text.clone()), program.language)
        },
        None => input(program.text, Some(text.clone()), program.language),
    };
    let inputs = own
        .into_iter()
        .chain(programs.into_iter().map(of_program))
        .collect();
    Ok(Inputs {
        inputs,
        around,
        beside,
        python: None,
    })
}

/// Folders above that of a host file in which the sources that it names are looked for: programs run in one of them.
const FOLDERS_ABOVE: usize = 3;

/// The names of OpenCL sources in a host file that calls OpenCL's interface.
fn sources_named(path: &Path, text: &str, options: &Options) -> Vec<PathBuf> {
    if options.language.is_some() || !is_host_code(path, text) || !host::may_call_opencl(text) {
        return Vec::new();
    }
    literals::named_sources(text)
}

/// Those of [`sources_named`] that can be read.
fn sources_beside(path: &Path, text: &str, options: &Options) -> Vec<repair::Input> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let options = Options {
        instantiate: Vec::new(),
        functions: Vec::new(),
        units: Vec::new(),
        ..options.clone()
    };
    let read = |name: &PathBuf| {
        let above = folder.ancestors().take(FOLDERS_ABOVE + 1);
        let beside = name.file_name().map(|name| folder.join(name));
        let mut places = above.map(|folder| folder.join(name)).chain(beside);
        let path = places.find(|path| path.is_file() && name.is_relative())?;
        inputs(&Source { path, text: None }, &options).ok()
    };
    let named = sources_named(path, text, &options);
    let found = named.iter().filter_map(read);
    found.flat_map(|found| found.inputs).collect()
}

/// Whether a file is C or C++ for a compiler of the host: it neither has nor launches kernels of CUDA's.
pub fn is_host_code(path: &Path, text: &str) -> bool {
    arguments::is_for_host_compiler(path, text)
}

/// What is said of a program that the code around its strings puts together.
const IN_PIECES: &str = "the program in this string is put together when the host runs: nothing of its kernel was looked at (write the program \
                         out, and verify that)";

/// The line of a place, from 1.
fn line_of(text: &str, at: usize) -> u32 {
    1 + text[..at].bytes().filter(|byte| *byte == b'\n').count() as u32
}

/// A text without all that it says, in the same lines.
fn empty_lines(text: &str) -> String {
    text.chars()
        .map(|sign| if sign == '\n' { '\n' } else { ' ' })
        .collect()
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

/// The open buffers, but for that of the file itself.
fn unsaved_texts(options: &Options, main: &Path) -> Vec<(String, String)> {
    options
        .unsaved
        .iter()
        .filter(|source| source.path != main)
        .filter_map(|source| Some((source.path.display().to_string(), source.text.clone()?)))
        .collect()
}

/// The language of a source, by its kernels where the ending says little: a `.c` file may hold either.
fn language_of_text(path: &Path, text: &str) -> ir::Language {
    let is_open = !endings::is_cuda(path) && endings::ending(path) != "cuh";
    let opencl = || {
        let mut kernels = count::definitions(text, ir::Language::OpenCl).into_iter();
        kernels.any(|at| text[at..].starts_with("__kernel"))
    };
    match language_of(path) {
        ir::Language::Cuda
            if is_open && opencl() && count::definitions(text, ir::Language::Cuda).is_empty() =>
        {
            ir::Language::OpenCl
        }
        language => language,
    }
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
