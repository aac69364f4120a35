//! What travels between processes and waits in the cache: a kernel's answer without the kernel.

use crate::advice::Advice;
use crate::conditions::Condition;
use crate::config::Configuration;
use crate::report::KernelReport;
use crate::verdict::{Judged, Verdict};
use kverify_frontend::ir::{Kernel, ObjectId};
use kverify_smt::answer::{Assumption, Stats, Unknown};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A [`KernelReport`] without what whoever asked has already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    verdict: Verdict,
    findings: Vec<Judged>,
    assumptions: Vec<Assumption>,
    /// Of the configuration: what the analysis added to it.
    zeroed: Vec<ObjectId>,
    reasons: Vec<Unknown>,
    conditions: Vec<Condition>,
    advice: Option<Advice>,
    stats: Stats,
    replay_seconds: f64,
    seconds: f64,
    lost: bool,
}

impl Outcome {
    /// Of a finished report.
    pub fn of(report: KernelReport) -> Outcome {
        // Field by field, so that a field that is new cannot be forgotten.
        let KernelReport {
            kernel: _,
            configuration,
            verdict,
            findings,
            assumptions,
            reasons,
            conditions,
            advice,
            stats,
            replay_seconds,
            seconds,
            cached: _,
            lost,
        } = report;
        Outcome {
            verdict,
            findings,
            assumptions,
            zeroed: configuration.config.zeroed,
            reasons,
            conditions,
            advice,
            stats,
            replay_seconds,
            seconds,
            lost,
        }
    }

    /// The report again, for the kernel and the configuration that were asked about.
    pub fn into_report(self, kernel: &Kernel, configuration: &Configuration) -> KernelReport {
        let mut configuration = configuration.clone();
        configuration.config.zeroed = self.zeroed;
        KernelReport {
            kernel: Arc::new(kernel.clone()),
            configuration,
            verdict: self.verdict,
            findings: self.findings,
            assumptions: self.assumptions,
            reasons: self.reasons,
            conditions: self.conditions,
            advice: self.advice,
            stats: self.stats,
            replay_seconds: self.replay_seconds,
            seconds: self.seconds,
            cached: false,
            lost: self.lost,
        }
    }

    /// Whether the same question gets the same answer again, on any machine: the clock had no say in it.
    pub fn is_repeatable(&self) -> bool {
        !self.stats.timed_out && !self.lost
    }
}
