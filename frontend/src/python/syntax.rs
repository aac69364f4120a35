//! Python's syntax, by tree-sitter: its only importer.

use super::text::Text;
use std::ops::Range;

/// A node of the syntax tree.
pub type Node<'t> = tree_sitter::Node<'t>;

/// A file that was parsed.
pub struct Tree<'s> {
    source: &'s str,
    tree: tree_sitter::Tree,
}

impl<'s> Tree<'s> {
    /// Parses a file.
    ///
    /// # Errors
    /// Where the first thing stands that is no Python.
    pub fn parse(source: &'s str) -> Result<Tree<'s>, Range<usize>> {
        let mut parser = tree_sitter::Parser::new();
        let whole = 0..source.len();
        parser
            .set_language(&tree_sitter_python::LANGUAGE.into())
            .map_err(|_| whole.clone())?;
        // A mark of the byte order is no part of the text; its bytes are counted all the same.
        let marked = source
            .strip_prefix('\u{feff}')
            .map(|rest| format!("\n\n\n{rest}"));
        let tree = parser
            .parse(marked.as_deref().unwrap_or(source), None)
            .ok_or(whole.clone())?;
        let root = tree.root_node();
        if root.has_error() {
            let first = descendants(root)
                .into_iter()
                .find(|n| n.is_error() || n.is_missing());
            return Err(first.map_or(whole, |node| node.byte_range()));
        }
        Ok(Tree { source, tree })
    }

    pub fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    /// The line of an offset, from 1.
    pub fn line(&self, offset: usize) -> usize {
        let before = self.source.as_bytes().get(..offset).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    /// How a node is written.
    pub fn spelling(&self, node: Node<'_>) -> &'s str {
        self.source.get(node.byte_range()).unwrap_or_default()
    }
}

/// A node and all below it, in the order of the text.
pub fn descendants(node: Node<'_>) -> Vec<Node<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![node]);
    while let Some(node) = open.pop() {
        found.push(node);
        open.extend((0..node.child_count()).rev().filter_map(|n| node.child(n)));
    }
    found
}

/// What a node holds that means something.
pub fn children(node: Node<'_>) -> Vec<Node<'_>> {
    (0..node.named_child_count())
        .filter_map(|n| node.named_child(n))
        .filter(|child| !matches!(child.kind(), "comment" | "line_continuation"))
        .collect()
}

/// The nodes around one, from the inside.
pub fn around<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    std::iter::successors(node.parent(), Node::parent)
}

/// A part of a string literal.
pub enum Part<'t> {
    /// What it says.
    Said(Text),
    /// `{...}` of an f-string.
    Hole(Node<'t>),
}

/// The parts of a `string`.
///
/// # Errors
/// It has an escape that only Python's tables of names can read.
pub fn parts<'t>(tree: &Tree<'_>, node: Node<'t>) -> Result<Vec<Part<'t>>, String> {
    let (Some(start), Some(end)) = (
        node.child(0),
        node.child_count().checked_sub(1).and_then(|n| node.child(n)),
    ) else {
        return Err("this string is not understood".to_owned());
    };
    let prefix = tree.spelling(start).to_ascii_lowercase();
    let kind = Kind {
        raw: prefix.contains('r'),
        bytes: prefix.contains('b'),
        format: prefix.contains('f'),
    };
    if prefix.contains('t') {
        return Err("what becomes of a template string is not known".to_owned());
    }
    let holes = children(node).into_iter().filter(|n| n.kind() == "interpolation");
    let (mut found, mut at) = (Vec::new(), start.end_byte());
    for hole in holes {
        found.push(Part::Said(said(tree.source, at..hole.start_byte(), &kind)?));
        at = hole.end_byte();
        found.push(Part::Hole(hole));
    }
    found.push(Part::Said(said(tree.source, at..end.start_byte(), &kind)?));
    Ok(found)
}

struct Kind {
    raw: bool,
    bytes: bool,
    format: bool,
}

/// What a piece of a literal stands for (Python Language Reference, 2.4.1).
fn said(source: &str, range: Range<usize>, kind: &Kind) -> Result<Text, String> {
    let piece = source.get(range.clone()).unwrap_or_default();
    let mut out = Text::default();
    let mut at = 0;
    while let Some(sign) = piece[at..].chars().next() {
        let place = range.start + at;
        let rest = &piece[at + sign.len_utf8()..];
        match sign {
            // Lines end in one way once Python has read them.
            '\r' => {
                at += usize::from(rest.starts_with('\n'));
                out.push('\n', place, false);
            }
            '{' | '}' if kind.format && rest.starts_with(sign) => {
                at += 1;
                out.push(sign, place, false);
            }
            '\\' if !kind.raw => {
                let (meaning, length) = escape(rest, kind.bytes)?;
                match meaning {
                    Meaning::Sign(sign) => out.push(sign, place, false),
                    Meaning::Nothing => {}
                    Meaning::Itself => out.push('\\', place, true),
                }
                at += length;
            }
            _ => out.push(sign, place, true),
        }
        at += sign.len_utf8();
    }
    Ok(out)
}

enum Meaning {
    Sign(char),
    Nothing,
    /// No escape: the backslash stays.
    Itself,
}

/// What a backslash and the text after it mean, and how much of that belongs to it.
fn escape(rest: &str, bytes: bool) -> Result<(Meaning, usize), String> {
    let Some(sign) = rest.chars().next() else {
        return Ok((Meaning::Itself, 0));
    };
    let simple = |sign| Ok((Meaning::Sign(sign), 1));
    let coded = |digits: &str, radix: u32, before: usize| {
        let value = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
        value
            .map(|sign| (Meaning::Sign(sign), before + digits.len()))
            .ok_or_else(|| "an escape in this string is not understood".to_owned())
    };
    let hexadecimal = |count: usize| coded(rest.get(1..=count).unwrap_or_default(), 16, 1);
    match sign {
        '\n' => Ok((Meaning::Nothing, 1)),
        '\r' => Ok((Meaning::Nothing, 1 + usize::from(rest.starts_with("\r\n")))),
        '\\' | '\'' | '"' => simple(sign),
        'n' => simple('\n'),
        't' => simple('\t'),
        'r' => simple('\r'),
        'a' => simple('\u{7}'),
        'b' => simple('\u{8}'),
        'f' => simple('\u{c}'),
        'v' => simple('\u{b}'),
        'x' => hexadecimal(2),
        'u' if !bytes => hexadecimal(4),
        'U' if !bytes => hexadecimal(8),
        'N' if !bytes => Err("an escape in this string names its sign, which is not supported".to_owned()),
        '0'..='7' => {
            let length = rest
                .bytes()
                .take(3)
                .take_while(|b| (b'0'..=b'7').contains(b))
                .count();
            coded(&rest[..length], 8, 0)
        }
        _ => Ok((Meaning::Itself, 0)),
    }
}
