//! The manual: mdBook builds it, and every link of it and of the other pages leads somewhere.

use kverify_tests::corpus::root;
use kverify_tests::lockstep;
use kverify_tests::markdown::{broken_links, links};
use mdbook_driver::MDBook;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// All Markdown files below a folder, relative to the root.
fn pages(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path.strip_prefix(root()).expect("below the root").to_path_buf());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut files = pages("docs");
    assert!(files.len() > 20, "{files:?}");
    let others = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "CODE_OF_CONDUCT.md",
        "SECURITY.md",
    ];
    files.extend(others.map(PathBuf::from));
    assert_eq!(broken_links(&root(), &files), [""; 0]);
}

#[test]
fn every_page_is_a_chapter_and_no_link_leaves_the_book() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("a summary");
    let chapters: BTreeSet<PathBuf> = links(&summary)
        .into_iter()
        .map(|link| Path::new("docs").join(link.target))
        .collect();
    let pages: BTreeSet<PathBuf> = pages("docs").into_iter().collect();
    let missing: Vec<&PathBuf> = pages
        .difference(&chapters)
        .filter(|page| !page.ends_with("SUMMARY.md"))
        .collect();
    assert!(missing.is_empty(), "SUMMARY.md leaves out {missing:?}");
    for page in &pages {
        let text = std::fs::read_to_string(root().join(page)).expect("a page");
        let depth = page.components().count() - 2;
        for link in links(&text) {
            assert!(
                link.target.matches("../").count() <= depth,
                "{}:{}: {} leads out of the book",
                page.display(),
                link.line,
                link.target
            );
        }
    }
}

#[test]
fn mdbook_builds_it() {
    let target = tempfile::tempdir().expect("a folder");
    let mut book = MDBook::load(root().join("docs")).expect("docs/book.toml");
    book.config.build.build_dir = target.path().to_path_buf();
    book.build().expect("the book is built");
    for (page, words) in [
        ("index.html", "witness"),
        ("getting-started.html", "cargo xtask install"),
        ("rules/data-race.html", "What orders two accesses"),
        ("editors/index.html", "Neovim"),
    ] {
        let html = std::fs::read_to_string(target.path().join(page))
            .unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(html.contains(words), "{page}");
    }
}

#[test]
fn the_table_of_lock_step_is_what_is_found() {
    let page = std::fs::read_to_string(root().join("docs/replay.md")).expect("the page");
    let table = lockstep::table(&root().join("examples/clvis/table1.cl")).expect("it is verified");
    assert_eq!(table.lines().count(), 2 + 15, "the kernels of CL-Vis's table");
    assert!(
        page.contains(&table),
        "docs/replay.md does not hold this table:\n{table}"
    );
}
