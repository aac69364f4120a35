//! `kverify check`: verifies files.

use super::EXAMPLES;
use super::batch::{BatchArguments, Selection};
use super::format::{Format, Human, Material, ReportFile, parse_report_file};
use super::project::{BaselineArguments, ChangesArguments, ProjectArguments};
use super::supervised;
use super::timeline::TimelineArguments;
use super::verification::VerificationArguments;
use crate::output;
use clap::{Args, ValueEnum};
use kverify::answer::Dump;
use kverify::batch::table::{self, Effort};
use kverify::dump::Stage;
use kverify::project::Project;
use kverify::repair::document::{self, FileEntry};
use kverify::repair::{self, Wish};
use kverify::report::base::Base;
use kverify::report::json::{self, Document};
use kverify::report::texts::Texts;
use kverify::report::visible;
use kverify::rerun::witness::WitnessFile;
use kverify::settings::{Rank, Settings};
use kverify::{FileReport, Options, Report, Source, faults, lines, report, timeline};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CheckArguments {
    /// CUDA (.cu) or OpenCL (.cl) source files, folders, or patterns such as 'src/**/*.cu'; `-` is the standard input
    #[arg(required_unless_present = "files_from", value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub how: VerificationArguments,

    /// Many files.
    #[command(flatten)]
    pub batch: BatchArguments,

    /// Print the text of one stage instead of verifying
    #[arg(long, value_name = "STAGE", help_heading = "Output")]
    pub dump: Option<DumpArgument>,

    /// Write the witness of every finding, for `kverify replay`: into one file if the path ends in .json, else into a
    /// file each in this folder
    #[arg(long, value_name = "FILE|DIR", help_heading = "Output")]
    pub replay_out: Option<PathBuf>,

    /// How to report
    #[arg(long, default_value = "human", help_heading = "Output")]
    pub format: Format,

    /// Of folders and patterns: draw every finding and speak of every kernel, also where that is longer than a screen
    #[arg(long, help_heading = "Output")]
    pub all: bool,

    #[command(flatten)]
    pub timeline: TimelineArguments,

    #[command(flatten)]
    pub project: ProjectArguments,

    #[command(flatten)]
    pub changes: ChangesArguments,

    #[command(flatten)]
    pub baseline: BaselineArguments,

    /// Write a report to a file as well, such as sarif=kverify.sarif (may be given again)
    #[arg(long, value_name = "FORMAT=FILE", value_parser = parse_report_file, help_heading = "Output")]
    pub report: Vec<ReportFile>,

    /// Show what clang has to say of host code, which bears on no kernel
    #[arg(long, help_heading = "Output")]
    pub input_diagnostics: bool,

    /// Say nothing of what is in order
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,

    /// Warnings are errors
    #[arg(long, help_heading = "Output")]
    pub strict: bool,

    /// Say what is slow as well, as notes: bank conflicts, accesses that are not coalesced, barriers that order nothing, divergent
    /// branches
    #[arg(long, help_heading = "Output")]
    pub perf: bool,

    /// Exit with status 0 although something is unknown
    #[arg(long, help_heading = "Output")]
    pub allow_unknown: bool,

    /// Add the seconds of every stage to the JSON
    #[arg(long, hide = true)]
    pub timings: bool,

    /// Stop after clang's parse (the benchmark's baseline)
    #[arg(long, hide = true)]
    pub parse_only: bool,

    /// Ask the solver even where it is not needed
    #[arg(long, hide = true)]
    pub no_discharge: bool,

    /// Have the n-th write or start of a process fail (tests of kverify itself)
    #[arg(long, hide = true, value_name = "N", default_value_t = 0)]
    pub fault: u64,

    /// Have the clock be over at the n-th look at it, in each process (tests of kverify itself)
    #[arg(long, hide = true, value_name = "N", default_value_t = 0)]
    pub cut_clock: u64,

    /// Replay every proved kernel on this many random launches
    #[arg(long, hide = true, value_name = "N", default_value_t = 0)]
    pub cross_check: u32,
}

impl CheckArguments {
    /// What does not come from a project file.
    fn base_options(&self) -> Options {
        Options {
            input_diagnostics: self.input_diagnostics,
            no_discharge: self.no_discharge,
            cross_check: self.cross_check,
            ..self.how.base_options()
        }
    }

    /// The formats that are asked for.
    fn formats(&self) -> impl Iterator<Item = Format> {
        std::iter::once(self.format).chain(self.report.iter().map(|file| file.format))
    }

