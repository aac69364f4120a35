//! Deadlocks: threads that wait for memory which none of those that are left changes.
//!
//! A lock that is taken twice, kept on a way out of the kernel, or taken in two orders; a flag or a counter that never comes to what is
//! waited for. They are looked for by running, and not proved absent: that loops end is an assumption of proofs (`termination`).
//!
//! In such a run a state of all threads comes again while memory stays as it is. Then it comes again in whatever order they take turns,
//! unless somebody else writes what they read: threads of blocks that were not run, the host, or another launch. Where nothing says
//! which launches there are, all that are tried have to end so, whatever sizes are and memory holds: what a kernel asks of its callers
//! is no deadlock.
//!
//! Blocks may also wait for others that start when they have ended: a launch that ends when all of its blocks run at the same time, and of
//! which the first ones alone never do. That is an error where no device has room for all blocks at once. Elsewhere it is a warning where
//! OpenCL says nothing of groups that run at the same time (OpenCL C 3.0, section 3.2.2), or of CUDA no launch is known: the program may
//! see to it that all fit.

use crate::chosen;
use crate::config::{Configuration, LaunchSource, Options};
use crate::plain;
use crate::replay::{self, Event, EventKind, Fill, Inputs, Limits, Run, Schedule, Waker};
use crate::rerun;
use crate::verdict::{self, Judged, Status};
use kverify_frontend::ir::effect::Touch;
use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{Kernel, Language, Scope, Stmt, StmtKind};
use kverify_smt::answer::{Assumption, Config, Kind, Taken};
use std::collections::BTreeSet;

/// Instructions of a run.
const FUEL: u64 = 2_000_000;
/// Threads of a run.
const MOST_THREADS: u64 = 1 << 12;
/// Blocks of a launch that are there while others wait for room.
const RESIDENT: u64 = 4;
/// Blocks and threads that no device has room for at once: of 256 multiprocessors, which is more than any has (CUDA C++ Programming Guide,
/// "Compute Capabilities").
const ROOM: [u64; 2] = [256 * 32, 256 * 2048];

/// A deadlock that a launch comes to, if its kernel waits for memory, and comes to one in all launches that are tried.
pub fn search(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    assumptions: &[Assumption],
) -> Option<Judged> {
    let may_spin = assumptions.iter().any(|taken| taken.id == Taken::Termination);
    if !may_spin || !waits(kernel) || !chosen::is_none(kernel, configuration) {
        return None;
    }
    let config = &configuration.config;
    let mut blocks = plain::blocks(kernel, configuration);
    // A warp alone is seldom what is launched.
    let is_several = |block: &[u64; 3]| block.iter().product::<u64>() > u64::from(replay::WARP);
    if blocks.iter().any(is_several) {
        blocks.retain(is_several);
    }
    let launches = |block: [u64; 3]| replay::waiting_launches(kernel, config, (block, MOST_THREADS));
    let launches: Vec<Inputs> = blocks.into_iter().flat_map(launches).collect();
    let points_to = PointsTo::of(kernel);
    let is_launched = configuration.source == LaunchSource::Host;
    let stuck = all_stuck(&launches, |launch| {
        tried((kernel, &points_to, is_launched), config, launch)
    });
    if let Some((inputs, run)) = stuck {
        return finding(kernel, inputs, &run, (None, options));
    }
    let room = Room::of(kernel, config)?;
    let (inputs, run) = all_stuck(&launches, |launch| alone(kernel, config, launch))?;
    finding(kernel, inputs, &run, (Some(room), options))
}

/// The first run that never ends, if all launches that the program may make have one.
fn all_stuck(launches: &[Inputs], tried: impl Fn(&Inputs) -> Tried) -> Option<(Inputs, Run)> {
    let mut first = None;
    for launch in launches {
        match tried(launch) {
            Tried::None => (),
            Tried::Ended => return None,
            Tried::Stuck(found) => {
                first.get_or_insert(*found);
            }
        }
    }
    first
}

