//! Texts of C and C++ as they are, without a parser: what of them is code, their words, their lines.

use std::ops::Range;

/// The text of a file. What is no UTF-8 becomes a `?` for each byte: all places stay what they are to clang, which reads the bytes.
pub fn text_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

/// Whether a text has a word.
pub fn mentions(text: &str, word: &str) -> bool {
    words(text, word).next().is_some()
}

/// Where a text has a word.
pub fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_whole = move |at: &usize| {
        let (before, after) = (
            text[..*at].bytes().next_back(),
            text[at + word.len()..].bytes().next(),
        );
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    text.match_indices(word).map(|(at, _)| at).filter(is_whole)
}

/// Whether a byte is one of an identifier's.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The lines of the preprocessor's, each with those that a backslash continues it on, in their order.
pub(crate) fn directives(code: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut continues) = (0, false);
    for line in code.split_inclusive(|b| *b == b'\n') {
        let range = at..at + line.len();
        match found.last_mut().filter(|last| continues && last.end == at) {
            Some(last) => last.end = range.end,
            None if !continues && line.trim_ascii_start().first() == Some(&b'#') => found.push(range.clone()),
            None => {}
        }
        continues = line.ends_with(b"\\\n");
        at = range.end;
    }
    found
}

/// Whether a place lies in one of these lines.
pub(crate) fn in_directive(directives: &[Range<usize>], at: usize) -> bool {
    let before = directives.partition_point(|line| line.start <= at);
    before > 0 && directives[before - 1].contains(&at)
}

/// The text with each line that a backslash continues as one; blanks behind it are overlooked, as compilers do.
pub(crate) fn joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = line.trim_end_matches(['\n', '\r', ' ', '\t']);
        joined.push_str(match line.ends_with('\n') {
            true => end.strip_suffix('\\').unwrap_or(line),
            false => line,
        });
    }
    joined
}

/// As [`blank`], as a text; raw strings are blanked to their ends.
pub(crate) fn code(text: &str) -> String {
    String::from_utf8_lossy(&blank_by(text, end_of_raw)).into_owned()
}

/// The text with comments, strings and character constants blanked; lines stay. Of a raw string only the first line is blanked: what is
/// in it may be a program.
pub(crate) fn blank(text: &str) -> Vec<u8> {
    blank_by(text, |_, _| None)
}

/// As [`blank`], as a text.
pub(crate) fn blanked(text: &str) -> String {
    String::from_utf8_lossy(&blank(text)).into_owned()
}

/// One past the raw string whose quote stands at a place (C++17, 5.13.5), if it is one's.
pub(crate) fn end_of_raw(bytes: &[u8], quote: usize) -> Option<usize> {
    let before = bytes[..quote].strip_suffix(b"R")?;
    let prefix = before.iter().rev().take_while(|byte| is_word(**byte)).count();
    if !matches!(&before[before.len() - prefix..], b"" | b"L" | b"u" | b"U" | b"u8") {
        return None;
    }
    let length = bytes[quote + 1..]
        .iter()
        .take(17)
        .position(|byte| *byte == b'(')?;
    let delimiter = &bytes[quote + 1..quote + 1 + length];
    let end = [b")", delimiter, b"\""].concat();
    Some(find(bytes, quote + 1 + length, &end))
}

fn blank_by(text: &str, raw: impl Fn(&[u8], usize) -> Option<usize>) -> Vec<u8> {
    let mut out = text.as_bytes().to_vec();
    for place in no_code(text.as_bytes(), raw) {
        for byte in &mut out[place] {
            if *byte != b'\n' && *byte != b'\\' {
                *byte = b' ';
            }
        }
    }
    out
}

/// Where comments to the ends of their lines stand.
fn line_comments(text: &str) -> Vec<Range<usize>> {
    let mut all = no_code(text.as_bytes(), end_of_raw);
    all.retain(|place| text[place.start..].starts_with("//"));
    all
}

