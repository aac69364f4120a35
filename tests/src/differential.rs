//! Asks the same question in different ways: what kverify says of a random kernel, what its replay shows on all small
//! inputs, what a naive reference shows, what it says in other arithmetic or of a twin. They must not contradict.

mod variants;

use crate::generator::reference::{self, Truth};
use crate::generator::{Program, Stmt, print, rewrite};
use crate::tool;
use kverify::answer::{Action, Place, Taken, Variant};
use kverify::replay::{self, Divergence, EventKind, Fill, Inputs, Limits, Run, Schedule, Violation, WARP};
use kverify::{KernelReport, Options, Severity, Source, Verdict};
use kverify_frontend::ir::{Kernel, Language, Scope};
use std::collections::BTreeSet;
use variants::variant;

/// Values of `n` that kernels are verified for, and run with.
const SCALARS: std::ops::RangeInclusive<i128> = 0..=7;

const FILLS: [(Fill, Option<reference::Fill>); 6] = [
    (Fill::Zeros, Some(reference::Fill::Zeros)),
    (Fill::Ones, Some(reference::Fill::Ones)),
    (Fill::Index, Some(reference::Fill::Index)),
    (Fill::Small, Some(reference::Fill::Small)),
    (Fill::Hashed(5), None),
    (Fill::Hashed(6), None),
];

/// What is wrong, and what is merely a pity.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// The verdict.
    pub verdict: Option<Verdict>,
    /// Some input makes threads race or part.
    pub broken: bool,
    /// No input is read: `broken` is the whole truth.
    pub closed: bool,
    /// The kernel leaves its arrays or does not end; only soundness is asked then.
    pub invalid: bool,
    /// Contradictions, each a bug of somebody: a word for the kind, and more.
    pub troubles: Vec<(&'static str, String)>,
    /// Why the verdict is not what it could be.
    pub losses: Vec<String>,
}

impl Examined {
    fn trouble(&mut self, kind: &'static str, more: impl Into<String>) {
        self.troubles.push((kind, more.into()));
    }

    /// Whether some trouble is of this kind.
    pub fn has(&self, kind: &str) -> bool {
        self.troubles.iter().any(|(k, _)| *k == kind)
    }
}

/// Verifies a program under some options.
///
/// # Errors
/// What the frontend could not read.
pub fn answer(program: &Program, text: &str, change: impl Fn(&mut Options)) -> Result<KernelReport, String> {
    let mut options = Options {
        block: Some([program.block[0], program.block[1], 1]),
        grid: Some([program.grid, 1, 1]),
        assumes: vec![format!("n >= 0 && n <= {}", SCALARS.end())],
        timeout: 6.0,
        jobs: Some(1),
        ..Options::default()
    };
    change(&mut options);
    let path = if program.opencl { "k.cl" } else { "k.cu" };
    tool::only_kernel(path, text.to_owned(), &options)
}

/// Everything that is asked of one program; `seed` chooses which of the dear questions.
pub fn examine(program: &Program, seed: u64) -> Examined {
    let mut examined = Examined::default();
    let text = print::print(program);
    let report = match answer(program, &text, |_| {}) {
        Ok(report) => report,
        Err(error) => {
            examined.trouble("error", error);
            return examined;
        }
    };
    examined.verdict = Some(report.verdict);
    let shown = run_all(program, &report.kernel, &mut examined);
    judge(&report, &shown, &mut examined, "");
    check_values(program, &mut examined);
    variant(program, &text, &report, &shown, seed, &mut examined);
    examined
}

/// All that runs of a kernel showed, in words, by whether it excludes a proof.
#[derive(Clone, Default)]
struct Shown {
    contradictions: BTreeSet<([u32; 2], String)>,
    /// For each run that showed something: the places of all that came first, as lines; one of them is to be found.
    first: BTreeSet<BTreeSet<[u32; 2]>>,
}

fn inputs(program: &Program, kernel: &Kernel, n: i128, fill: Fill) -> Inputs {
    let scalar = kernel.params.iter().position(|p| p.name == "n");
    Inputs {
        block_dim: [program.block[0], program.block[1], 1],
        grid_dim: [program.grid, 1, 1],
        global_offset: [0; 3],
        blocks: (0..program.grid).map(|b| [b, 0, 0]).collect(),
        scalars: scalar.into_iter().map(|at| (at as u32, n as u128)).collect(),
        default_scalar: 1,
        cells: Vec::new(),
        fill,
        schedule: Schedule::InOrder,
        lockstep: 1,
        aliases: Vec::new(),
        distinct: Vec::new(),
        monotone: Vec::new(),
        zeroed: Vec::new(),
        warp_size: WARP,
        sizes: Vec::new(),
        before: Vec::new(),
    }
}

