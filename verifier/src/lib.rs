//! kverify reads CUDA and OpenCL kernels and finds data races and barrier divergence, each with a witness, or proves
//! that there are none. It needs no GPU and no CUDA toolkit.
//!
//! [`verify`] takes files or source text and gives a [`Report`]:
//!
//! ```
//! use kverify::{Options, Source, Verdict, verify};
//!
//! let source = Source {
//!     path: "shift.cu".into(),
//!     text: Some("__global__ void shift(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }".into()),
//! };
//! let options = Options { block: Some([256, 1, 1]), grid: Some([1, 1, 1]), ..Options::default() };
//! let report = verify(&[source], &options)?;
//! let kernel = &report.files[0].kernels[0];
//! assert_eq!(kernel.kernel.name, "shift");
//! assert_eq!(kernel.verdict, Verdict::Proved);
//! assert_eq!(kernel.assumptions[1].id.id(), "no-alias");
//! # Ok::<(), kverify::UsageError>(())
//! ```

// Another order in each run would be another answer in some.
#![warn(clippy::iter_over_hash_type)]

pub mod advice;
pub mod assume;
mod awaited;
pub mod baseline;
pub mod batch;
pub mod by_hand;
pub mod cache;
mod chosen;
mod clock;
pub mod conditions;
pub mod config;
mod deadlock;
mod declarations;
mod dependence;
pub mod dump;
pub mod embed;
mod engine;
pub mod equivalence;
mod extents;
pub mod faults;
pub mod files;
pub mod host;
pub mod ignore;
mod judging;
pub mod lines;
pub mod lsp;
pub mod nearest;
mod outcome;
mod outside;
mod overlaps;
mod own;
mod plain;
pub mod plan;
pub mod program;
pub mod project;
pub mod repair;
pub mod replay;
pub mod report;
pub mod rerun;
pub mod rewrite;
pub mod rules;
mod searching;
pub mod settings;
pub mod since;
pub mod source;
pub mod stats;
mod tables;
#[cfg(test)]
mod testing;
pub mod timeline;
pub mod toolchain;
mod undefined;
mod unreset;
pub mod verdict;
pub mod worker;

pub use clock::Stopwatch;
pub use config::{Configuration, Options};
pub use kverify_frontend::Source;
pub use kverify_smt::Cancel;
pub use kverify_smt::{answer, requests};
pub use plan::UsageError;
pub use report::{FileReport, KernelReport, Report};
pub use verdict::{Severity, Status, Verdict};

use conditions::Tried;
use dump::Stage;
use embed::{Event, Watch};
use engine::Engine;
use kverify_frontend::ir::{Kernel, Module};
use kverify_smt::answer::{Answer, Kind, Unknown, WORK};
use plain::Plain;
use plan::Task;
use program::Program;
use rayon::prelude::*;
use report::FileError;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use verdict::Judged;

/// Deeply nested kernels make for deep recursion; the pages are only used when they are.
pub(crate) const STACK_BYTES: usize = 256 << 20;

/// Verifies every kernel of every source, watched by nobody.
///
/// # Errors
/// If the options cannot be met. Whatever is wrong with a source is in its [`FileReport`].
pub fn verify(sources: &[Source], options: &Options) -> Result<Report, UsageError> {
    verify_watched(sources, options, &Watch::default())
}

/// Verifies every kernel of every source: read and parse, plan, then analyse, replay and judge each kernel.
///
/// # Errors
/// If the options cannot be met. Whatever is wrong with a source is in its [`FileReport`].
pub fn verify_watched(
    sources: &[Source],
    options: &Options,
    watch: &Watch<'_>,
) -> Result<Report, UsageError> {
    verify_by(&Engine::new(options), sources, options, watch)
}

/// [`verify_watched`] by an engine that may have worked before: its worker processes are there already.
pub(crate) fn verify_by(
    engine: &Engine,
    sources: &[Source],
    options: &Options,
    watch: &Watch<'_>,
) -> Result<Report, UsageError> {
    in_pool(options, || {
        let (mut report, tasks) = parse_and_plan(sources, options, engine, watch)?;
        // Where nothing could be planned no file is done.
        if let Some(tasks) = &tasks {
            tell_plan(tasks, sources.len(), watch);
        }
        let tasks = tasks.unwrap_or_default();
        let kernels = for_each_kernel(&report, &tasks, |kernel, task, position| {
            verify_task(kernel, task, position, (&report, engine), watch)
        });
        for (file, kernel) in kernels {
            report.files[file].take_answer(kernel);
        }
        report.cancelled = watch.is_cancelled();
        report.warn_of_unused_ignores(options);
        Ok(report)
    })
}

