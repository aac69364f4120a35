//! Values, states and how states meet.

use super::Machine;
use crate::term::{Level, Origin, Subst, TermId, Terms};
use kverify_frontend::ir::{Loc, ObjectId, Ty, VarId};
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number or truth value.
    Scalar(TermId),
    /// A pointer.
    Pointer(Pointer),
}

/// A pointer: object number, row, byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The number of the object, or one of the constants below.
    pub object: TermId,
    /// Row in the object.
    pub row: TermId,
    /// Byte offset in the row.
    pub offset: TermId,
}

impl Pointer {
    /// All that tells it from others.
    pub fn parts(&self) -> [TermId; 3] {
        [self.object, self.row, self.offset]
    }

    /// The object number of null.
    pub const NULL: i128 = -1;
    /// The object number of a pointer that nobody knows.
    pub const UNKNOWN: i128 = -2;
}

impl Value {
    /// The value with `f` applied to each of its terms.
    pub fn map(self, mut f: impl FnMut(TermId) -> TermId) -> Value {
        match self {
            Value::Scalar(t) => Value::Scalar(f(t)),
            Value::Pointer(p) => Value::Pointer(Pointer {
                object: f(p.object),
                row: f(p.row),
                offset: f(p.offset),
            }),
        }
    }

    /// The terms it is made of.
    pub fn parts(self) -> Vec<TermId> {
        match self {
            Value::Scalar(t) => vec![t],
            Value::Pointer(p) => p.parts().to_vec(),
        }
    }

    /// `c ? a : b`; of unlike kinds, `b`.
    pub fn ite(terms: &mut Terms, c: TermId, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Scalar(x), Value::Scalar(y)) if terms.sort(x) == terms.sort(y) => {
                Value::Scalar(terms.ite(c, x, y))
            }
            (Value::Pointer(x), Value::Pointer(y)) => Value::Pointer(Pointer {
                object: terms.ite(c, x.object, y.object),
                row: terms.ite(c, x.row, y.row),
                offset: terms.ite(c, x.offset, y.offset),
            }),
            (_, b) => b,
        }
    }
}

/// A store that this thread did in the region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    /// Where it stands.
    pub loc: Loc,
    /// When.
    pub guard: TermId,
    /// To which object.
    pub object: ObjectId,
    /// Row.
    pub row: TermId,
    /// First byte.
    pub offset: TermId,
    /// Type of the cell.
    pub ty: Ty,
    /// The value; `None` if it is not one scalar or pointer.
    pub value: Option<Value>,
    /// Number of bytes, where it is not the type's size.
    pub bytes: Option<TermId>,
    /// Not done since the last barrier: what some thread of the block left there.
    pub handed_over: bool,
}

/// The stores of this thread, oldest first; shares its beginning with the logs that it grew from.
#[derive(Clone, Debug, Default)]
pub struct Log(Option<Rc<LogNode>>);

#[derive(Debug)]
struct LogNode {
    before: Log,
    len: usize,
    store: Store,
}

