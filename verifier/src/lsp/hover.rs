//! What is shown under the pointer: a kernel's verdict, a finding's witness.

use super::document::Analysis;
use crate::report::json::finding::{FindingEntry, SeverityName, StatusName};
use crate::report::json::kernel::{KernelEntry, VerdictName};
use crate::report::remark::line_words;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Range};
use std::fmt::Write as _;

/// The hover at a position: of the findings there, else of the kernel whose name stands in that line.
pub fn hover(analysis: &Analysis, position: Position) -> Option<Hover> {
    of_findings(analysis, position).or_else(|| of_kernel(analysis, position))
}

fn of_findings(analysis: &Analysis, position: Position) -> Option<Hover> {
    let mut text = String::new();
    let mut shown: Option<Range> = None;
    for kernel in &analysis.file.kernels {
        for finding in &kernel.findings {
            let here = finding.accesses.iter().filter(|access| access.path.is_none());
            let mut ranges = here.map(|access| analysis.snapshot.access_range(access));
            if let Some(range) = ranges.find(|range| range.start <= position && position <= range.end) {
                shown.get_or_insert(range);
                if !text.is_empty() {
                    text.push_str("\n---\n\n");
                }
                finding_text(&mut text, kernel, finding);
            }
        }
    }
    shown.map(|range| markdown(text, range))
}

fn of_kernel(analysis: &Analysis, position: Position) -> Option<Hover> {
    let here = |kernel: &&KernelEntry| analysis.snapshot.line_now(kernel.line) == position.line + 1;
    let kernels: Vec<&KernelEntry> = analysis.file.kernels.iter().filter(here).collect();
    let first = kernels.first()?;
    let texts: Vec<String> = kernels.iter().map(|kernel| kernel_text(kernel)).collect();
    Some(markdown(
        texts.join("\n---\n\n"),
        analysis.snapshot.line_range(first.line, 1),
    ))
}

fn finding_text(out: &mut String, kernel: &KernelEntry, finding: &FindingEntry) {
    let status = match finding.status {
        StatusName::Confirmed => "Replay shows it",
        StatusName::Possible => "Possible, not confirmed by replay",
    };
    let _ = writeln!(out, "**{}** \u{2014} {}", finding.rule, escaped(&finding.message));
    let _ = writeln!(out, "\n{status}: {}", escaped(&finding.witness.text));
    for approximation in &finding.approximations {
        let _ = writeln!(
            out,
            "\n- leans on line {}: {}",
            approximation.line,
            escaped(&approximation.message)
        );
    }
    for note in &finding.notes {
        let _ = writeln!(out, "\n{}", escaped(note));
    }
    if let Some(ignored) = &finding.ignored {
        let _ = writeln!(
            out,
            "\nIgnored by line {}: {}",
            ignored.line,
            escaped(&ignored.reason)
        );
    }
    let _ = writeln!(out, "\n*{}*", escaped(&finding.help));
    let _ = writeln!(out, "\nin kernel `{}{}`", kernel.name, kernel.instantiation);
}

/// The verdict on a kernel, then what it rests on: lines of plain text.
pub fn kernel_lines(kernel: &KernelEntry) -> Vec<String> {
    let verdict = format!(
        "{}: {}{}",
        verdict_words(kernel),
        kernel.name,
        kernel.instantiation
    );
    let reasons = kernel.reasons.iter();
    let reasons = reasons.map(|reason| format!("because ({}) {}", line_words(reason), reason.message));
    let assumptions = kernel.assumptions.iter();
    let assumptions =
        assumptions.map(|assumption| format!("assuming {} [{}]", assumption.text, assumption.id));
    std::iter::once(verdict)
        .chain(reasons)
        .chain(assumptions)
        .collect()
}

fn kernel_text(kernel: &KernelEntry) -> String {
    let lines = kernel_lines(kernel);
    let mut lines = lines.iter().map(|line| escaped(line));
    let mut out = lines
        .next()
        .map(|verdict| format!("**{verdict}**\n"))
        .unwrap_or_default();
    for line in lines {
        let _ = writeln!(out, "\n- {line}");
    }
    out
}

/// The verdict in a few words: `proved for all launches`, `2 violations`.
pub fn verdict_words(kernel: &KernelEntry) -> String {
    let shape = launch_words(kernel);
    match kernel.verdict {
        VerdictName::Proved => format!("proved for {shape}"),
        VerdictName::Conditional => {
            let contract = kernel.contract.as_deref().unwrap_or_default();
            format!("needs: {contract} (then proved for {shape})")
        }
        VerdictName::Unknown => format!("not proved for {shape}"),
        VerdictName::Violated => counted(kernel, StatusName::Confirmed, ""),
        VerdictName::Suspect => counted(kernel, StatusName::Possible, "possible "),
    }
}

/// `2 races`, or `2 races, 1 divergence`, of one status.
fn counted(kernel: &KernelEntry, status: StatusName, lead: &str) -> String {
    let count = |rule: Option<&str>| {
        let of_rule = |finding: &&FindingEntry| {
            let is_named = ["data-race", "barrier-divergence"].contains(&finding.rule.as_str());
            rule.map_or(!is_named, |rule| finding.rule == rule)
        };
        let is_error = |finding: &&FindingEntry| {
            finding.severity == SeverityName::Error && finding.status == status && finding.ignored.is_none()
        };
        kernel.findings.iter().filter(is_error).filter(of_rule).count()
    };
    let parts = [
        (count(Some("data-race")), "race"),
        (count(Some("barrier-divergence")), "barrier divergence"),
        (count(None), "other violation"),
    ];
    let words = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| {
        let plural = if *count == 1 { "" } else { "s" };
        format!("{count} {lead}{what}{plural}")
    });
    words.collect::<Vec<_>>().join(", ")
}

fn launch_words(kernel: &KernelEntry) -> String {
    let shape = |sizes: [Option<u64>; 3]| {
        let last = sizes.iter().rposition(|size| *size != Some(1)).unwrap_or(0);
        let texts = sizes[..=last]
            .iter()
            .map(|size| size.map_or("any".to_owned(), |n| n.to_string()));
        texts.collect::<Vec<_>>().join(" x ")
    };
    match (kernel.launch.block, kernel.launch.grid) {
        ([None, None, None], [None, None, None]) => "all launches".to_owned(),
        (block, [None, None, None]) => format!("blocks of {}", shape(block)),
        ([None, None, None], grid) => format!("grids of {}", shape(grid)),
        (block, grid) => format!("{} blocks of {}", shape(grid), shape(block)),
    }
}

/// Text of the user's source is text, not markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn markdown(value: String, range: Range) -> Hover {
    Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(range),
    }
}
