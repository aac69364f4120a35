//! What the warps of a run ask of memory, and where their lanes part: noted while it is interpreted.

use super::context::Context;
use super::program::{Inst, Src};
use super::step::operand;
use super::thread::Thread;
use kverify_frontend::ir::{CopyKind, Loc, Space};
use kverify_smt::answer::Action;
use kverify_smt::requests::{Group, Piece, Site};
use std::collections::BTreeMap;

/// Accesses and branches of lanes that are noted at most.
const MOST: usize = 2_000_000;

/// Threads of a warp.
const LANES: u32 = 32;

/// Which block, which warp of it, and the iterations of the loops around, outermost first.
type Moment = (u32, u32, Vec<u64>);

/// Bytes of lanes, by the instruction and their number.
type Pieces = BTreeMap<(u32, u32), Vec<(u32, i64)>>;

/// The notes of one run.
#[derive(Clone, Debug)]
pub(super) struct Requests {
    groups: BTreeMap<Site, BTreeMap<Moment, Pieces>>,
    /// By branch: a lane that took it and one that did not.
    branches: BTreeMap<u32, BTreeMap<Moment, [Option<u32>; 2]>>,
    left: usize,
}

impl Default for Requests {
    fn default() -> Self {
        Requests {
            groups: BTreeMap::new(),
            branches: BTreeMap::new(),
            left: MOST,
        }
    }
}

/// A branch at which lanes of a warp parted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The condition.
    pub loc: Loc,
    /// The block's index in the list of those that were run.
    pub block: u32,
    /// Threads of the block, counted x first: one that the condition held for, and one that it did not.
    pub threads: [u32; 2],
}

/// What was noted in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// By site.
    pub requests: BTreeMap<Site, Vec<Group>>,
    /// The first of each branch.
    pub partings: Vec<Parting>,
    /// Whether all was noted, of threads that all came to their end.
    pub complete: bool,
}

/// Notes what an instruction is about to do.
pub(super) fn look(inst: &Inst, pc: u32, thread: &Thread, cx: &mut Context<'_>) {
    match inst {
        Inst::Load { ty, addr, .. } => note(pc, thread, cx, (Action::Read, *addr, ty.bytes().into())),
        Inst::Store { ty, addr, .. } => note(pc, thread, cx, (Action::Write, *addr, ty.bytes().into())),
        Inst::Copy(copy) if copy.kind != CopyKind::AsyncGroup => {
            let bytes = operand(thread, cx, copy.bytes).bits as u64;
            note(pc, thread, cx, (Action::Read, copy.src, bytes));
            note(pc, thread, cx, (Action::Write, copy.dst, bytes));
        }
        Inst::Branch { cond, .. } => {
            let holds = operand(thread, cx, *cond).bits != 0;
            let moment = moment(pc, thread, cx);
            let Some(requests) = cx.requests.as_mut().filter(|requests| requests.left > 0) else {
                return;
            };
            requests.left -= 1;
            let lanes = requests
                .branches
                .entry(pc)
                .or_default()
                .entry(moment)
                .or_default();
            lanes[usize::from(!holds)].get_or_insert(thread.home.linear);
        }
        _ => {}
    }
}

fn moment(pc: u32, thread: &Thread, cx: &Context<'_>) -> Moment {
    let place = cx.program.at.get(pc as usize).copied().unwrap_or_default();
    let around = cx.program.place_loops.get(place as usize).into_iter().flatten();
    let turns = around.filter_map(|&l| thread.counters.get(l as usize).copied());
    (thread.home.block, thread.home.linear / LANES, turns.collect())
}

fn note(pc: u32, thread: &Thread, cx: &mut Context<'_>, (action, addr, bytes): (Action, Src, u64)) {
    let address = operand(thread, cx, addr).bits as u64;
    let Some(target) = cx.memory.target(address) else {
        return;
    };
    let Some(region) = cx.memory.describe(target.region) else {
        return;
    };
    let object = region.object;
    let space = cx.kernel().objects.get(object).map(|object| object.space);
    let is_memory = matches!(space, Some(Space::Shared | Space::Global));
    let place = cx.program.at.get(pc as usize).copied().unwrap_or_default();
    let (Some(&loc), true, 1..=16) = (cx.program.places.get(place as usize), is_memory, bytes) else {
        return;
    };
    let moment = moment(pc, thread, cx);
    let Some(requests) = cx.requests.as_mut() else {
        return;
    };
    if requests.left == 0 {
        return;
    }
    requests.left -= 1;
    let site = Site { loc, action, object };
    let pieces = requests
        .groups
        .entry(site)
        .or_default()
        .entry(moment)
        .or_default();
    let lanes = pieces.entry((pc, bytes as u32)).or_default();
    lanes.push((thread.home.linear % LANES, target.offset));
}

impl Requests {
    /// What was noted, in the order of the source.
    pub fn finish(self, cx: &Context<'_>) -> Noted {
        let complete = self.left > 0;
        let group = |((block, warp, turns), pieces): (Moment, Pieces)| Group {
            block,
            warp,
            turns,
            pieces: pieces
                .into_iter()
                .map(|((order, bytes), mut lanes)| {
                    // Threads come in the order of the schedule.
                    lanes.sort_unstable();
                    Piece { order, bytes, lanes }
                })
                .collect(),
        };
        let requests = self.groups.into_iter();
        let parting = |(pc, moments): (u32, BTreeMap<Moment, [Option<u32>; 2]>)| {
            let place = *cx.program.at.get(pc as usize)?;
            let loc = *cx.program.places.get(place as usize)?;
            moments.into_iter().find_map(|((block, ..), lanes)| match lanes {
                [Some(taken), Some(other)] => Some(Parting {
                    loc,
                    block,
                    threads: [taken, other],
                }),
                _ => None,
            })
        };
        Noted {
            requests: requests
                .map(|(site, groups)| (site, groups.into_iter().map(group).collect()))
                .collect(),
            partings: self.branches.into_iter().filter_map(parting).collect(),
            complete,
        }
    }
}
