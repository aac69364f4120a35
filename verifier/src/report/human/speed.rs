//! What a kernel's accesses cost, as a table under its line.

use crate::report::KernelReport;
use crate::report::json::advice::{self, AdviceEntry};
use crate::report::style::Style;
use crate::report::witness_words::shape_text;
use kverify_frontend::ir::Module;
use std::fmt::Write as _;

/// The longest text of an access.
const LONGEST: usize = 40;

/// Accesses that are drawn.
const MOST: usize = 24;

/// Draws the table, where there is one.
pub fn draw(out: &mut String, kernel: &KernelReport, module: &Module, style: Style) {
    let Some(advice) = kernel.advice.as_ref().filter(|advice| !advice.rows.is_empty()) else {
        return;
    };
    let entry = advice::entry(advice, &kernel.kernel, module);
    let shape = shape_text(entry.block.map(Some), entry.grid.map(Some));
    let _ = writeln!(
        out,
        "  {}: requests of warps to memory, counted in one block ({shape})",
        style.paint("2", "speed")
    );
    let short = |text: String| match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    };
    let all = entry.rows();
    let more = all.len().saturating_sub(MOST);
    let rows = all.into_iter().take(MOST).map(|row| row.map(short));
    let rows: Vec<[String; 6]> = std::iter::once(AdviceEntry::HEAD.map(str::to_owned))
        .chain(rows)
        .collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..6).map(width).collect();
    for row in &rows {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(out, "    {}", line.trim_end());
    }
    if more > 0 {
        let _ = writeln!(out, "    and {more} more (--format json lists all)");
    }
}
