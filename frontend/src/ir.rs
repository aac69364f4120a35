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

pub mod build;
pub(crate) mod cluster;
pub mod effect;
pub mod flow;
pub mod host;
pub(crate) mod host_line;
mod ops;
mod order;
pub mod overlap;
pub mod points_to;
mod print;
mod pure;
mod spans;
mod told_apart;
mod unreachable;
mod validate;
mod visit;

pub use host_line::HostLine;
pub use ops::{BinOp, CmpOp, Leaf, UnOp};
pub use order::{Edge, MemoryOrder, Ordering, Spaces};
pub use print::{print, type_name};
pub use pure::{Function, PureFn};
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

/// A scalar type. Aggregates and vectors exist only in memory objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ty {
    /// A truth value; one byte in memory.
    Bool,
    /// An integer of 8, 16, 32, 64 or 128 bits.
    Int {
        /// Width in bits.
        bits: u8,
        /// Two's complement if true.
        signed: bool,
    },
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer of 64 bits, into any object.
    Ptr,
}

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FloatKind {
    /// IEEE binary16.
    F16,
    /// bfloat16.
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

/// The types of integers by their names.
macro_rules! integers {
    ($($name:ident: $bits:literal $signed:literal, $doc:literal;)*) => {
        impl Ty {
            $(#[doc = $doc] pub const $name: Ty = Ty::Int { bits: $bits, signed: $signed };)*
        }
    };
}

integers! {
    I8: 8 true, "`signed char`.";
    U8: 8 false, "`unsigned char`: a byte.";
    I16: 16 true, "`short`.";
    U16: 16 false, "`unsigned short`.";
    I32: 32 true, "`int`.";
    U32: 32 false, "`unsigned`.";
    I64: 64 true, "`long long`.";
    U64: 64 false, "`size_t`.";
    I128: 128 true, "`__int128`.";
    U128: 128 false, "`unsigned __int128`: 16 bytes.";
}

impl Ty {
    /// Size in memory, bytes.
    pub fn bytes(self) -> u32 {
        match self {
            Ty::Bool => 1,
            Ty::Int { bits, .. } => u32::from(bits) / 8,
            Ty::Float(FloatKind::F16 | FloatKind::BF16) => 2,
            Ty::Float(FloatKind::F32) => 4,
            Ty::Float(FloatKind::F64) | Ty::Ptr => 8,
        }
    }
}

/// Compilers or architectures that see the same code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// One of the architectures, a compute capability times ten, where it is another than the usual one.
    pub cuda_arch: Option<u32>,
    /// In words.
    pub name: String,
}

impl Target {
    /// Adds others that see the same; the newest architecture stands for all, since the threads of its warps promise least.
    pub(crate) fn join(&mut self, other: &Target) {
        // None is the usual one; below Volta others promise more than it does.
        self.cuda_arch = self.cuda_arch.and_then(|arch| Some(arch.max(other.cuda_arch?)));
        self.name = format!("{}, {}", self.name, other.name);
    }
}

/// A kernel, or one instantiation of a kernel template, with all its device functions inlined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// Qualified name without template arguments.
    pub name: String,
    /// Template arguments as written, `<float, 256>`; empty for plain kernels.
    pub instantiation: String,
    /// Whether the template arguments were chosen by kverify and not by the user's code.
    pub instantiation_chosen: bool,
    /// Lines of host code that clang cannot parse and that instantiate its template: with these arguments, or others that were chosen.
    pub unread_uses: Vec<u32>,
    /// Why nothing of it was read, if that is so; its one statement is a hole that may do anything.
    pub left_out: Option<String>,
    /// For which compilers or architectures this is the kernel, if others see other code.
    pub target: Option<Target>,
    /// Names that nothing in the file or its headers declares, and what they were taken to be.
    pub chosen_names: Vec<ChosenName>,
    /// Assumptions in the source that speak of other threads or of access sets, and are not made: what is found may be what
    /// they rule out.
    pub unmade: Vec<Loc>,
    /// What may make another kernel of it than the one that was read: what is found is possible at most.
    pub doubts: Vec<Doubt>,
    /// Functions that are called and have no definition in what was read: taken to write only what they are handed, and to wait
    /// for nobody.
    pub unseen: Vec<String>,
    /// Functions that calls through pointers are taken to be of: those whose address the file takes.
    pub callees: Vec<String>,
    /// The language.
    pub language: Language,
    /// The name in the kernel's declaration.
    pub span: Span,
    /// Parameters in order; a struct passed by value is split into its scalar leaves (`p.n`, `p.data`).
    pub params: Vec<Param>,
    /// The names of the parameters as they are declared, in order, those too of which nothing is in `params`.
    pub declared: Vec<String>,
    /// Memory objects.
    pub objects: IndexVec<ObjectId, Object>,
    /// Scalar variables.
    pub vars: IndexVec<VarId, Var>,
    /// Basic blocks. Every block is reachable from `entry`.
    pub blocks: IndexVec<BlockId, Block>,
    /// Where every thread starts.
    pub entry: BlockId,
    /// Inlined calls.
    pub calls: IndexVec<CallId, Call>,
    /// What is not modelled exactly.
    pub holes: IndexVec<HoleId, Hole>,
    /// Launches of this kernel found in the same file's host code.
    pub launches: Vec<Launch>,
    /// Launch shape demanded by the source: `reqd_work_group_size`, `// kverify: block=256`.
    pub required: Option<Launch>,
    /// `__launch_bounds__`: most threads a block.
    pub max_threads: Option<u32>,
    /// `__cluster_dims__`: how many blocks a cluster has in each dimension. The grid is a multiple of it.
    pub cluster: Option<[u32; 3]>,
    /// It is no kernel in the text: the threads are those of a directive's construct.
    pub construct: Option<Construct>,
    /// It is a function that was asked for, verified as if every thread of a block called it.
    pub asked: Option<Asked>,
    /// What stands around the construct may say more of its inputs than is known: no contract of theirs can be taken for kept.
    pub narrowed: bool,
}

