//! What GPUVerify's `__read(p)` and `__write(p)` say: whether the thread has read or written the array of `p` since the last
//! barrier. The lowering left the pointer among what the statement's hole writes.
//!
//! GPUVerify follows one access of those that were made, so that an assertion that there was none fails where there is one. Here
//! the value is what the words say.

use crate::index::IndexVec;
use crate::ir::build;
use crate::ir::{BlockId, Expr, Kernel, ObjectId, Open, Scope, Space, Stmt, StmtKind};
use crate::relevance::pointers::{Pointees, Pointers};

/// What a thread has done to an array where a statement begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// It may have been accessed.
    may: bool,
    /// It was, on every way here.
    must: bool,
}

/// Replaces the questions whose answer is certain; the others are holes.
pub fn resolve(kernel: &mut Kernel) {
    let asked = questions(kernel);
    if asked.is_empty() {
        return;
    }
    let pointers = Pointers::of(kernel);
    for (block, at) in asked {
        let StmtKind::Hole { hole, dsts, writes } = &kernel.blocks[block].stmts[at].kind else {
            continue;
        };
        let (hole, dsts, open) = (*hole, dsts.clone(), kernel.holes[*hole].open);
        let array = writes.first().and_then(|pointer| only(&pointers, pointer));
        let state = array.map(|array| state_at(kernel, &pointers, (array, open), (block, at)));
        let answer = match state {
            Some(State { may: false, .. }) => Some(0),
            Some(State { must: true, .. }) => Some(1),
            _ => None,
        };
        kernel.holes[hole].open = None;
        let kind = match (answer, &dsts[..]) {
            (Some(answer), [dst]) => StmtKind::Assign {
                dst: *dst,
                value: build::int(answer, kernel.vars[*dst].ty),
            },
            _ => StmtKind::Hole {
                hole,
                dsts,
                writes: Vec::new(),
            },
        };
        kernel.blocks[block].stmts[at].kind = kind;
    }
}

fn questions(kernel: &Kernel) -> Vec<(BlockId, usize)> {
    let is_asked = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Hole { hole, .. } => {
            matches!(
                kernel.holes[*hole].open,
                Some(Open::ReadSoFar | Open::WrittenSoFar)
            )
        }
        _ => false,
    };
    let blocks = kernel.blocks.iter_enumerated();
    blocks
        .flat_map(|(id, block)| {
            let places = block.stmts.iter().enumerate().filter(|(_, stmt)| is_asked(stmt));
            places.map(move |(at, _)| (id, at)).collect::<Vec<_>>()
        })
        .collect()
}

/// The one object that a pointer leads to.
fn only(pointers: &Pointers, pointer: &Expr) -> Option<ObjectId> {
    match pointers.of_expr(pointer) {
        Pointees::These(objects) if objects.len() == 1 => objects.into_iter().next(),
        _ => None,
    }
}

/// A forward analysis, of what may and of what must have happened.
fn state_at(
    kernel: &Kernel,
    pointers: &Pointers,
    (array, asked): (ObjectId, Option<Open>),
    (block, at): (BlockId, usize),
) -> State {
    let mut begins: IndexVec<BlockId, Option<State>> = kernel.blocks.iter().map(|_| None).collect();
    begins[kernel.entry] = Some(State {
        may: false,
        must: false,
    });
    let after = |state: State, stmts: &[Stmt]| {
        stmts.iter().fold(state, |state, stmt| {
            pass(kernel, pointers, (array, asked), state, stmt)
        })
    };
    let mut changed = true;
    while changed {
        changed = false;
        for (id, block) in kernel.blocks.iter_enumerated() {
            let Some(state) = begins[id] else { continue };
            let now = after(state, &block.stmts);
            for to in block.term.targets() {
                let joined = begins[to].map_or(now, |known| State {
                    may: known.may || now.may,
                    must: known.must && now.must,
                });
                changed |= begins[to] != Some(joined);
                begins[to] = Some(joined);
            }
        }
    }
    let unreached = State {
        may: true,
        must: false,
    };
    begins[block].map_or(unreached, |state| after(state, &kernel.blocks[block].stmts[..at]))
}

fn pass(
    kernel: &Kernel,
    pointers: &Pointers,
    (array, asked): (ObjectId, Option<Open>),
    state: State,
    stmt: &Stmt,
) -> State {
    let reads = asked == Some(Open::ReadSoFar);
    let through: Vec<&Expr> = match &stmt.kind {
        StmtKind::Load { addr, .. } if reads => vec![addr],
        StmtKind::Store { addr, .. } if !reads => vec![addr],
        StmtKind::Atomic(atomic) => vec![&atomic.addr],
        StmtKind::Copy { src, .. } if reads => vec![src],
        StmtKind::Copy { dst, .. } | StmtKind::Fill { dst, .. } if !reads => vec![dst],
        // The question itself accesses nothing; another hole may do anything with what it is handed.
        StmtKind::Hole { hole, writes, .. } => match kernel.holes[*hole].open {
            Some(Open::ReadSoFar | Open::WrittenSoFar) => Vec::new(),
            _ => writes.iter().collect(),
        },
        StmtKind::Barrier(barrier) if barrier.scope >= Scope::Block => {
            return match kernel.objects[array].space {
                Space::Shared if barrier.fences.shared => State {
                    may: false,
                    must: false,
                },
                // For threads of other blocks nothing begins anew.
                Space::Global if barrier.fences.global => State {
                    may: state.may,
                    must: false,
                },
                _ => state,
            };
        }
        _ => return state,
    };
    let uncertain = matches!(stmt.kind, StmtKind::Hole { .. });
    through.into_iter().fold(state, |state, addr| {
        let hit = match pointers.of_expr(addr) {
            Pointees::Any => true,
            Pointees::These(objects) => objects.contains(&array),
        };
        let sure = !uncertain && only(pointers, addr) == Some(array);
        State {
            may: state.may || hit,
            must: state.must || sure,
        }
    })
}
