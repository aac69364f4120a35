//! Launches without odd ends: what they show that no proof speaks of is so in launches that a program makes.

use crate::config::{Configuration, Options};
use crate::dependence::Influence;
use crate::replay::{self, Event, EventKind, Inputs, Limits, Run};
use crate::rerun;
use crate::verdict::{Judged, Status};
use kverify_frontend::ir::{ExprKind, Kernel, Space};
use kverify_smt::answer::Kind;
use std::collections::BTreeSet;

/// Such launches of a kernel that ran clearly, one for each shape of blocks that it may be made for.
pub struct Plain {
    /// Each with what it showed.
    pub runs: Vec<(Inputs, Run)>,
}

impl Plain {
    /// Instructions of a run.
    pub const FUEL: u64 = 300_000;

    /// Runs them.
    pub fn of(kernel: &Kernel, configuration: &Configuration) -> Plain {
        let config = &configuration.config;
        let limits = Limits {
            fuel: Plain::FUEL,
            cancel: config.cancel.clone(),
            ..Limits::default()
        };
        let run = |block: [u64; 3]| {
            let launches = replay::plain_launches(kernel, config, block);
            replay::first_run(kernel, config, launches, &limits)
        };
        let runs = blocks(kernel, configuration).into_iter().filter_map(run);
        Plain {
            runs: runs.filter(|(_, run)| replay::is_clear(run)).collect(),
        }
    }

    /// The loops that go round for ever in all of these launches, if blocks wait for no others, and memory that is there before has no
    /// say in which ways threads go: the host, or a launch before, may put anything there.
    pub fn endless(&self, kernel: &Kernel, options: &Options) -> Vec<Judged> {
        let ends = |event: &Event| event.kind != EventKind::EndlessLoop;
        let all_go_on = |(inputs, run): &(Inputs, Run)| inputs.is_whole() && !run.events.iter().all(ends);
        if self.runs.is_empty() || !self.runs.iter().all(all_go_on) {
            return Vec::new();
        }
        if Influence::of_memory(kernel).decides(&BTreeSet::new()) {
            return Vec::new();
        }
        let (inputs, run) = &self.runs[0];
        let shown = rerun::findings(kernel, inputs, run, options).into_iter();
        let endless = shown.filter(|judged| {
            judged.finding.kind == Kind::NonTerminatingLoop && judged.status == Status::Confirmed
        });
        endless
            .map(|judged| Judged {
                inputs: Some(inputs.clone()),
                ..judged
            })
            .collect()
    }
}

/// Shapes of blocks that a kernel may be made for: the one that is known, else a row of threads, as long as numbers in the kernel say.
/// None where blocks have several dimensions.
pub fn blocks(kernel: &Kernel, configuration: &Configuration) -> Vec<[u64; 3]> {
    /// Shapes that are tried.
    const MOST: usize = 8;
    let config = &configuration.config;
    if let [Some(x), Some(y), Some(z)] = config.block {
        return vec![[x, y, z]];
    }
    let taken = kverify_smt::taken_as_one(kernel, config);
    let is_row =
        |d: usize, axis: &str| config.block[d] == Some(1) || taken.contains(&format!("blockDim.{axis}"));
    if config.block[0].is_some() || !is_row(1, "y") || !is_row(2, "z") {
        return Vec::new();
    }
    let mut lengths: BTreeSet<u64> = [64].into();
    for expr in kernel.exprs() {
        expr.walk(&mut |e| {
            if let ExprKind::Int(n) = e.kind
                && let Ok(n) = u64::try_from(n)
                && (8..=1024).contains(&n)
            {
                lengths.insert(n);
            }
        });
    }
    let sizes = kernel
        .objects
        .iter()
        .filter(|object| object.space == Space::Shared);
    let elements = sizes.filter_map(|object| Some(object.size? / u64::from(object.elem.bytes().max(1))));
    lengths.extend(elements.filter(|n| (8..=1024).contains(n)));
    lengths.into_iter().rev().take(MOST).map(|x| [x, 1, 1]).collect()
}
