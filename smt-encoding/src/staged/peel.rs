//! Peels the first iterations of loops that start several copies of one batch, or of several batches, between two barriers:
//! each iteration's copy then has a place of its own.

use super::trips;
use crate::loops::Forest;
use kverify_frontend::index::{Idx, IndexVec};
use kverify_frontend::ir::{
    Block, BlockId, CopyKind, Expr, ExprKind, Kernel, ObjectId, Space, Stmt, StmtKind, TermKind, Ty, VarId,
};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

/// Iterations that are peeled of a loop: a tile is rarely copied in more pieces by one thread.
const MOST_ITERATIONS: usize = 8;
/// Bytes of a table of numbers.
const MOST_BYTES: u64 = 64;
/// Statements that peeling adds to a kernel at most.
const MOST_STATEMENTS: usize = 4_000;

/// The kernel with the first iterations of its loops that copy and hold no barrier before those loops, inner loops first. It
/// does the same.
pub(super) fn peeled(kernel: &Kernel) -> Kernel {
    let mut kernel = kernel.clone();
    let mut room = MOST_STATEMENTS;
    let mut done = BTreeSet::new();
    while let Some((header, body)) = next_loop(&kernel, &done, &wants_peeling) {
        done.insert(header);
        let size = size(&kernel, &body);
        let trips = trips::trips(&kernel, header, &body, MOST_ITERATIONS);
        let iterations = trips.unwrap_or(MOST_ITERATIONS).min(room / size.max(1));
        room -= iterations * size;
        peel(&mut kernel, header, &body, iterations);
        if trips == Some(iterations) {
            close(&mut kernel, header, &body);
        }
    }
    kernel
}

/// The kernel with the loops unrolled that fill tables of pointers, or tables of numbers of one thread that decide which memory is
/// accessed, and go round a few times: then each entry is known. `None` if there is no such loop.
pub(crate) fn tables_unrolled(kernel: &Kernel) -> Option<Kernel> {
    let mut unrolled: Option<Kernel> = None;
    let tables = deciding_tables(kernel);
    let fills_table = |kernel: &Kernel, body: &[BlockId]| fills_table(kernel, body, &tables);
    let mut room = MOST_STATEMENTS;
    let mut done = BTreeSet::new();
    loop {
        let now = unrolled.as_ref().unwrap_or(kernel);
        let Some((header, body)) = next_loop(now, &done, &fills_table) else {
            unrolled.iter_mut().for_each(Kernel::drop_unreachable);
            return unrolled;
        };
        done.insert(header);
        let Some(trips) = trips::trips(now, header, &body, MOST_ITERATIONS) else {
            continue;
        };
        let Some(left) = room.checked_sub(trips * size(now, &body)) else {
            continue;
        };
        room = left;
        let kernel = unrolled.get_or_insert_with(|| kernel.clone());
        peel(kernel, header, &body, trips);
        if let TermKind::Branch { then, other, .. } = kernel.blocks[header].term.kind {
            let out = if body.contains(&then) { other } else { then };
            kernel.blocks[header].term.kind = TermKind::Goto(out);
        }
    }
}

fn size(kernel: &Kernel, body: &[BlockId]) -> usize {
    body.iter().map(|&b| kernel.blocks[b].stmts.len() + 1).sum()
}

/// Whether a loop stores pointers, or numbers into one of the tables, to places that depend on variables, and holds no barrier.
fn fills_table(kernel: &Kernel, body: &[BlockId], tables: &BTreeSet<ObjectId>) -> bool {
    let stmts = || body.iter().flat_map(|&b| &kernel.blocks[b].stmts);
    let fills = |s: &Stmt| {
        let StmtKind::Store { addr, value, .. } = &s.kind else {
            return false;
        };
        let counts = value.ty == Ty::Ptr || table(addr).is_some_and(|o| tables.contains(&o));
        counts && !addr.variables().is_empty()
    };
    stmts().any(fills) && !stmts().any(|s| matches!(s.kind, StmtKind::Barrier(_)))
}

