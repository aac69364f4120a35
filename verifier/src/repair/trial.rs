//! What a changed text is worth: verified by the usual pipeline, and compared with what was there before.

use crate::config::Options;
use crate::embed::Watch;
use crate::engine::Engine;
use crate::plan::UsageError;
use crate::report::json::finding::{FindingEntry, SeverityName};
use crate::report::json::kernel::{KernelEntry, VerdictName};
use crate::report::json::{self, File};
use crate::report::{KernelReport, Report};
use crate::rules::id_of;
use crate::{Source, for_each_kernel, in_pool, parse_and_plan, verify_task};
use kverify_frontend::ir::{FileId, Kernel, Launch, Span, StmtKind};
use kverify_smt::answer::Kind;
use std::collections::BTreeMap;
use std::path::Path;

/// Who verifies, and how.
#[derive(Clone, Copy)]
pub struct Bench<'b> {
    /// Does the work.
    pub engine: &'b Engine,
    /// How.
    pub options: &'b Options,
    /// Whether anyone still waits.
    pub watch: &'b Watch<'b>,
    /// The file whose text is changed.
    pub path: &'b Path,
}

/// A text and what was found out about it.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The text.
    pub text: String,
    /// The answers as data.
    pub file: File,
    kernels: Vec<KernelReport>,
    /// How many kernels were read otherwise than those it was compared with.
    pub changed: usize,
}

impl Bench<'_> {
    /// Verifies a text.
    ///
    /// # Errors
    /// If the options cannot be met.
    pub fn answer(&self, text: &str) -> Result<Answered, UsageError> {
        self.answer_like(text, None)
    }

    /// Verifies what differs from the kernels of `known`; the others keep their answers, with the places of old.
    pub fn answer_like(&self, text: &str, known: Option<&Answered>) -> Result<Answered, UsageError> {
        let source = Source {
            path: self.path.to_path_buf(),
            text: Some(text.to_owned()),
        };
        let (mut report, kept) = in_pool(self.options, || {
            let (mut report, tasks) = parse_and_plan(&[source], self.options, self.engine, self.watch)?;
            let kernels = for_each_kernel(&report, &tasks.unwrap_or_default(), |kernel, task, position| {
                let same = known.and_then(|known| known.kernels.get(position));
                match same.filter(|report| without_places(&report.kernel) == without_places(kernel)) {
                    Some(report) => (report.clone(), true),
                    None => {
                        let engine = (&report, self.engine);
                        (verify_task(kernel, task, position, engine, self.watch), false)
                    }
                }
            });
            let kept: Vec<bool> = kernels.iter().map(|(_, (_, kept))| *kept).collect();
            for (file, (kernel, _)) in kernels {
                report.files[file].take_answer(kernel);
            }
            report.warn_of_unused_ignores(self.options);
            Ok((report, kept))
        })?;
        let mut file = entry(&report, self.path);
        // What keeps its answer keeps its words: its places are those of the old text.
        let old = known.map_or(&[][..], |known| &known.file.kernels);
        for ((new, old), _) in file
            .kernels
            .iter_mut()
            .zip(old)
            .zip(&kept)
            .filter(|(_, kept)| **kept)
        {
            new.clone_from(old);
        }
        Ok(Answered {
            text: text.to_owned(),
            file,
            kernels: report.files.pop().map(|file| file.kernels).unwrap_or_default(),
            changed: kept.iter().filter(|kept| !**kept).count(),
        })
    }

    /// Whether nobody waits any more.
    pub fn is_cancelled(&self) -> bool {
        self.watch.is_cancelled()
    }
}

fn entry(report: &Report, path: &Path) -> File {
    let file = json::document(report, false).files.pop();
    file.unwrap_or_else(|| json::broken(path, String::new()))
}

impl Answered {
    /// How many findings the kernels at some positions have that are no mere notes.
    pub fn weight_of(&self, kernels: &[usize]) -> usize {
        let entries = kernels.iter().filter_map(|kernel| self.file.kernels.get(*kernel));
        entries.map(weight).sum()
    }

    /// Whether nothing is left to mend of the kernels at some positions.
    pub fn is_mended(&self, kernels: &[usize]) -> bool {
        let mut entries = kernels.iter().map(|kernel| self.file.kernels.get(*kernel));
        entries.all(|entry| {
            entry.is_some_and(|entry| {
                let holds = matches!(entry.verdict, VerdictName::Proved | VerdictName::Conditional);
                weight(entry) == 0 && holds
            })
        })
    }

    /// Whether the threads of a kernel are those of a directive, for which a kernel's barriers are none.
    pub fn is_of_directive(&self, kernel: usize) -> bool {
        let report = self.kernels.get(kernel);
        report.is_some_and(|report| report.kernel.construct.is_some())
    }

    /// How many elements the array has that a finding is outside of, as the kernel may say it.
    pub fn elements(&self, kernel: usize, finding: &FindingEntry) -> Option<String> {
        if finding.rule != "out-of-bounds" {
            return None;
        }
        let (name, _) = finding.accesses.first()?.text.split_once('[')?;
        let objects = &self.kernels.get(kernel)?.kernel.objects;
        let object = objects.iter().find(|object| object.name == name)?;
        let width = u64::from(object.elem.bytes());
        let entry = self.file.kernels.get(kernel)?;
        let bytes = entry.bounds.iter().find(|bound| bound.array == name);
        match (object.size, bytes) {
            (Some(size), _) => Some((size / width).to_string()),
            (None, Some(bound)) => divided(&bound.bytes, width),
            (None, None) => None,
        }
    }

