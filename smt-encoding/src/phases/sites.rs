//! Which barrier a statement speaks of, and who takes part in it, by the text alone.

use super::values::Text;
use super::{
    BYTES, DIFFERENT, Group, MOST_SLOTS, Maker, NOT_SET_UP, OF_PART, Reading, TOO_FEW, Treatment, UNTRACED,
    WARP, from_start,
};
use crate::answer::thread_of;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::build::{compare, int};
use kverify_frontend::ir::{
    BlockId, CmpOp, Expr, Kernel, Loc, Phase, PhaseBarrier, PhaseOp, Space, StmtKind, Ty,
};
use std::collections::{BTreeMap, BTreeSet};

/// A statement that speaks of a barrier, and which of its group's. One whose number is computed is there once for each that it may be.
#[derive(Clone)]
pub(super) struct Site {
    pub block: BlockId,
    pub at: usize,
    pub loc: Loc,
    pub phase: Phase,
    /// Bytes from the start of the object: a constant, or an expression if there is one.
    pub offset: Result<i128, Option<Expr>>,
    /// The number, if it is computed.
    pub number: Option<Number>,
}

/// The number of a barrier that is computed.
#[derive(Clone)]
pub(super) struct Number {
    pub id: Expr,
    /// Those that it may be; which others there are is an obligation.
    pub listed: BTreeSet<i128>,
    /// The one that is meant here.
    pub here: i128,
}

impl Site {
    pub(super) fn at(&self) -> (BlockId, usize) {
        (self.block, self.at)
    }

    /// When the statement is about this group.
    pub(super) fn when(&self) -> Expr {
        match &self.number {
            Some(n) => compare(CmpOp::Eq, n.id.clone(), int(n.here, Ty::U32)),
            None => int(1, Ty::Bool),
        }
    }

    /// Whether it is the first of those that stand for one statement.
    pub(super) fn is_first(&self) -> bool {
        let first = |n: &Number| n.listed.first() == Some(&n.here);
        self.number.as_ref().is_none_or(first)
    }

    /// What has to be the same for all threads that come here together, for them to be at one barrier.
    pub(super) fn which(&self) -> Option<Expr> {
        let number = self.number.as_ref().map(|n| n.id.clone());
        number.or_else(|| self.offset.clone().err().flatten())
    }

    /// Whether it may be about its group for a thread, as far as the text shows.
    pub(super) fn may_mean(&self, text: &Text<'_>, thread: [u64; 3]) -> bool {
        self.number.as_ref().is_none_or(|n| {
            let numbers = text.numbers_of(&n.id, Some(thread));
            numbers.is_none_or(|numbers| numbers.contains(&n.here))
        })
    }

    pub(super) fn arrives(&self) -> bool {
        matches!(self.phase.op, PhaseOp::Arrive { .. } | PhaseOp::Sync)
    }
}

/// The statements by the barriers that they speak of; one that cannot be told makes a group of its own of all that are in memory.
pub(super) fn groups(kernel: &Kernel, text: &Text<'_>) -> BTreeMap<Option<Group>, Vec<Site>> {
    let mut groups: BTreeMap<Option<Group>, Vec<Site>> = BTreeMap::new();
    for (block, b) in kernel.blocks.iter_enumerated() {
        for (at, stmt) in b.stmts.iter().enumerate() {
            let StmtKind::Phase(phase) = &stmt.kind else {
                continue;
            };
            let mut site = Site {
                block,
                at,
                loc: stmt.loc,
                phase: phase.clone(),
                offset: Ok(0),
                number: None,
            };
            let (group, offset) = match &phase.barrier {
                PhaseBarrier::Named { id, .. } => {
                    let listed = text.numbers(id);
                    let is_fixed = text.value(id, None).is_some() && listed.len() == 1;
                    for &here in &listed {
                        let (id, listed) = (id.clone(), listed.clone());
                        site.number = (!is_fixed).then_some(Number { id, listed, here });
                        let group = u32::try_from(here).ok().map(Group::Named);
                        groups.entry(group).or_default().push(site.clone());
                    }
                    continue;
                }
                PhaseBarrier::Cluster => (Some(Group::Cluster), Ok(0)),
                PhaseBarrier::At(addr) => match text.place(addr) {
                    Some(place) => {
                        let from_start = (!place.through_window).then(|| from_start(addr, place.object));
                        (Some(Group::Object(place.object)), place.offset.ok_or(from_start))
                    }
                    None => (None, Err(None)),
                },
            };
            site.offset = offset;
            groups.entry(group).or_default().push(site);
        }
    }
    // It could be any of those in memory.
    if let Some(mut unknown) = groups.remove(&None) {
        let objects: Vec<Option<Group>> = groups
            .keys()
            .copied()
            .filter(|g| matches!(g, Some(Group::Object(_))))
            .collect();
        for o in objects {
            unknown.extend(groups.remove(&o).into_iter().flatten());
        }
        groups.insert(None, unknown);
    }
    groups
}

