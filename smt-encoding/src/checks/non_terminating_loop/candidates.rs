//! Loops that are left only if memory changes, read off the kernel's graph.

use crate::cfg::Cfg;
use crate::loops::Forest;
use crate::objects::Objects;
use kverify_frontend::ir::effect::Touch;
use kverify_frontend::ir::{
    Atomic, AtomicOp, Expr, ExprKind, Kernel, Loc, ObjectId, Stmt, StmtKind, VarId, build, flow,
};
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A loop that waits for a cell of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spin {
    /// The access that decides whether it is left.
    pub wait: Loc,
    /// For a loop that only reads: the writes, outside of it and not before it, that let it end. `None` is a lock: the
    /// access itself keeps others in the loop.
    pub release: Option<Vec<Loc>>,
    /// The accesses in the loop that decide.
    pub own: Vec<Loc>,
}

/// The loops of a kernel that wait for memory.
pub fn spins(kernel: &Kernel, cfg: &Cfg, objects: &Objects) -> Vec<Spin> {
    let forest = Forest::new(&cfg.graph, cfg.entry);
    if forest.irreducible {
        return Vec::new();
    }
    let loops = forest.loops.iter().map(|l| Body {
        kernel,
        cfg,
        objects,
        header: l.header,
        contains: &l.contains,
    });
    loops.flat_map(|body| body.spins(&forest)).collect()
}

/// A loop.
struct Body<'a> {
    kernel: &'a Kernel,
    cfg: &'a Cfg,
    objects: &'a Objects,
    header: NodeIndex,
    contains: &'a [bool],
}

impl<'a> Body<'a> {
    fn inside(&self, node: NodeIndex) -> bool {
        self.contains.get(node.index()).copied().unwrap_or(false)
    }

    fn nodes(&self) -> impl Iterator<Item = NodeIndex> + use<'_, 'a> {
        self.cfg.graph.node_indices().filter(|n| self.inside(*n))
    }

    fn statements(&self) -> impl Iterator<Item = (NodeIndex, &'a Stmt)> + use<'_, 'a> {
        let statements = |n| self.cfg.stmts(self.kernel, n).iter().map(move |s| (n, s));
        self.nodes().flat_map(statements)
    }

