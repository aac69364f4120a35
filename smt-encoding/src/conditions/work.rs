//! What a condition leaves of a kernel's work.

use super::{SHARE, Search};
use crate::answer::Action;
use crate::term::{TermId, Value};
use crate::z3::{Encoding, Outcome};
use kverify_frontend::ir::{Dim, Expr, ExprKind, Geometry, Loc};

/// Threads of a warp.
const WARP: i128 = 32;

/// A place or a size, by dimension.
type OfDim = fn(Dim) -> Geometry;

impl Search<'_, '_, '_> {
    /// Whether some thread still writes where the condition holds: a kernel in which nobody does anything is free of races, and
    /// no use to anyone. `true` also where that is not known.
    pub(super) fn leaves_work(&mut self, conditions: &[TermId]) -> bool {
        self.works(conditions).any(|outcome| outcome != Outcome::Unsat)
    }

    /// Whether some thread is known to write in a launch of several warps and blocks where the condition holds, as far as the sizes
    /// are free. It is asked once: what the search needs in between may leave nothing to ask it with again.
    pub(super) fn is_parallel(&mut self, conditions: &[TermId]) -> bool {
        if let Some(&known) = self.parallel.get(conditions) {
            return known;
        }
        let is_parallel = self.has_others(conditions);
        self.parallel.insert(conditions.to_vec(), is_parallel);
        is_parallel
    }

    fn has_others(&mut self, conditions: &[TermId]) -> bool {
        let mut all = conditions.to_vec();
        let config = self.cx.machine.config;
        let warps = (
            Geometry::ThreadIdx as OfDim,
            Geometry::BlockDim as OfDim,
            config.block,
            2 * WARP,
        );
        let blocks = (
            Geometry::BlockIdx as OfDim,
            Geometry::GridDim as OfDim,
            config.grid,
            2,
        );
        for (index, size, fixed, least) in [warps, blocks] {
            let told_apart = |d: &Dim| self.reads(index(*d));
            let free: Vec<Dim> = Dim::ALL.into_iter().filter(told_apart).collect();
            if free.is_empty() || free.iter().any(|d| fixed[*d as usize].is_some()) {
                continue;
            }
            let sizes: Vec<TermId> = free.iter().map(|&d| self.cx.machine.geometry(size(d))).collect();
            let terms = &mut self.cx.machine.terms;
            let mut any = Vec::new();
            for (i, &size) in sizes.iter().enumerate() {
                let whole = terms.int(least);
                any.push(terms.le(whole, size));
                // A product of two at least as large, without the product.
                for &other in &sizes[..i] {
                    let mut rows = 2;
                    while rows < least {
                        let (a, b) = (terms.int(rows), terms.int(least / rows));
                        let both = [terms.le(a, size), terms.le(b, other)];
                        any.push(terms.and(&both));
                        rows *= 2;
                    }
                }
            }
            all.push(terms.or(&any));
        }
        (self.is_in_usual_shape(conditions) || self.is_possible(&all))
            && self.leaves_others(conditions)
            && self.leaves_what_was_found(conditions)
    }

    /// The same in one of the shapes that blocks often have, of two blocks in each dimension: fewer unknowns for the solver.
    fn is_in_usual_shape(&mut self, conditions: &[TermId]) -> bool {
        /// Each is asked about alone.
        const MOST: usize = 3;
        let config = self.cx.machine.config;
        let (block, grid) = (config.block, config.grid);
        if block.iter().chain(&grid).any(Option::is_some) {
            return false;
        }
        let size_of_block = Dim::ALL.map(|d| self.cx.machine.geometry(Geometry::BlockDim(d)));
        let may_be = |this: &Self, shape: [i128; 3]| {
            let size = |t: TermId| {
                let of = size_of_block.iter().zip(shape).find(|(size, _)| **size == t);
                of.map(|(_, n)| Value::Int(n))
            };
            let terms = &this.cx.machine.terms;
            let mut all = conditions.iter();
            all.all(|&c| terms.eval(c, &mut |t| size(t)) != Some(Value::Bool(false)))
        };
        let rows = [1, 16, 8, 4, 32, 2];
        let shapes = [256, 64, 128, 512, 1024]
            .into_iter()
            .flat_map(|all| rows.map(|y| [all / y, y, 1]));
        let fitting: Vec<[i128; 3]> = shapes.filter(|&shape| may_be(self, shape)).take(MOST).collect();
        fitting.into_iter().any(|shape| {
            let mut all = conditions.to_vec();
            for (d, size) in Dim::ALL.into_iter().zip(shape) {
                let blocks = if self.reads(Geometry::BlockIdx(d)) { 2 } else { 1 };
                for (of, n) in [(Geometry::BlockDim(d), size), (Geometry::GridDim(d), blocks)] {
                    let of = self.cx.machine.geometry(of);
                    let n = self.cx.machine.terms.int(n);
                    all.push(self.cx.machine.terms.eq(of, n));
                }
            }
            self.is_possible(&all)
        })
    }

    /// Whether others than the first thread and the first block still work, where they do without the condition: one that leaves a single
    /// thread everything hides what threads do to one another. So does one that leaves blocks a single row without saying so.
    fn leaves_others(&mut self, conditions: &[TermId]) -> bool {
        let one = self.cx.machine.terms.int(1);
        let says_one_row = |this: &mut Self, d: Dim| {
            let size = this.cx.machine.geometry(Geometry::BlockDim(d));
            let says = this.cx.machine.terms.eq(size, one);
            let terms = &this.cx.machine.terms;
            conditions.iter().any(|&c| terms.conjuncts(c).contains(&says))
        };
        let threads = Dim::ALL.into_iter().filter(|&d| !says_one_row(self, d));
        let threads: Vec<Vec<Geometry>> = threads.map(|d| vec![Geometry::ThreadIdx(d)]).collect();
        let blocks = Dim::ALL.map(Geometry::BlockIdx).to_vec();
        threads.into_iter().chain([blocks]).all(|mut places| {
            places.retain(|place| self.reads(*place));
            let zero = self.cx.machine.terms.int(0);
            let mut later = Vec::new();
            for place in places {
                let place = self.cx.machine.geometry(place);
                later.push(self.cx.machine.terms.lt(zero, place));
            }
            let mut all = vec![self.cx.machine.terms.or(&later)];
            if later.is_empty() || !self.is_possible(&all) {
                return true;
            }
            all.extend(conditions);
            self.is_possible(&all)
        })
    }

    /// Whether some thread still comes to each place of a finding: where nobody does, a block is too small for what the kernel does, and
    /// what goes wrong there is only hidden.
    fn leaves_what_was_found(&mut self, conditions: &[TermId]) -> bool {
        let found = self
            .open
            .iter()
            .filter_map(|open| self.cx.findings.get(open.finding?));
        let places: Vec<Loc> = found
            .flat_map(|finding| finding.places.iter().map(|place| place.loc))
            .collect();
        let accesses = self.cx.whole.accesses.iter().filter(|a| places.contains(&a.loc));
        let mut guards: Vec<TermId> = accesses.map(|a| a.guard).collect();
        guards.sort_unstable();
        guards.dedup();
        self.reached(conditions, guards)
            .all(|outcome| outcome != Outcome::Unsat)
    }

    /// Whether some thread is known to write under these conditions.
    fn is_possible(&mut self, conditions: &[TermId]) -> bool {
        let mut outcomes = self.works(conditions);
        outcomes.any(|outcome| matches!(outcome, Outcome::Sat(_)))
    }

    /// Whether the kernel reads it.
    fn reads(&self, geometry: Geometry) -> bool {
        let is_it = |e: &Expr| e.kind == ExprKind::Geometry(geometry);
        self.cx.machine.kernel.exprs().any(|e| e.contains(&is_it))
    }

    /// What the solver says of each write in launches where the conditions hold.
    fn works(&mut self, conditions: &[TermId]) -> impl Iterator<Item = Outcome> {
        let whole = self.cx.whole;
        let writes = whole.accesses.iter().filter(|a| a.action != Action::Read);
        let mut guards: Vec<TermId> = writes.map(|a| a.guard).collect();
        guards.sort_unstable();
        guards.dedup();
        self.reached(conditions, guards)
    }

    /// What the solver says of whether a thread comes to what is done under each of these guards, in launches where the conditions hold.
    fn reached(&mut self, conditions: &[TermId], guards: Vec<TermId>) -> impl Iterator<Item = Outcome> {
        let rlimit = self.cx.machine.config.rlimit / SHARE;
        let mut always = conditions.to_vec();
        always.extend(&self.cx.solver.limits);
        for d in Dim::ALL {
            let [t, n, b, g] = [
                Geometry::ThreadIdx(d),
                Geometry::BlockDim(d),
                Geometry::BlockIdx(d),
                Geometry::GridDim(d),
            ]
            .map(|g| self.cx.machine.geometry(g));
            let terms = &mut self.cx.machine.terms;
            always.extend([terms.lt(t, n), terms.lt(b, g)]);
        }
        guards.into_iter().map(move |guard| {
            let query = [&always[..], &[guard]].concat();
            let query = self.viewed(&query);
            self.questions += 1;
            self.cx
                .solver
                .ask(&self.cx.machine.terms, &query, Encoding::Int, rlimit)
        })
    }
}
