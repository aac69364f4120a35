//! What a finding is recognised by in later runs: its content, not its line.
//!
//! A fingerprint is a hash of the rule, the attributes, the kernel's name and the text of the lines concerned, without
//! comments and with white space collapsed. It survives edits elsewhere in the file, comments, formatting within a line, and
//! a move of the file; it changes with the code it speaks of. Findings of one kernel with the same content are told apart by
//! a number in source order, as in GitHub's own line hashes.

use super::{ids, sources, words};
use crate::host::HostFinding;
use kverify_frontend::ir::{Kernel, Module, Span};
use kverify_smt::answer::Finding;
use std::collections::BTreeMap;

/// Changes when the recipe does; part of what is hashed, and the name under which SARIF carries the fingerprint.
pub const VERSION: &str = "kverify/v1";

/// Digits of a fingerprint: 64 bits are plenty for the findings of one code base.
const DIGITS: usize = 16;

/// Gives the fingerprints of one kernel's findings, in their order.
#[derive(Debug, Default)]
pub struct Fingerprints {
    seen: BTreeMap<String, u32>,
}

impl Fingerprints {
    /// `<hash>:<number>`; the number counts findings of the same content from 1.
    pub fn next(&mut self, kernel: &Kernel, module: &Module, finding: &Finding) -> String {
        let hash = hash(kernel, module, finding);
        let count = self.seen.entry(hash.clone()).or_insert(0);
        *count += 1;
        format!("{hash}:{count}")
    }
}

fn hash(kernel: &Kernel, module: &Module, finding: &Finding) -> String {
    let mut sides: Vec<String> = finding
        .places
        .iter()
        .map(|place| {
            let code = code_lines(module, &place.loc.span);
            format!("{}\n{code}", words::action(kernel, finding, place))
        })
        .collect();
    if words::is_single_thread(finding.kind) {
        sides.truncate(1);
    }
    // Which of the two threads comes first is the solver's choice.
    sides.sort();
    let mut hasher = blake3::Hasher::new();
    let parts = [
        VERSION,
        ids::kind_id(finding.kind),
        ids::scope_id(finding.scope),
        finding.space.map_or("", ids::space_id),
        finding.variant.map_or("", ids::variant_id),
        &kernel.name,
    ];
    for part in parts.into_iter().chain(sides.iter().map(String::as_str)) {
        // The length keeps neighbouring parts apart.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().chars().take(DIGITS).collect()
}

/// What a finding in host code is recognised by: the rule, the function, and the lines.
pub fn of_host(finding: &HostFinding, module: &Module) -> String {
    let lines = finding.places.iter().map(|(span, _)| code_lines(module, span));
    let parts = [VERSION, finding.rule.id(), finding.function.0.as_str()].map(str::to_owned);
    let mut hasher = blake3::Hasher::new();
    for part in parts.into_iter().chain(lines) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().chars().take(DIGITS).collect()
}

/// The whole lines that a span touches, as code: no comments, white space collapsed.
fn code_lines(module: &Module, span: &Span) -> String {
    let Some(file) = module.files.get(span.file) else {
        return String::new();
    };
    let range = sources::byte_range(&file.text, span);
    let start = file.text[..range.start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let end = file.text[range.end..]
        .find('\n')
        .map_or(file.text.len(), |newline| range.end + newline);
    code_words(&file.text[start..end])
}

/// Text without comments, its words separated by one blank each.
pub(crate) fn code_words(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            code.push(' ');
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            code.push(' ');
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' || first == '\'' {
            let length = literal_length(rest, first);
            code.push_str(&rest[..length]);
            length
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Length of the string or character literal that `text` starts with; up to the end of its line if it is not closed.
fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TEXT, race, shift_kernel, span_in};
    use kverify_frontend::index::IndexVec;
    use kverify_frontend::ir::host::HostProgram;
    use kverify_frontend::ir::{Language, SourceFile};

    fn module(text: &str) -> Module {
        let mut files = IndexVec::new();
        files.push(SourceFile {
            path: "shift.cu".to_owned(),
            text: text.to_owned(),
        });
        Module {
            included: Vec::new(),
            read: Default::default(),
            language: Language::Cuda,
            files,
            diagnostics: Vec::new(),
            kernels: Vec::new(),
            called_by: Default::default(),
            functions: Vec::new(),
            apart: Default::default(),
            host: HostProgram::default(),
        }
    }

    /// The fingerprint of the race of [`TEXT`] after an edit of the text.
    fn after(text: &str) -> String {
        let mut finding = race();
        finding.places[0].loc.span = span_in(text, 0, "tile[threadIdx.x] ", 0);
        finding.places[1].loc.span = span_in(text, 0, "tile[threadIdx.x + 1]", 0);
        Fingerprints::default().next(&shift_kernel(), &module(text), &finding)
    }

    #[test]
    fn edits_elsewhere_keep_it_and_edits_of_the_code_change_it() {
        let before = after(TEXT);
        let moved = format!("// a licence\n\n{TEXT}");
        let commented = TEXT.replace("= i;", "= i; // the \"tile\"");
        let formatted = TEXT.replace("    tile[", "\ttile[").replace("= i;", "=   i;");
        for same in [moved, commented, formatted] {
            assert_eq!(after(&same), before, "{same}");
        }
        assert_ne!(after(&TEXT.replace("= i;", "= i + 1;")), before);
        assert_ne!(after(&TEXT.replace("return tile", "return 2 * tile")), before);
    }

    #[test]
    fn the_order_of_the_threads_does_not_matter_and_repetitions_are_counted() {
        let module = module(TEXT);
        let mut swapped = race();
        swapped.places.swap(0, 1);
        let mut fingerprints = Fingerprints::default();
        let first = fingerprints.next(&shift_kernel(), &module, &race());
        let second = fingerprints.next(&shift_kernel(), &module, &swapped);
        assert!(
            first.ends_with(":1") && second.ends_with(":2"),
            "{first} {second}"
        );
        assert_eq!(first[..DIGITS], second[..DIGITS]);
        let mut other = shift_kernel();
        other.name = "another".to_owned();
        assert_ne!(
            Fingerprints::default().next(&other, &module, &race())[..DIGITS],
            first[..DIGITS]
        );
    }

    #[test]
    fn comments_are_told_from_strings() {
        assert_eq!(
            code_words("a = \"// no\"; /* yes */ b; // yes"),
            "a = \"// no\"; b;"
        );
        assert_eq!(code_words("c = '\"'; // x"), "c = '\"';");
        assert_eq!(code_words("open \"never closed"), "open \"never closed");
        assert_eq!(code_words("/* never closed"), "");
    }
}
