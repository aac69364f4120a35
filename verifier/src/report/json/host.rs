//! Host code as the document holds it.

use super::fill::{other_file, severity_name};
use super::finding::{Access, BaselineState, IgnoredEntry};
use super::{HostEntry, HostFindingEntry, HostFunctionEntry};
use crate::host::HostFinding;
use crate::report::fingerprint::of_host;
use crate::report::{FileReport, sources};
use kverify_frontend::ir::{Module, Span};
use std::collections::BTreeMap;

/// The entry of a file; none where nothing calls the runtime.
pub(super) fn entry(file: &FileReport, is_compared: bool) -> Option<HostEntry> {
    let module = file.module.as_deref()?;
    if file.host.functions.is_empty() && file.host.findings.is_empty() {
        return None;
    }
    let functions = file.host.functions.iter().map(|function| HostFunctionEntry {
        name: function.name.clone(),
        line: function.span.line,
        unfollowed: function.unfollowed.clone(),
    });
    let findings = file
        .host
        .findings
        .iter()
        .zip(fingerprints(&file.host.findings, module));
    Some(HostEntry {
        functions: functions.collect(),
        findings: findings
            .map(|(finding, fingerprint)| finding_entry(finding, fingerprint, module, is_compared))
            .collect(),
    })
}

/// The fingerprints of a file's findings in host code, in their order.
pub fn fingerprints(findings: &[HostFinding], module: &Module) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let numbered = findings.iter().map(|finding| {
        let hash = of_host(finding, module);
        let count = seen.entry(hash.clone()).or_insert(0);
        *count += 1;
        format!("{hash}:{count}")
    });
    numbered.collect()
}

fn finding_entry(
    finding: &HostFinding,
    fingerprint: String,
    module: &Module,
    is_compared: bool,
) -> HostFindingEntry {
    let state = match finding.known {
        true => BaselineState::Known,
        false => BaselineState::New,
    };
    HostFindingEntry {
        rule: finding.rule.id().to_owned(),
        severity: severity_name(finding.severity),
        function: finding.function.0.clone(),
        message: finding.message.clone(),
        doubt: finding.doubt.clone(),
        accesses: finding
            .places
            .iter()
            .map(|(span, what)| access(span, what, module))
            .collect(),
        help: finding.rule.help().to_owned(),
        fingerprint,
        ignored: finding.ignored.as_ref().map(|ignored| IgnoredEntry {
            line: ignored.line,
            reason: ignored.reason.clone(),
        }),
        baseline: (is_compared && finding.ignored.is_none()).then_some(state),
    }
}

fn access(span: &Span, what: &str, module: &Module) -> Access {
    Access {
        line: span.line,
        column: span.column,
        end_line: span.end_line,
        end_column: span.end_column,
        what: what.to_owned(),
        text: sources::excerpt(module, span),
        path: other_file(module, span),
        calls: Vec::new(),
        interval: None,
    }
}
