//! Findings in host code as results.

use super::{Writer, capitalised, fingerprint, level, message, properties, rank, rules};
use crate::report::json::finding::BaselineState;
use crate::report::json::{File, HostFindingEntry};
use crate::report::remark::host_sentence;
use serde_json::json;
use serde_sarif::sarif;
use std::collections::BTreeMap;

impl Writer<'_> {
    pub(super) fn host_result(&self, file: &File, finding: &HostFindingEntry) -> sarif::Result {
        let text = format!(
            "{}. {}.",
            capitalised(&host_sentence(file, finding)),
            capitalised(&finding.help)
        );
        let locations = finding.accesses.iter().take(1).map(|access| {
            let mut location = self.location(file, access);
            location.logical_locations = Some(vec![
                sarif::LogicalLocation::builder()
                    .name(finding.function.clone())
                    .kind("function")
                    .build(),
            ]);
            location
        });
        let related = finding.accesses.iter().skip(1).zip(1..).map(|(access, id)| {
            let mut location = self.location(file, access);
            location.id = Some(id);
            location.message = Some(message(&access.what));
            location
        });
        let mut result = sarif::Result::builder()
            .rule_id(finding.rule.clone())
            .level(level(finding.severity))
            .rank(rank(finding.severity, finding.doubt.is_none()))
            .message(message(&text))
            .locations(locations.collect::<Vec<_>>())
            .partial_fingerprints(BTreeMap::from([
                ("primaryLocationLineHash".to_owned(), finding.fingerprint.clone()),
                (fingerprint::VERSION.to_owned(), finding.fingerprint.clone()),
            ]))
            .properties(properties(&[("function", json!(finding.function))]))
            .build();
        result.rule_index = rules::index_of(&finding.rule);
        result.related_locations = Some(related.collect::<Vec<_>>()).filter(|list| !list.is_empty());
        result.suppressions = self.suppressions(file, finding.ignored.as_ref());
        result.baseline_state = finding.baseline.map(|state| match state {
            BaselineState::Known => json!("unchanged"),
            BaselineState::New => json!("new"),
        });
        result
    }
}
