//! Whether values matter that the language does not say (what nobody wrote, quotients by zero): a launch, run with one value and with others.
//!
//! A read of a place that nobody wrote does no harm by itself: tiles are read to their edges, and what lies behind them is left out of the
//! result. It matters if other contents, everything else being equal, lead to other memory at the end or to another output
//! (as MemorySanitizer asks of uses and not of copies: Stepanov and Serebryany 2015, doi:10.1109/CGO.2015.7054186).

use super::contents::Contents;
use super::fill::Fill;
use super::inputs::{Inputs, Limits};
use super::judge::Rules;
use super::machine::run_with;
use super::outcome::{Divergence, Event, EventKind, Run};
use super::program::Program;
use kverify_frontend::ir::{Kernel, Language, Loc, ObjectId, Space, VarId};
use kverify_smt::answer::{Config, ThreadAt, thread_of};
use std::cell::Cell;
use std::collections::BTreeSet;

/// What gives a value that the language does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Memory that nobody wrote, read by the access at this place.
    Memory(Loc),
    /// A variable that nobody wrote.
    Variable(VarId),
    /// A division by zero at this place.
    Division(Loc),
    /// A shift at this place by the width or more.
    Shift(Loc),
}

impl Source {
    /// Whether it is an operation, and no read.
    pub fn is_arithmetic(self) -> bool {
        match self {
            Source::Division(_) | Source::Shift(_) => true,
            Source::Memory(_) | Source::Variable(_) => false,
        }
    }
}

/// What such values are in a run.
#[derive(Clone, Debug)]
pub(super) struct Undefined {
    /// What is read.
    pub fill: Fill,
    /// What is computed.
    pub computed: i128,
    /// Places of accesses, as indices into the program's.
    pub memory: BTreeSet<u32>,
    /// Places of divisions and shifts.
    pub arithmetic: BTreeSet<u32>,
    pub variables: Vec<VarId>,
    /// The variables of so many threads are meant, of the first ones.
    pub threads: u32,
}

impl Undefined {
    fn none() -> Undefined {
        Undefined {
            fill: Fill::Zeros,
            computed: 0,
            memory: BTreeSet::new(),
            arithmetic: BTreeSet::new(),
            variables: Vec::new(),
            threads: u32::MAX,
        }
    }
}

/// Values that are tried beside the first ones: of what is read, and of what is computed.
const VALUES: [(Fill, i128); 3] = [
    (Fill::Ones, 1),
    (Fill::Hashed(11), -1),
    (Fill::Hashed(12), 1_000_003),
];

/// As many runs as long as the first may be made of a launch.
const RUNS: u64 = 20;

/// A use of such a value.
#[derive(Clone, Debug, PartialEq)]
pub struct UndefinedUse {
    /// What gives it.
    pub source: Source,
    /// A thread that has it.
    pub thread: ThreadAt,
}

/// Whether a run says what the launch does: nothing that is not modelled has a say in it, no access leaves its buffer, threads neither race nor
/// part other than by leaving the kernel, and it is not cut short. Where accesses race, who comes too early reads what was not written yet.
pub fn is_clear(run: &Run) -> bool {
    let leaves = |event: &Event| event.kind == EventKind::OutOfBounds;
    let goes = |parting: &Divergence| parting.places.iter().any(|place| place.action.leaves());
    !run.approximate
        && !run.out_of_fuel
        && !run.assumption_failed
        && run.conflicts.is_empty()
        && run.divergences.iter().all(goes)
        && !run.events.iter().any(leaves)
}

