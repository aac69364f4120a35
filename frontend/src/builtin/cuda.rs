//! CUDA's functions, and the primitives (`__kv_*`) that the prelude's C++ bodies stand on.

use super::{ClusterFn, Fences, GeometryFn, Model, PhaseFn, math};
use crate::ir::OrderingPart::{Failure, Order, Scope as Reach};
use crate::ir::{AtomicOp, BinOp, CollectiveOp, Function, MemoryOrder, OrderingPart, ReduceOp, Scope};

/// The row of a CUDA name.
pub(super) fn model(name: &str) -> Option<Model> {
    synchronisation(name)
        .or_else(|| warp(name))
        .or_else(|| atomic(name))
        .or_else(|| memory(name))
        .or_else(|| integer(name))
        .or_else(|| conversion(name))
        .or_else(|| float(name))
        .or_else(|| system(name))
        .or_else(|| math::model(name))
}

fn synchronisation(name: &str) -> Option<Model> {
    let block = |reduce| Model::Barrier {
        scope: Scope::Block,
        fences: Fences::All,
        reduce,
        mask: false,
    };
    // CUDA C++ Programming Guide, "Memory Fence Functions": as `cuda::atomic_thread_fence(memory_order_seq_cst, ...)`.
    let fence = |scope| Model::Fence {
        order: MemoryOrder::SeqCst,
        scope,
        stated: &[],
    };
    Some(match name {
        "__syncthreads" | "__builtin_bar_sync" | "__nvvm_bar0" | "__kv_block_sync" => block(None),
        "__syncthreads_and" | "__nvvm_bar0_and" => block(Some(ReduceOp::And)),
        "__syncthreads_or" | "__nvvm_bar0_or" => block(Some(ReduceOp::Or)),
        "__syncthreads_count" | "__nvvm_bar0_popc" => block(Some(ReduceOp::Count)),
        "__syncwarp" | super::TILE_SYNC => Model::Barrier {
            scope: Scope::Warp,
            fences: Fences::All,
            reduce: None,
            mask: true,
        },
        // The toolkit's header writes the grid's barrier with atomics on memory of the driver's.
        "__kv_grid_sync" | "cooperative_groups::details::grid::sync" => Model::Barrier {
            scope: Scope::Grid,
            fences: Fences::All,
            reduce: None,
            mask: false,
        },
        "__threadfence_block" => fence(Scope::Block),
        "__threadfence" => fence(Scope::Grid),
        "__threadfence_system" => fence(Scope::System),
        "__kv_fence" => Model::Fence {
            order: MemoryOrder::Relaxed,
            scope: Scope::Thread,
            stated: &[Order, Reach],
        },
        "__kv_sorted" => Model::Hole("the order in which a sort leaves its items is not modelled"),
        "__kv_place" => Model::Place,
        "__kv_block_together" => Model::Collective {
            op: CollectiveOp::Together,
            scope: Scope::Block,
            mask: false,
        },
        "__kv_any_thread" => Model::Hole("which thread of a group is chosen is not modelled"),
        "__kv_ranked" => Model::Hole("how a block ranks keys is not modelled"),
        "__kv_run_lengths" => Model::Hole("how a block takes runs apart is not modelled"),
        "__kv_bare_barrier" => Model::Anything("a barrier that orders no memory is not modelled"),
        "__kv_latch" => Model::Anything("a latch is not modelled as a synchronisation"),
        "__kv_reduce_unknown" => Model::Hole("a reduction with an operator of the user's is not modelled"),
        "__kv_phase_init" => Model::Phase(PhaseFn::Init),
        "__kv_phase_arrive" | "__kv_phase_arrive_times" => Model::Phase(PhaseFn::Arrive),
        "__kv_phase_drop" => Model::Phase(PhaseFn::Drop),
        "__kv_phase_wait" => Model::Phase(PhaseFn::Wait),
        "__kv_phase_wait_parity" => Model::Phase(PhaseFn::WaitParity),
        "__kv_phase_test" => Model::Phase(PhaseFn::Test),
        "__kv_phase_test_parity" => Model::Phase(PhaseFn::TestParity),
        "__kv_phase_copies" => Model::Phase(PhaseFn::Copies),
        "__kv_phase_sync" => Model::Phase(PhaseFn::Sync),
        "__kv_named_sync" | "__kv_named_sync_count" => Model::Phase(PhaseFn::NamedSync),
        "__kv_group_arrive" => Model::Phase(PhaseFn::GroupArrive),
        "__kv_group_wait" => Model::Phase(PhaseFn::GroupWait),
        "__kv_cluster_sync" => Model::Cluster(ClusterFn::Sync),
        "__kv_cluster_arrive" => Model::Cluster(ClusterFn::Arrive),
        "__kv_cluster_wait" => Model::Cluster(ClusterFn::Wait),
        "__kv_cluster_index" => Model::Cluster(ClusterFn::Index),
        "__kv_cluster_dim" => Model::Cluster(ClusterFn::Dim),
        "__kv_cluster_map" => Model::Cluster(ClusterFn::Map),
        "__kv_cluster_place" => Model::Hole(crate::ir::CLUSTERS),
        "__kv_split_barrier" => Model::Anything(
            "a barrier that is split into arrive and wait is not modelled as a synchronisation",
        ),
        _ => return None,
    })
}

