//! What a loop does to the variables that it carries round, as functions of its counter κ.
//!
//! In this order: closed form (`v + d` ⇒ `v₀ + d·κ`), table (all carried constants together), residue
//! (`(v + d) mod m`), the value of the iteration before, and else an unknown function of κ with an interval and bounds that are shown to be inductive.

mod bounded;

use super::Machine;
use super::history::Made;
use super::houdini::{Growth, Head};
use super::relation::Multiple;
use crate::term::{
    FnOrigin, Function, Level, LoopId, Node, Origin, Range, Sort, Subst, SymId, Symbol, TermId, Terms,
};
use kverify_frontend::ir::{Loc, Ty, VarId};
use petgraph::graph::NodeIndex;

/// Sets of values that a carried variable can have are this large at most.
const MOST_VALUES: usize = 4;

/// A variable (or a part of a pointer) that a loop carries round.
#[derive(Clone, Debug)]
pub(super) struct Carried {
    /// The variable.
    pub var: VarId,
    /// Which part of a pointer: 0 object, 1 row, 2 offset.
    pub part: u8,
    /// For messages.
    pub name: String,
    /// Its type; `None` for parts of pointers, which are plain integers.
    pub ty: Option<Ty>,
    /// The placeholder that stands for it at the header.
    pub place: TermId,
    /// Its value before the loop.
    pub init: TermId,
    /// Its value at the end of an iteration, over the placeholders; `None` if no path leads back.
    pub latch: Option<TermId>,
}

/// Values of all placeholders.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    /// Placeholder to its value over κ.
    pub subst: Subst,
    /// What is known besides, at the header.
    pub facts: Vec<TermId>,
    /// How often the header is reached at most, if that is a constant.
    pub visits: Option<Visits>,
    /// Those of the values that are unknown functions of κ.
    pub made: Vec<Made>,
}

/// How often a loop's header is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visits {
    /// At most so often.
    pub most: i128,
    /// Exactly so often, unless the loop is left from elsewhere than its header.
    pub exact: bool,
}

/// A solution in the making.
pub(super) struct Solver {
    pub id: LoopId,
    pub kappa: TermId,
    pub open: Vec<Carried>,
    pub subst: Subst,
    pub facts: Vec<TermId>,
    pub visits: Option<Visits>,
    /// Placeholders whose values are unknown functions of κ.
    pub unknown: Vec<TermId>,
    /// When an iteration is followed by another, over the placeholders.
    pub repeats: Option<TermId>,
    /// Placeholders that are expressed by others: their values change when those become known.
    pub related: Vec<SymId>,
    /// Numbers of steps, with their making over the placeholders.
    pub steps: Vec<Growth>,
    /// Ways through an iteration that may still be looked at for the variable in hand: they multiply.
    ways: u32,
}

/// Conditions that are the same in all iterations and are taken apart for one variable.
const MOST_CASES: u32 = 3;

/// Ways through an iteration that are looked at for one variable.
const MOST_WAYS: u32 = 64;

impl Solver {
    /// Gives a placeholder its value, also where others are expressed by it.
    pub(super) fn bind(&mut self, terms: &mut Terms, place: SymId, value: TermId) {
        let mut known = Subst::new();
        known.bind(place, value);
        for &related in self.related.iter().filter(|&&r| r != place) {
            let (old, now) = (terms.sym(related), &mut self.subst);
            let old = terms.subst(now, old);
            let new = terms.subst(&mut known, old);
            self.subst.bind(related, new);
        }
        self.subst.bind(place, value);
    }
}

