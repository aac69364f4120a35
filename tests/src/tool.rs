//! Runs kverify, as a library, with the flags of a case.

use crate::expect::Settings;
use crate::outcome::{self, Outcome};
use kverify::answer::Arith;
use kverify::config::{parse_block, parse_grid};
use kverify::{Options, Source, report, verify};
use std::path::Path;

/// Verifies one source text with the case's flags and reads the answer back from the JSON.
///
/// # Errors
/// Flags that make no sense, and JSON that is not what its schema promises.
pub fn run(path: &Path, text: &str, settings: &Settings) -> Result<Outcome, String> {
    let source = Source {
        path: path.to_path_buf(),
        text: Some(text.to_owned()),
    };
    let report = verify(&[source], &options(settings)?).map_err(|error| error.to_string())?;
    let document =
        serde_json::from_str(&report::json::render(&report, false)).map_err(|error| error.to_string())?;
    outcome::read(&document, report::exit_status(&report, false))
}

fn options(settings: &Settings) -> Result<Options, String> {
    let parse = kverify_frontend::Options {
        defines: settings.defines.clone(),
        instantiate: settings.instantiate.clone(),
        cuda_arch: settings.cuda_arch,
        ..kverify_frontend::Options::default()
    };
    Ok(Options {
        parse,
        block: settings.block.as_deref().map(parse_block).transpose()?,
        grid: settings.grid.as_deref().map(parse_grid).transpose()?,
        assumes: settings.assumes.clone(),
        may_alias: settings.may_alias,
        arith: if settings.bit_vectors {
            Arith::Bv
        } else {
            Arith::Auto
        },
        lockstep: settings.lockstep.unwrap_or(1),
        ..Options::default()
    })
}
