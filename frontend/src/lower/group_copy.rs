//! Copies by a whole work-group, and the events that they are waited for by.

use super::types;
use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::ir::build;
use crate::ir::{BinOp, CmpOp, CopyKind, Expr, ExprKind, Loc, Stmt, StmtKind, Synchronises, Ty};

/// Events that a wait may name one by one.
const MOST_EVENTS: i128 = 8;

impl<'u> Lowerer<'u, '_> {
    /// How many of the group copies written before this `wait_group_events(n, events)` it leaves unwaited, and what it is
    /// handed: the number, and the events as far as they can be listed. The events are taken to be the oldest ones. Copies that another
    /// wait before this one has covered do not count, and neither do those that joined the event of an earlier one.
    pub(super) fn events_waited_for(&mut self, loc: Loc, args: &[Cursor<'u>]) -> (u32, Vec<Expr>) {
        let mut handed: Vec<Expr> = args.first().map(|n| self.scalar(*n)).into_iter().collect();
        let waited = handed.first().and_then(build::as_int);
        let listed = waited.filter(|n| (1..=MOST_EVENTS).contains(n)).unwrap_or(0);
        if let Some(&list) = args.get(1) {
            let size = types::size(list.ty().canonical().pointee());
            let list = self.scalar(list);
            self.note_events(loc, &list);
            for n in (0..listed as u64).filter(|_| size == u64::from(Ty::U64.bytes())) {
                let place = build::offset_by(list.clone(), n * size);
                handed.push(self.b.load(loc, place, Ty::U64, false));
            }
        }
        (self.left_unwaited(waited), handed)
    }

    /// Events that are given to a wait again, though nothing was put there since, tell nothing of other copies.
    fn note_events(&mut self, loc: Loc, list: &Expr) {
        let stores = |s: &&Stmt| matches!(&s.kind, StmtKind::Store { addr, .. } if addr == list);
        let written = self.b.blocks.iter().flat_map(|b| &b.stmts).filter(stores).count();
        let known = (list.clone(), written);
        if self.waited_events.contains(&known) {
            let reason = "these events were waited for before, and a wait for them again is not modelled";
            self.b
                .anything_hole(loc, reason, Vec::new(), Synchronises::Perhaps);
        }
        self.waited_events.push(known);
    }

    /// `__pipeline_wait_prior(pending)`: one wait for each number that is computed, as far as numbers of batches matter.
    pub(super) fn async_wait(&mut self, loc: Loc, pending: Expr) {
        const MOST: u32 = 8;
        let wait = |pending| StmtKind::AsyncWait { pending };
        if let Some(pending) = build::as_int(&pending) {
            self.b.emit(loc, wait(u32::try_from(pending).unwrap_or(u32::MAX)));
            return;
        }
        let (ty, pending) = (pending.ty, self.b.stable(loc, pending));
        let done = self.b.block();
        for n in 0..MOST {
            let (yes, no) = (self.b.block(), self.b.block());
            let is_it = build::compare(CmpOp::Eq, pending.clone(), build::int(n.into(), ty));
            self.b.branch(loc, is_it, yes, no);
            self.b.enter(yes);
            self.b.emit(loc, wait(n));
            self.b.fall_into(loc, done);
            self.b.enter(no);
        }
        // More may leave any number of batches unfinished.
        self.b.emit(loc, wait(u32::MAX));
        self.b.fall_into(loc, done);
    }

    fn left_unwaited(&self, waited: Option<i128>) -> u32 {
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
        let event = build::int(1 + self.group_copies(), Ty::U64);
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
        let joined = args.get(3).and_then(|&given| self.joins(given));
        if joined.is_some() {
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
        Value::Scalar(joined.map_or(event, |first| build::int(first, Ty::U64)))
    }

    /// How many group copies were written so far.
    fn group_copies(&self) -> i128 {
        let stmts = self.b.blocks.iter().flat_map(|b| &b.stmts);
        stmts.filter(|s| s.is_copy(CopyKind::AsyncGroup)).count() as i128
    }

    /// The event that a copy is given, if it is that of a copy before it: a variable that has been given nothing but such
    /// events.
    fn joins(&mut self, given: Cursor<'u>) -> Option<i128> {
        let given = self.scalar(given);
        if let Some(event) = build::as_int(&given).filter(|n| *n != 0) {
            return Some(event);
        }
        let ExprKind::Var(read) = given.kind else {
            return None;
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
            (Some(addr) == from).then(|| build::as_int(value).filter(|n| *n != 0))
        });
        let first = events.next()??;
        events.all(|event| event.is_some()).then_some(first)
    }
}
