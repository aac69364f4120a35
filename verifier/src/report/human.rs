//! The report for people: findings drawn into the source with miette, then one line for each kernel, then a tally.

pub mod brief;
mod drawing;
mod host;
mod speed;

use super::json::kernel::{KernelEntry, VerdictName};
use super::json::{self, Comparison, Document};
use super::style::Style;
use super::{
    FileError, FileReport, KernelReport, Report, harm_words, ids, sources, visible, witness_words, words,
};
use crate::verdict::{Judged, Severity, Status, Verdict, distinct_approximations};
use drawing::{Drawing, Pane, draw};
use kverify_frontend::ir::{Kernel, Module};
use kverify_smt::answer::{Finding, Kind, Place};
use std::fmt::Write as _;

/// Findings of one kernel that are drawn; further ones are counted.
const MOST_DRAWN: usize = 20;

/// The whole report as text. If it is to be quiet, nothing is said of proved kernels and of known findings, and of a run in which all is well
/// nothing at all.
pub fn render(report: &Report, style: Style, quiet: bool) -> String {
    visible::drawn(style, |style| {
        let mut out = String::new();
        for file in &report.files {
            render_file(&mut out, file, style, quiet);
        }
        if !(quiet && out.is_empty()) {
            out.push_str(&draw_tally(&json::document(report, false), style));
        }
        out
    })
}

/// What is wrong with the source files, as text; empty if nothing is.
pub fn render_errors(report: &Report, style: Style) -> String {
    visible::drawn(style, |style| {
        let mut out = String::new();
        for file in &report.files {
            draw_errors(&mut out, file, style);
        }
        out
    })
}

/// What is wrong with one source file, as text; empty if nothing is.
pub fn render_file_errors(file: &FileReport, style: Style) -> String {
    let mut out = String::new();
    draw_errors(&mut out, file, style);
    out
}

fn render_file(out: &mut String, file: &FileReport, style: Style, quiet: bool) {
    draw_errors(out, file, style);
    let Some(module) = file.module.as_deref() else {
        return;
    };
    let is_worth_a_word = |kernel: &&KernelReport| !(quiet && is_in_order(kernel));
    for kernel in file.kernels.iter().filter(is_worth_a_word) {
        render_kernel(out, file, module, kernel, style);
    }
    host::render(out, file, module, style);
}

/// Whether there is nothing to say of a kernel that is not known: it is proved or has a contract, or all that was found is in the baseline
/// or ignored.
fn is_in_order(kernel: &KernelReport) -> bool {
    let is_settled = |judged: &Judged| judged.known || judged.outside || judged.ignored.is_some();
    let is_free = matches!(kernel.verdict, Verdict::Proved | Verdict::Conditional);
    let is_explained = !kernel.findings.is_empty() && kernel.reasons.is_empty();
    kernel.findings.iter().all(is_settled) && (is_free || is_explained)
}

fn draw_errors(out: &mut String, file: &FileReport, style: Style) {
    for (list, severity) in [
        (&file.errors, miette::Severity::Error),
        (&file.warnings, miette::Severity::Warning),
    ] {
        for error in list {
            draw(out, &file_drawing(file, error, severity), style);
        }
    }
}

fn file_drawing(file: &FileReport, error: &FileError, severity: miette::Severity) -> Drawing {
    let located = file.module.as_deref().zip(error.span);
    let (panes, place) = match located {
        Some((module, span)) => (
            vec![Pane::new(module, &[(span, "here".to_owned())])],
            String::new(),
        ),
        None if (error.line, error.column) == (1, 1) => (Vec::new(), format!("{}: ", file.path.display())),
        None => (
            Vec::new(),
            format!("{}:{}:{}: ", file.path.display(), error.line, error.column),
        ),
    };
    Drawing {
        code: None,
        severity,
        title: format!("{place}{}", error.message),
        help: None,
        panes,
    }
}

