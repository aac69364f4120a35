//! The summary for people.

use super::measure::FileStats;
use super::summary::Summary;
use std::fmt::Write as _;

/// Reasons and files that are listed.
const MOST: usize = 40;

/// The text of a summary.
pub fn render(files: &[FileStats], summary: &Summary) -> String {
    let mut out = String::new();
    let rows = [
        ("files", summary.files.to_string()),
        (
            "kernel definitions, by a plain count",
            summary.counted.to_string(),
        ),
        ("of these found", share(summary.found, summary.counted)),
        ("kernels", summary.kernels.to_string()),
        ("analysed", share(summary.analysed, summary.kernels)),
        (
            "without a hole that matters",
            share(summary.kernels - summary.with_holes_that_matter, summary.kernels),
        ),
        ("files without an answer", summary.crashes.to_string()),
        ("seconds", format!("{:.1}", summary.seconds)),
    ];
    for (name, value) in rows {
        let _ = writeln!(out, "{name:<38} {value}");
    }
    if !summary.reasons.is_empty() {
        out += "\nwhat makes holes that matter (kernels, places, an example):\n";
        for reason in summary.reasons.iter().take(MOST) {
            let _ = writeln!(
                out,
                "{:>6} {:>6}  {}\n               {}",
                reason.kernels, reason.places, reason.reason, reason.example
            );
        }
        more(&mut out, summary.reasons.len());
    }
    if !summary.lost.is_empty() {
        out += "\nfiles with definitions that were not found (found of counted):\n";
        for (path, counted, found) in summary.lost.iter().take(MOST) {
            let _ = writeln!(out, "  {found} of {counted}  {path}");
        }
        more(&mut out, summary.lost.len());
    }
    let left_out: Vec<&String> = files.iter().flat_map(|file| &file.left_out).collect();
    if !left_out.is_empty() {
        out += "\nkernels of which nothing was looked at:\n";
        for line in left_out.iter().take(MOST) {
            let _ = writeln!(out, "  {line}");
        }
        more(&mut out, left_out.len());
    }
    let crashed: Vec<_> = files
        .iter()
        .filter_map(|f| Some((&f.path, f.crash.as_ref()?)))
        .collect();
    if !crashed.is_empty() {
        out += "\nfiles without an answer:\n";
        for (path, cause) in crashed {
            let _ = writeln!(out, "  {path}: {cause}");
        }
    }
    out
}

fn share(part: usize, all: usize) -> String {
    if all == 0 {
        return part.to_string();
    }
    format!("{part} ({:.1} %)", 100.0 * part as f64 / all as f64)
}

fn more(out: &mut String, all: usize) {
    if all > MOST {
        let _ = writeln!(out, "  and {} more: --format json lists them", all - MOST);
    }
}
