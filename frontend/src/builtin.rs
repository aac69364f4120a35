//! The one table of what a name means: CUDA and OpenCL functions that have no body of their own.
//!
//! Everything that the [`prelude`](crate::prelude) declares without a body has a row here (a test checks it): a model, or that
//! it is the host's ([`Row`]). What C++ can say exactly is a body in the prelude instead. A row holds for the *language's* function: a function that the
//! user defines under the same name is lowered from its own body.
//!
//! Multiplications of 24 bits (`__mul24`, `mul24`) are multiplications of what two shifts leave of the operands: one of
//! more than 24 bits counts as overflowing index arithmetic.

mod cuda;
mod math;
mod opencl;

use crate::ir;

/// What a call means.
///
/// `args` are the call's arguments in order. "Component-wise" holds where arguments are vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// A pure function of the arguments, component-wise.
    Pure(ir::Function),
    /// An operator on `args[0]` and `args[1]`, both converted to the result's type.
    Binary(ir::BinOp),
    /// The product of the low 24 bits of `args[0]` and `args[1]`.
    Mul24,
    /// An operator on `args[0]`.
    Unary(ir::UnOp),
    /// A pointer into shared memory as a place in its window, or the other way round, whichever the argument is.
    Window,
    /// `|args[0]|`.
    Abs,
    /// The bits of `args[0]` as the result's type.
    Bits,
    /// `args[0]` converted to the result's type.
    Convert,
    /// OpenCL `select(a, b, c)`: `c ? b : a`, for vectors by the components' highest bit.
    Select,
    /// A thread's place or the launch's size; `args[0]`, where there is one, is the dimension.
    Geometry(GeometryFn),
    /// An atomic access to `args[0]`, its result the old value. After the address come `operands` operands; with none
    /// of them, `Add` and `Sub` take 1.
    Atomic {
        /// The operation.
        op: ir::AtomicOp,
        /// Which threads it is atomic for, where no argument says so.
        scope: ir::Scope,
        /// Its memory order, where no argument says so.
        order: ir::MemoryOrder,
        /// Operands after the address.
        operands: u8,
        /// What the arguments after the operands say.
        stated: &'static [ir::OrderingPart],
    },
    /// OpenCL `atomic_init(object, value)`, which is not atomic (OpenCL C 3.0, 6.15.12.1).
    AtomicInit,
    /// A barrier.
    Barrier {
        /// Who waits.
        scope: ir::Scope,
        /// What it orders.
        fences: Fences,
        /// The reduction over the predicate, the first argument after the mask.
        reduce: Option<ir::ReduceOp>,
        /// `args[0]`, if given, is the mask of lanes that take part.
        mask: bool,
    },
    /// A memory fence of all spaces.
    Fence {
        /// Its memory order, where no argument says so.
        order: ir::MemoryOrder,
        /// Who sees the order, where no argument says so.
        scope: ir::Scope,
        /// What the arguments say.
        stated: &'static [ir::OrderingPart],
    },
    /// An operation of several threads together.
    Collective {
        /// The operation.
        op: ir::CollectiveOp,
        /// Which threads take part.
        scope: ir::Scope,
        /// `args[0]` is the mask of lanes that take part.
        mask: bool,
    },
    /// `memcpy(dst, src, bytes)` and `memmove`.
    Copy,
    /// `memset(dst, byte, bytes)`.
    Fill,
    /// OpenCL `async_work_group_copy(dst, src, elements, [stride,] event)`.
    AsyncGroupCopy {
        /// Has a stride argument.
        strided: bool,
    },
    /// OpenCL `wait_group_events(count, events)`.
    AsyncWaitEvents,
    /// `__pipeline_memcpy_async(dst, src, bytes[, zero_fill])`.
    AsyncCopyThread {
        /// Of 4, 8 or 16 bytes only.
        sized: bool,
    },
    /// Closes a batch of asynchronous copies.
    AsyncCommit,
    /// Waits until at most `args[0]` batches are unfinished (0 without an argument).
    AsyncWait,
    /// OpenCL `vloadn(offset, pointer)`.
    VLoad(u8),
    /// OpenCL `vstoren(value, offset, pointer)`.
    VStore(u8),
    /// A read of the image or texture `args[0]`: an unknown value.
    ImageRead,
    /// OpenCL `write_image*(image, coordinate, value)`.
    ImageWrite,
    /// `printf(format, ...)`.
    Print,
    /// `args[0]` must hold.
    Assert,
    /// `args[0]` is known to hold.
    Assume,
    /// `args[0]` is known to hold of a kernel; the callers of a function must see to it.
    Requires,
    /// `args[0]` is claimed whenever control comes here: at the head of a loop.
    Invariant,
    /// `args[0]` is claimed at the head of every loop of the function.
    FunctionInvariant,
    /// `args[0]` is claimed at the end of the function.
    Ensures,
    /// In a postcondition: `args[0]` as it was when the postcondition was stated.
    Old,
    /// In a postcondition: the function's result.
    FunctionResult,
    /// Whether the thread has accessed the array of `args[0]`.
    Tracked(ir::Open),
    /// `!args[0] || args[1]`.
    Implies,
    /// The kernel is stopped.
    Trap,
    /// The kernel asks whether all of its blocks are there at once; nothing happens.
    AsksCooperative,
    /// Taken never to be reached.
    Unreachable,
    /// The thread goes no further, as a debugger or the program's end sees to.
    Stop,
    /// No effect on memory, no result that matters: the result, if any, is unknown.
    Nothing,
    /// A number of its own for each place where this stands, once functions are put in where they are called.
    Place,
    /// Not modelled, for the reason given.
    Hole(&'static str),
    /// A part in a barrier that counts arrivals; the barrier is at `args[0]`, or numbered so.
    Phase(PhaseFn),
    /// What blocks of a cluster do together.
    Cluster(ClusterFn),
    /// All threads of a group do it together, with the same arguments; what it orders and gives is not modelled, for the reason given.
    Together(ir::Scope, &'static str),
    /// Anything may happen there, for the reason given.
    Anything(&'static str),
}

impl Model {
    /// Whether it is a function of numbers, or of the components of vectors.
    pub fn is_componentwise(self) -> bool {
        matches!(
            self,
            Model::Pure(_) | Model::Binary(_) | Model::Mul24 | Model::Unary(_) | Model::Abs | Model::Convert
        )
    }
}

/// What blocks of a cluster do together (`__kv_cluster_...` of the prelude).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterFn {
    /// Arrives at the cluster's barrier and waits there.
    Sync,
    /// Arrives.
    Arrive,
    /// Waits for the phase that the thread arrived in.
    Wait,
    /// `(dimension)`: how many blocks a cluster has.
    Dim,
    /// `(dimension)`: which of them the thread's is.
    Index,
    /// `(place, rank)`: the same place in another block's shared memory.
    Map,
}

/// A thread's part in a barrier that counts arrivals ([`ir::Phase`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseFn {
    /// `(barrier, count)`
    Init,
    /// `(barrier[, times])`: the phase.
    Arrive,
    /// `(barrier)`
    Drop,
    /// `(barrier, phase)`
    Wait,
    /// `(barrier, parity)`
    WaitParity,
    /// `(barrier, phase)`: whether it is complete.
    Test,
    /// `(barrier, parity)`: whether it is complete.
    TestParity,
    /// `(barrier)`
    Sync,
    /// `(barrier)`: of the copy that was started last.
    Copies,
    /// `(number[, threads])`
    NamedSync,
    /// `()`: the phase, of the barrier of the block's cooperative group.
    GroupArrive,
    /// `(phase)`
    GroupWait,
}

