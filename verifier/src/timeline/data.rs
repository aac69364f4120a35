//! What a timeline shows. The page embeds it as JSON, so all of it is plain data.

use serde::Serialize;

/// Several runs, and the sources that they run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Timeline {
    /// kverify's version.
    pub version: String,
    /// Sources that places point into.
    pub files: Vec<File>,
    /// The runs.
    pub runs: Vec<Run>,
    /// Findings that found no room.
    pub left_out: usize,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct File {
    /// As the user named it.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// What is said over a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Head {
    /// The finding in one line.
    pub title: String,
    /// Its kind's id; empty if the run shows no finding.
    pub kind: String,
    /// Its severity's id.
    pub severity: String,
    /// `confirmed` or `possible`; the kernel's verdict if there is no finding.
    pub status: String,
    /// The witness as a sentence.
    pub witness: String,
    /// What the race does to memory, as a sentence.
    pub harm: Option<String>,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// What it is about.
    #[serde(flatten)]
    pub head: Head,
    /// The kernel's name.
    pub kernel: String,
    /// The file that the kernel is in.
    pub file: usize,
    /// The kernel's line.
    pub line: u32,
    /// What is worth knowing about the run, as sentences.
    pub notes: Vec<String>,
    /// Columns of time.
    pub columns: u32,
    /// Blocks, in order.
    pub blocks: Vec<Block>,
    /// Threads, by block and number.
    pub threads: Vec<Thread>,
    /// What threads did, without the values: threads that behave alike share one.
    pub shapes: Vec<Shape>,
    /// Values and the like that steps show; each text once.
    pub texts: Vec<String>,
    /// Source places.
    pub places: Vec<Place>,
    /// Where threads went on together.
    pub barriers: Vec<Barrier>,
    /// The steps that the finding speaks of: thread and number of the step.
    pub focus: Vec<[u32; 2]>,
}

/// A block of threads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Its index in the grid.
    pub at: [u64; 3],
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thread {
    /// Its block, by number.
    pub block: u32,
    /// Its index in the block.
    pub at: [u64; 3],
    /// Its warp in the block.
    pub warp: u32,
    /// Its shape, by number.
    pub shape: u32,
    /// For each of the shape's steps: what it shows, by number.
    pub texts: Vec<u32>,
    /// How it ended, in words; empty if it left the kernel.
    pub end: String,
}

/// The steps of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Shape {
    /// First column of each step.
    pub from: Vec<u32>,
    /// One past its last column.
    pub to: Vec<u32>,
    /// Its place, by number.
    pub place: Vec<u32>,
    /// What it does.
    pub kind: Vec<Kind>,
    /// What is remarkable about it.
    pub mark: Vec<Mark>,
    /// The iteration of the loop around it; -1 outside of loops.
    pub iteration: Vec<i64>,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "u8")]
pub enum Kind {
    /// Reads memory.
    Read,
    /// Writes memory.
    Write,
    /// Reads and writes memory: an atomic operation or a copy.
    Both,
    /// Gives a variable a value.
    Assign,
    /// Takes a branch.
    Branch,
    /// Waits at a barrier.
    Barrier,
    /// Waits for the others of a shuffle, vote or the like.
    Collective,
    /// Leaves the kernel.
    Leave,
    /// Something else.
    Other,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Read => "read",
            Kind::Write => "write",
            Kind::Both => "read and write",
            Kind::Assign => "assignment",
            Kind::Branch => "branch",
            Kind::Barrier => "barrier",
            Kind::Collective => "collective",
            Kind::Leave => "exit",
            Kind::Other => "other",
        }
    }
}

impl From<Kind> for u8 {
    fn from(kind: Kind) -> u8 {
        kind as u8
    }
}

/// What is remarkable about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "u8")]
pub enum Mark {
    /// Nothing.
    None,
    /// It is one of the two conflicting accesses, or what else the finding speaks of.
    Conflict,
    /// Its thread waits at another barrier than the others.
    Parted,
    /// Its thread never leaves the loop around it.
    Endless,
}

impl Mark {
    /// Its name; empty for none.
    pub fn name(self) -> &'static str {
        match self {
            Mark::None => "",
            Mark::Conflict => "conflict",
            Mark::Parted => "divergent barrier",
            Mark::Endless => "endless loop",
        }
    }
}

impl From<Mark> for u8 {
    fn from(mark: Mark) -> u8 {
        mark as u8
    }
}

/// A source place. Columns count UTF-16 units from 0, as browsers do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The file, by number.
    pub file: usize,
    /// From 1.
    pub line: u32,
    /// Of the first character.
    pub column: u32,
    /// From 1.
    pub end_line: u32,
    /// One past the last character.
    pub end_column: u32,
    /// The text, on one line.
    pub text: String,
    /// The calls that lead there, in words.
    pub calls: Vec<String>,
}

/// A point in time at which threads went on together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Barrier {
    /// The column before which they did.
    pub at: u32,
    /// The block, by number; `None` for the whole grid.
    pub block: Option<u32>,
    /// Some of them stood elsewhere, or did not come.
    pub parted: bool,
}
