//! Kernel IR to obligations to answers.
//!
//! The stages in reading order: [`mod@cfg`] and [`loops`] (graph), [`objects`] and [`uniform`] (what is known without
//! running), [`ssa`] (predicated SSA), [`segment`] (barrier intervals), [`pair`] (two threads), [`checks`] (what is
//! asked), [`discharge`] and [`z3`] (how it is settled).

// Another order in each run would be another answer in some.
#![warn(clippy::iter_over_hash_type)]

pub mod answer;
mod cancel;
pub mod cfg;
pub mod checks;
pub mod conditions;
pub mod discharge;
pub mod interval;
pub mod leaving;
mod lifetime;
pub mod loops;
pub mod objects;
pub mod pair;
mod places;
pub mod processor;
pub mod requests;
pub mod segment;
pub mod ssa;
pub mod term;
pub mod uniform;
pub mod z3;

mod assumptions;
pub mod clock;
mod dump;
mod overflow;
mod phases;
mod staged;
mod witness;

use answer::{Answer, Arith, Config, Unknown};
use assumptions::Shape;
use cfg::Cfg;
use checks::Context;
use clock::{Clock, Cut};
use conditions::{Enough, Wish};
use interval::Intervals;
use kverify_frontend::ir::{Kernel, ObjectId};
use objects::Objects;
use pair::Solver;
use segment::{Family, Segment};
use ssa::{Facts, Machine, Records};
use std::collections::BTreeSet;
use std::time::Instant;
use uniform::Uniformity;

pub use cancel::Cancel;
pub use dump::dump;

/// Answers for one kernel under one configuration.
///
/// # Errors
/// None: whatever goes wrong is an [`answer::Unknown`].
pub fn analyse(kernel: &Kernel, config: &Config) -> Answer {
    let answer =
        on_own_thread(|| z3::interruptible(&config.cancel, || analyse_here(kernel, config, None).answer));
    // A stage that was cut short has seen a part of the kernel only: nothing that it says counts.
    if config.is_cancelled() {
        cancelled()
    } else {
        answer
    }
}

/// As [`analyse`]; of a kernel that is not proved, also which of the wish's candidates, singly or in pairs, would let the proof
/// go through as far as that is seen here, the weakest condition first.
///
/// # Errors
/// None: whatever goes wrong is an [`answer::Unknown`].
pub fn analyse_for(kernel: &Kernel, config: &Config, wish: &Wish<'_>) -> (Answer, Vec<Enough>) {
    let done = on_own_thread(|| {
        z3::interruptible(&config.cancel, || {
            let done = analyse_here(kernel, config, Some(wish));
            (done.answer, done.texts.conditions)
        })
    });
    if config.is_cancelled() {
        (cancelled(), Vec::new())
    } else {
        done
    }
}

/// The sizes of launches that an analysis takes to be 1 because the kernel never reads them: `blockDim.y`.
pub fn taken_as_one(kernel: &Kernel, config: &Config) -> Vec<String> {
    Shape::new(kernel, config).taken_as_one().to_vec()
}

fn cancelled() -> Answer {
    Answer {
        unknowns: vec![Unknown {
            message: CANCELLED.to_owned(),
            loc: None,
        }],
        ..Answer::default()
    }
}

/// The reason given for a kernel whose analysis was cancelled.
pub const CANCELLED: &str = "the verification was cancelled before there was an answer";

/// Stack of an analysis: deep nests of loops and terms are walked by recursion.
const STACK_BYTES: usize = 512 << 20;

/// Runs `work` on a thread of its own: with a large stack, and with a Z3 context that nobody used before.
fn on_own_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("analysis".into())
            .stack_size(STACK_BYTES);
        match thread
            .spawn_scoped(scope, work)
            .map(std::thread::ScopedJoinHandle::join)
        {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread can be started for the analysis: {error}"),
        }
    })
}

fn analyse_here(kernel: &Kernel, config: &Config, wish: Option<&Wish<'_>>) -> Analysed {
    let clock = Clock::start(config);
    let mut changing = BTreeSet::new();
    let mut reading = phases::Reading::default();
    // Most kernels are proved, if at all, without any invariant that only Z3 sees: those are sought when they may matter.
    let mut postpone = true;
    loop {
        let done = with_machine(kernel, config, &clock, (&changing, reading), |machine, shape| {
            if postpone {
                machine.postpone_proofs();
            }
            analyse_with(machine, shape, None, wish)
        });
        if done.wants_proofs {
            postpone = false;
            continue;
        }
        if done.vacuous {
            return in_bits(kernel, config, wish).unwrap_or(done);
        }
        if let Some(other) = phases::otherwise(kernel, config, reading, &done.answer) {
            reading = other;
            continue;
        }
        // What was read from objects whose accesses turned out to be ordered by more than barriers was taken to be what
        // it was at the last barrier: asked again without that.
        if done.ordered.is_subset(&changing) {
            return done;
        }
        changing.extend(done.ordered);
    }
}