/// How a function is called that is no kernel: by all threads, with the same arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// But for these parameters, which are each thread's own value.
    pub own: Vec<String>,
}

/// What the threads of a kernel are that a directive makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Construct {
    /// The iterations of loops, one for each dimension of the grid: the number of a thread is the number of its iteration.
    Loop(Vec<Iteration>),
    /// The threads of one team: those of the block.
    Team,
}

/// The iterations of a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// The variable that it counts by.
    pub name: String,
    /// Its first value, where constant.
    pub first: Option<i128>,
    /// What is added in each, where constant.
    pub step: Option<i128>,
}

impl Kernel {
    /// Most threads of a block: those that its launch bounds allow, or else CUDA's devices.
    pub fn most_threads(&self) -> u32 {
        self.max_threads.map_or(1024, |n| n.max(1))
    }

    /// Its name without the namespaces and classes around it.
    pub fn last_name(&self) -> &str {
        self.name.rsplit("::").next().unwrap_or(&self.name)
    }

    /// One of this name that does nothing yet, and has no block to start at.
    pub fn new(name: &str, language: Language, span: Span) -> Kernel {
        Kernel {
            name: name.to_owned(),
            instantiation: String::new(),
            instantiation_chosen: false,
            unread_uses: Vec::new(),
            left_out: None,
            target: None,
            chosen_names: Vec::new(),
            unmade: Vec::new(),
            doubts: Vec::new(),
            unseen: Vec::new(),
            callees: Vec::new(),
            language,
            span,
            params: Vec::new(),
            declared: Vec::new(),
            objects: IndexVec::new(),
            vars: IndexVec::new(),
            blocks: IndexVec::new(),
            entry: BlockId(0),
            calls: IndexVec::new(),
            holes: IndexVec::new(),
            launches: Vec::new(),
            required: None,
            max_threads: None,
            cluster: None,
            construct: None,
            asked: None,
            narrowed: false,
        }
    }
}

/// Why a kernel may be another one than was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doubt {
    /// The place.
    pub loc: Loc,
    /// What is not known, as a sentence.
    pub reason: String,
    /// Whether the kernel is known for all that: there may be others that are read as well, and it may be none. Then a proof holds.
    pub is_complete: bool,
}

/// A name that a build defines, or a header that is missing, and what it was taken to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChosenName {
    /// The name.
    pub name: String,
    /// The type or value.
    pub meaning: String,
    /// The file and line that say so; `None` if it was chosen by the name alone.
    pub origin: Option<String>,
}

/// A kernel parameter's scalar leaf.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Name as a user would write it: `n`, `p.width`.
    pub name: String,
    /// The variable that holds it at entry.
    pub var: VarId,
    /// Its type.
    pub ty: Ty,
    /// For a pointer: the object that it points to (at offset 0).
    pub object: Option<ObjectId>,
    /// For a pointer: bytes of what it points to, as declared, where that has a size.
    pub pointee: Option<u64>,
}

