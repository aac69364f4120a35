//! The tables of `docs/soundness.md` are what it says: each row names tests that exist, and each assumption is one that is made.

use kverify::answer::Taken;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn rows_name_tests_that_exist() {
    let files = Files::read();
    let rows = rows();
    assert!(rows.len() > 100, "the tables are not read: {}", rows.len());
    let unknown: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            let named = quoted(row.last().unwrap());
            let none = named.is_empty() && !["none", "all cases"].contains(&row.last().unwrap().as_str());
            let lost = named.into_iter().filter(|name| !files.have(name));
            lost.chain(none.then(|| "no test".to_owned()))
                .map(|what| format!("{what}: {}", row[0]))
        })
        .collect();
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

#[test]
fn assumptions_have_rows() {
    let rows = rows();
    let of_assumptions = rows
        .iter()
        .filter(|row| row.len() == 5 && row[0].starts_with('`') && !row[0].contains(' '));
    let mut ids: Vec<String> = of_assumptions.flat_map(|row| quoted(&row[0])).collect();
    ids.sort();
    assert_eq!(ids, Vec::from_iter(Taken::ALL.iter().map(|taken| taken.id())));
    let sources: String = ["smt-encoding/src", "verifier/src"]
        .iter()
        .flat_map(|folder| paths(&root().join(folder)))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    for taken in Taken::ALL {
        assert!(
            sources.contains(&format!("Taken::{taken:?}")),
            "nothing assumes {taken:?}"
        );
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The cells of all rows but the heads.
fn rows() -> Vec<Vec<String>> {
    let page = fs::read_to_string(root().join("docs/soundness.md")).unwrap();
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
    let is_rule = |line: &str| line.starts_with("|---");
    let heads = |n: usize| lines.get(n + 1).is_some_and(|next| is_rule(next));
    let of_rows = (0..lines.len()).filter(|&n| !is_rule(lines[n]) && !heads(n));
    of_rows
        .map(|n| {
            let line = lines[n].replace("\\|", "\u{0}");
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().replace('\u{0}', "|")).collect()
        })
        .collect()
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// All files below a folder.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| match path.is_dir() {
            true => paths(&path),
            false => vec![path],
        })
        .collect()
}

struct Files {
    /// From the root, without extensions.
    names: Vec<String>,
    /// The Rust sources.
    text: String,
}

impl Files {
    fn read() -> Files {
        let folders = ["examples", "frontend", "smt-encoding", "tests", "verifier"];
        let all: Vec<PathBuf> = folders
            .iter()
            .flat_map(|folder| paths(&root().join(folder)))
            .collect();
        let sources = all
            .iter()
            .filter(|path| path.extension().is_some_and(|e| e == "rs"));
        Files {
            text: sources.map(|path| fs::read_to_string(path).unwrap()).collect(),
            names: all
                .iter()
                .map(|path| path.strip_prefix(root()).unwrap().display().to_string())
                .collect(),
        }
    }

    /// Whether there is a file or folder of that name, as the page writes it, or a test function.
    fn have(&self, name: &str) -> bool {
        let of_kind = |kind: &str, rest: &str| format!("tests/cases/{kind}/*/{rest}");
        let patterns = match name.split_once('/') {
            Some(("cases", rest)) => vec![of_kind("data-race", rest)],
            Some(("divergence", rest)) => vec![of_kind("barrier-divergence", rest)],
            Some(("unmodelled", rest)) => vec![of_kind("unmodelled", rest), format!("tests/cases/{name}")],
            Some(_) => vec![name.to_owned(), format!("tests/cases/{name}")],
            None => {
                return self.text.contains(&format!("fn {name}("))
                    || self.names.iter().any(|n| n.ends_with(&format!("/{name}")));
            }
        };
        self.names
            .iter()
            .any(|file| patterns.iter().any(|pattern| fits(file, pattern)))
    }
}

/// Whether a file is what a pattern names, or lies below.
fn fits(file: &str, pattern: &str) -> bool {
    let mut parts = file.split('/');
    pattern.split('/').all(|wanted| {
        parts
            .next()
            .is_some_and(|part| wanted == "*" || part == wanted || part.split('.').next() == Some(wanted))
    })
}
