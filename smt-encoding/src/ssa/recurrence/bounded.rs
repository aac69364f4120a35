//! Carried values without a closed form: unknown functions of the counter, and what bounds them.

use super::*;

impl Machine<'_> {
    /// An unknown function of κ for `c`, within what induction shows of it.
    pub(super) fn havoc(
        &mut self,
        s: &mut Solver,
        c: &Carried,
        repeats: Option<TermId>,
        header: NodeIndex,
        loc: Loc,
    ) {
        let level = self.uniformity.var(header, c.var);
        let sort = self.terms.sort(c.place);
        let message = format!(
            "the value of `{}` in a later iteration of this loop is not tracked exactly",
            c.name
        );
        let a = self.approximation(message, loc);
        let latch = c.latch.map(|l| self.terms.subst(&mut s.subst, l));
        let range = match latch {
            Some(l) if sort == Sort::Int => self.inductive_range_without_overflow(c, l),
            _ => c.ty.map_or(Range::ALL, Range::of),
        };
        let range = match c.ty {
            Some(Ty::Int { .. }) => range.meet(self.intervals.at(self.kernel, header, c.var)),
            _ => range,
        };
        let multiple = match sort {
            Sort::Int => self.common_factor(s, c),
            _ => None,
        };
        let drawn = latch.and_then(|l| self.drawn_each_time(c, l, a));
        let value = match multiple {
            _ if let Some(drawn) = drawn => drawn,
            Some(multiple) => self.multiple(s, c, &multiple, range, a),
            None => {
                let value = self.function_of_counter(s, c, range, level, a);
                self.note_butterfly(s, c, value);
                s.unknown.push(c.place);
                if let Some(l) = latch.filter(|_| sort == Sort::Int) {
                    self.bounds_by_steps(s, c, l, value, range);
                }
                value
            }
        };
        if let Some(l) = latch
            && sort == Sort::Int
        {
            s.facts.extend(self.stays_power(c, l, value));
            let few = self.few_values(s, c, l, value);
            s.facts.extend(few);
            let repeats = repeats.map(|r| self.terms.subst(&mut s.subst, r));
            let (bare, assumed) = crate::term::int_view(&mut self.terms, &mut self.view, l);
            let mut most = self.visits_by_intervals(c, l, repeats, range);
            if most.is_none() && assumed {
                most = self.visits_by_intervals(c, bare, repeats, range);
                most = most.filter(|_| self.assume_no_overflow());
            }
            if let Some(most) = most.filter(|&most| s.visits.is_none_or(|v| most < v.most)) {
                s.visits = Some(Visits { most, exact: false });
            }
        }
        self.settle(s, c, value);
    }

    /// What an atomic operation returned, if that is what the loop begins with and what each iteration leaves, from one place and with
    /// one operand: some operation of the thread's own in each iteration.
    pub(super) fn drawn_each_time(
        &mut self,
        c: &Carried,
        latch: TermId,
        approximation: u32,
    ) -> Option<TermId> {
        let result = |t: TermId| match self.terms.node(t) {
            Node::App(f, args) => Some((self.terms.functions[*f].clone(), args.clone())),
            _ => None,
        };
        let ((first, args), (next, others)) = (result(c.init)?, result(latch)?);
        let (
            FnOrigin::Drawn { object, op, .. },
            FnOrigin::Drawn {
                object: of, op: by, ..
            },
        ) = (&first.origin, &next.origin)
        else {
            return None;
        };
        if object != of || op != by || args != others {
            return None;
        }
        let f = self.terms.functions.push(Function {
            name: c.name.clone(),
            range: first.range.union(next.range),
            level: first.level.max(next.level),
            loops: self.context.clone(),
            approximation: Some(approximation),
            ..next
        });
        Some(self.terms.app(f, &args))
    }

    /// An unknown function of κ. One value for each iteration: threads that are in different ones still speak of the same function.
    pub(super) fn function_of_counter(
        &mut self,
        s: &Solver,
        c: &Carried,
        range: Range,
        level: Level,
        approximation: u32,
    ) -> TermId {
        let around = self.context.len().saturating_sub(1);
        let f = self.terms.functions.push(Function {
            name: c.name.clone(),
            sort: self.terms.sort(c.place),
            range,
            level,
            loops: self.context[..around].to_vec(),
            origin: FnOrigin::Carried,
            approximation: Some(approximation),
        });
        self.terms.app(f, &[s.kappa])
    }

    /// `v₀ + g·m(κ)` with an unknown number of steps m; modulo the turn of the type, which is exact since every step is.
    pub(super) fn multiple(
        &mut self,
        s: &mut Solver,
        c: &Carried,
        multiple: &Multiple,
        range: Range,
        approximation: u32,
    ) -> TermId {
        let added = multiple.ways.iter().map(|&t| self.terms.range(t));
        let added = added.reduce(Range::union).unwrap_or(Range::ALL);
        let within = Range {
            lo: added.lo.filter(|lo| *lo >= 0).map(|_| 0),
            hi: added.hi.filter(|hi| *hi <= 0).map(|_| 0),
        };
        let level = self.level_of(c.place).max(self.level_of(multiple.added));
        let m = self.function_of_counter(s, c, within, level, approximation);
        for (bound, lower) in [(added.lo, true), (added.hi, false)] {
            let Some(d) = bound.filter(|d| d.abs() < 1 << 24) else {
                continue;
            };
            let edge = self.terms.scale(s.kappa, d);
            let fact = match lower {
                true => self.terms.le(edge, m),
                false => self.terms.le(m, edge),
            };
            s.facts.push(fact);
        }
        // m(κ + 1) = m(κ) + what the iteration adds
        s.steps.push(Growth {
            value: m,
            init: self.terms.int(0),
            next: Some(self.terms.add(m, multiple.added)),
        });
        let way = self.terms.mul(multiple.factor, m);
        let whole = self.terms.add(c.init, way);
        let value = match c.ty {
            Some(ty) => self.terms.wrap(whole, ty),
            None => whole,
        };
        // The interval of the variable is narrower than that of the terms.
        let known = self.terms.range(value);
        let bounds = [(range.lo, known.lo), (range.hi, known.hi)];
        for (n, (bound, _)) in bounds.into_iter().enumerate().filter(|(_, (b, k))| b != k) {
            let Some(bound) = bound.map(|b| self.terms.int(b)) else {
                continue;
            };
            let fact = match n {
                0 => self.terms.le(bound, value),
                _ => self.terms.le(value, bound),
            };
            s.facts.push(fact);
        }
        value
    }

    /// `v ∈ {v₀, …}`, the few values that are closed under all ways through an iteration and that the loop does not change.
    pub(super) fn few_values(
        &mut self,
        s: &Solver,
        c: &Carried,
        latch: TermId,
        value: TermId,
    ) -> Option<TermId> {
        let ways = self.values_by_ways(latch)?;
        let mut found = vec![c.init];
        let mut at = 0;
        while at < found.len() {
            let mut here = Subst::new();
            here.bind(self.sym_of(c.place), found[at]);
            for &way in &ways {
                let next = self.terms.subst(&mut here, way);
                if self.is_open(s, next) || self.varies(s, next) {
                    return None;
                }
                if !found.contains(&next) {
                    found.push(next);
                }
            }
            if found.len() > MOST_VALUES {
                return None;
            }
            at += 1;
        }
        // What the interval says already would only be one more disjunction.
        let known = self.terms.range(value);
        let numbers: Vec<i128> = found.iter().filter_map(|&v| self.terms.as_int(v)).collect();
        let width = known.lo.zip(known.hi).map(|(lo, hi)| hi - lo + 1);
        if numbers.len() == found.len() && width == i128::try_from(numbers.len()).ok() {
            return None;
        }
        let any: Vec<TermId> = found.into_iter().map(|v| self.terms.eq(value, v)).collect();
        Some(self.terms.or(&any))
    }

    /// The inductive interval, narrower still if index arithmetic does not overflow; that is then noted.
    pub(super) fn inductive_range_without_overflow(&mut self, c: &Carried, latch: TermId) -> Range {
        let exact = self.inductive_range(c, latch);
        let (bare, assumed) = crate::term::int_view(&mut self.terms, &mut self.view, latch);
        if !assumed {
            return exact;
        }
        let narrower = exact.meet(self.inductive_range(c, bare));
        match narrower != exact && self.assume_no_overflow() {
            true => narrower,
            false => exact,
        }
    }

    /// An interval that holds the first value and that an iteration does not leave.
    pub(super) fn inductive_range(&mut self, c: &Carried, latch: TermId) -> Range {
        let all = c.ty.map_or(Range::ALL, Range::of);
        let init = self.terms.range(c.init).meet(all);
        let candidates = [
            init,
            Range {
                lo: init.lo.map(|l| l.min(0)),
                hi: init.hi.map(|h| h.max(0)),
            },
            Range {
                lo: init.lo,
                hi: all.hi,
            },
            Range {
                lo: all.lo,
                hi: init.hi,
            },
        ];
        let mut best = all;
        for r in candidates {
            if !all.includes(r) {
                continue;
            }
            let next = self.step_range(c, latch, r);
            if r.includes(next) {
                best = best.meet(r);
            }
        }
        // One iteration from anywhere in the interval is within it as well.
        let next = self.step_range(c, latch, best);
        let union = next.union(init);
        if all.includes(union) {
            best.meet(union)
        } else {
            best
        }
    }

    /// The interval of the next value if this one lies in `r`.
    pub(in super::super) fn step_range(&mut self, c: &Carried, latch: TermId, r: Range) -> Range {
        let assumed = self.terms.fresh(Symbol {
            name: format!("{}~", c.name),
            sort: Sort::Int,
            range: r,
            level: Level::Thread,
            loops: Vec::new(),
            origin: Origin::Placeholder,
        });
        let mut s = Subst::new();
        s.bind(self.sym_of(c.place), assumed);
        let next = self.terms.subst(&mut s, latch);
        // Whoever took the wraps off has assumed that the value stays in its type.
        let all = c.ty.map_or(Range::ALL, Range::of);
        self.terms.range(next).meet(all)
    }

    /// `v' - v ∈ [a, b]` ⇒ `v₀ + a·κ <= v <= v₀ + b·κ`.
    pub(super) fn bounds_by_steps(
        &mut self,
        s: &mut Solver,
        c: &Carried,
        latch: TermId,
        value: TermId,
        range: Range,
    ) {
        let Some(steps) = self.step(c, latch, range) else {
            return;
        };
        for (bound, lower) in [(steps.lo, true), (steps.hi, false)] {
            // Bounds as wide as the type say nothing and burden the solver.
            let Some(d) = bound.filter(|d| d.abs() < 1 << 24) else {
                continue;
            };
            let way = self.terms.scale(s.kappa, d);
            let edge = self.terms.add(c.init, way);
            let f = if lower {
                self.terms.le(edge, value)
            } else {
                self.terms.le(value, edge)
            };
            s.facts.push(f);
        }
    }

    /// The interval of `next - v`, through conditionals and a wrap to the variable's type.
    pub(super) fn step(&mut self, c: &Carried, next: TermId, range: Range) -> Option<Range> {
        match *self.terms.node(next) {
            Node::Ite(_, a, b) => Some(self.step(c, a, range)?.union(self.step(c, b, range)?)),
            Node::Wrap { arg, .. } if self.unwrapped(next, c.ty) == arg => {
                let r = self.step(c, arg, range)?;
                let may_wrap = !c.ty.map_or(Range::ALL, Range::of).includes(range.add(r));
                (!may_wrap || self.assume_no_overflow()).then_some(r)
            }
            // ⌊v / k⌋ <= v for v >= 0
            Node::FloorDiv(v, _) if v == c.place && range.at_least(0) => Some(Range {
                lo: range.hi.map(|h| -h),
                hi: Some(0),
            }),
            _ => {
                let d = self.terms.sub(next, c.place);
                let mut s = Subst::new();
                let assumed = self.terms.fresh(Symbol {
                    name: format!("{}~", c.name),
                    sort: Sort::Int,
                    range,
                    level: Level::Thread,
                    loops: Vec::new(),
                    origin: Origin::Placeholder,
                });
                s.bind(self.sym_of(c.place), assumed);
                let d = self.terms.subst(&mut s, d);
                Some(self.terms.range(d))
            }
        }
    }
}
