//! The report for language models: for each kernel what was found, the two accesses, a witness and a mend that was verified, in plain
//! text of at most 200 words; whoever is to change the kernel needs no more, and reads every word.

use super::json::finding::{Access, FindingEntry, SeverityName, StatusName};
use super::json::kernel::{KernelEntry, Launch};
use super::json::{Document, File};
use super::remark::{host_sentence, kernel_name, line_words, path_of, path_of_kernel, severity_word};
use super::texts::Texts;
use super::visible;
use crate::repair::document::{FileEntry, MendEntry};
use std::fmt::Write as _;

/// Most words of a kernel's entry. What must be said takes fewer, whatever the source holds: see [`short`], [`source`] and [`name`].
const MOST_WORDS: usize = 190;

/// Most words of one sentence that is not ours alone: messages and witnesses name things of the source.
const MOST_IN_SENTENCE: usize = 26;

/// Most words of a piece of source.
const MOST_IN_SOURCE: usize = 12;

/// Most words of what only names something.
const MOST_IN_NAME: usize = 4;

/// Most characters of a piece of source.
const MOST_OF_SOURCE: usize = 100;

/// What stands in place of all that found no room.
const CUT: &str = "More: `--format json`.";

/// The report. `mends` are those of the files for which some were looked for.
pub fn render(document: &Document, texts: &Texts, mends: &[FileEntry]) -> String {
    let mut out = String::new();
    for file in &document.files {
        let mend = mends.iter().find(|entry| entry.path == file.path);
        out += &of_file(file, texts, mend);
    }
    out
}

/// The report on one file.
pub fn of_file(file: &File, texts: &Texts, mend: Option<&FileEntry>) -> String {
    let mut out = String::new();
    for error in file.errors.iter().take(MOST_LISTED) {
        let _ = writeln!(
            out,
            "INPUT ERROR {} {}: {}",
            file.path,
            line_words(error),
            short(&error.message)
        );
    }
    count_more(&mut out, file.errors.len(), "input errors");
    if file.left_out {
        let why = file.warnings.first().map_or("", |warning| &warning.message);
        let _ = writeln!(out, "NOT LOOKED AT {}: {}", file.path, short(why));
    }
    for kernel in &file.kernels {
        out += &of_kernel(file, kernel, texts, mend);
    }
    let on_host = file.host.iter().flat_map(|host| &host.findings);
    let on_host: Vec<_> = on_host.filter(|finding| finding.ignored.is_none()).collect();
    for finding in on_host.iter().take(MOST_LISTED) {
        let line = finding.accesses.first().map_or(1, |access| access.line);
        let _ = writeln!(
            out,
            "HOST CODE {} in line {line}: {} [{}]. {}.",
            severity_word(finding.severity),
            short(&host_sentence(file, finding)),
            finding.rule,
            short(&finding.help)
        );
    }
    count_more(&mut out, on_host.len(), "findings in host code");
    // Silence would look like a proof.
    if out.is_empty() {
        let _ = writeln!(out, "NO KERNELS {}: nothing was verified.", file.path);
    }
    visible::plain(&out)
}

/// Entries of a list that are told.
const MOST_LISTED: usize = 3;

/// Changes of one mend that are told.
const MOST_MENDS: usize = 2;

fn count_more(out: &mut String, all: usize, what: &str) {
    if all > MOST_LISTED {
        let _ = writeln!(out, "{} more {what}.", all - MOST_LISTED);
    }
}

/// The lines of a kernel's entry, as long as there is room.
#[derive(Default)]
struct Entry {
    text: String,
    words: usize,
    is_cut: bool,
}

impl Entry {
    fn push(&mut self, line: &str) {
        let words = line.split_whitespace().count();
        if self.words + words > MOST_WORDS {
            self.is_cut = true;
            return;
        }
        self.words += words;
        self.text += line;
        self.text.push('\n');
    }

    fn text(mut self) -> String {
        if self.is_cut {
            self.text += CUT;
            self.text.push('\n');
        }
        self.text
    }
}

fn of_kernel(file: &File, kernel: &KernelEntry, texts: &Texts, mend: Option<&FileEntry>) -> String {
    let mut entry = Entry::default();
    entry.push(&headline(file, kernel));
    let counted = || kernel.findings.iter().filter(|finding| finding.ignored.is_none());
    if let Some(finding) = counted().min_by_key(|finding| (finding.severity, !is_confirmed(finding))) {
        for line in finding_lines(file, finding, texts) {
            entry.push(&line);
        }
        entry.push(&mend_line(file, kernel, texts, mend, finding));
        let more = counted().count() - 1;
        if more > 0 {
            let errors = counted()
                .filter(|finding| finding.severity == SeverityName::Error)
                .count();
            entry.push(&format!(
                "In all {} findings, {errors} of them errors; mend this one first, then verify again.",
                more + 1
            ));
        }
    }
    if let Some(contract) = &kernel.contract {
        entry.push(&format!("Holds only where callers keep to: {}.", short(contract)));
    } else if let Some(condition) = kernel.conditions.first() {
        entry.push(&format!(
            "It would be proved where `{}`.",
            short(&condition.assume)
        ));
    }
    for reason in kernel.reasons.iter().take(MOST_LISTED) {
        entry.push(&format!(
            "Not proved because of {}: {}.",
            line_words(reason),
            short(&reason.message)
        ));
    }
    let ids: Vec<&str> = kernel.assumptions.iter().map(|one| one.id.as_str()).collect();
    if !ids.is_empty() {
        entry.push(&format!("Taken for granted: {}.", ids.join(", ")));
    }
    if !entry.is_cut {
        entry.is_cut = kernel.reasons.len() > MOST_LISTED || kernel.conditions.len() > 1;
    }
    entry.text()
}