impl Machine<'_> {
    /// Solves the recurrences of loop `id`; `repeats` is when an iteration is followed by another, `stated` what the source says of
    /// every iteration.
    pub(super) fn solve_loop(
        &mut self,
        id: LoopId,
        kappa: TermId,
        carried: &[Carried],
        repeats: Option<TermId>,
        stated: &[TermId],
        (header, loc): (NodeIndex, Loc),
    ) -> Solution {
        let mut open = carried.to_vec();
        // A value counts only where another iteration follows.
        if let Some(repeats) = repeats {
            let known = self.terms.conjuncts(repeats);
            for c in &mut open {
                if self.terms.sort(c.place) == Sort::Bool {
                    c.latch = c.latch.map(|latch| self.terms.given(latch, &known));
                }
            }
        }
        let mut s = Solver {
            id,
            kappa,
            open,
            subst: Subst::new(),
            facts: Vec::new(),
            visits: None,
            unknown: Vec::new(),
            repeats,
            related: Vec::new(),
            steps: Vec::new(),
            ways: 0,
        };
        self.close(&mut s, repeats);
        self.tabulate(&mut s, repeats);
        self.close(&mut s, repeats);
        while self.relate(&mut s) {}
        while let Some(c) = self.next_open(&s) {
            if let Some(value) = self.modular_form(&mut s, &c) {
                self.settle(&mut s, &c, value);
            } else if !self.settle_by_previous(&mut s, &c) && !self.settle_by_cases(&mut s, &c) {
                self.havoc(&mut s, &c, repeats, header, loc);
            }
            self.close(&mut s, repeats);
        }
        self.count_visits(&mut s, repeats);
        let growths = self.growths(&mut s, carried);
        let made = growths.iter().map(|g| Made {
            value: g.value,
            init: g.init,
            next: g.next.filter(|&t| !self.varies_in(t, id, kappa)),
        });
        let mut solution = Solution {
            made: made.collect(),
            subst: s.subst,
            facts: s.facts,
            visits: s.visits,
        };
        let head = Head {
            id,
            kappa,
            repeats,
            solution: &solution,
            growths: &growths,
        };
        let invariants = self.invariants(&head, stated);
        solution.facts.extend(invariants);
        let before = self.history(&solution, repeats, id, kappa, kappa);
        solution.facts.extend(before);
        solution
    }

    /// The next value to be settled: one whose step hangs on no other open value, if there is any.
    fn next_open(&self, s: &Solver) -> Option<Carried> {
        let hangs = |c: &Carried| {
            let Some(latch) = c.latch else { return false };
            let all = self.terms.post_order(&[latch]);
            s.open
                .iter()
                .any(|o| o.place != c.place && all.contains(&o.place))
        };
        let free = s.open.iter().find(|c| !hangs(c));
        free.or(s.open.first()).cloned()
    }

    /// How the unknown functions of κ come about.
    fn growths(&mut self, s: &mut Solver, carried: &[Carried]) -> Vec<Growth> {
        let unknown = std::mem::take(&mut s.unknown);
        let mut growths = Vec::new();
        for place in unknown {
            // Floats are opaque: that they come of each other tells nothing.
            if matches!(self.terms.sort(place), Sort::Float(_)) {
                continue;
            }
            if let Some(c) = carried.iter().find(|c| c.place == place) {
                growths.push(Growth {
                    value: self.terms.subst(&mut s.subst, place),
                    init: c.init,
                    next: c.latch.map(|l| self.terms.subst(&mut s.subst, l)),
                });
            }
        }
        for mut counted in std::mem::take(&mut s.steps) {
            counted.next = counted.next.map(|t| self.terms.subst(&mut s.subst, t));
            growths.push(counted);
        }
        growths
    }

    pub(super) fn settle(&mut self, s: &mut Solver, c: &Carried, value: TermId) {
        let place = self.sym_of(c.place);
        s.bind(&mut self.terms, place, value);
        s.open.retain(|o| o.place != c.place);
    }

    /// Finds closed forms until there are no more.
    fn close(&mut self, s: &mut Solver, repeats: Option<TermId>) {
        loop {
            let before = s.open.len();
            for c in s.open.clone() {
                if self.clock.is_over() {
                    return;
                }
                if let Some(value) = self.closed_form(s, &c, repeats) {
                    self.settle(s, &c, value);
                }
            }
            if s.open.len() == before {
                return;
            }
        }
    }

    /// `v' = v` ⇒ `v₀`;  `v' = v + d` ⇒ `v₀ + d·κ`, d unchanged by the loop.
    fn closed_form(&mut self, s: &mut Solver, c: &Carried, repeats: Option<TermId>) -> Option<TermId> {
        let Some(latch) = c.latch else { return Some(c.init) };
        let latch = self.terms.subst(&mut s.subst, latch);
        s.ways = MOST_WAYS;
        self.closed_form_of(s, c, latch, repeats)
    }

    /// The closed form for one way through the iteration; a condition that the loop does not change picks the way for good:
    /// `v' = g ? a : b` ⇒ `g ? form(a) : form(b)`.
    fn closed_form_of(
        &mut self,
        s: &mut Solver,
        c: &Carried,
        latch: TermId,
        repeats: Option<TermId>,
    ) -> Option<TermId> {
        if latch == c.place {
            return Some(c.init);
        }
        s.ways = s.ways.checked_sub(1)?;
        if let Some((condition, a, b)) = self.chosen_for_good(s, latch) {
            let a = self.closed_form_of(s, c, a, repeats)?;
            let b = self.closed_form_of(s, c, b, repeats)?;
            return Some(self.terms.ite(condition, a, b));
        }
        // What an iteration makes of the first value is the first value.
        let mut first = Subst::new();
        first.bind(self.sym_of(c.place), c.init);
        if self.terms.subst(&mut first, latch) == c.init {
            return Some(c.init);
        }
        if self.terms.sort(c.place) != Sort::Int {
            return None;
        }
        if let &Node::Ite(condition, a, b) = self.terms.node(latch) {
            return [(a, true), (b, false)]
                .into_iter()
                .find_map(|(way, taken)| self.always_taken(s, c, condition, (way, taken), repeats))
                .or_else(|| self.counted_steps(s, c, (condition, a, b)));
        }
        let inner = self.unwrapped(latch, c.ty);
        let step = self.terms.sub(inner, c.place);
        let step = match self.is_open(s, step) || self.varies(s, step) {
            true => self.with_ends(s, step)?,
            false => step,
        };
        let way = self.terms.mul(step, s.kappa);
        let value = self.terms.add(c.init, way);
        let Some(ty) = c.ty else { return Some(value) };
        if inner == latch || self.stays_in_type(s, c, step, ty, repeats) {
            return Some(value);
        }
        Some(self.terms.wrap(value, ty))
    }

    /// The closed form of one way of `v' = g ? a : b`, if with it the condition is what leads that way in every iteration: then no
    /// other way is ever taken, by induction over them.
    fn always_taken(
        &mut self,
        s: &mut Solver,
        c: &Carried,
        condition: TermId,
        (way, taken): (TermId, bool),
        repeats: Option<TermId>,
    ) -> Option<TermId> {
        let value = self.closed_form_of(s, c, way, repeats)?;
        let mut known = Subst::new();
        known.bind(self.sym_of(c.place), value);
        let condition = self.terms.subst(&mut known, condition);
        (self.terms.as_bool(condition) == Some(taken)).then_some(value)
    }

    /// `v' = g ? v + d : v` ⇒ `v₀ + d·m`, where g holds in the first so many iterations, or in all but these: with `a·κ + r <= 0` for g and
    /// a > 0, `m = max(0, min(κ, ⌊-r / a⌋ + 1))`.
    fn counted_steps(
        &mut self,
        s: &Solver,
        c: &Carried,
        (condition, a, b): (TermId, TermId, TermId),
    ) -> Option<TermId> {
        let (changed, taken) = match (a == c.place, b == c.place) {
            (false, true) => (a, true),
            (true, false) => (b, false),
            _ => return None,
        };
        let inner = self.unwrapped(changed, c.ty);
        let step = self.terms.sub(inner, c.place);
        if [step, condition].iter().any(|&t| self.is_open(s, t)) || self.varies(s, step) {
            return None;
        }
        let when = if taken {
            condition
        } else {
            self.terms.not(condition)
        };
        let (changing, fixed): (Vec<TermId>, Vec<TermId>) = {
            let conjuncts = self.terms.conjuncts(when);
            conjuncts.into_iter().partition(|&t| self.varies(s, t))
        };
        let &[test] = changing.as_slice() else { return None };
        let (sum, holds) = self.terms.at_most_zero(test)?;
        let sum = self.without_overflow(sum);
        let (parts, k) = self.terms.linear(sum);
        let &(_, slope) = parts.iter().find(|(t, _)| *t == s.kappa)?;
        let rest: Vec<(TermId, i128)> = parts.iter().copied().filter(|(t, _)| *t != s.kappa).collect();
        if rest.iter().any(|&(t, _)| self.varies(s, t)) {
            return None;
        }
        // a·κ + r <= 0 with a < 0 is no -a·κ - r + 1 <= 0
        let (slope, rest, first) = match slope > 0 {
            true => (slope, self.terms.sum(&rest, k), holds),
            false => {
                let rest = self.terms.sum(&rest, k);
                let rest = self.terms.scale(rest, -1);
                (-slope, self.terms.offset(rest, 1), !holds)
            }
        };
        let negative = self.terms.scale(rest, -1);
        let last = self.terms.floor_div(negative, slope);
        let many = self.terms.offset(last, 1);
        let zero = self.terms.int(0);
        let (none, all) = (self.terms.le(many, zero), self.terms.le(s.kappa, many));
        let some = self.terms.ite(all, s.kappa, many);
        let leading = self.terms.ite(none, zero, some);
        let steps = match first {
            true => leading,
            false => self.terms.sub(s.kappa, leading),
        };
        let way = self.terms.mul(step, steps);
        let value = self.terms.add(c.init, way);
        let value = match c.ty {
            Some(ty) if inner != changed => self.terms.wrap(value, ty),
            _ => value,
        };
        let fixed = self.terms.and(&fixed);
        Some(self.terms.ite(fixed, value, c.init))
    }

    /// A wrap to the variable's own type around its step.
    fn unwrapped(&self, latch: TermId, ty: Option<Ty>) -> TermId {
        match (self.terms.node(latch), ty) {
            (
                &Node::Wrap {
                    bits, signed, arg, ..
                },
                Some(Ty::Int { bits: b, signed: s }),
            ) if bits == b && signed == s => arg,
            _ => latch,
        }
    }

    /// Whether the step cannot leave the type, since another iteration only follows while the variable is bounded:
    /// a conjunct `c·v + r <= 0` of the repeat condition gives `v <= ⌊-r / c⌋`, and that plus the step fits.
    fn stays_in_type(
        &mut self,
        s: &mut Solver,
        c: &Carried,
        step: TermId,
        ty: Ty,
        repeats: Option<TermId>,
    ) -> bool {
        let (Some(r), Some(d)) = (repeats, self.terms.as_int(step)) else {
            return false;
        };
        let fits = Range::of(ty);
        let r = self.terms.subst(&mut s.subst, r);
        self.terms.conjuncts(r).into_iter().any(|conjunct| {
            let Some((sum, holds)) = self.terms.at_most_zero(conjunct) else {
                return false;
            };
            let (parts, k) = self.terms.linear(sum);
            // ¬(t <= 0) is 1 - t <= 0
            let (k, sign) = if holds { (k, 1) } else { (1 - k, -1) };
            let Some(&(_, own)) = parts.iter().find(|(t, _)| *t == c.place) else {
                return false;
            };
            let own = own * sign;
            let rest = parts
                .iter()
                .filter(|(t, _)| *t != c.place)
                .fold(Range::new(k, k), |acc, &(t, c)| {
                    acc.add(self.terms.range(t).scale(c * sign))
                });
            match (own > 0, rest.lo) {
                // own·v <= -rest
                (true, Some(lo)) if d > 0 => {
                    (-lo).div_euclid(own).saturating_add(d) <= fits.hi.unwrap_or(i128::MAX)
                }
                // v >= rest / |own|
                (false, Some(lo)) if d < 0 => -((-lo).div_euclid(-own)) + d >= fits.lo.unwrap_or(i128::MIN),
                _ => false,
            }
        })
    }

    pub(super) fn is_open(&self, s: &Solver, t: TermId) -> bool {
        let all = self.terms.post_order(&[t]);
        s.open.iter().any(|c| all.contains(&c.place))
    }

    /// Whether `t` may differ from iteration to iteration.
    pub(super) fn varies(&self, s: &Solver, t: TermId) -> bool {
        self.terms.post_order(&[t]).contains(&s.kappa) || self.varies_in(t, s.id, s.kappa)
    }

    /// A bound on κ from the repeat condition: `c·κ + r <= 0`, c > 0, held in all iterations but the last one.
    fn count_visits(&mut self, s: &mut Solver, repeats: Option<TermId>) {
        let Some(r) = repeats.filter(|_| s.visits.is_none()) else {
            return;
        };
        let r = self.terms.subst(&mut s.subst, r);
        let conjuncts = self.terms.conjuncts(r);
        for &c in &conjuncts {
            let Some((sum, holds)) = self.terms.at_most_zero(c) else {
                continue;
            };
            // ¬(t <= 0) is 1 - t <= 0
            let (sign, extra) = if holds { (1, 0) } else { (-1, 1) };
            let (parts, k) = self.terms.linear(sum);
            let &[(t, c)] = &parts[..] else { continue };
            let (c, k) = (c * sign, k * sign + extra);
            if t == s.kappa && c > 0 {
                let last = (-k).div_euclid(c);
                let most = last.max(-1) + 2;
                if s.visits.is_none_or(|v| most < v.most) {
                    s.visits = Some(Visits {
                        most,
                        exact: conjuncts.len() == 1,
                    });
                }
            }
        }
    }

    /// `v' = f(κ)` ⇒ `κ = 0 ? v₀ : f(κ - 1)`, f made of nothing else that changes in the loop.
    fn settle_by_previous(&mut self, s: &mut Solver, c: &Carried) -> bool {
        let Some(latch) = c.latch else { return false };
        let latch = self.terms.subst(&mut s.subst, latch);
        let Some(value) = self.by_previous(s, c, latch) else {
            return false;
        };
        self.settle(s, c, value);
        true
    }

    /// A condition inside of an iteration that is the same in all of them, such as which thread it is, has one answer for good:
    /// each gives a value of its own.
    fn settle_by_cases(&mut self, s: &mut Solver, c: &Carried) -> bool {
        let Some(latch) = c.latch else { return false };
        let latch = self.terms.subst(&mut s.subst, latch);
        s.ways = MOST_WAYS;
        let Some(value) = self.by_cases(s, c, latch, MOST_CASES) else {
            return false;
        };
        self.settle(s, c, value);
        true
    }

    fn by_cases(&mut self, s: &mut Solver, c: &Carried, latch: TermId, more: u32) -> Option<TermId> {
        let repeats = s.repeats;
        if let Some(value) = self.closed_form_of(s, c, latch, repeats) {
            return Some(value);
        }
        if let Some(value) = self.by_previous(s, c, latch) {
            return Some(value);
        }
        let more = more.checked_sub(1)?;
        let fixed = self.terms.post_order(&[latch]).into_iter().find(|&t| {
            let atom = self.terms.sort(t) == Sort::Bool && self.terms.as_bool(t).is_none();
            atom && !self.is_open(s, t) && !self.varies(s, t)
        })?;
        let ways = [true, false].map(|holds| {
            let latch = self.terms.decide(latch, fixed, holds);
            let init = self.terms.decide(c.init, fixed, holds);
            let c = Carried { init, ..c.clone() };
            self.by_cases(s, &c, latch, more)
        });
        let [yes, no] = ways;
        Some(self.terms.ite(fixed, yes?, no?))
    }

    fn by_previous(&mut self, s: &Solver, c: &Carried, latch: TermId) -> Option<TermId> {
        if latch == c.place {
            return Some(c.init);
        }
        if let Some((condition, a, b)) = self.chosen_for_good(s, latch) {
            let (a, b) = (self.by_previous(s, c, a)?, self.by_previous(s, c, b)?);
            return Some(self.terms.ite(condition, a, b));
        }
        if self.is_open(s, latch) || self.varies_in(latch, s.id, s.kappa) {
            return None;
        }
        let before = self.terms.offset(s.kappa, -1);
        let mut shift = Subst::new();
        shift.bind(self.sym_of(s.kappa), before);
        let latch = self.terms.subst(&mut shift, latch);
        let zero = self.terms.int(0);
        let first = self.terms.eq(s.kappa, zero);
        Some(self.terms.ite(first, c.init, latch))
    }

    /// `g ? a : b` with a condition that is the same in all iterations.
    fn chosen_for_good(&self, s: &Solver, latch: TermId) -> Option<(TermId, TermId, TermId)> {
        match *self.terms.node(latch) {
            Node::Ite(g, a, b) if !self.is_open(s, g) && !self.varies(s, g) => Some((g, a, b)),
            _ => None,
        }
    }
}
