//! What one thread leaves in shared memory for all others: `if (threadIdx.x == 0) s = v; __syncthreads();`.
//!
//! After a barrier that orders shared memory, a cell at a fixed place holds what its last writer stored in the interval
//! before: some thread m of the block, with `guard(m)`, left `value(m)` there, or nobody stored and the cell is as
//! it was. m is one thread for the whole block, so its values are symbols of the block. Without a data race, all that
//! wrote one cell in an interval is one thread's (or equal, or ordered, and then the last of them is m).

use super::state::Store;
use super::{Machine, Pointer, State, Value};
use crate::cfg::{Cfg, End};
use crate::loops::Forest;
use crate::objects::Objects;
use crate::term::{FnOrigin, Level, Node, Origin, Range, Sort, Subst, Symbol, TermId};
use crate::uniform::Uniformity;
use kverify_frontend::ir::{Barrier, Dim, Geometry, Kernel, Loc, ObjectId, Scope, Space, StmtKind, Ty, flow};
use petgraph::Direction;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Most own stores to one object that are remembered over a barrier.
const MOST_KEPT: usize = 8;

/// The stores of each object that come last before each barrier; `None` where they cannot be listed.
type LastStores = BTreeMap<ObjectId, Option<Vec<Loc>>>;

/// The stores to shared memory that may come last before each barrier.
#[derive(Debug, Default)]
pub(super) struct Leavings {
    before: FxHashMap<NodeIndex, LastStores>,
    /// Objects that something else than an atomic operation may write since the barriers before.
    stored: FxHashMap<NodeIndex, BTreeSet<ObjectId>>,
}

fn orders_shared(b: &Barrier) -> bool {
    b.scope >= Scope::Block && b.fences.shared
}

impl Leavings {
    /// Walks back from every barrier to the ones before it.
    pub fn new(kernel: &Kernel, cfg: &Cfg, objects: &Objects, uniformity: &Uniformity) -> Leavings {
        let mut this = Leavings::default();
        let barriers: Vec<NodeIndex> = cfg
            .barriers()
            .into_iter()
            .filter(|&n| cfg.barrier(kernel, n).is_some_and(orders_shared))
            .collect();
        if barriers.is_empty() {
            return this;
        }
        let forest = Forest::new(&cfg.graph, cfg.entry);
        for b in barriers {
            let (mut stores, on_the_way) = last_stores(kernel, cfg, objects, &forest, b);
            let ways_out = ways_out(kernel, cfg, uniformity, &on_the_way);
            let stmts = on_the_way
                .iter()
                .chain(&ways_out)
                .flat_map(|&n| cfg.stmts(kernel, n));
            let plain = stmts.filter(|s| !matches!(s.kind, StmtKind::Atomic(_)));
            let stored = plain.flat_map(|s| objects.written_by(kernel, s)).collect();
            this.stored.insert(b, stored);
            for node in ways_out {
                let written = cfg
                    .stmts(kernel, node)
                    .iter()
                    .flat_map(|s| objects.written_by(kernel, s));
                stores.extend(written.map(|o| (o, None)));
            }
            this.before.insert(b, stores);
        }
        this
    }
}

/// What threads run through in an interval that leave the kernel while others of their block come to the barrier at its end:
/// `on_the_way` are the nodes that lead to the barrier.
fn ways_out(
    kernel: &Kernel,
    cfg: &Cfg,
    uniformity: &Uniformity,
    on_the_way: &BTreeSet<NodeIndex>,
) -> BTreeSet<NodeIndex> {
    let cuts = |n: NodeIndex| cfg.barrier(kernel, n).is_some_and(orders_shared);
    let parting = on_the_way.iter().filter(|&&n| !cuts(n) && uniformity.may_part(n));
    let outside = |from: NodeIndex| {
        let next = cfg.graph.neighbors(from);
        next.filter(|n| !on_the_way.contains(n)).collect::<Vec<_>>()
    };
    let starts: Vec<NodeIndex> = parting.flat_map(|&n| outside(n)).collect();
    let out = flow::reach(cfg.graph.node_count(), starts, |node| match cuts(node) {
        true => Vec::new(),
        false => outside(node),
    });
    out.iter_enumerated()
        .filter(|(_, out)| **out)
        .map(|(n, _)| n)
        .collect()
}

