//! Which objects a pointer may point to, for the whole kernel at once.

use crate::index::Idx;
use crate::ir::{Expr, ExprKind, Kernel, ObjectId, Space, StmtKind, Ty};
use std::collections::BTreeSet;

/// Where a pointer may point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointees {
    /// Anywhere.
    Any,
    /// Into these.
    These(BTreeSet<ObjectId>),
}

impl Pointees {
    /// Whether other threads may see what lies there.
    pub fn visible(&self, kernel: &Kernel) -> bool {
        match self {
            Pointees::Any => true,
            Pointees::These(objects) => objects.iter().any(|o| kernel.objects[*o].space != Space::Private),
        }
    }

    /// Adds others; whether that changed anything.
    fn join(&mut self, other: Pointees) -> bool {
        match (&mut *self, other) {
            (Pointees::Any, _) => false,
            (_, Pointees::Any) => {
                *self = Pointees::Any;
                true
            }
            (Pointees::These(own), Pointees::These(others)) => {
                let before = own.len();
                own.extend(others);
                own.len() > before
            }
        }
    }
}

/// Points-to sets of all variables, insensitive to flow.
pub struct Pointers(Vec<Pointees>);

impl Pointers {
    /// Those of a kernel. What is read from memory may point anywhere.
    pub fn of(kernel: &Kernel) -> Pointers {
        let nothing = || Pointees::These(BTreeSet::new());
        let mut pointers = Pointers(kernel.vars.iter().map(|_| nothing()).collect());
        let may_hold = |ty: Ty| ty == Ty::Ptr || ty.bytes() >= 8;
        let mut assigns = Vec::new();
        for stmt in kernel.blocks.iter().flat_map(|block| &block.stmts) {
            match &stmt.kind {
                StmtKind::Assign { dst, value } if may_hold(value.ty) => assigns.push((*dst, value)),
                StmtKind::Assign { .. } => {}
                _ => stmt
                    .defs()
                    .into_iter()
                    .filter(|var| kernel.vars[*var].ty == Ty::Ptr)
                    .for_each(|var| pointers.0[var.index()] = Pointees::Any),
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (dst, value) in &assigns {
                let more = pointers.of_expr(value);
                changed |= pointers.0[dst.index()].join(more);
            }
        }
        pointers
    }

    /// Where the value of an expression may point.
    pub fn of_expr(&self, expr: &Expr) -> Pointees {
        match &expr.kind {
            ExprKind::Object(object) => Pointees::These([*object].into()),
            ExprKind::Var(var) => self.0[var.index()].clone(),
            ExprKind::PtrAdd(base, _) | ExprKind::PtrRow(base, _) => self.of_expr(base),
            ExprKind::Select(_, a, b) => {
                let mut both = self.of_expr(a);
                both.join(self.of_expr(b));
                both
            }
            ExprKind::Unknown(_) => Pointees::Any,
            // A number made into a pointer, and numbers made of pointers.
            ExprKind::Cast(a) | ExprKind::Window(a) if a.ty != Ty::Ptr && expr.ty == Ty::Ptr => {
                match self.of_expr(a) {
                    Pointees::These(objects) if objects.is_empty() => Pointees::Any,
                    found => found,
                }
            }
            ExprKind::Null | ExprKind::Geometry(_) | ExprKind::Int(_) | ExprKind::Float(_) => {
                Pointees::These(BTreeSet::new())
            }
            _ => {
                let mut all = Pointees::These(BTreeSet::new());
                for operand in expr.operands() {
                    all.join(self.of_expr(operand));
                }
                all
            }
        }
    }
}