    /// The library's options for the run, and the project behind them.
    ///
    /// # Errors
    /// If a project file cannot be used, a flag's value is out of its range, or git cannot say what changed.
    pub fn options<'a>(
        &self,
        paths: impl Iterator<Item = &'a Path>,
    ) -> Result<(Options, Arc<Project>), String> {
        let project = self.project.load(paths)?;
        let mut base = self.base_options();
        base.changes = self.changes.changes()?.map(Arc::new);
        base.project_digest = Some(project.digest(base.changes.as_deref()));
        let mut options = base.clone();
        let settings = Settings {
            perf: self.perf.then_some(true),
            ..self.how.settings(self.strict)
        };
        settings.apply(&mut options, Rank::Flag)?;
        let project = project.with(base, settings);
        let project = Arc::new(project);
        options.project = Some(Arc::clone(&project));
        Ok((options, project))
    }
}

/// A stage to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DumpArgument {
    /// The kernel as read from the source
    Ir,
    /// Predicated SSA
    Ssa,
    /// Barrier intervals and what each accesses
    Segments,
    /// The questions, before the solver sees them
    Terms,
    /// The questions as the solver sees them
    Smt2,
}

impl From<DumpArgument> for Stage {
    fn from(stage: DumpArgument) -> Stage {
        match stage {
            DumpArgument::Ir => Stage::Ir,
            DumpArgument::Ssa => Stage::Encoder(Dump::Ssa),
            DumpArgument::Segments => Stage::Encoder(Dump::Segments),
            DumpArgument::Terms => Stage::Encoder(Dump::Terms),
            DumpArgument::Smt2 => Stage::Encoder(Dump::Smt2),
        }
    }
}

/// Verifies the files, prints the report, and gives the exit status.
pub fn run(check: &CheckArguments) -> u8 {
    faults::fail_at(check.fault);
    faults::cut_clock_at(check.cut_clock);
    let status = run_all(check);
    if faults::is_pending() {
        output::complain("the fault that was asked for did not come\n");
    }
    status
}

fn run_all(check: &CheckArguments) -> u8 {
    let mut selection = match Selection::new(&check.files, &check.batch) {
        Ok(selection) => selection,
        Err(message) => return output::fail(&message),
    };
    let (options, project) = match check.options(selection.paths()) {
        Ok(options) => options,
        Err(message) => return output::fail(&message),
    };
    if let Err(message) = selection.narrow(&|path| project.excludes(path), check.batch.shard) {
        return output::fail(&message);
    }
    if check.batch.list {
        let listed = selection.list(check.batch.out.as_deref(), &options);
        return listed.map_or_else(|message| output::fail(&message), |()| 0);
    }
    if check.batch.questions {
        let printed = selection.questions(&options);
        return printed.map_or_else(|message| output::fail(&message), |()| 0);
    }
    if check.parse_only {
        return parse_only(&selection.sources, &options);
    }
    let status = match check.dump {
        Some(stage) => {
            let limits = supervised::Limits {
                seconds: check.how.timeout.unwrap_or(0.0).max(supervised::READING.seconds),
                memory: check.how.work.memory,
            };
            return supervised::run(limits, || {
                let dumped = dump(check, &selection.sources, &options, stage.into());
                dumped.unwrap_or_else(|message| output::fail(&message))
            });
        }
        None => verify(check, selection, &options),
    };
    status.unwrap_or_else(|message| output::fail(&message))
}

fn dump(check: &CheckArguments, sources: &[Source], options: &Options, stage: Stage) -> Result<u8, String> {
    let (text, report) = kverify::dump(sources, options, stage).map_err(|error| error.to_string())?;
    output::print(&visible::plain(&text));
    // A dump says nothing of verdicts, but a file that could not be read is still an error.
    output::complain(&report::human::render_errors(&report, output::stderr_style()));
    Ok(report::exit_status(&report, check.allow_unknown))
}

