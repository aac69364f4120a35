//! What the editor offers to do about a diagnostic.

use super::document::{Analysis, Document};
use super::engine::Mend;
use crate::repair::diff::Hunk;
use crate::report::json::finding::FindingEntry;
use crate::report::json::kernel::{KernelEntry, LaunchSourceName, VerdictName};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;

/// The findings with an access in the range.
pub fn findings_at(analysis: &Analysis, range: Range) -> Vec<(&KernelEntry, &FindingEntry)> {
    let touches = |finding: &FindingEntry| {
        let here = finding.accesses.iter().filter(|access| access.path.is_none());
        here.map(|access| analysis.snapshot.access_range(access))
            .any(|place| place.start.line <= range.end.line && range.start.line <= place.end.line)
    };
    let all = analysis
        .file
        .kernels
        .iter()
        .flat_map(|kernel| kernel.findings.iter().map(move |finding| (kernel, finding)));
    all.filter(|(_, finding)| finding.ignored.is_none() && touches(finding))
        .collect()
}

/// The actions for a range that need no thinking.
pub fn simple(document: &Document, uri: &Uri, range: Range) -> Vec<CodeActionOrCommand> {
    let Some(analysis) = &document.analysis else {
        return Vec::new();
    };
    let mut actions = Vec::new();
    let mut rules: Vec<&str> = findings_at(analysis, range)
        .iter()
        .map(|(_, finding)| finding.rule.as_str())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    for rule in rules {
        let comment = format!("// kverify: ignore[{rule}] TODO: why this is meant");
        let title = format!("Ignore {rule} in this line");
        actions.push(insertion(document, uri, title, range.start.line, &comment, false));
    }
    let kernel = analysis.kernel_at(range.end.line);
    for condition in kernel.map_or(&[][..], |kernel| &kernel.conditions) {
        let line = kernel_line(document, analysis, kernel);
        let title = format!(
            "Assume `{}` (verified: the kernel is then proved)",
            condition.assume
        );
        let comment = format!("// kverify: assume {}", condition.assume);
        actions.push(insertion(document, uri, title, line, &comment, false));
    }
    if let Some(kernel) = kernel.filter(|kernel| wants_launch(kernel)) {
        let line = kernel_line(document, analysis, Some(kernel));
        let block = kernel
            .findings
            .first()
            .map_or([256, 1, 1], |finding| finding.witness.block);
        let comment = format!("// kverify: block={}", sizes(block));
        let title = format!("State the launch of {}: `{comment}`", kernel.name);
        actions.push(insertion(document, uri, title, line, &comment, false));
    }
    actions
}

/// The actions that mend a kernel.
pub fn mends(document: &Document, uri: &Uri, mends: &[Mend]) -> Vec<CodeActionOrCommand> {
    let text_edit = |hunk: &Hunk| {
        let place = |line: usize| {
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            match document.text.line(line) {
                Some(_) => Position::new(line, 0),
                // Behind the last line.
                None => document.text.end(),
            }
        };
        let range = Range::new(place(hunk.start), place(hunk.start + hunk.count));
        TextEdit::new(range, hunk.lines.concat())
    };
    let action = |mend: &Mend| {
        let edits = mend.hunks.iter().map(text_edit).collect();
        quick_fix(uri, mend.title.clone(), edits, true)
    };
    mends.iter().map(action).collect()
}

/// A launch comment says something only where neither the source nor the host code does.
fn wants_launch(kernel: &KernelEntry) -> bool {
    kernel.verdict != VerdictName::Proved && kernel.launch.source == LaunchSourceName::Symbolic
}

fn sizes([x, y, z]: [u64; 3]) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x},{y}"),
        _ => format!("{x},{y},{z}"),
    }
}

/// The line (from 0) above which a comment speaks of the kernel.
fn kernel_line(document: &Document, analysis: &Analysis, kernel: Option<&KernelEntry>) -> u32 {
    let name_line = kernel.map_or(0, |kernel| analysis.snapshot.line_now(kernel.line) - 1);
    declaration_line(document, name_line)
}

/// The first line (from 0) of the declaration whose name stands in a line: a `template` or an attribute may precede it.
fn declaration_line(document: &Document, name_line: u32) -> u32 {
    let continues = |line: u32| {
        let text = document.text.line(line).unwrap_or("").trim();
        !(text.is_empty() || text.ends_with([';', '}', '{']) || text.starts_with(['#', '/', '*']))
    };
    let above = (0..name_line).rev().take_while(|line| continues(*line));
    above.last().unwrap_or(name_line)
}

/// Inserts a comment as a line of its own, with the indentation of the line below.
fn insertion(
    document: &Document,
    uri: &Uri,
    title: String,
    line: u32,
    comment: &str,
    preferred: bool,
) -> CodeActionOrCommand {
    let below = document.text.line(line).unwrap_or("");
    let blank: String = below.chars().take_while(|c| c.is_whitespace()).collect();
    edit(
        document,
        uri,
        title,
        line,
        format!("{blank}{comment}\n"),
        preferred,
    )
}

fn edit(
    document: &Document,
    uri: &Uri,
    title: String,
    line: u32,
    new_text: String,
    preferred: bool,
) -> CodeActionOrCommand {
    let at = document.text.position(line + 1, 1);
    let at = Position::new(line.min(at.line), 0);
    let edits = vec![TextEdit::new(Range::new(at, at), new_text)];
    quick_fix(uri, title, edits, preferred)
}

#[expect(
    clippy::mutable_key_type,
    reason = "the protocol's type; an address never changes"
)]
fn quick_fix(uri: &Uri, title: String, edits: Vec<TextEdit>, preferred: bool) -> CodeActionOrCommand {
    let edits = HashMap::from([(uri.clone(), edits)]);
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        is_preferred: Some(preferred),
        edit: Some(WorkspaceEdit::new(edits)),
        ..CodeAction::default()
    })
}
