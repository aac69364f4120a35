//! What was mended, for programs: the JSON document `kverify-fix/1`. It may grow fields; none changes its meaning or goes away.

use super::{Act, KernelRepair, Outcome, Repair, Step, words};
use crate::report::json::Message;
use crate::report::json::finding::FindingEntry;
use crate::report::json::kernel::VerdictName;
use crate::report::visible;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the format.
pub const SCHEMA: &str = "kverify-fix/1";

/// What `kverify fix --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FixDocument {
    /// `kverify-fix/1`.
    pub schema: String,
    /// In the order of the command line.
    pub files: Vec<FileEntry>,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FileEntry {
    /// As the user named it.
    pub path: String,
    /// Why parts of the file were not analysed; nothing is mended then.
    pub errors: Vec<Message>,
    /// The kernels with findings.
    pub kernels: Vec<KernelEntry>,
    /// All changes, as lines of the file as it was.
    pub edits: Vec<EditEntry>,
    /// The file was written.
    pub written: bool,
}

/// A kernel with findings, all its instantiations and launches together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KernelEntry {
    /// Its name.
    pub name: String,
    /// The line of its name, in the file as it was.
    pub line: u32,
    /// What came of it.
    pub result: ResultName,
    /// What was found out with the mends in place, as a sentence.
    pub effect: String,
    /// Its verdicts with the mends in place: for each instantiation and launch.
    pub verdicts: Vec<VerdictName>,
    /// The changes.
    pub mends: Vec<MendEntry>,
    /// The findings that are left, with the places of the mended text.
    pub left: Vec<FindingEntry>,
    /// How many texts were verified.
    pub verifications: usize,
    /// The search ended because no more might be (`--tries`).
    pub exhausted: bool,
}

/// What came of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResultName {
    /// It is proved.
    Mended,
    /// Fewer findings are left.
    Partly,
    /// No change was found that helps.
    Unmended,
}

/// A change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MendEntry {
    /// What it does.
    pub kind: MendName,
    /// The statement that is inserted, moved or changed.
    pub statement: String,
    /// The line of the file as it was; what is inserted or moved comes before it.
    pub line: u32,
    /// The sentence.
    pub text: String,
}

/// The kinds of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MendName {
    /// A barrier is inserted.
    Insert,
    /// A barrier orders more kinds of memory.
    Widen,
    /// A barrier is moved.
    Move,
    /// A condition keeps threads within a buffer.
    Guard,
}

/// Lines that are replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EditEntry {
    /// The first line that is replaced, from 1.
    pub line: usize,
    /// How many are; 0 if the new ones come before that line.
    pub count: usize,
    /// The new lines, with their ends.
    pub text: String,
}

/// The entry of a file.
pub fn file_entry(repair: &Repair, written: bool) -> FileEntry {
    FileEntry {
        path: repair.before.path.clone(),
        errors: repair.before.errors.clone(),
        kernels: repair
            .kernels
            .iter()
            .map(|kernel| kernel_entry(repair, kernel))
            .collect(),
        edits: repair
            .hunks
            .iter()
            .map(|hunk| EditEntry {
                line: hunk.start + 1,
                count: hunk.count,
                text: hunk.lines.concat(),
            })
            .collect(),
        written,
    }
}

fn kernel_entry(repair: &Repair, kernel: &KernelRepair) -> KernelEntry {
    KernelEntry {
        name: kernel.name.clone(),
        line: kernel.line,
        result: match kernel.result {
            Outcome::Mended => ResultName::Mended,
            Outcome::Partly => ResultName::Partly,
            Outcome::Unmended => ResultName::Unmended,
        },
        effect: words::effect(repair, kernel),
        verdicts: kernel.entries(&repair.after).map(|entry| entry.verdict).collect(),
        mends: kernel.steps.iter().map(mend_entry).collect(),
        left: kernel.left(&repair.after).cloned().collect(),
        verifications: kernel.verifications,
        exhausted: kernel.exhausted,
    }
}

fn mend_entry(step: &Step) -> MendEntry {
    MendEntry {
        kind: match step.act {
            Act::Insert => MendName::Insert,
            Act::Widen => MendName::Widen,
            Act::Move => MendName::Move,
            Act::Guard => MendName::Guard,
        },
        statement: step.statement.clone(),
        line: step.line,
        text: words::step(step),
    }
}

/// The document as text, with a final newline.
pub fn render(files: Vec<FileEntry>) -> String {
    visible::to_json(&FixDocument {
        schema: SCHEMA.to_owned(),
        files,
    })
}

/// The JSON Schema of the document, with a final newline.
pub fn schema() -> String {
    let schema = schemars::schema_for!(FixDocument);
    serde_json::to_string_pretty(&schema).map_or_else(|error| error.to_string(), |text| text + "\n")
}
