//! The door to Z3: the only importer of the `z3` crate.
//!
//! Queries run in the thread's own Z3 context, which is made at the first one. [`crate::analyse`] gives every kernel a
//! thread, so that answers depend on nothing but the kernel: not on the kernels before it, nor on the worker that happens
//! to ask (making a context for each query took a third of the time). Random seeds are fixed, one thread searches, and
//! the limit that decides is the deterministic `rlimit`.

mod bounds;
mod bv;
mod guess;
mod horner;
mod int;
mod model;
mod scope;
mod shrink;
mod trial;
mod walk;

pub use model::Model;

use crate::Cancel;
use crate::clock::Deadline;
use crate::discharge::contradictory;
use crate::term::{Node, Range, TermId, Terms};
use model::{Leaf, read_model};
use rustc_hash::FxHashMap;
use scope::Scope;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use z3::ast::Bool;
use z3::{Params, SatResult, Solver, StatisticsValue, Tactic};

/// The oldest Z3 that can do the queries.
const OLDEST: (u32, u32) = (5, 3);

/// Does `work`, whose queries are interrupted when `cancel` is used.
pub fn interruptible<T>(cancel: &Option<Cancel>, work: impl FnOnce() -> T) -> T {
    let Some(cancel) = cancel else {
        return work();
    };
    let context = z3::Context::thread_local();
    let handle = context.handle();
    let (done, is_done) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Z3 forgets an interrupt that comes between two queries: it is repeated.
            while is_done.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if cancel.is_cancelled() {
                    handle.interrupt();
                }
            }
        });
        // Also when `work` panics, the sender goes, and with it the watcher.
        let _done = done;
        work()
    })
}

/// How often the token of a running query is looked at.
const POLL: Duration = Duration::from_millis(10);

/// How integers are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Mathematical integers; bitwise operators are stand-ins with axioms.
    Int,
    /// Bit-vectors wide enough that nothing overflows; everything is exact.
    Bv,
}

/// What questions of one kind cost.
#[derive(Clone, Copy)]
struct Price {
    /// Units of work that one of Z3's own (`rlimit`) counts for, so that they take about as long as others do (`docs/solver.md`).
    unit: u64,
    /// So many times `rlimit` units may be taken.
    times: u32,
    /// Real algebra may help: there are products of unknowns.
    multiplies: bool,
}

/// Most of Z3's units for a try with real algebra, of which each may take ten microseconds: what it settles it settles soon.
const ALGEBRA: u32 = 400_000;
const PRICE_OF_ALGEBRA: u64 = 5;

/// Coefficients beyond this soon do not fit into a word when rows are combined.
const LARGE: u128 = 1 << 48;

impl Price {
    fn of(terms: &Terms, conjuncts: &[TermId], encoding: Encoding) -> Price {
        let (mut divides, mut multiplies, mut is_large) = (false, false, false);
        for t in terms.post_order(conjuncts) {
            match terms.node(t) {
                Node::Div(_, by) | Node::Rem(_, by) => divides |= terms.as_int(*by).is_none(),
                Node::Product(_) => multiplies = true,
                Node::Sum(parts, _) => {
                    is_large |= parts.iter().any(|(_, times)| times.unsigned_abs() > LARGE)
                }
                _ => {}
            }
        }
        let (unit, times) = match encoding {
            _ if is_large => (24, 1),
            _ if divides => (12, 1),
            Encoding::Int if !multiplies => (2, 3),
            Encoding::Int | Encoding::Bv => (3, 5),
        };
        let multiplies = (multiplies || divides) && encoding == Encoding::Int;
        Price {
            unit,
            times,
            multiplies,
        }
    }

    /// Z3's units for a question; 0 is no limit.
    fn rlimit(&self, limits: Limits) -> u32 {
        let most = u32::try_from(limits.work / self.unit).unwrap_or(u32::MAX);
        match limits.rlimit {
            0 => 0,
            n => n.saturating_mul(self.times).min(most.max(1)),
        }
    }
}

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Z3's deterministic resource units for a question with divisions by unknowns, of which one costs the most; others may take
    /// a few times as many. 0 is no limit.
    pub rlimit: u32,
    /// Units of work that it may take at most.
    pub work: u64,
    /// A last resort.
    pub deadline: Option<Deadline>,
}

/// Answer to one query.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// No values of the leaves make all conjuncts true.
    Unsat,
    /// These values do, checked by exact evaluation.
    Sat(Model),
    /// Not settled, and why.
    Unknown(String),
}

impl Outcome {
    /// Whether Z3 stopped for the clock on the wall.
    fn is_out_of_time(&self) -> bool {
        matches!(self, Outcome::Unknown(why) if why.contains("timeout"))
    }

