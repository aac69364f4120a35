//! Tables of pointers that kernels fill: where their cells lead is not followed from one launch to the next.

use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{HostLine, Kernel, Module, Space, Span, StmtKind, Ty};

/// Says of the launches of each kernel of a module that another one puts pointers into memory that both may use.
pub fn attach(module: &mut Module) {
    let stores: Vec<(usize, Span)> = module
        .kernels
        .iter()
        .enumerate()
        .filter_map(|(number, kernel)| Some((number, stored(kernel)?)))
        .collect();
    let files = &module.files;
    for (number, kernel) in module.kernels.iter_mut().enumerate() {
        let Some((_, span)) = stores.iter().find(|(other, _)| *other != number) else {
            continue;
        };
        for launch in &mut kernel.launches {
            launch.rows.get_or_insert_with(|| HostLine::of(files, *span));
        }
    }
}

/// Where a kernel stores a pointer in global memory.
fn stored(kernel: &Kernel) -> Option<Span> {
    let points_to = PointsTo::of(kernel);
    let mut stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    stmts.find_map(|stmt| {
        let StmtKind::Store { addr, value, .. } = &stmt.kind else {
            return None;
        };
        let targets = points_to.targets(addr);
        let mut objects = kernel.objects.iter_enumerated();
        let is_kept = value.ty == Ty::Ptr
            && objects.any(|(id, object)| object.space == Space::Global && targets.may_be(id));
        is_kept.then_some(stmt.loc.span)
    })
}