    /// The condition at which a node branches.
    fn condition(&self, node: NodeIndex) -> Option<&'a Expr> {
        let block = self.kernel.blocks.get(self.cfg.graph.node_weight(node)?.block)?;
        block
            .term
            .cond()
            .filter(|_| self.cfg.barrier(self.kernel, node).is_none())
    }

    fn spins(&self, forest: &Forest) -> Vec<Spin> {
        if self.statements().any(|(_, s)| synchronises(s)) {
            return Vec::new();
        }
        let Some(deciding) = self.deciding() else {
            return Vec::new();
        };
        let waits: Vec<&Stmt> = self
            .statements()
            .map(|(_, s)| s)
            .filter(|s| self.reads(s) && s.defs().iter().any(|v| deciding.contains(v)))
            .collect();
        let cells: FxHashSet<ObjectId> = waits.iter().flat_map(|s| self.cells(s)).collect();
        let own: Vec<Loc> = waits.iter().map(|s| s.loc).collect();
        // What the loop itself changes, others can change in it as well: they make progress.
        if self
            .statements()
            .any(|(_, s)| self.changes(s, &cells) && !own.contains(&s.loc))
        {
            return Vec::new();
        }
        let locks: Vec<&&Stmt> = waits.iter().filter(|s| !self.changed_by(s).is_empty()).collect();
        if locks.iter().any(|s| self.makes_progress(s)) {
            return Vec::new();
        }
        if let Some(lock) = locks.first() {
            return vec![Spin {
                wait: lock.loc,
                release: None,
                own,
            }];
        }
        let release = self.later_writes(forest, &cells);
        match waits.first() {
            Some(wait) => vec![Spin {
                wait: wait.loc,
                release: Some(release),
                own,
            }],
            None => Vec::new(),
        }
    }

    fn cells(&self, s: &Stmt) -> Vec<ObjectId> {
        let effects = s.effects(self.kernel);
        effects
            .reads()
            .flat_map(|from| self.objects.touched(from))
            .collect()
    }

    fn reads(&self, s: &Stmt) -> bool {
        s.effects(self.kernel).reads().next().is_some()
    }

    /// What a statement may change. Atomics that leave what they find are reads in disguise.
    fn changed_by(&self, s: &Stmt) -> BTreeSet<ObjectId> {
        match &s.effects(self.kernel).accesses[..] {
            [Touch { atomic: Some(a), .. }] if leaves_it(a) => BTreeSet::new(),
            _ => self.objects.written_by(self.kernel, s),
        }
    }

    fn changes(&self, s: &Stmt, cells: &FxHashSet<ObjectId>) -> bool {
        self.changed_by(s).iter().any(|o| cells.contains(o))
    }

    /// The variables that decide whether the loop is left. `None` if a thread gets nearer to the end by itself: by a variable
    /// that counts, or by what is not modelled; or if there is no exit.
    fn deciding(&self) -> Option<BTreeSet<VarId>> {
        let mut deciding = BTreeSet::new();
        let mut work: Vec<VarId> = Vec::new();
        let exits: Vec<NodeIndex> = self
            .nodes()
            .filter(|&n| self.cfg.graph.neighbors(n).any(|to| !self.inside(to)))
            .collect();
        if exits.is_empty() {
            return None;
        }
        for exit in exits {
            work.extend(self.condition(exit).map(Expr::variables).unwrap_or_default());
            work.extend(self.controlling(exit));
        }
        while let Some(var) = work.pop() {
            if !deciding.insert(var) {
                continue;
            }
            for (node, s) in self.statements().filter(|(_, s)| s.defs().contains(&var)) {
                work.extend(used(s)?);
                work.extend(self.controlling(node));
            }
        }
        let counts = deciding.iter().any(|&v| self.depends_on_itself(v));
        (!counts).then_some(deciding)
    }

    /// Variables of the branches inside of the loop that decide whether `node` is executed in an iteration.
    fn controlling(&self, node: NodeIndex) -> Vec<VarId> {
        let mut variables_of = Vec::new();
        for branch in self.nodes().filter(|&b| b != node) {
            let Some(condition) = self.condition(branch) else {
                continue;
            };
            let ways: Vec<bool> = self
                .cfg
                .graph
                .neighbors(branch)
                .map(|to| self.inside(to) && self.reaches_within(to, node))
                .collect();
            if ways.contains(&true) && ways.contains(&false) {
                variables_of.extend(condition.variables());
            }
        }
        variables_of
    }

    /// Whether `from` leads to `to` in the same iteration.
    fn reaches_within(&self, from: NodeIndex, to: NodeIndex) -> bool {
        reaches(self.cfg, from, to, |n| self.inside(n) && n != self.header)
    }

    /// Whether a variable's value in one iteration depends on its own in the one before.
    fn depends_on_itself(&self, var: VarId) -> bool {
        let mut seen: BTreeSet<VarId> = BTreeSet::new();
        let mut work = vec![var];
        while let Some(v) = work.pop() {
            for (_, s) in self.statements().filter(|(_, s)| s.defs().contains(&v)) {
                let used = used(s).unwrap_or_default();
                if used.contains(&var) {
                    return true;
                }
                work.extend(used.into_iter().filter(|u| seen.insert(*u)));
            }
        }
        false
    }

    /// Whether repeating the atomic changes the cell again, or tries again with what was read: then every schedule ends.
    fn makes_progress(&self, s: &Stmt) -> bool {
        let StmtKind::Atomic(atomic) = &s.kind else {
            return true;
        };
        let varies = |e: &Expr| e.variables().iter().any(|v| self.is_changed(*v));
        match atomic.op {
            AtomicOp::Cas
            | AtomicOp::Exchange
            | AtomicOp::And
            | AtomicOp::Or
            | AtomicOp::Min
            | AtomicOp::Max => atomic.args.iter().take(1).any(varies),
            AtomicOp::Load
            | AtomicOp::Store
            | AtomicOp::Add
            | AtomicOp::Sub
            | AtomicOp::Xor
            | AtomicOp::IncWrap
            | AtomicOp::DecWrap => true,
        }
    }

    fn is_changed(&self, var: VarId) -> bool {
        self.statements().any(|(_, s)| s.defs().contains(&var))
    }

    /// Writes of the cells outside of the loop that do not come before it: in lock-step what comes before is done.
    fn later_writes(&self, forest: &Forest, cells: &FxHashSet<ObjectId>) -> Vec<Loc> {
        let outside = self.cfg.graph.node_indices().filter(|n| !self.inside(*n));
        let mut later = Vec::new();
        for node in outside {
            if reaches_forward(self.cfg, forest, node, self.header) {
                continue;
            }
            for s in self.cfg.stmts(self.kernel, node) {
                if self.changes(s, cells) {
                    later.push(s.loc);
                }
            }
        }
        later
    }
}