/// Runs the kernel on all small inputs, by replay and by the reference.
fn run_all(program: &Program, kernel: &Kernel, examined: &mut Examined) -> Shown {
    let limits = Limits {
        fuel: 300_000,
        ..Limits::default()
    };
    let mut shown = Shown::default();
    let truth = reference::run(program, 0, reference::Fill::Zeros);
    examined.closed = !truth.reads_inputs && !truth.invalid && !truth.divergence;
    examined.invalid = truth.invalid;
    for n in SCALARS {
        for (fill, known) in FILLS {
            let run = replay::run(kernel, &inputs(program, kernel, n, fill), &limits);
            for violation in run.violations() {
                if violation.contradicts_proof(kernel.language) {
                    shown
                        .contradictions
                        .insert((lines(places_of(&violation)), format!("{violation:?}")));
                }
            }
            shown.first.insert(came_first(&run, kernel.language));
            examined.broken |= is_broken(&run, kernel.language);
            if let Some(known) = known
                && (n % 3 == 0 || examined.closed)
            {
                let truth = reference::run(program, n, known);
                examined.invalid |= truth.invalid;
                compare(
                    program,
                    kernel,
                    &run,
                    &truth,
                    &format!("n = {n}, {fill:?}"),
                    examined,
                );
            }
            if examined.closed && !truth.race {
                // One run shows all.
                return shown;
            }
        }
    }
    shown
}

/// The lines of everything that nothing else in the run can be the cause of: races of the first barrier interval that
/// has some (of several blocks only if no block has one of its own), else partings.
fn came_first(run: &Run, language: Language) -> BTreeSet<[u32; 2]> {
    let inside = run
        .conflicts
        .iter()
        .filter(|c| c.scope != Scope::Grid && !c.after_divergence);
    let interval = inside.clone().map(|c| c.interval).min();
    let mut places: Vec<&[Place; 2]> = inside
        .filter(|c| Some(c.interval) == interval)
        .map(|c| &c.places)
        .collect();
    if places.is_empty() && !parts(run, language) {
        places.extend(run.conflicts.iter().map(|c| &c.places));
    }
    if run.conflicts.is_empty() {
        let exits = |d: &&Divergence| d.places.iter().any(|p| p.action == Action::Exit);
        places.extend(run.divergences.iter().filter(|d| !exits(d)).map(|d| &d.places));
    }
    places.into_iter().map(|places| lines(places)).collect()
}

fn places_of(violation: &Violation) -> &[Place] {
    match violation {
        Violation::Race(race) => &race.places,
        Violation::Divergence(divergence) => &divergence.places,
        Violation::Event(_) => &[],
    }
}

pub(crate) fn lines(places: &[Place]) -> [u32; 2] {
    let line = |at: usize| places.get(at).map_or(0, |place| place.loc.span.line);
    let mut lines = [line(0), line(1)];
    lines.sort_unstable();
    lines
}

/// Threads race (even with equal values) or part; leaving early is allowed in CUDA.
fn is_broken(run: &Run, language: Language) -> bool {
    !run.conflicts.is_empty() || parts(run, language)
}

fn parts(run: &Run, language: Language) -> bool {
    run.divergences.iter().any(|d| {
        let exit = d.places.iter().any(|p| p.action == Action::Exit);
        !(exit && language == Language::Cuda)
    })
}

/// Replay and the reference must see the same.
fn compare(
    program: &Program,
    kernel: &Kernel,
    run: &Run,
    truth: &Truth,
    with: &str,
    examined: &mut Examined,
) {
    let warps = program.has(|stmt| *stmt == Stmt::SyncWarp);
    let out_of_bounds = run.events.iter().any(|e| e.kind == EventKind::OutOfBounds);
    if truth.invalid || run.out_of_fuel || warps {
        return;
    }
    // The reference takes every way out for an early one, and a thread that has left is at every barrier for it.
    let left = |d: &Divergence| d.places.iter().any(|p| p.action.leaves());
    let cuda = kernel.language == Language::Cuda;
    let divergence = run.divergences.iter().any(|d| !(cuda && left(d)));
    let race = run.conflicts.iter().any(|c| !c.after_divergence);
    if divergence != truth.divergence || !divergence && (race != truth.race || out_of_bounds) {
        examined.trouble(
            "interpreter",
            format!(
                "{with}: replay race {race} divergence {divergence} bounds {out_of_bounds}, reference race {} divergence {}",
                truth.race, truth.divergence
            ),
        );
    }
}