impl Log {
    /// Number of stores.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |n| n.len)
    }

    /// Whether nothing was stored.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// This log with one more store.
    #[must_use]
    pub fn push(&self, store: Store) -> Log {
        Log(Some(Rc::new(LogNode {
            before: self.clone(),
            len: self.len() + 1,
            store,
        })))
    }

    /// The stores, newest first, down to position `since`.
    pub fn newest_first(&self, since: usize) -> impl Iterator<Item = &Store> {
        let nodes = std::iter::successors(self.0.as_deref(), |n| n.before.0.as_deref());
        nodes.take_while(move |n| n.len > since).map(|n| &n.store)
    }

    /// The length of the common beginning of two logs.
    fn common(&self, other: &Log) -> usize {
        let (mut a, mut b) = (self, other);
        loop {
            match (&a.0, &b.0) {
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => return x.len,
                (Some(x), Some(y)) if x.len > y.len => a = &x.before,
                (Some(x), Some(y)) if x.len < y.len => b = &y.before,
                (Some(x), Some(y)) => {
                    a = &x.before;
                    b = &y.before;
                }
                _ => return 0,
            }
        }
    }

    /// Both logs' stores: those of different ways to a join exclude each other by their guards, so that their order is free, and the
    /// shorter one is put on top of the longer one.
    fn join(&self, other: &Log) -> Log {
        let common = self.common(other);
        let (long, short) = match self.len() < other.len() {
            true => (other, self),
            false => (self, other),
        };
        let mut log = long.clone();
        let above: Vec<&Store> = short.newest_first(common).collect();
        for s in above.into_iter().rev() {
            log = log.push(s.clone());
        }
        log
    }

    /// The log with `change` applied to its stores, oldest first. Up to the first one that it changes, the log stays the one that
    /// others share.
    fn map(&self, mut change: impl FnMut(&Store) -> Store) -> Log {
        let mut nodes = Vec::with_capacity(self.len());
        let mut at = self;
        while let Some(n) = &at.0 {
            nodes.push(at);
            at = &n.before;
        }
        let mut out = Log::default();
        for log in nodes.into_iter().rev() {
            let Some(n) = &log.0 else { continue };
            let new = change(&n.store);
            let is_shared = out.is_same(&n.before);
            out = match is_shared && new == n.store {
                true => log.clone(),
                false => out.push(new),
            };
        }
        out
    }

    /// Whether the two are one log, not only alike.
    fn is_same(&self, other: &Log) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        // Unlinks one by one: the derived drop would recurse once a store.
        let mut at = self.0.take();
        while let Some(node) = at {
            match Rc::try_unwrap(node) {
                Ok(mut n) => at = n.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// An asynchronous copy that may be under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Done by the block as a whole.
    pub by_group: bool,
    /// Its batch is closed on every way here: a wait for all finishes it.
    pub closed: bool,
}

impl Pending {
    /// A group's copies have no batches.
    pub const OF_GROUP: Pending = Pending {
        by_group: true,
        closed: true,
    };
}

/// What one thread knows at one point.
#[derive(Clone, Debug)]
pub struct State {
    /// When the point is reached; inside a loop that is still being executed, relative to the loop's header.
    pub guard: TermId,
    /// Values of the live variables.
    pub env: BTreeMap<VarId, Value>,
    /// Own stores.
    pub log: Log,
    /// Versions of objects whose contents are no longer those of the start (version 0).
    pub versions: BTreeMap<ObjectId, u32>,
    /// Asynchronous copies that may be under way.
    pub pending: BTreeMap<Loc, Pending>,
    /// Asynchronous copies that were started and waited for on every way here.
    pub waited: BTreeSet<Loc>,
    /// The number of the iteration of each loop of the kernel that the thread is in or was in last, by the loop's header.
    pub turns: BTreeMap<NodeIndex, TermId>,
    /// Atomic operations since the last barrier of the block, as indices of [`super::Machine::raises`], and when they were done.
    pub raised: BTreeSet<(usize, TermId)>,
}

impl State {
    /// The state under a substitution, its guard strengthened by `outer`.
    pub fn subst(&mut self, terms: &mut Terms, s: &mut Subst, outer: TermId) {
        let g = terms.subst(s, self.guard);
        self.guard = terms.and(&[outer, g]);
        for v in self.env.values_mut() {
            *v = v.map(|t| terms.subst(s, t));
        }
        for turn in self.turns.values_mut() {
            *turn = terms.subst(s, *turn);
        }
        if s.is_identity() {
            return;
        }
        self.log = self.log.map(|store| Store {
            guard: terms.subst(s, store.guard),
            row: terms.subst(s, store.row),
            offset: terms.subst(s, store.offset),
            value: store.value.map(|v| v.map(|t| terms.subst(s, t))),
            bytes: store.bytes.map(|t| terms.subst(s, t)),
            ..*store
        });
    }
}

impl Machine<'_> {
    /// The state where `states` meet: φ as a multiplexer over the guards,
    /// `guard = ⋁ gᵢ`, `v = g₁ ? v₁ : g₂ ? v₂ : …`.
    pub(super) fn join(&mut self, mut states: Vec<State>) -> Option<State> {
        let last = states.pop()?;
        if states.is_empty() {
            return Some(last);
        }
        let sets: Vec<Vec<TermId>> = states
            .iter()
            .chain([&last])
            .map(|s| self.terms.conjuncts(s.guard))
            .collect();
        let guards: Vec<TermId> = states.iter().chain([&last]).map(|s| s.guard).collect();
        let envs: Vec<_> = match self.record_definitions {
            true => states.iter().chain([&last]).map(|s| s.env.clone()).collect(),
            false => Vec::new(),
        };
        let mut joined = last;
        let mut ways: FxHashMap<TermId, usize> = FxHashMap::default();
        for &c in sets.iter().flatten() {
            *ways.entry(c).or_default() += 1;
        }
        for (i, s) in states.into_iter().enumerate().rev() {
            if self.clock.is_over() {
                return None;
            }
            // What all share says nothing about which way was taken.
            let own: Vec<TermId> = sets[i].iter().copied().filter(|c| ways[c] < sets.len()).collect();
            let cond = self.terms.and(&own);
            joined = self.join_two(cond, s, joined);
        }
        joined.guard = self.terms.or(&guards);
        for (&v, &value) in &joined.env {
            let differ = envs.windows(2).any(|w| w[0].get(&v) != w[1].get(&v));
            if differ {
                self.met.push((joined.guard, v, value));
            }
        }
        Some(joined)
    }

    /// What a variable holds that a way left without a value (C11 6.7.9p10): each thread has its own. An indeterminate pointer leads
    /// nowhere: the value of the other way stands for it.
    fn indeterminate(&mut self, v: VarId) -> Option<Value> {
        let var = &self.kernel.vars[v];
        let (name, ty) = (&var.name, var.ty);
        (ty != Ty::Ptr).then(|| self.unknown_value(name, ty, Level::Thread, Origin::Free))
    }

    fn join_two(&mut self, cond: TermId, a: State, b: State) -> State {
        let mut env = b.env;
        let missing: Vec<VarId> = env.keys().filter(|v| !a.env.contains_key(v)).copied().collect();
        for v in missing {
            let value = self
                .indeterminate(v)
                .map(|x| Value::ite(&mut self.terms, cond, x, env[&v]));
            env.extend(value.map(|value| (v, value)));
        }
        for (v, x) in a.env {
            let other = env.get(&v).copied().or_else(|| self.indeterminate(v));
            let value = other.map_or(x, |y| Value::ite(&mut self.terms, cond, x, y));
            env.insert(v, value);
        }
        // A loop that one way does not come by: no place that both lead to is in it.
        let mut turns = b.turns;
        for (header, x) in a.turns {
            let turn = turns.get(&header).map_or(x, |&y| self.terms.ite(cond, x, y));
            turns.insert(header, turn);
        }
        let log = a.log.join(&b.log);
        let mut versions = BTreeMap::new();
        for o in a.versions.keys().chain(b.versions.keys()) {
            let (x, y) = (
                a.versions.get(o).copied().unwrap_or(0),
                b.versions.get(o).copied().unwrap_or(0),
            );
            let v = if x == y {
                x
            } else {
                self.joined_version(x, y, log.len())
            };
            versions.insert(*o, v);
        }
        State {
            guard: b.guard,
            env,
            log,
            versions,
            pending: under_way_on_either(&a.pending, &b.pending),
            waited: a.waited.intersection(&b.waited).copied().collect(),
            turns,
            raised: a.raised.union(&b.raised).copied().collect(),
        }
    }
}

/// What may be under way where two ways meet.
fn under_way_on_either(a: &BTreeMap<Loc, Pending>, b: &BTreeMap<Loc, Pending>) -> BTreeMap<Loc, Pending> {
    let mut both = a.clone();
    for (loc, p) in b {
        let closed = p.closed && both.get(loc).is_none_or(|q| q.closed);
        both.insert(*loc, Pending { closed, ..*p });
    }
    both
}
