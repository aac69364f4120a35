//! Running a region: nodes in topological order, loops as one arbitrary iteration.

mod rebase;

use super::departure::{Ahead, Departure, Leaving};
use super::recurrence::Carried;
use super::state::Pending;
use super::termination::{Endless, Solved};
use super::{Claim, LoopInfo, Machine, Pointer, Progress, Records, State, Stop, Value};
use crate::answer::Arith;
use crate::cfg::End;
use crate::leaving;
use crate::loops::Forest;
use crate::phases::Ghost;
use crate::term::{Level, LoopId, Node, Origin, Range, Sort, Subst, Symbol, TermId, with_wraps_asked_for};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Expr, Loc, ObjectId, Stmt, StmtKind, TermKind, Ty, VarId};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A node of a region: a node of the kernel's graph, in one of the copies that back edges make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegionNode {
    /// The node.
    pub node: NodeIndex,
    /// How many loops out the last back edge taken since the region's start was (0: none).
    pub copy: u8,
    /// Whether the barrier at the node's end ends the region.
    pub stops: bool,
}

/// A part of the kernel's graph that threads run through without waiting for each other.
#[derive(Clone, Debug)]
pub struct Region {
    /// Nodes and edges; edges of a branch carry the condition's value.
    pub graph: DiGraph<RegionNode, Option<bool>>,
    /// Where it starts.
    pub entry: NodeIndex,
}

/// What leaves one level of the loop nest.
struct Level1 {
    latches: Vec<State>,
    exits: Vec<(NodeIndex, State)>,
}

/// The region being run.
struct Run<'r> {
    region: &'r Region,
    forest: Forest,
    /// How uniform the branches are that were run, by node of the region.
    branches: FxHashMap<NodeIndex, Level>,
    ahead: Ahead,
    out: Records,
}

/// How many records there were when a loop began: what came later is relative to its header.
#[derive(Clone, Copy)]
struct Mark {
    accesses: usize,
    bounds: usize,
    stops: usize,
    snapshots: usize,
    claims: usize,
    nulls: usize,
    unawaited: usize,
    started: usize,
    meetings: usize,
    departures: usize,
    endless: usize,
    leavings: usize,
    definitions: usize,
    recurrences: usize,
    told: usize,
    guarded_unknowns: usize,
    other_callees: usize,
    raises: usize,
}

impl Run<'_> {
    /// How uniform the number of iterations of a loop is that was run: branches that are never come to have no say.
    fn control(&self, l: usize) -> Level {
        let deciding = self.forest.deciding(&self.region.graph, l);
        let levels = deciding.iter().filter_map(|n| self.branches.get(n));
        levels.copied().max().unwrap_or(Level::Launch)
    }

    fn mark(&self, machine: &Machine<'_>) -> Mark {
        Mark {
            accesses: self.out.accesses.len(),
            bounds: self.out.bounds.len(),
            stops: self.out.stops.len(),
            snapshots: self.out.snapshots.len(),
            claims: self.out.claims.len(),
            nulls: self.out.nulls.len(),
            unawaited: self.out.unawaited.len(),
            started: self.out.started.len(),
            meetings: self.out.meetings.len(),
            departures: self.out.departures.len(),
            endless: self.out.endless.len(),
            leavings: self.out.leavings.len(),
            definitions: self.out.definitions.len(),
            recurrences: machine.recurrences.len(),
            told: machine.told.len(),
            guarded_unknowns: machine.guarded_unknowns.len(),
            other_callees: machine.other_callees.len(),
            raises: machine.raises.len(),
        }
    }
}

