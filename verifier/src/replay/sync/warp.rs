//! Barriers and collectives of a warp: lanes that stand at one together, and lanes that a group goes on without.

use super::super::collective::source_lane;
use super::super::context::Context;
use super::super::order::Sync;
use super::super::step::{operand, read};
use super::super::thread::{MOST_LANES, Status, Thread, Val};
use super::exchange::exchange;
use super::partings::note_parting;
use super::{At, go_on, is_alive, trace_release};
use kverify_frontend::ir::{CollectiveOp, Language, Scope};

/// Threads of a warp that stand at one barrier or collective together.
pub(super) struct WarpGroup<'p> {
    at: At<'p>,
    mask: Option<u64>,
    /// Positions in the block's threads.
    members: Vec<usize>,
}

/// Releases the complete groups of warps, and gives the first one that is not complete.
pub(super) fn release_complete<'p>(
    threads: &mut [Thread],
    cx: &mut Context<'p>,
) -> (bool, Option<(Vec<usize>, WarpGroup<'p>)>) {
    let mut progress = false;
    let mut partial = None;
    for warp in warps(threads) {
        for group in warp_groups(threads, &warp, cx) {
            if is_complete(threads, &warp, &group) {
                note_misuse(threads, cx, &warp, &group);
                release_warp_group(threads, cx, &group, false);
                progress = true;
            } else if partial.is_none() {
                partial = Some((warp.clone(), group));
            }
        }
    }
    (progress, partial)
}

/// Positions of the block's threads by warp.
fn warps(threads: &[Thread]) -> Vec<Vec<usize>> {
    let mut warps: Vec<Vec<usize>> = Vec::new();
    for (n, thread) in threads.iter().enumerate() {
        match warps.last_mut() {
            Some(warp) if threads[warp[0]].home.warp == thread.home.warp => warp.push(n),
            _ => warps.push(vec![n]),
        }
    }
    warps
}

fn warp_groups<'p>(threads: &[Thread], warp: &[usize], cx: &Context<'p>) -> Vec<WarpGroup<'p>> {
    let mut groups: Vec<WarpGroup<'p>> = Vec::new();
    for &n in warp {
        let Some(at) = At::of(&threads[n], cx).filter(|at| at.scope() <= Scope::Warp) else {
            continue;
        };
        let mask = at.mask(&threads[n], cx);
        // Warp barriers meet by their mask, wherever they stand; collectives by their place.
        let same = |g: &&mut WarpGroup<'p>| {
            let barriers = matches!((g.at, at), (At::Barrier(_), At::Barrier(_)));
            g.mask == mask && (barriers || g.at.place() == at.place())
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.members.push(n),
            None => groups.push(WarpGroup {
                at,
                mask,
                members: vec![n],
            }),
        }
    }
    groups
}

/// Lanes that a group still misses.
fn missing<'a>(
    threads: &'a [Thread],
    warp: &'a [usize],
    group: &'a WarpGroup<'_>,
) -> impl Iterator<Item = usize> {
    let mask = group.mask.unwrap_or(u64::MAX);
    warp.iter().copied().filter(move |&n| {
        is_alive(&threads[n])
            && mask >> (threads[n].home.lane % MOST_LANES) & 1 != 0
            && !group.members.contains(&n)
    })
}

fn is_complete(threads: &[Thread], warp: &[usize], group: &WarpGroup<'_>) -> bool {
    missing(threads, warp, group).next().is_none()
}

/// Notes what is wrong with a group though nobody is waited for: lanes that the mask names have passed by, a lane is not in its own
/// mask, or asks for the value of a lane that is not, or among a number of lanes that there is not.
pub(super) fn note_misuse(threads: &[Thread], cx: &mut Context<'_>, warp: &[usize], group: &WarpGroup<'_>) {
    let shuffle = match group.at {
        At::Collective(c) if c.op == CollectiveOp::ActiveMask => return,
        At::Collective(c) => Some(c),
        At::Barrier(_) | At::Phase(_) => None,
    };
    note_unlike(threads, cx, group.at, &group.members);
    let mask = match group.mask {
        Some(mask) => mask,
        None if group.at.is_strict() => u64::MAX,
        None => return note_unanswered(threads, cx, warp, group),
    };
    let names = |lane: u32| mask >> (lane % MOST_LANES) & 1 != 0;
    for &n in group.members.iter().filter(|_| group.mask.is_some()) {
        let thread = &threads[n];
        let args = shuffle.map(|c| {
            (
                c.op,
                c.args
                    .iter()
                    .map(|(_, a)| operand(thread, cx, *a))
                    .collect::<Vec<_>>(),
            )
        });
        let is_odd = args.is_some_and(|(op, args)| is_odd(op, &args, thread.home.lane, cx.warp_size, names));
        if !names(thread.home.lane) || is_odd {
            note_parting(cx, group.at, thread, thread);
        }
    }
    let left = |n: &usize| match threads[*n].status {
        Status::Exited { place, .. } => {
            group.at.is_past(place, threads[*n].met, mask) && names(threads[*n].home.lane)
        }
        _ => false,
    };
    if let (Some(&gone), Some(&member)) = (warp.iter().find(|n| left(n)), group.members.first()) {
        note_parting(cx, group.at, &threads[member], &threads[gone]);
    }
}

