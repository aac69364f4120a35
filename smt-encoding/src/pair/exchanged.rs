//! What two threads know of each other by the votes and shuffles of their warps.
//!
//! - *Ranks*: a lane of a mask counts for those behind it: `i ∈ m ∧ i < e ⇒ rank(m, i) < rank(m, e)` and `i ∈ m ∧ e ≤ i ⇒ rank(m,
//!   e) ≤ rank(m, i) < popc(m)`, where `rank(m, e)` is how many lanes of m are below e; and it bounds the first and the last.
//! - *Groups*: lanes that get the same of an operation hold one value, and so do those between which a butterfly has gone
//!   ([`crate::ssa::butterfly`]).
//! - *Leaders*: a value that one lane drew by an atomic operation for its group and hands round by a shuffle: two groups' values
//!   are results of two operations ([`super::draws`]).

use super::draws::{Draw, Relations, relate};
use super::{Pair, number_in_block};
use crate::ssa::{Lanes, Machine, Meeting, Records, popc, rank};
use crate::term::{FnId, FnOrigin, Level, LoopId, Node, TermId, Terms};
use kverify_frontend::ir::{AtomicOp, CollectiveOp, Dim, Geometry, ObjectId, Scope};
use rustc_hash::FxHashMap;

/// A function that counts lanes of a mask, or finds one.
#[derive(Clone, Copy)]
enum Count {
    /// Those below a place.
    Below(TermId),
    /// All of them.
    All,
    /// The place of the first, from 1.
    First,
    /// The places above the last.
    Leading,
    /// The place of the n-th, from 1.
    Nth(TermId),
}

/// A count that occurs in a query.
struct Counted {
    mask: TermId,
    count: Count,
    is: TermId,
}

/// A lane that a mask names.
struct Member {
    mask: TermId,
    lane: TermId,
    /// When it does.
    named: TermId,
}

/// What a lane drew for its group.
struct Leader {
    /// When the source of the shuffle is the one that drew.
    drew: TermId,
    /// What it drew, in its own terms.
    drawn: TermId,
    function: FnId,
    object: ObjectId,
    op: AtomicOp,
    operands: Vec<TermId>,
}

impl Pair {
    /// Facts that relate what shuffles and votes gave the two threads, as far as it occurs in `query`.
    pub fn exchanged(
        &mut self,
        machine: &mut Machine<'_>,
        records: &[&Records],
        query: &[TermId],
    ) -> Relations {
        let mut relations = Relations::default();
        let terms = &machine.terms;
        let exchanged = |t: &TermId| match *terms.node(*t) {
            Node::App(f, _) => {
                let of = terms.original_fn(f).0;
                matches!(terms.functions[of].origin, FnOrigin::Exchange(_))
            }
            _ => false,
        };
        if machine.butterflies.is_empty()
            && machine.scans.is_empty()
            && !terms.post_order(query).iter().any(exchanged)
        {
            return relations;
        }
        let asked = machine.terms.post_order(query);
        self.scans(machine, &asked, &mut relations);
        for of in records {
            for meeting in &of.meetings {
                if let Some(lanes) = &meeting.lanes {
                    self.butterflies(machine, (meeting, lanes), &asked, &mut relations);
                    self.leaders(machine, of, (meeting, lanes), &asked, &mut relations);
                }
            }
        }
        let meetings = records.iter().flat_map(|r| &r.meetings);
        let meetings: Vec<&Meeting> = meetings.filter(|m| m.lanes.is_some()).collect();
        let all = [query, &relations.facts].concat();
        self.ranks(machine, &meetings, &all, &mut relations);
        relations
    }

