//! Two runs side by side: what is new, what is fixed, what changed.
//!
//! Kernels are the same if file, name, template arguments and position among the launches agree; findings of a kernel
//! are the same if kind, scope, space, variant and the text of both accesses agree, wherever they stand: lines may move.

use super::results::{MOST_BYTES, Results};
use crate::files;
use crate::report::json::finding::{FindingEntry, SeverityName, StatusName};
use crate::report::json::kernel::{CutName, KernelEntry, VerdictName};
use crate::report::json::{Document, File};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// What changed from an old run to a new one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// Findings that the old run lacks, in the new run's order.
    pub new: Vec<Change>,
    /// Findings that the new run lacks, of kernels that it still has.
    pub fixed: Vec<Change>,
    /// Kernels whose verdict changed.
    pub verdicts: Vec<VerdictChange>,
    /// Kernels that only the new run has.
    pub added: Vec<String>,
    /// Kernels that only the old run has.
    pub removed: Vec<String>,
    /// Kernels that the clock cut short in one of the runs: their verdicts are not compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<String>,
    /// Files with input errors in the new run only.
    pub newly_broken: Vec<String>,
}

/// A finding of one run only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// `path:line: kernel`.
    pub place: String,
    /// How much it matters.
    pub severity: SeverityName,
    /// The rule.
    pub rule: String,
    /// In one line.
    pub message: String,
}

/// A verdict that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerdictChange {
    /// `path: kernel`.
    pub kernel: String,
    /// Before.
    pub old: VerdictName,
    /// Now.
    pub new: VerdictName,
}

/// Reads a results file or a `kverify/1` document.
///
/// # Errors
/// If it is neither.
pub fn read(path: &Path) -> Result<Vec<File>, String> {
    let text = files::read_at_most(path, MOST_BYTES)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    if let Ok(document) = serde_json::from_str::<Document>(&text) {
        return Ok(document.files);
    }
    let results = Results::parse(&text)
        .map_err(|why| format!("{}: {why}, nor is it a report in JSON", path.display()))?;
    Ok(results.files())
}

type Kernels<'a> = BTreeMap<(&'a str, String, usize), &'a KernelEntry>;

fn kernels(files: &[File]) -> Kernels<'_> {
    let mut found: Kernels<'_> = BTreeMap::new();
    for file in files {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for kernel in &file.kernels {
            let name = format!("{}{}", kernel.name, kernel.instantiation);
            let launch = seen.entry(name.clone()).or_default();
            found.insert((&file.path, name, *launch), kernel);
            *launch += 1;
        }
    }
    found
}

/// Compares two runs.
pub fn compare(old: &[File], new: &[File]) -> Comparison {
    let (before, after) = (kernels(old), kernels(new));
    let mut comparison = Comparison::default();
    for (key @ (path, name, _), now) in &after {
        let kernel = format!("{path}: {name}");
        let Some(then) = before.get(key) else {
            comparison.added.push(kernel);
            comparison
                .new
                .extend(now.findings.iter().map(|f| change(path, name, f)));
            continue;
        };
        let is_cut = |entry: &KernelEntry| entry.cut == Some(CutName::Clock);
        if is_cut(then) || is_cut(now) {
            // What a run has shown is so all the same; which pair on an array it reaches hangs on where it was cut.
            let is_known = |f: &FindingEntry| then.findings.iter().any(|known| subject(known) == subject(f));
            let shown = now
                .findings
                .iter()
                .filter(|f| f.status == StatusName::Confirmed && !is_known(f));
            comparison.new.extend(shown.map(|f| change(path, name, f)));
            comparison.cut.push(kernel);
            continue;
        }
        if then.verdict != now.verdict {
            comparison.verdicts.push(VerdictChange {
                kernel,
                old: then.verdict,
                new: now.verdict,
            });
        }
        comparison
            .new
            .extend(beyond(now, then).map(|f| change(path, name, f)));
        comparison
            .fixed
            .extend(beyond(then, now).map(|f| change(path, name, f)));
    }
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    comparison.removed = gone.map(|(path, name, _)| format!("{path}: {name}")).collect();
    let broken = |files: &[File]| -> BTreeSet<String> {
        let broken = files.iter().filter(|file| !file.errors.is_empty());
        broken.map(|file| file.path.clone()).collect()
    };
    comparison.newly_broken = broken(new).difference(&broken(old)).cloned().collect();
    comparison
}

