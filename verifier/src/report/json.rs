//! The JSON document (design, section 8). It may grow fields; none changes its meaning or goes away.

mod fill;
mod harm;
mod host;

pub(crate) use fill::{broken, file_entry, file_message, severity_name};
pub use fill::{document, finding_entry, number};
pub use harm::{HarmEntry, HarmedCellEntry};
pub use host::fingerprints as host_fingerprints;

use super::Report;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

/// A kernel under one configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KernelEntry {
    /// Qualified, without template arguments.
    pub name: String,
    /// Template arguments, `<float, 256>`; empty for plain kernels.
    pub instantiation: String,
    /// The file, where it is not the one asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Of the name in the kernel's declaration.
    pub line: u32,
    /// The word on it.
    pub verdict: VerdictName,
    /// Nobody looked at it; the reason says why.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
    /// What ended the analysis before its end, if anything did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutName>,
    /// Which launches were considered.
    pub launch: Launch,
    /// What the verdict takes for granted.
    pub assumptions: Vec<Assumption>,
    /// Buffers of known size: if it is proved, no access leaves them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<BoundEntry>,
    /// Why it is not proved, beyond the findings.
    pub reasons: Vec<Message>,
    /// Of a conditional kernel: what its callers have to keep to, as `--assume` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<String>,
    /// Conditions on the launch and its parameters under which it is proved, the weakest that were found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<ConditionEntry>,
    /// What was found.
    pub findings: Vec<FindingEntry>,
    /// Counters.
    pub stats: Statistics,
    /// Only with `--timings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<KernelTimings>,
}

/// What ended an analysis before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CutName {
    /// Its work was done (`--effort`): the same on every machine.
    Work,
    /// The clock (`--timeout`), or the memory that a worker may use: another run may say something else, so that this answer is
    /// not kept and not compared.
    Clock,
}

/// How large a buffer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoundEntry {
    /// The pointer parameter, or the shared array of dynamic size.
    pub array: String,
    /// Bytes behind the pointer, in terms of parameters and launch sizes.
    pub bytes: String,
    /// Where host code allocates it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// A condition under which a kernel is proved; the verdict does not take it for granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConditionEntry {
    /// What `--assume` takes.
    pub assume: String,
    /// The sentence.
    pub text: String,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictName {
    /// No violation is possible under the assumptions.
    Proved,
    /// No violation is possible where callers keep to the contract, which `contract` states, and no known caller breaks it.
    Conditional,
    /// A finding is confirmed.
    Violated,
    /// There are findings, none confirmed.
    Suspect,
    /// No finding, yet not proved.
    Unknown,
}

impl VerdictName {
    /// All, in the order of tables.
    pub const ALL: [VerdictName; 5] = [
        VerdictName::Proved,
        VerdictName::Conditional,
        VerdictName::Violated,
        VerdictName::Suspect,
        VerdictName::Unknown,
    ];

    /// The colour in which a terminal shows it (ECMA-48, 8.3.117).
    pub fn colour(self) -> &'static str {
        match self {
            VerdictName::Proved | VerdictName::Conditional => "32",
            VerdictName::Violated => "31",
            VerdictName::Suspect | VerdictName::Unknown => "33",
        }
    }

    /// The word for it, everywhere.
    pub fn word(self) -> &'static str {
        match self {
            VerdictName::Proved => "proved",
            VerdictName::Conditional => "conditional",
            VerdictName::Violated => "violated",
            VerdictName::Suspect => "suspect",
            VerdictName::Unknown => "unknown",
        }
    }
}

impl From<crate::Verdict> for VerdictName {
    fn from(verdict: crate::Verdict) -> VerdictName {
        match verdict {
            crate::Verdict::Proved => VerdictName::Proved,
            crate::Verdict::Conditional => VerdictName::Conditional,
            crate::Verdict::Violated => VerdictName::Violated,
            crate::Verdict::Suspect => VerdictName::Suspect,
            crate::Verdict::Unknown => VerdictName::Unknown,
        }
    }
}

/// The launches that were considered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Launch {
    /// Threads of a block; `null` where any number is allowed.
    pub block: [Option<u64>; 3],
    /// Blocks; `null` where any number is allowed.
    pub grid: [Option<u64>; 3],
    /// Where the shape comes from.
    pub source: LaunchSourceName,
}

/// Where a launch shape comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LaunchSourceName {
    /// `--block` or `--grid`.
    Flag,
    /// The kernel's source.
    Comment,
    /// `kverify.toml`.
    Project,
    /// A launch in the host code.
    Host,
    /// Nowhere: any launch.
    Symbolic,
}

/// Something taken for granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assumption {
    /// Stable.
    pub id: String,
    /// For a person, with the flag that drops or proves it.
    pub text: String,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingEntry {
    /// The rule's id; its page is `docs/rules/<id>.md`.
    pub rule: String,
    /// The kind: `data-race`, `barrier-divergence`, ...
    pub kind: String,
    /// Whether a concrete run shows it.
    pub status: StatusName,
    /// How much it matters.
    pub severity: SeverityName,
    /// What happened, in one line.
    pub message: String,
    /// Between threads of what: `thread`, `warp`, `block`, `cluster`, `grid`, `system`.
    pub scope: String,
    /// Of a race: `shared`, `global` or `image`.
    pub space: Option<String>,
    /// Of a race: `write-write`, `read-write` or `atomic-plain`.
    pub variant: Option<String>,
    /// Of a race, by the order of the two accesses in the kernel's text: `read-after-write`, `write-after-read` or
    /// `write-after-write`; an atomic operation counts as a write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hazard: Option<String>,
    /// The two accesses, or one for findings about one thread.
    pub accesses: Vec<Access>,
    /// Of a race that barriers would rule out if all threads came to them: the divergence that it lies behind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<BehindEntry>,
    /// A launch and two threads that show it.
    pub witness: Witness,
    /// What the witness leans on.
    pub approximations: Vec<Message>,
    /// Observations of the replay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Of a confirmed race: what the order of threads does to memory, where that can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<HarmEntry>,
    /// What usually mends it.
    pub help: String,
    /// Recognises the finding in later runs: a hash of its content that does not depend on lines.
    #[serde(default)]
    pub fingerprint: String,
    /// Set where a comment in the source says to ignore it; it then counts for nothing but this entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignored: Option<IgnoredEntry>,
    /// Only with `--baseline`: whether the baseline holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineState>,
}

