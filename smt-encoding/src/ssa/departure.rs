//! Where a thread gives up coming to an operation that others do.
//!
//! That a thread does not come is no negation of a guard: guards hold facts besides, of loops that were left for instance. It is
//! the disjunction of the ways on which it departs: an edge of a branch behind which the operation is not reached any more in
//! the same iteration, or a loop around the operation that was left in an earlier iteration.

use super::Machine;
use super::region::Region;
use crate::loops::Forest;
use crate::term::{LoopId, TermId};
use kverify_frontend::ir::{Scope, Stmt, StmtKind, flow};
use petgraph::Direction;
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;

/// An edge that leads past operations.
#[derive(Clone, Debug)]
pub struct Departure {
    /// Nodes of the region whose operations are not reached any more.
    pub from: BTreeSet<NodeIndex>,
    /// When the edge is taken.
    pub guard: TermId,
    /// Counters of the loops around it.
    pub counters: Vec<(LoopId, TermId)>,
}

/// A way out of a loop.
#[derive(Clone, Debug)]
pub struct Leaving {
    /// The loop.
    pub of: LoopId,
    /// Its last iteration.
    pub end: TermId,
    /// When it is left so.
    pub guard: TermId,
    /// Counters of the loops around it.
    pub counters: Vec<(LoopId, TermId)>,
}

/// The operations that may still come in the same iteration of the loops around them, by node of the region.
pub(super) struct Ahead {
    /// Members of each loop, by header.
    loops: Vec<(NodeIndex, Vec<bool>)>,
    /// From the end of the node on.
    after: Vec<BTreeSet<NodeIndex>>,
    /// Nodes with such operations.
    here: Vec<bool>,
}

impl Ahead {
    pub(super) fn new(machine: &Machine<'_>, region: &Region, forest: &Forest) -> Ahead {
        let count = region.graph.node_count();
        let mut ahead = Ahead {
            loops: forest
                .loops
                .iter()
                .map(|l| (l.header, l.contains.clone()))
                .collect(),
            after: Vec::new(),
            here: vec![false; count],
        };
        for &node in &forest.order {
            let stmts = machine.cfg.stmts(machine.kernel, region.graph[node].node);
            ahead.here[node.index()] = stmts.iter().any(is_joint);
        }
        let starts = forest.order.iter().rev().map(|&node| (node, BTreeSet::new()));
        let through = |to: NodeIndex, after: BTreeSet<NodeIndex>| {
            let before = region.graph.neighbors_directed(to, Direction::Incoming);
            before.map(|at| (at, ahead.from(at, to, &after))).collect()
        };
        let join = |_, old: &mut BTreeSet<NodeIndex>, new: BTreeSet<NodeIndex>| {
            let count = old.len();
            old.extend(new);
            old.len() != count
        };
        let after = flow::solve(count, starts, through, join);
        ahead.after = after.iter().cloned().map(Option::unwrap_or_default).collect();
        ahead
    }

    /// What is reached by the edge: over a back edge only what is not in that loop.
    fn from(&self, at: NodeIndex, to: NodeIndex, after: &BTreeSet<NodeIndex>) -> BTreeSet<NodeIndex> {
        let mut reached = after.clone();
        if self.here[to.index()] {
            reached.insert(to);
        }
        let again = self
            .loops
            .iter()
            .find(|(header, body)| *header == to && body[at.index()]);
        if let Some((_, body)) = again {
            reached.retain(|n| !body[n.index()]);
        }
        reached
    }

    /// What is not reached any more when the edge is taken.
    pub(super) fn given_up(&self, at: NodeIndex, to: NodeIndex) -> BTreeSet<NodeIndex> {
        let still = self.from(at, to, &self.after[to.index()]);
        self.after[at.index()].difference(&still).copied().collect()
    }
}

/// Whether threads may have to do it together.
fn is_joint(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Collective(_) | StmtKind::Copy { .. } => true,
        StmtKind::Barrier(b) => b.scope < Scope::Block,
        StmtKind::Assign { .. }
        | StmtKind::Load { .. }
        | StmtKind::Store { .. }
        | StmtKind::Atomic(_)
        | StmtKind::Fill { .. }
        | StmtKind::AsyncWait { .. }
        | StmtKind::AsyncCommit
        | StmtKind::Fence { .. }
        | StmtKind::Assume(_)
        | StmtKind::Assert(_)
        | StmtKind::Invariant(_)
        | StmtKind::Phase(_)
        | StmtKind::Demand { .. }
        | StmtKind::Presume { .. }
        | StmtKind::Hole { .. }
        | StmtKind::UnderWay(_)
        | StmtKind::Print { .. } => false,
    }
}
