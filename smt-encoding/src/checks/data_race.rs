//! Data races.
//!
//! Accesses a, b of one segment race if there are threads s ≠ t with
//! `guard_a(s) ∧ guard_b(t) ∧ object_a = object_b ∧ row_a(s) = row_b(t) ∧ bytes overlap`, at least one of them writes, and
//! they are not both atomic for a scope that holds both threads (C++17 [intro.races]; CUDA C++ Programming Guide,
//! "Memory consistency"; OpenCL C 3.0, 3.3.4). Encoding: Sarkar et al., ICSOFT 2018, section 5.1, Φ.

mod discharge;
mod judge;
mod order;
mod pose;
mod query;

use super::{Check, Context, settle_closely};
use crate::answer::Variant;
use crate::conditions::Open;
use crate::pair::{Pair, Settled};
use crate::segment::Family;
use crate::ssa::Access;
use discharge::discharged;
use judge::{judge, out_of_time, undecided, variant};
use kverify_frontend::ir::{Scope, Span};
use order::Orders;
use pose::{Shape, conflict, pose, shared_loops, worth_pairing};
use query::{Query, query};
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// The check.
pub const CHECK: Check = Check { id: "data-race", run };

/// One finding for each of these.
type Key = (Span, Span, Scope, Variant);

fn run(cx: &mut Context<'_, '_>) {
    let families = cx.families;
    let mut found: HashMap<Key, usize> = HashMap::new();
    let mut orders = Orders::new(cx);
    for (family, segments) in families.iter().filter(|(f, _)| !f.spaces.is_empty()) {
        for segment in segments {
            let mut pair = Pair::new(cx.machine, family, &shared_loops(family, segment));
            if cx.machine.terms.as_bool(pair.distinct) == Some(false) {
                continue;
            }
            let accesses = worth_pairing(cx, family, &segment.records.accesses);
            let mut apart: HashSet<Shape> = HashSet::new();
            for (i, a) in accesses.iter().enumerate() {
                for b in &accesses[i..] {
                    if cx.solver.is_out_of_time() {
                        cx.unknowns.push(out_of_time(a.access.loc));
                        return;
                    }
                    if !conflict(cx, family, a.access, b.access) {
                        continue;
                    }
                    cx.solver.obligations += 1;
                    let shape = a.against(b);
                    if apart.contains(&shape) {
                        cx.solver.discharged += 1;
                    } else if settle(
                        cx,
                        &mut orders,
                        &mut pair,
                        family,
                        [a.access, b.access],
                        &mut found,
                    ) {
                        apart.insert(shape);
                    }
                }
            }
        }
    }
}

/// Settles one obligation; whether the two can never meet.
fn settle<'k>(
    cx: &mut Context<'_, 'k>,
    orders: &mut Orders<'k>,
    pair: &mut Pair,
    family: &Family,
    [a, b]: [&Access; 2],
    found: &mut HashMap<Key, usize>,
) -> bool {
    let scope = family.scope;
    let (x, y) = (a.loc.span.min(b.loc.span), a.loc.span.max(b.loc.span));
    let key = (x, y, scope, variant(a, b));
    if found.get(&key).is_some_and(|&i| !cx.findings[i].same_value) {
        return false;
    }
    let start = Instant::now();
    let o = pose(cx, pair, a, b);
    let apart = !cx.machine.config.no_discharge && a.object == b.object && discharged(cx, pair, &o);
    cx.solver.discharge_seconds += start.elapsed().as_secs_f64();
    if apart {
        cx.solver.discharged += 1;
        return true;
    }
    let mut query = query(cx, pair, scope, &o);
    write_down(cx, [x, y], &query);
    let mut answer = settle_closely(cx, pair, &query.core, &query.guards);
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
    match answer {
        Settled::Never { overflow } => {
            cx.overflow |= overflow || query.assumed;
            return shape_decides;
        }
        Settled::Unknown(why) => {
            cx.unknowns.push(undecided(a, b, &why));
            cx.open.push(Open {
                query: [query.core, query.guards].concat(),
                model: None,
                finding: None,
            });
        }
        Settled::Happens(model) => {
            let awaits = orders.awaits(cx, [a, b]);
            let finding = judge(cx, pair, scope, &o, &query, &model, awaits);
            let at = found.get(&key).copied().unwrap_or(cx.findings.len());
            if !finding.same_value {
                cx.open.push(Open {
                    query: [query.core, query.guards].concat(),
                    model: Some(*model),
                    finding: Some(at),
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