/// Where the bracket opens that the text's last character closes.
pub(crate) fn opening(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        if c == close {
            depth += 1;
        } else if c == open {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// A comment that speaks to kverify: `// kverify: block=64`.
pub struct Remark<'t> {
    /// Its bytes.
    pub at: Range<usize>,
    /// Its line, counted from 1.
    pub line: u32,
    /// Bytes in front of it in its line.
    pub column: usize,
    /// What stands behind the colon.
    pub words: &'t str,
}

/// All such comments, in order.
pub fn remarks(text: &str) -> Vec<Remark<'_>> {
    const NAME: &str = "kverify:";
    if !text.contains(NAME) {
        return Vec::new();
    }
    let (mut line, mut line_start, mut seen) = (1, 0, 0);
    let remark = |place: Range<usize>| {
        let comment = text[place.clone()].trim_end();
        let name = comment.find(NAME)?;
        let before = comment[..name].trim_end();
        let start = place.start + before.strip_suffix("//")?.len();
        let between = &text[seen..start];
        line += between.matches('\n').count() as u32;
        line_start = between.rfind('\n').map_or(line_start, |n| seen + n + 1);
        seen = start;
        Some(Remark {
            at: start..place.start + comment.len(),
            line,
            column: start - line_start,
            words: comment[name + NAME.len()..].trim(),
        })
    };
    line_comments(text).into_iter().filter_map(remark).collect()
}

/// Where comments, strings and character constants stand, in order; `raw` says where a raw string ends whose quote stands at a place.
pub(crate) fn no_code(bytes: &[u8], raw: impl Fn(&[u8], usize) -> Option<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => end_of_line(bytes, at),
            (b'/', Some(b'*')) => find(bytes, at + 2, b"*/"),
            // `'` also separates digits.
            (b'\'', _) if at > 0 && bytes[at - 1].is_ascii_hexdigit() => at + 1,
            (b'"', _) => raw(bytes, at).unwrap_or_else(|| end_of_quote(bytes, at, b'"')),
            (b'\'', _) => end_of_quote(bytes, at, b'\''),
            (b'<', _) => {
                at = end_of_header(bytes, at).unwrap_or(at + 1);
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        let end = end.min(bytes.len());
        found.push(at..end);
        at = end;
    }
    found
}

/// Longest name of a header in angles, bytes: lines may be of any length.
const LONGEST_HEADER: usize = 4096;

/// One past a header's name in angles (C++17, 5.8), if one begins at a place: what looks like a comment in it is none.
fn end_of_header(bytes: &[u8], at: usize) -> Option<usize> {
    let before = bytes[..at].trim_ascii_end();
    let included: [&[u8]; 4] = [b"include", b"include_next", b"import", b"embed"];
    let mut included = included.into_iter().filter_map(|word| before.strip_suffix(word));
    let asked: [&[u8]; 3] = [b"__has_include", b"__has_include_next", b"__has_embed"];
    let asks = || {
        let before = before.strip_suffix(b"(").map(<[u8]>::trim_ascii_end);
        before.is_some_and(|before| asked.iter().any(|word| before.ends_with(word)))
    };
    if !included.any(|before| before.trim_ascii_end().ends_with(b"#")) && !asks() {
        return None;
    }
    let mut name = bytes[at..].iter().take(LONGEST_HEADER);
    let end = at + name.position(|byte| matches!(byte, b'>' | b'\n'))?;
    (bytes[end] == b'>').then_some(end + 1)
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    bytes
        .get(from..)
        .and_then(|rest| rest.windows(what.len()).position(|w| w == what))
        .map_or(bytes.len(), |n| from + n + what.len())
}

fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let rest = &bytes[from..];
    rest.iter()
        .position(|b| *b == b'\n')
        .map_or(bytes.len(), |n| from + n)
}

/// One past the closing quote; a quote that its line does not close ends there.
fn end_of_quote(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_are_comments() {
        let text =
            "int a; // one\nconst char *s = R\"(\n// no\n)\"; // two\nconst char *t = \"\\\n// no\";\n";
        let found: Vec<&str> = line_comments(text)
            .into_iter()
            .map(|place| &text[place])
            .collect();
        assert_eq!(found, ["// one", "// two"]);
    }

    #[test]
    fn remarks_are_comments_with_our_name() {
        let text = "// kverify: block=1\nint a; //kverify: entry f\n/* // kverify: no */ char *s = \"// kverify: no\";\n// see kverify: no\n  \
                    // why // kverify:   ignore[x] y  \n";
        let found: Vec<_> = remarks(text)
            .into_iter()
            .map(|remark| (remark.line, remark.column, remark.words))
            .collect();
        assert_eq!(
            found,
            [(1, 0, "block=1"), (2, 7, "entry f"), (5, 9, "ignore[x] y")]
        );
        let last = remarks(text).pop().expect("there are some");
        assert_eq!(&text[last.at], "// kverify:   ignore[x] y");
    }
}