/// A scalar variable. Variables are assigned many times; SSA is built later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Var {
    /// Name in the source, or a name for a temporary.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Declared by the user (shown in dumps and witnesses) or a temporary.
    pub user: bool,
}

/// Where an object lives, and so who shares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Space {
    /// One for the launch.
    Global,
    /// One for each block.
    Shared,
    /// Read-only, one for the launch.
    Constant,
    /// One for each thread.
    Private,
    /// An image or texture, one for the launch. Rows are y (+ 2^32 z), offsets are x times the texel size.
    Image,
}

/// A memory object. Distinct objects never overlap, pointer parameters under the `no-alias` assumption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// Name in the source.
    pub name: String,
    /// Where it lives.
    pub space: Space,
    /// Size in bytes, if the source fixes it.
    pub size: Option<u64>,
    /// The scalar type that its elements are made of, as declared; for display and for initial values.
    pub elem: Ty,
    /// Where it comes from.
    pub source: ObjectSource,
    /// Declared `const` (through the pointer) or `__restrict__` const; a hint only.
    pub read_only: bool,
    /// Initial bytes for constants with an initializer, and for variables with one that nothing else in the file writes;
    /// `None` means any contents (uninitialised for shared and private objects).
    pub init: Option<Vec<u8>>,
    /// It is no constant: that it still holds these bytes when the kernel starts is an assumption (`initial-value`).
    pub init_assumed: bool,
    /// It is a constant whose initial values the source says in a way that is not evaluated: they are what they are, and not known.
    pub init_unread: bool,
    /// It is a variable of the device whose initialiser says something else than zeros.
    pub starts_otherwise: bool,
    /// Its elements are records of so many bytes, or hold some, to which the [`Link`]s of the kernel may lead.
    pub linked: Option<u64>,
    /// Of an array of arrays: the bytes of one of its innermost arrays, as declared.
    pub row: Option<u64>,
    /// Its declaration.
    pub span: Span,
}

/// Where an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ObjectSource {
    /// What pointer parameter number `n` (index into [`Kernel::params`]) points to.
    Param(u32),
    /// A variable at file scope, or a static local one.
    Variable,
    /// `extern __shared__`: all such declarations of a kernel are one object.
    DynamicShared,
    /// A local variable or temporary whose address is needed.
    Local,
    /// What a pointer that nobody knows points to (a hole's result): may overlap any object of the same or
    /// unknown space.
    Unknown,
}

/// What kverify does not model exactly, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hole {
    /// The place.
    pub loc: Loc,
    /// What it is, and what would help, as a sentence.
    pub reason: String,
    /// Whether a barrier hides in it, so that accesses that seem unordered may be ordered.
    pub synchronises: Synchronises,
    /// What the program leaves open here, if that is all: then an assumption says what does not happen, and the rest, any value,
    /// is all that the program promises.
    pub open: Option<Open>,
}

/// Whether what is not modelled orders what threads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Synchronises {
    /// It does not.
    No,
    /// It may: nobody knows what is in it.
    Perhaps,
    /// That is what it is for.
    Yes,
}

/// What a program leaves open, so that no reader could fill it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Open {
    /// What a function does that is defined in no file that was read (`unseen-callees`).
    UnseenCallee,
    /// A call through a pointer of a function that is none of those whose address is taken (`known-callees`).
    OtherCallee,
    /// Whether the thread has read an array, GPUVerify's `__read`, until that is found out.
    ReadSoFar,
    /// The same of writes, `__write`.
    WrittenSoFar,
}

/// How the reason begins for a kernel definition that conditional compilation leaves out.
pub const LEFT_OUT: &str = "a kernel definition is left out by";

/// What is taken for granted of a header that is not there.
pub const NOT_FOUND: &str = "not found, taken to define nothing that is used here";

/// What is taken for granted of a conditional that compilers decide.
pub const AS_HERE: &str = "as for the compiler that it is parsed with";

/// Why a clock's value is a hole.
pub const ANY_TIME: &str = "the clock may have any value";

/// Why a variable of a thread's own is a hole around a loop that a team shares out.
pub const ANY_SCHEDULE: &str = "which thread runs which iterations is not said";

/// Why memory from `malloc` or `new` is a hole where other threads may know of it: no object of the kernel's stands for it.
pub const ALLOCATION: &str =
    "memory that a kernel allocates is modelled only where its address stays in variables of one thread";

/// Why it is open whether there was memory to allocate.
pub const ALLOCATION_FAILS: &str = "an allocation may fail";

/// Why an order or a scope that is not constant is a hole.
pub const UNKNOWN_ORDER: &str =
    "the memory order or scope here is not constant, so what it orders is not known";
