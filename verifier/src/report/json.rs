//! The JSON document (design, section 8). It may grow fields; none changes its meaning or goes away.

use super::values::{Value, value};
use super::{FileError, FileReport, KernelReport, Report, sources, words};
use crate::config::LaunchSource;
use crate::verdict::{Judged, distinct_approximations};
use kverify_frontend::ir::{Kernel, Language, Loc, Module};
use kverify_smt::answer::{Action, Cell, Place, ThreadAt};
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
    /// Only with `--timings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<RunTimings>,
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
    /// In source order; a kernel with several launches has one entry for each.
    pub kernels: Vec<KernelEntry>,
    /// Only with `--timings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<FileTimings>,
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
}

/// A kernel under one configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KernelEntry {
    /// Qualified, without template arguments.
    pub name: String,
    /// Template arguments, `<float, 256>`; empty for plain kernels.
    pub instantiation: String,
    /// Of the name in the kernel's declaration.
    pub line: u32,
    /// The word on it.
    pub verdict: VerdictName,
    /// Which launches were considered.
    pub launch: Launch,
    /// What the verdict takes for granted.
    pub assumptions: Vec<Assumption>,
    /// Why it is not proved, beyond the findings.
    pub reasons: Vec<Message>,
    /// What was found.
    pub findings: Vec<FindingEntry>,
    /// Counters.
    pub stats: Statistics,
    /// Only with `--timings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<KernelTimings>,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictName {
    /// No violation is possible under the assumptions.
    Proved,
    /// A finding is confirmed.
    Violated,
    /// There are findings, none confirmed.
    Suspect,
    /// No finding, yet not proved.
    Unknown,
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
    /// Between threads of what: `thread`, `warp`, `block`, `grid`, `system`.
    pub scope: String,
    /// Of a race: `shared`, `global` or `image`.
    pub space: Option<String>,
    /// Of a race: `write-write`, `read-write` or `atomic-plain`.
    pub variant: Option<String>,
    /// The two accesses, or one for findings about one thread.
    pub accesses: Vec<Access>,
    /// A launch and two threads that show it.
    pub witness: Witness,
    /// What the witness leans on.
    pub approximations: Vec<Message>,
    /// Observations of the replay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What usually mends it.
    pub help: String,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// `read`, `write`, `atomic`, `barrier`, `exit`, `collective` or `assert`.
    pub what: String,
    /// The source text.
    pub text: String,
    /// The file, where it is not the one asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The inlined calls that lead there, innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
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
    /// Wall-clock; the one field that varies from run to run.
    pub seconds: f64,
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
    /// SSA, segments, obligations.
    pub encode: f64,
    /// Settling obligations without the solver.
    pub discharge: f64,
    /// In the solver.
    pub solve: f64,
    /// Replaying findings.
    pub replay: f64,
}

/// The document for a report.
pub fn document(report: &Report, with_timings: bool) -> Document {
    Document {
        schema: SCHEMA.to_owned(),
        tool: Tool {
            version: report.toolchain.kverify.to_owned(),
            z3: report.toolchain.z3.clone(),
            libclang: report.toolchain.libclang.clone(),
        },
        files: report
            .files
            .iter()
            .map(|file| file_entry(file, with_timings))
            .collect(),
        timings: with_timings.then(|| RunTimings {
            load: report.load_seconds,
            peak_memory_kib: peak_memory_kib(),
        }),
    }
}

/// The document as text, with a final newline.
pub fn render(report: &Report, with_timings: bool) -> String {
    match serde_json::to_string_pretty(&document(report, with_timings)) {
        Ok(text) => text + "\n",
        Err(error) => format!("{{\"schema\": \"{SCHEMA}\", \"error\": \"{error}\"}}\n"),
    }
}

/// The JSON Schema of the document, with a final newline.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Document);
    serde_json::to_string_pretty(&schema).map_or_else(|error| error.to_string(), |text| text + "\n")
}

/// Linux keeps the high-water mark of a process's resident memory.
fn peak_memory_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn file_entry(file: &FileReport, with_timings: bool) -> File {
    let messages = |errors: &[FileError]| {
        errors
            .iter()
            .map(|e| Message {
                message: e.message.clone(),
                line: e.line,
                column: e.column,
            })
            .collect::<Vec<_>>()
    };
    let entries = file.module.as_deref().map(|module| {
        file.kernels
            .iter()
            .map(|kernel| kernel_entry(kernel, module, with_timings))
            .collect::<Vec<_>>()
    });
    File {
        path: file.path.display().to_string(),
        language: match file.language {
            Language::Cuda => LanguageName::Cuda,
            Language::OpenCl => LanguageName::OpenCl,
        },
        errors: messages(&file.errors),
        warnings: messages(&file.warnings),
        kernels: entries.unwrap_or_default(),
        timings: with_timings.then_some(FileTimings {
            parse: file.parse_seconds,
        }),
    }
}

