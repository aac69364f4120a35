//! All places that an access touches, in a launch of fixed size: listed, not solved for.
//!
//! Where addresses are mixed from thread numbers by divisions, remainders and bits, a solver may find no proof that no two threads
//! meet, though there are only some hundred thousand threads. So the address is evaluated for each of them (and for each value of
//! the counters in it), exactly as the machine does, wraps included. What is not known counts as anything: conditions that hang
//! on it are taken to hold, and an address that does cannot be listed. Two accesses of which no two threads have a
//! place in common never meet.

pub(crate) mod column;

use crate::clock::Clock;
use crate::pair::Pair;
use crate::ssa::{Access, Machine};
use crate::term::{Node, Range, TermId, gcd};
use crate::z3::bounds_of_leaves;
use column::{CHUNK, Program};
use kverify_frontend::ir::{Dim, Geometry};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An access touches at most so many places that are listed, threads and iterations counted one by one.
const MOST_PLACES: u64 = 1 << 21;

/// Threads times terms, at most, before the solver is asked.
const QUICK_STEPS: u64 = 1 << 20;

/// The same where the address is mixed in a way that solvers are slow at.
const MIXED_STEPS: u64 = 1 << 26;

/// The same where the solver gave up.
const MOST_STEPS: u64 = 1 << 28;

/// Steps of threads that take as long as a unit of work.
const LISTED: u64 = 32;

/// So many places are kept for the next obligations.
const MOST_KEPT: usize = 1 << 22;

/// One unit of memory that one thread touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// Which unit of the object.
    unit: i64,
    /// The values of what both threads share.
    shared: u64,
    block: u64,
    thread: u32,
}

/// What an access touches.
#[derive(Debug)]
struct List {
    /// Sorted, each once.
    places: Vec<Place>,
    /// What is added to every address and is not known.
    opaque: TermId,
    /// The symbols that were given values.
    axes: Vec<Axis>,
}

/// What a list depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    guard: TermId,
    offset: TermId,
    bytes: u32,
    unit: u32,
    shared: Vec<TermId>,
}

/// The lists made so far for a kernel.
#[derive(Debug, Default)]
pub struct Places {
    lists: FxHashMap<Key, Option<Rc<List>>>,
    kept: usize,
    /// Listing settled an obligation that the solver gave up on: no effort is spared from then on.
    pub useful: bool,
}

/// How much may be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// What is quicker than the solver.
    Little,
    /// What is sooner done than given up.
    Much,
}

/// A symbol that is given each of its values, the first one fastest.
#[derive(Clone, Copy, Debug)]
struct Axis {
    symbol: TermId,
    first: i64,
    size: u64,
    role: Role,
}

/// What the value of a symbol is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Thread,
    Block,
    Shared,
    Other,
}

/// What lists say of two accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// No two threads touch a place in common.
    Never,
    /// These two may do so, if what is not known allows it: where each of them is, as equations.
    Perhaps(Vec<TermId>),
    /// Not known.
    Unknown,
}

