//! The kernel IR: data only.
//!
//! A [`Kernel`] is a control-flow graph of basic [`Block`]s over typed scalar variables ([`Var`]) and named
//! memory [`Object`]s. Device functions are inlined, every C conversion is an explicit [`ExprKind::Cast`],
//! aggregates and vectors are split into scalars or live in byte-addressed objects, and short-circuit and
//! conditional operators are control flow. Expressions have no side effects and read no memory: every read,
//! write and atomic is a [`Stmt`] of its own, so that each has one source range.
//!
//! A pointer value is *object + row + byte offset*. The row is 0 but for pointers that were themselves read from
//! memory (`float **rows`) and for images (the y coordinate).

mod atomic;
pub mod build;
pub(crate) mod cluster;
pub mod effect;
mod expr;
pub mod flow;
mod hole;
pub mod host;
pub(crate) mod host_line;
mod kernel;
mod launch;
mod ops;
mod order;
pub mod overlap;
pub mod points_to;
mod print;
mod pure;
mod spans;
mod stmt;
mod sync;
mod told_apart;
mod ty;
mod unreachable;
mod validate;
mod visit;

pub use atomic::{Atomic, AtomicOp, OrderingPart, Stated};
pub use expr::{Dim, Expr, ExprKind, FloatBits, Geometry};
pub use hole::{
    ALLOCATION, ALLOCATION_FAILS, ANY_SCHEDULE, ANY_TIME, AS_HERE, CLUSTERS, Hole, LEFT_OUT, NOT_FOUND, Open,
    Synchronises, UNKNOWN_ORDER,
};
pub use host_line::HostLine;
pub use kernel::{
    Asked, ChosenName, Construct, Doubt, Iteration, Kernel, Object, ObjectSource, Param, Space, Target, Var,
};
pub use launch::{Extent, Launch, Overlap, TEXTURES, Unclear, Unreset, Writer};
pub use ops::{BinOp, CmpOp, Leaf, UnOp};
pub use order::{Edge, MemoryOrder, Ordering, Spaces};
pub use print::{print, type_name};
pub use pure::{Function, PureFn};
pub use stmt::{Batches, Block, CopyKind, Demand, Link, Stmt, StmtKind, TermKind, Terminator, UnderWay};
pub use sync::{
    Barrier, BarrierReduce, Collective, CollectiveOp, Phase, PhaseBarrier, PhaseOp, ReduceOp, ResultBy,
    Scope, Until,
};
pub use ty::{FloatKind, Ty};
pub use validate::validate;

use crate::index::IndexVec;
use crate::newtype_index;
use serde::{Deserialize, Serialize};

newtype_index!(
    /// A source file of a [`Module`].
    FileId, "f"
);
newtype_index!(
    /// A memory object of a [`Kernel`].
    ObjectId, "o"
);
newtype_index!(
    /// A scalar variable of a [`Kernel`].
    VarId, "v"
);
newtype_index!(
    /// A basic block of a [`Kernel`].
    BlockId, "b"
);
newtype_index!(
    /// A place of a [`Kernel`] that is not modelled exactly.
    HoleId, "h"
);
newtype_index!(
    /// A call that was inlined.
    CallId, "c"
);

/// A source range. Lines and columns count from 1, columns in bytes; `start..end` are byte offsets in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Line of the first byte.
    pub line: u32,
    /// Column of the first byte.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column one past the last byte.
    pub end_column: u32,
}

/// A place in the kernel: a source range and, for code of an inlined function, the call it came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Loc {
    /// The source range.
    pub span: Span,
    /// The innermost inlined call around it.
    pub call: Option<CallId>,
}

/// An inlined call; calls nest through `loc.call`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The call expression.
    pub loc: Loc,
    /// The callee's name.
    pub callee: String,
}

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// CUDA C++.
    Cuda,
    /// OpenCL C.
    OpenCl,
}

/// A source file that was read, the prelude and stand-in headers excluded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceFile {
    /// The path as the user gave it or as an include found it.
    pub path: String,
    /// The text; invalid UTF-8 is replaced.
    pub text: String,
}

/// How bad a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Said for the record.
    Note,
    /// A kernel may have been read otherwise than meant (a missing header).
    Warning,
    /// A part of the file could not be parsed.
    Error,
}

/// A message of the frontend about the source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub level: Level,
    /// What is wrong and what to do.
    pub message: String,
    /// Where, if anywhere.
    pub span: Option<Span>,
    /// It stands in host code, and in nothing that a kernel of the file uses.
    pub host: bool,
}

/// All that one source file held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// The language.
    pub language: Language,
    /// The file asked for is the first.
    pub files: IndexVec<FileId, SourceFile>,
    /// The others that were read: no kernel's code is in them, but macros, types and constants may be. Headers of the
    /// system are left out.
    pub included: Vec<SourceFile>,
    /// The names of all files that clang read, headers of the system too.
    #[serde(default)]
    pub read: std::collections::BTreeSet<String>,
    /// What clang or the lowering had to say.
    pub diagnostics: Vec<Diagnostic>,
    /// In source order; the instantiations of a template one after the other.
    pub kernels: Vec<Kernel>,
    /// By what names other files have a say in how its kernels are launched.
    #[serde(default)]
    pub called_by: std::collections::BTreeSet<String>,
    /// Files that were to be of the same program, and define what it defines itself, or name nothing that it defines.
    #[serde(default)]
    pub apart: std::collections::BTreeSet<String>,
    /// What host code does with buffers, streams and launches.
    #[serde(default)]
    pub host: host::HostProgram,
    /// Functions of the device that could be entries; only of a file without a kernel of its own, and where entries are asked for.
    #[serde(default)]
    pub functions: Vec<DeviceFunction>,
}

/// A function that is no kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceFunction {
    /// Qualified.
    pub name: String,
    /// It stands in the file itself.
    pub is_own: bool,
}
