//! Operations of the lanes of a warp.
//!
//! A lane s does one in an iteration of the loops around it. It goes wrong if
//! - a lane t that the mask names has not left the kernel and does not come: `guard(s) ∧ t ∈ mask(s) ∧ departs(t)`, and t waits
//!   elsewhere or gets past the operation to the kernel's end; or it comes with another mask;
//! - it comes with other operands where all have to hand over the same;
//! - s waits at a barrier for t, which gets past it and waits at another barrier of the warp with another mask;
//! - the operation names nobody, and s asks for the value of a lane that does not come;
//! - s is not in its own mask;
//! - a shuffle's width is no power of two up to 32, or it asks for a lane that the mask does not name, and the value is used.
//!
//! CUDA C++ Programming Guide, "Warp Vote Functions", "Warp Shuffle Functions", "Synchronization Functions"; PTX ISA, `shfl.sync`,
//! `bar.warp.sync`; OpenCL C 3.0, 6.15.16. Lanes for which no thread was launched are nobody's to wait for. Warp barriers may
//! be met at different places of the source and in different iterations, and who only leaves the kernel is not missed there.
//! In a strict operation (`mma`, "if any thread in the warp has exited") lanes that have left are missed, too.

use super::lanes::{Masks, differ};
use super::{Context, arguments_differ, collective, departs, undecided};
use crate::pair::{Pair, Settled};
use crate::segment::{Family, Segment};
use crate::ssa::{Lanes, Meeting, Stop};
use crate::term::{LoopId, Node, TermId};
use crate::witness::{approximations, witness};
use kverify_frontend::ir::{Dim, Geometry, Language, Scope, Span};
use rustc_hash::FxHashSet;

/// Two threads of one warp.
fn family() -> Family {
    Family::any_two(Scope::Warp)
}

/// Poses the obligations of one segment.
pub(super) fn check(cx: &mut Context<'_, '_>, segment: &Segment, found: &mut FxHashSet<Span>) {
    for meeting in &segment.records.meetings {
        let Some(lanes) = &meeting.lanes else { continue };
        let is_asked = lanes.mask.is_some() || lanes.asked.is_some();
        if !is_asked || found.contains(&meeting.loc.span) {
            continue;
        }
        let around: Vec<LoopId> = segment
            .shared
            .iter()
            .chain(&meeting.counters)
            .map(|c| c.0)
            .collect();
        let mut pair = Pair::new(cx.machine, &family(), &around);
        let side = Side {
            segment,
            meeting,
            lanes,
        };
        let own = side.misuse(cx, &mut pair);
        let missed = side.missed(cx, &mut pair);
        for ways in [own, missed] {
            if !found.contains(&meeting.loc.span) && side.settle(cx, &mut pair, ways) {
                found.insert(meeting.loc.span);
            }
        }
    }
}

/// One operation in one segment.
struct Side<'a> {
    segment: &'a Segment,
    meeting: &'a Meeting,
    lanes: &'a Lanes,
}

/// What may go wrong; `None` where masks are not understood.
type Ways = Option<Vec<TermId>>;

