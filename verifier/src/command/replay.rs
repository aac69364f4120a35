//! `kverify replay`: runs a witness again, or a launch given by hand.

use super::format::PlainFormat;
use super::source::{SourceArguments, source};
use super::timeline::TimelineArguments;
use crate::output;
use clap::Args;
use kverify::by_hand::{ByHand, parse_fill};
use kverify::config::{parse_block, parse_grid};
use kverify::replay::{Fill, Schedule};
use kverify::rerun::witness::{ScheduleName, WitnessFile};
use kverify::rerun::{self, Request};
use kverify::{Options, Source, timeline};
use std::path::PathBuf;

/// Arguments of `replay`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArguments {
    /// A CUDA (.cu) or OpenCL (.cl) source file; `-` is the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// A witness file, as `kverify check --replay-out` writes it
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,

    /// Only the witness of this number in its file, from 1
    #[arg(long, value_name = "N", requires = "witness", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,

    #[command(flatten)]
    pub launch: LaunchArguments,

    #[command(flatten)]
    pub source: SourceArguments,

    /// Print what this array holds at the end (may be given again)
    #[arg(long, value_name = "ARRAY", help_heading = "Output")]
    pub memory: Vec<String>,

    #[command(flatten)]
    pub timeline: TimelineArguments,

    /// Write the launch as a program of its own (CUDA: a .cu file; OpenCL: a host program in C), to run on a device or
    /// under compute-sanitizer
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub emit_test: Option<PathBuf>,

    /// How to report
    #[arg(long, default_value = "human", help_heading = "Output")]
    pub format: PlainFormat,

    /// Warnings are errors
    #[arg(long, help_heading = "Output")]
    pub strict: bool,

    /// Instructions of all threads together before the run is cut short
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Output")]
    pub steps: Option<u64>,
}

/// A launch given by hand.
#[derive(Args, Debug)]
#[command(next_help_heading = "Launch")]
pub struct LaunchArguments {
    /// The kernel, where the file has several
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,

    /// Threads of a block: 256, 16,16 or 16x16x4; what is left out is 1
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_block)]
    pub block: Option<[u64; 3]>,

    /// Blocks of the launch (work-groups in OpenCL)
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_grid)]
    pub grid: Option<[u64; 3]>,

    /// A scalar argument (may be given again)
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub arg: Vec<String>,

    /// An array: A=1,2,3 or A=0..7 (counts) or A=5*100 is that long, A=1,2,... longer; A[3]=7 sets one element (may be
    /// given again)
    #[arg(long, value_name = "NAME=LIST", allow_hyphen_values = true)]
    pub array: Vec<String>,

    /// What all other memory holds: zeros, ones, index (each cell its index), small (small numbers),
    /// stripes:N (0 and 1 in turns of 2^N cells), sparse:SEED or random:SEED
    #[arg(long, value_name = "FILL", value_parser = parse_fill)]
    pub fill: Option<Fill>,

    /// Who runs when
    #[arg(long)]
    pub schedule: Option<ScheduleArgument>,

    /// Threads that run in lock-step
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub lockstep: Option<u32>,

    /// Threads of a warp, work-items of a sub-group (32 if not given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub warp_size: Option<u32>,

    /// Bytes of dynamic shared memory
    #[arg(long, value_name = "BYTES")]
    pub shared: Option<u64>,
}

impl LaunchArguments {
    /// The launch.
    pub fn by_hand(&self) -> ByHand {
        ByHand {
            block: self.block,
            grid: self.grid,
            arguments: self.arg.clone(),
            arrays: self.array.clone(),
            fill: self.fill,
            schedule: self.schedule.map(Schedule::from),
            lockstep: self.lockstep,
            warp_size: self.warp_size,
            shared: self.shared,
        }
    }
}

/// Who runs when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ScheduleArgument {
    /// Each thread until it must wait, lowest first
    InOrder,
    /// The same, highest first
    Reverse,
    /// Threads change after every memory access
    RoundRobin,
    /// Warps execute each instruction together, --lockstep threads at a time (a warp's size if that is not given)
    LockStep,
}

impl From<ScheduleArgument> for Schedule {
    fn from(argument: ScheduleArgument) -> Schedule {
        match argument {
            ScheduleArgument::InOrder => ScheduleName::InOrder,
            ScheduleArgument::Reverse => ScheduleName::Reverse,
            ScheduleArgument::RoundRobin => ScheduleName::RoundRobin,
            ScheduleArgument::LockStep => ScheduleName::LockStep,
        }
        .into()
    }
}

const EXAMPLES: &str = "\
Examples:
  kverify check tile.cu --replay-out tile.json            write the witnesses of all findings
  kverify replay tile.cu --witness tile.json              run them again
  kverify replay tile.cu --witness tile.json --arg n=64   the same with another argument
  kverify replay tile.cu --witness tile.json --number 1 --emit-test test.cu
  kverify replay sum.cu --block 8 --grid 2 --arg n=16 --array in=0..15 --memory out

Exit status: 0 the runs show nothing wrong; 1 they show a violation; 2 wrong usage or unreadable input; 3 they show none,
but a run was cut short or its launch is ruled out by the kernel's own assumptions.";

/// Runs the launches, prints what they showed, and gives the exit status.
pub fn run(arguments: &ReplayArguments) -> u8 {
    let source = match source(&arguments.file) {
        Ok(source) => source,
        Err(message) => return output::fail(&message),
    };
    match reruns(arguments, &source) {
        Ok(reruns) => {
            if let Some(path) = &arguments.emit_test
                && let Err(message) = emit(&reruns).and_then(|text| output::write(path, &text))
            {
                return output::fail(&message);
            }
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

fn reruns(arguments: &ReplayArguments, source: &Source) -> Result<rerun::Reruns, String> {
    let witnesses = match &arguments.witness {
        None => Vec::new(),
        Some(path) => {
            let name = path.display();
            let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
            let file = WitnessFile::parse(&text).map_err(|error| format!("{name}: {error}"))?;
            numbered(file, arguments.number).map_err(|error| format!("{name}: {error}"))?
        }
    };
    let options = Options {
        parse: arguments.source.options(),
        kernels: arguments.launch.kernel.iter().cloned().collect(),
        strict: arguments.strict,
        ..Options::default()
    };
    let request = Request {
        witnesses,
        by_hand: arguments.launch.by_hand(),
        memory: arguments.memory.clone(),
        steps: arguments.steps,
        harm: false,
    };
    rerun::rerun(source, &options, &request).map_err(|error| error.to_string())
}

/// The program for the one launch that was run.
fn emit(reruns: &rerun::Reruns) -> Result<String, String> {
    match (reruns.runs.as_slice(), reruns.file.module.as_deref()) {
        ([run], Some(module)) => rerun::emit::emit(module, &run.kernel, &run.inputs),
        (runs, _) => Err(format!(
            "--emit-test writes one launch, and there are {}; --number says which witness it is to be",
            runs.len()
        )),
    }
}

fn numbered(file: WitnessFile, number: Option<u32>) -> Result<Vec<rerun::witness::WitnessEntry>, String> {
    let count = file.witnesses.len();
    let Some(number) = number else {
        return Ok(file.witnesses);
    };
    let entry = file.witnesses.into_iter().nth(number as usize - 1);
    entry
        .map(|entry| vec![entry])
        .ok_or_else(|| format!("there is no witness {number}; the file has {count}"))
}
