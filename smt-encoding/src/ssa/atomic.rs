//! Atomic operations: what each returned is a function of where, with what, and in which iterations it was done; and
//! what a kernel does to an object atomically decides how the results of two threads are related ([`Discipline`]).

use super::memory::Address;
use super::stmt::Kind;
use super::{Machine, Pointer, Records, State, Value};
use crate::answer::Action;
use crate::term::{FnOrigin, Function, Level, Node, Origin, Range, Sort, Subst, TermId, Terms};
use kverify_frontend::ir::{Atomic, AtomicOp, Loc, ObjectId, Space, StmtKind, Ty, build};
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;

/// So many counters may be added up, each to the next.
const MOST_COUNTERS: u32 = 3;

/// An operand that is a number, if it is one.
type Constant = Option<i128>;

/// All that the kernel does to one object with atomics that write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discipline {
    /// Something else than additions and maxima, or an addition of what is sure to be negative.
    not_rising: bool,
    /// What is added and is not seen to be not negative.
    added: BTreeSet<TermId>,
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

/// An atomic operation on shared memory, and what is known of the cell before and after it if nothing but additions of what is not
/// negative, and maxima, happens to it in between ([`Machine::only_rises`]).
#[derive(Clone, Debug)]
pub struct Raise {
    /// The object.
    pub object: ObjectId,
    /// The result of the operation.
    pub drawn: TermId,
    /// What the cell held when the interval began, or what the thread stored there since.
    pub from: Option<TermId>,
    /// What it holds behind barriers that come next, and when the operation was done before them.
    pub to: Vec<(TermId, TermId)>,
}

impl Raise {
    /// The same under a substitution; it is not done but where `outer` holds.
    pub(super) fn subst(&mut self, terms: &mut Terms, s: &mut Subst, outer: TermId) {
        self.drawn = terms.subst(s, self.drawn);
        self.from = self.from.map(|t| terms.subst(s, t));
        for (done, to) in &mut self.to {
            let own = terms.subst(s, *done);
            (*done, *to) = (terms.and(&[outer, own]), terms.subst(s, *to));
        }
    }
}

