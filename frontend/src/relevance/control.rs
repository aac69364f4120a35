//! Control dependence (Ferrante, Ottenstein and Warren, doi 10.1145/24039.24041).

use crate::index::Idx;
use crate::ir::{BlockId, Kernel, TermKind};
use petgraph::algo::dominators;
use petgraph::graph::{DiGraph, NodeIndex};

/// For each block, the blocks whose branch decides whether it runs.
pub struct Dependences {
    on: Vec<Vec<BlockId>>,
}

impl Dependences {
    /// Those of a kernel.
    pub fn of(kernel: &Kernel) -> Dependences {
        let immediate = post_dominators(kernel);
        let mut on: Vec<Vec<BlockId>> = vec![Vec::new(); kernel.blocks.len()];
        for (branch, block) in kernel.blocks.iter_enumerated() {
            let TermKind::Branch { then, other, .. } = &block.term.kind else {
                continue;
            };
            for successor in [*then, *other] {
                let end = immediate[branch.index()];
                let mut at = Some(successor);
                while at != end {
                    let Some(block) = at else { break };
                    // The walk for the other successor may have been here.
                    if on[block.index()].last() == Some(&branch) {
                        break;
                    }
                    on[block.index()].push(branch);
                    at = immediate[block.index()];
                }
            }
        }
        Dependences { on }
    }

    /// The blocks whose branch decides whether `block` runs, or runs again.
    pub fn of_block(&self, block: BlockId) -> &[BlockId] {
        &self.on[block.index()]
    }

    /// Whether the branch of `block` decides whether it runs again.
    pub fn is_loop_condition(&self, block: BlockId) -> bool {
        self.of_block(block).contains(&block)
    }
}

/// The immediate post-dominator of each block, if it is one: loops that never end leave at any of their blocks.
fn post_dominators(kernel: &Kernel) -> Vec<Option<BlockId>> {
    let count = kernel.blocks.len();
    let mut backwards: DiGraph<(), ()> = DiGraph::with_capacity(count + 1, 2 * count);
    let nodes: Vec<NodeIndex> = (0..=count).map(|_| backwards.add_node(())).collect();
    let exit = nodes[count];
    for (id, block) in kernel.blocks.iter_enumerated() {
        let targets = block.term.targets();
        if targets.is_empty() {
            backwards.add_edge(exit, nodes[id.index()], ());
        }
        for target in targets {
            backwards.add_edge(nodes[target.index()], nodes[id.index()], ());
        }
    }
    let mut reached = vec![false; count + 1];
    let mut stack = vec![exit];
    let mut next = 0;
    loop {
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut reached[node.index()], true) {
                stack.extend(backwards.neighbors(node));
            }
        }
        let Some(stuck) = (next..count).find(|n| !reached[*n]) else {
            break;
        };
        next = stuck;
        backwards.add_edge(exit, nodes[stuck], ());
        stack.push(nodes[stuck]);
    }
    let tree = dominators::simple_fast(&backwards, exit);
    let block = |node: NodeIndex| (node != exit).then(|| BlockId::new(node.index()));
    nodes[..count]
        .iter()
        .map(|node| tree.immediate_dominator(*node).and_then(block))
        .collect()
}
