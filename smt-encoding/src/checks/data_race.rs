//! Data races.
//!
//! Accesses a, b of one segment race if there are threads s ≠ t with
//! `guard_a(s) ∧ guard_b(t) ∧ object_a = object_b ∧ row_a(s) = row_b(t) ∧ bytes overlap`, at least one of them writes, and
//! they are not both atomic for a scope that holds both threads (C++17 [intro.races]; CUDA C++ Programming Guide,
//! "Memory consistency"; OpenCL C 3.0, 3.3.4). Encoding: Sarkar et al., ICSOFT 2018, section 5.1, Φ.

use super::{Check, Context};
use crate::answer::{Action, Arith, Finding, Kind, Place, Unknown, Variant};
use crate::discharge::{Separation, never_overlap, overlap};
use crate::pair::{Pair, Settled};
use crate::segment::{Family, Segment};
use crate::ssa::Access;
use crate::term::{LoopId, TermId};
use crate::witness::{approximations, witness};
use kverify_frontend::ir::{Loc, ObjectId, Scope, Span};
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// The check.
pub const CHECK: Check = Check { id: "data-race", run };

/// One finding for each of these.
type Key = (Span, Span, Scope, Variant);

/// A pair of accesses of two threads, as terms.
struct Obligation<'a> {
    accesses: [&'a Access; 2],
    guards: [TermId; 2],
    rows: [TermId; 2],
    offsets: [TermId; 2],
    bytes: [TermId; 2],
    /// What is read or written by both, part by part; empty if that is not known.
    values: Vec<[TermId; 2]>,
}

fn run(cx: &mut Context<'_, '_>) {
    let families = cx.families;
    let mut found: HashMap<Key, usize> = HashMap::new();
    for (family, segments) in families.iter().filter(|(f, _)| !f.spaces.is_empty()) {
        for segment in segments {
            let mut pair = Pair::new(cx.machine, family, &shared_loops(family, segment));
            if cx.machine.terms.as_bool(pair.distinct) == Some(false) {
                continue;
            }
            let accesses = worth_pairing(cx, family, &segment.records.accesses);
            let mut apart: HashSet<Shape> = HashSet::new();
            for (i, a) in accesses.iter().enumerate() {
                if cx.solver.is_out_of_time() {
                    cx.unknowns.push(out_of_time(a.access.loc));
                    return;
                }
                for b in &accesses[i..] {
                    if !conflict(cx, family, a.access, b.access) {
                        continue;
                    }
                    cx.solver.obligations += 1;
                    let shape = a.against(b);
                    if apart.contains(&shape) {
                        cx.solver.discharged += 1;
                    } else if settle(cx, &mut pair, family.scope, [a.access, b.access], &mut found) {
                        apart.insert(shape);
                    }
                }
            }
        }
    }
}

/// The loops whose counters both threads share: those around the segment's start; in lock-step, all.
fn shared_loops(family: &Family, segment: &Segment) -> Vec<LoopId> {
    let own = segment
        .records
        .accesses
        .iter()
        .flat_map(|a| &a.counters)
        .filter(|_| family.lockstep);
    segment.shared.iter().chain(own).map(|c| c.0).collect()
}

/// An access with its offset as a term without constant part, plus that constant.
struct Candidate<'a> {
    access: &'a Access,
    base: TermId,
    constant: i128,
    sized: bool,
}

/// All that an obligation's overlap depends on: pairs of one shape are settled once in a segment.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    objects: [ObjectId; 2],
    guards: [TermId; 2],
    rows: [TermId; 2],
    bases: [TermId; 2],
    distance: i128,
    /// In an object of known size: where it is, for the bounds that the pair is looked for in.
    anchor: Option<i128>,
    bytes: [TermId; 2],
    by_group: bool,
}

impl Candidate<'_> {
    fn against(&self, other: &Candidate<'_>) -> Shape {
        let both = |f: &dyn Fn(&Access) -> TermId| [f(self.access), f(other.access)];
        Shape {
            objects: [self.access.object, other.access.object],
            guards: both(&|a| a.guard),
            rows: both(&|a| a.row),
            bases: [self.base, other.base],
            distance: self.constant.wrapping_sub(other.constant),
            anchor: self.sized.then_some(self.constant),
            bytes: both(&|a| a.bytes),
            by_group: self.access.by_group || other.access.by_group,
        }
    }
}

fn out_of_time(loc: Loc) -> Unknown {
    Unknown {
        message: "the time limit for this kernel was reached before all pairs of accesses were looked at, from this one on \
                  (raise it with --timeout)"
            .into(),
        loc: Some(loc),
    }
}

