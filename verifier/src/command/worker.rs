//! `kverify worker`: serves requests of a supervising kverify on the standard streams. Not for people.

use crate::output;
use clap::Args;
use kverify::{faults, worker};

/// Arguments of `worker`.
#[derive(Args, Debug)]
pub struct WorkerArguments {
    /// Memory that may be used, MiB
    #[arg(long, value_name = "MIB", default_value_t = super::work::DEFAULT_MEMORY_MIB)]
    pub memory: u64,

    /// Have the clock be over at the n-th look at it (tests of kverify itself)
    #[arg(long, hide = true, value_name = "N", default_value_t = 0)]
    pub cut_clock: u64,
}

/// Serves until the input ends, and gives the exit status.
pub fn run(arguments: &WorkerArguments) -> u8 {
    faults::cut_clock_at(arguments.cut_clock);
    let (input, output) = output::streams();
    match worker::serve(input, output, arguments.memory) {
        Ok(()) => 0,
        Err(message) => output::fail(&message),
    }
}
