//! Runs host functions on what is known: statement by statement, all ways at once.
//!
//! Calls of the runtime are taken to succeed, and loops to run at least once unless their condition says otherwise, or it matters which
//! pointers meet ([`Purpose`]). A loop is followed exactly for a few iterations, then until nothing new comes about.

use super::meeting::Meetings;
use super::record::Record;
use super::rough::Purpose;
use super::state::{Contents, State};
use super::value::{Path, SiteId, Symbol, TermId, Terms, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{HostExpr, HostExprKind, HostKind, HostProgram, HostStmt};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Most ways that are followed at a time.
pub const MOST_STATES: usize = 64;
/// So many that those are no longer told apart that differ in numbers alone.
const MANY_STATES: usize = MOST_STATES / 4;
/// Most expressions that are evaluated for one function.
const MOST_STEPS: usize = 400_000;

/// Why a way ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Value, Span),
    /// `goto`.
    Goto(String),
}

/// The ways out of a statement.
#[derive(Default)]
pub struct Flow {
    /// Those that go on behind it.
    pub next: Vec<State>,
    /// The others.
    pub out: Vec<(Exit, State)>,
}

/// What runs.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p HostProgram,
    /// All numbers.
    pub terms: Terms,
    /// Calls and iterations around, as one number.
    pub context: u64,
    /// The functions that are running, the first one first.
    pub frames: Vec<usize>,
    /// What is found.
    pub record: Record,
    /// Which pointers of launches meet.
    pub meetings: Meetings,
    /// Memory that the first function is handed by its callers, or by functions that nobody sees and that are handed none: each is taken to
    /// be a buffer of its own.
    pub handed: BTreeSet<SiteId>,
    /// Variables that may have any value: what a program is started with.
    pub free: BTreeSet<u32>,
    /// Why not all ways were followed to their ends, if that is so.
    pub lost: Option<String>,
    /// Where memory was allocated that something used.
    pub used: BTreeSet<Span>,
    /// Where memory was allocated that nothing used before its end, and its name.
    pub unused: BTreeMap<Span, String>,
    /// Arrays of which an element was named by something computed, in the loop that is running.
    pub indexed: BTreeSet<Path>,
    /// Functions without commands that were followed once, and take long.
    pub(super) dear: BTreeSet<usize>,
    /// What it runs for.
    pub(super) purpose: Purpose,
    /// A loop was taken to run at least once that may not, or a `try` to fail nowhere.
    pub(super) assumes_ways: bool,
    /// How often a condition was open on which ways parted, but for those of loops that are sure to end.
    pub(super) partings: usize,
    bases: BTreeMap<Path, u32>,
    pub(super) steps: usize,
}