    /// Whether it is the clock that kept Z3 from an answer, or a call from outside.
    pub fn is_cut_by_clock(&self) -> bool {
        // What Z3 itself says (solver.cpp, `set_reason_unknown`); of the resource limit it says something else.
        matches!(self, Outcome::Unknown(why) if self.is_out_of_time() || why.contains("interrupted"))
    }
}

/// A query as Z3 sees it.
struct Formula {
    /// What is asserted.
    asserts: Vec<Bool>,
    /// The Z3 terms of symbols and applications.
    leaves: Vec<(TermId, Leaf)>,
    /// What every model that holds makes true besides: nothing is divided by 0.
    divisors: Vec<Bool>,
    /// Why `unsat` would prove nothing, if it would not.
    narrowed: Option<String>,
}

/// Asks queries and counts them.
#[derive(Debug, Default)]
pub struct Session {
    /// Z3 is asked even where a glance or a guess would do.
    always: bool,
    /// Z3 is not asked now; whether it should have been.
    postponed: bool,
    missed: bool,
    queries: u64,
    units: u64,
    seconds: f64,
}

impl Session {
    /// No query asked yet.
    pub fn new() -> Session {
        Session::default()
    }

    /// No query asked yet; Z3 is asked even where a glance or a guess would do (for tests and measurements).
    pub fn without_shortcuts() -> Session {
        Session {
            always: true,
            ..Session::default()
        }
    }

    /// Can all `conjuncts` be true at once, with every leaf in its range?
    ///
    /// Under [`Encoding::Int`] the caller has applied [`crate::term::int_view`]; wraps that are left are translated
    /// exactly, and dearly.
    ///
    /// Bounds that contradict each other are seen, and a few small models tried, before Z3 is asked.
    pub fn check(
        &mut self,
        terms: &Terms,
        conjuncts: &[TermId],
        encoding: Encoding,
        limits: Limits,
    ) -> Outcome {
        if conjuncts.iter().any(|&c| terms.as_bool(c) == Some(false)) {
            return Outcome::Unsat;
        }
        if !self.always {
            if contradictory(terms, conjuncts) {
                return Outcome::Unsat;
            }
            if let Some(model) = guess::guess(terms, conjuncts) {
                return Outcome::Sat(model);
            }
        }
        if self.postponed {
            self.missed = true;
            return Outcome::Unknown("Z3 is not asked yet".to_owned());
        }
        let start = Instant::now();
        let price = Price::of(terms, conjuncts, encoding);
        let rlimit = price.rlimit(limits);
        let limits = Limits { rlimit, ..limits };
        let (outcome, cost) = solve(terms, conjuncts, (encoding, price), limits, !self.always);
        self.queries += 1;
        self.units += cost.units;
        terms.spend(usize::try_from(cost.work).unwrap_or(usize::MAX));
        self.seconds += start.elapsed().as_secs_f64();
        outcome
    }

    /// The model with a launch as small as `conjuncts` allow, where that is quickly seen.
    pub fn shrink(&self, terms: &Terms, conjuncts: &[TermId], model: Model) -> Model {
        shrink::shrink(terms, conjuncts, model)
    }

    /// From now on (or no longer), what neither a glance nor a guess answers stays open.
    pub fn postpone(&mut self, on: bool) {
        self.postponed = on;
    }

    /// Whether a question stayed open because of that.
    pub fn has_missed(&self) -> bool {
        self.missed
    }

    /// Solver calls so far; questions that a guess or a glance answers are none.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// Resource units that they took: what `rlimit` counts, the same on every machine.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Wall-clock seconds spent in them.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }
}

fn translate(terms: &Terms, conjuncts: &[TermId], encoding: Encoding) -> Result<Formula, String> {
    let scope = Scope::new(terms, conjuncts);
    match encoding {
        Encoding::Int => Ok(int::translate(&scope, conjuncts)),
        Encoding::Bv => bv::translate(&scope, conjuncts),
    }
}

/// What an answer took.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// Z3's resource units.
    units: u64,
    /// Units of work.
    work: u64,
}

impl Cost {
    fn add(&mut self, units: u64, price: u64) {
        self.units += units;
        self.work += units * price;
    }
}

/// The answer to a query, and what it took.
///
/// Z3 itself looks at the wall clock only: where it stopped for that, on a machine that is busy, and there is time left, it is asked again.
/// What it did before in vain does not count, for it is not done on a machine that is idle.
fn solve(
    terms: &Terms,
    conjuncts: &[TermId],
    (encoding, price): (Encoding, Price),
    limits: Limits,
    small_first: bool,
) -> (Outcome, Cost) {
    let formula = match translate(terms, conjuncts, encoding) {
        Ok(formula) => formula,
        Err(why) => return (Outcome::Unknown(why), Cost::default()),
    };
    let query = Query {
        terms,
        conjuncts,
        formula: &formula,
        encoding,
        price,
    };
    let left = || {
        limits
            .deadline
            .map(|deadline| deadline.left().unwrap_or_default())
    };
    let mut most = left();
    loop {
        let (outcome, cost) = query.solve_within(limits.rlimit, most, small_first);
        let rest = left();
        if !outcome.is_out_of_time() || rest.is_none_or(|rest| rest.is_zero()) {
            return (outcome, cost);
        }
        most = rest.max(most.map(|most| most * 2));
    }
}