/// The accesses of the family's spaces, each once.
fn worth_pairing<'a>(
    cx: &mut Context<'_, '_>,
    family: &Family,
    accesses: &'a [Access],
) -> Vec<Candidate<'a>> {
    let mut seen = HashSet::new();
    let worth: Vec<&Access> = accesses
        .iter()
        .filter(|a| {
            family
                .spaces
                .contains(&cx.machine.objects.space(cx.machine.kernel, a.object))
        })
        .filter(|a| {
            seen.insert((
                a.loc, a.action, a.guard, a.object, a.row, a.offset, a.bytes, &a.values,
            ))
        })
        .collect();
    let candidate = |access: &'a Access| {
        // Without wraps, constants come to the front; the first pair of a shape notes what that takes for granted.
        let offset = match cx.machine.config.arith {
            Arith::Bv => access.offset,
            _ => cx.solver.view(&mut cx.machine.terms, access.offset).0,
        };
        let (parts, constant) = cx.machine.terms.linear(offset);
        let base = cx.machine.terms.sum(&parts, 0);
        let sized = cx.machine.kernel.objects[cx.machine.objects.base(access.object).0]
            .size
            .is_some();
        Candidate {
            access,
            base,
            constant,
            sized,
        }
    };
    worth.into_iter().map(candidate).collect()
}

/// Whether the two kinds of access conflict if they meet.
fn conflict(cx: &Context<'_, '_>, family: &Family, a: &Access, b: &Access) -> bool {
    let scope = family.scope;
    if family.lockstep && !std::ptr::eq(a, b) {
        return false;
    }
    if a.object != b.object && !may_overlap(cx, a, b) {
        return false;
    }
    if a.action == Action::Read && b.action == Action::Read {
        return false;
    }
    // The group's one copy does not race with itself.
    if a.by_group && b.by_group && a.loc == b.loc && scope == Scope::Block {
        return false;
    }
    // A thread's accesses after it waited for the group's copy come after the copy.
    let ordered =
        |copy: &Access, x: &Access| copy.by_group && scope == Scope::Block && x.waited.contains(&copy.loc);
    if ordered(a, b) || ordered(b, a) {
        return false;
    }
    let covers = |x: &Access| x.atomic.is_some_and(|s| s >= scope);
    !(covers(a) && covers(b))
}

/// Distinct objects overlap only if the user does not rule out that parameters alias.
fn may_overlap(cx: &Context<'_, '_>, a: &Access, b: &Access) -> bool {
    use kverify_frontend::ir::ObjectSource::Param;
    let of_param = |x: &Access| {
        let (o, depth) = cx.machine.objects.base(x.object);
        depth == 0
            && matches!(cx.machine.kernel.objects[o].source, Param(_))
            && cx.machine.kernel.objects[o].space == kverify_frontend::ir::Space::Global
    };
    cx.machine.config.may_alias && of_param(a) && of_param(b)
}

fn variant(a: &Access, b: &Access) -> Variant {
    match (a.action, b.action) {
        (Action::Atomic, _) | (_, Action::Atomic) => Variant::AtomicPlain,
        (Action::Write, Action::Write) => Variant::WriteWrite,
        _ => Variant::ReadWrite,
    }
}