/// Who takes part in a barrier.
pub(super) enum Members {
    /// All threads of the block, if the barrier expects that many.
    All,
    /// Those whose places in the block lie in one of these ranges.
    Ranges(Vec<std::ops::Range<u64>>),
}

/// The groups whose barriers are block barriers: all threads of the block arrive at each and wait in one, and where it is computed
/// which one that is, this is so of all that it may be.
pub(super) fn wholes(
    maker: &Maker,
    text: &Text<'_>,
    groups: &BTreeMap<Option<Group>, Vec<Site>>,
    reading: Reading,
) -> BTreeSet<Group> {
    let syncs = |s: &Site| matches!(s.phase.op, PhaseOp::Sync | PhaseOp::Init { .. } | PhaseOp::Copies);
    let named = groups
        .iter()
        .filter_map(|(group, sites)| Some((*group.as_ref()?, sites)));
    let mut whole: BTreeSet<Group> = named
        .filter(|(group, sites)| {
            let all = *group != Group::Cluster && sites.iter().all(syncs);
            all && !reading.apart && matches!(taking_part(maker, text, *group, sites), Ok((_, Members::All)))
        })
        .map(|(group, _)| group)
        .collect();
    loop {
        let others = groups
            .iter()
            .filter(|(group, _)| group.is_none_or(|g| !whole.contains(&g)));
        let computed: BTreeSet<_> = others.flat_map(|(_, sites)| sites).map(Site::at).collect();
        let before = whole.len();
        whole.retain(|group| !groups[&Some(*group)].iter().any(|s| computed.contains(&s.at())));
        if whole.len() == before {
            return whole;
        }
    }
}

/// The byte offsets of a group's barriers, and who takes part in them; else what becomes of them.
pub(super) fn taking_part(
    maker: &Maker,
    text: &Text<'_>,
    group: Group,
    sites: &[Site],
) -> Result<(BTreeSet<i128>, Members), Treatment> {
    let unknown = |why| Err(Treatment::Unknown(why));
    let slots: Option<BTreeSet<i128>> = slots(&maker.kernel, group, sites);
    let Some(slots) = slots else {
        return unknown(UNTRACED);
    };
    if matches!(group, Group::Object(_)) && !is_set_up_once(text, sites) {
        return unknown(NOT_SET_UP);
    }
    if group == Group::Cluster {
        return Ok((slots, Members::All));
    }
    let counts: Vec<Option<&Expr>> = counts(sites);
    let values: BTreeSet<Option<i128>> = counts
        .iter()
        .map(|count| match count {
            Some(e) => text.value(e, None),
            None => text.block_size().map(i128::from),
        })
        .collect();
    let all = text.block_size().map(i128::from);
    if all.is_some() && values.len() > 1 {
        return unknown(DIFFERENT);
    }
    let is_all = |n: i128| {
        let warps = |n: i128| (n + i128::from(WARP) - 1) / i128::from(WARP);
        Some(n) == all
            || matches!(group, Group::Named(_)) && all.is_some_and(|all| n == warps(all) * i128::from(WARP))
    };
    let one = (values.len() == 1)
        .then(|| values.first().copied().flatten())
        .flatten();
    let members = match one {
        Some(n) if is_all(n) => Members::All,
        Some(n) if all.is_some() => match members(text, group, sites) {
            None => return unknown(OF_PART),
            Some((count, _)) if i128::from(count) > n => return Err(Treatment::Nothing),
            Some((count, _)) if i128::from(count) < n => return unknown(TOO_FEW),
            Some((_, ranges)) => Members::Ranges(ranges),
        },
        // Obligations say the rest.
        _ => Members::All,
    };
    // `__syncthreads` waits at number 0.
    if matches!((group, &members), (Group::Named(0), Members::Ranges(_))) {
        return unknown(OF_PART);
    }
    Ok((slots, members))
}

