//! Names, sources and messages as a reader sees them: what would act on a terminal, turn the direction of text or not be
//! seen at all stands as its code, and no part of a line is a command to the build server that reads the log.
//!
//! Build servers take commands from what programs print: GitHub (`::error`, `##[error]`), Azure (`##vso[...]`) and
//! TeamCity (`##teamcity[...]`).

use super::Style;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// How a build server's command begins, wherever it stands in a line.
const COMMANDS: [&str; 3] = ["##[", "##vso[", "##teamcity["];

/// Characters that are not drawn, or change how others are: those that may be ignored where they are displayed
/// (`Default_Ignorable_Code_Point` of Unicode 16's `DerivedCoreProperties.txt`; the marks and overrides of direction of UAX 9 are among
/// them), ends of lines and paragraphs, and annotations.
const HIDDEN: [RangeInclusive<char>; 18] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{2029}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Whether a character is not seen for what it is. Ends of lines and tabs are.
pub fn is_hidden(c: char) -> bool {
    let is_drawn = matches!(c, '\n' | '\t');
    let is_listed = || !c.is_ascii() && HIDDEN.iter().any(|range| range.contains(&c));
    !is_drawn && (c.is_control() || is_listed())
}

/// Text for people, of one or several lines.
pub fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let shown = guarded(&text, |c, out| {
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    });
    shown.into_owned()
}

/// Text of one line: a name or a word that somebody else wrote is one, whatever is in it.
pub fn on_one_line(text: &str) -> String {
    text.replace("\r\n", "\\n").replace(['\n', '\r'], "\\n")
}

/// Text with colours, unless there is something in it to be seen: then without, for only that tells our own escapes from
/// others'.
pub fn drawn(style: Style, draw: impl Fn(Style) -> String) -> String {
    let bare = draw(Style {
        colour: false,
        ..style
    });
    let shown = plain(&bare);
    if style.colour && shown == bare {
        draw(style)
    } else {
        shown
    }
}

/// A document of JSON in which all that is hidden is written as an escape, which means the same.
pub fn json(text: &str) -> String {
    let escaped = guarded(text, |c, out| {
        // The layout of the document itself.
        if c == '\r' {
            out.push(c);
            return;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    });
    escaped.into_owned()
}

/// A value as a document of JSON, with a final newline.
pub fn to_json(value: &impl Serialize) -> String {
    match serde_json::to_string_pretty(value) {
        Ok(text) => json(&text) + "\n",
        // Data of ours is always JSON.
        Err(error) => format!("{{\"error\": {:?}}}\n", error.to_string()),
    }
}

/// A document of HTML or XML.
pub fn markup(text: &str) -> String {
    let escaped = guarded(text, |c, out| {
        let _ = match c {
            '#' | ':' | '\r' => write!(out, "&#{};", u32::from(c)),
            c => write!(out, "\\u{{{:x}}}", u32::from(c)),
        };
    });
    escaped.into_owned()
}

/// The text with what is hidden, and the first sign of each command, written by `write`.
fn guarded(text: &str, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let commands = commands(text);
    if commands.is_empty() && !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for (at, c) in text.char_indices() {
        if is_hidden(c) || commands.binary_search(&at).is_ok() {
            write(c, &mut out);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Where commands begin, in order.
fn commands(text: &str) -> Vec<usize> {
    let marked = COMMANDS
        .iter()
        .flat_map(|command| text.match_indices(command))
        .map(|(at, _)| at);
    // GitHub does not look at the space before its commands.
    let is_first = |at: &usize| {
        let before = text[..*at]
            .chars()
            .rev()
            .find(|c| *c == '\n' || !c.is_whitespace());
        before.is_none_or(|c| c == '\n')
    };
    let first = text.match_indices("::").map(|(at, _)| at).filter(is_first);
    let mut all: Vec<usize> = marked.chain(first).collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_shown() {
        assert_eq!(
            plain("a\u{1b}[31m\u{202e}b\tc\r\nd\re"),
            "a\\u{1b}[31m\\u{202e}b\tc\nd\\u{d}e"
        );
        assert_eq!(
            json("\"\u{202e}\u{e0041}\u{7f}\""),
            "\"\\u202e\\udb40\\udc41\\u007f\""
        );
        assert_eq!(markup("<b>\u{202e}\u{9b}</b>"), "<b>\\u{202e}\\u{9b}</b>");
        assert_eq!(plain("\u{e4} \u{2014} \u{1f600}"), "\u{e4} \u{2014} \u{1f600}");
        for c in ['\u{ad}', '\u{3164}', '\u{fe0f}', '\u{fff9}', '\u{e0100}'] {
            assert_eq!(plain(&c.to_string()), format!("\\u{{{:x}}}", u32::from(c)));
        }
    }

    #[test]
    fn no_line_is_a_command() {
        assert_eq!(plain("x\n  ::error ::y\na::b"), "x\n  \\u{3a}:error ::y\na::b");
        assert_eq!(
            plain("##[error]x ##vso[y] ###[z]"),
            "\\u{23}#[error]x \\u{23}#vso[y] #\\u{23}#[z]"
        );
        assert_eq!(json("\"##[error]\""), "\"\\u0023#[error]\"");
        assert_eq!(markup("##teamcity[x]\n ::x"), "&#35;#teamcity[x]\n &#58;:x");
        assert_eq!(plain("## a heading"), "## a heading");
    }

    #[test]
    fn colours_are_for_what_hides_nothing() {
        let style = Style {
            colour: true,
            ..Style::default()
        };
        assert_eq!(drawn(style, |style| style.paint("1", "x")), "\u{1b}[1mx\u{1b}[0m");
        assert_eq!(drawn(style, |style| style.paint("1", "x\u{1b}")), "x\\u{1b}");
    }
}
