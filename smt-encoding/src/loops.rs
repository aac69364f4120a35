//! Dominators, natural loops and their nesting, for any rooted graph.

use kverify_frontend::ir::flow;
use petgraph::Direction;
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{DfsPostOrder, EdgeRef};

/// A natural loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The node that every entry and every back edge leads to.
    pub header: NodeIndex,
    /// Membership by node index, the header included.
    pub contains: Vec<bool>,
    /// The innermost loop around it (index into [`Forest::loops`]).
    pub parent: Option<usize>,
}

/// The loops of a graph, outer loops before inner ones.
#[derive(Clone, Debug)]
pub struct Forest {
    /// All loops.
    pub loops: Vec<Loop>,
    /// The innermost loop around each node.
    pub innermost: Vec<Option<usize>>,
    /// All reachable nodes in reverse post-order.
    pub order: Vec<NodeIndex>,
    /// Whether some cycle has more than one entry; then [`Forest::loops`] does not cover all cycles.
    pub irreducible: bool,
}

impl Forest {
    /// Finds the loops of `graph` from `entry`.
    pub fn new<N, E>(graph: &DiGraph<N, E>, entry: NodeIndex) -> Forest {
        let mut order = Vec::new();
        let mut dfs = DfsPostOrder::new(graph, entry);
        while let Some(n) = dfs.next(graph) {
            order.push(n);
        }
        order.reverse();
        let mut position = vec![usize::MAX; graph.node_count()];
        for (i, n) in order.iter().enumerate() {
            position[n.index()] = i;
        }
        let doms = simple_fast(graph, entry);
        let mut irreducible = false;
        let mut loops: Vec<Loop> = Vec::new();
        for &header in &order {
            let mut latches = Vec::new();
            for e in graph.edges_directed(header, Direction::Incoming) {
                let from = e.source();
                if position[from.index()] == usize::MAX || position[from.index()] < position[header.index()] {
                    continue;
                }
                if dominates(&doms, header, from) {
                    latches.push(from)
                } else {
                    irreducible = true
                }
            }
            if !latches.is_empty() {
                loops.push(Loop {
                    header,
                    contains: body(graph, header, latches),
                    parent: None,
                });
            }
        }
        let mut innermost = vec![None; graph.node_count()];
        // Headers come in reverse post-order, so that an outer loop comes before the loops in it.
        for (i, l) in loops.iter_mut().enumerate() {
            l.parent = innermost[l.header.index()];
            for (n, inside) in l.contains.iter().enumerate() {
                if *inside {
                    innermost[n] = Some(i);
                }
            }
        }
        Forest {
            loops,
            innermost,
            order,
            irreducible,
        }
    }

    /// The nodes of a loop that have a say in which iteration is its last: their ways do not meet again before the iteration
    /// ends. (A branch whose ways do meet takes no thread out of step with another one.)
    pub fn deciding<N, E>(&self, graph: &DiGraph<N, E>, l: usize) -> Vec<NodeIndex> {
        let Loop { header, contains, .. } = &self.loops[l];
        // The loop with its edges turned round, the next iteration and all that is outside as one node each, and an end of both.
        let mut reversed: DiGraph<(), ()> = DiGraph::new();
        for _ in graph.node_indices() {
            reversed.add_node(());
        }
        let [next, outside, end] = [(); 3].map(|()| reversed.add_node(()));
        reversed.add_edge(end, next, ());
        reversed.add_edge(end, outside, ());
        let members = || graph.node_indices().filter(|n| contains[n.index()]);
        for from in members() {
            for to in graph.neighbors(from) {
                let to = match contains[to.index()] {
                    _ if to == *header => next,
                    true => to,
                    false => outside,
                };
                reversed.add_edge(to, from, ());
            }
        }
        let meets = simple_fast(&reversed, end);
        members()
            .filter(|&n| meets.immediate_dominator(n).is_none_or(|meet| meet == end))
            .collect()
    }

    /// The loops around `node`, innermost first.
    pub fn around(&self, node: NodeIndex) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = self.innermost[node.index()];
        while let Some(l) = at {
            chain.push(l);
            at = self.loops[l].parent;
        }
        chain
    }
}

fn dominates(doms: &Dominators<NodeIndex>, a: NodeIndex, b: NodeIndex) -> bool {
    doms.dominators(b).is_some_and(|mut d| d.any(|n| n == a))
}

/// All nodes that reach a latch without passing the header.
fn body<N, E>(graph: &DiGraph<N, E>, header: NodeIndex, latches: Vec<NodeIndex>) -> Vec<bool> {
    let before = |n: NodeIndex| {
        let inner = (n != header).then(|| graph.neighbors_directed(n, Direction::Incoming));
        inner.into_iter().flatten()
    };
    let latches = latches.into_iter().chain([header]);
    let contains = flow::reach(graph.node_count(), latches, before);
    contains.iter().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(u32, u32)]) -> Forest {
        let g: DiGraph<(), ()> = DiGraph::from_edges(edges);
        Forest::new(&g, NodeIndex::new(0))
    }

    #[test]
    fn nested_loops_know_their_parents() {
        let f = graph(&[(0, 1), (1, 2), (2, 2), (2, 3), (3, 1), (1, 4)]);
        assert_eq!(f.loops.len(), 2);
        assert_eq!(f.loops[1].parent, Some(0));
        assert_eq!(f.around(NodeIndex::new(2)), vec![1, 0]);
        assert!(f.around(NodeIndex::new(4)).is_empty());
        assert!(!f.irreducible);
    }

    #[test]
    fn two_back_edges_to_one_header_are_one_loop() {
        let f = graph(&[(0, 1), (1, 2), (1, 3), (2, 1), (3, 1), (1, 4)]);
        assert_eq!(f.loops.len(), 1);
    }

    #[test]
    fn a_branch_that_meets_again_does_not_decide_when_a_loop_is_left() {
        // 1 -> {2, 3} -> 4 -> {1, 5}
        let edges = [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1), (4, 5)];
        let g: DiGraph<(), ()> = DiGraph::from_edges(edges);
        let f = Forest::new(&g, NodeIndex::new(0));
        assert_eq!(f.deciding(&g, 0), vec![NodeIndex::new(4)]);
    }

    #[test]
    fn a_branch_with_one_way_out_decides() {
        // 1 -> {2, 1, 3}: goes on, the next iteration, out
        let g: DiGraph<(), ()> = DiGraph::from_edges([(0, 1), (1, 2), (2, 1), (2, 3), (1, 1)]);
        let f = Forest::new(&g, NodeIndex::new(0));
        assert_eq!(f.deciding(&g, 0), vec![NodeIndex::new(1), NodeIndex::new(2)]);
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        assert!(graph(&[(0, 1), (0, 2), (1, 2), (2, 1)]).irreducible);
    }
}
