//! Several natural conditions that are enough together, none of which is alone.

use super::{LEAST_QUESTIONS, Search};
use crate::term::{TermId, Value};
use crate::z3::Model;
use kverify_frontend::ir::{CmpOp, Expr, ExprKind, Geometry};

/// More conditions than these are no contract that anybody reads.
const MOST: usize = 4;

/// So many are tried together before those are left out that are not needed.
const MOST_TRIED: usize = 10;

/// Whether callers still keep to this where they keep to more: bounds, and a block that is square. That a size is one number, or a multiple of
/// one, is a shape of its own each time.
pub(super) fn is_common(holds: &Expr) -> bool {
    let is_of_block = |e: &Expr| matches!(e.without_casts().kind, ExprKind::Geometry(Geometry::BlockDim(_)));
    if let ExprKind::Cmp(CmpOp::Eq, a, b) = &holds.kind {
        return is_of_block(a) && is_of_block(b);
    }
    matches!(holds.kind, ExprKind::Cmp(..))
}

impl Search<'_, '_, '_> {
    /// Few natural candidates that close everything together, and none of which can be left out: each way in which an obligation still
    /// happens calls for one that it breaks.
    pub(super) fn together(&mut self, candidates: &[TermId]) -> Option<Vec<usize>> {
        let most = self.questions + 2 * LEAST_QUESTIONS;
        let mut chosen = Vec::new();
        for open in 0..self.open.len() {
            while let Some(way) = self.way_in_spite(candidates, open, &chosen)? {
                let next = self.next(candidates, open, (&chosen, &way));
                chosen.push(next?);
                if chosen.len() > MOST_TRIED || self.questions > most || self.cx.solver.is_out_of_time() {
                    return None;
                }
            }
        }
        let mut i = 0;
        while i < chosen.len() {
            let mut fewer = chosen.clone();
            fewer.remove(i);
            let is_enough = (0..self.open.len())
                .all(|open| matches!(self.way_in_spite(candidates, open, &fewer), Some(None)));
            match is_enough {
                true => chosen = fewer,
                false => i += 1,
            }
        }
        for i in 0..chosen.len() {
            self.weaken(candidates, &mut chosen, i);
        }
        let conditions = self.conditions(candidates, &chosen);
        let is_of_use = (2..=MOST).contains(&chosen.len())
            && self.leaves_work(&conditions)
            && self.is_parallel(&conditions);
        is_of_use.then_some(chosen)
    }

    /// A way in which an obligation happens where these hold, if there is one; nothing if that was not decided.
    fn way_in_spite(
        &mut self,
        candidates: &[TermId],
        open: usize,
        chosen: &[usize],
    ) -> Option<Option<Model>> {
        let conditions = self.conditions(candidates, chosen);
        let terms = &self.cx.machine.terms;
        let holds = |model: &Model, condition| {
            terms.eval(condition, &mut |t| model.value(t)) == Some(Value::Bool(true))
        };
        let keeps_to_all = |model: &&Model| conditions.iter().all(|&condition| holds(model, condition));
        if let Some(known) = self.models[open].iter().find(keeps_to_all) {
            return Some(Some(known.clone()));
        }
        match self.closes(open, &conditions)? {
            true => Some(None),
            false => Some(self.models[open].last().cloned()),
        }
    }

    /// A candidate that the way breaks: one that closes the obligation with those that are chosen, or else the first.
    fn next(
        &mut self,
        candidates: &[TermId],
        open: usize,
        (chosen, way): (&[usize], &Model),
    ) -> Option<usize> {
        let broken: Vec<usize> = (0..candidates.len())
            .filter(|&i| {
                let condition = self.is_common[i].then(|| self.conditions(candidates, &[i]));
                let terms = &self.cx.machine.terms;
                let is_broken = |c| terms.eval(c, &mut |t| way.value(t)) == Some(Value::Bool(false));
                condition.is_some_and(|all| all.into_iter().any(is_broken))
            })
            .collect();
        let closes = |&&i: &&usize| {
            let conditions = self.conditions(candidates, &[chosen, &[i]].concat());
            self.can_close(open, &conditions) && self.closes(open, &conditions) == Some(true)
        };
        broken.iter().find(closes).or(broken.first()).copied()
    }
}
