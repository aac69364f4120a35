//! Simple conditions on the launch and its parameters under which what an analysis left open cannot happen.
//!
//! The candidates come from outside. One that a witness satisfies is no use, and evaluation sees that; of the others the
//! solver is asked whether they contradict each open obligation, and every launch in which one does not is a witness against others.
//! Where a condition leaves nobody who writes, it is none. An assumption only takes models away, so what was settled
//! before stays settled: a condition that closes all that is open lets the whole proof go through (and whoever prints it
//! verifies the kernel under it first).

use crate::answer::{Action, Finding};
use crate::checks::Context;
use crate::discharge::{Separation, never_overlap};
use crate::ssa::Machine;
use crate::term::{TermId, Value};
use crate::z3::{Encoding, Model, Outcome};
use kverify_frontend::ir::{BinOp, Dim, Expr, ExprKind, Geometry};
use std::collections::BTreeSet;

/// A condition that lets the proof go through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enough {
    /// The candidates that it is made of.
    pub candidates: Vec<usize>,
    /// It leaves launches with several warps in a block and, unless the kernel never reads a block's number, several blocks.
    pub parallel: bool,
}

/// What an analysis is asked for besides findings.
pub struct Wish<'a> {
    /// Conditions worth trying, those that take the least away first. Only called for a kernel that is not proved.
    pub candidates: &'a (dyn Fn() -> Vec<Expr> + Sync),
    /// Whether a finding stands in the way of a proof.
    pub matters: &'a (dyn Fn(&Finding) -> bool + Sync),
}

/// An obligation that was found to happen, or not settled.
#[derive(Debug)]
pub struct Open {
    /// Its conjuncts.
    pub query: Vec<TermId>,
    /// Values that make it happen, if they are known.
    pub model: Option<Model>,
    /// The finding that came of it; `None` for a reason not to know.
    pub finding: Option<usize>,
    /// The same as a question that may need no solver.
    pub separation: Option<Separation>,
}

/// Threads of a warp.
const WARP: i128 = 32;

/// A place or a size, by dimension.
type OfDim = fn(Dim) -> Geometry;

/// More open obligations than this are not looked at: nothing simple closes them all.
const MAX_OPEN: usize = 40;

/// So many answers are enough.
const MAX_CONDITIONS: usize = 4;

/// The solver is asked at most so often, and as often again for each question that the analysis itself asked.
const LEAST_QUESTIONS: u64 = 40;

/// So many of the candidates that say several things are looked at without the solver.
const WHOLES: usize = 2;

/// A question that the solver gave up on counts for so many.
const DEAR: u64 = 5;

/// Of the resources that the analysis has for a query, a candidate gets this share.
const SHARE: u32 = 32;

/// Candidates each of which, or pairs both of which together, close everything that is open, the weakest first; then those that may.
pub fn search(cx: &mut Context<'_, '_>, wish: &Wish<'_>, other_reasons: bool) -> Vec<Enough> {
    let open = std::mem::take(&mut cx.open);
    let relevant: Vec<&Open> = open
        .iter()
        .filter(|o| {
            o.finding
                .is_none_or(|i| cx.findings.get(i).is_some_and(wish.matters))
        })
        .collect();
    let covered: BTreeSet<usize> = relevant.iter().filter_map(|o| o.finding).collect();
    let all_covered = cx
        .findings
        .iter()
        .enumerate()
        .all(|(i, f)| covered.contains(&i) || !(wish.matters)(f));
    if other_reasons || relevant.is_empty() || relevant.len() > MAX_OPEN || !all_covered {
        return Vec::new();
    }
    let exprs = (wish.candidates)();
    let candidates: Vec<TermId> = exprs.iter().map(|e| condition(cx.machine, e)).collect();
    let is_whole = |e: &Expr| matches!(e.kind, ExprKind::Binary(BinOp::And, ..));
    let models = relevant.iter().map(|o| o.model.iter().cloned().collect());
    let mut search = Search {
        models: models.collect(),
        is_whole: exprs.iter().map(is_whole).collect(),
        cx,
        open: relevant,
        questions: 0,
    };
    let found = search.run(&candidates);
    found
        .into_iter()
        .map(|all| {
            let conditions: Vec<TermId> = all.iter().map(|&i| candidates[i]).collect();
            Enough {
                parallel: search.is_parallel(&conditions),
                candidates: all,
            }
        })
        .collect()
}

