//! What of an object a kernel sets to zero for sure, as far as its text says.

use super::{MOST_STEPS, is_start, settings};
use kverify_frontend::ir::effect::{Extent, Touch};
use kverify_frontend::ir::flow;
use kverify_frontend::ir::{BinOp, BlockId, Expr, ExprKind, Geometry, Kernel, TermKind, Ty, build};

/// How much of an object a kernel zeroes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeros {
    /// Its first bytes, so many.
    First(i128),
    /// As many elements as its threads or its loops come to.
    Each,
}

impl Zeros {
    /// What two stores zero.
    pub fn and(self, other: Zeros) -> Zeros {
        match (self, other) {
            (Zeros::First(a), Zeros::First(b)) => Zeros::First(a.max(b)),
            (Zeros::Each, _) | (_, Zeros::Each) => Zeros::Each,
        }
    }

    /// What a store in a block covers, whatever the kernel's arguments are; none where they or what is in memory decide.
    pub fn of(kernel: &Kernel, block: BlockId, touch: &Touch<'_>) -> Option<Zeros> {
        let addr = touch.addr.without_casts();
        let is_first = matches!(addr.kind, ExprKind::Object(_)) || is_start(kernel, addr, 0);
        let zeros = match touch.extent {
            Extent::Scalar(ty) if is_first => Zeros::First(i128::from(ty.bytes())),
            Extent::Scalar(_) if differs(kernel, addr, 0) => Zeros::Each,
            Extent::Bytes(_) if is_first => Zeros::Each,
            Extent::Scalar(_) | Extent::Bytes(_) | Extent::Reachable => return None,
        };
        guards(kernel, block)
            .into_iter()
            .flat_map(conjuncts)
            .all(|guard| differs(kernel, guard, 0))
            .then_some(zeros)
    }
}

/// The conditions that have to hold or not to hold for a thread to come to a block.
fn guards(kernel: &Kernel, block: BlockId) -> Vec<&Expr> {
    let is_needed = |from: BlockId, without: BlockId| {
        let targets = |at: BlockId| {
            let targets = kernel.blocks[at].term.targets().into_iter();
            targets.filter(move |to| !(at == from && *to == without))
        };
        !flow::reach(kernel.blocks.len(), [kernel.entry], targets)[block]
    };
    let traps = |at: BlockId| kernel.blocks[at].term.kind == TermKind::Unreachable;
    let terms = kernel
        .blocks
        .iter_enumerated()
        .map(|(id, block)| (id, &block.term.kind));
    terms
        .filter_map(|(from, one)| match one {
            TermKind::Branch { cond, then, other } if then != other => {
                let decides = |way: &BlockId, past: &BlockId| is_needed(from, *way) && !traps(*past);
                (decides(then, other) || decides(other, then)).then_some(cond)
            }
            TermKind::Branch { .. } | TermKind::Goto(_) | TermKind::Return | TermKind::Unreachable => None,
        })
        .collect()
}

/// What holds at once where a condition does.
fn conjuncts(cond: &Expr) -> Vec<&Expr> {
    match &cond.kind {
        ExprKind::Binary(BinOp::And | BinOp::Or, a, b) if cond.ty == Ty::Bool => {
            [conjuncts(a), conjuncts(b)].concat()
        }
        ExprKind::Select(a, b, c) if cond.ty == Ty::Bool => {
            let parts = [a, b, c].into_iter().filter(|part| build::as_int(part).is_none());
            parts.flat_map(|part| conjuncts(part)).collect()
        }
        _ => vec![cond],
    }
}

/// Whether a value is another one for other threads, or in other rounds of a loop.
fn differs(kernel: &Kernel, value: &Expr, steps: u32) -> bool {
    let of_threads = |value: &Expr| match &value.kind {
        ExprKind::Geometry(Geometry::ThreadIdx(_) | Geometry::BlockIdx(_)) => true,
        ExprKind::Var(var) => {
            let deeper = |one: &Expr| steps < MOST_STEPS && differs(kernel, one, steps + 1);
            let again = |part: &Expr| part.kind == ExprKind::Var(*var);
            // What is set once is what it is set to; a counter is set again.
            match settings(kernel, *var).as_deref() {
                None | Some([]) => false,
                Some([one]) => deeper(one),
                Some(values) => values.iter().any(|one| one.contains(&again) || deeper(one)),
            }
        }
        _ => false,
    };
    value.contains(&of_threads)
}
