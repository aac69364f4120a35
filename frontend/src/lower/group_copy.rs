//! Copies by a whole work-group, and the events that they are waited for by.

use super::types;
use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::ir::build;
use crate::ir::{BinOp, CopyKind, ExprKind, StmtKind, Ty};

impl<'u> Lowerer<'u, '_> {
    /// How many of the group copies written before this `wait_group_events(n, events)` it leaves unwaited: the events
    /// are taken to be the oldest ones. Copies that another wait before this one has covered do not count, and neither
    /// do those that joined the event of an earlier one.
    pub(super) fn pending_after_wait(&mut self, args: &[Cursor<'u>]) -> u32 {
        let waited = args
            .first()
            .map(|n| self.scalar(*n))
            .and_then(|n| build::as_int(&n));
        for arg in args.iter().skip(1) {
            self.rvalue(*arg);
        }
        let mut started: u32 = 0;
        for s in self.b.blocks.iter().flat_map(|b| &b.stmts) {
            if let StmtKind::AsyncWait { pending } = s.kind {
                started = pending;
            } else if s.is_copy(CopyKind::AsyncGroup) && !self.joined_copies.contains(&s.loc) {
                started += 1;
            }
        }
        let waited = waited.and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        started.saturating_sub(waited)
    }

    /// `async_work_group_copy(dst, src, count, event)`
    pub(super) fn async_group_copy(&mut self, c: Cursor<'u>, args: &[Cursor<'u>], strided: bool) -> Value {
        let &[dst, src, count, ..] = args else {
            return self.hole_call(c, args, "this copy is not modelled");
        };
        let loc = self.loc(c);
        // No event is 0: that is what stands for none.
        let event = build::int(1, Ty::U64);
        if strided {
            let writes = vec![self.scalar(dst), self.scalar(src)];
            self.b
                .effect_hole(loc, "strided asynchronous copies are not modelled", writes);
            return Value::Scalar(event);
        }
        let pointee = super::expr::strip(dst).ty().canonical().pointee();
        let named = dst.ty().canonical().pointee();
        let size = types::size(named).max(types::size(pointee)).max(1);
        let (dst, src) = (self.scalar(dst), self.scalar(src));
        let count = build::cast(self.scalar(count), Ty::U64);
        let bytes = build::binary(BinOp::Mul, count, build::int(i128::from(size), Ty::U64));
        let loc = self.b.place_of_copy(loc, "async_work_group_copy");
        if args.get(3).is_some_and(|&given| self.joins(given)) {
            self.joined_copies.insert(loc);
        }
        self.b.emit(
            loc,
            StmtKind::Copy {
                dst,
                src,
                bytes,
                kind: CopyKind::AsyncGroup,
            },
        );
        Value::Scalar(event)
    }

    /// Whether the event given to a copy is that of a copy before it: a variable that has been given nothing but such
    /// events.
    fn joins(&mut self, given: Cursor<'u>) -> bool {
        let given = self.scalar(given);
        if build::as_int(&given).is_some_and(|n| n != 0) {
            return true;
        }
        let ExprKind::Var(read) = given.kind else {
            return false;
        };
        let stmts = || self.b.blocks.iter().flat_map(|b| &b.stmts);
        let from = stmts().find_map(|s| {
            let StmtKind::Load { dst, addr, .. } = &s.kind else {
                return None;
            };
            (*dst == read).then_some(addr)
        });
        let mut events = stmts().filter_map(|s| {
            let StmtKind::Store { addr, value, .. } = &s.kind else {
                return None;
            };
            (Some(addr) == from).then(|| build::as_int(value).is_some_and(|n| n != 0))
        });
        events.next() == Some(true) && events.all(|is_event| is_event)
    }
}
