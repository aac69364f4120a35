//! Rewrites that must not change the answer: other names, a barrier before all else, threads counted backwards.
//!
//! These do not ask whether the answer is right (`cases.rs` does), only whether it stays the same.

use kverify_tests::expect::{self, Settings};
use kverify_tests::outcome::{KernelOutcome, Outcome};
use kverify_tests::{corpus, rewrite, tool};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// One file in this many, so that the tests stay quick; each test takes others.
const STRIDE: usize = 6;

#[test]
fn renaming_changes_nothing() {
    check(0, same_answer, |path, text, settings, _| {
        let report = tool::report(path, text, settings)?;
        let names = tool::names(&report);
        let mut settings = settings.clone();
        for assume in &mut settings.assumes {
            *assume = rewrite::rename(assume, &names).trim_end().to_owned();
        }
        tool::run(path, &rewrite::rename(text, &names), &settings).map(Some)
    });
}

#[test]
fn a_barrier_before_all_else_changes_nothing() {
    check(2, same_but_for_conditions, |path, text, settings, outcome| {
        let lines: BTreeSet<u32> = outcome.kernels.iter().map(|kernel| kernel.line).collect();
        let barrier = if is_opencl(path) {
            "barrier(CLK_LOCAL_MEM_FENCE);"
        } else {
            "__syncthreads();"
        };
        tool::run(path, &rewrite::insert_at_start(text, &lines, barrier), settings).map(Some)
    });
}

#[test]
fn counting_threads_backwards_contradicts_nothing() {
    check(4, no_contradiction, |path, text, settings, _| {
        // Which threads form a warp does change.
        let asks_for_warps = [
            "_sync(",
            ".sync.",
            "__syncwarp",
            "__shfl",
            "__ballot(",
            "__any(",
            "__all(",
            "laneid",
            "sub_group",
        ];
        // Only one of two names of a work-item's place would be counted backwards.
        let names_both = ["get_local_id", "get_global_id"]
            .iter()
            .all(|name| text.contains(name));
        if asks_for_warps.iter().any(|word| text.contains(word)) || names_both || settings.lockstep.is_some()
        {
            return Ok(None);
        }
        tool::run(path, &rewrite::mirror_threads(text), settings).map(Some)
    });
}

type Rewritten = Result<Option<Outcome>, String>;

fn check(
    first: usize,
    agree: fn(&Outcome, &Outcome) -> Result<(), String>,
    rewritten: fn(&Path, &str, &Settings, &Outcome) -> Rewritten,
) {
    let mut failures = Vec::new();
    let paths = corpus::sources("tests/cases")
        .into_iter()
        .chain(corpus::sources("examples"));
    for path in paths.skip(first).step_by(STRIDE) {
        let compare = || -> Result<(), String> {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            // What is slow does change.
            let settings = Settings {
                perf: false,
                ..expect::parse(&text)?.settings
            };
            let before = tool::run(&path, &text, &settings)?;
            match rewritten(&path, &text, &settings, &before)? {
                Some(after) => agree(&before, &after),
                None => Ok(()),
            }
        };
        if let Err(failure) = compare() {
            failures.push(format!("{}: {failure}", corpus::short_name(&path)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn is_opencl(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "cl")
}

/// Verdicts and findings by line; columns and names may differ.
fn same_answer(before: &Outcome, after: &Outcome) -> Result<(), String> {
    let essence = |kernel: &KernelOutcome| {
        let findings: BTreeSet<_> = kernel
            .findings
            .iter()
            .map(|f| (f.sides, f.severity.clone(), f.words.clone()))
            .collect();
        (kernel.line, kernel.verdict.clone(), findings)
    };
    let before: Vec<_> = before.kernels.iter().map(essence).collect();
    let after: Vec<_> = after.kernels.iter().map(essence).collect();
    if before == after {
        Ok(())
    } else {
        Err(format!("{before:?}\n    became {after:?}"))
    }
}

/// The same, where a condition under which nothing happens need not be found both times.
fn same_but_for_conditions(before: &Outcome, after: &Outcome) -> Result<(), String> {
    let without = |outcome: &Outcome| {
        let mut outcome = outcome.clone();
        let conditional = outcome
            .kernels
            .iter_mut()
            .filter(|kernel| kernel.verdict == "conditional");
        conditional.for_each(|kernel| "unknown".clone_into(&mut kernel.verdict));
        outcome
    };
    same_answer(&without(before), &without(after))
}

/// Neither is proved where the other is violated; not knowing is no contradiction.
fn no_contradiction(before: &Outcome, after: &Outcome) -> Result<(), String> {
    for (one, other) in before.kernels.iter().zip(&after.kernels) {
        let verdicts = [one.verdict.as_str(), other.verdict.as_str()];
        if verdicts.contains(&"proved") && verdicts.contains(&"violated") {
            return Err(format!("{}: {} became {}", one.name, one.verdict, other.verdict));
        }
    }
    Ok(())
}