/// The text of one stage for every kernel that is asked for, and what was wrong with the sources.
///
/// # Errors
/// If the options cannot be met.
pub fn dump(sources: &[Source], options: &Options, stage: Stage) -> Result<(String, Report), UsageError> {
    in_pool(options, || {
        let (report, tasks) = parse_and_plan(sources, options, &Engine::here(), &Watch::default())?;
        let texts = for_each_kernel(&report, &tasks.unwrap_or_default(), |kernel, task, _| {
            guarded(|| dump::dump(kernel, &task.configuration, stage))
                .unwrap_or_else(|panic| format!("; {}\n", verdict::internal_error(&panic, None).message))
        });
        Ok((texts.into_iter().map(|(_, text)| text).collect(), report))
    })
}

/// Everything before the first kernel is analysed: the report has no kernels yet, the tasks say which it will have. There are none if the
/// wishes cannot be met for what is wrong with a file, which says so.
fn parse_and_plan(
    sources: &[Source],
    options: &Options,
    engine: &Engine,
    watch: &Watch<'_>,
) -> Result<(Report, Option<Vec<Task>>), UsageError> {
    plan::check_ranges(options)?;
    let assumes = plan::read_assumes(options)?;
    let loading = Stopwatch::start();
    let toolchain = engine.toolchain().map_err(UsageError::Toolchain)?;
    let load_seconds = loading.seconds();
    let own_options: Vec<Arc<Options>> = sources
        .iter()
        .map(|source| Arc::new(options.for_file(&source.path)))
        .collect();
    let program = Program::of(sources);
    let mut files: Vec<FileReport> = sources
        .par_iter()
        .enumerate()
        .map(|(file, source)| {
            let named = &options.parse.include_dirs;
            let asked = (&*own_options[file], named.as_slice());
            let report = parse_file(source, asked, &program, engine, watch.cancel.as_ref());
            watch.tell(Event::Parsed {
                file,
                report: &report,
            });
            report
        })
        .collect();
    let modules: Vec<Option<&Module>> = files.iter().map(|file| file.module.as_deref()).collect();
    let planned = plan::plan(&modules, options, &own_options, &assumes);
    // A wish that cannot be met may be so because of what is wrong with a file: then both are said. That one of several files
    // holds no kernel is no such thing, and may be no error at all.
    let is_empty = files.iter().all(FileReport::is_without_kernels);
    let is_broken =
        |file: &&mut FileReport| !file.errors.is_empty() && (is_empty || !file.is_without_kernels());
    let mut tasks = match (planned, files.iter_mut().find(is_broken)) {
        (Err(error), Some(file)) => {
            file.errors.push(FileError::bare(error.to_string()));
            None
        }
        (planned, _) => Some(planned?),
    };
    for task in tasks.iter_mut().flatten() {
        task.configuration.config.cancel.clone_from(&watch.cancel);
    }
    Ok((
        Report {
            toolchain,
            files,
            cancelled: false,
            baseline: None,
            load_seconds,
        },
        tasks,
    ))
}

fn tell_plan(tasks: &[Task], sources: usize, watch: &Watch<'_>) {
    let mut by_file = vec![0; sources];
    for task in tasks {
        by_file[task.file] += 1;
    }
    watch.tell(Event::Planned {
        answers: tasks.len(),
        by_file: &by_file,
    });
}

/// Does the work for every task in parallel, and keeps the tasks' order.
fn for_each_kernel<T: Send>(
    report: &Report,
    tasks: &[Task],
    work: impl Fn(&Kernel, &Task, usize) -> T + Sync,
) -> Vec<(usize, T)> {
    let kernel_of = |task: &Task| {
        let module = report.files[task.file].module.as_deref();
        &module.expect("a task is of a file that was parsed").kernels[task.kernel]
    };
    tasks
        .par_iter()
        .enumerate()
        .map(|(position, task)| (task.file, work(kernel_of(task), task, position)))
        .collect()
}

