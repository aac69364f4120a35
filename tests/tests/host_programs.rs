//! Random host programs: the findings are exactly what goes wrong on some way through them.
//!
//! `KVERIFY_HOST_PROGRAMS=2000` runs as many files of 25 programs; `KVERIFY_HOST_SEED` is the first.

use kverify_tests::host_programs::{KERNELS, Program, program};
use std::collections::{BTreeMap, BTreeSet};

/// Programs in a file: clang reads its own headers once for all of them.
const IN_A_FILE: u64 = 25;
/// Files where nobody asks for more.
const FILES: u64 = 24;
/// What the programs are made to go wrong in; they may waste copies, and leak.
const RULES: [&str; 5] = [
    "use-after-free",
    "double-free",
    "uninitialised-buffer",
    "inter-kernel-race",
    "host-device-race",
];

#[test]
#[expect(clippy::print_stderr, reason = "the figures of a campaign")]
fn what_is_found_is_what_goes_wrong() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let files = number("KVERIFY_HOST_PROGRAMS").unwrap_or(FILES);
    let first = number("KVERIFY_HOST_SEED").unwrap_or(1);
    let (mut faults, mut clean, mut cut) = (BTreeMap::new(), 0, 0);
    for file in 0..files {
        let mut text = KERNELS.to_owned();
        let mut programs: Vec<(u32, Program)> = Vec::new();
        for n in 0..IN_A_FILE {
            let line = u32::try_from(text.lines().count()).expect("a short text") + 1;
            let program = program(first + file * IN_A_FILE + n, line);
            text += &program.text;
            programs.push((line, program));
        }
        let (found, unfollowed) = found(&text);
        for (n, (line, program)) in programs.iter().enumerate() {
            let end = programs.get(n + 1).map_or(u32::MAX, |(next, _)| *next);
            let here: BTreeSet<(&str, u32)> = found
                .iter()
                .filter(|(_, at)| (*line..end).contains(at))
                .copied()
                .collect();
            let due = program.faults();
            let is_cut = unfollowed.iter().any(|at| (*line..end).contains(at));
            cut += u64::from(is_cut);
            let agrees = if is_cut { here.is_subset(&due) } else { here == due };
            let text = || numbered(&program.text, *line);
            assert!(agrees, "found {here:?}, and due is {due:?}, in\n{}", text());
            clean += usize::from(due.is_empty());
            for (rule, _) in due {
                *faults.entry(rule).or_insert(0) += 1;
            }
        }
    }
    eprintln!(
        "{} programs, {clean} without a fault, {cut} not followed to their ends, {faults:?}",
        files * IN_A_FILE
    );
    assert!(
        cut * 100 <= files * IN_A_FILE,
        "{cut} programs were not followed to their ends"
    );
    assert!(
        RULES.iter().all(|rule| faults.contains_key(rule)),
        "the programs are too tame: {faults:?}"
    );
}

/// The errors in a file's host code, rules and lines, and the lines of functions that were not followed to their ends.
fn found(text: &str) -> (BTreeSet<(&'static str, u32)>, Vec<u32>) {
    let source = kverify::Source {
        path: "random.cu".into(),
        text: Some(text.to_owned()),
    };
    let module =
        kverify_frontend::parse(&source, &kverify_frontend::Options::default()).expect("libclang is there");
    let report = kverify::host::check(&module, &BTreeMap::new(), false);
    let unfollowed = report
        .functions
        .iter()
        .filter(|function| function.unfollowed.is_some());
    let lines = unfollowed.map(|function| function.span.line).collect();
    let all = report
        .findings
        .iter()
        .map(|finding| (finding.rule.id(), finding.places[0].0.line));
    (all.filter(|(rule, _)| RULES.contains(rule)).collect(), lines)
}

fn numbered(text: &str, first: u32) -> String {
    let lines = (first..).zip(text.lines());
    lines
        .map(|(number, line)| format!("{number:4} {line}\n"))
        .collect()
}
