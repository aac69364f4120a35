//! SARIF 2.1.0 (OASIS), as GitHub's code scanning and other viewers read it.
//!
//! A rule for each kind of finding, with its page as help. A result for each finding, with the second place among its related
//! locations and one code flow, in which each of the two threads has a thread flow. Several launches of one kernel that
//! show the same finding are one result. How sure a finding is, is its rank and the precision of its rule in this run. Reasons for which a kernel is not proved, and what is wrong with a file, are
//! notifications of the invocation: they are no alerts.
//!
//! GitHub refuses a file with more than 25,000 results, and texts of rules beyond 1,024 characters:
//! <https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning>.

mod flow;
mod host;
mod rules;

use super::base::{Base, uri};
use super::fingerprint;
use super::json::finding::{Access, BaselineState, FindingEntry, IgnoredEntry, SeverityName, StatusName};
use super::json::kernel::KernelEntry;
use super::json::{Document, File, Message};
use super::remark::{kernel_name, path_of, path_of_message, sentence};
use super::texts::Texts;
use super::visible;
use serde_json::{Value, json};
use serde_sarif::sarif;
use std::collections::BTreeMap;

/// The schema that the document names and is tested against.
pub const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The name of the folder that paths are relative to; GitHub knows it.
const ROOT: &str = "%SRCROOT%";
/// Most results of a run that GitHub takes.
const MOST_RESULTS: usize = 25_000;

/// The document, with a final newline.
pub fn render(document: &Document, base: &Base, texts: &Texts) -> String {
    visible::to_json(&log(document, base, texts))
}

fn log(document: &Document, base: &Base, texts: &Texts) -> sarif::Sarif {
    let writer = Writer { base, texts };
    let (results, left_out) = writer.results(document, MOST_RESULTS);
    let driver = sarif::ToolComponent::builder()
        .name("kverify")
        .semantic_version(document.tool.version.clone())
        .rules(rules::rules(document))
        .properties(properties(&[
            ("z3", json!(document.tool.z3)),
            ("libclang", json!(document.tool.libclang)),
        ]))
        .build();
    let root = sarif::ArtifactLocation::builder()
        .description(message("The root of the source tree."))
        .build();
    let run = sarif::Run::builder()
        .tool(sarif::Tool::builder().driver(driver).build())
        .column_kind("unicodeCodePoints")
        .original_uri_base_ids(BTreeMap::from([(ROOT.to_owned(), root)]))
        .invocations(vec![writer.invocation(document, left_out)])
        .results(results)
        .build();
    sarif::Sarif::builder()
        .schema(SCHEMA)
        .version("2.1.0")
        .runs(vec![run])
        .build()
}

struct Writer<'w> {
    base: &'w Base,
    texts: &'w Texts,
}

