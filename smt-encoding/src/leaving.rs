//! Leaving early, and passing by.
//!
//! A thread that is gone while others wait at a barrier *left early*, or it *passed the barrier by*: it took a way around it,
//! and went on to where the waiting threads go to from the barrier, if only to the kernel's end. The first is allowed since
//! compute capability 7.0: threads that have exited are not waited for. The second is not: a barrier may stand in conditional
//! code only if the condition is the same for the whole block (CUDA C++ Programming Guide, "Synchronization functions").
//!
//! So a thread that left in iterations w of the loops around both passed a barrier by at which another one waits in iterations v, if
//! there is a way from the one to the other: w comes after v, or is v and the barrier leads to the exit within it. A `return`
//! belongs to the loops that it is written in, though in the graph no way leads back from it.

use crate::cfg::{Cfg, End};
use crate::loops::Forest;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Kernel, Span, TermKind, flow};
use petgraph::graph::NodeIndex;

/// How a barrier stands to a place where threads leave the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Headers of the loops around both, outermost first.
    pub loops: Vec<NodeIndex>,
    /// Whether the barrier leads to the exit within one iteration of these.
    pub leads: bool,
}

/// The way from a barrier to an exit.
pub fn way(kernel: &Kernel, cfg: &Cfg, forest: &Forest, barrier: NodeIndex, exit: NodeIndex) -> Way {
    let mut loops = around(kernel, cfg, forest, exit);
    loops.retain(|&l| forest.loops[l].contains[barrier.index()]);
    let goes_round = &|from: NodeIndex, to: NodeIndex| {
        let mut loops = loops.iter().map(|&l| &forest.loops[l]);
        loops.any(|l| l.header == to && l.contains[from.index()])
    };
    let reached = flow::reach(cfg.graph.node_count(), [barrier], |from| {
        let next = cfg.graph.neighbors(from);
        next.filter(move |&to| !goes_round(from, to))
    });
    Way {
        leads: reached[exit],
        loops: loops.iter().map(|&l| forest.loops[l].header).collect(),
    }
}

/// The loops that the text has around an exit (index into [`Forest::loops`]), outermost first.
pub fn around(kernel: &Kernel, cfg: &Cfg, forest: &Forest, exit: NodeIndex) -> Vec<usize> {
    let at = kernel.blocks[cfg.graph[exit].block].term.loc;
    // The closing brace is in no loop, also where the place of all is the one macro that writes the kernel.
    if at.call.is_some() || at.span.end <= at.span.start + 1 {
        return Vec::new();
    }
    let is_around = |&l: &usize| {
        extent(kernel, cfg, forest, l).is_some_and(|(file, start, end)| {
            file == at.span.file.index() && start <= at.span.start && at.span.end <= end
        })
    };
    (0..forest.loops.len()).filter(is_around).collect()
}

/// File and bytes of a loop: its statement's, or if `goto`s make it, from its first statement to its last.
fn extent(kernel: &Kernel, cfg: &Cfg, forest: &Forest, l: usize) -> Option<(usize, u32, u32)> {
    let bytes = |span: &Span| (span.file.index(), span.start, span.end);
    let header = &kernel.blocks[cfg.graph[forest.loops[l].header].block];
    if let Some(statement) = header.loop_stmt {
        return statement.call.is_none().then(|| bytes(&statement.span));
    }
    let members = cfg
        .graph
        .node_indices()
        .filter(|n| forest.loops[l].contains[n.index()]);
    let places = members.flat_map(|n| {
        let term = &kernel.blocks[cfg.graph[n].block].term;
        let branches = cfg.graph[n].end == End::Terminator && matches!(term.kind, TermKind::Branch { .. });
        let stmts = cfg.stmts(kernel, n).iter().map(|s| s.loc);
        stmts.chain(branches.then_some(term.loc))
    });
    let spans = places
        .filter(|loc| loc.call.is_none())
        .map(|loc| bytes(&loc.span));
    spans.reduce(|a, b| (a.0, a.1.min(b.1), a.2.max(b.2)))
}
