//! Compares what was expected with what was said.

use crate::expect::{Case, ExpectedFinding, ExpectedHarm, ExpectedVerdict, Side};
use crate::outcome::{FoundFinding, FoundHarm, KernelOutcome, Outcome};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Every difference, as lines for a person; empty if there is none.
pub fn differences(case: &Case, outcome: &Outcome) -> Vec<String> {
    let mut lines = Vec::new();
    for error in &outcome.errors {
        lines.push(format!("the source does not parse: {error}"));
    }
    // Host code may have its kernels in other files.
    let is_of_host = outcome.host_matters && case.verdicts.is_empty() && outcome.kernels.is_empty();
    if outcome.kernels.is_empty() && !is_of_host {
        lines.push("no kernel was analysed".into());
    }
    if case.verdicts.is_empty() && !is_of_host {
        lines.push("the file says of no kernel what to expect".into());
    }
    let wrong_verdicts: Vec<_> = outcome
        .kernels
        .iter()
        .filter(|k| !is_one_of_several(case, outcome, k))
        .filter_map(|k| wrong_verdict(case, k))
        .collect();
    let wrong_conditions = outcome.kernels.iter().filter_map(|k| wrong_condition(case, k));
    lines.extend(wrong_conditions);
    let wrong_findings = wrong_findings(case, outcome);
    lines.extend(overtaken(case, outcome));
    lines.extend(wrong_verdicts);
    lines.extend(wrong_findings);
    if !outcome.kernels.is_empty() && outcome.exit != exit_status(outcome) {
        lines.push(format!(
            "exit status {} where {} was due",
            outcome.exit,
            exit_status(outcome)
        ));
    }
    lines
}

/// The verdict comment that holds for a kernel.
pub fn expected_verdict<'a>(case: &'a Case, kernel: &KernelOutcome) -> Option<&'a ExpectedVerdict> {
    case.verdicts.iter().rev().find(|e| e.line <= kernel.line)
}

/// Whether a kernel is right under this launch, and under another one what is expected of it.
fn is_one_of_several(case: &Case, outcome: &Outcome, kernel: &KernelOutcome) -> bool {
    let is_it = |other: &&KernelOutcome| (&other.name, other.line) == (&kernel.name, kernel.line);
    let mut others = outcome.kernels.iter().filter(is_it);
    kernel.verdict == "proved" && others.any(|other| wrong_verdict(case, other).is_none())
}

fn wrong_verdict(case: &Case, kernel: &KernelOutcome) -> Option<String> {
    let expected = expected_verdict(case, kernel)?;
    let due = expected.today.as_ref().unwrap_or(&expected.verdict);
    if *due == kernel.verdict || expected.verdict == kernel.verdict {
        return None;
    }
    let mut line = format!("{}: {} where {due} was expected", kernel.name, kernel.verdict);
    for reason in &kernel.reasons {
        let _ = write!(line, "\n      {reason}");
    }
    Some(line)
}

fn wrong_condition(case: &Case, kernel: &KernelOutcome) -> Option<String> {
    let wanted = expected_verdict(case, kernel)?.free_when.as_ref()?;
    let offered = kernel.conditions.join(", ");
    let word = |text: &str| match text {
        "" => "without a condition".to_owned(),
        text => format!("free when `{text}`"),
    };
    (*wanted != offered).then(|| {
        format!(
            "{}: {} where it should be {}",
            kernel.name,
            word(&offered),
            word(wanted)
        )
    })
}

/// A line for each `today:` comment that the answer has overtaken: its kernels are as labelled.
fn overtaken(case: &Case, outcome: &Outcome) -> Vec<String> {
    let speaks_of_a_kernel = |line| {
        let of = |k| expected_verdict(case, k).is_some_and(|e| e.line == line);
        outcome.kernels.iter().any(of)
    };
    let mut lines = Vec::new();
    for (index, expected) in case.verdicts.iter().enumerate() {
        if expected.today.is_some() && speaks_of_a_kernel(expected.line) {
            let mut without = case.clone();
            without.verdicts[index].today = None;
            if is_right(&without, outcome) {
                lines.push(format!(
                    "what line {} expects is right now: remove the `today:` line",
                    expected.line
                ));
            }
        }
    }
    lines
}

/// Whether the answer is the label, nothing less and nothing more.
fn is_right(case: &Case, outcome: &Outcome) -> bool {
    outcome.kernels.iter().all(|k| wrong_verdict(case, k).is_none())
        && wrong_findings(case, outcome).is_empty()
}

/// The kernel's name line that comments on `line` belong to: the last one before it.
fn kernel_of(outcome: &Outcome, line: u32) -> Option<u32> {
    outcome
        .kernels
        .iter()
        .map(|k| k.line)
        .filter(|&start| start <= line)
        .max()
}