impl<'p> Machine<'p> {
    /// One that has done nothing yet.
    pub fn new(program: &'p HostProgram, purpose: Purpose) -> Machine<'p> {
        Machine {
            program,
            terms: Terms::default(),
            context: 0,
            frames: Vec::new(),
            record: Record::default(),
            meetings: Meetings::default(),
            handed: BTreeSet::new(),
            free: BTreeSet::new(),
            lost: None,
            used: BTreeSet::new(),
            unused: BTreeMap::new(),
            indexed: BTreeSet::new(),
            dear: BTreeSet::new(),
            purpose,
            assumes_ways: false,
            partings: 0,
            bases: BTreeMap::new(),
            steps: 0,
        }
    }

    /// Whether a function leads to the runtime.
    pub fn leads(&self, function: usize) -> bool {
        let known = self.program.functions.get(function);
        known.is_none_or(|function| function.leads_to_commands)
    }

    /// Gives the way up.
    pub fn lose(&mut self, why: &str) {
        self.lost.get_or_insert_with(|| why.to_owned());
    }

    /// Counts the work; whether there may be more.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            self.lose("it takes too long");
        }
        self.steps <= MOST_STEPS
    }

    /// A number for a place under the calls and iterations around.
    pub fn mark(&self, what: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.context, what).hash(&mut hasher);
        hasher.finish()
    }

    /// The number of a variable, for symbols.
    pub fn base(&mut self, path: &Path) -> u32 {
        let next = u32::try_from(self.bases.len()).unwrap_or(u32::MAX);
        *self.bases.entry(path.clone()).or_insert(next)
    }

    /// A value of a variable that nobody knows, but that it keeps.
    pub fn symbol(&mut self, path: &Path, version: u64) -> (Symbol, TermId) {
        let symbol = Symbol {
            base: self.base(path),
            version,
        };
        (symbol, self.terms.symbol(symbol))
    }

    /// A variable of the function that runs.
    pub fn local(&self, variable: usize) -> Path {
        Path {
            depth: Some(self.frames.len()),
            variable,
            steps: Vec::new(),
        }
    }

    /// What a variable of the function that runs is.
    pub fn kind_of(&self, path: &Path) -> HostKind {
        let variables = match path.depth {
            None => &self.program.globals,
            Some(depth) => match self.frames.get(depth.wrapping_sub(1)) {
                Some(function) => &self.program.functions[*function].variables,
                None => return HostKind::Opaque,
            },
        };
        variables
            .get(path.variable)
            .map_or(HostKind::Opaque, |variable| variable.kind)
    }

    /// The name of a variable or a part of one.
    pub fn name_of(&self, path: &Path) -> String {
        let variables = match path.depth {
            None => &self.program.globals,
            Some(depth) => match self.frames.get(depth.wrapping_sub(1)) {
                Some(function) => &self.program.functions[*function].variables,
                None => return String::new(),
            },
        };
        let mut name = variables
            .get(path.variable)
            .map_or_else(String::new, |variable| variable.name.clone());
        for step in &path.steps {
            name += &match step {
                super::value::Step::Field(field) => format!(".{field}"),
                super::value::Step::Index(index) => format!("[{index}]"),
            };
        }
        name
    }

    /// Runs statements in order. Jumps to a label of theirs go on there.
    pub fn statements(&mut self, list: &[HostStmt], states: Vec<State>) -> Flow {
        let mut flow = Flow {
            next: states,
            out: Vec::new(),
        };
        let mut declared = Vec::new();
        for (n, statement) in list.iter().enumerate() {
            match statement {
                HostStmt::Label(label) => {
                    let is_it = |exit: &Exit| matches!(exit, Exit::Goto(to) if to == label);
                    let (jumped, others): (Vec<_>, Vec<_>) =
                        flow.out.into_iter().partition(|(exit, _)| is_it(exit));
                    flow.out = others;
                    flow.next.extend(jumped.into_iter().map(|(_, state)| state));
                    flow.next = self.joined(flow.next);
                }
                _ if flow.next.is_empty() && !list[n..].iter().any(|s| matches!(s, HostStmt::Label(_))) => {
                    break;
                }
                _ => {
                    if let HostStmt::Declare { variable, .. } = statement {
                        declared.push(*variable);
                    }
                    let states = std::mem::take(&mut flow.next);
                    let mut done = self.statement(statement, states);
                    flow.next = self.few(self.joined(done.next), MANY_STATES);
                    flow.out.append(&mut done.out);
                    if flow.next.len() > MOST_STATES {
                        self.lose("there are too many ways through it");
                        flow.next.clear();
                    }
                }
            }
        }
        let own: Vec<Path> = declared
            .into_iter()
            .map(|variable| self.local(variable))
            .collect();
        for state in flow
            .next
            .iter_mut()
            .chain(flow.out.iter_mut().map(|(_, state)| state))
        {
            for path in &own {
                state.values.retain(|known, _| !known.is_in(path));
            }
        }
        flow.next = self.joined(flow.next);
        flow
    }

    fn statement(&mut self, statement: &HostStmt, states: Vec<State>) -> Flow {
        let mut flow = Flow::default();
        match statement {
            HostStmt::Do(value) => {
                for state in states {
                    flow.next
                        .extend(self.evaluate(value, state).into_iter().map(|(state, _)| state));
                }
            }
            HostStmt::Declare {
                variable,
                value,
                span,
            } => {
                for state in states {
                    self.declare(*variable, value.as_ref(), *span, state, &mut flow.next);
                }
            }
            HostStmt::If(condition, yes, no) => {
                for state in states {
                    let (holds, fails) = self.branch(condition, state);
                    for (list, states) in [(yes, holds), (no, fails)] {
                        let mut done = self.statements(list, states);
                        flow.next.append(&mut done.next);
                        flow.out.append(&mut done.out);
                    }
                }
            }
            HostStmt::Loop(read) => return self.any_loop(read, states),
            HostStmt::Try(read) => return self.try_handlers(read, states),
            HostStmt::Switch(value, body) => return self.switch(value, body, states),
            HostStmt::Case(_) | HostStmt::Label(_) => flow.next = states,
            HostStmt::Goto(label) => {
                flow.out = states
                    .into_iter()
                    .map(|state| (Exit::Goto(label.clone()), state))
                    .collect();
            }
            HostStmt::Break => flow.out = states.into_iter().map(|state| (Exit::Break, state)).collect(),
            HostStmt::Continue => {
                flow.out = states.into_iter().map(|state| (Exit::Continue, state)).collect()
            }
            HostStmt::Return(value, span) => {
                for state in states {
                    let ended = match value {
                        Some(value) => self.evaluate(value, state),
                        None => vec![(state, Value::Unknown)],
                    };
                    let ways = ended
                        .into_iter()
                        .map(|(state, value)| (Exit::Return(value, *span), state));
                    flow.out.extend(ways);
                }
            }
            HostStmt::Block(list) => return self.statements(list, states),
            // What an exception leaves behind is not looked at.
            HostStmt::Leave => {}
        }
        flow
    }

    fn declare(
        &mut self,
        variable: usize,
        value: Option<&HostExpr>,
        span: Span,
        state: State,
        next: &mut Vec<State>,
    ) {
        let path = self.local(variable);
        let mut state = state;
        state.values.retain(|known, _| !known.is_in(&path));
        state.wild.retain(|known| !known.is_in(&path));
        match (self.kind_of(&path), value) {
            (HostKind::Memory(bytes), _) => {
                let is_set = value.is_some();
                let ways = match value {
                    Some(value) => self.evaluate(value, state),
                    None => vec![(state, Value::Unknown)],
                };
                for (mut state, value) in ways {
                    let holds = match is_set {
                        true => self.holding(&value),
                        false => Contents::Fresh,
                    };
                    self.own_array(&mut state, &path, (bytes, holds), span);
                    next.push(state);
                }
            }
            (_, Some(value)) => {
                let is_made = is_of_unseen(value);
                for (mut state, value) in self.evaluate(value, state) {
                    let place = super::value::Place::Variable(path.clone());
                    let value = self.made_elsewhere(&mut state, &place, value, is_made, span);
                    self.store(&mut state, &place, value, span);
                    next.push(state);
                }
            }
            (_, None) => next.push(state),
        }
    }

    /// What a function that nobody sees gives a variable for pointers: a buffer of its own.
    pub fn made_elsewhere(
        &mut self,
        state: &mut State,
        place: &super::value::Place,
        value: Value,
        is_made: bool,
        span: Span,
    ) -> Value {
        match (place, value) {
            (super::value::Place::Variable(path), Value::Unknown)
                if is_made && self.kind_of(path) == HostKind::Pointer && path.steps.is_empty() =>
            {
                let value = self.name(state, path, span);
                if let Value::Pointer(site, _) = value {
                    self.handed.insert(site);
                }
                value
            }
            (_, value) => value,
        }
    }
}

/// Whether an expression calls a function that nobody sees, and hands it nothing.
pub fn is_of_unseen(expr: &HostExpr) -> bool {
    matches!(&expr.kind, HostExprKind::Hole { parts, foreign: true, .. } if parts.is_empty())
}