/// The stores that come last before the barrier at the end of `to`, and the nodes on the way to it since other barriers.
fn last_stores(
    kernel: &Kernel,
    cfg: &Cfg,
    objects: &Objects,
    forest: &Forest,
    to: NodeIndex,
) -> (LastStores, BTreeSet<NodeIndex>) {
    let mut found = LastStores::new();
    // A node may be reached in this iteration of the loops around the barrier, and in an earlier one.
    let mut seen: BTreeSet<(NodeIndex, bool)> = BTreeSet::new();
    let mut work = vec![(to, false)];
    while let Some((node, earlier)) = work.pop() {
        if !seen.insert((node, earlier)) {
            continue;
        }
        for s in cfg.stmts(kernel, node) {
            let listed = !earlier && matches!(s.kind, StmtKind::Store { volatile: false, .. });
            for o in objects.written_by(kernel, s) {
                let stores = found.entry(o).or_insert_with(|| Some(Vec::new()));
                match stores {
                    Some(list) if listed => list.push(s.loc),
                    _ => *stores = None,
                }
            }
        }
        for from in cfg.graph.neighbors_directed(node, Direction::Incoming) {
            let cut = matches!(cfg.graph[from].end, End::Barrier(_))
                && cfg.barrier(kernel, from).is_some_and(orders_shared);
            let back = forest
                .loops
                .iter()
                .any(|l| l.header == node && l.contains[from.index()]);
            if !cut {
                work.push((from, earlier || back));
            }
        }
    }
    (found, seen.into_iter().map(|(node, _)| node).collect())
}

