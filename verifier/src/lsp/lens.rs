//! A line above each kernel: the verdict, and a way to see more of it.

use super::document::{Analysis, Document};
use super::hover;
use crate::report::json::VerdictName;
use lsp_types::{CodeLens, Command, Uri};
use serde_json::json;

/// Shows a kernel's verdict with its reasons and assumptions.
pub const SHOW_VERDICT: &str = "kverify.showVerdict";

/// The lenses of a document.
pub fn lenses(document: &Document, uri: &Uri) -> Vec<CodeLens> {
    let Some(analysis) = &document.analysis else {
        return Vec::new();
    };
    let kernels = analysis.file.kernels.iter().enumerate();
    kernels.map(|(number, _)| lens(analysis, uri, number)).collect()
}

fn lens(analysis: &Analysis, uri: &Uri, number: usize) -> CodeLens {
    let kernel = &analysis.file.kernels[number];
    let mark = match kernel.verdict {
        VerdictName::Proved => "\u{2713}",
        VerdictName::Violated => "\u{2717}",
        VerdictName::Suspect | VerdictName::Unknown => "?",
    };
    let name = if kernel.instantiation.is_empty() {
        String::new()
    } else {
        format!(" ({}{})", kernel.name, kernel.instantiation)
    };
    CodeLens {
        range: analysis.snapshot.line_range(kernel.line, 1),
        command: Some(Command {
            title: format!("{mark} {}{name}", hover::verdict_words(kernel)),
            command: SHOW_VERDICT.to_owned(),
            arguments: Some(vec![json!(uri), json!(number)]),
        }),
        data: None,
    }
}
