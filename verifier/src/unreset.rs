//! Kernels that count on zeros, launched where host code leaves something else.

use crate::config::Configuration;
use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{
    Atomic, AtomicOp, Expr, Kernel, Loc, ObjectId, ObjectSource, Stmt, StmtKind, Unreset, build,
};
use kverify_smt::answer::Unknown;

/// What the answer takes to be zero when the kernel starts, and is not.
pub fn not_zero(kernel: &Kernel, configuration: &Configuration, zeroed: &[ObjectId]) -> Vec<Unknown> {
    let mut found: Vec<Unknown> = Vec::new();
    for (&object, left) in zeroed
        .iter()
        .flat_map(|o| configuration.unreset.iter().map(move |left| (o, left)))
    {
        let is_it = match kernel.objects[object].source {
            ObjectSource::Param(n) => left.param == Some(n),
            ObjectSource::Variable => left.param.is_none(),
            ObjectSource::DynamicShared | ObjectSource::Local | ObjectSource::Unknown => false,
        };
        if is_it && !(left.by_kernel && may_reset(kernel, object)) {
            found.push(unknown(kernel, object, left));
        }
    }
    found.dedup();
    found
}

fn unknown(kernel: &Kernel, object: ObjectId, left: &Unreset) -> Unknown {
    let name = &kernel.objects[object].name;
    let line = &left.line;
    let (why, help) = match left.by_kernel {
        true => (
            format!("the launch in {line} left it as it counted"),
            "between launches",
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

/// Whether the kernel may put zeros back, so that the next launch finds them: it stores what may be zero, counts round, or down.
fn may_reset(kernel: &Kernel, object: ObjectId) -> bool {
    let points_to = PointsTo::of(kernel);
    let resets = |stmt: &Stmt| {
        let addr = match &stmt.kind {
            StmtKind::Store { addr, value, .. } if may_be_zero(value) => addr,
            StmtKind::Fill { dst: addr, .. } | StmtKind::Copy { dst: addr, .. } => addr,
            StmtKind::Atomic(a) if lowers(a) => &a.addr,
            _ => return false,
        };
        points_to.targets(addr).may_be(object)
    };
    kernel.blocks.iter().flat_map(|block| &block.stmts).any(resets)
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
        AtomicOp::Sub
        | AtomicOp::Min
        | AtomicOp::And
        | AtomicOp::Xor
        | AtomicOp::IncWrap
        | AtomicOp::DecWrap => true,
    }
}
