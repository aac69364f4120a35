//! `kverify compare`: whether two kernels compute the same.

use super::format::PlainFormat;
use super::source::SourceArguments;
use super::supervised;
use crate::output;
use clap::Args;
use kverify::config::{parse_block, parse_grid};
use kverify::equivalence::{self, Request, document, text};

/// Arguments of `compare`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompareArguments {
    /// The reference: FILE:KERNEL, or FILE:FUNCTION for a function of C, which one thread runs
    #[arg(value_name = "FILE:NAME")]
    pub first: String,

    /// What is compared with it
    #[arg(value_name = "FILE:NAME")]
    pub second: String,

    /// Threads of a block, of both sides but for functions
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_block, help_heading = "Launch")]
    pub block: Option<[u64; 3]>,

    /// Blocks of the launch, of both sides
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_grid, help_heading = "Launch")]
    pub grid: Option<[u64; 3]>,

    /// Threads of a block, of the second side
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_block, help_heading = "Launch")]
    pub block_b: Option<[u64; 3]>,

    /// Blocks of the launch, of the second side
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_grid, help_heading = "Launch")]
    pub grid_b: Option<[u64; 3]>,

    /// A scalar argument (may be given again); sizes that are not given are tried at the edges of warps and blocks
    #[arg(
        long,
        value_name = "NAME=VALUE",
        allow_hyphen_values = true,
        help_heading = "Launch"
    )]
    pub arg: Vec<String>,

    /// What holds of sizes, such as 'n % 32 == 0' (may be given again)
    #[arg(long, value_name = "CONDITION", help_heading = "Launch")]
    pub assume: Vec<String>,

    /// A parameter of the first side and the one of the second that is the same (may be given again); else names, or places, say
    #[arg(long, value_name = "NAME=NAME", help_heading = "Launch")]
    pub map: Vec<String>,

    /// Floats have to be equal bit by bit: no sum is reassociated
    #[arg(long, help_heading = "Comparison", conflicts_with_all = ["margin", "min_value"])]
    pub exact: bool,

    /// The part of a float that it may differ by in runs (single precision: 0.001)
    #[arg(long, value_name = "PART", help_heading = "Comparison")]
    pub margin: Option<f64>,

    /// Floats that are no larger are not told apart in runs (single precision: 0.001)
    #[arg(long, value_name = "VALUE", help_heading = "Comparison")]
    pub min_value: Option<f64>,

    #[command(flatten)]
    pub source: SourceArguments,

    /// How to report
    #[arg(long, default_value = "human", help_heading = "Output")]
    pub format: PlainFormat,

    /// Instructions of one run before it is cut short
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Output")]
    pub steps: Option<u64>,

    /// Seconds for all of it
    #[arg(long, value_name = "SECONDS", default_value_t = supervised::USUAL.seconds, help_heading = "Output")]
    pub timeout: f64,
}

const EXAMPLES: &str = "\
Examples:
  kverify compare naive.cu:matmul tiled.cu:matmul --block 16,16 --grid 2,2 --arg n=32
  kverify compare scan.cu:reference scan.cu:scan --block 64 --grid 1 --assume 'n <= 64'
  kverify compare a.cu:softmax b.cu:online --map rows=n --exact

Exit status: 0 equivalent, at the launches that are named; 1 different, with the inputs; 2 wrong usage
or unreadable input; 3 unknown: no difference was found, and nothing proved.";

/// Compares, prints the answer, and gives the exit status.
pub fn run(arguments: &CompareArguments) -> u8 {
    let limits = supervised::Limits {
        seconds: arguments.timeout,
        ..supervised::USUAL
    };
    supervised::run(limits, || match equivalence::compare(&request(arguments)) {
        Ok(comparison) => {
            output::print(&match arguments.format {
                PlainFormat::Human => text::render(&comparison, output::stdout_style()),
                PlainFormat::Json => document::render(&comparison),
            });
            comparison.answer.exit_status()
        }
        Err(error) => output::fail(&error.to_string()),
    })
}

fn request(arguments: &CompareArguments) -> Request {
    Request {
        sides: [arguments.first.clone(), arguments.second.clone()],
        block: [arguments.block, arguments.block_b.or(arguments.block)],
        grid: [arguments.grid, arguments.grid_b.or(arguments.grid)],
        arguments: arguments.arg.clone(),
        map: arguments.map.clone(),
        assume: arguments.assume.clone(),
        exact: arguments.exact,
        margin: arguments.margin,
        min_value: arguments.min_value,
        steps: arguments.steps,
        parse: arguments.source.options(),
    }
}
