//! Expressions: what they are worth, and what evaluating them does.

use super::machine::{Machine, is_of_unseen};
use super::state::{Contents, Kind, State};
use super::value::{Place, Step, TermId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{HostExpr, HostExprKind, HostOp, HostPlace, MemorySpace};

/// States and a value in each.
pub type Ways<T> = Vec<(State, T)>;

impl Machine<'_> {
    /// Evaluates an expression: each way with its value.
    pub fn evaluate(&mut self, expr: &HostExpr, state: State) -> Ways<Value> {
        if !self.step() {
            return Vec::new();
        }
        let span = expr.span;
        match &expr.kind {
            HostExprKind::Int(value) => {
                let value = Value::Number(self.terms.int(*value));
                vec![(state, value)]
            }
            HostExprKind::Read(place, is_pointer) => {
                let mut found = Vec::new();
                for (state, place) in self.place(place, state) {
                    let (mut state, value) = self.read(state, &place, span);
                    let value = match (&place, value) {
                        (Place::Variable(path), Value::Unknown) if *is_pointer => {
                            self.name(&mut state, path, span)
                        }
                        (_, value) => value,
                    };
                    found.push((state, value));
                }
                found
            }
            HostExprKind::Address(place) => {
                let ways = self.place(place, state);
                let address = |(state, place)| match place {
                    Place::Variable(path) => {
                        let value = Self::address(&state, path);
                        (state, value)
                    }
                    Place::Memory(site, offset) => (state, Value::Pointer(site, offset)),
                    Place::Nowhere => (state, Value::Unknown),
                };
                ways.into_iter().map(address).collect()
            }
            HostExprKind::Binary(op, a, b) => {
                let mut found = Vec::new();
                for (state, left) in self.evaluate(a, state) {
                    for (state, right) in self.evaluate(b, state) {
                        let value = self.operation(&state, *op, &left, &right);
                        found.push((state, value));
                    }
                }
                found
            }
            HostExprKind::Move(pointer, count, bytes) => {
                let mut found = Vec::new();
                for (state, pointer) in self.evaluate(pointer, state) {
                    for (state, count) in self.evaluate(count, state) {
                        let value = self.moved(&pointer, &count, *bytes);
                        found.push((state, value));
                    }
                }
                found
            }
            HostExprKind::Not(_) | HostExprKind::And(..) | HostExprKind::Or(..) => {
                let (holds, fails) = self.branch(expr, state);
                let (one, zero) = (self.terms.int(1), self.terms.int(0));
                let yes = holds.into_iter().map(|state| (state, Value::Number(one)));
                let no = fails.into_iter().map(|state| (state, Value::Number(zero)));
                yes.chain(no).collect()
            }
            HostExprKind::Choose(parts) => {
                let [condition, yes, no] = &**parts;
                let (holds, fails) = self.branch(condition, state);
                let mut found = Vec::new();
                for (states, value) in [(holds, yes), (fails, no)] {
                    for state in states {
                        found.append(&mut self.evaluate(value, state));
                    }
                }
                found
            }
            HostExprKind::Fixed(number) => {
                let mut state = state;
                let value = self.fixed(&mut state, *number, span);
                vec![(state, value)]
            }
            HostExprKind::Assign { to, value, old } => self.assign(to, value, *old, state, span),
            HostExprKind::Swap(a, b) => {
                let mut found = Vec::new();
                for (state, a) in self.place(a, state) {
                    for (mut state, b) in self.place(b, state) {
                        let (at_a, at_b) = (state.read(&a), state.read(&b));
                        self.store(&mut state, &a, at_b, span);
                        self.store(&mut state, &b, at_a, span);
                        found.push((state, Value::Unknown));
                    }
                }
                found
            }
            HostExprKind::Command(command, arguments) => {
                let mut found = Vec::new();
                for (state, values) in self.all(arguments, state) {
                    found.extend(self.command(*command, &values, span, state));
                }
                found
            }
            HostExprKind::Call(function, arguments) => {
                let mut found = Vec::new();
                for (state, values) in self.all(arguments, state) {
                    found.append(&mut self.call(*function, values, span, state));
                }
                found
            }
            HostExprKind::Launch(launch) => self.launch(launch, span, state),
            HostExprKind::New(bytes) => {
                let ways = match bytes {
                    Some(bytes) => self.evaluate(bytes, state),
                    None => vec![(state, Value::Unknown)],
                };
                let mut found = Vec::new();
                for (mut state, bytes) in ways {
                    let id = self.make(&mut state, Kind::Memory(MemorySpace::Host), span);
                    if let Some(site) = state.sites.get_mut(&id) {
                        site.bytes = number(&bytes);
                        // A constructor may have set it.
                        site.written = Some(span);
                        if site.bytes.is_none() {
                            site.holds = Contents::Stored;
                        }
                    }
                    let start = self.terms.int(0);
                    found.push((state, Value::Pointer(id, Some(start))));
                }
                found
            }
            HostExprKind::Delete(what) => {
                let mut found = Vec::new();
                for (mut state, value) in self.evaluate(what, state) {
                    self.free(&mut state, &value, span);
                    found.push((state, Value::Unknown));
                }
                found
            }
            HostExprKind::Opaque(parts) => {
                let ways = self.all(parts, state);
                ways.into_iter()
                    .map(|(state, _)| (state, Value::Unknown))
                    .collect()
            }
            HostExprKind::Hole { parts, foreign, .. } => {
                let mut found = Vec::new();
                for (mut state, values) in self.all(parts, state) {
                    self.hole(&mut state, &values, *foreign);
                    found.push((state, Value::Unknown));
                }
                found
            }
        }
    }

    /// Evaluates several expressions, one after the other.
    pub fn all(&mut self, list: &[HostExpr], state: State) -> Ways<Vec<Value>> {
        let mut ways = vec![(state, Vec::new())];
        for expr in list {
            let mut next = Vec::new();
            for (state, values) in ways {
                for (state, value) in self.evaluate(expr, state) {
                    let mut values: Vec<Value> = values.clone();
                    values.push(value);
                    next.push((state, values));
                }
            }
            ways = next;
        }
        ways
    }

    fn assign(
        &mut self,
        to: &HostPlace,
        value: &HostExpr,
        old: bool,
        state: State,
        span: Span,
    ) -> Ways<Value> {
        let mut found = Vec::new();
        let is_made = is_of_unseen(value);
        for (state, value) in self.evaluate(value, state) {
            for (mut state, place) in self.place(to, state) {
                let before = state.read(&place);
                let value = self.made_elsewhere(&mut state, &place, value.clone(), is_made, span);
                self.put_by_host(&mut state, (&place, element_size(to)), &value, span);
                self.store(&mut state, &place, value.clone(), span);
                let is_worth = match (old, &place) {
                    (true, _) => before,
                    (false, Place::Variable(_)) => state.read(&place),
                    (false, _) => value.clone(),
                };
                found.push((state, is_worth));
            }
        }
        found
    }

    /// The host puts a value into memory, or into a variable that kernels may name.
    fn put_by_host(
        &mut self,
        state: &mut State,
        (to, bytes): (&Place, Option<i128>),
        value: &Value,
        span: Span,
    ) {
        match to {
            Place::Memory(site, at) => {
                let before = state.sites.get(site).map(|site| site.holds.clone());
                self.on_host(state, (*site, *at), true, span);
                let bytes = bytes.map(|bytes| self.terms.int(bytes));
                let put = self.holding(value);
                self.now_holds(state, *site, (before, put), (*at, bytes));
            }
            Place::Variable(path) if path.depth.is_none() => {
                let put = self.holding(value);
                self.put_into_variable(state, &Value::Address(path.clone()), &put, span);
            }
            Place::Variable(_) | Place::Nowhere => {}
        }
    }

    fn operation(&mut self, state: &State, op: HostOp, left: &Value, right: &Value) -> Value {
        match (op, left, right) {
            (HostOp::Other, _, _) => Value::Unknown,
            (_, Value::Number(a), Value::Number(b)) => Value::Number(self.terms.op(op, *a, *b)),
            (HostOp::Equal | HostOp::NotEqual, a, b) => {
                let (Some(a), Some(b)) = (self.identity(state, a), self.identity(state, b)) else {
                    return Value::Unknown;
                };
                let is_equal = a == b;
                Value::Number(self.terms.int(i128::from(is_equal == (op == HostOp::Equal))))
            }
            _ => Value::Unknown,
        }
    }

    /// A pointer that moves by a number of elements of so many bytes.
    fn moved(&mut self, pointer: &Value, count: &Value, bytes: Option<i128>) -> Value {
        match pointer {
            Value::Pointer(site, offset) => {
                let offset = offset.zip(number(count)).zip(bytes);
                let offset = offset.map(|((offset, count), bytes)| self.behind(offset, count, bytes));
                Value::Pointer(*site, offset)
            }
            Value::Address(path) => {
                self.index(pointer);
                let by = number(count).and_then(|count| self.terms.known(count));
                match (path.steps.last(), by.zip(bytes)) {
                    (Some(Step::Index(at)), Some((by, bytes))) => {
                        let at = at.saturating_add(by * bytes.signum());
                        let mut path = path.clone();
                        path.steps.pop();
                        Value::Address(path.with(Step::Index(at)))
                    }
                    _ => Value::Unknown,
                }
            }
            Value::Unknown | Value::Number(_) | Value::Whole(_) => Value::Unknown,
        }
    }

    /// So many elements of so many bytes behind an offset.
    pub(super) fn behind(&mut self, offset: TermId, count: TermId, bytes: i128) -> TermId {
        let bytes = self.terms.int(bytes);
        let by = self.terms.op(HostOp::Mul, count, bytes);
        self.terms.op(HostOp::Add, offset, by)
    }

    /// Which memory a pointer leads to, where that tells it apart from others: 0 for none.
    fn identity(&mut self, state: &State, value: &Value) -> Option<u64> {
        match value {
            Value::Number(term) => (self.terms.known(*term) == Some(0)).then_some(0),
            Value::Pointer(site, Some(offset)) => {
                let made = state.sites.get(site).is_some_and(|site| site.kind != Kind::Given);
                (made && self.terms.known(*offset) == Some(0)).then_some(site.0 | 1)
            }
            Value::Pointer(_, None) | Value::Unknown | Value::Address(_) | Value::Whole(_) => None,
        }
    }
}

/// Bytes of what a place names, if that is known.
fn element_size(place: &HostPlace) -> Option<i128> {
    match place {
        HostPlace::Element(_, _, bytes) => *bytes,
        HostPlace::Local(_) | HostPlace::Global(_) | HostPlace::Field(..) | HostPlace::Elsewhere(_) => None,
    }
}

/// The term of a number.
pub fn number(value: &Value) -> Option<TermId> {
    match value {
        Value::Number(term) => Some(*term),
        Value::Unknown | Value::Pointer(..) | Value::Address(_) | Value::Whole(_) => None,
    }
}
