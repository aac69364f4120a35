//! `kverify merge`: puts the results files of several runs together.

use crate::output;
use clap::Args;
use kverify::batch::results::Results;
use kverify::batch::table;
use kverify::report::json::exit_status;
use std::path::PathBuf;

/// Arguments of `merge`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct MergeArguments {
    /// Results files, from `check --out` under the same options
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<PathBuf>,

    /// Write the whole here, and print a table; without it the whole is printed
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: Option<PathBuf>,

    /// Also files of runs that did not come to their end
    #[arg(long)]
    pub partial: bool,

    /// Exit with status 0 although something is unknown
    #[arg(long)]
    pub allow_unknown: bool,
}

const EXAMPLES: &str = "\
Examples:
  kverify check src --shard 1/2 --out a.jsonl   on one machine
  kverify check src --shard 2/2 --out b.jsonl   on another
  kverify merge a.jsonl b.jsonl --out all.jsonl

Exit status: as one run of `kverify check` over all the files would have had it.";

/// Merges, and gives the exit status that one run over all the files would have.
pub fn run(arguments: &MergeArguments) -> u8 {
    merged(arguments).unwrap_or_else(|message| output::fail(&message))
}

fn merged(arguments: &MergeArguments) -> Result<u8, String> {
    let mut parts = Vec::new();
    for path in &arguments.files {
        let part = Results::read(path)?;
        if !part.complete && !arguments.partial {
            return Err(format!(
                "{} is of a run that did not come to its end; finish it with `check --out {} --resume`, or merge what \
                 there is with --partial",
                path.display(),
                path.display()
            ));
        }
        parts.push((path.clone(), part));
    }
    let results = Results::merge(parts)?;
    let files = results.files();
    match &arguments.out {
        Some(out) => {
            results.write(out)?;
            output::print(&table::render(&files, None, output::stdout_style()));
        }
        None => output::print(&results.render()),
    }
    Ok(exit_status(&files, arguments.allow_unknown))
}
