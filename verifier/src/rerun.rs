//! Running kernels again: `kverify replay`. A launch from a witness file or given by hand, run alone, and all that the run
//! shows as findings.

pub mod document;
pub mod emit;
mod shown;
pub mod text;
pub mod witness;

use crate::by_hand::ByHand;
use crate::config::Options;
use crate::plan::UsageError;
use crate::program::Program;
use crate::replay::{self, Contents, EventKind, Inputs, Limits, Run};
use crate::report::{FileReport, ids, json, witness_words};
use crate::toolchain::{self, Toolchain};
use crate::verdict::{Judged, Severity};
use kverify_frontend::Source;
use kverify_frontend::ir::{Kernel, Loc, ObjectId};
use kverify_smt::answer::Kind;
pub(crate) use shown::findings;
use shown::spinning;
pub(crate) use shown::witness_of;
use std::sync::Arc;
use witness::{FindingReference, WitnessEntry};

/// What a run of a launch that somebody asked for may cost; replaying findings is cheaper.
fn limits(steps: Option<u64>) -> Limits {
    Limits {
        fuel: steps.unwrap_or(1_000_000_000),
        threads: 1 << 17,
        pages: 1 << 20,
        accesses: 20_000_000,
        prints: 1 << 16,
        ..Limits::default()
    }
}

/// What to run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Launches from a witness file; none for a launch given by hand alone.
    pub witnesses: Vec<WitnessEntry>,
    /// What is given by hand, on top of the witness.
    pub by_hand: ByHand,
    /// Arrays whose contents at the end are wanted.
    pub memory: Vec<String>,
    /// Instructions that each run may cost.
    pub steps: Option<u64>,
    /// Whether to say of every race what it does to memory.
    pub harm: bool,
}

/// What the runs of one file showed.
#[derive(Clone, Debug)]
pub struct Reruns {
    /// What answered.
    pub toolchain: Toolchain,
    /// The file; its kernels are not analysed.
    pub file: FileReport,
    /// In the order of the request.
    pub runs: Vec<Rerun>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Rerun {
    /// The kernel.
    pub kernel: Arc<Kernel>,
    /// The launch.
    pub inputs: Inputs,
    /// What of the launch nobody said, as flags.
    pub chosen: Vec<String>,
    /// What the run showed, raw.
    pub run: Run,
    /// What it showed, as findings; those in which something unmodelled had a say are *possible*.
    pub findings: Vec<Judged>,
    /// What the witness was to show.
    pub asked: Option<FindingReference>,
    /// Whether it did.
    pub shown: bool,
    /// The contents of arrays at the end.
    pub contents: Vec<Contents>,
}

impl Rerun {
    /// Findings that are no warnings.
    pub fn errors(&self) -> usize {
        let errors = self
            .findings
            .iter()
            .filter(|judged| judged.severity == Severity::Error);
        errors.count()
    }

    /// Whether the kernel ran to its end, so that what was not seen did not happen.
    pub fn is_complete(&self) -> bool {
        let cut = |kind| {
            matches!(
                kind,
                EventKind::LogFull
                    | EventKind::OutOfMemory
                    | EventKind::LaunchTooLarge
                    | EventKind::IllFormed
            )
        };
        !self.run.out_of_fuel && !self.run.events.iter().any(|event| cut(event.kind))
    }
}

/// 1 if a run shows an error, 2 if the file has errors, 3 if a run was cut short or its launch is ruled out by the
/// kernel's own assumptions, else 0.
pub fn exit_status(reruns: &Reruns) -> u8 {
    if !reruns.file.errors.is_empty() {
        2
    } else if reruns.runs.iter().any(|run| run.errors() > 0) {
        1
    } else if reruns
        .runs
        .iter()
        .any(|run| !run.is_complete() || run.run.assumption_failed)
    {
        3
    } else {
        0
    }
}

/// Runs what is asked for.
///
/// # Errors
/// If the request does not fit the file's kernels.
pub fn rerun(source: &Source, options: &Options, request: &Request) -> Result<Reruns, UsageError> {
    crate::plan::check_ranges(options)?;
    crate::in_pool(options, || {
        let toolchain = toolchain::toolchain().map_err(UsageError::Toolchain)?;
        let file = crate::parse_file(
            source,
            (options, &options.parse.include_dirs),
            &Program::of(std::slice::from_ref(source)),
            &crate::engine::Engine::here(),
            None,
        );
        let runs = match file.module.clone() {
            Some(module) if file.errors.is_empty() || !module.kernels.is_empty() => {
                let launches = launches(&module.kernels, options, request)?;
                let run = |(kernel, inputs, chosen, asked)| {
                    run_one(&module, kernel, inputs, chosen, asked, options, request)
                };
                launches.into_iter().map(run).collect::<Result<_, _>>()?
            }
            _ => Vec::new(),
        };
        Ok(Reruns {
            toolchain,
            file,
            runs,
        })
    })
}

type Launch<'k> = (&'k Kernel, Inputs, Vec<String>, Option<FindingReference>);

