//! Where the work is done: in which processes, and whether answers of other runs count.

use crate::output;
use clap::{Args, ValueEnum};
use kverify::cache;
use kverify::worker::Isolation;
use std::path::PathBuf;

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

    /// Keep answers in this folder, though it may lie in the checkout
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache_dir: Option<PathBuf>,
}

/// When to work in processes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Isolate {
    /// Always, as far as the system lets this program start itself
    Auto,
    /// Always
    Always,
    /// All in one process
    Never,
}

impl WorkArguments {
    /// The processes to work in.
    pub fn isolation(&self) -> Option<Isolation> {
        if self.isolate == Isolate::Never {
            return None;
        }
        // Without a way to call itself it works in one process.
        let program = std::env::current_exe().ok()?;
        Some(Isolation {
            program,
            memory: self.memory,
        })
    }

    /// Where answers are kept. A folder that cannot be trusted is said, and not used.
    pub fn cache(&self) -> Option<cache::Settings> {
        if self.no_cache {
            return None;
        }
        let settings = match &self.cache_dir {
            Some(folder) => cache::Settings::at(folder.clone()),
            None => cache::Settings::of_user(),
        };
        settings.unwrap_or_else(|why| {
            output::warn(&format!("no answers are kept or taken from other runs: {why}"));
            None
        })
    }
}