    fn ranks(
        &mut self,
        machine: &mut Machine<'_>,
        meetings: &[&Meeting],
        query: &[TermId],
        relations: &mut Relations,
    ) {
        let mut counts = counts(&machine.terms, query);
        let mut masks: Vec<TermId> = counts.iter().map(|c| c.mask).collect();
        masks.sort_unstable();
        masks.dedup();
        let lane = machine.lane();
        let mut members = Vec::new();
        for mask in masks {
            for thread in 0..2 {
                if let Some(named) = self.is_named(machine, meetings, mask, thread) {
                    let lane = self.fork(&mut machine.terms, lane, thread);
                    members.push(Member { mask, lane, named });
                }
            }
        }
        for m in &members {
            let is = rank(&mut machine.terms, m.mask, m.lane);
            counts.push(Counted {
                mask: m.mask,
                count: Count::Below(m.lane),
                is,
            });
            let is = popc(&mut machine.terms, m.mask);
            counts.push(Counted {
                mask: m.mask,
                count: Count::All,
                is,
            });
        }
        for m in &members {
            let terms = &mut machine.terms;
            let (one, own) = (terms.int(1), rank(terms, m.mask, m.lane));
            let some = terms.le(one, m.mask);
            relations.facts.push(terms.implies(m.named, some));
            for c in &counts {
                let terms = &mut machine.terms;
                let same = terms.eq(m.mask, c.mask);
                let named = terms.and(&[m.named, same]);
                let facts: Vec<TermId> = match c.count {
                    Count::Below(end) => {
                        let before = terms.lt(m.lane, end);
                        let counts = terms.lt(own, c.is);
                        let behind = terms.not(before);
                        let does_not = terms.le(c.is, own);
                        vec![terms.implies(before, counts), terms.implies(behind, does_not)]
                    }
                    Count::All => vec![terms.lt(own, c.is)],
                    Count::First => vec![terms.le(one, c.is), {
                        let place = terms.offset(m.lane, 1);
                        terms.le(c.is, place)
                    }],
                    Count::Leading => {
                        let end = terms.add(c.is, m.lane);
                        let last = terms.int(31);
                        vec![terms.le(end, last)]
                    }
                    Count::Nth(_) => Vec::new(),
                };
                let facts = facts.into_iter().map(|f| machine.terms.implies(named, f));
                relations.facts.extend(facts);
            }
        }
        let between = between_counts(machine, &counts);
        relations.facts.extend(between);
        let terms = &machine.terms;
        relations.facts.retain(|&f| terms.as_bool(f) != Some(true));
        relations.facts.sort_unstable();
        relations.facts.dedup();
    }

    /// Whether a mask names the lane of a thread; `None` if it is no vote of the thread's.
    fn is_named(
        &mut self,
        machine: &mut Machine<'_>,
        meetings: &[&Meeting],
        mask: TermId,
        thread: usize,
    ) -> Option<TermId> {
        for &meeting in meetings {
            let Some(lanes) = &meeting.lanes else { continue };
            let (Some(given), Some(value)) = (lanes.given, lanes.value) else {
                continue;
            };
            let Node::App(f, _) = *machine.terms.node(given) else {
                continue;
            };
            let op = match machine.terms.functions[f].origin {
                FnOrigin::Exchange(op) => op,
                _ => continue,
            };
            let terms = &mut machine.terms;
            if self.fork(terms, given, thread) != mask {
                continue;
            }
            let came = self.fork(terms, meeting.guard, thread);
            if op != CollectiveOp::Ballot {
                return op.names_lanes().then_some(came);
            }
            let value = self.fork(terms, value, thread);
            let zero = terms.int(0);
            let yes = terms.ne(value, zero);
            return Some(terms.and(&[came, yes]));
        }
        None
    }

