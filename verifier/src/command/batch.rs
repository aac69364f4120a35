//! Runs over many files: which they are, a progress bar, and results written as they come.

use super::source::source;
use crate::output;
use clap::Args;
use kverify::batch::around::Project;
use kverify::batch::kinds::{self, Headers};
use kverify::batch::question;
use kverify::batch::record::Recorder;
use kverify::batch::results::{Header, Results};
use kverify::batch::table::{Effort, count};
use kverify::batch::walk::{self, Shard};
use kverify::embed::{Event, Watch};
use kverify::files;
use kverify::report::visible;
use kverify::source as texts;
use kverify::{FileReport, Options, Report, Source, Stopwatch, toolchain, verify_watched};
use kverify_frontend::files::never_an_option;
use std::collections::{HashMap, HashSet};
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

    /// Print what would be asked of each file, as a hash, and verify none: for `kverify batch`, which compares it when it goes on
    #[arg(long, hide = true, conflicts_with_all = ["list", "out", "report", "timeline", "replay_out", "dump"])]
    pub questions: bool,

    /// A named file without a kernel is no error, as one that is found in a folder, and not read where nothing in it looks like one: for
    /// hooks, which name what changed
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
    /// Headers with kernels that are to be looked at: by themselves, or with a source.
    headers: Headers,
    /// Headers that a source is said to include, with that source.
    left_to: Vec<(PathBuf, PathBuf)>,
    /// What was read so far.
    read: Vec<PathBuf>,
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
        let is_batch = named.iter().any(|path| walk::is_many(path));
        let leads_out = |path: &PathBuf| path.is_dir() && walk::leads_out_of_repository(path);
        let (links, named): (Vec<PathBuf>, Vec<PathBuf>) = named.into_iter().partition(leads_out);
        let named = named.as_slice();
        let (mut found, mut headers) = walk::expand(named)?;
        // Hooks name all that changed.
        let concerns = |file: &walk::Found| file.walked || kinds::may_concern(&file.path);
        found.retain(|file| !arguments.allow_no_kernel || concerns(file));
        let ignored = walk::ignored(named, &found, &headers).into_iter();
        let mut unread: Vec<FileReport> = ignored
            .map(|path| FileReport::unread(path, IGNORED.to_owned()))
            .chain(
                links
                    .into_iter()
                    .map(|path| FileReport::broken(path, texts::LINK.to_owned())),
            )
            .collect();
        let mut is_inside = |path: &Path, walked: bool| {
            let reason = match walked {
                true => walk::leads_out(path, named).then_some(LINK),
                false => walk::leads_out_of_repository(path).then_some(texts::LINK),
            };
            unread.extend(reason.map(|why| FileReport::broken(path.to_path_buf(), why.to_owned())));
            reason.is_none()
        };
        found.retain(|file| is_inside(&file.path, file.walked));
        headers.retain(&mut |path| is_inside(path, true));
        let sources: Result<_, _> = found.iter().map(|file| source(&file.path)).collect();
        Ok(Selection {
            sources: sources?,
            named: found
                .iter()
                .filter(|file| !file.walked)
                .map(|file| never_an_option(&file.path))
                .collect(),
            headers,
            left_to: Vec::new(),
            read: Vec::new(),
            unread,
            may_lack_kernels: found
                .iter()
                .map(|file| file.walked || arguments.allow_no_kernel)
                .collect(),
            is_batch,
        })
    }

    /// All files that may be looked at.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        let sources = self.sources.iter().map(|source| &source.path);
        sources.chain(self.headers.paths()).map(PathBuf::as_path)
    }

    /// Leaves out files that the project excludes, and those of other parts of the run. That a file was named is no reason to look at one
    /// that is excluded, but to say so. So is that none is left.
    ///
    /// # Errors
    /// If a header is named by no text.
    pub fn narrow(&mut self, excludes: &dyn Fn(&Path) -> bool, shard: Option<Shard>) -> Result<(), String> {
        let excluded = self.retain(&|path| !excludes(path));
        for path in excluded.iter().filter(|path| self.named.contains(path)) {
            output::warn(&format!(
                "{}: kverify.toml leaves it out, and nobody looked at it",
                path.display()
            ));
        }
        self.headers.retain(&mut |path| !excludes(path));
        self.add_headers()?;
        if self.named.is_empty() && self.sources.is_empty() && !excluded.is_empty() {
            output::warn(&format!(
                "kverify.toml leaves out all of the {} that were found, and nobody looked at them",
                count(excluded.len(), "file")
            ));
        }
        if let Some(shard) = shard {
            self.retain(&|path| shard.contains(path));
            self.left_to.retain(|(_, source)| shard.contains(source));
        }
        Ok(())
    }

    /// Keeps the files that are wanted, and gives the sources that are not.
    fn retain(&mut self, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
        let files = std::mem::take(&mut self.sources)
            .into_iter()
            .zip(std::mem::take(&mut self.may_lack_kernels));
        let (kept, left): (Vec<_>, Vec<_>) = files.partition(|(source, _)| wanted(&source.path));
        (self.sources, self.may_lack_kernels) = kept.into_iter().unzip();
        self.unread.retain(|file| wanted(&file.path));
        left.into_iter().map(|(source, _)| source.path).collect()
    }

    /// Adds the headers with kernels that none of the sources includes, each before the next of what was found.
    fn add_headers(&mut self) -> Result<(), String> {
        let sources: Vec<PathBuf> = self.sources.iter().map(|source| source.path.clone()).collect();
        let parted = self.headers.parted(&sources);
        self.left_to = parted.left_to;
        for path in parted.of_nobody {
            let is_later = |other: &Source| other.path > path && !self.named.contains(&other.path);
            let at = self
                .sources
                .iter()
                .position(is_later)
                .unwrap_or(self.sources.len());
            self.sources.insert(at, source(&path)?);
            self.may_lack_kernels.insert(at, true);
        }
        Ok(())
    }

    /// The headers that a source was said to include, and that none did read.
    fn unread_headers(&self) -> Vec<FileReport> {
        let real = |path: &Path| path.canonicalize().ok();
        let read: HashSet<PathBuf> = self.read.iter().filter_map(|path| real(path)).collect();
        let unread = self
            .left_to
            .iter()
            .filter(|(header, _)| real(header).is_some_and(|header| !read.contains(&header)));
        let report = |(header, source): &(PathBuf, PathBuf)| {
            let why = format!(
                "nobody looked at it: {} includes it, as it seems, and nothing did read it; name it",
                source.display()
            );
            FileReport::broken(header.clone(), why)
        };
        unread.map(report).collect()
    }

    /// Prints which they are, and writes the results of those that are not looked at.
    ///
    /// # Errors
    /// If the results cannot be written.
    pub fn list(self, out: Option<&Path>, options: &Options) -> Result<(), String> {
        for source in &self.sources {
            let path = visible::plain(&source.path.display().to_string());
            output::print(&format!("{path}\n"));
        }
        let Some(out) = out else {
            return Ok(());
        };
        let rest = Selection {
            sources: Vec::new(),
            may_lack_kernels: Vec::new(),
            left_to: Vec::new(),
            ..self
        };
        rest.record(out, false, options).map(drop)
    }

    /// Prints what would be asked of each, a line of JSON a file; nothing of one whose reading was lost.
    ///
    /// # Errors
    /// If there are no threads to read them.
    pub fn questions(&self, options: &Options) -> Result<(), String> {
        let asked = question::ask(&self.sources, options, &|_| true).map_err(|error| error.to_string())?;
        for (source, question) in self.sources.iter().zip(asked) {
            let path = source.path.display().to_string();
            let line = serde_json::json!({ "path": path, "question": question });
            output::print(&format!("{line}\n"));
        }
        Ok(())
    }

    /// Verifies them, with a bar if they are many and somebody looks.
    ///
    /// # Errors
    /// If the options cannot be met.
    pub fn verify(
        &mut self,
        options: &Options,
        recorder: Option<&Recorder>,
    ) -> Result<(Report, Effort), String> {
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
        let modules = report.files.iter().filter_map(|file| file.module.as_deref());
        let read = modules.flat_map(|module| module.files.iter().chain(&module.included));
        self.read.extend(read.map(|file| PathBuf::from(&file.path)));
        let unread_headers = self.unread_headers();
        if let Some(recorder) = recorder {
            unread_headers.iter().for_each(|file| recorder.add_unread(file));
        }
        let mut may_lack_kernels = self.may_lack_kernels.iter();
        report
            .files
            .retain(|file| !(may_lack_kernels.next() == Some(&true) && file.is_without_kernels()));
        report
            .files
            .extend(self.unread.iter().cloned().chain(unread_headers));
        let kernels = report.files.iter().flat_map(|file| &file.kernels);
        let effort = Effort {
            seconds: watch.seconds(),
            cached: kernels.filter(|kernel| kernel.cached).count(),
            resumed: 0,
        };
        Ok((report, effort))
    }

    /// Leaves of the results of an earlier run those that would come out the same today.
    fn keep_current(&self, kept: &mut Results, project: &Project, options: &Options) -> Result<(), String> {
        let name = |source: &Source| source.path.display().to_string();
        let names: HashSet<String> = self.sources.iter().map(name).collect();
        kept.entries
            .retain(|path, entry| names.contains(path) && entry.may_be_current(project));
        let is_kept = |source: &Source| kept.entries.contains_key(&name(source));
        let asked = question::ask(&self.sources, options, &is_kept).map_err(|error| error.to_string())?;
        let today: HashMap<String, Option<String>> = self.sources.iter().map(name).zip(asked).collect();
        kept.entries
            .retain(|path, entry| entry.question.is_some() && today.get(path) == Some(&entry.question));
        kept.complete = false;
        Ok(())
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
            self.keep_current(&mut kept, &project, options)?;
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
        let before = kept.entries.values().flat_map(|entry| &entry.inputs);
        self.read.extend(before.map(|input| PathBuf::from(&input.path)));
        for file in &self.unread {
            kept.add_unread(file);
        }
        if self.sources.is_empty() {
            self.unread_headers()
                .iter()
                .for_each(|file| kept.add_unread(file));
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