/// Why what blocks of a cluster do together is a hole: it may order them.
pub const CLUSTERS: &str =
    "what blocks of a cluster do together is modelled only where `__cluster_dims__` says how many there are";

impl Hole {
    /// Whether it may order accesses.
    pub fn may_synchronise(&self) -> bool {
        self.synchronises != Synchronises::No
    }

    /// Up to which scope it may order accesses: atomics, fences and clusters order those of different blocks, barriers of a block do not.
    pub fn orders_within(&self) -> Scope {
        match self.reason == UNKNOWN_ORDER || self.reason == CLUSTERS {
            true => Scope::Grid,
            false => Scope::Block,
        }
    }

    /// Whether an unknown value is all that the language promises here, so that nothing is missing.
    pub fn is_exact(&self) -> bool {
        [ANY_TIME, ALLOCATION_FAILS, ANY_SCHEDULE].contains(&self.reason.as_str())
    }
}

/// A basic block: statements, then one terminator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// In order.
    pub stmts: Vec<Stmt>,
    /// The way out.
    pub term: Terminator,
    /// The loop statement that this block is the header of, for messages. A loop of the graph need not have one.
    pub loop_stmt: Option<Loc>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terminator {
    /// The condition, `return`, or the block's last statement.
    pub loc: Loc,
    /// What it does.
    pub kind: TermKind,
}

/// The kinds of [`Terminator`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TermKind {
    /// Go on at the block.
    Goto(BlockId),
    /// Two ways; `cond` is a [`Ty::Bool`].
    Branch {
        /// The condition.
        cond: Expr,
        /// When true.
        then: BlockId,
        /// When false.
        other: BlockId,
    },
    /// The thread leaves the kernel.
    Return,
    /// The thread is known never to get here (`__builtin_unreachable`, `__trap`).
    Unreachable,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stmt {
    /// Its place: for accesses the l-value's own range (`A[i]`), not the whole statement's.
    pub loc: Loc,
    /// What it does.
    pub kind: StmtKind,
}

/// A pointer to a record that lies in memory: where it links records, as in lists, trees and graphs, others may lead to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The size of the record that it leads to; 0 if that is not known.
    pub bytes: u64,
    /// It lies in a record itself, not in an array of pointers.
    pub in_record: bool,
}

/// The kinds of [`Stmt`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StmtKind {
    /// `dst = value`; types agree.
    Assign {
        /// Target.
        dst: VarId,
        /// Value.
        value: Expr,
    },
    /// `dst = *addr`, `dst`'s type says how many bytes.
    Load {
        /// Target.
        dst: VarId,
        /// A [`Ty::Ptr`].
        addr: Expr,
        /// Declared volatile: the value may change at any time.
        volatile: bool,
        /// It is a pointer to a record.
        link: Option<Link>,
    },
    /// `*addr = value`, the value's type says how many bytes.
    Store {
        /// A [`Ty::Ptr`].
        addr: Expr,
        /// Value.
        value: Expr,
        /// Declared volatile.
        volatile: bool,
    },
    /// An atomic read-modify-write, load or store.
    Atomic(Atomic),
    /// Copies `bytes` bytes (`memcpy`, struct assignment through memory). One access to each side.
    Copy {
        /// A [`Ty::Ptr`] written to.
        dst: Expr,
        /// A [`Ty::Ptr`] read from.
        src: Expr,
        /// A [`Ty::U64`] number of bytes.
        bytes: Expr,
        /// For `async_work_group_copy`, `memcpy_async`, `cp.async`: unordered until waited for.
        kind: CopyKind,
    },
    /// Sets `bytes` bytes to `byte` (a `u8`).
    Fill {
        /// A [`Ty::Ptr`] written to.
        dst: Expr,
        /// A `u8`.
        byte: Expr,
        /// A [`Ty::U64`] number of bytes.
        bytes: Expr,
    },
    /// Waits for asynchronous copies that this thread (or its group) started.
    AsyncWait {
        /// At most this many younger batches may stay unfinished; 0 waits for all.
        pending: u32,
    },
    /// Closes a batch of asynchronous copies (`cp.async.commit_group`, `pipeline::producer_commit`).
    AsyncCommit,
    /// A barrier.
    Barrier(Barrier),
    /// One thread's part in a barrier at which threads arrive and wait apart from each other, or which a part of the block shares.
    Phase(Phase),
    /// A memory fence: orders, does not synchronise.
    Fence {
        /// What it orders.
        ordering: Ordering,
        /// What of it is still to be read: nothing, once a kernel is lowered.
        stated: Vec<Stated>,
    },
    /// An operation of several threads together that is no barrier for memory: shuffles, votes, work-group functions.
    Collective(Collective),
    /// Known to hold here (`__builtin_assume`, GPUVerify's `__requires` at entry). Executions in which it fails
    /// are none of the user's.
    Assume(Expr),
    /// Must hold here (`assert`).
    Assert(Expr),
    /// Must hold here, or what follows means nothing: the operation is not defined for such an operand.
    Demand {
        /// A [`Ty::Bool`].
        holds: Expr,
        /// What it is about.
        of: Demand,
    },
    /// A candidate invariant of the innermost loop around (GPUVerify's `__invariant`); checked, never trusted.
    Invariant(Expr),
    /// Something that is not modelled: it may change `dsts` and write anything through `writes`.
    Hole {
        /// Which.
        hole: HoleId,
        /// Variables that take unknown values.
        dsts: Vec<VarId>,
        /// [`Ty::Ptr`] values through which it may read and write any bytes of the object.
        writes: Vec<Expr>,
    },
    /// What may still become of an asynchronous copy that was started earlier. The encoder adds it where copies are under way at
    /// barriers; lowering makes none.
    UnderWay(Box<UnderWay>),
    /// What the encoding of the kernel rests on: where a thread may come here and it does not hold, the kernel is unknown. The
    /// encoder adds it, and the lowering where an index chooses among pointers.
    Presume {
        /// A [`Ty::Bool`].
        holds: Expr,
        /// What it means for the user that it may not hold.
        why: String,
    },
    /// `printf` and the like: no effect on memory.
    Print {
        /// The format string.
        format: String,
        /// The arguments: scalars, the components of vectors, and addresses of strings.
        args: Vec<Expr>,
    },
}