    /// Lanes between which all steps of a butterfly have gone hold one value.
    fn butterflies(
        &mut self,
        machine: &mut Machine<'_>,
        (meeting, lanes): (&Meeting, &Lanes),
        asked: &[TermId],
        relations: &mut Relations,
    ) {
        let (Some(f), Some(mask)) = (lanes.result, lanes.mask) else {
            return;
        };
        // All lanes come, or none; and in each step the same are named.
        if machine.level_of(meeting.guard) > Level::Warp || machine.terms.as_int(mask).is_none() {
            return;
        }
        let mut ends: Vec<(TermId, u8)> = lanes.mixed.iter().map(|&mixed| (mixed, lanes.alike)).collect();
        // The loop's own counter is the number of steps.
        let after: Vec<FnId> = machine
            .butterflies
            .iter()
            .filter(|(_, b)| b.shuffle == f)
            .map(|(f, _)| *f)
            .collect();
        ends.extend(steps_done(machine, &after, asked));
        for (end, alike) in ends {
            let values = [0, 1].map(|t| self.fork(&mut machine.terms, end, t));
            if values[0] == values[1] || values.iter().any(|v| !asked.contains(v)) {
                continue;
            }
            let loops = match *machine.terms.node(end) {
                Node::App(v, _) if after.contains(&v) => machine.terms.functions[v].loops.clone(),
                _ => machine.terms.functions[f].loops.clone(),
            };
            let together = self.are_one_group(machine, &meeting.counters, &loops, &[mask]);
            let across = self.differ_only_in(machine, alike);
            if let (Some(together), Some(across)) = (together, across) {
                let terms = &mut machine.terms;
                let same = terms.eq(values[0], values[1]);
                let when = terms.and(&[together, across]);
                relations.facts.push(terms.implies(when, same));
            }
        }
    }

    /// Lanes that get the same of a shuffle hold one value; and what two groups' leaders drew is related as if the two threads had
    /// drawn it.
    fn leaders(
        &mut self,
        machine: &mut Machine<'_>,
        records: &Records,
        (meeting, lanes): (&Meeting, &Lanes),
        asked: &[TermId],
        relations: &mut Relations,
    ) {
        let Some(given) = lanes.given else { return };
        let Node::App(f, args) = machine.terms.node(given).clone() else {
            return;
        };
        let FnOrigin::Exchange(op) = machine.terms.functions[f].origin else {
            return;
        };
        let values = [0, 1].map(|t| self.fork(&mut machine.terms, given, t));
        if values[0] == values[1] || values.iter().any(|v| !asked.contains(v)) {
            return;
        }
        let loops = machine.terms.functions[f].loops.clone();
        let Some(one_group) = self.are_one_group(machine, &meeting.counters, &loops, &args) else {
            return;
        };
        let terms = &mut machine.terms;
        let alike = terms.eq(values[0], values[1]);
        relations.facts.push(terms.implies(one_group, alike));
        let hands_round = matches!(op, CollectiveOp::Shuffle | CollectiveOp::Broadcast);
        let (true, Some(value), Some(mask), [_, source]) = (hands_round, lanes.value, lanes.mask, &*args)
        else {
            return;
        };
        let Some(leader) = drawn_by(machine, records, meeting, [value, *source, mask], f) else {
            return;
        };
        let draws = [0, 1].map(|t| {
            let terms = &mut machine.terms;
            let args: Vec<TermId> = leader.operands.iter().map(|&a| self.fork(terms, a, t)).collect();
            Draw {
                value: values[t],
                function: leader.function,
                object: leader.object,
                op: leader.op,
                args: args.into(),
            }
        });
        let mut found = Relations::default();
        let raise = machine.raises.iter().find(|r| r.drawn == leader.drawn).cloned();
        if let Some(mut raise) = raise {
            // That it was done is a matter of the lane that drew; what the block has in common is the same for all.
            let of_block = |t: &TermId| machine.level_of(*t) <= Level::Block;
            raise.from = raise.from.filter(of_block);
            raise.to.retain(|(_, to)| of_block(to));
            let always = machine.terms.bool(true);
            raise.to.iter_mut().for_each(|(done, _)| *done = always);
            for (t, draw) in draws.iter().enumerate() {
                let mut bounds = Relations::default();
                self.raise(machine, (&raise, draw), t, asked, &mut bounds);
                let terms = &mut machine.terms;
                let drew = self.fork(terms, leader.drew, t);
                relations.assumed |= bounds.assumed;
                let facts = bounds.facts.into_iter().map(|f| terms.implies(drew, f));
                relations.facts.extend(facts);
            }
        }
        if !self.is_comparable(machine, &draws[0], &draws[1]) {
            return;
        }
        relate(machine, &draws[0], &draws[1], &mut found);
        let terms = &mut machine.terms;
        let mut unless = vec![one_group];
        for t in 0..2 {
            let drew = self.fork(terms, leader.drew, t);
            unless.push(terms.not(drew));
        }
        relations.assumed |= found.assumed;
        for fact in found.facts {
            let ways = [unless.as_slice(), &[fact]].concat();
            relations.facts.push(terms.or(&ways));
        }
    }

