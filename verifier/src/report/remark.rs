//! What a document says of single places, for the formats that have a line for each.

use super::json::finding::{Access, FindingEntry, SeverityName, StatusName};
use super::json::kernel::KernelEntry;
use super::json::{Document, File, HostFindingEntry, Message};

/// The rule of reasons for which a kernel is not proved.
pub const UNKNOWN: &str = "unknown";
/// The rule of what is wrong with a source file.
pub const INPUT: &str = "input";

/// One sentence about one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The file, as the user named it or as it was included.
    pub path: String,
    /// From 1.
    pub line: u32,
    /// In bytes, from 1.
    pub column: u32,
    /// From 1; where nothing else is known, `line`.
    pub end_line: u32,
    /// One past the last byte, where it is known.
    pub end_column: Option<u32>,
    /// How much it matters.
    pub severity: SeverityName,
    /// A rule's id, [`UNKNOWN`] or [`INPUT`].
    pub rule: String,
    /// The sentence.
    pub message: String,
    /// Whether it does not fail the run because a baseline holds it.
    pub known: bool,
}

/// All remarks of a document in its order, each once: launches of one kernel often have the same to say. What the source
/// says to ignore is left out.
pub fn remarks(document: &Document) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = Vec::new();
    for remark in document.files.iter().flat_map(of_file) {
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }
    remarks
}

fn of_file(file: &File) -> Vec<Remark> {
    let input = |severity: SeverityName| {
        move |message: &Message| bare(file, message, severity, INPUT, message.message.clone())
    };
    let mut remarks: Vec<Remark> = Vec::new();
    remarks.extend(file.errors.iter().map(input(SeverityName::Error)));
    remarks.extend(file.warnings.iter().map(input(SeverityName::Warning)));
    for kernel in &file.kernels {
        let counted = kernel.findings.iter().filter(|finding| finding.ignored.is_none());
        remarks.extend(counted.map(|finding| of_finding(file, kernel, finding)));
        let reasons = kernel.reasons.iter().map(|reason| {
            let message = format!("{} is not proved: {}", kernel_name(kernel), reason.message);
            bare(file, reason, SeverityName::Warning, UNKNOWN, message)
        });
        remarks.extend(reasons);
    }
    let on_host = file.host.iter().flat_map(|host| &host.findings);
    let counted = on_host.filter(|finding| finding.ignored.is_none());
    remarks.extend(counted.filter_map(|finding| of_host_finding(file, finding)));
    remarks
}

fn of_host_finding(file: &File, finding: &HostFindingEntry) -> Option<Remark> {
    let first = finding.accesses.first()?;
    Some(Remark {
        path: path_of(file, first).to_owned(),
        line: first.line,
        column: first.column,
        end_line: first.end_line,
        end_column: Some(first.end_column),
        severity: finding.severity,
        rule: finding.rule.clone(),
        message: host_sentence(file, finding),
        known: finding.baseline == Some(super::json::finding::BaselineState::Known),
    })
}

/// A finding in host code on one line: what is wrong, in which function, what it goes back to, how sure it is.
pub fn host_sentence(file: &File, finding: &HostFindingEntry) -> String {
    let mut text = format!("{} in {}", finding.message, finding.function);
    if let [first, second] = finding.accesses.as_slice() {
        let (here, there) = (path_of(file, first), path_of(file, second));
        text += &match here == there {
            true => format!(" (line {}: {})", second.line, second.what),
            false => format!(" ({there}:{}: {})", second.line, second.what),
        };
    }
    if let Some(doubt) = &finding.doubt {
        text += &format!(" (possible: {doubt})");
    }
    if finding.baseline == Some(super::json::finding::BaselineState::Known) {
        text += " (known, in the baseline)";
    }
    text
}

fn bare(file: &File, at: &Message, severity: SeverityName, rule: &str, message: String) -> Remark {
    Remark {
        path: path_of_message(file, at).to_owned(),
        line: at.line,
        column: at.column,
        end_line: at.line,
        end_column: None,
        severity,
        rule: rule.to_owned(),
        message,
        known: false,
    }
}

fn of_finding(file: &File, kernel: &KernelEntry, finding: &FindingEntry) -> Remark {
    let first = finding.accesses.first();
    let path = first.map_or(path_of_kernel(file, kernel), |access| path_of(file, access));
    Remark {
        path: path.to_owned(),
        line: first.map_or(kernel.line, |access| access.line),
        column: first.map_or(1, |access| access.column),
        end_line: first.map_or(kernel.line, |access| access.end_line),
        end_column: first.map(|access| access.end_column),
        severity: finding.severity,
        rule: finding.rule.clone(),
        message: sentence(file, kernel, finding),
        known: finding.baseline == Some(super::json::finding::BaselineState::Known),
    }
}

/// The finding on one line: what happened, in which kernel, where the other place is, how sure it is.
pub fn sentence(file: &File, kernel: &KernelEntry, finding: &FindingEntry) -> String {
    let mut text = format!("{} in {}", finding.message, kernel_name(kernel));
    if let [first, second] = finding.accesses.as_slice() {
        let here = (path_of(file, first), first.line);
        let there = (path_of(file, second), second.line);
        if here.0 != there.0 {
            text += &format!(", with {} at {}:{}", second.what, there.0, there.1);
        } else if here != there || first.column != second.column {
            text += &format!(", with {} at line {}", second.what, there.1);
        }
    }
    if finding.status == StatusName::Possible {
        text += " (possible, not confirmed by replay)";
    }
    if finding.baseline == Some(super::json::finding::BaselineState::Known) {
        text += " (known, in the baseline)";
    }
    text
}

/// The file that an access lies in.
pub fn path_of<'d>(file: &'d File, access: &'d Access) -> &'d str {
    access.path.as_deref().unwrap_or(&file.path)
}

/// The file that a kernel is defined in.
pub fn path_of_kernel<'d>(file: &'d File, kernel: &'d KernelEntry) -> &'d str {
    kernel.path.as_deref().unwrap_or(&file.path)
}

/// The file that a message speaks of.
pub fn path_of_message<'d>(file: &'d File, message: &'d Message) -> &'d str {
    message.path.as_deref().unwrap_or(&file.path)
}

/// Where a message belongs, for a reader who knows the file: `line 3`, or `common.h:3`.
pub fn line_words(message: &Message) -> String {
    match &message.path {
        Some(path) => format!("{path}:{}", message.line),
        None => format!("line {}", message.line),
    }
}

/// The kernel's name with its template arguments.
pub fn kernel_name(kernel: &KernelEntry) -> String {
    format!("{}{}", kernel.name, kernel.instantiation)
}

/// `error`, `warning` or `note`.
pub fn severity_word(severity: SeverityName) -> &'static str {
    match severity {
        SeverityName::Error => "error",
        SeverityName::Warning => "warning",
        SeverityName::Note => "note",
    }
}
