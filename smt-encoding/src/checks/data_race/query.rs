//! What the solver is asked.

use super::super::Context;
use super::pose::{Obligation, are_one_copy};
use crate::answer::Arith;
use crate::discharge::{divisors_are_not_zero, overlap};
use crate::pair::{Pair, Relations};
use crate::ssa::Records;
use crate::term::TermId;
use kverify_frontend::ir::Scope;

/// A conjunction that holds of two threads that race.
pub(super) struct Query {
    /// The overlap, the threads' ranges, and what is known of values in either.
    pub core: Vec<TermId>,
    /// Both guards' conjuncts.
    pub guards: Vec<TermId>,
    /// Whether the overlap takes the no-overflow assumption.
    pub assumed: bool,
}

/// `s ≠ t ∧ bytes overlap ∧ guard_a(s) ∧ guard_b(t)`, with the facts about atomics' results and array elements in it.
pub(super) fn query(cx: &mut Context<'_, '_>, pair: &mut Pair, scope: Scope, o: &Obligation<'_>) -> Query {
    let same_object = o.accesses[0].object == o.accesses[1].object;
    let mut assumed = false;
    let mut view = |cx: &mut Context<'_, '_>, t: TermId| {
        if cx.machine.config.arith == Arith::Bv {
            return t;
        }
        let (t, a) = cx.solver.view(&mut cx.machine.terms, t);
        assumed |= a;
        t
    };
    let mut core = Vec::new();
    // The one thread that starts a group's copy may be any thread, this one included.
    let group = o.accesses.iter().any(|a| a.by_group) && scope == Scope::Block;
    if !group {
        core.push(pair.distinct);
    }
    if group && are_one_copy(o.accesses[0], o.accesses[1]) {
        let counters = o.accesses.map(|a| a.counters.as_slice());
        core.push(pair.in_other_iterations(&mut cx.machine.terms, counters));
    }
    core.extend(&pair.within);
    if same_object {
        let (x, y) = (view(cx, o.offsets[0]), view(cx, o.offsets[1]));
        let terms = &mut cx.machine.terms;
        let diff = terms.sub(x, y);
        let size = |t| terms.as_int(t).and_then(|n| u32::try_from(n).ok());
        let meets = match (size(o.bytes[0]), size(o.bytes[1])) {
            (Some(m), Some(n)) => overlap(terms, diff, [m, n]),
            _ => {
                // x < y + n  ∧  y < x + m
                let (m, n) = (o.bytes[0], o.bytes[1]);
                let back = terms.scale(diff, -1);
                let (c, d) = (terms.lt(diff, n), terms.lt(back, m));
                terms.and(&[c, d])
            }
        };
        let row = terms.eq(o.rows[0], o.rows[1]);
        core.extend([meets, row]);
        core.extend(in_bounds(cx, o, [x, y]));
    }
    core.retain(|&c| cx.machine.terms.as_bool(c) != Some(true));
    let mut guards = Vec::new();
    for g in o.guards {
        guards.extend(cx.machine.terms.conjuncts(g));
    }
    guards.sort_unstable();
    guards.dedup();
    let all = [core.as_slice(), &guards].concat();
    core.extend(divisors_are_not_zero(&mut cx.machine.terms, &all));
    // What offsets are made of may look otherwise among the conjuncts.
    let asked = [core.as_slice(), &guards, &o.offsets].concat();
    let draws = pair.draws(cx.machine, &asked);
    let exchanged = exchanged(cx, pair, &asked);
    let assumed = assumed || draws.assumed || exchanged.assumed;
    core.extend(draws.facts);
    core.extend(exchanged.facts);
    let elements = pair.array_elements(cx.machine, &[core.as_slice(), &guards].concat());
    core.extend(elements);
    Query {
        core,
        guards,
        assumed,
    }
}

/// What is known of what the two threads' warps did together, as far as it occurs in `query`.
pub(in crate::checks) fn exchanged(cx: &mut Context<'_, '_>, pair: &mut Pair, query: &[TermId]) -> Relations {
    let segments = cx.families.iter().flat_map(|(_, segments)| segments);
    let records: Vec<&Records> = segments.map(|s| &s.records).chain([cx.whole]).collect();
    pair.exchanged(cx.machine, &records, query)
}

/// Both accesses stay in their object, where its size is known: what lies outside is another rule's matter, and is
/// reported or assumed by it.
fn in_bounds(cx: &mut Context<'_, '_>, o: &Obligation<'_>, offsets: [TermId; 2]) -> Vec<TermId> {
    let (base, depth) = cx.machine.objects.base(o.accesses[0].object);
    let Some(size) = cx.machine.kernel.objects[base].size.filter(|_| depth == 0) else {
        return Vec::new();
    };
    let terms = &mut cx.machine.terms;
    let (zero, size) = (terms.int(0), terms.int(i128::from(size)));
    let mut facts = Vec::new();
    for (offset, bytes) in offsets.into_iter().zip(o.bytes) {
        let end = terms.add(offset, bytes);
        let (from, to) = (terms.le(zero, offset), terms.le(end, size));
        facts.extend([from, to]);
    }
    facts
}
