//! CUDA's functions, and the primitives (`__kv_*`) that the prelude's C++ bodies stand on.

use super::{Fences, GeometryFn, Model, PhaseFn, math};
use crate::ir::OrderingPart::{Failure, Order, Scope as Reach};
use crate::ir::{AtomicOp, BinOp, CollectiveOp, MemoryOrder, OrderingPart, ReduceOp, Scope};

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
        "__kv_cluster_sync" => Model::Anything(crate::ir::CLUSTERS),
        "__kv_cluster_place" | "__kv_cluster_map" => Model::Hole(crate::ir::CLUSTERS),
        "__kv_split_barrier" => Model::UnknownBarrier(
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
        "__pipeline_memcpy_async" | "__kv_copy_async" => Model::AsyncCopyThread,
        "__pipeline_commit" => Model::AsyncCommit,
        "__pipeline_wait_prior" => Model::AsyncWait,
        "__kv_texture_read" => Model::ImageRead,
        "malloc" | "__kv_device_malloc" => Model::Hole("memory that a kernel allocates is not modelled"),
        "free" | "__nanosleep" | "__prof_trigger" | "__kv_prefetch" => Model::Nothing,
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
            Model::Pure("mulhi")
        }
        "__cvta_generic_to_shared" | "__cvta_shared_to_generic" => Model::Window,
        "__clz" | "__clzll" => Model::Pure("clz"),
        "__ffs" | "__ffsll" => Model::Pure("ffs"),
        "__popc" | "__popcll" => Model::Pure("popc"),
        "__brev" | "__brevll" => Model::Pure("brev"),
        "__fns" => Model::Pure("fns"),
        "__byte_perm" => Model::Pure("byte_perm"),
        "__funnelshift_l" => Model::Pure("funnelshift_l"),
        "__funnelshift_r" => Model::Pure("funnelshift_r"),
        "__funnelshift_lc" => Model::Pure("funnelshift_lc"),
        "__funnelshift_rc" => Model::Pure("funnelshift_rc"),
        "__dp4a" => Model::Pure("dp4a"),
        "__dp2a_lo" => Model::Pure("dp2a_lo"),
        "__dp2a_hi" => Model::Pure("dp2a_hi"),
        "__kv_rounded" => Model::Pure("rounded"),
        "__kv_float_to_fp8" => Model::Pure("float_to_fp8"),
        "__kv_fp8_to_float" => Model::Pure("fp8_to_float"),
        "__kv_random_bits" => Model::Pure("random_bits"),
        "__kv_random_seed" => Model::Pure("random_seed"),
        "__kv_frexp_exponent" => Model::Pure("frexp_exponent"),
        _ => return simd(name),
    })
}

/// SIMD-in-a-word instructions: `__vadd2`, `__vcmpgtu4`, ...
fn simd(name: &str) -> Option<Model> {
    const NAMES: &[&str] = &[
        "vadd2",
        "vadd4",
        "vsub2",
        "vsub4",
        "vabsdiffs2",
        "vabsdiffs4",
        "vabsdiffu2",
        "vabsdiffu4",
        "vmaxs2",
        "vmaxs4",
        "vmaxu2",
        "vmaxu4",
        "vmins2",
        "vmins4",
        "vminu2",
        "vminu4",
        "vavgs2",
        "vavgs4",
        "vavgu2",
        "vavgu4",
        "vhaddu2",
        "vhaddu4",
        "vcmpeq2",
        "vcmpeq4",
        "vcmpne2",
        "vcmpne4",
        "vcmpges2",
        "vcmpges4",
        "vcmpgeu2",
        "vcmpgeu4",
        "vcmpgts2",
        "vcmpgts4",
        "vcmpgtu2",
        "vcmpgtu4",
        "vcmples2",
        "vcmples4",
        "vcmpleu2",
        "vcmpleu4",
        "vcmplts2",
        "vcmplts4",
        "vcmpltu2",
        "vcmpltu4",
        "vsads2",
        "vsads4",
        "vsadu2",
        "vsadu4",
        "vaddss2",
        "vaddss4",
        "vaddus2",
        "vaddus4",
        "vsubss2",
        "vsubss4",
        "vsubus2",
        "vsubus4",
        "vneg2",
        "vabsss2",
        "vabsss4",
        "vnegss2",
        "vnegss4",
        "viaddmax_s16x2",
        "viaddmax_s32",
        "viaddmax_u16x2",
        "viaddmax_u32",
        "viaddmin_s16x2",
        "viaddmin_s32",
        "viaddmin_u16x2",
        "viaddmin_u32",
        "vimax3_s16x2",
        "vimax3_s32",
        "vimax3_u16x2",
        "vimax3_u32",
        "vimin3_s16x2",
        "vimin3_s32",
        "vimin3_u16x2",
        "vimin3_u32",
        "vneg4",
        "vabs2",
        "vabs4",
    ];
    let plain = name.strip_prefix("__")?;
    NAMES
        .iter()
        .find(|known| **known == plain)
        .map(|known| Model::Pure(known))
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
        "__double2hiint" => Model::Pure("double2hiint"),
        "__double2loint" => Model::Pure("double2loint"),
        "__hiloint2double" => Model::Pure("hiloint2double"),
        "__kv_convert" => Model::Convert,
        _ => return None,
    })
}

