//! The rules as SARIF describes them.

use super::properties;
use crate::rules;
use serde_json::json;
use serde_sarif::sarif;

/// Most characters of a rule's descriptions that GitHub takes.
const LONGEST: usize = 1_024;

/// A descriptor for each rule, in the order of the list.
pub(super) fn rules() -> Vec<sarif::ReportingDescriptor> {
    rules::ALL.iter().map(descriptor).collect()
}

/// The position of a rule among the descriptors.
pub(super) fn index_of(id: &str) -> Option<i64> {
    let index = rules::ALL.iter().position(|rule| rule.id == id)?;
    i64::try_from(index).ok()
}

fn descriptor(rule: &rules::Rule) -> sarif::ReportingDescriptor {
    let text = |text: String| sarif::MultiformatMessageString::builder().text(text).build();
    let summary: String = rule.summary().chars().take(LONGEST).collect();
    let first_sentence = summary
        .split_once(". ")
        .map_or(summary.as_str(), |(first, _)| first);
    let help = sarif::MultiformatMessageString::builder()
        .text(rule.page)
        .markdown(rule.page)
        .build();
    let is_about_speed = [
        "bank-conflict",
        "uncoalesced-access",
        "redundant-transfer",
        "leak",
    ]
    .contains(&rule.id);
    let (level, tags) = if is_about_speed {
        ("note", ["gpu", "performance"])
    } else {
        ("error", ["gpu", "correctness"])
    };
    let mut bag = properties(&[
        ("precision", json!("very-high")),
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
