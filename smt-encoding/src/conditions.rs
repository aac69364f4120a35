//! Simple conditions on the launch and its parameters under which what an analysis left open cannot happen.
//!
//! The candidates come from outside. One that a witness satisfies is no use, and evaluation sees that; of the others the
//! solver is asked whether they contradict each open obligation, and every launch in which one does not is a witness against others.
//! Where a condition leaves nobody who writes, it is none. An assumption only takes models away, so what was settled
//! before stays settled: a condition that closes all that is open lets the whole proof go through (and whoever prints it
//! verifies the kernel under it first).

mod together;
mod weakest;
mod work;

use crate::answer::Finding;
use crate::checks::Context;
use crate::discharge::{Separation, never_overlap};
use crate::ssa::Machine;
use crate::term::{TermId, Value};
use crate::z3::{Encoding, Model, Outcome};
use kverify_frontend::ir::{BinOp, Expr, ExprKind};
use std::collections::{BTreeMap, BTreeSet};

/// A condition that lets the proof go through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enough {
    /// The candidates that it is made of.
    pub candidates: Vec<usize>,
    /// It leaves launches with several warps in a block and, unless the kernel never reads a block's number, several blocks.
    pub parallel: bool,
}

/// A condition worth trying.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What it says.
    pub holds: Expr,
    /// Callers keep to it as a matter of course: it is tried before all that they may not keep to.
    pub natural: bool,
}

/// What an analysis is asked for besides findings.
pub struct Wish<'a> {
    /// Conditions worth trying, those that take the least away first. Only called for a kernel that is not proved.
    pub candidates: &'a (dyn Fn() -> Vec<Candidate> + Sync),
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
const SHARE: u32 = 8;

/// Candidates each of which, or pairs or few natural ones together, close everything that is open, the weakest first; then those that may.
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
    let all = (wish.candidates)();
    let candidates: Vec<TermId> = all.iter().map(|c| condition(cx.machine, &c.holds)).collect();
    let is_whole = |c: &Candidate| matches!(c.holds.kind, ExprKind::Binary(BinOp::And, ..));
    let is_common = |c: &Candidate| c.natural && !is_whole(c) && together::is_common(&c.holds);
    let models = relevant.iter().map(|o| o.model.iter().cloned().collect());
    let mut search = Search {
        models: models.collect(),
        is_whole: all.iter().map(is_whole).collect(),
        is_natural: all.iter().map(|c| c.natural).collect(),
        is_common: all.iter().map(is_common).collect(),
        cx,
        open: relevant,
        parallel: BTreeMap::new(),
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
    /// By candidate, whether callers keep to it as a matter of course.
    is_natural: Vec<bool>,
    /// By candidate, whether that stays so beside others.
    is_common: Vec<bool>,
    /// Whether conditions leave launches of several warps and blocks, where that was asked.
    parallel: BTreeMap<Vec<TermId>, bool>,
    questions: u64,
}

/// What was learnt of the candidates so far.
#[derive(Default)]
struct Learnt {
    /// By candidate, which obligations it closes.
    closes: Vec<(usize, BTreeSet<usize>)>,
    /// Those that close everything.
    found: Vec<usize>,
    /// Those at odds with all that is known, which is not seen to be enough: those that say more are likelier to be.
    perhaps: Vec<usize>,
}

