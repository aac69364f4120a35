//! Replays what the solver says, and weighs it: the only user of [`crate::replay`] in the pipeline.

use crate::chosen;
use crate::config::{Configuration, Options};
use crate::dependence;
use crate::extents;
use crate::replay::{self, Conflict, Event, EventKind, Harm, Inputs, Judgement, Limits, Run, Violation};
use crate::searching;
use crate::verdict::{self, Judged, Status};
use kverify_frontend::ir::{Hole, Kernel, Language, Loc, MemoryOrder, Scope, Stmt, StmtKind};
use kverify_smt::answer::{
    Action, Approximation, Assumption, Config, Extent, Finding, Kind, Place, Taken, ThreadAt, Unknown,
    Variant,
};
use kverify_smt::clock::{self, Deadline};
use std::cmp::Reverse;

/// The seed of cross-checks; fixed, so that the same input gives the same output.
pub const SEED: u64 = 1;

/// What the replays of one kernel's findings may still cost, and the runs that showed something so far.
#[derive(Debug)]
pub struct Budget {
    /// Instructions of all threads in all runs, at first and now.
    all: u64,
    left: u64,
    /// When it is over, whatever is left.
    deadline: Deadline,
    /// An error is confirmed.
    is_decided: bool,
    /// The runs that showed a finding and the most besides.
    shown: Vec<(Inputs, Run)>,
    /// The deadline had a say.
    timed_out: bool,
}

impl Budget {
    /// Instructions for all findings of a kernel.
    const ALL: u64 = 10_000_000;
    /// As a part of them, instructions for those that are left once one is confirmed that is an error: the verdict stands then.
    const AFTER_FIRST: u64 = 8;
    /// Runs that are kept.
    const MOST_RUNS: usize = 4;

    /// For replays under these options that begin now and end within `seconds`, as a last resort.
    pub fn new(options: &Options, seconds: f64) -> Budget {
        let all = options.work(Budget::ALL);
        Budget {
            all,
            left: all,
            deadline: Deadline::here(clock::seconds(seconds)),
            is_decided: false,
            shown: Vec::new(),
            timed_out: false,
        }
    }

    /// Whether another machine might have come further.
    pub fn has_timed_out(&self) -> bool {
        self.timed_out
    }

    /// What an earlier run shows of `finding`, once the budget is spent that finds each its own launch; and that run's instructions.
    fn known(&self, finding: &Finding) -> Option<(Judgement, u64)> {
        if self.left > self.all / 2 {
            return None;
        }
        let mut runs = self.shown.iter();
        runs.find_map(|(inputs, run)| {
            let judgement = Judgement::by_run(run, finding, inputs)?;
            Some((judgement, run.instructions))
        })
    }

    fn remember(&mut self, judgement: &mut Judgement) {
        if let (Some(run), Some(inputs)) = (judgement.run.take(), &judgement.inputs) {
            self.shown.push((inputs.clone(), run));
            // Those that show the most stay; of equals the earlier one, which is the smaller launch as often as not.
            self.shown
                .sort_by_key(|(_, run)| Reverse(run.conflicts.len() + run.divergences.len()));
            self.shown.truncate(Budget::MOST_RUNS);
        }
    }

    /// What the next finding may use: the first ones get all they ask for, a long list shares what they leave.
    fn share(&self) -> u64 {
        let least = if self.is_decided { 50_000 } else { 250_000 };
        (self.left / 4).clamp(least, Limits::default().fuel)
    }

    fn spend(&mut self, instructions: u64) {
        self.left = self.left.saturating_sub(instructions);
    }

    /// Notes a confirmed error: the verdict stands, and what is left is worth less.
    fn decide(&mut self) {
        if !std::mem::replace(&mut self.is_decided, true) {
            self.left = self.left.min(self.all / Budget::AFTER_FIRST);
        }
    }
}