/// What a [`StmtKind::Demand`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Demand {
    /// A block has barriers 0 to 15 (PTX ISA, "bar, barrier").
    BarrierNumber,
    /// A barrier counts whole warps (PTX ISA, "bar, barrier": a multiple of the warp size).
    BarrierThreads,
    /// Ranks in a cluster are smaller than its number of blocks (CUDA C++ Programming Guide, "Distributed Shared Memory").
    ClusterRank,
    /// An asynchronous copy moves 4, 8 or 16 bytes (CUDA C++ Programming Guide, "Pipeline Primitives"; PTX ISA, "cp.async").
    CopySize,
    /// Atomic operations are for global and shared memory (CUDA C++ Programming Guide, "Atomic Functions").
    AtomicSpace,
    /// The grid waits for itself in cooperative launches only (CUDA C++ Programming Guide, "Grid Synchronization").
    CooperativeLaunch,
}

/// Whether a [`StmtKind::Copy`] is done when it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CopyKind {
    /// By this thread, at once.
    Sync,
    /// By this thread, finished by an [`StmtKind::AsyncWait`].
    AsyncThread,
    /// By the whole block together, each thread with the same arguments; finished by an
    /// [`StmtKind::AsyncWait`].
    AsyncGroup,
}

/// An asynchronous copy that was started earlier and is not waited for yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnderWay {
    /// Whether there is one.
    pub on: Expr,
    /// Where to, where from (both [`Ty::Ptr`]), and how many bytes (a [`Ty::U64`]); `None` if that is not kept: then there is to be
    /// none.
    pub copy: Option<[Expr; 3]>,
    /// The statement of the same thread that comes next and may meet it; `None` where a barrier was passed and threads may do so.
    pub met_by: Option<Stmt>,
    /// Where the copy is started and copies of the same thread may meet it.
    pub batches: Option<Batches>,
}

/// What tells whether two asynchronous copies of a thread may be under way together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batches {
    /// Number of the place where the copy is started.
    pub place: u32,
    /// The number of its batch, and how many batches are done when it is started (both [`Ty::I64`]).
    pub counts: [Expr; 2],
}

impl UnderWay {
    /// Where to.
    pub fn dst(&self) -> Option<&Expr> {
        self.copy.as_ref().map(|[dst, _, _]| dst)
    }
}

/// An atomic access.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Atomic {
    /// The operation.
    pub op: AtomicOp,
    /// The old value's target, if it is used.
    pub dst: Option<VarId>,
    /// A [`Ty::Ptr`].
    pub addr: Expr,
    /// Type of the memory cell.
    pub ty: Ty,
    /// Operands: the value, for `Cas` the expected value and the new one.
    pub args: Vec<Expr>,
    /// Which threads it is atomic for, and what it orders.
    pub ordering: Ordering,
    /// The order of a compare-and-exchange that fails, which is only a read; [`MemoryOrder::Relaxed`] of others.
    pub failure: MemoryOrder,
    /// What of its ordering is still to be read: nothing, once a kernel is lowered.
    pub stated: Vec<Stated>,
}

