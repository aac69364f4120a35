//! Loops: a few iterations exactly, then until nothing new comes about.

use super::eval::number;
use super::machine::{Exit, Flow, MOST_STATES, Machine};
use super::rough::Purpose;
use super::state::State;
use super::value::{Path, TermId, Value};
use kverify_frontend::ir::host::{HostExpr, HostExprKind, HostLoop, HostOp, HostPlace, HostStmt};

/// Iterations that are followed one by one in any case.
const EXACT: usize = 2;
/// Iterations that are followed one by one while the conditions are known.
const MOST_EXACT: usize = 16;
/// So many states of the last iterations are remembered: numbers that go to and fro, as of two buffers, stay known.
const HISTORY: usize = 4;
/// Rounds after which a loop is given up.
const MOST_ROUNDS: usize = 12;

/// So many ways out of a loop, or on in it, are told apart if they differ in numbers alone: in nested ones each counter would multiply them.
const FEW: usize = 2;

impl Machine<'_> {
    pub(super) fn any_loop(&mut self, read: &HostLoop, states: Vec<State>) -> Flow {
        let outer = self.context;
        let mut flow = Flow::default();
        let mut heads = self.at_loop(states);
        // It may wait for anything.
        heads.iter_mut().for_each(|state| state.building.clear());
        let mut iteration = 0;
        let around = std::mem::take(&mut self.indexed);
        let first = heads.first().cloned();
        let (partings, before_loop) = (self.partings, heads.clone());
        let mut is_counted = true;
        let mut before: Vec<State> = Vec::new();
        loop {
            self.context = {
                self.context = outer;
                self.mark(&(read.body.as_ptr() as usize, iteration))
            };
            let is_known = self.iterate(read, &mut heads, iteration, &mut flow);
            is_counted &= is_known;
            heads = self.few(heads, FEW);
            before.extend(heads.iter().cloned());
            let old = before.len().saturating_sub(HISTORY);
            before.drain(..old);
            iteration += 1;
            if heads.is_empty() || iteration >= if is_known { MOST_EXACT } else { EXACT } {
                break;
            }
        }
        self.context = outer;
        self.context = self.mark(&(read.body.as_ptr() as usize, usize::MAX));
        if let (Some(first), Some(head)) = (first, heads.first()) {
            self.last_iteration(read, (&first, head), &before, iteration);
        }
        self.settle_loop(read, heads, before, &mut flow);
        self.context = outer;
        if self.partings == partings && flow.out.is_empty() {
            self.sure_to_end(read, &before_loop, &mut flow.next);
        }
        if !is_counted {
            self.forget_indexed(&mut flow.next);
        }
        self.indexed.extend(around);
        flow.next = self.few(self.joined(flow.next), FEW);
        flow
    }

    /// Behind a loop that counts to a known number, and that nothing leaves otherwise, all that comes is sure to come: the way does not hang
    /// on how far it counted.
    fn sure_to_end(&mut self, read: &HostLoop, before: &[State], left: &mut [State]) {
        let Some((counter, _, end)) = counted(read) else {
            return;
        };
        let path = self.local(counter);
        let base = self.base(&path);
        let known = |state: &State| {
            state
                .values
                .get(&path)
                .and_then(number)
                .and_then(|term| self.terms.known(term))
        };
        if !before
            .iter()
            .all(|state| known(state).is_some() && !state.way.used.contains(&base))
        {
            return;
        }
        let ends = before
            .iter()
            .map(|state| self.evaluate(end, state.clone()))
            .collect::<Vec<_>>();
        let mut ends = ends.iter().flatten().map(|(_, end)| number(end));
        if ends.all(|end| end.is_some_and(|end| self.terms.known(end).is_some())) {
            for state in left {
                state.way.used.remove(&base);
            }
        }
    }

    /// Looks at the last iteration of a loop that counts up: that is where it leaves a region that the host has mapped, or a buffer in pieces.
    fn last_iteration(
        &mut self,
        read: &HostLoop,
        (first, head): (&State, &State),
        before: &[State],
        iterations: usize,
    ) {
        let has_region = head
            .sites
            .values()
            .any(|site| site.mapped.is_some() && site.freed.is_none());
        let Some((counter, op, end)) = counted(read).filter(|_| has_region || launches(&read.body)) else {
            return;
        };
        let path = self.local(counter);
        let at = |state: &State| state.values.get(&path).and_then(number);
        let Some(now) = at(head) else { return };
        let by = at(first).and_then(|start| self.terms.distance(start, now));
        if by.is_some_and(|by| by != iterations as i128) {
            return;
        }
        let ends = self.evaluate(end, head.clone());
        let [(state, end)] = &ends[..] else { return };
        let Some(mut last) = number(end) else { return };
        if op == HostOp::Less {
            let one = self.terms.int(1);
            last = self.terms.op(HostOp::Sub, last, one);
        }
        if self.terms.distance(now, last).is_some_and(|left| left < 0) {
            return;
        }
        let mut state = state.clone();
        // What is carried goes with how often it was, where that is not known.
        if !has_region && (self.terms.known(last).is_none() || !state.forget_changing(before)) {
            return;
        }
        state.values.insert(path, Value::Number(last));
        self.statements(&read.body, vec![state]);
    }

    /// Of arrays over which a loop goes nothing is known behind it where the number of its iterations is not: another loop over them
    /// has as many, and here each is followed with numbers of its own.
    fn forget_indexed(&self, states: &mut [State]) {
        for state in states {
            for array in &self.indexed {
                state.escape(&Value::Address(array.clone()));
            }
        }
    }

    /// Runs further iterations until nothing new comes about. What variables had `before`, they have again.
    fn settle_loop(&mut self, read: &HostLoop, mut heads: Vec<State>, before: Vec<State>, flow: &mut Flow) {
        let mut seen: Vec<State> = Vec::new();
        let mut values = before;
        for round in 0..MOST_ROUNDS {
            for state in &mut heads {
                self.sweep(state);
            }
            heads = self.joined(heads);
            if round > 0 {
                for state in &mut heads {
                    self.widen(state, &values);
                }
                heads = self.joined(heads);
            }
            heads = self.few(heads, FEW);
            heads.retain(|state| !seen.iter().any(|known| known.covers(state)));
            if heads.is_empty() {
                return;
            }
            seen.extend(heads.iter().cloned());
            values.extend(heads.iter().cloned());
            self.iterate(read, &mut heads, EXACT, flow);
            if heads.len() + seen.len() > MOST_STATES {
                break;
            }
        }
        self.lose("a loop in it is not followed to its end");
    }

    /// What changes from one iteration to the next is not known: it stands for any of its values.
    fn widen(&mut self, state: &mut State, before: &[State]) {
        let paths: Vec<Path> = state.values.keys().cloned().collect();
        for path in paths {
            let now = state.values[&path].clone();
            if before.iter().any(|known| known.values.get(&path) == Some(&now)) {
                continue;
            }
            let wider = match &now {
                Value::Number(_) => {
                    let version = self.context;
                    let (symbol, term) = self.symbol(&path, version);
                    state.forget(&self.terms, symbol);
                    state.way.widened.insert(symbol.base);
                    Value::Number(term)
                }
                Value::Pointer(site, Some(_)) => Value::Pointer(*site, None),
                other => other.clone(),
            };
            state.values.insert(path, wider);
        }
        for (at, now) in &mut state.arguments {
            if !before.iter().any(|known| known.arguments.get(at) == Some(now)) {
                *now = Value::Unknown;
            }
        }
        for access in &mut state.pending {
            let is_new = !before.iter().any(|known| known.pending.contains(access));
            if is_new {
                let known = |known: &Value| {
                    before
                        .iter()
                        .any(|state| state.values.values().any(|v| v == known))
                };
                let numbers = access.numbers.take();
                access.numbers = numbers.filter(|numbers| numbers.iter().all(known));
            }
        }
        state.tidy();
    }

    /// One iteration of all states at the head; whether it was known in all of them that there is one.
    fn iterate(
        &mut self,
        read: &HostLoop,
        heads: &mut Vec<State>,
        iteration: usize,
        flow: &mut Flow,
    ) -> bool {
        let is_first = iteration == 0;
        let states = std::mem::take(heads);
        let mut is_known = true;
        let inside = match read.tested_first || !is_first {
            true => self.test(read, states, is_first, &mut flow.next, &mut is_known),
            false => states,
        };
        let mut done = self.statements(&read.body, inside);
        for (exit, state) in done.out {
            match exit {
                Exit::Break => flow.next.push(state),
                Exit::Continue => done.next.push(state),
                exit => flow.out.push((exit, state)),
            }
        }
        let stepped = self.statements(&read.step, self.joined(done.next));
        *heads = stepped.next;
        is_known
    }

    /// Splits states by a loop's condition. The first time an open condition is taken to hold.
    fn test(
        &mut self,
        read: &HostLoop,
        states: Vec<State>,
        is_first: bool,
        left: &mut Vec<State>,
        is_known: &mut bool,
    ) -> Vec<State> {
        let mut inside = Vec::new();
        for state in states {
            let Some(condition) = &read.condition else {
                if read.over_elements {
                    self.pass_by(vec![state.clone()], is_first, left);
                }
                *is_known &= !read.over_elements;
                inside.push(state);
                continue;
            };
            let way = state.way.clone();
            let partings = self.partings;
            let (mut holds, mut fails) = self.branch(condition, state);
            if counted(read).is_some() {
                self.partings = partings;
            }
            let is_open = !holds.is_empty() && !fails.is_empty();
            *is_known &= !is_open;
            if is_open {
                // Some iteration is the last: which one the condition says is no choice of the way's.
                let passed = fails.clone();
                for state in holds.iter_mut().chain(&mut fails) {
                    let asked: Vec<TermId> = state
                        .way
                        .decided
                        .keys()
                        .filter(|term| !way.decided.contains_key(term))
                        .copied()
                        .collect();
                    let bases = asked.iter().flat_map(|term| self.terms.symbols(*term));
                    state.way = way.clone();
                    state.way.used.extend(bases.map(|symbol| symbol.base));
                }
                if is_first {
                    fails.clear();
                    self.pass_by(passed, is_first, left);
                }
            }
            inside.append(&mut holds);
            left.append(&mut fails);
        }
        inside
    }
}