/// Replays a finding's witness and says how far it can be believed and how much it matters; `all` are the kernel's findings.
pub fn judge(
    kernel: &Kernel,
    configuration: &Configuration,
    mut finding: Finding,
    all: &[Finding],
    options: &Options,
    budget: &mut Budget,
) -> Judged {
    let limits = Limits {
        fuel: budget.share(),
        cancel: configuration.config.cancel.clone(),
        deadline: Some(budget.deadline),
        ..Limits::default()
    };
    // Where writes of one value are errors as well, any two writes show it.
    let asked = Finding {
        same_value: finding.same_value || options.strict,
        ..finding.clone()
    };
    let (mut judgement, instructions) = budget.known(&asked).unwrap_or_else(|| {
        let judgement = replay::confirm(kernel, &configuration.config, &asked, &limits);
        let instructions = judgement.instructions;
        (judgement, instructions)
    });
    budget.spend(judgement.instructions);
    if judgement.confirmed
        && finding.kind == Kind::DataRace
        && let Some(counter) = order_by_counters(kernel)
    {
        // Programs begin with zeros there: what shows only otherwise may be ordered.
        let config = searching::with_zeros(kernel, &configuration.config);
        let begun = replay::confirm(kernel, &config, &asked, &limits);
        budget.spend(begun.instructions);
        judgement.confirmed = begun.confirmed;
        if begun.confirmed {
            judgement = begun;
        } else {
            finding.awaits.get_or_insert(counter);
        }
    }
    budget.remember(&mut judgement);
    if let Some(unmodelled) = hidden_order(kernel, &finding, &judgement) {
        // Replay knows of no barrier there either.
        judgement.confirmed = false;
        finding.approximations.push(unmodelled);
    }
    if let Some(doubt) = doubt(kernel).filter(|_| judgement.confirmed) {
        judgement.confirmed = false;
        finding.approximations.push(doubt);
    }
    if judgement.confirmed {
        // The solver's claim that both always write the same is refuted by a run in which they do not.
        if finding.variant == Some(Variant::WriteWrite) {
            finding.same_value &= judgement.same_value;
        }
        // It does not take the divergence.
        let alone = |shown: &Violation| matches!(shown, Violation::Race(race) if !race.after_divergence);
        if judgement.shown.as_ref().is_some_and(alone) {
            finding.behind = None;
        }
        if let Some(inputs) = &judgement.inputs
            && judgement.searched
        {
            // The launch that shows it is the witness.
            finding.witness.block_dim = inputs.block_dim;
            finding.witness.grid_dim = inputs.grid_dim;
            finding.witness.global_offset = inputs.global_offset;
            finding.witness.scalars = replay::scalars(kernel, inputs);
            finding.witness.cells = inputs.cells.clone();
        }
        if let Some(threads) = judgement
            .shown
            .as_ref()
            .and_then(|shown| threads_of(shown, &finding, judgement.searched))
        {
            finding.witness.threads = threads;
        }
    }
    // It starts from the run that shows the race, with three contents.
    let harm_costs = instructions.saturating_mul(3);
    let is_behind = finding.behind.is_some();
    let is_worth_it = judgement.confirmed && !is_behind && budget.left > harm_costs;
    let is_late = budget.deadline.has_passed();
    let harm = if is_worth_it && !is_late {
        harm(kernel, &finding, &judgement, &limits)
    } else {
        None
    };
    if judgement.confirmed {
        budget.spend(harm_costs);
    }
    judgement
        .notes
        .extend(other_violations(kernel, &judgement.others, all));
    let extent =
        |extent: &&Extent| finding.kind == Kind::OutOfBounds && Some(extent.object) == finding.object;
    let extents = configuration.config.extents.iter().filter(extent);
    let sizes = extents.map(|extent| extents::of_witness(kernel, extent, &finding.witness));
    judgement.notes.extend(sizes);
    let severity = verdict::severity(&finding, kernel, options);
    let choice = chosen::numbers(kernel).or_else(|| chosen::sizes(kernel, configuration));
    let choice = choice.or_else(|| extents::open_sizes(kernel, &configuration.config, &finding));
    let mut often = false;
    let choice = choice.or_else(|| {
        let inputs = judgement.inputs.as_ref().filter(|_| judgement.confirmed)?;
        let Some(doubt) = dependence::doubt(kernel, configuration, &finding, inputs, &limits) else {
            return dependence::doubt_of_contents(kernel, configuration, &finding, inputs, &limits);
        };
        often = doubt.often;
        Some(doubt.approximation)
    });
    // Whatever was left undone: another run may see more.
    budget.timed_out |= budget.deadline.has_passed();
    let status = match judgement.confirmed && choice.is_none() {
        true => Status::Confirmed,
        false => Status::Possible,
    };
    finding.approximations.extend(choice);
    if status == Status::Confirmed && severity == verdict::Severity::Error {
        budget.decide();
    }
    Judged {
        finding,
        status,
        severity,
        notes: judgement.notes,
        ignored: None,
        outside: false,
        known: false,
        inputs: judgement.inputs,
        often,
        harm,
    }
}

