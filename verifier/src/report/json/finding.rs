//! A finding as the document holds it, with its accesses and its witness.

use super::Message;
use super::harm::HarmEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Integer(n) => n.fmt(f),
            Number::Float(x) => write!(f, "{x:?}"),
            Number::Text(text) => text.fmt(f),
        }
    }
}