impl Atomic {
    /// What it orders as a read, which saw `old` or may have seen anything: the weaker of both ways that a compare-and-exchange goes.
    pub fn read_order(&self) -> Ordering {
        let order = match self.op == AtomicOp::Cas && !self.failure.acquires() {
            true => self.failure,
            false => self.ordering.order,
        };
        Ordering {
            order,
            ..self.ordering
        }
    }
}

/// A part of an [`Ordering`] that is an argument. Arguments of wrappers turn out to be constant only when all is inlined; until
/// then they wait here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stated {
    /// Which part.
    pub part: OrderingPart,
    /// The argument, a number of the language's own.
    pub value: Expr,
}

/// The parts of an [`Ordering`] that may be arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderingPart {
    /// `memory_order`.
    Order,
    /// The `memory_order` of a compare-and-exchange that fails.
    Failure,
    /// `memory_scope`, `cuda::thread_scope`.
    Scope,
    /// `cl_mem_fence_flags`.
    Flags,
}

/// Atomic operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the operations'")]
pub enum AtomicOp {
    Load,
    Store,
    Exchange,
    Cas,
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// `old >= v ? 0 : old + 1`
    IncWrap,
    /// `old == 0 || old > v ? v : old - 1`
    DecWrap,
}

impl AtomicOp {
    /// Which operand the cell holds afterwards, whatever it held; for a compare-exchange, if it takes place.
    pub fn replacement(self) -> Option<usize> {
        match self {
            AtomicOp::Store | AtomicOp::Exchange => Some(0),
            AtomicOp::Cas => Some(1),
            AtomicOp::Load
            | AtomicOp::Add
            | AtomicOp::Sub
            | AtomicOp::Min
            | AtomicOp::Max
            | AtomicOp::And
            | AtomicOp::Or
            | AtomicOp::Xor
            | AtomicOp::IncWrap
            | AtomicOp::DecWrap => None,
        }
    }
}

/// A set of threads that an operation speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The thread alone.
    Thread,
    /// The warp or sub-group.
    Warp,
    /// The block or work-group.
    Block,
    /// The blocks of one cluster (CUDA C++ Programming Guide, "Thread Block Clusters").
    Cluster,
    /// The launch (device).
    Grid,
    /// Devices and host.
    System,
}

/// A barrier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Barrier {
    /// Who waits: [`Scope::Warp`], [`Scope::Block`], [`Scope::Cluster`] or [`Scope::Grid`].
    pub scope: Scope,
    /// Which spaces it orders.
    pub fences: Spaces,
    /// As the user wrote it: `__syncthreads`, `barrier`.
    pub name: String,
    /// For warps: a `u32` mask of the lanes that take part; `None` means all.
    pub mask: Option<Expr>,
    /// For warps: the mask is that of the tile of so many lanes, one after the other, that the thread is in.
    pub tile: Option<u32>,
    /// A reduction over the block's threads (`__syncthreads_count`).
    pub reduce: Option<BarrierReduce>,
}

/// A thread's part in a barrier that counts arrivals: a phase of it is complete once as many threads have arrived as it expects, and
/// who waited for the phase goes on. What came before an arrival happens before what comes after a wait for its phase (PTX ISA,
/// "mbarrier", "barrier{.cta}"; CUDA C++ Programming Guide, "Asynchronous Barrier").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// Which.
    pub barrier: PhaseBarrier,
    /// What the thread does.
    pub op: PhaseOp,
    /// As the user wrote it.
    pub name: String,
}

/// Which barrier a [`Phase`] is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PhaseBarrier {
    /// The object of 8 bytes at this [`Ty::Ptr`]: `mbarrier`, `cuda::barrier`. The accesses to it are statements of their own.
    At(Expr),
    /// One of the block's numbered barriers, at which whole warps arrive.
    Named {
        /// Its number, a [`Ty::U32`].
        id: Expr,
        /// How many threads it expects, a [`Ty::U32`]; all of the block, if none is given.
        threads: Option<Expr>,
    },
    /// The one of all threads of the cluster (PTX ISA, "barrier.cluster").
    Cluster,
}

