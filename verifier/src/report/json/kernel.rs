//! A kernel as the document holds it, under one configuration.

use super::Message;
use super::advice::AdviceEntry;
use super::finding::FindingEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// It is no kernel, but a function that `--entry` or a comment asks for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entry: bool,
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
    /// What its accesses cost; only with `--perf`, and where a launch can be counted in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<AdviceEntry>,
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
    /// In which file, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
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
    /// The line of the launch in host code, or of the comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// In which file, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
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
