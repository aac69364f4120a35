//! `// kverify: ignore[rule] reason`: findings that the source says to leave alone.
//!
//! A comment beside code is about its line; a comment on a line of its own is about the next line of code, or about the whole
//! kernel if that line begins its declaration. A finding is ignored if one of its places, or a call that leads there, lies on
//! such a line. It stays in the report, counts for no verdict, and a proof beside it lists it among its assumptions.

use crate::host::HostFinding;
use crate::report::fingerprint::code_words;
use crate::report::{FileError, KernelReport, ids, words};
use crate::rules;
use crate::verdict::{self, Judged, Verdict};
use kverify_frontend::index::Idx as _;
use kverify_frontend::ir::{FileId, Kernel, Loc, Module, Span};
use kverify_frontend::plain::{Remark, remarks};
use kverify_smt::answer::{Assumption, Taken};
use serde::{Deserialize, Serialize};

/// What such a comment begins with.
const MARK: &str = "ignore";

/// A comment that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignore {
    /// The comment.
    pub span: Span,
    /// The rules.
    pub rules: Vec<String>,
    /// Why; empty if the comment does not say.
    pub reason: String,
    covers: Covers,
}

/// What a comment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Covers {
    /// A line of the comment's file.
    Line(u32),
    /// The kernels whose names stand at this place: all instantiations of one.
    Kernel(Span),
}

/// Why a finding is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ignored {
    /// The comment's line.
    pub line: u32,
    /// Its reason; empty if it gives none.
    pub reason: String,
}

/// All such comments of a module, and what is wrong with some.
pub fn find(module: &Module) -> (Vec<Ignore>, Vec<FileError>) {
    let (mut ignores, mut complaints) = (Vec::new(), Vec::new());
    for (index, file) in module.files.iter().enumerate() {
        for remark in remarks(&file.text) {
            let Some(words) = remark.words.strip_prefix(MARK) else {
                continue;
            };
            let span = span_of(FileId::new(index), &remark);
            match read(words.trim(), span, module) {
                Ok(ignore) => {
                    if ignore.reason.is_empty() {
                        let advice = "this ignore gives no reason: add one after the bracket";
                        complaints.push(complaint(advice.to_owned(), span));
                    }
                    ignores.push(ignore);
                }
                Err(message) => complaints.push(complaint(message, span)),
            }
        }
    }
    (ignores, complaints)
}

fn span_of(file: FileId, remark: &Remark<'_>) -> Span {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span {
        file,
        start: number(remark.at.start),
        end: number(remark.at.end),
        line: remark.line,
        column: number(remark.column + 1),
        end_line: remark.line,
        end_column: number(remark.column + remark.at.len() + 1),
    }
}

fn complaint(message: String, span: Span) -> FileError {
    FileError {
        message,
        line: span.line,
        column: span.column,
        span: Some(span),
    }
}

/// Reads `[data-race, assertion] the reason`.
fn read(words: &str, span: Span, module: &Module) -> Result<Ignore, String> {
    let form = "an ignore reads `// kverify: ignore[data-race] reason`";
    let (list, reason) = words
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .ok_or_else(|| format!("which rules are to be ignored? {form}"))?;
    let rules: Vec<String> = list.split(',').map(|rule| rule.trim().to_owned()).collect();
    for rule in &rules {
        rules::find(rule).map_err(|error| format!("{error} ({form})"))?;
    }
    Ok(Ignore {
        span,
        rules,
        reason: reason.trim().trim_start_matches(':').trim().to_owned(),
        covers: covers(span, module),
    })
}