/// The kinds of [`Phase`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PhaseOp {
    /// Sets how many arrivals complete a phase.
    Init {
        /// A [`Ty::U32`].
        count: Expr,
    },
    /// Arrives.
    Arrive {
        /// Takes the number of the phase, counted from 1, a [`Ty::U64`].
        dst: Option<VarId>,
        /// Later phases expect one arrival less.
        leaves: bool,
        /// How often it counts, a [`Ty::U32`]; once, if nothing is given.
        times: Option<Expr>,
    },
    /// Waits until a phase is complete.
    Wait {
        /// Which.
        until: Until,
        /// Does not wait, but takes whether it is complete, a [`Ty::Bool`].
        poll: Option<VarId>,
    },
    /// Arrives, and waits for that phase.
    Sync,
    /// The asynchronous copy that the thread started before this is done before the phase it arrives in next is complete. A
    /// note: threads wait by statements of their own, or else it is a hole.
    Copies,
}

/// The phase that is waited for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Until {
    /// The one with this number, a [`Ty::U64`].
    Number(Expr),
    /// The last one of this parity, a [`Ty::U32`]: the first phase has parity 0.
    Parity(Expr),
}

/// The reduction of a [`Barrier`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BarrierReduce {
    /// Which.
    pub op: ReduceOp,
    /// Each thread's predicate, a [`Ty::Bool`].
    pub value: Expr,
    /// Takes the result, an `int`, the same in each thread.
    pub dst: VarId,
}

/// Reductions of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are CUDA's")]
pub enum ReduceOp {
    And,
    Or,
    Count,
}

/// A shuffle, vote or work-group function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collective {
    /// Which one.
    pub op: CollectiveOp,
    /// Which threads take part together.
    pub scope: Scope,
    /// As the user wrote it.
    pub name: String,
    /// Lanes that must take part, a `u32`; `None` means all of the scope.
    pub mask: Option<Expr>,
    /// The value contributed, then lane, delta, source index or width.
    pub args: Vec<Expr>,
    /// The result's target.
    pub dst: Option<VarId>,
}

impl Collective {
    /// The operands that all who take part have to hand over alike.
    pub fn alike(&self) -> &[Expr] {
        // Which of several operands is the lane is known of numbers alone, not of vectors.
        let names_lane = self.op == CollectiveOp::Broadcast && self.dst.is_some();
        let from = if self.op == CollectiveOp::Together {
            0
        } else if names_lane {
            1
        } else {
            self.args.len()
        };
        self.args.get(from..).unwrap_or_default()
    }
}

/// Collective operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are CUDA's or OpenCL's")]
pub enum CollectiveOp {
    Shuffle,
    ShuffleUp,
    ShuffleDown,
    ShuffleXor,
    Ballot,
    ActiveMask,
    Any,
    All,
    AllEqual,
    MatchAny,
    MatchAll,
    Broadcast,
    ReduceAdd,
    ReduceMin,
    ReduceMax,
    ReduceAnd,
    ReduceOr,
    ReduceXor,
    ScanInclusiveAdd,
    ScanInclusiveMin,
    ScanInclusiveMax,
    ScanExclusiveAdd,
    ScanExclusiveMin,
    ScanExclusiveMax,
    /// Nothing is computed: all do it together, with the same operands (`wait_group_events`, operations on warp matrices).
    Together,
}

/// What decides which result of a [`Collective`] a thread gets, of those that take part together: who is alike in that gets the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultBy {
    /// Nothing: all get the same.
    Group,
    /// Who happens to be there.
    Meeting,
    /// The value that it brings.
    Value,
    /// The lane that it asks.
    Source,
    /// Its own place among the others.
    Place,
}

impl CollectiveOp {
    /// What decides which result a thread gets.
    pub fn result_by(self) -> ResultBy {
        match self {
            CollectiveOp::Ballot
            | CollectiveOp::Any
            | CollectiveOp::All
            | CollectiveOp::AllEqual
            | CollectiveOp::MatchAll
            | CollectiveOp::ReduceAdd
            | CollectiveOp::ReduceMin
            | CollectiveOp::ReduceMax
            | CollectiveOp::ReduceAnd
            | CollectiveOp::ReduceOr
            | CollectiveOp::ReduceXor
            | CollectiveOp::Together => ResultBy::Group,
            CollectiveOp::ActiveMask => ResultBy::Meeting,
            CollectiveOp::MatchAny => ResultBy::Value,
            CollectiveOp::Shuffle
            | CollectiveOp::ShuffleUp
            | CollectiveOp::ShuffleDown
            | CollectiveOp::ShuffleXor
            | CollectiveOp::Broadcast => ResultBy::Source,
            CollectiveOp::ScanInclusiveAdd
            | CollectiveOp::ScanInclusiveMin
            | CollectiveOp::ScanInclusiveMax
            | CollectiveOp::ScanExclusiveAdd
            | CollectiveOp::ScanExclusiveMin
            | CollectiveOp::ScanExclusiveMax => ResultBy::Place,
        }
    }