/// Notes that two hand over different operands where all have to hand over the same.
pub(super) fn note_unlike(threads: &[Thread], cx: &mut Context<'_>, at: At<'_>, members: &[usize]) {
    let (At::Collective(c), Some(&first)) = (at, members.first()) else {
        return;
    };
    let differ = |n: usize| {
        c.args[c.alike..].iter().any(|(_, arg)| {
            let [a, b] = [first, n].map(|n| read(&threads[n], cx, *arg));
            a.bits != b.bits && !a.unknown && !b.unknown
        })
    };
    if let Some(other) = members.iter().copied().find(|&n| differ(n)) {
        note_parting(cx, at, &threads[first], &threads[other]);
    }
}

/// Notes that a lane asks for the value of one that does not come, where nobody is named.
fn note_unanswered(threads: &[Thread], cx: &mut Context<'_>, warp: &[usize], group: &WarpGroup<'_>) {
    let At::Collective(c) = group.at else { return };
    if !c.is_used {
        return;
    }
    let gone = |n: usize| match threads[n].status {
        Status::Exited { place, .. } => c.past.contains(&place),
        Status::Ready | Status::Waiting => true,
        Status::Stopped => false,
    };
    for &n in &group.members {
        let args: Vec<Val> = c.args.iter().map(|(_, a)| operand(&threads[n], cx, *a)).collect();
        let asked = asked(c.op, &args, threads[n].home.lane, cx.warp_size);
        let absent = warp
            .iter()
            .copied()
            .find(|&m| asked == Some(threads[m].home.lane) && !group.members.contains(&m) && gone(m));
        if let Some(absent) = absent {
            note_parting(cx, group.at, &threads[n], &threads[absent]);
        }
    }
}

/// The lane whose value a shuffle gives, if that is known.
fn asked(op: CollectiveOp, args: &[Val], lane: u32, warp: u32) -> Option<u32> {
    let by = args.get(1).filter(|by| !by.unknown && args.len() <= 3)?;
    let width = args.get(2).map_or(warp, |w| w.bits as u32);
    source_lane(
        op,
        lane,
        by.bits as u32,
        width.is_power_of_two().then_some(width)?,
    )
}

/// Whether a shuffle's width is none, or its source is not named by the mask.
fn is_odd(op: CollectiveOp, args: &[Val], lane: u32, warp: u32, names: impl Fn(u32) -> bool) -> bool {
    let (Some(by), 2..=3) = (args.get(1), args.len()) else {
        return false;
    };
    let by = by.bits as u32;
    let width = args.get(2).map_or(warp, |w| w.bits as u32);
    let start = lane - lane % width.max(1);
    let source = match op {
        CollectiveOp::Shuffle => start + by % width.max(1),
        CollectiveOp::ShuffleXor => lane ^ by,
        CollectiveOp::ShuffleUp | CollectiveOp::ShuffleDown => lane,
        _ => return false,
    };
    !width.is_power_of_two() || width > warp || (source < start + width && !names(source))
}

/// A group goes on without some of its lanes. For CUDA's operations without a mask that is as meant.
pub(super) fn note_partial(
    threads: &[Thread],
    cx: &mut Context<'_>,
    warp: &[usize],
    group: &WarpGroup<'_>,
    language: Language,
) {
    let active_mask = matches!(group.at, At::Collective(c) if c.op == CollectiveOp::ActiveMask);
    let lenient = group.mask.is_none() && language == Language::Cuda && matches!(group.at, At::Collective(_));
    let Some(absent) = missing(threads, warp, group).next() else {
        return;
    };
    if !active_mask && !lenient {
        note_parting(cx, group.at, &threads[group.members[0]], &threads[absent]);
    }
}

pub(super) fn release_warp_group(
    threads: &mut [Thread],
    cx: &mut Context<'_>,
    group: &WarpGroup<'_>,
    parted: bool,
) {
    trace_release(
        cx,
        group.members.iter().map(|&n| threads[n].number),
        group.at,
        parted,
    );
    match group.at {
        // Its threads wait one by one.
        At::Phase(_) => {}
        At::Collective(collective) => exchange(threads, cx, collective, &group.members),
        At::Barrier(_) => {
            let met: Vec<(u32, u32)> = group
                .members
                .iter()
                .map(|&n| (threads[n].number, threads[n].snapshot))
                .collect();
            let snapshot = cx.history.meet(&met);
            let start = cx.history.warps.len() as u32;
            cx.history.warps.extend(met.iter().map(|(t, _)| t));
            cx.order(Sync::Warp {
                start,
                end: cx.history.warps.len() as u32,
            });
            for &n in &group.members {
                threads[n].met = group.mask;
                threads[n].snapshot = snapshot;
                go_on(&mut threads[n]);
            }
        }
    }
}