/// A divergence that a race lies behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BehindEntry {
    /// What the race takes for possible, as a sentence.
    pub text: String,
    /// Where the threads part: at two barriers, or at a barrier and where one of them leaves.
    pub accesses: Vec<Access>,
}

/// A barrier interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IntervalEntry {
    /// Line of the barrier that it begins at, from 1; `null` for the kernel's start.
    pub line: Option<u32>,
    /// Its column, in bytes, from 1.
    pub column: Option<u32>,
}

/// A comment `// kverify: ignore[rule] reason`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IgnoredEntry {
    /// Of the comment, from 1.
    pub line: u32,
    /// The comment's reason; empty where it gives none.
    pub reason: String,
}

/// A finding against a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BaselineState {
    /// The baseline holds it: it does not fail the run.
    Known,
    /// The baseline does not hold it.
    New,
}

/// Whether a finding is real.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StatusName {
    /// A concrete run of the kernel under the witness shows it.
    Confirmed,
    /// The solver found it, replay did not show it.
    Possible,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeverityName {
    /// Makes the kernel violated or suspect.
    Error,
    /// An error only under `--strict`.
    Warning,
    /// Slow, not wrong.
    Note,
}

/// One side of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Access {
    /// From 1.
    pub line: u32,
    /// In bytes, from 1.
    pub column: u32,
    /// From 1.
    pub end_line: u32,
    /// One past the last byte.
    pub end_column: u32,
    /// `read`, `write`, `atomic`, `barrier`, `entry`, `exit`, `collective` or `assert`.
    pub what: String,
    /// The source text.
    pub text: String,
    /// The file, where it is not the one asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The inlined calls that lead there, innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    /// The barrier interval that the thread is in, where that tells two accesses apart or brings them together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<IntervalEntry>,
}

/// An inlined call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// The function called.
    pub callee: String,
    /// Of the call, from 1.
    pub line: u32,
    /// Of the call, in bytes, from 1.
    pub column: u32,
    /// The file, where it is not the one asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// A concrete launch, and two threads of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Witness {
    /// The whole witness as a sentence.
    pub text: String,
    /// Threads of a block.
    pub block: [u64; 3],
    /// Blocks.
    pub grid: [u64; 3],
    /// `get_global_offset`.
    pub global_offset: [u64; 3],
    /// In the order of the accesses.
    pub threads: Vec<Thread>,
    /// Scalar arguments by parameter name.
    pub arguments: BTreeMap<String, Number>,
    /// Array cells that matter, at the start of the launch.
    pub cells: Vec<CellEntry>,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Thread {
    /// `blockIdx`.
    pub block: [u64; 3],
    /// `threadIdx`.
    pub thread: [u64; 3],
    /// Of the loops around its access, outermost first.
    pub iterations: Vec<Iteration>,
    /// Byte offset of its access in the array.
    pub offset: Option<i64>,
}

/// An iteration of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Iteration {
    /// The loop's line.
    pub line: u32,
    /// From 0.
    pub iteration: u64,
}

/// A number; what JSON's numbers cannot hold is a string.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Number {
    /// An integer of at most 64 bits.
    Integer(i64),
    /// A finite float.
    Float(f64),
    /// A wider integer, an infinity, or not a number.
    Text(String),
}

/// The contents of an array's cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CellEntry {
    /// The array.
    pub array: String,
    /// The row, for arrays of pointers and images.
    pub row: i64,
    /// Byte offset.
    pub offset: i64,
    /// What it holds.
    pub value: Number,
}

/// Counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// Questions posed.
    pub obligations: u64,
    /// Those settled without the solver.
    pub discharged: u64,
    /// Solver calls.
    pub queries: u64,
    /// Of these, what was asked about data races.
    #[serde(default)]
    pub races: Questions,
    /// Of these, what was asked about barrier divergence.
    #[serde(default)]
    pub divergence: Questions,
    /// Wall-clock; the one field that varies from run to run.
    pub seconds: f64,
}

/// The questions of one kind, as the ICSOFT paper's tables count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Questions {
    /// Questions posed.
    pub obligations: u64,
    /// Conjuncts of all of them: of both threads' guards, and the condition under which the two meet or part.
    pub conjuncts: u64,
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

/// Seconds by stage of one kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KernelTimings {
    /// Units of work of the analysis: the same on every machine.
    #[serde(default)]
    pub work: u64,
    /// SSA, segments, obligations.
    pub encode: f64,
    /// Settling obligations without the solver.
    pub discharge: f64,
    /// In the solver.
    pub solve: f64,
    /// On data races, of the two above.
    #[serde(default)]
    pub races: f64,
    /// On barrier divergence, of the two above.
    #[serde(default)]
    pub divergence: f64,
    /// Replaying findings.
    pub replay: f64,
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

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Integer(n) => n.fmt(f),
            Number::Float(x) => write!(f, "{x:?}"),
            Number::Text(text) => text.fmt(f),
        }
    }
}