impl Search<'_, '_, '_> {
    fn run(&mut self, candidates: &[TermId]) -> Vec<Vec<usize>> {
        if let Some(enough) = self.by_discharge(candidates) {
            return vec![enough];
        }
        let most = LEAST_QUESTIONS + self.cx.solver.queries();
        let mut learnt = Learnt::default();
        let mut pairs = Vec::new();
        // What callers keep to anyway, and two such things, before what they may not: `0 <= k && k < n` before `n == 1`.
        for natural in [true, false] {
            // Those that say several things have questions of their own, where none of the others is enough.
            for (whole, more) in [(false, 0), (true, LEAST_QUESTIONS)] {
                if whole && natural && learnt.found.is_empty() {
                    let found = self.whole_by_discharge(candidates);
                    found.map(|i| self.is_parallel(&[candidates[i]]));
                    learnt.found.extend(found);
                }
                // Those that all known ways break first: one of them may be enough by itself, and the others only together.
                for alone in [true, false] {
                    for (i, &candidate) in candidates.iter().enumerate() {
                        if (self.is_natural[i], self.is_whole[i]) != (natural, whole) {
                            continue;
                        }
                        let is_settled = match alone {
                            true => learnt.found.len() == MAX_CONDITIONS || whole && !learnt.found.is_empty(),
                            false => whole || self.open.len() == 1 || !learnt.found.is_empty(),
                        };
                        if is_settled || self.cx.solver.is_out_of_time() {
                            break;
                        }
                        if self.questions <= most + more && (alone || !learnt.perhaps.contains(&i)) {
                            self.try_one(i, candidate, alone, &mut learnt);
                        }
                    }
                }
            }
            if learnt.found.is_empty() {
                pairs = self.pairs(candidates, &learnt.closes);
            }
            if natural && pairs.is_empty() && !self.is_of_use(candidates, &learnt) {
                pairs.extend(self.together(candidates));
            }
            if !pairs.is_empty() {
                break;
            }
        }
        let found = self.weakest_first(candidates, learnt.found);
        let mut all: Vec<Vec<usize>> = found.into_iter().map(|i| vec![i]).collect();
        all.extend(pairs);
        learnt.perhaps.sort_by_key(|&i| !self.is_whole[i]);
        all.extend(learnt.perhaps.into_iter().take(MAX_CONDITIONS).map(|i| vec![i]));
        all
    }

    /// Whether one candidate may be a condition that callers keep to.
    fn is_of_use(&mut self, candidates: &[TermId], learnt: &Learnt) -> bool {
        let perhaps = learnt.perhaps.iter().any(|&i| self.is_natural[i]);
        perhaps || learnt.found.iter().any(|&i| self.is_parallel(&[candidates[i]]))
    }

    /// Whether a candidate closes all obligations, or, not `alone`, which it closes.
    fn try_one(&mut self, i: usize, candidate: TermId, alone: bool, learnt: &mut Learnt) {
        if self.cx.machine.terms.as_bool(candidate).is_some() {
            return;
        }
        let given = candidate;
        let candidate = self.cx.solver.view(&mut self.cx.machine.terms, candidate).0;
        if alone && !(0..self.open.len()).all(|o| self.can_close(o, &[candidate])) {
            return;
        }
        let (mut closed, mut is_refuted) = (BTreeSet::new(), false);
        for o in 0..self.open.len() {
            match self
                .can_close(o, &[candidate])
                .then(|| self.closes(o, &[candidate]))
            {
                Some(Some(true)) => drop(closed.insert(o)),
                Some(None) => {}
                None | Some(Some(false)) => is_refuted = true,
            }
            if is_refuted && alone {
                break;
            }
        }
        let is_enough = closed.len() == self.open.len();
        if (is_enough || !is_refuted) && self.leaves_work(&[candidate]) {
            match is_enough {
                true => {
                    // While there is work left to ask it with.
                    if self.is_natural[i] {
                        self.is_parallel(&[given]);
                    }
                    learnt.found.push(i);
                }
                false => learnt.perhaps.push(i),
            }
        }
        if !alone && !is_enough && !closed.is_empty() {
            learnt.closes.push((i, closed));
        }
    }

    /// Whether conditions can be at odds with the obligation: one shares a leaf with it, and all models that are known break one.
    fn can_close(&self, open: usize, conditions: &[TermId]) -> bool {
        let terms = &self.cx.machine.terms;
        let breaks = |model: &Model, condition: TermId| match terms.eval(condition, &mut |t| model.value(t)) {
            Some(value) => value == Value::Bool(false),
            None => terms
                .post_order(&[condition])
                .into_iter()
                .any(|t| model.value(t).is_some()),
        };
        self.models[open]
            .iter()
            .all(|model| conditions.iter().any(|&condition| breaks(model, condition)))
    }

    /// Whether the obligation cannot happen where the conditions hold; `None` if that was not decided.
    fn closes(&mut self, open: usize, conditions: &[TermId]) -> Option<bool> {
        if self.is_apart(open, conditions) {
            return Some(true);
        }
        let rlimit = self.cx.machine.config.rlimit / SHARE;
        let query = [&self.open[open].query[..], conditions].concat();
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
    /// those of its parts that are not needed, each as weak as it can be.
    fn by_discharge(&mut self, candidates: &[TermId]) -> Option<Vec<usize>> {
        let whole: Vec<usize> = (0..candidates.len()).filter(|&i| self.is_whole[i]).collect();
        let mut wholes = whole.into_iter().take(WHOLES);
        wholes.find_map(|whole| self.by_parts(candidates, whole))
    }

    /// The first natural one of the candidates that say several things that needs no solver to be seen enough: those before it may be hard
    /// for the solver.
    fn whole_by_discharge(&mut self, candidates: &[TermId]) -> Option<usize> {
        let is_wanted = |i: &usize| self.is_whole[*i] && self.is_natural[*i];
        let whole: Vec<usize> = (0..candidates.len()).filter(is_wanted).collect();
        whole.into_iter().find(|&i| {
            let condition = self.conditions(candidates, &[i]);
            self.are_apart_under(candidates, &[i]) && self.leaves_work(&condition)
        })
    }

    fn by_parts(&mut self, candidates: &[TermId], whole: usize) -> Option<Vec<usize>> {
        let mut needed = self.parts(candidates, whole)?;
        if !self.are_apart_under(candidates, &needed) {
            return None;
        }
        let mut i = 0;
        while i < needed.len() && needed.len() > 1 {
            let mut fewer = needed.clone();
            fewer.remove(i);
            match self.are_apart_under(candidates, &fewer) {
                true => needed = fewer,
                false => i += 1,
            }
        }
        for i in 0..needed.len() {
            self.weaken(candidates, &mut needed, i);
        }
        let conditions = self.conditions(candidates, &needed);
        self.leaves_work(&conditions).then_some(needed)
    }

    /// The candidates that say together what this one says.
    fn parts(&self, candidates: &[TermId], i: usize) -> Option<Vec<usize>> {
        let parts = self.cx.machine.terms.conjuncts(candidates[i]);
        let at = |part: &TermId| candidates.iter().position(|c| c == part);
        parts.iter().map(at).collect()
    }

    /// Whether it needs no solver to see that these candidates are enough together, none of which is a constant.
    fn are_apart_under(&mut self, candidates: &[TermId], chosen: &[usize]) -> bool {
        let conditions = self.conditions(candidates, chosen);
        let mut all = conditions.iter();
        all.all(|&c| self.cx.machine.terms.as_bool(c).is_none())
            && (0..self.open.len())
                .all(|open| self.can_close(open, &conditions) && self.is_apart(open, &conditions))
    }

    fn conditions(&mut self, candidates: &[TermId], chosen: &[usize]) -> Vec<TermId> {
        let conditions: Vec<TermId> = chosen.iter().map(|&i| candidates[i]).collect();
        self.viewed(&conditions)
    }

    fn viewed(&mut self, all: &[TermId]) -> Vec<TermId> {
        all.iter()
            .map(|&t| self.cx.solver.view(&mut self.cx.machine.terms, t).0)
            .collect()
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
}
