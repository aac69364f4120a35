//! Dominators, natural loops and their nesting, for any rooted graph.

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
    let mut contains = vec![false; graph.node_count()];
    contains[header.index()] = true;
    let mut work = latches;
    while let Some(n) = work.pop() {
        if !std::mem::replace(&mut contains[n.index()], true) {
            work.extend(graph.neighbors_directed(n, Direction::Incoming));
        }
    }
    contains
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
    fn a_cycle_with_two_entries_is_irreducible() {
        assert!(graph(&[(0, 1), (0, 2), (1, 2), (2, 1)]).irreducible);
    }
}
