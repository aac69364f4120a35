//! The `kverify` command.

mod command;
mod output;

use clap::Parser as _;
use clap::error::ErrorKind;
use command::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = match command::with_subcommand(std::env::args_os().collect()) {
        Ok(words) => words,
        Err(message) => return ExitCode::from(output::fail(&message)),
    };
    let arguments = Arguments::try_parse_from(words);
    let status = match arguments {
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            output::print(&command::version());
            0
        }
        Ok(arguments) => arguments.command.run(),
        Err(error) => output::usage(&error),
    };
    ExitCode::from(output::status(status))
}
