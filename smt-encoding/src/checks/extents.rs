//! Accesses outside the buffers that a launch hands over.
//!
//! For a pointer whose extent is known, in terms of arguments and launch sizes: `guard ∧ (offset < start ∨ offset + bytes > end)` for
//! some thread (C17 6.5.6p8).
//!
//! An index that is read from memory may be anything as far as the kernel's text goes, and so may what is not modelled exactly: like
//! what the solver cannot tell, it is taken to stay inside, and the answer says so.

use super::bearing::{about_index, happens_anyway};
use super::out_of_bounds::{finding, leaving};
use super::{Check, Context, decide, one_thread};
use crate::conditions::Open;
use crate::pair::{Pair, Settled};
use crate::ssa::{Access, Within};
use crate::term::{Node, Origin, TermId};
use kverify_frontend::ir::{ObjectId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The check.
pub const CHECK: Check = Check {
    id: "out-of-bounds",
    run,
};

/// For one question here the solver has so many times less than for others.
const SHARE: u32 = 8;

/// After so many questions without an answer no more are asked.
const MOST_UNKNOWN: usize = 6;

fn run(cx: &mut Context<'_, '_>) {
    let extents = cx.machine.extents.clone();
    if extents.is_empty() {
        return;
    }
    let whole = cx.whole;
    let mut pair = one_thread(cx);
    let mut search = Search::default();
    for a in &whole.bounds {
        for within in extents.iter().filter(|within| within.object == a.object) {
            search.look(cx, &mut pair, a, within);
        }
    }
}

/// What was asked so far.
#[derive(Default)]
struct Search {
    /// The places and objects of findings.
    found: FxHashSet<(Span, ObjectId)>,
    asked: BTreeSet<[TermId; 4]>,
    unknown: usize,
}

impl Search {
    fn look(&mut self, cx: &mut Context<'_, '_>, pair: &mut Pair, a: &Access, within: &Within) {
        let place = (a.loc.span, a.object);
        let is_new = self.asked.insert([a.guard, a.offset, a.bytes, within.end]);
        if !is_new || self.found.contains(&place) || is_inside(cx, a, within) {
            return;
        }
        cx.solver.obligations += 1;
        let bounds = [within.start, within.end];
        let terms = &mut cx.machine.terms;
        let mut core = leaving(terms, pair, a, bounds);
        let about = about_index(cx, pair, a, bounds, &core);
        let is_open = rests_on_contents(cx, &about) && !happens_anyway(cx, &core, &about);
        let first = is_open.then(|| {
            let about = first_iterations(cx, pair, a, &about);
            (
                first_iterations(cx, pair, a, &core),
                rests_on_contents(cx, &about),
            )
        });
        let settled = self.decide(cx, &core);
        let settled = match (settled, first) {
            // Guards may rule it out whatever the contents are.
            (settled @ Settled::Never { .. }, _) | (settled, None) => settled,
            (_, Some((first, is_open))) => {
                trust(cx, a);
                if is_open {
                    return;
                }
                core = first;
                self.decide(cx, &core)
            }
        };
        match settled {
            Settled::Never { .. } => {}
            Settled::Unknown(_) => trust(cx, a),
            Settled::Happens(model) => {
                // Of an empty buffer there is no launch that is worth a word.
                let terms = &mut cx.machine.terms;
                core.push(terms.lt(within.start, within.end));
                let is_sized = terms.as_int(within.end).is_some();
                let model = match self.decide(cx, &core) {
                    Settled::Happens(larger) => larger,
                    Settled::Never { .. } if !is_sized => return trust(cx, a),
                    Settled::Never { .. } | Settled::Unknown(_) => {
                        core.pop();
                        model
                    }
                };
                self.found.insert(place);
                let finding = finding(cx, pair, a, &core, &model);
                cx.open.push(Open {
                    query: core,
                    model: Some(*model),
                    finding: Some(cx.findings.len()),
                    separation: None,
                });
                cx.findings.push(finding);
            }
        }
    }

    fn decide(&mut self, cx: &mut Context<'_, '_>, core: &[TermId]) -> Settled {
        if self.unknown >= MOST_UNKNOWN {
            return Settled::Unknown("no more was asked".to_owned());
        }
        let settled = spared(cx, core);
        self.unknown += usize::from(matches!(settled, Settled::Unknown(_)));
        settled
    }
}

/// The query for the first iterations of all loops around an access, in which often less has been read from memory.
fn first_iterations(cx: &mut Context<'_, '_>, pair: &mut Pair, a: &Access, core: &[TermId]) -> Vec<TermId> {
    let terms = &mut cx.machine.terms;
    let zero = terms.int(0);
    let mut counters: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (_, counter) in &a.counters {
        counters.insert(pair.fork(terms, *counter, 0), zero);
    }
    core.iter().map(|&c| terms.replace(c, &counters)).collect()
}

/// What is decided with a share of what other questions have.
pub(super) fn spared(cx: &mut Context<'_, '_>, core: &[TermId]) -> Settled {
    cx.solver.spare(SHARE);
    let settled = decide(cx, core);
    cx.solver.spare(1);
    settled
}

/// Whether intervals show that an access stays inside.
fn is_inside(cx: &mut Context<'_, '_>, a: &Access, within: &Within) -> bool {
    let terms = &mut cx.machine.terms;
    let behind = terms.add(a.offset, a.bytes);
    let (Some(start), Some(end)) = (terms.as_int(within.start), terms.as_int(within.end)) else {
        return false;
    };
    terms.range(a.offset).at_least(start) && terms.range(behind).at_most(end)
}

fn trust(cx: &mut Context<'_, '_>, a: &Access) {
    let name = cx.machine.objects.name(cx.machine.kernel, a.object);
    cx.trusted.bounds.insert((a.loc.span.line, name));
    cx.trusted.unbounded.insert(cx.machine.objects.base(a.object).0);
}

/// Whether what memory holds, or a value that is not modelled exactly, flows into the query.
pub(super) fn rests_on_contents(cx: &Context<'_, '_>, query: &[TermId]) -> bool {
    let terms = &cx.machine.terms;
    terms.post_order(query).iter().any(|&t| match terms.node(t) {
        Node::App(..) => true,
        Node::Sym(s) => {
            let (of, _) = terms.original(*s);
            matches!(
                terms.symbols[of].origin,
                Origin::Approximate(_) | Origin::Free | Origin::Placeholder
            )
        }
        _ => false,
    })
}