/// Which spaces a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fences {
    /// All.
    All,
    /// As the flags in this argument say: `CLK_LOCAL_MEM_FENCE` 1, `CLK_GLOBAL_MEM_FENCE` 2, `CLK_IMAGE_MEM_FENCE` 4.
    FlagsArg(u8),
}

/// OpenCL's work-item functions, and the CUDA primitives that correspond to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeometryFn {
    /// `get_local_id(d)`.
    LocalId,
    /// `get_group_id(d)`.
    GroupId,
    /// `get_global_id(d)`.
    GlobalId,
    /// `get_local_size(d)`.
    LocalSize,
    /// `get_enqueued_local_size(d)`: the same as `get_local_size` with uniform work-groups.
    EnqueuedLocalSize,
    /// `get_num_groups(d)`.
    NumGroups,
    /// `get_global_size(d)`.
    GlobalSize,
    /// `get_global_offset(d)`.
    GlobalOffset,
    /// `get_local_linear_id()`.
    LocalLinearId,
    /// `get_global_linear_id()`.
    GlobalLinearId,
    /// `get_work_dim()`.
    WorkDim,
    /// `get_sub_group_size()`.
    SubGroupSize,
    /// `get_max_sub_group_size()`.
    MaxSubGroupSize,
    /// `get_sub_group_local_id()`.
    SubGroupLocalId,
    /// `get_sub_group_id()`.
    SubGroupId,
    /// `get_num_sub_groups()`.
    NumSubGroups,
}

