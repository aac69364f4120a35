//! Timelines: a run drawn, threads down and time across, as a page for a browser or a trace for Perfetto.
//!
//! In reading order: [`select`] (which run shows a finding), [`build`] (from its trace to columns, rows and marks),
//! [`data`] (what is drawn; the page embeds it as JSON), [`page`] and [`chrome`] (the two ways to write it down). The
//! picture is CL-Vis's (Kim and Han 2019, doi:10.31577/cai_2019_1_173): a row for each thread, a box for each executed
//! statement, conflicts in yellow, parted barriers in magenta, endless loops in red.

mod build;
mod chrome;
mod columns;
pub mod data;
mod marks;
mod page;
mod select;
#[cfg(test)]
mod tests;

pub use build::Builder;
pub use chrome::chrome_trace;
pub use data::Timeline;
pub use page::html;

use crate::report::{KernelReport, Report, harm_words, ids, witness_words, words};
use crate::rerun::Reruns;
use crate::verdict::Judged;
use kverify_frontend::ir::{Kernel, Module};
use std::fmt;
use std::path::Path;

/// Runs that one timeline shows at most; what is left out is said.
const MOST_RUNS: usize = 24;

/// How a timeline is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A page for a browser, complete in itself.
    Html,
    /// Trace events, for Perfetto and its like.
    Json,
}

impl Format {
    /// The format that a file's ending asks for.
    ///
    /// # Errors
    /// If the ending is neither `.html` nor `.json`.
    pub fn of(path: &Path) -> Result<Format, UnknownFormat> {
        match path.extension().and_then(|e| e.to_str()) {
            Some("html" | "htm") => Ok(Format::Html),
            Some("json") => Ok(Format::Json),
            _ => Err(UnknownFormat),
        }
    }
}

/// A timeline's file name must end in `.html` or `.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a timeline's file name ends in .html (a page) or .json (a trace for Perfetto)")
    }
}

impl std::error::Error for UnknownFormat {}

/// Writes a timeline down.
pub fn render(timeline: &Timeline, format: Format) -> String {
    match format {
        Format::Html => html(timeline),
        Format::Json => chrome_trace(timeline),
    }
}

/// One run for each finding of a report, and one for each kernel without findings.
pub fn of_report(report: &Report) -> Timeline {
    let mut builder = Builder::new();
    let mut left_out = 0;
    for file in &report.files {
        let Some(module) = file.module.as_deref() else {
            continue;
        };
        for kernel in &file.kernels {
            let mut draw = |judged: Option<&Judged>| {
                if builder.runs() < MOST_RUNS {
                    draw_run(&mut builder, module, kernel, judged);
                } else {
                    left_out += 1;
                }
            };
            if kernel.findings.is_empty() {
                draw(None);
            }
            kernel.findings.iter().for_each(|judged| draw(Some(judged)));
        }
    }
    builder.finish(left_out)
}

/// One run for each finding of launches that were run again or given by hand, and one for each launch without.
pub fn of_reruns(reruns: &Reruns) -> Timeline {
    let mut builder = Builder::new();
    let mut left_out = 0;
    let module = reruns.file.module.as_deref();
    for (run, module) in reruns.runs.iter().filter_map(|run| Some((run, module?))) {
        let findings = run.findings.iter().map(Some);
        let plain = run.findings.is_empty().then_some(None);
        for judged in findings.chain(plain) {
            if builder.runs() >= MOST_RUNS {
                left_out += 1;
            } else if let Some(selected) = select::run_of(&run.kernel, &run.inputs, judged) {
                let head = head(module, &run.kernel, judged, "no finding");
                builder.add(module, &run.kernel, &selected, head);
            }
        }
    }
    builder.finish(left_out)
}

fn draw_run(builder: &mut Builder, module: &Module, report: &KernelReport, judged: Option<&Judged>) {
    if let Some(selected) = select::run_for(report, judged) {
        let head = head(module, &report.kernel, judged, ids::verdict_id(report.verdict));
        builder.add(module, &report.kernel, &selected, head);
    }
}

/// What is said over a run of a finding, or of none.
fn head(module: &Module, kernel: &Kernel, judged: Option<&Judged>, otherwise: &str) -> data::Head {
    match judged {
        Some(judged) => data::Head {
            title: words::title(kernel, &judged.finding),
            kind: ids::kind_id(judged.finding.kind).to_owned(),
            severity: ids::severity_id(judged.severity).to_owned(),
            status: ids::status_id(judged.status).to_owned(),
            witness: witness_words::witness(kernel, module, &judged.finding),
            harm: judged.harm.as_ref().map(|harm| harm_words::harm(kernel, harm)),
        },
        None => data::Head {
            title: format!("a run of {}", words::kernel_name(kernel)),
            status: otherwise.to_owned(),
            ..data::Head::default()
        },
    }
}
