//! The command line: a file for each subcommand, which holds its arguments and runs it.

mod batch;
mod cache;
mod check;
mod compare;
mod config;
mod diff;
mod explain;
mod fix;
mod format;
mod generate;
mod launch;
mod lines;
mod lsp;
mod merge;
mod on_ray;
mod project;
mod race_check;
mod replay;
mod source;
mod stats;
mod supervised;
mod timeline;
mod verification;
mod work;
mod worker;

use clap::{CommandFactory as _, Parser, Subcommand};
use kverify::nearest::nearest;
use kverify::toolchain;
use std::ffi::OsString;
use std::path::Path;

/// Finds data races and barrier divergence in CUDA and OpenCL kernels, or proves that there are none.
#[derive(Parser, Debug)]
#[command(name = "kverify", version, about, after_help = EXAMPLES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(override_usage = "kverify [check] [OPTIONS] <FILE>...\n       kverify <COMMAND> [OPTIONS]")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Verify every kernel of the files (`kverify FILE...` is short for it)
    Check(Box<check::CheckArguments>),
    /// Mend kernels: the fewest barriers that make them proved
    Fix(Box<fix::FixArguments>),
    /// What holds for a file, and who says so: flag, comment, kverify.toml
    Config(config::ConfigArguments),
    /// What a rule means, how to mend what it finds, and where that is written
    Explain(explain::ExplainArguments),
    /// Say whether two kernels, or a kernel and a function, compute the same
    Compare(Box<compare::CompareArguments>),
    /// Serve an editor on the standard streams (the Language Server Protocol)
    Lsp(lsp::LspArguments),
    /// Verify sources that come as lines of JSON, for programs that make kernels
    Lines(Box<lines::LinesArguments>),
    /// Count kernels and what kverify cannot model in them; nothing is verified
    Stats(stats::StatsArguments),
    /// Run a witness again, or a launch given by hand, and say what happens
    Replay(Box<replay::ReplayArguments>),
    /// Verify many files on one machine or on a cluster of Ray (with the Python package)
    #[command(disable_help_flag = true)]
    Batch(on_ray::BatchRun),
    /// Put the results files of several runs over parts of the same files together
    Merge(merge::MergeArguments),
    /// Compare the results of two runs
    Diff(diff::DiffArguments),
    /// Run one launch and watch for races in it, without the solver
    RaceCheck(Box<race_check::RaceCheckArguments>),
    /// Say what is kept from run to run, or remove it
    Cache(cache::CacheArguments),
    /// Completions of the command line for a shell, to be sourced or installed
    Completions(generate::CompletionsArguments),
    /// The manual page, in roff: `kverify man | man -l -`
    Man(generate::ManArguments),
    /// Serve a supervising kverify on the standard streams
    #[command(hide = true)]
    Worker(worker::WorkerArguments),
}

