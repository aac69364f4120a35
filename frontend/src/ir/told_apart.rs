//! What a kernel tells apart of its launch.

use super::effect::{Order, Touch};
use super::{AtomicOp, BinOp, Dim, Expr, ExprKind, Geometry, Kernel, Scope, Space};

impl Kernel {
    /// Whether its blocks are not all the same to it: it asks which one a thread is in, or has them agree with each other by fences and
    /// by what atomic operations return.
    pub fn tells_blocks_apart(&self) -> bool {
        let index = |e: &Expr| matches!(e.kind, ExprKind::Geometry(Geometry::BlockIdx(_)));
        self.exprs().any(|e| e.contains(&index)) || self.has_blocks_agree()
    }

    fn has_blocks_agree(&self) -> bool {
        let stmts = self.blocks.iter().flat_map(|b| &b.stmts);
        stmts.map(|s| s.effects(self)).any(|effects| {
            let is_asked = |touch: &Touch<'_>| {
                touch.atomic.is_some_and(|a| {
                    let answers = a.dst.is_some() || a.op == AtomicOp::Store;
                    answers && a.ordering.scope > Scope::Block && !self.is_in_block(&a.addr)
                })
            };
            let orders = match effects.order {
                Some(Order::Fence(ordering)) => ordering.scope > Scope::Block,
                Some(Order::Barrier(barrier)) => barrier.scope > Scope::Block,
                Some(
                    Order::Phase(_) | Order::Together(_) | Order::GroupCopy | Order::Wait(_) | Order::Commit,
                )
                | None => false,
            };
            orders || effects.accesses.iter().any(is_asked)
        })
    }

    /// Whether an address is one of memory that other blocks do not see, for certain.
    fn is_in_block(&self, addr: &Expr) -> bool {
        if let ExprKind::Object(object) = addr.kind {
            return matches!(self.objects[object].space, Space::Shared | Space::Private);
        }
        if let ExprKind::PtrAdd(base, _) | ExprKind::Cast(base) = &addr.kind {
            return self.is_in_block(base);
        }
        false
    }

    /// Whether it asks for a thread's place in a dimension of its block, or the block's size there, otherwise than in the thread's number
    /// in the block and in how many threads that has: cooperative groups ask for these on behalf of kernels that
    /// are written for one dimension.
    pub fn tells_apart(&self, d: Dim) -> bool {
        let asks = |e: &Expr| matches!(e.kind, ExprKind::Geometry(Geometry::ThreadIdx(of) | Geometry::BlockDim(of)) if of == d);
        self.exprs().any(|e| contains_outside_of_ranks(e, &asks))
    }

    /// Whether it is written for blocks without this dimension: it tells threads apart by x, and reads no more of the dimension than ranks do,
    /// which count all three.
    pub fn leaves_to_ranks(&self, d: Dim) -> bool {
        d != Dim::X && self.tells_apart(Dim::X) && !self.tells_apart(d)
    }
}

fn contains_outside_of_ranks(e: &Expr, wanted: &impl Fn(&Expr) -> bool) -> bool {
    let within = || {
        e.operands()
            .into_iter()
            .any(|e| contains_outside_of_ranks(e, wanted))
    };
    !is_rank(e) && !is_size(e) && (wanted(e) || within())
}

/// `(z * Y + y) * X + x`.
fn is_rank(e: &Expr) -> bool {
    let [x, y, z] = Dim::ALL.map(Geometry::ThreadIdx);
    let [columns, rows, _] = Dim::ALL.map(Geometry::BlockDim);
    let of = |e: &Expr, place: Geometry, size: Geometry| -> Option<Expr> {
        let (higher, lowest) = operation(e, BinOp::Add)?;
        let (higher, factor) = operation(higher, BinOp::Mul)?;
        (is(lowest, place) && is(factor, size)).then(|| higher.clone())
    };
    of(e, x, columns)
        .and_then(|e| of(&e, y, rows))
        .is_some_and(|e| is(&e, z))
}

/// `X * Y * Z`.
fn is_size(e: &Expr) -> bool {
    let [columns, rows, layers] = Dim::ALL.map(Geometry::BlockDim);
    let all = || {
        let (area, last) = operation(e, BinOp::Mul)?;
        let (first, second) = operation(area, BinOp::Mul)?;
        Some(is(first, columns) && is(second, rows) && is(last, layers))
    };
    all() == Some(true)
}

fn is(e: &Expr, geometry: Geometry) -> bool {
    if let ExprKind::Cast(inner) = &e.kind {
        return is(inner, geometry);
    }
    e.kind == ExprKind::Geometry(geometry)
}

fn operation(e: &Expr, wanted: BinOp) -> Option<(&Expr, &Expr)> {
    let ExprKind::Binary(op, a, b) = &e.kind else {
        return None;
    };
    (*op == wanted).then_some((a, b))
}
