//! A file's answers as the editor's diagnostics.

use super::document::{Analysis, Document, Snapshot};
use super::uri;
use crate::report::json::{
    Access, FindingEntry, HostFindingEntry, KernelEntry, Message, SeverityName, StatusName, VerdictName,
};
use crate::report::remark::line_words;
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    Range, Uri,
};
use serde_json::json;
use std::path::Path;

/// The `source` of every diagnostic.
pub const SOURCE: &str = "kverify";

/// All that is to be shown in a document: what is wrong with its text, then each kernel's findings and reasons.
pub fn diagnostics(document: &Document, uri: &Uri, rules: Option<&Path>) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = Vec::new();
    if let Some(problems) = &document.problems {
        let show = |messages: &[Message], severity| -> Vec<Diagnostic> {
            let shown = messages.iter();
            shown
                .map(|message| of_message(&problems.snapshot, message, severity, ""))
                .collect()
        };
        all.extend(show(&problems.errors, DiagnosticSeverity::ERROR));
        all.extend(show(&problems.warnings, DiagnosticSeverity::WARNING));
    }
    if let Some(analysis) = &document.analysis {
        all.extend(of_analysis(analysis, uri, rules));
    }
    // Kernels of one template, or under several launches, often have the same to say at the same place.
    let mut once: Vec<Diagnostic> = Vec::new();
    for diagnostic in all {
        let same = |known: &Diagnostic| {
            (known.range, known.severity, &known.message)
                == (diagnostic.range, diagnostic.severity, &diagnostic.message)
        };
        if !once.iter().any(same) {
            once.push(diagnostic);
        }
    }
    once
}

fn of_analysis(analysis: &Analysis, uri: &Uri, rules: Option<&Path>) -> Vec<Diagnostic> {
    let snapshot = &analysis.snapshot;
    let show = Show { snapshot, uri, rules };
    let mut all = Vec::new();
    for (number, kernel) in analysis.file.kernels.iter().enumerate() {
        let findings = kernel.findings.iter().enumerate();
        for (index, finding) in findings.filter(|(_, finding)| finding.ignored.is_none()) {
            all.extend(show.finding(kernel, finding, (number, index)));
        }
        if kernel.verdict == VerdictName::Unknown {
            let lead = format!("{} is not proved: ", kernel.name);
            let reasons = kernel.reasons.iter();
            all.extend(
                reasons.map(|reason| of_message(snapshot, reason, DiagnosticSeverity::INFORMATION, &lead)),
            );
        }
    }
    let on_host = analysis.file.host.iter().flat_map(|host| &host.findings);
    for finding in on_host.filter(|finding| finding.ignored.is_none()) {
        all.extend(show.host_finding(finding));
    }
    all
}

fn of_message(
    snapshot: &Snapshot,
    message: &Message,
    severity: DiagnosticSeverity,
    lead: &str,
) -> Diagnostic {
    // What is in another file stands at the top, with its place.
    let (line, column, lead) = match &message.path {
        Some(_) => (1, 1, format!("{}: {lead}", line_words(message))),
        None => (message.line, message.column, lead.to_owned()),
    };
    Diagnostic {
        range: snapshot.line_range(line, column),
        severity: Some(severity),
        source: Some(SOURCE.to_owned()),
        message: format!("{lead}{}", message.message),
        ..Diagnostic::default()
    }
}

struct Show<'a> {
    snapshot: &'a Snapshot,
    uri: &'a Uri,
    rules: Option<&'a Path>,
}

