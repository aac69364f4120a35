//! Uniformity: which values and branches cannot differ between threads.
//!
//! An optimistic fixpoint over the control-flow graph. A value is as uniform as what it is computed from. Where the
//! paths of a non-uniform branch meet again (at the branch's immediate post-dominator), every variable assigned on
//! the way may differ; that covers loops that threads leave in different iterations, since the way from such a
//! loop's exit branch to its post-dominator leads through the whole loop (Karrenberg & Hack, CC 2012,
//! doi 10.1007/978-3-642-28652-0_1). Two threads of a block that read one address between two barriers read
//! one value: a write by another thread in between is a data race, and reported as such.

use crate::cfg::{Cfg, End};
use crate::objects::Objects;
use crate::term::Level;
use kverify_frontend::index::{Idx, IndexVec};
use kverify_frontend::ir::{
    Collective, CollectiveOp, Expr, ExprKind, Geometry, Kernel, Language, Loc, ResultBy, Scope, Space, Stmt,
    StmtKind, VarId, flow,
};
use petgraph::Direction;
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// Levels of all variables at every node's start, and of every branch.
#[derive(Clone, Debug)]
pub struct Uniformity {
    at_start: IndexVec<NodeIndex, Option<Vec<Level>>>,
    branch: Vec<Level>,
    /// Nodes at whose end some threads of a block may be while others are not there, or go another way.
    apart: Vec<bool>,
    loads: FxHashMap<(Loc, VarId), Level>,
}

/// What the analysis reads.
struct Analysis<'a> {
    kernel: &'a Kernel,
    cfg: &'a Cfg,
    objects: &'a Objects,
    /// Dimensions of which every block has one thread.
    flat: [bool; 3],
    /// Immediate post-dominators; `None` where no path to the exit exists.
    meets: Vec<Option<NodeIndex>>,
}

impl Uniformity {
    /// Analyses `kernel`; `flat` says in which dimensions a block has just one thread.
    pub fn new(kernel: &Kernel, cfg: &Cfg, objects: &Objects, flat: [bool; 3]) -> Uniformity {
        let meets = post_dominators(cfg);
        let analysis = Analysis {
            kernel,
            cfg,
            objects,
            flat,
            meets,
        };
        analysis.run()
    }

    /// The level of variable `v` at the start of `node`.
    pub fn var(&self, node: NodeIndex, v: VarId) -> Level {
        self.at_start[node]
            .as_ref()
            .map_or(Level::Launch, |s| s[v.index()])
    }

    /// The level of what the load at `loc` into `dst` yields.
    pub fn load(&self, loc: Loc, dst: VarId) -> Level {
        self.loads.get(&(loc, dst)).copied().unwrap_or(Level::Thread)
    }

    /// The level of the branch condition at the end of `node`; [`Level::Launch`] if it does not branch.
    pub fn branch(&self, node: NodeIndex) -> Level {
        self.branch[node.index()]
    }

    /// Whether threads of a block may part at the end of `node`, or have parted before and not met again.
    pub fn may_part(&self, node: NodeIndex) -> bool {
        self.apart[node.index()]
    }
}