/// The truth of a candidate at the kernel's start.
fn condition(machine: &mut Machine<'_>, e: &Expr) -> TermId {
    let state = machine.initial_state();
    machine.condition(&state, e)
}

struct Search<'s, 'c, 'k> {
    cx: &'s mut Context<'c, 'k>,
    open: Vec<&'s Open>,
    /// By obligation, the ways it can happen that are known: the one that was found first, and those in spite of a candidate.
    models: Vec<Vec<Model>>,
    /// By candidate, whether it says several things: enough by itself or not at all.
    is_whole: Vec<bool>,
    questions: u64,
}

impl Search<'_, '_, '_> {
    fn run(&mut self, candidates: &[TermId]) -> Vec<Vec<usize>> {
        if let Some(enough) = self.by_discharge(candidates) {
            return vec![enough];
        }
        let most = LEAST_QUESTIONS + self.cx.solver.queries();
        // By candidate, which obligations it closes.
        let mut closes: Vec<(usize, BTreeSet<usize>)> = Vec::new();
        let mut found: Vec<usize> = Vec::new();
        // Those at odds with all that is known, which is not seen to be enough.
        let mut perhaps: Vec<usize> = Vec::new();
        // Those that say several things have questions of their own, where none of the others is enough.
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by_key(|&i| self.is_whole[i]);
        for i in order {
            let candidate = candidates[i];
            let most = most + if self.is_whole[i] { LEAST_QUESTIONS } else { 0 };
            if self.cx.machine.terms.as_bool(candidate).is_some() || self.questions > most {
                continue;
            }
            let is_enough = found.len() == MAX_CONDITIONS || self.is_whole[i] && !found.is_empty();
            if is_enough || self.cx.solver.is_out_of_time() {
                break;
            }
            let candidate = self.cx.solver.view(&mut self.cx.machine.terms, candidate).0;
            let (mut closed, mut is_refuted) = (BTreeSet::new(), false);
            for o in 0..self.open.len() {
                match self.can_close(o, candidate).then(|| self.closes(o, candidate)) {
                    Some(Some(true)) => drop(closed.insert(o)),
                    Some(None) => {}
                    None | Some(Some(false)) => is_refuted = true,
                }
                if is_refuted && self.is_whole[i] {
                    break;
                }
            }
            if closed.len() == self.open.len() {
                if self.leaves_work(&[candidate]) {
                    found.push(i);
                }
                continue;
            }
            if !is_refuted && self.leaves_work(&[candidate]) {
                perhaps.push(i);
            }
            if !closed.is_empty() {
                closes.push((i, closed));
            }
        }
        let mut all = match found.is_empty() {
            true => self.pairs(candidates, &closes),
            false => {
                let weakest = self.weakest_first(candidates, found);
                weakest.into_iter().map(|i| vec![i]).collect()
            }
        };
        // Those that say more are likelier to be enough.
        perhaps.sort_by_key(|&i| !self.is_whole[i]);
        all.extend(perhaps.into_iter().take(MAX_CONDITIONS).map(|i| vec![i]));
        all
    }

    /// Whether the candidate can be at odds with the obligation: it shares a leaf with it, and all models that are known break it.
    fn can_close(&self, open: usize, candidate: TermId) -> bool {
        let terms = &self.cx.machine.terms;
        self.models[open]
            .iter()
            .all(|model| match terms.eval(candidate, &mut |t| model.value(t)) {
                Some(value) => value == Value::Bool(false),
                None => terms
                    .post_order(&[candidate])
                    .into_iter()
                    .any(|t| model.value(t).is_some()),
            })
    }

    /// Whether the obligation cannot happen where the candidate holds; `None` if that was not decided.
    fn closes(&mut self, open: usize, candidate: TermId) -> Option<bool> {
        if self.is_apart(open, &[candidate]) {
            return Some(true);
        }
        let rlimit = self.cx.machine.config.rlimit / SHARE;
        let query = [&self.open[open].query[..], &[candidate]].concat();
        let mut query = self.viewed(&query);
        let limits = self.cx.solver.limits.clone();
        let limits = self.viewed(&limits);
        // Without the limits first: it is they that make products of sizes hard.
        for more in [Vec::new(), limits.clone()] {
            query.extend(&more);
            let asked = self
                .cx
                .solver
                .ask(&self.cx.machine.terms, &query, Encoding::Int, rlimit);
            self.questions += match asked {
                Outcome::Unknown(_) => DEAR,
                _ => 1,
            };
            match asked {
                Outcome::Unsat => return Some(true),
                Outcome::Sat(model) => {
                    let values = self.cx.machine.terms.eval_all(&limits, &mut |t| model.value(t));
                    if values.iter().all(|v| *v == Some(Value::Bool(true))) {
                        self.models[open].push(model);
                        return Some(false);
                    }
                }
                Outcome::Unknown(_) => {}
            }
        }
        None
    }

    /// Whether it needs no solver to see that the obligation cannot happen where these hold.
    fn is_apart(&mut self, open: usize, conditions: &[TermId]) -> bool {
        let Some(separation) = &self.open[open].separation else {
            return false;
        };
        never_overlap(&mut self.cx.machine.terms, &separation.under(conditions))
    }

    /// The first of the candidates that say several things, sizes positive before all, that needs no solver to be seen enough; without
    /// those of its parts that are not needed.
    fn by_discharge(&mut self, candidates: &[TermId]) -> Option<Vec<usize>> {
        let whole: Vec<usize> = (0..candidates.len()).filter(|&i| self.is_whole[i]).collect();
        let mut wholes = whole.into_iter().take(WHOLES);
        wholes.find_map(|whole| self.by_parts(candidates, whole))
    }

    fn by_parts(&mut self, candidates: &[TermId], whole: usize) -> Option<Vec<usize>> {
        let terms = &self.cx.machine.terms;
        let parts = terms.conjuncts(candidates[whole]);
        let at = |part: &TermId| candidates.iter().position(|c| c == part);
        let mut needed: Vec<usize> = parts.iter().map(at).collect::<Option<_>>()?;
        if !self.all_apart(candidates, &needed) {
            return None;
        }
        let mut i = 0;
        while i < needed.len() && needed.len() > 1 {
            let mut fewer = needed.clone();
            fewer.remove(i);
            match self.all_apart(candidates, &fewer) {
                true => needed = fewer,
                false => i += 1,
            }
        }
        let conditions: Vec<TermId> = needed.iter().map(|&i| candidates[i]).collect();
        self.leaves_work(&conditions).then_some(needed)
    }

    fn all_apart(&mut self, candidates: &[TermId], chosen: &[usize]) -> bool {
        let conditions: Vec<TermId> = chosen.iter().map(|&i| candidates[i]).collect();
        let conditions = self.viewed(&conditions);
        (0..self.open.len()).all(|open| self.is_apart(open, &conditions))
    }

    fn viewed(&mut self, all: &[TermId]) -> Vec<TermId> {
        all.iter()
            .map(|&t| self.cx.solver.view(&mut self.cx.machine.terms, t).0)
            .collect()
    }

    /// Whether some thread still writes where the condition holds: a kernel in which nobody does anything is free of races, and
    /// no use to anyone. `true` also where that is not known.
    fn leaves_work(&mut self, conditions: &[TermId]) -> bool {
        self.works(conditions).any(|outcome| outcome != Outcome::Unsat)
    }

    /// Whether some thread is known to write in a launch of several warps and blocks where the condition holds, as far as the sizes
    /// are free.
    fn is_parallel(&mut self, conditions: &[TermId]) -> bool {
        let mut all = conditions.to_vec();
        let config = self.cx.machine.config;
        let warps = (
            Geometry::ThreadIdx as OfDim,
            Geometry::BlockDim as OfDim,
            config.block,
            2 * WARP,
        );
        let blocks = (
            Geometry::BlockIdx as OfDim,
            Geometry::GridDim as OfDim,
            config.grid,
            2,
        );
        for (index, size, fixed, least) in [warps, blocks] {
            let told_apart = |d: &Dim| self.reads(index(*d));
            let free: Vec<Dim> = Dim::ALL.into_iter().filter(told_apart).collect();
            if free.is_empty() || free.iter().any(|d| fixed[*d as usize].is_some()) {
                continue;
            }
            let sizes: Vec<TermId> = free.iter().map(|&d| self.cx.machine.geometry(size(d))).collect();
            let terms = &mut self.cx.machine.terms;
            let mut any = Vec::new();
            for (i, &size) in sizes.iter().enumerate() {
                let whole = terms.int(least);
                any.push(terms.le(whole, size));
                // A product of two at least as large, without the product.
                for &other in &sizes[..i] {
                    let mut rows = 2;
                    while rows < least {
                        let (a, b) = (terms.int(rows), terms.int(least / rows));
                        let both = [terms.le(a, size), terms.le(b, other)];
                        any.push(terms.and(&both));
                        rows *= 2;
                    }
                }
            }
            all.push(terms.or(&any));
        }
        self.is_possible(&all) && self.leaves_others(conditions)
    }

    /// Whether others than the first thread and the first block still work, where they do without the condition: one that leaves a single
    /// thread everything hides what threads do to one another.
    fn leaves_others(&mut self, conditions: &[TermId]) -> bool {
        let indices = [Geometry::ThreadIdx as OfDim, Geometry::BlockIdx as OfDim];
        indices.into_iter().all(|index| {
            let told_apart = Dim::ALL.into_iter().filter(|d| self.reads(index(*d)));
            let places: Vec<Geometry> = told_apart.map(index).collect();
            let zero = self.cx.machine.terms.int(0);
            let mut later = Vec::new();
            for place in places {
                let place = self.cx.machine.geometry(place);
                later.push(self.cx.machine.terms.lt(zero, place));
            }
            let mut all = vec![self.cx.machine.terms.or(&later)];
            if later.is_empty() || !self.is_possible(&all) {
                return true;
            }
            all.extend(conditions);
            self.is_possible(&all)
        })
    }

    /// Whether some thread is known to write under these conditions.
    fn is_possible(&mut self, conditions: &[TermId]) -> bool {
        let mut outcomes = self.works(conditions);
        outcomes.any(|outcome| matches!(outcome, Outcome::Sat(_)))
    }

    /// Whether the kernel reads it.
    fn reads(&self, geometry: Geometry) -> bool {
        let is_it = |e: &Expr| e.kind == ExprKind::Geometry(geometry);
        self.cx.machine.kernel.exprs().any(|e| e.contains(&is_it))
    }

    /// What the solver says of each write in launches where the conditions hold.
    fn works(&mut self, conditions: &[TermId]) -> impl Iterator<Item = Outcome> {
        let rlimit = self.cx.machine.config.rlimit / SHARE;
        let mut always = conditions.to_vec();
        always.extend(&self.cx.solver.limits);
        for d in Dim::ALL {
            let [t, n, b, g] = [
                Geometry::ThreadIdx(d),
                Geometry::BlockDim(d),
                Geometry::BlockIdx(d),
                Geometry::GridDim(d),
            ]
            .map(|g| self.cx.machine.geometry(g));
            let terms = &mut self.cx.machine.terms;
            always.extend([terms.lt(t, n), terms.lt(b, g)]);
        }
        let whole = self.cx.whole;
        let writes = whole.accesses.iter().filter(|a| a.action != Action::Read);
        let mut guards: Vec<TermId> = writes.map(|a| a.guard).collect();
        guards.sort_unstable();
        guards.dedup();
        guards.into_iter().map(move |guard| {
            let query = [&always[..], &[guard]].concat();
            let query = self.viewed(&query);
            self.questions += 1;
            self.cx
                .solver
                .ask(&self.cx.machine.terms, &query, Encoding::Int, rlimit)
        })
    }

    /// Two candidates that close everything between them.
    fn pairs(&mut self, candidates: &[TermId], closes: &[(usize, BTreeSet<usize>)]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        for (n, (i, a)) in closes.iter().enumerate() {
            for (j, b) in &closes[n + 1..] {
                if found.len() < MAX_CONDITIONS
                    && a.union(b).count() == self.open.len()
                    && self.leaves_work(&[candidates[*i], candidates[*j]])
                {
                    found.push(vec![*i, *j]);
                }
            }
        }
        found
    }

    /// Leaves out conditions that imply another one, and keeps the order.
    fn weakest_first(&mut self, candidates: &[TermId], found: Vec<usize>) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for &i in &found {
            let weaker = found.iter().any(|&j| {
                j != i
                    && self.implies(candidates[i], candidates[j])
                    && (j < i || !self.implies(candidates[j], candidates[i]))
            });
            if !weaker {
                kept.push(i);
            }
        }
        if kept.is_empty() { found } else { kept }
    }

    fn implies(&mut self, a: TermId, b: TermId) -> bool {
        let rlimit = self.cx.machine.config.rlimit / SHARE;
        let not_b = self.cx.machine.terms.not(b);
        let mut query = vec![a, not_b];
        query.extend(&self.cx.solver.limits);
        let query = self.viewed(&query);
        let terms = &self.cx.machine.terms;
        self.cx.solver.ask(terms, &query, Encoding::Int, rlimit) == Outcome::Unsat
    }
}