/// Whether `from` leads to `to` through nodes that are allowed.
fn reaches(cfg: &Cfg, from: NodeIndex, to: NodeIndex, allowed: impl Fn(NodeIndex) -> bool) -> bool {
    let next = |n: NodeIndex| allowed(n).then(|| cfg.graph.neighbors(n)).into_iter().flatten();
    flow::reach(cfg.graph.node_count(), [from], next)[to]
}

/// Whether `from` leads to `to` without going round a loop.
fn reaches_forward(cfg: &Cfg, forest: &Forest, from: NodeIndex, to: NodeIndex) -> bool {
    let mut position = vec![usize::MAX; cfg.graph.node_count()];
    for (i, n) in forest.order.iter().enumerate() {
        position[n.index()] = i;
    }
    let forward = |n: NodeIndex| {
        let next = cfg.graph.neighbors(n);
        next.filter(|m| position[m.index()] > position[n.index()])
            .collect::<Vec<_>>()
    };
    flow::reach(cfg.graph.node_count(), [from], forward)[to]
}

/// Whether threads wait for each other in the statement, or something may that is not modelled.
fn synchronises(s: &Stmt) -> bool {
    // Barriers that count arrivals leave obligations.
    matches!(
        s.kind,
        StmtKind::Barrier(_)
            | StmtKind::Phase(_)
            | StmtKind::Demand { .. }
            | StmtKind::Presume { .. }
            | StmtKind::Collective(_)
            | StmtKind::Hole { .. }
            | StmtKind::AsyncWait { .. }
    )
}

/// The variables that what a statement computes or reads depends on; `None` if that is not modelled.
fn used(s: &Stmt) -> Option<Vec<VarId>> {
    // Another cell in each iteration (a list that is followed) is another value.
    let known = matches!(
        s.kind,
        StmtKind::Assign { .. } | StmtKind::Load { .. } | StmtKind::Atomic(_)
    );
    known.then(|| s.exprs().into_iter().flat_map(Expr::variables).collect())
}

fn leaves_it(atomic: &Atomic) -> bool {
    let constant = |n: usize| atomic.args.get(n).and_then(constant);
    match atomic.op {
        AtomicOp::Load => true,
        AtomicOp::Add | AtomicOp::Sub | AtomicOp::Or | AtomicOp::Xor => constant(0) == Some(0),
        AtomicOp::And => constant(0) == Some(-1),
        AtomicOp::Cas => constant(0).is_some() && constant(0) == constant(1),
        AtomicOp::Store
        | AtomicOp::Exchange
        | AtomicOp::Min
        | AtomicOp::Max
        | AtomicOp::IncWrap
        | AtomicOp::DecWrap => false,
    }
}

fn constant(e: &Expr) -> Option<i128> {
    if let ExprKind::Cast(inner) = &e.kind {
        return constant(inner);
    }
    build::as_int(e)
}
