//! Findings in host code, for people.

use super::{Drawing, MOST_DRAWN, Pane, draw};
use crate::host::HostFinding;
use crate::report::style::Style;
use crate::report::{FileReport, words};
use crate::verdict::Severity;
use kverify_frontend::ir::{Loc, Module};
use std::fmt::Write as _;

/// Draws what a file's host code does wrong, and says what is ignored or known.
pub(super) fn render(out: &mut String, file: &FileReport, module: &Module, style: Style) {
    let is_drawn = |finding: &&HostFinding| finding.ignored.is_none() && !finding.known;
    let all: Vec<&HostFinding> = file.host.findings.iter().filter(is_drawn).collect();
    for finding in all.iter().take(MOST_DRAWN) {
        draw(out, &drawing(finding, module), style);
    }
    if all.len() > MOST_DRAWN {
        let more = all.len() - MOST_DRAWN;
        let _ = writeln!(
            out,
            "{more} more findings in the host code of {}; --format concise and --format json list all",
            file.path.display()
        );
    }
    for finding in file.host.findings.iter().filter(|finding| !is_drawn(finding)) {
        let place = words::line_words(
            module,
            &Loc {
                span: finding.places[0].0,
                call: None,
            },
        );
        let why = match &finding.ignored {
            Some(ignored) => format!("ignored by the comment in line {}", ignored.line),
            None => "known, in the baseline".to_owned(),
        };
        let _ = writeln!(out, "host code: {place}: {} ({why})", finding.message);
    }
}

fn drawing(finding: &HostFinding, module: &Module) -> Drawing {
    let mut help = String::new();
    if let Some(doubt) = &finding.doubt {
        let _ = writeln!(help, "possible: {doubt}");
    }
    help += finding.rule.help();
    let (first, others) = match finding.places.split_first() {
        Some((first, others)) => (Some(first), others),
        None => (None, &[][..]),
    };
    let together: Vec<_> = first
        .into_iter()
        .chain(
            others
                .iter()
                .filter(|(span, _)| first.is_some_and(|(at, _)| at.file == span.file)),
        )
        .cloned()
        .collect();
    let elsewhere = others
        .iter()
        .filter(|(span, _)| first.is_some_and(|(at, _)| at.file != span.file));
    let mut panes = vec![Pane::new(module, &together)];
    panes.extend(elsewhere.map(|place| Pane::new(module, std::slice::from_ref(place))));
    Drawing {
        code: Some(finding.rule.id()),
        severity: match finding.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        },
        title: format!("{} in {}", finding.message, finding.function.0),
        help: Some(help),
        panes,
    }
}
