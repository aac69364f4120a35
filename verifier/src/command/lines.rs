//! `kverify lines`: sources as lines of JSON on the standard input, answers on the standard output.

use super::verification::VerificationArguments;
use crate::output;
use clap::Args;
use kverify::settings::Rank;
use kverify::{Options, lines};
use std::io;

/// Arguments of `lines`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct LinesArguments {
    #[command(flatten)]
    pub how: VerificationArguments,

    /// Warnings are errors
    #[arg(long, help_heading = "Output")]
    pub strict: bool,
}

const EXAMPLES: &str = r#"Examples:
  echo '{"id": 1, "source": "__global__ void f(int *a) { a[0] = threadIdx.x; }"}' | kverify lines
  generator | kverify lines --jobs 8 --effort 0.5 >answers.jsonl

A line: {"id": ..., "source": "...", "path": "name.cu", "options": {"block": 256}, "kernels": [...], "mend": true}.
Each has one answer, in the order in which they are done: {"id", "line", "status", "file", "summary", "mend"}, or "error"
where the line cannot be read. The schemas are in docs/schema, docs/generators.md has the rest. Options on the command
line hold for all lines that do not say otherwise.

Exit status: of all answers, 2 over 1 over 3 over 0, as for `kverify check`."#;

/// Answers until the input ends, and gives the exit status.
pub fn run(arguments: &LinesArguments) -> u8 {
    let answered = options(arguments).and_then(|options| {
        let (input, output) = output::streams();
        match lines::serve(io::BufReader::new(input), output, &options) {
            Ok(status) => Ok(status),
            // Who went away asks for nothing more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(output::USAGE),
            Err(error) => Err(format!("the lines cannot be read or answered: {error}")),
        }
    });
    answered.unwrap_or_else(|message| output::fail(&message))
}

fn options(arguments: &LinesArguments) -> Result<Options, String> {
    let mut options = arguments.how.base_options();
    let settings = arguments.how.settings(arguments.strict);
    settings.apply(&mut options, Rank::Flag)?;
    kverify::plan::check_ranges(&options).map_err(|error| error.to_string())?;
    Ok(options)
}