fn warp(name: &str) -> Option<Model> {
    let (op, mask) = match name {
        "__shfl_sync" => (CollectiveOp::Shuffle, true),
        "__shfl_up_sync" => (CollectiveOp::ShuffleUp, true),
        "__shfl_down_sync" => (CollectiveOp::ShuffleDown, true),
        "__shfl_xor_sync" => (CollectiveOp::ShuffleXor, true),
        "__shfl" => (CollectiveOp::Shuffle, false),
        "__shfl_up" => (CollectiveOp::ShuffleUp, false),
        "__shfl_down" => (CollectiveOp::ShuffleDown, false),
        "__shfl_xor" => (CollectiveOp::ShuffleXor, false),
        "__ballot_sync" => (CollectiveOp::Ballot, true),
        "__any_sync" => (CollectiveOp::Any, true),
        "__all_sync" => (CollectiveOp::All, true),
        "__uni_sync" => (CollectiveOp::AllEqual, true),
        "__ballot" => (CollectiveOp::Ballot, false),
        "__any" => (CollectiveOp::Any, false),
        "__all" => (CollectiveOp::All, false),
        "__activemask" => (CollectiveOp::ActiveMask, false),
        "__match_any_sync" => (CollectiveOp::MatchAny, true),
        "__kv_match_all_sync" => (CollectiveOp::MatchAll, true),
        "__reduce_add_sync" | "__kv_reduce_add" => (CollectiveOp::ReduceAdd, true),
        "__reduce_min_sync" | "__kv_reduce_min" => (CollectiveOp::ReduceMin, true),
        "__reduce_max_sync" | "__kv_reduce_max" => (CollectiveOp::ReduceMax, true),
        "__reduce_and_sync" | "__kv_reduce_and" => (CollectiveOp::ReduceAnd, true),
        "__reduce_or_sync" | "__kv_reduce_or" => (CollectiveOp::ReduceOr, true),
        "__reduce_xor_sync" | "__kv_reduce_xor" => (CollectiveOp::ReduceXor, true),
        "__kv_scan_inclusive_add" => (CollectiveOp::ScanInclusiveAdd, true),
        "__kv_scan_exclusive_add" => (CollectiveOp::ScanExclusiveAdd, true),
        "__kv_warp_together" => (CollectiveOp::Together, false),
        "__kv_lanes_together" => (CollectiveOp::Together, true),
        _ => return None,
    };
    Some(Model::Collective {
        op,
        scope: Scope::Warp,
        mask,
    })
}

