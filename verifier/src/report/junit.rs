//! JUnit's XML, which build servers show as test results: a file is a test suite, a kernel a test case.
//!
//! `proved` passes; findings of severity error are failures; a kernel that is `unknown`, and whatever is wrong with a file, is
//! an error, or skipped where unknown kernels are allowed. Warnings, notes and assumptions are the case's output.

use super::json::finding::{FindingEntry, SeverityName};
use super::json::kernel::{KernelEntry, VerdictName};
use super::json::{Document, File, HostEntry, HostFindingEntry};
use super::remark::{host_sentence, kernel_name, path_of, path_of_message, sentence, severity_word};
use super::visible;
use askama::Template;

/// The XML document.
pub fn render(document: &Document, allow_unknown: bool) -> String {
    let suites: Vec<Suite> = document
        .files
        .iter()
        .map(|file| suite(file, allow_unknown))
        .collect();
    let mut total = Count::default();
    for suite in &suites {
        total.tests += suite.count.tests;
        total.failures += suite.count.failures;
        total.errors += suite.count.errors;
        total.skipped += suite.count.skipped;
        total.time += suite.count.time;
    }
    let text = Suites { suites, total }.render();
    text.map_or_else(
        |error| format!("<!-- {error} -->\n"),
        |text| visible::markup(&text) + "\n",
    )
}

#[derive(Template)]
#[template(path = "junit.xml")]
struct Suites {
    suites: Vec<Suite>,
    total: Count,
}

struct Suite {
    name: String,
    cases: Vec<Case>,
    count: Count,
}

#[derive(Default)]
struct Count {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    time: f64,
}

impl Count {
    fn seconds(&self) -> String {
        format!("{:.3}", self.time)
    }
}

struct Case {
    name: String,
    line: u32,
    seconds: String,
    outcomes: Vec<Outcome>,
    output: String,
}

/// What is in a test case that did not pass.
struct Outcome {
    element: &'static str,
    kind: String,
    message: String,
    text: String,
}

fn suite(file: &File, allow_unknown: bool) -> Suite {
    let mut cases: Vec<Case> = file
        .kernels
        .iter()
        .map(|kernel| case(file, kernel, allow_unknown))
        .collect();
    cases.extend(file.host.as_ref().map(|host| host_case(file, host)));
    if !file.errors.is_empty() {
        let outcome = |error: &super::json::Message| Outcome {
            element: "error",
            kind: "input".to_owned(),
            message: clean(&error.message),
            text: clean(&format!(
                "{}:{}:{}: {}",
                path_of_message(file, error),
                error.line,
                error.column,
                error.message
            )),
        };
        cases.push(Case {
            name: "(the file)".to_owned(),
            line: file.errors[0].line,
            seconds: "0.000".to_owned(),
            outcomes: file.errors.iter().map(outcome).collect(),
            output: String::new(),
        });
    }
    // A case counts once, as what its first outcome is.
    let cases_that = |element: &str| {
        let first = |case: &&Case| case.outcomes.first().is_some_and(|o| o.element == element);
        cases.iter().filter(first).count()
    };
    let count = Count {
        tests: cases.len(),
        failures: cases_that("failure"),
        errors: cases_that("error"),
        skipped: cases_that("skipped"),
        // Of nothing, `sum` is -0.
        time: file
            .kernels
            .iter()
            .map(|kernel| kernel.stats.seconds)
            .fold(0.0, |all, one| all + one),
    };
    Suite {
        name: clean(&file.path),
        cases,
        count,
    }
}

/// The host code of a file as one test case.
fn host_case(file: &File, host: &HostEntry) -> Case {
    let text = |finding: &HostFindingEntry| {
        let at = finding.accesses.first();
        let place = at.map_or_else(String::new, |at| {
            format!("{}:{}:{}: ", path_of(file, at), at.line, at.column)
        });
        format!(
            "{place}{}: {} [{}]",
            severity_word(finding.severity),
            host_sentence(file, finding),
            finding.rule
        )
    };
    let (failures, rest): (Vec<_>, Vec<_>) = host.findings.iter().partition(|finding| finding.counts());
    let outcomes = failures.into_iter().map(|finding| Outcome {
        element: "failure",
        kind: clean(&finding.rule),
        message: clean(&finding.message),
        text: clean(&text(finding)),
    });
    let output: Vec<String> = rest.into_iter().map(text).collect();
    Case {
        name: "(host code)".to_owned(),
        line: host.functions.first().map_or(1, |function| function.line),
        seconds: "0.000".to_owned(),
        outcomes: outcomes.collect(),
        output: clean(&output.join("\n")),
    }
}

fn case(file: &File, kernel: &KernelEntry, allow_unknown: bool) -> Case {
    let shape = |sizes: [Option<u64>; 3]| {
        let sizes = sizes.map(|size| size.map_or_else(|| "any".to_owned(), |n| n.to_string()));
        sizes.join(",")
    };
    let launch = format!(
        "block={} grid={}",
        shape(kernel.launch.block),
        shape(kernel.launch.grid)
    );
    let is_failure = |finding: &&FindingEntry| {
        let is_known = finding.baseline == Some(super::json::finding::BaselineState::Known);
        finding.severity == SeverityName::Error && finding.ignored.is_none() && !is_known
    };
    let (failures, rest): (Vec<_>, Vec<_>) = kernel.findings.iter().partition(is_failure);
    let mut outcomes: Vec<Outcome> = failures
        .iter()
        .map(|finding| Outcome {
            element: "failure",
            kind: clean(&finding.rule),
            message: clean(&finding.message),
            text: clean(&details(file, kernel, finding)),
        })
        .collect();
    if kernel.verdict == VerdictName::Unknown {
        let reasons = kernel.reasons.iter();
        let reasons: Vec<String> = reasons
            .map(|reason| {
                format!(
                    "{}:{}: {}",
                    path_of_message(file, reason),
                    reason.line,
                    reason.message
                )
            })
            .collect();
        let (element, kind) = if allow_unknown {
            // JUnit's `skipped` has no type.
            ("skipped", "")
        } else {
            ("error", "unknown")
        };
        outcomes.push(Outcome {
            element,
            kind: kind.to_owned(),
            message: "not proved, nothing found".to_owned(),
            text: clean(&reasons.join("\n")),
        });
    }
    let mut output: Vec<String> = rest
        .iter()
        .map(|finding| {
            let note = if finding.ignored.is_some() { "ignored " } else { "" };
            let severity = severity_word(finding.severity);
            format!("{note}{severity}: {}", details(file, kernel, finding))
        })
        .collect();
    output.extend(
        kernel
            .assumptions
            .iter()
            .map(|assumption| format!("assuming: {} [{}]", assumption.text, assumption.id)),
    );
    Case {
        name: clean(&format!("{} ({launch})", kernel_name(kernel))),
        line: kernel.line,
        seconds: format!("{:.3}", kernel.stats.seconds),
        outcomes,
        output: clean(&output.join("\n")),
    }
}

fn details(file: &File, kernel: &KernelEntry, finding: &FindingEntry) -> String {
    let mut lines = vec![sentence(file, kernel, finding)];
    for access in &finding.accesses {
        lines.push(format!(
            "  {}:{}:{}: {}: {}",
            path_of(file, access),
            access.line,
            access.column,
            access.what,
            access.text
        ));
    }
    lines.push(format!("  witness: {}", finding.witness.text));
    lines.push(format!("  help: {}", finding.help));
    lines.join("\n")
}

/// XML 1.0 has no way to write most control characters (section 2.2), so that they are shown as others are.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            c => c,
        })
        .collect()
}
