//! That barriers which hang on one another do so in no circle: their phases are completed in one order.
//!
//! The n-th phase of barrier b gets the number `rank(b, n) = k·n + c(b)`, with k barriers and different c below k. The obligation: when a
//! thread arrives in a phase, all phases that it has waited for have lower ranks. If threads waited for one another for ever, take the
//! wait of the lowest rank: who has not arrived there waits itself, for a phase of no lower rank, and would arrive behind that in
//! one of a lower rank.
//!
//! Of a barrier b a thread may know by another barrier a how far it is: where some threads that arrive at a have, when they arrive in its
//! n-th phase, always waited for the phase of b that comes before it in the order, who waited for that phase of a knows that phase of b to be
//! complete. So a producer arrives at `full` again once it has waited at `empty`.
//!
//! Orders are tried one after the other; what `c` says is nothing that a proof rests on.

use super::circle::Counted;
use super::sites::Site;
use super::values::Text;
use super::{AGAIN, CIRCULAR, Ghost, Group, Reading, Treatment, add, both, implies, is_among, presume};
use crate::answer::thread_of;
use kverify_frontend::ir::build::{binary, cast, compare, int, select, var};
use kverify_frontend::ir::{BinOp, CmpOp, Expr, Loc, PhaseOp, Stmt, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// A barrier, with its place in each round of phases.
pub(super) struct Ranked {
    ghost: Ghost,
    place: usize,
    /// Its number in its group: barriers of one stage have one.
    nth: usize,
    /// The threads, by their places in the block, that may arrive there, and that may wait.
    arrive: BTreeSet<u64>,
    wait: BTreeSet<u64>,
    /// Whether a thread is one of those that may wait.
    waits: Expr,
    /// It hangs on others in a circle, as far as the text shows.
    circling: bool,
    /// What it tells of others counts.
    tells: bool,
}

/// How many orders there are of so many groups: beyond the first few none is tried.
const MOST_GROUPS: usize = 3;
/// Threads of a block.
const MOST_THREADS: u64 = 1024;

/// How many orders are tried.
pub(super) fn orders(ranks: &[Ranked]) -> usize {
    let stages = ranks.iter().filter(|r| r.nth == 0).count();
    (1..=stages.min(MOST_GROUPS)).product()
}

/// The barriers in the order of that number: those of the first places of their groups before those of the second.
pub(super) fn ranks(
    text: &Text<'_>,
    groups: &BTreeMap<Option<Group>, Vec<Site>>,
    circling: &BTreeSet<Counted>,
    treatments: &BTreeMap<Group, Treatment>,
    reading: Reading,
) -> Vec<Ranked> {
    let all = || {
        let counted = treatments
            .iter()
            .filter_map(|(group, treatment)| match treatment {
                Treatment::Counted(ghosts) => Some(ghosts.keys().map(|slot| (*group, *slot))),
                _ => None,
            });
        counted.flatten().collect()
    };
    let counted: &BTreeSet<Counted> = &if reading.told { all() } else { circling.clone() };
    let ghost = |(group, slot): &Counted| match treatments.get(group) {
        Some(Treatment::Counted(ghosts)) => ghosts.get(slot).copied(),
        _ => None,
    };
    let mut left: Vec<(Group, Loc)> = Vec::new();
    for key in counted {
        if let (Some(ghost), false) = (ghost(key), left.iter().any(|(g, _)| *g == key.0)) {
            left.push((key.0, ghost.loc));
        }
    }
    left.sort_by_key(|(_, loc)| *loc);
    let (mut order, mut ordered, mut number) = (reading.order, Vec::new(), BTreeMap::new());
    while !left.is_empty() {
        let at = order % left.len();
        order /= left.len();
        ordered.push(left.remove(at).0);
    }
    let mut found: Vec<(usize, usize, Counted, Ghost)> = Vec::new();
    for key in counted {
        let nth: &mut usize = number.entry(key.0).or_default();
        let group = ordered.iter().position(|g| *g == key.0);
        if let (Some(ghost), Some(group)) = (ghost(key), group) {
            found.push((*nth, group, *key, ghost));
        }
        *nth += 1;
    }
    found.sort_by_key(|(nth, group, ..)| (*nth, *group));
    let places = found.into_iter().enumerate();
    places
        .map(|(place, (nth, _, key, ghost))| {
            let sites = groups.get(&Some(key.0)).map_or(&[][..], Vec::as_slice);
            let waits = |s: &Site| matches!(s.phase.op, PhaseOp::Sync | PhaseOp::Wait { .. });
            let wait = threads(text, sites, key.1, waits);
            Ranked {
                ghost,
                place,
                nth,
                arrive: threads(text, sites, key.1, Site::arrives),
                waits: is_among(text, &ranges(&wait)),
                wait,
                circling: circling.contains(&key),
                tells: reading.told,
            }
        })
        .collect()
}

/// The threads that may come to one of some sites of the barrier at `slot`, in a launch of fixed size.
fn threads(text: &Text<'_>, sites: &[Site], slot: i128, which: impl Fn(&Site) -> bool) -> BTreeSet<u64> {
    let Some(block) = text.dimensions() else {
        return BTreeSet::new();
    };
    let comes = |n: &u64| {
        let thread = thread_of(*n, block);
        let reach = text.reach(thread);
        let here = |s: &Site| s.offset.as_ref().map_or(true, |at| *at == slot) && s.may_mean(text, thread);
        sites
            .iter()
            .any(|s| which(s) && reach[s.block.0 as usize] && here(s))
    };
    let threads: u64 = block.iter().product();
    (0..threads.min(MOST_THREADS)).filter(comes).collect()
}

/// Numbers as ranges.
fn ranges(numbers: &BTreeSet<u64>) -> Vec<std::ops::Range<u64>> {
    let mut out: Vec<std::ops::Range<u64>> = Vec::new();
    for &n in numbers {
        match out.last_mut() {
            Some(last) if last.end == n => last.end = n + 1,
            _ => out.push(n..n + 1),
        }
    }
    out
}

impl Ranked {
    /// Whether who waits for a phase of this barrier knows one of the other's to be complete, by threads that arrive here; then,
    /// how many phases earlier.
    fn tells_of(&self, other: &Ranked) -> Option<i128> {
        let told = self.nth == other.nth && self.place != other.place;
        let some = self.arrive.intersection(&other.wait).next().is_some();
        (self.tells && told && some).then_some(i128::from(other.place > self.place))
    }

    fn waited(&self) -> Expr {
        binary(BinOp::Sub, arrived(self.ghost), var(self.ghost.open, Ty::I64))
    }
}

/// The obligations of a thread that arrives at a barrier, when it is the one `here`, before it counts that.
pub(super) fn in_order(loc: Loc, here: &Expr, own: Ghost, ranks: &[Ranked]) -> Vec<Stmt> {
    let Some(own) = ranks.iter().find(|r| r.ghost.arrived == own.arrived) else {
        return Vec::new();
    };
    let rank = |phase: Expr, place: usize| {
        let times = binary(BinOp::Mul, phase, int(ranks.len() as i128, Ty::I64));
        add(times, int(place as i128, Ty::I64))
    };
    let phase = add(arrived(own.ghost), int(1, Ty::I64));
    let next = rank(phase.clone(), own.place);
    let others = ranks.iter().filter(|r| r.place != own.place);
    let circling = others.clone().filter(|r| r.circling && own.circling);
    let lower = circling.map(|r| {
        let none = compare(CmpOp::Le, r.waited(), int(0, Ty::I64));
        let lower = compare(CmpOp::Lt, rank(r.waited(), r.place), next.clone());
        select(none, int(1, Ty::Bool), lower)
    });
    let told = others.filter_map(|r| {
        let earlier = own.tells_of(r)?;
        let known = add(r.waited(), int(earlier, Ty::I64));
        Some(implies(&r.waits, compare(CmpOp::Le, phase.clone(), known)))
    });
    let all = [
        (lower.reduce(|a, b| both(&a, &b)), CIRCULAR),
        (told.reduce(|a, b| both(&a, &b)), AGAIN),
    ];
    let posed = all
        .into_iter()
        .filter_map(|(holds, why)| Some(presume(loc, implies(here, holds?), why)));
    posed.collect()
}

/// Whether a thread knows by another barrier that all phases are complete in which it arrived.
pub(super) fn known_by_others(own: Ghost, ranks: &[Ranked]) -> Expr {
    let never = || int(0, Ty::Bool);
    let Some(of) = ranks.iter().find(|r| r.ghost.arrived == own.arrived) else {
        return never();
    };
    let known = ranks.iter().filter_map(|r| {
        let earlier = r.tells_of(of)?;
        let told = binary(BinOp::Sub, r.waited(), int(earlier, Ty::I64));
        Some(compare(CmpOp::Le, arrived(own), told))
    });
    known.reduce(|a, b| binary(BinOp::Or, a, b)).unwrap_or_else(never)
}

fn arrived(ghost: Ghost) -> Expr {
    cast(var(ghost.arrived, Ty::U64), Ty::I64)
}