fn verify(check: &CheckArguments, mut selection: Selection, options: &Options) -> Result<u8, String> {
    let style = output::stdout_style();
    if let Some(out) = &check.batch.out {
        let recorded = selection.record(out, check.batch.resume, options)?;
        let document = recorded.results.document();
        let material = recorded_material(&document, recorded.effort, check);
        output::print(&material.render(check.format, style, &current_folder()));
        recorded
            .report
            .map_or(Ok(()), |report| write_files(&report, check))?;
        return Ok(json::exit_status(&document.files, check.allow_unknown));
    }
    let (mut report, effort) = selection.verify(options, None)?;
    check.baseline.compare(&mut report, options.is_partial())?;
    let document = report::json::document(&report, check.timings);
    let mends = match check.formats().any(|format| format == Format::Llm) {
        true => mends(&report, options),
        false => Vec::new(),
    };
    let whole = material(&report, &document, check);
    let mut material = Material { mends, ..whole };
    if selection.is_batch && !check.all {
        material.human = Human::Brief(&report);
    }
    output::print(&material.render(check.format, style, &current_folder()));
    if selection.is_batch && check.format == Format::Human && !check.quiet {
        output::print(&format!(
            "\n{}",
            table::render(&document.files, Some(effort), style)
        ));
    }
    material.human = Human::Report(&report);
    material.write(&check.report)?;
    write_others(&report, check)?;
    if check.baseline.is_written() {
        let has_errors = report.files.iter().any(|file| !file.errors.is_empty());
        return Ok(if has_errors { output::USAGE } else { 0 });
    }
    Ok(json::exit_status(&document.files, check.allow_unknown))
}

/// What the benchmark measures against: loading clang and parsing, and nothing of ours.
fn parse_only(sources: &[Source], options: &Options) -> u8 {
    let parsed = sources
        .iter()
        .try_for_each(|source| kverify_frontend::parse_with_clang_alone(source, &options.parse));
    parsed.map_or_else(|error| output::fail(&report::parse_error_text(&error)), |()| 0)
}

/// Writes what `--report`, `--timeline` and `--replay-out` ask for.
fn write_files(report: &Report, check: &CheckArguments) -> Result<(), String> {
    if !check.report.is_empty() {
        let document = report::json::document(report, check.timings);
        material(report, &document, check).write(&check.report)?;
    }
    write_others(report, check)
}

/// Writes what `--timeline` and `--replay-out` ask for.
fn write_others(report: &Report, check: &CheckArguments) -> Result<(), String> {
    check.timeline.write(|| timeline::of_report(report))?;
    write_witnesses(report, check)
}

/// Verified changes of the files with findings. A search that fails spoils no report: there is no mend then.
fn mends(report: &Report, options: &Options) -> Vec<FileEntry> {
    let with_findings = report
        .files
        .iter()
        .filter(|file| file.kernels.iter().any(|kernel| !kernel.findings.is_empty()));
    let texts = Texts::of(report);
    let wish = Wish {
        options,
        wanted: &|_| true,
        tries: lines::TRIES,
    };
    let mend = |file: &FileReport| {
        let text = texts.get(&file.path.display().to_string())?;
        let repair = repair::repair(&file.path, text, &wish).ok()?;
        Some(document::file_entry(&repair, false))
    };
    with_findings.filter_map(mend).collect()
}

/// What all formats of a report are made from.
fn material<'m>(report: &'m Report, document: &'m Document, check: &'m CheckArguments) -> Material<'m> {
    Material {
        human: Human::Report(report),
        document,
        texts: Texts::of(report),
        base: Base::around(&current_folder()),
        allow_unknown: check.allow_unknown,
        quiet: check.quiet,
        mends: Vec::new(),
        timeline: check.timeline.timeline.as_deref(),
    }
}

/// The same for results that were written down, this run's and those of earlier ones.
fn recorded_material<'m>(document: &'m Document, effort: Effort, check: &'m CheckArguments) -> Material<'m> {
    let folder = current_folder();
    Material {
        human: Human::Table(effort),
        document,
        texts: Texts::read(document, &folder),
        base: Base::around(&folder),
        allow_unknown: check.allow_unknown,
        quiet: check.quiet,
        mends: Vec::new(),
        timeline: check.timeline.timeline.as_deref(),
    }
}

fn current_folder() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// Writes what `--replay-out` asks for.
fn write_witnesses(report: &Report, check: &CheckArguments) -> Result<(), String> {
    let Some(path) = check.replay_out.as_deref() else {
        return Ok(());
    };
    let file = WitnessFile::of_report(report);
    if path.extension().is_some_and(|ending| ending == "json") {
        return output::write(path, &file.render());
    }
    for (n, entry) in (1..).zip(file.witnesses) {
        let path = path.join(format!("{}.json", entry.short_name(n)));
        output::write(&path, &WitnessFile::new(vec![entry]).render())?;
    }
    Ok(())
}