impl Machine<'_> {
    /// Goes past a loop whose condition is open. That it does not run at all is looked at only where all ways matter: as one of which
    /// nothing is found.
    fn pass_by(&mut self, mut states: Vec<State>, is_first: bool, left: &mut Vec<State>) {
        if !is_first {
            left.append(&mut states);
        } else if self.purpose == Purpose::Findings {
            self.assumes_ways = true;
        } else {
            states.iter_mut().for_each(|state| state.way.doubtful = true);
            left.append(&mut states);
        }
    }
}

impl State {
    /// Forgets the numbers that were others in earlier iterations; not possible where pointers led elsewhere, which go together.
    fn forget_changing(&mut self, before: &[State]) -> bool {
        let mut values = self.values.iter_mut();
        values.all(|(path, now)| {
            let olds = before.iter().filter_map(|state| state.values.get(path));
            let mut others = olds.filter(|old| *old != now).peekable();
            if others.peek().is_none() {
                return true;
            }
            match now.clone() {
                Value::Pointer(site, _) => {
                    let same = others.all(|old| matches!(old, Value::Pointer(other, _) if *other == site));
                    *now = Value::Pointer(site, None);
                    same
                }
                Value::Number(_) | Value::Unknown => {
                    *now = Value::Unknown;
                    true
                }
                Value::Address(_) | Value::Whole(_) => false,
            }
        })
    }
}

