//! What a run came to: kernels by verdict, findings by rule, the slowest kernels.

use crate::report::json::finding::{SeverityName, StatusName};
use crate::report::json::kernel::{KernelEntry, VerdictName};
use crate::report::json::{Coverage, File};
use crate::report::remark::path_of_message;
use crate::report::{Style, visible};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How many of the slowest kernels are named.
const SLOWEST: usize = 5;

/// How many files with input errors are named.
const BROKEN: usize = 10;

/// What the clock and the cache say of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Of the whole run.
    pub seconds: f64,
    /// Answers from the cache.
    pub cached: usize,
    /// Files that an earlier run had done.
    pub resumed: usize,
}

/// The table as text.
pub fn render(files: &[File], effort: Option<Effort>, style: Style) -> String {
    visible::drawn(style, |style| draw(files, effort, style))
}

fn draw(files: &[File], effort: Option<Effort>, style: Style) -> String {
    let kernels: Vec<(&File, &KernelEntry)> = files
        .iter()
        .flat_map(|file| file.kernels.iter().map(move |kernel| (file, kernel)))
        .collect();
    let mut out = headline(kernels.len(), files.len(), effort);
    for verdict in VerdictName::ALL {
        let count = kernels
            .iter()
            .filter(|(_, kernel)| kernel.verdict == verdict)
            .count();
        if count > 0 {
            let _ = writeln!(
                out,
                "{count:>8} {}",
                style.paint(verdict.colour(), verdict.word())
            );
        }
    }
    let unread = Coverage::of(files).words();
    if !unread.is_empty() {
        let _ = writeln!(out, "{:>8}{unread}", "");
    }
    findings(&mut out, &kernels);
    slowest(&mut out, &kernels);
    errors(&mut out, files, style);
    out
}

fn headline(kernels: usize, files: usize, effort: Option<Effort>) -> String {
    let mut line = format!("{} in {}", count(kernels, "kernel"), count(files, "file"));
    if let Some(effort) = effort {
        let _ = write!(line, ", {:.1} seconds", effort.seconds);
        if effort.cached > 0 {
            let _ = write!(line, ", {} from the cache", count(effort.cached, "answer"));
        }
        if effort.resumed > 0 {
            let _ = write!(line, ", {} done before", count(effort.resumed, "file"));
        }
    }
    line.push('\n');
    line
}

fn findings(out: &mut String, kernels: &[(&File, &KernelEntry)]) {
    let mut rules: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for finding in kernels.iter().flat_map(|(_, kernel)| &kernel.findings) {
        let severity = match finding.severity {
            SeverityName::Error => "",
            SeverityName::Warning => " (warnings)",
            SeverityName::Note => " (notes)",
        };
        let (all, confirmed) = rules.entry((&finding.rule, severity)).or_default();
        *all += 1;
        *confirmed += usize::from(finding.status == StatusName::Confirmed);
    }
    if !rules.is_empty() {
        out.push_str("findings by rule:\n");
    }
    for ((rule, severity), (all, confirmed)) in rules {
        let _ = writeln!(out, "{all:>8} {rule}{severity}, {confirmed} confirmed");
    }
}

fn slowest(out: &mut String, kernels: &[(&File, &KernelEntry)]) {
    let mut slow: Vec<&(&File, &KernelEntry)> = kernels.iter().collect();
    slow.sort_by(|a, b| b.1.stats.seconds.total_cmp(&a.1.stats.seconds));
    slow.retain(|(_, kernel)| kernel.stats.seconds >= 0.05);
    if !slow.is_empty() {
        out.push_str("slowest:\n");
    }
    for (file, kernel) in slow.into_iter().take(SLOWEST) {
        let _ = writeln!(
            out,
            "{:>7.1}s {}{} in {}",
            kernel.stats.seconds, kernel.name, kernel.instantiation, file.path
        );
    }
}

fn errors(out: &mut String, files: &[File], style: Style) {
    let broken: Vec<&File> = files.iter().filter(|file| !file.errors.is_empty()).collect();
    if !broken.is_empty() {
        let words = format!("{} with input errors:", count(broken.len(), "file"));
        let _ = writeln!(out, "{}", style.paint("31", &words));
    }
    for file in broken.iter().take(BROKEN) {
        for error in file.errors.iter().take(1) {
            let _ = writeln!(
                out,
                "  {}:{}:{}: {}",
                path_of_message(file, error),
                error.line,
                error.column,
                error.message
            );
        }
    }
    if broken.len() > BROKEN {
        let more = broken.len() - BROKEN;
        let _ = writeln!(out, "  and {more} more; --format concise has a line for each");
    }
}

/// `1 file`, `2 files`.
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
