//! What replay says of a finding.

mod evidence;
mod trials;

use super::climb::Climb;
use super::compile::{IllFormed, compile, compile_condition};
use super::guide::Guide;
use super::inputs::{Inputs, Limits};
use super::machine::{holds, run_guided, run_noting, run_program};
use super::outcome::{EventKind, Run, Violation};
use super::program::Program;
use super::requests::Noted;
use super::search::is_outlandish;
use crate::extents;
use evidence::{agrees, find, same_violation};
use kverify_frontend::ir::{Kernel, Loc, Scope};
use kverify_smt::answer::{Arith, Config, Extent, Finding, Kind};
use kverify_smt::objects::{of_params, standing_for};
use trials::{has_free_scalars, is_decided, trials, witnessed};

/// What replay says of a finding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// A concrete run of the kernel under the witness shows the finding, and nothing that is not modelled had a
    /// say in it.
    pub confirmed: bool,
    /// Runs showed it, but values that are not modelled had a say.
    pub leaning: bool,
    /// Runs showed it, but what the two wrote was the same.
    pub agreeing: bool,
    /// For a confirmed race of two writes: both wrote the same bytes in every instance of that run.
    pub same_value: bool,
    /// Where the run that confirmed it met something that is not modelled, though that had no say in the values.
    pub unmodelled: Vec<Loc>,
    /// What showed it.
    pub shown: Option<Violation>,
    /// The launch that showed it, else the first that was tried.
    pub inputs: Option<Inputs>,
    /// Other violations that the runs showed.
    pub others: Vec<Violation>,
    /// What else is worth saying, as sentences.
    pub notes: Vec<String>,
    /// It is another launch than the witness: a search beyond it found one.
    pub searched: bool,
    /// Number of runs.
    pub runs: u32,
    /// Instructions of all of them.
    pub instructions: u64,
    /// The run that confirmed it.
    pub run: Option<Run>,
}

/// The launch facts that hold for every run of a kernel under a configuration.
pub(super) struct Rules {
    pub program: Program,
    assumes: Vec<Program>,
    extents: Vec<Extent>,
}

impl Rules {
    /// Compiles a kernel and what the user says of its launches.
    ///
    /// # Errors
    /// If either is not well-formed.
    pub fn of(kernel: &Kernel, config: &Config) -> Result<Rules, IllFormed> {
        let assumes = config
            .assumes
            .iter()
            .map(|assumed| compile_condition(kernel, &assumed.holds));
        let mut program = compile(kernel)?;
        program.wraps = config.arith == Arith::Bv;
        program.launched_plainly(config.cooperative == Some(false));
        Ok(Rules {
            program,
            assumes: assumes.collect::<Result<_, _>>()?,
            extents: config.extents.clone(),
        })
    }

    /// The launch with buffers of the sizes that they have in it.
    pub fn sized(&self, kernel: &Kernel, inputs: &Inputs) -> Inputs {
        let mut inputs = inputs.clone();
        let scalars = super::machine::scalars(kernel, &inputs);
        for extent in &self.extents {
            let scalar = |n: usize| super::machine::number_of(kernel, &scalars, n);
            let shape = [inputs.block_dim, inputs.grid_dim];
            let bytes = extents::in_launch(kernel, extent, scalar, shape);
            let Some([Ok(before), Ok(behind)]) = bytes.map(|[start, end]| [-start, end].map(u64::try_from))
            else {
                continue;
            };
            let mut groups = inputs.aliases.iter();
            let group = groups.find(|group| of_params(kernel, group).any(|object| object == extent.object));
            let one = group.and_then(|group| standing_for(kernel, group));
            let object = one.unwrap_or(extent.object);
            inputs.sizes.retain(|(known, _)| *known != object);
            inputs.sizes.push((object, behind));
            inputs.before.retain(|(known, _)| *known != object);
            inputs.before.push((object, before));
        }
        inputs
    }

    /// Runs the kernel, unless the user rules the launch out.
    pub fn run(&self, kernel: &Kernel, inputs: &Inputs, limits: &Limits) -> Option<Run> {
        self.allow(kernel, inputs, limits)
            .then(|| run_program(kernel, &self.program, &self.sized(kernel, inputs), limits))
            .filter(|run| !run.assumption_failed)
    }

    /// Runs the kernel as [`Rules::run`] does, and says how near it came to the guide's goal.
    pub fn run_guided(
        &self,
        kernel: &Kernel,
        inputs: &Inputs,
        limits: &Limits,
        guide: Guide,
    ) -> Option<(Run, Guide)> {
        if !self.allow(kernel, inputs, limits) {
            return None;
        }
        let inputs = &self.sized(kernel, inputs);
        let (run, guide) = run_guided(kernel, &self.program, inputs, limits, guide);
        Some((run, guide?)).filter(|(run, _)| !run.assumption_failed)
    }

    fn allow(&self, kernel: &Kernel, inputs: &Inputs, limits: &Limits) -> bool {
        let mut assumes = self.assumes.iter();
        assumes.all(|assume| holds(kernel, assume, inputs, limits))
    }
}

