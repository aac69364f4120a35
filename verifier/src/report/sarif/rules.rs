//! The rules as SARIF describes them.

use super::properties;
use crate::report::json::Document;
use crate::report::json::finding::StatusName;
use crate::rules;
use serde_json::json;
use serde_sarif::sarif;

/// Most characters of a rule's descriptions that GitHub takes.
const LONGEST: usize = 1_024;

/// A descriptor for each rule, in the order of the list.
pub(super) fn rules(document: &Document) -> Vec<sarif::ReportingDescriptor> {
    let of = |rule| descriptor(rule, precision(document, rule));
    rules::ALL.iter().map(of).collect()
}

/// How much a rule's findings in this run can be relied on: replay has shown all of them, some, or none. Viewers have no such word for
/// single results.
fn precision(document: &Document, rule: &rules::Rule) -> &'static str {
    let kernels = document.files.iter().flat_map(|file| &file.kernels);
    let findings = kernels.flat_map(|kernel| &kernel.findings);
    let in_kernels = findings
        .filter(|finding| finding.rule == rule.id)
        .map(|finding| finding.status == StatusName::Confirmed);
    let hosts = document.files.iter().flat_map(|file| &file.host);
    let on_host = hosts
        .flat_map(|host| &host.findings)
        .filter(|finding| finding.rule == rule.id)
        .map(|finding| finding.doubt.is_none());
    let (sure, possible): (Vec<bool>, Vec<bool>) = in_kernels.chain(on_host).partition(|is_sure| *is_sure);
    match (sure.is_empty(), possible.is_empty()) {
        (_, true) => "very-high",
        (false, false) => "high",
        (true, false) => "medium",
    }
}

/// The position of a rule among the descriptors.
pub(super) fn index_of(id: &str) -> Option<i64> {
    let index = rules::ALL.iter().position(|rule| rule.id == id)?;
    i64::try_from(index).ok()
}

fn descriptor(rule: &rules::Rule, precision: &str) -> sarif::ReportingDescriptor {
    let text = |text: String| sarif::MultiformatMessageString::builder().text(text).build();
    let summary: String = rule.summary().chars().take(LONGEST).collect();
    let first_sentence = summary
        .split_once(". ")
        .map_or(summary.as_str(), |(first, _)| first);
    let help = sarif::MultiformatMessageString::builder()
        .text(rule.page)
        .markdown(rule.page)
        .build();
    let is_about_speed = rules::is_advice(rule.id) || ["redundant-transfer", "leak"].contains(&rule.id);
    let (level, tags) = if is_about_speed {
        ("note", ["gpu", "performance"])
    } else {
        ("error", ["gpu", "correctness"])
    };
    let mut bag = properties(&[
        ("precision", json!(precision)),
        (
            "problem.severity",
            json!(if is_about_speed { "recommendation" } else { "error" }),
        ),
    ]);
    bag.tags = Some(tags.map(str::to_owned).to_vec());
    let mut descriptor = sarif::ReportingDescriptor::builder()
        .id(rule.id)
        .name(pascal_case(rule.id))
        .short_description(text(first_sentence.trim_end_matches('.').to_owned()))
        .full_description(text(summary.clone()))
        .help(help)
        .default_configuration(sarif::ReportingConfiguration::builder().level(level).build())
        .properties(bag)
        .build();
    descriptor.help_uri = rule.url();
    descriptor
}

fn pascal_case(id: &str) -> String {
    id.split('-').map(super::capitalised).collect()
}
