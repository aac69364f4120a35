//! Asynchronous copies that were started earlier and may still be under way (see [`crate::staged`]).

use super::memory::Address;
use super::stmt::Kind;
use super::{Machine, Records, Started, State, Unawaited};
use crate::answer::{Action, Unknown};
use crate::term::TermId;
use kverify_frontend::ir::effect::Extent;
use kverify_frontend::ir::{CopyKind, Loc, Stmt, UnderWay};

/// What a statement does to memory at one place.
struct Touch {
    at: Address,
    bytes: TermId,
    action: Action,
    writes: bool,
}

impl Machine<'_> {
    /// Records the two accesses of a copy of `n` bytes.
    pub(super) fn copies(
        &mut self,
        out: &mut Records,
        state: &State,
        loc: Loc,
        [to, from]: [&Address; 2],
        (n, copy): (TermId, CopyKind),
    ) {
        // A copy writes what lies at its source: two of as many bytes bring the same from one place. Who changes that meanwhile
        // races with them.
        let source = match copy {
            CopyKind::AsyncThread => from.pointer.parts().to_vec(),
            CopyKind::Sync | CopyKind::AsyncGroup => Vec::new(),
        };
        for (at, action) in [(from, Action::Read), (to, Action::Write)] {
            let values = match action == Action::Write {
                true => source.clone(),
                false => Vec::new(),
            };
            let kind = Kind {
                copy,
                values,
                ..Kind::plain(action, n)
            };
            self.access(out, state, loc, at, &kind);
        }
    }

    /// Records what a copy does that may still be under way.
    pub(super) fn go_on(&mut self, out: &mut Records, state: &State, u: &UnderWay, loc: Loc) {
        let on = self.scalar(state, &u.on, loc);
        let guard = self.terms.and(&[state.guard, on]);
        if self.terms.as_bool(guard) == Some(false) {
            return;
        }
        let Some([dst, src, bytes]) = &u.copy else {
            let why = Unknown {
                message: "more of these asynchronous copies may be under way than are followed; wait for them earlier, or \
                          start fewer in one batch"
                    .into(),
                loc: Some(loc),
            };
            self.guarded_unknowns.push((guard, why));
            return;
        };
        let state = State {
            guard,
            ..state.clone()
        };
        let [to, from] = [dst, src].map(|p| self.address(&state, p, loc));
        let n = self.scalar(&state, bytes, loc);
        if let Some(batches) = &u.batches {
            let counts = batches.counts.each_ref().map(|n| self.scalar(&state, n, loc));
            self.start(out, &state, (loc, batches.place), [&to, &from], (n, counts));
            return;
        }
        match &u.met_by {
            None => self.copies(out, &state, loc, [&to, &from], (n, CopyKind::AsyncThread)),
            Some(stmt) => {
                let sides = [(from, Action::Read), (to, Action::Write)].map(|(at, action)| Touch {
                    at,
                    bytes: n,
                    action,
                    writes: action == Action::Write,
                });
                for touch in self.touches(&state, stmt) {
                    for side in sides.iter().filter(|side| side.writes || touch.writes) {
                        self.meet(out, &state, [(side, loc), (&touch, stmt.loc)]);
                    }
                }
            }
        }
    }

    /// Records the two sides of a copy that others of its thread may meet.
    fn start(
        &mut self,
        out: &mut Records,
        state: &State,
        (loc, place): (Loc, u32),
        [to, from]: [&Address; 2],
        (bytes, [batch, done]): (TermId, [TermId; 2]),
    ) {
        let source = from.pointer.parts();
        for (at, action) in [(from, Action::Read), (to, Action::Write)] {
            for (here, object) in self.split(at) {
                let guard = self.terms.and(&[state.guard, here]);
                let Some(object) = object.filter(|_| self.terms.as_bool(guard) != Some(false)) else {
                    continue;
                };
                out.started.push(Started {
                    loc,
                    place,
                    action,
                    guard,
                    object,
                    row: at.pointer.row,
                    offset: at.pointer.offset,
                    bytes,
                    batch,
                    done,
                    from: source,
                    counters: self.counters.clone(),
                });
            }
        }
    }

    /// Records where an access meets its own thread's copy.
    fn meet(
        &mut self,
        out: &mut Records,
        state: &State,
        [(copy, started), (access, loc)]: [(&Touch, Loc); 2],
    ) {
        let others = self.split(&access.at);
        for (here, object) in self.split(&copy.at) {
            for (there, _) in others.iter().filter(|(_, other)| *other == object) {
                let Some(object) = object else { continue };
                let [p, q] = [copy, access].map(|t| t.at.pointer);
                let (p_end, q_end) = (
                    self.terms.add(p.offset, copy.bytes),
                    self.terms.add(q.offset, access.bytes),
                );
                let overlap = [
                    self.terms.eq(p.row, q.row),
                    self.terms.lt(p.offset, q_end),
                    self.terms.lt(q.offset, p_end),
                ];
                let guard = self
                    .terms
                    .and(&[&[state.guard, here, *there][..], &overlap].concat());
                if self.terms.as_bool(guard) != Some(false) {
                    out.unawaited.push(Unawaited {
                        sides: [(started, copy.action), (loc, access.action)],
                        guard,
                        object,
                        offsets: [p.offset, q.offset],
                        counters: self.counters.clone(),
                    });
                }
            }
        }
    }

    /// What `stmt` does to memory. Of what is not modelled, the unknown that it is speaks.
    fn touches(&mut self, state: &State, stmt: &Stmt) -> Vec<Touch> {
        let mut out = Vec::new();
        for touch in stmt.effects(self.kernel).accesses {
            let bytes = match touch.extent {
                Extent::Scalar(ty) => self.terms.int(i128::from(ty.bytes())),
                Extent::Bytes(n) => self.scalar(state, n, stmt.loc),
                Extent::Reachable => continue,
            };
            let action = match (touch.atomic, touch.writes) {
                (Some(_), _) => Action::Atomic,
                (None, true) => Action::Write,
                (None, false) => Action::Read,
            };
            out.push(Touch {
                at: self.address(state, touch.addr, stmt.loc),
                bytes,
                action,
                writes: touch.writes,
            });
        }
        out
    }
}
