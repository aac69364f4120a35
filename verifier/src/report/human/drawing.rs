//! Excerpts of sources with labels, drawn by miette.

use super::super::sources;
use super::super::style::Style;
use kverify_frontend::ir::{Module, Span};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use std::fmt::{self, Write as _};

pub(super) fn draw(out: &mut String, drawing: &Drawing, style: Style) {
    let theme = if style.colour {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .with_links(false);
    let start = out.len();
    if handler.render_report(out, drawing).is_err() {
        // Only a source that cannot be cut at its spans gets here; the words still matter.
        out.truncate(start);
        let _ = writeln!(out, "{drawing}");
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out.push('\n');
}

/// A diagnostic with one excerpt for each file that it speaks of.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) code: Option<&'static str>,
    pub(super) severity: miette::Severity,
    pub(super) title: String,
    pub(super) help: Option<String>,
    pub(super) panes: Vec<Pane>,
}

/// An excerpt of a file, with labels.
#[derive(Debug)]
pub(super) struct Pane {
    source: NamedSource<String>,
    labels: Vec<LabeledSpan>,
}

impl Pane {
    /// The labels all lie in the first one's file.
    pub(super) fn new(module: &Module, places: &[(Span, String)]) -> Pane {
        let file = places.first().and_then(|(span, _)| module.files.get(span.file));
        let (path, text) = file.map_or(("", ""), |file| (file.path.as_str(), file.text.as_str()));
        let mut labels: Vec<LabeledSpan> = places
            .iter()
            .map(|(span, label)| {
                LabeledSpan::new_with_span(Some(label.clone()), sources::byte_range(text, span))
            })
            .collect();
        labels.sort_by_key(LabeledSpan::offset);
        Pane {
            source: NamedSource::new(path, text.to_owned()),
            labels,
        }
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl std::error::Error for Drawing {}

impl Diagnostic for Drawing {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.panes.first().map(|pane| &pane.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.panes
            .first()
            .map(|pane| Box::new(pane.labels.iter().cloned()) as Box<dyn Iterator<Item = LabeledSpan>>)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        let rest = self.panes.get(1..).filter(|rest| !rest.is_empty())?;
        Some(Box::new(rest.iter().map(|pane| pane as &dyn Diagnostic)))
    }
}

impl fmt::Display for Pane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the other place")
    }
}

impl std::error::Error for Pane {}

impl Diagnostic for Pane {
    fn severity(&self) -> Option<miette::Severity> {
        Some(miette::Severity::Advice)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
