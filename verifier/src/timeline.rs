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

use crate::report::{KernelReport, Report, words};
use crate::verdict::Judged;
use kverify_frontend::ir::Module;
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

fn draw_run(builder: &mut Builder, module: &Module, report: &KernelReport, judged: Option<&Judged>) {
    let Some(selected) = select::run_for(report, judged) else {
        return;
    };
    let kernel = &report.kernel;
    let head = match judged {
        Some(judged) => data::Head {
            title: words::title(kernel, &judged.finding),
            kind: words::kind_id(judged.finding.kind).to_owned(),
            severity: words::severity_id(judged.severity).to_owned(),
            status: words::status_id(judged.status).to_owned(),
            witness: words::witness(kernel, module, &judged.finding),
        },
        None => data::Head {
            title: format!("a run of {}", words::kernel_name(kernel)),
            status: words::verdict_id(report.verdict).to_owned(),
            ..data::Head::default()
        },
    };
    builder.add(module, kernel, &selected, head);
}