/// Whether statements launch kernels themselves.
fn launches(list: &[HostStmt]) -> bool {
    list.iter().any(|statement| match statement {
        HostStmt::Do(value) => matches!(value.kind, HostExprKind::Launch(_)),
        HostStmt::Block(list) => launches(list),
        HostStmt::If(_, yes, no) => launches(yes) || launches(no),
        _ => false,
    })
}

/// The variable that a loop counts up by one, how it is compared (`<` or `<=`), and with what.
fn counted(read: &HostLoop) -> Option<(usize, HostOp, &HostExpr)> {
    let variable = |expr: &HostExpr| match &expr.kind {
        HostExprKind::Read(place, _) => match **place {
            HostPlace::Local(variable) => Some(variable),
            _ => None,
        },
        _ => None,
    };
    let HostExprKind::Binary(op @ (HostOp::Less | HostOp::LessEqual), counter, end) =
        &read.condition.as_ref()?.kind
    else {
        return None;
    };
    let counter = variable(counter)?;
    let [HostStmt::Do(step)] = &read.step[..] else {
        return None;
    };
    let HostExprKind::Assign { to, value, .. } = &step.kind else {
        return None;
    };
    let HostExprKind::Binary(HostOp::Add, before, by) = &value.kind else {
        return None;
    };
    let is_step = **to == HostPlace::Local(counter)
        && variable(before) == Some(counter)
        && by.kind == HostExprKind::Int(1);
    is_step.then_some((counter, *op, &**end))
}
