//! The JSON document (design, section 8). It may grow fields; none changes its meaning or goes away.

pub mod advice;
mod fill;
pub mod finding;
mod harm;
mod host;
pub mod kernel;

use super::Report;
pub(crate) use fill::{broken, file_entry, file_message, severity_name};
pub use fill::{document, finding_entry, number};
use finding::{Access, BaselineState, FindingEntry, IgnoredEntry, SeverityName};
pub use harm::{HarmEntry, HarmedCellEntry};
pub use host::fingerprints as host_fingerprints;
use kernel::{KernelEntry, VerdictName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of this document's format.
pub const SCHEMA: &str = "kverify/1";

/// What `kverify check --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    /// `kverify/1`.
    pub schema: String,
    /// What answered.
    pub tool: Tool,
    /// In the order of the command line.
    pub files: Vec<File>,
    /// What was there, and what of it was looked at.
    #[serde(default)]
    pub coverage: Coverage,
    /// Only with `--baseline`: how the run compares with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Comparison>,
    /// Only with `--timings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<RunTimings>,
}

/// What was there, and what of it was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// Files in the document.
    pub files: usize,
    /// Those of them that nobody looked at.
    pub files_not_looked_at: usize,
    /// Kernels in the document, one for each instantiation and launch.
    pub kernels: usize,
    /// Those of them that nobody looked at.
    pub kernels_not_looked_at: usize,
}

impl Coverage {
    /// Counts.
    pub fn of(files: &[File]) -> Coverage {
        let kernels = || files.iter().flat_map(|file| &file.kernels);
        Coverage {
            files: files.len(),
            files_not_looked_at: files.iter().filter(|file| file.left_out).count(),
            kernels: kernels().count(),
            kernels_not_looked_at: kernels().filter(|kernel| kernel.left_out).count(),
        }
    }

    /// What nobody looked at, in brackets; empty if there is nothing.
    pub fn words(&self) -> String {
        let of = |count: usize, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            _ => Some(format!("{count} {what}s")),
        };
        let parts = [
            of(self.kernels_not_looked_at, "kernel"),
            of(self.files_not_looked_at, "file"),
        ];
        match parts.into_iter().flatten().collect::<Vec<_>>().join(" and ") {
            nothing if nothing.is_empty() => String::new(),
            what => format!(" (not looked at: {what})"),
        }
    }
}

/// A run against a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// Findings that the baseline holds.
    pub known: usize,
    /// Findings that it does not hold.
    pub new: usize,
    /// What it holds and this run no longer finds.
    pub fixed: Vec<FixedEntry>,
}

/// A finding of the baseline that is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FixedEntry {
    /// The file.
    pub path: String,
    /// The kernel.
    pub kernel: String,
    /// The rule.
    pub rule: String,
    /// What it was, in one line.
    pub message: String,
    /// What it was recognised by.
    pub fingerprint: String,
}

/// Versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Of kverify.
    pub version: String,
    /// Of Z3.
    pub z3: String,
    /// Of libclang.
    pub libclang: String,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct File {
    /// As the user named it.
    pub path: String,
    /// `cuda` or `opencl`.
    pub language: LanguageName,
    /// Why parts of the file were not analysed.
    pub errors: Vec<Message>,
    /// What may have been read otherwise than it was meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Message>,
    /// Nobody looked at the file; a warning says why.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
    /// In source order; a kernel with several launches has one entry for each.
    pub kernels: Vec<KernelEntry>,
    /// What its host code does with buffers, streams and launches; only where it calls the runtime.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<HostEntry>,
    /// Only with `--timings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<FileTimings>,
}

/// The host code of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostEntry {
    /// The functions that call the runtime, in source order.
    pub functions: Vec<HostFunctionEntry>,
    /// What was found, in source order.
    pub findings: Vec<HostFindingEntry>,
}

/// A function of host code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostFunctionEntry {
    /// Qualified.
    pub name: String,
    /// Of the name in the definition, from 1.
    pub line: u32,
    /// Why it was not followed on all of its ways, if it was not: then findings may be missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfollowed: Option<String>,
}

/// A finding in host code. It makes no kernel's verdict worse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostFindingEntry {
    /// The rule's id; its page is `docs/rules/<id>.md`.
    pub rule: String,
    /// How much it matters.
    pub severity: SeverityName,
    /// The function that was followed.
    pub function: String,
    /// What is wrong, in one line.
    pub message: String,
    /// Why it is less than sure, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
    /// Where it happens and, behind that, what it goes back to; `what` says in words what happens there.
    pub accesses: Vec<Access>,
    /// What usually mends it.
    pub help: String,
    /// Recognises the finding in later runs.
    pub fingerprint: String,
    /// Set where a comment in the source says to ignore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignored: Option<IgnoredEntry>,
    /// Only with `--baseline`: whether the baseline holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineState>,
}

impl HostFindingEntry {
    /// Whether it fails the run.
    pub fn counts(&self) -> bool {
        self.severity == SeverityName::Error
            && self.ignored.is_none()
            && self.baseline != Some(BaselineState::Known)
    }
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LanguageName {
    /// CUDA C++.
    Cuda,
    /// OpenCL C.
    OpenCl,
}

/// A sentence and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    /// The sentence.
    pub message: String,
    /// From 1.
    pub line: u32,
    /// In bytes, from 1.
    pub column: u32,
    /// The file, where it is not the one asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// Cost of the whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunTimings {
    /// Loading libclang, seconds.
    pub load: f64,
    /// Most memory in use at a time, KiB, where the system tells.
    pub peak_memory_kib: Option<u64>,
}

/// Seconds by stage of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FileTimings {
    /// Reading, parsing, lowering.
    pub parse: f64,
}

/// A report's document as text, with a final newline.
pub fn render(report: &Report, with_timings: bool) -> String {
    text(&document(report, with_timings))
}

/// A document as text, with a final newline.
pub fn text(document: &Document) -> String {
    super::visible::to_json(document)
}

/// The exit status of the command (design, section 8): 2 over 1 over 3 over 0.
pub fn exit_status(files: &[File], allow_unknown: bool) -> u8 {
    let kernels = || files.iter().flat_map(|file| &file.kernels);
    let counts = |finding: &FindingEntry| {
        finding.severity == SeverityName::Error
            && finding.ignored.is_none()
            && finding.baseline != Some(BaselineState::Known)
    };
    let mut on_host = files
        .iter()
        .flat_map(|file| &file.host)
        .flat_map(|host| &host.findings);
    if files.iter().any(|file| !file.errors.is_empty()) {
        2
    } else if kernels().any(|kernel| kernel.findings.iter().any(counts))
        || on_host.any(HostFindingEntry::counts)
    {
        1
    } else if !allow_unknown
        && (kernels().any(|kernel| kernel.verdict == VerdictName::Unknown)
            || files.iter().any(|file| file.left_out))
    {
        3
    } else {
        0
    }
}

/// The JSON Schema of the document, with a final newline.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Document);
    serde_json::to_string_pretty(&schema).map_or_else(|error| error.to_string(), |text| text + "\n")
}
