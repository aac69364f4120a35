//! Counts which findings replay confirms, over this repository's kernels or a labelled set, for `docs/replay.md`.
//!
//! `cargo run -p kverify-tests --bin confirmed` prints the table of `examples/` and `tests/cases/`; with
//! `-- --labels FILE.jsonl --root DIR` that of a set of kernels labelled `free`, `race` or `divergence`, one JSON object
//! a line with `path`, `label` and, where the launch matters, `kernel`, `block`, `grid` and `defines`. `--list` adds
//! the findings that are not confirmed. `-- --lockstep-table FILE` prints what is found in each kernel of a file with
//! and without lock-step.

use kverify::answer::Kind;
use kverify::config::{parse_block, parse_grid};
use kverify::{KernelReport, Options, Report, Severity, Source, Status, verify};
use kverify_tests::{corpus, expect, lockstep, tool};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(text) => match std::io::stdout().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "confirmed: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<String, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    if let Some(file) = value("--lockstep-table") {
        return lockstep::table(Path::new(&file));
    }
    let tally = match value("--labels") {
        None => repository()?,
        Some(labels) => labelled(
            Path::new(&labels),
            &PathBuf::from(value("--root").unwrap_or_default()),
        )?,
    };
    Ok(tally.render(arguments.iter().any(|argument| argument == "--list")))
}

/// What is true of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    Defective,
    Free,
}

/// Findings of severity error, counted.
#[derive(Default)]
struct Tally {
    /// By rule: findings and those confirmed, of defective kernels.
    rules: Vec<(&'static str, usize, usize)>,
    /// Warnings of defective and free kernels, and those confirmed.
    warnings: (usize, usize),
    /// Findings of free kernels, and those confirmed.
    free: (usize, usize),
    kernels: [usize; 2],
    /// What is not confirmed.
    open: Vec<String>,
}

impl Tally {
    fn add(&mut self, name: &str, kernel: &KernelReport, truth: Truth) {
        self.kernels[usize::from(truth == Truth::Free)] += 1;
        for judged in &kernel.findings {
            let confirmed = usize::from(judged.status == Status::Confirmed);
            match (judged.severity, truth) {
                (Severity::Note, _) => continue,
                (Severity::Warning, _) => {
                    self.warnings.0 += 1;
                    self.warnings.1 += confirmed;
                }
                (Severity::Error, Truth::Free) => {
                    self.free.0 += 1;
                    self.free.1 += confirmed;
                }
                (Severity::Error, Truth::Defective) => {
                    let rule = rule(judged.finding.kind);
                    match self.rules.iter_mut().find(|row| row.0 == rule) {
                        Some(row) => {
                            row.1 += 1;
                            row.2 += confirmed;
                        }
                        None => self.rules.push((rule, 1, confirmed)),
                    }
                }
            }
            if confirmed == 0 {
                let lines = judged.finding.places.each_ref().map(|place| place.loc.span.line);
                self.open.push(format!(
                    "{name}: {} ({truth:?}, {:?}): {} lines {lines:?}: {}",
                    kernel.kernel.name,
                    judged.severity,
                    rule(judged.finding.kind),
                    judged.notes.join("; "),
                ));
            }
        }
    }

    fn render(&self, list: bool) -> String {
        let mut text = "| findings of | findings | confirmed | share |\n|---|---|---|---|\n".to_owned();
        let mut row = |name: &str, all: usize, confirmed: usize| {
            let share = match all {
                0 => "-".to_owned(),
                _ => format!("{:.1} %", 100.0 * confirmed as f64 / all as f64),
            };
            let _ = writeln!(text, "| {name} | {all} | {confirmed} | {share} |");
        };
        for (rule, all, confirmed) in &self.rules {
            row(&format!("`{rule}` (errors)"), *all, *confirmed);
        }
        let sum = self
            .rules
            .iter()
            .fold((0, 0), |sum, row| (sum.0 + row.1, sum.1 + row.2));
        row("**all errors of defective kernels**", sum.0, sum.1);
        row("errors of free kernels", self.free.0, self.free.1);
        row("warnings", self.warnings.0, self.warnings.1);
        let [defective, free] = self.kernels;
        let _ = writeln!(text, "\n{defective} defective and {free} free kernels.");
        if list {
            for open in &self.open {
                let _ = writeln!(text, "{open}");
            }
        }
        text
    }
}

fn rule(kind: Kind) -> &'static str {
    kverify::report::ids::kind_id(kind)
}

fn kernels(report: &Report) -> impl Iterator<Item = &KernelReport> {
    report.files.iter().flat_map(|file| &file.kernels)
}

/// The kernels of this repository; what is true of each is in the comments.
fn repository() -> Result<Tally, String> {
    let mut tally = Tally::default();
    for path in corpus::sources("tests/cases")
        .into_iter()
        .chain(corpus::sources("examples"))
    {
        let name = corpus::short_name(&path);
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        let case = expect::parse(&text).map_err(|error| format!("{name}: {error}"))?;
        let report =
            tool::report(&path, &text, &case.settings).map_err(|error| format!("{name}: {error}"))?;
        for kernel in kernels(&report) {
            let line = kernel.kernel.span.line;
            let label = case.verdicts.iter().rev().find(|expected| expected.line <= line);
            let truth = match label.map(|label| label.verdict.as_str()) {
                Some("proved" | "unknown") => Truth::Free,
                _ => Truth::Defective,
            };
            tally.add(&name, kernel, truth);
        }
    }
    Ok(tally)
}

/// The kernels of a labelled set.
fn labelled(labels: &Path, root: &Path) -> Result<Tally, String> {
    let text = fs::read_to_string(labels).map_err(|error| format!("{}: {error}", labels.display()))?;
    let mut tally = Tally::default();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: Value =
            serde_json::from_str(line).map_err(|error| format!("{}: {error}", labels.display()))?;
        let name = row["path"].as_str().unwrap_or_default();
        let truth = match row["label"].as_str() {
            Some("race" | "divergence" | "lockstep-free") => Truth::Defective,
            Some("free" | "benign") => Truth::Free,
            _ => continue,
        };
        let source = Source {
            path: root.join(name),
            text: None,
        };
        let report = verify(&[source], &options(&row)?).map_err(|error| format!("{name}: {error}"))?;
        for kernel in kernels(&report) {
            tally.add(name, kernel, truth);
        }
    }
    Ok(tally)
}

fn options(row: &Value) -> Result<Options, String> {
    let sizes = |key: &str| {
        let sizes = row[key].as_array()?.iter().map(ToString::to_string);
        Some(sizes.collect::<Vec<_>>().join(","))
    };
    let strings = |key: &str| -> Vec<String> {
        let items = row[key].as_array().map_or(&[][..], Vec::as_slice);
        items
            .iter()
            .filter_map(|item| item.as_str().map(str::to_owned))
            .collect()
    };
    Ok(Options {
        parse: kverify_frontend::Options {
            defines: strings("defines"),
            ..kverify_frontend::Options::default()
        },
        kernels: row["kernel"].as_str().map(str::to_owned).into_iter().collect(),
        block: sizes("block").map(|text| parse_block(&text)).transpose()?,
        grid: sizes("grid").map(|text| parse_grid(&text)).transpose()?,
        ..Options::default()
    })
}
