//! Which variables are still needed: only those are carried round loops.

use crate::cfg::{Cfg, End};
use crate::phases::Ghost;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Expr, Kernel, VarId, flow};
use petgraph::Direction;
use petgraph::graph::NodeIndex;

/// Variables that are read before they are assigned, by node of the kernel's graph.
#[derive(Clone, Debug)]
pub(super) struct Liveness {
    words: usize,
    live_in: Vec<Vec<u64>>,
}

impl Liveness {
    /// What is kept of barriers is read by every access.
    pub(super) fn new(kernel: &Kernel, cfg: &Cfg, ghosts: &[Ghost]) -> Liveness {
        let words = kernel.vars.len().div_ceil(64);
        let n = cfg.graph.node_count();
        let (mut uses, mut defs) = (vec![vec![0u64; words]; n], vec![vec![0u64; words]; n]);
        for id in cfg.graph.node_indices() {
            let (u, d) = (&mut uses[id.index()], &mut defs[id.index()]);
            for s in cfg.stmts(kernel, id) {
                s.exprs().into_iter().for_each(|e| add_uses(e, u, d));
                for v in s.defs() {
                    d[v.index() / 64] |= 1 << (v.index() % 64);
                }
            }
            let node = &cfg.graph[id];
            if let (Some(cond), End::Terminator) = (kernel.blocks[node.block].term.cond(), node.end) {
                add_uses(cond, u, d);
            }
        }
        let through = |id: NodeIndex, live: Vec<u64>| {
            let before = cfg.graph.neighbors_directed(id, Direction::Incoming);
            let kept = |to: NodeIndex| {
                let kept = live.iter().zip(&defs[to.index()]);
                (to, kept.map(|(live, defs)| live & !defs).collect())
            };
            before.map(kept).collect()
        };
        let join = |_, old: &mut Vec<u64>, new: Vec<u64>| {
            let mut changed = false;
            for (old, new) in old.iter_mut().zip(new) {
                changed |= new & !*old != 0;
                *old |= new;
            }
            changed
        };
        // What comes last is gone through first, as it flows backwards.
        let starts = cfg.graph.node_indices().zip(uses).rev();
        let facts = flow::solve(n, starts, through, join);
        let mut live_in: Vec<Vec<u64>> = facts.iter().flatten().cloned().collect();
        for v in ghosts.iter().flat_map(Ghost::vars) {
            let bit = 1 << (v.index() % 64);
            live_in.iter_mut().for_each(|live| live[v.index() / 64] |= bit);
        }
        Liveness { words, live_in }
    }

    /// Whether `v` may be read at the node's start or later, before it is assigned.
    pub(super) fn live(&self, node: NodeIndex, v: VarId) -> bool {
        v.index() / 64 < self.words && self.live_in[node.index()][v.index() / 64] >> (v.index() % 64) & 1 == 1
    }
}

fn add_uses(e: &Expr, uses: &mut [u64], defs: &[u64]) {
    for v in e.variables() {
        let (word, bit) = (v.index() / 64, 1 << (v.index() % 64));
        if defs[word] & bit == 0 {
            uses[word] |= bit;
        }
    }
}