impl Side<'_> {
    fn masks<'c>(&'c self, cx: &Context<'c, '_>) -> Masks<'c> {
        Masks {
            meetings: [&self.segment.records.meetings, &cx.whole.meetings],
            holder: 0,
        }
    }

    /// A lane goes wrong on its own.
    fn misuse(&self, cx: &mut Context<'_, '_>, pair: &mut Pair) -> Ways {
        let mut ways = Vec::new();
        let Some(mask) = self.lanes.mask else {
            return Some(ways);
        };
        let masks = self.masks(cx);
        let named = masks.names(cx.machine, pair, mask, 0)?;
        ways.push(cx.machine.terms.not(named));
        if let Some(source) = self.lanes.source {
            let source = pair.fork(&mut cx.machine.terms, source, 0);
            // Which lanes voted is known of the pair alone.
            if let Some(named) = masks.names_number(cx.machine, pair, mask, source) {
                ways.push(cx.machine.terms.not(named));
            }
        }
        if let Some(width) = self.lanes.width {
            let terms = &mut cx.machine.terms;
            let width = pair.fork(terms, width, 0);
            let other: Vec<TermId> = (0..6)
                .map(|n| {
                    let right = terms.int(1 << n);
                    terms.ne(width, right)
                })
                .collect();
            ways.push(terms.and(&other));
        }
        Some(ways)
    }

    /// A lane that is named, or asked for its value, does not come, or comes with another mask or other operands.
    fn missed(&self, cx: &mut Context<'_, '_>, pair: &mut Pair) -> Ways {
        let terms = &mut cx.machine.terms;
        let [own, other] = [0, 1].map(|t| pair.fork(terms, self.meeting.guard, t));
        let away = departs(cx, pair, &self.segment.records, self.meeting);
        let elsewhere = self.elsewhere(cx, pair);
        let stays_away = cx.machine.terms.and(&[own, away, elsewhere]);
        let mut unlike = arguments_differ(cx, pair, self.meeting);
        if let Some(mask) = self.lanes.mask {
            let masks = differ(cx.machine, pair, mask);
            unlike = cx.machine.terms.or(&[unlike, masks]);
        }
        let unlike = cx.machine.terms.and(&[other, unlike]);
        let ways = cx.machine.terms.or(&[stays_away, unlike]);
        if cx.machine.terms.as_bool(ways) == Some(false) {
            return Some(Vec::new());
        }
        let named = match (self.lanes.mask, self.lanes.asked) {
            (Some(mask), _) => self.masks(cx).names(cx.machine, pair, mask, 1)?,
            (None, Some(asked)) => {
                let lane = cx.machine.lane();
                let terms = &mut cx.machine.terms;
                let (lane, asked) = (pair.fork(terms, lane, 1), pair.fork(terms, asked, 0));
                terms.eq(lane, asked)
            }
            (None, None) => return Some(Vec::new()),
        };
        Some(vec![cx.machine.terms.and(&[named, ways])])
    }

    /// Whether the second thread waits elsewhere, or has got past the operation.
    fn elsewhere(&self, cx: &mut Context<'_, '_>, pair: &mut Pair) -> TermId {
        if self.lanes.strict {
            return cx.machine.terms.bool(true);
        }
        let past = cx.machine.kernel.passes_by(self.meeting.block, self.meeting.loc);
        // Barriers of a warp hold what comes to them later, too: who leaves is not missed there.
        let leaves = |s: &Stop| !self.lanes.barrier && past.contains(&s.block);
        let counts = |s: &&Stop| s.barrier.is_some() || leaves(s);
        let stops = self.segment.records.stops.iter().filter(counts).map(|s| s.guard);
        // Operations that lead here do not keep a lane from leaving before.
        let leads_here = |m: &Meeting| cx.machine.kernel.leads_to(m.block, self.meeting.block);
        let others = self.segment.records.meetings.iter().filter(|m| {
            let waits = m.lanes.as_ref().is_none_or(|l| l.mask.is_some());
            let barriers = self.lanes.barrier && m.lanes.as_ref().is_some_and(|l| l.barrier);
            waits && !barriers && m.loc != self.meeting.loc && !leads_here(m)
        });
        let guards: Vec<TermId> = stops.chain(others.map(|m| m.guard)).collect();
        let terms = &mut cx.machine.terms;
        let guards: Vec<TermId> = guards.into_iter().map(|g| pair.fork(terms, g, 1)).collect();
        let elsewhere = terms.or(&guards);
        if !self.lanes.barrier {
            return elsewhere;
        }
        // Another warp barrier does as well, with the same mask; where lanes part at those is asked with the other barriers.
        let others: Vec<&Meeting> = self.segment.records.meetings.iter().collect();
        let others = others
            .into_iter()
            .filter(|m| m.lanes.as_ref().is_some_and(|l| l.barrier) && m.loc != self.meeting.loc);
        let (mut absent, mut otherwise) = (Vec::new(), Vec::new());
        for other in others {
            let away = departs(cx, pair, &self.segment.records, other);
            let unlike = self.with_another_mask(cx, pair, other);
            absent.push(cx.machine.terms.or(&[away, unlike]));
            otherwise.push(unlike);
        }
        let otherwise = cx.machine.terms.or(&otherwise);
        let ends = self
            .segment
            .records
            .stops
            .iter()
            .filter(|s| past.contains(&s.block));
        let ends: Vec<TermId> = ends.map(|s| s.guard).collect();
        let terms = &mut cx.machine.terms;
        let ends: Vec<TermId> = ends.into_iter().map(|g| pair.fork(terms, g, 1)).collect();
        let goes_by = terms.or(&ends);
        let goes_by = terms.and(&[otherwise, goes_by]);
        absent.push(terms.or(&[elsewhere, goes_by]));
        terms.and(&absent)
    }

    /// Whether the second thread waits at another barrier of its warp for other lanes. Masks that are not numbers are not
    /// compared, and neither are barriers that were met on the way here or are in other loops.
    fn with_another_mask(&self, cx: &mut Context<'_, '_>, pair: &mut Pair, other: &Meeting) -> TermId {
        let of = |m: &Meeting| m.lanes.as_ref().and_then(|l| l.mask);
        let terms = &mut cx.machine.terms;
        let is_number = |t: &TermId| !matches!(terms.node(*t), Node::App(..) | Node::Pow2(_));
        let around = |l: &(LoopId, TermId)| self.meeting.counters.iter().any(|c| c.0 == l.0);
        let (Some(own), Some(its)) = (self.lanes.mask, of(other)) else {
            return terms.bool(false);
        };
        if !terms.post_order(&[own, its]).iter().all(is_number)
            || !other.counters.iter().all(around)
            || cx.machine.kernel.leads_to(other.block, self.meeting.block)
        {
            return terms.bool(false);
        }
        let (own, its) = (pair.fork(terms, own, 0), pair.fork(terms, its, 1));
        let comes = pair.fork(terms, other.guard, 1);
        let unlike = terms.ne(own, its);
        terms.and(&[comes, unlike])
    }

    /// Tiles are for launches in which warps are parts of rows; `None` where the launch is known, and of other operations.
    fn whole_warps(&self, cx: &mut Context<'_, '_>) -> Option<TermId> {
        let is_tile = self.lanes.strict && cx.machine.kernel.language == Language::Cuda;
        let width = cx.machine.geometry(Geometry::BlockDim(Dim::X));
        let lanes = i128::from(cx.machine.warp_size());
        let terms = &mut cx.machine.terms;
        if !is_tile || terms.as_int(width).is_some() {
            return None;
        }
        let rest = terms.floor_mod(width, lanes);
        let zero = terms.int(0);
        Some(terms.eq(rest, zero))
    }

    /// Whether some lane was found to go one of these ways.
    fn settle(&self, cx: &mut Context<'_, '_>, pair: &mut Pair, ways: Ways) -> bool {
        let Some(ways) = ways else {
            let why = "its mask is not understood";
            cx.unknowns
                .push(undecided(self.meeting.loc, "lanes of a warp", why));
            return false;
        };
        let terms = &mut cx.machine.terms;
        let own = pair.fork(terms, self.meeting.guard, 0);
        let ways = terms.or(&ways);
        let wrong = terms.and(&[own, ways]);
        cx.solver.obligations += 1;
        let (wrong, assumed) = cx.solver.view(terms, wrong);
        if terms.as_bool(wrong) == Some(false) {
            cx.overflow |= assumed;
            cx.solver.discharged += 1;
            return false;
        }
        let mut core = terms.conjuncts(wrong);
        core.push(pair.distinct);
        core.extend(&pair.within);
        let mut settled = cx.solver.settle(terms, &core, &[]);
        if matches!(settled, Settled::Happens(_))
            && let Some(whole) = self.whole_warps(cx)
        {
            core.push(whole);
            settled = cx.solver.settle(&mut cx.machine.terms, &core, &[]);
            cx.trusted.whole_warps |= matches!(settled, Settled::Never { .. });
        }
        match settled {
            Settled::Never { overflow } => {
                cx.overflow |= overflow || assumed;
                false
            }
            Settled::Unknown(why) => {
                let unknown = undecided(self.meeting.loc, "lanes of a warp that its mask names", &why);
                cx.undecided(core, unknown);
                false
            }
            Settled::Happens(model) => {
                let counters = [&self.meeting.counters; 2];
                let shown = witness(cx.machine, pair, &model, counters, [None, None]);
                let leaning = approximations(cx.machine, &core);
                let finding = collective(self.meeting.loc, Scope::Warp, shown, leaning);
                cx.found(core, *model, finding);
                true
            }
        }
    }
}