impl Machine<'_> {
    /// Whether nobody can have changed `object` since the barrier before `node`.
    pub(super) fn is_untouched(&self, state: &State, object: ObjectId, node: NodeIndex) -> bool {
        let version = state.versions.get(&object).copied().unwrap_or(0);
        let before = self.leavings.before.get(&node);
        // Other blocks may have gone other ways.
        self.objects.space(self.kernel, object) == Space::Shared
            && !self.is_distributed(object)
            && !self.objects.usage(object).unstable
            && before.is_some_and(|b| !b.contains_key(&object))
            && self.version_level(version) <= Level::Block
            && self
                .stores_since_version(state, object)
                .iter()
                .all(|s| s.handed_over)
    }

    /// Whether anybody may have written to `object` other than by an atomic operation since the barrier before `node`.
    pub(super) fn is_stored_plainly(&self, object: ObjectId, node: NodeIndex) -> bool {
        let stored = self.leavings.stored.get(&node);
        stored.is_none_or(|s| s.contains(&object))
    }

    /// The stores to `object` that a barrier leaves behind, by cell, oldest first; none if they cannot be told.
    fn left_behind(&self, state: &State, object: ObjectId, node: NodeIndex) -> Vec<Vec<Store>> {
        let listed = self
            .leavings
            .before
            .get(&node)
            .and_then(|l| l.get(&object)?.clone());
        let is_settled = !self.objects.usage(object).unstable && !self.is_distributed(object);
        let Some(mut listed) = listed.filter(|_| is_settled) else {
            return Vec::new();
        };
        let mut stores = self.stores_since_version(state, object);
        stores.retain(|s| !s.handed_over);
        stores.reverse();
        let mut logged: Vec<Loc> = stores.iter().map(|s| s.loc).collect();
        listed.sort_unstable();
        logged.sort_unstable();
        if listed != logged {
            return Vec::new();
        }
        let mut cells: BTreeMap<(i128, i128), Vec<Store>> = BTreeMap::new();
        for s in stores {
            let (Some(row), Some(offset)) = (self.terms.as_int(s.row), self.terms.as_int(s.offset)) else {
                return Vec::new();
            };
            if s.bytes.is_some() || s.value.is_none() {
                return Vec::new();
            }
            cells.entry((row, offset)).or_default().push(s);
        }
        // Cells that overlap would have to be looked at together.
        let ends: Vec<(i128, i128, i128)> = cells
            .iter()
            .map(|(&(row, offset), s)| {
                let bytes = s.iter().map(|s| s.ty.bytes()).max().unwrap_or(0);
                (row, offset, offset + i128::from(bytes))
            })
            .collect();
        let apart = ends.windows(2).all(|w| w[0].0 != w[1].0 || w[0].2 <= w[1].1);
        let alike = cells.values().all(|s| s.iter().all(|x| x.ty == s[0].ty));
        match apart && alike {
            true => cells.into_values().collect(),
            false => Vec::new(),
        }
    }

    /// What a cell holds at the start of the interval, where it is the same for the block.
    fn at_start(&mut self, state: &State, cell: &Store) -> Option<Value> {
        let version = state.versions.get(&cell.object).copied().unwrap_or(0);
        let at = Pointer {
            object: cell.row,
            row: cell.row,
            offset: cell.offset,
        };
        let mut value = self.select((cell.object, version), &at, cell.ty, None);
        for s in self
            .stores_since_version(state, cell.object)
            .into_iter()
            .rev()
            .filter(|s| s.handed_over)
        {
            value = self.over(s, &at, cell.ty, value, &[], cell.loc);
        }
        let uniform = value.parts().iter().all(|&t| self.level_of(t) <= Level::Block);
        uniform.then_some(value)
    }

    /// Takes what single threads left in `object` over a barrier, where `forget` has given it new contents.
    /// `before` is the state at the barrier.
    pub(super) fn hand_over(&mut self, before: &State, state: &mut State, object: ObjectId, node: NodeIndex) {
        if self.objects.space(self.kernel, object) != Space::Shared {
            return;
        }
        for stores in self.left_behind(before, object, node) {
            let (somebody, mut to_master) = self.master(&stores);
            let mut log = Vec::new();
            if self.terms.as_bool(somebody) != Some(true)
                && let Some(value) = self.at_start(before, &stores[0])
            {
                log.push(Store {
                    guard: self.terms.bool(true),
                    value: Some(value),
                    ..stores[0].clone()
                });
            }
            let mut wrote = Vec::new();
            for s in stores {
                let own = self.terms.subst(&mut to_master, s.guard);
                wrote.push(own);
                let value = s
                    .value
                    .map(|v: Value| v.map(|t| self.terms.subst(&mut to_master, t)));
                let guard = self.terms.and(&[somebody, own]);
                log.push(Store { guard, value, ..s });
            }
            for s in log {
                state.log = state.log.push(Store {
                    handed_over: true,
                    ..s
                });
            }
            let wrote = self.terms.or(&wrote);
            let fact = self.terms.implies(somebody, wrote);
            state.guard = self.terms.and(&[state.guard, fact]);
        }
    }

    /// Where a thread stored pointers to `object` since the barrier before, they are still there: who stored to the same place would
    /// have raced with it. Only of objects that hold pointers, since each store makes each load's value longer.
    pub(super) fn keep_own_pointers(&mut self, before: &State, state: &mut State, object: ObjectId) {
        let mut own = self.stores_since_version(before, object);
        own.retain(|s| !s.handed_over);
        let holds_pointers = own.iter().any(|s| s.ty == Ty::Ptr);
        if !holds_pointers || own.len() > MOST_KEPT || self.objects.usage(object).unstable {
            return;
        }
        for s in own.into_iter().rev() {
            state.log = state.log.push(Store {
                handed_over: true,
                ..s
            });
        }
    }

    /// Whether somebody stored, and the substitution that makes an arbitrary thread the one who did last.
    fn master(&mut self, stores: &[Store]) -> (TermId, Subst) {
        let pinned = Dim::ALL.map(|d| self.pinned(stores, d));
        let (certainly, is_exact) = self.certainly_stored(stores, pinned);
        let somebody = match is_exact || self.terms.as_bool(certainly) == Some(true) {
            true => certainly,
            // A thread in between may have.
            false => {
                let perhaps = self.terms.fresh(Symbol {
                    name: "stored".into(),
                    sort: Sort::Bool,
                    range: Range::ALL,
                    level: Level::Block,
                    loops: self.context.clone(),
                    origin: Origin::Free,
                });
                self.terms.or(&[certainly, perhaps])
            }
        };
        let mut subst = Subst::new();
        for (d, k) in Dim::ALL.into_iter().zip(pinned) {
            let index = self.geometry(Geometry::ThreadIdx(d));
            if let (Some(k), Node::Sym(s)) = (k, self.terms.node(index).clone()) {
                let k = self.terms.int(k);
                subst.bind(s, k);
            }
        }
        let mut roots: Vec<TermId> = stores.iter().map(|s| s.guard).collect();
        roots.extend(stores.iter().flat_map(|s| s.value).flat_map(Value::parts));
        roots = roots.iter().map(|&t| self.terms.subst(&mut subst, t)).collect();
        self.of_one_thread(&mut subst, &roots);
        (somebody, subst)
    }

    /// Makes what is a thread's own in `roots` that of one thread of the block, which all of the block speak of.
    fn of_one_thread(&mut self, subst: &mut Subst, roots: &[TermId]) {
        for t in self.terms.post_order(roots) {
            match *self.terms.node(t) {
                Node::Sym(s) if self.terms.symbols[s].level > Level::Block => {
                    let mut copy = self.terms.symbols[s].clone();
                    copy.level = Level::Block;
                    copy.loops = self.context.clone();
                    copy.name.push('°');
                    if !matches!(copy.origin, Origin::Approximate(_)) {
                        copy.origin = Origin::Free;
                    }
                    let copy = self.terms.fresh(copy);
                    subst.bind(s, copy);
                }
                Node::App(f, _) if self.terms.functions[f].level > Level::Block => {
                    let mut copy = self.terms.functions[f].clone();
                    copy.level = Level::Block;
                    copy.loops = self.context.clone();
                    copy.name.push('°');
                    let copy = self.terms.functions.push(copy);
                    subst.bind_fn(f, copy);
                }
                _ => {}
            }
        }
    }

    /// All threads of the block have come to the barrier at the end of `node`: what its first thread had to find by atomic operations to
    /// come there, it has found.
    pub(super) fn know_what_first_found(&mut self, state: &mut State, node: NodeIndex) {
        // Threads that left, or are yet to come by another way, found nothing.
        if self.uniformity.may_part(node) {
            return;
        }
        let first = self.at_first_thread();
        let mut found = Vec::new();
        for c in self.terms.conjuncts(state.guard) {
            if self.draws(c) {
                let mut subst = first.clone();
                let seen = self.terms.subst(&mut subst, c);
                found.push(seen);
            }
        }
        found.retain(|&c| self.draws(c));
        if found.is_empty() {
            return;
        }
        let mut subst = first;
        self.of_one_thread(&mut subst, &found);
        for c in found {
            let known = self.terms.subst(&mut subst, c);
            state.guard = self.terms.and(&[state.guard, known]);
        }
    }

    /// Whether a thread's own atomic operations have a say in `t`.
    fn draws(&self, t: TermId) -> bool {
        self.terms
            .post_order(&[t])
            .iter()
            .any(|&u| match *self.terms.node(u) {
                Node::App(f, _) => {
                    let f = &self.terms.functions[f];
                    f.level > Level::Block && matches!(f.origin, FnOrigin::Drawn { .. })
                }
                _ => false,
            })
    }

    /// The substitution that makes an arbitrary thread the first of its block.
    fn at_first_thread(&mut self) -> Subst {
        let mut subst = Subst::new();
        for d in Dim::ALL {
            let index = self.geometry(Geometry::ThreadIdx(d));
            if let Node::Sym(s) = *self.terms.node(index) {
                let zero = self.terms.int(0);
                subst.bind(s, zero);
            }
        }
        subst
    }

    /// The index in dimension `d` of all threads that do one of `stores`, if their guards name it.
    fn pinned(&self, stores: &[Store], d: Dim) -> Option<i128> {
        let index = self.geometry(Geometry::ThreadIdx(d));
        if let Some(k) = self.terms.as_int(index) {
            return Some(k);
        }
        let named = |s: &Store| {
            self.terms.conjuncts(s.guard).into_iter().find_map(|c| {
                let Node::Eq0(sum) = *self.terms.node(c) else {
                    return None;
                };
                match self.terms.linear(sum) {
                    (parts, k) if parts.len() == 1 && parts[0].0 == index => match parts[0].1 {
                        1 => Some(-k),
                        -1 => Some(k),
                        _ => None,
                    },
                    _ => None,
                }
            })
        };
        let first = named(stores.first()?)?;
        stores.iter().all(|s| named(s) == Some(first)).then_some(first)
    }

    /// A condition of the block under which one of its threads is sure to have stored, and whether none has where it does not hold: the
    /// guards, as the first and the last of the threads that they name see them. Who waits at the barrier has all threads of the block at
    /// it, or gone: none of them is in a loop before it any more.
    fn certainly_stored(&mut self, stores: &[Store], pinned: [Option<i128>; 3]) -> (TermId, bool) {
        let guards: Vec<TermId> = stores.iter().map(|s| self.past_loops(s.guard)).collect();
        let one = self.terms.or(&guards);
        let mut all = self.entered.clone();
        all.push(one);
        let all = self.terms.and(&all);
        let mut seen_by = Vec::new();
        let mut is_exact = false;
        for last in [false, true] {
            let (mut thread, mut named) = (Subst::new(), Subst::new());
            let mut parts = Vec::new();
            for (d, pinned) in Dim::ALL.into_iter().zip(pinned) {
                let size = self.geometry(Geometry::BlockDim(d));
                let k = match pinned {
                    None if last => self.terms.offset(size, -1),
                    k => self.terms.int(k.unwrap_or(0)),
                };
                let index = self.geometry(Geometry::ThreadIdx(d));
                if let Node::Sym(s) = *self.terms.node(index) {
                    thread.bind(s, k);
                    if pinned.is_some() {
                        named.bind(s, k);
                    }
                }
                parts.push(self.terms.lt(k, size));
            }
            // All threads that the guards name see the same.
            let seen_by_all = self.terms.subst(&mut named, all);
            is_exact |= self.level_of(seen_by_all) <= Level::Block;
            parts.push(self.terms.subst(&mut thread, all));
            let seen = self.terms.and(&parts);
            if self.level_of(seen) <= Level::Block {
                seen_by.push(seen);
            }
        }
        (self.terms.or(&seen_by), is_exact)
    }
}
