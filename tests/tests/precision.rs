//! The classic algorithms: all proved, and every removed barrier shown to be needed or proved redundant.

use kverify::Verdict;
use kverify_tests::{corpus, precision};
use std::fs;

#[test]
fn classics() {
    let rows = precision::rows("").expect("the classics parse");
    let mut wrong = Vec::new();
    for row in &rows {
        if row.verdict != Verdict::Proved {
            wrong.push(format!("{} {}: {:?}", row.file, row.kernel, row.verdict));
        }
        for without in row.barriers.iter().filter(|without| !without.is_right()) {
            wrong.push(format!(
                "{} {} without the barrier in line {}: {:?}, and the source says that it is {}",
                row.file,
                row.kernel,
                without.line,
                without.verdict,
                if without.redundant { "redundant" } else { "needed" }
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let page = fs::read_to_string(corpus::root().join("docs/precision.md")).unwrap_or_default();
    assert!(
        without_race_lines(&page) == without_race_lines(&precision::page(&rows)),
        "docs/precision.md is stale: `cargo run -p kverify-tests --bin precision` writes it anew"
    );
}

/// The page but for the lines at which a removed barrier shows: how many of them are found within the time limit is the
/// machine's. That some are found at the right places is the classification above.
fn without_race_lines(page: &str) -> String {
    const RACE: &str = "race ";
    let is_line = |c: char| c.is_ascii_digit() || matches!(c, '/' | ',' | ' ');
    let mut parts = page.split(RACE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + RACE + part.trim_start_matches(is_line))
}