    /// Whether two threads that come to an operation of their warp are of one group there, in one iteration of `loops`: of one warp, and
    /// alike in what tells results apart.
    pub(super) fn are_one_group(
        &mut self,
        machine: &mut Machine<'_>,
        counters: &[(LoopId, TermId)],
        loops: &[LoopId],
        args: &[TermId],
    ) -> Option<TermId> {
        let size = machine.warp_size();
        let terms = &mut machine.terms;
        if self.scope > Scope::Block || self.other_warps {
            return Some(terms.bool(false));
        }
        let mut same = Vec::new();
        if self.scope != Scope::Warp {
            let warps = [0, 1].map(|t| self.warp(terms, t, size));
            same.push(terms.eq(warps[0], warps[1]));
        }
        for l in loops {
            if self.shared.contains(l) {
                continue;
            }
            let (_, counter) = *counters.iter().find(|(of, _)| of == l)?;
            let counters = [0, 1].map(|t| self.fork(terms, counter, t));
            same.push(terms.eq(counters[0], counters[1]));
        }
        for &a in args {
            let own = [0, 1].map(|t| self.fork(terms, a, t));
            same.push(terms.eq(own[0], own[1]));
        }
        Some(terms.and(&same))
    }

    /// Whether the numbers of two threads' lanes differ in these bits alone, and there are lanes of all such numbers; `None` if there is a
    /// gap between the bits.
    fn differ_only_in(&mut self, machine: &mut Machine<'_>, bits: u8) -> Option<TermId> {
        let (low, high) = (bits.trailing_zeros(), u8::BITS - bits.leading_zeros());
        if bits == 0 || bits.count_ones() != high - low {
            return None;
        }
        let lane = machine.lane();
        let lanes = [0, 1].map(|t| self.fork(&mut machine.terms, lane, t));
        let terms = &mut machine.terms;
        let below = lanes.map(|lane| terms.floor_mod(lane, 1 << low));
        let above = lanes.map(|lane| terms.floor_div(lane, 1 << high));
        let [same_below, same_above] = [below, above].map(|[a, b]| terms.eq(a, b));
        let [x, y, z] = Dim::ALL.map(|d| machine.geometry(Geometry::ThreadIdx(d)));
        let dims = Dim::ALL.map(|d| machine.geometry(Geometry::BlockDim(d)));
        let terms = &mut machine.terms;
        let own = number_in_block(terms, dims, [x, y, z]);
        let group = terms.floor_div(own, 1 << high);
        let end = terms.sum(&[(group, 1 << high)], 1 << high);
        let plane = terms.mul(dims[0], dims[1]);
        let threads = terms.mul(plane, dims[2]);
        let whole = terms.le(end, threads);
        let whole = self.fork(terms, whole, 0);
        Some(terms.and(&[same_below, same_above, whole]))
    }
}

