//! Source text behind spans.

use kverify_frontend::ir::{Module, Span};

/// The path of the file that a span lies in.
pub fn path<'m>(module: &'m Module, span: &Span) -> &'m str {
    module.files.get(span.file).map_or("", |file| file.path.as_str())
}

/// The span's byte range in its file, moved to where the text can be cut.
pub fn byte_range(text: &str, span: &Span) -> std::ops::Range<usize> {
    let start = text.floor_char_boundary_stable((span.start as usize).min(text.len()));
    let end = text.floor_char_boundary_stable((span.end as usize).clamp(start, text.len()));
    start..end
}

/// The source text of a span, on one line and not too long.
pub fn excerpt(module: &Module, span: &Span) -> String {
    const LONGEST: usize = 80;
    let Some(file) = module.files.get(span.file) else {
        return String::new();
    };
    let text = &file.text[byte_range(&file.text, span)];
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= LONGEST {
        return words;
    }
    words.chars().take(LONGEST).chain(['…']).collect()
}

trait FloorCharBoundary {
    /// `str::floor_char_boundary`, which the MSRV lacks.
    fn floor_char_boundary_stable(&self, at: usize) -> usize;
}

impl FloorCharBoundary for str {
    fn floor_char_boundary_stable(&self, at: usize) -> usize {
        (0..=at).rev().find(|i| self.is_char_boundary(*i)).unwrap_or(0)
    }
}
