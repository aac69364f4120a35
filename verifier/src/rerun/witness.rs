//! The witness file (`kverify-witness/1`): launches, complete with all that a run needs, and what each is to show.

mod launch;

use crate::by_hand::{fill_name, object_name};
use crate::replay::{self, Inputs, Schedule};
use crate::report::json::finding::Number;
use crate::report::json::{self, number};
use crate::report::{KernelReport, Report, value};
use kverify_frontend::ir::{Kernel, Module, type_name};
use kverify_smt::answer::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the format.
pub const SCHEMA: &str = "kverify-witness/1";

/// What `kverify check --replay-out` writes and `kverify replay --witness` reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WitnessFile {
    /// `kverify-witness/1`.
    pub schema: String,
    /// In the order of the findings.
    pub witnesses: Vec<WitnessEntry>,
}

/// A launch, and the finding that it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WitnessEntry {
    /// The source file, as it was named.
    pub file: String,
    /// The kernel's name.
    pub kernel: String,
    /// Template arguments, `<float, 256>`; empty for plain kernels.
    #[serde(default)]
    pub instantiation: String,
    /// What the launch is to show; nothing for launches written by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<FindingReference>,
    /// Threads of a block.
    pub block: [u64; 3],
    /// Blocks of the launch.
    pub grid: [u64; 3],
    /// `get_global_offset`.
    #[serde(default)]
    pub global_offset: [u64; 3],
    /// The blocks that run; all if empty.
    #[serde(default)]
    pub blocks: Vec<[u64; 3]>,
    /// Scalar arguments by parameter name.
    #[serde(default)]
    pub arguments: BTreeMap<String, Number>,
    /// Array cells at the start of the launch.
    #[serde(default)]
    pub cells: Vec<WitnessCell>,
    /// Bytes of arrays whose size the source does not fix.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sizes: BTreeMap<String, u64>,
    /// Bytes of a buffer in front of the place that its pointer leads to.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub before: BTreeMap<String, u64>,
    /// What all other cells hold: `zeros`, `ones`, `index`, `small`, `stripes:N`, `sparse:SEED` or `random:SEED`.
    pub fill: String,
    /// Who runs when.
    pub schedule: ScheduleName,
    /// Threads that run in lock-step; 1 means none do.
    #[serde(default = "one")]
    pub lockstep: u32,
    /// Groups of pointer parameters that are handed the same buffer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Vec<String>>,
    /// Pointer parameters whose elements are pairwise distinct.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distinct: Vec<String>,
    /// Pointer parameters whose elements never decrease.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub monotone: Vec<String>,
    /// Arrays that hold zeros wherever `cells` says nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zeroed: Vec<String>,
    /// Threads of a warp.
    #[serde(default = "warp", skip_serializing_if = "is_warp")]
    pub warp_size: u32,
}

fn one() -> u32 {
    1
}

fn warp() -> u32 {
    replay::WARP
}

fn is_warp(size: &u32) -> bool {
    *size == replay::WARP
}

/// A finding, by what tells it apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingReference {
    /// Its rule.
    pub rule: String,
    /// `confirmed` if a run of this witness showed it, else `possible`.
    pub status: json::finding::StatusName,
    /// What happened, in one line.
    pub message: String,
    /// The two accesses, or one for findings about one thread.
    pub accesses: Vec<json::finding::Access>,
}

/// The contents of an array's cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WitnessCell {
    /// The array; the second of a name is `name#2`.
    pub array: String,
    /// The row, for arrays of pointers and images.
    #[serde(default)]
    pub row: i64,
    /// Byte offset.
    pub offset: i64,
    /// `bool`, `i8` to `i128`, `u8` to `u128`, `f16`, `bf16`, `f32`, `f64` or `ptr`.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it holds.
    pub value: Number,
}

/// Who runs when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScheduleName {
    /// Each thread until it must wait, lowest first.
    InOrder,
    /// The same, highest first.
    Reverse,
    /// Threads change after every memory access.
    RoundRobin,
    /// Warps, of as many threads as run in lock-step, execute each instruction together.
    LockStep,
}

impl From<Schedule> for ScheduleName {
    fn from(schedule: Schedule) -> Self {
        match schedule {
            Schedule::InOrder => ScheduleName::InOrder,
            Schedule::Reverse => ScheduleName::Reverse,
            Schedule::RoundRobin => ScheduleName::RoundRobin,
            Schedule::LockStep => ScheduleName::LockStep,
        }
    }
}

impl From<ScheduleName> for Schedule {
    fn from(name: ScheduleName) -> Self {
        match name {
            ScheduleName::InOrder => Schedule::InOrder,
            ScheduleName::Reverse => Schedule::Reverse,
            ScheduleName::RoundRobin => Schedule::RoundRobin,
            ScheduleName::LockStep => Schedule::LockStep,
        }
    }
}

/// The JSON Schema of the witness file, with a final newline.
pub fn schema() -> String {
    let schema = schemars::schema_for!(WitnessFile);
    serde_json::to_string_pretty(&schema).map_or_else(|error| error.to_string(), |text| text + "\n")
}