/// Verifies a kernel of the plan, and tells who watches.
fn verify_task(
    kernel: &Kernel,
    task: &Task,
    position: usize,
    (run, engine): (&Report, &Engine),
    watch: &Watch<'_>,
) -> KernelReport {
    let (file, configuration) = (task.file, &task.configuration);
    let kernel = &*overlaps::applied(kernel, &configuration.config.overlaps);
    let ignores = run.files.get(file).map_or(&[][..], |file| &file.ignores);
    watch.tell(Event::Started {
        file,
        kernel,
        configuration,
    });
    let mut report = engine.verify(kernel, configuration, &task.options, &run.toolchain, &|finding| {
        if ignore::of_finding(ignores, kernel, finding).is_none() {
            watch.tell(Event::Found {
                file,
                kernel,
                finding,
            });
        }
    });
    ignore::apply(ignores, &mut report);
    if !watch.is_cancelled() {
        watch.tell(Event::Verified {
            file,
            position,
            report: &report,
        });
    }
    report
}

/// Units of work that looking for a condition may take in any case.
const OFFER: u64 = WORK / 4;

/// As a part of a kernel's time, what replay has at least: what the analysis found late is worth a look, too.
const LEAST_REPLAY: f64 = 0.1;

/// Verifies one kernel under one configuration; where what is found need not happen in the launches that host code makes, once more in
/// those alone. `found` is told each finding as soon as it was replayed.
///
/// Survives a panic of any stage: the kernel is unknown then, or the finding possible.
pub fn verify_kernel(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    found: &dyn Fn(&Judged),
) -> KernelReport {
    let mut report = verify_alone(kernel, configuration, options, found);
    if options.perf && !configuration.config.is_cancelled() {
        // A fault of ours in here costs no kernel its answer.
        let configuration = report.configuration.clone();
        let advised = guarded(|| {
            let mut advised = report.clone();
            advice::add(kernel, &configuration, options, &mut advised, found);
            advised
        });
        report = advised.unwrap_or(report);
    }
    report
}

/// [`verify_kernel`] without advice on speed.
fn verify_alone(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    found: &dyn Fn(&Judged),
) -> KernelReport {
    let report = verify_under(kernel, configuration, options, found);
    if let Some(violated) = on_a_way(kernel, &report, options) {
        return violated;
    }
    let closer = (report.verdict == Verdict::Suspect)
        .then(|| config::with_products(kernel, configuration))
        .flatten();
    let Some(closer) = closer.filter(|_| !configuration.config.is_cancelled()) else {
        return report;
    };
    let again = verify_under(kernel, &closer, options, &|_| ());
    match again.verdict {
        Verdict::Proved | Verdict::Violated => KernelReport {
            replay_seconds: report.replay_seconds + again.replay_seconds,
            seconds: report.seconds + again.seconds,
            ..again
        },
        // Of what the host computes besides, contracts know nothing.
        Verdict::Conditional | Verdict::Suspect | Verdict::Unknown => report,
    }
}

/// A violation on a single way of host code to a launch, if the launch as it is understood shows none.
fn on_a_way(kernel: &Kernel, report: &KernelReport, options: &Options) -> Option<KernelReport> {
    let config = &report.configuration.config;
    let knows_more =
        |way: &&Configuration| !report.findings.is_empty() || way.config.extents != config.extents;
    let is_done = report.verdict == Verdict::Violated || report.verdict == Verdict::Unknown;
    let ways = report
        .configuration
        .ways
        .iter()
        .filter(knows_more)
        .filter(|_| !is_done);
    let mut seconds = [report.seconds, report.replay_seconds];
    for way in ways.take_while(|_| !config.is_cancelled()) {
        let mut way = way.clone();
        way.config.work = config.work;
        way.config.cancel.clone_from(&config.cancel);
        let again = verify_under(kernel, &way, options, &|_| ());
        seconds = [seconds[0] + again.seconds, seconds[1] + again.replay_seconds];
        if again.verdict == Verdict::Violated {
            return Some(KernelReport {
                seconds: seconds[0],
                replay_seconds: seconds[1],
                ..again
            });
        }
    }
    None
}