/// Replays the witness of `finding` under a few choices of what the witness leaves open, until a run shows it.
pub fn confirm(kernel: &Kernel, config: &Config, finding: &Finding, limits: &Limits) -> Judgement {
    let mut judgement = Judgement::default();
    let rules = match Rules::of(kernel, config) {
        Ok(rules) => rules,
        Err(message) => {
            judgement
                .notes
                .push(format!("replay cannot run this kernel: {message}"));
            return judgement;
        }
    };
    let Some(base) = witnessed(kernel, config, finding) else {
        judgement
            .notes
            .push("the witness names a thread outside of its launch".to_owned());
        return judgement;
    };
    let mut left = Limits {
        fuel: limits.fuel / 2,
        until_again: finding.kind == Kind::NonTerminatingLoop && finding.scope == Scope::Block,
        ..limits.clone()
    };
    let mut open = false;
    for inputs in trials(kernel, &base, config.may_alias) {
        judgement.inputs.get_or_insert_with(|| inputs.clone());
        let Some(run) = rules.run(kernel, &inputs, &left) else {
            open = true;
            continue;
        };
        left.fuel = left.fuel.saturating_sub(run.instructions);
        judgement.instructions += run.instructions;
        open |= run.open_cells;
        judgement.runs += 1;
        let decided = !config.may_alias && is_decided(kernel, finding, &run, &inputs, judgement.runs);
        if judgement.take(&run, finding, &inputs) {
            judgement.run = Some(run);
        }
        if judgement.confirmed || left.fuel == 0 || decided || limits.is_over() {
            break;
        }
    }
    if limits.is_over() && !judgement.confirmed {
        judgement.note("its time was over before replay was done with it (--timeout)");
    } else if !judgement.confirmed && (open || has_free_scalars(kernel, config) || !base.cells.is_empty()) {
        left.fuel += limits.fuel / 2;
        search(
            kernel,
            config,
            finding,
            &rules,
            &base,
            left.clone(),
            &mut judgement,
        );
        if !judgement.confirmed {
            left.fuel = limits.fuel / 2;
            climb(kernel, config, finding, &rules, &base, left, &mut judgement);
        }
    }
    judgement.explain();
    judgement.inputs = judgement.inputs.map(|inputs| rules.sized(kernel, &inputs));
    judgement
}

/// As many launches as must show a finding, if there is no time for all.
const MANY: usize = 16;

/// How many of some launches show a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// All that were run.
    All,
    /// At least half of many.
    Most,
    /// Fewer, or too few were run.
    Some,
}

/// How many of the launches that are allowed show a finding, as far as the fuel goes; those that come first are run first.
pub fn showing(
    kernel: &Kernel,
    config: &Config,
    finding: &Finding,
    launches: &[Inputs],
    limits: &Limits,
) -> Showing {
    let Ok(rules) = Rules::of(kernel, config) else {
        return Showing::Some;
    };
    let (mut shown, mut hidden, mut left) = (0, 0, limits.clone());
    for inputs in launches {
        let Some(run) = rules.run(kernel, inputs, &left) else {
            continue;
        };
        left.fuel = left.fuel.saturating_sub(run.instructions);
        let is_over = left.fuel == 0 || left.is_over();
        if shows(&run, finding).is_some() {
            shown += 1;
        } else if left.fuel > 0 {
            hidden += 1;
        }
        if is_over {
            return match hidden {
                0 if shown >= MANY => Showing::All,
                _ if shown >= MANY.max(2 * hidden) => Showing::Most,
                _ => Showing::Some,
            };
        }
        if hidden > launches.len() / 2 {
            return Showing::Some;
        }
    }
    match (shown, hidden) {
        (2.., 0) => Showing::All,
        _ if shown >= hidden.max(MANY) => Showing::Most,
        _ => Showing::Some,
    }
}

/// How many of the launches that are allowed do not show a finding, as far as the fuel goes.
pub fn hiding(
    kernel: &Kernel,
    config: &Config,
    finding: &Finding,
    launches: &[Inputs],
    limits: &Limits,
) -> usize {
    let Ok(rules) = Rules::of(kernel, config) else {
        return launches.len();
    };
    let mut left = limits.clone();
    let mut hides = |inputs: &&Inputs| {
        let run = rules.run(kernel, inputs, &left);
        left.fuel = left
            .fuel
            .saturating_sub(run.as_ref().map_or(0, |run| run.instructions));
        run.is_some_and(|run| shows(&run, finding).is_none())
    };
    launches.iter().filter(&mut hides).count()
}

/// The first of these launches that is allowed, with its run.
pub fn first_run(
    kernel: &Kernel,
    config: &Config,
    launches: Vec<Inputs>,
    limits: &Limits,
) -> Option<(Inputs, Run)> {
    let rules = Rules::of(kernel, config).ok()?;
    let mut runs = launches.into_iter();
    runs.find_map(|inputs| rules.run(kernel, &inputs, limits).map(|run| (inputs, run)))
}

