//! Where the work is done: in which processes, and whether answers of other runs count.

use clap::{Args, ValueEnum};
use kverify::cache;
use kverify::worker::Isolation;

/// Memory that one worker process may use by default, MiB.
pub const DEFAULT_MEMORY_MIB: u64 = 4096;

/// Where the work is done.
#[derive(Args, Debug)]
#[command(next_help_heading = "Analysis")]
pub struct WorkArguments {
    /// Where to work: in processes of its own a crash, a hang or too much memory costs one kernel only
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub isolate: Isolate,

    /// Memory that one worker process may use, MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_MEMORY_MIB)]
    pub memory: u64,

    /// Neither use nor keep answers of other runs (see `kverify cache`)
    #[arg(long)]
    pub no_cache: bool,
}

/// When to work in processes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Isolate {
    /// For several files, and in the language server
    Auto,
    /// Also for one file
    Always,
    /// All in one process
    Never,
}

impl WorkArguments {
    /// The processes to work in; `auto` says what holds where the user says nothing.
    pub fn isolation(&self, auto: bool) -> Option<Isolation> {
        let wanted = match self.isolate {
            Isolate::Always => true,
            Isolate::Never => false,
            Isolate::Auto => auto,
        };
        // Without a way to call itself it works in one process, as it would for one file.
        let program = std::env::current_exe().ok().filter(|_| wanted)?;
        Some(Isolation {
            program,
            memory: self.memory,
        })
    }

    /// Where answers are kept.
    pub fn cache(&self) -> Option<cache::Settings> {
        if self.no_cache {
            return None;
        }
        cache::Settings::of_user()
    }
}