/// Settles one obligation; whether the two can never meet.
fn settle(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    scope: Scope,
    [a, b]: [&Access; 2],
    found: &mut HashMap<Key, usize>,
) -> bool {
    let (x, y) = (a.loc.span.min(b.loc.span), a.loc.span.max(b.loc.span));
    let key = (x, y, scope, variant(a, b));
    if found.get(&key).is_some_and(|&i| !cx.findings[i].same_value) {
        return false;
    }
    let start = Instant::now();
    let o = pose(cx, pair, a, b);
    let apart = !cx.machine.config.no_discharge && a.object == b.object && discharged(cx, pair, &o);
    cx.solver.discharge_seconds += start.elapsed().as_secs_f64();
    if apart {
        cx.solver.discharged += 1;
        return true;
    }
    let (mut core, rest, assumed) = query(cx, pair, scope, &o);
    let tickets = pair.tickets(cx.machine, &[core.as_slice(), &rest].concat());
    let assumed = assumed || !tickets.is_empty();
    core.extend(tickets);
    let distinct = pair.distinct_elements(cx.machine, &[core.as_slice(), &rest].concat());
    core.extend(distinct);
    if let Some(text) = &mut cx.transcript {
        let terms = &cx.machine.terms;
        let all: Vec<String> = core
            .iter()
            .chain(&rest)
            .map(|&t| format!("    {}\n", terms.show(t)))
            .collect();
        text.push_str(&format!(
            "race {}:{} {}:{}\n{}",
            x.line,
            x.column,
            y.line,
            y.column,
            all.concat()
        ));
    }
    match cx.solver.settle(&mut cx.machine.terms, &core, &rest) {
        Settled::Never { overflow } => {
            cx.overflow |= overflow || assumed;
            return true;
        }
        Settled::Unknown(why) => cx.unknowns.push(undecided(a, b, &why)),
        Settled::Happens(model) => {
            let same_value = harmless(cx, &o, &core, &rest);
            let query: Vec<TermId> = [core, rest].concat();
            let finding = Finding {
                kind: Kind::DataRace,
                scope,
                space: Some(cx.machine.objects.space(cx.machine.kernel, a.object)),
                variant: Some(variant(a, b)),
                places: [a, b].map(|x| Place {
                    loc: x.loc,
                    action: x.action,
                }),
                object: Some(cx.machine.objects.base(a.object).0),
                witness: witness(
                    cx.machine,
                    pair,
                    &model,
                    [&a.counters, &b.counters],
                    [Some(o.offsets[0]), Some(o.offsets[1])],
                ),
                same_value,
                approximations: approximations(cx.machine, &query),
            };
            match found.get(&key) {
                Some(&i) if !same_value => cx.findings[i] = finding,
                Some(_) => {}
                None => {
                    found.insert(key, cx.findings.len());
                    cx.findings.push(finding);
                }
            }
        }
    }
    false
}

fn pose<'a>(cx: &mut Context<'_, '_>, pair: &mut Pair, a: &'a Access, b: &'a Access) -> Obligation<'a> {
    let terms = &mut cx.machine.terms;
    let mut both = |f: &dyn Fn(&Access) -> TermId| [pair.fork(terms, f(a), 0), pair.fork(terms, f(b), 1)];
    let parts = if a.values.len() == b.values.len() {
        a.values.len()
    } else {
        0
    };
    let values = (0..parts).map(|n| both(&|x| x.values[n])).collect();
    Obligation {
        accesses: [a, b],
        guards: both(&|x| x.guard),
        rows: both(&|x| x.row),
        offsets: both(&|x| x.offset),
        bytes: both(&|x| x.bytes),
        values,
    }
}

/// Settles the obligation without the solver, if that can be done.
fn discharged(cx: &mut Context<'_, '_>, pair: &Pair, o: &Obligation<'_>) -> bool {
    let group = o.accesses.iter().any(|a| a.by_group);
    let mut assumed = false;
    let mut view = |cx: &mut Context<'_, '_>, t: TermId| {
        let (t, a) = cx.solver.view(&mut cx.machine.terms, t);
        assumed |= a;
        t
    };
    let guard = cx.machine.terms.and(&o.guards);
    let guard = view(cx, guard);
    let (x, y) = (view(cx, o.offsets[0]), view(cx, o.offsets[1]));
    let (r, s) = (view(cx, o.rows[0]), view(cx, o.rows[1]));
    if assumed && cx.machine.config.arith == Arith::Bv {
        return false;
    }
    let terms = &mut cx.machine.terms;
    if terms.as_bool(guard) == Some(false) {
        cx.overflow |= assumed;
        return true;
    }
    let size = |t| terms.as_int(t).and_then(|n| u32::try_from(n).ok());
    let (Some(m), Some(n)) = (size(o.bytes[0]), size(o.bytes[1])) else {
        return false;
    };
    if group {
        return false;
    }
    let guards = terms.conjuncts(guard);
    let (diff, row_diff) = (terms.sub(x, y), terms.sub(r, s));
    let separation = Separation {
        guards: &guards,
        diff,
        row_diff,
        sizes: [m, n],
        threads: pair.threads,
        blocks: pair.blocks,
        dims: pair.dims,
        grid: pair.grid,
        distinct_blocks: pair.distinct_blocks(),
    };
    let apart = never_overlap(terms, &separation);
    cx.overflow |= apart && assumed;
    apart
}