/// The first of these launches that is allowed, with what its warps ask of memory.
pub fn first_noted(
    kernel: &Kernel,
    config: &Config,
    launches: Vec<Inputs>,
    limits: &Limits,
) -> Option<(Inputs, Noted)> {
    let rules = Rules::of(kernel, config).ok()?;
    let mut allowed = (launches.into_iter()).filter(|inputs| rules.allow(kernel, inputs, limits));
    allowed.find_map(|inputs| {
        let (run, noted) = run_noting(kernel, &rules.sized(kernel, &inputs), limits);
        (!run.assumption_failed).then_some((inputs, noted))
    })
}

/// Whether a run with contents that nobody chose keeps to what kernels are taken to keep to.
fn is_fair(run: &Run, finding: &Finding) -> bool {
    finding.kind == Kind::OutOfBounds || !is_outlandish(run)
}

/// Tries launches beyond the witness, until one shows the finding.
fn search(
    kernel: &Kernel,
    config: &Config,
    finding: &Finding,
    rules: &Rules,
    base: &Inputs,
    mut left: Limits,
    judgement: &mut Judgement,
) {
    let most = left.fuel / 4;
    for inputs in super::search::launches(kernel, config, base) {
        let limits = Limits {
            fuel: left.fuel.min(most),
            ..left.clone()
        };
        let Some(run) = rules.run(kernel, &inputs, &limits) else {
            continue;
        };
        left.fuel = left.fuel.saturating_sub(run.instructions);
        judgement.instructions += run.instructions;
        judgement.runs += 1;
        if is_fair(&run, finding) && find(&run, finding).is_some() && judgement.take(&run, finding, &inputs) {
            judgement.searched = true;
            judgement.run = Some(run);
        }
        if judgement.confirmed || left.fuel == 0 || limits.is_over() {
            break;
        }
    }
}

/// Climbs toward the finding, from launches like the witness.
fn climb(
    kernel: &Kernel,
    config: &Config,
    finding: &Finding,
    rules: &Rules,
    base: &Inputs,
    limits: Limits,
    judgement: &mut Judgement,
) {
    let shows = |run: &Run| is_fair(run, finding) && find(run, finding).is_some_and(|(_, exact)| exact);
    let Some(climb) = Climb::new(kernel, config, rules, finding, base, limits, &shows) else {
        return;
    };
    let (found, runs) = climb.climb(base);
    judgement.runs += runs;
    if let Some((inputs, run)) = found
        && judgement.take(&run, finding, &inputs)
    {
        judgement.searched = true;
        judgement.run = Some(run);
    }
}

impl Judgement {
    /// What a run that was made for another finding says of this one; `None` if it does not show it.
    pub fn by_run(run: &Run, finding: &Finding, inputs: &Inputs) -> Option<Judgement> {
        shows(run, finding)?;
        let mut judgement = Judgement {
            searched: true,
            runs: 1,
            ..Judgement::default()
        };
        judgement.take(run, finding, inputs);
        Some(judgement)
    }

    /// Adds what a run says of the finding; whether it confirms it.
    fn take(&mut self, run: &Run, finding: &Finding, inputs: &Inputs) -> bool {
        for violation in run.violations() {
            if self.others.len() < 64 && !self.others.iter().any(|v| same_violation(v, &violation)) {
                self.others.push(violation);
            }
        }
        if run.events.iter().any(|e| e.kind == EventKind::LaunchTooLarge) {
            self.note("the witness needs more threads than replay runs");
        }
        if let Some((violation, exact)) = find(run, finding) {
            let agrees = agrees(&violation, finding);
            self.agreeing |= agrees;
            self.leaning |= !exact && !agrees;
            self.confirmed = exact;
            if exact {
                self.same_value = matches!(&violation, Violation::Race(c) if c.same_value);
                self.others.retain(|v| !same_violation(v, &violation));
                self.inputs = Some(inputs.clone());
                let holes = run.events.iter().filter(|e| e.kind == EventKind::Hole);
                self.unmodelled = holes.filter_map(|event| event.loc).collect();
                self.shown = Some(violation);
            }
        }
        if run.out_of_fuel {
            self.note("a run was cut short: the kernel ran too long");
        }
        self.confirmed
    }

    fn note(&mut self, note: &str) {
        if !self.notes.iter().any(|n| n == note) {
            self.notes.push(note.to_owned());
        }
    }

    fn explain(&mut self) {
        if self.runs == 0 && self.notes.is_empty() {
            self.note("no launch that replay tried meets the assumptions");
        }
        if self.agreeing && !self.confirmed {
            self.note("wherever replay shows it, both write the same");
        }
        if self.leaning && !self.confirmed {
            self.note("replay shows it only with values of its own for what is not modelled");
        }
    }
}

/// What in a run shows the finding, if something does beyond doubt.
pub fn shows(run: &Run, finding: &Finding) -> Option<Violation> {
    find(run, finding).and_then(|(violation, exact)| exact.then_some(violation))
}
