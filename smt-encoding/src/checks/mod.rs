//! The checks: one list, a file for each.

mod barrier_divergence;
mod data_race;
mod out_of_bounds;

use crate::answer::{Finding, Unknown};
use crate::pair::Solver;
use crate::segment::{Family, Segment};
use crate::ssa::{Machine, Records};
use std::collections::BTreeSet;

/// What a check works on.
pub struct Context<'c, 'k> {
    /// The machine that ran the kernel.
    pub machine: &'c mut Machine<'k>,
    /// The solver.
    pub solver: &'c mut Solver,
    /// The whole kernel, run once.
    pub whole: &'c Records,
    /// All segments, by family.
    pub families: &'c [(Family, Vec<Segment>)],
    /// What was found.
    pub findings: Vec<Finding>,
    /// What could not be settled.
    pub unknowns: Vec<Unknown>,
    /// Whether some proof took the assumption that index arithmetic does not overflow.
    pub overflow: bool,
    /// Accesses taken to stay within their arrays: line and array.
    pub trusted: BTreeSet<(u32, String)>,
    /// Obligations as text, for dumps.
    pub transcript: Option<String>,
}

/// A property of kernels.
pub struct Check {
    /// Stable rule id.
    pub id: &'static str,
    /// Poses and settles its obligations.
    pub run: fn(&mut Context<'_, '_>),
}

/// All checks.
pub const ALL: &[Check] = &[data_race::CHECK, barrier_divergence::CHECK, out_of_bounds::CHECK];
