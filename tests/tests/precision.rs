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
        page == precision::page(&rows),
        "docs/precision.md is stale: `cargo run -p kverify-tests --bin precision` writes it anew"
    );
}