/// Whether a thread may wait for what others write.
fn waits(kernel: &Kernel) -> bool {
    let mut statements = kernel.blocks.iter().flat_map(|block| &block.stmts);
    statements.any(|stmt| {
        let asks = matches!(&stmt.kind, StmtKind::Atomic(atomic) if atomic.dst.is_some());
        asks || matches!(stmt.kind, StmtKind::Load { volatile: true, .. })
    })
}

/// Why blocks need not run at the same time.
#[derive(Clone, Copy, PartialEq)]
enum Room {
    /// No device has room for all of them.
    None,
    /// The program may see to it that all fit.
    OfDevice,
    /// OpenCL says nothing of groups that run at the same time.
    Unsaid,
}

impl Room {
    /// `None` if nothing keeps them from it.
    fn of(kernel: &Kernel, config: &Config) -> Option<Room> {
        let product = |dims: [Option<u64>; 3]| {
            let mut dims = dims.into_iter();
            dims.try_fold(1u64, |n, dim| Some(n.saturating_mul(dim?)))
        };
        let (blocks, threads) = (product(config.grid), product(config.block));
        let is_beyond = blocks.is_some_and(|blocks| {
            blocks > ROOM[0] || threads.is_some_and(|threads| blocks.saturating_mul(threads) > ROOM[1])
        });
        match (kernel.language, config.cooperative) {
            (_, Some(true)) => None,
            (Language::OpenCl, _) => Some(Room::Unsaid),
            (Language::Cuda, _) if is_beyond => Some(Room::None),
            (Language::Cuda, _) => blocks.is_none().then_some(Room::OfDevice),
        }
    }

    fn note(self) -> &'static str {
        match self {
            Room::None => {
                "no device has room for all blocks of the launch at once: those that wait keep the others from starting"
            }
            Room::OfDevice => {
                "these blocks wait for others, which start when they have ended if the device has no room for all; a cooperative launch checks that"
            }
            Room::Unsaid => {
                "these work-groups wait for others: OpenCL promises nothing of groups that run at the same time"
            }
        }
    }
}

/// What became of a launch.
enum Tried {
    /// It is none of the program's.
    None,
    /// No run is known not to end.
    Ended,
    /// A run that never ends.
    Stuck(Box<(Inputs, Run)>),
}

fn tried(
    (kernel, points_to, is_launched): (&Kernel, &PointsTo, bool),
    config: &Config,
    launch: &Inputs,
) -> Tried {
    let mut outcome = Tried::None;
    for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Reverse] {
        let inputs = Inputs {
            schedule,
            ..launch.clone()
        };
        let Some(run) = ran(kernel, config, &inputs) else {
            continue;
        };
        if is_deadlock(&inputs, &run) && is_of_kernel((kernel, points_to, is_launched), &run) {
            return Tried::Stuck(Box::new((inputs, run)));
        }
        outcome = Tried::Ended;
    }
    outcome
}

/// What becomes of a launch's first blocks while the others are not there, if memory holds zeros at first, as counters and flags should.
/// Where all of them can be run, they end together.
fn alone(kernel: &Kernel, config: &Config, launch: &Inputs) -> Tried {
    let [x, y, z] = launch.grid_dim;
    let resident = RESIDENT.min(x / 2);
    let is_whole = launch.is_whole();
    if (y, z) != (1, 1) {
        return Tried::Ended;
    }
    if resident < 2 || launch.fill != Fill::Zeros {
        return Tried::None;
    }
    if is_whole {
        match ran(kernel, config, launch) {
            None => return Tried::None,
            Some(run) if !is_ended(&run) => return Tried::Ended,
            Some(_) => (),
        }
    }
    let inputs = Inputs {
        blocks: (0..resident).map(|x| [x, 0, 0]).collect(),
        ..launch.clone()
    };
    let most = if is_whole { Waker::Others } else { Waker::Launch };
    match ran(kernel, config, &inputs) {
        None => Tried::None,
        Some(run) if is_stuck(&run) && run.waker <= most => Tried::Stuck(Box::new((inputs, run))),
        Some(_) => Tried::Ended,
    }
}

