//! Obligations, settled by discharge first and Z3 next.

use super::*;

impl Solver {
    /// A solver that has been asked nothing; `limits`, and what is `stated`, always hold.
    pub fn new(config: &Config, clock: Clock, mut limits: Vec<TermId>, stated: Vec<TermId>) -> Solver {
        limits.extend(&stated);
        Solver {
            session: Session::new(),
            view: IntView::default(),
            clock,
            rlimit: config.rlimit,
            stuck: 0,
            share: 1,
            arith: config.arith,
            limits,
            stated,
            transcript: None,
            obligations: 0,
            conjuncts: 0,
            discharged: 0,
            looked_at: 0,
            discharge_seconds: 0.0,
        }
    }

    /// Solver calls so far.
    pub fn queries(&self) -> u64 {
        self.session.queries()
    }

    /// Seconds spent in them.
    pub fn seconds(&self) -> f64 {
        self.session.seconds()
    }

    /// Whether the kernel's work or time is used up, or nobody wants the answer any more.
    pub fn is_out_of_time(&self) -> bool {
        self.clock.is_over() || self.session.has_missed()
    }

    /// From now on (or no longer), Z3 is not asked.
    pub fn postpone(&mut self, on: bool) {
        self.session.postpone(on);
    }

    /// Whether Z3 should have been asked when it was not.
    pub fn has_missed(&self) -> bool {
        self.session.has_missed()
    }

    /// Notes that an obligation stays open. The kernel is not proved any more: what is left is to find its races, which takes less.
    pub fn note_open(&mut self) {
        self.stuck += 1;
    }

    /// The units for a question.
    pub(super) fn units(&self) -> u32 {
        let halvings = match self.stuck {
            0 => 0,
            1 => 2,
            2..4 => 4,
            _ => 5,
        };
        (self.rlimit >> halvings) / self.share
    }

    /// From now on there is so many times less for each question than the configuration says.
    pub fn spare(&mut self, times: u32) {
        self.share = times;
    }

    /// `t` without wraps; whether that took the no-overflow assumption.
    pub fn view(&mut self, terms: &mut Terms, t: TermId) -> (TermId, bool) {
        int_view(terms, &mut self.view, t)
    }

    /// Can all of `core`, then also `rest` and the limits, hold at once?
    ///
    /// The weakest question first: unsatisfiability of a part is a proof, and small questions are quick where the
    /// whole list of limits makes the solver give up.
    pub fn settle(&mut self, terms: &mut Terms, core: &[TermId], rest: &[TermId]) -> Settled {
        self.settle_as(terms, core, rest, Hope::Proof)
    }

    /// As [`Solver::settle`], with what is thought likely tried first: no answer depends on it.
    pub fn settle_as(&mut self, terms: &mut Terms, core: &[TermId], rest: &[TermId], hope: Hope) -> Settled {
        let share = self.share;
        if is_scattered(terms, &terms.post_order(core)) {
            self.share = share.saturating_mul(SCATTERED_SHARE);
        }
        let settled = self.settle_within(terms, core, rest, hope);
        self.share = share;
        settled
    }

    pub(super) fn settle_within(
        &mut self,
        terms: &mut Terms,
        core: &[TermId],
        rest: &[TermId],
        hope: Hope,
    ) -> Settled {
        if self.arith == Arith::Auto && twiddles(terms, core) {
            // Guards about other things than the addresses only slow bit-vectors down.
            let close = [core, &close_to(terms, core, rest)].concat();
            if self.ask(terms, &close, Encoding::Bv, self.units() / 4) == Outcome::Unsat {
                return Settled::Never { overflow: false };
            }
        }
        let mut all: Vec<TermId> = [core, rest].concat();
        if self.arith != Arith::Bv {
            let answer = self.settle_integers(terms, core, rest, hope);
            let stuck = matches!(answer, Settled::Unknown(_));
            if !stuck || self.arith == Arith::Int || !suits_bits(terms, &all) {
                return answer;
            }
        }
        all.extend(&self.limits);
        if let Some(model) = self.small(terms, &all, Encoding::Bv, self.units() / 4) {
            return self.happens(terms, &all, model);
        }
        match self.ask(terms, &all, Encoding::Bv, self.units()) {
            Outcome::Unsat => Settled::Never { overflow: false },
            Outcome::Sat(model) => self.happens(terms, &all, model),
            Outcome::Unknown(why) => Settled::Unknown(why),
        }
    }