/// `atomicX`, `atomicX_block` and `atomicX_system`, which are relaxed, and `__kv_atomic_x(address, operands, order, scope)`.
fn atomic(name: &str) -> Option<Model> {
    if let Some(stem) = name.strip_prefix("__kv_atomic_") {
        let stated: &[OrderingPart] = match stem {
            "cas_either" => &[Order, Failure, Reach],
            _ => &[Order, Reach],
        };
        let (op, operands) = match stem {
            "load" => (AtomicOp::Load, 0),
            "store" => (AtomicOp::Store, 1),
            "exchange" => (AtomicOp::Exchange, 1),
            "cas" | "cas_either" => (AtomicOp::Cas, 2),
            "add" => (AtomicOp::Add, 1),
            "sub" => (AtomicOp::Sub, 1),
            "min" => (AtomicOp::Min, 1),
            "max" => (AtomicOp::Max, 1),
            "and" => (AtomicOp::And, 1),
            "or" => (AtomicOp::Or, 1),
            "xor" => (AtomicOp::Xor, 1),
            _ => return None,
        };
        return Some(relaxed(op, Scope::Grid, operands, stated));
    }
    let (stem, scope) = if let Some(stem) = name.strip_suffix("_block") {
        (stem, Scope::Block)
    } else if let Some(stem) = name.strip_suffix("_system") {
        (stem, Scope::System)
    } else {
        (name, Scope::Grid)
    };
    let (op, operands) = match stem {
        "atomicAdd" => (AtomicOp::Add, 1),
        "atomicSub" => (AtomicOp::Sub, 1),
        "atomicExch" => (AtomicOp::Exchange, 1),
        "atomicMin" => (AtomicOp::Min, 1),
        "atomicMax" => (AtomicOp::Max, 1),
        "atomicInc" => (AtomicOp::IncWrap, 1),
        "atomicDec" => (AtomicOp::DecWrap, 1),
        "atomicCAS" => (AtomicOp::Cas, 2),
        "atomicAnd" => (AtomicOp::And, 1),
        "atomicOr" => (AtomicOp::Or, 1),
        "atomicXor" => (AtomicOp::Xor, 1),
        _ => return None,
    };
    Some(relaxed(op, scope, operands, &[]))
}

fn relaxed(op: AtomicOp, scope: Scope, operands: u8, stated: &'static [OrderingPart]) -> Model {
    Model::Atomic {
        op,
        scope,
        order: MemoryOrder::Relaxed,
        operands,
        stated,
    }
}

fn memory(name: &str) -> Option<Model> {
    Some(match name {
        "__pipeline_memcpy_async" => Model::AsyncCopyThread { sized: true },
        "__kv_copy_async" => Model::AsyncCopyThread { sized: false },
        "__pipeline_commit" => Model::AsyncCommit,
        "__pipeline_wait_prior" => Model::AsyncWait,
        "__kv_texture_read" => Model::ImageRead,
        "malloc" | "__kv_device_malloc" | "alloca" => Model::Hole(crate::ir::ALLOCATION),
        // A breakpoint goes on behind it, as does `brkpt` in assembly.
        "free" | "__nanosleep" | "__kv_wave_barrier" | "__prof_trigger" | "__kv_prefetch" | "__brkpt" => {
            Model::Nothing
        }
        // The runtime's interface in device code; what else of it kernels call is a function without a body.
        "cudaGraphSetConditional"
        | "cudaDeviceSynchronize"
        | "cudaGetLastError"
        | "cudaPeekAtLastError"
        | "cudaFree"
        | "cudaFreeAsync"
        | "cudaStreamDestroy"
        | "cudaGetErrorString"
        | "cudaGetErrorName" => Model::Nothing,
        "cudaStreamCreateWithFlags" => Model::Hole("handles of streams are not modelled"),
        _ => return None,
    })
}

fn integer(name: &str) -> Option<Model> {
    Some(match name {
        "min" | "umin" | "llmin" | "ullmin" => Model::Binary(BinOp::Min),
        "max" | "umax" | "llmax" | "ullmax" => Model::Binary(BinOp::Max),
        "abs" | "labs" | "llabs" => Model::Abs,
        "__mul24" | "__umul24" | "mul24" | "umul24" => Model::Mul24,
        "__mulhi" | "__umulhi" | "__mul64hi" | "__umul64hi" | "mulhi" | "umulhi" | "mul64hi" | "umul64hi" => {
            Model::Pure(Function::mulhi)
        }
        "__cvta_generic_to_shared" | "__cvta_shared_to_generic" => Model::Window,
        "__clz" | "__clzll" => Model::Pure(Function::clz),
        "__ffs" | "__ffsll" => Model::Pure(Function::ffs),
        "__popc" | "__popcll" => Model::Pure(Function::popc),
        "__brev" | "__brevll" => Model::Pure(Function::brev),
        "__fns" => Model::Pure(Function::fns),
        "__byte_perm" => Model::Pure(Function::byte_perm),
        "__funnelshift_l" => Model::Pure(Function::funnelshift_l),
        "__funnelshift_r" => Model::Pure(Function::funnelshift_r),
        "__funnelshift_lc" => Model::Pure(Function::funnelshift_lc),
        "__funnelshift_rc" => Model::Pure(Function::funnelshift_rc),
        "__dp4a" => Model::Pure(Function::dp4a),
        "__dp2a_lo" => Model::Pure(Function::dp2a_lo),
        "__dp2a_hi" => Model::Pure(Function::dp2a_hi),
        "__kv_rounded" => Model::Pure(Function::rounded),
        "__kv_float_to_fp8" => Model::Pure(Function::float_to_fp8),
        "__kv_fp8_to_float" => Model::Pure(Function::fp8_to_float),
        "__kv_random_bits" => Model::Pure(Function::random_bits),
        "__kv_random_seed" => Model::Pure(Function::random_seed),
        "__kv_frexp_exponent" => Model::Pure(Function::frexp_exponent),
        _ => return intrinsic(name, Function::SIMD),
    })
}

