//! Open documents: their text, the client's edits, and positions in the client's units.

use line_index::{LineCol, LineIndex, TextSize, WideEncoding, WideLineCol};
use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};
use std::sync::Arc;

/// The unit of `Position::character` that client and server agreed on (LSP 3.17, "Text Documents").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes, the unit of our own columns.
    Utf8,
    /// Sixteen-bit units, what every client speaks.
    Utf16,
}

impl Encoding {
    /// The best that the client offers.
    pub fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let knows_bytes = offered.is_some_and(|kinds| kinds.contains(&PositionEncodingKind::UTF8));
        if knows_bytes {
            Encoding::Utf8
        } else {
            Encoding::Utf16
        }
    }

    /// Its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// A text that can be addressed by the client's positions and by our lines and columns.
#[derive(Clone, Debug)]
pub struct Text {
    text: Arc<str>,
    lines: Arc<LineIndex>,
    encoding: Encoding,
}

impl Text {
    /// Indexes the text.
    pub fn new(text: &str, encoding: Encoding) -> Text {
        Text {
            text: text.into(),
            lines: Arc::new(LineIndex::new(text)),
            encoding,
        }
    }

    /// The unit of its positions.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text of a line, from 0, without its end.
    pub fn line(&self, line: u32) -> Option<&str> {
        let range = self.lines.line(line)?;
        let text = self
            .text
            .get(usize::from(range.start())..usize::from(range.end()))?;
        Some(text.trim_end_matches(['\n', '\r']))
    }

    /// The byte that a position stands for. Positions past a line's end mean its end, past the last line the text's.
    pub fn offset(&self, position: Position) -> usize {
        let Some(line) = self.line(position.line) else {
            return self.text.len();
        };
        let start = self
            .lines
            .line(position.line)
            .map_or(0, |range| usize::from(range.start()));
        let bytes = match self.encoding {
            Encoding::Utf8 => floor_boundary(line, position.character as usize),
            Encoding::Utf16 => bytes_of_utf16(line, position.character),
        };
        start + bytes
    }

    /// The position of a line and a column of ours: both from 1, the column in bytes. What lies outside is moved in.
    pub fn position(&self, line: u32, column: u32) -> Position {
        let line = line.saturating_sub(1);
        let Some(text) = self.line(line) else {
            return self.end();
        };
        let bytes = floor_boundary(text, column.saturating_sub(1) as usize);
        self.at(LineCol {
            line,
            col: u32::try_from(bytes).unwrap_or(u32::MAX),
        })
    }

    /// The range between two places of ours.
    pub fn range(&self, from: (u32, u32), to: (u32, u32)) -> Range {
        let start = self.position(from.0, from.1);
        Range::new(start, self.position(to.0, to.1).max(start))
    }

    /// The first word of a line (from 1) up to the line's end: what a message about a whole line underlines.
    pub fn line_range(&self, line: u32, column: u32) -> Range {
        let start = self.position(line, column);
        let length = self.line(line.saturating_sub(1)).map_or(0, str::len);
        Range::new(
            start,
            self.position(line, u32::try_from(length + 1).unwrap_or(u32::MAX))
                .max(start),
        )
    }

    /// Applies the client's edits, in their order.
    pub fn edited(&self, changes: &[TextDocumentContentChangeEvent]) -> Text {
        changes.iter().fold(self.clone(), |text, change| {
            let Some(range) = change.range else {
                return Text::new(&change.text, text.encoding);
            };
            let start = text.offset(range.start);
            let end = text.offset(range.end).max(start);
            let whole = [&text.text[..start], change.text.as_str(), &text.text[end..]].concat();
            Text::new(&whole, text.encoding)
        })
    }

    pub fn end(&self) -> Position {
        self.at(self.lines.line_col(TextSize::of(&*self.text)))
    }

    fn at(&self, place: LineCol) -> Position {
        match self.encoding {
            Encoding::Utf8 => Position::new(place.line, place.col),
            Encoding::Utf16 => {
                let wide = self.lines.to_wide(WideEncoding::Utf16, place);
                let WideLineCol { line, col } = wide.unwrap_or(WideLineCol {
                    line: place.line,
                    col: place.col,
                });
                Position::new(line, col)
            }
        }
    }
}

