//! The tables of `docs/defects.md` are what it says: each row's example is there, and gives what the row says of it.

use kverify_tests::corpus::{self, root};
use kverify_tests::expect;
use kverify_tests::outcome::{FoundFinding, Outcome};
use kverify_tests::tool;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const FOLDER: &str = "tests/cases/defects";

/// What a row says of an example.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    found: String,
    confirmed: String,
    mended: String,
}

struct Row {
    /// None where no rule is about it yet.
    rule: Option<String>,
    example: String,
    said: Said,
}

#[test]
fn rows_say_what_is_found() {
    let rows = rows();
    assert!(rows.len() > 100, "the tables are not read: {}", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        match seen(row) {
            Ok(seen) if seen == row.said => {}
            Ok(seen) => wrong.push(format!(
                "{}: | {} | {} | {} |",
                row.example, seen.found, seen.confirmed, seen.mended
            )),
            Err(error) => wrong.push(format!("{}: {error}", row.example)),
        }
    }
    assert!(
        wrong.is_empty(),
        "docs/defects.md says otherwise:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn every_example_has_a_row() {
    let named: BTreeSet<String> = rows().into_iter().map(|row| row.example).collect();
    let entries = fs::read_dir(root().join(FOLDER)).expect("the folder");
    let there: BTreeSet<String> = entries
        .map(|entry| entry.expect("an entry").file_name().display().to_string())
        .collect();
    assert_eq!(named, there);
}

/// The rows with an example: defect, where it is listed, rule, example, and what is said of it.
fn rows() -> Vec<Row> {
    let page = fs::read_to_string(root().join("docs/defects.md")).expect("the page");
    let mut rows = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, _, rule, example, found, confirmed, mended] = cells[..] else {
            continue;
        };
        if example.starts_with('`') {
            rows.push(Row {
                rule: rule
                    .strip_prefix('[')
                    .and_then(|rest| rest.split(']').next())
                    .map(str::to_owned),
                example: example.trim_matches('`').to_owned(),
                said: Said {
                    found: found.to_owned(),
                    confirmed: confirmed.to_owned(),
                    mended: mended.to_owned(),
                },
            });
        }
    }
    rows
}

fn seen(row: &Row) -> Result<Said, String> {
    let folder = root().join(FOLDER).join(&row.example);
    let entries = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let names: BTreeSet<String> = entries
        .map(|entry| entry.expect("an entry").file_name().display().to_string())
        .collect();
    let ending = |name: &str, stem: &str| Some(name.strip_prefix(stem)?.strip_prefix('.')?.to_owned());
    let of = |stem| -> Vec<String> { names.iter().filter_map(|name| ending(name, stem)).collect() };
    let endings = of("wrong");
    if endings.is_empty() || endings != of("mended") || names.len() != 2 * endings.len() {
        return Err(format!("{names:?} are no pairs of `wrong` and `mended`"));
    }
    let mut cells: [Vec<(String, &str)>; 3] = Default::default();
    for ending in endings {
        let wrong = run(&folder.join(format!("wrong.{ending}")))?;
        let mended = run(&folder.join(format!("mended.{ending}")))?;
        let rule = row.rule.as_deref();
        cells[0].push((ending.clone(), found(&wrong, rule)));
        cells[1].push((ending.clone(), confirmed(&wrong, rule)));
        cells[2].push((ending, silent(&mended, rule)));
    }
    let [found, confirmed, mended] = cells.map(|answers| cell(&answers));
    Ok(Said {
        found,
        confirmed,
        mended,
    })
}

fn run(path: &Path) -> Result<Outcome, String> {
    let failed = |error: String| format!("{}: {error}", corpus::short_name(path));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let case = expect::parse(&text).map_err(failed)?;
    tool::run(path, &text, &case.settings).map_err(failed)
}

/// One word where all languages agree, else a word for each.
fn cell(answers: &[(String, &str)]) -> String {
    let (_, first) = answers[0];
    if answers.iter().all(|(_, answer)| *answer == first) {
        return first.to_owned();
    }
    let each: Vec<String> = answers
        .iter()
        .map(|(ending, answer)| format!("{ending}: {answer}"))
        .collect();
    each.join(", ")
}

/// The findings of a rule, and whether they are about host code.
fn findings<'a>(outcome: &'a Outcome, rule: Option<&'a str>) -> Vec<(&'a FoundFinding, bool)> {
    let of_kernels = outcome.kernels.iter().flat_map(|kernel| &kernel.findings);
    of_kernels
        .map(|found| (found, false))
        .chain(outcome.host.iter().map(|found| (found, true)))
        .filter(|(found, _)| found.words.first().map(String::as_str) == rule)
        .collect()
}

fn found(outcome: &Outcome, rule: Option<&str>) -> &'static str {
    if !outcome.errors.is_empty() {
        return "refused";
    }
    let found = findings(outcome, rule);
    let has = |severity: &str| found.iter().any(|(finding, _)| finding.severity == severity);
    let is_open = |verdict: &str| !["proved", "conditional"].contains(&verdict);
    if has("error") {
        "yes"
    } else if has("warning") {
        "warning"
    } else if has("note") {
        "note"
    } else if outcome.kernels.iter().any(|kernel| is_open(&kernel.verdict)) {
        "unknown"
    } else {
        "not yet"
    }
}

fn confirmed(outcome: &Outcome, rule: Option<&str>) -> &'static str {
    let found = findings(outcome, rule);
    if found.is_empty() {
        "-"
    } else if found.iter().any(|(_, of_host)| *of_host) {
        "host"
    } else if found.iter().any(|(finding, _)| finding.status == "confirmed") {
        "yes"
    } else {
        "no"
    }
}

fn silent(outcome: &Outcome, rule: Option<&str>) -> &'static str {
    match outcome.exit {
        0 if rule.is_none() || findings(outcome, rule).is_empty() => "yes",
        3 => "unknown",
        _ => "no",
    }
}