    /// Whether no kernel is proved only under a condition that it was not under before.
    pub fn needs_no_more_than(&self, before: &Answered) -> bool {
        let mut pairs = before.file.kernels.iter().zip(&self.file.kernels);
        pairs.all(|(old, new)| {
            new.verdict != VerdictName::Conditional || old.verdict == VerdictName::Conditional
        })
    }

    /// Whether it holds the same kernels as another, no more errors, and none of the kernels is worse off.
    pub fn is_no_worse_than(&self, before: &Answered) -> bool {
        let (old, new) = (&before.file.kernels, &self.file.kernels);
        self.file.errors.is_empty()
            && old.len() == new.len()
            && old.iter().zip(new).all(|(old, new)| !is_worse(old, new))
    }

    /// Whether every finding of it was one before.
    pub fn finds_nothing_new(&self, before: &Answered) -> bool {
        let counts = |kernel: &KernelEntry| {
            let mut counts: BTreeMap<_, usize> = BTreeMap::new();
            for finding in counted(kernel) {
                *counts.entry(key(finding)).or_default() += 1;
            }
            counts
        };
        let mut pairs = before.file.kernels.iter().zip(&self.file.kernels);
        pairs.all(|(old, new)| {
            let old = counts(old);
            counts(new)
                .iter()
                .all(|(key, count)| old.get(key).is_some_and(|most| count <= most))
        })
    }

    /// Whether the kernels do what those of another do but for barriers: then a change has not been read as something else than it
    /// was meant as.
    pub fn differs_in_barriers_alone(&self, before: &Answered) -> bool {
        self.kernels.len() == before.kernels.len()
            && self
                .kernels
                .iter()
                .zip(&before.kernels)
                .all(|(new, old)| without_barriers(&new.kernel) == without_barriers(&old.kernel))
    }
}

/// `n * 4` by 4.
fn divided(bytes: &str, width: u64) -> Option<String> {
    if width == 1 {
        return Some(bytes.to_owned());
    }
    if let Ok(bytes) = bytes.parse::<u64>() {
        return Some((bytes / width).to_string());
    }
    let behind = bytes.strip_suffix(&format!(" * {width}"));
    let factor = behind.or_else(|| bytes.strip_prefix(&format!("{width} * ")))?;
    Some(factor.to_owned())
}

fn is_worse(old: &KernelEntry, new: &KernelEntry) -> bool {
    let rules = |kernel: &KernelEntry| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for finding in counted(kernel) {
            *counts.entry(finding.rule.clone()).or_default() += 1;
        }
        counts
    };
    let old_rules = rules(old);
    let is_proved = |kernel: &KernelEntry| kernel.verdict == VerdictName::Proved;
    old.name != new.name
        || weight(new) > weight(old)
        || rules(new).keys().any(|rule| !old_rules.contains_key(rule))
        || new.reasons.len() > old.reasons.len()
        || (new.verdict == VerdictName::Unknown && old.verdict != VerdictName::Unknown)
        || (is_proved(old) && !is_proved(new))
        || (new.cut.is_some() && old.cut.is_none())
}

/// Findings that count: no notes, and no warnings of values that no barrier gives.
pub fn counted(kernel: &KernelEntry) -> impl Iterator<Item = &FindingEntry> {
    let of_values = [Kind::UninitialisedRead, Kind::UndefinedArithmetic].map(id_of);
    let counts = move |finding: &&FindingEntry| match finding.severity {
        SeverityName::Error => true,
        SeverityName::Warning => !of_values.contains(&finding.rule.as_str()),
        SeverityName::Note => false,
    };
    let findings = kernel.findings.iter().filter(counts);
    findings.filter(|finding| finding.ignored.is_none())
}

/// Findings that are no mere notes.
pub fn weight(kernel: &KernelEntry) -> usize {
    counted(kernel).count()
}

/// Rule, scope, space, variant, and what is done where.
type Key = (
    String,
    String,
    Option<String>,
    Option<String>,
    Vec<(String, String)>,
);

/// What a finding is recognised by where lines have moved.
fn key(finding: &FindingEntry) -> Key {
    let access = |access: &json::finding::Access| (access.what.clone(), access.text.clone());
    let mut accesses: Vec<_> = finding.accesses.iter().map(access).collect();
    accesses.sort();
    (
        finding.rule.clone(),
        finding.scope.clone(),
        finding.space.clone(),
        finding.variant.clone(),
        accesses,
    )
}

fn without_places(kernel: &Kernel) -> Kernel {
    let nowhere = Span {
        file: FileId(0),
        start: 0,
        end: 0,
        line: 0,
        column: 0,
        end_line: 0,
        end_column: 0,
    };
    let mut kernel = kernel.clone();
    for span in kernel.spans_mut() {
        *span = nowhere;
    }
    let launches = kernel.launches.iter_mut().chain(&mut kernel.required);
    for line in launches.flat_map(Launch::lines_mut) {
        line.line = 0;
    }
    kernel
}

/// Barriers whose result is used stay.
fn without_barriers(kernel: &Kernel) -> Kernel {
    let mut kernel = without_places(kernel);
    for block in kernel.blocks.iter_mut() {
        block
            .stmts
            .retain(|stmt| !matches!(&stmt.kind, StmtKind::Barrier(barrier) if barrier.reduce.is_none()));
    }
    kernel
}
