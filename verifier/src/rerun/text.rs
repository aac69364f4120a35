//! What runs showed, for people.

use super::{Rerun, Reruns, launch_words, remarks};
use crate::batch::table::count;
use crate::by_hand::object_name;
use crate::replay::{Contents, Printed};
use crate::report::{Style, human, value, visible, words};
use kverify_frontend::ir::{Kernel, Module};
use std::fmt::Write as _;

/// Elements of an array's contents on one line.
const PER_LINE: usize = 8;

/// All runs as text.
pub fn render(reruns: &Reruns, style: Style) -> String {
    visible::drawn(style, |style| render_all(reruns, style))
}

fn render_all(reruns: &Reruns, style: Style) -> String {
    let mut out = human::render_file_errors(&reruns.file, style);
    for (n, run) in reruns.runs.iter().enumerate() {
        if n > 0 {
            out.push('\n');
        }
        if let Some(module) = reruns.file.module.as_deref() {
            render_run(&mut out, module, run, style);
        }
    }
    out
}

fn render_run(out: &mut String, module: &Module, run: &Rerun, style: Style) {
    let kernel = &run.kernel;
    for judged in &run.findings {
        human::draw_finding(out, kernel, module, judged, style);
    }
    let (colour, word) = match (run.errors(), run.findings.len(), run.is_complete()) {
        (0, 0, true) => ("32;1", "nothing wrong".to_owned()),
        (0, 0, false) => ("33;1", "nothing wrong as far as it ran".to_owned()),
        (0, warnings, _) => ("33;1", count(warnings, "warning")),
        (errors, _, _) => ("31;1", count(errors, "violation")),
    };
    let name = words::kernel_name(kernel);
    let launch = launch_words(kernel, &run.inputs);
    let _ = writeln!(
        out,
        "{} in {name}, launched as {launch}",
        style.paint(colour, &word)
    );
    if !run.chosen.is_empty() {
        let _ = writeln!(
            out,
            "  chosen, as nothing says otherwise: {}",
            run.chosen.join(" ")
        );
    }
    if let Some(asked) = &run.asked {
        let word = match run.shown {
            true => "the witness shows its finding",
            false => "the witness does not show its finding (at the places that it names)",
        };
        let _ = writeln!(out, "  {word}: {}", asked.message);
    }
    for (line, remark) in remarks(&run.run) {
        let place = line.map_or_else(String::new, |line| format!("line {line}: "));
        let _ = writeln!(out, "  {place}{remark}");
    }
    for printed in &run.run.printed {
        render_printed(out, printed);
    }
    for contents in &run.contents {
        render_contents(out, kernel, contents);
    }
    let _ = writeln!(out, "  {} instructions", run.run.instructions);
}

/// Each line of what a thread printed, with the thread.
fn render_printed(out: &mut String, printed: &Printed) {
    let line = printed.loc.map_or(0, |loc| loc.span.line);
    let doubt = match printed.exact {
        true => "",
        false => " (with values that are not modelled)",
    };
    let at = &printed.thread;
    let thread = format!(
        "thread {} of block {}",
        words::triple(at.thread),
        words::triple(at.block)
    );
    for text in printed.text.lines() {
        let _ = writeln!(out, "  line {line}: {thread} prints{doubt}: {text}");
    }
}

fn render_contents(out: &mut String, kernel: &Kernel, contents: &Contents) {
    let name = object_name(kernel, contents.object);
    let row = match contents.row {
        0 => String::new(),
        row => format!(" row {row}"),
    };
    let block = contents
        .block
        .map_or_else(String::new, |block| format!(" of block {}", words::triple(block)));
    for elements in contents.elements.chunks(PER_LINE) {
        let values: Vec<String> = elements
            .iter()
            .map(|(_, bits)| value(contents.ty, *bits).to_string())
            .collect();
        let first = elements.first().map_or(0, |(index, _)| *index);
        let gap = elements.windows(2).any(|pair| pair[1].0 != pair[0].0 + 1);
        if gap {
            for ((index, _), value) in elements.iter().zip(&values) {
                let _ = writeln!(out, "  {name}{row}{block}[{index}] = {value}");
            }
        } else {
            let _ = writeln!(out, "  {name}{row}{block}[{first}] = {}", values.join(", "));
        }
    }
}