    /// Whether every thread that takes part gets the same result.
    pub fn uniform_result(self) -> bool {
        matches!(self.result_by(), ResultBy::Group | ResultBy::Meeting) || self == CollectiveOp::Broadcast
    }

    /// Whether the result is a mask of lanes, each of which is in it by what it brought or by being there.
    pub fn names_lanes(self) -> bool {
        matches!(
            self,
            CollectiveOp::Ballot | CollectiveOp::MatchAny | CollectiveOp::ActiveMask
        )
    }
}

/// A floating-point constant, equal to another if both have the same bits: 0.0 is not -0.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FloatBits(u64);

impl FloatBits {
    /// The value.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<f64> for FloatBits {
    fn from(value: f64) -> FloatBits {
        FloatBits(value.to_bits())
    }
}

/// A typed expression without side effects and without memory reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expr {
    /// Type of the value.
    pub ty: Ty,
    /// What it computes.
    pub kind: ExprKind,
}

/// The kinds of [`Expr`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExprKind {
    /// An integer or truth value, sign- or zero-extended by the type.
    Int(i128),
    /// A floating-point constant.
    Float(FloatBits),
    /// The null pointer.
    Null,
    /// A variable's current value.
    Var(VarId),
    /// The address of an object's first byte.
    Object(ObjectId),
    /// A thread's place or the launch's size. Always a `u32`, but for `GlobalOffset` a `u64`.
    Geometry(Geometry),
    /// One operand.
    Unary(UnOp, Box<Expr>),
    /// Two operands of equal type (shifts: the left one's type is the result's, the right one is any integer).
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// Compares two operands of equal type; the result is [`Ty::Bool`]. Pointers compare by address.
    Cmp(CmpOp, Box<Expr>, Box<Expr>),
    /// A C conversion to `self.ty`: integers wrap or extend by the source's signedness, `Bool` is `!= 0`, floats
    /// round or truncate toward zero; pointers to and from 64-bit integers.
    Cast(Box<Expr>),
    /// The same bits as another type of the same size (`__float_as_int`).
    Bits(Box<Expr>),
    /// A place in shared memory as a number in the window that instructions of state space `.shared` address, a `u32`, or such
    /// a number as a pointer (PTX ISA, `cvta`): the type says which.
    Window(Box<Expr>),
    /// `cond ? a : b`, both without effects.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Pointer plus a number of bytes, a [`Ty::I64`].
    PtrAdd(Box<Expr>, Box<Expr>),
    /// Pointer with its row replaced, an [`Ty::I64`]: in images the y coordinate, in shared memory of kernels with clusters the rank
    /// of the block whose it is.
    PtrRow(Box<Expr>, Box<Expr>),
    /// Difference of two pointers in bytes, a [`Ty::I64`].
    PtrDiff(Box<Expr>, Box<Expr>),
    /// A pure function of its arguments: `sinf`, `__mulhi`.
    Call(PureFn, Vec<Expr>),
    /// A value that nobody knows; each evaluation may give another.
    Unknown(HoleId),
}

/// x, y or z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the axes")]
pub enum Dim {
    X,
    Y,
    Z,
}

impl Dim {
    /// All three.
    pub const ALL: [Dim; 3] = [Dim::X, Dim::Y, Dim::Z];
}

/// A thread's place or the launch's size, in CUDA's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Geometry {
    /// `threadIdx`, `get_local_id`.
    ThreadIdx(Dim),
    /// `blockIdx`, `get_group_id`.
    BlockIdx(Dim),
    /// `blockDim`, `get_local_size`.
    BlockDim(Dim),
    /// `gridDim`, `get_num_groups`.
    GridDim(Dim),
    /// `get_global_offset`, a `u64`.
    GlobalOffset(Dim),
    /// `get_work_dim`.
    WorkDim,
    /// `warpSize`, `get_max_sub_group_size`.
    WarpSize,
}

/// A pointer parameter that points into the buffer of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlap {
    /// Index into [`Kernel::params`].
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
    /// Index into [`Kernel::params`]; `None` is shared memory of dynamic size.
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
    /// Values of scalar parameters (index into [`Kernel::params`]), where constant; 0 for pointers that are null.
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
