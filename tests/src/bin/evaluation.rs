//! Regenerates the table of `docs/evaluation.md`: what kverify says of the programs of the papers.
//!
//! `cargo run -p kverify-tests --bin evaluation` rewrites the part of the page between its two markers; with
//! `-- --print` it goes to the standard output instead.

use kverify_tests::outcome::Outcome;
use kverify_tests::{compare, corpus, expect, tool};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

const FOLDERS: [(&str, &str); 3] = [
    ("examples/icsoft", "The programs of the ICSOFT paper"),
    ("examples/carp", "The kernels of CARP D2.2.B"),
    ("examples/clvis", "The kernels of CL-Vis"),
];

const BEGIN: &str = "<!-- evaluation begins -->";
const END: &str = "<!-- evaluation ends -->";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "evaluation: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut tables = String::new();
    for (folder, title) in FOLDERS {
        tables += &table(folder, title)?;
    }
    if std::env::args().any(|argument| argument == "--print") {
        return std::io::stdout()
            .write_all(tables.as_bytes())
            .map_err(|error| error.to_string());
    }
    let page = corpus::root().join("docs/evaluation.md");
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let (before, rest) = text
        .split_once(BEGIN)
        .ok_or("the page has no place for the table")?;
    let (_, after) = rest.split_once(END).ok_or("the page has no end of the table")?;
    fs::write(&page, format!("{before}{BEGIN}\n{tables}{END}{after}")).map_err(|error| error.to_string())
}

fn table(folder: &str, title: &str) -> Result<String, String> {
    let mut rows = String::new();
    let mut sum = Row::default();
    for path in corpus::sources(folder) {
        let row = evaluate(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let _ = writeln!(rows, "| `{name}` {}", row.cells());
        sum.add(&row);
    }
    let _ = writeln!(rows, "| **all** {}", sum.cells());
    Ok(format!("\n## {title} (`{folder}`)\n\n{HEAD}{rows}"))
}

const HEAD: &str = "\
| file | kernels | lines | proved | violated | other | obligations | discharged | queries | races | divergences | other rules | warnings | as labelled | seconds |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

#[derive(Default)]
struct Row {
    kernels: usize,
    lines: usize,
    proved: usize,
    violated: usize,
    other: usize,
    counts: [u64; 3],
    races: usize,
    divergences: usize,
    others: usize,
    warnings: usize,
    files: usize,
    files_right: usize,
    seconds: f64,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.kernels += other.kernels;
        self.lines += other.lines;
        self.proved += other.proved;
        self.violated += other.violated;
        self.other += other.other;
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum += count;
        }
        self.races += other.races;
        self.divergences += other.divergences;
        self.others += other.others;
        self.warnings += other.warnings;
        self.files += other.files;
        self.files_right += other.files_right;
        self.seconds += other.seconds;
    }

    fn cells(&self) -> String {
        let [obligations, discharged, queries] = self.counts;
        let labelled = match (self.files, self.files_right) {
            (1, 1) => "yes".to_owned(),
            (1, _) => "no".to_owned(),
            (files, right) => format!("{right} of {files}"),
        };
        format!(
            "| {} | {} | {} | {} | {} | {obligations} | {discharged} | {queries} | {} | {} | {} | {} | {labelled} | {:.2} |",
            self.kernels,
            self.lines,
            self.proved,
            self.violated,
            self.other,
            self.races,
            self.divergences,
            self.others,
            self.warnings,
            self.seconds,
        )
    }
}

fn evaluate(path: &Path) -> Result<Row, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let case = expect::parse(&text)?;
    let outcome = tool::run(path, &text, &case.settings)?;
    let right =
        compare::differences(&case, &outcome).is_empty() && case.verdicts.iter().all(|e| e.today.is_none());
    Ok(row(&text, &outcome, right))
}

fn row(text: &str, outcome: &Outcome, right: bool) -> Row {
    let mut row = Row {
        files: 1,
        files_right: usize::from(right),
        lines: lines_of_code(text),
        ..Row::default()
    };
    for kernel in &outcome.kernels {
        row.kernels += 1;
        match kernel.verdict.as_str() {
            "proved" => row.proved += 1,
            "violated" => row.violated += 1,
            _ => row.other += 1,
        }
        for (sum, count) in row.counts.iter_mut().zip(kernel.counts) {
            *sum += count;
        }
        row.seconds += kernel.seconds;
        for finding in &kernel.findings {
            if finding.severity != "error" {
                row.warnings += 1;
            } else {
                match finding.words.first().map(String::as_str) {
                    Some("data-race") => row.races += 1,
                    Some("barrier-divergence") => row.divergences += 1,
                    _ => row.others += 1,
                }
            }
        }
    }
    row
}

/// Lines that are neither blank nor comment.
fn lines_of_code(text: &str) -> usize {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}
