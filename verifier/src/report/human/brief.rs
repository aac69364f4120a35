//! The report on many files for people: about a screen of it. The first findings are drawn, every kernel that is not proved has a line as
//! long as there is room, and what finds none is counted. A report that fits as it is stays as it is.

use super::{draw_finding, draw_tally, is_in_order};
use crate::report::json::finding::{FindingEntry, SeverityName, StatusName};
use crate::report::json::kernel::{KernelEntry, VerdictName};
use crate::report::json::{self, File, Message};
use crate::report::remark::{host_sentence, kernel_name, path_of, path_of_message, severity_word};
use crate::report::{KernelReport, Report, Style, visible};
use crate::verdict::{Judged, Severity, Status};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Lines of a report that is not cut.
const MOST_LINES: usize = 40;
/// Findings that are drawn in one that is.
const MOST_DRAWN: usize = 2;
/// Kernels, files and places of host code that have a line in one that is.
const MOST_ROWS: usize = 12;

/// What wants a line of its own. The order of fields is the order of rows.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    weight: u8,
    /// In the report.
    position: usize,
    word: &'static str,
    colour: &'static str,
    text: String,
}

/// The report as text.
pub fn render(report: &Report, style: Style, quiet: bool) -> String {
    let whole = super::render(report, style, quiet);
    if whole.lines().count() <= MOST_LINES {
        return whole;
    }
    visible::drawn(style, |style| {
        let document = json::document(report, false);
        let mut out = String::new();
        draw_first(&mut out, report, style);
        let files = document.files.iter().zip(&report.files);
        let mut rows: Vec<Row> = files
            .flat_map(|(file, of)| rows(file, &of.kernels, quiet))
            .enumerate()
            .map(|(position, row)| Row { position, ..row })
            .collect();
        rows.sort();
        // Launches of one kernel often have the same to say.
        rows.dedup_by(|a, b| (a.word, &a.text) == (b.word, &b.text));
        for row in rows.iter().take(MOST_ROWS) {
            let room = style.width.saturating_sub(row.word.len() + 2).max(60);
            let _ = writeln!(
                out,
                "{}: {}",
                style.paint(row.colour, row.word),
                cut(&row.text, room)
            );
        }
        count_rest(&mut out, rows.get(MOST_ROWS..).unwrap_or_default());
        out.push_str(&draw_tally(&document, style));
        out
    })
}

fn draw_first(out: &mut String, report: &Report, style: Style) {
    let is_drawn = |judged: &&Judged| judged.ignored.is_none() && !judged.known && !judged.outside;
    let mut all = Vec::new();
    for file in &report.files {
        let Some(module) = file.module.as_deref() else {
            continue;
        };
        for kernel in &file.kernels {
            let findings = kernel.findings.iter().filter(is_drawn);
            all.extend(findings.map(|judged| (&kernel.kernel, module, judged)));
        }
    }
    all.sort_by_key(|(_, _, judged)| {
        let severity = match judged.severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Note => 2,
        };
        (severity, judged.status == Status::Possible)
    });
    for (kernel, module, judged) in all.iter().take(MOST_DRAWN) {
        draw_finding(out, kernel, module, judged, style);
    }
    if all.len() > MOST_DRAWN {
        let _ = writeln!(out, "{} more findings are not drawn\n", all.len() - MOST_DRAWN);
    }
}

fn count_rest(out: &mut String, rest: &[Row]) {
    if rest.is_empty() {
        return;
    }
    let mut by_word: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    for row in rest {
        *by_word.entry((row.weight, row.word)).or_default() += 1;
    }
    let counts: Vec<String> = by_word
        .iter()
        .map(|((_, word), count)| format!("{count} {word}"))
        .collect();
    let _ = writeln!(
        out,
        "and {} more ({}); --all shows everything, --format concise a line for each finding",
        rest.len(),
        counts.join(", ")
    );
}

fn rows(file: &File, reports: &[KernelReport], quiet: bool) -> Vec<Row> {
    let row = |weight, word, colour, text| Row {
        weight,
        position: 0,
        word,
        colour,
        text,
    };
    let said = |message: &Message| {
        let path = path_of_message(file, message);
        format!("{path}:{}: {}", message.line, message.message)
    };
    let mut rows = Vec::new();
    rows.extend(
        file.errors
            .iter()
            .map(|error| row(0, "input error", "31", said(error))),
    );
    rows.extend(
        file.warnings
            .iter()
            .map(|warning| row(3, "warning", "33", said(warning))),
    );
    for (kernel, report) in file.kernels.iter().zip(reports) {
        let weight = match kernel.verdict {
            VerdictName::Proved => continue,
            VerdictName::Violated => 0,
            VerdictName::Suspect => 1,
            VerdictName::Unknown => 2,
            VerdictName::Conditional => 4,
        };
        if !(quiet && is_in_order(report)) {
            rows.push(row(
                weight,
                kernel.verdict.word(),
                kernel.verdict.colour(),
                kernel_words(file, kernel),
            ));
        }
    }
    let on_host = file.host.iter().flat_map(|host| &host.findings);
    for finding in on_host.filter(|finding| finding.counts() || !quiet) {
        let weight = if finding.severity == SeverityName::Error {
            1
        } else {
            3
        };
        let place = finding
            .accesses
            .first()
            .map(|access| format!("{}:{}", path_of(file, access), access.line));
        let place = place.unwrap_or_else(|| file.path.clone());
        let text = format!("{place}: {} [{}]", host_sentence(file, finding), finding.rule);
        rows.push(row(weight, severity_word(finding.severity), "33", text));
    }
    rows
}

/// A kernel, where it is, and the first thing to say of it.
fn kernel_words(file: &File, kernel: &KernelEntry) -> String {
    let counted: Vec<&FindingEntry> = kernel
        .findings
        .iter()
        .filter(|finding| finding.ignored.is_none())
        .collect();
    let first = counted
        .iter()
        .min_by_key(|finding| (finding.severity, finding.status == StatusName::Possible));
    let reason = kernel.reasons.first().map(|reason| &reason.message);
    let what = match (first, reason, &kernel.contract) {
        (Some(finding), _, _) if counted.len() > 1 => {
            format!(": {}, and {} more", finding.message, counted.len() - 1)
        }
        (Some(finding), _, _) => format!(": {}", finding.message),
        (None, Some(reason), _) => format!(": {reason}"),
        (None, None, Some(contract)) => format!(" needs {contract}"),
        (None, None, None) => String::new(),
    };
    format!("{}:{} {}{what}", file.path, kernel.line, kernel_name(kernel))
}

/// One line of so many characters.
fn cut(text: &str, room: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(room) {
        None => line,
        Some(_) => line.chars().take(room.saturating_sub(3)).collect::<String>() + "...",
    }
}
