//! Conditions and `switch`: where ways part.

use super::machine::{Exit, Flow, Machine};
use super::rough::Purpose;
use super::state::State;
use super::value::Value;
use kverify_frontend::ir::host::{HostExpr, HostExprKind, HostStmt, HostTry};

impl Machine<'_> {
    /// Splits a state by a condition: where it holds, and where not.
    pub fn branch(&mut self, condition: &HostExpr, state: State) -> (Vec<State>, Vec<State>) {
        match &condition.kind {
            HostExprKind::Not(inner) => {
                let (holds, fails) = self.branch(inner, state);
                (fails, holds)
            }
            HostExprKind::And(a, b) => {
                let (holds, mut fails) = self.branch(a, state);
                let mut both = Vec::new();
                for state in holds {
                    let (mut yes, mut no) = self.branch(b, state);
                    both.append(&mut yes);
                    fails.append(&mut no);
                }
                (both, fails)
            }
            HostExprKind::Or(a, b) => {
                let (mut holds, fails) = self.branch(a, state);
                let mut neither = Vec::new();
                for state in fails {
                    let (mut yes, mut no) = self.branch(b, state);
                    holds.append(&mut yes);
                    neither.append(&mut no);
                }
                (holds, neither)
            }
            _ => {
                let (mut holds, mut fails) = (Vec::new(), Vec::new());
                for (state, value) in self.evaluate(condition, state) {
                    self.split(state, &value, &mut holds, &mut fails);
                }
                (holds, fails)
            }
        }
    }

    /// Whether a value is true, if that is decided.
    pub fn truth(&mut self, state: &State, value: &Value) -> Option<bool> {
        match value {
            Value::Number(term) => match self.terms.known(*term) {
                Some(number) => Some(number != 0),
                None => {
                    let (condition, negated) = self.terms.condition(*term);
                    match self.terms.known(condition) {
                        Some(number) => Some((number != 0) != negated),
                        None => state.way.decided.get(&condition).map(|holds| *holds != negated),
                    }
                }
            },
            // Memory of the caller's may be none at all.
            Value::Pointer(site, _) => {
                let given = state
                    .sites
                    .get(site)
                    .is_none_or(|site| site.kind == super::state::Kind::Given);
                (!given).then_some(true)
            }
            Value::Address(_) => Some(true),
            Value::Whole(_) | Value::Unknown => None,
        }
    }

    fn split(&mut self, mut state: State, value: &Value, holds: &mut Vec<State>, fails: &mut Vec<State>) {
        let truth = self.truth(&state, value);
        if truth.is_none() {
            self.partings += 1;
            // It may have asked whether something is done.
            state.building.clear();
        }
        match (truth, value) {
            (Some(true), _) => holds.push(state),
            (Some(false), _) => fails.push(state),
            (None, Value::Number(term)) => {
                let (condition, negated) = self.terms.condition(*term);
                let mut other = state.clone();
                state.decide(&self.terms, condition, !negated);
                other.decide(&self.terms, condition, negated);
                holds.push(state);
                fails.push(other);
            }
            (None, _) => {
                state.decide_blindly();
                holds.push(state.clone());
                fails.push(state);
            }
        }
    }

    /// Runs a `try`. That something in it fails is looked at only where all ways matter: then each variable that it changes may hold
    /// anything.
    pub(super) fn try_handlers(&mut self, read: &HostTry, states: Vec<State>) -> Flow {
        let thrown = match self.purpose {
            Purpose::Findings => {
                self.assumes_ways = true;
                Vec::new()
            }
            Purpose::Pairs | Purpose::RoughPairs => states.clone(),
        };
        let mut flow = self.statements(&read.body, states);
        let mut caught = Vec::new();
        for mut state in thrown {
            state.way.doubtful = true;
            let left = self.evaluate(&read.changed, state);
            caught.extend(left.into_iter().map(|(state, _)| state));
        }
        for handler in &read.handlers {
            let mut done = self.statements(handler, caught.clone());
            flow.next.append(&mut done.next);
            flow.out.append(&mut done.out);
        }
        flow
    }

    pub(super) fn switch(&mut self, value: &HostExpr, body: &[HostStmt], states: Vec<State>) -> Flow {
        let mut flow = Flow::default();
        let cases: Vec<(usize, Option<&HostExpr>)> = body
            .iter()
            .enumerate()
            .filter_map(|(n, statement)| match statement {
                HostStmt::Case(value) => Some((n, value.as_ref())),
                _ => None,
            })
            .collect();
        for state in states {
            for (state, value) in self.evaluate(value, state) {
                let mut rest = Some(state);
                for (at, case) in cases.iter().filter_map(|(at, case)| case.map(|case| (at, case))) {
                    let Some(state) = rest.take() else { break };
                    let mut ways = self.evaluate(case, state);
                    let (Some((state, case)), true) = (ways.pop(), ways.is_empty()) else {
                        self.lose("a case of a `switch` is no constant");
                        continue;
                    };
                    let test = match (&value, case) {
                        (Value::Number(a), Value::Number(b)) => {
                            let op = kverify_frontend::ir::host::HostOp::Equal;
                            Value::Number(self.terms.op(op, *a, b))
                        }
                        _ => Value::Unknown,
                    };
                    let (mut holds, mut fails) = (Vec::new(), Vec::new());
                    self.split(state, &test, &mut holds, &mut fails);
                    self.follow_case(&body[*at..], holds, &mut flow);
                    rest = fails.pop();
                }
                if let Some(state) = rest {
                    match cases.iter().find(|(_, case)| case.is_none()) {
                        Some((at, _)) => self.follow_case(&body[*at..], vec![state], &mut flow),
                        None => flow.next.push(state),
                    }
                }
            }
        }
        flow
    }

    fn follow_case(&mut self, body: &[HostStmt], states: Vec<State>, flow: &mut Flow) {
        let done = self.statements(body, states);
        flow.next.extend(done.next);
        for (exit, state) in done.out {
            match exit {
                Exit::Break => flow.next.push(state),
                exit => flow.out.push((exit, state)),
            }
        }
    }
}