    pub(super) fn settle_integers(
        &mut self,
        terms: &mut Terms,
        core: &[TermId],
        rest: &[TermId],
        hope: Hope,
    ) -> Settled {
        let limits = self.limits.clone();
        let (core, assumed_core) = self.view_all(terms, core);
        let (rest, assumed_rest) = self.view_all(terms, rest);
        let (limits, assumed_limits) = self.view_all(terms, &limits);
        let guarded = [core.as_slice(), &rest].concat();
        let all = [guarded.as_slice(), &limits].concat();
        if hope == Hope::Model
            && let Some(model) = self.small(terms, &all, Encoding::Int, self.units() / 4)
        {
            return self.happens(terms, &all, model);
        }
        let weakest = self.ask(terms, &core, Encoding::Int, self.units() / 4);
        if weakest == Outcome::Unsat {
            return Settled::Never {
                overflow: assumed_core,
            };
        }
        let mut is_hard = matches!(weakest, Outcome::Unknown(_));
        let overflow = assumed_core || assumed_rest;
        // Guards without the limits: it is they that make products of sizes hard.
        if !self.limits.is_empty() {
            let answer = self.ask(terms, &guarded, Encoding::Int, self.units() / 2);
            if answer == Outcome::Unsat {
                return Settled::Never { overflow };
            }
            is_hard &= matches!(answer, Outcome::Unknown(_));
        }
        let overflow = overflow || assumed_limits;
        // Where parts were too hard, the whole has little chance.
        let units = if is_hard { self.units() / 2 } else { self.units() };
        let of_small = if is_hard { units / 16 } else { units / 4 };
        if hope == Hope::Proof
            && let Some(model) = self.small(terms, &all, Encoding::Int, of_small)
        {
            return self.happens(terms, &all, model);
        }
        match self.ask(terms, &all, Encoding::Int, units) {
            Outcome::Unsat => Settled::Never { overflow },
            Outcome::Sat(model) => self.happens(terms, &all, model),
            Outcome::Unknown(why) => Settled::Unknown(why),
        }
    }

    pub(super) fn happens(&self, terms: &Terms, query: &[TermId], model: Model) -> Settled {
        Settled::Happens(Box::new(self.session.shrink(terms, query, model)))
    }

    pub(super) fn view_all(&mut self, terms: &mut Terms, all: &[TermId]) -> (Vec<TermId>, bool) {
        let mut assumed = false;
        let viewed = all
            .iter()
            .map(|&t| {
                let (t, a) = self.view(terms, t);
                assumed |= a;
                t
            })
            .collect();
        (viewed, assumed)
    }

    /// A model with small launch sizes, parameters, iteration counts and contents of arrays, if one is quickly found: people
    /// read it, and replay runs it. Contents are indices more often than not: they are to be such first.
    pub(super) fn small(
        &mut self,
        terms: &mut Terms,
        query: &[TermId],
        encoding: Encoding,
        units: u32,
    ) -> Option<Model> {
        let order = terms.post_order(query);
        let is_int = |t: &TermId| terms.sort(*t) == Sort::Int;
        let is_size = |t: &TermId| match terms.node(*t) {
            Node::Sym(s) => matches!(
                terms.symbols[terms.original(*s).0].origin,
                Origin::BlockDim(_)
                    | Origin::GridDim(_)
                    | Origin::Param(_)
                    | Origin::Counter(_)
                    | Origin::GlobalOffset(_)
            ),
            _ => false,
        };
        let is_content = |t: &TermId| match terms.node(*t) {
            Node::App(f, _) => matches!(terms.functions[*f].origin, FnOrigin::Select { .. }),
            _ => false,
        };
        let pick = |wanted: &dyn Fn(&TermId) -> bool| -> Vec<TermId> {
            order.iter().copied().filter(|t| is_int(t) && wanted(t)).collect()
        };
        let (sizes, contents) = (pick(&is_size), pick(&is_content));
        let modest = SMALL.map(|bound| (bound, Some(bound * CONTENTS)));
        let any = SMALL.map(|bound| (bound, None));
        let tries = if contents.is_empty() { &[][..] } else { &modest[..] };
        for &(bound, most) in tries.iter().chain(&any) {
            let mut bounded = query.to_vec();
            for &size in &sizes {
                bounded.extend(within(terms, size, -bound, bound));
            }
            for &content in contents.iter().filter(|_| most.is_some()) {
                bounded.extend(within(terms, content, 0, most.unwrap_or(0)));
            }
            match self.ask(terms, &bounded, encoding, units) {
                Outcome::Sat(model) => return Some(model),
                Outcome::Unsat => {}
                // Wider bounds are no easier.
                Outcome::Unknown(_) => return None,
            }
        }
        None
    }

    /// One query.
    pub fn ask(&mut self, terms: &Terms, conjuncts: &[TermId], encoding: Encoding, rlimit: u32) -> Outcome {
        self.ask_for(terms, conjuncts, encoding, rlimit, u64::MAX)
    }

    /// One query, for so many units of work.
    pub fn ask_for(
        &mut self,
        terms: &Terms,
        conjuncts: &[TermId],
        encoding: Encoding,
        rlimit: u32,
        work: u64,
    ) -> Outcome {
        if self.clock.is_over() {
            return Outcome::Unknown(self.clock.reason().into());
        }
        if let Some(text) = &mut self.transcript {
            text.push_str(&crate::z3::smt2(terms, conjuncts, encoding));
            text.push('\n');
        }
        let limits = Limits {
            rlimit,
            work: work.min(self.clock.units_left()),
            deadline: Some(self.clock.deadline()),
        };
        let outcome = self.session.check(terms, conjuncts, encoding, limits);
        if outcome.is_cut_by_clock() {
            self.clock.cut_by_clock();
            return Outcome::Unknown(self.clock.reason().into());
        }
        outcome
    }
}
