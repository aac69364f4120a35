//! L-values and variables: where values are kept.

use super::eval::{Ways, number};
use super::machine::Machine;
use super::state::{Contents, Kind, Site, State};
use super::value::{Path, Place, SiteId, Step, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{HostExprKind, HostKind, HostPlace, MemorySpace};
use std::hash::Hash;

impl Machine<'_> {
    /// The address of a variable; of an array of numbers that of its memory.
    pub(super) fn address(state: &State, path: Path) -> Value {
        match state.values.get(&path) {
            Some(Value::Pointer(site, offset))
                if state
                    .sites
                    .get(site)
                    .is_some_and(|site| site.space() == Some(MemorySpace::Stack)) =>
            {
                Value::Pointer(*site, *offset)
            }
            _ => Value::Address(path),
        }
    }

    /// Where an l-value is.
    pub fn place(&mut self, place: &HostPlace, state: State) -> Ways<Place> {
        match place {
            HostPlace::Local(variable) => {
                let path = self.local(*variable);
                vec![self.bound(state, path)]
            }
            HostPlace::Global(variable) => {
                let path = Path {
                    depth: None,
                    variable: *variable,
                    steps: Vec::new(),
                };
                vec![self.bound(state, path)]
            }
            HostPlace::Field(record, name) => {
                let ways = self.place(record, state);
                let field = |place| match place {
                    Place::Variable(path) => Place::Variable(path.with(Step::Field(name.clone()))),
                    Place::Memory(site, _) => Place::Memory(site, None),
                    Place::Nowhere => Place::Nowhere,
                };
                ways.into_iter()
                    .map(|(state, place)| (state, field(place)))
                    .collect()
            }
            HostPlace::Element(base, index, bytes) => {
                let mut found = Vec::new();
                for (state, base) in self.evaluate(base, state) {
                    for (mut state, at) in self.evaluate(index, state) {
                        if !matches!(index.kind, HostExprKind::Int(_)) {
                            self.index(&base);
                        }
                        let place = self.element(&mut state, &base, &at, *bytes);
                        found.push((state, place));
                    }
                }
                found
            }
            HostPlace::Elsewhere(value) => {
                let ways = self.evaluate(value, state);
                ways.into_iter()
                    .map(|(state, _)| (state, Place::Nowhere))
                    .collect()
            }
        }
    }

    fn bound(&mut self, state: State, path: Path) -> (State, Place) {
        if self.kind_of(&path) != HostKind::Reference {
            return (state, Place::Variable(path));
        }
        let place = match state.values.get(&path) {
            Some(Value::Address(target)) => Place::Variable(target.clone()),
            Some(Value::Pointer(site, offset)) => Place::Memory(*site, *offset),
            _ => Place::Nowhere,
        };
        (state, place)
    }

    /// An element of an array is named by something computed.
    pub(super) fn index(&mut self, base: &Value) {
        if let Value::Address(path) = base
            && matches!(path.steps.last(), Some(Step::Index(_)))
        {
            let mut whole = path.clone();
            whole.steps.pop();
            self.indexed.insert(whole);
        }
    }

    fn element(&mut self, state: &mut State, base: &Value, index: &Value, bytes: Option<i128>) -> Place {
        match base {
            Value::Pointer(site, offset) => {
                let zero = self.terms.int(0);
                let offset = match (*offset, number(index), bytes) {
                    (offset, Some(index), _) if index == zero => offset,
                    (Some(offset), Some(index), Some(bytes)) => Some(self.behind(offset, index, bytes)),
                    (None, _, _) | (_, None, _) | (_, _, None) => None,
                };
                Place::Memory(*site, offset)
            }
            Value::Address(path) => {
                let known = number(index).and_then(|index| self.terms.known(index));
                match (path.steps.last(), known) {
                    (Some(Step::Index(at)), Some(index)) => {
                        let mut path = path.clone();
                        let at = at.saturating_add(index);
                        path.steps.pop();
                        Place::Variable(path.with(Step::Index(at)))
                    }
                    (Some(Step::Index(_)), None) => {
                        // Any of its elements: none is known from here on.
                        let mut whole = path.clone();
                        whole.steps.pop();
                        state.escape(&Value::Address(whole));
                        Place::Nowhere
                    }
                    (_, Some(0)) => Place::Variable(path.clone()),
                    _ => Place::Nowhere,
                }
            }
            Value::Unknown | Value::Number(_) | Value::Whole(_) => Place::Nowhere,
        }
    }

    pub(super) fn read(&mut self, mut state: State, place: &Place, span: Span) -> (State, Value) {
        match place {
            Place::Memory(site, at) => {
                self.on_host(&mut state, (*site, *at), false, span);
                (state, Value::Unknown)
            }
            Place::Nowhere => (state, Value::Unknown),
            Place::Variable(path) => {
                if state.is_wild(path) {
                    return (state, Value::Unknown);
                }
                if let Some(value) = state.values.get(path) {
                    let value = value.clone();
                    return (state, value);
                }
                let is_whole = path.steps.is_empty();
                let value = match self.kind_of(path) {
                    HostKind::Handles => Value::Address(path.with(Step::Index(0))),
                    HostKind::Record if is_whole => Value::Whole(path.clone()),
                    // Variables of the file hold what somebody gave them before.
                    HostKind::Pointer if path.depth.is_none() && is_whole => {
                        self.given(&mut state, path, span)
                    }
                    HostKind::Scalar if path.depth.is_none() && is_whole => {
                        let (_, term) = self.symbol(path, 0);
                        Value::Number(term)
                    }
                    _ => Value::Unknown,
                };
                if matches!(value, Value::Pointer(..) | Value::Number(_)) {
                    state.values.insert(path.clone(), value.clone());
                }
                (state, value)
            }
        }
    }

    /// Memory that a pointer leads to which somebody handed over.
    pub fn given(&mut self, state: &mut State, path: &Path, span: Span) -> Value {
        let id = SiteId(self.mark(&("given", format!("{path:?}"))));
        let mut site = Site::new(Kind::Given, span, self.name_of(path));
        site.written = Some(span);
        site.holds = Contents::behind(path);
        state.sites.insert(id, site);
        let start = self.terms.int(0);
        Value::Pointer(id, Some(start))
    }

    /// Where a pointer leads of which nothing is known: to a place of its own, as long as nothing is stored there.
    pub(super) fn name(&mut self, state: &mut State, path: &Path, span: Span) -> Value {
        if state.is_wild(path) {
            return Value::Unknown;
        }
        let key = ("named", format!("{path:?}"), span.file.0, span.start);
        let id = self.site(state, &key, Kind::Given, span);
        if let Some(site) = state.sites.get_mut(&id) {
            site.escaped = true;
            site.written = Some(span);
            site.holds = Contents::behind(path);
        }
        let value = Value::Pointer(id, Some(self.terms.int(0)));
        state.values.insert(path.clone(), value.clone());
        value
    }

    /// Stores a value. A variable of a number that gets one that nobody knows gets a name for it.
    pub fn store(&mut self, state: &mut State, place: &Place, value: Value, span: Span) {
        let value = match (place, value) {
            (Place::Variable(path), Value::Unknown)
                if self.kind_of(path) == HostKind::Scalar && path.steps.is_empty() =>
            {
                let version = self.mark(&(span.file.0, span.start));
                let (symbol, term) = self.symbol(path, version);
                state.forget(&self.terms, symbol);
                Value::Number(term)
            }
            (_, value) => value,
        };
        if let (Place::Variable(path), Value::Pointer(site, _)) = (place, &value) {
            let name = self.name_of(path);
            if let Some(site) = state.sites.get_mut(site)
                && site.name.is_empty()
            {
                site.name = name;
            }
        }
        state.write(place, value);
    }

    /// Makes memory, a stream or an event at a place. What was made there before is another one, if it is still known of.
    pub fn make(&mut self, state: &mut State, kind: Kind, span: Span) -> SiteId {
        self.site(state, &("made", span.file.0, span.start, span.end), kind, span)
    }

    pub(super) fn site(&mut self, state: &mut State, key: &impl Hash, kind: Kind, span: Span) -> SiteId {
        let id = SiteId(self.mark(key));
        if state.sites.contains_key(&id) {
            let holds = |value: &Value| matches!(value, Value::Pointer(site, _) if *site == id);
            let all = state.values.values_mut().chain(state.arguments.values_mut());
            for value in all.filter(|value| holds(value)) {
                *value = Value::Unknown;
            }
            state.arguments.retain(|(object, _), _| *object != id);
            state.building.remove(&id);
            state.pending.retain(|access| access.site != id);
            for access in &mut state.pending {
                access.known_to.remove(&super::state::Agent::Site(id));
                access.known_to.remove(&super::state::Agent::End(id));
            }
            state.settle(id);
            state.part(id);
        }
        state.sites.insert(id, Site::new(kind, span, String::new()));
        id
    }

    /// The memory of an array of the function's own.
    pub fn own_array(
        &mut self,
        state: &mut State,
        path: &Path,
        (bytes, holds): (Option<u64>, Contents),
        span: Span,
    ) {
        let id = self.make(state, Kind::Memory(MemorySpace::Stack), span);
        let size = bytes.map(|bytes| self.terms.int(i128::from(bytes)));
        let name = self.name_of(path);
        if let Some(site) = state.sites.get_mut(&id) {
            site.bytes = size;
            site.name = name;
            site.written = (holds != Contents::Fresh).then_some(span);
            site.holds = holds;
        }
        let start = self.terms.int(0);
        state.values.insert(path.clone(), Value::Pointer(id, Some(start)));
    }
}
