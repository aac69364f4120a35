//! The control-flow graph: the kernel's blocks, cut after every barrier.

use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Barrier, BlockId, Kernel, Stmt, StmtKind, TermKind};
use petgraph::graph::DiGraph;
pub use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A piece of a block that holds at most one barrier, at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The block.
    pub block: BlockId,
    /// Its statements, the barrier excluded.
    pub stmts: Range<usize>,
    /// How it ends.
    pub end: End,
}

/// How a [`Node`] ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the barrier that is this statement of the block; one successor.
    Barrier(usize),
    /// With the block's terminator.
    Terminator,
}

/// The graph. Edges of a branch carry the condition's value, others nothing.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// Nodes and edges.
    pub graph: DiGraph<Node, Option<bool>>,
    /// Where every thread starts.
    pub entry: NodeIndex,
}

impl Cfg {
    /// Builds the graph of `kernel`.
    pub fn new(kernel: &Kernel) -> Cfg {
        let mut graph = DiGraph::new();
        let mut first: FxHashMap<BlockId, NodeIndex> = FxHashMap::default();
        let mut last: Vec<NodeIndex> = Vec::new();
        for (id, block) in kernel.blocks.iter_enumerated() {
            let mut start = 0;
            let mut before: Option<NodeIndex> = None;
            let barriers = block
                .stmts
                .iter()
                .enumerate()
                .filter(|(_, s)| matches!(s.kind, StmtKind::Barrier(_)));
            let cuts = barriers.map(|(n, _)| (n, End::Barrier(n)));
            for (n, end) in cuts.chain([(block.stmts.len(), End::Terminator)]) {
                let node = graph.add_node(Node {
                    block: id,
                    stmts: start..n,
                    end,
                });
                first.entry(id).or_insert(node);
                if let Some(b) = before {
                    graph.add_edge(b, node, None);
                }
                before = Some(node);
                start = n + 1;
            }
            last.extend(before);
        }
        for (id, block) in kernel.blocks.iter_enumerated() {
            let from = last[id.index()];
            match &block.term.kind {
                TermKind::Goto(to) => {
                    graph.add_edge(from, first[to], None);
                }
                TermKind::Branch { then, other, .. } if then == other => {
                    graph.add_edge(from, first[then], None);
                }
                TermKind::Branch { then, other, .. } => {
                    graph.add_edge(from, first[then], Some(true));
                    graph.add_edge(from, first[other], Some(false));
                }
                TermKind::Return | TermKind::Unreachable => {}
            }
        }
        Cfg {
            graph,
            entry: first[&kernel.entry],
        }
    }

    /// The statements of a node, with the barrier that it ends at.
    pub fn stmts<'k>(&self, kernel: &'k Kernel, node: NodeIndex) -> &'k [Stmt] {
        let n = &self.graph[node];
        let end = match n.end {
            End::Barrier(b) => b + 1,
            End::Terminator => n.stmts.end,
        };
        &kernel.blocks[n.block].stmts[n.stmts.start..end]
    }

    /// The barrier at the end of `node`, if there is one.
    pub fn barrier<'k>(&self, kernel: &'k Kernel, node: NodeIndex) -> Option<&'k Barrier> {
        let End::Barrier(n) = self.graph[node].end else {
            return None;
        };
        if let StmtKind::Barrier(b) = &kernel.blocks[self.graph[node].block].stmts[n].kind {
            return Some(b);
        }
        None
    }

    /// All nodes at whose end threads leave the kernel.
    pub fn exits(&self, kernel: &Kernel) -> Vec<NodeIndex> {
        let leaves =
            |n: &Node| n.end == End::Terminator && kernel.blocks[n.block].term.kind == TermKind::Return;
        let nodes = self.graph.node_indices();
        nodes.filter(|&n| leaves(&self.graph[n])).collect()
    }

    /// All nodes that end at a barrier.
    pub fn barriers(&self) -> Vec<NodeIndex> {
        self.graph
            .node_indices()
            .filter(|&n| matches!(self.graph[n].end, End::Barrier(_)))
            .collect()
    }
}
