//! What runs showed, for programs: the JSON document `kverify-replay/1`. It may grow fields; none changes its meaning or
//! goes away.

use super::witness::{FindingReference, WitnessEntry};
use super::{Rerun, Reruns, remarks};
use crate::by_hand::object_name;
use crate::replay::{Contents, Printed};
use crate::report::json::finding::{FindingEntry, Number};
use crate::report::json::{Message, Tool, file_message, finding_entry, number};
use crate::report::value;
use kverify_frontend::ir::{Kernel, type_name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the format.
pub const SCHEMA: &str = "kverify-replay/1";

/// What `kverify replay --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayDocument {
    /// `kverify-replay/1`.
    pub schema: String,
    /// What answered.
    pub tool: Tool,
    /// The source file, as the user named it.
    pub path: String,
    /// Why parts of the file could not be read.
    pub errors: Vec<Message>,
    /// In the order of the witnesses.
    pub runs: Vec<RunEntry>,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunEntry {
    /// The launch, complete: as a witness file holds it.
    pub launch: WitnessEntry,
    /// What of the launch nobody said and kverify chose, as flags.
    pub chosen: Vec<String>,
    /// What the run showed.
    pub findings: Vec<FindingEntry>,
    /// What the witness was to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<FindingReference>,
    /// Whether it did; absent for launches given by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<bool>,
    /// Whether every thread ran to its end or to a barrier at which it waits for ever.
    pub complete: bool,
    /// What else happened.
    pub remarks: Vec<Message>,
    /// Contents of arrays at the end, where asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<MemoryEntry>,
    /// What threads printed, in the order in which they did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<PrintedEntry>,
    /// How many were executed.
    pub instructions: u64,
}

/// What a call printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PrintedEntry {
    /// `blockIdx`.
    pub block: [u64; 3],
    /// `threadIdx`.
    pub thread: [u64; 3],
    /// The line of the call.
    pub line: u32,
    /// The text, formatted.
    pub text: String,
    /// Whether nothing that is not modelled had a say in it.
    pub exact: bool,
}

/// What an array holds at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MemoryEntry {
    /// The array.
    pub array: String,
    /// The row, for arrays of pointers and images.
    pub row: i64,
    /// The block whose instance it is, for shared memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<[u64; 3]>,
    /// The elements' type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Those elements that the run read or wrote.
    pub elements: Vec<ElementEntry>,
}

/// An element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ElementEntry {
    /// Its index.
    pub index: i64,
    /// What it holds.
    pub value: Number,
}

/// The document as text, with a final newline.
pub fn render(reruns: &Reruns) -> String {
    crate::report::visible::to_json(&document(reruns))
}

/// The JSON Schema of the document, with a final newline.
pub fn schema() -> String {
    let schema = schemars::schema_for!(ReplayDocument);
    serde_json::to_string_pretty(&schema).map_or_else(|error| error.to_string(), |text| text + "\n")
}

/// The document.
pub fn document(reruns: &Reruns) -> ReplayDocument {
    let path = reruns.file.path.display().to_string();
    let module = reruns.file.module.as_deref();
    let errors = reruns.file.errors.iter().map(|error| file_message(error, module));
    ReplayDocument {
        schema: SCHEMA.to_owned(),
        tool: Tool {
            version: reruns.toolchain.kverify.to_owned(),
            z3: reruns.toolchain.z3.clone(),
            libclang: reruns.toolchain.libclang.clone(),
        },
        errors: errors.collect(),
        runs: reruns
            .runs
            .iter()
            .map(|run| run_entry(reruns, run, &path))
            .collect(),
        path,
    }
}

fn run_entry(reruns: &Reruns, run: &Rerun, path: &str) -> RunEntry {
    let module = reruns.file.module.as_deref();
    let findings = run.findings.iter();
    let findings = findings.filter_map(|judged| Some(finding_entry(judged, &run.kernel, module?)));
    let remarks = remarks(&run.run).into_iter().map(|(line, message)| Message {
        message,
        line: line.unwrap_or(run.kernel.span.line),
        column: 1,
        path: None,
    });
    RunEntry {
        launch: WitnessEntry::of_inputs(&run.kernel, path, &run.inputs),
        chosen: run.chosen.clone(),
        findings: findings.collect(),
        asked: run.asked.clone(),
        shown: run.asked.is_some().then_some(run.shown),
        complete: run.is_complete(),
        remarks: remarks.collect(),
        memory: run
            .contents
            .iter()
            .map(|contents| memory_entry(&run.kernel, contents))
            .collect(),
        printed: run
            .run
            .printed
            .iter()
            .map(|printed| printed_entry(&run.kernel, printed))
            .collect(),
        instructions: run.run.instructions,
    }
}

fn printed_entry(kernel: &Kernel, printed: &Printed) -> PrintedEntry {
    PrintedEntry {
        block: printed.thread.block,
        thread: printed.thread.thread,
        line: printed.loc.map_or(kernel.span.line, |loc| loc.span.line),
        text: printed.text.clone(),
        exact: printed.exact,
    }
}

fn memory_entry(kernel: &Kernel, contents: &Contents) -> MemoryEntry {
    let element = |&(index, bits): &(i64, u128)| ElementEntry {
        index,
        value: number(value(contents.ty, bits)),
    };
    MemoryEntry {
        array: object_name(kernel, contents.object),
        row: i64::try_from(contents.row).unwrap_or(i64::MAX),
        block: contents.block,
        ty: type_name(contents.ty),
        elements: contents.elements.iter().map(element).collect(),
    }
}