/// A question and what of it is the same each time that it is asked.
struct Query<'q> {
    terms: &'q Terms,
    conjuncts: &'q [TermId],
    formula: &'q Formula,
    encoding: Encoding,
    price: Price,
}

impl Query<'_> {
    /// The answer within so many resource units and so much time on the wall, and what it took.
    fn solve_within(&self, rlimit: u32, most: Option<Duration>, small_first: bool) -> (Outcome, Cost) {
        let mut cost = Cost::default();
        if small_first && self.encoding == Encoding::Int && rlimit > trial::UNITS {
            let meter = new_solver(self.encoding, false, rlimit, most);
            let before = units_of_context(&meter);
            let small = trial::of_small_sizes(self.terms, self.conjuncts, self.formula, || {
                new_solver(self.encoding, true, trial::UNITS, most)
            });
            cost.add(units_of_context(&meter).saturating_sub(before), self.price.unit);
            if let Some(model) = small {
                return (Outcome::Sat(model), cost);
            }
        }
        let algebra = match self.price.multiplies {
            true => (rlimit / 3).min(ALGEBRA),
            false => 0,
        };
        if algebra > 0 {
            let price = self.price.unit.max(PRICE_OF_ALGEBRA);
            let outcome = self.attempt(true, (algebra, price), most, &mut cost);
            if !matches!(outcome, Outcome::Unknown(_)) || outcome.is_cut_by_clock() {
                return (outcome, cost);
            }
        }
        let rest = (rlimit - algebra, self.price.unit);
        let outcome = self.attempt(rlimit == 0, rest, most, &mut cost);
        (outcome, cost)
    }

    /// One try, with or without real algebra.
    fn attempt(
        &self,
        algebra: bool,
        (rlimit, price): (u32, u64),
        most: Option<Duration>,
        cost: &mut Cost,
    ) -> Outcome {
        let solver = new_solver(self.encoding, algebra, rlimit, most);
        for assert in &self.formula.asserts {
            solver.assert(assert);
        }
        let before = units_of_context(&solver);
        let outcome = check(self.terms, self.conjuncts, self.formula, &solver);
        cost.add(units_of_context(&solver).saturating_sub(before), price);
        outcome
    }
}

/// Resource units that all queries of the thread's context took so far.
fn units_of_context(solver: &Solver) -> u64 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(units)) => u64::from(units),
        _ => 0,
    }
}

fn check(terms: &Terms, conjuncts: &[TermId], formula: &Formula, solver: &Solver) -> Outcome {
    match solver.check() {
        SatResult::Unsat => formula.narrowed.clone().map_or(Outcome::Unsat, Outcome::Unknown),
        SatResult::Sat => match read_model(terms, conjuncts, formula, solver) {
            Ok(model) => Outcome::Sat(model),
            Err(why) => {
                without_zero(terms, conjuncts, formula, solver).map_or(Outcome::Unknown(why), Outcome::Sat)
            }
        },
        SatResult::Unknown => {
            Outcome::Unknown(match solver.get_reason_unknown() {
                // So Z3 calls it in some places, that the units for the question are spent.
                Some(why) if why == "canceled" => "the work limit for one question was reached".to_owned(),
                Some(why) => why,
                None => "the solver gave no reason".to_owned(),
            })
        }
    }
}

/// A model in which nothing is divided by 0, where the first one did not hold.
fn without_zero(terms: &Terms, conjuncts: &[TermId], formula: &Formula, solver: &Solver) -> Option<Model> {
    if formula.divisors.is_empty() {
        return None;
    }
    for divisor in &formula.divisors {
        solver.assert(divisor);
    }
    match solver.check() {
        SatResult::Sat => read_model(terms, conjuncts, formula, solver).ok(),
        SatResult::Unsat | SatResult::Unknown => None,
    }
}

/// For integers the plain `smt` core: the default solver's tactics cost up to 100 times as much (`docs/solver.md`).
/// Real algebra (nlsat) does not count what it does where numbers grow.
fn new_solver(encoding: Encoding, algebra: bool, rlimit: u32, most: Option<Duration>) -> Solver {
    let solver = match encoding {
        Encoding::Int => Tactic::new("smt").solver(),
        Encoding::Bv => Solver::new(),
    };
    let mut params = params(rlimit, most);
    params.set_bool("arith.nl.nra", algebra);
    params.set_bool("arith.nl.grobner", algebra);
    solver.set_params(&params);
    solver
}

