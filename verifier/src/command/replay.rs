//! `kverify replay`: runs a witness again, or a launch given by hand.

use super::launch::RunArguments;
use super::supervised;
use crate::output;
use clap::Args;
use kverify::files;
use kverify::rerun::witness::{WitnessEntry, WitnessFile};
use kverify::rerun::{self, Request, Reruns};
use std::path::{Path, PathBuf};

/// Arguments of `replay`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArguments {
    /// A witness file, as `kverify check --replay-out` writes it
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,

    /// Only the witness of this number in its file, from 1
    #[arg(long, value_name = "N", requires = "witness", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,

    #[command(flatten)]
    pub run: RunArguments,

    /// Print what this array holds at the end (may be given again)
    #[arg(long, value_name = "ARRAY", help_heading = "Output")]
    pub memory: Vec<String>,

    /// Write the launch as a program of its own (CUDA: a .cu file; OpenCL: a host program in C), to run on a device or
    /// under compute-sanitizer
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub emit_test: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  kverify check tile.cu --replay-out tile.json            write the witnesses of all findings
  kverify replay tile.cu --witness tile.json              run them again
  kverify replay tile.cu --witness tile.json --arg n=64   the same with another argument
  kverify replay tile.cu --witness tile.json --number 1 --emit-test test.cu
  kverify replay sum.cu --block 8 --grid 2 --arg n=16 --array in=0..15 --memory out

Exit status: 0 the runs show nothing wrong; 1 they show a violation; 2 wrong usage or unreadable
input; 3 they show none, but a run was cut short or its launch is ruled out by the kernel's own
assumptions.";

/// Runs the launches, prints what they showed, and gives the exit status.
pub fn run(arguments: &ReplayArguments) -> u8 {
    supervised::run(arguments.run.limits(), || {
        replay(arguments).unwrap_or_else(|message| output::fail(&message))
    })
}

fn replay(arguments: &ReplayArguments) -> Result<u8, String> {
    let request = Request {
        witnesses: match &arguments.witness {
            Some(path) => witnesses(path, arguments.number)?,
            None => Vec::new(),
        },
        memory: arguments.memory.clone(),
        ..Request::default()
    };
    let reruns = arguments.run.reruns(request)?;
    if let Some(path) = &arguments.emit_test {
        output::write(path, &emit(&reruns)?)?;
    }
    arguments.run.report(&reruns)
}

/// The witnesses of a file, or the one of this number.
fn witnesses(path: &Path, number: Option<u32>) -> Result<Vec<WitnessEntry>, String> {
    let name = path.display();
    let text = files::read_lossy(path).map_err(|error| format!("{name}: {error}"))?;
    let file = WitnessFile::parse(&text).map_err(|error| format!("{name}: {error}"))?;
    numbered(file, number).map_err(|error| format!("{name}: {error}"))
}

/// The program for the one launch that was run.
fn emit(reruns: &Reruns) -> Result<String, String> {
    match (reruns.runs.as_slice(), reruns.file.module.as_deref()) {
        ([run], Some(module)) => rerun::emit::emit(module, &run.kernel, &run.inputs),
        (runs, _) => Err(format!(
            "--emit-test writes one launch, and there are {}; --number says which witness it is to be",
            runs.len()
        )),
    }
}

fn numbered(file: WitnessFile, number: Option<u32>) -> Result<Vec<WitnessEntry>, String> {
    let count = file.witnesses.len();
    let Some(number) = number else {
        return Ok(file.witnesses);
    };
    let entry = file.witnesses.into_iter().nth(number as usize - 1);
    entry
        .map(|entry| vec![entry])
        .ok_or_else(|| format!("there is no witness {number}; the file has {count}"))
}
