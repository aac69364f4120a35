//! What is found in each kernel of a file by threads that make progress on their own, and in lock-step: the table of CL-Vis's
//! kernels in `docs/replay.md`.

use kverify::report::ids;
use kverify::{KernelReport, Options, Report, Severity, Source, verify};
use std::fmt::Write as _;
use std::path::Path;

/// The table, in Markdown.
///
/// # Errors
/// If the file cannot be verified.
pub fn table(file: &Path) -> Result<String, String> {
    let with = |lockstep| {
        let source = Source {
            path: file.to_path_buf(),
            text: None,
        };
        let options = Options {
            lockstep,
            ..Options::default()
        };
        verify(&[source], &options).map_err(|error| error.to_string())
    };
    let (free, lockstep) = (with(1)?, with(32)?);
    let mut text = "| kernel | threads on their own | in lock-step |\n|---|---|---|\n".to_owned();
    for (on_their_own, together) in kernels(&free).zip(kernels(&lockstep)) {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            on_their_own.kernel.name,
            found(on_their_own),
            found(together)
        );
    }
    Ok(text)
}

fn kernels(report: &Report) -> impl Iterator<Item = &KernelReport> {
    report.files.iter().flat_map(|file| &file.kernels)
}

/// A verdict, and what was found.
fn found(report: &KernelReport) -> String {
    let mut found: Vec<String> = Vec::new();
    for judged in &report.findings {
        let finding = &judged.finding;
        let scope = ids::scope_id(finding.scope);
        let severity = match judged.severity {
            Severity::Error => "",
            _ => "warning: ",
        };
        let status = ids::status_id(judged.status);
        let what = format!("{severity}{} ({scope}, {status})", ids::kind_id(finding.kind));
        if !found.contains(&what) {
            found.push(what);
        }
    }
    let verdict = ids::verdict_id(report.verdict);
    match found.as_slice() {
        [] => verdict.to_owned(),
        found => format!("{verdict}: {}", found.join(", ")),
    }
}
