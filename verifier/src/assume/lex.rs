//! Tokens of an assumption.

use super::AssumeError;

/// A token and its byte range in the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub start: usize,
    pub end: usize,
    pub kind: TokenKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// A name with its members: `n`, `p.width`, `blockDim.x`.
    Name(String),
    Number(i64),
    /// An operator or a bracket, as written.
    Symbol(&'static str),
    End,
}

/// Longer ones first, so that `<=` is not read as `<`.
const SYMBOLS: [&str; 24] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "<", ">", "!", "~", "+", "-", "*", "/", "%", "&", "|",
    "^", "(", ")", ",", "?",
];

/// Splits the text; the last token is `End`.
pub(super) fn lex(text: &str) -> Result<Vec<Token>, AssumeError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (length, kind) = token(text, at, first)?;
        tokens.push(Token {
            start: at,
            end: at + length,
            kind,
        });
        at += length;
    }
    tokens.push(Token {
        start: text.len(),
        end: text.len(),
        kind: TokenKind::End,
    });
    Ok(tokens)
}

fn token(text: &str, at: usize, first: char) -> Result<(usize, TokenKind), AssumeError> {
    let rest = &text[at..];
    if first.is_ascii_digit() {
        let length = run_length(rest, |c| c.is_ascii_alphanumeric());
        let value = number(&rest[..length])
            .ok_or_else(|| error(text, at, format!("`{}` is no 64-bit integer", &rest[..length])))?;
        return Ok((length, TokenKind::Number(value)));
    }
    if first.is_alphabetic() || first == '_' {
        let length = run_length(rest, |c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        return Ok((length, TokenKind::Name(rest[..length].to_owned())));
    }
    if first == ':' {
        return Ok((1, TokenKind::Symbol(":")));
    }
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => Ok((symbol.len(), TokenKind::Symbol(symbol))),
        None => Err(error(
            text,
            at,
            format!("`{first}` does not belong in an assumption"),
        )),
    }
}

fn run_length(rest: &str, belongs: impl Fn(char) -> bool) -> usize {
    rest.find(|c| !belongs(c)).unwrap_or(rest.len())
}

/// Decimal, hexadecimal, octal and binary, with C's suffixes.
fn number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let lower = digits.to_ascii_lowercase();
    if let Some(hexadecimal) = lower.strip_prefix("0x") {
        return i64::from_str_radix(hexadecimal, 16).ok();
    }
    if let Some(binary) = lower.strip_prefix("0b") {
        return i64::from_str_radix(binary, 2).ok();
    }
    match lower.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => i64::from_str_radix(octal, 8).ok(),
        _ => lower.parse().ok(),
    }
}

pub(super) fn error(text: &str, at: usize, message: String) -> AssumeError {
    AssumeError {
        text: text.to_owned(),
        at,
        message,
    }
}
