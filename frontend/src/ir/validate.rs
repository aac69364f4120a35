//! What a well-formed kernel is.

use super::{
    BinOp, Expr, ExprKind, Kernel, Phase, PhaseBarrier, PhaseOp, Stmt, StmtKind, TermKind, Ty, Until, VarId,
    flow,
};
use crate::index::Idx;

/// Checks a kernel: ids are valid, types agree, every block is reachable.
///
/// # Errors
/// Every rule that is broken, in words.
pub fn validate(kernel: &Kernel) -> Result<(), Vec<String>> {
    let mut checker = Checker {
        kernel,
        errors: Vec::new(),
    };
    checker.kernel();
    if checker.errors.is_empty() {
        Ok(())
    } else {
        Err(checker.errors)
    }
}

struct Checker<'k> {
    kernel: &'k Kernel,
    errors: Vec<String>,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.errors.push(message());
        }
    }

    fn kernel(&mut self) {
        let kernel = self.kernel;
        if kernel.entry.index() >= kernel.blocks.len() {
            self.errors.push("the entry is no block".to_owned());
            return;
        }
        for param in &kernel.params {
            let known = kernel.vars.get(param.var).map(|v| v.ty);
            self.require(known == Some(param.ty), || {
                format!("parameter {}: its variable has another type", param.name)
            });
            if let Some(object) = param.object {
                self.require(kernel.objects.get(object).is_some(), || {
                    format!("parameter {}: no such object", param.name)
                });
            }
        }
        for (id, block) in kernel.blocks.iter_enumerated() {
            for stmt in &block.stmts {
                self.stmt(&format!("{id}"), stmt);
            }
            for target in block.term.targets() {
                self.require(target.index() < kernel.blocks.len(), || {
                    format!("{id}: goes to no block")
                });
            }
            if let TermKind::Branch { cond, .. } = &block.term.kind {
                self.expr(&format!("{id}"), cond);
                self.require(cond.ty == Ty::Bool, || {
                    format!("{id}: branches on something other than a truth value")
                });
            }
        }
        if self.errors.is_empty() {
            self.reachability();
        }
    }

    fn reachability(&mut self) {
        let kernel = self.kernel;
        let targets = |block: super::BlockId| kernel.blocks[block].term.targets();
        let seen = flow::reach(kernel.blocks.len(), [kernel.entry], targets);
        for (id, seen) in seen.iter_enumerated() {
            self.require(*seen, || format!("{id} cannot be reached"));
        }
    }

    fn stmt(&mut self, at: &str, stmt: &Stmt) {
        for expr in stmt.exprs() {
            self.expr(at, expr);
        }
        for var in stmt.defs() {
            self.require(self.kernel.vars.get(var).is_some(), || {
                format!("{at}: assigns {var}, which is no variable")
            });
        }
        let ty = |var| self.kernel.vars.get(var).map(|v| v.ty);
        let pointer = |e: &Expr| e.ty == Ty::Ptr;
        let fine = match &stmt.kind {
            StmtKind::Assign { dst, value } => ty(*dst) == Some(value.ty),
            StmtKind::Load { addr, .. } | StmtKind::Store { addr, .. } => pointer(addr),
            StmtKind::Atomic(a) => {
                pointer(&a.addr)
                    && a.args.iter().all(|e| e.ty == a.ty)
                    && a.dst.is_none_or(|d| ty(d) == Some(a.ty))
                    && a.stated.is_empty()
            }
            StmtKind::Copy { dst, src, bytes, .. } => pointer(dst) && pointer(src) && bytes.ty == Ty::U64,
            StmtKind::Fill { dst, byte, bytes } => {
                pointer(dst) && byte.ty.bytes() == 1 && bytes.ty == Ty::U64
            }
            StmtKind::UnderWay(u) => {
                let typed =
                    |[dst, src, bytes]: &[Expr; 3]| pointer(dst) && pointer(src) && bytes.ty == Ty::U64;
                u.on.ty == Ty::Bool
                    && u.copy.as_ref().is_none_or(typed)
                    && u.batches.iter().flat_map(|b| &b.counts).all(|n| n.ty == Ty::I64)
            }
            StmtKind::Fence { stated, .. } => stated.is_empty(),
            StmtKind::Assume(e)
            | StmtKind::Assert(e)
            | StmtKind::Invariant(e)
            | StmtKind::Demand { holds: e, .. }
            | StmtKind::Presume { holds: e, .. } => e.ty == Ty::Bool,
            StmtKind::Phase(phase) => fits(phase, ty),
            StmtKind::Barrier(b) => b.reduce.as_ref().is_none_or(|r| r.value.ty == Ty::Bool),
            StmtKind::Hole { hole, writes, .. } => {
                self.kernel.holes.get(*hole).is_some() && writes.iter().all(pointer)
            }
            StmtKind::AsyncWait { .. }
            | StmtKind::AsyncCommit
            | StmtKind::Collective(_)
            | StmtKind::Print { .. } => true,
        };
        self.require(fine, || format!("{at}: ill-typed statement {:?}", stmt.kind));
    }

    fn expr(&mut self, at: &str, expr: &Expr) {
        for operand in expr.operands() {
            self.expr(at, operand);
        }
        let int = |ty: Ty| matches!(ty, Ty::Int { .. });
        let fine = match &expr.kind {
            ExprKind::Int(_) => int(expr.ty) || expr.ty == Ty::Bool,
            ExprKind::Float(_) => matches!(expr.ty, Ty::Float(_)),
            ExprKind::Null => expr.ty == Ty::Ptr,
            ExprKind::Var(var) => self.kernel.vars.get(*var).map(|v| v.ty) == Some(expr.ty),
            ExprKind::Object(object) => self.kernel.objects.get(*object).is_some() && expr.ty == Ty::Ptr,
            ExprKind::Geometry(_) => expr.ty == Ty::U32 || expr.ty == Ty::U64,
            ExprKind::Unary(super::UnOp::Not, a) => a.ty == Ty::Bool && expr.ty == Ty::Bool,
            ExprKind::Unary(_, a) => a.ty == expr.ty,
            ExprKind::Binary(BinOp::Shl | BinOp::Shr, a, b) => {
                a.ty == expr.ty && (int(b.ty) || b.ty == Ty::Bool)
            }
            ExprKind::Binary(_, a, b) => a.ty == expr.ty && b.ty == expr.ty && expr.ty != Ty::Ptr,
            ExprKind::Cmp(_, a, b) => a.ty == b.ty && expr.ty == Ty::Bool,
            ExprKind::Cast(a) => {
                a.ty != expr.ty && (a.ty != Ty::Ptr && expr.ty != Ty::Ptr || a.ty.bytes() == expr.ty.bytes())
            }
            ExprKind::Bits(a) => a.ty.bytes() == expr.ty.bytes(),
            ExprKind::Window(a) => [(Ty::Ptr, Ty::U32), (Ty::U32, Ty::Ptr)].contains(&(a.ty, expr.ty)),
            ExprKind::Select(c, a, b) => c.ty == Ty::Bool && a.ty == expr.ty && b.ty == expr.ty,
            ExprKind::PtrAdd(p, n) | ExprKind::PtrRow(p, n) => {
                p.ty == Ty::Ptr && n.ty == Ty::I64 && expr.ty == Ty::Ptr
            }
            ExprKind::PtrDiff(a, b) => a.ty == Ty::Ptr && b.ty == Ty::Ptr && expr.ty == Ty::I64,
            ExprKind::Call(..) => expr.ty != Ty::Ptr,
            ExprKind::Unknown(hole) => self.kernel.holes.get(*hole).is_some(),
        };
        self.require(fine, || format!("{at}: ill-typed expression {expr:?}"));
    }
}

/// Whether the operands of a thread's part in a barrier have the types that they are said to have.
fn fits(phase: &Phase, ty: impl Fn(VarId) -> Option<Ty>) -> bool {
    let barrier = match &phase.barrier {
        PhaseBarrier::At(at) => at.ty == Ty::Ptr,
        PhaseBarrier::Named { id, threads } => {
            id.ty == Ty::U32 && threads.as_ref().is_none_or(|e| e.ty == Ty::U32)
        }
        PhaseBarrier::Cluster => true,
    };
    let (operand, result) = match &phase.op {
        PhaseOp::Init { count } => (count.ty == Ty::U32, Ty::U64),
        PhaseOp::Arrive { times, .. } => (times.as_ref().is_none_or(|n| n.ty == Ty::U32), Ty::U64),
        PhaseOp::Wait { until, .. } => {
            let operand = match until {
                Until::Number(number) => number.ty == Ty::U64,
                Until::Parity(parity) => parity.ty == Ty::U32,
            };
            (operand, Ty::Bool)
        }
        PhaseOp::Sync | PhaseOp::Copies => (true, Ty::U64),
    };
    barrier && operand && phase.def().is_none_or(|dst| ty(dst) == Some(result))
}
