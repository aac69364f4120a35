//! How kernels are verified: for every subcommand that verifies some.

use super::source::SourceArguments;
use super::work::WorkArguments;
use clap::{Args, ValueEnum};
use kverify::Options;
use kverify::config::{parse_block, parse_grid};
use kverify::program::HostCode;
use kverify::settings::{Architecture, ArithName, HostName, LanguageName, Settings, Shape};
use kverify_frontend::compile_commands::{self, CompileCommands};
use kverify_frontend::entries::Wish;
use std::path::PathBuf;

/// Which kernels are verified, for which launches, and at what cost.
#[derive(Args, Debug)]
pub struct VerificationArguments {
    /// Verify only kernels of this name (may be given again)
    #[arg(long, value_name = "NAME")]
    pub kernel: Vec<String>,

    /// A function that is no kernel, to be verified as if every thread of a block called it with the same arguments:
    /// 'f<float, 128>', 'f(float *, int)'; 'f own=x' where the parameter x is each thread's own (may be given again)
    #[arg(long, value_name = "FUNCTION", value_parser = parse_entry)]
    pub entry: Vec<String>,

    /// Threads of a block: 256, 16,16 or 16x16x4; what is left out is 1
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_block, help_heading = "Launch")]
    pub block: Option<[u64; 3]>,

    /// Blocks of the launch (work-groups in OpenCL)
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_grid, help_heading = "Launch")]
    pub grid: Option<[u64; 3]>,

    /// A fact about scalar parameters and launch sizes, such as 'n % 32 == 0 && blockDim.x <= 256', or
    /// 'distinct(idx)' for an index array without repetitions, 'monotone(row)' for one that never decreases (may be
    /// given again)
    #[arg(
        long,
        value_name = "EXPR",
        allow_hyphen_values = true,
        help_heading = "Launch"
    )]
    pub assume: Vec<String>,

    /// How many elements the buffer of a pointer parameter holds, in terms of others: 'out=n', 'in=width * height' (may be given
    /// again; in bytes: --assume 'extent(out) == 4 * n')
    #[arg(
        long,
        value_name = "NAME=EXPR",
        allow_hyphen_values = true,
        help_heading = "Launch"
    )]
    pub array_size: Vec<String>,

    /// Whose launches of a kernel count: those in any file of its project, in its own file, or none, so that every launch is considered
    /// [default: project]
    #[arg(long, value_name = "WHOSE", help_heading = "Launch")]
    pub host: Option<HostArgument>,

    /// Pointer parameters may point into the same buffer
    #[arg(long, help_heading = "Launch")]
    pub may_alias: bool,

    /// Threads that run in lock-step: 32 for old code that leaves out warp barriers; 1 by default
    #[arg(long, value_name = "N", help_heading = "Launch")]
    pub lockstep: Option<u32>,

    #[command(flatten)]
    pub source: SourceArguments,

    /// A CUDA toolkit whose headers to use where kverify has none of its own
    #[arg(long, value_name = "DIR", help_heading = "Source")]
    pub cuda_path: Option<PathBuf>,

    /// The compile database whose flags to use (default: compile_commands.json in a folder above the file, or in `build`
    /// there)
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "build_folder",
        help_heading = "Source"
    )]
    pub compile_commands: Option<PathBuf>,

    /// The folder of the compile database
    #[arg(short = 'p', value_name = "DIR", help_heading = "Source")]
    pub build_folder: Option<PathBuf>,

    /// Use no compile database
    #[arg(long, conflicts_with_all = ["compile_commands", "build_folder"], help_heading = "Source")]
    pub no_compile_commands: bool,

    /// Arithmetic of the queries; auto by default
    #[arg(long, help_heading = "Analysis")]
    pub arith: Option<ArithArgument>,

    /// Work for one kernel, as a multiple of the usual; what is left then is unknown. The same on every machine
    #[arg(
        long,
        value_name = "TIMES",
        allow_negative_numbers = true,
        help_heading = "Analysis"
    )]
    pub effort: Option<f64>,

    /// Seconds of the processor for one kernel, a last resort: what the clock cuts is unknown and says so; 300 by default
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = parse_seconds, help_heading = "Analysis")]
    pub timeout: Option<f64>,

    /// Kernels to analyse at a time (default: the number of cores)
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512), help_heading = "Analysis")]
    pub jobs: Option<u16>,

    #[command(flatten)]
    pub work: WorkArguments,
}

impl VerificationArguments {
    /// What does not come from a project file.
    pub fn base_options(&self) -> Options {
        Options {
            parse: kverify_frontend::Options {
                compile_commands: self.compile_commands(),
                ..kverify_frontend::Options::default()
            },
            kernels: self.kernel.clone(),
            host: HostCode::Project,
            jobs: self.jobs.map(usize::from),
            isolation: self.work.isolation(),
            cache: self.work.cache(),
            ..Options::default()
        }
    }

    /// What a project file could say as well: the flags win.
    pub fn settings(&self, strict: bool) -> Settings {
        let shape = |sizes: [u64; 3]| Shape::List(sizes.to_vec());
        Settings {
            block: self.block.map(shape),
            grid: self.grid.map(shape),
            assume: self.assume.clone(),
            array_size: self.array_size.clone(),
            host: self.host.map(HostName::from),
            may_alias: self.may_alias.then_some(true),
            lockstep: self.lockstep,
            cuda_arch: self.source.cuda_arch.map(Architecture::Number),
            arith: self.arith.map(ArithName::from),
            effort: self.effort,
            timeout: self.timeout,
            strict: strict.then_some(true),
            language: self.source.language.map(LanguageName::from),
            std: self.source.std.clone(),
            cl_std: self.source.cl_std.clone(),
            define: self.source.define.clone(),
            include: self.source.include.clone(),
            cuda_path: self.cuda_path.clone(),
            instantiate: self.source.instantiate.clone(),
            entry: self.entry.clone(),
            ..Settings::default()
        }
    }

    fn compile_commands(&self) -> CompileCommands {
        let folder = self
            .build_folder
            .as_ref()
            .map(|folder| folder.join(compile_commands::NAME));
        match folder.as_ref().or(self.compile_commands.as_ref()) {
            Some(file) => CompileCommands::File(file.clone()),
            None if self.no_compile_commands => CompileCommands::None,
            None => CompileCommands::Search,
        }
    }
}

fn parse_entry(text: &str) -> Result<String, String> {
    Wish::parse(text).map(|wish| wish.text)
}

/// Reads a number of seconds; its range is looked at with those of the other settings.
fn parse_seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is no number of seconds; write 30 or 0.5"))
}

/// Whose launches count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HostArgument {
    /// Those in any file of the project
    Project,
    /// Those in the kernel's own file
    File,
    /// None: every launch is considered
    None,
}

impl From<HostArgument> for HostName {
    fn from(argument: HostArgument) -> HostName {
        match argument {
            HostArgument::Project => HostName::Project,
            HostArgument::File => HostName::File,
            HostArgument::None => HostName::None,
        }
    }
}

/// Arithmetic of the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ArithArgument {
    /// Integers, then bit-vectors where the indices ask for them
    Auto,
    /// Integers only
    Int,
    /// Bit-vectors only: overflow included
    Bv,
}

impl From<ArithArgument> for ArithName {
    fn from(arith: ArithArgument) -> ArithName {
        match arith {
            ArithArgument::Auto => ArithName::Auto,
            ArithArgument::Int => ArithName::Int,
            ArithArgument::Bv => ArithName::Bv,
        }
    }
}