/// The prelude's barrier of a tile of a warp: its mask, and how many lanes it has.
pub(crate) const TILE_SYNC: &str = "__kv_tile_sync";

/// The meaning of the language's function `qualified_name` (namespaces separated by `::`, no leading one), or `None`
/// if the language has no such function.
pub fn model(language: ir::Language, qualified_name: &str) -> Option<Model> {
    let plain = qualified_name.replace("cooperative_groups::__v1::", "cooperative_groups::");
    let name = plain.strip_prefix("std::").unwrap_or(&plain);
    let own = match language {
        ir::Language::Cuda => cuda::model(name),
        ir::Language::OpenCl => opencl::model(name),
    };
    own.or_else(|| common(name))
}

/// What the table says of a function that the [`prelude`](crate::prelude) declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// What a call of it means.
    Model(Model),
    /// It is the host's: there for host code to parse. A kernel that calls it calls a function without a body.
    HostOnly,
}

/// Files of the prelude whose functions are the host's, but for those that have a row of their own.
pub(crate) const HOST_FILES: &[&str] = &[
    "/libc.h",
    "/runtime.h",
    "/std.h",
    "/std_types.h",
    "/std_containers.h",
    "/aten.h",
    "/google.h",
    "/helper_cuda.h",
    "/thrust.h",
];

/// How the names of other functions begin that are the host's: its side of textures and of `cub`.
const HOST_PREFIXES: &[&str] = &["cuda", "cub::Device", "cub::CachingDeviceAllocator"];

/// The row of a function that `file` of the prelude declares without a body.
pub fn row(language: ir::Language, file: &str, qualified_name: &str) -> Option<Row> {
    if let Some(model) = model(language, qualified_name) {
        return Some(Row::Model(model));
    }
    let host = language == ir::Language::Cuda
        && (HOST_FILES.iter().any(|host| file.ends_with(host))
            || HOST_PREFIXES
                .iter()
                .any(|prefix| qualified_name.starts_with(prefix)));
    host.then_some(Row::HostOnly)
}

/// What the value of a `memory_order` argument means; both languages count alike.
pub fn memory_order(value: i128) -> Option<ir::MemoryOrder> {
    match value {
        0 => Some(ir::MemoryOrder::Relaxed),
        1 | 2 => Some(ir::MemoryOrder::Acquire),
        3 => Some(ir::MemoryOrder::Release),
        4 => Some(ir::MemoryOrder::AcqRel),
        5 => Some(ir::MemoryOrder::SeqCst),
        _ => None,
    }
}

/// What the value of a `memory_scope` argument means, or of a `cuda::thread_scope`.
pub fn memory_scope(language: ir::Language, value: i128) -> Option<ir::Scope> {
    use ir::Language::{Cuda, OpenCl};
    match (language, value) {
        (OpenCl, 0) | (Cuda, 3 | 10) => Some(ir::Scope::Thread),
        (OpenCl, 4) => Some(ir::Scope::Warp),
        (OpenCl, 1) | (Cuda, 2) => Some(ir::Scope::Block),
        (Cuda, 4) => Some(ir::Scope::Cluster),
        (OpenCl, 2) | (Cuda, 1) => Some(ir::Scope::Grid),
        (OpenCl, 3) | (Cuda, 0) => Some(ir::Scope::System),
        _ => None,
    }
}

