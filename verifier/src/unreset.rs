//! Kernels that count on zeros, launched where host code leaves something else.

use crate::config::Configuration;
use kverify_frontend::ir::effect::Touch;
use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{
    Atomic, AtomicOp, Expr, ExprKind, Geometry, Kernel, Loc, ObjectId, Stmt, Unreset, build,
};
use kverify_smt::answer::Unknown;

/// What the answer takes to be zero when the kernel starts, and is not.
pub fn not_zero(kernel: &Kernel, configuration: &Configuration, zeroed: &[ObjectId]) -> Vec<Unknown> {
    let mut found: Vec<Unknown> = configuration
        .unreset
        .iter()
        .filter(|left| zeroed.contains(&left.object))
        .map(|left| unknown(kernel, left))
        .collect();
    found.dedup();
    found
}

fn unknown(kernel: &Kernel, left: &Unreset) -> Unknown {
    let name = &kernel.objects[left.object].name;
    let line = &left.line;
    let (why, help) = match left.by_kernel {
        true => (
            format!("the launch in {line} leaves something else there"),
            "between the launches",
        ),
        false => (format!("{line} puts something else there"), "before the launch"),
    };
    Unknown {
        message: format!("the kernel needs `{name}` to hold 0 when it starts, and {why}: set it to 0 {help}"),
        loc: Some(Loc {
            span: kernel.span,
            call: None,
        }),
    }
}

/// What a launch of a kernel leaves in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// What was there before.
    Untouched,
    /// Something other than zero, if it writes at all.
    NotZero,
    /// That is not known: it stores what may be zero, counts round, or down.
    Anything,
}

/// What a launch of a kernel leaves in one of its objects.
pub fn leaves(kernel: &Kernel, object: ObjectId) -> Leaves {
    let points_to = PointsTo::of(kernel);
    let of_touch = |touch: &Touch<'_>| match (touch.atomic, touch.value) {
        (Some(atomic), _) if lowers(atomic) => Leaves::Anything,
        (Some(_), _) => Leaves::NotZero,
        (None, Some(value)) if !may_be_zero(value) => Leaves::NotZero,
        (None, _) => Leaves::Anything,
    };
    let of_stmt = |stmt: &Stmt| -> Vec<Leaves> {
        let effects = stmt.effects(kernel);
        let writes = effects
            .accesses
            .iter()
            .filter(|touch| touch.writes && points_to.targets(touch.addr).may_be(object));
        writes.map(of_touch).collect()
    };
    let each = kernel
        .blocks
        .iter()
        .flat_map(|block| &block.stmts)
        .flat_map(of_stmt);
    each.fold(Leaves::Untouched, |all, one| match (all, one) {
        (Leaves::Anything, _) | (_, Leaves::Anything) => Leaves::Anything,
        (Leaves::NotZero, _) | (_, Leaves::NotZero) => Leaves::NotZero,
        (Leaves::Untouched, Leaves::Untouched) => Leaves::Untouched,
    })
}

fn may_be_zero(value: &Expr) -> bool {
    build::as_int(value).is_none_or(|value| value == 0)
}

/// Whether an atomic operation may bring a number back to zero.
fn lowers(a: &Atomic) -> bool {
    match a.op {
        AtomicOp::Load | AtomicOp::Max | AtomicOp::Or => false,
        AtomicOp::Add => !a
            .args
            .iter()
            .any(|by| build::as_int(by).is_some_and(|by| by >= 0)),
        AtomicOp::Store | AtomicOp::Exchange | AtomicOp::Cas => a.args.last().is_none_or(may_be_zero),
        // As many as there are blocks or threads never come to the number itself, behind which it is zero again.
        AtomicOp::IncWrap => !a.args.iter().any(is_of_all),
        AtomicOp::Sub | AtomicOp::Min | AtomicOp::And | AtomicOp::Xor | AtomicOp::DecWrap => true,
    }
}

/// Whether it is how many blocks or threads there are.
fn is_of_all(limit: &Expr) -> bool {
    let whole = limit.without_casts();
    matches!(
        whole.kind,
        ExprKind::Geometry(Geometry::GridDim(_) | Geometry::BlockDim(_))
    )
}
