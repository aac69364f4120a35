//! Data races.
//!
//! Accesses a, b of one segment race if there are threads s ≠ t with
//! `guard_a(s) ∧ guard_b(t) ∧ object_a = object_b ∧ row_a(s) = row_b(t) ∧ bytes overlap`, at least one of them writes, and
//! they are not both atomic for a scope that holds both threads (C++17 [intro.races]; CUDA C++ Programming Guide,
//! "Memory consistency"; OpenCL C 3.0, 3.3.4). Encoding: Sarkar et al., ICSOFT 2018, section 5.1, Φ.

mod bijection;
mod discharge;
mod judge;
mod left;
mod order;
mod pose;
mod query;
mod shape;

use super::{Check, Context, settle_closely};
use crate::answer::{Behind, Finding, Kind, Variant};
use crate::conditions::Open;
use crate::pair::{Hope, Pair, Settled};
use crate::places::{self, Effort, Meeting};
use crate::segment::{Family, Segment};
use crate::ssa::Access;
use crate::term::{LoopId, TermId};
use discharge::{Attempt, attempt, share};
use judge::{judge, out_of_time, undecided, variant};
use kverify_frontend::ir::{Loc, Scope, Span};
use left::{leaving, not_before};
use order::Orders;
use pose::{conflict, pose, shared_loops, worth_pairing};
pub(super) use query::exchanged;
use query::{Query, query};
use rustc_hash::FxHashMap;
use shape::{Candidate, Group, Known, candidates, groups};
use std::time::Instant;

/// The check.
pub const CHECK: Check = Check { id: "data-race", run };

/// One finding for each of these.
type Key = (Span, Span, Scope, Variant);

/// The search for races, over one list of families after another.
pub(super) struct Search<'k> {
    orders: Orders<'k>,
    /// Findings by what tells them apart.
    found: FxHashMap<Key, usize>,
}

/// Two intervals whose accesses stand beside each other: mostly one and the same.
#[derive(Clone, Copy)]
pub(super) struct Beside<'a> {
    pub family: &'a Family,
    /// The barriers that they begin at.
    pub intervals: [Option<Loc>; 2],
    /// Divergences without which barriers kept them apart, in the order of the source.
    pub behind: &'a [Behind],
    /// What holds of the two threads besides.
    pub facts: &'a [TermId],
}

fn run(cx: &mut Context<'_, '_>) {
    let families = cx.families;
    let mut search = Search::new(cx);
    if !search.all(cx, families, &[]) {
        return;
    }
    for (family, segments) in families {
        let of_warps = family.scope == Scope::Warp && !family.lockstep && !family.spaces.is_empty();
        if of_warps && !search.leaving(cx, family, segments, None) {
            return;
        }
    }
}