fn headline(file: &File, kernel: &KernelEntry) -> String {
    format!(
        "{} kernel {} at {}:{}, launch {}.",
        kernel.verdict.word().to_uppercase(),
        name(&kernel_name(kernel)),
        name(path_of_kernel(file, kernel)),
        kernel.line,
        launch_words(&kernel.launch)
    )
}

fn launch_words(launch: &Launch) -> String {
    let sizes = |all: &[Option<u64>; 3]| match all.iter().flatten().count() {
        0 => "any".to_owned(),
        _ => {
            let known = all.map(|size| size.map_or_else(|| "any".to_owned(), |size| size.to_string()));
            known.join("x")
        }
    };
    format!("block {}, grid {}", sizes(&launch.block), sizes(&launch.grid))
}

fn is_confirmed(finding: &FindingEntry) -> bool {
    finding.status == StatusName::Confirmed
}

fn finding_lines(file: &File, finding: &FindingEntry, texts: &Texts) -> Vec<String> {
    let sure = match finding.status {
        StatusName::Confirmed => "confirmed by running it",
        StatusName::Possible => "possible, no run showed it",
    };
    let mut lines = vec![format!(
        "{} [{}], {sure}: {}.",
        severity_word(finding.severity),
        finding.rule,
        short(&finding.message)
    )];
    for (letter, access) in ["A", "B"].into_iter().zip(&finding.accesses) {
        lines.push(format!("{letter}: {}", access_words(file, access, texts)));
    }
    lines.push(format!("Witness: {}.", short(&finding.witness.text)));
    lines
}

fn access_words(file: &File, access: &Access, texts: &Texts) -> String {
    let path = path_of(file, access);
    let line = texts.line(path, access.line).map(str::trim);
    let shown = line
        .filter(|line| line.contains(access.text.as_str()))
        .unwrap_or(&access.text);
    let place = match &access.path {
        Some(path) => format!("{}:{}", name(path), access.line),
        None => format!("line {}", access.line),
    };
    format!(
        "{} `{}` in {place}: {}",
        access.what,
        name(&access.text),
        source(shown)
    )
}

/// What mends the kernel, if that was verified; else what usually does.
fn mend_line(
    file: &File,
    kernel: &KernelEntry,
    texts: &Texts,
    mend: Option<&FileEntry>,
    finding: &FindingEntry,
) -> String {
    let found = mend.and_then(|entry| {
        let is_this = |one: &&crate::repair::document::KernelEntry| {
            one.name == kernel.name && one.line == kernel.line && !one.mends.is_empty()
        };
        entry.kernels.iter().find(is_this)
    });
    let Some(found) = found else {
        return format!("No mend was verified. Usual: {}.", short(&finding.help));
    };
    let step = |one: &MendEntry| {
        let line = texts.line(&file.path, one.line).map(str::trim);
        let place = line.map(|line| format!(" (`{}`)", name(line)));
        format!("{}{}", source(&one.text), place.unwrap_or_default())
    };
    let steps: Vec<String> = found.mends.iter().take(MOST_MENDS).map(step).collect();
    let more = match found.mends.len().saturating_sub(MOST_MENDS) {
        0 => String::new(),
        more => format!("; and {more} more changes (`kverify fix` has all)"),
    };
    format!(
        "Mend, verified: {}{more}; {}.",
        steps.join("; "),
        short(&found.effect)
    )
}

/// A sentence on one line, cut where it is long.
fn short(text: &str) -> String {
    cut(text, MOST_IN_SENTENCE, MOST_OF_SOURCE * 4)
}

/// A piece of source on one line, cut where it is long.
fn source(text: &str) -> String {
    cut(text, MOST_IN_SOURCE, MOST_OF_SOURCE)
}

/// What names something, on one line, cut where it is long.
fn name(text: &str) -> String {
    cut(text, MOST_IN_NAME, MOST_OF_SOURCE)
}

fn cut(text: &str, words: usize, characters: usize) -> String {
    let mut all = text.split_whitespace();
    let mut kept = all.by_ref().take(words).collect::<Vec<_>>().join(" ");
    let end = kept.char_indices().nth(characters).map(|(at, _)| at);
    let is_cut = all.next().is_some() || end.is_some();
    if let Some(end) = end {
        kept.truncate(end);
    }
    // Whoever shows it ends the sentence.
    kept.trim_end_matches('.').to_owned() + if is_cut { "..." } else { "" }
}
