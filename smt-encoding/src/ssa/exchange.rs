//! What the lanes of a warp do together: shuffles, votes, matches, reductions and warp barriers.
//!
//! Lanes that meet with one mask get one result, or results that depend on the source lane or the matched value alone. So a
//! result is `f(mask, …)` with one `f` for the warp and each tuple of iterations. That the lanes do meet is what
//! [`crate::checks`] asks of the record ([`Lanes`]); where they may not, the kernel is not proved.

use super::butterfly::Swap;
use super::{Lanes, Machine, Meeting, Records, State, Value};
use crate::term::{FnId, FnOrigin, Function, Level, Origin, Range, Sort, TermId};
use kverify_frontend::ir::{
    Barrier, Collective, CollectiveOp, Dim, Geometry, Language, Loc, ResultBy, Scope, Ty,
};

/// The mask of all lanes.
const ALL_LANES: i128 = 0xffff_ffff;

impl Machine<'_> {
    /// Executes an operation of a warp.
    pub(super) fn exchange(&mut self, out: &mut Records, state: &mut State, c: &Collective, loc: Loc) {
        let mask = match &c.mask {
            Some(mask) => Some(self.scalar(state, mask, loc)),
            // A sub-group's functions are met by all of it (OpenCL C 3.0, 6.15.16); CUDA's old ones by who happens to be there.
            None if self.kernel.language == Language::OpenCl => Some(self.terms.int(ALL_LANES)),
            None => None,
        };
        let mut lanes = Lanes {
            mask,
            strict: self.kernel.language == Language::OpenCl || c.op == CollectiveOp::Together,
            ..Lanes::default()
        };
        let alike = self.tells_apart(state, c, loc, &mut lanes);
        if let Some(d) = c.dst {
            let ty = self.kernel.vars[d].ty;
            let summand = mask.is_some().then(|| self.summand(state, c, loc)).flatten();
            let v = match alike.filter(|_| ty != Ty::Ptr) {
                None => self.unknown_value(&c.name, ty, Level::Thread, Origin::Free),
                Some(args) => {
                    let f = self.result_of(c, ty);
                    if let Some(summand) = summand {
                        self.terms.functions[f].range = summand.range();
                    }
                    lanes.result = Some(f);
                    let given = self.terms.app(f, &args);
                    lanes.given = Some(given);
                    if let (Some(value), Some(by), Some(width)) = (lanes.value, lanes.across, lanes.width) {
                        self.swaps.insert(f, Swap { value, by, width });
                    }
                    Value::Scalar(given)
                }
            };
            if let Some(summand) = summand {
                self.note_scan(state, (c.scope, mask), summand, &v);
            }
            self.assign(out, state, d, v);
        }
        let alike = self.alike(state, c, loc);
        self.meet_lanes(out, state, loc, (lanes, alike));
    }

    /// What all who take part in an operation must hand over alike.
    pub(super) fn alike(&mut self, state: &State, c: &Collective, loc: Loc) -> Vec<TermId> {
        c.alike().iter().map(|e| self.scalar(state, e, loc)).collect()
    }

    /// Records a barrier of a warp.
    pub(super) fn warp_barrier(&mut self, out: &mut Records, state: &State, b: &Barrier, loc: Loc) {
        if b.scope >= Scope::Block {
            return;
        }
        let mask = match &b.mask {
            Some(mask) => self.scalar(state, mask, loc),
            None => self.terms.int(ALL_LANES),
        };
        let lanes = Lanes {
            mask: Some(mask),
            strict: self.kernel.language == Language::OpenCl,
            barrier: true,
            ..Lanes::default()
        };
        self.meet_lanes(out, state, loc, (lanes, Vec::new()));
    }

    fn meet_lanes(
        &self,
        out: &mut Records,
        state: &State,
        loc: Loc,
        (lanes, arguments): (Lanes, Vec<TermId>),
    ) {
        out.meetings.push(Meeting {
            loc,
            block: self.at.0,
            node: self.at.1,
            guard: state.guard,
            arguments,
            lanes: Some(lanes),
            counters: self.counters.clone(),
        });
    }

    /// One function for each place and tuple of iterations.
    fn result_of(&mut self, c: &Collective, ty: Ty) -> FnId {
        let sort = match ty {
            Ty::Bool => Sort::Bool,
            Ty::Float(k) => Sort::Float(k),
            Ty::Int { .. } | Ty::Ptr => Sort::Int,
        };
        let loops = self.context.clone();
        self.terms.functions.push(Function {
            name: c.name.clone(),
            sort,
            range: if sort == Sort::Int {
                Range::of(ty)
            } else {
                Range::ALL
            },
            level: Level::Warp,
            loops,
            origin: FnOrigin::Exchange(c.op),
            approximation: None,
        })
    }

    /// What decides which result a lane gets: lanes alike in that get the same. `None` if nothing is known of it.
    fn tells_apart(
        &mut self,
        state: &State,
        c: &Collective,
        loc: Loc,
        lanes: &mut Lanes,
    ) -> Option<Vec<TermId>> {
        let integer = |n: usize| {
            c.args
                .get(n)
                .filter(|a| matches!(a.ty, Ty::Int { .. } | Ty::Bool))
        };
        match c.op.result_by() {
            ResultBy::Group => {
                if let (CollectiveOp::Ballot, Some(a)) = (c.op, integer(0)) {
                    lanes.value = Some(self.number(state, a, loc));
                }
                Some(vec![lanes.mask?])
            }
            ResultBy::Value => {
                let value = self.number(state, integer(0)?, loc);
                lanes.value = Some(value);
                Some(vec![lanes.mask?, value])
            }
            ResultBy::Meeting => {
                // Who happens to be together, as the number of a group.
                let group = self.symbol(
                    "active".into(),
                    Sort::Int,
                    Range::from(0),
                    Level::Thread,
                    Origin::Free,
                );
                lanes.value = Some(group);
                Some(vec![group])
            }
            ResultBy::Source => {
                let (Some(by), true) = (integer(1), c.args.len() <= 3) else {
                    return None;
                };
                let by = self.number(state, by, loc);
                let width = match c.args.get(2) {
                    Some(w) => self.number(state, w, loc),
                    None => self.terms.int(i128::from(self.warp_size())),
                };
                lanes.width = Some(width);
                if let Some(a) = c.args.first().filter(|a| a.ty != Ty::Ptr) {
                    lanes.value = Some(self.number(state, a, loc));
                }
                lanes.across = (c.op == CollectiveOp::ShuffleXor).then_some(by);
                let source = self.source_lane(c.op, by, width)?;
                if lanes.mask.is_none() && c.dst.is_some_and(|d| self.kernel.uses_at_once(self.at.0, d)) {
                    lanes.asked = Some(source);
                }
                if matches!(c.op, CollectiveOp::Shuffle | CollectiveOp::ShuffleXor)
                    && c.dst.is_some_and(|d| self.is_used(d))
                {
                    lanes.source = Some(source);
                }
                Some(vec![lanes.mask?, source])
            }
            ResultBy::Place => None,
        }
    }

    /// Whether anything is computed from a variable.
    fn is_used(&self, v: kverify_frontend::ir::VarId) -> bool {
        self.kernel.exprs().any(|e| e.mentions(v))
    }

    /// An integer or truth value as an integer.
    pub(super) fn number(&mut self, state: &State, e: &kverify_frontend::ir::Expr, loc: Loc) -> TermId {
        let t = self.scalar(state, e, loc);
        match self.terms.sort(t) {
            Sort::Bool => self.terms.of_bool(t),
            Sort::Int | Sort::Float(_) => t,
        }
    }

    /// Threads of a warp.
    pub(crate) fn warp_size(&self) -> u32 {
        match self.config.lockstep {
            0 | 1 => 32,
            n => n,
        }
    }

    /// The thread's number in its warp.
    pub(crate) fn lane(&mut self) -> TermId {
        let size = i128::from(self.warp_size());
        let [x, y, z] = Dim::ALL.map(|d| self.geometry(Geometry::ThreadIdx(d)));
        let [dx, dy] = [Dim::X, Dim::Y].map(|d| self.geometry(Geometry::BlockDim(d)));
        let terms = &mut self.terms;
        let yz = terms.mul(dy, z);
        let yz = terms.add(y, yz);
        let yz = terms.mul(dx, yz);
        let linear = terms.add(x, yz);
        terms.floor_mod(linear, size)
    }

    /// The lane whose value a shuffle gives (CUDA C++ Programming Guide, "Warp Shuffle Functions").
    fn source_lane(&mut self, op: CollectiveOp, by: TermId, width: TermId) -> Option<TermId> {
        let width = self
            .terms
            .as_int(width)
            .filter(|w| (1..=32).contains(w) && w.count_ones() == 1)?;
        let lane = self.lane();
        let terms = &mut self.terms;
        let place = terms.floor_mod(lane, width);
        let start = terms.sub(lane, place);
        let end = terms.offset(start, width);
        // Those that reach out of the segment of `width` lanes give the thread's own value.
        let from = if op == CollectiveOp::ShuffleUp {
            terms.sub(lane, by)
        } else if op == CollectiveOp::ShuffleDown {
            terms.add(lane, by)
        } else if op == CollectiveOp::ShuffleXor {
            let from = terms.bits(crate::term::BitOp::Xor, lane, by);
            let within = terms.lt(from, end);
            return Some(terms.ite(within, from, lane));
        } else {
            let place = terms.floor_mod(by, width);
            return Some(terms.add(start, place));
        };
        let (low, high) = (terms.le(start, from), terms.lt(from, end));
        let within = terms.and(&[low, high]);
        Some(terms.ite(within, from, lane))
    }
}
