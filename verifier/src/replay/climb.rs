//! Climbing toward what a finding says: where no launch that was tried shows it, inputs that decide how near a run comes are
//! changed one at a time, as far as that helps (the *alternating variable method*: Korel 1990, doi:10.1109/32.57624), with steps
//! by the secant, since most conditions are linear in most inputs.
//!
//! So values that only an earlier store can produce are searched for backwards: through the inputs that the stored value came
//! from, whatever computes it.

use super::fill::Fill;
use super::guide::{Goal, Guide, Input, Place, Score, number};
use super::inputs::{Inputs, Limits, Schedule};
use super::judge::Rules;
use super::outcome::Run;
use super::search::{is_outlandish, numbers};
use super::value::{from_float, from_integer};
use kverify_frontend::ir::{Kernel, ObjectId, Ty};
use kverify_smt::answer::{Cell, Config, Finding};

/// Runs of one climb.
const MOST_RUNS: u32 = 200;
/// Lines that are drawn for one change of one input.
const MOST_LINES: u32 = 4;
/// Threads of launches that are followed.
const MOST_THREADS: u64 = 1024;
/// Steps that are taken where neighbours say nothing: masks, shifts and remainders hide small ones.
const STEPS: [f64; 5] = [-1.0, 2.0, 16.0, 64.0, 256.0];

/// A distance at which a climb that is stuck may be in a hollow just beside the summit, and inputs that are then moved.
const NEARBY: f64 = 64.0;
const FEW: usize = 3;

/// A climb under way.
pub(super) struct Climb<'c> {
    kernel: &'c Kernel,
    rules: &'c Rules,
    goal: Goal,
    /// Scalars and objects that keep what they hold.
    fixed: (Vec<u32>, Vec<ObjectId>),
    /// Whether a run shows the finding.
    shows: &'c dyn Fn(&Run) -> bool,
    numbers: Vec<i128>,
    limits: Limits,
    runs: u32,
    found: Option<(Inputs, Run)>,
}

/// A launch and how near it came.
struct Step {
    inputs: Inputs,
    score: Score,
}

