//! Baselines: the findings that a project knows of and lives with for now.
//!
//! A finding is recognised by kernel, rule and array: which of several pairs of accesses an analysis reaches first is no matter of
//! the project's. Where there is no array, and in a file that was moved, it is recognised by its content
//! ([`crate::report::fingerprint`]). So edits elsewhere keep it known.

use crate::report::base::Base;
use crate::report::fingerprint::Fingerprints;
use crate::report::json::{self, Comparison, FixedEntry, SeverityName};
use crate::report::{FileReport, KernelReport, Report, words};
use crate::verdict::{self, Judged, Status};
use kverify_frontend::ir::Kernel;
use kverify_smt::answer::{Finding, Unknown};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The format's name.
const SCHEMA: &str = "kverify-baseline/2";

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
    /// What is raced on, or accessed; empty where that is no named array.
    array: String,
    /// A known warning does not hide an error.
    severity: SeverityName,
    fingerprint: String,
    message: String,
}

impl Entry {
    /// What the finding says, without the number that tells findings apart that say the same.
    fn content(&self) -> &str {
        self.fingerprint.split(':').next().unwrap_or_default()
    }

    /// Whether a known finding is this one.
    fn is_known_as(&self, known: &Entry) -> bool {
        let same = (&known.kernel, &known.rule, &known.array) == (&self.kernel, &self.rule, &self.array);
        let as_grave = known.severity <= self.severity;
        same && as_grave && (!self.array.is_empty() || known.content() == self.content())
    }
}

