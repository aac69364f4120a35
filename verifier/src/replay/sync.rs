//! Threads together: barriers and collectives, and threads that part at them.
//!
//! A block that cannot go on is resolved in this order: a warp's barrier or collective that all its lanes have
//! reached; one that only some have reached (the others wait elsewhere); the block's barrier; and last, in
//! [`resolve_grid`], the grid's. A thread that left the kernel is not waited for, but a block barrier notes it.

use super::collective::{Member, fold_terms, hands_on, results};
use super::context::{Attendance, Context};
use super::order::Sync;
use super::outcome::Divergence;
use super::phases;
use super::program::{Barrier, Collective, Inst, Phase, PhaseBarrier, Src};
use super::step::{operand, read};
use super::thread::{MOST_LANES, Status, Thread, Val};
use kverify_frontend::ir::{CollectiveOp, Language, ReduceOp, Scope, Spaces, Ty};
use kverify_smt::answer::{Action, Kind};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A barrier or collective that a thread stands at.
#[derive(Clone, Copy)]
enum At<'p> {
    Barrier(&'p Barrier),
    Collective(&'p Collective),
    Phase(&'p Phase),
}

impl<'p> At<'p> {
    fn of(thread: &Thread, cx: &Context<'p>) -> Option<At<'p>> {
        if thread.status != Status::Waiting {
            return None;
        }
        match cx.program.insts.get(thread.pc as usize)? {
            Inst::Barrier(barrier) => Some(At::Barrier(barrier)),
            Inst::Collective(collective) => Some(At::Collective(collective)),
            Inst::Phase(phase) => Some(At::Phase(phase)),
            _ => None,
        }
    }

    fn scope(self) -> Scope {
        match self {
            At::Barrier(b) => b.scope,
            At::Collective(c) => c.scope,
            At::Phase(phase) => match phase.barrier {
                PhaseBarrier::At(_) | PhaseBarrier::Named { .. } => Scope::Block,
                PhaseBarrier::Cluster => Scope::Cluster,
            },
        }
    }

    /// Whether all threads of a block wait there together.
    fn is_of_block(self) -> bool {
        !matches!(self, At::Phase(_)) && self.scope() == Scope::Block
    }

    fn place(self) -> u32 {
        match self {
            At::Barrier(b) => b.place,
            At::Collective(c) => c.place,
            At::Phase(p) => p.place,
        }
    }

    fn loops(self) -> &'p [u32] {
        match self {
            At::Barrier(b) => &b.loops,
            At::Collective(c) => &c.loops,
            At::Phase(p) => &p.loops,
        }
    }

    fn action(self) -> Action {
        match self {
            At::Barrier(_) | At::Phase(_) => Action::Barrier,
            At::Collective(_) => Action::Collective,
        }
    }

    fn mask(self, thread: &Thread, cx: &Context<'_>) -> Option<u64> {
        let mask = match self {
            At::Barrier(b) => b.mask,
            At::Collective(c) => c.mask,
            At::Phase(_) => None,
        };
        mask.map(|m| read(thread, cx, m).bits as u64)
    }

    /// Whether a thread that left the kernel there has passed this by.
    fn is_past(self, exit: u32) -> bool {
        match self {
            // Barriers hold what comes to them later, too: who leaves is not missed there.
            At::Barrier(_) | At::Phase(_) => false,
            At::Collective(c) => c.past.contains(&exit),
        }
    }

    /// Counters of the loops around it.
    fn iterations(self, thread: &Thread) -> Vec<u64> {
        turns(thread, self.loops())
    }
}

/// Threads of a warp that stand at one barrier or collective together.
struct WarpGroup<'p> {
    at: At<'p>,
    mask: Option<u64>,
    /// Positions in the block's threads.
    members: Vec<usize>,
}

/// Lets threads of a block go on that waited. Whether any does.
pub(super) fn resolve_block(threads: &mut [Thread], cx: &mut Context<'_>, language: Language) -> bool {
    if threads.iter().all(|t| t.status != Status::Waiting) {
        return false;
    }
    let passed = phases::resolve_phases(threads, cx);
    let (progress, partial) = release_complete(threads, cx);
    let progress = progress || passed;
    if progress || threads.iter().any(|t| t.status == Status::Ready) {
        return progress;
    }
    if let Some((warp, group)) = partial {
        note_misuse(threads, cx, &warp, &group);
        note_partial(threads, cx, &warp, &group, language);
        release_warp_group(threads, cx, &group, true);
        return true;
    }
    // Other blocks may still come.
    if threads.iter().any(|t| phases::waits_for_others(t, cx)) {
        return false;
    }
    phases::give_up_looking(threads, cx)
        || resolve_whole_block(threads, cx, language)
        || end_stuck(threads, cx)
}

/// A thread that waits for a phase which will never be complete goes no further. Whether there is one.
fn end_stuck(threads: &mut [Thread], cx: &mut Context<'_>) -> bool {
    let Some((waiting, absent)) = phases::stuck(threads, cx) else {
        return false;
    };
    if let Some(at) = At::of(&threads[waiting], cx) {
        // One for each way to be elsewhere.
        let mut seen = Vec::new();
        for n in absent {
            let way = match (At::of(&threads[n], cx), threads[n].status) {
                (None, Status::Exited { place, exit }) => {
                    (place, leaves(at, &threads[waiting], &threads[n], exit))
                }
                (Some(other), _) => (other.place(), other.action()),
                (None, _) => continue,
            };
            if !seen.contains(&way) {
                seen.push(way);
                note_parting(cx, at, &threads[waiting], &threads[n]);
            }
        }
    }
    threads[waiting].status = Status::Stopped;
    true
}

/// Lets warps go on of which all threads stand at one warp barrier or collective. Whether any does.
pub(super) fn resolve_warps(threads: &mut [Thread], cx: &mut Context<'_>) -> bool {
    release_complete(threads, cx).0
}

/// Releases the complete groups of warps, and gives the first one that is not complete.
fn release_complete<'p>(
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

fn is_alive(thread: &Thread) -> bool {
    matches!(thread.status, Status::Ready | Status::Waiting)
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
fn note_misuse(threads: &[Thread], cx: &mut Context<'_>, warp: &[usize], group: &WarpGroup<'_>) {
    let shuffle = match group.at {
        At::Collective(c) if c.op == CollectiveOp::ActiveMask => return,
        At::Collective(c) => Some(c),
        At::Barrier(_) | At::Phase(_) => None,
    };
    let Some(mask) = group.mask else { return };
    let names = |lane: u32| mask >> (lane % MOST_LANES) & 1 != 0;
    for &n in &group.members {
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
        Status::Exited { place, .. } => group.at.is_past(place) && names(threads[*n].home.lane),
        _ => false,
    };
    if let (Some(&gone), Some(&member)) = (warp.iter().find(|n| left(n)), group.members.first()) {
        note_parting(cx, group.at, &threads[member], &threads[gone]);
    }
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
fn note_partial(
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

/// Notes that `first` stands at `at` and `second` elsewhere, or at the same place in another iteration.
fn note_parting(cx: &mut Context<'_>, at: At<'_>, first: &Thread, second: &Thread) {
    let program = cx.program;
    let other = At::of(second, cx);
    let (place, action, loops) = match (other, second.status) {
        (Some(other), _) => (other.place(), other.action(), other.loops().to_vec()),
        (None, Status::Exited { place, exit }) => {
            let loops = program.exits.get(exit as usize).cloned().unwrap_or_default();
            (place, leaves(at, first, second, exit), loops)
        }
        (None, _) => return,
    };
    let kind = match at {
        At::Barrier(b) if b.scope > Scope::Warp => Kind::BarrierDivergence,
        At::Phase(_) => Kind::BarrierDivergence,
        At::Barrier(_) => Kind::DivergentCollective,
        At::Collective(_) => Kind::DivergentCollective,
    };
    let mut sides = [
        (
            (at.place(), at.action()),
            first.describe(program, at.loops(), None),
        ),
        ((place, action), second.describe(program, &loops, None)),
    ];
    if sides[1].0 < sides[0].0 {
        sides.swap(0, 1);
    }
    let keys = [sides[0].0, sides[1].0];
    let divergence = Divergence {
        kind,
        scope: at.scope(),
        places: keys.map(|(place, action)| cx.place(place, action)),
        threads: sides.map(|(_, thread)| thread),
        different_iterations: keys[0] == keys[1],
        exact: !first.unknown && !second.unknown,
    };
    cx.diverge(keys, divergence);
}

/// What a thread that has left did, as one sees it that waits: left early, or passed the barrier by.
fn leaves(at: At<'_>, waits: &Thread, left: &Thread, exit: u32) -> Action {
    let ways = match at {
        At::Barrier(barrier) => &barrier.ways,
        At::Phase(phase) => &phase.ways,
        At::Collective(_) => return Action::Exit,
    };
    let Some(way) = ways.get(exit as usize) else {
        return Action::Exit;
    };
    let turns = |t: &Thread| turns(t, &way.loops);
    let passed_by = match turns(left).cmp(&turns(waits)) {
        Ordering::Less => false,
        Ordering::Equal => way.leads,
        Ordering::Greater => true,
    };
    match passed_by {
        true => Action::PassedBy,
        false => Action::Exit,
    }
}

/// A thread's iterations of these loops.
fn turns(thread: &Thread, loops: &[u32]) -> Vec<u64> {
    let counter = |&l: &u32| thread.counters.get(l as usize).copied().unwrap_or(0);
    loops.iter().map(counter).collect()
}

fn release_warp_group(threads: &mut [Thread], cx: &mut Context<'_>, group: &WarpGroup<'_>, parted: bool) {
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
                threads[n].snapshot = snapshot;
                go_on(&mut threads[n]);
            }
        }
    }
}

/// Tells the trace, if there is one, who goes on together.
fn trace_release(cx: &mut Context<'_>, threads: impl Iterator<Item = u32>, at: At<'_>, parted: bool) {
    if let Some(recorder) = cx.trace.as_mut() {
        let threads: Vec<u32> = threads.collect();
        recorder.released(&threads, at.scope(), at.action() == Action::Barrier, parted);
    }
}

fn go_on(thread: &mut Thread) {
    thread.pc += 1;
    thread.status = Status::Ready;
}

/// Computes a collective for its members and lets them go on.
fn exchange(threads: &mut [Thread], cx: &mut Context<'_>, collective: &Collective, members: &[usize]) {
    let lane = |t: &Thread| match collective.scope {
        Scope::Thread | Scope::Warp => t.home.lane,
        _ => linear(t.index, t.block_dim) as u32,
    };
    let operands: Vec<Member> = members
        .iter()
        .map(|&n| {
            let thread = &threads[n];
            // Only what is handed on may be a term: lanes are numbers.
            let handed = |n: usize| n == 0 && hands_on(collective.op);
            let arg = |(n, (_, a)): (usize, &(Ty, Src))| match handed(n) {
                true => operand(thread, cx, *a),
                false => read(thread, cx, *a),
            };
            let mut args: Vec<Val> = collective.args.iter().enumerate().map(arg).collect();
            flatten_index(&mut args, collective, thread.block_dim);
            Member {
                lane: lane(thread),
                args,
            }
        })
        .collect();
    if let Some((dst, ty)) = collective.dst {
        let tys: Vec<_> = collective.args.iter().map(|(ty, _)| *ty).collect();
        let mut vals = results(collective.op, &tys, ty, &operands, cx.warp_size);
        fold_terms(
            cx,
            collective.op,
            tys.first().copied().unwrap_or(ty),
            &operands,
            &mut vals,
        );
        for (&n, val) in members.iter().zip(vals) {
            threads[n].regs[dst as usize] = val;
        }
    }
    if let (Some(guide), Some((dst, _))) = (cx.guide.as_mut(), collective.dst) {
        let members: Vec<&Thread> = members.iter().map(|&n| &threads[n]).collect();
        let args: Vec<Src> = collective.args.iter().map(|(_, arg)| *arg).collect();
        guide.exchange(&members, &args, dst);
    }
    for &n in members {
        go_on(&mut threads[n]);
    }
}

/// `work_group_broadcast` names its source by up to three indices.
fn flatten_index(args: &mut Vec<Val>, collective: &Collective, dim: [u64; 3]) {
    if collective.op == CollectiveOp::Broadcast && collective.scope > Scope::Warp && args.len() > 2 {
        let index = [1, 2, 3].map(|n| args.get(n).map_or(0, |a| a.bits as u32 as u64));
        args.truncate(2);
        args[1].bits = linear(index, dim).into();
    }
}

/// The linear index of a thread in its block.
pub(super) fn linear(index: [u64; 3], dim: [u64; 3]) -> u64 {
    index[0].wrapping_add(dim[0].wrapping_mul(index[1].wrapping_add(dim[1].wrapping_mul(index[2]))))
}

/// All threads of the block wait for each other, or have left.
fn resolve_whole_block(threads: &mut [Thread], cx: &mut Context<'_>, language: Language) -> bool {
    let waiting = |t: &Thread, cx: &Context<'_>| At::of(t, cx).is_some_and(At::is_of_block);
    let members: Vec<usize> = (0..threads.len()).filter(|&n| waiting(&threads[n], cx)).collect();
    let Some(&first) = members.first() else {
        return false;
    };
    note_block_partings(threads, cx, &members);
    let parts = by_place(threads, cx, &members);
    // Who waits for a phase that those here would complete has not come, either.
    let elsewhere =
        |t: &Thread| At::of(t, cx).is_some_and(|at| at.scope() > Scope::Block || matches!(at, At::Phase(_)));
    let iterations = |n: usize| At::of(&threads[n], cx).map(|at| at.iterations(&threads[n]));
    let out_of_step = members.iter().any(|&n| iterations(n) != iterations(first));
    let diverged = parts.len() > 1 || out_of_step || threads.iter().any(elsewhere);
    pass_block_barriers(threads, cx, &parts, diverged, language);
    // The interval that ends here was still certain.
    if let Some(log) = cx.blocks.get_mut(threads[first].home.block as usize) {
        log.diverged |= diverged;
    }
    let parted = diverged || threads.iter().any(|t| matches!(t.status, Status::Exited { .. }));
    if let Some(at) = At::of(&threads[first], cx) {
        trace_release(cx, members.iter().map(|&n| threads[n].number), at, parted);
    }
    for part in parts {
        match At::of(&threads[part[0]], cx) {
            Some(At::Collective(collective)) => exchange(threads, cx, collective, &part),
            Some(At::Barrier(barrier)) => reduce_and_go_on(threads, cx, barrier, &part),
            Some(At::Phase(_)) | None => {}
        }
    }
    true
}

/// Members by the place that they stand at.
fn by_place(threads: &[Thread], cx: &Context<'_>, members: &[usize]) -> Vec<Vec<usize>> {
    let place = |n: usize| At::of(&threads[n], cx).map(At::place);
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &n in members {
        match parts.iter_mut().find(|p| place(p[0]) == place(n)) {
            Some(part) => part.push(n),
            None => parts.push(vec![n]),
        }
    }
    parts
}

/// Every two ways of waiting that are not the same, each once.
fn note_block_partings(threads: &[Thread], cx: &mut Context<'_>, members: &[usize]) {
    let key = |t: &Thread, cx: &Context<'_>| {
        let at = At::of(t, cx);
        let exit = match t.status {
            Status::Exited { exit, .. } => cx.program.exits.get(exit as usize).map(|l| (exit, turns(t, l))),
            Status::Ready | Status::Waiting | Status::Stopped => None,
        };
        (at.map(At::place), at.map(|at| at.iterations(t)), exit, t.unknown)
    };
    let mut kinds: Vec<usize> = Vec::new();
    let others = (0..threads.len()).filter(|n| threads[*n].status != Status::Stopped && !members.contains(n));
    for n in members.iter().copied().chain(others) {
        if kinds.len() < 32
            && kinds
                .iter()
                .all(|&k| key(&threads[k], cx) != key(&threads[n], cx))
        {
            kinds.push(n);
        }
    }
    for (i, &a) in kinds.iter().enumerate() {
        let Some(at) = At::of(&threads[a], cx).filter(|at| at.is_of_block()) else {
            continue;
        };
        for &b in &kinds[i + 1..] {
            let same = key(&threads[a], cx).0 == key(&threads[b], cx).0
                && key(&threads[a], cx).1 == key(&threads[b], cx).1;
            if !same {
                note_parting(cx, at, &threads[a], &threads[b]);
            }
        }
    }
}

