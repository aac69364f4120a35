//! What of a source is to be lowered: the file, or the programs in its strings, each with its arguments.

use crate::compile_commands::{self, CompileCommands};
use crate::python;
use crate::python::place::Host;
use crate::{
    Options, ParseError, Source, arguments, count, endings, entries, files, host, ir, is_host_code,
    language_of, literals, on_large_stack, prelude, repair, spelling,
};
use std::path::{Path, PathBuf};

/// What is to be lowered: the file, or the programs in its literals.
pub(crate) struct Inputs {
    pub inputs: Vec<repair::Input>,
    /// The host code around programs in literals, if it may run them.
    pub around: Option<repair::Input>,
    /// The OpenCL sources that host code names.
    pub beside: Vec<repair::Input>,
    /// The Python file that they stand in.
    pub python: Option<(Host, python::Contents)>,
}

/// Another file of a program: what is wanted of the file with the kernels is not wanted of it.
pub(crate) fn of_unit(path: &Path, options: &Options) -> Result<Inputs, ParseError> {
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
    let mut unit = of(&source, &options)?;
    for input in &mut unit.inputs {
        if arguments::is_for_host_compiler(path, &input.text) {
            input.arguments.extend(prelude::host_compiler_arguments());
        }
    }
    Ok(unit)
}

pub(crate) fn of(source: &Source, options: &Options) -> Result<Inputs, ParseError> {
    let bytes = match &source.text {
        Some(text) => text.clone().into_bytes(),
        None => files::read(&source.path).map_err(|cause| ParseError::Unreadable {
            path: source.path.clone(),
            cause: cause.to_string(),
        })?,
    };
    let text = crate::plain::text_of(&bytes);
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
    let built_with = literals::built_with(&text);
    let beside = sources_beside(&source.path, &text, options).into_iter();
    let beside = beside.map(|one| one.compiled_with(&built_with, &[])).collect();
    let own = (programs.is_empty() || has_own).then(|| repair::Input {
        strings_apart: !programs.is_empty(),
        ..whole(text.clone(), language)
    });
    let of_program = |program: literals::Program| match program.in_pieces() {
        Some(at) => repair::Input {
            wrong_entries: vec![(line_of(&text, at), IN_PIECES.to_owned())],
            ..input(empty_lines(&program.text), Some(text.clone()), program.language)
        },
        None => input(program.text, Some(text.clone()), program.language).compiled_with(&built_with, &[]),
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
pub(crate) fn sources_named(path: &Path, text: &str, options: &Options) -> Vec<PathBuf> {
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
        of(&Source { path, text: None }, &options).ok()
    };
    let named = sources_named(path, text, &options);
    let found = named.iter().filter_map(read);
    found.flat_map(|found| found.inputs).collect()
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
