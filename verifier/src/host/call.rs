//! Calls of functions of the file, and of functions that nobody sees.

use super::eval::Ways;
use super::machine::{Exit, Machine};
use super::state::State;
use super::value::{Path, Place, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{HostFunction, HostKind};

/// Deepest nesting of calls that are followed.
const MOST_DEPTH: usize = 12;
/// Most ways through a function without commands that are told apart behind it.
const MOST_WAYS: usize = 4;

/// So many expressions are much for a function without commands: its next calls are not followed.
const DEAR: usize = 10_000;

impl Machine<'_> {
    /// What a function that is not followed may do.
    pub fn hole(&mut self, state: &mut State, values: &[Value], foreign: bool) {
        for value in values {
            state.escape(value);
        }
        if foreign {
            state.lose_contents();
            state.wait_for_all();
            state.building.clear();
            let globals: Vec<(Path, Value)> = state
                .values
                .iter()
                .filter(|(path, _)| path.depth.is_none())
                .map(|(p, v)| (p.clone(), v.clone()))
                .collect();
            for (path, value) in globals {
                state.escape(&value);
                state.values.insert(path, Value::Unknown);
            }
            // It may wait, or let something wait, but it orders nothing less than before.
        }
    }

    /// A call of a function of the file.
    pub(super) fn call(
        &mut self,
        function: usize,
        values: Vec<Value>,
        span: Span,
        mut state: State,
    ) -> Ways<Value> {
        let program = self.program;
        let known = program
            .functions
            .get(function)
            .filter(|f| f.lost.is_none() && f.parameters == values.len());
        let is_deep = self.frames.len() >= MOST_DEPTH || self.frames.contains(&function);
        let Some(callee) = known.filter(|_| !is_deep) else {
            self.meetings.skip(function);
            self.hole(&mut state, &values, true);
            return vec![(state, Value::Unknown)];
        };
        if self.leads(function) {
            return self.follow_call(callee, function, values, span, state);
        }
        // Of one that only computes on the host, not all ways need be followed: then it may do anything with what it is handed.
        let (before, handed) = (state.clone(), values.clone());
        if let Some(found) = self.follow_aside(callee, function, values, span, state) {
            return found;
        }
        let mut state = before;
        self.hole(&mut state, &handed, true);
        vec![(state, Value::Unknown)]
    }

    /// Follows a call of a function without commands; none if there are too many ways through it, or it took long once.
    fn follow_aside(
        &mut self,
        callee: &HostFunction,
        function: usize,
        values: Vec<Value>,
        span: Span,
        state: State,
    ) -> Option<Ways<Value>> {
        if self.dear.contains(&function) {
            return None;
        }
        let (lost, start) = (self.lost.take(), self.steps);
        let found = self.follow_call(callee, function, values, span, state);
        if self.steps - start > DEAR {
            self.dear.insert(function);
        }
        let is_cut = std::mem::replace(&mut self.lost, lost).is_some();
        (!is_cut && found.len() <= MOST_WAYS).then_some(found)
    }

    fn follow_call(
        &mut self,
        callee: &HostFunction,
        function: usize,
        values: Vec<Value>,
        span: Span,
        mut state: State,
    ) -> Ways<Value> {
        let outer = self.context;
        self.context = self.mark(&("call", span.file.0, span.start));
        if let Some(caller) = self.frames.last() {
            self.meetings.followed.insert((*caller, function));
        }
        self.frames.push(function);
        self.record.enter(span);
        self.meetings.called.insert(function);
        let depth = self.frames.len();
        for (n, value) in values.into_iter().enumerate() {
            let path = self.local(n);
            match callee.variables[n].kind {
                HostKind::Reference => {
                    state.values.insert(path, value);
                }
                HostKind::Opaque => state.escape(&value),
                _ => self.store(&mut state, &Place::Variable(path), value, callee.span),
            }
        }
        let flow = self.statements(&callee.body, vec![state]);
        self.frames.pop();
        self.record.leave();
        self.context = outer;
        let mut found: Ways<Value> = flow
            .next
            .into_iter()
            .map(|state| (state, Value::Unknown))
            .collect();
        for (exit, state) in flow.out {
            match exit {
                Exit::Return(value, _) => found.push((state, value)),
                Exit::Goto(_) => self.lose("a `goto` leads backwards"),
                Exit::Break | Exit::Continue => {}
            }
        }
        for (state, value) in &mut found {
            if callee.destroys {
                self.hole(state, &[], true);
            }
            let is_own = |path: &Path| path.depth == Some(depth);
            match value {
                Value::Address(path) if is_own(path) => *value = Value::Unknown,
                Value::Whole(path) if is_own(path) => {
                    let whole = value.clone();
                    state.escape(&whole);
                    *value = Value::Unknown;
                }
                _ => {}
            }
            state.leave(depth);
        }
        join_ways(found)
    }
}

/// Ways with one value that differ in nothing else are one.
fn join_ways(ways: Ways<Value>) -> Ways<Value> {
    let mut found: Ways<Value> = Vec::new();
    'next: for (state, value) in ways {
        for (known, known_value) in &mut found {
            if *known_value == value
                && let Some(merged) = known.merged(&state)
            {
                *known = merged;
                continue 'next;
            }
        }
        found.push((state, value));
    }
    found
}