/// Ends the interval for the spaces that all the barriers order. Where threads wait at different ones, or have passed one by, they go
/// on unordered. CUDA threads that left are not waited for, and not ordered; in OpenCL all have to come.
fn pass_block_barriers(
    threads: &mut [Thread],
    cx: &mut Context<'_>,
    parts: &[Vec<usize>],
    diverged: bool,
    language: Language,
) {
    let mut fences: Option<Spaces> = None;
    for part in parts {
        if let Some(At::Barrier(barrier)) = At::of(&threads[part[0]], cx) {
            let f = fences.unwrap_or(Spaces::ALL);
            let b = barrier.fences;
            fences = Some(Spaces {
                shared: f.shared && b.shared,
                global: f.global && b.global,
                image: f.image && b.image,
            });
        }
    }
    let Some(fences) = fences else { return };
    let block = threads[parts[0][0]].home.block;
    let gone = threads.iter().filter_map(|t| match t.status {
        Status::Exited { exit, .. } => Some((t, exit)),
        Status::Ready | Status::Waiting | Status::Stopped => None,
    });
    // Who passed by should have come; who left early is waited for in OpenCL alone.
    let first = &threads[parts[0][0]];
    let at = At::of(first, cx);
    let passed_by = |t: &Thread, exit| at.is_some_and(|at| leaves(at, first, t, exit) == Action::PassedBy);
    let missed = gone
        .clone()
        .any(|(t, exit)| language == Language::OpenCl || passed_by(t, exit));
    let who = Attendance {
        parted: diverged || missed,
        left: gone.map(|(t, _)| (t.number, t.snapshot)).collect(),
    };
    cx.end_interval(block, fences, &who);
    if diverged {
        return;
    }
    for &thread in who.left.keys() {
        cx.history.left.entry(thread).or_insert(cx.now);
    }
    cx.order(Sync::Block {
        block,
        spaces: fences,
    });
    if fences == Spaces::ALL {
        let alive = threads.iter_mut().filter(|t| is_alive(t));
        alive.for_each(|t| t.snapshot = 0);
    }
}

