//! `kverify check`: verifies files.

use super::EXAMPLES;
use super::batch::{BatchArguments, Selection};
use super::format::{Format, Human, Material, ReportFile, parse_report_file};
use super::project::{BaselineArguments, ChangesArguments, ProjectArguments};
use super::source::SourceArguments;
use super::supervised;
use super::timeline::TimelineArguments;
use super::work::WorkArguments;
use crate::output;
use clap::{Args, ValueEnum};
use kverify::answer::Dump;
use kverify::batch::table::{self, Effort};
use kverify::config::{parse_block, parse_grid};
use kverify::dump::Stage;
use kverify::project::Project;
use kverify::report::base::Base;
use kverify::report::json::{self, Document};
use kverify::report::texts::Texts;
use kverify::report::visible;
use kverify::rerun::witness::WitnessFile;
use kverify::settings::{Architecture, ArithName, LanguageName, Rank, Settings, Shape};
use kverify::{Options, Report, Source, faults, report, timeline};
use kverify_frontend::compile_commands::{self, CompileCommands};
use std::path::PathBuf;
use std::sync::Arc;

/// Arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CheckArguments {
    /// CUDA (.cu) or OpenCL (.cl) source files, folders, or patterns such as 'src/**/*.cu'; `-` is the standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Verify only kernels of this name (may be given again)
    #[arg(long, value_name = "NAME")]
    pub kernel: Vec<String>,

    /// Threads of a block: 256, 16,16 or 16x16x4; what is left out is 1
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_block, help_heading = "Launch")]
    pub block: Option<[u64; 3]>,

    /// Blocks of the launch (work-groups in OpenCL)
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_grid, help_heading = "Launch")]
    pub grid: Option<[u64; 3]>,

    /// A fact about scalar parameters and launch sizes, such as 'n % 32 == 0 && blockDim.x <= 256', or
    /// 'distinct(idx)' for an index array without repetitions, 'monotone(row)' for one that never decreases (may be
    /// given again)
    #[arg(
        long,
        value_name = "EXPR",
        allow_hyphen_values = true,
        help_heading = "Launch"
    )]
    pub assume: Vec<String>,

    /// How many elements the buffer of a pointer parameter holds, in terms of others: 'out=n', 'in=width * height' (may be given
    /// again; in bytes: --assume 'extent(out) == 4 * n')
    #[arg(
        long,
        value_name = "NAME=EXPR",
        allow_hyphen_values = true,
        help_heading = "Launch"
    )]
    pub array_size: Vec<String>,

    /// Pointer parameters may point into the same buffer
    #[arg(long, help_heading = "Launch")]
    pub may_alias: bool,

    /// Threads that run in lock-step: 32 for old code that leaves out warp barriers; 1 by default
    #[arg(long, value_name = "N", help_heading = "Launch")]
    pub lockstep: Option<u32>,

    #[command(flatten)]
    pub source: SourceArguments,

    /// A CUDA toolkit whose headers to use where kverify has none of its own
    #[arg(long, value_name = "DIR", help_heading = "Source")]
    pub cuda_path: Option<PathBuf>,

    /// The compile database whose flags to use (default: compile_commands.json in a folder above the file, or in `build`
    /// there)
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "build_folder",
        help_heading = "Source"
    )]
    pub compile_commands: Option<PathBuf>,

    /// The folder of the compile database
    #[arg(short = 'p', value_name = "DIR", help_heading = "Source")]
    pub build_folder: Option<PathBuf>,

    /// Use no compile database
    #[arg(long, conflicts_with_all = ["compile_commands", "build_folder"], help_heading = "Source")]
    pub no_compile_commands: bool,

    /// Arithmetic of the queries; auto by default
    #[arg(long, help_heading = "Analysis")]
    pub arith: Option<ArithArgument>,

    /// Work for one kernel, as a multiple of the usual; what is left then is unknown. The same on every machine
    #[arg(
        long,
        value_name = "TIMES",
        allow_negative_numbers = true,
        help_heading = "Analysis"
    )]
    pub effort: Option<f64>,

    /// Seconds for one kernel, a last resort: what the clock cuts is unknown and says so; 300 by default
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = parse_seconds, help_heading = "Analysis")]
    pub timeout: Option<f64>,

    /// Kernels to analyse at a time (default: the number of cores)
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512), help_heading = "Analysis")]
    pub jobs: Option<u16>,

    #[command(flatten)]
    pub work: WorkArguments,

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

    /// Replay every proved kernel on this many random launches
    #[arg(long, hide = true, value_name = "N", default_value_t = 0)]
    pub cross_check: u32,
}

