//! Launches to try: the witness, with choices of what it leaves open.

use super::super::fill::Fill;
use super::super::inputs::{Inputs, Schedule};
use super::super::outcome::Run;
use super::super::value::from_integer;
use kverify_frontend::ir::{Kernel, PhaseOp, Scope, Stmt, StmtKind};
use kverify_smt::answer::{Config, Finding, Kind};
use std::collections::BTreeSet;

/// The launch that the finding's witness describes, if its threads are in it.
pub(super) fn witnessed(kernel: &Kernel, config: &Config, finding: &Finding) -> Option<Inputs> {
    let witness = &finding.witness;
    let mut inputs = Inputs::of_witness(witness);
    let inside = |at: [u64; 3], dim: [u64; 3]| (0..3).all(|d| at[d] < dim[d]);
    let valid = witness
        .threads
        .iter()
        .all(|t| inside(t.block, inputs.grid_dim) && inside(t.thread, inputs.block_dim));
    for &(n, value) in &config.args {
        let given = inputs.scalars.iter().any(|(m, _)| *m == n);
        if let Some(param) = kernel.params.get(n as usize).filter(|_| !given) {
            inputs.scalars.push((n, from_integer(param.ty, value)));
        }
    }
    inputs.aliases = config.aliases.clone();
    inputs.distinct = config.distinct.clone();
    inputs.monotone = config.monotone.clone();
    inputs.zeroed = config.zeroed.clone();
    // The solver gave these cells any value.
    inputs.cells.retain(|cell| !config.zeroed.contains(&cell.object));
    keep_distinct(kernel, &mut inputs);
    inputs.lockstep = config.lockstep;
    inputs.schedule = match (finding.kind, finding.scope) {
        (Kind::NonTerminatingLoop, Scope::Warp) => Schedule::LockStep,
        // It comes round soonest.
        (Kind::NonTerminatingLoop, Scope::Block) => Schedule::RoundRobin,
        _ => inputs.schedule,
    };
    valid.then_some(inputs)
}

/// Drops cells that repeat an element of an array whose elements the user says are distinct: the solver may not
/// have known.
fn keep_distinct(kernel: &Kernel, inputs: &mut Inputs) {
    let params = inputs.distinct.iter();
    let objects: Vec<_> = params
        .filter_map(|&p| kernel.params.get(p as usize)?.object)
        .collect();
    let mut seen = BTreeSet::new();
    inputs
        .cells
        .retain(|c| !objects.contains(&c.object) || seen.insert((c.object, c.bits)));
}

/// What the witness leaves open, chosen in a few ways.
pub(super) fn trials<'a>(
    kernel: &'a Kernel,
    base: &'a Inputs,
    may_alias: bool,
) -> impl Iterator<Item = Inputs> + 'a {
    const CHOICES: [(Fill, Schedule, i128); 9] = [
        (Fill::Zeros, Schedule::InOrder, 1),
        (Fill::Zeros, Schedule::RoundRobin, 0),
        (Fill::Small, Schedule::Reverse, 16),
        (Fill::Index, Schedule::RoundRobin, 64),
        (Fill::Ones, Schedule::InOrder, 4),
        (Fill::Hashed(1), Schedule::RoundRobin, 8),
        (Fill::Hashed(2), Schedule::Reverse, 32),
        (Fill::Hashed(3), Schedule::InOrder, 2),
        (Fill::Index, Schedule::Reverse, 1024),
    ];
    let missing = has_open_scalars(kernel, base);
    CHOICES
        .into_iter()
        .enumerate()
        .map(move |(n, (fill, schedule, scalar))| Inputs {
            fill,
            schedule: base.schedule.or(schedule),
            // Blocks may wait for others, or count them: every second launch of few blocks has them all.
            blocks: match n % 2 == 1 {
                true => all_blocks(base),
                false => base.blocks.clone(),
            },
            default_scalar: if missing { scalar } else { 0 },
            // Where buffers may overlap, every second launch hands the same one to all pointers.
            aliases: match may_alias && n % 2 == 1 {
                true => vec![pointers(kernel)],
                false => base.aliases.clone(),
            },
            ..base.clone()
        })
}

/// The blocks of a small grid; of a large one, those that the witness names.
fn all_blocks(inputs: &Inputs) -> Vec<[u64; 3]> {
    const FEW: u64 = 8;
    let [x, y, z] = inputs.grid_dim;
    match x.saturating_mul(y).saturating_mul(z) <= FEW {
        true => (0..z)
            .flat_map(|k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
            .collect(),
        false => inputs.blocks.clone(),
    }
}

/// The pointer parameters.
fn pointers(kernel: &Kernel) -> Vec<u32> {
    let params = kernel.params.iter().zip(0u32..);
    params
        .filter(|(p, _)| p.object.is_some())
        .map(|(_, n)| n)
        .collect()
}

fn has_open_scalars(kernel: &Kernel, inputs: &Inputs) -> bool {
    kernel
        .params
        .iter()
        .enumerate()
        .any(|(n, p)| p.object.is_none() && !inputs.scalars.iter().any(|(s, _)| *s as usize == n))
}

/// Whether there are scalars that the configuration leaves open.
pub(super) fn has_free_scalars(kernel: &Kernel, config: &Config) -> bool {
    let mut params = (0..).zip(&kernel.params);
    params.any(|(n, p)| p.object.is_none() && !config.args.iter().any(|(arg, _)| *arg == n))
}

/// Whether further choices cannot change anything: the first run read nothing that the witness leaves open, and
/// a second schedule was tried; all of them, where a thread looks at what another may have done.
pub(super) fn is_decided(kernel: &Kernel, finding: &Finding, run: &Run, inputs: &Inputs, runs: u32) -> bool {
    // Where threads look whether others have come, it matters who is first.
    let look = |stmt: &Stmt| {
        let StmtKind::Phase(phase) = &stmt.kind else {
            return false;
        };
        matches!(phase.op, PhaseOp::Wait { poll: Some(_), .. })
    };
    let looks = kernel.blocks.iter().flat_map(|block| &block.stmts).any(look);
    let schedules = if finding.awaits.is_some() { 4 } else { 2 };
    runs >= schedules && !looks && !run.open_cells && !run.approximate && !has_open_scalars(kernel, inputs)
}