fn reduce_and_go_on(threads: &mut [Thread], cx: &Context<'_>, barrier: &Barrier, members: &[usize]) {
    if let Some((op, value, dst)) = barrier.reduce {
        let vals: Vec<Val> = members.iter().map(|&n| read(&threads[n], cx, value)).collect();
        let count = vals.iter().filter(|v| v.bits != 0).count();
        let bits = match op {
            ReduceOp::And => u128::from(count == vals.len()),
            ReduceOp::Or => u128::from(count > 0),
            ReduceOp::Count => count as u128,
        };
        let unknown = vals.iter().any(|v| v.unknown);
        for &n in members {
            threads[n].regs[dst as usize] = Val::of(bits, unknown);
        }
    }
    for &n in members {
        go_on(&mut threads[n]);
    }
}

/// No block can go on: those threads that wait at a barrier of their cluster pass it. Whether any does.
pub(super) fn resolve_clusters(blocks: &mut [Vec<Thread>], cx: &mut Context<'_>) -> bool {
    let numbers: BTreeSet<u32> = (0..blocks.len() as u32).map(|b| cx.clusters.of(b)).collect();
    let mut progress = false;
    for cluster in numbers {
        let of_cluster: Vec<usize> = (0..blocks.len())
            .filter(|&b| cx.clusters.of(b as u32) == cluster)
            .collect();
        progress |= pass_together(blocks, cx, &of_cluster, Scope::Cluster);
    }
    progress
}

