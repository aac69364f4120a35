//! What GPUVerify's `__read(p)` and `__write(p)` say: whether the thread has read or written the array of `p` since the last
//! barrier. The lowering left the pointer among what the statement's hole writes.
//!
//! GPUVerify follows one access of those that were made, so that an assertion that there was none fails where there is one. Here
//! the value is what the words say.

use crate::ir::build;
use crate::ir::effect::Order;
use crate::ir::points_to::PointsTo;
use crate::ir::{Block, BlockId, Kernel, ObjectId, Open, Scope, Space, Stmt, StmtKind, flow};

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
    let pointers = PointsTo::of(kernel);
    for (block, at) in asked {
        let StmtKind::Hole { hole, dsts, writes } = &kernel.blocks[block].stmts[at].kind else {
            continue;
        };
        let (hole, dsts, open) = (*hole, dsts.clone(), kernel.holes[*hole].open);
        let array = writes
            .first()
            .and_then(|pointer| pointers.targets(pointer).only());
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
    let is_asked = |stmt: &Stmt| {
        let hole = stmt.effects(kernel).call_out;
        let open = hole.and_then(|hole| kernel.holes[hole].open);
        matches!(open, Some(Open::ReadSoFar | Open::WrittenSoFar))
    };
    let blocks = kernel.blocks.iter_enumerated();
    blocks
        .flat_map(|(id, block)| {
            let places = block.stmts.iter().enumerate().filter(|(_, stmt)| is_asked(stmt));
            places.map(move |(at, _)| (id, at)).collect::<Vec<_>>()
        })
        .collect()
}

/// A forward analysis, of what may and of what must have happened.
fn state_at(
    kernel: &Kernel,
    pointers: &PointsTo,
    (array, asked): (ObjectId, Option<Open>),
    (block, at): (BlockId, usize),
) -> State {
    let nothing = State {
        may: false,
        must: false,
    };
    let after = |state: State, stmts: &[Stmt]| {
        stmts.iter().fold(state, |state, stmt| {
            pass(kernel, pointers, (array, asked), state, stmt)
        })
    };
    let through = |id, state| {
        let block: &Block = &kernel.blocks[id];
        let now = after(state, &block.stmts);
        block.term.targets().into_iter().map(|to| (to, now)).collect()
    };
    let join = |_, known: &mut State, now: State| {
        let joined = State {
            may: known.may || now.may,
            must: known.must && now.must,
        };
        std::mem::replace(known, joined) != joined
    };
    let begins = flow::solve(kernel.blocks.len(), [(kernel.entry, nothing)], through, join);
    let unreached = State {
        may: true,
        must: false,
    };
    begins[block].map_or(unreached, |state| after(state, &kernel.blocks[block].stmts[..at]))
}

fn pass(
    kernel: &Kernel,
    pointers: &PointsTo,
    (array, asked): (ObjectId, Option<Open>),
    state: State,
    stmt: &Stmt,
) -> State {
    let effects = stmt.effects(kernel);
    if let Some(Order::Barrier(barrier)) = effects.order
        && barrier.scope >= Scope::Block
    {
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
            Space::Shared | Space::Global | Space::Constant | Space::Private | Space::Image => state,
        };
    }
    // The question itself accesses nothing; another hole may do anything with what it is handed.
    let open = effects.call_out.and_then(|hole| kernel.holes[hole].open);
    if matches!(open, Some(Open::ReadSoFar | Open::WrittenSoFar)) {
        return state;
    }
    // An atomic operation counts as both.
    let through = effects.accesses.iter().filter(|touch| match asked {
        Some(Open::ReadSoFar) => touch.reads || touch.atomic.is_some(),
        _ => touch.writes || touch.atomic.is_some(),
    });
    through.fold(state, |state, touch| {
        let targets = pointers.touched(touch);
        State {
            may: state.may || targets.may_be(array),
            must: state.must || effects.call_out.is_none() && targets.only() == Some(array),
        }
    })
}
