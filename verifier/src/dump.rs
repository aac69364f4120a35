//! `--dump`: the text of one stage for every kernel that is asked for.

use crate::config::Configuration;
use crate::report::{witness_words, words};
use kverify_frontend::ir::Kernel;
use kverify_smt::answer;

/// A stage whose text can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The frontend's kernel IR.
    Ir,
    /// A stage of the encoder.
    Encoder(answer::Dump),
}

/// The text of a stage for one kernel, under a heading.
pub fn dump(kernel: &Kernel, configuration: &Configuration, stage: Stage) -> String {
    let body = match stage {
        Stage::Ir => kverify_frontend::ir::print(kernel),
        Stage::Encoder(what) => kverify_smt::dump(kernel, &configuration.config, what),
    };
    format!(
        "; kernel {} ({})\n{body}\n",
        words::kernel_name(kernel),
        witness_words::shape_words(configuration)
    )
}
