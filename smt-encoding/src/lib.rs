//! Kernel IR to obligations to answers.
//!
//! The stages in reading order: `cfg` and `loops` (graph), `uniform`, `ssa` (predicated SSA), `segment` (barrier
//! intervals), `pair` (two threads), `discharge`, `z3`.

pub mod answer;
pub mod discharge;
pub mod term;
pub mod z3;

use answer::{Answer, Config, Dump};
use kverify_frontend::ir::Kernel;

/// Answers for one kernel under one configuration.
///
/// # Errors
/// None: whatever goes wrong is an [`answer::Unknown`].
pub fn analyse(kernel: &Kernel, config: &Config) -> Answer {
    let _ = (kernel, config);
    Answer::default()
}

/// The text of one stage.
pub fn dump(kernel: &Kernel, config: &Config, what: Dump) -> String {
    let _ = (kernel, config, what);
    String::new()
}
