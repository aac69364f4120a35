//! Runs over many files: which they are, a progress bar, and results written as they come.

use super::source::source;
use crate::output;
use clap::Args;
use kverify::batch::around::Project;
use kverify::batch::record::Recorder;
use kverify::batch::results::{Header, Results};
use kverify::batch::table::{Effort, count};
use kverify::batch::walk::{self, Shard};
use kverify::embed::{Event, Watch};
use kverify::files;
use kverify::report::visible;
use kverify::{FileReport, Options, Report, Source, Stopwatch, toolchain, verify_watched};
use kverify_frontend::files::never_an_option;
use std::path::{Path, PathBuf};

/// Arguments for many files.
#[derive(Args, Debug)]
#[command(next_help_heading = "Many files")]
pub struct BatchArguments {
    /// Write the answers here as they come, one file a line, and print only a table (docs/batch.md)
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: Option<PathBuf>,

    /// Go on with a run that was stopped: files that `--out` holds, and that are as they were, are not verified again
    #[arg(long, requires = "out", conflicts_with_all = ["report", "timeline", "replay_out"])]
    pub resume: bool,

    /// Read names of files from this file too, one a line
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,

    /// Print the names of the files that would be verified, and verify none; with `--out`, write what is not looked at
    #[arg(long, conflicts_with_all = ["resume", "report", "timeline", "replay_out", "dump"])]
    pub list: bool,

    /// A named file without a kernel is no error, as one that is found in a folder: for hooks, which name what changed
    #[arg(long)]
    pub allow_no_kernel: bool,

    /// Verify one of N parts of the files, for runs on several machines (`kverify merge` puts them together)
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
}

/// The files of a run.
pub struct Selection {
    /// What to verify.
    pub sources: Vec<Source>,
    /// Of each, whether it may be without a kernel.
    may_lack_kernels: Vec<bool>,
    /// Files that are not looked at, and why.
    unread: Vec<FileReport>,
    /// Files as they were named.
    named: Vec<PathBuf>,
    /// The folders that were named.
    folders: Vec<PathBuf>,
    /// The part of the run that these are.
    shard: Option<walk::Shard>,
    /// More than a few named files: worth a bar and a table.
    pub is_batch: bool,
}

/// What is said of a file that an ignore file leaves out.
const IGNORED: &str = "it is hidden, or an ignore file leaves it out, and nobody looked at its kernels: name it, or exclude it in kverify.toml";

/// What is said of a link that was found.
const LINK: &str = "is a link that leads out of what is verified, and nobody looked at it: name it, or exclude it in kverify.toml";

/// A run that was written down.
pub struct Recorded {
    /// All results, those of earlier runs included.
    pub results: Results,
    /// What this run verified, if anything was left to do.
    pub report: Option<Report>,
    /// What it took.
    pub effort: Effort,
}

impl Selection {
    /// Finds the files.
    ///
    /// # Errors
    /// If a folder or a pattern yields none, or the standard input cannot be read.
    pub fn new(named: &[PathBuf], arguments: &BatchArguments) -> Result<Selection, String> {
        let mut named = named.to_vec();
        if let Some(list) = &arguments.files_from {
            let text =
                files::read(list).map_err(|error| format!("{} cannot be read: {error}", list.display()))?;
            let text =
                String::from_utf8(text).map_err(|_| format!("{} is no text in UTF-8", list.display()))?;
            named.extend(text.lines().filter(|line| !line.is_empty()).map(PathBuf::from));
        }
        let named = named.as_slice();
        let is_batch = named.iter().any(|path| walk::is_many(path));
        let mut found = walk::expand(named)?;
        let mut unread: Vec<FileReport> = walk::ignored(named, &found)
            .into_iter()
            .map(|path| FileReport::unread(path, IGNORED.to_owned()))
            .collect();
        found.retain(|file| {
            let leads_out = file.walked && walk::leads_out(&file.path, named);
            unread.extend(leads_out.then(|| FileReport::broken(file.path.clone(), LINK.to_owned())));
            !leads_out
        });
        if let Some(shard) = arguments.shard {
            found.retain(|file| shard.contains(&file.path));
            unread.retain(|file| shard.contains(&file.path));
        }
        let sources: Result<_, _> = found.iter().map(|file| source(&file.path)).collect();
        Ok(Selection {
            sources: sources?,
            named: found
                .iter()
                .filter(|file| !file.walked)
                .map(|file| never_an_option(&file.path))
                .collect(),
            folders: named.iter().filter(|path| path.is_dir()).cloned().collect(),
            shard: arguments.shard,
            unread,
            may_lack_kernels: found
                .iter()
                .map(|file| file.walked || arguments.allow_no_kernel)
                .collect(),
            is_batch,
        })
    }

    /// Leaves out files that the project excludes; that it was named is no reason to look at one, but to say so. So is that none is left.
    ///
    /// # Errors
    /// If a folder cannot be searched for headers that only an excluded file includes.
    pub fn exclude(&mut self, excludes: &dyn Fn(&Path) -> bool) -> Result<(), String> {
        let files = std::mem::take(&mut self.sources)
            .into_iter()
            .zip(std::mem::take(&mut self.may_lack_kernels));
        let (excluded, kept): (Vec<_>, Vec<_>) = files.partition(|(source, _)| excludes(&source.path));
        (self.sources, self.may_lack_kernels) = kept.into_iter().unzip();
        let is_named = |source: &Source| self.named.contains(&source.path);
        for (source, _) in excluded.iter().filter(|(source, _)| is_named(source)) {
            output::warn(&format!(
                "{}: kverify.toml leaves it out, and nobody looked at it",
                source.path.display()
            ));
        }
        self.unread.retain(|file| !excludes(&file.path));
        if !excluded.is_empty() {
            self.add_headers(excludes)?;
        }
        if self.named.is_empty() && self.sources.is_empty() && !excluded.is_empty() {
            output::warn(&format!(
                "kverify.toml leaves out all of the {} that were found, and nobody looked at them",
                count(excluded.len(), "file")
            ));
        }
        Ok(())
    }