fn float(name: &str) -> Option<Model> {
    Some(match name {
        "__sinf" => Model::Pure("sin"),
        "__cosf" => Model::Pure("cos"),
        "__tanf" => Model::Pure("tan"),
        "__expf" => Model::Pure("exp"),
        "__exp10f" => Model::Pure("exp10"),
        "__logf" => Model::Pure("log"),
        "__log2f" => Model::Pure("log2"),
        "__log10f" => Model::Pure("log10"),
        "__powf" => Model::Pure("pow"),
        "__saturatef" => Model::Pure("saturate"),
        "__fdividef" => Model::Binary(BinOp::Div),
        "__frsqrt_rn" => Model::Pure("rsqrt"),
        "__fsqrt_rn" | "__dsqrt_rn" => Model::Pure("sqrt"),
        "__fmaf_rn" | "__fma_rn" | "fmaf" => Model::Pure("fma"),
        "__fadd_rn" | "__dadd_rn" => Model::Binary(BinOp::Add),
        "__fsub_rn" | "__dsub_rn" => Model::Binary(BinOp::Sub),
        "__fmul_rn" | "__dmul_rn" => Model::Binary(BinOp::Mul),
        "__fdiv_rn" | "__ddiv_rn" => Model::Binary(BinOp::Div),
        "__isnan" | "__isnanf" | "__isnand" => Model::Pure("isnan"),
        "__isinf" | "__isinff" | "__isinfd" => Model::Pure("isinf"),
        "__finite" | "__finitef" | "__isfinited" => Model::Pure("isfinite"),
        "__signbit" | "__signbitf" | "__signbitd" => Model::Pure("signbit"),
        "__kv_frexp_mantissa" => Model::Pure("frexp_mantissa"),
        _ => return directed_rounding(name),
    })
}

/// Arithmetic and conversions that round up, down or toward zero.
fn directed_rounding(name: &str) -> Option<Model> {
    const NAMES: &[&str] = &[
        "fadd_rz",
        "fadd_ru",
        "fadd_rd",
        "fsub_rz",
        "fsub_ru",
        "fsub_rd",
        "fmul_rz",
        "fmul_ru",
        "fmul_rd",
        "fdiv_rz",
        "fdiv_ru",
        "fdiv_rd",
        "fmaf_rz",
        "fmaf_ru",
        "fmaf_rd",
        "fsqrt_rz",
        "fsqrt_ru",
        "fsqrt_rd",
        "frcp_rz",
        "frcp_ru",
        "frcp_rd",
        "dadd_rz",
        "dadd_ru",
        "dadd_rd",
        "dsub_rz",
        "dsub_ru",
        "dsub_rd",
        "dmul_rz",
        "dmul_ru",
        "dmul_rd",
        "ddiv_rz",
        "ddiv_ru",
        "ddiv_rd",
        "fma_rz",
        "fma_ru",
        "fma_rd",
        "dsqrt_rz",
        "dsqrt_ru",
        "dsqrt_rd",
        "drcp_rz",
        "drcp_ru",
        "drcp_rd",
        "int2float_rz",
        "int2float_ru",
        "int2float_rd",
        "uint2float_rz",
        "uint2float_ru",
        "uint2float_rd",
        "ll2float_rz",
        "ll2float_ru",
        "ll2float_rd",
        "ull2float_rz",
        "ull2float_ru",
        "ull2float_rd",
        "double2float_rz",
        "double2float_ru",
        "double2float_rd",
        "ll2double_rz",
        "ll2double_ru",
        "ll2double_rd",
        "ull2double_rz",
        "ull2double_ru",
        "ull2double_rd",
    ];
    let plain = name.strip_prefix("__")?;
    NAMES
        .iter()
        .find(|known| **known == plain)
        .map(|known| Model::Pure(known))
}

fn system(name: &str) -> Option<Model> {
    Some(match name {
        "__kv_clock" => Model::Hole(crate::ir::ANY_TIME),
        "__kv_fragment_value" => Model::Hole("what a warp matrix holds is not modelled"),
        "__trap" | "__brkpt" => Model::Trap,
        "__kv_sub_group_size" => Model::Geometry(GeometryFn::SubGroupSize),
        "__isGlobal" | "__isShared" | "__isConstant" | "__isLocal" => {
            Model::Hole("which memory space a generic pointer points into is not modelled")
        }
        _ => return None,
    })
}