/// Findings of `a` that `b` lacks; several that look alike count one by one.
fn beyond<'a>(a: &'a KernelEntry, b: &KernelEntry) -> impl Iterator<Item = &'a FindingEntry> + use<'a> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for finding in &b.findings {
        *known.entry(content(finding)).or_default() += 1;
    }
    a.findings
        .iter()
        .filter(move |finding| match known.get_mut(&content(finding)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        })
}

/// What a finding is about: its rule, and the array that its message names.
fn subject(finding: &FindingEntry) -> (&str, Option<&str>) {
    (&finding.rule, finding.message.split('`').nth(1))
}

/// What makes a finding this one, wherever it stands.
fn content(finding: &FindingEntry) -> String {
    let mut accesses: Vec<String> = finding
        .accesses
        .iter()
        .map(|access| {
            let text: Vec<&str> = access.text.split_whitespace().collect();
            format!("{} {}", access.what, text.join(" "))
        })
        .collect();
    accesses.sort();
    format!(
        "{} {} {:?} {:?} {:?} {}",
        finding.rule,
        finding.scope,
        finding.space,
        finding.variant,
        finding.severity,
        accesses.join(" | ")
    )
}

fn change(path: &str, name: &str, finding: &FindingEntry) -> Change {
    let line = finding.accesses.first().map_or(1, |access| access.line);
    Change {
        place: format!("{path}:{line}: {name}"),
        severity: finding.severity,
        rule: finding.rule.clone(),
        message: finding.message.clone(),
    }
}

/// How good a verdict is.
fn rank(verdict: VerdictName) -> u8 {
    match verdict {
        VerdictName::Proved => 0,
        VerdictName::Conditional => 1,
        VerdictName::Unknown => 2,
        VerdictName::Suspect => 3,
        VerdictName::Violated => 4,
    }
}

impl Comparison {
    /// Whether something is worse than before: a new finding that is an error, a worse verdict, a file that cannot be
    /// read any more. New kernels that are unknown are not worse.
    pub fn is_worse(&self) -> bool {
        self.new
            .iter()
            .any(|change| change.severity == SeverityName::Error)
            || self
                .verdicts
                .iter()
                .any(|change| rank(change.new) > rank(change.old))
            || !self.newly_broken.is_empty()
    }

    /// As text, one change a line.
    pub fn render(&self) -> String {
        let mut out = String::new();
        for (sign, what, changes) in [("+", "new", &self.new), ("-", "fixed", &self.fixed)] {
            for change in changes {
                let _ = writeln!(
                    out,
                    "{sign} {what}: {} [{}] {}",
                    change.place, change.rule, change.message
                );
            }
        }
        for change in &self.verdicts {
            let sign = if rank(change.new) > rank(change.old) {
                "+"
            } else {
                "-"
            };
            let _ = writeln!(
                out,
                "{sign} {}: {}, was {}",
                change.kernel,
                change.new.word(),
                change.old.word()
            );
        }
        for (what, names) in [
            ("new kernel", &self.added),
            ("no more kernel", &self.removed),
            ("not compared, cut by the clock", &self.cut),
            ("newly not readable", &self.newly_broken),
        ] {
            for name in names {
                let _ = writeln!(out, "  {what}: {name}");
            }
        }
        if out.is_empty() {
            out.push_str("nothing changed\n");
        }
        out
    }
}