/// Whether the kernel around a line has a `today:` comment: then it may lack findings, and have possible ones.
fn is_behind(case: &Case, outcome: &Outcome, line: u32) -> bool {
    let start = kernel_of(outcome, line);
    outcome
        .kernels
        .iter()
        .filter(|k| Some(k.line) == start)
        .any(|k| expected_verdict(case, k).is_some_and(|e| e.today.is_some()))
}

fn wrong_findings(case: &Case, outcome: &Outcome) -> Vec<String> {
    let mut left: BTreeSet<&FoundFinding> = outcome.kernels.iter().flat_map(|k| &k.findings).collect();
    left.extend(outcome.host.iter().filter(|_| outcome.host_matters));
    let mut lines = Vec::new();
    for expected in &case.findings {
        let matching: Vec<_> = left
            .iter()
            .copied()
            .filter(|found| matches(expected, found))
            .collect();
        for found in &matching {
            left.remove(found);
            lines.extend(wrong_harm(expected, found, outcome));
        }
        if matching.len() != expected.count && !is_behind(case, outcome, expected.line) {
            lines.push(format!(
                "line {}: {} of `{}` where {} expected",
                expected.line,
                matching.len(),
                describe(&expected.severity, &expected.words, &expected.sides),
                if expected.count == 1 {
                    "one was".into()
                } else {
                    format!("{} were", expected.count)
                },
            ));
        }
    }
    for found in left {
        let is_wrong = found.status == "confirmed" && found.severity == "error";
        let tolerated = !is_wrong && found_line(found).is_some_and(|l| is_behind(case, outcome, l));
        if !tolerated {
            lines.push(format!(
                "not expected: {} `{}` at columns {} and {}",
                found.status,
                describe(&found.severity, &found.words, &found.sides),
                found.ranges[0][1],
                found.ranges[1][1],
            ));
        }
    }
    lines
}

/// What is said of a race's harm, where a comment says what it is to be.
fn wrong_harm(expected: &ExpectedFinding, found: &FoundFinding, outcome: &Outcome) -> Option<String> {
    let due = expected.harm.as_ref()?;
    let all = outcome.kernels.iter().flat_map(|kernel| &kernel.harms);
    let said: Vec<&FoundHarm> = all.filter(|(of, _)| of == found).map(|(_, harm)| harm).collect();
    let fits = |harm: &&FoundHarm| match due {
        ExpectedHarm::Benign => harm.benign,
        ExpectedHarm::Ways => !harm.benign && harm.arrays.is_empty(),
        ExpectedHarm::Arrays(arrays) => arrays.iter().all(|array| harm.arrays.contains(array)),
        ExpectedHarm::Untold => false,
    };
    let right = match due {
        ExpectedHarm::Untold => said.is_empty(),
        _ => !said.is_empty() && said.iter().all(fits),
    };
    (!right).then(|| format!("line {}: harm {said:?} where {due:?} was expected", expected.line))
}

fn matches(expected: &ExpectedFinding, found: &FoundFinding) -> bool {
    expected.severity == found.severity
        && expected.sides == found.sides
        && expected.words.iter().all(|word| found.words.contains(word))
}

fn found_line(found: &FoundFinding) -> Option<u32> {
    found.sides.iter().find_map(|side| match side {
        Side::Line(line) => Some(*line),
        Side::Exit => None,
    })
}

fn describe(severity: &str, words: &[String], sides: &[Side; 2]) -> String {
    let place = |side: &Side| match side {
        Side::Line(line) => format!("line {line}"),
        Side::Exit => "exit".to_owned(),
    };
    format!(
        "{severity} {} {} with {}",
        words.join(" "),
        place(&sides[0]),
        place(&sides[1])
    )
}

/// The exit status that the design gives to an answer without parse errors.
fn exit_status(outcome: &Outcome) -> u8 {
    let errors = outcome
        .kernels
        .iter()
        .flat_map(|k| &k.findings)
        .chain(&outcome.host)
        .any(|f| f.severity == "error");
    let is_open = |k: &KernelOutcome| !["proved", "conditional"].contains(&k.verdict.as_str());
    let unknown = outcome.kernels.iter().any(is_open);
    if errors {
        1
    } else if unknown {
        3
    } else {
        0
    }
}

/// The comments that would make a file's expectations true, by line.
pub fn suggestions(outcome: &Outcome) -> Vec<String> {
    let mut lines: Vec<String> = outcome
        .host
        .iter()
        .map(|found| {
            format!(
                "    //~ {}",
                describe(&found.severity, &found.words, &found.sides)
            )
        })
        .collect();
    for kernel in &outcome.kernels {
        lines.push(format!("line {}: // expect: {}", kernel.line, kernel.verdict));
        for found in &kernel.findings {
            lines.push(format!(
                "    //~ {}",
                describe(&found.severity, &found.words, &found.sides)
            ));
        }
    }
    lines
}