/// What a confirmed race does to memory, if that can be told at little cost.
fn harm(kernel: &Kernel, finding: &Finding, judgement: &Judgement, limits: &Limits) -> Option<Harm> {
    match (&judgement.shown, &judgement.inputs) {
        (Some(Violation::Race(conflict)), Some(inputs)) if judgement.confirmed => {
            replay::harm(kernel, inputs, conflict, finding.scope, limits)
        }
        _ => None,
    }
}

/// Violations that the runs for one finding showed and that no finding speaks of, as sentences.
fn other_violations(kernel: &Kernel, others: &[Violation], all: &[Finding]) -> Vec<String> {
    const MOST: usize = 4;
    let news = others.iter().filter_map(|violation| {
        let (what, places) = match violation {
            Violation::Race(race) => ("a data race", &race.places),
            Violation::Divergence(parting) => ("a divergence", &parting.places),
            Violation::Event(_) => return None,
        };
        // Another way of calls to places that a finding names is no news.
        let spans = |places: &[Place; 2]| places.each_ref().map(|place| place.loc.span);
        let [first, second] = spans(places);
        let known = |f: &Finding| [[first, second], [second, first]].contains(&spans(&f.places));
        let new = violation.contradicts_proof(kernel.language) && !all.iter().any(known);
        let lines = places.each_ref().map(|place| place.loc.span.line);
        new.then(|| {
            format!(
                "replay also shows {what} between line {} and line {}",
                lines[0], lines[1]
            )
        })
    });
    let mut sentences: Vec<String> = news.collect();
    sentences.dedup();
    sentences.truncate(MOST);
    sentences
}

/// Why a run of what was read need not be a run of the program.
fn doubt(kernel: &Kernel) -> Option<Approximation> {
    let unmade = kernel.unmade.first().map(|loc| Approximation {
        message: "this assumption speaks of other threads or of access sets, and is not made".to_owned(),
        loc: *loc,
    });
    let in_doubt = || kernel.doubts.first();
    unmade.or_else(|| {
        in_doubt().map(|doubt| Approximation {
            message: doubt.reason.clone(),
            loc: doubt.loc,
        })
    })
}

/// An atomic operation by whose result threads may order what they do with fences, in a way that is not recognised.
fn order_by_counters(kernel: &Kernel) -> Option<Loc> {
    let statements = || kernel.blocks.iter().flat_map(|block| &block.stmts);
    let is_fence =
        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Fence { ordering, .. } if ordering.scope > Scope::Block);
    let has_order = |order: MemoryOrder| order.acquires() || order.releases();
    let is_ordered =
        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Atomic(atomic) if has_order(atomic.ordering.order));
    let orders = |stmt: &Stmt| is_fence(stmt) || is_ordered(stmt);
    let tells = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Atomic(atomic) if atomic.dst.is_some());
    let counter = statements().find(|stmt| tells(stmt))?;
    statements().any(orders).then_some(counter.loc)
}

/// What may order the two accesses of a race without being modelled: a hole that no thread
/// reaches in the run that confirms the race orders nothing there.
fn hidden_order(kernel: &Kernel, finding: &Finding, judgement: &Judgement) -> Option<Approximation> {
    let race = finding.kind == Kind::DataRace;
    let statements = kernel.blocks.iter().flat_map(|block| &block.stmts);
    let mut holes = statements.filter_map(|statement| match statement.kind {
        StmtKind::Hole { hole, .. } => kernel.holes.get(hole),
        _ => None,
    });
    let reached = |loc: &Loc| !judgement.confirmed || judgement.unmodelled.contains(loc);
    let orders = |hole: &Hole| hole.may_synchronise() && finding.scope <= hole.orders_within();
    let hole = holes.find(|hole| race && orders(hole) && reached(&hole.loc))?;
    Some(Approximation {
        message: hole.reason.clone(),
        loc: hole.loc,
    })
}

/// The reason for not knowing that a race becomes which no run showed, and which atomics and fences may rule out in a way that
/// is not recognised.
pub fn perhaps_ordered(judged: &Judged) -> Option<Unknown> {
    let finding = &judged.finding;
    let awaits = finding.awaits?;
    let open = judged.status == Status::Possible && judged.severity == verdict::Severity::Error;
    (open && finding.kind == Kind::DataRace).then(|| {
        let [first, second] = finding.places.each_ref().map(|place| place.loc);
        Unknown {
            message: format!(
                "whether fences and the atomic operation at line {} order this access and the one at line {} was not \
                 decided: no pattern of a lock, a message or a last block that kverify knows, and no run showed a race",
                awaits.span.line, second.span.line
            ),
            loc: Some(first),
        }
    })
}

