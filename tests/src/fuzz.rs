//! Fuzzing: whatever the input, nothing panics, runs stay within their limits, and the same input gives the same answer.
//!
//! `cargo run --release -p kverify-tests --bin fuzz -- --seconds 600` goes on for as long as wanted; the tests try a fixed
//! number. A seed and a target are all that is needed to see a failure again.

mod expressions;
pub mod kernels;
pub mod mutation;
mod statements;
pub mod texts;

use crate::differential::lines;
use crate::numbers::Random;
use kverify::replay::{self, EventKind, Fill, Inputs, Limits, Run, Schedule, Violation};
use kverify::{KernelReport, Options, Report, Verdict, verify};
use kverify_frontend::ir::{self, Kernel};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// What is fed with random input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The interpreter, with random IR.
    Interpreter,
    /// What reads assumptions, project files, compile databases, witnesses, results and baselines, with damaged ones.
    Texts,
    /// The frontend, with damaged sources; what comes out is run as well.
    Frontend,
    /// All of `kverify check`, with damaged sources; proofs are run on small launches.
    Check,
}

impl Target {
    /// In the order of the pipeline, the cheap ones first.
    pub const ALL: [Target; 4] = [
        Target::Interpreter,
        Target::Texts,
        Target::Frontend,
        Target::Check,
    ];
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Target::Interpreter => "interpreter",
            Target::Texts => "texts",
            Target::Frontend => "frontend",
            Target::Check => "check",
        })
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(name: &str) -> Result<Target, String> {
        let known = Target::ALL.into_iter().find(|target| target.to_string() == name);
        known.ok_or_else(|| format!("{name} is no target: they are interpreter, texts, frontend and check"))
    }
}

/// What a run may cost.
const LIMITS: Limits = Limits {
    fuel: 4_000,
    threads: 256,
    pages: 2_000,
    accesses: 5_000,
    prints: 3,
    cancel: None,
    deadline: None,
    until_again: false,
};

/// Tries the input that a seed stands for, and gives how many kernels came so far that something was run or answered.
///
/// # Errors
/// What is wrong with kverify, in words.
///
/// # Panics
/// Where kverify does, which is what is looked for.
pub fn examine(target: Target, seed: u64) -> Result<usize, String> {
    match target {
        Target::Interpreter => interpret(&kernels::kernel(seed), seed).map(usize::from),
        Target::Texts => texts::examine(seed).map(usize::from),
        Target::Frontend => parse(seed),
        Target::Check => check(seed),
    }
}

/// Runs a kernel as the seed says, twice; whether something was executed.
fn interpret(kernel: &Kernel, seed: u64) -> Result<bool, String> {
    let mut random = Random::new(seed ^ 0x5eed);
    let mut executed = false;
    for schedule in [
        Schedule::InOrder,
        Schedule::Reverse,
        Schedule::RoundRobin,
        Schedule::LockStep,
    ] {
        let inputs = launch(&mut random, schedule);
        let run = replay::run(kernel, &inputs, &LIMITS);
        keeps_its_limits(&run, &inputs)?;
        if run != replay::run(kernel, &inputs, &LIMITS) {
            return Err(format!("two runs of {inputs:?} differ"));
        }
        let is_refused = |kind| matches!(kind, EventKind::IllFormed | EventKind::LaunchTooLarge);
        let refused = run.events.iter().any(|event| is_refused(event.kind));
        executed |= run.instructions > 3 && !refused;
    }
    Ok(executed)
}

fn launch(random: &mut Random, schedule: Schedule) -> Inputs {
    let grid = 1 + random.below(3) as u64;
    Inputs {
        block_dim: [1 + random.below(40) as u64, 1 + random.below(2) as u64, 1],
        grid_dim: [grid, 1, 1],
        global_offset: [0; 3],
        blocks: (0..grid).map(|block| [block, 0, 0]).collect(),
        scalars: Vec::new(),
        default_scalar: random.number(-1, 9),
        cells: Vec::new(),
        fill: random.pick(&[Fill::Zeros, Fill::Index, Fill::Small, Fill::Hashed(1)]),
        schedule,
        lockstep: random.pick(&[1, 1, 4, 32]),
        aliases: Vec::new(),
        distinct: Vec::new(),
        monotone: Vec::new(),
        zeroed: Vec::new(),
        warp_size: random.pick(&[1, 8, 32, 64]),
        sizes: Vec::new(),
        before: Vec::new(),
    }
}

