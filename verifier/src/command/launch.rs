//! Running one launch, without the solver: what `replay` and `race-check` share.

use super::format::PlainFormat;
use super::source::{SourceArguments, source};
use super::supervised;
use super::timeline::TimelineArguments;
use crate::output;
use clap::Args;
use kverify::by_hand::{ByHand, parse_fill};
use kverify::config::{parse_block, parse_grid};
use kverify::replay::{Fill, Schedule};
use kverify::rerun::witness::ScheduleName;
use kverify::rerun::{self, Request, Reruns};
use kverify::{Options, timeline};
use std::path::PathBuf;

/// What to run, how to read it, and how to report what it showed.
#[derive(Args, Debug)]
pub struct RunArguments {
    /// A CUDA (.cu) or OpenCL (.cl) source file; `-` is the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub launch: LaunchArguments,

    #[command(flatten)]
    pub source: SourceArguments,

    #[command(flatten)]
    pub timeline: TimelineArguments,

    /// How to report
    #[arg(long, default_value = "human", help_heading = "Output")]
    pub format: PlainFormat,

    /// Warnings are errors, writes of equal values among them
    #[arg(long, help_heading = "Output")]
    pub strict: bool,

    /// Instructions of all threads together before the run is cut short
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Output")]
    pub steps: Option<u64>,

    /// Seconds for all that is run
    #[arg(long, value_name = "SECONDS", default_value_t = supervised::USUAL.seconds, help_heading = "Output")]
    pub timeout: f64,

    /// Memory that may be used, MiB
    #[arg(long, value_name = "MIB", default_value_t = supervised::USUAL.memory, help_heading = "Output")]
    pub memory_limit: u64,
}

impl RunArguments {
    /// What the work may take.
    pub fn limits(&self) -> supervised::Limits {
        supervised::Limits {
            seconds: self.timeout,
            memory: self.memory_limit,
        }
    }

    /// Runs what `request` asks for, with the launch that these arguments give.
    ///
    /// # Errors
    /// If the file cannot be read, or the launch does not fit its kernels.
    pub fn reruns(&self, request: Request) -> Result<Reruns, String> {
        let options = Options {
            parse: self.source.options(),
            kernels: self.launch.kernel.iter().cloned().collect(),
            strict: self.strict,
            ..Options::default()
        };
        let request = Request {
            by_hand: self.launch.by_hand(),
            steps: self.steps,
            ..request
        };
        rerun::rerun(&source(&self.file)?, &options, &request).map_err(|error| error.to_string())
    }

    /// Prints what the runs showed, draws them, and gives the exit status.
    ///
    /// # Errors
    /// If the timeline cannot be written.
    pub fn report(&self, reruns: &Reruns) -> Result<u8, String> {
        output::print(&match self.format {
            PlainFormat::Human => rerun::text::render(reruns, output::stdout_style()),
            PlainFormat::Json => rerun::document::render(reruns),
        });
        self.timeline.write(|| timeline::of_reruns(reruns))?;
        Ok(rerun::exit_status(reruns))
    }
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
