//! `--timeline FILE`: draws runs. For every subcommand that has runs to draw.

use crate::output;
use clap::Args;
use kverify::timeline::{Format, Timeline, render};
use std::path::PathBuf;

/// Where a timeline goes.
#[derive(Args, Debug)]
pub struct TimelineArguments {
    /// Draw a run of each finding: a page for a browser (.html) or a trace for Perfetto (.json)
    #[arg(long, value_name = "FILE", value_parser = known_format, help_heading = "Output")]
    pub timeline: Option<PathBuf>,
}

fn known_format(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    Format::of(&path).map(|_| path).map_err(|error| error.to_string())
}

impl TimelineArguments {
    /// Writes the timeline, if one was asked for.
    ///
    /// # Errors
    /// Says what keeps the file from being written.
    pub fn write(&self, timeline: impl FnOnce() -> Timeline) -> Result<(), String> {
        let Some(path) = &self.timeline else {
            return Ok(());
        };
        let format = Format::of(path).map_err(|error| error.to_string())?;
        output::write(path, &render(&timeline(), format))
    }
}
