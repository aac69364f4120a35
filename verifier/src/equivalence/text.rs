//! A comparison for people.

use super::answer::{Answer, Comparison, Held};
use crate::report::{Style, visible};
use std::fmt::Write as _;

/// The whole of it.
pub fn render(comparison: &Comparison, style: Style) -> String {
    visible::drawn(style, |style| draw(comparison, style))
}

fn draw(comparison: &Comparison, style: Style) -> String {
    let [a, b] = &comparison.names;
    let colour = match comparison.answer {
        Answer::Equivalent { .. } => "32;1",
        Answer::Different(_) => "31;1",
        Answer::Unknown { .. } => "33;1",
    };
    let word = style.paint(colour, comparison.answer.word());
    let mut out = format!("{word}: {a} and {b}\n");
    match &comparison.answer {
        Answer::Equivalent { elements } => {
            let _ = writeln!(
                out,
                "  for all contents of the arrays, {elements} elements, at these launches and no others:"
            );
            for [x, y] in &comparison.launches {
                let _ = writeln!(out, "    {x} | {y}");
            }
        }
        Answer::Different(difference) => {
            let _ = writeln!(out, "  first at {}:", difference.element);
            for (name, held) in comparison.names.iter().zip(&difference.held) {
                let _ = writeln!(out, "    {} {name}{}", held.value, writer(held));
            }
            let [x, y] = &difference.launches;
            let _ = writeln!(out, "  launches: {x} | {y}");
            let _ = writeln!(
                out,
                "  arrays hold {}; threads run {}",
                difference.fill, difference.schedule
            );
            for race in &difference.races {
                let _ = writeln!(out, "  {race}");
            }
        }
        Answer::Unknown {
            proved,
            of,
            reason,
            launches: [x, y],
        } => {
            let _ = writeln!(
                out,
                "  no difference in {} runs of both; proved at {proved} of {of} launches",
                comparison.runs
            );
            let _ = writeln!(out, "  not at {x} | {y}:");
            let _ = writeln!(out, "    {reason}");
        }
    }
    for name in &comparison.unmatched {
        let _ = writeln!(out, "  not compared: `{name}`, which only one side has");
    }
    for (id, sentence) in &comparison.assumptions {
        let _ = writeln!(out, "  assuming {id}: {sentence}");
    }
    out
}

fn writer(held: &Held) -> String {
    match (held.thread, held.line) {
        (Some(([bx, by, bz], [x, y, z])), line) => {
            let line = line.map_or_else(String::new, |line| format!(" in line {line}"));
            format!(", written by thread ({x}, {y}, {z}) of block ({bx}, {by}, {bz}){line}")
        }
        (None, _) => ", which nobody wrote".to_owned(),
    }
}
