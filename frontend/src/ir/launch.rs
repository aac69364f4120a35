//! Launches, as host code makes them.

use super::{HostLine, ObjectId, Span};
use serde::{Deserialize, Serialize};

/// A pointer parameter that points into the buffer of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlap {
    /// Index into [`Kernel::params`](super::Kernel::params).
    pub param: u32,
    /// The other.
    pub of: u32,
    /// How many bytes it points behind the other: an expression over scalar parameters, as `--assume` takes it. `None` if that is not
    /// known.
    pub bytes: Option<String>,
}

/// How large the buffer is that a pointer leads to. Sizes are expressions over scalar parameters and launch sizes, as `--assume` takes
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// Index into [`Kernel::params`](super::Kernel::params); `None` is shared memory of dynamic size.
    pub param: Option<u32>,
    /// Bytes of the whole buffer.
    pub bytes: String,
    /// Bytes of it in front of the place where the pointer leads to.
    pub offset: String,
    /// Where it is allocated.
    pub line: Option<HostLine>,
}

/// What a launch hands over, or a size of it, that host code computes in a way that is not followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unclear {
    /// `gridDim.x`, or the parameter's name.
    pub name: String,
    /// The line of the computation.
    pub line: Option<HostLine>,
    /// Nothing else that the launch hands over is computed from the same.
    pub alone: bool,
    /// What it is, where that is known and too much for every question: `gridDim.x == (rows * columns)`.
    pub relation: Option<String>,
}

/// What stands for the memory that textures of the host show.
pub const TEXTURES: &str = "textures";

/// What is known of one launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// The launch statement, attribute or comment.
    pub span: Span,
    /// Its line.
    pub line: HostLine,
    /// Threads of a block, where constant.
    pub block: [Option<u64>; 3],
    /// Blocks, where constant.
    pub grid: [Option<u64>; 3],
    /// Values of scalar parameters (index into [`Kernel::params`](super::Kernel::params)), where constant; 0 for pointers that are null.
    pub args: Vec<(u32, i128)>,
    /// Pointer parameters that surely lead somewhere.
    pub not_null: Vec<u32>,
    /// How large the buffers are that pointer parameters lead to, and shared memory of dynamic size, where that is known.
    pub extents: Vec<Extent>,
    /// Groups of pointer parameters that are handed the same buffer.
    pub aliases: Vec<Vec<u32>>,
    /// Pointer parameters that are handed a place in the buffer of another, not its start.
    pub overlaps: Vec<Overlap>,
    /// Pairs of pointer parameters of which one comes from something that is not understood, or of which host code asks whether they are
    /// one: running it does not tell them apart.
    pub doubtful: Vec<(u32, u32)>,
    /// Pointer parameters that may lead into a variable of the device's, and its name without scopes; or [`TEXTURES`].
    pub into_variables: Vec<(u32, String)>,
    /// Where a table of pointers that the launch gets is given one that leads into the buffer of another of its cells or of a parameter.
    pub rows: Option<HostLine>,
    /// Facts about launch sizes and scalar parameters, by their names, as `--assume` takes them:
    /// `gridDim.x == ((n + 255) / 256)`.
    pub relations: Vec<String>,
    /// Dimensions and scalar parameters of which the text says more than is understood: not all values need come about.
    pub unclear: Vec<Unclear>,
    /// Parameters that get what the function around the launch is given itself, and never asks about.
    pub given: Vec<String>,
    /// What does not hold zeros when the launch starts, on a way that is surely taken.
    pub unreset: Vec<Unreset>,
    /// Objects behind pointer parameters that hold zeros when the launch starts, on all ways to it.
    pub cleared: Vec<ObjectId>,
    /// Sizes that host code gives in a way that is not followed, though it may be another than 1: `blockDim.y`.
    pub loose: Vec<String>,
    /// Whether all blocks are sure to be there at once, where the statement shows it.
    pub cooperative: Option<bool>,
    /// A whole program makes it: what memory holds then comes from somewhere in it.
    pub of_program: bool,
    /// The same launch on single ways of host code that are surely taken, of which more is known: they show what may happen, and prove
    /// nothing.
    pub ways: Vec<Launch>,
}

/// Memory that host code left other than zero before a launch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Unreset {
    /// The memory, an object of the kernel's.
    pub object: ObjectId,
    /// The line that `writer` is about.
    pub line: HostLine,
    /// What left it so.
    pub writer: Writer,
}

/// What left memory other than zero, or may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Writer {
    /// The launch in the line; whether what it leaves is surely not zero.
    Launch(bool),
    /// Host code in the line; whether what it puts there is surely not zero.
    Host(bool),
    /// Nothing: the line allocates it, and nobody sets it.
    Nobody,
    /// Something that is not followed, in the line or behind it.
    Unfollowed,
    /// A launch before that of the line, in an earlier call of the function around.
    Earlier,
}

impl Launch {
    /// One of which nothing is known.
    pub fn new(span: Span) -> Launch {
        Launch {
            line: HostLine {
                file: None,
                line: span.line,
            },
            span,
            block: [None; 3],
            grid: [None; 3],
            args: Vec::new(),
            not_null: Vec::new(),
            extents: Vec::new(),
            aliases: Vec::new(),
            overlaps: Vec::new(),
            doubtful: Vec::new(),
            into_variables: Vec::new(),
            rows: None,
            relations: Vec::new(),
            unclear: Vec::new(),
            given: Vec::new(),
            unreset: Vec::new(),
            cleared: Vec::new(),
            loose: Vec::new(),
            cooperative: None,
            of_program: false,
            ways: Vec::new(),
        }
    }

    /// Whether it may lead two parameters into one buffer.
    pub fn leads_together(&self, a: u32, b: u32) -> bool {
        let is_pair = |one: &Overlap| matches!((one.param, one.of), pair if pair == (a, b) || pair == (b, a));
        let mut groups = self.aliases.iter();
        groups.any(|group| group.contains(&a) && group.contains(&b)) || self.overlaps.iter().any(is_pair)
    }

    /// Whether nothing is known of it.
    pub fn is_open(&self) -> bool {
        let shape = self.block.iter().chain(&self.grid);
        shape.copied().all(|size| size.is_none())
            && self.args.is_empty()
            && self.extents.is_empty()
            && self.aliases.is_empty()
            && self.overlaps.iter().all(|overlap| overlap.bytes.is_none())
            && self.into_variables.is_empty()
            && self.rows.is_none()
            && self.relations.is_empty()
    }
}
