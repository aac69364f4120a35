//! Two texts as a unified diff, and as the lines that an editor replaces.

use std::fmt::Write as _;

/// Lines around a change that a diff shows.
const CONTEXT: usize = 3;

/// Longer differences are one hunk: lines of the old text times lines of the new one.
const MOST_CELLS: usize = 4_000_000;

/// Lines of the old text, from 0, and what comes in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The first line that is replaced, from 0.
    pub start: usize,
    /// How many are.
    pub count: usize,
    /// The new lines, with their ends.
    pub lines: Vec<String>,
}

/// What has to be replaced in the old text to have the new one: the fewest lines, but for texts that differ over a long way.
pub fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let (old, new): (Vec<&str>, Vec<&str>) = (
        old.split_inclusive('\n').collect(),
        new.split_inclusive('\n').collect(),
    );
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[before..], &new[before..]);
    let behind = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (a, b) = (&a[..a.len() - behind], &b[..b.len() - behind]);
    let whole = Hunk {
        start: before,
        count: a.len(),
        lines: b.iter().map(|line| (*line).to_owned()).collect(),
    };
    match (a.len(), b.len()) {
        (0, 0) => Vec::new(),
        (n, m) if n.saturating_mul(m) > MOST_CELLS => vec![whole],
        _ => aligned(before, a, b),
    }
}

/// The hunks of a longest common subsequence.
fn aligned(start: usize, old: &[&str], new: &[&str]) -> Vec<Hunk> {
    let width = new.len() + 1;
    // Of what is left of both: how many lines agree at most.
    let mut most = vec![0u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            most[i * width + j] = match old[i] == new[j] {
                true => most[(i + 1) * width + j + 1] + 1,
                false => most[(i + 1) * width + j].max(most[i * width + j + 1]),
            };
        }
    }
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut i, mut j, mut agreed) = (0, 0, true);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j, agreed) = (i + 1, j + 1, true);
            continue;
        }
        if std::mem::take(&mut agreed) {
            hunks.push(Hunk {
                start: start + i,
                count: 0,
                lines: Vec::new(),
            });
        }
        let Some(hunk) = hunks.last_mut() else {
            return hunks;
        };
        let goes = i < old.len() && (j == new.len() || most[(i + 1) * width + j] >= most[i * width + j + 1]);
        match goes {
            true => (hunk.count, i) = (hunk.count + 1, i + 1),
            false => {
                hunk.lines.push(new[j].to_owned());
                j += 1;
            }
        }
    }
    hunks
}

/// The line of the old text that a line of the new one was, both from 1; of a new line, the one that it comes before.
pub fn old_line(hunks: &[Hunk], line: u32) -> u32 {
    let new = line.saturating_sub(1) as usize;
    let mut shift = 0i64;
    for hunk in hunks {
        let start = hunk.start as i64 + shift;
        if (new as i64) < start {
            break;
        }
        if (new as i64) < start + hunk.lines.len() as i64 {
            return to_line(hunk.start as i64);
        }
        shift += hunk.lines.len() as i64 - hunk.count as i64;
    }
    to_line(new as i64 - shift)
}

fn to_line(index: i64) -> u32 {
    u32::try_from(index.max(0)).unwrap_or(u32::MAX).saturating_add(1)
}

/// A unified diff that `patch -p0` and `git apply -p0` take; empty if the texts are the same.
pub fn unified(path: &str, old: &str, new: &str) -> String {
    let hunks = hunks(old, new);
    if hunks.is_empty() {
        return String::new();
    }
    let lines: Vec<&str> = old.split_inclusive('\n').collect();
    let mut out = format!("--- {path}\n+++ {path}\n");
    let mut shift = 0i64;
    let mut rest = hunks.as_slice();
    while let Some(first) = rest.first() {
        let mut count = 1;
        while count < rest.len()
            && rest[count].start <= rest[count - 1].start + rest[count - 1].count + 2 * CONTEXT
        {
            count += 1;
        }
        let (together, later) = rest.split_at(count);
        let last = &together[count - 1];
        let start = first.start.saturating_sub(CONTEXT);
        let end = (last.start + last.count + CONTEXT).min(lines.len());
        let grown: i64 = together
            .iter()
            .map(|hunk| hunk.lines.len() as i64 - hunk.count as i64)
            .sum();
        let (old_count, new_count) = ((end - start) as i64, (end - start) as i64 + grown);
        let number = |count: i64, shift: i64| start as i64 + shift + i64::from(count > 0);
        let _ = writeln!(
            out,
            "@@ -{},{old_count} +{},{new_count} @@",
            number(old_count, 0),
            number(new_count, shift)
        );
        let mut at = start;
        for hunk in together {
            lines[at..hunk.start]
                .iter()
                .for_each(|line| push(&mut out, ' ', line));
            at = hunk.start + hunk.count;
            lines[hunk.start..at]
                .iter()
                .for_each(|line| push(&mut out, '-', line));
            hunk.lines.iter().for_each(|line| push(&mut out, '+', line));
        }
        lines[at..end].iter().for_each(|line| push(&mut out, ' ', line));
        shift += grown;
        rest = later;
    }
    out
}

fn push(out: &mut String, mark: char, line: &str) {
    out.push(mark);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(old: &str, new: &str) -> String {
        let lines: Vec<&str> = old.split_inclusive('\n').collect();
        let mut out = String::new();
        let mut at = 0;
        for hunk in hunks(old, new) {
            out.extend(lines[at..hunk.start].iter().copied());
            out.extend(hunk.lines.iter().map(String::as_str));
            at = hunk.start + hunk.count;
        }
        out.extend(lines[at..].iter().copied());
        out
    }

    #[test]
    fn hunks_lead_from_one_text_to_the_other() {
        let texts = [
            "",
            "a\n",
            "a\nb\nc\nd\ne\nf\n",
            "a\nx\nb\nc\nd\ne\nf",
            "b\nc\ny\nd\ne\nz\nf\n",
            "a\n}\n}\n}\n",
            "a\n}\n}\n",
        ];
        for old in texts {
            for new in texts {
                assert_eq!(again(old, new), new, "{old:?} to {new:?}: {:?}", hunks(old, new));
            }
        }
        let [hunk] = &hunks(texts[2], "a\nb\nc\nnew\nd\ne\nf\n")[..] else {
            panic!("one hunk");
        };
        assert_eq!((hunk.start, hunk.count, hunk.lines.len()), (3, 0, 1));
    }

    #[test]
    fn lines_are_found_again() {
        let hunks = hunks("a\nb\nc\nd\n", "a\nx\ny\nb\nd\n");
        let old: Vec<u32> = (1..=5).map(|line| old_line(&hunks, line)).collect();
        assert_eq!(old, [1, 2, 2, 2, 4]);
    }

    #[test]
    fn a_diff_is_written_as_patch_reads_it() {
        let old: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let new = old.replace("\n3\n", "\n3\nx\n").replace("\n18\n", "\ny\n");
        assert_eq!(
            unified("a.cu", &old, &new),
            "--- a.cu\n+++ a.cu\n@@ -1,6 +1,7 @@\n 1\n 2\n 3\n+x\n 4\n 5\n 6\n@@ -15,6 +16,6 @@\n 15\n 16\n 17\n-18\n+y\n 19\n 20\n"
        );
        assert_eq!(
            unified("a.cu", "a", "a\nb\n"),
            "--- a.cu\n+++ a.cu\n@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n"
        );
        assert_eq!(unified("a.cu", "a", "a"), "");
    }
}