fn render_kernel(out: &mut String, file: &FileReport, module: &Module, kernel: &KernelReport, style: Style) {
    let is_drawn = |judged: &&Judged| judged.ignored.is_none() && !judged.known && !judged.outside;
    let all: Vec<&Judged> = kernel.findings.iter().filter(is_drawn).collect();
    let drawn = weightiest(&all);
    for judged in &drawn {
        draw_finding(out, &kernel.kernel, module, judged, style);
    }
    let name = words::kernel_name(&kernel.kernel);
    let verdict = VerdictName::from(kernel.verdict);
    let colour = format!("{};1", verdict.colour());
    let shape = match &kernel.kernel.construct {
        None => format!(" ({})", witness_words::shape_words(&kernel.configuration)),
        Some(_) => String::new(),
    };
    let span = &kernel.kernel.span;
    let path = match span.file.0 {
        0 => file.path.display().to_string(),
        _ => sources::path(module, span).to_owned(),
    };
    let place = format!("{path}:{}", span.line);
    let _ = writeln!(
        out,
        "{}: {name}{shape} at {place}",
        style.paint(&colour, verdict.word())
    );
    if all.len() > drawn.len() {
        let more = all.len() - drawn.len();
        let text =
            format!("{more} more findings in this kernel; --format concise and --format json list all");
        item(out, "more", &text, style);
    }
    if let Some(contract) = kernel.contract() {
        let text = format!("{contract} (no caller is known to break it; --strict takes it from nobody)");
        item(out, "needs", &text, style);
    }
    for judged in kernel.findings.iter().filter(|judged| !is_drawn(judged)) {
        let place = words::line_words(module, &judged.finding.places[0].loc);
        let title = words::title(&kernel.kernel, &judged.finding);
        match &judged.ignored {
            Some(ignored) => {
                let reason = if ignored.reason.is_empty() {
                    "no reason given"
                } else {
                    &ignored.reason
                };
                let text = format!("{place}: {title} (comment in line {}: {reason})", ignored.line);
                item(out, "ignored", &text, style);
            }
            None if judged.known => item(
                out,
                "known",
                &format!("{place}: {title} (in the baseline)"),
                style,
            ),
            None => item(out, "else", &format!("{place}: {title}"), style),
        }
    }
    for reason in &kernel.reasons {
        let place = reason
            .loc
            .as_ref()
            .map(|loc| format!("{}: ", words::line_words(module, loc)));
        item(
            out,
            "because",
            &format!("{}{}", place.unwrap_or_default(), reason.message),
            style,
        );
    }
    for condition in kernel.conditions.iter().filter(|_| kernel.contract().is_none()) {
        item(out, "but", &condition.text(), style);
    }
    for assumption in &kernel.assumptions {
        item(
            out,
            "assuming",
            &format!("{} [{}]", assumption.text, assumption.id.id()),
            style,
        );
    }
    speed::draw(out, kernel, module, style);
}

/// As many findings as somebody reads, in the order of the source: errors before warnings, confirmed ones before possible ones.
fn weightiest<'a>(findings: &[&'a Judged]) -> Vec<&'a Judged> {
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by_key(|&n| {
        let judged = findings[n];
        let severity = match judged.severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Note => 2,
        };
        (severity, judged.status == Status::Possible)
    });
    order.truncate(MOST_DRAWN);
    order.sort_unstable();
    order.into_iter().map(|n| findings[n]).collect()
}

