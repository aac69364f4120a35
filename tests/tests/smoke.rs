//! Labels and proofs against the interpreter: no kernel that is labelled or said to be proved may misbehave when it runs.

use kverify::answer::{Kind, Place};
use kverify::replay::{self, Violation};
use kverify::{KernelReport, Verdict};
use kverify_frontend::ir::Scope;
use kverify_tests::{corpus, expect, tool};
use std::fs;
use std::path::Path;

/// Random launches a kernel.
const LAUNCHES: u32 = 4;

#[test]
fn what_is_labelled_or_said_to_be_proved_runs_without_violation() {
    let mut failures = Vec::new();
    for path in corpus::sources("tests/cases")
        .into_iter()
        .chain(corpus::sources("examples"))
    {
        match violations(&path) {
            Ok(found) => failures.extend(found),
            Err(error) => failures.push(format!("{}: {error}", corpus::short_name(&path))),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn violations(path: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let case = expect::parse(&text)?;
    let report = tool::report(path, &text, &case.settings)?;
    let mut failures = Vec::new();
    for kernel in report.files.iter().flat_map(|file| &file.kernels) {
        let line = kernel.kernel.span.line;
        let label = case.verdicts.iter().rev().find(|expected| expected.line <= line);
        // A label may rest on an assumption about other threads, which no run makes; a verdict may not.
        let may_rest = kernel.kernel.unmade.is_empty();
        let labelled = may_rest && label.is_some_and(|label| label.verdict == "proved");
        let free = kernel.verdict == Verdict::Proved || labelled;
        if free {
            failures.extend(seen(kernel).into_iter().map(|what| {
                format!(
                    "{}: {} at line {line}: {what}",
                    corpus::short_name(path),
                    kernel.kernel.name
                )
            }));
        }
    }
    Ok(failures)
}

/// Violations that are no warnings: what a proof excludes.
fn seen(kernel: &KernelReport) -> Vec<String> {
    let mut config = kernel.configuration.config.clone();
    let body = format!("{:?}", kernel.kernel.blocks);
    unread_dimensions_are_one(&body, &mut config.block, ["ThreadIdx", "BlockDim"]);
    unread_dimensions_are_one(&body, &mut config.grid, ["BlockIdx", "GridDim"]);
    let seen = replay::smoke(&kernel.kernel, &config, 1, LAUNCHES);
    seen.iter()
        .filter_map(|violation| error(kernel, violation))
        .collect()
}

/// The assumption `unit-dimension`, under which proofs are made and labels are true.
fn unread_dimensions_are_one(body: &str, sizes: &mut [Option<u64>; 3], names: [&str; 2]) {
    for (size, axis) in sizes.iter_mut().zip(["X", "Y", "Z"]) {
        let is_read = names.iter().any(|name| body.contains(&format!("{name}({axis})")));
        if size.is_none() && !is_read {
            *size = Some(1);
        }
    }
}

fn error(kernel: &KernelReport, violation: &Violation) -> Option<String> {
    match violation {
        Violation::Race(race) if !race.same_value && !may_be_ordered(kernel, race.scope) => Some(format!(
            "{:?} {:?} race of {} at {:?}",
            race.scope,
            race.variant,
            places(&race.places),
            race.threads
        )),
        Violation::Divergence(parted)
            if parted.kind == Kind::BarrierDivergence && !is_warning(kernel, &parted.places) =>
        {
            Some(format!("divergence of {}", places(&parted.places)))
        }
        _ => None,
    }
}

fn is_warning(kernel: &KernelReport, places: &[Place; 2]) -> bool {
    let exits = places
        .iter()
        .any(|place| place.action == kverify::answer::Action::Exit);
    let cuda = kernel.kernel.language == kverify_frontend::ir::Language::Cuda;
    exits && cuda && kernel.configuration.config.cuda_arch >= 70
}

fn places(places: &[Place; 2]) -> String {
    places
        .each_ref()
        .map(|place| format!("line {} ({:?})", place.loc.span.line, place.action))
        .join(" and ")
}

/// Replay knows nothing of what is not modelled, a barrier perhaps: what it shows in such a block is not certain.
fn may_be_ordered(kernel: &KernelReport, scope: Scope) -> bool {
    scope != Scope::Grid && kernel.kernel.holes.iter().any(|hole| hole.may_synchronise())
}