/// The reason for not knowing that a race becomes which no run showed, and which synchronisation that is not followed may rule out;
/// `unfollowed` are those that a thread may come to, and up to which scope each may order accesses.
pub fn perhaps_synchronised(unfollowed: &[(Loc, Scope)], judged: &Judged) -> Option<Unknown> {
    let finding = &judged.finding;
    let open = judged.status == Status::Possible && judged.severity == verdict::Severity::Error;
    let mut orders = unfollowed.iter().filter(|(_, scope)| finding.scope <= *scope);
    let (by, _) = orders.next().filter(|_| open && finding.kind == Kind::DataRace)?;
    let [first, second] = finding.places.each_ref().map(|place| place.loc);
    Some(Unknown {
        message: format!(
            "whether the synchronisation at line {} orders this access and the one at line {} was not decided: it is not modelled, \
             and no run showed a race",
            by.span.line, second.span.line
        ),
        loc: Some(first),
    })
}

/// What a proof takes for granted of an access that may leave a buffer whose size host code says, if no run shows that it does, or runs
/// of few sizes only: more is known of sizes than of the tests that keep threads inside.
pub fn taken_inside(kernel: &Kernel, config: &Config, judged: &Judged) -> Option<Assumption> {
    let finding = &judged.finding;
    let open = judged.status == Status::Possible && judged.severity == verdict::Severity::Error;
    let object = finding
        .object
        .filter(|_| open && !judged.often && extents::is_by_host(config, finding))?;
    Some(Assumption {
        id: Taken::InBounds,
        text: format!(
            "threads of the launches of host code stay within `{}` in line {} (the warning there says how they may not)",
            kernel.objects[object].name, finding.places[0].loc.span.line
        ),
    })
}

/// Whether a race lies behind a divergence that was left undecided, and no run shows either: the kernel is unknown for that, and
/// nothing more is known.
pub fn hangs_in_the_air(judged: &Judged) -> bool {
    let undecided = judged.finding.behind.as_ref().is_some_and(|behind| !behind.found);
    undecided && judged.status == Status::Possible
}

/// A finding whose replay failed by a fault of ours: as the solver left it.
pub fn unreplayed(kernel: &Kernel, finding: Finding, panic: &str, options: &Options) -> Judged {
    let severity = verdict::severity(&finding, kernel, options);
    let note = verdict::internal_error(&format!("replay failed: {panic}"), None).message;
    Judged {
        finding,
        status: Status::Possible,
        severity,
        notes: vec![note],
        ignored: None,
        outside: false,
        known: false,
        inputs: None,
        often: false,
        harm: None,
    }
}

/// The threads that a run showed, in the order of the finding's places.
fn threads_of(shown: &Violation, finding: &Finding, searched: bool) -> Option<[ThreadAt; 2]> {
    let (places, threads) = match shown {
        Violation::Race(conflict) => (&conflict.places, &conflict.threads),
        Violation::Divergence(divergence) => (&divergence.places, &divergence.threads),
        Violation::Event(event) => {
            return match event.kind {
                EventKind::EndlessLoop => Some(waiting(event, finding)),
                // Another launch than the solver's.
                EventKind::OutOfBounds if searched => Some([event.thread.clone(), event.thread.clone()]),
                _ => None,
            };
        }
    };
    let [first, second] = threads.clone();
    if same_places(places, &finding.places) {
        Some([first, second])
    } else if same_places(&[places[1].clone(), places[0].clone()], &finding.places) {
        Some([second, first])
    } else {
        None
    }
}

/// The thread that a run showed to wait for ever, and the one that it waits for: which of the solver's two took a lock first is
/// the schedule's choice.
fn waiting(event: &Event, finding: &Finding) -> [ThreadAt; 2] {
    let is_it = |at: &ThreadAt| (at.block, at.thread) == (event.thread.block, event.thread.thread);
    let [first, second] = finding.witness.threads.clone();
    let other = if is_it(&first) { second } else { first };
    [event.thread.clone(), other]
}

fn same_places(a: &[Place; 2], b: &[Place; 2]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.loc == b.loc)
}