/// Private arrays of a few integers of which some are on the way to an address that other threads share, or to a condition.
fn deciding_tables(kernel: &Kernel) -> BTreeSet<ObjectId> {
    let is_small = |o: &ObjectId| {
        let object = &kernel.objects[*o];
        object.space == Space::Private
            && matches!(object.elem, Ty::Int { .. })
            && object.size.is_some_and(|size| size <= MOST_BYTES)
    };
    let all: BTreeSet<ObjectId> = kernel.objects.indices().filter(is_small).collect();
    if all.is_empty() {
        return all;
    }
    let stmts = || kernel.blocks.iter().flat_map(|b| &b.stmts);
    let mut definitions: BTreeMap<VarId, Vec<&Stmt>> = BTreeMap::new();
    for stmt in stmts() {
        for var in stmt.defs() {
            definitions.entry(var).or_default().push(stmt);
        }
    }
    let addresses = stmts().flat_map(|s| s.effects(kernel).accesses.into_iter().map(|a| a.addr));
    let shared =
        addresses.filter(|addr| table(addr).is_none_or(|o| kernel.objects[o].space != Space::Private));
    let conditions = kernel.blocks.iter().filter_map(|b| b.term.cond());
    let mut work: Vec<&Expr> = shared.chain(conditions).collect();
    let mut found = BTreeSet::new();
    let mut filled: BTreeMap<ObjectId, Vec<&Expr>> = BTreeMap::new();
    for stmt in stmts() {
        if let StmtKind::Store { addr, value, .. } = &stmt.kind
            && let Some(object) = table(addr).filter(|o| all.contains(o))
        {
            filled.entry(object).or_default().push(value);
        }
    }
    while let Some(e) = work.pop() {
        for var in e.variables() {
            // Each is followed once.
            for stmt in definitions.remove(&var).unwrap_or_default() {
                work.extend(stmt.exprs());
                if let StmtKind::Load { addr, .. } = &stmt.kind
                    && let Some(object) = table(addr).filter(|o| all.contains(o))
                {
                    found.insert(object);
                    work.extend(filled.remove(&object).unwrap_or_default());
                }
            }
        }
    }
    found
}

/// The object that an address is in by its text.
fn table(addr: &Expr) -> Option<ObjectId> {
    let mut addr = addr;
    while let ExprKind::PtrAdd(base, _) = &addr.kind {
        addr = base;
    }
    let ExprKind::Object(object) = addr.kind else {
        return None;
    };
    Some(object)
}

/// An innermost loop that is wanted, none of `done`: its header and its blocks.
fn next_loop(
    kernel: &Kernel,
    done: &BTreeSet<BlockId>,
    wanted: &dyn Fn(&Kernel, &[BlockId]) -> bool,
) -> Option<(BlockId, Vec<BlockId>)> {
    let mut graph = DiGraph::<BlockId, ()>::new();
    let nodes: IndexVec<BlockId, NodeIndex> = kernel.blocks.indices().map(|b| graph.add_node(b)).collect();
    for (from, block) in kernel.blocks.iter_enumerated() {
        for to in block.term.targets() {
            graph.add_edge(nodes[from], nodes[to], ());
        }
    }
    let forest = Forest::new(&graph, nodes[kernel.entry]);
    if forest.irreducible {
        return None;
    }
    // Outer loops come before inner ones.
    forest.loops.iter().rev().find_map(|l| {
        let body: Vec<BlockId> = graph
            .node_indices()
            .filter(|n| l.contains[n.index()])
            .map(|n| graph[n])
            .collect();
        let header = graph[l.header];
        (!done.contains(&header) && wanted(kernel, &body)).then_some((header, body))
    })
}

fn wants_peeling(kernel: &Kernel, body: &[BlockId]) -> bool {
    let holds = |wanted: fn(&StmtKind) -> bool| {
        let stmts = body.iter().flat_map(|&b| &kernel.blocks[b].stmts);
        stmts.into_iter().any(|s| wanted(&s.kind))
    };
    let copies = holds(|s| {
        matches!(
            s,
            StmtKind::Copy {
                kind: CopyKind::AsyncThread,
                ..
            }
        )
    });
    copies && !holds(|s| matches!(s, StmtKind::Barrier(_)))
}

/// The loop, of which all iterations are peeled, is not entered any more.
fn close(kernel: &mut Kernel, header: BlockId, body: &[BlockId]) {
    if let TermKind::Branch { cond, then, .. } = &mut kernel.blocks[header].term.kind {
        cond.kind = ExprKind::Int(i128::from(!body.contains(then)));
    }
}

/// Puts `iterations` copies of a loop's body before it: each goes on to the next where the loop would begin again.
fn peel(kernel: &mut Kernel, header: BlockId, body: &[BlockId], iterations: usize) {
    let mut next = header;
    let outside: Vec<BlockId> = kernel.blocks.indices().filter(|b| !body.contains(b)).collect();
    for _ in 0..iterations {
        let first = kernel.blocks.len();
        let twins: BTreeMap<BlockId, BlockId> = body
            .iter()
            .enumerate()
            .map(|(n, &b)| (b, BlockId::new(first + n)))
            .collect();
        for &b in body {
            let mut block: Block = kernel.blocks[b].clone();
            if b == header {
                block.loop_stmt = None;
            }
            for to in block.term.targets_mut() {
                *to = match twins.get(to) {
                    _ if *to == header => next,
                    Some(twin) => *twin,
                    None => *to,
                };
            }
            kernel.blocks.push(block);
        }
        next = twins.get(&header).copied().unwrap_or(next);
    }
    for b in outside {
        for to in kernel.blocks[b].term.targets_mut() {
            if *to == header {
                *to = next;
            }
        }
    }
    if kernel.entry == header {
        kernel.entry = next;
    }
}
