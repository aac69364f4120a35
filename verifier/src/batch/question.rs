//! What was asked of a file, whatever told it: flags that a makefile or a compile database gives, definitions that neighbours have,
//! headers of any folder, callers.
//!
//! Who has a say in how a file is read is known to nobody but the one who reads it. So a file is read again before an answer of
//! an earlier run is taken over, and what is to be verified is compared. Reading is a small part of the work, and the cache spares most of it.

use crate::config::Options;
use crate::engine::Engine;
use crate::plan::UsageError;
use crate::program::Program;
use crate::report::FileReport;
use crate::{in_pool, parse_file};
use kverify_frontend::Source;
use rayon::prelude::*;

/// A BLAKE3 hash of what is to be verified of a file that was read and not yet verified; nothing where its reading was lost.
pub fn of(report: &FileReport) -> Option<String> {
    if report.lost {
        return None;
    }
    let read = (report.module.as_deref(), &report.errors, &report.warnings);
    let bytes = postcard::to_stdvec(&read).ok()?;
    Some(blake3::hash(&bytes).to_hex().to_string())
}

/// Reads those of a run's files that are wanted, and gives the hash of each; nothing of the others.
///
/// # Errors
/// If there are no threads to do so.
pub fn ask(
    sources: &[Source],
    options: &Options,
    wanted: &(dyn Fn(&Source) -> bool + Sync),
) -> Result<Vec<Option<String>>, UsageError> {
    if !sources.iter().any(wanted) {
        return Ok(vec![None; sources.len()]);
    }
    let engine = Engine::new(options);
    let program = Program::of(sources);
    let named = options.parse.include_dirs.as_slice();
    let question = |source: &Source| {
        let own = options.for_file(&source.path);
        of(&parse_file(source, (&own, named), &program, &engine, None))
    };
    in_pool(options, || {
        let asked = sources
            .par_iter()
            .map(|source| wanted(source).then(|| question(source)).flatten());
        Ok(asked.collect())
    })
}