impl<'k> Search<'k> {
    /// One that knows the races that were found.
    pub fn new(cx: &Context<'_, 'k>) -> Search<'k> {
        let races = cx.findings.iter().enumerate();
        let key = |f: &Finding| {
            let spans = f.places.each_ref().map(|p| p.loc.span);
            let [x, y] = spans;
            Some((x.min(y), x.max(y), f.scope, f.variant?))
        };
        Search {
            orders: Orders::new(cx),
            found: races
                .filter(|(_, f)| f.kind == Kind::DataRace)
                .filter_map(|(i, f)| Some((key(f)?, i)))
                .collect(),
        }
    }

    /// Settles what may race in the segments of these families; `false` if time ran out.
    pub fn all(
        &mut self,
        cx: &mut Context<'_, 'k>,
        families: &[(Family, Vec<Segment>)],
        behind: &[Behind],
    ) -> bool {
        let with_spaces = families.iter().filter(|(f, _)| !f.spaces.is_empty());
        for (family, segments) in with_spaces {
            let mut known: FxHashMap<Vec<LoopId>, Known> = FxHashMap::default();
            for segment in segments {
                let shared = shared_loops(family, segment);
                let mut pair = Pair::new(cx.machine, family, &shared);
                if cx.machine.terms.as_bool(pair.distinct) == Some(false) {
                    continue;
                }
                let beside = Beside {
                    family,
                    intervals: [segment.start; 2],
                    behind,
                    facts: &[],
                };
                let accesses = worth_pairing(cx, family, &segment.records.accesses);
                let candidates = candidates(cx, &mut pair, accesses);
                let known = known.entry(shared).or_default();
                let groups = groups(&candidates);
                for (i, ours) in groups.iter().enumerate() {
                    for theirs in &groups[i..] {
                        let meets = ours.may_conflict(theirs, cx.machine.config)
                            && !known.is_apart(ours.members[0], theirs.members[0]);
                        if meets && !settle_groups(cx, self, &mut pair, &beside, [ours, theirs], known) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// Settles what threads that leave the kernel do beside those that wait for the others; `false` if time ran out. With a
    /// divergence, at barriers of the block, else at those of warps.
    pub fn leaving(
        &mut self,
        cx: &mut Context<'_, 'k>,
        family: &Family,
        segments: &[Segment],
        behind: Option<&[Behind]>,
    ) -> bool {
        for segment in segments {
            let mut pair = Pair::new(cx.machine, family, &[]);
            if cx.machine.terms.as_bool(pair.distinct) == Some(false) {
                return true;
            }
            let Some(leaving) = leaving(cx, family, segments, segment, behind.is_some()) else {
                continue;
            };
            for a in &leaving.own {
                for (b, later) in &leaving.others {
                    if cx.solver.is_out_of_time() {
                        cx.unknowns.push(out_of_time(&cx.machine.clock, a.loc));
                        return false;
                    }
                    if conflict(cx, family, a, b) {
                        count(cx, [a, b]);
                        let facts = not_before(cx, &mut pair, segment, later);
                        let beside = Beside {
                            family,
                            intervals: [segment.start, later.start],
                            behind: behind.unwrap_or(&[]),
                            facts: &facts,
                        };
                        settle(cx, self, &mut pair, &beside, [a, b]);
                    }
                }
            }
        }
        true
    }
}

/// Settles the obligations of two groups (or of one against itself); `false` if time ran out.
fn settle_groups<'k>(
    cx: &mut Context<'_, 'k>,
    search: &mut Search<'k>,
    pair: &mut Pair,
    beside: &Beside<'_>,
    [ours, theirs]: [&Group<'_, '_>; 2],
    known: &mut Known,
) -> bool {
    for (i, a) in ours.members.iter().enumerate() {
        // A group against itself: each two of it once.
        let first = if std::ptr::eq(ours, theirs) { i } else { 0 };
        for b in &theirs.members[first..] {
            if cx.solver.is_out_of_time() {
                cx.unknowns.push(out_of_time(&cx.machine.clock, a.access.loc));
                return false;
            }
            // All of them, as one of the first has shown.
            if known.is_apart(a, b) {
                return true;
            }
            if conflict(cx, beside.family, a.access, b.access) {
                count(cx, [a.access, b.access]);
                settle_once(cx, search, pair, beside, [a, b], known);
            }
        }
    }
    true
}

/// Settles one obligation unless it is known of its shape that the two never meet.
fn settle_once<'k>(
    cx: &mut Context<'_, 'k>,
    search: &mut Search<'k>,
    pair: &mut Pair,
    beside: &Beside<'_>,
    [a, b]: [&Candidate<'_>; 2],
    known: &mut Known,
) {
    if known.is_settled(a, b) {
        cx.solver.discharged += 1;
        return;
    }
    if known.is_worth_generalising(a, b) {
        let apart = may_discharge(cx, [a.access, b.access]) && {
            let start = Instant::now();
            let o = pose(cx, pair, a.access, b.access);
            let own = [
                pair.fork(&mut cx.machine.terms, a.own, 0),
                pair.fork(&mut cx.machine.terms, b.own, 1),
            ];
            let apart = matches!(attempt(cx, pair, &o, own), Attempt::Apart);
            cx.solver.discharge_seconds += start.elapsed().as_secs_f64();
            apart
        };
        known.generalise(a, b, apart);
        if apart {
            cx.solver.discharged += 1;
            return;
        }
    }
    if settle(cx, search, pair, beside, [a.access, b.access]) {
        known.settled(a, b);
    }
}

/// Counts a question, and what it is made of: both guards, that the threads differ, and that the bytes overlap.
fn count(cx: &mut Context<'_, '_>, accesses: [&Access; 2]) {
    let guards = accesses.map(|a| cx.machine.terms.conjuncts(a.guard).len() as u64);
    cx.solver.obligations += 1;
    cx.solver.conjuncts += guards.iter().sum::<u64>() + 2;
}

/// Whether what needs no solver is tried at all.
fn may_discharge(cx: &Context<'_, '_>, [a, b]: [&Access; 2]) -> bool {
    !cx.machine.config.no_discharge && a.object == b.object
}

/// Settles the query, by lists of all places where that is quick or the solver gives up; whether it was they that settled it.
fn asked(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    accesses: [&Access; 2],
    query: &Query,
) -> (Settled, bool) {
    match meeting(cx, pair, accesses, Effort::Little) {
        Meeting::Never => return (Settled::Never { overflow: false }, true),
        Meeting::Perhaps(at) => {
            if let Some(model) = happens(cx, query, &at) {
                return (model, false);
            }
        }
        Meeting::Unknown => {}
    }
    let answer = settle_closely(cx, pair, &query.core, &query.guards);
    if !matches!(answer, Settled::Unknown(_)) {
        return (answer, false);
    }
    match meeting(cx, pair, accesses, Effort::Much) {
        Meeting::Never => {
            cx.places.useful = true;
            (Settled::Never { overflow: false }, true)
        }
        Meeting::Perhaps(at) => (happens(cx, query, &at).unwrap_or(answer), false),
        Meeting::Unknown => (answer, false),
    }
}

/// What the lists of all places say of two accesses.
fn meeting(cx: &mut Context<'_, '_>, pair: &mut Pair, accesses: [&Access; 2], effort: Effort) -> Meeting {
    match may_discharge(cx, accesses) {
        true => places::meeting(&mut cx.places, cx.machine, pair, accesses, effort),
        false => Meeting::Unknown,
    }
}

/// A model of the query in which these equations hold as well, if there is one.
fn happens(cx: &mut Context<'_, '_>, query: &Query, at: &[TermId]) -> Option<Settled> {
    let rest = [query.guards.as_slice(), at].concat();
    let answer = cx
        .solver
        .settle_as(&mut cx.machine.terms, &query.core, &rest, Hope::Model);
    matches!(answer, Settled::Happens(_)).then_some(answer)
}

/// Settles one obligation; whether the two can never meet.
fn settle<'k>(
    cx: &mut Context<'_, 'k>,
    search: &mut Search<'k>,
    pair: &mut Pair,
    beside: &Beside<'_>,
    [a, b]: [&Access; 2],
) -> bool {
    let Search { orders, found } = search;
    let family = beside.family;
    let scope = family.scope;
    let (x, y) = (a.loc.span.min(b.loc.span), a.loc.span.max(b.loc.span));
    let key = (x, y, scope, variant(a, b));
    if found.get(&key).is_some_and(|&i| !cx.findings[i].same_value) {
        return false;
    }
    let start = Instant::now();
    let o = pose(cx, pair, a, b);
    let attempt = match may_discharge(cx, [a, b]) {
        true => attempt(cx, pair, &o, o.guards),
        false => Attempt::Open(None),
    };
    let Attempt::Open(separation) = attempt else {
        cx.solver.discharge_seconds += start.elapsed().as_secs_f64();
        cx.solver.discharged += 1;
        return true;
    };
    let share = separation.as_ref().map_or(1, |s| share(cx, s));
    cx.solver.discharge_seconds += start.elapsed().as_secs_f64();
    let mut query = query(cx, pair, scope, &o);
    query.core.extend(beside.facts);
    write_down(cx, [x, y], &query);
    cx.solver.spare(share);
    let (mut answer, listed) = asked(cx, pair, [a, b], &query);
    cx.solver.spare(1);
    let mut shape_decides = true;
    if !matches!(answer, Settled::Never { .. }) {
        let unordered = orders.unordered(cx, pair, family, [a, b], &query);
        if !unordered.is_empty() {
            query.core.extend(unordered);
            cx.ordered.extend([a.object, b.object]);
            // Another pair with these terms may stand elsewhere, where nothing orders it.
            shape_decides = false;
            answer = settle_closely(cx, pair, &query.core, &query.guards);
        }
    }
    if !matches!(answer, Settled::Never { .. }) && never_from_zero(cx, pair, &query) {
        answer = Settled::Never { overflow: true };
        shape_decides = false;
    }
    match answer {
        Settled::Never { overflow } => {
            cx.overflow |= overflow || (query.assumed && !listed);
            return shape_decides;
        }
        Settled::Unknown(why) => {
            cx.undecided([query.core, query.guards].concat(), undecided(a, b, &why));
            if let Some(open) = cx.open.last_mut() {
                open.separation = separation;
            }
        }
        Settled::Happens(model) => {
            let awaits = orders.awaits(cx, scope, [a, b]);
            let (finding, model, differs) = judge(cx, pair, beside, &o, &query, model, awaits);
            let at = found.get(&key).copied().unwrap_or(cx.findings.len());
            if !finding.same_value {
                cx.open.push(Open {
                    query: [query.core, query.guards, differs].concat(),
                    model: Some(*model),
                    finding: Some(at),
                    separation,
                });
            }
            match found.get(&key) {
                Some(&i) if !finding.same_value => cx.findings[i] = finding,
                Some(_) => {}
                None => {
                    found.insert(key, cx.findings.len());
                    cx.findings.push(finding);
                }
            }
        }
    }
    false
}

/// Whether it cannot happen if counters in global memory start at 0 and do not overflow. That is taken for granted then.
fn never_from_zero(cx: &mut Context<'_, '_>, pair: &mut Pair, query: &Query) -> bool {
    let all = [query.core.as_slice(), &query.guards].concat();
    let (facts, counters) = pair.from_zero(cx.machine, &all);
    if facts.is_empty() {
        return false;
    }
    let core = [query.core.as_slice(), &facts].concat();
    let never = matches!(
        settle_closely(cx, pair, &core, &query.guards),
        Settled::Never { .. }
    );
    if never {
        cx.trusted.zeroed.extend(counters);
    }
    never
}

/// For `--dump terms`.
fn write_down(cx: &mut Context<'_, '_>, [x, y]: [Span; 2], query: &Query) {
    if let Some(text) = &mut cx.transcript {
        let terms = &cx.machine.terms;
        text.push_str(&format!("race {}:{} {}:{}\n", x.line, x.column, y.line, y.column));
        for &t in query.core.iter().chain(&query.guards) {
            text.push_str(&format!("    {}\n", terms.show(t)));
        }
    }
}
