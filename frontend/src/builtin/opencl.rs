//! OpenCL C's functions, versions 1.0 to 3.0 with the usual extensions.

use super::{Fences, GeometryFn, Model, math};
use crate::ir::OrderingPart::{Failure, Flags, Order, Scope as Reach};
use crate::ir::{AtomicOp, BinOp, CollectiveOp, Function, MemoryOrder, OrderingPart, Scope};

/// The row of an OpenCL name.
pub(super) fn model(name: &str) -> Option<Model> {
    geometry(name)
        .or_else(|| synchronisation(name))
        .or_else(|| atomic(name))
        .or_else(|| copy(name))
        .or_else(|| vector_access(name))
        .or_else(|| image(name))
        .or_else(|| group(name))
        .or_else(|| integer(name))
        .or_else(|| conversion(name))
        .or_else(|| relational(name))
        .or_else(|| float(name))
        .or_else(|| other(name))
}

fn geometry(name: &str) -> Option<Model> {
    use GeometryFn::*;
    Some(Model::Geometry(match name {
        "get_local_id" => LocalId,
        "get_group_id" => GroupId,
        "get_global_id" => GlobalId,
        "get_local_size" => LocalSize,
        "get_enqueued_local_size" => EnqueuedLocalSize,
        "get_num_groups" => NumGroups,
        "get_global_size" => GlobalSize,
        "get_global_offset" => GlobalOffset,
        "get_local_linear_id" => LocalLinearId,
        "get_global_linear_id" => GlobalLinearId,
        "get_work_dim" => WorkDim,
        "get_sub_group_size" => SubGroupSize,
        "get_max_sub_group_size" => MaxSubGroupSize,
        "get_sub_group_local_id" => SubGroupLocalId,
        "get_sub_group_id" => SubGroupId,
        "get_num_sub_groups" | "get_enqueued_num_sub_groups" => NumSubGroups,
        _ => return None,
    }))
}

fn synchronisation(name: &str) -> Option<Model> {
    let flags = Fences::FlagsArg(0);
    let fence = |order, stated| Model::Fence {
        order,
        scope: Scope::Block,
        stated,
    };
    Some(match name {
        "barrier" | "work_group_barrier" => Model::Barrier {
            scope: Scope::Block,
            fences: flags,
            reduce: None,
            mask: false,
        },
        "sub_group_barrier" => Model::Barrier {
            scope: Scope::Warp,
            fences: flags,
            reduce: None,
            mask: false,
        },
        // OpenCL C 3.0, 6.15.12.5: older fences are those of a work-group with these orders.
        "mem_fence" => fence(MemoryOrder::AcqRel, &[Flags]),
        "read_mem_fence" => fence(MemoryOrder::Acquire, &[Flags]),
        "write_mem_fence" => fence(MemoryOrder::Release, &[Flags]),
        "atomic_work_item_fence" => fence(MemoryOrder::Relaxed, &[Flags, Order, Reach]),
        _ => return None,
    })
}

fn atomic(name: &str) -> Option<Model> {
    legacy_atomic(name).or_else(|| c11_atomic(name))
}

/// `atomic_add` of OpenCL 1.1 and `atom_add` of 1.0's extensions.
fn legacy_atomic(name: &str) -> Option<Model> {
    let stem = name
        .strip_prefix("atomic_")
        .or_else(|| name.strip_prefix("atom_"))?;
    let (op, operands) = match stem {
        "add" => (AtomicOp::Add, 1),
        "sub" => (AtomicOp::Sub, 1),
        "inc" => (AtomicOp::Add, 0),
        "dec" => (AtomicOp::Sub, 0),
        "xchg" => (AtomicOp::Exchange, 1),
        "cmpxchg" => (AtomicOp::Cas, 2),
        "min" => (AtomicOp::Min, 1),
        "max" => (AtomicOp::Max, 1),
        "and" => (AtomicOp::And, 1),
        "or" => (AtomicOp::Or, 1),
        "xor" => (AtomicOp::Xor, 1),
        _ => return None,
    };
    Some(device(op, MemoryOrder::Relaxed, operands, &[]))
}