impl Writer<'_> {
    /// The results, errors first, and how many are too many.
    fn results(&self, document: &Document, most: usize) -> (Vec<sarif::Result>, usize) {
        let mut by_content: BTreeMap<(SeverityName, String, String), Vec<sarif::Result>> = BTreeMap::new();
        let mut order = Vec::new();
        for file in &document.files {
            for kernel in &file.kernels {
                for finding in &kernel.findings {
                    let key = (finding.severity, file.path.clone(), finding.fingerprint.clone());
                    let result = self.result(file, kernel, finding);
                    if !by_content.contains_key(&key) {
                        order.push(key.clone());
                    }
                    by_content.entry(key).or_default().push(result);
                }
            }
        }
        for file in &document.files {
            for finding in file.host.iter().flat_map(|host| &host.findings) {
                let key = (finding.severity, file.path.clone(), finding.fingerprint.clone());
                order.push(key.clone());
                by_content
                    .entry(key)
                    .or_default()
                    .push(self.host_result(file, finding));
            }
        }
        order.sort_by_key(|(severity, _, _)| *severity);
        let total = order.len();
        order.truncate(most);
        let left_out = total - order.len();
        let merged = order
            .iter()
            .filter_map(|key| by_content.remove(key))
            .filter_map(merged);
        (merged.collect(), left_out)
    }

    fn result(&self, file: &File, kernel: &KernelEntry, finding: &FindingEntry) -> sarif::Result {
        let text = format!(
            "{}. {}: {}. {}.",
            capitalised(&sentence(file, kernel, finding)),
            match finding.status {
                StatusName::Confirmed => "Replay shows it",
                StatusName::Possible => "Witness",
            },
            finding.witness.text,
            capitalised(&finding.help)
        );
        let locations = finding.accesses.iter().take(1).map(|access| {
            let mut location = self.location(file, access);
            location.logical_locations = Some(vec![
                sarif::LogicalLocation::builder()
                    .name(kernel_name(kernel))
                    .kind("function")
                    .build(),
            ]);
            location
        });
        let related = finding.accesses.iter().skip(1).zip(1..).map(|(access, id)| {
            let mut location = self.location(file, access);
            location.id = Some(id);
            location.message = Some(message(&format!("{} by the other thread", access.what)));
            location
        });
        let mut result = sarif::Result::builder()
            .rule_id(finding.rule.clone())
            .level(level(finding.severity))
            .rank(rank(finding.severity, finding.status == StatusName::Confirmed))
            .message(message(&text))
            .locations(locations.collect::<Vec<_>>())
            .code_flows(vec![flow::code_flow(self, file, finding)])
            .partial_fingerprints(BTreeMap::from([
                // The name that GitHub matches by.
                ("primaryLocationLineHash".to_owned(), finding.fingerprint.clone()),
                (fingerprint::VERSION.to_owned(), finding.fingerprint.clone()),
            ]))
            .properties(properties(&[
                ("kernel", json!(kernel_name(kernel))),
                ("status", json!(finding.status)),
                ("scope", json!(finding.scope)),
                ("space", json!(finding.space)),
                ("variant", json!(finding.variant)),
                ("verdict", json!(kernel.verdict)),
            ]))
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

    fn suppressions(&self, file: &File, ignored: Option<&IgnoredEntry>) -> Option<Vec<sarif::Suppression>> {
        let ignored = ignored?;
        let mut suppression = sarif::Suppression::builder()
            .kind("inSource")
            .location(self.line(&file.path, ignored.line, None))
            .build();
        suppression.justification = Some(ignored.reason.clone()).filter(|reason| !reason.is_empty());
        Some(vec![suppression])
    }

    fn location(&self, file: &File, access: &Access) -> sarif::Location {
        let path = path_of(file, access);
        let column = |line: u32, column: u32| i64::from(self.texts.column_in_characters(path, line, column));
        let mut region = sarif::Region::builder()
            .start_line(i64::from(access.line))
            .start_column(column(access.line, access.column))
            .end_line(i64::from(access.end_line))
            .end_column(column(access.end_line, access.end_column))
            .build();
        if access.end_line == 0 || (access.end_line, access.end_column) <= (access.line, access.column) {
            (region.end_line, region.end_column) = (None, None);
        }
        self.placed(path, region)
    }

    /// A line, and a column of it.
    fn line(&self, path: &str, line: u32, column: Option<u32>) -> sarif::Location {
        let mut region = sarif::Region::builder()
            .start_line(i64::from(line.max(1)))
            .build();
        region.start_column = column
            .map(|column| i64::from(self.texts.column_in_characters(path, line, column)))
            .filter(|column| *column > 0);
        self.placed(path, region)
    }

    fn placed(&self, path: &str, region: sarif::Region) -> sarif::Location {
        let artifact = match self.base.relative(path) {
            Some(relative) => sarif::ArtifactLocation::builder()
                .uri(uri(&relative))
                .uri_base_id(ROOT)
                .build(),
            None => {
                let absolute = self.base.absolute(path);
                let address = format!("file://{}", uri(&absolute.to_string_lossy()));
                sarif::ArtifactLocation::builder().uri(address).build()
            }
        };
        let physical = sarif::PhysicalLocation::builder()
            .artifact_location(artifact)
            .region(region)
            .build();
        sarif::Location::builder().physical_location(physical).build()
    }

    fn invocation(&self, document: &Document, left_out: usize) -> sarif::Invocation {
        let mut notifications = Vec::new();
        for file in &document.files {
            let mut note = |entry: &Message, level: &str, text: String| {
                let at = self.line(path_of_message(file, entry), entry.line, Some(entry.column));
                let notification = sarif::Notification::builder()
                    .level(level)
                    .message(message(&text))
                    .locations(vec![at]);
                notifications.push(notification.build());
            };
            for error in &file.errors {
                note(error, "error", error.message.clone());
            }
            for warning in &file.warnings {
                note(warning, "warning", warning.message.clone());
            }
            for kernel in &file.kernels {
                for reason in &kernel.reasons {
                    let text = format!("{} is not proved: {}", kernel_name(kernel), reason.message);
                    note(reason, "warning", text);
                }
            }
        }
        if left_out > 0 {
            let text = format!(
                "{left_out} results more than the {MOST_RESULTS} that GitHub takes were left out; `--format json` has all"
            );
            let notification = sarif::Notification::builder()
                .level("warning")
                .message(message(&text));
            notifications.push(notification.build());
        }
        sarif::Invocation::builder()
            .execution_successful(document.files.iter().all(|file| file.errors.is_empty()))
            .tool_execution_notifications(notifications)
            .build()
    }
}