/// What machine arithmetic says of a kernel whose proof only held because overflows were taken not to happen, if it settles it.
fn in_bits(kernel: &Kernel, config: &Config, wish: Option<&Wish<'_>>) -> Option<Analysed> {
    let exact = Config {
        arith: Arith::Bv,
        ..config.clone()
    };
    (config.arith == Arith::Auto)
        .then(|| analyse_here(kernel, &exact, wish))
        .filter(|done| {
            let answer = &done.answer;
            !answer.findings.is_empty() || answer.unknowns.is_empty()
        })
}

/// Hands `work` a machine for the kernel: what is known without running it comes first.
///
/// `changing` are objects whose contents may change between two barriers without a race; `reading` is how those barriers
/// are read that count arrivals ([`phases`]).
fn with_machine<T>(
    kernel: &Kernel,
    config: &Config,
    clock: &Clock,
    (changing, reading): (&BTreeSet<ObjectId>, phases::Reading),
    work: impl FnOnce(&mut Machine<'_>, &Shape) -> T,
) -> T {
    let config = &assumptions::with_pinned(kernel, config);
    let phases = phases::explicit(kernel, config, reading);
    let kernel = phases.as_ref().map_or(kernel, |phases| &phases.kernel);
    let unrolled = staged::tables_unrolled(kernel);
    let kernel = unrolled.as_ref().unwrap_or(kernel);
    let staged = staged::explicit(kernel, config);
    let kernel = staged.as_ref().unwrap_or(kernel);
    let shape = Shape::new(kernel, config);
    let cfg = Cfg::new(kernel);
    let mut objects = Objects::new(kernel, config);
    objects.mark_ordered(changing.iter().copied());
    objects.mark_changing(objects.passed_in_warps(kernel, &cfg));
    let uniformity = Uniformity::new(kernel, &cfg, &objects, shape.flat());
    let intervals = Intervals::new(kernel, &cfg, shape.block, shape.grid, &config.args);
    let facts = Facts {
        cfg: &cfg,
        objects: &objects,
        uniformity: &uniformity,
        intervals: &intervals,
        ghosts: phases.as_ref().map_or(&[], |phases| &phases.ghosts),
        holding: phases.as_ref().map(|phases| &phases.holding),
    };
    let mut machine = Machine::new(kernel, config, facts, [shape.block, shape.grid], clock.clone());
    work(&mut machine, &shape)
}

/// What an analysis came to.
#[derive(Debug, Default)]
struct Analysed {
    answer: Answer,
    texts: Transcript,
    /// Objects of which some accesses are ordered by atomics and fences.
    ordered: BTreeSet<ObjectId>,
    /// Candidate invariants were dropped unseen, and might have made a difference: nothing else in here counts.
    wants_proofs: bool,
    /// Code that only an overflow reaches was taken not to be reached, or an operation was taken not to overflow that always does.
    vacuous: bool,
}

/// Texts of an analysis, for dumps.
#[derive(Debug, Default)]
struct Transcript {
    terms: String,
    smt2: String,
    conditions: Vec<Enough>,
}

/// Whether a kernel writes beside memory that is none of its objects, and which.
type Beside = (fn(&Machine<'_>) -> bool, &'static str);

fn analyse_with(
    machine: &mut Machine<'_>,
    shape: &Shape,
    transcript: Option<()>,
    wish: Option<&Wish<'_>>,
) -> Analysed {
    let start = Instant::now();
    let mut done = Analysed::default();
    let Analysed { answer, texts, .. } = &mut done;
    let limits = assumptions::limits(machine);
    let stated = assumptions::stated_facts(machine);
    let mut solver = Solver::new(machine.config, machine.clock.clone(), limits, stated);
    solver.transcript = transcript.map(|()| String::new());
    if let Some(why) = assumptions::vacuous(machine, &mut solver) {
        answer.unknowns.push(why);
        return done;
    }
    assumptions::note_powers(machine, &mut solver);
    let Some((whole, families)) = intervals(machine) else {
        answer.unknowns.push(Unknown {
            message: "a cycle of `goto`s with more than one entry is not analysed; write it as a loop".into(),
            loc: None,
        });
        return done;
    };
    answer.stats.encode_seconds = start.elapsed().as_secs_f64();
    if machine.clock.is_over() {
        // What was run of the kernel may be a part of it only.
        count_work(answer, &machine.clock);
        answer.unknowns.push(Unknown {
            message: machine.clock.reason().into(),
            loc: None,
        });
        return done;
    }
    let mut context = Context {
        machine,
        solver: &mut solver,
        whole: &whole,
        families: &families,
        findings: Vec::new(),
        unknowns: Vec::new(),
        partings: Vec::new(),
        open: Vec::new(),
        overflow: false,
        trusted: Default::default(),
        ordered: BTreeSet::new(),
        places: Default::default(),
        kept: Vec::new(),
        patience: checks::PATIENCE,
        transcript: transcript.map(|()| String::new()),
    };
    // Where invariants may be missing, what is not proved at once is to be asked with them.
    let is_preview = context.machine.has_postponed_proofs();
    context.solver.postpone(is_preview);
    let [races, divergence] = checks::run_all(&mut context);
    let unsettled = context.unknowns.len();
    checks::settle_unknowns(&mut context);
    if is_preview {
        let is_proved = context.findings.is_empty()
            && context.unknowns.is_empty()
            && context.machine.unknowns.is_empty()
            && !context.solver.has_missed();
        if !is_proved {
            return Analysed {
                wants_proofs: true,
                ..Analysed::default()
            };
        }
        context.solver.postpone(false);
    }
    let is_proved = context.findings.is_empty() && context.unknowns.is_empty();
    let vacuous = is_proved && checks::vacuity::look(&mut context);
    // What was found may be a warning only.
    if context.unknowns.is_empty() {
        checks::vacuity::note_cut_off(&mut context);
    }
    if let Some(wish) = wish {
        let open = context.open.iter().filter(|o| o.finding.is_none()).count();
        let others = context.unknowns.len() != open || context.unknowns.len() != unsettled;
        let others = others || !context.machine.unknowns.is_empty();
        texts.conditions = conditions::search(&mut context, wish, others);
    }
    let is_assumed = context.overflow || context.machine.overflow_assumed;
    let overflow = is_assumed.then(|| overflow::first(&mut context));
    let Context {
        findings,
        unknowns,
        trusted,
        ordered,
        transcript: terms,
        ..
    } = context;
    answer.findings = findings;
    answer
        .findings
        .sort_by_key(|f| (f.places[0].loc, f.places[1].loc, f.kind, f.scope));
    answer.unknowns = unknowns;
    answer.unknowns.append(&mut machine.unknowns);
    let overflows = matches!(&overflow, Some(Some(first)) if first.always);
    if overflows {
        let message = "index arithmetic is taken not to overflow, and does in this launch, whatever it is handed (--arith bv computes as machines do)";
        answer.unknowns.push(Unknown {
            message: message.to_owned(),
            loc: None,
        });
    }
    let overflow = overflow.map(|first| first.map(|o| o.text(machine)));
    let beside: &[Beside] = match machine.config.may_alias {
        true => &[
            (assumptions::writes_beside_textures, "textures and images show"),
            (
                assumptions::writes_beside_constants,
                "`__constant` parameters point to",
            ),
        ],
        false => &[],
    };
    for (_, what) in beside.iter().filter(|(writes, _)| writes(machine)) {
        answer.unknowns.push(Unknown {
            message: format!(
                "what {what} may be memory that the kernel writes: drop --may-alias where it is not"
            ),
            loc: None,
        });
    }
    answer
        .unknowns
        .sort_by(|a, b| (a.loc, &a.message).cmp(&(b.loc, &b.message)));
    answer.unknowns.dedup();
    answer.zeroed = trusted.zeroed.iter().copied().collect();
    answer.unfollowed = machine.unfollowed.iter().copied().collect();
    answer.unbounded = trusted.unbounded.iter().copied().collect();
    answer.assumptions = assumptions::used(machine, shape, overflow.as_ref(), &trusted);
    answer.stats.obligations = solver.obligations;
    answer.stats.discharged = solver.discharged;
    answer.stats.races = races;
    answer.stats.divergence = divergence;
    answer.stats.looked_at = solver.looked_at;
    answer.stats.queries = solver.queries();
    count_work(answer, &machine.clock);
    answer.stats.discharge_seconds = solver.discharge_seconds;
    answer.stats.solve_seconds = solver.seconds();
    texts.terms = terms.unwrap_or_default();
    texts.smt2 = solver.transcript.unwrap_or_default();
    done.ordered = ordered;
    done.vacuous = vacuous || overflows;
    done
}

/// Notes what the analysis cost, and what cut it short.
fn count_work(answer: &mut Answer, clock: &Clock) {
    answer.stats.work = clock.work().spent();
    answer.stats.exhausted = clock.cut() == Some(Cut::Work);
    answer.stats.timed_out = clock.cut() == Some(Cut::Clock);
}

/// The whole kernel's records, and every family's segments.
type Executed = (Records, Vec<(Family, Vec<Segment>)>);

/// Runs the whole kernel once, then the segments of every family.
fn intervals(machine: &mut Machine<'_>) -> Option<Executed> {
    let state = machine.initial_state();
    let all = machine.run(&segment::whole(machine.cfg), state, Vec::new())?;
    let mut out = Vec::new();
    for family in segment::families(machine, &all.meetings) {
        if machine.clock.is_over() {
            break;
        }
        let mut segments = segment::of_family(machine, &family, &all)?;
        lifetime::add_lifetimes(machine, &family, &mut segments);
        out.push((family, segments));
    }
    Some((all, out))
}
