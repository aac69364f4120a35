//! The weakest simple condition under which a kernel is proved: "free when `blockDim.x <= 256`".
//!
//! Candidates are made of the launch's sizes, the scalar parameters and the numbers that the code is written with. The encoder
//! says which of them close all that its analysis left open; the first of these under which the whole kernel is verified
//! again, and proved, is the condition. It is an offer: the verdict stays what it was until the user takes it (`--assume`).

mod candidates;

use crate::Stopwatch;
use crate::assume::{Assume, Fact};
use crate::config::{Configuration, Options};
use crate::verdict::{self, Severity};
use kverify_frontend::ir::{Expr, Kernel};
use kverify_smt::answer::{Answer, Finding};
use kverify_smt::conditions::Wish;
use serde::{Deserialize, Serialize};

/// A condition under which the kernel is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The expression that `--assume` takes.
    pub assume: String,
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
pub fn analyse(kernel: &Kernel, configuration: &Configuration, options: &Options) -> (Answer, Vec<String>) {
    let texts = || candidates::candidates(kernel, &configuration.config);
    let candidates = || -> Vec<Expr> {
        texts()
            .iter()
            .filter_map(|text| fact(kernel, text).map(|(expr, _)| expr))
            .collect()
    };
    let matters = |finding: &Finding| {
        let severity = verdict::severity(finding, kernel, options);
        severity == Severity::Error
    };
    let wish = Wish {
        candidates: &candidates,
        matters: &matters,
    };
    let (answer, suggestions) = kverify_smt::analyse_for(kernel, &configuration.config, &wish);
    if suggestions.is_empty() {
        return (answer, Vec::new());
    }
    let fitting: Vec<String> = texts()
        .into_iter()
        .filter(|text| fact(kernel, text).is_some())
        .collect();
    let joined = |parts: &Vec<usize>| -> Option<String> {
        let parts: Option<Vec<&str>> = parts
            .iter()
            .map(|&i| fitting.get(i).map(String::as_str))
            .collect();
        Some(parts?.join(" && "))
    };
    (answer, suggestions.iter().filter_map(joined).collect())
}

/// What trying suggestions came to.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The first suggestion under which the kernel is proved.
    pub conditions: Vec<Condition>,
    /// Whether the clock had a say in it.
    pub timed_out: bool,
}

/// Verifies the kernel under one suggestion after the other, up to the first under which it is proved. Each of them may take
/// `seconds`, and all together twice as long; a second is always given.
pub fn first_proved(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    suggestions: &[String],
    seconds: f64,
) -> Tried {
    let mut tried = Tried::default();
    let (watch, seconds) = (Stopwatch::start(), seconds.max(1.0));
    for text in suggestions.iter().take(TRIALS) {
        if watch.seconds() > seconds {
            tried.timed_out = true;
            break;
        }
        let Some(answer) = answer_under(kernel, configuration, text, seconds) else {
            continue;
        };
        tried.timed_out |= answer.stats.timed_out;
        // A finding that would be an error is one whether or not a replay shows it.
        let is_error = |finding: &Finding| verdict::severity(finding, kernel, options) == Severity::Error;
        if answer.unknowns.is_empty() && !answer.findings.iter().any(is_error) {
            tried.conditions.push(Condition { assume: text.clone() });
            break;
        }
    }
    tried
}

/// The encoder's answer under a further assumption, if there is such a launch.
fn answer_under(kernel: &Kernel, configuration: &Configuration, text: &str, seconds: f64) -> Option<Answer> {
    let facts = Assume::parse(text).and_then(|assume| assume.facts(kernel)).ok()?;
    let mut narrowed = configuration.clone();
    for fact in facts {
        match fact {
            Fact::Holds(expr, text) => narrowed.config.assumes.push((expr, text)),
            Fact::Distinct(_) | Fact::Monotone(_) => return None,
        }
    }
    narrowed.config.timeout = configuration.config.timeout.min(seconds);
    Some(kverify_smt::analyse(kernel, &narrowed.config))
}

fn fact(kernel: &Kernel, text: &str) -> Option<(Expr, String)> {
    let facts = Assume::parse(text).and_then(|assume| assume.facts(kernel)).ok()?;
    match <[Fact; 1]>::try_from(facts) {
        Ok([Fact::Holds(expr, text)]) => Some((expr, text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
