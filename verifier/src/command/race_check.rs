//! `kverify race-check --dynamic`: races of one launch, without the solver.

use super::format::PlainFormat;
use super::replay::LaunchArguments;
use super::source::{SourceArguments, source};
use super::timeline::TimelineArguments;
use crate::output;
use clap::Args;
use kverify::rerun::{self, Request, Reruns};
use kverify::{Options, Source, timeline};
use std::path::PathBuf;

/// Arguments of `race-check`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct RaceCheckArguments {
    /// A CUDA (.cu) or OpenCL (.cl) source file; `-` is the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Run the launch and watch its accesses (`kverify check` is the check of all launches)
    #[arg(long, required = true)]
    pub dynamic: bool,

    #[command(flatten)]
    pub launch: LaunchArguments,

    #[command(flatten)]
    pub source: SourceArguments,

    #[command(flatten)]
    pub timeline: TimelineArguments,

    /// How to report
    #[arg(long, default_value = "human", help_heading = "Output")]
    pub format: PlainFormat,

    /// Warnings are errors: writes of equal values
    #[arg(long, help_heading = "Output")]
    pub strict: bool,

    /// Instructions of all threads together before the run is cut short
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Output")]
    pub steps: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  kverify race-check --dynamic reduce.cu                        what is not given is chosen, and said
  kverify race-check --dynamic reduce.cu --block 64 --arg n=64  this launch
  kverify race-check --dynamic scatter.cl --array idx=0,1,1,2 --timeline races.html

Only this launch is run: that it shows no race says nothing of others.
Exit status: 0 no race was seen; 1 there is one; 2 wrong usage or unreadable input; 3 none was seen, but the run was cut
short or its launch is ruled out by the kernel's own assumptions.";

/// Runs the launch, prints its races, and gives the exit status.
pub fn run(arguments: &RaceCheckArguments) -> u8 {
    let source = match source(&arguments.file) {
        Ok(source) => source,
        Err(message) => return output::fail(&message),
    };
    match reruns(arguments, &source) {
        Ok(reruns) => {
            output::print(&match arguments.format {
                PlainFormat::Human => rerun::text::render(&reruns, output::stdout_style()),
                PlainFormat::Json => rerun::document::render(&reruns),
            });
            match arguments.timeline.write(|| timeline::of_reruns(&reruns)) {
                Ok(()) => rerun::exit_status(&reruns),
                Err(message) => output::fail(&message),
            }
        }
        Err(message) => output::fail(&message),
    }
}

fn reruns(arguments: &RaceCheckArguments, source: &Source) -> Result<Reruns, String> {
    let options = Options {
        parse: arguments.source.options(),
        kernels: arguments.launch.kernel.iter().cloned().collect(),
        strict: arguments.strict,
        ..Options::default()
    };
    let request = Request {
        by_hand: arguments.launch.by_hand(),
        steps: arguments.steps,
        harm: true,
        ..Request::default()
    };
    let mut reruns = rerun::rerun(source, &options, &request).map_err(|error| error.to_string())?;
    reruns.keep_races();
    Ok(reruns)
}