/// Instructions, and pairs of logged accesses that were compared: an access is compared with 64 others of a place at most.
const MOST_WORK: u64 = LIMITS.fuel + 64 * LIMITS.accesses as u64;

fn keeps_its_limits(run: &Run, inputs: &Inputs) -> Result<(), String> {
    let threads: u64 = inputs.block_dim.iter().product::<u64>() * inputs.blocks.len() as u64;
    if threads > LIMITS.threads && run.instructions > 0 {
        return Err(format!("{threads} threads ran, {} may", LIMITS.threads));
    }
    if run.instructions > MOST_WORK {
        return Err(format!(
            "{} instructions, {} are allowed",
            run.instructions, MOST_WORK
        ));
    }
    if run.printed.len() > LIMITS.prints {
        return Err(format!("{} texts are kept", run.printed.len()));
    }
    Ok(())
}

/// Parses a damaged source; every kernel must be well-formed, and is run.
fn parse(seed: u64) -> Result<usize, String> {
    let source = mutation::source(seed);
    let module = kverify_frontend::parse(&source, &kverify_frontend::Options::default())
        .map_err(|error| format!("{error:?}"))?;
    for kernel in &module.kernels {
        ir::validate(kernel).map_err(|errors| format!("{}: {}", kernel.name, errors.join("; ")))?;
        interpret(kernel, seed).map_err(|error| format!("{}: {error}", kernel.name))?;
    }
    Ok(module.kernels.len())
}

/// Verifies a damaged source: no internal error, the same answer again, and no proof that a run refutes.
fn check(seed: u64) -> Result<usize, String> {
    let options = Options {
        effort: 0.2,
        timeout: 60.0,
        jobs: Some(1),
        ..Options::default()
    };
    let source = mutation::source(seed);
    let report = verify(&[source], &options).map_err(|error| error.to_string())?;
    if let Some(message) = messages(&report).find(|message| message.contains("internal error")) {
        return Err(message.to_owned());
    }
    let mut kernels = report.files.iter().flat_map(|file| &file.kernels);
    let count = kernels.clone().count();
    match kernels.find_map(|kernel| refuted(kernel, seed)) {
        Some(why) => Err(why),
        None => Ok(count),
    }
}

fn messages(report: &Report) -> impl Iterator<Item = &str> {
    report.files.iter().flat_map(|file| {
        let errors = file.errors.iter().map(|error| error.message.as_str());
        let kernels = file.kernels.iter().flat_map(|kernel| {
            let notes = kernel.findings.iter().flat_map(|judged| &judged.notes);
            let reasons = kernel.reasons.iter().map(|reason| reason.message.as_str());
            reasons.chain(notes.map(String::as_str))
        });
        errors.chain(kernels)
    })
}

/// What a run shows against a proof.
fn refuted(report: &KernelReport, seed: u64) -> Option<String> {
    const LAUNCHES: u32 = 4;
    if report.verdict != Verdict::Proved {
        return None;
    }
    let places = report.findings.iter().map(|judged| lines(&judged.finding.places));
    let warned: BTreeSet<_> = places.collect();
    let seen = replay::smoke(&report.kernel, &report.configuration.config, seed, LAUNCHES);
    let found = seen.iter().find(|violation| {
        let places = match violation {
            Violation::Race(race) => &race.places,
            Violation::Divergence(parted) => &parted.places,
            Violation::Event(_) => return false,
        };
        violation.contradicts_proof(report.kernel.language) && !warned.contains(&lines(places))
    });
    found.map(|violation| format!("{} is proved, but runs show {violation:?}", report.kernel.name))
}
