//! The two threads of a finding as the thread flows of one code flow.

use super::{Writer, message};
use crate::report::json::File;
use crate::report::json::finding::{Access, FindingEntry, Thread};
use crate::report::words::triple;
use serde_sarif::sarif;

/// Most steps of a flow that are written; GitHub shows a thousand of ten thousand.
const MOST_STEPS: usize = 1_000;

/// Each thread with the calls that lead it to its place, outermost first.
pub(super) fn code_flow(writer: &Writer<'_>, file: &File, finding: &FindingEntry) -> sarif::CodeFlow {
    let threads = finding.accesses.iter().zip(&finding.witness.threads);
    let flows = threads.zip(1..).map(|((access, thread), number)| {
        sarif::ThreadFlow::builder()
            .id(format!("{number}"))
            .message(message(&capital_thread(thread)))
            .locations(steps(writer, file, access, thread))
            .build()
    });
    sarif::CodeFlow::builder()
        .message(message(&finding.witness.text))
        .thread_flows(flows.collect::<Vec<_>>())
        .build()
}

fn steps(
    writer: &Writer<'_>,
    file: &File,
    access: &Access,
    thread: &Thread,
) -> Vec<sarif::ThreadFlowLocation> {
    let calls = access.calls.iter().take(MOST_STEPS - 1).rev().enumerate();
    let mut steps: Vec<sarif::ThreadFlowLocation> = calls
        .map(|(depth, call)| {
            let at = call.path.as_deref().unwrap_or(&file.path);
            let mut location = writer.line(at, call.line, Some(call.column));
            location.message = Some(message(&format!("calls {}", call.callee)));
            step(location, depth)
        })
        .collect();
    let mut text = format!("{} by {}", access.what, thread_words(thread));
    for iteration in &thread.iterations {
        text += &format!(
            ", iteration {} of the loop at line {}",
            iteration.iteration, iteration.line
        );
    }
    let mut location = writer.location(file, access);
    location.message = Some(message(&text));
    let mut last = step(location, steps.len());
    last.importance = Some("essential".into());
    steps.push(last);
    steps
}

fn step(location: sarif::Location, depth: usize) -> sarif::ThreadFlowLocation {
    sarif::ThreadFlowLocation::builder()
        .location(location)
        .nesting_level(i64::try_from(depth).unwrap_or(i64::MAX))
        .build()
}

fn thread_words(thread: &Thread) -> String {
    format!(
        "thread {} of block {}",
        triple(thread.thread),
        triple(thread.block)
    )
}

fn capital_thread(thread: &Thread) -> String {
    super::capitalised(&thread_words(thread))
}