impl WitnessFile {
    /// A file of these witnesses.
    pub fn new(witnesses: Vec<WitnessEntry>) -> WitnessFile {
        WitnessFile {
            schema: SCHEMA.to_owned(),
            witnesses,
        }
    }

    /// The witnesses of all findings of a report that can be run, by kernel in the order of the report.
    pub fn of_report(report: &Report) -> WitnessFile {
        let files = report.files.iter();
        let entries = files.flat_map(|file| {
            let path = file.path.display().to_string();
            let module = file.module.clone();
            file.kernels
                .iter()
                .flat_map(move |kernel| entries(kernel, module.as_deref(), &path))
        });
        WitnessFile::new(entries.collect())
    }

    /// Reads the text of a witness file.
    ///
    /// # Errors
    /// If it is no JSON, not of this format, or holds no witness.
    pub fn parse(text: &str) -> Result<WitnessFile, String> {
        let file: WitnessFile =
            serde_json::from_str(text).map_err(|error| format!("this is no witness file: {error}"))?;
        if file.schema != SCHEMA {
            return Err(format!("the file is of format `{}`, not `{SCHEMA}`", file.schema));
        }
        if file.witnesses.is_empty() {
            return Err("there is no witness in the file".to_owned());
        }
        Ok(file)
    }

    /// The file's text, with a final newline.
    pub fn render(&self) -> String {
        crate::report::visible::to_json(self)
    }
}

fn entries(report: &KernelReport, module: Option<&Module>, path: &str) -> Vec<WitnessEntry> {
    let runnable = report.findings.iter().filter_map(|judged| {
        let entry = WitnessEntry::of_inputs(&report.kernel, path, judged.inputs.as_ref()?);
        Some((judged, entry))
    });
    let entries = runnable.map(|(judged, entry)| {
        let finding = module.map(|module| json::finding_entry(judged, &report.kernel, module));
        WitnessEntry {
            finding: finding.map(|finding| FindingReference {
                rule: finding.rule,
                status: finding.status,
                message: finding.message,
                accesses: finding.accesses,
            }),
            ..entry
        }
    });
    entries.collect()
}

impl WitnessEntry {
    /// A launch, with all that the inputs leave open written out.
    pub fn of_inputs(kernel: &Kernel, path: &str, inputs: &Inputs) -> WitnessEntry {
        let param = |n: u32| kernel.params.get(n as usize);
        let name = |n: &u32| param(*n).map(|param| param.name.clone());
        let arguments = replay::scalars(kernel, inputs).into_iter();
        let arguments = arguments.filter_map(|(n, bits)| {
            let param = param(n)?;
            Some((param.name.clone(), number(value(param.ty, bits))))
        });
        let sizes = inputs.sizes.iter();
        let before = inputs.before.iter().filter(|(_, bytes)| *bytes > 0);
        WitnessEntry {
            file: path.to_owned(),
            kernel: kernel.name.clone(),
            instantiation: kernel.instantiation.clone(),
            finding: None,
            block: inputs.block_dim,
            grid: inputs.grid_dim,
            global_offset: inputs.global_offset,
            blocks: inputs.blocks.clone(),
            arguments: arguments.collect(),
            cells: inputs
                .cells
                .iter()
                .filter_map(|cell| cell_entry(kernel, cell))
                .collect(),
            sizes: sizes
                .map(|(id, bytes)| (object_name(kernel, *id), *bytes))
                .collect(),
            before: before
                .map(|(id, bytes)| (object_name(kernel, *id), *bytes))
                .collect(),
            fill: fill_name(inputs.fill),
            schedule: inputs.schedule.into(),
            lockstep: inputs.lockstep,
            aliases: inputs
                .aliases
                .iter()
                .map(|group| group.iter().filter_map(name).collect())
                .collect(),
            distinct: inputs.distinct.iter().filter_map(name).collect(),
            monotone: inputs.monotone.iter().filter_map(name).collect(),
            zeroed: inputs.zeroed.iter().map(|id| object_name(kernel, *id)).collect(),
            warp_size: inputs.warp_size,
        }
    }

    /// The kernel's name with its template arguments.
    pub fn kernel_name(&self) -> String {
        format!("{}{}", self.kernel, self.instantiation)
    }

    /// A file name without ending for the witness that is number `n` of its run: source, kernel and number.
    pub fn short_name(&self, n: usize) -> String {
        let stem = std::path::Path::new(&self.file).file_stem();
        let stem = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let name = format!("{stem}-{}-{n}", self.kernel_name());
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        name.chars().map(|c| if plain(c) { c } else { '_' }).collect()
    }
}

fn cell_entry(kernel: &Kernel, cell: &Cell) -> Option<WitnessCell> {
    Some(WitnessCell {
        array: object_name(kernel, cell.object),
        row: i64::try_from(cell.row).ok()?,
        offset: i64::try_from(cell.offset).ok()?,
        ty: type_name(cell.ty),
        value: number(value(cell.ty, cell.bits)),
    })
}
