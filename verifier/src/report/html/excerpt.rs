//! The lines around a finding's accesses, cut into marked pieces.

use crate::report::json::File;
use crate::report::json::finding::{Access, FindingEntry};
use crate::report::remark::path_of;
use crate::report::texts::Texts;
use std::collections::BTreeSet;

/// Lines shown before and after an access.
const CONTEXT: u32 = 3;
/// An access over more lines than this is shown by its first ones.
const MOST_LINES: u32 = 12;

/// Lines of one file.
pub(super) struct Excerpt {
    pub path: String,
    pub lines: Vec<Line>,
}

/// A line, and what is said under it.
pub(super) struct Line {
    pub number: u32,
    /// Whether lines before it are left out.
    pub gap: bool,
    pub pieces: Vec<Piece>,
    pub labels: Vec<Label>,
}

/// Text with one mark; the empty mark is none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub mark: &'static str,
    pub text: String,
}

/// What happens at the access that ends on the line above.
pub(super) struct Label {
    pub mark: &'static str,
    pub text: String,
    /// Blanks, and tabs as in the line, up to the access.
    pub indent: String,
}

/// How the access of that index is marked: accesses at one place share a mark.
pub(super) fn mark(file: &File, finding: &FindingEntry, index: usize) -> &'static str {
    match finding.accesses.as_slice() {
        [first, second] if is_same_place(file, first, second) => "both",
        _ if index == 0 => "first",
        _ => "second",
    }
}

fn is_same_place(file: &File, a: &Access, b: &Access) -> bool {
    path_of(file, a) == path_of(file, b) && range(a) == range(b)
}

fn range(access: &Access) -> ((u32, u32), (u32, u32)) {
    ((access.line, access.column), (access.end_line, access.end_column))
}

/// One excerpt for each file that the accesses lie in; none where its text is not known.
pub(super) fn excerpts(file: &File, finding: &FindingEntry, texts: &Texts) -> Vec<Excerpt> {
    let mut paths: Vec<&str> = finding
        .accesses
        .iter()
        .map(|access| path_of(file, access))
        .collect();
    paths.dedup();
    paths
        .into_iter()
        .filter_map(|path| excerpt(path, file, finding, texts.get(path)?))
        .collect()
}

fn excerpt(path: &str, file: &File, finding: &FindingEntry, text: &str) -> Option<Excerpt> {
    let here: Vec<(usize, &Access)> = finding
        .accesses
        .iter()
        .enumerate()
        .filter(|(_, access)| path_of(file, access) == path)
        .collect();
    let mut numbers = BTreeSet::new();
    for (_, access) in &here {
        let last = access
            .end_line
            .clamp(access.line, access.line.saturating_add(MOST_LINES));
        numbers.extend(access.line.saturating_sub(CONTEXT).max(1)..=last.saturating_add(CONTEXT));
    }
    let mut lines: Vec<Line> = Vec::new();
    for (number, content) in (1..).zip(text.lines()) {
        if !numbers.contains(&number) {
            continue;
        }
        let mut labels: Vec<Label> = here
            .iter()
            .filter(|(_, access)| access.line == number)
            .map(|(i, access)| label(file, finding, *i, access, content))
            .collect();
        if labels.len() == 2 && labels[0].mark == "both" && labels[0].text == labels[1].text {
            labels.truncate(1);
        }
        let marks: Vec<(std::ops::Range<usize>, &'static str)> = here
            .iter()
            .filter_map(|(i, access)| Some((columns(access, number, content)?, mark(file, finding, *i))))
            .collect();
        let gap = lines.last().is_some_and(|previous| previous.number + 1 != number);
        lines.push(Line {
            number,
            gap,
            pieces: pieces(content, &marks),
            labels,
        });
    }
    (!lines.is_empty()).then(|| Excerpt {
        path: path.to_owned(),
        lines,
    })
}

fn label(file: &File, finding: &FindingEntry, index: usize, access: &Access, content: &str) -> Label {
    let mark = mark(file, finding, index);
    let threads = &finding.witness.threads;
    let text = if mark == "both" {
        let other = &finding.accesses[1 - index.min(1)];
        if other.what == access.what {
            let both = if finding.scope == "thread" {
                "in both iterations"
            } else {
                "by both threads"
            };
            format!("{} {both}", access.what)
        } else {
            format!("{} and {}", finding.accesses[0].what, finding.accesses[1].what)
        }
    } else {
        let by = threads
            .get(index)
            .map(|thread| super::triple(thread.thread))
            .unwrap_or_default();
        format!("{} by thread {by}", access.what)
    };
    let start = columns(access, access.line, content).map_or(0, |range| range.start);
    let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
    Label {
        mark,
        text,
        indent: content[..start].chars().map(blank).collect(),
    }
}

/// The bytes of a line that an access covers.
fn columns(access: &Access, number: u32, content: &str) -> Option<std::ops::Range<usize>> {
    if !(access.line..=access.end_line.max(access.line)).contains(&number) {
        return None;
    }
    let offset = |column: u32| usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
    let blank = content.len() - content.trim_start().len();
    let start = if number == access.line {
        offset(access.column)
    } else {
        blank
    };
    let end = if number == access.end_line {
        offset(access.end_column)
    } else {
        content.len()
    };
    let cut = |at: usize| {
        let mut at = at.min(content.len());
        while !content.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (cut(start), cut(end));
    (start < end).then_some(start..end)
}

/// Cuts a line where marks begin and end; where two overlap, it says so.
fn pieces(content: &str, marks: &[(std::ops::Range<usize>, &'static str)]) -> Vec<Piece> {
    let mut cuts: BTreeSet<usize> = [0, content.len()].into();
    cuts.extend(marks.iter().flat_map(|(range, _)| [range.start, range.end]));
    let cuts: Vec<usize> = cuts.into_iter().collect();
    cuts.windows(2)
        .map(|ends| {
            let mut over = marks.iter().filter(|(range, _)| range.contains(&ends[0]));
            let mark = match (over.next(), over.next()) {
                (None, _) => "",
                (Some((_, mark)), None) => mark,
                (Some(_), Some(_)) => "both",
            };
            Piece {
                mark,
                text: content[ends[0]..ends[1]].to_owned(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_marks_and_overlaps_belong_to_both() {
        let cut = |marks: &[(std::ops::Range<usize>, &'static str)]| {
            let pieces = pieces("a[i] = a[j];", marks);
            pieces
                .iter()
                .map(|p| format!("{}<{}>", p.mark, p.text))
                .collect::<String>()
        };
        assert_eq!(cut(&[]), "<a[i] = a[j];>");
        assert_eq!(
            cut(&[(0..4, "first"), (7..11, "second")]),
            "first<a[i]>< = >second<a[j]><;>"
        );
        assert_eq!(
            cut(&[(0..11, "first"), (7..11, "second")]),
            "first<a[i] = >both<a[j]><;>"
        );
        assert!(pieces("", &[]).is_empty());
    }
}
