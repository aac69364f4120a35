//! A line above each kernel: the verdict, and a way to see more of it.

use super::document::Document;
use super::hover;
use crate::report::json::kernel::{KernelEntry, VerdictName};
use lsp_types::{CodeLens, Command, Uri};
use serde_json::json;

/// Shows a kernel's verdict with its reasons and assumptions.
pub const SHOW_VERDICT: &str = "kverify.showVerdict";

/// Draws a run of each of a kernel's findings, or of the kernel.
pub const SHOW_TIMELINE: &str = "kverify.showTimeline";

/// The lenses of a document: for each kernel the verdict, and a timeline where there is a finding to see.
pub fn lenses(document: &Document, uri: &Uri) -> Vec<CodeLens> {
    let Some(analysis) = &document.analysis else {
        return Vec::new();
    };
    let kernels = analysis.file.kernels.iter().enumerate();
    kernels
        .flat_map(|(number, kernel)| {
            let command = |title: String, command: &str| CodeLens {
                range: analysis.snapshot.line_range(kernel.line, 1),
                command: Some(Command {
                    title,
                    command: command.to_owned(),
                    arguments: Some(vec![json!(uri), json!(number)]),
                }),
                data: None,
            };
            let has_run = kernel.findings.iter().any(|finding| finding.ignored.is_none());
            let verdict = command(title(kernel), SHOW_VERDICT);
            let timeline = has_run.then(|| command("show timeline".to_owned(), SHOW_TIMELINE));
            std::iter::once(verdict).chain(timeline)
        })
        .collect()
}

fn title(kernel: &KernelEntry) -> String {
    let mark = match kernel.verdict {
        VerdictName::Proved | VerdictName::Conditional => "\u{2713}",
        VerdictName::Violated => "\u{2717}",
        VerdictName::Suspect | VerdictName::Unknown => "?",
    };
    let words = hover::verdict_words(kernel);
    if kernel.instantiation.is_empty() {
        format!("{mark} {words}")
    } else {
        format!("{mark} {words} ({}{})", kernel.name, kernel.instantiation)
    }
}