fn floor_boundary(line: &str, at: usize) -> usize {
    let at = at.min(line.len());
    (0..=at).rev().find(|i| line.is_char_boundary(*i)).unwrap_or(0)
}

fn bytes_of_utf16(line: &str, units: u32) -> usize {
    let mut left = units as usize;
    for (at, character) in line.char_indices() {
        if left < character.len_utf16() {
            return at;
        }
        left -= character.len_utf16();
    }
    line.len()
}

/// What an edit does to the lines below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    range: Range,
    added: u32,
}

impl Shift {
    /// Of an edit; of one that replaces the whole text nothing is known.
    pub fn of(change: &TextDocumentContentChangeEvent) -> Option<Shift> {
        let added = change.text.matches('\n').count();
        Some(Shift {
            range: change.range?,
            added: u32::try_from(added).unwrap_or(u32::MAX),
        })
    }
}

/// Where a line (from 1) of the text before the edits has gone, by the lines that the edits above it added or took.
pub fn shifted_line(line: u32, shifts: &[Shift]) -> u32 {
    shifts.iter().fold(line, |line, Shift { range, added }| {
        // Lines count from 0 in ranges: an edit that ends on an earlier line, or at this line's start, moves it.
        let end = range.end.line.saturating_add(1);
        let is_above = end < line || (end == line && range.end.character == 0);
        if !is_above {
            return line;
        }
        let removed = range.end.line.saturating_sub(range.start.line);
        line.saturating_sub(removed).max(1).saturating_add(*added)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn change(range: Option<((u32, u32), (u32, u32))>, text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: range
                .map(|(from, to)| Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1))),
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn columns_become_the_clients_units() {
        let text = "a\n\u{e4}\u{1f600}x\n";
        for (encoding, x) in [(Encoding::Utf8, 6), (Encoding::Utf16, 3)] {
            let text = Text::new(text, encoding);
            assert_eq!(text.position(2, 7), Position::new(1, x));
            assert_eq!(text.offset(Position::new(1, x)), 2 + 6);
            assert_eq!(text.offset(Position::new(9, 0)), text.as_str().len());
            assert_eq!(text.offset(Position::new(0, 99)), 1);
        }
    }

    #[test]
    fn edits_apply_in_their_order() {
        let text = Text::new("one\ntwo\nthree", Encoding::Utf16);
        let edits = [
            change(Some(((1, 0), (1, 3))), "2"),
            change(Some(((0, 3), (1, 0))), " "),
        ];
        assert_eq!(text.edited(&edits).as_str(), "one 2\nthree");
        assert_eq!(text.edited(&[change(None, "new")]).as_str(), "new");
    }

    #[test]
    fn lines_below_an_edit_move_and_those_above_stay() {
        let shift = |from, to, text| {
            let shift = Shift::of(&change(Some((from, to)), text));
            shift.into_iter().collect::<Vec<Shift>>()
        };
        let insert = shift((1, 0), (1, 0), "a\nb\n");
        assert_eq!(
            (
                shifted_line(1, &insert),
                shifted_line(2, &insert),
                shifted_line(9, &insert)
            ),
            (1, 4, 11)
        );
        let remove = shift((1, 0), (3, 0), "");
        assert_eq!((shifted_line(1, &remove), shifted_line(4, &remove)), (1, 2));
        let within = shift((1, 2), (1, 5), "x");
        assert_eq!(shifted_line(2, &within), 2);
    }

    proptest! {
        #[test]
        fn offsets_and_positions_agree(text in "[a\u{e4}\u{1f600}\n\r]{0,40}", line in 0_u32..12, character in 0_u32..12) {
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                let text = Text::new(&text, encoding);
                let at = text.offset(Position::new(line, character));
                prop_assert!(text.as_str().is_char_boundary(at));
                let edited = text.edited(&[change(Some(((line, character), (line, character))), "")]);
                prop_assert_eq!(edited.as_str(), text.as_str());
            }
        }
    }
}