/// What of a launch's outcome rests on values that the language does not say, if `base` is a clear run of it, and `variables` are those that
/// may be read before they are written.
pub fn undefined_uses(
    kernel: &Kernel,
    config: &Config,
    (inputs, base): (&Inputs, &Run),
    limits: &Limits,
    variables: &[VarId],
) -> Vec<UndefinedUse> {
    let sources = base.events.iter().filter_map(|event| {
        let loc = event.loc?;
        let source = match event.kind {
            EventKind::UninitialisedRead => Source::Memory(loc),
            EventKind::DivisionByZero => Source::Division(loc),
            // OpenCL takes the amount modulo the width (OpenCL C 2.0, section 6.3j).
            EventKind::WideShift if kernel.language != Language::OpenCl => Source::Shift(loc),
            _ => return None,
        };
        Some((source, event.thread.clone()))
    });
    let sources: Vec<(Source, ThreadAt)> = sources.collect();
    if sources.is_empty() && variables.is_empty() {
        return Vec::new();
    }
    let Ok(rules) = Rules::of(kernel, config) else {
        return Vec::new();
    };
    let program = &rules.program;
    let trial = Trial {
        kernel,
        program,
        inputs: &rules.sized(kernel, inputs),
        limits,
        watched: watched(kernel),
        left: Cell::new(limits.fuel.saturating_mul(RUNS)),
    };
    let first = trial.outcome(None);
    let mut found = Vec::new();
    for (source, thread) in sources {
        let mut undefined = Undefined::none();
        match source {
            Source::Memory(loc) => undefined.memory = trial.places(loc),
            Source::Division(loc) | Source::Shift(loc) => undefined.arithmetic = trial.places(loc),
            Source::Variable(_) => {}
        }
        if trial.differs(&first, &undefined) {
            found.push(UndefinedUse { source, thread });
        }
    }
    let of_variables = |variables: &[VarId], threads| Undefined {
        variables: variables.to_vec(),
        threads,
        ..Undefined::none()
    };
    if variables.is_empty() || !trial.differs(&first, &of_variables(variables, u32::MAX)) {
        return found;
    }
    let all = inputs.block_dim.iter().product::<u64>() * inputs.blocks.len() as u64;
    let all = u32::try_from(all).unwrap_or(u32::MAX);
    for &variable in variables {
        let matters = |threads| trial.differs(&first, &of_variables(&[variable], threads));
        if matters(all) {
            found.push(UndefinedUse {
                source: Source::Variable(variable),
                thread: thread(inputs, last_of_few(all, matters)),
            });
        }
    }
    found
}

/// The last of as few first threads as matter, if all do.
fn last_of_few(all: u32, matters: impl Fn(u32) -> bool) -> u32 {
    let (mut few, mut many) = (0, all);
    while many - few > 1 {
        let half = few + (many - few) / 2;
        match matters(half) {
            true => many = half,
            false => few = half,
        }
    }
    many.saturating_sub(1)
}

/// The thread of this number in a run.
fn thread(inputs: &Inputs, number: u32) -> ThreadAt {
    let per_block = inputs.block_dim.iter().product::<u64>().max(1);
    let (block, n) = (u64::from(number) / per_block, u64::from(number) % per_block);
    ThreadAt {
        block: inputs.blocks.get(block as usize).copied().unwrap_or_default(),
        thread: thread_of(n, inputs.block_dim),
        ..ThreadAt::default()
    }
}

/// The objects that outlive a launch.
fn watched(kernel: &Kernel) -> Vec<ObjectId> {
    let outlives = |id: &ObjectId| !matches!(kernel.objects[*id].space, Space::Shared | Space::Private);
    kernel.objects.indices().filter(outlives).collect()
}

/// What can be seen of a run.
type Outcome = (Vec<Contents>, Run);

/// A launch that is run again and again.
struct Trial<'k> {
    kernel: &'k Kernel,
    program: &'k Program,
    inputs: &'k Inputs,
    limits: &'k Limits,
    watched: Vec<ObjectId>,
    /// Instructions that all its runs may still take.
    left: Cell<u64>,
}

impl Trial<'_> {
    fn outcome(&self, undefined: Option<Undefined>) -> Outcome {
        let (run, contents) = run_with(
            self.kernel,
            self.program,
            self.inputs,
            self.limits,
            &self.watched,
            undefined,
        );
        (contents, run)
    }

    /// The program's places that are this one.
    fn places(&self, loc: Loc) -> BTreeSet<u32> {
        let places = (0..).zip(&self.program.places).filter(|(_, at)| **at == loc);
        places.map(|(n, _)| n).collect()
    }

    /// Whether other values of what is undefined lead to another outcome.
    fn differs(&self, first: &Outcome, undefined: &Undefined) -> bool {
        VALUES.into_iter().any(|(fill, computed)| {
            if self.left.get() == 0 {
                return false;
            }
            let undefined = Undefined {
                fill,
                computed,
                ..undefined.clone()
            };
            let (contents, run) = self.outcome(Some(undefined));
            self.left.set(self.left.get().saturating_sub(run.instructions));
            let is_whole = !run.approximate && !run.out_of_fuel && !run.assumption_failed;
            is_whole && (contents != first.0 || run.printed != first.1.printed)
        })
    }
}