impl Show<'_> {
    /// The finding at its first access in this document, and a hint at the second.
    fn finding(
        &self,
        kernel: &KernelEntry,
        finding: &FindingEntry,
        number: (usize, usize),
    ) -> Vec<Diagnostic> {
        let places: Vec<Location> = finding
            .accesses
            .iter()
            .filter_map(|access| self.place(access))
            .collect();
        let Some(main) = places.iter().position(|place| place.uri == *self.uri) else {
            // Both accesses lie in headers: the kernel's own line stands for them.
            let range = self.snapshot.line_range(kernel.line, 1);
            return vec![self.diagnostic(
                kernel,
                finding,
                number,
                range,
                self.related(finding, &places, None),
            )];
        };
        let related = self.related(finding, &places, Some(main));
        let mut shown = vec![self.diagnostic(kernel, finding, number, places[main].range, related)];
        let other = places
            .iter()
            .enumerate()
            .find(|(i, place)| *i != main && place.uri == *self.uri);
        if let Some((i, place)) = other.filter(|(_, place)| place.range != places[main].range) {
            shown.push(Diagnostic {
                range: place.range,
                severity: Some(DiagnosticSeverity::HINT),
                code: Some(NumberOrString::String(finding.rule.clone())),
                source: Some(SOURCE.to_owned()),
                message: format!("the other place of: {}", finding.message),
                related_information: Some(vec![DiagnosticRelatedInformation {
                    location: places[main].clone(),
                    message: access_words(finding, 1 - i.min(1)),
                }]),
                ..Diagnostic::default()
            });
        }
        shown
    }

    /// A finding in host code, at its first place.
    fn host_finding(&self, finding: &HostFindingEntry) -> Option<Diagnostic> {
        let mut places = finding
            .accesses
            .iter()
            .filter_map(|access| Some((self.place(access)?, access)));
        let (main, _) = places.next()?;
        let related = places.map(|(location, access)| DiagnosticRelatedInformation {
            location,
            message: access.what.clone(),
        });
        let related: Vec<_> = related.collect();
        let (range, lead) = match main.uri == *self.uri {
            true => (main.range, String::new()),
            false => (self.snapshot.line_range(1, 1), format!("{}: ", main.uri.as_str())),
        };
        let doubt = finding
            .doubt
            .as_ref()
            .map_or_else(String::new, |doubt| format!("; possible: {doubt}"));
        Some(Diagnostic {
            range,
            severity: Some(match finding.severity {
                SeverityName::Error => DiagnosticSeverity::ERROR,
                SeverityName::Warning => DiagnosticSeverity::WARNING,
                SeverityName::Note => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(finding.rule.clone())),
            code_description: self.rule_page(&finding.rule).map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: format!(
                "{lead}{} ({}{doubt})\n{}",
                finding.message, finding.function, finding.help
            ),
            related_information: (!related.is_empty()).then_some(related),
            ..Diagnostic::default()
        })
    }

    fn diagnostic(
        &self,
        kernel: &KernelEntry,
        finding: &FindingEntry,
        (number, index): (usize, usize),
        range: Range,
        related: Vec<DiagnosticRelatedInformation>,
    ) -> Diagnostic {
        let status = match finding.status {
            StatusName::Confirmed => "confirmed by replay",
            StatusName::Possible => "possible, not confirmed by replay",
        };
        Diagnostic {
            range,
            severity: Some(severity(finding)),
            code: Some(NumberOrString::String(finding.rule.clone())),
            code_description: self.rule_page(&finding.rule).map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: format!(
                "{} ({}; {status})\n{}",
                finding.message, kernel.name, finding.help
            ),
            related_information: (!related.is_empty()).then_some(related),
            data: Some(json!({ "kernel": number, "finding": index })),
            ..Diagnostic::default()
        }
    }

    /// Every access but the one that the diagnostic itself stands at; the witness goes with the first of them.
    fn related(
        &self,
        finding: &FindingEntry,
        places: &[Location],
        main: Option<usize>,
    ) -> Vec<DiagnosticRelatedInformation> {
        let others = places.iter().enumerate().filter(|(i, _)| Some(*i) != main);
        others
            .map(|(i, place)| DiagnosticRelatedInformation {
                location: place.clone(),
                message: access_words(finding, i),
            })
            .collect()
    }

    fn place(&self, access: &Access) -> Option<Location> {
        match &access.path {
            None => Some(Location::new(
                self.uri.clone(),
                self.snapshot.access_range(access),
            )),
            Some(path) => Some(Location::new(
                uri::of_path(Path::new(path))?,
                self.snapshot.range_elsewhere(Path::new(path), access),
            )),
        }
    }

    fn rule_page(&self, rule: &str) -> Option<Uri> {
        uri::of_path(&self.rules?.join(format!("{rule}.md")))
    }
}

fn severity(finding: &FindingEntry) -> DiagnosticSeverity {
    match (finding.severity, finding.status) {
        (SeverityName::Error, StatusName::Confirmed) => DiagnosticSeverity::ERROR,
        (SeverityName::Error, StatusName::Possible) | (SeverityName::Warning, _) => {
            DiagnosticSeverity::WARNING
        }
        (SeverityName::Note, _) => DiagnosticSeverity::INFORMATION,
    }
}

/// `write by thread (3,0,0) of block (0,0,0)`.
fn access_words(finding: &FindingEntry, index: usize) -> String {
    let what = finding
        .accesses
        .get(index)
        .map_or("access", |access| access.what.as_str());
    let Some(thread) = finding.witness.threads.get(index) else {
        return what.to_owned();
    };
    let triple = |[x, y, z]: [u64; 3]| format!("({x},{y},{z})");
    format!(
        "{what} by thread {} of block {}",
        triple(thread.thread),
        triple(thread.block)
    )
}
