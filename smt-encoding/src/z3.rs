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
struct Price {
    /// Units of work that one of Z3's own (`rlimit`) counts for, so that they take about as long as others do (`docs/solver.md`).
    unit: u64,
    /// So many times `rlimit` units may be taken.
    times: u32,
}

fn price(terms: &Terms, conjuncts: &[TermId], encoding: Encoding) -> Price {
    let order = terms.post_order(conjuncts);
    let has = |wanted: fn(&Terms, &Node) -> bool| order.iter().any(|&t| wanted(terms, terms.node(t)));
    let divides = |terms: &Terms, node: &Node| match *node {
        Node::Div(_, by) | Node::Rem(_, by) => terms.as_int(by).is_none(),
        _ => false,
    };
    let multiplies = |_: &Terms, node: &Node| matches!(node, Node::Product(_));
    match encoding {
        _ if has(divides) => Price { unit: 12, times: 1 },
        Encoding::Int if !has(multiplies) => Price { unit: 2, times: 3 },
        Encoding::Int | Encoding::Bv => Price { unit: 3, times: 5 },
    }
}

/// The units of Z3's own for a question, where one with divisions by unknowns may take `rlimit`, and that make no more than `left` units of work.
pub fn units(terms: &Terms, conjuncts: &[TermId], encoding: Encoding, rlimit: u32, left: u64) -> u32 {
    let price = price(terms, conjuncts, encoding);
    let left = u32::try_from(left / price.unit).unwrap_or(u32::MAX);
    rlimit.saturating_mul(price.times).min(left).max(1)
}

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Z3's deterministic resource units; 0 is no limit.
    pub rlimit: u32,
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
        let (outcome, units) = solve(terms, conjuncts, encoding, limits, !self.always);
        self.queries += 1;
        self.units += units;
        let work = units * price(terms, conjuncts, encoding).unit;
        terms.spend(usize::try_from(work).unwrap_or(usize::MAX));
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

/// The answer to a query, and the resource units that it took.
///
/// Z3 itself looks at the wall clock only: where it stopped for that, on a machine that is busy, and there is time left, it is asked again.
/// What it did before in vain does not count, for it is not done on a machine that is idle.
fn solve(
    terms: &Terms,
    conjuncts: &[TermId],
    encoding: Encoding,
    limits: Limits,
    small_first: bool,
) -> (Outcome, u64) {
    let formula = match translate(terms, conjuncts, encoding) {
        Ok(formula) => formula,
        Err(why) => return (Outcome::Unknown(why), 0),
    };
    let left = || {
        limits
            .deadline
            .map(|deadline| deadline.left().unwrap_or_default())
    };
    let mut most = left();
    loop {
        let (outcome, units) = solve_within(
            terms,
            conjuncts,
            (&formula, encoding),
            (limits.rlimit, most),
            small_first,
        );
        let rest = left();
        if !outcome.is_out_of_time() || rest.is_none_or(|rest| rest.is_zero()) {
            return (outcome, units);
        }
        most = rest.max(most.map(|most| most * 2));
    }
}

/// The answer within so many resource units and so much time on the wall, and the resource units that it took.
fn solve_within(
    terms: &Terms,
    conjuncts: &[TermId],
    (formula, encoding): (&Formula, Encoding),
    (rlimit, most): (u32, Option<Duration>),
    small_first: bool,
) -> (Outcome, u64) {
    let solver = new_solver(encoding, rlimit, most);
    for assert in &formula.asserts {
        solver.assert(assert);
    }
    let before = units_of_context(&solver);
    let small = (small_first && encoding == Encoding::Int && rlimit > trial::UNITS)
        .then(|| {
            trial::of_small_sizes(terms, conjuncts, formula, || {
                new_solver(encoding, trial::UNITS, most)
            })
        })
        .flatten();
    let outcome = small.map_or_else(|| check(terms, conjuncts, formula, &solver), Outcome::Sat);
    let units = units_of_context(&solver).saturating_sub(before);
    (outcome, units)
}

/// Resource units that all queries of the solver's context took so far.
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
fn new_solver(encoding: Encoding, rlimit: u32, most: Option<Duration>) -> Solver {
    let solver = match encoding {
        Encoding::Int => Tactic::new("smt").solver(),
        Encoding::Bv => Solver::new(),
    };
    solver.set_params(&params(rlimit, most));
    solver
}

/// No units are no limit of them.
fn params(rlimit: u32, most: Option<Duration>) -> Params {
    let mut params = Params::new();
    params.set_u32("random_seed", 0);
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
            rlimit: 20_000,
            deadline: Some(Deadline::here(Duration::from_secs(600))),
        });
        assert!(matches!(&by_units, Outcome::Unknown(_)), "{by_units:?}");
        assert!(!by_units.is_cut_by_clock(), "{by_units:?}");
        let by_clock = hard(Limits {
            rlimit: 0,
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