/// The overlap and the threads' ranges; the guards; and whether the overlap takes the no-overflow assumption.
fn query(
    cx: &mut Context<'_, '_>,
    pair: &Pair,
    scope: Scope,
    o: &Obligation<'_>,
) -> (Vec<TermId>, Vec<TermId>, bool) {
    let same_object = o.accesses[0].object == o.accesses[1].object;
    let mut assumed = false;
    let mut view = |cx: &mut Context<'_, '_>, t: TermId| {
        if cx.machine.config.arith == Arith::Bv {
            return t;
        }
        let (t, a) = cx.solver.view(&mut cx.machine.terms, t);
        assumed |= a;
        t
    };
    let mut core = Vec::new();
    // The one thread that starts a group's copy may be any thread, this one included.
    let group = o.accesses.iter().any(|a| a.by_group) && scope == Scope::Block;
    if !group {
        core.push(pair.distinct);
    }
    core.extend(&pair.within);
    if same_object {
        let (x, y) = (view(cx, o.offsets[0]), view(cx, o.offsets[1]));
        let terms = &mut cx.machine.terms;
        let diff = terms.sub(x, y);
        let size = |t| terms.as_int(t).and_then(|n| u32::try_from(n).ok());
        let meets = match (size(o.bytes[0]), size(o.bytes[1])) {
            (Some(m), Some(n)) => overlap(terms, diff, [m, n]),
            _ => {
                // x < y + n  ∧  y < x + m
                let (m, n) = (o.bytes[0], o.bytes[1]);
                let back = terms.scale(diff, -1);
                let (c, d) = (terms.lt(diff, n), terms.lt(back, m));
                terms.and(&[c, d])
            }
        };
        let row = terms.eq(o.rows[0], o.rows[1]);
        core.extend([meets, row]);
        core.extend(in_bounds(cx, o, [x, y]));
    }
    core.retain(|&c| cx.machine.terms.as_bool(c) != Some(true));
    let mut rest = Vec::new();
    for g in o.guards {
        rest.extend(cx.machine.terms.conjuncts(g));
    }
    rest.sort_unstable();
    rest.dedup();
    (core, rest, assumed)
}

/// Both accesses stay in their object, where its size is known: what lies outside is another rule's matter, and is
/// reported or assumed by it.
fn in_bounds(cx: &mut Context<'_, '_>, o: &Obligation<'_>, offsets: [TermId; 2]) -> Vec<TermId> {
    let (base, depth) = cx.machine.objects.base(o.accesses[0].object);
    let Some(size) = cx.machine.kernel.objects[base].size.filter(|_| depth == 0) else {
        return Vec::new();
    };
    let terms = &mut cx.machine.terms;
    let (zero, size) = (terms.int(0), terms.int(i128::from(size)));
    let mut facts = Vec::new();
    for (offset, bytes) in offsets.into_iter().zip(o.bytes) {
        let end = terms.add(offset, bytes);
        let (from, to) = (terms.le(zero, offset), terms.le(end, size));
        facts.extend([from, to]);
    }
    facts
}

/// Whether it makes no difference who comes first: in every model of the query both write one value, or the one writes
/// the value that the other reads without it.
fn harmless(cx: &mut Context<'_, '_>, o: &Obligation<'_>, core: &[TermId], rest: &[TermId]) -> bool {
    let [a, b] = o.accesses;
    let plain = [a, b].iter().all(|x| x.action != Action::Atomic);
    if !plain || o.values.is_empty() || o.bytes[0] != o.bytes[1] {
        return false;
    }
    let terms = &mut cx.machine.terms;
    if o.values.iter().any(|[x, y]| terms.sort(*x) != terms.sort(*y)) {
        return false;
    }
    let mut same: Vec<TermId> = o.values.iter().map(|&[x, y]| terms.eq(x, y)).collect();
    let whole = terms.eq(o.offsets[0], o.offsets[1]);
    same.push(whole);
    let same = terms.and(&same);
    let differ = terms.not(same);
    if terms.as_bool(differ) == Some(false) {
        return true;
    }
    let mut query = core.to_vec();
    query.push(differ);
    matches!(cx.solver.settle(terms, &query, rest), Settled::Never { .. })
}

fn undecided(a: &Access, b: &Access, why: &str) -> Unknown {
    let (first, second) = order(a.loc, b.loc);
    let what = |l: Loc| {
        if l == a.loc {
            word(a.action)
        } else {
            word(b.action)
        }
    };
    Unknown {
        message: format!(
            "whether this {} and the {} at line {} can be the same memory was not decided ({why}); fixing launch sizes \
             (--block, --grid) or parameters (--assume) or raising --timeout may settle it",
            what(first),
            what(second),
            second.span.line
        ),
        loc: Some(first),
    }
}

fn order(a: Loc, b: Loc) -> (Loc, Loc) {
    (a.min(b), a.max(b))
}

fn word(a: Action) -> &'static str {
    match a {
        Action::Read => "read",
        Action::Write => "write",
        _ => "atomic",
    }
}
