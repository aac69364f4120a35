//! Looks for violations by running kernels: those that the analysis left undecided, and those whose proof takes arithmetic not to overflow.
//!
//! What the solver cannot say often happens in the first launch that one tries: a ticket modulo a capacity, a barrier made of atomics that
//! waits for one block too few. And an assumption that no run meets, as of a hash that wraps in every one, proves anything. A run proves
//! nothing, but a violation that it shows beyond doubt is one.

use crate::awaited;
use crate::chosen;
use crate::config::{Configuration, Options};
use crate::dependence;
use crate::judging::SEED;
use crate::replay::{self, EventKind, Inputs, Limits, Run};
use crate::rerun;
use crate::verdict::{Judged, Severity, Status, Verdict};
use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{Kernel, ObjectId, Scope, Ty};
use kverify_smt::answer::{Assumption, Config, Finding, Kind, Taken};
use std::collections::BTreeSet;

/// Launches that are tried where nothing is known, and instructions for each.
const MANY: (u32, u64) = (24, 200_000);
/// The same for a proof that leans on the absence of overflow.
const FEW: (u32, u64) = (4, 50_000);

/// How many launches are worth a try, and how many instructions each.
pub fn launches(verdict: Verdict, assumptions: &[Assumption]) -> (u32, u64) {
    match verdict {
        Verdict::Unknown => MANY,
        Verdict::Proved if assumptions.iter().any(|a| a.id == Taken::NoOverflow) => FEW,
        Verdict::Proved | Verdict::Conditional | Verdict::Violated | Verdict::Suspect => (0, 0),
    }
}

/// The errors that the first of so many runs shows which shows any beyond doubt. Of `known` findings the analysis said that all orders
/// leave one value: what a run reads says no more.
pub fn search(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    known: &[Judged],
    launches: (u32, u64),
) -> Vec<Judged> {
    if launches.0 == 0 {
        return Vec::new();
    }
    if !chosen::is_none(kernel, configuration) {
        return Vec::new();
    }
    let config = with_zeros(kernel, &configuration.config);
    let mut found = Vec::new();
    replay::drawn_runs(kernel, &config, SEED, launches, &mut |inputs, run| {
        found = errors(kernel, inputs.clone(), &run, options);
        let limits = Limits {
            fuel: launches.1,
            ..Limits::default()
        };
        found.retain(|judged| !known.iter().any(|known| is_harmless(known, &judged.finding)));
        found.retain(|judged| {
            dependence::doubt(kernel, configuration, &judged.finding, &inputs, &limits).is_none()
        });
        found.is_empty()
    });
    found
}

/// Whether a finding is of the places of one that makes no difference to any value.
fn is_harmless(known: &Judged, finding: &Finding) -> bool {
    let places = |finding: &Finding| {
        let mut places = finding.places.clone().map(|place| (place.loc, place.action));
        places.sort_unstable();
        places
    };
    let known = &known.finding;
    // Of a block, the analysis asked about the threads of its warps as well.
    let is_asked =
        known.scope == finding.scope || known.scope == Scope::Block && finding.scope == Scope::Warp;
    known.same_value && known.kind == finding.kind && is_asked && places(known) == places(finding)
}

/// The same launch where counters, flags and locks hold zeros at first.
pub fn with_zeros(kernel: &Kernel, config: &Config) -> Config {
    let zeroed: BTreeSet<ObjectId> = config.zeroed.iter().copied().chain(counters(kernel)).collect();
    Config {
        zeroed: zeroed.into_iter().collect(),
        ..config.clone()
    }
}

/// The objects that atomics touch, as far as they can be listed: counters, flags and locks, which programs begin with zeros.
fn counters(kernel: &Kernel) -> BTreeSet<ObjectId> {
    let points_to = PointsTo::of(kernel);
    let statements = kernel.blocks.iter().flat_map(|block| &block.stmts);
    let touches = statements.flat_map(|statement| statement.effects(kernel).accesses);
    touches
        .filter(|touch| touch.atomic.is_some() || touch.volatile)
        .flat_map(|touch| points_to.touched(&touch).some().clone())
        .collect()
}

/// Whether a size is negative or beyond all arrays: what wraps because of that is no news.
fn is_odd(kernel: &Kernel, inputs: &Inputs) -> bool {
    const LARGEST: u128 = 1 << 20;
    let is_integer = |n: u32| matches!(kernel.params.get(n as usize).map(|p| p.ty), Some(Ty::Int { .. }));
    let mut scalars = inputs.scalars.iter();
    scalars.any(|&(n, bits)| is_integer(n) && bits > LARGEST)
}

fn errors(kernel: &Kernel, inputs: Inputs, run: &Run, options: &Options) -> Vec<Judged> {
    // A hole may order what follows, and change what it may reach.
    let is_hole = |kind| matches!(kind, EventKind::Hole | EventKind::UnknownFunction);
    let of_clusters =
        |dims: [u32; 3]| (0..3).all(|i| inputs.grid_dim[i].is_multiple_of(u64::from(dims[i].max(1))));
    if is_odd(kernel, &inputs)
        || !kernel.cluster.is_none_or(of_clusters)
        || replay::is_outlandish(run)
        || run.events.iter().any(|event| is_hole(event.kind))
    {
        return Vec::new();
    }
    let is_asked = |judged: &Judged| match judged.finding.kind {
        Kind::DataRace | Kind::BarrierDivergence | Kind::DivergentCollective => true,
        Kind::OutOfBounds
        | Kind::NonTerminatingLoop
        | Kind::UninitialisedRead
        | Kind::BankConflict
        | Kind::UncoalescedAccess
        | Kind::RedundantBarrier
        | Kind::DivergentBranch
        | Kind::UndefinedArithmetic
        | Kind::Assertion
        | Kind::InvalidArgument => false,
    };
    let shown = rerun::findings(kernel, &inputs, run, options).into_iter();
    let errors = shown.filter(|judged| {
        judged.status == Status::Confirmed
            && judged.severity == Severity::Error
            && judged.finding.behind.is_none()
            && is_asked(judged)
            && awaited::in_part(kernel, &judged.finding).is_none()
    });
    errors
        .map(|judged| Judged {
            notes: vec!["the analysis did not decide this; a launch that was tried shows it".to_owned()],
            inputs: Some(inputs.clone()),
            ..judged
        })
        .collect()
}
