//! A file's answers as the editor's diagnostics.

use super::document::{Analysis, Document, Snapshot};
use super::elsewhere::ByFile;
use super::text::Text;
use super::uri;
use crate::report::base::cleaned;
use crate::report::json::finding::{Access, FindingEntry, SeverityName, StatusName};
use crate::report::json::kernel::{KernelEntry, VerdictName};
use crate::report::json::{HostFindingEntry, Message};
use crate::report::remark::line_words;
use kverify_frontend::files;
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    Range, Uri,
};
use serde_json::json;
use std::path::{Component, Path, PathBuf};

/// The `source` of every diagnostic.
pub const SOURCE: &str = "kverify";

/// What a document has to show.
#[derive(Default)]
pub struct Shown {
    /// In itself.
    pub here: Vec<Diagnostic>,
    /// In files that it includes.
    pub elsewhere: ByFile,
}

/// All that is to be shown of a document: what is wrong with its text, then each kernel's findings and reasons. `text_of` gives other
/// files as the editor has them.
pub fn diagnostics(
    document: &Document,
    uri: &Uri,
    rules: Option<&Path>,
    text_of: &dyn Fn(&Path) -> Option<Text>,
) -> Shown {
    let mut shown = Shown::default();
    if let Some(problems) = &document.problems {
        let errors = problems
            .errors
            .iter()
            .map(|message| (message, DiagnosticSeverity::ERROR));
        let warnings = problems
            .warnings
            .iter()
            .map(|message| (message, DiagnosticSeverity::WARNING));
        for (message, severity) in errors.chain(warnings) {
            let said = Said {
                message,
                severity,
                lead: "",
                line: 1,
            };
            shown.add(&problems.snapshot, &said, text_of);
        }
    }
    if let Some(analysis) = &document.analysis {
        of_analysis(analysis, uri, rules, text_of, &mut shown);
    }
    shown.here = once(shown.here);
    for found in shown.elsewhere.values_mut() {
        *found = once(std::mem::take(found));
    }
    shown
}

/// Kernels of one template, or under several launches, often have the same to say at the same place, and so have documents that
/// include a file.
pub fn once(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
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

fn of_analysis(
    analysis: &Analysis,
    uri: &Uri,
    rules: Option<&Path>,
    text_of: &dyn Fn(&Path) -> Option<Text>,
    shown: &mut Shown,
) {
    let snapshot = &analysis.snapshot;
    let show = Show { snapshot, uri, rules };
    for (number, kernel) in analysis.file.kernels.iter().enumerate() {
        let findings = kernel.findings.iter().enumerate();
        for (index, finding) in findings.filter(|(_, finding)| finding.ignored.is_none()) {
            shown.here.extend(show.finding(kernel, finding, (number, index)));
        }
        if kernel.verdict == VerdictName::Unknown {
            let lead = format!("{} is not proved: ", kernel.name);
            for message in &kernel.reasons {
                let said = Said {
                    message,
                    severity: DiagnosticSeverity::INFORMATION,
                    lead: &lead,
                    line: kernel.line,
                };
                shown.add(snapshot, &said, text_of);
            }
        }
    }
    let on_host = analysis.file.host.iter().flat_map(|host| &host.findings);
    let on_host = on_host.filter(|finding| finding.ignored.is_none());
    shown
        .here
        .extend(on_host.filter_map(|finding| show.host_finding(finding)));
}

/// A message to be shown.
struct Said<'m> {
    message: &'m Message,
    severity: DiagnosticSeverity,
    lead: &'m str,
    /// Of the document, what stands for a place in a file that it does not include itself.
    line: u32,
}

impl Shown {
    /// Shows a message where it is, and if that is in another file, here where that is included.
    fn add(&mut self, snapshot: &Snapshot, said: &Said<'_>, text_of: &dyn Fn(&Path) -> Option<Text>) {
        let Said { message, lead, .. } = said;
        let diagnostic = |range, message| Diagnostic {
            range,
            severity: Some(said.severity),
            source: Some(SOURCE.to_owned()),
            message,
            ..Diagnostic::default()
        };
        let text = format!("{lead}{}", message.message);
        let Some(path) = &message.path else {
            let range = snapshot.line_range(message.line, message.column);
            self.here.push(diagnostic(range, text));
            return;
        };
        let line = include_line(snapshot.text.as_str(), path).unwrap_or(said.line);
        let mut here = diagnostic(
            snapshot.line_range(line, 1),
            format!("{}: {text}", line_words(message)),
        );
        let path = cleaned(Path::new(path));
        if let Some((uri, other)) = uri::of_path(&path).zip(text_of(&path)) {
            let range = other.line_range(message.line, message.column);
            here.related_information = Some(vec![DiagnosticRelatedInformation {
                location: Location::new(uri, range),
                message: "it is here".to_owned(),
            }]);
            self.elsewhere
                .entry(path)
                .or_default()
                .push(diagnostic(range, text));
        }
        self.here.push(here);
    }
}

/// The line, from 1, in which a text includes a file.
fn include_line(text: &str, path: &str) -> Option<u32> {
    let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let is_it = |line: &str| {
        files::included(line).is_some_and(|name| {
            let name: PathBuf = Path::new(name).components().filter(is_name).collect();
            Path::new(path).ends_with(name)
        })
    };
    let found = text.lines().position(is_it)?;
    u32::try_from(found + 1).ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_the_line_that_includes_them() {
        let text = "#include <a.h>\n#include \"../inc/b.h\"\n# include \"./c/d.h\"\n";
        for (path, line) in [
            ("/p/a.h", Some(1)),
            ("/p/src/../inc/b.h", Some(2)),
            ("/p/inc/c/d.h", Some(3)),
            ("/p/x.h", None),
            ("/p/aa.h", None),
        ] {
            assert_eq!(include_line(text, path), line, "{path}");
        }
    }
}