/// Whether two threads of the pair touch a place in common.
pub fn meeting(
    places: &mut Places,
    machine: &mut Machine<'_>,
    pair: &mut Pair,
    [a, b]: [&Access; 2],
    effort: Effort,
) -> Meeting {
    let mixed = [a, b].iter().any(|x| is_mixed(machine, x.offset));
    let most_steps = match effort {
        Effort::Much => MOST_STEPS,
        Effort::Little if places.useful => MOST_STEPS,
        Effort::Little if mixed => MIXED_STEPS,
        Effort::Little => QUICK_STEPS,
    };
    let rows = [a.row, b.row].map(|r| machine.terms.as_int(r));
    if a.by_group || b.by_group || rows[0].is_none() || rows[0] != rows[1] {
        return Meeting::Unknown;
    }
    let sizes = [a.bytes, b.bytes].map(|n| machine.terms.as_int(n).and_then(|n| u32::try_from(n).ok()));
    let [Some(m @ 1..), Some(n @ 1..)] = sizes else {
        return Meeting::Unknown;
    };
    let unit = u32::try_from(gcd(m.into(), n.into())).unwrap_or(1);
    let mut made = Vec::new();
    for (access, bytes) in [(a, m), (b, n)] {
        let shared = shared_leaves(machine, pair, access);
        let key = Key {
            guard: access.guard,
            offset: access.offset,
            bytes,
            unit,
            shared,
        };
        match places.list(machine, pair, key, most_steps) {
            Some(list) => made.push(list),
            None => return Meeting::Unknown,
        }
    }
    let (x, y) = (&made[0], &made[1]);
    let opaque = [
        pair.fork(&mut machine.terms, x.opaque, 0),
        pair.fork(&mut machine.terms, y.opaque, 1),
    ];
    if opaque[0] != opaque[1] || x.shared() != y.shared() {
        return Meeting::Unknown;
    }
    match common_place(x, y, pair.distinct_blocks()) {
        None => Meeting::Never,
        // Where solvers are quick, they find a witness that is easier to read.
        Some(_) if !mixed && effort == Effort::Little => Meeting::Unknown,
        Some(places) => {
            let at = [x.at(&places[0]), y.at(&places[1])];
            let terms = &mut machine.terms;
            let mut equations = Vec::new();
            for (thread, values) in at.into_iter().enumerate() {
                for (symbol, value) in values {
                    let (symbol, value) = (pair.fork(terms, symbol, thread), terms.int(value));
                    equations.push(terms.eq(symbol, value));
                }
            }
            Meeting::Perhaps(equations)
        }
    }
}

/// Whether more than sums and products are in the address.
fn is_mixed(machine: &Machine<'_>, offset: TermId) -> bool {
    machine.terms.post_order(&[offset]).into_iter().any(|t| {
        matches!(
            machine.terms.node(t),
            Node::FloorDiv(..)
                | Node::FloorMod(..)
                | Node::Div(..)
                | Node::Rem(..)
                | Node::Bits(..)
                | Node::ShiftRight(..)
                | Node::Wrap { .. }
        )
    })
}

/// The integer symbols of the address, other than the thread's place, that the two threads share.
fn shared_leaves(machine: &mut Machine<'_>, pair: &mut Pair, access: &Access) -> Vec<TermId> {
    let mut leaves = machine.terms.post_order(&[access.offset]);
    leaves.retain(|&t| matches!(machine.terms.node(t), Node::Sym(_)) && !machine.is_place_in_launch(t));
    leaves.retain(|&t| pair.fork(&mut machine.terms, t, 0) == pair.fork(&mut machine.terms, t, 1));
    leaves
}

