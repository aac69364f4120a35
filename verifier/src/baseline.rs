//! Baselines: the findings that a project knows of and lives with for now.
//!
//! A finding is recognised by kernel, rule and array: which of several pairs of accesses an analysis reaches first is no matter of
//! the project's. Where there is no array, and in a file that was moved, it is recognised by its content
//! ([`crate::report::fingerprint`]). So edits elsewhere keep it known.

use crate::report::base::Base;
use crate::report::fingerprint::Fingerprints;
use crate::report::json::finding::SeverityName;
use crate::report::json::{self, Comparison, FixedEntry};
use crate::report::{FileReport, KernelReport, Report, ids, words};
use crate::verdict::{self, Judged, Severity, Status};
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
        for file in &mut report.files {
            let path = relative(&file.path, base);
            for kernel in file.kernels.iter_mut().filter(|kernel| kernel.is_cut_by_clock()) {
                let excused = self.excuse(&path, kernel);
                comparison.known += excused;
                comparison.new -= excused + leave_open(kernel);
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

    /// Marks errors of a kernel that the clock cut short, and that are known as warnings: there was no time to see what excuses them. How
    /// many those were.
    fn excuse(&self, path: &str, kernel: &mut KernelReport) -> usize {
        let name = &kernel.kernel.name;
        let is_excused = |judged: &Judged| {
            let array = array(&kernel.kernel, &judged.finding);
            let rule = ids::kind_id(judged.finding.kind);
            let is_it = |known: &Entry| {
                (known.path.as_str(), &known.kernel, known.rule.as_str()) == (path, name, rule)
                    && known.array == array
                    && known.severity == json::severity_name(Severity::Warning)
            };
            judged.ignored.is_none() && !judged.known && self.findings.iter().any(is_it)
        };
        let excused: Vec<bool> = kernel.findings.iter().map(is_excused).collect();
        for (judged, is_excused) in kernel.findings.iter_mut().zip(&excused) {
            judged.known |= is_excused;
        }
        excused.into_iter().filter(|is_excused| *is_excused).count()
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
                    rule: ids::kind_id(judged.finding.kind).to_owned(),
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
mod tests;
