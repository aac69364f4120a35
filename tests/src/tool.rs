//! Runs kverify, as a library, with the flags of a case.

use crate::expect::Settings;
use crate::outcome::{self, Outcome};
use kverify::answer::Arith;
use kverify::config::{parse_block, parse_grid};
use kverify::{Options, Report, Source, report, verify};
use std::collections::BTreeSet;
use std::path::Path;

/// Seconds for a kernel: unoptimised builds on machines that do other things as well are to say what is true, not how fast they
/// are. What answers cost is tested by counting.
const TIMEOUT: f64 = 120.0;

/// Verifies one source text with the case's flags and reads the answer back from the JSON.
///
/// # Errors
/// Flags that make no sense, and JSON that is not what its schema promises.
pub fn run(path: &Path, text: &str, settings: &Settings) -> Result<Outcome, String> {
    read_back(&report(path, text, settings)?)
}

/// Verifies one source text with the case's flags.
///
/// # Errors
/// Flags that make no sense.
pub fn report(path: &Path, text: &str, settings: &Settings) -> Result<Report, String> {
    report_with(path, text, &options(settings)?)
}

/// Verifies one kernel of a source text with the case's flags.
///
/// # Errors
/// Flags that make no sense, and a text that has no such kernel.
pub fn report_on(path: &Path, text: &str, settings: &Settings, kernel: &str) -> Result<Report, String> {
    let options = Options {
        kernels: vec![kernel.to_owned()],
        ..options(settings)?
    };
    report_with(path, text, &options)
}

fn report_with(path: &Path, text: &str, options: &Options) -> Result<Report, String> {
    let source = Source {
        path: path.to_path_buf(),
        text: Some(text.to_owned()),
    };
    verify(&[source], options).map_err(|error| error.to_string())
}

fn read_back(report: &Report) -> Result<Outcome, String> {
    let document =
        serde_json::from_str(&report::json::render(report, false)).map_err(|error| error.to_string())?;
    outcome::read(&document, report::exit_status(report, false))
}

/// The names that the user's kernels give to parameters, variables and arrays; of members, the whole's.
pub fn names(report: &Report) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for kernel in report
        .files
        .iter()
        .flat_map(|file| &file.kernels)
        .map(|report| &report.kernel)
    {
        names.extend(kernel.params.iter().map(|param| whole(&param.name)));
        names.extend(
            kernel
                .vars
                .iter()
                .filter(|var| var.user)
                .map(|var| whole(&var.name)),
        );
        names.extend(kernel.objects.iter().map(|object| whole(&object.name)));
    }
    names
}

fn whole(name: &str) -> String {
    name.split(['.', '[', '-', '#', '@'])
        .next()
        .unwrap_or(name)
        .to_owned()
}

/// The options that the flags of a case mean.
///
/// # Errors
/// Flags that make no sense.
pub fn options(settings: &Settings) -> Result<Options, String> {
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
        timeout: TIMEOUT,
        ..Options::default()
    })
}