fn ran(kernel: &Kernel, config: &Config, inputs: &Inputs) -> Option<Run> {
    let limits = Limits {
        fuel: FUEL,
        until_again: true,
        // Whether accesses race is not asked.
        accesses: 0,
        cancel: config.cancel.clone(),
        ..Limits::default()
    };
    replay::first_run(kernel, config, vec![inputs.clone()], &limits).map(|(_, run)| run)
}

/// Whether nobody that a run does not know of can end its going round. Memory that holds zeros at first is what locks and counters are made
/// for; with other contents a lock may be taken from the beginning, and for others to give back.
fn is_deadlock(inputs: &Inputs, run: &Run) -> bool {
    let most = match (inputs.is_whole(), inputs.fill) {
        (false, _) => Waker::Block,
        (true, Fill::Zeros) => Waker::Launch,
        (true, _) => Waker::Others,
    };
    is_stuck(run) && run.waker <= most
}

/// Whether the kernel has a statement besides those that wait which may end each wait: a lock that it never gives back is for another
/// kernel to give back, if it is not launched so that several threads want it.
fn is_of_kernel((kernel, points_to, is_launched): (&Kernel, &PointsTo, bool), run: &Run) -> bool {
    let statements = || kernel.blocks.iter().flat_map(|block| &block.stmts);
    let waits = |stmt: &Stmt| {
        let mut waits = run
            .events
            .iter()
            .filter(|event| event.kind == EventKind::EndlessLoop);
        waits.any(|event| event.loc == Some(stmt.loc))
    };
    let touched = |touch: &Touch<'_>| points_to.touched(touch);
    statements().filter(|stmt| waits(stmt)).all(|wait| {
        let effects = wait.effects(kernel);
        effects.reads().map(touched).all(|awaited| {
            let mut ending = statements().filter(|stmt| stmt.loc != wait.loc || is_launched);
            ending.any(|stmt| {
                let effects = stmt.effects(kernel);
                effects.writes().map(touched).any(|to| to.may_meet(&awaited))
            })
        })
    })
}

/// Whether a run goes round for ever, as far as it knows.
fn is_stuck(run: &Run) -> bool {
    has(run, EventKind::EndlessLoop) && is_exact(run)
}

fn is_ended(run: &Run) -> bool {
    !has(run, EventKind::EndlessLoop) && !run.out_of_fuel && is_exact(run)
}

fn is_exact(run: &Run) -> bool {
    !run.approximate && !run.assumption_failed && !has(run, EventKind::OutOfBounds)
}

fn has(run: &Run, kind: EventKind) -> bool {
    run.events.iter().any(|event: &Event| event.kind == kind)
}

/// The wait of one of the threads; of the others, where.
fn finding(
    kernel: &Kernel,
    inputs: Inputs,
    run: &Run,
    (room, options): (Option<Room>, &Options),
) -> Option<Judged> {
    let shown = rerun::findings(kernel, &inputs, run, options).into_iter();
    let mut waits = shown.filter(|judged| {
        judged.finding.kind == Kind::NonTerminatingLoop && judged.status == Status::Confirmed
    });
    let mut judged = waits.next()?;
    let line = |judged: &Judged| judged.finding.places[0].loc.span.line;
    let here = line(&judged);
    let others: BTreeSet<u32> = waits.map(|other| line(&other)).filter(|at| *at != here).collect();
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(u32::to_string).collect();
        judged.notes.push(format!(
            "threads wait for ever in line {} as well",
            others.join(" and ")
        ));
    }
    judged.notes.extend(room.map(|room| room.note().to_owned()));
    judged.finding.scope = Scope::Grid;
    judged.finding.unscheduled = room.is_some_and(|room| room != Room::None);
    judged.severity = verdict::severity(&judged.finding, kernel, options);
    judged.inputs = Some(inputs);
    Some(judged)
}