    /// Adds the headers with kernels that the sources left do not include.
    fn add_headers(&mut self, excludes: &dyn Fn(&Path) -> bool) -> Result<(), String> {
        let left: Vec<PathBuf> = self.sources.iter().map(|source| source.path.clone()).collect();
        let is_new = |path: &PathBuf| !left.contains(path) && !excludes(path);
        let in_shard = |path: &PathBuf| self.shard.is_none_or(|shard| shard.contains(path));
        for path in walk::headers(&self.folders, &left)?
            .into_iter()
            .filter(is_new)
            .filter(in_shard)
        {
            if walk::leads_out(&path, &self.folders) {
                self.unread.push(FileReport::broken(path, LINK.to_owned()));
                continue;
            }
            self.sources.push(source(&path)?);
            self.may_lack_kernels.push(true);
        }
        Ok(())
    }

    /// Prints which they are, and writes the results of those that are not looked at.
    ///
    /// # Errors
    /// If the results cannot be written.
    pub fn list(self, out: Option<&Path>, options: &Options) -> Result<(), String> {
        for source in &self.sources {
            output::print(&format!("{}\n", source.path.display()));
        }
        let Some(out) = out else {
            return Ok(());
        };
        let rest = Selection {
            sources: Vec::new(),
            may_lack_kernels: Vec::new(),
            ..self
        };
        rest.record(out, false, options).map(drop)
    }

    /// Verifies them, with a bar if they are many and somebody looks.
    ///
    /// # Errors
    /// If the options cannot be met.
    pub fn verify(&self, options: &Options, recorder: Option<&Recorder>) -> Result<(Report, Effort), String> {
        let watch = Stopwatch::start();
        let bar = (self.is_batch || recorder.is_some()).then(output::progress);
        let observer = |event: Event<'_>| {
            if let Some(recorder) = recorder {
                recorder.watch(event);
            }
            match (&bar, event) {
                (Some(bar), Event::Planned { answers, .. }) => bar.set_length(answers as u64),
                (Some(bar), Event::Started { kernel, .. }) => bar.set_message(visible::plain(&kernel.name)),
                (Some(bar), Event::Verified { .. }) => bar.inc(1),
                _ => {}
            }
        };
        let watched = Watch {
            observer: Some(&observer),
            cancel: None,
        };
        let report = verify_watched(&self.sources, options, &watched);
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        let mut report = report.map_err(|error| error.to_string())?;
        let mut may_lack_kernels = self.may_lack_kernels.iter();
        report
            .files
            .retain(|file| !(may_lack_kernels.next() == Some(&true) && file.is_without_kernels()));
        report.files.extend(self.unread.iter().cloned());
        let kernels = report.files.iter().flat_map(|file| &file.kernels);
        let effort = Effort {
            seconds: watch.seconds(),
            cached: kernels.filter(|kernel| kernel.cached).count(),
            resumed: 0,
        };
        Ok((report, effort))
    }

    /// Verifies them, and writes a results file meanwhile.
    ///
    /// # Errors
    /// If the options cannot be met, or the file cannot be written, or is there and not of such a run.
    pub fn record(mut self, out: &Path, resume: bool, options: &Options) -> Result<Recorded, String> {
        let toolchain = toolchain::toolchain()?;
        let header = Header::new(&toolchain, options)?;
        let mut kept = Results::new(header.clone());
        let project = Project::of(&options.parse.include_dirs);
        if resume && out.exists() {
            kept = Results::read(out)?;
            if kept.header != header {
                return Err(format!(
                    "{} was written by another kverify or under other options; remove it, or write elsewhere",
                    out.display()
                ));
            }
            let foreign = kept.retain_own(out);
            if foreign > 0 {
                output::warn(&format!(
                    "{} holds {foreign} answers that are not known to be this kverify's: their files are verified anew",
                    out.display()
                ));
            }
            let wanted = |path: &str| {
                self.sources
                    .iter()
                    .any(|source| source.path.display().to_string() == path)
            };
            kept.entries
                .retain(|path, entry| wanted(path) && entry.is_current(&project));
            kept.complete = false;
        }
        let done = |source: &Source| kept.entries.contains_key(&source.path.display().to_string());
        let (sources, may_lack_kernels): (Vec<Source>, Vec<bool>) = self
            .sources
            .into_iter()
            .zip(self.may_lack_kernels)
            .filter(|(source, _)| !done(source))
            .unzip();
        (self.sources, self.may_lack_kernels) = (sources, may_lack_kernels);
        let resumed = kept.entries.len();
        for file in &self.unread {
            kept.add_unread(file);
        }
        let recorder = Recorder::start(out, kept, self.may_lack_kernels.clone(), project)?;
        let options = Options {
            is_rest: resumed > 0,
            ..options.clone()
        };
        let run = (!self.sources.is_empty())
            .then(|| self.verify(&options, Some(&recorder)))
            .transpose()?;
        let (report, effort) = run.unzip();
        Ok(Recorded {
            results: recorder.finish()?,
            report,
            effort: Effort {
                resumed,
                ..effort.unwrap_or_default()
            },
        })
    }
}