/// The byte offsets at which a group's barriers are; `None` if they cannot be listed.
fn slots(kernel: &Kernel, group: Group, sites: &[Site]) -> Option<BTreeSet<i128>> {
    let Group::Object(o) = group else {
        return Some(BTreeSet::from([0]));
    };
    let object = &kernel.objects[o];
    if object.space != Space::Shared {
        return None;
    }
    let fixed: Option<BTreeSet<i128>> = sites.iter().map(|s| s.offset.as_ref().ok().copied()).collect();
    let size = object.size.map(i128::from);
    let dynamic = sites.iter().all(|s| !matches!(s.offset, Err(None)));
    match (fixed, size) {
        _ if size == Some(BYTES) => Some(BTreeSet::from([0])),
        (Some(fixed), _) => {
            let apart = fixed
                .iter()
                .zip(fixed.iter().skip(1))
                .all(|(a, b)| b - a >= BYTES);
            (apart && fixed.len() <= MOST_SLOTS as usize).then_some(fixed)
        }
        (None, Some(size)) if dynamic && size % BYTES == 0 && size / BYTES <= MOST_SLOTS => {
            Some((0..size / BYTES).map(|n| n * BYTES).collect())
        }
        (None, _) => None,
    }
}

/// Whether statements that set a barrier up come once each: those with constant places are not in loops, and name different ones;
/// each is one that some thread comes to before it does anything else with the barrier. No barrier is used that none sets up.
fn is_set_up_once(text: &Text<'_>, sites: &[Site]) -> bool {
    let is_init = |s: &&Site| matches!(s.phase.op, PhaseOp::Init { .. });
    let used: Vec<BlockId> = sites.iter().filter(|s| !is_init(s)).map(|s| s.block).collect();
    let mut seen = BTreeSet::new();
    let is_armed = |site: &Site| {
        let sets = |s: &Site| s.offset.is_err() || site.offset.is_err() || s.offset == site.offset;
        sites.iter().filter(is_init).any(sets)
    };
    sites.iter().all(is_armed)
        && sites.iter().filter(is_init).all(|site| {
            let around = text.in_cycle_with(site.block);
            let once = site.offset.is_err() || seen.insert(site.offset.clone().ok()) && around.is_empty();
            once && text.passes_first([&[site.block][..], &around].concat(), &used)
        })
}

/// How many arrivals a group's statements say that complete a phase; `None` for all of the block.
fn counts(sites: &[Site]) -> Vec<Option<&Expr>> {
    let said = sites
        .iter()
        .filter_map(|s| match (&s.phase.barrier, &s.phase.op) {
            (PhaseBarrier::Named { threads, .. }, _) => Some(threads.as_ref()),
            (PhaseBarrier::At(_), PhaseOp::Init { count }) => Some(Some(count)),
            (PhaseBarrier::At(_) | PhaseBarrier::Cluster, _) => None,
        });
    said.collect()
}

/// How many threads may arrive, and which: of a numbered barrier whole warps. `None` if they cannot be listed.
fn members(text: &Text<'_>, group: Group, sites: &[Site]) -> Option<(u64, Vec<std::ops::Range<u64>>)> {
    let block = text.dimensions()?;
    let total = text.block_size().filter(|n| *n <= 1024)?;
    let mut ranges: Vec<std::ops::Range<u64>> = Vec::new();
    let mut count = 0;
    for n in 0..total {
        let thread = thread_of(n, block);
        let reach = text.reach(thread);
        let comes = |s: &Site| s.arrives() && reach[s.block.index()] && s.may_mean(text, thread);
        if !sites.iter().any(comes) {
            continue;
        }
        count += 1;
        match ranges.last_mut() {
            Some(last) if last.end == n => last.end = n + 1,
            _ => ranges.push(n..n + 1),
        }
    }
    if let Group::Named(_) = group {
        // A warp of which a part stays away waits for that part to leave the kernel.
        let whole = ranges
            .iter()
            .all(|r| r.start % WARP == 0 && (r.end % WARP == 0 || r.end == total));
        if !whole {
            return None;
        }
        count = ranges
            .iter()
            .map(|r| (r.end - r.start).div_ceil(WARP) * WARP)
            .sum();
    }
    (ranges.len() <= 16).then_some((count, ranges))
}
