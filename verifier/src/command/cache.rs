//! `kverify cache`: what is kept from run to run, and how to be rid of it.

use crate::output;
use clap::{Args, Subcommand};
use kverify::cache::{Cache, FOLDER_VARIABLE, Settings};

/// Arguments of `cache`.
#[derive(Args, Debug)]
pub struct CacheArguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with the cache.
#[derive(Clone, Copy, Subcommand, Debug)]
pub enum Action {
    /// Say where it is and what it holds
    Info,
    /// Remove all answers
    Clear,
}

/// Does it, and gives the exit status.
pub fn run(arguments: &CacheArguments) -> u8 {
    let settings = match Settings::of_user() {
        Ok(settings) => settings,
        Err(why) => return output::fail(&why),
    };
    let Some(settings) = settings else {
        output::print(&format!(
            "no cache: {FOLDER_VARIABLE} is empty, or there is no home folder\n"
        ));
        return 0;
    };
    let folder = settings.folder.display().to_string();
    let limit = settings.limit >> 20;
    let cache = Cache::open(settings);
    match arguments.action {
        Action::Info => {
            let info = cache.info();
            output::print(&format!(
                "{folder}: {} answers, {} KiB of at most {limit} MiB ({FOLDER_VARIABLE} names another folder)\n",
                info.entries,
                info.bytes.div_ceil(1024),
            ));
            0
        }
        Action::Clear => match cache.clear() {
            Ok(entries) => {
                output::print(&format!("{folder}: {entries} answers removed\n"));
                0
            }
            Err(error) => output::fail(&format!("{folder} cannot be cleared: {error}")),
        },
    }
}
