//! `kverify diff`: what changed from one run to another.

use crate::output;
use clap::{Args, ValueEnum};
use kverify::batch::compare::{Comparison, compare, read};
use kverify::report::visible;
use std::path::PathBuf;

/// Arguments of `diff`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct DiffArguments {
    /// Results of the old run: from `check --out`, or a report in JSON
    #[arg(value_name = "OLD")]
    pub old: PathBuf,

    /// Results of the new run
    #[arg(value_name = "NEW")]
    pub new: PathBuf,

    /// How to report
    #[arg(long, default_value = "human")]
    pub format: DiffFormat,
}

const EXAMPLES: &str = "\
Examples:
  kverify check src --out new.jsonl; kverify diff old.jsonl new.jsonl
  kverify diff old.json new.json --format json   reports of `check --format json` do as well

Exit status: 0 nothing is worse; 1 a new finding, a worse verdict, or a file that cannot be read
any more; 2 wrong usage.";

/// How to report a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// For people, one change a line
    Human,
    /// For programs
    Json,
}

/// Compares, and gives the exit status.
pub fn run(arguments: &DiffArguments) -> u8 {
    match compared(arguments) {
        Ok(comparison) => u8::from(comparison.is_worse()),
        Err(message) => output::fail(&message),
    }
}

fn compared(arguments: &DiffArguments) -> Result<Comparison, String> {
    let comparison = compare(&read(&arguments.old)?, &read(&arguments.new)?);
    let text = match arguments.format {
        DiffFormat::Human => visible::plain(&comparison.render()),
        DiffFormat::Json => visible::to_json(&comparison),
    };
    output::print(&text);
    Ok(comparison)
}