/// No block can go on: those threads that wait at a grid barrier pass it. Whether any does.
pub(super) fn resolve_grid(blocks: &mut [Vec<Thread>], cx: &mut Context<'_>) -> bool {
    let all: Vec<usize> = (0..blocks.len()).collect();
    pass_together(blocks, cx, &all, Scope::Grid)
}

/// Threads of these blocks that wait at a barrier of that scope pass it.
fn pass_together(blocks: &mut [Vec<Thread>], cx: &mut Context<'_>, of: &[usize], scope: Scope) -> bool {
    let waits = |t: &Thread, cx: &Context<'_>| {
        At::of(t, cx).is_some_and(|at| matches!(at, At::Barrier(_)) && at.scope() == scope)
    };
    let all: Vec<(usize, usize)> = of
        .iter()
        .flat_map(|&b| (0..blocks[b].len()).map(move |n| (b, n)))
        .collect();
    let members: Vec<(usize, usize)> = all
        .iter()
        .copied()
        .filter(|&(b, n)| waits(&blocks[b][n], cx))
        .collect();
    let Some(&(b0, n0)) = members.first() else {
        return false;
    };
    let first_at = At::of(&blocks[b0][n0], cx);
    // One that left early, and one that passed by.
    let mut left: Vec<(Action, (usize, usize))> = Vec::new();
    let mut gone: BTreeMap<u32, u32> = BTreeMap::new();
    for &(b, n) in &all {
        if let (Some(at), Status::Exited { exit, .. }) = (first_at, blocks[b][n].status) {
            let how = leaves(at, &blocks[b0][n0], &blocks[b][n], exit);
            gone.insert(blocks[b][n].number, blocks[b][n].snapshot);
            if left.iter().all(|l| l.0 != how) {
                left.push((how, (b, n)));
            }
        }
    }
    let parted = |b: usize, n: usize| {
        let at = At::of(&blocks[b][n], cx);
        at.map(At::place) != first_at.map(At::place)
            || at.map(|a| a.iterations(&blocks[b][n])) != first_at.map(|a| a.iterations(&blocks[b0][n0]))
    };
    let elsewhere = members.iter().copied().find(|&(b, n)| parted(b, n));
    if let Some(at) = first_at {
        for (b, n) in left.iter().map(|l| l.1).chain(elsewhere) {
            note_parting(cx, at, &blocks[b0][n0], &blocks[b][n]);
        }
    }
    // A cluster's barrier waits for those that are still there (PTX ISA, "barrier.cluster").
    let missed = match scope {
        Scope::Cluster => left.iter().any(|l| l.0 == Action::PassedBy),
        Scope::Thread | Scope::Warp | Scope::Block | Scope::Grid | Scope::System => !left.is_empty(),
    };
    let who = Attendance {
        parted: missed || elsewhere.is_some(),
        left: if scope == Scope::Cluster {
            gone
        } else {
            BTreeMap::new()
        },
    };
    for &b in of {
        cx.end_interval(b as u32, Spaces::ALL, &who);
    }
    if scope == Scope::Grid {
        for &block in of {
            cx.order(Sync::Block {
                block: block as u32,
                spaces: Spaces::ALL,
            });
        }
        cx.end_grid_interval(&who);
        cx.history.syncs.clear();
    } else if !who.parted {
        for &thread in who.left.keys() {
            cx.history.left.entry(thread).or_insert(cx.now);
        }
        let cluster = cx.clusters.of(b0 as u32);
        cx.order(Sync::Cluster { cluster });
    }
    if let Some(at) = first_at {
        let parted = !left.is_empty() || elsewhere.is_some();
        trace_release(cx, members.iter().map(|&(b, n)| blocks[b][n].number), at, parted);
    }
    for (b, n) in members {
        blocks[b][n].snapshot = 0;
        go_on(&mut blocks[b][n]);
    }
    true
}