fn conversion(name: &str) -> Option<Model> {
    Some(match name {
        "__float_as_int"
        | "__float_as_uint"
        | "__int_as_float"
        | "__uint_as_float"
        | "__double_as_longlong"
        | "__longlong_as_double"
        | "__kv_bits" => Model::Bits,
        "__double2hiint" => Model::Pure(Function::double2hiint),
        "__double2loint" => Model::Pure(Function::double2loint),
        "__hiloint2double" => Model::Pure(Function::hiloint2double),
        "__kv_convert" => Model::Convert,
        _ => return None,
    })
}

fn float(name: &str) -> Option<Model> {
    Some(match name {
        "__sinf" => Model::Pure(Function::sin),
        "__cosf" => Model::Pure(Function::cos),
        "__tanf" => Model::Pure(Function::tan),
        "__tanhf" => Model::Pure(Function::tanh),
        "__expf" => Model::Pure(Function::exp),
        "__exp10f" => Model::Pure(Function::exp10),
        "__logf" => Model::Pure(Function::log),
        "__log2f" => Model::Pure(Function::log2),
        "__log10f" => Model::Pure(Function::log10),
        "__powf" => Model::Pure(Function::pow),
        "__saturatef" => Model::Pure(Function::saturate),
        "__fdividef" => Model::Binary(BinOp::Div),
        "__frsqrt_rn" => Model::Pure(Function::rsqrt),
        "__fsqrt_rn" | "__dsqrt_rn" => Model::Pure(Function::sqrt),
        "__fmaf_rn" | "__fma_rn" | "fmaf" => Model::Pure(Function::fma),
        "__fadd_rn" | "__dadd_rn" => Model::Binary(BinOp::Add),
        "__fsub_rn" | "__dsub_rn" => Model::Binary(BinOp::Sub),
        "__fmul_rn" | "__dmul_rn" => Model::Binary(BinOp::Mul),
        "__fdiv_rn" | "__ddiv_rn" => Model::Binary(BinOp::Div),
        "__isnan" | "__isnanf" | "__isnand" => Model::Pure(Function::isnan),
        "__isinf" | "__isinff" | "__isinfd" => Model::Pure(Function::isinf),
        "__finite" | "__finitef" | "__isfinited" => Model::Pure(Function::isfinite),
        "__signbit" | "__signbitf" | "__signbitd" => Model::Pure(Function::signbit),
        "__kv_frexp_mantissa" => Model::Pure(Function::frexp_mantissa),
        _ => return intrinsic(name, Function::ROUNDING),
    })
}

/// The functions that CUDA writes with two underscores in front.
fn intrinsic(name: &str, group: &[Function]) -> Option<Model> {
    Function::named(name.strip_prefix("__")?, group).map(Model::Pure)
}

fn system(name: &str) -> Option<Model> {
    Some(match name {
        "__kv_clock" => Model::Hole(crate::ir::ANY_TIME),
        "__kv_fragment_value" => Model::Hole("what a warp matrix holds is not modelled"),
        "__kv_asks_cooperative" => Model::AsksCooperative,
        "__trap" => Model::Trap,
        "__kv_sub_group_size" => Model::Geometry(GeometryFn::SubGroupSize),
        "__isGlobal" | "__isShared" | "__isConstant" | "__isLocal" | "__isGridConstant" => {
            Model::Hole("which memory space a generic pointer points into is not modelled")
        }
        _ => return None,
    })
}
