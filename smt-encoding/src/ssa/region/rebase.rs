//! What a loop left behind, over what stands for it outside: any iteration, or the last one.

use super::*;

impl Machine<'_> {
    /// Applies `s` to all records since `mark` and strengthens their guards by `outer`.
    pub(super) fn rebase(&mut self, run: &mut Run<'_>, mark: Mark, s: &mut Subst, outer: TermId) {
        let terms = &mut self.terms;
        for r in &mut self.recurrences[mark.recurrences..] {
            r.subst(terms, s);
        }
        for r in &mut self.raises[mark.raises..] {
            r.subst(terms, s, outer);
        }
        for fact in self.told.split_off(mark.told) {
            let fact = terms.subst(s, fact);
            self.told.extend(terms.conjuncts(fact));
        }
        let mut guard = |terms: &mut crate::term::Terms, g: &mut TermId| {
            let t = terms.subst(s, *g);
            *g = terms.and(&[outer, t]);
        };
        let (accesses, bounds) = (
            &mut run.out.accesses[mark.accesses..],
            &mut run.out.bounds[mark.bounds..],
        );
        for a in accesses.iter_mut().chain(bounds) {
            guard(terms, &mut a.guard);
        }
        for (g, _) in &mut self.guarded_unknowns[mark.guarded_unknowns..] {
            guard(terms, g);
        }
        for g in &mut self.other_callees[mark.other_callees..] {
            guard(terms, g);
        }
        for x in &mut run.out.stops[mark.stops..] {
            guard(terms, &mut x.guard);
        }
        for c in &mut run.out.claims[mark.claims..] {
            guard(terms, &mut c.guard);
        }
        for x in &mut run.out.nulls[mark.nulls..] {
            guard(terms, &mut x.guard);
        }
        for x in &mut run.out.unawaited[mark.unawaited..] {
            guard(terms, &mut x.guard);
        }
        for x in &mut run.out.started[mark.started..] {
            guard(terms, &mut x.guard);
        }
        for x in &mut run.out.meetings[mark.meetings..] {
            guard(terms, &mut x.guard);
        }
        for d in &mut run.out.departures[mark.departures..] {
            guard(terms, &mut d.guard);
        }
        for x in &mut run.out.leavings[mark.leavings..] {
            guard(terms, &mut x.guard);
        }
        for x in &mut run.out.endless[mark.endless..] {
            guard(terms, &mut x.guard);
        }
        for d in &mut run.out.definitions[mark.definitions..] {
            guard(terms, &mut d.guard);
        }
        let (accesses, bounds) = (
            &mut run.out.accesses[mark.accesses..],
            &mut run.out.bounds[mark.bounds..],
        );
        for a in accesses.iter_mut().chain(bounds) {
            a.row = terms.subst(s, a.row);
            a.offset = terms.subst(s, a.offset);
            a.bytes = terms.subst(s, a.bytes);
            a.phases.iter_mut().for_each(|p| p.subst(terms, s));
            a.values
                .iter_mut()
                .chain(&mut a.operands)
                .for_each(|v| *v = terms.subst(s, *v));
            for c in &mut a.counters {
                c.1 = terms.subst(s, c.1);
            }
        }
        for x in &mut run.out.stops[mark.stops..] {
            x.phases.iter_mut().for_each(|p| p.subst(terms, s));
            for turn in &mut x.turns {
                turn.1 = terms.subst(s, turn.1);
            }
        }
        for c in &mut run.out.claims[mark.claims..] {
            c.condition = terms.subst(s, c.condition);
            for k in &mut c.counters {
                k.1 = terms.subst(s, k.1);
            }
        }
        for x in &mut run.out.meetings[mark.meetings..] {
            x.terms_mut().for_each(|a| *a = terms.subst(s, *a));
            for k in &mut x.counters {
                k.1 = terms.subst(s, k.1);
            }
        }
        for d in &mut run.out.departures[mark.departures..] {
            for k in &mut d.counters {
                k.1 = terms.subst(s, k.1);
            }
        }
        for x in &mut run.out.endless[mark.endless..] {
            for k in &mut x.counters {
                k.1 = terms.subst(s, k.1);
            }
        }
        for x in &mut run.out.leavings[mark.leavings..] {
            x.end = terms.subst(s, x.end);
            for k in &mut x.counters {
                k.1 = terms.subst(s, k.1);
            }
        }
        for x in &mut run.out.nulls[mark.nulls..] {
            x.is_null = terms.subst(s, x.is_null);
            for k in &mut x.counters {
                k.1 = terms.subst(s, k.1);
            }
        }
        for x in &mut run.out.started[mark.started..] {
            x.terms_mut().for_each(|t| *t = terms.subst(s, *t));
            for k in &mut x.counters {
                k.1 = terms.subst(s, k.1);
            }
        }
        for x in &mut run.out.unawaited[mark.unawaited..] {
            x.offsets = x.offsets.map(|o| terms.subst(s, o));
            for k in &mut x.counters {
                k.1 = terms.subst(s, k.1);
            }
        }
        for d in &mut run.out.definitions[mark.definitions..] {
            d.value = terms.subst(s, d.value);
        }
        for p in &mut run.out.snapshots[mark.snapshots..] {
            p.state.subst(terms, s, outer);
            for c in &mut p.counters {
                c.1 = terms.subst(s, c.1);
            }
        }
    }

    /// Turns a state inside loop `id` into the one after its last iteration: κ becomes `end`, and symbols made in the
    /// loop become their values in that iteration.
    pub(super) fn last_iteration(
        &mut self,
        state: &mut State,
        id: LoopId,
        kappa: TermId,
        end: TermId,
        control: Level,
    ) {
        let mut roots: Vec<TermId> = vec![state.guard];
        roots.extend(state.env.values().flat_map(|v| v.parts()));
        roots.extend(state.turns.values());
        let mut s = Subst::new();
        if self.terms.as_int(kappa).is_none() {
            s.bind(self.sym_of(kappa), end);
        }
        let mut functions: BTreeMap<crate::term::FnId, ()> = BTreeMap::new();
        for t in self.terms.post_order(&roots) {
            match *self.terms.node(t) {
                Node::Sym(sym) if t != kappa && self.terms.symbols[sym].loops.contains(&id) => {
                    let mut copy = self.terms.symbols[sym].clone();
                    copy.loops = self.context.clone();
                    copy.level = copy.level.max(control);
                    copy.name.push('\'');
                    let new = self.terms.fresh(copy);
                    s.bind(sym, new);
                }
                Node::App(f, _) if self.terms.functions[f].loops.contains(&id) => {
                    functions.insert(f, ());
                }
                _ => {}
            }
        }
        for f in functions.into_keys() {
            let mut copy = self.terms.functions[f].clone();
            copy.loops = self.context.clone();
            copy.level = copy.level.max(control);
            copy.name.push('\'');
            let new = self.terms.functions.push(copy);
            s.bind_fn(f, new);
        }
        let yes = self.terms.bool(true);
        state.subst(&mut self.terms, &mut s, yes);
    }
}