impl CheckArguments {
    /// What does not come from a project file.
    fn base_options(&self) -> Options {
        Options {
            parse: kverify_frontend::Options {
                compile_commands: self.compile_commands(),
                ..kverify_frontend::Options::default()
            },
            kernels: self.kernel.clone(),
            input_diagnostics: self.input_diagnostics,
            jobs: self.jobs.map(usize::from),
            isolation: self.work.isolation(),
            cache: self.work.cache(),
            no_discharge: self.no_discharge,
            cross_check: self.cross_check,
            ..Options::default()
        }
    }

    /// What a project file could say as well: the flags win.
    fn settings(&self) -> Settings {
        let shape = |sizes: [u64; 3]| Shape::List(sizes.to_vec());
        Settings {
            block: self.block.map(shape),
            grid: self.grid.map(shape),
            assume: self.assume.clone(),
            array_size: self.array_size.clone(),
            may_alias: self.may_alias.then_some(true),
            lockstep: self.lockstep,
            cuda_arch: self.source.cuda_arch.map(Architecture::Number),
            arith: self.arith.map(ArithName::from),
            effort: self.effort,
            timeout: self.timeout,
            strict: self.strict.then_some(true),
            language: self.source.language.map(LanguageName::from),
            define: self.source.define.clone(),
            include: self.source.include.clone(),
            cuda_path: self.cuda_path.clone(),
            instantiate: self.source.instantiate.clone(),
            ..Settings::default()
        }
    }

    /// The library's options for the run, and the project behind them.
    ///
    /// # Errors
    /// If a project file cannot be used, a flag's value is out of its range, or git cannot say what changed.
    pub fn options(&self, sources: &[Source]) -> Result<(Options, Arc<Project>), String> {
        let project = self
            .project
            .load(sources.iter().map(|source| source.path.as_path()))?;
        let mut base = self.base_options();
        base.changes = self.changes.changes()?.map(Arc::new);
        base.project_digest = Some(project.digest(base.changes.as_deref()));
        let mut options = base.clone();
        self.settings().apply(&mut options, Rank::Flag)?;
        let project = project.with(base, self.settings());
        let project = Arc::new(project);
        options.project = Some(Arc::clone(&project));
        Ok((options, project))
    }
}

impl CheckArguments {
    fn compile_commands(&self) -> CompileCommands {
        let folder = self
            .build_folder
            .as_ref()
            .map(|folder| folder.join(compile_commands::NAME));
        match folder.as_ref().or(self.compile_commands.as_ref()) {
            Some(file) => CompileCommands::File(file.clone()),
            None if self.no_compile_commands => CompileCommands::None,
            None => CompileCommands::Search,
        }
    }
}

/// Reads a number of seconds; its range is looked at with those of the other settings.
fn parse_seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is no number of seconds; write 30 or 0.5"))
}

/// Arithmetic of the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ArithArgument {
    /// Integers, then bit-vectors where the indices ask for them
    Auto,
    /// Integers only
    Int,
    /// Bit-vectors only: overflow included
    Bv,
}

impl From<ArithArgument> for ArithName {
    fn from(arith: ArithArgument) -> ArithName {
        match arith {
            ArithArgument::Auto => ArithName::Auto,
            ArithArgument::Int => ArithName::Int,
            ArithArgument::Bv => ArithName::Bv,
        }
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
    let (options, project) = match check.options(&selection.sources) {
        Ok(options) => options,
        Err(message) => return output::fail(&message),
    };
    selection.exclude(&|path| project.excludes(path));
    if check.parse_only {
        return parse_only(&selection.sources, &options);
    }
    let status = match check.dump {
        Some(stage) => {
            let limits = supervised::Limits {
                seconds: check.timeout.unwrap_or(0.0).max(supervised::READING.seconds),
                memory: check.work.memory,
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

fn verify(check: &CheckArguments, selection: Selection, options: &Options) -> Result<u8, String> {
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
    output::print(&material(&report, &document, check).render(check.format, style, &current_folder()));
    if selection.is_batch && check.format == Format::Human && !check.quiet {
        output::print(&format!(
            "\n{}",
            table::render(&document.files, Some(effort), style)
        ));
    }
    write_files(&report, check)?;
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
    check.timeline.write(|| timeline::of_report(report))?;
    write_witnesses(report, check)
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
