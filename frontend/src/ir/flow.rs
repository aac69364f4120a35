//! Facts that flow along the edges of a graph until nothing changes any more (Kildall, doi 10.1145/512927.512945).

use crate::index::{Idx, IndexVec};
use petgraph::graph::NodeIndex;
use std::collections::VecDeque;

impl Idx for NodeIndex {
    fn new(n: usize) -> Self {
        NodeIndex::new(n)
    }
    fn index(self) -> usize {
        NodeIndex::index(self)
    }
}

/// The facts at the nodes of a graph of `count` nodes; `None` where none flows to.
///
/// `through` gives what flows on from a node with its fact, and where to: forwards or backwards, along all edges or some. `join` adds
/// what comes to a node to the fact there, and says whether that changed. The facts are the least that satisfy both if `through` is
/// monotone; that it ends, `join` has to see to.
pub fn solve<N: Idx, F: Clone>(
    count: usize,
    starts: impl IntoIterator<Item = (N, F)>,
    mut through: impl FnMut(N, F) -> Vec<(N, F)>,
    mut join: impl FnMut(N, &mut F, F) -> bool,
) -> IndexVec<N, Option<F>> {
    let mut facts: IndexVec<N, Option<F>> = (0..count).map(|_| None).collect();
    let mut queued = vec![false; count];
    let mut work = VecDeque::new();
    let mut coming: Vec<(N, F)> = starts.into_iter().collect();
    loop {
        for (node, fact) in coming {
            let changed = match &mut facts[node] {
                Some(old) => join(node, old, fact),
                none => none.replace(fact).is_none(),
            };
            if changed && !std::mem::replace(&mut queued[node.index()], true) {
                work.push_back(node);
            }
        }
        let Some(node) = work.pop_front() else {
            return facts;
        };
        queued[node.index()] = false;
        let fact = facts[node].clone();
        coming = fact.map_or_else(Vec::new, |fact| through(node, fact));
    }
}

/// Which nodes of a graph of `count` nodes are reached: some at first, and from each that is, those that `next` gives.
pub fn reach<N: Idx, I: IntoIterator<Item = N>>(
    count: usize,
    starts: impl IntoIterator<Item = N>,
    mut next: impl FnMut(N) -> I,
) -> IndexVec<N, bool> {
    let mut reached: IndexVec<N, bool> = (0..count).map(|_| false).collect();
    let mut work: Vec<N> = starts.into_iter().collect();
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            work.extend(next(node));
        }
    }
    reached
}