/// `atomic_fetch_add` and its kin of OpenCL 2.0. Those that are not `_explicit` are sequentially consistent.
fn c11_atomic(name: &str) -> Option<Model> {
    if let "__kv_atomic_cas_explicit" = name {
        let stated = &[Order, Failure, Reach];
        return Some(device(AtomicOp::Cas, MemoryOrder::Relaxed, 2, stated));
    }
    let stem = name.strip_prefix("atomic_")?;
    let (stem, order, stated): (_, _, &[OrderingPart]) = match stem.strip_suffix("_explicit") {
        Some(stem) => (stem, MemoryOrder::Relaxed, &[Order, Reach]),
        None => (stem, MemoryOrder::SeqCst, &[]),
    };
    let (op, operands) = match stem {
        "fetch_add" => (AtomicOp::Add, 1),
        "fetch_sub" => (AtomicOp::Sub, 1),
        "fetch_or" => (AtomicOp::Or, 1),
        "fetch_xor" => (AtomicOp::Xor, 1),
        "fetch_and" => (AtomicOp::And, 1),
        "fetch_min" => (AtomicOp::Min, 1),
        "fetch_max" => (AtomicOp::Max, 1),
        "exchange" => (AtomicOp::Exchange, 1),
        "load" => (AtomicOp::Load, 0),
        "store" => (AtomicOp::Store, 1),
        "init" => return Some(Model::AtomicInit),
        "flag_test_and_set" | "flag_clear" => {
            return Some(Model::Hole(
                "operations on an atomic_flag are not modelled as atomic",
            ));
        }
        "compare_exchange_strong" | "compare_exchange_weak" => {
            return Some(Model::Hole(
                "this form of compare-and-exchange is not modelled as atomic",
            ));
        }
        _ => return None,
    };
    Some(device(op, order, operands, stated))
}

/// Without a scope, atomic operations are of the device (OpenCL C 3.0, 6.15.12.7).
fn device(op: AtomicOp, order: MemoryOrder, operands: u8, stated: &'static [OrderingPart]) -> Model {
    Model::Atomic {
        op,
        scope: Scope::Grid,
        order,
        operands,
        stated,
    }
}

fn copy(name: &str) -> Option<Model> {
    Some(match name {
        "async_work_group_copy" => Model::AsyncGroupCopy { strided: false },
        "async_work_group_strided_copy" => Model::AsyncGroupCopy { strided: true },
        "wait_group_events" => Model::AsyncWaitEvents,
        "prefetch" => Model::Nothing,
        _ => return None,
    })
}

fn vector_access(name: &str) -> Option<Model> {
    let width = |digits: &str| match digits {
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        "8" => Some(8),
        "16" => Some(16),
        _ => None,
    };
    if let Some(digits) = name.strip_prefix("vload") {
        return width(digits).map(Model::VLoad);
    }
    name.strip_prefix("vstore").and_then(width).map(Model::VStore)
}

fn image(name: &str) -> Option<Model> {
    Some(match name {
        "read_imagef" | "read_imagei" | "read_imageui" | "read_imageh" => Model::ImageRead,
        "write_imagef" | "write_imagei" | "write_imageui" | "write_imageh" => Model::ImageWrite,
        _ => return Function::named(name.strip_prefix("get_")?, Function::IMAGES).map(Model::Pure),
    })
}

const PIPES: &str = "pipes are not modelled";

/// Work-group and sub-group functions.
fn group(name: &str) -> Option<Model> {
    let (stem, scope) = if let Some(stem) = name.strip_prefix("work_group_") {
        (stem, Scope::Block)
    } else if let Some(stem) = name.strip_prefix("intel_sub_group_") {
        if !matches!(stem, "shuffle" | "shuffle_xor") {
            return Some(Model::Anything(
                "this sub-group function of Intel's is not modelled",
            ));
        }
        (stem, Scope::Warp)
    } else {
        (name.strip_prefix("sub_group_")?, Scope::Warp)
    };
    let op = match stem {
        "all" | "non_uniform_all" => CollectiveOp::All,
        "any" | "non_uniform_any" => CollectiveOp::Any,
        "all_equal" | "non_uniform_all_equal" => CollectiveOp::AllEqual,
        "broadcast" | "non_uniform_broadcast" | "broadcast_first" => CollectiveOp::Broadcast,
        "reduce_add" => CollectiveOp::ReduceAdd,
        "reduce_min" => CollectiveOp::ReduceMin,
        "reduce_max" => CollectiveOp::ReduceMax,
        "scan_inclusive_add" => CollectiveOp::ScanInclusiveAdd,
        "scan_inclusive_min" => CollectiveOp::ScanInclusiveMin,
        "scan_inclusive_max" => CollectiveOp::ScanInclusiveMax,
        "scan_exclusive_add" => CollectiveOp::ScanExclusiveAdd,
        "scan_exclusive_min" => CollectiveOp::ScanExclusiveMin,
        "scan_exclusive_max" => CollectiveOp::ScanExclusiveMax,
        "shuffle" => CollectiveOp::Shuffle,
        "shuffle_xor" => CollectiveOp::ShuffleXor,
        "shuffle_up" => CollectiveOp::ShuffleUp,
        "shuffle_down" => CollectiveOp::ShuffleDown,
        "ballot" => CollectiveOp::Ballot,
        _ if stem.ends_with("_pipe") => return Some(Model::Anything(PIPES)),
        _ => return Some(Model::Together(scope, "this group function is not modelled")),
    };
    Some(Model::Collective {
        op,
        scope,
        mask: false,
    })
}

fn integer(name: &str) -> Option<Model> {
    Some(match name {
        "min" => Model::Binary(BinOp::Min),
        "max" => Model::Binary(BinOp::Max),
        "abs" => Model::Abs,
        "mul24" => Model::Mul24,
        "mad24" => Model::Pure(Function::mad),
        "mul_hi" => Model::Pure(Function::mulhi),
        "clz" => Model::Pure(Function::clz),
        "ctz" => Model::Pure(Function::ctz),
        "popcount" => Model::Pure(Function::popc),
        _ => return Function::named(name, Function::OPENCL_INTEGER).map(Model::Pure),
    })
}