fn kernel_entry(report: &KernelReport, module: &Module, with_timings: bool) -> KernelEntry {
    let kernel = &report.kernel;
    let config = &report.configuration.config;
    KernelEntry {
        name: kernel.name.clone(),
        instantiation: kernel.instantiation.clone(),
        line: kernel.span.line,
        verdict: match report.verdict {
            crate::Verdict::Proved => VerdictName::Proved,
            crate::Verdict::Violated => VerdictName::Violated,
            crate::Verdict::Suspect => VerdictName::Suspect,
            crate::Verdict::Unknown => VerdictName::Unknown,
        },
        launch: Launch {
            block: config.block,
            grid: config.grid,
            source: match report.configuration.source {
                LaunchSource::Flag => LaunchSourceName::Flag,
                LaunchSource::Comment => LaunchSourceName::Comment,
                LaunchSource::Host => LaunchSourceName::Host,
                LaunchSource::Symbolic => LaunchSourceName::Symbolic,
            },
        },
        assumptions: report
            .assumptions
            .iter()
            .map(|a| Assumption {
                id: a.id.to_string(),
                text: a.text.clone(),
            })
            .collect(),
        reasons: report
            .reasons
            .iter()
            .map(|r| message(&r.message, r.loc.as_ref(), kernel))
            .collect(),
        findings: report
            .findings
            .iter()
            .map(|judged| finding_entry(judged, kernel, module))
            .collect(),
        stats: Statistics {
            obligations: report.stats.obligations,
            discharged: report.stats.discharged,
            queries: report.stats.queries,
            seconds: report.seconds,
        },
        timings: with_timings.then_some(KernelTimings {
            encode: report.stats.encode_seconds,
            discharge: report.stats.discharge_seconds,
            solve: report.stats.solve_seconds,
            replay: report.replay_seconds,
        }),
    }
}

/// A sentence at its place, or at the kernel's name.
fn message(text: &str, loc: Option<&Loc>, kernel: &Kernel) -> Message {
    let span = loc.map_or(&kernel.span, |loc| &loc.span);
    Message {
        message: text.to_owned(),
        line: span.line,
        column: span.column,
    }
}

/// A finding as the document holds it.
pub fn finding_entry(judged: &Judged, kernel: &Kernel, module: &Module) -> FindingEntry {
    let finding = &judged.finding;
    let sides = if words::is_single_thread(finding.kind) {
        1
    } else {
        2
    };
    FindingEntry {
        rule: words::kind_id(finding.kind).to_owned(),
        kind: words::kind_id(finding.kind).to_owned(),
        status: match judged.status {
            crate::Status::Confirmed => StatusName::Confirmed,
            crate::Status::Possible => StatusName::Possible,
        },
        severity: match judged.severity {
            crate::Severity::Error => SeverityName::Error,
            crate::Severity::Warning => SeverityName::Warning,
            crate::Severity::Note => SeverityName::Note,
        },
        message: words::title(kernel, finding),
        scope: words::scope_id(finding.scope).to_owned(),
        space: finding.space.map(|space| words::space_id(space).to_owned()),
        variant: finding
            .variant
            .map(|variant| words::variant_id(variant).to_owned()),
        accesses: finding
            .places
            .iter()
            .take(sides)
            .map(|place| access(place, kernel, module))
            .collect(),
        witness: Witness {
            text: words::witness(kernel, module, finding),
            block: finding.witness.block_dim,
            grid: finding.witness.grid_dim,
            global_offset: finding.witness.global_offset,
            threads: finding.witness.threads.iter().take(sides).map(thread).collect(),
            arguments: arguments(judged, kernel),
            cells: finding
                .witness
                .cells
                .iter()
                .map(|cell| cell_entry(cell, kernel))
                .collect(),
        },
        approximations: distinct_approximations(finding)
            .iter()
            .map(|a| message(&a.message, Some(&a.loc), kernel))
            .collect(),
        notes: judged.notes.clone(),
        help: words::help(finding).to_owned(),
    }
}

fn access(place: &Place, kernel: &Kernel, module: &Module) -> Access {
    let span = &place.loc.span;
    let what = match place.action {
        Action::Read => "read",
        Action::Write => "write",
        Action::Atomic => "atomic",
        Action::Barrier => "barrier",
        Action::Exit => "exit",
        Action::Collective => "collective",
        Action::Assert => "assert",
    };
    Access {
        line: span.line,
        column: span.column,
        end_line: span.end_line,
        end_column: span.end_column,
        what: what.to_owned(),
        text: sources::excerpt(module, span),
        path: (span.file.0 != 0).then(|| sources::path(module, span).to_owned()),
        calls: words::calls(kernel, &place.loc)
            .map(|call| Call {
                callee: call.callee.clone(),
                line: call.loc.span.line,
                column: call.loc.span.column,
            })
            .collect(),
    }
}

fn thread(thread: &ThreadAt) -> Thread {
    let iteration = |(loc, iteration): &(Loc, u64)| Iteration {
        line: loc.span.line,
        iteration: *iteration,
    };
    Thread {
        block: thread.block,
        thread: thread.thread,
        iterations: thread.iterations.iter().map(iteration).collect(),
        offset: thread.offset.and_then(|offset| i64::try_from(offset).ok()),
    }
}

fn arguments(judged: &Judged, kernel: &Kernel) -> BTreeMap<String, Number> {
    let scalars = judged.finding.witness.scalars.iter();
    scalars
        .filter_map(|(index, bits)| kernel.params.get(*index as usize).map(|param| (param, *bits)))
        .map(|(param, bits)| (param.name.clone(), number(value(param.ty, bits))))
        .collect()
}

fn cell_entry(cell: &Cell, kernel: &Kernel) -> CellEntry {
    CellEntry {
        array: kernel
            .objects
            .get(cell.object)
            .map(|object| object.name.clone())
            .unwrap_or_default(),
        row: saturated(cell.row),
        offset: saturated(cell.offset),
        value: number(value(cell.ty, cell.bits)),
    }
}

fn saturated(n: i128) -> i64 {
    i64::try_from(n).unwrap_or(if n < 0 { i64::MIN } else { i64::MAX })
}

/// A value as JSON holds it.
pub fn number(value: Value) -> Number {
    match value {
        Value::Integer(n) => i64::try_from(n).map_or_else(|_| Number::Text(n.to_string()), Number::Integer),
        Value::Float(x) if x.is_finite() => Number::Float(x),
        Value::Unsigned(_) | Value::Float(_) => Number::Text(value.to_string()),
    }
}