fn launches<'k>(
    kernels: &'k [Kernel],
    options: &Options,
    request: &Request,
) -> Result<Vec<Launch<'k>>, UsageError> {
    let refuse = |message: String| UsageError::Launch(message);
    if request.witnesses.is_empty() {
        let kernel = only(kernels, options)?;
        let (inputs, chosen) = request
            .by_hand
            .inputs(kernel)
            .map_err(|e| refuse(e.to_string()))?;
        return Ok(vec![(kernel, inputs, chosen, None)]);
    }
    let wanted = |entry: &&WitnessEntry| {
        options.kernels.is_empty()
            || options.kernels.contains(&entry.kernel)
            || options.kernels.contains(&entry.kernel_name())
    };
    let mut launches = Vec::new();
    for entry in request.witnesses.iter().filter(wanted) {
        let same = |k: &&Kernel| k.name == entry.kernel && k.instantiation == entry.instantiation;
        let kernel = kernels
            .iter()
            .find(same)
            .ok_or_else(|| no_kernel(kernels, &entry.kernel_name()))?;
        let inputs = entry.inputs(kernel).map_err(refuse)?;
        let inputs = request
            .by_hand
            .change(kernel, inputs)
            .map_err(|e| refuse(e.to_string()))?;
        launches.push((kernel, inputs, Vec::new(), entry.finding.clone()));
    }
    if launches.is_empty() {
        return Err(refuse(
            "the witness file speaks of none of these kernels".to_owned(),
        ));
    }
    Ok(launches)
}

/// The kernel that a launch given by hand is of.
fn only<'k>(kernels: &'k [Kernel], options: &Options) -> Result<&'k Kernel, UsageError> {
    let full = |kernel: &Kernel| format!("{}{}", kernel.name, kernel.instantiation);
    if let [name] = options.kernels.as_slice() {
        let named = kernels.iter().find(|k| k.name == *name || full(k) == *name);
        return named.ok_or_else(|| no_kernel(kernels, name));
    }
    match kernels {
        [kernel] => Ok(kernel),
        [] => Err(UsageError::Launch("there is no kernel in the file".to_owned())),
        several => Err(UsageError::Launch(format!(
            "the file has several kernels; --kernel says which of them to run: {}",
            several.iter().map(full).collect::<Vec<_>>().join(", ")
        ))),
    }
}

fn no_kernel(kernels: &[Kernel], name: &str) -> UsageError {
    UsageError::NoSuchKernel {
        name: name.to_owned(),
        nearest: None,
        known: kernels
            .iter()
            .map(|k| format!("{}{}", k.name, k.instantiation))
            .collect(),
    }
}

fn run_one(
    module: &kverify_frontend::ir::Module,
    kernel: &Kernel,
    inputs: Inputs,
    chosen: Vec<String>,
    asked: Option<FindingReference>,
    options: &Options,
    request: &Request,
) -> Result<Rerun, UsageError> {
    let watched = watched(kernel, &request.memory)?;
    // Of a loop that reads what never changes, the accesses are named, and not the loop.
    let waits = |asked: &FindingReference| {
        asked.rule == ids::kind_id(Kind::NonTerminatingLoop)
            && asked.accesses.iter().all(|access| access.what != "loop")
    };
    let limits = Limits {
        until_again: asked.as_ref().is_some_and(waits),
        ..limits(request.steps)
    };
    let (run, contents) = replay::run_watching(kernel, &inputs, &limits, &watched);
    let mut findings = findings(kernel, &inputs, &run, options);
    if request.harm {
        add_harm(kernel, &inputs, &run, &limits, &mut findings);
    }
    let is_asked = |judged: &Judged| {
        let entry = json::finding_entry(judged, kernel, module);
        asked.as_ref().is_some_and(|asked| is_same(asked, &entry))
    };
    // That a loop never ends is the word of whoever wrote the witness: a run shows that it goes round until it is cut short.
    findings.extend(
        spinning(kernel, &inputs, &run, options)
            .into_iter()
            .filter(is_asked),
    );
    let shown = findings.iter().any(is_asked);
    Ok(Rerun {
        kernel: Arc::new(kernel.clone()),
        inputs,
        chosen,
        run,
        findings,
        asked,
        shown,
        contents,
    })
}