impl Machine<'_> {
    /// Whether all that the kernel does to an object with atomics that write is to add what is not negative, and maxima.
    pub fn only_rises(&self, object: ObjectId) -> bool {
        self.rises(object, MOST_COUNTERS)
    }

    fn rises(&self, object: ObjectId, most: u32) -> bool {
        let Some(d) = self.disciplines.get(&object) else {
            return false;
        };
        // What a counter has come to by the next barrier is no less than what it was before.
        let is_counted = |t: &TermId| {
            let raise = self.raises.iter().find(|r| r.to.iter().any(|(_, to)| to == t));
            let from = raise.and_then(|r| Some((r.object, r.from?)));
            from.is_some_and(|(of, from)| {
                let positive = self.level_of(from) <= Level::Block && self.terms.range(from).at_least(0);
                most > 0 && positive && self.rises(of, most - 1)
            })
        };
        !d.mixed && !d.not_rising && d.added.iter().all(is_counted)
    }

    /// The most that one thread adds to an object in all, where each of its atomics that write adds a constant that is not negative, and
    /// none stands in a loop.
    pub fn most_added(&self, object: ObjectId) -> Option<i128> {
        if self.forest.irreducible || self.objects.usage(object).ordered {
            return None;
        }
        let in_loop = |node: NodeIndex| {
            let mut loops = self.forest.loops.iter();
            loops.any(|l| l.contains.get(node.index()).copied().unwrap_or(true))
        };
        let mut sum = 0_i128;
        for node in self.cfg.graph.node_indices() {
            for s in self.cfg.stmts(self.kernel, node) {
                if !self.objects.written_by(self.kernel, s).contains(&object) {
                    continue;
                }
                // A store beside them is a race.
                if matches!(s.kind, StmtKind::Store { .. }) {
                    continue;
                }
                let StmtKind::Atomic(a) = &s.kind else {
                    return None;
                };
                let added = a.args.first().filter(|_| a.op == AtomicOp::Add && !in_loop(node));
                let added = added.and_then(build::as_int).filter(|added| *added >= 0)?;
                sum = sum.checked_add(added)?;
            }
        }
        Some(sum)
    }

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
            self.note_discipline(o, a, &operands, (state.guard, targets.len() > 1));
        }
        let drawn = match (a.dst, targets.as_slice()) {
            (Some(_), &[object]) if integer && operands.len() == a.args.len() => {
                let place = [p.pointer.row, p.pointer.offset];
                let drawn = self.drawn(object, a, loc, &[&place, operands.as_slice()].concat());
                self.note_raise(state, object, &p, a.ty, (drawn, loc));
                Some(drawn)
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

    fn note_raise(
        &mut self,
        state: &mut State,
        object: ObjectId,
        at: &Address,
        ty: Ty,
        (drawn, loc): (TermId, Loc),
    ) {
        let usage = self.objects.usage(object);
        if self.objects.space(self.kernel, object) != Space::Shared || usage.unstable || usage.changing {
            return;
        }
        let version = state.versions.get(&object).copied().unwrap_or(0);
        let known = version != 0 && self.version_level(version) <= Level::Block;
        let from = match known.then(|| self.load(state, at, (ty, false, None), loc)) {
            Some(Value::Scalar(t)) => Some(t),
            _ => None,
        };
        state.raised.insert((self.raises.len(), state.guard));
        self.raises.push(Raise {
            object,
            drawn,
            from,
            to: Vec::new(),
        });
    }

    /// What a barrier leaves of the cells that `before` raised since the last one, where `state` knows their new contents.
    pub(super) fn raise_to(&mut self, before: &State, state: &mut State, object: ObjectId, node: NodeIndex) {
        if self.is_stored_plainly(object, node) {
            return;
        }
        let version = state.versions.get(&object).copied().unwrap_or(0);
        for &(n, guard) in &before.raised {
            let Raise {
                object: of, drawn, ..
            } = self.raises[n];
            let Node::App(f, ref args) = *self.terms.node(drawn) else {
                continue;
            };
            // In another iteration the cell may have been set anew.
            if of != object || self.terms.functions[f].loops != self.context {
                continue;
            }
            let at = Pointer {
                object: args[0],
                row: args[0],
                offset: args[1],
            };
            let Some(ty) = self.disciplines.get(&object).and_then(|d| d.ty) else {
                continue;
            };
            if let Value::Scalar(after) = self.select((object, version), &at, ty, None) {
                self.raises[n].to.push((guard, after));
            }
        }
    }

    /// Whether a number is no less than 0, by itself or where the guard holds.
    fn is_positive(&mut self, number: TermId, guard: TermId) -> bool {
        if self.terms.range(number).at_least(0) {
            return true;
        }
        let zero = self.terms.int(0);
        let negative = self.terms.lt(number, zero);
        let facts = self.terms.conjuncts(guard);
        facts
            .iter()
            .any(|&fact| self.terms.implied(fact, negative) == Some(false))
    }

    fn note_discipline(
        &mut self,
        object: ObjectId,
        a: &Atomic,
        operands: &[TermId],
        (guard, mixed): (TermId, bool),
    ) {
        let positive = operands.first().is_some_and(|&t| self.is_positive(t, guard));
        let constant = |n: usize| operands.get(n).and_then(|&t| self.terms.as_int(t));
        // Of unsigned numbers, the upper half is what negative ones are converted to.
        let half = 1i128 << (a.ty.bytes() * 8).clamp(8, 64).saturating_sub(1);
        let small = operands
            .first()
            .and_then(|&t| self.terms.as_int(t))
            .is_none_or(|n| n < half);
        let grows = positive && small;
        let added = operands
            .first()
            .filter(|&&t| !positive && self.terms.as_int(t).is_none());
        let added = added.filter(|_| a.op == AtomicOp::Add).copied();
        let known = matches!(a.ty, Ty::Int { .. });
        let (first, written) = (constant(0), a.op.replacement().map(&constant));
        let d = self.disciplines.entry(object).or_default();
        // What leaves the cell as it is only looks.
        let adds = matches!(a.op, AtomicOp::Add | AtomicOp::Sub | AtomicOp::Or | AtomicOp::Xor);
        if a.op == AtomicOp::Load || adds && first == Some(0) {
            return;
        }
        d.mixed |= mixed || !known || d.ty.is_some_and(|ty| ty != a.ty);
        d.ty = Some(a.ty);
        d.not_rising |= !(a.op == AtomicOp::Add && grows || a.op == AtomicOp::Max || added.is_some());
        d.added.extend(added);
        d.not_falling |= !(a.op == AtomicOp::Sub && grows || a.op == AtomicOp::Min);
        d.not_setting |= a.op != AtomicOp::Or;
        match written {
            Some(value) => {
                d.expected.insert(first.filter(|_| a.op == AtomicOp::Cas));
                d.written.insert(value);
            }
            None => d.not_replacing = true,
        }
    }
}