/// Runs a proved kernel on small random launches. A violation in one of them contradicts the proof: that is a bug of
/// ours, and the reason returned says so.
pub fn cross_check(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    findings: &[Judged],
) -> Option<Unknown> {
    if options.cross_check == 0 {
        return None;
    }
    let violations = replay::smoke(kernel, &configuration.config, SEED, options.cross_check);
    let contradiction = violations
        .iter()
        .find_map(|violation| contradiction(violation, kernel, options, findings))?;
    let message = format!("a replay of the proved kernel shows {}", contradiction.0);
    Some(verdict::internal_error(&message, contradiction.1))
}

/// What a violation says against a proof, in words; `None` if the proof does not speak of it, or warns of it.
fn contradiction(
    violation: &Violation,
    kernel: &Kernel,
    options: &Options,
    findings: &[Judged],
) -> Option<(String, Option<Loc>)> {
    let (what, places) = match violation {
        Violation::Race(conflict) if !is_benign(conflict, options) => ("a data race", &conflict.places),
        Violation::Divergence(divergence) if !is_early_exit(&divergence.places, kernel, options) => {
            ("a barrier divergence", &divergence.places)
        }
        _ => return None,
    };
    let swapped = [places[1].clone(), places[0].clone()];
    let is_known = |judged: &Judged| {
        same_places(places, &judged.finding.places) || same_places(&swapped, &judged.finding.places)
    };
    if findings.iter().any(is_known) {
        return None;
    }
    let words = format!(
        "{what} between line {} and line {}",
        places[0].loc.span.line, places[1].loc.span.line
    );
    Some((words, Some(places[0].loc)))
}

fn is_benign(conflict: &Conflict, options: &Options) -> bool {
    conflict.same_value && !options.strict
}

fn is_early_exit(places: &[Place; 2], kernel: &Kernel, options: &Options) -> bool {
    kernel.language == Language::Cuda
        && options.cuda_arch() >= verdict::INDEPENDENT_THREADS_ARCH
        && places.iter().any(|place| place.action == Action::Exit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::configurations;
    use kverify_frontend::{Source, parse};

    /// A kernel with a race at each of two lines, and how it is launched.
    fn two_races(options: &Options) -> (Kernel, Configuration) {
        const TEXT: &str = "__global__ void k(int *a, int *b) {
    a[0] = threadIdx.x;
    b[0] = threadIdx.x;
}";
        let source = Source {
            path: "two.cu".into(),
            text: Some(TEXT.to_owned()),
        };
        let module = parse(&source, &options.parse).expect("libclang is there");
        let kernel = module.kernels.into_iter().next().expect("there is a kernel");
        let configuration = configurations(&kernel, options, &[]).remove(0);
        (kernel, configuration)
    }

    fn options() -> Options {
        Options {
            block: Some([8, 1, 1]),
            grid: Some([1, 1, 1]),
            cross_check: 4,
            ..Options::default()
        }
    }

    #[test]
    fn a_proof_that_a_run_refutes_is_an_internal_error_that_says_so() {
        let options = options();
        let (kernel, configuration) = two_races(&options);
        let reason = cross_check(&kernel, &configuration, &options, &[]).expect("runs show races");
        assert_eq!(
            reason.message,
            "internal error of kverify: a replay of the proved kernel shows a data race between line 2 and line 2. Please \
             report it with the kernel."
        );
        assert_eq!(reason.loc.map(|loc| loc.span.line), Some(2));
        let unchecked = Options {
            cross_check: 0,
            ..options
        };
        assert_eq!(cross_check(&kernel, &configuration, &unchecked, &[]), None);
    }

    #[test]
    fn a_run_that_shows_something_else_as_well_says_so() {
        let options = options();
        let (kernel, configuration) = two_races(&options);
        let all = kverify_smt::analyse(&kernel, &configuration.config).findings;
        assert_eq!(all.len(), 2);
        let notes = |known: &[Finding]| {
            let mut budget = Budget::new(&options, 60.0);
            judge(
                &kernel,
                &configuration,
                all[0].clone(),
                known,
                &options,
                &mut budget,
            )
            .notes
        };
        assert_eq!(notes(&all), [""; 0]);
        let other = all[1].places[0].loc.span.line;
        assert_eq!(
            notes(&all[..1]),
            [format!(
                "replay also shows a data race between line {other} and line {other}"
            )]
        );
    }
}