/// An indented paragraph under a kernel's line.
fn item(out: &mut String, label: &str, text: &str, style: Style) {
    let indent = label.len() + 4;
    let lines = wrap(text, style.width.saturating_sub(indent).max(20));
    for (i, line) in lines.iter().enumerate() {
        let head = if i == 0 {
            format!("  {}: ", style.paint("2", label))
        } else {
            " ".repeat(indent)
        };
        let _ = writeln!(out, "{head}{line}");
    }
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let full = lines
            .last()
            .is_some_and(|l| !l.is_empty() && l.chars().count() + 1 + word.chars().count() > width);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Draws a finding into the source.
pub fn draw_finding(out: &mut String, kernel: &Kernel, module: &Module, judged: &Judged, style: Style) {
    draw(out, &finding_drawing(kernel, module, judged), style);
}

/// How threads came to the two places, where these are in functions that the kernel calls: a line for each, or one for both.
fn call_lines(kernel: &Kernel, module: &Module, finding: &Finding) -> Vec<String> {
    let chain = |place: &Place| words::call_chain(kernel, module, &place.loc).join(", ");
    let [first, second] = finding.places.each_ref().map(chain);
    if first == second && !first.is_empty() && !words::is_single_thread(finding.kind) {
        return vec![format!("both in {first}")];
    }
    let sides = finding.places.iter().zip(&finding.witness.threads);
    let lines = sides.zip([first, second]).filter(|(_, chain)| !chain.is_empty());
    let mut lines: Vec<String> = lines
        .map(|((place, thread), chain)| {
            let action = words::action_by_thread(kernel, finding, place, thread);
            format!("{action}: in {chain}")
        })
        .collect();
    lines.dedup();
    lines
}

fn finding_drawing(kernel: &Kernel, module: &Module, judged: &Judged) -> Drawing {
    let finding = &judged.finding;
    let witness = witness_words::witness(kernel, module, finding);
    let mut help = match judged.status {
        _ if finding.kind == Kind::RedundantBarrier => "the proof was done again without it".to_owned(),
        Status::Confirmed => format!("replay shows it: {witness}"),
        Status::Possible => format!("possible, not confirmed by replay: {witness}"),
    };
    if let Some(behind) = words::behind(kernel, module, finding) {
        let _ = write!(help, "\n{behind}");
    }
    // What is confirmed leans on nothing: the run happened.
    let leans_on = if judged.status == Status::Possible {
        distinct_approximations(finding)
    } else {
        Vec::new()
    };
    for approximation in leans_on {
        let place = words::line_words(module, &approximation.loc);
        let _ = write!(
            help,
            "\nleans on an approximation at {place}: {}",
            approximation.message
        );
    }
    for line in call_lines(kernel, module, finding) {
        let _ = write!(help, "\n{line}");
    }
    if let Some(harm) = &judged.harm {
        let _ = write!(help, "\n{}", harm_words::harm(kernel, harm));
    }
    for note in &judged.notes {
        let _ = write!(help, "\n{note}");
    }
    let _ = write!(help, "\n{}", words::help(kernel, finding));
    let title = format!(
        "{} in {}",
        words::title(kernel, finding),
        words::kernel_name(kernel)
    );
    let severity = match judged.severity {
        Severity::Error => miette::Severity::Error,
        Severity::Warning => miette::Severity::Warning,
        Severity::Note => miette::Severity::Advice,
    };
    let code = Some(ids::kind_id(finding.kind));
    Drawing {
        code,
        severity,
        title,
        help: Some(help),
        panes: finding_panes(kernel, module, judged),
    }
}

/// One excerpt for each file that the two places lie in; places that coincide are underlined once.
fn finding_panes(kernel: &Kernel, module: &Module, judged: &Judged) -> Vec<Pane> {
    let finding = &judged.finding;
    let [first, second] = &finding.places;
    let label = |i: usize| {
        let place = &finding.places[i];
        (
            place.loc.span,
            words::action_by_thread(kernel, finding, place, &finding.witness.threads[i]),
        )
    };
    if words::is_single_thread(finding.kind) {
        return vec![Pane::new(module, &[label(0)])];
    }
    if first.loc.span == second.loc.span {
        let by_both = words::actions_at_one_place(kernel, finding);
        return vec![Pane::new(module, &[(first.loc.span, by_both)])];
    }
    let labels = [label(0), label(1)];
    if first.loc.span.file == second.loc.span.file {
        return vec![Pane::new(module, &labels)];
    }
    labels
        .iter()
        .map(|label| Pane::new(module, std::slice::from_ref(label)))
        .collect()
}

/// The last line: how many kernels have which verdict.
pub fn tally(document: &Document, style: Style) -> String {
    visible::drawn(style, |style| draw_tally(document, style))
}

fn draw_tally(document: &Document, style: Style) -> String {
    let kernels: Vec<&KernelEntry> = document.files.iter().flat_map(|file| &file.kernels).collect();
    let counts: Vec<String> = VerdictName::ALL
        .iter()
        .map(|verdict| {
            let count = kernels.iter().filter(|kernel| kernel.verdict == *verdict).count();
            (verdict, count)
        })
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| style.paint(verdict.colour(), &format!("{count} {}", verdict.word())))
        .collect();
    let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let errors: usize = document.files.iter().map(|file| file.errors.len()).sum();
    let mut line = plural(kernels.len(), "kernel");
    if !counts.is_empty() {
        let _ = write!(line, ": {}", counts.join(", "));
    }
    line += &document.coverage.words();
    if errors > 0 {
        let _ = write!(line, "; {}", style.paint("31", &plural(errors, "input error")));
    }
    line.push('\n');
    if let Some(comparison) = &document.baseline {
        line += &baseline_words(comparison, style);
    }
    line
}

/// What became of the baseline's findings.
fn baseline_words(comparison: &Comparison, style: Style) -> String {
    let mut text = format!(
        "baseline: {} new, {} known, {} fixed\n",
        comparison.new,
        comparison.known,
        comparison.fixed.len()
    );
    for fixed in &comparison.fixed {
        let line = format!(
            "{}: {} in {} [{}]",
            fixed.path, fixed.message, fixed.kernel, fixed.rule
        );
        item(&mut text, "fixed", &line, style);
    }
    text
}
