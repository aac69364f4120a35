//! `kverify race-check --dynamic`: races of one launch, without the solver.

use super::launch::RunArguments;
use super::supervised;
use crate::output;
use clap::Args;
use kverify::rerun::Request;

/// Arguments of `race-check`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct RaceCheckArguments {
    /// Run the launch and watch its accesses (`kverify check` is the check of all launches)
    #[arg(long, required = true)]
    pub dynamic: bool,

    #[command(flatten)]
    pub run: RunArguments,
}

const EXAMPLES: &str = "\
Examples:
  kverify race-check --dynamic reduce.cu                        what is not given is chosen
  kverify race-check --dynamic reduce.cu --block 64 --arg n=64  this launch
  kverify race-check --dynamic scatter.cl --array idx=0,1,1,2 --timeline races.html

Only this launch is run: that it shows no race says nothing of others. What is chosen is said.
Exit status: 0 no race was seen; 1 there is one; 2 wrong usage or unreadable input; 3 none was
seen, but the run was cut short or its launch is ruled out by the kernel's own assumptions.";

/// Runs the launch, prints its races, and gives the exit status.
pub fn run(arguments: &RaceCheckArguments) -> u8 {
    supervised::run(arguments.run.limits(), || {
        race_check(arguments).unwrap_or_else(|message| output::fail(&message))
    })
}

fn race_check(arguments: &RaceCheckArguments) -> Result<u8, String> {
    let request = Request {
        harm: true,
        ..Request::default()
    };
    let mut reruns = arguments.run.reruns(request)?;
    reruns.keep_races();
    arguments.run.report(&reruns)
}
