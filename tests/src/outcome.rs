//! What kverify said of a file, read back from its JSON.

use crate::expect::Side;
use serde_json::Value;
use std::collections::BTreeSet;

/// The answer for one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Every kernel, instantiation and launch.
    pub kernels: Vec<KernelOutcome>,
    /// Findings in host code.
    pub host: BTreeSet<FoundFinding>,
    /// Whether these are compared with what is expected.
    pub host_matters: bool,
    /// Messages about source that could not be parsed.
    pub errors: Vec<String>,
    /// Exit status that the command would have.
    pub exit: u8,
}

/// The answer for one kernel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KernelOutcome {
    /// Its name.
    pub name: String,
    /// Line of its name in the declaration.
    pub line: u32,
    /// `proved`, `conditional`, `violated`, `suspect` or `unknown`.
    pub verdict: String,
    /// Findings, those that look alike once.
    pub findings: BTreeSet<FoundFinding>,
    /// What races do to memory, as far as it is said; several where launches differ.
    pub harms: Vec<(FoundFinding, FoundHarm)>,
    /// Why it is not proved.
    pub reasons: Vec<String>,
    /// The conditions under which it is proved, as far as they are offered.
    pub conditions: Vec<String>,
    /// Obligations, discharged, queries.
    pub counts: [u64; 3],
    /// Seconds of the analysis.
    pub seconds: f64,
}

/// A finding, reduced to what a comment can ask for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundFinding {
    /// Both ends, sorted.
    pub sides: [Side; 2],
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// Kind, scope, space and variant, those that there are, and whether it lies `behind` a divergence.
    pub words: Vec<String>,
    /// `confirmed` or `possible`.
    pub status: String,
    /// Source ranges of both ends; tells two accesses on one line apart.
    pub ranges: [[u64; 4]; 2],
}

/// What a race does to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundHarm {
    /// Every order leaves the same memory, and threads take the same ways.
    pub benign: bool,
    /// Arrays of which cells come out differently.
    pub arrays: BTreeSet<String>,
}

/// Reads a document of schema `kverify/1` that holds one file.
///
/// # Errors
/// The missing field, when the document is not what the schema promises.
pub fn read(document: &Value, exit: u8) -> Result<Outcome, String> {
    let file = document["files"].get(0).ok_or("no file in the document")?;
    let errors = list(&file["errors"])
        .iter()
        .map(|e| text(&e["message"]))
        .collect();
    let kernels = list(&file["kernels"])
        .iter()
        .map(kernel)
        .collect::<Result<_, _>>()?;
    let host = list(&file["host"]["findings"])
        .iter()
        .map(host_finding)
        .collect::<Result<_, _>>()?;
    Ok(Outcome {
        kernels,
        host,
        host_matters: true,
        errors,
        exit,
    })
}

fn kernel(value: &Value) -> Result<KernelOutcome, String> {
    let stats = &value["stats"];
    Ok(KernelOutcome {
        name: text(&value["name"]),
        line: line(value).ok_or("a kernel has no line")?,
        verdict: text(&value["verdict"]),
        findings: list(&value["findings"])
            .iter()
            .map(finding)
            .collect::<Result<_, _>>()?,
        harms: harms(&value["findings"])?,
        reasons: list(&value["reasons"])
            .iter()
            .map(|r| format!("line {}: {}", r["line"], text(&r["message"])))
            .collect(),
        conditions: list(&value["conditions"])
            .iter()
            .map(|c| text(&c["assume"]))
            .collect(),
        counts: ["obligations", "discharged", "queries"].map(|key| stats[key].as_u64().unwrap_or(0)),
        seconds: stats["seconds"].as_f64().unwrap_or(0.0),
    })
}

fn harms(findings: &Value) -> Result<Vec<(FoundFinding, FoundHarm)>, String> {
    let told = list(findings).iter().filter(|f| f["harm"].is_object());
    told.map(|value| {
        let harm = &value["harm"];
        let found = FoundHarm {
            benign: harm["benign"]
                .as_bool()
                .ok_or("a harm does not say whether it is one")?,
            arrays: list(&harm["cells"])
                .iter()
                .map(|cell| text(&cell["array"]))
                .collect(),
        };
        Ok((finding(value)?, found))
    })
    .collect()
}

fn finding(value: &Value) -> Result<FoundFinding, String> {
    let accesses = list(&value["accesses"]);
    let first = accesses.first().ok_or("a finding has no access")?;
    let last = accesses.last().ok_or("a finding has no access")?;
    let kind = text(&value["kind"]);
    // Comments say with whom a divergence is, not in which scope: it is always the block's barrier.
    let attributes: &[&str] = if kind == "data-race" {
        &["scope", "space", "variant"]
    } else {
        &[]
    };
    let words = std::iter::once(kind.clone())
        .chain(attributes.iter().map(|key| text(&value[*key])))
        .chain(value["behind"].is_object().then(|| "behind".to_owned()))
        .filter(|word| !word.is_empty())
        .collect();
    let mut ends = [(side(first)?, range(first)), (side(last)?, range(last))];
    ends.sort();
    Ok(FoundFinding {
        sides: ends.map(|end| end.0),
        severity: text(&value["severity"]),
        words,
        status: text(&value["status"]),
        ranges: ends.map(|end| end.1),
    })
}

/// A finding in host code: it is sure, unless it says why not.
fn host_finding(value: &Value) -> Result<FoundFinding, String> {
    let accesses = list(&value["accesses"]);
    let first = accesses.first().ok_or("a finding has no access")?;
    let last = accesses.last().ok_or("a finding has no access")?;
    let mut ends = [(side(first)?, range(first)), (side(last)?, range(last))];
    ends.sort();
    Ok(FoundFinding {
        sides: ends.map(|end| end.0),
        severity: text(&value["severity"]),
        words: vec![text(&value["rule"])],
        status: if value["doubt"].is_null() {
            "confirmed"
        } else {
            "possible"
        }
        .to_owned(),
        ranges: ends.map(|end| end.1),
    })
}

fn side(access: &Value) -> Result<Side, String> {
    if access["what"].as_str().is_some_and(|what| what == "exit") {
        return Ok(Side::Exit);
    }
    line(access)
        .map(Side::Line)
        .ok_or_else(|| "an access has no line".to_owned())
}

fn range(access: &Value) -> [u64; 4] {
    ["line", "column", "end_line", "end_column"].map(|key| access[key].as_u64().unwrap_or(0))
}

fn line(value: &Value) -> Option<u32> {
    value["line"].as_u64().and_then(|line| line.try_into().ok())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or("").to_owned()
}