/// Values that are asked of which these functions are, after so many steps of a butterfly, and on which bits of the lane's number they do
/// not depend.
fn steps_done(machine: &mut Machine<'_>, functions: &[FnId], asked: &[TermId]) -> Vec<(TermId, u8)> {
    let mut done = Vec::new();
    for &t in asked {
        let Node::App(f, ref args) = *machine.terms.node(t) else {
            continue;
        };
        let (of, steps) = (machine.terms.original_fn(f).0, args.clone());
        let Some(butterfly) = machine.butterflies.get(&of).filter(|_| functions.contains(&of)) else {
            continue;
        };
        let count = steps.first().and_then(|&n| machine.terms.as_int(n));
        let alike = count
            .and_then(|n| butterfly.alike.get(usize::try_from(n).ok()?))
            .copied();
        if let Some(alike) = alike {
            done.push((machine.terms.app(of, &steps), alike));
        }
    }
    done.sort_unstable();
    done.dedup();
    done
}

/// All counts of lanes in a query.
fn counts(terms: &Terms, query: &[TermId]) -> Vec<Counted> {
    let mut out = Vec::new();
    for t in terms.post_order(query) {
        let Node::App(f, ref args) = *terms.node(t) else {
            continue;
        };
        let function = &terms.functions[f];
        if function.origin != FnOrigin::Pure {
            continue;
        }
        let count = match (function.name.as_str(), &**args) {
            ("rank32", &[_, end]) => Count::Below(end),
            ("popc32", [_]) => Count::All,
            ("ffs32", [_]) => Count::First,
            ("clz32", [_]) => Count::Leading,
            // From lane 0 on (CUDA Math API, `__fns`).
            ("fns:iii:u32", &[_, base, n]) if terms.as_int(base) == Some(0) => Count::Nth(n),
            _ => continue,
        };
        out.push(Counted {
            mask: args[0],
            count,
            is: t,
        });
    }
    out
}

/// What two counts in one mask say of each other.
fn between_counts(machine: &mut Machine<'_>, counts: &[Counted]) -> Vec<TermId> {
    let terms = &mut machine.terms;
    let mut facts = Vec::new();
    for c in counts {
        if let Count::Below(_) = c.count {
            let all = popc(terms, c.mask);
            facts.push(terms.le(c.is, all));
        }
        for place in counts.iter().filter(|p| p.mask == c.mask) {
            let Count::Below(end) = c.count else { continue };
            let (zero, one) = (terms.int(0), terms.int(1));
            match place.count {
                // Nobody is before the first.
                Count::First => {
                    let there = terms.le(one, place.is);
                    let before = terms.lt(end, place.is);
                    let nobody = terms.eq(c.is, zero);
                    let both = terms.and(&[there, before]);
                    facts.push(terms.implies(both, nobody));
                }
                // All others are before the last.
                Count::Leading => {
                    let last = terms.int(31);
                    let last = terms.sub(last, place.is);
                    let all = popc(terms, c.mask);
                    let rest = terms.offset(all, -1);
                    let here = terms.eq(end, last);
                    let others = terms.eq(c.is, rest);
                    facts.push(terms.implies(here, others));
                }
                Count::Nth(n) => {
                    let all = popc(terms, c.mask);
                    let there = [terms.le(one, n), terms.le(n, all)];
                    let there = terms.and(&there);
                    let last = terms.int(31);
                    let bounds = [terms.le(zero, place.is), terms.le(place.is, last)];
                    let bounds = terms.and(&bounds);
                    facts.push(terms.implies(there, bounds));
                    let before = terms.offset(n, -1);
                    let here = terms.eq(end, place.is);
                    let others = terms.eq(c.is, before);
                    let both = terms.and(&[there, here]);
                    facts.push(terms.implies(both, others));
                }
                Count::Below(_) | Count::All => {}
            }
        }
    }
    facts
}