impl Analysis<'_> {
    fn run(&self) -> Uniformity {
        let n = self.cfg.graph.node_count();
        let vars = self.kernel.vars.len();
        let mut u = Uniformity {
            at_start: IndexVec::new(),
            branch: vec![Level::Launch; n],
            apart: vec![false; n],
            loads: FxHashMap::default(),
        };
        let through = |node: NodeIndex, mut state: Vec<Level>| {
            let level = self.transfer(node, &mut state);
            let next = self.cfg.graph.neighbors(node);
            let mut out: Vec<_> = next.map(|next| (next, state.clone())).collect();
            if level > u.branch[node.index()] {
                u.branch[node.index()] = level;
                out.extend(self.forced(node, level));
            }
            out
        };
        let starts = [(self.cfg.entry, vec![Level::Launch; vars])];
        u.at_start = flow::solve(n, starts, through, |_, old, new| join(old, &new));
        self.level_loads(&mut u);
        for branch in self.cfg.graph.node_indices() {
            if u.branch(branch) < Level::Thread {
                continue;
            }
            u.apart[branch.index()] = true;
            for next in self.cfg.graph.neighbors(branch) {
                for n in self.reachable(next, self.meets[branch.index()]) {
                    u.apart[n.index()] = true;
                }
            }
        }
        u
    }

    fn level_loads(&self, u: &mut Uniformity) {
        for node in self.cfg.graph.node_indices() {
            let Some(mut state) = u.at_start[node].clone() else {
                continue;
            };
            for s in self.cfg.stmts(self.kernel, node) {
                let level = self.statement(s, &state);
                if let StmtKind::Load { dst, .. } = s.kind {
                    // Copies of one source place (unrolled or duplicated code) share an entry: the worst one counts.
                    let entry = u.loads.entry((s.loc, dst)).or_insert(level);
                    *entry = (*entry).max(level);
                }
                for v in s.defs() {
                    state[v.index()] = level;
                }
            }
        }
    }

    /// Where paths from a branch of `level` meet, and what is assigned on the way at that level.
    fn forced(&self, branch: NodeIndex, level: Level) -> Vec<(NodeIndex, Vec<Level>)> {
        let meet = self.meets[branch.index()];
        let mut assigned = vec![Level::Launch; self.kernel.vars.len()];
        let mut sides = vec![0u8; self.cfg.graph.node_count()];
        for next in self.cfg.graph.neighbors(branch) {
            for n in self.reachable(next, meet) {
                sides[n.index()] += 1;
                let stmts = self.cfg.stmts(self.kernel, n).iter();
                for v in stmts.flat_map(|s| s.defs()) {
                    assigned[v.index()] = level;
                }
            }
        }
        // Paths meet at the post-dominator, and on the way (or without one) wherever both sides lead.
        let joins = self.cfg.graph.node_indices().filter(|&n| {
            Some(n) == meet
                || (sides[n.index()] > 1
                    && self.cfg.graph.neighbors_directed(n, Direction::Incoming).count() > 1
                    && !self.dominates_branch(n, branch))
        });
        joins.map(|j| (j, assigned.clone())).collect()
    }

    /// All nodes on paths from `start` that end before `stop`.
    fn reachable(&self, start: NodeIndex, stop: Option<NodeIndex>) -> Vec<NodeIndex> {
        let ahead = |n: NodeIndex| (Some(n) != stop).then(|| self.cfg.graph.neighbors(n));
        let count = self.cfg.graph.node_count();
        let seen = flow::reach(count, [start], |n| ahead(n).into_iter().flatten());
        let found = seen.indices().filter(|&n| seen[n] && Some(n) != stop);
        found.collect()
    }

    /// Whether every path to `branch` leads through `n`: a loop header around the branch, where the threads still
    /// in the loop stand in the same iteration.
    fn dominates_branch(&self, n: NodeIndex, branch: NodeIndex) -> bool {
        !self.reachable(self.cfg.entry, Some(n)).contains(&branch)
    }

    /// Runs the node's statements over `state` and returns the level of its branch.
    fn transfer(&self, node: NodeIndex, state: &mut [Level]) -> Level {
        for s in self.cfg.stmts(self.kernel, node) {
            let level = self.statement(s, state);
            for v in s.defs() {
                state[v.index()] = level;
            }
        }
        let n = &self.cfg.graph[node];
        let cond = self.kernel.blocks[n.block].term.cond();
        let cond = cond.filter(|_| n.end == End::Terminator);
        cond.map_or(Level::Launch, |cond| self.expr(cond, state))
    }

    /// The level of what a statement assigns.
    fn statement(&self, s: &Stmt, state: &[Level]) -> Level {
        match &s.kind {
            StmtKind::Assign { value, .. } => self.expr(value, state),
            StmtKind::Load { addr, volatile, .. } => self.load(addr, *volatile, state),
            StmtKind::Barrier(_) => Level::Block,
            StmtKind::Collective(c) if c.op.uniform_result() && c.scope >= Scope::Block => Level::Block,
            StmtKind::Collective(c) => self.exchange(c, state),
            StmtKind::Atomic(_) | StmtKind::Phase(_) | StmtKind::Hole { .. } => Level::Thread,
            StmtKind::Store { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::AsyncWait { .. }
            | StmtKind::AsyncCommit
            | StmtKind::Fence { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert(_)
            | StmtKind::Invariant(_)
            | StmtKind::UnderWay(_)
            | StmtKind::Demand { .. }
            | StmtKind::Presume { .. }
            | StmtKind::Print { .. } => Level::Thread,
        }
    }

    /// What lanes that meet with one mask get alike. Whether they do meet is asked by `divergent-collective`.
    fn exchange(&self, c: &Collective, state: &[Level]) -> Level {
        let asks_one = matches!(c.op, CollectiveOp::Shuffle | CollectiveOp::Broadcast);
        let alike = match (c.op.result_by(), c.args.as_slice()) {
            (ResultBy::Group, _) => Level::Warp,
            (ResultBy::Source, [_, source]) if asks_one => self.expr(source, state),
            (ResultBy::Source, [_, source, width]) if asks_one && width.kind == ExprKind::Int(32) => {
                self.expr(source, state)
            }
            (ResultBy::Source | ResultBy::Meeting | ResultBy::Value | ResultBy::Place, _) => {
                return Level::Thread;
            }
        };
        match &c.mask {
            Some(mask) => self.expr(mask, state).max(alike).max(Level::Warp),
            None if self.kernel.language == Language::OpenCl => alike.max(Level::Warp),
            None => Level::Thread,
        }
    }

    fn load(&self, addr: &Expr, volatile: bool, state: &[Level]) -> Level {
        let mut level = self.expr(addr, state);
        let targets = self.objects.targets(addr);
        let Some(objects) = targets.these().filter(|_| !volatile) else {
            return Level::Thread;
        };
        for o in objects {
            let usage = self.objects.usage(*o);
            let of_object = match self.objects.space(self.kernel, *o) {
                Space::Private => Level::Thread,
                _ if usage.unstable => Level::Thread,
                Space::Shared => Level::Block,
                _ if usage.written => Level::Block,
                _ => Level::Launch,
            };
            level = level.max(of_object);
        }
        level
    }

    fn expr(&self, e: &Expr, state: &[Level]) -> Level {
        match &e.kind {
            ExprKind::Var(v) => state[v.index()],
            ExprKind::Geometry(g) => self.geometry(*g),
            ExprKind::Unknown(_) => Level::Thread,
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Bits(a) | ExprKind::Window(a) => {
                self.expr(a, state)
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Cmp(_, a, b)
            | ExprKind::PtrAdd(a, b)
            | ExprKind::PtrRow(a, b)
            | ExprKind::PtrDiff(a, b) => self.expr(a, state).max(self.expr(b, state)),
            ExprKind::Select(c, a, b) => self
                .expr(c, state)
                .max(self.expr(a, state))
                .max(self.expr(b, state)),
            ExprKind::Call(_, args) => args
                .iter()
                .map(|a| self.expr(a, state))
                .max()
                .unwrap_or(Level::Launch),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null | ExprKind::Object(_) => Level::Launch,
        }
    }

    fn geometry(&self, g: Geometry) -> Level {
        match g {
            Geometry::ThreadIdx(d) if self.flat[d as usize] => Level::Launch,
            Geometry::ThreadIdx(_) => Level::Thread,
            Geometry::BlockIdx(_) => Level::Block,
            _ => Level::Launch,
        }
    }
}

fn join(old: &mut [Level], new: &[Level]) -> bool {
    let mut changed = false;
    for (o, n) in old.iter_mut().zip(new) {
        if *n > *o {
            *o = *n;
            changed = true;
        }
    }
    changed
}

/// Immediate post-dominators, over the reversed graph with one virtual exit.
fn post_dominators(cfg: &Cfg) -> Vec<Option<NodeIndex>> {
    let mut reversed: DiGraph<(), ()> = DiGraph::new();
    for _ in cfg.graph.node_indices() {
        reversed.add_node(());
    }
    let exit = reversed.add_node(());
    for e in cfg.graph.edge_indices() {
        if let Some((a, b)) = cfg.graph.edge_endpoints(e) {
            reversed.add_edge(b, a, ());
        }
    }
    for n in cfg.graph.node_indices() {
        if cfg.graph.neighbors(n).next().is_none() {
            reversed.add_edge(exit, n, ());
        }
    }
    let doms = simple_fast(&reversed, exit);
    cfg.graph
        .node_indices()
        .map(|n| doms.immediate_dominator(n).filter(|&d| d != exit))
        .collect()
}
