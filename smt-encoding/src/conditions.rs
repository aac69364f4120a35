//! Simple conditions on the launch and its parameters under which what an analysis left open cannot happen.
//!
//! The candidates come from outside. One that a witness satisfies is no use, and evaluation sees that; of the others the
//! solver is asked whether they contradict each open obligation. An assumption only takes models away, so what was settled
//! before stays settled: a condition that closes all that is open lets the whole proof go through (and whoever prints it
//! verifies the kernel under it first).

use crate::answer::Finding;
use crate::checks::Context;
use crate::ssa::Machine;
use crate::term::{TermId, Value};
use crate::z3::{Encoding, Model, Outcome};
use kverify_frontend::ir::Expr;
use std::collections::BTreeSet;

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
}

/// More open obligations than this are not looked at: nothing simple closes them all.
const MAX_OPEN: usize = 40;

/// So many answers are enough.
const MAX_CONDITIONS: usize = 4;

/// The solver is asked at most so often, and as often again for each question that the analysis itself asked.
const LEAST_QUESTIONS: u64 = 24;

/// Of the resources that the analysis has for a query, a candidate gets this share.
const SHARE: u32 = 16;

/// Candidates (by index) each of which, or pairs both of which together, close everything that is open; the weakest first.
pub fn search(cx: &mut Context<'_, '_>, wish: &Wish<'_>, other_reasons: bool) -> Vec<Vec<usize>> {
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
    let candidates: Vec<TermId> = (wish.candidates)()
        .iter()
        .map(|e| condition(cx.machine, e))
        .collect();
    let mut search = Search {
        cx,
        open: relevant,
        questions: 0,
    };
    search.run(&candidates)
}

/// The truth of a candidate at the kernel's start.
fn condition(machine: &mut Machine<'_>, e: &Expr) -> TermId {
    let state = machine.initial_state();
    machine.condition(&state, e)
}

struct Search<'s, 'c, 'k> {
    cx: &'s mut Context<'c, 'k>,
    open: Vec<&'s Open>,
    questions: u64,
}

impl Search<'_, '_, '_> {
    fn run(&mut self, candidates: &[TermId]) -> Vec<Vec<usize>> {
        let most = LEAST_QUESTIONS + self.cx.solver.queries();
        // By candidate, which obligations it closes.
        let mut closes: Vec<(usize, BTreeSet<usize>)> = Vec::new();
        let mut found: Vec<usize> = Vec::new();
        for (i, &candidate) in candidates.iter().enumerate() {
            if self.cx.machine.terms.as_bool(candidate).is_some() {
                continue;
            }
            if found.len() == MAX_CONDITIONS || self.questions > most || self.cx.solver.is_out_of_time() {
                break;
            }
            let candidate = self.cx.solver.view(&mut self.cx.machine.terms, candidate).0;
            let closed: BTreeSet<usize> = (0..self.open.len())
                .filter(|&o| self.can_close(o, candidate) && self.closes(o, candidate))
                .collect();
            if closed.len() == self.open.len() {
                found.push(i);
            } else if !closed.is_empty() {
                closes.push((i, closed));
            }
        }
        if found.is_empty() {
            return self.pairs(&closes);
        }
        self.weakest_first(candidates, found)
            .into_iter()
            .map(|i| vec![i])
            .collect()
    }

    /// Whether the candidate can be at odds with the obligation: it shares a leaf with it, and the model that is known breaks it.
    fn can_close(&self, open: usize, candidate: TermId) -> bool {
        let terms = &self.cx.machine.terms;
        let Some(model) = &self.open[open].model else {
            return true;
        };
        match terms.eval(candidate, &mut |t| model.value(t)) {
            Some(value) => value == Value::Bool(false),
            None => terms
                .post_order(&[candidate])
                .into_iter()
                .any(|t| model.value(t).is_some()),
        }
    }

    /// Whether the obligation cannot happen where the candidate holds.
    fn closes(&mut self, open: usize, candidate: TermId) -> bool {
        let rlimit = self.cx.machine.config.rlimit / SHARE;
        let mut query: Vec<TermId> = self.open[open]
            .query
            .iter()
            .map(|&t| self.cx.solver.view(&mut self.cx.machine.terms, t).0)
            .collect();
        query.push(candidate);
        self.questions += 1;
        let terms = &self.cx.machine.terms;
        match self.cx.solver.ask(terms, &query, Encoding::Int, rlimit) {
            Outcome::Unsat => return true,
            Outcome::Sat(_) if self.cx.solver.limits.is_empty() => return false,
            _ => {}
        }
        let limits = self.cx.solver.limits.clone();
        query.extend(limits);
        self.questions += 1;
        let terms = &self.cx.machine.terms;
        self.cx.solver.ask(terms, &query, Encoding::Int, rlimit) == Outcome::Unsat
    }

    /// Two candidates that close everything between them.
    fn pairs(&self, closes: &[(usize, BTreeSet<usize>)]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        for (n, (i, a)) in closes.iter().enumerate() {
            for (j, b) in &closes[n + 1..] {
                if found.len() < MAX_CONDITIONS && a.union(b).count() == self.open.len() {
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
        let query: Vec<TermId> = query
            .iter()
            .map(|&t| self.cx.solver.view(&mut self.cx.machine.terms, t).0)
            .collect();
        let terms = &self.cx.machine.terms;
        self.cx.solver.ask(terms, &query, Encoding::Int, rlimit) == Outcome::Unsat
    }
}
