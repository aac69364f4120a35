//! Barriers that count arrivals: that no thread waits for a phase at which another never arrives.
//!
//! Two threads s, t of a block (or a cluster, for its barrier) that take part and leave the kernel: `waited(t) <= arrived(s)`. Otherwise t waited for a phase that s
//! did not arrive at, and what is concluded from its completion ([`crate::phases`]) is not so; if the barrier counts on s, t
//! waits for ever.

use super::{Check, Context, settle_closely};
use crate::answer::{Arith, Unknown};
use crate::pair::{Pair, Settled};
use crate::segment::Family;
use crate::ssa::Stop;
use crate::term::TermId;
use kverify_frontend::ir::Scope;

/// The check. What it finds is unknown: which barrier's wait does not end is not told.
pub const CHECK: Check = Check {
    id: "barrier-divergence",
    run,
};

fn run(cx: &mut Context<'_, '_>) {
    if cx.machine.ghosts.is_empty() {
        return;
    }
    for scope in [Scope::Block, Scope::Cluster] {
        let pair = Pair::new(cx.machine, &Family::any_two(scope), &[]);
        if cx.machine.terms.as_bool(pair.distinct) != Some(false) {
            among(cx, scope, pair);
        }
    }
}

/// The check of threads so far apart.
fn among(cx: &mut Context<'_, '_>, scope: Scope, mut pair: Pair) {
    let whole = cx.whole;
    let ghosts = cx.machine.ghosts.iter().enumerate();
    for (n, ghost) in ghosts.filter(|(_, g)| scope == Scope::Block || g.of_cluster) {
        let ends =
            |p: &Stop, q: &Stop, cx: &mut Context<'_, '_>, pair: &mut Pair| is_settled(cx, pair, n, [p, q]);
        let all = whole
            .stops
            .iter()
            .all(|p| whole.stops.iter().all(|q| ends(p, q, cx, &mut pair)));
        if !all {
            cx.unknowns.push(Unknown {
                message: "threads of the block may come to this barrier a different number of times: one may wait for a phase \
                          that another never arrives at"
                    .into(),
                loc: Some(ghost.loc),
            });
        }
    }
}

/// Whether a thread that ends at `p` has arrived as often as one that ends at `q` has waited.
fn is_settled(cx: &mut Context<'_, '_>, pair: &mut Pair, n: usize, [p, q]: [&Stop; 2]) -> bool {
    let terms = &mut cx.machine.terms;
    let (Some(own), Some(other)) = (p.phases.get(n), q.phases.get(n)) else {
        return false;
    };
    let waited = other.waited(terms);
    let (arrived, waited) = (pair.fork(terms, own.arrived, 0), pair.fork(terms, waited, 1));
    let short = terms.lt(arrived, waited);
    let members = [pair.fork(terms, own.member, 0), pair.fork(terms, other.member, 1)];
    let ways = [pair.fork(terms, p.guard, 0), pair.fork(terms, q.guard, 1)];
    let both = terms.and(&[&ways[..], &members[..1], &[short]].concat());
    let (both, assumed) = match cx.machine.config.arith {
        Arith::Bv => (both, false),
        _ => cx.solver.view(terms, both),
    };
    let mut core: Vec<TermId> = terms.conjuncts(both);
    if core.iter().any(|&c| terms.as_bool(c) == Some(false)) {
        cx.overflow |= assumed;
        return true;
    }
    core.push(pair.distinct);
    core.extend(&pair.within);
    cx.solver.obligations += 1;
    match settle_closely(cx, pair, &core, &[]) {
        Settled::Never { overflow } => {
            cx.overflow |= overflow || assumed;
            true
        }
        Settled::Happens(_) | Settled::Unknown(_) => false,
    }
}