/// Verifies one kernel under one configuration: analyse, replay and judge the findings, weigh it all.
fn verify_under(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    found: &dyn Fn(&Judged),
) -> KernelReport {
    let watch = Stopwatch::start();
    let mut lost = false;
    let (mut answer, suggestions) = match plan::nothing_to_prove(kernel, configuration) {
        Some(reason) => (unknown(reason), Vec::new()),
        None => guarded(|| conditions::analyse(kernel, configuration, options)).unwrap_or_else(|panic| {
            lost = true;
            (unknown(verdict::internal_error(&panic, None)), Vec::new())
        }),
    };
    let doubts = kernel.doubts.iter().filter(|doubt| !doubt.is_complete);
    answer.unknowns.extend(doubts.map(|doubt| Unknown {
        message: doubt.reason.clone(),
        loc: Some(doubt.loc),
    }));
    // What host code does that no condition on what is handed over says anything of.
    let mut of_host = unreset::not_zero(kernel, configuration, &answer.zeroed);
    of_host.extend(overlaps::unplaced(kernel, configuration));
    of_host.extend(overlaps::into_variables(kernel, configuration));
    of_host.extend(overlaps::loose(kernel, configuration));
    of_host.extend(config::beyond(kernel, configuration));
    of_host.extend(overlaps::rows(kernel, configuration, &answer.assumptions));
    let is_followed = of_host.is_empty();
    answer.unknowns.extend(of_host);
    // What the answer takes for granted of memory holds in every run that is made of it.
    let asked = configuration;
    let mut configuration = configuration.clone();
    configuration.config.zeroed = std::mem::take(&mut answer.zeroed);
    configuration.config.zeroed.extend(&asked.cleared);
    let configuration = &configuration;
    let replay_watch = Stopwatch::start();
    let mut findings: Vec<Judged> = Vec::new();
    let all = std::mem::take(&mut answer.findings);
    let timeout = configuration.config.timeout;
    let left = (timeout - watch.seconds()).max(timeout * LEAST_REPLAY);
    let mut budget = judging::Budget::new(options, left);
    for finding in &all {
        if configuration.config.is_cancelled() {
            break;
        }
        let replay = || judging::judge(kernel, configuration, finding.clone(), &all, options, &mut budget);
        let mut judged = guarded(replay).unwrap_or_else(|panic| {
            lost = true;
            judging::unreplayed(kernel, finding.clone(), &panic, options)
        });
        let inside = judging::taken_inside(kernel, &configuration.config, &judged);
        if let Some(inside) = inside.filter(|_| !options.strict) {
            judged.severity = verdict::Severity::Warning;
            if !answer.assumptions.contains(&inside) {
                answer.assumptions.push(inside);
            }
        }
        if judging::hangs_in_the_air(&judged) {
            continue;
        }
        let undecided = judging::perhaps_ordered(&judged)
            .or_else(|| judging::perhaps_synchronised(&answer.unfollowed, &judged))
            .or_else(|| awaited::perhaps(kernel, &judged));
        if let Some(reason) = undecided {
            answer.unknowns.push(reason);
            continue;
        }
        found(&judged);
        findings.push(judged);
    }
    answer.stats.timed_out |= budget.has_timed_out();
    // Runs that look for other defects know of no buffer that is only taken to be large enough.
    let mut configuration = configuration.clone();
    let extents = &mut configuration.config.extents;
    extents.retain(|extent| !answer.unbounded.contains(&extent.object));
    let configuration = &configuration;
    let launches = searching::launches(verdict::verdict(&findings, &answer.unknowns), &answer.assumptions);
    let search = || searching::search(kernel, configuration, options, &findings, launches);
    let shown = guarded(search).unwrap_or_else(|panic| {
        lost = true;
        answer.unknowns.push(verdict::internal_error(&panic, None));
        Vec::new()
    });
    let undefined = guarded(|| {
        let plain = Plain::of(kernel, configuration);
        let mut shown = undefined::search(kernel, configuration, &plain, options);
        shown.extend(plain.endless(kernel, options));
        shown.retain(|judged| !undefined::is_of_race(judged, &findings));
        let hangs = |judged: &Judged| {
            judged.finding.kind == Kind::NonTerminatingLoop && judged.severity == verdict::Severity::Error
        };
        if !findings.iter().chain(&shown).any(hangs) {
            shown.extend(deadlock::search(
                kernel,
                configuration,
                options,
                &answer.assumptions,
            ));
        }
        shown
    })
    .unwrap_or_else(|panic| {
        lost = true;
        answer.unknowns.push(verdict::internal_error(&panic, None));
        Vec::new()
    });
    for judged in shown.into_iter().chain(undefined) {
        found(&judged);
        findings.push(judged);
    }
    if verdict::verdict(&findings, &answer.unknowns) == Verdict::Proved {
        answer
            .unknowns
            .extend(judging::cross_check(kernel, configuration, options, &findings));
    }
    if configuration.config.is_cancelled() {
        // A replay that was cut short says less than it would have: no part of the answer is handed out.
        findings.clear();
        answer = unknown(Unknown {
            message: kverify_smt::CANCELLED.to_owned(),
            loc: None,
        });
    }
    let mut verdict = verdict::verdict(&findings, &answer.unknowns);
    let mut tried = Tried::default();
    if verdict != Verdict::Proved && is_followed && kernel.doubts.iter().all(|doubt| doubt.is_complete) {
        // A condition is an offer: looking for it costs no more than the kernel did, and half of what that might have.
        let work = answer
            .stats
            .work
            .clamp(options.work(OFFER), options.work(2 * OFFER));
        let seconds = configuration.config.timeout - watch.seconds();
        let limits = (work.min(configuration.config.work), seconds);
        let first = || conditions::first_proved(kernel, asked, options, (&suggestions, &all), limits);
        tried = guarded(first).unwrap_or_default();
        answer.stats.timed_out |= tried.timed_out;
        if !lost {
            verdict = verdict::under_contract(verdict, &tried.conditions, &mut findings, options);
        }
        if verdict == Verdict::Conditional {
            answer.assumptions = tried.assumptions;
        }
    }
    KernelReport {
        verdict,
        conditions: tried.conditions,
        advice: None,
        assumptions: verdict::assumptions(answer.assumptions, kernel, configuration, &findings),
        kernel: Arc::new(kernel.clone()),
        configuration: configuration.clone(),
        findings,
        reasons: answer.unknowns,
        stats: answer.stats,
        replay_seconds: replay_watch.seconds(),
        seconds: watch.seconds(),
        cached: false,
        lost,
    }
}

