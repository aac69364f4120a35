//! Witness files: what replay confirmed is shown again by the file alone, read back from its text.

use kverify::rerun::witness::WitnessFile;
use kverify::rerun::{Request, rerun};
use kverify::{Options, Source};
use kverify_tests::{corpus, expect, tool};
use std::fs;
use std::path::Path;

/// Files are looked at so many at a time: the test is one of the longest.
const THREADS: usize = 2;

#[test]
fn confirmed_findings_are_shown_again_by_their_witness_files() {
    let mut failures = Vec::new();
    let mut shown = 0;
    let mut paths = corpus::sources("tests/cases");
    paths.extend(corpus::sources("examples"));
    let outcomes = std::thread::scope(|scope| {
        let every_other = |first: usize| paths.iter().skip(first).step_by(THREADS);
        let all: Vec<_> = (0..THREADS)
            .map(|first| {
                scope.spawn(move || {
                    every_other(first)
                        .map(|path| (path, shown_again(path)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        all.into_iter()
            .flat_map(|part| part.join().expect("no file makes it panic"))
            .collect::<Vec<_>>()
    });
    for (path, outcome) in outcomes {
        match outcome {
            Ok((count, failed)) => {
                shown += count;
                failures.extend(failed);
            }
            Err(error) => failures.push(format!("{}: {error}", corpus::short_name(path))),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(shown > 200, "only {shown} findings were looked at");
}

/// How many witnesses showed their finding, and those that did not but should.
fn shown_again(path: &Path) -> Result<(usize, Vec<String>), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let settings = expect::parse(&text)?.settings;
    let report = tool::report(path, &text, &settings)?;
    // A witness file says neither for which architecture the kernel was read, nor which of its buffers overlap (docs/replay.md).
    let mut kernels = report.files.iter().flat_map(|file| &file.kernels);
    if kernels.any(|k| k.kernel.target.is_some() || !k.configuration.config.overlaps.is_empty()) {
        return Ok((0, Vec::new()));
    }
    let file = WitnessFile::parse(&WitnessFile::of_report(&report).render());
    let Ok(file) = file else {
        return Ok((0, Vec::new()));
    };
    let options = Options {
        parse: tool::options(&settings)?.parse,
        ..Options::default()
    };
    let source = Source {
        path: path.to_path_buf(),
        text: Some(text),
    };
    let request = Request {
        witnesses: file.witnesses,
        steps: Some(8_000_000),
        ..Request::default()
    };
    let again = rerun(&source, &options, &request).map_err(|error| error.to_string())?;
    let mut count = 0;
    let mut failures = Vec::new();
    for run in &again.runs {
        let Some(asked) = &run.asked else { continue };
        // Nor which blocks of a cluster have begun.
        let is_of_beginning = asked.accesses.iter().any(|access| access.what == "entry");
        // That a result rests on a value takes more than one run, and how the grid was launched is not in the file.
        let is_of_values = ["uninitialised-read", "undefined-arithmetic"].contains(&asked.rule.as_str());
        let is_advice = kverify::rules::is_advice(&asked.rule);
        let is_of_launch = asked.rule == "invalid-argument" && asked.message.contains("cooperative");
        if asked.status == kverify::report::json::finding::StatusName::Confirmed
            && !(is_of_beginning || is_of_values || is_of_launch || is_advice)
        {
            count += 1;
            if !run.shown {
                failures.push(format!("{}: {}", corpus::short_name(path), asked.message));
            }
        }
    }
    Ok((count, failures))
}