/// Names that mean the same in both languages: printing, specifications, compiler built-ins.
fn common(name: &str) -> Option<Model> {
    Some(match name {
        "printf" | "__builtin_printf" | "puts" | "putchar" => Model::Print,
        "__kv_assert" => Model::Assert,
        "__kv_assume" | "__builtin_assume" => Model::Assume,
        "__kv_requires" => Model::Requires,
        "__kv_invariant" => Model::Invariant,
        "__kv_function_invariant" => Model::FunctionInvariant,
        "__kv_ensures" => Model::Ensures,
        "__kv_old_int" | "__kv_old_bool" => Model::Old,
        "__kv_result_int" | "__kv_result_bool" | "__kv_result_ptr" | "__kv_result_int4"
        | "__kv_result_float4" => Model::FunctionResult,
        "__kv_implies" => Model::Implies,
        "__kv_unknown_read" => Model::Tracked(ir::Open::ReadSoFar),
        "__kv_unknown_write" => Model::Tracked(ir::Open::WrittenSoFar),
        "__kv_unknown_bool" | "__kv_unknown_int" | "__kv_unknown_size" => Model::Hole(
            "a specification of GPUVerify that speaks of other threads or of access sets is not modelled",
        ),
        "__builtin_trap" | "abort" | "__assert_fail" | "__assertfail" => Model::Trap,
        "__builtin_unreachable" => Model::Unreachable,
        "exit" => Model::Stop,
        "__builtin_memcpy" | "__builtin_memmove" | "memcpy" | "memmove" => Model::Copy,
        "__builtin_memset" | "memset" => Model::Fill,
        "__builtin_prefetch" => Model::Nothing,
        "__builtin_popcount" | "__builtin_popcountl" | "__builtin_popcountll" => {
            Model::Pure(ir::Function::popc)
        }
        "__builtin_clz" | "__builtin_clzl" | "__builtin_clzll" => Model::Pure(ir::Function::clz),
        "__builtin_ctz" | "__builtin_ctzl" | "__builtin_ctzll" => Model::Pure(ir::Function::ctz),
        "__builtin_ffs" | "__builtin_ffsl" | "__builtin_ffsll" => Model::Pure(ir::Function::ffs),
        "__builtin_abs" | "__builtin_labs" | "__builtin_llabs" | "__builtin_fabs" | "__builtin_fabsf" => {
            Model::Abs
        }
        "__builtin_inf" | "__builtin_inff" | "__builtin_huge_val" | "__builtin_huge_valf" => {
            Model::Pure(ir::Function::inf)
        }
        "__builtin_expect" => Model::Convert,
        _ => return name.strip_prefix("__builtin_").and_then(math::model),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Language::{Cuda, OpenCl};

    #[test]
    fn suffixes_and_prefixes_are_normalised() {
        for name in ["sqrt", "sqrtf", "__fsqrt_rn", "std::sqrt", "__builtin_sqrtf"] {
            assert_eq!(model(Cuda, name), Some(Model::Pure(ir::Function::sqrt)), "{name}");
        }
        assert_eq!(
            model(OpenCl, "native_sqrt"),
            Some(Model::Pure(ir::Function::sqrt))
        );
        assert_eq!(model(OpenCl, "half_sqrt"), Some(Model::Pure(ir::Function::sqrt)));
    }

    #[test]
    fn a_name_of_the_other_language_has_no_row() {
        assert_eq!(model(OpenCl, "__syncthreads"), None);
        assert_eq!(model(Cuda, "get_global_id"), None);
        assert_eq!(model(Cuda, "no_such_function"), None);
    }

    #[test]
    fn atomics_know_their_scope() {
        let scope = |language, name| match model(language, name) {
            Some(Model::Atomic { scope, .. }) => Some(scope),
            _ => None,
        };
        assert_eq!(scope(Cuda, "atomicAdd"), Some(ir::Scope::Grid));
        assert_eq!(scope(Cuda, "atomicAdd_block"), Some(ir::Scope::Block));
        assert_eq!(scope(Cuda, "atomicCAS_system"), Some(ir::Scope::System));
        assert_eq!(scope(OpenCl, "atomic_add"), Some(ir::Scope::Grid));
        // Their numbers do not agree.
        assert_eq!(memory_scope(OpenCl, 0), Some(ir::Scope::Thread));
        assert_eq!(memory_scope(Cuda, 0), Some(ir::Scope::System));
    }

    #[test]
    fn vector_loads_know_their_width() {
        assert_eq!(model(OpenCl, "vload3"), Some(Model::VLoad(3)));
        assert_eq!(model(OpenCl, "vstore16"), Some(Model::VStore(16)));
        // Those of half-precision memory have bodies.
        assert_eq!(model(OpenCl, "vload_half4"), None);
        assert_eq!(model(OpenCl, "vload5"), None);
    }
}
