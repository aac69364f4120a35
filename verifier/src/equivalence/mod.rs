//! `kverify compare`: whether two kernels, or a kernel and a function, compute the same.
//!
//! Both sides run on the interpreter with the same inputs, which are symbols besides ([`crate::replay`]'s runs with symbols). A difference
//! of the runs is a difference, with its inputs. Where no input decides what is done, the runs stand for all inputs: then each
//! element written is a term, and [`algebra`] says whether the two sides' are equal. In reading order: [`sides`] (which kernels, which
//! arguments are the same), [`launches`] (sizes), [`case`](mod@case) (one launch of both), [`answer`], [`text`] and [`document`].

mod algebra;
pub mod answer;
mod case;
pub mod document;
mod launches;
mod sides;
pub mod text;

use crate::plan::UsageError;
use answer::{Answer, Comparison};
use case::Outcome;

/// What to compare, and how.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `FILE:KERNEL` of both sides; a function of C that is no kernel is run by one thread.
    pub sides: [String; 2],
    /// Launches of both.
    pub block: [Option<[u64; 3]>; 2],
    /// The same.
    pub grid: [Option<[u64; 3]>; 2],
    /// `NAME=VALUE`.
    pub arguments: Vec<String>,
    /// `NAME=NAME`: a parameter of the first and one of the second.
    pub map: Vec<String>,
    /// What holds of sizes.
    pub assume: Vec<String>,
    /// Floats as the machine has them, bit by bit.
    pub exact: bool,
    /// The part of a value that it may differ by.
    pub margin: Option<f64>,
    /// Values below are not told apart.
    pub min_value: Option<f64>,
    /// Instructions of one run.
    pub steps: Option<u64>,
    /// How sources are read.
    pub parse: kverify_frontend::Options,
}

fn refuse<T>(message: String) -> Result<T, UsageError> {
    Err(UsageError::Launch(message))
}

/// Compares both sides.
///
/// # Errors
/// If a side cannot be read, or the request does not fit them.
pub fn compare(request: &Request) -> Result<Comparison, UsageError> {
    crate::toolchain::toolchain().map_err(UsageError::Toolchain)?;
    let sides = sides::read(request)?;
    let pairing = sides::pair(&sides, request)?;
    let cases = launches::cases(&sides, &pairing, request)?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut launched = Vec::new();
    for case in cases {
        let outcome = case::run(&sides, &pairing, &case, request);
        launched.push(case);
        let is_different = outcome.difference.is_some();
        outcomes.push(outcome);
        if is_different {
            break;
        }
    }
    let answer = Answer::of(&outcomes, &launched);
    let assumptions = answer::assumptions(&answer, &outcomes, request.exact);
    Ok(Comparison {
        names: [0, 1].map(|n| request.sides[n].clone()),
        answer,
        assumptions,
        unmatched: pairing.unmatched.clone(),
        launches: launched.into_iter().map(|case| case.words).collect(),
        runs: outcomes.iter().map(|outcome| outcome.runs).sum(),
    })
}
