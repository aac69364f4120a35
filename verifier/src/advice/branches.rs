//! Branches with long ways on both sides, both of which are taken by threads of one warp: they are run one after the other.
//!
//! CUDA C++ Programming Guide, "SIMT Architecture".

use super::launch::Launch;
use super::note;
use crate::rerun::witness_of;
use crate::verdict::{Judged, Status};
use kverify_frontend::ir::{BlockId, Expr, ExprKind, Kernel, Scope, Stmt, StmtKind, TermKind, VarId};
use kverify_smt::answer::{Action, Finding, Kind, Place};
use std::collections::BTreeSet;

/// Statements that make a way long.
const LONG: u32 = 8;

/// As how many a statement of a loop counts.
const ROUNDS: u32 = 8;

/// A note for each.
pub fn look(kernel: &Kernel, launch: &Launch) -> Vec<Judged> {
    let from_memory = of_memory(kernel);
    let known = |cond: &Expr| {
        let mut known = true;
        cond.walk(&mut |e| {
            if let ExprKind::Var(var) = e.kind {
                known &= !from_memory.contains(&var);
            }
        });
        known
    };
    let mut notes = Vec::new();
    for parting in &launch.noted.partings {
        let branch = kernel
            .blocks
            .indices()
            .find_map(|at| match &kernel.blocks[at].term.kind {
                TermKind::Branch { cond, then, other } if kernel.blocks[at].term.loc == parting.loc => {
                    Some((at, cond, [*then, *other]))
                }
                TermKind::Branch { .. } | TermKind::Goto(_) | TermKind::Return | TermKind::Unreachable => {
                    None
                }
            });
        let Some((at, cond, ways)) = branch else {
            continue;
        };
        // What memory holds in a run that is made up is nobody's.
        let Some(lengths) = lengths(kernel, at, ways).filter(|_| known(cond)) else {
            continue;
        };
        if lengths.iter().any(|length| *length < LONG) {
            continue;
        }
        let place = Place {
            loc: parting.loc,
            action: Action::Branch,
        };
        let threads = parting.threads.map(|thread| launch.thread(parting.block, thread));
        let witness = witness_of(kernel, &launch.inputs, threads);
        let [a, b] = lengths;
        let finding = Finding {
            counted: Some([a.max(b), a.min(b)]),
            ..Finding::new(
                Kind::DivergentBranch,
                Scope::Warp,
                [place.clone(), place],
                witness,
            )
        };
        let notes_of = vec![format!("a statement of a loop in there counts as {ROUNDS}")];
        notes.push(Judged {
            inputs: Some(launch.inputs.clone()),
            ..note(finding, Status::Confirmed, notes_of)
        });
    }
    notes
}

/// Variables that what memory holds has a say in, or what other threads do.
fn of_memory(kernel: &Kernel) -> BTreeSet<VarId> {
    let mut found: BTreeSet<VarId> = BTreeSet::new();
    let statements = || kernel.blocks.iter().flat_map(|block| &block.stmts);
    loop {
        let before = found.len();
        for stmt in statements() {
            let mut known = true;
            if let StmtKind::Assign { value, .. } = &stmt.kind {
                value.walk(&mut |e| {
                    known &= !matches!(e.kind, ExprKind::Var(var) if found.contains(&var));
                });
            } else {
                known = false;
            }
            if !known {
                found.extend(stmt.defs());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Statements on each way of a branch, up to where they meet; none if they do not meet before the branch comes again.
fn lengths(kernel: &Kernel, at: BlockId, ways: [BlockId; 2]) -> Option<[u32; 2]> {
    let reached = ways.map(|way| reached(kernel, way, at));
    reached[0].intersection(&reached[1]).next()?;
    let [a, b] = [(0, 1), (1, 0)].map(|(own, other)| {
        let own: BTreeSet<BlockId> = reached[own].difference(&reached[other]).copied().collect();
        let length = own.iter().map(|&block| {
            let statements = kernel.blocks[block].stmts.iter().filter(|s| counts(s)).count() as u32;
            match goes_round(kernel, block, &own) {
                true => ROUNDS * statements,
                false => statements,
            }
        });
        length.sum()
    });
    Some([a, b])
}

/// The blocks that are reached from one without passing another.
fn reached(kernel: &Kernel, from: BlockId, without: BlockId) -> BTreeSet<BlockId> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if block != without && found.insert(block) {
            open.extend(kernel.blocks[block].term.targets());
        }
    }
    found
}

/// Whether a block is in a loop of these.
fn goes_round(kernel: &Kernel, block: BlockId, among: &BTreeSet<BlockId>) -> bool {
    let mut found = BTreeSet::new();
    let mut open: Vec<BlockId> = kernel.blocks[block].term.targets();
    while let Some(next) = open.pop() {
        if among.contains(&next) && found.insert(next) {
            open.extend(kernel.blocks[next].term.targets());
        }
    }
    found.contains(&block)
}

/// Whether a machine does something for it.
fn counts(stmt: &Stmt) -> bool {
    !matches!(
        stmt.kind,
        StmtKind::Assume(_)
            | StmtKind::Invariant(_)
            | StmtKind::Presume { .. }
            | StmtKind::Demand { .. }
            | StmtKind::UnderWay(_)
    )
}