fn covers(span: Span, module: &Module) -> Covers {
    let Some(file) = module.files.get(span.file) else {
        return Covers::Line(span.line);
    };
    let text = &file.text;
    let (start, end) = (span.start as usize, span.end as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    if !code_words(&text[line_start..start]).is_empty() {
        return Covers::Line(span.line);
    }
    // A kernel's declaration goes on to its name without ending anything else.
    let next = module
        .kernels
        .iter()
        .filter(|kernel| kernel.span.file == span.file && kernel.span.start as usize >= end)
        .min_by_key(|kernel| kernel.span.start);
    if let Some(kernel) = next
        && !code_words(&text[end..kernel.span.start as usize]).contains(['{', '}', ';'])
    {
        return Covers::Kernel(kernel.span);
    }
    // Comments of several lines between are no code; `code_words` needs them whole.
    let mut rest = end;
    for (line, content) in (span.line..).zip(text[end..].split_inclusive('\n')) {
        rest += content.len();
        if !code_words(&text[end..rest]).is_empty() {
            return Covers::Line(line);
        }
    }
    Covers::Line(span.line)
}

/// Why the source says to ignore a finding, if it does.
pub fn of_finding(ignores: &[Ignore], kernel: &Kernel, judged: &Judged) -> Option<Ignored> {
    let rule = ids::kind_id(judged.finding.kind);
    let ignore = ignores
        .iter()
        .filter(|ignore| ignore.rules.iter().any(|known| known == rule))
        .find(|ignore| reaches(ignore, kernel, judged))?;
    Some(Ignored {
        line: ignore.span.line,
        reason: ignore.reason.clone(),
    })
}

/// Why the source says to ignore a finding in host code, if it does.
pub fn of_host_finding(ignores: &[Ignore], finding: &HostFinding) -> Option<Ignored> {
    let ignore = ignores.iter().find(|ignore| reaches_host(ignore, finding))?;
    Some(Ignored {
        line: ignore.span.line,
        reason: ignore.reason.clone(),
    })
}

fn reaches_host(ignore: &Ignore, finding: &HostFinding) -> bool {
    let Covers::Line(line) = ignore.covers else {
        return false;
    };
    let lies_there =
        |span: &Span| span.file == ignore.span.file && (span.line..=span.end_line).contains(&line);
    ignore.rules.iter().any(|rule| rule == finding.rule.id())
        && finding.places.iter().any(|(span, _)| lies_there(span))
}

fn reaches(ignore: &Ignore, kernel: &Kernel, judged: &Judged) -> bool {
    let line = match ignore.covers {
        Covers::Kernel(name) => return kernel.span == name,
        Covers::Line(line) => line,
    };
    let lies_there =
        |span: &Span| span.file == ignore.span.file && (span.line..=span.end_line).contains(&line);
    let leads_there =
        |loc: &Loc| lies_there(&loc.span) || words::calls(kernel, loc).any(|call| lies_there(&call.loc.span));
    judged.finding.places.iter().any(|place| leads_there(&place.loc))
}

/// Marks what the source says to ignore, and weighs the kernel again without it.
pub fn apply(ignores: &[Ignore], report: &mut KernelReport) {
    if ignores.is_empty() {
        return;
    }
    let kernel = report.kernel.clone();
    for judged in &mut report.findings {
        judged.ignored = of_finding(ignores, &kernel, judged);
    }
    let ignored: Vec<String> = report
        .findings
        .iter()
        // No verdict rests on what is only slow.
        .filter(|judged| !judged.finding.kind.is_advice())
        .filter_map(|judged| {
            let why = judged.ignored.as_ref()?;
            let rule = ids::kind_id(judged.finding.kind);
            Some(format!(
                "{rule} at line {} (comment in line {})",
                judged.finding.places[0].loc.span.line, why.line
            ))
        })
        .collect();
    if ignored.is_empty() {
        return;
    }
    let left = verdict::verdict(&report.findings, &report.reasons);
    // A contract makes errors warnings: that others are ignored does not keep it.
    let is_conditional = report.verdict == Verdict::Conditional && left == Verdict::Proved;
    if !is_conditional {
        report.verdict = left;
    }
    report.assumptions.push(Assumption {
        id: Taken::Ignored,
        text: format!(
            "what the source says to ignore does no harm: {}",
            ignored.join(", ")
        ),
    });
    report.assumptions.sort();
}

/// Comments that ignored nothing, though every answer they could speak of is there.
pub fn unused(
    ignores: &[Ignore],
    module: &Module,
    kernels: &[KernelReport],
    host: &[HostFinding],
    perf: bool,
) -> Vec<FileError> {
    let answered = |kernel: &Kernel| {
        let mut answers = kernels
            .iter()
            .filter(|report| report.kernel.span == kernel.span)
            .peekable();
        answers.peek().is_some() && answers.all(|report| report.reasons.is_empty())
    };
    let is_settled = |ignore: &Ignore| match ignore.covers {
        Covers::Kernel(name) => module.kernels.iter().filter(|k| k.span == name).all(answered),
        Covers::Line(_) => module.kernels.iter().all(answered),
    };
    let is_asked = |ignore: &Ignore| {
        perf || ignore.rules.is_empty() || !ignore.rules.iter().all(|rule| rules::is_advice(rule))
    };
    let is_used = |ignore: &Ignore| {
        if host.iter().any(|finding| reaches_host(ignore, finding)) {
            return true;
        }
        let mut findings = kernels
            .iter()
            .flat_map(|report| report.findings.iter().map(move |judged| (report, judged)));
        findings.any(|(report, judged)| {
            ignore
                .rules
                .iter()
                .any(|rule| rule == ids::kind_id(judged.finding.kind))
                && reaches(ignore, &report.kernel, judged)
        })
    };
    ignores
        .iter()
        // What an included file holds may be needed by another file that includes it.
        .filter(|ignore| {
            ignore.span.file.index() == 0 && is_asked(ignore) && is_settled(ignore) && !is_used(ignore)
        })
        .map(|ignore| {
            complaint(
                "this ignore is not needed: nothing is found here".to_owned(),
                ignore.span,
            )
        })
        .collect()
}
