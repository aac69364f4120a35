//! Which run shows a finding best.

use crate::by_hand::ByHand;
use crate::replay::{self, Inputs, Limits, Run, Schedule, Trace, Violation};
use crate::report::KernelReport;
use crate::verdict::{Judged, Status};
use kverify_frontend::ir::Kernel;
use kverify_smt::answer::Finding;

/// Threads that a timeline shows at most, if the witness needs no more.
const MOST_THREADS: u64 = 4096;

/// A run to be drawn.
pub struct Selected {
    /// What everybody did.
    pub trace: Trace,
    /// The launch.
    pub inputs: Inputs,
    /// What the finding says, as this run shows it.
    pub shown: Option<Violation>,
    /// What is worth knowing about the choice, as sentences.
    pub notes: Vec<String>,
}

/// The run that shows a finding, or a plain one. Whole grids rather than single blocks, warps in lock-step rather than
/// threads in turns; but above all one that shows the finding.
pub(super) fn run_for(report: &KernelReport, judged: Option<&Judged>) -> Option<Selected> {
    let Some(judged) = judged else {
        return plain(report);
    };
    let inputs = Inputs {
        lockstep: report.configuration.config.lockstep,
        ..judged.inputs.clone()?
    };
    let whole = whole_grid(&inputs);
    let launches = whole.map(|blocks| Inputs {
        blocks,
        ..inputs.clone()
    });
    best(&report.kernel, launches.into_iter().chain([inputs]), judged)
}

/// The run of a launch given by hand.
pub(super) fn run_of(kernel: &Kernel, inputs: &Inputs, judged: Option<&Judged>) -> Option<Selected> {
    match judged {
        Some(judged) => best(kernel, [inputs.clone()], judged),
        None => Some(traced(kernel, inputs.clone(), None).1),
    }
}

/// The first of the launches that shows the finding under some schedule.
fn best(kernel: &Kernel, launches: impl IntoIterator<Item = Inputs>, judged: &Judged) -> Option<Selected> {
    let mut tried: Option<Selected> = None;
    for inputs in launches {
        for schedule in [Schedule::LockStep, inputs.schedule, Schedule::RoundRobin] {
            let inputs = Inputs {
                schedule,
                ..inputs.clone()
            };
            let (run, selected) = traced(kernel, inputs, Some(&judged.finding));
            if selected.shown.is_some() && !run.out_of_fuel {
                return Some(selected);
            }
            let first = tried.as_ref().is_none_or(|best| best.shown.is_none());
            if tried.is_none() || selected.shown.is_some() && first {
                tried = Some(selected);
            }
        }
    }
    let mut best = tried?;
    if best.shown.is_none() && judged.status == Status::Possible {
        best.notes
            .push("This run does not show the finding: it is possible, not confirmed.".to_owned());
    }
    Some(best)
}

/// A run of a kernel of which nothing was found.
fn plain(report: &KernelReport) -> Option<Selected> {
    let config = &report.configuration.config;
    let sized = |sizes: [Option<u64>; 3]| sizes[0].map(|_| sizes.map(|n| n.unwrap_or(1)));
    let by_hand = ByHand {
        block: sized(config.block),
        grid: sized(config.grid),
        ..ByHand::default()
    };
    let (mut inputs, chosen) = by_hand.inputs(&report.kernel).ok()?;
    for &(n, value) in &config.args {
        if let Some(param) = report.kernel.params.get(n as usize) {
            inputs.scalars.retain(|(m, _)| *m != n);
            inputs.scalars.push((n, replay::bits_of_integer(param.ty, value)));
        }
    }
    let per_block: u64 = inputs.block_dim.iter().product();
    inputs
        .blocks
        .truncate((MOST_THREADS / per_block.max(1)).max(1) as usize);
    inputs.schedule = Schedule::LockStep;
    inputs.lockstep = config.lockstep;
    let (run, mut selected) = traced(&report.kernel, inputs.clone(), None);
    if run.out_of_fuel {
        inputs.schedule = Schedule::RoundRobin;
        let free = traced(&report.kernel, inputs, None);
        if !free.0.out_of_fuel {
            selected = free.1;
        }
    }
    if !chosen.is_empty() {
        selected
            .notes
            .push(format!("Chosen for this run: {}.", chosen.join(", ")));
    }
    Some(selected)
}

/// Every block of the launch, if they are few enough.
fn whole_grid(inputs: &Inputs) -> Option<Vec<[u64; 3]>> {
    let sizes = inputs.block_dim.iter().chain(&inputs.grid_dim);
    let threads = sizes.fold(1u64, |n, &size| n.saturating_mul(size));
    if threads > MOST_THREADS {
        return None;
    }
    let [nx, ny, nz] = inputs.grid_dim;
    let blocks = (0..nz).flat_map(|z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])));
    Some(blocks.collect())
}

fn traced(kernel: &Kernel, inputs: Inputs, finding: Option<&Finding>) -> (Run, Selected) {
    let (run, trace) = replay::trace(kernel, &inputs, &Limits::default());
    let shown = finding.and_then(|finding| replay::shows(&run, finding));
    let mut notes = vec![schedule_words(&inputs)];
    let all: u64 = inputs.grid_dim.iter().product();
    if (inputs.blocks.len() as u64) < all {
        notes.push(format!(
            "{} of {all} blocks were run; the others are absent.",
            inputs.blocks.len()
        ));
    }
    if run.out_of_fuel {
        notes.push(format!(
            "The run was cut short after {} instructions.",
            run.instructions
        ));
    }
    if trace.truncated {
        notes.push("Only the first part of the run was recorded.".to_owned());
    }
    let selected = Selected {
        trace,
        inputs,
        shown,
        notes,
    };
    (run, selected)
}

fn schedule_words(inputs: &Inputs) -> String {
    match inputs.schedule {
        Schedule::LockStep => {
            let width = match inputs.lockstep {
                1 => inputs.warp_size,
                width => width,
            };
            format!("Warps of {width} threads run in lock-step and take turns.")
        }
        Schedule::RoundRobin => "Threads take turns, a statement each.".to_owned(),
        Schedule::InOrder => "Threads run one after the other, from barrier to barrier.".to_owned(),
        Schedule::Reverse => {
            "Threads run one after the other, from barrier to barrier, the last one first.".to_owned()
        }
    }
}
