//! Atomic operations: what each returned is a function of where, with what, and in which iterations it was done; and
//! what a kernel does to an object atomically decides how the results of two threads are related ([`Discipline`]).

use super::stmt::Kind;
use super::{Machine, Records, State, Value};
use crate::answer::Action;
use crate::term::{FnOrigin, Function, Level, Origin, Range, Sort, TermId};
use kverify_frontend::ir::{Atomic, AtomicOp, Loc, ObjectId, Ty};
use std::collections::BTreeSet;

/// An operand that is a number, if it is one.
type Constant = Option<i128>;

/// All that the kernel does to one object with atomics that write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discipline {
    /// Something else than additions of nothing negative and maxima.
    pub not_rising: bool,
    /// Something else than subtractions of nothing negative and minima.
    pub not_falling: bool,
    /// Something else than bitwise or.
    pub not_setting: bool,
    /// Something else than exchanges, compare-and-exchanges and stores.
    pub not_replacing: bool,
    /// Expected values of compare-and-exchanges; `None` among them for one that is no constant, and for what is not
    /// compared first.
    pub expected: BTreeSet<Constant>,
    /// Values that replace others; `None` among them for one that is no constant.
    pub written: BTreeSet<Constant>,
    /// Accesses as different types or as no integers, or through pointers with several targets.
    pub mixed: bool,
    /// Type of the cells.
    pub ty: Option<Ty>,
}

impl Machine<'_> {
    pub(super) fn atomic(&mut self, out: &mut Records, state: &mut State, a: &Atomic, loc: Loc) {
        let p = self.address(state, &a.addr, loc);
        let integer = matches!(a.ty, Ty::Int { .. });
        let operands: Vec<TermId> = a
            .args
            .iter()
            .filter_map(|arg| match self.eval(state, arg, loc) {
                Value::Scalar(t) if self.terms.sort(t) == Sort::Int && integer => Some(t),
                _ => None,
            })
            .collect();
        let bytes = self.terms.int(i128::from(a.ty.bytes()));
        let targets: Vec<ObjectId> = self.split(&p).into_iter().filter_map(|(_, o)| o).collect();
        for &o in &targets {
            self.note_discipline(o, a, &operands, targets.len() > 1);
        }
        let drawn = match (a.dst, targets.as_slice()) {
            (Some(_), &[object]) if integer && operands.len() == a.args.len() => {
                let place = [p.pointer.row, p.pointer.offset];
                Some(self.drawn(object, a, loc, &[&place, operands.as_slice()].concat()))
            }
            _ => None,
        };
        let kind = Kind {
            atomic: Some(a.ordering.scope),
            operands,
            writes: a.op != AtomicOp::Load,
            ..Kind::plain(Action::Atomic, bytes)
        };
        self.access(out, state, loc, &p, &kind);
        if a.op != AtomicOp::Load {
            self.forget(state, targets, Level::Thread, None);
        }
        if let Some(d) = a.dst {
            let v = match drawn {
                Some(v) => Value::Scalar(v),
                None => self.unknown_value("old", self.kernel.vars[d].ty, Level::Thread, Origin::Free),
            };
            self.assign(out, state, d, v);
        }
    }

    /// What the atomic returned: `old(row, offset, operands)`, one function for each place and tuple of iterations.
    fn drawn(&mut self, object: ObjectId, a: &Atomic, loc: Loc, args: &[TermId]) -> TermId {
        let f = self.terms.functions.push(Function {
            name: "old".into(),
            sort: Sort::Int,
            range: Range::of(a.ty),
            level: Level::Thread,
            loops: self.context.clone(),
            origin: FnOrigin::Drawn {
                object,
                op: a.op,
                loc,
            },
            approximation: None,
        });
        self.terms.app(f, args)
    }

    fn note_discipline(&mut self, object: ObjectId, a: &Atomic, operands: &[TermId], mixed: bool) {
        let constant = |n: usize| operands.get(n).and_then(|&t| self.terms.as_int(t));
        let amount = operands.first().map(|&t| self.terms.range(t));
        // Of unsigned numbers, the upper half is what negative ones are converted to.
        let half = 1i128 << (a.ty.bytes() * 8).clamp(8, 64).saturating_sub(1);
        let grows = amount.is_some_and(|r| r.at_least(0))
            && operands
                .first()
                .and_then(|&t| self.terms.as_int(t))
                .is_none_or(|n| n < half);
        let known = matches!(a.ty, Ty::Int { .. });
        let (first, second) = (constant(0), constant(1));
        let d = self.disciplines.entry(object).or_default();
        if a.op == AtomicOp::Load {
            return;
        }
        d.mixed |= mixed || !known || d.ty.is_some_and(|ty| ty != a.ty);
        d.ty = Some(a.ty);
        d.not_rising |= !(a.op == AtomicOp::Add && grows || a.op == AtomicOp::Max);
        d.not_falling |= !(a.op == AtomicOp::Sub && grows || a.op == AtomicOp::Min);
        d.not_setting |= a.op != AtomicOp::Or;
        match a.op {
            AtomicOp::Cas => {
                d.expected.insert(first);
                d.written.insert(second);
            }
            AtomicOp::Exchange | AtomicOp::Store => {
                d.expected.insert(None);
                d.written.insert(first);
            }
            _ => d.not_replacing = true,
        }
    }
}
