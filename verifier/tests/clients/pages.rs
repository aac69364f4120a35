//! What the manual says of hooks and of CI is what is there.

use super::repository::Repository;
use super::{free, kverify_folder, path_with, racy, root, said};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn yaml(path: &str) -> Value {
    serde_yaml_ng::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The indented blocks of a page, without the indent.
fn blocks(page: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in page.lines() {
        let last = blocks.last_mut().expect("there is always one");
        match line.strip_prefix("    ") {
            Some(code) => *last += &format!("{code}\n"),
            // An empty line may be a block's own.
            None if line.is_empty() && !last.is_empty() => last.push('\n'),
            None => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| !block.trim().is_empty());
    blocks
}

/// The code in the first cells of a page's tables.
fn first_cells(page: &str) -> BTreeSet<String> {
    let cells = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    cells.map(str::to_owned).collect()
}

#[test]
fn the_page_names_every_hook_and_no_other() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let ids = hooks.as_array().expect("a list").iter();
    let ids: BTreeSet<String> = ids
        .map(|hook| hook["id"].as_str().expect("an id").to_owned())
        .collect();
    assert_eq!(first_cells(&read("docs/hooks.md")), ids);
}

#[test]
fn the_page_names_every_input_with_its_default() {
    let (page, action) = (read("docs/ci.md"), yaml("action.yml"));
    let inputs = action["inputs"].as_object().expect("inputs");
    assert_eq!(first_cells(&page), inputs.keys().cloned().collect());
    for (name, input) in inputs {
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` |")))
            .expect("a row");
        let default = input["default"].as_str().expect("a default");
        let shown = row
            .split('|')
            .nth(2)
            .expect("a second cell")
            .trim()
            .trim_matches('`');
        assert_eq!(shown, default, "{name}");
    }
    // And its examples are YAML that uses no other inputs.
    let examples: Vec<String> = blocks(&page)
        .into_iter()
        .filter(|block| block.contains("uses:"))
        .collect();
    assert!(examples.len() > 1);
    for example in examples {
        let value: Value =
            serde_yaml_ng::from_str(&example).unwrap_or_else(|error| panic!("{error}: {example}"));
        let steps = value.pointer("/jobs/kernels/steps").unwrap_or(&value);
        for step in steps.as_array().expect("steps") {
            let is_ours = step["uses"]
                .as_str()
                .is_some_and(|uses| uses.contains("/kverify@"));
            let with = step["with"].as_object().filter(|_| is_ours);
            for name in with.into_iter().flat_map(|with| with.keys()) {
                assert!(inputs.contains_key(name), "{name}: {example}");
            }
        }
    }
}

#[test]
fn the_hook_for_git_alone_keeps_races_out() {
    let page = read("docs/hooks.md");
    let script = blocks(&page)
        .into_iter()
        .find(|block| block.starts_with("#!/bin/sh"))
        .expect("a script");
    let mut repository = Repository::new();
    repository.variables = vec![("PATH", path_with(&[kverify_folder()]))];
    let hook = repository.write(".git/hooks/pre-commit", &script);
    Command::new("chmod")
        .arg("+x")
        .arg(&hook)
        .status()
        .expect("chmod runs");
    let commit = |file: &str, text: &str| {
        repository.write(file, text);
        repository.git(&["add", "--all"]);
        repository.try_git(&["commit", "--quiet", "--message", "a change"])
    };
    let refused = commit("a b.cu", &racy("k"));
    assert!(!refused.status.success(), "{}", said(&refused));
    assert!(said(&refused).contains("data race on `a`"), "{}", said(&refused));
    let taken = commit("a b.cu", &free("k"));
    assert!(
        taken.status.success() && said(&taken).is_empty(),
        "{}",
        said(&taken)
    );
    let unconcerned = commit("notes.txt", "nothing\n");
    assert!(
        unconcerned.status.success() && said(&unconcerned).is_empty(),
        "{}",
        said(&unconcerned)
    );
}
