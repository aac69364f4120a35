//! Assertions, and what operations demand of their operands ([`Demand`]).
//!
//! An assertion fails if some thread reaches it with its condition false: `guard ∧ ¬condition` (CUDA C++ Programming
//! Guide, "Assertion").
//!
//! A condition on parameters, data or a launch that is not fixed is what the kernel asks of its callers, and the
//! kernel's text alone can nearly never show it: those become an assumption of the answer, not a finding each.

use super::bearing::besides_loops;
use super::ends::{fails_in_every_launch, speaks_of};
use super::extents::rests_on_contents;
use super::{Check, Context, decide, depends_on_data, one_thread};
use crate::answer::{Action, Finding, Kind, Place};
use crate::pair::{Pair, Settled};
use crate::ssa::Claim;
use crate::term::{Node, Origin, TermId};
use crate::witness::{approximations, witness};
use crate::z3::Model;
use kverify_frontend::ir::{Demand, Geometry, Scope, Span};
use rustc_hash::FxHashSet;

/// The check.
pub const CHECK: Check = Check { id: "assertion", run };

fn run(cx: &mut Context<'_, '_>) {
    let whole = cx.whole;
    let mut pair = one_thread(cx);
    let mut found: FxHashSet<Span> = FxHashSet::default();
    for claim in &whole.claims {
        if !found.contains(&claim.loc.span)
            && let Some(finding) = settle(cx, &mut pair, claim)
        {
            found.insert(claim.loc.span);
            cx.findings.push(finding);
        }
    }
}

/// How the assertion fails, if it does so whatever the parameters and data are.
fn settle(cx: &mut Context<'_, '_>, pair: &mut Pair, claim: &Claim) -> Option<Finding> {
    cx.solver.obligations += 1;
    let mut core = failing(cx, pair, claim);
    if core.iter().any(|&c| cx.machine.terms.as_bool(c) == Some(false)) {
        cx.solver.discharged += 1;
        return None;
    }
    let asked = besides_loops(cx, pair, (claim.guard, &claim.counters), &core);
    let asks = depends_on_data(cx, &asked) || depends_on_launch(cx, &asked, claim.of);
    let rests_on_data = rests_on_arguments(cx, &core);
    core.extend(&pair.within);
    let model = match decide(cx, &core) {
        Settled::Never { .. } => return None,
        Settled::Happens(model) if !asks => *model,
        // What data decide to be reached may be there to say that it never is.
        Settled::Happens(_) | Settled::Unknown(_)
            if !rests_on_data && let Some(found) = always(cx, pair, claim) =>
        {
            core = found.0;
            found.1
        }
        Settled::Happens(_) | Settled::Unknown(_) => {
            let lines = match claim.of {
                None => &mut cx.trusted.claims,
                Some(_) => &mut cx.trusted.demands,
            };
            lines.insert(claim.loc.span.line);
            return None;
        }
    };
    let place = Place {
        loc: claim.loc,
        action: claim.of.map_or(Action::Assert, Action::Demand),
    };
    let kind = match claim.of {
        None => Kind::Assertion,
        Some(_) => Kind::InvalidArgument,
    };
    Some(Finding {
        approximations: approximations(cx.machine, &core),
        ..Finding::new(
            kind,
            Scope::Thread,
            [place.clone(), place],
            witness(
                cx.machine,
                pair,
                &model,
                [&claim.counters, &claim.counters],
                [None, None],
            ),
        )
    })
}

/// The query and a model of a failure that every launch has.
fn always(cx: &mut Context<'_, '_>, pair: &mut Pair, claim: &Claim) -> Option<(Vec<TermId>, Model)> {
    // What never holds says where nobody comes by right.
    let terms = &mut cx.machine.terms;
    let is_open = terms.as_bool(claim.condition) != Some(false);
    let fails = terms.not(claim.condition);
    is_open
        .then(|| fails_in_every_launch(cx, pair, claim.guard, fails))
        .flatten()
}

/// `guard ∧ ¬condition`, as conjuncts.
fn failing(cx: &mut Context<'_, '_>, pair: &mut Pair, claim: &Claim) -> Vec<TermId> {
    let terms = &mut cx.machine.terms;
    let guard = pair.fork(terms, claim.guard, 0);
    let condition = pair.fork(terms, claim.condition, 0);
    let fails = terms.not(condition);
    [terms.conjuncts(guard), terms.conjuncts(fails)].concat()
}

/// Whether what is handed over or read has a say in a query.
fn rests_on_arguments(cx: &Context<'_, '_>, query: &[TermId]) -> bool {
    let is_param = |origin: &Origin| matches!(origin, Origin::Param(_));
    let mut all = query.iter();
    rests_on_contents(cx, query) || all.any(|t| speaks_of(&cx.machine.terms, *t, is_param))
}

/// Whether a launch that is not fixed has a say in a query. All blocks of a cluster are there in every launch.
fn depends_on_launch(cx: &Context<'_, '_>, query: &[TermId], of: Option<Demand>) -> bool {
    let terms = &cx.machine.terms;
    let free = |g: Geometry| terms.as_int(cx.machine.geometry(g)).is_none();
    terms.post_order(query).iter().any(|&t| match terms.node(t) {
        Node::Sym(s) => match terms.symbols[terms.original(*s).0].origin {
            Origin::BlockDim(_) | Origin::GridDim(_) | Origin::GlobalOffset(_) | Origin::WorkDim => true,
            Origin::ThreadIdx(d) => free(Geometry::BlockDim(d)),
            Origin::BlockIdx(_) if of == Some(Demand::ClusterRank) => false,
            Origin::BlockIdx(d) => free(Geometry::GridDim(d)),
            _ => false,
        },
        _ => false,
    })
}