/// What another lane of a warp holds, in terms of this one's.
struct Other {
    /// What is not the same for both, and what stands for it.
    by: FxHashMap<TermId, TermId>,
    /// When there is such a lane.
    exists: TermId,
    /// What is known of all lanes that the mask names, itself included.
    known: Vec<TermId>,
}

impl Other {
    /// Lane number `number` of those that meet with `mask`.
    fn new(machine: &mut Machine<'_>, meetings: &[Meeting], mask: TermId, number: TermId) -> Other {
        let size = i128::from(machine.warp_size());
        let lane = machine.lane();
        let [x, y, z] = Dim::ALL.map(|d| machine.geometry(Geometry::ThreadIdx(d)));
        let dims = Dim::ALL.map(|d| machine.geometry(Geometry::BlockDim(d)));
        let terms = &mut machine.terms;
        let found = found_in(terms, number);
        let named = found.map_or(mask, |(named, _)| named);
        // All lanes that a vote names hold one result, and what they were matched by.
        let mut by = FxHashMap::from_iter([(lane, number), (mask, mask)]);
        let one_dimensional = [y, z].iter().all(|&t| terms.as_int(t) == Some(0));
        let mut known = Vec::new();
        let mut exists = terms.bool(true);
        let is_vote = |m: &&Meeting| m.lanes.as_ref().is_some_and(|l| l.given == Some(named));
        let vote = meetings
            .iter()
            .find(is_vote)
            .and_then(|m| Some((m, m.lanes.as_ref()?)));
        let op = match *terms.node(named) {
            Node::App(f, _) => match terms.functions[f].origin {
                FnOrigin::Exchange(op) => Some(op),
                _ => None,
            },
            _ => None,
        };
        let op = op.filter(|op| op.names_lanes() && found.is_some() && vote.is_some());
        if op.is_some() {
            by.insert(named, named);
        }
        if let (Some(CollectiveOp::Ballot), Some((meeting, Lanes { value: Some(v), .. }))) = (op, vote) {
            known = terms.conjuncts(meeting.guard);
            let zero = terms.int(0);
            let yes = terms.ne(*v, zero);
            known.extend(terms.conjuncts(yes));
        } else if let (Some(CollectiveOp::MatchAny), Some((meeting, Lanes { value: Some(v), .. }))) =
            (op, vote)
        {
            known = terms.conjuncts(meeting.guard);
            if terms.as_int(*v).is_none() {
                by.insert(*v, *v);
            }
        } else if let (Some(CollectiveOp::ActiveMask), Some((meeting, _))) = (op, vote) {
            known = terms.conjuncts(meeting.guard);
        } else {
            let own = number_in_block(terms, dims, [x, y, z]);
            let warp = terms.sub(own, lane);
            let other = terms.add(warp, number);
            let plane = terms.mul(dims[0], dims[1]);
            let all = terms.mul(plane, dims[2]);
            exists = terms.lt(other, all);
        }
        if let (Some(_), Some((_, found))) = (op, found) {
            exists = terms.and(&[exists, found]);
        }
        if one_dimensional && terms.as_int(x).is_none() {
            let warp = terms.floor_div(x, size);
            by.insert(x, terms.sum(&[(warp, size), (number, 1)], 0));
        }
        Other { by, exists, known }
    }

    /// What `t` is for that lane, if that can be said.
    fn sees(&self, machine: &mut Machine<'_>, t: TermId) -> Option<TermId> {
        let terms = &machine.terms;
        let same = |&u: &TermId| match *terms.node(u) {
            Node::Sym(s) => self.by.contains_key(&u) || terms.symbols[s].level <= Level::Warp,
            Node::App(f, _) => self.by.contains_key(&u) || terms.functions[f].level <= Level::Warp,
            _ => true,
        };
        let told = terms.post_order_unless(t, &self.by).iter().all(same);
        told.then(|| machine.terms.replace(t, &self.by))
    }