const EXAMPLES: &str = "\
Examples:
  kverify saxpy.cu                              every kernel, for every launch
  kverify reduce.cu --kernel reduce --block 256 one kernel, blocks of 256 threads, any grid
  kverify tile.cl --block 16,16 --grid 8,8      work-groups of 16 x 16, 8 x 8 of them
  kverify copy.cu --assume 'n % 32 == 0'        what callers guarantee
  kverify src/*.cu --format json --strict       for a build server
  kverify src/*.cu --since origin/main --quiet  what changed, in a hook
  kverify src/*.cu --report html=report.html    and a page to look at
  kverify fix reduce.cu --write                 put in the barriers that are missing
  kverify config saxpy.cu                       what holds for a file, and why
  kverify explain data-race                     what a rule means

Exit status: 0 every kernel is proved, or free where callers keep to its contract (conditional;
--strict takes no contract for granted); 1 something is wrong; 2 wrong usage or unreadable input;
3 nothing was found, but not everything is proved.";

/// The versions that `--version` prints. Only then: finding them loads libclang.
pub fn version() -> String {
    match toolchain::toolchain() {
        Ok(found) => format!(
            "kverify {} (Z3 {}, libclang {})\n",
            found.kverify, found.z3, found.libclang
        ),
        Err(message) => format!("kverify {}\n{message}\n", env!("CARGO_PKG_VERSION")),
    }
}

impl Command {
    /// Does it, and gives the exit status.
    pub fn run(&self) -> u8 {
        match self {
            Command::Check(arguments) => check::run(arguments),
            Command::Fix(arguments) => fix::run(arguments),
            Command::Compare(arguments) => compare::run(arguments),
            Command::Config(arguments) => config::run(arguments),
            Command::Completions(arguments) => generate::completions(arguments),
            Command::Man(arguments) => generate::man(arguments),
            Command::Explain(arguments) => explain::run(arguments),
            Command::Lsp(arguments) => lsp::run(arguments),
            Command::Lines(arguments) => lines::run(arguments),
            Command::Stats(arguments) => stats::run(arguments),
            Command::Replay(arguments) => replay::run(arguments),
            Command::Batch(arguments) => on_ray::run(arguments),
            Command::Merge(arguments) => merge::run(arguments),
            Command::Diff(arguments) => diff::run(arguments),
            Command::RaceCheck(arguments) => race_check::run(arguments),
            Command::Cache(arguments) => cache::run(arguments),
            Command::Worker(arguments) => worker::run(arguments),
        }
    }
}

/// What is wrong with a first word that is neither a subcommand nor a file, but may be meant as either.
fn mistyped(first: &str) -> Option<String> {
    let is_a_word = !first.is_empty() && first.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    if !is_a_word || first.starts_with('-') || Path::new(first).exists() {
        return None;
    }
    let command = Arguments::command();
    let names: Vec<&str> = command
        .get_subcommands()
        .filter(|subcommand| !subcommand.is_hide_set())
        .map(clap::Command::get_name)
        .collect();
    // A file's name is like some subcommand more often than a typing error is in the first letter.
    let alike = nearest(first, names.iter().copied()).filter(|name| name.get(..1) == first.get(..1));
    let advice = match alike {
        Some(name) => format!("is it `{name}`?"),
        None => format!("the subcommands are {}", names.join(", ")),
    };
    Some(format!("`{first}` is neither a file nor a subcommand; {advice}"))
}

/// What looks like an option and is the name of a file that is there: a shell's `*.cu`, or a hook, may have meant the file.
/// After `--`, all are files.
fn ambiguous(arguments: &[OsString]) -> Option<String> {
    let options = arguments.iter().skip(1).take_while(|argument| *argument != "--");
    let is_dashed = |argument: &&OsString| {
        let bytes = argument.as_encoded_bytes();
        bytes.starts_with(b"-") && bytes.len() > 1
    };
    let mut files = options
        .filter(is_dashed)
        .filter(|name| Path::new(name).symlink_metadata().is_ok());
    let name = files.next()?.display();
    Some(format!(
        "`{name}` reads as an option, and a file of that name is here: write `./{name}`, or `--` before the files"
    ))
}

/// `kverify FILE...` is short for `kverify check FILE...`.
///
/// # Errors
/// If the first word is neither, or an option is a file as well.
pub fn with_subcommand(mut arguments: Vec<OsString>) -> Result<Vec<OsString>, String> {
    if let Some(message) = ambiguous(&arguments) {
        return Err(message);
    }
    let first = arguments.get(1).and_then(|argument| argument.to_str());
    let known = |first: &str| {
        let global = ["help", "-h", "--help", "-V", "--version"];
        global.contains(&first) || Arguments::command().find_subcommand(first).is_some()
    };
    let implied = arguments.len() > 1 && !first.is_some_and(known);
    if implied {
        if let Some(message) = first.and_then(mistyped) {
            return Err(message);
        }
        arguments.insert(1, "check".into());
    }
    Ok(arguments)
}