impl Machine<'_> {
    /// Runs `region` from `start`; `counters` are those of the loops around its start.
    /// `None` if the region has a cycle with two entries.
    pub fn run(&mut self, region: &Region, start: State, counters: Vec<(LoopId, TermId)>) -> Option<Records> {
        let forest = Forest::new(&region.graph, region.entry);
        if forest.irreducible {
            return None;
        }
        self.entered.clear();
        self.context = counters.iter().map(|c| c.0).collect();
        self.counters = counters;
        let mut run = Run {
            region,
            ahead: Ahead::new(self, region, &forest),
            forest,
            branches: FxHashMap::default(),
            out: Records::default(),
        };
        let mut pending = FxHashMap::default();
        pending.insert(region.entry, vec![start]);
        self.run_level(&mut run, None, pending);
        self.context.clear();
        self.counters.clear();
        self.narrow(run.out.accesses.iter_mut().chain(&mut run.out.bounds));
        Some(run.out)
    }

    /// Runs the nodes of one loop (or of no loop), inner loops as a whole.
    fn run_level(
        &mut self,
        run: &mut Run<'_>,
        level: Option<usize>,
        mut pending: FxHashMap<NodeIndex, Vec<State>>,
    ) -> Level1 {
        let mut left = Level1 {
            latches: Vec::new(),
            exits: Vec::new(),
        };
        let order: Vec<NodeIndex> = match level {
            None => run.forest.order.clone(),
            Some(l) => {
                let contains = &run.forest.loops[l].contains;
                run.forest
                    .order
                    .iter()
                    .copied()
                    .filter(|n| contains[n.index()])
                    .collect()
            }
        };
        for at in order {
            if self.clock.is_over() {
                break;
            }
            let inner = run.forest.innermost[at.index()];
            let out: Vec<(NodeIndex, State)> = if inner == level {
                let Some(state) = pending.remove(&at).and_then(|s| self.join(s)) else {
                    continue;
                };
                self.define_met(&mut run.out);
                self.run_node(run, at, state)
            } else if inner
                .is_some_and(|l| run.forest.loops[l].header == at && run.forest.loops[l].parent == level)
            {
                let Some(state) = pending.remove(&at).and_then(|s| self.join(s)) else {
                    continue;
                };
                self.run_loop(run, inner.unwrap_or(0), state)
            } else {
                continue;
            };
            for (to, state) in out {
                if self.terms.as_bool(state.guard) == Some(false) {
                    continue;
                }
                match level {
                    Some(l) if run.forest.loops[l].header == to => left.latches.push(state),
                    Some(l) if !run.forest.loops[l].contains[to.index()] => left.exits.push((to, state)),
                    _ => pending.entry(to).or_default().push(state),
                }
            }
        }
        left
    }

    /// Runs one node and returns the states on its out-edges.
    fn run_node(&mut self, run: &mut Run<'_>, at: NodeIndex, mut state: State) -> Vec<(NodeIndex, State)> {
        let rn = run.region.graph[at];
        let node = self.cfg.graph[rn.node].clone();
        state.env.retain(|v, _| self.live.live(rn.node, *v));
        let kernel = self.kernel;
        let block = &kernel.blocks[node.block];
        self.at = (node.block, at);
        for s in &block.stmts[node.stmts.clone()] {
            if self.clock.is_over() {
                break;
            }
            self.exec(&mut run.out, &mut state, s);
        }
        let mut out = Vec::new();
        match node.end {
            End::Barrier(n) => {
                let s = &block.stmts[n];
                let StmtKind::Barrier(b) = &s.kind else { return out };
                self.warp_barrier(&mut run.out, &state, b, s.loc);
                self.grid_barrier(&mut run.out, &state, s.loc);
                self.note_pending(&state);
                if rn.stops {
                    run.out.stops.push(Stop {
                        barrier: Some(rn.node),
                        block: node.block,
                        loc: s.loc,
                        guard: state.guard,
                        node: rn.node,
                        turns: self.turns_in(&state, self.forest.around(rn.node).into_iter().rev()),
                        phases: self.progress(&state),
                    });
                    return out;
                }
                self.pass_barrier(&mut run.out, &mut state, b, s.loc, rn.node);
                out.extend(run.region.graph.neighbors(at).map(|to| (to, state.clone())));
            }
            End::Terminator => match &block.term.kind {
                TermKind::Return => {
                    let around = leaving::around(kernel, self.cfg, &self.forest, rn.node);
                    run.out.stops.push(Stop {
                        barrier: None,
                        block: node.block,
                        loc: block.term.loc,
                        guard: state.guard,
                        node: rn.node,
                        turns: self.turns_in(&state, around.into_iter()),
                        phases: self.progress(&state),
                    });
                }
                TermKind::Unreachable => {}
                TermKind::Goto(_) => out.extend(run.region.graph.neighbors(at).map(|to| (to, state.clone()))),
                TermKind::Branch { cond, .. } => {
                    let c = self.branches_on(&state, cond, block.term.loc);
                    let level = self.uniformity.branch(rn.node).min(self.level_of(c));
                    run.branches.insert(at, level);
                    let mut edges: Vec<_> = run
                        .region
                        .graph
                        .edges(at)
                        .map(|e| (*e.weight(), e.target()))
                        .collect();
                    edges.sort_unstable();
                    for (value, to) in edges {
                        let mut next = state.clone();
                        if let Some(v) = value {
                            let way = if v { c } else { self.terms.not(c) };
                            next.guard = self.terms.and(&[state.guard, way]);
                        }
                        let from = run.ahead.given_up(at, to);
                        if !from.is_empty() {
                            run.out.departures.push(Departure {
                                from,
                                guard: next.guard,
                                counters: self.counters.clone(),
                            });
                        }
                        out.push((to, next));
                    }
                }
            },
        }
        for (to, next) in &mut out {
            self.turn(next, rn.node, run.region.graph[*to].node);
        }
        out
    }

    /// A branch's condition. Numbers stand for wraps as far as they can without the condition losing its sense.
    fn branches_on(&mut self, state: &State, cond: &Expr, loc: Loc) -> TermId {
        let c = self.scalar(state, cond, loc);
        match self.config.arith {
            Arith::Bv => c,
            Arith::Int | Arith::Auto => with_wraps_asked_for(&mut self.terms, &mut self.view, state.guard, c),
        }
    }

    /// Counts the iteration that begins on the way from one node to another, if one does.
    pub fn turn(&mut self, state: &mut State, from: NodeIndex, to: NodeIndex) {
        let Some(entered) = self.forest.loops.iter().find(|l| l.header == to) else {
            return;
        };
        let goes_round = state.turns.get(&to).filter(|_| entered.contains[from.index()]);
        let turn = match goes_round {
            Some(&turn) => self.terms.offset(turn, 1),
            None => self.terms.int(0),
        };
        state.turns.insert(to, turn);
    }

    /// The iterations of these loops in which a thread is, or was when it left them.
    fn turns_in(&self, state: &State, loops: impl Iterator<Item = usize>) -> Vec<(NodeIndex, TermId)> {
        let headers = loops.map(|l| self.forest.loops[l].header);
        headers.filter_map(|h| Some((h, *state.turns.get(&h)?))).collect()
    }

    /// How far the thread is with each barrier that counts arrivals.
    pub(super) fn progress(&self, state: &State) -> Vec<Progress> {
        let scalar = |v| match state.env.get(&v) {
            Some(Value::Scalar(t)) => Some(*t),
            Some(Value::Pointer(_)) | None => None,
        };
        let of = |g: &Ghost| {
            Some(Progress {
                arrived: scalar(g.arrived)?,
                open: scalar(g.open)?,
                member: scalar(g.member)?,
            })
        };
        self.ghosts.iter().map_while(of).collect()
    }

    /// Runs one arbitrary iteration κ of a loop and returns the states in which it is left.
    fn run_loop(&mut self, run: &mut Run<'_>, l: usize, entry: State) -> Vec<(NodeIndex, State)> {
        let header = run.forest.loops[l].header;
        let loc = self.loop_loc(run.region.graph[header].node);
        let id = self.loops.push(LoopInfo {
            loc,
            control: Level::Thread,
            waits: false,
        });
        let mark = run.mark(self);
        self.context.push(id);
        let name = format!("k{}", id.index());
        let counter = |range, level| Symbol {
            name: name.clone(),
            sort: Sort::Int,
            range,
            level,
            loops: self.context.clone(),
            origin: Origin::Counter(id),
        };
        let kappa = self.terms.fresh(counter(Range::from(0), Level::Launch));
        self.counters.push((id, kappa));
        self.entered.push(entry.guard);

        let (mut carried, mut at_header) = self.enter_loop(run, l, &entry, loc);
        // Those of the iterations before.
        let block = self.cfg.graph[run.region.graph[header].node].block;
        let earlier = self.under_way[block].iter().map(|&loc| (loc, Pending::OF_GROUP));
        at_header.pending.extend(earlier);
        if let Some(turn) = at_header.turns.get_mut(&run.region.graph[header].node) {
            *turn = self.terms.add(*turn, kappa);
        }
        let begun = FxHashMap::from_iter([(header, vec![at_header])]);
        let left = self.run_level(run, Some(l), begun);
        let control = run.control(l);
        self.loops[id].control = control;

        let latch = self.join(left.latches);
        let repeats = latch.as_ref().map(|s| s.guard);
        for c in &mut carried {
            c.latch = latch
                .as_ref()
                .and_then(|s| s.env.get(&c.var))
                .and_then(|v| c.part(*v));
        }
        let rn = run.region.graph[header].node;
        let stated = self.stated(&run.out.claims[mark.claims..]);
        let solution = self.solve_loop(id, kappa, &carried, repeats, &stated, (rn, loc));
        let solved = Solved {
            id,
            kappa,
            repeats,
            solution: &solution,
            entered: entry.guard,
        };
        let (mut holds_barrier, mut waits) = (false, false);
        for s in self.stmts_in(run, l) {
            let effects = s.effects(self.kernel);
            holds_barrier |= matches!(s.kind, StmtKind::Barrier(_));
            waits |= effects.order.is_some() || effects.call_out.is_some();
        }
        self.loops[id].waits = waits;
        self.note_end(&solved, holds_barrier);
        let endless = self.never_ends(&solved);

        // The iteration as it is seen from outside: placeholders replaced, κ within its bounds, entry guard added.
        let goes_round = repeats.is_some_and(|again| self.terms.as_bool(again) != Some(false));
        let most = match goes_round {
            true => solution.visits.map(|v| v.most),
            false => Some(1),
        };
        let bounded = match most {
            Some(1) => self.terms.int(0),
            Some(n) => {
                let range = Range::new(0, n - 1);
                let symbol = self.terms.symbols[self.sym_of(kappa)].clone();
                self.terms.fresh(Symbol { range, ..symbol })
            }
            None => kappa,
        };
        let mut bind_counter = Subst::new();
        bind_counter.bind(self.sym_of(kappa), bounded);
        let mut inside = self.terms.compose(&solution.subst, &mut bind_counter);
        let facts: Vec<TermId> = solution
            .facts
            .iter()
            .map(|&f| self.terms.subst(&mut inside, f))
            .collect();
        for &fact in &facts {
            let parts = self.terms.conjuncts(fact);
            self.told.extend(parts);
        }
        let mut outer = facts;
        outer.push(entry.guard);
        let outer = self.terms.and(&outer);
        self.rebase(run, mark, &mut inside, outer);
        if let Some(c) = self.counters.last_mut() {
            c.1 = bounded;
        }
        self.context.pop();
        self.counters.pop();
        self.entered.pop();

        if let Some(guard) = endless {
            run.out.endless.push(Endless {
                loc,
                guard,
                counters: self.counters.clone(),
            });
        }

        // Out of the loop κ is the number of the last iteration, one value for all if the loop's control is uniform.
        let only_exit_is_header = left
            .exits
            .iter()
            .all(|(to, _)| self.exits_from_header(run, l, *to));
        let end = match solution.visits {
            _ if most == Some(1) => self.terms.int(0),
            Some(v) if v.exact && only_exit_is_header => self.terms.int(v.most - 1),
            _ => {
                let range = Range {
                    lo: Some(0),
                    hi: most.map(|n| n - 1),
                };
                self.terms.fresh(Symbol {
                    name: format!("{name}'"),
                    sort: Sort::Int,
                    range,
                    level: control,
                    loops: self.context.clone(),
                    origin: Origin::Counter(id),
                })
            }
        };
        if let Some(bound) = self.bound(&solution, repeats, id, kappa)
            && self.terms.as_int(end).is_none()
        {
            self.bounds.insert(end, bound);
        }
        self.note_recurrence(&solution, repeats, id, kappa, [bounded, end]);
        let mut exits = Vec::new();
        for (to, mut state) in left.exits {
            // Stores of the loop live on in the new version only.
            state.log = entry.log.clone();
            let mut s = inside.clone();
            state.subst(&mut self.terms, &mut s, outer);
            self.last_iteration(&mut state, id, bounded, end, control);
            let mut known = self.history(&solution, repeats, id, kappa, end);
            known.push(state.guard);
            state.guard = self.terms.and(&known);
            let stored = self.stored_in(run, l);
            let a = self.approximation(
                "contents of memory written in this loop are not tracked past it".into(),
                loc,
            );
            self.forget(&mut state, stored, Level::Thread, Some(a));
            run.out.leavings.push(Leaving {
                of: id,
                end,
                guard: state.guard,
                counters: self.counters.clone(),
            });
            exits.push((to, state));
        }
        if let [(_, state)] = exits.as_slice() {
            self.note_left(entry.guard, state.guard);
        }
        exits
    }

    /// What the source claims of every iteration of the innermost loop being executed, whatever came before.
    fn stated(&self, claims: &[Claim]) -> Vec<TermId> {
        let of_every = claims
            .iter()
            .filter(|c| self.terms.as_bool(c.guard) == Some(true) && c.counters.len() == self.counters.len());
        of_every.map(|c| c.condition).collect()
    }

    pub(super) fn sym_of(&self, t: TermId) -> crate::term::SymId {
        match self.terms.node(t) {
            Node::Sym(s) => *s,
            _ => unreachable!("counters are symbols"),
        }
    }

    fn exits_from_header(&self, run: &Run<'_>, l: usize, to: NodeIndex) -> bool {
        let lp = &run.forest.loops[l];
        run.region
            .graph
            .neighbors_directed(to, petgraph::Direction::Incoming)
            .all(|from| from == lp.header || !lp.contains[from.index()])
    }

    /// Where the loop with this header stands.
    pub fn loop_loc(&self, header: NodeIndex) -> Loc {
        let block = &self.kernel.blocks[self.cfg.graph[header].block];
        block
            .loop_stmt
            .or_else(|| block.stmts.first().map(|s| s.loc))
            .unwrap_or(block.term.loc)
    }

    /// The loop header's state: placeholders for what the body changes, unknown contents for what it stores to.
    fn enter_loop(&mut self, run: &Run<'_>, l: usize, entry: &State, loc: Loc) -> (Vec<Carried>, State) {
        let lp = &run.forest.loops[l];
        let header = run.region.graph[lp.header].node;
        let mut state = entry.clone();
        state.guard = self.terms.bool(true);
        let mut carried = Vec::new();
        for v in self.assigned_in(run, l) {
            if !self.live.live(header, v) {
                state.env.remove(&v);
                continue;
            }
            let var = self.kernel.vars[v].clone();
            let init = match entry.env.get(&v) {
                Some(x) => *x,
                None => self.unknown_value(&var.name, var.ty, Level::Thread, Origin::Free),
            };
            // A pointer that only ever points into one object keeps it, whatever the loop does.
            let one_object = match (init, self.objects.of_var(v).only()) {
                (Value::Pointer(p), Some(one)) => {
                    let known = self.terms.as_int(p.object) == Some(one.index() as i128);
                    known.then_some(p.object)
                }
                (Value::Pointer(_) | Value::Scalar(_), _) => None,
            };
            let mut part = 0;
            let value = init.map(|t| {
                if part == 0 && one_object.is_some() {
                    part += 1;
                    return t;
                }
                let sort = self.terms.sort(t);
                let range = match (var.ty, sort) {
                    (Ty::Int { .. }, _) => self.intervals.at(self.kernel, header, v),
                    _ => Range::ALL,
                };
                let loops = self.context.clone();
                let ph = self.terms.fresh(Symbol {
                    name: format!("{}~", var.name),
                    sort,
                    range,
                    level: self.uniformity.var(header, v),
                    loops,
                    origin: Origin::Placeholder,
                });
                let ty = if var.ty == Ty::Ptr { None } else { Some(var.ty) };
                carried.push(Carried {
                    var: v,
                    part,
                    name: var.name.clone(),
                    ty,
                    place: ph,
                    init: t,
                    latch: None,
                });
                part += 1;
                ph
            });
            state.env.insert(v, value);
        }
        let stored = self.stored_in(run, l);
        if !stored.is_empty() {
            let a = self.approximation(
                "contents of memory written in earlier iterations of this loop are not tracked".into(),
                loc,
            );
            self.forget(&mut state, stored, Level::Thread, Some(a));
        }
        (carried, state)
    }

    fn stmts_in<'s>(&'s self, run: &'s Run<'_>, l: usize) -> impl Iterator<Item = &'s Stmt> + 's {
        let lp = &run.forest.loops[l];
        let nodes = run.region.graph.node_indices().filter(|n| lp.contains[n.index()]);
        nodes.flat_map(|n| self.cfg.stmts(self.kernel, run.region.graph[n].node))
    }

    fn assigned_in(&self, run: &Run<'_>, l: usize) -> BTreeSet<VarId> {
        self.stmts_in(run, l).flat_map(Stmt::defs).collect()
    }

    fn stored_in(&self, run: &Run<'_>, l: usize) -> BTreeSet<ObjectId> {
        let mut out = BTreeSet::new();
        for s in self.stmts_in(run, l) {
            out.extend(self.objects.written_by(self.kernel, s));
            if let StmtKind::Barrier(b) = &s.kind {
                out.extend(self.refreshed_by(b));
            }
        }
        out
    }
    /// Takes the assumption that index arithmetic does not overflow, and notes it; refused where overflows are to be decided
    /// exactly.
    pub(super) fn assume_no_overflow(&mut self) -> bool {
        let allowed = self.config.arith != Arith::Bv;
        self.overflow_assumed |= allowed;
        allowed
    }

    /// `t` with its wraps taken off under the assumption that indices do not overflow, if that may be taken.
    pub(crate) fn without_overflow(&mut self, t: TermId) -> TermId {
        let (viewed, assumed) = crate::term::int_view(&mut self.terms, &mut self.view, t);
        match assumed && !self.assume_no_overflow() {
            true => t,
            false => viewed,
        }
    }

    /// Whether a symbol or function made in loop `id` other than its counter occurs in `t`.
    pub(super) fn varies_in(&self, t: TermId, id: LoopId, kappa: TermId) -> bool {
        self.terms
            .post_order(&[t])
            .iter()
            .any(|&u| match *self.terms.node(u) {
                Node::Sym(s) => u != kappa && self.terms.symbols[s].loops.contains(&id),
                Node::App(f, _) => self.terms.functions[f].loops.contains(&id),
                _ => false,
            })
    }
}

impl Carried {
    /// The part of `v` that this stands for.
    pub(super) fn part(&self, v: Value) -> Option<TermId> {
        match (v, self.part) {
            (Value::Scalar(t), 0) => Some(t),
            (Value::Pointer(Pointer { object, .. }), 0) if self.ty.is_none() => Some(object),
            (Value::Pointer(Pointer { row, .. }), 1) => Some(row),
            (Value::Pointer(Pointer { offset, .. }), 2) => Some(offset),
            _ => None,
        }
    }
}