/// Reads and parses one source; the report has no kernels yet. `named` are the folders of headers that the user names.
fn parse_file(
    source: &Source,
    (options, named): (&Options, &[PathBuf]),
    program: &Program,
    engine: &Engine,
    cancel: Option<&Cancel>,
) -> FileReport {
    let watch = Stopwatch::start();
    let language = options
        .parse
        .language
        .unwrap_or_else(|| kverify_frontend::language_of(&source.path));
    let mut file = FileReport::new(source.path.clone(), language);
    let text = match source::read(source) {
        Ok(text) => text,
        Err(error) => {
            file.errors.push(FileError::bare(error.message));
            file.is_blank = error.is_blank;
            return file;
        }
    };
    if let Some((line, column)) = text.invalid_utf8_at {
        file.warnings.push(FileError {
            message: "is not UTF-8 here; such bytes were replaced".to_owned(),
            line,
            column,
            span: None,
        });
    }
    match engine.parse(text.source.clone(), options, cancel) {
        Ok(mut module) => {
            program.apply(&mut module, &text.source, options, (engine, cancel));
            let named: Vec<PathBuf> = named.iter().chain(&options.parse.cuda_path).cloned().collect();
            outside::withhold(&mut module, &source.path, &named);
            file.take_module(module, options.input_diagnostics);
            file.check_host(options);
        }
        Err(unparsed) => {
            file.lost = unparsed.lost;
            file.errors.push(FileError::bare(unparsed.message));
        }
    }
    file.parse_seconds = watch.seconds();
    file
}

fn unknown(reason: Unknown) -> Answer {
    Answer {
        unknowns: vec![reason],
        ..Answer::default()
    }
}

/// Runs a stage; a panic in it, always a bug of ours, becomes its message.
pub(crate) fn guarded<T>(stage: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(stage)).map_err(|payload| panic_text(payload.as_ref()))
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic".to_owned())
}

/// Runs on worker threads with large stacks, as many as the user allows.
fn in_pool<T: Send>(
    options: &Options,
    work: impl FnOnce() -> Result<T, UsageError> + Send,
) -> Result<T, UsageError> {
    let builder = rayon::ThreadPoolBuilder::new()
        .stack_size(STACK_BYTES)
        .num_threads(options.jobs.unwrap_or(0));
    match builder.build() {
        Ok(pool) => pool.install(work),
        Err(error) => Err(UsageError::Range(format!(
            "cannot start the worker threads: {error}; try --jobs 1"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shift_kernel;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(guarded(|| 1), Ok(1));
        assert_eq!(
            guarded(|| -> u8 { panic!("out of {}", "luck") }),
            Err("out of luck".to_owned())
        );
    }

    #[test]
    fn launches_that_cannot_happen_prove_nothing() {
        let mut kernel = shift_kernel();
        kernel.max_threads = Some(128);
        let options = Options {
            block: Some([256, 1, 1]),
            ..Options::default()
        };
        let configuration = config::configurations(&kernel, &options, &[]).remove(0);
        let report = verify_kernel(&kernel, &configuration, &options, &|_| ());
        assert_eq!(report.verdict, Verdict::Unknown);
        assert!(report.reasons[0].message.contains("128"), "{:?}", report.reasons);
    }
}
