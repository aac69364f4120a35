//! `--since REV`: which kernels a change concerns.
//!
//! A kernel is concerned if a changed line lies in its body or in the body of a function that was inlined into it. A change
//! outside of all of them (a macro, a type, a launch in host code, a constant) may bear on any kernel of the files that hold or include
//! the line: then all of them are concerned. So a kernel that is left out reads the same as before.

use crate::report::base::cleaned;
use kverify_frontend::index::Idx as _;
use kverify_frontend::ir::{FileId, Kernel, Module, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Changed lines by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    current: PathBuf,
    by_path: BTreeMap<PathBuf, Change>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// The file is new.
    Whole,
    /// Lines of the file as it is now; a deletion stands at the lines around it.
    Lines(Vec<RangeInclusive<u32>>),
}

impl Changes {
    /// Asks git what the files in the working tree have that `revision` has not, untracked files included.
    ///
    /// # Errors
    /// If git is missing, `current` is in no repository, or there is no such revision.
    pub fn since(revision: &str, current: &Path) -> Result<Changes, String> {
        if revision.starts_with('-') {
            return Err(format!("`{revision}` is no revision"));
        }
        let root = git(current, &["rev-parse", "--show-toplevel"])?;
        let root = PathBuf::from(root.trim_end_matches('\n'));
        let options = [
            "--unified=0",
            "--no-color",
            "--no-ext-diff",
            "--no-renames",
            "--no-prefix",
        ];
        let mut arguments = vec!["-c", "core.quotePath=false", "diff"];
        arguments.extend(options);
        arguments.extend([revision, "--"]);
        let diff = git(&root, &arguments)?;
        let mut by_path = parse(&diff, &root);
        let untracked = git(&root, &["ls-files", "--others", "--exclude-standard", "-z"])?;
        for path in untracked.split('\0').filter(|path| !path.is_empty()) {
            by_path.insert(root.join(path), Change::Whole);
        }
        Ok(Changes {
            current: current.to_path_buf(),
            by_path,
        })
    }

    fn of(&self, path: &str) -> Option<&Change> {
        let path = cleaned(&self.current.join(path));
        self.by_path.get(&path).or_else(|| {
            // git knows files by their real paths.
            let real = std::fs::canonicalize(path).ok()?;
            self.by_path.get(&real)
        })
    }

    /// Whether a kernel of a module may mean something else than before.
    pub fn concern(&self, kernel: &Kernel, module: &Module) -> bool {
        let mine = lines_of(kernel);
        let all: BTreeSet<(FileId, u32)> = module.kernels.iter().flat_map(lines_of).collect();
        // What holds no kernel's code is outside of all kernels.
        if module.included.iter().any(|file| self.of(&file.path).is_some()) {
            return true;
        }
        module.files.iter().enumerate().any(|(index, file)| {
            let id = FileId::new(index);
            match self.of(&file.path) {
                None => false,
                Some(Change::Whole) => true,
                Some(Change::Lines(ranges)) => ranges
                    .iter()
                    .flat_map(Clone::clone)
                    .any(|line| mine.contains(&(id, line)) || !all.contains(&(id, line))),
            }
        })
    }
}

/// The lines from a kernel's name to its last statement, and those of what was inlined into it.
fn lines_of(kernel: &Kernel) -> BTreeSet<(FileId, u32)> {
    let mut lines = BTreeSet::new();
    let mut last = kernel.span.line;
    let mut add = |span: &Span, is_own: bool| {
        lines.extend((span.line..=span.end_line).map(|line| (span.file, line)));
        if is_own && span.file == kernel.span.file {
            last = last.max(span.end_line);
        }
    };
    for block in kernel.blocks.iter() {
        for statement in &block.stmts {
            add(&statement.loc.span, statement.loc.call.is_none());
        }
        add(&block.term.loc.span, block.term.loc.call.is_none());
    }
    for call in kernel.calls.iter() {
        add(&call.loc.span, call.loc.call.is_none());
    }
    lines.extend((kernel.span.line..=last).map(|line| (kernel.span.file, line)));
    lines
}

/// The changed lines in the output of `git diff --unified=0 --no-prefix`.
fn parse(diff: &str, root: &Path) -> BTreeMap<PathBuf, Change> {
    let mut by_path: BTreeMap<PathBuf, Change> = BTreeMap::new();
    let mut file: Option<PathBuf> = None;
    for line in diff.lines() {
        if let Some(path) = line.strip_prefix("+++ ") {
            let path = path.trim_end_matches('\t');
            file = (path != "/dev/null").then(|| root.join(path));
        } else if let (Some(hunk), Some(path)) = (line.strip_prefix("@@ "), &file)
            && let Some(lines) = hunk_lines(hunk)
        {
            let change = by_path
                .entry(path.clone())
                .or_insert_with(|| Change::Lines(Vec::new()));
            if let Change::Lines(ranges) = change {
                ranges.push(lines);
            }
        }
    }
    by_path
}

/// The lines that `-a,b +c,d @@` leaves changed.
fn hunk_lines(hunk: &str) -> Option<RangeInclusive<u32>> {
    let added = hunk.split_whitespace().find_map(|word| word.strip_prefix('+'))?;
    let (start, count) = match added.split_once(',') {
        Some((start, count)) => (start.parse().ok()?, count.parse().ok()?),
        None => (added.parse().ok()?, 1),
    };
    let start: u32 = start;
    let count: u32 = count;
    Some(match count {
        // Deleted: what is before and after it now.
        0 => start.max(1)..=start.saturating_add(1),
        count => start..=start.saturating_add(count - 1),
    })
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .map_err(|error| format!("git cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!("git says: {}", words.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_name_the_lines_that_are_there_now() {
        let diff = "diff --git a.cu a.cu\n--- a.cu\n+++ a.cu\n@@ -3 +3,2 @@ void k\n-x\n+y\n+z\n@@ -9,2 +10,0 @@\n-p\n-q\n\
                    diff --git old.cu old.cu\n--- old.cu\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n";
        let changes = parse(diff, Path::new("/r"));
        let expected = Change::Lines(vec![3..=4, 10..=11]);
        assert_eq!(changes, BTreeMap::from([(PathBuf::from("/r/a.cu"), expected)]));
    }
}
