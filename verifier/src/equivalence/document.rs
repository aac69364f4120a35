//! A comparison for programs: the JSON document `kverify-compare/1`. It may grow fields; none changes its meaning or goes away.

use super::answer::{Answer, Comparison};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the format.
pub const SCHEMA: &str = "kverify-compare/1";

/// What `kverify compare --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CompareDocument {
    /// `kverify-compare/1`.
    pub schema: String,
    /// Both sides, as the user named them.
    pub sides: [String; 2],
    /// `equivalent`, `different` or `unknown`.
    pub answer: String,
    /// The launches of both sides that were run: what `equivalent` speaks of.
    pub launches: Vec<[String; 2]>,
    /// Elements that were proved equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<u64>,
    /// The first element that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferenceEntry>,
    /// Why it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// At how many of the launches equality was proved, where not at all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<u64>,
    /// Pairs of runs.
    pub runs: u32,
    /// Arrays that only one side has, which are not compared.
    pub unmatched: Vec<String>,
    /// What the answer takes for granted.
    pub assumptions: Vec<AssumptionEntry>,
}

/// An assumption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AssumptionEntry {
    /// Its id.
    pub id: String,
    /// As a sentence.
    pub message: String,
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DifferenceEntry {
    /// Its array and index.
    pub element: String,
    /// What each side leaves there.
    pub values: [ValueEntry; 2],
    /// The launches of both.
    pub launches: [String; 2],
    /// What memory holds at the start, as `kverify replay --fill` takes it.
    pub fill: String,
    /// In which order threads ran.
    pub schedule: String,
    /// What is wrong with a side alone.
    pub races: Vec<String>,
}

/// What a side leaves in an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValueEntry {
    /// The value.
    pub value: String,
    /// `blockIdx` of who wrote it; absent if nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<[u64; 3]>,
    /// `threadIdx`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<[u64; 3]>,
    /// The line of the write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// The document as text.
pub fn render(comparison: &Comparison) -> String {
    let mut text = serde_json::to_string_pretty(&document(comparison)).unwrap_or_default();
    text.push('\n');
    text
}

/// The comparison as a document.
pub fn document(comparison: &Comparison) -> CompareDocument {
    let mut document = CompareDocument {
        schema: SCHEMA.to_owned(),
        sides: comparison.names.clone(),
        answer: comparison.answer.word().to_owned(),
        launches: comparison.launches.clone(),
        elements: None,
        difference: None,
        reason: None,
        proved: None,
        runs: comparison.runs,
        unmatched: comparison.unmatched.clone(),
        assumptions: Vec::new(),
    };
    let entry = |(id, message): &(&str, &str)| AssumptionEntry {
        id: (*id).to_owned(),
        message: (*message).to_owned(),
    };
    document.assumptions = comparison.assumptions.iter().map(entry).collect();
    match &comparison.answer {
        Answer::Equivalent { elements } => document.elements = Some(*elements as u64),
        Answer::Unknown { proved, reason, .. } => {
            document.reason = Some(reason.clone());
            document.proved = Some(*proved as u64);
        }
        Answer::Different(difference) => {
            document.difference = Some(DifferenceEntry {
                element: difference.element.clone(),
                values: difference.held.each_ref().map(|held| ValueEntry {
                    value: held.value.clone(),
                    block: held.thread.map(|(block, _)| block),
                    thread: held.thread.map(|(_, thread)| thread),
                    line: held.line,
                }),
                launches: difference.launches.clone(),
                fill: difference.fill.clone(),
                schedule: difference.schedule.clone(),
                races: difference.races.clone(),
            });
        }
    }
    document
}

/// The JSON Schema of the document, with a final newline.
pub fn schema() -> String {
    let schema = schemars::schema_for!(CompareDocument);
    serde_json::to_string_pretty(&schema).map_or_else(|error| error.to_string(), |text| text + "\n")
}