/// `as_type(x)` and `convert_type[_sat][_rounding](x)`.
fn conversion(name: &str) -> Option<Model> {
    if name.strip_prefix("as_").is_some_and(is_type) {
        return Some(Model::Bits);
    }
    let target = name.strip_prefix("convert_")?;
    let (target, rounding) = match target.rsplit_once("_rt") {
        Some((target, mode @ ("e" | "z" | "p" | "n"))) => (target, Some(mode)),
        _ => (target, None),
    };
    let (target, saturated) = match target.strip_suffix("_sat") {
        Some(target) => (target, true),
        None => (target, false),
    };
    if !is_type(target) {
        return None;
    }
    Some(match (saturated, rounding) {
        (false, None | Some("z")) => Model::Convert,
        (false, Some("e")) => Model::Pure(Function::convert_rte),
        (false, Some("p")) => Model::Pure(Function::convert_rtp),
        (false, _) => Model::Pure(Function::convert_rtn),
        (true, None | Some("z")) => Model::Pure(Function::convert_sat),
        (true, Some("e")) => Model::Pure(Function::convert_sat_rte),
        (true, Some("p")) => Model::Pure(Function::convert_sat_rtp),
        (true, _) => Model::Pure(Function::convert_sat_rtn),
    })
}

/// A scalar or vector type's name.
fn is_type(name: &str) -> bool {
    let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let width = &name[scalar.len()..];
    matches!(width, "" | "2" | "3" | "4" | "8" | "16")
        && matches!(
            scalar,
            "char"
                | "uchar"
                | "short"
                | "ushort"
                | "int"
                | "uint"
                | "long"
                | "ulong"
                | "half"
                | "float"
                | "double"
                | "size_t"
                | "ptrdiff_t"
                | "intptr_t"
                | "uintptr_t"
        )
}

fn relational(name: &str) -> Option<Model> {
    match name {
        "select" => Some(Model::Select),
        // These look at all components of a vector together.
        "any" | "all" => Some(Model::Hole("any and all of a vector are not modelled")),
        _ => Function::named(name, Function::RELATIONAL).map(Model::Pure),
    }
}

fn float(name: &str) -> Option<Model> {
    let plain = name
        .strip_prefix("native_")
        .or_else(|| name.strip_prefix("half_"))
        .unwrap_or(name);
    Some(match plain {
        "divide" => Model::Binary(BinOp::Div),
        "sincos" | "modf" | "fract" | "frexp" | "remquo" | "lgamma_r" => {
            Model::Hole("a function with a second result through a pointer is not modelled")
        }
        "dot" | "cross" | "length" | "distance" | "normalize" | "fast_length" | "fast_distance"
        | "fast_normalize" => Model::Hole("a geometric function of whole vectors is not modelled"),
        _ => match Function::named(plain, Function::OPENCL_MATH) {
            Some(own) => Model::Pure(own),
            None => return math::model_exact(plain),
        },
    })
}

fn other(name: &str) -> Option<Model> {
    Some(match name {
        "shuffle" | "shuffle2" => Model::Hole("shuffles of vector components are not modelled"),
        "vec_step" => Model::Nothing,
        "is_valid_reserve_id" | "get_pipe_num_packets" | "get_pipe_max_packets" => Model::Hole(PIPES),
        // Packets of one reservation are places that threads may write twice.
        "read_pipe" | "write_pipe" | "reserve_read_pipe" | "reserve_write_pipe" | "commit_read_pipe"
        | "commit_write_pipe" => Model::Anything(PIPES),
        "enqueue_kernel" | "enqueue_marker" | "get_default_queue" | "ndrange_1D" | "ndrange_2D"
        | "ndrange_3D" => Model::Hole("kernels that a kernel enqueues are not modelled"),
        "to_global" | "to_local" | "to_private" | "get_fence" => {
            Model::Hole("which memory space a generic pointer points into is not modelled")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_read_from_the_name() {
        assert_eq!(model("convert_int"), Some(Model::Convert));
        assert_eq!(
            model("convert_uchar4_sat"),
            Some(Model::Pure(Function::convert_sat))
        );
        assert_eq!(
            model("convert_int2_sat_rte"),
            Some(Model::Pure(Function::convert_sat_rte))
        );
        assert_eq!(model("convert_int_rtn"), Some(Model::Pure(Function::convert_rtn)));
        assert_eq!(model("as_uint4"), Some(Model::Bits));
        assert_eq!(model("as_uint5"), None);
        assert_eq!(model("convert_thing"), None);
    }

    #[test]
    fn a_float_suffix_is_no_opencl_name() {
        assert_eq!(model("sin"), Some(Model::Pure(Function::sin)));
        assert_eq!(model("sinf"), None);
    }
}
