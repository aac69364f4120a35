//! Baselines: the findings that a project knows of and lives with for now. They are recognised by their content
//! ([`crate::report::fingerprint`]), so edits elsewhere, and a move of the file, keep them known.

use crate::report::base::Base;
use crate::report::fingerprint::Fingerprints;
use crate::report::json::{Comparison, FixedEntry};
use crate::report::{FileReport, Report, words};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The format's name.
const SCHEMA: &str = "kverify-baseline/1";

/// A baseline's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    schema: String,
    /// Sorted, each once.
    findings: Vec<Entry>,
}

/// A known finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Relative to the baseline's folder.
    path: String,
    kernel: String,
    rule: String,
    fingerprint: String,
    message: String,
}

impl Baseline {
    /// All findings of a report that the source does not ignore.
    pub fn of(report: &Report, base: &Base) -> Baseline {
        let findings: BTreeSet<Entry> = report.files.iter().flat_map(|file| entries(file, base)).collect();
        Baseline {
            schema: SCHEMA.to_owned(),
            findings: findings.into_iter().collect(),
        }
    }

    /// How many findings it holds.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The file's text.
    pub fn render(&self) -> String {
        crate::report::visible::to_json(self)
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// If the file cannot be read or is none.
    pub fn read(path: &Path) -> Result<Baseline, String> {
        let shown = path.display();
        let text = crate::files::read_lossy(path).map_err(|error| {
            format!("the baseline {shown} cannot be read: {error}; --write-baseline makes one")
        })?;
        let baseline: Baseline =
            serde_json::from_str(&text).map_err(|error| format!("{shown} is no baseline: {error}"))?;
        if baseline.schema != SCHEMA {
            return Err(format!(
                "{shown} is a baseline of another version ({}); write it again with --write-baseline",
                baseline.schema
            ));
        }
        Ok(baseline)
    }

    /// Marks the findings that are known, and says what became of the others. `is_partial` says that kernels may be
    /// missing from the report although they are still there.
    pub fn apply(&self, report: &mut Report, base: &Base, is_partial: bool) {
        let mut known = BTreeSet::new();
        let mut comparison = Comparison {
            known: 0,
            new: 0,
            fixed: Vec::new(),
        };
        for file in &mut report.files {
            let found = entries(file, base);
            let mut found = found.iter();
            let judged = file.kernels.iter_mut().flat_map(|kernel| &mut kernel.findings);
            for judged in judged.filter(|judged| judged.ignored.is_none()) {
                let Some(entry) = found.next() else { break };
                let same = self.position(entry, base);
                judged.known = same.is_some();
                known.extend(same);
                if judged.known {
                    comparison.known += 1;
                } else {
                    comparison.new += 1;
                }
            }
        }
        let gone = self
            .findings
            .iter()
            .enumerate()
            .filter(|(i, _)| !known.contains(i));
        comparison.fixed = gone
            .filter(|(_, entry)| is_settled(entry, report, base, is_partial))
            .map(|(_, entry)| FixedEntry {
                path: entry.path.clone(),
                kernel: entry.kernel.clone(),
                rule: entry.rule.clone(),
                message: entry.message.clone(),
                fingerprint: entry.fingerprint.clone(),
            })
            .collect();
        report.baseline = Some(comparison);
    }

    /// The finding of the same content in the same file, or in one that is gone: it was moved then.
    fn position(&self, entry: &Entry, base: &Base) -> Option<usize> {
        let same = |known: &Entry| known.fingerprint == entry.fingerprint && known.rule == entry.rule;
        let here = |known: &Entry| same(known) && known.path == entry.path;
        let moved = |known: &Entry| same(known) && !base.root.join(&known.path).exists();
        self.findings
            .iter()
            .position(here)
            .or_else(|| self.findings.iter().position(moved))
    }
}

/// Whether the run would have found it, were it still there.
fn is_settled(entry: &Entry, report: &Report, base: &Base, is_partial: bool) -> bool {
    let path_of = |file: &FileReport| relative(&file.path, base);
    let Some(file) = report.files.iter().find(|file| path_of(file) == entry.path) else {
        return false;
    };
    let mut kernels = file
        .kernels
        .iter()
        .filter(|kernel| kernel.kernel.name == entry.kernel)
        .peekable();
    let is_there = kernels.peek().is_some();
    file.errors.is_empty() && (is_there || !is_partial) && kernels.all(|kernel| kernel.reasons.is_empty())
}

/// In the order of the file's findings, without those that are ignored.
fn entries(file: &FileReport, base: &Base) -> Vec<Entry> {
    let Some(module) = file.module.as_deref() else {
        return Vec::new();
    };
    let path = relative(&file.path, base);
    let mut entries = Vec::new();
    for kernel in &file.kernels {
        let mut fingerprints = Fingerprints::default();
        for judged in &kernel.findings {
            let fingerprint = fingerprints.next(&kernel.kernel, module, &judged.finding);
            if judged.ignored.is_none() {
                entries.push(Entry {
                    path: path.clone(),
                    kernel: kernel.kernel.name.clone(),
                    rule: words::kind_id(judged.finding.kind).to_owned(),
                    fingerprint,
                    message: words::title(&kernel.kernel, &judged.finding),
                });
            }
        }
    }
    entries
}

fn relative(path: &Path, base: &Base) -> String {
    let text = path.display().to_string();
    base.relative(&text).unwrap_or(text)
}

/// Paths in a baseline are relative to its own folder.
pub fn base_of(path: &Path, current: &Path) -> Base {
    let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    Base {
        current: current.to_path_buf(),
        root: current.join(folder),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::exit_status;
    use crate::testing::{race, report};
    use crate::{Options, Status};

    fn racy() -> Report {
        report(&[(race(), Status::Confirmed)], &[], &Options::default())
    }

    #[test]
    fn known_findings_do_not_fail_the_run_and_fixed_ones_are_told() {
        let base = Base::default();
        let baseline = Baseline::of(&racy(), &base);
        assert_eq!((baseline.len(), exit_status(&racy(), false)), (1, 1));
        let mut again = racy();
        baseline.apply(&mut again, &base, false);
        assert_eq!(exit_status(&again, false), 0);
        let mut mended = report(&[], &[], &Options::default());
        baseline.apply(&mut mended, &base, false);
        let comparison = mended.baseline.expect("it was compared");
        assert_eq!(
            (comparison.known, comparison.new, comparison.fixed.len()),
            (0, 0, 1)
        );
    }

    #[test]
    fn what_is_new_fails_and_what_timed_out_is_not_fixed() {
        let base = Base::default();
        let empty = Baseline::of(&report(&[], &[], &Options::default()), &base);
        let mut again = racy();
        empty.apply(&mut again, &base, false);
        assert_eq!(exit_status(&again, false), 1);
        let mut cut_short = report(&[], &["timed out"], &Options::default());
        Baseline::of(&racy(), &base).apply(&mut cut_short, &base, false);
        assert!(cut_short.baseline.expect("it was compared").fixed.is_empty());
    }

    #[test]
    fn a_moved_file_is_recognised_and_a_copy_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let base = Base {
            current: folder.path().to_path_buf(),
            root: folder.path().to_path_buf(),
        };
        let baseline = Baseline::of(&racy(), &base);
        let mut elsewhere = racy();
        elsewhere.files[0].path = "moved.cu".into();
        baseline.apply(&mut elsewhere, &base, false);
        assert!(elsewhere.files[0].kernels[0].findings[0].known);
        std::fs::write(folder.path().join("shift.cu"), "").expect("a file");
        baseline.apply(&mut elsewhere, &base, false);
        assert!(!elsewhere.files[0].kernels[0].findings[0].known);
    }

    #[test]
    fn its_text_is_read_back_and_other_texts_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("baseline.json");
        assert!(Baseline::read(&path).is_err_and(|error| error.contains("--write-baseline")));
        let baseline = Baseline::of(&racy(), &Base::default());
        std::fs::write(&path, baseline.render()).expect("a file");
        assert_eq!(Baseline::read(&path), Ok(baseline));
        std::fs::write(&path, "{\"schema\": \"kverify-baseline/9\", \"findings\": []}").expect("a file");
        assert!(Baseline::read(&path).is_err_and(|error| error.contains("another version")));
    }
}