/// What a verdict may be, given what runs showed.
fn judge(report: &KernelReport, shown: &Shown, examined: &mut Examined, how: &str) {
    // The answer says that it takes indices to stay within their arrays, and here they do not.
    if examined.invalid && report.assumptions.iter().any(|a| a.id == Taken::InBounds) {
        return;
    }
    // A write of what is read anyway is a race that only matters with --strict.
    let silent: BTreeSet<[u32; 2]> = report
        .findings
        .iter()
        .filter(|j| j.finding.same_value && j.finding.variant == Some(Variant::ReadWrite))
        .map(|j| lines(&j.finding.places))
        .collect();
    if report.verdict == Verdict::Proved
        && let Some((_, first)) = shown
            .contradictions
            .iter()
            .find(|(lines, _)| !silent.contains(lines))
    {
        examined.trouble("unsound", format!("{how} proved, but {first}"));
    }
    let found: BTreeSet<[u32; 2]> = report.findings.iter().map(|j| lines(&j.finding.places)).collect();
    let missed = |first: &&BTreeSet<[u32; 2]>| !first.is_empty() && first.is_disjoint(&found);
    if report.reasons.is_empty()
        && let Some(first) = shown.first.iter().find(missed)
    {
        examined.trouble("missed", format!("{how} {:?} without {first:?}", report.verdict));
    }
    if report.verdict == Verdict::Violated && examined.closed && !examined.broken {
        examined.trouble("false alarm", format!("{how} violated, but nothing is wrong"));
    }
    if how.is_empty() && matches!(report.verdict, Verdict::Suspect | Verdict::Unknown) {
        examined.losses.extend(
            report
                .reasons
                .iter()
                .map(|r| format!("reason: {}", generic(&r.message))),
        );
        for judged in report.findings.iter().filter(|j| j.severity == Severity::Error) {
            let leans: BTreeSet<String> = judged
                .finding
                .approximations
                .iter()
                .map(|a| generic(&a.message))
                .collect();
            examined
                .losses
                .push(format!("{:?} leans on {leans:?}", judged.finding.kind));
        }
    }
}

/// A message without its names and numbers.
fn generic(message: &str) -> String {
    let mut quoted = false;
    let mut out = String::new();
    for c in message.chars() {
        if c == '`' {
            quoted = !quoted;
            out.push('`');
        } else if !quoted && !c.is_ascii_digit() {
            out.push(c);
        }
    }
    out
}

/// The values that replay computes: a twin of a kernel that is in order checks its own results.
fn check_values(program: &Program, examined: &mut Examined) {
    if examined.broken
        || program.has(|stmt| matches!(stmt, Stmt::Return | Stmt::SyncWarp))
        || !examined.troubles.is_empty()
    {
        return;
    }
    for (fill, known) in [FILLS[0], FILLS[3]] {
        let n = 3;
        let Some(known) = known else { continue };
        let truth = reference::run(program, n, known);
        let uses_last = program.has(|stmt| matches!(stmt, Stmt::AtomicAdd(Some(_), ..)));
        if truth.invalid || uses_last {
            return;
        }
        let twin = rewrite::with_sums_checked(program, &truth.locals);
        // The cell of the check belongs to the program as well.
        let again = reference::run(&twin, n, known);
        if again.invalid || again.race {
            return;
        }
        let Ok(report) = parse_only(&twin) else { return };
        let run = replay::run(&report, &inputs(&twin, &report, n, fill), &Limits::default());
        if !run.conflicts.is_empty() {
            examined.trouble(
                "values",
                format!("n = {n}, {fill:?}: other values than the reference"),
            );
        }
    }
}

/// The kernel of a program, without an analysis.
fn parse_only(program: &Program) -> Result<Kernel, String> {
    let source = Source {
        path: if program.opencl { "k.cl" } else { "k.cu" }.into(),
        text: Some(print::print(program)),
    };
    let module = kverify_frontend::parse(&source, &kverify_frontend::Options::default())
        .map_err(|error| format!("{error:?}"))?;
    module
        .kernels
        .into_iter()
        .next()
        .ok_or_else(|| "no kernel".to_owned())
}
