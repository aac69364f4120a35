//! What `check` and `config` say of a project: its file, its baseline, its changes.

use crate::output;
use clap::Args;
use kverify::Report;
use kverify::baseline::{Baseline, base_of};
use kverify::project::Project;
use kverify::since::Changes;
use std::path::{Path, PathBuf};

/// Where settings come from besides flags.
#[derive(Args, Debug)]
pub struct ProjectArguments {
    /// Use this project file for all files instead of the nearest kverify.toml around each
    #[arg(long, value_name = "FILE", help_heading = "Project")]
    pub config: Option<PathBuf>,

    /// Read no kverify.toml
    #[arg(long, conflicts_with = "config", help_heading = "Project")]
    pub no_config: bool,
}

/// Which kernels count.
#[derive(Args, Debug)]
pub struct ChangesArguments {
    /// Only kernels that changed since a revision of git, such as HEAD or origin/main
    #[arg(long, value_name = "REV", help_heading = "Project")]
    pub since: Option<String>,
}

/// Findings that are known.
#[derive(Args, Debug)]
pub struct BaselineArguments {
    /// Findings that this file holds do not fail the run
    #[arg(long, value_name = "FILE", conflicts_with = "out", help_heading = "Project")]
    pub baseline: Option<PathBuf>,

    /// Write all findings to a file for --baseline; findings do not fail this run
    #[arg(long, value_name = "FILE", conflicts_with = "out", help_heading = "Project")]
    pub write_baseline: Option<PathBuf>,
}

impl ProjectArguments {
    /// The project files around the paths.
    ///
    /// # Errors
    /// If one cannot be read or used.
    pub fn load<'a>(&self, paths: impl Iterator<Item = &'a Path>) -> Result<Project, String> {
        let paths = paths.filter(|_| !self.no_config);
        Project::load(paths, self.config.as_deref(), &current()?).map_err(|error| error.to_string())
    }
}

impl ChangesArguments {
    /// What changed, if that was asked for.
    ///
    /// # Errors
    /// If git cannot say.
    pub fn changes(&self) -> Result<Option<Changes>, String> {
        let Some(revision) = &self.since else {
            return Ok(None);
        };
        let changes = Changes::since(revision, &current()?);
        changes.map(Some).map_err(|error| format!("--since: {error}"))
    }
}

impl BaselineArguments {
    /// Whether this run is for writing a baseline.
    pub fn is_written(&self) -> bool {
        self.write_baseline.is_some()
    }

    /// Compares the report with the baseline, and writes one.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn compare(&self, report: &mut Report, is_partial: bool) -> Result<(), String> {
        let current = current()?;
        if let Some(path) = &self.baseline {
            Baseline::read(path)?.apply(report, &base_of(path, &current), is_partial);
        }
        if let Some(path) = &self.write_baseline {
            let baseline = Baseline::of(report, &base_of(path, &current));
            output::write(path, &baseline.render())?;
            let kernels = report.files.iter().flat_map(|file| &file.kernels);
            let cut = kernels.filter(|kernel| kernel.is_cut_by_clock()).count();
            if cut > 0 {
                output::warn(&format!(
                    "{cut} kernels were cut by the clock or lost: what was found in them is not in the baseline (--timeout \
                     gives more time)"
                ));
            }
        }
        Ok(())
    }
}

fn current() -> Result<PathBuf, String> {
    std::env::current_dir().map_err(|error| format!("the current folder is gone: {error}"))
}
