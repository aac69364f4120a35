//! Kernels, and what they are made of.

use super::{Block, BlockId, Call, CallId, Hole, HoleId, Language, Launch, Loc, ObjectId, Span, Ty, VarId};
use crate::index::IndexVec;
use serde::{Deserialize, Serialize};

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
    /// Its elements are records of so many bytes, or hold some, to which the [`Link`](super::Link)s of the kernel may lead.
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
