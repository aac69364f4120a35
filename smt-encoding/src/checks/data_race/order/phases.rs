//! Barriers that count arrivals ([`crate::phases`]): what a thread does before its n-th arrival comes before what another does that
//! knows the n-th phase to be complete.

use super::super::super::Context;
use crate::pair::Pair;
use crate::phases::Ghost;
use crate::ssa::Access;
use crate::term::TermId;
use kverify_frontend::ir::Scope;

/// Conditions that hold of two threads whose accesses no barrier of threads as far apart orders.
pub(super) fn not_passed(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    apart: Scope,
    [a, b]: [&Access; 2],
) -> Vec<TermId> {
    let ghosts = cx.machine.ghosts;
    let terms = &mut cx.machine.terms;
    let mut out = Vec::new();
    let holds_both = |g: &Ghost| {
        apart
            <= if g.of_cluster {
                Scope::Cluster
            } else {
                Scope::Block
            }
    };
    let progress = ghosts.iter().zip(a.phases.iter().zip(&b.phases));
    for (x, y) in progress.filter(|(g, _)| holds_both(g)).map(|(_, p)| p) {
        for (first, second, sides) in [(x, y, [0, 1]), (y, x, [1, 0])] {
            let waited = second.waited(terms);
            let (arrived, waited) = (
                pair.fork(terms, first.arrived, sides[0]),
                pair.fork(terms, waited, sides[1]),
            );
            let member = pair.fork(terms, first.member, sides[0]);
            let passed = terms.lt(arrived, waited);
            let ordered = terms.and(&[member, passed]);
            out.push(terms.not(ordered));
        }
    }
    out
}