    /// When that lane comes where `guard` leads.
    fn comes(&self, machine: &mut Machine<'_>, guard: TermId) -> Option<TermId> {
        let mut all = vec![self.exists];
        for c in machine.terms.conjuncts(guard) {
            if !self.known.contains(&c) {
                all.push(self.sees(machine, c)?);
            }
        }
        Some(machine.terms.and(&all))
    }
}

/// The mask in which lane number `number` was found, and when it is of it.
fn found_in(terms: &mut Terms, number: TermId) -> Option<(TermId, TermId)> {
    let place = match *terms.node(number) {
        Node::FloorMod(place, 32) => place,
        _ => number,
    };
    let (parts, constant) = terms.linear(place);
    let &[(part, factor)] = parts.as_slice() else {
        return None;
    };
    let found = counts(terms, &[part]).pop().filter(|c| c.is == part)?;
    let one = terms.int(1);
    let there = match (found.count, factor, constant.rem_euclid(32)) {
        (Count::First, 1, 31) | (Count::Leading, -1, 31) => terms.le(one, found.mask),
        (Count::Nth(n), 1, 0) => {
            let all = popc(terms, found.mask);
            let bounds = [terms.le(one, n), terms.le(n, all)];
            terms.and(&bounds)
        }
        _ => return None,
    };
    Some((found.mask, there))
}

/// The atomic operation whose result the source lane holds, if that is the same operation for all lanes of the group.
fn drawn_by(
    machine: &mut Machine<'_>,
    records: &Records,
    meeting: &Meeting,
    [value, source, mask]: [TermId; 3],
    shuffle: FnId,
) -> Option<Leader> {
    let (drew, drawn) = drawn_under(machine, value)?;
    let Node::App(f, ref args) = *machine.terms.node(drawn) else {
        return None;
    };
    let operands = args.to_vec();
    let FnOrigin::Drawn { object, op, loc } = machine.terms.functions[f].origin else {
        return None;
    };
    // The variable may hold nothing where its thread did not draw.
    let done = records.accesses.iter().find(|x| {
        let args = [x.row, x.offset].into_iter().chain(x.operands.iter().copied());
        x.loc == loc && x.object == object && args.eq(operands.iter().copied())
    })?;
    if machine.terms.functions[f].loops != machine.terms.functions[shuffle].loops {
        return None;
    }
    let mut other = Other::new(machine, &records.meetings, mask, source);
    other
        .by
        .extend(meeting.counters.iter().map(|&(_, counter)| (counter, counter)));
    let comes = [meeting.guard, done.guard].map(|g| other.comes(machine, g));
    let [Some(comes), Some(does)] = comes else {
        return None;
    };
    let drew = other.sees(machine, drew)?;
    let operands: Option<Vec<TermId>> = operands.iter().map(|&a| other.sees(machine, a)).collect();
    Some(Leader {
        drew: machine.terms.and(&[comes, does, drew]),
        drawn,
        function: f,
        object,
        op,
        operands: operands?,
    })
}

/// The one result of an atomic operation that a conditional value may be, and when it is.
fn drawn_under(machine: &mut Machine<'_>, value: TermId) -> Option<(TermId, TermId)> {
    match *machine.terms.node(value) {
        Node::App(f, _) => {
            let f = &machine.terms.functions[f];
            // What a loop carries round was drawn in one of several places.
            let is_drawn = matches!(f.origin, FnOrigin::Drawn { .. }) && f.approximation.is_none();
            is_drawn.then(|| (machine.terms.bool(true), value))
        }
        Node::Ite(c, a, b) => {
            let not = machine.terms.not(c);
            let (yes, no) = (drawn_under(machine, a), drawn_under(machine, b));
            let ((under, drawn), way) = match (yes, no) {
                (Some(x), None) => (x, c),
                (None, Some(x)) => (x, not),
                _ => return None,
            };
            Some((machine.terms.and(&[way, under]), drawn))
        }
        _ => None,
    }
}