/// No units are no limit of them.
fn params(rlimit: u32, most: Option<Duration>) -> Params {
    let mut params = Params::new();
    params.set_u32("random_seed", 0);
    // Cuts by Hermite normal forms take seconds where coefficients are large, and no units for it.
    params.set_bool("arith.enable_hnf", false);
    if rlimit != 0 {
        params.set_u32("rlimit", rlimit);
    }
    if let Some(most) = most {
        let milliseconds = u32::try_from(most.as_millis()).unwrap_or(u32::MAX);
        params.set_u32("timeout", milliseconds.max(1));
    }
    params
}

/// The query as SMT-LIB 2 text.
pub fn smt2(terms: &Terms, conjuncts: &[TermId], encoding: Encoding) -> String {
    match translate(terms, conjuncts, encoding) {
        Ok(formula) => {
            let solver = Solver::new();
            for assert in &formula.asserts {
                solver.assert(assert);
            }
            let note = formula
                .narrowed
                .map(|why| format!("; {why}\n"))
                .unwrap_or_default();
            format!("{note}{solver}(check-sat)\n")
        }
        Err(why) => format!("; {why}\n"),
    }
}

/// The version of the Z3 that is loaded, `5.4.0`.
pub fn version() -> String {
    let full = z3::full_version();
    let text = full.strip_prefix("Z3 ").unwrap_or(full);
    text.split(|c: char| c != '.' && !c.is_ascii_digit())
        .next()
        .unwrap_or(text)
        .to_owned()
}

/// Checks that the Z3 that is loaded is new enough.
///
/// # Errors
/// A sentence that says what was found and what to do.
pub fn require() -> Result<(), String> {
    check_version(&version())
}

fn check_version(found: &str) -> Result<(), String> {
    let mut numbers = found.split('.').map(|n| n.parse().unwrap_or(0));
    let (major, minor): (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if (major, minor) >= OLDEST {
        return Ok(());
    }
    Err(format!(
        "libz3 {found} is too old: kverify needs {}.{} or newer. `cargo xtask setup` puts a suitable one into \
         .deps/z3; check that no other libz3 comes first on LD_LIBRARY_PATH.",
        OLDEST.0, OLDEST.1
    ))
}

/// Bounds of integer leaves that hold wherever all the conjuncts do, where these say more than the leaf's own range.
pub(crate) fn bounds_of_leaves(terms: &Terms, conjuncts: &[TermId]) -> FxHashMap<TermId, Range> {
    bounds::of_leaves(&Scope::new(terms, conjuncts), conjuncts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Products of unknowns that are equal to an odd number in no way that is quickly seen.
    fn hard(limits: Limits) -> Outcome {
        use crate::term::{Level, Origin, Range, Sort, Symbol};
        let mut terms = Terms::new();
        let mut fresh = |name: &str| {
            terms.fresh(Symbol {
                name: name.into(),
                sort: Sort::Int,
                range: Range::new(2, 1 << 40),
                level: Level::Launch,
                loops: Vec::new(),
                origin: Origin::Free,
            })
        };
        let (a, b, c) = (fresh("a"), fresh("b"), fresh("c"));
        let ab = terms.mul(a, b);
        let (abc, ac) = (terms.mul(ab, c), terms.mul(a, c));
        let sum = terms.add(abc, ac);
        let number = terms.int(1_000_000_000_000_000_003);
        let query = [terms.eq(sum, number), terms.lt(a, b), terms.lt(b, c)];
        Session::without_shortcuts().check(&terms, &query, Encoding::Int, limits)
    }

    #[test]
    fn the_clock_is_told_from_the_resource_limit() {
        let by_units = hard(Limits {
            rlimit: 4_000,
            work: u64::MAX,
            deadline: Some(Deadline::here(Duration::from_secs(600))),
        });
        assert!(matches!(&by_units, Outcome::Unknown(_)), "{by_units:?}");
        assert!(!by_units.is_cut_by_clock(), "{by_units:?}");
        let by_clock = hard(Limits {
            rlimit: 0,
            work: u64::MAX,
            deadline: Some(Deadline::here(Duration::from_millis(20))),
        });
        assert!(by_clock.is_cut_by_clock(), "{by_clock:?}");
    }

    #[test]
    fn versions() {
        assert!(check_version("5.4.0").is_ok());
        assert!(check_version("5.3").is_ok());
        assert!(check_version("6.0.1").is_ok());
        assert!(check_version("4.8.12").unwrap_err().contains("4.8.12 is too old"));
        assert!(check_version("").is_err());
        assert!(require().is_ok());
    }
}
