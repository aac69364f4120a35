//! One line for each finding, in the form that compilers use and editors, `grep` and build logs understand:
//! `path:line:column: severity: message [rule]`.

use super::json::Document;
use super::remark::{remarks, severity_word};
use super::visible;
use std::fmt::Write as _;

/// The lines; nothing at all if there is nothing to say. If they are to be quiet, findings of the baseline have none.
pub fn render(document: &Document, quiet: bool) -> String {
    let mut out = String::new();
    let all = remarks(document).into_iter();
    for remark in all.filter(|remark| !(quiet && remark.known)) {
        let _ = writeln!(
            out,
            "{}:{}:{}: {}: {} [{}]",
            one_line(&remark.path),
            remark.line,
            remark.column,
            severity_word(remark.severity),
            one_line(&remark.message),
            remark.rule
        );
    }
    visible::plain(&out)
}

/// Ends of lines in names and messages would break the line.
fn one_line(text: &str) -> String {
    let words = text.split(['\n', '\r', '\t', ' ']);
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
