//! Tables of pointers that kernels fill: where their cells lead is not followed from one launch to the next.

use kverify_frontend::ir::effect::{Flow, Target};
use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{Expr, HostLine, Kernel, Module, Space, Span};

/// Says of the launches of each kernel of a module that another one puts pointers into memory that both may use.
pub fn attach(module: &mut Module) {
    if module.kernels.len() < 2 {
        return;
    }
    let kernels = module.kernels.iter().enumerate();
    let stores: Vec<(usize, Span)> = kernels
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

/// Where a kernel puts a pointer into global memory, also as a number or among other bytes.
fn stored(kernel: &Kernel) -> Option<Span> {
    let points_to = PointsTo::of(kernel);
    let is_global = |addr: &Expr| {
        let targets = points_to.targets(addr);
        let mut objects = kernel.objects.iter_enumerated();
        objects.any(|(id, object)| object.space == Space::Global && targets.may_be(id))
    };
    let puts_pointer = |flow: &Flow<'_>| match flow.to {
        Target::Memory(addr) => points_to.brings_pointer(flow) && is_global(addr),
        Target::Var(_) | Target::Outside => false,
    };
    let mut stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    stmts
        .find(|stmt| stmt.effects(kernel).flows.iter().any(puts_pointer))
        .map(|stmt| stmt.loc.span)
}