/// Says of every race what it does to memory, where that can be told.
fn add_harm(kernel: &Kernel, inputs: &Inputs, run: &Run, limits: &replay::Limits, findings: &mut [Judged]) {
    for judged in findings {
        let finding = &judged.finding;
        let shown = |c: &&replay::Conflict| {
            c.exact
                && (&c.places, c.scope, Some(c.object)) == (&finding.places, finding.scope, finding.object)
        };
        let race = run
            .conflicts
            .iter()
            .find(shown)
            .filter(|_| finding.kind == Kind::DataRace && finding.behind.is_none());
        judged.harm = race.and_then(|race| replay::harm(kernel, inputs, race, race.scope, limits));
    }
}

impl Reruns {
    /// Leaves only what speaks of races: races themselves, and threads that part.
    pub fn keep_races(&mut self) {
        for run in &mut self.runs {
            run.findings
                .retain(|judged| matches!(judged.finding.kind, Kind::DataRace | Kind::BarrierDivergence));
        }
    }
}

fn watched(kernel: &Kernel, names: &[String]) -> Result<Vec<ObjectId>, UsageError> {
    let object = |name: &String| {
        crate::by_hand::object_of(kernel, name)
            .ok_or_else(|| UsageError::Launch(format!("`{}` has no array `{name}`", kernel.name)))
    };
    names.iter().map(object).collect()
}

/// Whether a finding of the run is the one that the witness was written for. Not compared are where a thread leaves,
/// and whether an access out of bounds reads or writes.
fn is_same(asked: &FindingReference, entry: &json::finding::FindingEntry) -> bool {
    let key = |access: &json::finding::Access| match access.what.as_str() {
        "exit" => (access.what.clone(), 0, 0),
        _ if entry.accesses.len() == 1 => (String::new(), access.line, access.column),
        _ => (access.what.clone(), access.line, access.column),
    };
    // Who does not come to an operation of several threads may be seen anywhere.
    if asked.rule == ids::kind_id(Kind::DivergentCollective) {
        let here = |access: &json::finding::Access| {
            let is_there = |at: &json::finding::Access| (at.line, at.column) == (access.line, access.column);
            access.what != "exit" && asked.accesses.first().is_some_and(is_there)
        };
        return asked.rule == entry.rule && entry.accesses.iter().any(here);
    }
    let keys = |accesses: &[json::finding::Access]| {
        let mut keys: Vec<_> = accesses.iter().map(key).collect();
        keys.sort();
        keys
    };
    asked.rule == entry.rule && keys(&asked.accesses) == keys(&entry.accesses)
}

/// What else happened, as sentences with the line.
pub fn remarks(run: &Run) -> Vec<(Option<u32>, String)> {
    let line = |loc: Option<Loc>| loc.map(|loc| loc.span.line);
    let of_events = run.events.iter().filter_map(|event| {
        let text = match event.kind {
            EventKind::InvariantFailed => "a candidate invariant does not hold".to_owned(),
            EventKind::DivisionByZero => "a division by zero; its result was taken to be 0".to_owned(),
            EventKind::WideShift => "a shift by the width or more".to_owned(),
            EventKind::Hole => format!("not modelled: {}", event.detail),
            EventKind::UnknownFunction => format!("`{}` is not known; its result was made up", event.detail),
            EventKind::OutOfMemory => "memory ran out; later writes were lost".to_owned(),
            EventKind::LogFull => "the log of accesses is full; later races are not seen".to_owned(),
            EventKind::LaunchTooLarge => format!("the launch is too large to run: {}", event.detail),
            EventKind::IllFormed => format!("the kernel cannot be run: {}", event.detail),
            EventKind::OutOfBounds
            | EventKind::UninitialisedRead
            | EventKind::AssertionFailed
            | EventKind::Undefined(_)
            | EventKind::EndlessLoop => {
                return None;
            }
        };
        Some((line(event.loc), text))
    });
    let mut remarks: Vec<_> = of_events.collect();
    if run.out_of_fuel {
        remarks.push((None, "the run was cut short: the kernel ran too long".to_owned()));
    }
    if run.prints_lost > 0 {
        let text = format!(
            "{} more calls printed something that was not kept",
            run.prints_lost
        );
        remarks.push((None, text));
    }
    if run.assumption_failed {
        let text = "an assumption in the kernel does not hold: this launch is none of those it is meant for";
        remarks.push((None, text.to_owned()));
    }
    remarks
}

/// The launch in words.
pub fn launch_words(kernel: &Kernel, inputs: &Inputs) -> String {
    let witness = witness_of(kernel, inputs, Default::default());
    let arguments = witness.scalars.iter().filter_map(|(n, bits)| {
        let param = kernel.params.get(*n as usize)?;
        Some(format!(
            "{} = {}",
            param.name,
            witness_words::content(param.ty, *bits)
        ))
    });
    let arguments: Vec<String> = arguments.collect();
    let with = match arguments.is_empty() {
        true => String::new(),
        false => format!(", {}", arguments.join(", ")),
    };
    format!("{}{with}", witness_words::launch_words(&witness))
}
