//! What a kernel's accesses cost, in the document.

use super::fill::other_file;
use crate::advice::{Advice, Row};
use crate::report::{ids, sources};
use kverify_frontend::ir::{Kernel, Module, Space};
use kverify_smt::answer::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the accesses of a kernel cost whose addresses are known, in one block of one launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdviceEntry {
    /// Threads of a block of the launch that was counted in.
    pub block: [u64; 3],
    /// Its blocks.
    pub grid: [u64; 3],
    /// In the order of the source.
    pub accesses: Vec<AccessCostEntry>,
}

/// What an access costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccessCostEntry {
    /// From 1.
    pub line: u32,
    /// In bytes, from 1.
    pub column: u32,
    /// The file, where it is not the one asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The source text.
    pub text: String,
    /// `read` or `write`.
    pub what: String,
    /// The array.
    pub array: String,
    /// `shared` or `global`.
    pub space: String,
    /// Requests of warps.
    pub requests: u64,
    /// What they take together: passes through the banks of shared memory, sectors of 32 bytes of global memory.
    pub spent: u64,
    /// What they would take at best.
    pub ideal: u64,
    /// Of the worst request: words in one bank of shared memory, sectors of global memory.
    pub worst: u32,
    /// What that would be at best.
    pub least: u32,
}

/// The entry of a kernel.
pub(crate) fn entry(advice: &Advice, kernel: &Kernel, module: &Module) -> AdviceEntry {
    let cost = |row: &Row| {
        let span = &row.loc.span;
        let object = &kernel.objects[row.object];
        AccessCostEntry {
            line: span.line,
            column: span.column,
            path: other_file(module, span),
            text: sources::excerpt(module, span),
            what: if row.action == Action::Write {
                "write"
            } else {
                "read"
            }
            .to_owned(),
            array: object.name.clone(),
            space: ids::space_id(object.space).to_owned(),
            requests: row.tally.requests,
            spent: row.tally.spent,
            ideal: row.tally.ideal,
            worst: row.tally.worst[0],
            least: row.tally.worst[1],
        }
    };
    AdviceEntry {
        block: advice.shape[0],
        grid: advice.shape[1],
        accesses: advice.rows.iter().map(cost).collect(),
    }
}

impl AdviceEntry {
    /// The table's head.
    pub const HEAD: [&'static str; 6] = ["line", "access", "memory", "requests", "takes", "at best"];

    /// Its rows in words.
    pub fn rows(&self) -> Vec<[String; 6]> {
        let row = |cost: &AccessCostEntry| {
            let line = match &cost.path {
                Some(path) => format!("{path}:{}", cost.line),
                None => cost.line.to_string(),
            };
            let unit = if cost.space == ids::space_id(Space::Shared) {
                "pass"
            } else {
                "sector"
            };
            let units = |n: u64| match (n, unit) {
                (1, _) => format!("1 {unit}"),
                (_, "pass") => format!("{n} passes"),
                _ => format!("{n} {unit}s"),
            };
            [
                line,
                format!("{} of {}", cost.what, cost.text),
                cost.space.clone(),
                cost.requests.to_string(),
                units(cost.spent),
                cost.ideal.to_string(),
            ]
        };
        self.accesses.iter().map(row).collect()
    }
}
