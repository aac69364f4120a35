//! The `kverify` command.

mod arguments;
mod output;

use arguments::{Arguments, CheckArguments, Command, Format};
use clap::Parser as _;
use clap::error::ErrorKind;
use kverify::{Options, Report, Source, report};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Wrong usage, unreadable or unparsable input.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::try_parse_from(with_subcommand(std::env::args_os().collect()));
    let status = match arguments {
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            output::print(&arguments::version());
            0
        }
        Ok(Arguments {
            command: Command::Check(check),
        }) => check_files(&check),
        Err(error) => output::usage(&error),
    };
    ExitCode::from(status)
}

/// `kverify FILE...` is short for `kverify check FILE...`.
fn with_subcommand(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let known = ["check", "help", "-h", "--help", "-V", "--version"];
    let first = arguments.get(1).and_then(|argument| argument.to_str());
    let implied = arguments.len() > 1 && first.is_none_or(|first| !known.contains(&first));
    if implied {
        arguments.insert(1, "check".into());
    }
    arguments
}

fn check_files(check: &CheckArguments) -> u8 {
    let sources: Vec<Source> = match check.files.iter().map(|path| source(path)).collect() {
        Ok(sources) => sources,
        Err(message) => return fail(&message),
    };
    let options = check.options();
    if check.parse_only {
        return parse_only(&sources, &options);
    }
    let outcome = match check.dump {
        Some(stage) => kverify::dump(&sources, &options, stage.into()).map(|(text, report)| {
            output::print(&text);
            // A dump says nothing of verdicts, but a file that could not be read is still an error.
            output::complain(&report::human::render_errors(&report, output::stderr_style()));
            report
        }),
        None => kverify::verify(&sources, &options).inspect(|report| print_report(report, check)),
    };
    match outcome {
        Ok(report) => report::exit_status(&report, check.allow_unknown),
        Err(error) => fail(&error.to_string()),
    }
}

/// What the benchmark measures against: loading clang and parsing, and nothing of ours.
fn parse_only(sources: &[Source], options: &Options) -> u8 {
    let parsed = sources
        .iter()
        .try_for_each(|source| kverify_frontend::parse_with_clang_alone(source, &options.parse));
    parsed.map_or_else(|error| fail(&report::parse_error_text(&error)), |()| 0)
}

fn print_report(report: &Report, check: &CheckArguments) {
    output::print(&match check.format {
        Format::Human => report::human::render(report, output::stdout_style()),
        Format::Json => report::json::render(report, check.timings),
    });
}

/// `-` is the standard input.
fn source(path: &Path) -> Result<Source, String> {
    if path != Path::new("-") {
        return Ok(Source {
            path: path.to_path_buf(),
            text: None,
        });
    }
    let bytes =
        output::read_stdin().map_err(|error| format!("the standard input cannot be read: {error}"))?;
    Ok(Source {
        path: "stdin".into(),
        text: Some(String::from_utf8_lossy(&bytes).into_owned()),
    })
}

fn fail(message: &str) -> u8 {
    output::complain(&format!("error: {message}\n"));
    USAGE
}