/// A place that two threads of a block touch, or two blocks: ours and theirs.
fn common_place(x: &List, y: &List, of_two_blocks: bool) -> Option<[Place; 2]> {
    let cell = |p: &Place| (p.unit, p.shared);
    let same_cell = |p: &Place, q: &Place| cell(p) == cell(q);
    let mut theirs = y.places.chunk_by(same_cell).peekable();
    for ours in x.places.chunk_by(same_cell) {
        while theirs.next_if(|t| cell(&t[0]) < cell(&ours[0])).is_some() {}
        let Some(theirs) = theirs.peek().filter(|t| cell(&t[0]) == cell(&ours[0])) else {
            continue;
        };
        let found = match of_two_blocks {
            true => unlike(ours, theirs, |p| p.block),
            false => in_one_block(ours, theirs),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// One of each that differ in what `of` says of them.
fn unlike(ours: &[Place], theirs: &[Place], of: impl Fn(&Place) -> u64) -> Option<[Place; 2]> {
    let (first, other) = (ours.first()?, theirs.first()?);
    if let Some(q) = theirs.iter().find(|q| of(q) != of(first)) {
        return Some([*first, *q]);
    }
    let p = ours.iter().find(|p| of(p) != of(other))?;
    Some([*p, *other])
}

/// Two threads of one block among them, one of ours and one of theirs.
fn in_one_block(ours: &[Place], theirs: &[Place]) -> Option<[Place; 2]> {
    let of_one_block = |p: &Place, q: &Place| p.block == q.block;
    let mut theirs = theirs.chunk_by(of_one_block).peekable();
    ours.chunk_by(of_one_block).find_map(|ours| {
        while theirs.next_if(|t| t[0].block < ours[0].block).is_some() {}
        let theirs = theirs.peek().filter(|t| t[0].block == ours[0].block)?;
        unlike(ours, theirs, |p| p.thread.into())
    })
}

impl List {
    /// What both threads share, of which the places speak.
    fn shared(&self) -> Vec<TermId> {
        let shared = self.axes.iter().filter(|a| a.role == Role::Shared);
        shared.map(|a| a.symbol).collect()
    }

    /// The symbols' values at a place.
    fn at(&self, place: &Place) -> Vec<(TermId, i128)> {
        let mut out = Vec::new();
        for (role, mut index) in [
            (Role::Thread, u64::from(place.thread)),
            (Role::Block, place.block),
            (Role::Shared, place.shared),
        ] {
            for axis in self.axes.iter().filter(|a| a.role == role).rev() {
                out.push((
                    axis.symbol,
                    i128::from(axis.first) + i128::from(index % axis.size),
                ));
                index /= axis.size;
            }
        }
        out
    }
}

impl Places {
    fn list(
        &mut self,
        machine: &mut Machine<'_>,
        pair: &Pair,
        key: Key,
        most_steps: u64,
    ) -> Option<Rc<List>> {
        if let Some(known) = self.lists.get(&key) {
            return known.clone();
        }
        let plan = Plan::new(machine, pair, &key);
        if plan.as_ref().is_some_and(|p| p.steps > most_steps) {
            return None;
        }
        let made = plan.and_then(|p| p.list(machine, &key)).map(Rc::new);
        self.kept += made.as_ref().map_or(0, |l| l.places.len());
        if self.kept > MOST_KEPT {
            self.lists.clear();
            self.kept = made.as_ref().map_or(0, |l| l.places.len());
        }
        self.lists.insert(key, made.clone());
        made
    }
}

/// What has to be evaluated for a list.
struct Plan {
    guards: Vec<TermId>,
    /// The part of the address that can be listed.
    offset: TermId,
    /// The rest of it.
    opaque: TermId,
    axes: Vec<Axis>,
    /// How many combinations of their values there are.
    tuples: u64,
    /// These, times the terms to evaluate for each.
    steps: u64,
}

impl Plan {
    /// `None` if there are too many places, or the launch is of no fixed size.
    fn new(machine: &mut Machine<'_>, pair: &Pair, key: &Key) -> Option<Plan> {
        let guards = machine.terms.conjuncts(key.guard);
        let places = places_in_launch(machine, pair)?;
        let others = others(machine, key, &guards);
        let (parts, constant) = machine.terms.linear(key.offset);
        let is_known = |&(t, _): &(TermId, i128)| {
            let leaves = machine.terms.post_order(&[t]);
            leaves.into_iter().all(|u| match machine.terms.node(u) {
                Node::App(..) => false,
                Node::Sym(_) => places.iter().chain(&others).any(|a| a.symbol == u),
                _ => true,
            })
        };
        let (known, opaque): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_known);
        let offset = machine.terms.sum(&known, constant);
        let opaque = machine.terms.sum(&opaque, 0);
        // A symbol that is in the other part only is not listed.
        let leaves = machine.terms.post_order(&[offset]);
        let mut axes = places;
        axes.extend(others.into_iter().filter(|a| leaves.contains(&a.symbol)));
        let tuples = axes.iter().try_fold(1_u64, |n, a| n.checked_mul(a.size))?;
        let units = u64::from(key.bytes / key.unit);
        if tuples.checked_mul(units)? > MOST_PLACES {
            return None;
        }
        let roots = [guards.as_slice(), &[offset]].concat();
        let terms = machine.terms.post_order(&roots).len() as u64;
        Some(Plan {
            guards,
            offset,
            opaque,
            axes,
            tuples,
            steps: tuples.checked_mul(terms)?,
        })
    }

    /// `None` if an address is not known, or time is up.
    fn list(self, machine: &Machine<'_>, key: &Key) -> Option<List> {
        let symbols: Vec<TermId> = self.axes.iter().map(|a| a.symbol).collect();
        let program = Program::new(&machine.terms, &self.guards, self.offset, &symbols);
        let places = run(&program, &self.axes, self.tuples, key, &machine.clock)?;
        Some(List {
            places,
            opaque: self.opaque,
            axes: self.axes,
        })
    }
}

/// Evaluates the address for every thread and counter.
fn run(program: &Program<'_>, axes: &[Axis], tuples: u64, key: &Key, clock: &Clock) -> Option<Vec<Place>> {
    let mut places = Vec::new();
    let mut inputs: Vec<Vec<i64>> = vec![Vec::with_capacity(CHUNK); axes.len()];
    let mut start = 0;
    while start < tuples {
        if clock.is_over() {
            return None;
        }
        let end = tuples.min(start + CHUNK as u64);
        clock.work().spend((end - start) * program.len() as u64 / LISTED);
        inputs.iter_mut().for_each(Vec::clear);
        for n in start..end {
            let mut rest = n;
            for (axis, column) in axes.iter().zip(&mut inputs) {
                column.push(axis.first + (rest % axis.size) as i64);
                rest /= axis.size;
            }
        }
        for (lane, address) in program.run(&inputs)? {
            let index = |role: Role| {
                let parts = axes.iter().zip(&inputs).filter(|(a, _)| a.role == role);
                parts.fold(0_u64, |sum, (a, column)| {
                    sum.wrapping_mul(a.size)
                        .wrapping_add((column[lane] - a.first) as u64)
                })
            };
            let place = Place {
                unit: 0,
                shared: index(Role::Shared),
                block: index(Role::Block),
                thread: u32::try_from(index(Role::Thread)).ok()?,
            };
            let unit = i64::from(key.unit);
            if address.rem_euclid(unit) != 0 {
                return None;
            }
            let first = address.div_euclid(unit);
            for n in 0..i64::from(key.bytes) / unit {
                let unit = first.checked_add(n)?;
                places.push(Place { unit, ..place });
            }
        }
        start = end;
    }
    places.sort_unstable();
    places.dedup();
    Some(places)
}

/// Thread and block indices of more than one value; `None` if the launch is not of fixed size.
fn places_in_launch(machine: &mut Machine<'_>, pair: &Pair) -> Option<Vec<Axis>> {
    let mut axes = Vec::new();
    for (n, d) in Dim::ALL.into_iter().enumerate() {
        for (geometry, size, role) in [
            (Geometry::ThreadIdx(d), pair.dims[n], Role::Thread),
            (Geometry::BlockIdx(d), pair.grid[n], Role::Block),
        ] {
            let size = machine
                .terms
                .as_int(size)
                .and_then(|n| u64::try_from(n).ok())
                .filter(|n| *n <= MOST_PLACES)?;
            let symbol = machine.geometry(geometry);
            if matches!(machine.terms.node(symbol), Node::Sym(_)) {
                let first = 0;
                axes.push(Axis {
                    symbol,
                    first,
                    size,
                    role,
                });
            } else if size > 1 {
                return None;
            }
        }
    }
    Some(axes)
}

/// The other symbols of the address that have so few values that these can be listed.
fn others(machine: &Machine<'_>, key: &Key, guards: &[TermId]) -> Vec<Axis> {
    let bounds = bounds_of_leaves(&machine.terms, guards);
    let leaves = machine.terms.post_order(&[key.offset]);
    let axis = |symbol: TermId| {
        let own = machine.terms.range(symbol);
        let Range { lo, hi } = bounds.get(&symbol).map_or(own, |b| b.meet(own));
        let (lo, hi) = (lo?, hi?);
        let size = u64::try_from(hi.checked_sub(lo)?.checked_add(1)?).ok()?;
        let role = match key.shared.contains(&symbol) {
            true => Role::Shared,
            false => Role::Other,
        };
        (size <= MOST_PLACES).then_some(Axis {
            symbol,
            first: i64::try_from(lo).ok()?,
            size,
            role,
        })
    };
    leaves
        .into_iter()
        .filter(|&t| matches!(machine.terms.node(t), Node::Sym(_)) && !machine.is_place_in_launch(t))
        .filter_map(axis)
        .collect()
}

#[cfg(test)]
mod tests;
