//! What stands between two statements on every way through the kernel.

use crate::cfg::Cfg;
use crate::loops::Forest;
use kverify_frontend::ir::{
    Atomic, Edge, Kernel, Loc, MemoryOrder, Ordering, Scope, Stmt, StmtKind, TermKind,
};
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashSet;

/// A statement: its node and position in it.
type At = (NodeIndex, usize);

/// The kernel's graph, statement by statement.
#[derive(Clone, Copy)]
pub(super) struct Paths<'k> {
    pub kernel: &'k Kernel,
    pub cfg: &'k Cfg,
}

impl<'k> Paths<'k> {
    /// The accesses at a place. What a macro expands to shares its place with them.
    fn all(&self, loc: Loc) -> Vec<At> {
        let nodes = self.cfg.graph.node_indices();
        nodes
            .flat_map(|n| {
                let stmts = self.cfg.stmts(self.kernel, n).iter().enumerate();
                stmts
                    .filter(|(_, s)| s.loc == loc && is_access(s))
                    .map(move |(i, _)| (n, i))
            })
            .collect()
    }

    /// The atomic operation at a place, if there is just one.
    pub fn atomic(&self, loc: Loc) -> Option<&'k Atomic> {
        let mut found = None;
        for (n, i) in self.all(loc) {
            if let StmtKind::Atomic(a) = &self.cfg.stmts(self.kernel, n)[i].kind
                && found.replace(a).is_some()
            {
                return None;
            }
        }
        found
    }

    /// Whether what a thread did at `from` is let go by what it writes at `to`: by that operation, or by a fence on every way
    /// there.
    pub fn lets_go(&self, from: Loc, to: Loc, edge: Edge) -> bool {
        let by_itself = self
            .atomic(to)
            .is_some_and(|a| a.ordering.on(edge.cell).releases(edge));
        by_itself || !self.reaches(from, to, |s| fence(s).is_some_and(|f| f.releases(edge)))
    }

    /// Whether what was read at `from` is let in before `to`: by that operation, or by a fence on every way there. `won` says
    /// that a compare-and-exchange succeeded.
    pub fn lets_in(&self, from: Loc, to: Loc, edge: Edge, won: bool) -> bool {
        let by_itself = self.atomic(from).is_some_and(|a| {
            let ordering = if won { a.ordering } else { a.read_order() };
            ordering.on(edge.cell).acquires(edge)
        });
        by_itself || !self.reaches(from, to, |s| fence(s).is_some_and(|f| f.acquires(edge)))
    }

    /// The same before the next barrier of the block.
    pub fn lets_in_by_barrier(&self, from: Loc, edge: Edge, won: bool) -> bool {
        let by_itself = self.atomic(from).is_some_and(|a| {
            let ordering = if won { a.ordering } else { a.read_order() };
            ordering.on(edge.cell).acquires(edge)
        });
        let waits = |s: Option<&Stmt>| s.is_some_and(is_block_barrier);
        by_itself || !self.walk(from, waits, |s| fence(s).is_some_and(|f| f.acquires(edge)))
    }

    /// Walks on after every statement at `from`, until `arrived` or `stops` says so; whether it arrived. `arrived` gets
    /// `None` where the kernel is left.
    fn walk(
        &self,
        from: Loc,
        arrived: impl Fn(Option<&Stmt>) -> bool,
        stops: impl Fn(&Stmt) -> bool,
    ) -> bool {
        let mut work: Vec<At> = self.all(from).into_iter().map(|(n, i)| (n, i + 1)).collect();
        let mut seen: FxHashSet<NodeIndex> = FxHashSet::default();
        while let Some((node, start)) = work.pop() {
            if start == 0 && !seen.insert(node) {
                continue;
            }
            let mut stopped = false;
            for s in &self.cfg.stmts(self.kernel, node)[start..] {
                if arrived(Some(s)) {
                    return true;
                }
                if stops(s) {
                    stopped = true;
                    break;
                }
            }
            if stopped {
                continue;
            }
            let block = self.cfg.graph[node].block;
            let leaves = matches!(self.kernel.blocks[block].term.kind, TermKind::Return);
            if leaves && self.cfg.barrier(self.kernel, node).is_none() && arrived(None) {
                return true;
            }
            work.extend(self.cfg.graph.neighbors(node).map(|n| (n, 0)));
        }
        false
    }

    /// Whether a thread may get from `from` to `to` without a statement that `stops`.
    pub fn reaches(&self, from: Loc, to: Loc, stops: impl Fn(&Stmt) -> bool) -> bool {
        self.walk(from, |s| s.is_some_and(|s| s.loc == to && is_access(s)), stops)
    }

    /// Whether all that is done at `first` in an iteration of the loop around `then` comes before `then` in that iteration.
    pub fn precedes_in_iteration(&self, forest: &Forest, first: Loc, then: Loc) -> bool {
        let is_first = |s: &Stmt| s.loc == first && is_access(s);
        self.all(then).into_iter().all(|(node, at)| {
            let Some(&innermost) = forest.around(node).first() else {
                return false;
            };
            let header = forest.loops[innermost].header;
            let mut seen = FxHashSet::from_iter([header]);
            let mut work = vec![(node, at + 1)];
            while let Some((node, start)) = work.pop() {
                if self.cfg.stmts(self.kernel, node)[start..].iter().any(is_first) {
                    return false;
                }
                let next = self.cfg.graph.neighbors(node).filter(|n| seen.insert(*n));
                work.extend(next.map(|n| (n, 0)));
            }
            true
        })
    }

    /// Whether a thread may leave the kernel after `from` without a statement that `stops`.
    pub fn leaves(&self, from: Loc, stops: impl Fn(&Stmt) -> bool) -> bool {
        self.walk(from, |s| s.is_none(), stops)
    }

    /// Whether the kernel has anything that could order accesses besides barriers.
    pub fn may_order(&self) -> bool {
        self.kernel.blocks.iter().flat_map(|b| &b.stmts).any(|s| {
            matches!(&s.kind, StmtKind::Fence { ordering, .. } | StmtKind::Atomic(Atomic { ordering, .. })
                    if ordering.order != MemoryOrder::Relaxed)
        })
    }
}

/// Whether a statement reads or writes memory.
pub(super) fn is_access(s: &Stmt) -> bool {
    matches!(
        s.kind,
        StmtKind::Load { .. }
            | StmtKind::Store { .. }
            | StmtKind::Atomic(_)
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::UnderWay(_)
            | StmtKind::Hole { .. }
    )
}

/// What a statement orders as a fence. Barriers are fences on both sides (OpenCL 3.0 API, 3.3.6.4; PTX ISA, "bar"); those of some
/// lanes of a warp are so for these lanes only.
fn fence(s: &Stmt) -> Option<Ordering> {
    if let StmtKind::Fence { ordering, .. } = &s.kind {
        return Some(*ordering);
    }
    let StmtKind::Barrier(b) = &s.kind else {
        return None;
    };
    (b.scope >= Scope::Block || b.mask.is_none()).then_some(Ordering {
        order: MemoryOrder::AcqRel,
        scope: b.scope,
        spaces: b.fences,
    })
}

/// Whether all threads of the block wait.
pub(super) fn is_block_barrier(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Barrier(b) if b.scope >= Scope::Block && b.fences.global && b.fences.shared)
}
