//! The weakest simple condition under which a kernel is proved: "free when `blockDim.x <= 256`".
//!
//! Candidates are made of the launch's sizes, the scalar parameters and the numbers that the code is written with. The encoder
//! says which of them close all that its analysis left open; the first of these under which the whole kernel is verified
//! again, and proved, is the condition. It is an offer: the verdict stays what it was until the user takes it (`--assume`).

mod candidates;
mod contents;

use crate::Stopwatch;
use crate::assume::{Assume, Fact};
use crate::config::{Configuration, LaunchSource, Options};
use crate::plain::Plain;
use crate::undefined;
use crate::verdict::{self, Severity};
use candidates::Candidate;
use kverify_frontend::ir::{BinOp, Expr, Kernel, Ty, build};
use kverify_smt::answer::{Answer, Assumed, Assumption, Finding, Kind, Taken};
use kverify_smt::conditions::{self, Enough, Wish};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::OnceLock;

/// A condition under which the kernel is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The expression that `--assume` takes.
    pub assume: String,
    /// Callers keep to it as a matter of course: sizes are positive, a pitch is no less than its row, a block has the size that the
    /// code is written for. It leaves launches with several warps, and several blocks where the kernel tells them apart.
    pub natural: bool,
}

impl Condition {
    /// For the user.
    pub fn text(&self) -> String {
        format!("free when {0} (proved with --assume '{0}')", self.assume)
    }
}

/// So many of the encoder's suggestions are verified.
const TRIALS: usize = 3;

/// Analyses a kernel, and says which suggestions would let a proof go through.
pub fn analyse(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
) -> (Answer, Vec<Condition>) {
    let fitting: OnceLock<Vec<(Candidate, Expr)>> = OnceLock::new();
    let fitting = || {
        fitting.get_or_init(|| {
            candidates::candidates(kernel, &configuration.config)
                .into_iter()
                .filter_map(|candidate| fact(kernel, &candidate.text).map(|expr| (candidate, expr)))
                .collect()
        })
    };
    let candidates = || {
        let all = fitting().iter().map(|(candidate, holds)| conditions::Candidate {
            holds: holds.clone(),
            natural: candidate.natural && is_open(candidate, configuration),
        });
        all.collect()
    };
    let matters = |finding: &Finding| {
        let severity = verdict::severity(finding, kernel, options);
        severity == Severity::Error
    };
    let wish = Wish {
        candidates: &candidates,
        matters: &matters,
    };
    let (answer, enough) = kverify_smt::analyse_for(kernel, &configuration.config, &wish);
    let all: &[(Candidate, Expr)] = if enough.is_empty() { &[] } else { fitting() };
    let condition = |enough: &Enough| -> Option<Condition> {
        let parts: Option<Vec<&Candidate>> = enough
            .candidates
            .iter()
            .map(|&i| all.get(i).map(|(candidate, _)| candidate))
            .collect();
        let parts = parts?;
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        // Host code that computes a size in a way that is not understood is no caller that keeps to what it has to do with others.
        let is_unclear = |name: &String| configuration.unclear.iter().any(|other| other.name == *name);
        let relates_unclear =
            |part: &Candidate| part.params.len() > 1 && parts.len() > 1 && part.params.iter().any(is_unclear);
        let is_natural =
            |part: &&Candidate| part.natural && is_open(part, configuration) && !relates_unclear(part);
        Some(Condition {
            assume: texts.join(" && "),
            natural: enough.parallel && !kernel.narrowed && parts.iter().all(is_natural),
        })
    };
    let mut suggestions: Vec<Condition> = enough.iter().filter_map(condition).collect();
    if !suggestions.iter().any(|condition| condition.natural) {
        suggestions.extend(positive_sizes(kernel, configuration, &answer));
    }
    // What arrays hold says more of a launch than the sizes for which nothing goes wrong.
    let mut all = contents::suggestions(kernel, configuration, &answer);
    all.extend(suggestions);
    // The weakest first, but what callers keep to anyway before what they may not.
    all.sort_by_key(|condition| !condition.natural);
    (answer, all)
}

/// Whether a condition is for callers to keep that nobody shows. What is known of launches in host code is in the configuration: what is
/// asked of them beyond that they may break, but for what they are given themselves.
fn is_open(candidate: &Candidate, configuration: &Configuration) -> bool {
    let is_given = |name: &String| configuration.given.contains(name);
    let is_shown = match configuration.source {
        LaunchSource::Host => true,
        // A launch of which no size is constant.
        LaunchSource::Symbolic => configuration.line.is_some(),
        LaunchSource::Flag | LaunchSource::Comment | LaunchSource::Project => false,
    };
    !is_shown || !candidate.of_launch && candidate.params.iter().all(is_given)
}