/// The results of one content, from several launches or instantiations, as one: the first that replay confirms stands for all.
fn merged(mut results: Vec<sarif::Result>) -> Option<sarif::Result> {
    let is_confirmed = |result: &sarif::Result| {
        let properties = result.properties.as_ref();
        properties.and_then(|bag| bag.additional_properties.get("status")) == Some(&json!("confirmed"))
    };
    let count = results.len();
    let best = results.iter().position(is_confirmed).unwrap_or(0);
    let mut result = (best < count).then(|| results.swap_remove(best))?;
    result.occurrence_count = i64::try_from(count).ok().filter(|count| *count > 1);
    Some(result)
}

fn level(severity: SeverityName) -> sarif::ResultLevel {
    match severity {
        SeverityName::Error => sarif::ResultLevel::Error,
        SeverityName::Warning => sarif::ResultLevel::Warning,
        SeverityName::Note => sarif::ResultLevel::Note,
    }
}

/// How early a result is worth a look, of 100: what surely happens comes before what may happen.
fn rank(severity: SeverityName, is_confirmed: bool) -> f64 {
    match (severity, is_confirmed) {
        (SeverityName::Error, true) => 100.0,
        (SeverityName::Error, false) => 70.0,
        (SeverityName::Warning, true) => 60.0,
        (SeverityName::Warning, false) => 40.0,
        (SeverityName::Note, true) => 20.0,
        (SeverityName::Note, false) => 10.0,
    }
}

fn message(text: &str) -> sarif::Message {
    sarif::Message::builder().text(text).build()
}

/// A bag without the entries that are null.
fn properties(entries: &[(&str, Value)]) -> sarif::PropertyBag {
    let known = entries.iter().filter(|(_, value)| !value.is_null());
    sarif::PropertyBag::builder()
        .additional_properties(
            known
                .map(|(key, value)| ((*key).to_owned(), value.clone()))
                .collect::<BTreeMap<_, _>>(),
        )
        .build()
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{race, report};
    use crate::{Options, Status};

    #[test]
    fn precision_and_rank_follow_what_replay_says() {
        let seen = |statuses: &[Status]| {
            let findings: Vec<_> = statuses.iter().map(|status| (race(), *status)).collect();
            let mut document =
                crate::report::json::document(&report(&findings, &[], &Options::default()), false);
            for (finding, index) in document.files[0].kernels[0].findings.iter_mut().zip(0..) {
                finding.fingerprint = format!("{index}:1");
            }
            let log = log(&document, &Base::default(), &Texts::default());
            let rules = log.runs[0].tool.driver.rules.clone().unwrap_or_default();
            let precision = |id: &str| {
                let rule = rules.iter().find(|rule| rule.id == id)?;
                let bag = rule.properties.as_ref()?;
                bag.additional_properties.get("precision").cloned()
            };
            let results = log.runs[0].results.clone().unwrap_or_default();
            let ranks: Vec<Option<f64>> = results.iter().map(|result| result.rank).collect();
            (precision("data-race"), precision("barrier-divergence"), ranks)
        };
        let is = |text: &str| Some(json!(text));
        let (sure, possible) = (Status::Confirmed, Status::Possible);
        let (race, other, confirmed) = seen(&[sure]);
        assert_eq!((race, other), (is("very-high"), is("very-high")));
        let (race, other, both) = seen(&[possible, sure]);
        assert_eq!((race, other), (is("high"), is("very-high")));
        let (race, _, may) = seen(&[possible]);
        assert_eq!(race, is("medium"));
        assert_eq!(both, [may[0], confirmed[0]]);
        assert!(confirmed[0] > may[0]);
    }

    #[test]
    fn what_github_would_refuse_is_left_out_and_counted_errors_last() {
        let report = report(&[(race(), Status::Confirmed)], &[], &Options::default());
        let mut document = crate::report::json::document(&report, false);
        let finding = document.files[0].kernels[0].findings[0].clone();
        document.files[0].kernels[0].findings = (0..5)
            .map(|i| FindingEntry {
                fingerprint: format!("{i}:1"),
                severity: if i == 4 {
                    SeverityName::Error
                } else {
                    SeverityName::Note
                },
                ..finding.clone()
            })
            .collect();
        let (base, texts) = (Base::default(), Texts::default());
        let writer = Writer {
            base: &base,
            texts: &texts,
        };
        let (results, left_out) = writer.results(&document, 3);
        assert_eq!((results.len(), left_out), (3, 2));
        assert_eq!(results[0].level, Some(sarif::ResultLevel::Error));
        let notifications = writer
            .invocation(&document, left_out)
            .tool_execution_notifications;
        let text = notifications.and_then(|list| list.first()?.message.text.clone());
        assert!(text.is_some_and(|text| text.starts_with("2 results more than")));
    }
}