impl<'c> Climb<'c> {
    /// A climb to a finding; `None` if nothing leads there.
    pub fn new(
        kernel: &'c Kernel,
        config: &Config,
        rules: &'c Rules,
        finding: &Finding,
        base: &Inputs,
        limits: Limits,
        shows: &'c dyn Fn(&Run) -> bool,
    ) -> Option<Climb<'c>> {
        let threads = base
            .block_dim
            .iter()
            .fold(base.blocks.len() as u64, |n, d| n.saturating_mul(*d));
        let goal = Goal::of(&rules.program, finding).filter(|_| threads <= MOST_THREADS)?;
        let objects = config.distinct.iter().chain(&config.monotone);
        let objects = objects.filter_map(|&n| kernel.params.get(n as usize)?.object);
        Some(Climb {
            kernel,
            rules,
            goal,
            fixed: (
                config.args.iter().map(|(n, _)| *n).collect(),
                objects.chain(config.zeroed.iter().copied()).collect(),
            ),
            shows,
            numbers: numbers(kernel, base),
            limits,
            runs: 0,
            found: None,
        })
    }

    /// Climbs from launches like `base`. The launch that shows the finding with its run, and how many were run.
    pub fn climb(mut self, base: &Inputs) -> (Option<(Inputs, Run)>, u32) {
        let starts = [
            (Fill::Zeros, Schedule::InOrder),
            (Fill::Hashed(11), Schedule::RoundRobin),
            (Fill::Index, Schedule::Reverse),
            // Factors and divisors that leave the other operand alone.
            (Fill::Ones, Schedule::InOrder),
        ];
        for (n, (fill, schedule)) in (1..).zip(starts) {
            let start = Inputs {
                fill,
                schedule: base.schedule.or(schedule),
                ..base.clone()
            };
            let share = n * MOST_RUNS / starts.len() as u32;
            let mut at = self.step(start);
            while let Some(step) = at.filter(|_| self.may_go_on(share)) {
                at = self.better(&step, share);
                if at.is_none() {
                    at = self.escape(&step, share);
                }
            }
        }
        (self.found, self.runs)
    }

    fn may_go_on(&self, share: u32) -> bool {
        self.found.is_none() && self.runs < share && self.limits.fuel > 0 && !self.limits.is_over()
    }

    /// Runs a launch, if the configuration allows it and it is in order.
    fn step(&mut self, inputs: Inputs) -> Option<Step> {
        let guide = Guide::new(self.goal.clone(), &self.rules.program, self.fixed.clone());
        self.runs += 1;
        let limits = Limits {
            fuel: (self.limits.fuel / 8).max(50_000).min(self.limits.fuel),
            ..self.limits.clone()
        };
        let (run, guide) = self.rules.run_guided(self.kernel, &inputs, &limits, guide)?;
        self.limits.fuel = self.limits.fuel.saturating_sub(run.instructions);
        if is_outlandish(&run) {
            return None;
        }
        if (self.shows)(&run) {
            self.found = Some((inputs, run));
            return None;
        }
        let score = guide.score()?;
        Some(Step { inputs, score })
    }

    /// A launch that differs in one input and comes nearer.
    fn better(&mut self, from: &Step, share: u32) -> Option<Step> {
        for input in &from.score.culprits {
            let better = self.change(from, input, share);
            if better.is_some() || !self.may_go_on(share) {
                return better;
            }
        }
        None
    }

    /// From a place where no single change helps, near the goal: one input is moved aside, and another follows.
    fn escape(&mut self, from: &Step, share: u32) -> Option<Step> {
        if from.score.first.1 > NEARBY {
            return None;
        }
        for aside in from.score.culprits.iter().take(FEW) {
            for by in [1.0, 2.0, 3.0, 4.0, -1.0] {
                let Some(bits) = bits(aside.ty, number(aside.ty, aside.bits) + by) else {
                    continue;
                };
                if !self.may_go_on(share) {
                    return None;
                }
                let Some(step) = self.step(with(&from.inputs, aside, bits)) else {
                    continue;
                };
                let culprits = step
                    .score
                    .culprits
                    .iter()
                    .filter(|input| input.place != aside.place);
                for input in culprits.take(FEW) {
                    let change = self.change(&step, input, share);
                    if let Some(change) = change.filter(|change| change.score.total < from.score.total) {
                        return Some(change);
                    }
                }
            }
        }
        None
    }

    /// The best of some changes of one input, if it is one.
    fn change(&mut self, from: &Step, input: &Input, share: u32) -> Option<Step> {
        let at = number(input.ty, input.bits);
        let mut best: Option<Step> = None;
        let mut tries = vec![at + 1.0];
        // What brought one thread to its place often brings the other there as well.
        let last = from.inputs.cells.first().filter(|cell| cell.ty == input.ty);
        tries.extend(last.map(|cell| number(cell.ty, cell.bits)));
        let mut tried = Vec::new();
        let (mut lines, mut nearest) = (0, f64::INFINITY);
        while let Some(value) = tries.pop() {
            let Some(bits) =
                bits(input.ty, value).filter(|bits| *bits != input.bits && !tried.contains(bits))
            else {
                continue;
            };
            if !self.may_go_on(share) {
                break;
            }
            tried.push(bits);
            let Some(step) = self.step(with(&from.inputs, input, bits)) else {
                if self.found.is_some() {
                    return None;
                }
                continue;
            };
            let ((level, before), (same, after)) = (from.score.first, step.score.first);
            if level != same && step.score.total < from.score.total {
                // It turned the branch.
                return Some(step);
            }
            if level == same && before != after && after < nearest && lines < MOST_LINES {
                // Where the line through both meets zero, and beside that. Rounding hides the slope of short lines, so that the
                // next is drawn from where the last one led.
                (lines, nearest) = (lines + 1, after);
                let meets = at + (value - at) * before / (before - after);
                tries = match after.min(before) > NEARBY {
                    true => vec![meets],
                    false => vec![
                        meets.floor() - 1.0,
                        meets.ceil() + 1.0,
                        meets.ceil(),
                        meets.floor(),
                        meets,
                    ],
                };
            }
            let bar = best.as_ref().map_or(from.score.total, |best| best.score.total);
            if step.score.total < bar {
                best = Some(step);
            }
            if tries.is_empty() && best.is_none() && tried.len() == 1 {
                let drawn = self.numbers.iter().rev().take(4).map(|n| *n as f64);
                tries.extend(drawn.chain(STEPS.iter().rev().map(|by| at + by)));
            }
        }
        best
    }
}

/// The bits of a number as an input's type holds them, if it does.
fn bits(ty: Ty, value: f64) -> Option<u128> {
    match ty {
        Ty::Float(kind) => value.is_finite().then(|| from_float(kind, value)),
        Ty::Bool => Some(u128::from(value != 0.0)),
        _ => {
            let bits = from_integer(ty, value as i128);
            (number(ty, bits) == value.trunc()).then_some(bits)
        }
    }
}

/// The launch with one input changed.
fn with(inputs: &Inputs, input: &Input, bits: u128) -> Inputs {
    let mut inputs = inputs.clone();
    match input.place {
        Place::Scalar(n) => {
            inputs.scalars.retain(|(given, _)| *given != n);
            inputs.scalars.push((n, bits));
        }
        Place::Cell(object, row, offset) => {
            let at = i128::from(offset);
            inputs
                .cells
                .retain(|cell| (cell.object, cell.row, cell.offset) != (object, row, at));
            // The first that speaks of a byte counts.
            let cell = Cell {
                object,
                row,
                offset: at,
                ty: input.ty,
                bits,
            };
            inputs.cells.insert(0, cell);
        }
    }
    inputs
}
