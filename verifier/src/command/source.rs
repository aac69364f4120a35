//! What a source is, and how it is read: for every subcommand that reads kernels.

use crate::output;
use clap::{Args, ValueEnum};
use kverify::Source;
use kverify::settings::LanguageName;
use kverify_frontend::files::never_an_option;
use kverify_frontend::ir::Language;
use kverify_frontend::standards;
use std::path::{Path, PathBuf};

/// How a source is read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Source")]
pub struct SourceArguments {
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,

    /// Look for included files here
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// The language, where the file's ending does not tell
    #[arg(long)]
    pub language: Option<LanguageArgument>,

    /// The standard of C++, or of C for C sources: c++14, c++20, gnu++17, c99; C++17 by default
    #[arg(long, value_name = "NAME", value_parser = parse_standard)]
    pub std: Option<String>,

    /// The standard of OpenCL C: CL1.2, CL2.0, CL3.0; CL2.0 by default
    #[arg(long, value_name = "NAME", value_parser = parse_opencl_standard)]
    pub cl_std: Option<String>,

    /// An instantiation of a kernel template, such as 'reduce<float, 256>' (may be given again)
    #[arg(long, value_name = "KERNEL<ARGS>")]
    pub instantiate: Vec<String>,

    /// Compute capability: 80 or sm_80
    #[arg(long, value_name = "N", value_parser = parse_architecture)]
    pub cuda_arch: Option<u32>,
}

impl SourceArguments {
    /// The frontend's options where nothing else has a say in them.
    pub fn options(&self) -> kverify_frontend::Options {
        kverify_frontend::Options {
            language: self.language.map(Into::into),
            standard: self.std.clone(),
            opencl_standard: self.cl_std.clone(),
            defines: self.define.clone(),
            include_dirs: self.include.clone(),
            cuda_arch: self.cuda_arch,
            instantiate: self.instantiate.clone(),
            ..kverify_frontend::Options::default()
        }
    }
}

/// Reads `80` or `sm_80`.
fn parse_architecture(text: &str) -> Result<u32, String> {
    let digits = text.trim_start_matches("sm_").trim_start_matches("compute_");
    digits
        .parse()
        .map_err(|_| format!("`{text}` is no compute capability; write sm_80 or 80"))
}

fn parse_standard(text: &str) -> Result<String, String> {
    standards::check(text, Language::Cuda).map(|()| text.to_owned())
}

fn parse_opencl_standard(text: &str) -> Result<String, String> {
    standards::check(text, Language::OpenCl).map(|()| text.to_owned())
}

/// A source language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LanguageArgument {
    /// CUDA C++
    Cuda,
    /// OpenCL C
    Opencl,
}

impl From<LanguageArgument> for LanguageName {
    fn from(language: LanguageArgument) -> LanguageName {
        match language {
            LanguageArgument::Cuda => LanguageName::Cuda,
            LanguageArgument::Opencl => LanguageName::Opencl,
        }
    }
}

impl From<LanguageArgument> for Language {
    fn from(language: LanguageArgument) -> Language {
        match language {
            LanguageArgument::Cuda => Language::Cuda,
            LanguageArgument::Opencl => Language::OpenCl,
        }
    }
}

/// The source at a path; `-` is the standard input.
///
/// # Errors
/// If the standard input cannot be read.
pub fn source(path: &Path) -> Result<Source, String> {
    if path != Path::new("-") {
        return Ok(Source {
            path: never_an_option(path),
            text: None,
        });
    }
    let bytes =
        output::read_stdin().map_err(|error| format!("the standard input cannot be read: {error}"))?;
    Ok(Source {
        path: "stdin".into(),
        text: Some(kverify_frontend::plain::text_of(&bytes)),
    })
}
