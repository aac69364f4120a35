//! `kverify worker`: serves requests of a supervising kverify on the standard streams. Not for people.

use crate::output;
use clap::Args;
use kverify::worker;

/// Arguments of `worker`.
#[derive(Args, Debug)]
pub struct WorkerArguments {
    /// Memory that may be used, MiB
    #[arg(long, value_name = "MIB", default_value_t = super::work::DEFAULT_MEMORY_MIB)]
    pub memory: u64,
}

/// Serves until the input ends, and gives the exit status.
pub fn run(arguments: &WorkerArguments) -> u8 {
    let (input, output) = output::streams();
    match worker::serve(input, output, arguments.memory) {
        Ok(()) => 0,
        Err(message) => output::fail(&message),
    }
}