impl Baseline {
    /// All findings of a report that the source does not ignore, but of kernels that the clock cut short.
    pub fn of(report: &Report, base: &Base) -> Baseline {
        let mut found: Vec<Entry> = Vec::new();
        for file in &report.files {
            found.extend(entries(file, base, |kernel| !kernel.is_cut_by_clock()));
        }
        // The gravest first: it stands for all that are recognised as it.
        found.sort_by(|a, b| (a.severity, a).cmp(&(b.severity, b)));
        let mut findings: Vec<Entry> = Vec::new();
        for entry in found {
            if !findings
                .iter()
                .any(|known| known.path == entry.path && entry.is_known_as(known))
            {
                findings.push(entry);
            }
        }
        findings.sort();
        Baseline {
            schema: SCHEMA.to_owned(),
            findings,
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
            let found = entries(file, base, |_| true);
            let mut found = found.iter();
            let judged = file.kernels.iter_mut().flat_map(|kernel| &mut kernel.findings);
            let of_kernels = judged
                .filter(|judged| judged.ignored.is_none())
                .map(|judged| &mut judged.known);
            let on_host = file.host.findings.iter_mut();
            let of_host = on_host
                .filter(|finding| finding.ignored.is_none())
                .map(|finding| &mut finding.known);
            for is_known in of_kernels.chain(of_host) {
                let Some(entry) = found.next() else { break };
                let same = self.position(entry, base);
                *is_known = same.is_some();
                known.extend(same);
                if *is_known {
                    comparison.known += 1;
                } else {
                    comparison.new += 1;
                }
            }
        }
        let cut = report.files.iter_mut().flat_map(|file| &mut file.kernels);
        let cut = cut.filter(|kernel| kernel.is_cut_by_clock());
        comparison.new -= cut.map(leave_open).sum::<usize>();
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

    /// The finding in the same file, or of the same content in one that is gone: it was moved then.
    fn position(&self, entry: &Entry, base: &Base) -> Option<usize> {
        let here = |known: &Entry| known.path == entry.path && entry.is_known_as(known);
        let moved = |known: &Entry| {
            entry.is_known_as(known)
                && known.content() == entry.content()
                && !base.root.join(&known.path).exists()
        };
        self.findings
            .iter()
            .position(here)
            .or_else(|| self.findings.iter().position(moved))
    }
}

/// Makes reasons for not knowing of what is only possible and not in the baseline, of a kernel that the clock cut short: on another day
/// it may be nothing. How many those were.
fn leave_open(kernel: &mut KernelReport) -> usize {
    let is_open =
        |judged: &Judged| judged.status == Status::Possible && !judged.known && judged.ignored.is_none();
    let (open, findings): (Vec<Judged>, Vec<Judged>) = std::mem::take(&mut kernel.findings)
        .into_iter()
        .partition(is_open);
    kernel.findings = findings;
    let reason = |judged: &Judged| Unknown {
        message: format!(
            "{}, possibly: the clock cut the analysis short, and it is not compared with the baseline (--timeout gives more time)",
            words::title(&kernel.kernel, &judged.finding)
        ),
        loc: Some(judged.finding.places[0].loc),
    };
    kernel.reasons.extend(open.iter().map(reason));
    if !open.is_empty() {
        kernel.verdict = verdict::verdict(&kernel.findings, &kernel.reasons);
    }
    open.len()
}

/// Whether the run would have found it, were it still there.
fn is_settled(entry: &Entry, report: &Report, base: &Base, is_partial: bool) -> bool {
    let path_of = |file: &FileReport| relative(&file.path, base);
    let Some(file) = report.files.iter().find(|file| path_of(file) == entry.path) else {
        return false;
    };
    if file
        .host
        .functions
        .iter()
        .any(|function| function.name == entry.kernel)
    {
        return file.errors.is_empty();
    }
    let mut kernels = file
        .kernels
        .iter()
        .filter(|kernel| kernel.kernel.name == entry.kernel)
        .peekable();
    let is_there = kernels.peek().is_some();
    let is_whole = |kernel: &KernelReport| kernel.reasons.is_empty() && !kernel.is_cut_by_clock();
    file.errors.is_empty() && (is_there || !is_partial) && kernels.all(is_whole)
}

/// In the order of the file's findings, without those that are ignored, of the kernels that are asked for.
fn entries(file: &FileReport, base: &Base, is_asked: impl Fn(&KernelReport) -> bool) -> Vec<Entry> {
    let Some(module) = file.module.as_deref() else {
        return Vec::new();
    };
    let path = relative(&file.path, base);
    let mut entries = Vec::new();
    for kernel in file.kernels.iter().filter(|kernel| is_asked(kernel)) {
        let mut fingerprints = Fingerprints::default();
        for judged in &kernel.findings {
            let fingerprint = fingerprints.next(&kernel.kernel, module, &judged.finding);
            if judged.ignored.is_none() {
                entries.push(Entry {
                    path: path.clone(),
                    kernel: kernel.kernel.name.clone(),
                    rule: words::kind_id(judged.finding.kind).to_owned(),
                    array: array(&kernel.kernel, &judged.finding),
                    severity: json::severity_name(judged.severity),
                    fingerprint,
                    message: words::title(&kernel.kernel, &judged.finding),
                });
            }
        }
    }
    let fingerprints = json::host_fingerprints(&file.host.findings, module);
    for (finding, fingerprint) in file.host.findings.iter().zip(fingerprints) {
        if finding.ignored.is_none() {
            entries.push(Entry {
                path: path.clone(),
                kernel: finding.function.0.clone(),
                rule: finding.rule.id().to_owned(),
                array: String::new(),
                severity: json::severity_name(finding.severity),
                fingerprint,
                message: finding.message.clone(),
            });
        }
    }
    entries
}

fn array(kernel: &Kernel, finding: &Finding) -> String {
    let object = finding.object.and_then(|id| kernel.objects.get(id));
    object.map(|object| object.name.clone()).unwrap_or_default()
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

    /// What the clock cut short is another thing on another day.
    #[test]
    fn what_the_clock_cut_is_not_written_and_not_fixed() {
        let base = Base::default();
        let baseline = Baseline::of(&racy(), &base);
        let cut = |mut report: Report| {
            report.files[0].kernels[0].stats.timed_out = true;
            report
        };
        assert!(Baseline::of(&cut(racy()), &base).is_empty());
        let mut again = cut(report(&[], &[], &Options::default()));
        baseline.apply(&mut again, &base, false);
        assert!(again.baseline.expect("it was compared").fixed.is_empty());
        let mut known = cut(racy());
        baseline.apply(&mut known, &base, false);
        assert!(known.files[0].kernels[0].findings[0].known);
    }

    #[test]
    fn another_pair_on_the_array_is_known_and_a_graver_finding_or_another_array_is_not() {
        let base = Base::default();
        let baseline = Baseline::of(&racy(), &base);
        let is_known = |baseline: &Baseline, change: &dyn Fn(&mut crate::verdict::Judged)| {
            let mut report = racy();
            change(&mut report.files[0].kernels[0].findings[0]);
            baseline.apply(&mut report, &base, false);
            report.files[0].kernels[0].findings[0].known
        };
        assert!(is_known(&baseline, &|judged| judged.finding.places[1] =
            judged.finding.places[0].clone()));
        assert!(!is_known(&baseline, &|judged| judged.finding.object =
            Some(kverify_frontend::ir::ObjectId(1))));
        assert!(!is_known(&baseline, &|judged| judged.finding.object = None));
        let mut harmless = racy();
        harmless.files[0].kernels[0].findings[0].severity = crate::Severity::Warning;
        assert!(!is_known(&Baseline::of(&harmless, &base), &|_| {}));
    }

    /// Two pairs on one array are one entry, and none of it is fixed as long as one of them is there.
    #[test]
    fn several_pairs_on_an_array_are_one_entry() {
        let base = Base::default();
        let mut other = race();
        other.places[1] = other.places[0].clone();
        let both = [(race(), Status::Confirmed), (other, Status::Possible)];
        let baseline = Baseline::of(&report(&both, &[], &Options::default()), &base);
        assert_eq!(baseline.len(), 1);
        let mut one = racy();
        baseline.apply(&mut one, &base, false);
        let comparison = one.baseline.expect("it was compared");
        assert_eq!(
            (comparison.known, comparison.new, comparison.fixed.len()),
            (1, 0, 0)
        );
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