/// That all sizes are positive, where the encoder could not say whether that is enough, and no finding says that it is not.
fn positive_sizes(kernel: &Kernel, configuration: &Configuration, answer: &Answer) -> Option<Condition> {
    let all = candidates::positive_sizes(kernel, &configuration.config)?;
    let is_positive = |&(n, bits): &(u32, u128)| {
        let param = kernel.params.get(n as usize);
        let negative = param.is_some_and(|p| match p.ty {
            Ty::Int { bits: width, signed } => signed && bits >> (width - 1) & 1 == 1,
            _ => false,
        });
        bits != 0 && !negative
    };
    let is_size = |(n, _): &&(u32, u128)| {
        let param = kernel.params.get(*n as usize);
        param.is_some_and(|p| all.params.contains(&p.name))
    };
    let stays = |finding: &Finding| finding.witness.scalars.iter().filter(is_size).all(is_positive);
    let is_settled = answer.unknowns.is_empty() && answer.findings.is_empty();
    let may_be_enough =
        !kernel.narrowed && !is_settled && !answer.findings.iter().any(stays) && is_open(&all, configuration);
    may_be_enough.then_some(Condition {
        assume: all.text,
        natural: true,
    })
}

/// What trying suggestions came to.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The first suggestion under which the kernel is proved.
    pub conditions: Vec<Condition>,
    /// What the proof under it takes for granted besides.
    pub assumptions: Vec<Assumption>,
    /// Whether the clock had a say in it.
    pub timed_out: bool,
}

/// Verifies the kernel under one suggestion after the other, up to the first under which it is proved. All together may cost so many
/// units of work, and each so many seconds as a last resort. `found` is what the analysis without it found.
pub fn first_proved(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    (suggestions, found): (&[Condition], &[Finding]),
    (mut work, seconds): (u64, f64),
) -> Tried {
    let mut tried = Tried::default();
    let watch = Stopwatch::start();
    let mut next: VecDeque<Condition> = suggestions.iter().take(TRIALS).cloned().collect();
    // What stays open under one condition may call for another.
    let mut more_trials = TRIALS - 1;
    while let Some(condition) = next.pop_front().filter(|_| work > 0) {
        let limits = (work, seconds - watch.seconds());
        let Some(narrowed) = narrowed(kernel, configuration, &condition.assume, limits) else {
            continue;
        };
        let (answer, more) = match condition.natural && more_trials > 0 {
            true => analyse(kernel, &narrowed, options),
            false => (kverify_smt::analyse(kernel, &narrowed.config), Vec::new()),
        };
        work = work.saturating_sub(answer.stats.work);
        tried.timed_out |= answer.stats.timed_out;
        // A finding that would be an error is one whether or not a replay shows it.
        let is_error = |finding: &Finding| verdict::severity(finding, kernel, options) == Severity::Error;
        // That an access keeps to its array where that was not decided is no proof that the condition keeps it there.
        let leaves = |finding: &Finding| {
            let object = finding.object.filter(|_| finding.kind == Kind::OutOfBounds);
            object.is_some_and(|object| answer.unbounded.contains(&object))
        };
        let is_closed = !answer.findings.iter().any(is_error) && !found.iter().any(leaves);
        if answer.unknowns.is_empty() && is_closed && !is_too_small(kernel, &narrowed, options) {
            tried.assumptions = answer.assumptions;
            tried
                .assumptions
                .iter_mut()
                .for_each(|a| contents::as_contract(a, &condition));
            tried.conditions.push(condition);
            break;
        }
        if let Some(more) = more.into_iter().find(|more| more.natural) {
            more_trials -= 1;
            next.push_front(Condition {
                assume: format!("{} && {}", condition.assume, more.assume),
                natural: true,
            });
        }
    }
    tried
}

/// Whether a block that a condition leaves, and the configuration does not fix, is too small for what the kernel does: launches without odd
/// ends read what nobody wrote.
fn is_too_small(kernel: &Kernel, narrowed: &Configuration, options: &Options) -> bool {
    let is_fixed = narrowed.config.block.iter().all(Option::is_some);
    !is_fixed && {
        let plain = Plain::of(kernel, narrowed);
        let found = undefined::search(kernel, narrowed, &plain, options);
        found
            .iter()
            .any(|judged| judged.finding.kind == Kind::UninitialisedRead)
    }
}

/// The configuration under a further assumption, with limits of its own.
fn narrowed(
    kernel: &Kernel,
    configuration: &Configuration,
    text: &str,
    (work, seconds): (u64, f64),
) -> Option<Configuration> {
    let facts = Assume::parse(text).and_then(|assume| assume.facts(kernel)).ok()?;
    let mut narrowed = configuration.clone();
    for fact in facts {
        match fact {
            Fact::Holds(holds, text) => narrowed.config.assumes.push(Assumed {
                holds,
                text,
                by: Taken::Contract,
            }),
            Fact::Distinct(param) => narrowed.config.distinct.push(param),
            Fact::Monotone(param) => narrowed.config.monotone.push(param),
            Fact::Extent(_) => return None,
        }
    }
    (narrowed.config.work, narrowed.config.timeout) = (work, seconds);
    Some(narrowed)
}

/// What a text says, as one condition.
fn fact(kernel: &Kernel, text: &str) -> Option<Expr> {
    let facts = Assume::parse(text).and_then(|assume| assume.facts(kernel)).ok()?;
    let holds = facts.into_iter().map(|fact| match fact {
        Fact::Holds(expr, _) => Some(expr),
        Fact::Distinct(_) | Fact::Monotone(_) | Fact::Extent(_) => None,
    });
    let holds: Option<Vec<Expr>> = holds.collect();
    holds?.into_iter().reduce(|a, b| build::binary(BinOp::And, a, b))
}

#[cfg(test)]
mod tests;
