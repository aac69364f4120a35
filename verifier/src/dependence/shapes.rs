//! Launches with other values of parameters, and in the sizes that go with these.

use crate::extents;
use crate::replay::{self, Inputs};
use kverify_frontend::ir::{CmpOp, Expr, ExprKind, Geometry, Kernel, Ty};
use kverify_smt::answer::Config;
use std::collections::BTreeSet;

/// The launch with other values for each of these parameters, and for all of them: first those that programs launch with.
pub(super) fn others(kernel: &Kernel, inputs: &Inputs, params: &[u32], least: i128) -> Vec<Inputs> {
    const ROUND: [i128; 4] = [32, 64, 128, 256];
    const NEAR: i128 = 10;
    const FAR: [i128; 10] = [64, 100, 128, 255, 256, 257, 512, 1000, 1024, 4096];
    let sizes = inputs
        .block_dim
        .iter()
        .chain(&inputs.grid_dim)
        .map(|n| i128::from(*n));
    let scalars = inputs
        .scalars
        .iter()
        .filter_map(|(_, bits)| i128::try_from(*bits).ok());
    let near = sizes
        .chain(scalars)
        .flat_map(|n| (n - NEAR..=n + NEAR).chain([2 * n, n / 2]));
    let mut values: Vec<i128> = (0..=4 * NEAR)
        .chain(ROUND)
        .chain(FAR)
        .chain(near)
        .filter(|n| *n >= least)
        .collect();
    values.sort_by_key(|n| (!ROUND.contains(n), *n));
    values.dedup();
    let each = params.iter().map(std::slice::from_ref);
    let groups: Vec<&[u32]> = each.chain((params.len() > 1).then_some(params)).collect();
    let with = |group: &[u32], value: i128| -> Option<Inputs> {
        let mut changed = inputs.clone();
        for n in group {
            let Ty::Int { bits, signed } = kernel.params.get(*n as usize)?.ty else {
                return None;
            };
            let most = (1_i128 << (bits - u8::from(signed)).min(126)) - 1;
            changed.scalars.retain(|(given, _)| given != n);
            changed
                .scalars
                .push((*n, u128::try_from(value).ok().filter(|_| value <= most)?));
        }
        Some(changed)
    };
    // Every parameter has its turn before the work is over.
    let all = values
        .iter()
        .flat_map(|value| groups.iter().map(move |group| (*group, *value)));
    all.filter_map(|(group, value)| with(group, value)).collect()
}

/// The sizes of a launch, of the grid or of its blocks, that what is known of it ties to one of these parameters.
pub(super) fn axes(kernel: &Kernel, config: &Config, params: &[u32]) -> BTreeSet<(bool, usize)> {
    let of_params = |e: &Expr| params.iter().any(|n| e.mentions(kernel.params[*n as usize].var));
    let mut axes = BTreeSet::new();
    for assumed in config.assumes.iter().filter(|assumed| of_params(&assumed.holds)) {
        assumed.holds.walk(&mut |e| {
            if let ExprKind::Geometry(Geometry::GridDim(d)) = e.kind {
                axes.insert((true, d as usize));
            } else if let ExprKind::Geometry(Geometry::BlockDim(d)) = e.kind {
                axes.insert((false, d as usize));
            }
        });
    }
    axes
}

/// Such launches, in the sizes that go with their values: what hands over another value launches as many threads as go with it. What
/// does not go together is run by nobody.
pub(super) fn in_other_shapes(
    kernel: &Kernel,
    config: &Config,
    params: &[u32],
    launches: Vec<Inputs>,
) -> Vec<Inputs> {
    const MOST: usize = 4_000;
    let axes = axes(kernel, config, params);
    let mut found = Vec::new();
    for launch in &launches {
        let mut shapes = vec![launch.clone()];
        for &axis in &axes {
            shapes = shapes
                .iter()
                .flat_map(|shape| {
                    let sizes = sizes(kernel, config, shape, axis, params);
                    sizes.into_iter().map(|size| sized(shape, axis, size))
                })
                .collect();
        }
        found.extend(
            shapes
                .into_iter()
                .filter(|shape| shape != launch)
                .map(with_blocks),
        );
        if found.len() > MOST {
            break;
        }
    }
    found.extend(launches);
    found
}

/// The launch with another size.
fn sized(launch: &Inputs, (of_grid, axis): (bool, usize), size: u64) -> Inputs {
    let mut shape = launch.clone();
    let dims = if of_grid {
        &mut shape.grid_dim
    } else {
        &mut shape.block_dim
    };
    dims[axis] = size;
    shape
}

/// The sizes that a launch may have along an axis: the one that what is known says, or else those that are often computed from values.
fn sizes(
    kernel: &Kernel,
    config: &Config,
    launch: &Inputs,
    (of_grid, axis): (bool, usize),
    params: &[u32],
) -> Vec<u64> {
    let is_it = |e: &Expr| match e.kind {
        ExprKind::Geometry(Geometry::GridDim(d)) => of_grid && d as usize == axis,
        ExprKind::Geometry(Geometry::BlockDim(d)) => !of_grid && d as usize == axis,
        _ => false,
    };
    let scalars = replay::scalars(kernel, launch);
    let scalar = |n: usize| replay::number_of(kernel, &scalars, n);
    let exact = |e: &Expr| extents::exact_in(kernel, e, scalar, [launch.block_dim, launch.grid_dim]);
    let equal = |holds: &Expr| match &holds.kind {
        ExprKind::Cmp(CmpOp::Eq, left, right) if is_it(left.without_casts()) => exact(right),
        ExprKind::Cmp(CmpOp::Eq, left, right) if is_it(right.without_casts()) => exact(left),
        _ => None,
    };
    if let Some(size) = config.assumes.iter().find_map(|assumed| equal(&assumed.holds)) {
        return u64::try_from(size)
            .ok()
            .filter(|size| *size > 0)
            .into_iter()
            .collect();
    }
    let values = launch.scalars.iter().filter(|(n, _)| params.contains(n));
    let values = values.filter_map(|(_, bits)| u64::try_from(*bits).ok());
    let sizes = values.flat_map(|n| [0, 1, 5, 6, 7, 8, 9, 10].map(|by| n.div_ceil(1 << by)));
    let mut sizes: Vec<u64> = [1, 2, 3].into_iter().chain(sizes).filter(|n| *n > 0).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// The launch with blocks of it that are run: those that were, the first ones and the last one.
fn with_blocks(mut shape: Inputs) -> Inputs {
    const MOST_BLOCKS: u64 = 8;
    let grid = shape.grid_dim;
    let first = (0..grid[0].min(MOST_BLOCKS)).map(|x| [x, 0, 0]);
    let known = shape
        .blocks
        .iter()
        .copied()
        .filter(|block| (0..3).all(|d| block[d] < grid[d]));
    let mut blocks: Vec<[u64; 3]> = known.chain(first).chain([grid.map(|n| n - 1)]).collect();
    blocks.sort_unstable();
    blocks.dedup();
    shape.blocks = blocks;
    shape
}
