//! Launch comments: `// kverify: block=16,16 grid=64`.
//!
//! `// kverify: assume n % 4 == 0` states what holds for every launch: it is handed on as text; `array-size out=n` is such a fact too. Other words that such a comment
//! may begin with (`ignore`, `entry`) are none of the launch's.
//!
//! A comment speaks of the kernel in whose body it stands, or else of the next kernel below it; several about one
//! kernel add up, the later ones winning. Dimensions that are left out are 1.

use super::{Function, Sources, function_of, span_at};
use crate::index::Idx;
use crate::ir::{Diagnostic, FileId, Kernel, Launch, Level, Span};
use crate::plain::remarks;

/// A comment that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Comment {
    /// Offset of its first byte.
    at: u32,
    span: Span,
    block: Option<[u64; 3]>,
    grid: Option<[u64; 3]>,
    assume: Option<String>,
}

/// Sets [`Kernel::required`] by the comments; the result is about comments that make no sense.
pub(super) fn attach(sources: &Sources, functions: &[Function], kernels: &mut [Kernel]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for file in (0..sources.len()).map(FileId::new) {
        for comment in comments(sources, file, &mut diagnostics) {
            let Some(name) = addressee(file, comment.at, functions, kernels) else {
                continue;
            };
            // All instantiations of a template stand at one place.
            for kernel in kernels
                .iter_mut()
                .filter(|k| k.span.file == file && k.span.start == name)
            {
                apply(&comment, kernel);
            }
        }
    }
    diagnostics
}

/// Where the name of the kernel is that a comment at `at` speaks of.
fn addressee(file: FileId, at: u32, functions: &[Function], kernels: &[Kernel]) -> Option<u32> {
    let around = functions
        .iter()
        .find(|f| f.file == file && f.body <= at && at < f.end);
    if let Some(around) = around {
        return kernels
            .iter()
            .any(|k| function_of(functions, k) == Some(around))
            .then_some(around.name);
    }
    kernels
        .iter()
        .filter(|k| k.span.file == file && k.span.start > at)
        .map(|k| k.span.start)
        .min()
}

fn apply(comment: &Comment, kernel: &mut Kernel) {
    let required = kernel.required.get_or_insert_with(|| Launch::new(comment.span));
    if let Some(block) = comment.block {
        required.block = block.map(Some);
    }
    if let Some(grid) = comment.grid {
        required.grid = grid.map(Some);
    }
    required.relations.extend(comment.assume.clone());
}

/// All launch comments of a file, in order.
fn comments(sources: &Sources, file: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Comment> {
    let mut found = Vec::new();
    for remark in remarks(&sources[file].text) {
        let words = remark.words;
        let span = span_at(sources, file, remark.at.start, remark.at.end);
        let Some(span) = span.filter(|_| !words.starts_with("ignore") && !words.starts_with("entry ")) else {
            continue;
        };
        let assume = words.strip_prefix("assume ").map(|text| text.trim().to_owned());
        let size = words
            .strip_prefix("array-size ")
            .and_then(|text| text.split_once('='));
        let size = size.map(|(name, size)| format!("elements({}) == ({})", name.trim(), size.trim()));
        let assume = assume.or(size);
        let shapes = match assume {
            Some(_) => Ok((None, None)),
            None => settings(words),
        };
        match shapes {
            Ok((block, grid)) => found.push(Comment {
                at: span.start,
                span,
                block,
                grid,
                assume,
            }),
            Err(message) => diagnostics.push(Diagnostic {
                level: Level::Warning,
                message,
                span: Some(span),
                host: false,
            }),
        }
    }
    found
}

type Shape = Option<[u64; 3]>;

/// Block and grid of `block=16,16 grid=64`, or as options say it, `--block 16,16`.
fn settings(words: &str) -> Result<(Shape, Shape), String> {
    let advice = "a launch comment reads `// kverify: block=16,16 grid=64`";
    let (mut block, mut grid) = (None, None);
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        let option = word.strip_prefix("--");
        let pair = option.unwrap_or(word).split_once('=');
        let (key, value) = pair
            .or_else(|| Some((option?, words.next()?)))
            .ok_or_else(|| format!("`{word}` is no setting: {advice}"))?;
        let shape = shape(value).ok_or_else(|| format!("`{value}` is no shape: {advice}"))?;
        match key {
            "block" => block = Some(shape),
            "grid" => grid = Some(shape),
            _ => return Err(format!("nothing is called `{key}`: {advice}")),
        }
    }
    if block.is_none() && grid.is_none() {
        Err(format!("this says nothing: {advice}"))
    } else {
        Ok((block, grid))
    }
}

/// `16,16` or `16x16`, each at least 1.
fn shape(text: &str) -> Option<[u64; 3]> {
    let mut shape = [1; 3];
    let parts: Vec<&str> = text.split([',', 'x']).collect();
    if parts.len() > shape.len() {
        return None;
    }
    for (size, part) in shape.iter_mut().zip(parts) {
        *size = part.parse().ok().filter(|size| *size > 0)?;
    }
    Some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read() {
        assert_eq!(settings("block=256"), Ok((Some([256, 1, 1]), None)));
        assert_eq!(
            settings("--block 256 --grid=4"),
            Ok((Some([256, 1, 1]), Some([4, 1, 1])))
        );
        assert!(settings("--block").is_err());
        assert_eq!(
            settings("block=16,16  grid=4x2x1"),
            Ok((Some([16, 16, 1]), Some([4, 2, 1])))
        );
    }

    #[test]
    fn nonsense_is_said_to_be() {
        for words in [
            "",
            "block",
            "block=",
            "block=0",
            "block=1,2,3,4",
            "blokc=4",
            "block=-1",
            "grid=1,,2",
        ] {
            assert!(settings(words).is_err(), "{words}");
        }
    }
}
