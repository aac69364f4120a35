//! The tokens of a source text, with their places: enough to tell where statements begin and end.
//!
//! Comments and directives are left out, so that nothing is ever inserted into a macro's definition. What an invocation
//! of a macro stands for is not known here: whatever is made of these tokens is verified before it counts.

/// What a token is, as far as statements need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A name or a keyword.
    Word,
    /// A number, a string or a character.
    Literal,
    /// One character of punctuation.
    Mark(u8),
}

/// A token: bytes `start..end` of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub shape: Shape,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// Whether it is this punctuation.
    pub fn is(&self, mark: u8) -> bool {
        self.shape == Shape::Mark(mark)
    }

    /// Its text.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// All tokens of a text, in order.
pub fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut line_is_blank = true;
    while let Some(&byte) = bytes.get(at) {
        let end = match byte {
            b'\n' => {
                line_is_blank = true;
                at += 1;
                continue;
            }
            b'#' if line_is_blank => directive_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => line_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => text[at + 2..]
                .find("*/")
                .map_or(bytes.len(), |length| at + 2 + length + 2),
            _ if byte.is_ascii_whitespace() || byte == b'\\' => at + 1,
            _ => {
                let token = token(text, at);
                tokens.push(token);
                line_is_blank = false;
                token.end
            }
        };
        at = end;
    }
    tokens
}

fn token(text: &str, at: usize) -> Token {
    let bytes = text.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$' || *byte >= 0x80;
    let word_end = |from: usize| from + bytes[from..].iter().take_while(|byte| is_word(byte)).count();
    let (shape, end) = match bytes[at] {
        quote @ (b'"' | b'\'') => (Shape::Literal, literal_end(bytes, at, quote)),
        // Digits may be parted by single quotes, and an exponent has a sign.
        b'0'..=b'9' => (Shape::Literal, number_end(bytes, at)),
        byte if is_word(&byte) => {
            let end = word_end(at);
            let is_raw = text[at..end].ends_with('R') && end - at <= 3 && bytes.get(end) == Some(&b'"');
            match is_raw {
                true => (Shape::Literal, raw_end(text, end)),
                false => (Shape::Word, end),
            }
        }
        byte => (Shape::Mark(byte), at + 1),
    };
    Token {
        shape,
        start: at,
        end,
    }
}

fn number_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        let goes_on = byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_';
        let is_parted = byte == b'\'' && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
        let is_sign = matches!(byte, b'+' | b'-') && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
        let is_hexadecimal = bytes.get(at + 1).is_some_and(|x| x.eq_ignore_ascii_case(&b'x'));
        let is_exponent = is_sign && (!is_hexadecimal || bytes[end - 1].eq_ignore_ascii_case(&b'p'));
        if !(goes_on || is_parted || is_exponent) {
            break;
        }
        end += 1;
    }
    end
}

/// To the closing quote, or to the end of the line if there is none.
fn literal_end(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\n' => return end,
            b'\\' => end += 2,
            _ if byte == quote => return end + 1,
            _ => end += 1,
        }
    }
    bytes.len()
}

/// `R"mark( ... )mark"`; `quote` is where the quotation mark stands.
fn raw_end(text: &str, quote: usize) -> usize {
    let rest = &text[quote + 1..];
    let Some(open) = rest.find('(') else {
        return text.len();
    };
    let closing = format!("){}\"", &rest[..open]);
    let end = rest[open..].find(&closing);
    end.map_or(text.len(), |length| quote + 1 + open + length + closing.len())
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| **byte != b'\n').count()
}

/// A backslash at the end of a line takes the next one along.
fn directive_end(bytes: &[u8], at: usize) -> usize {
    let mut end = line_end(bytes, at);
    loop {
        let line = bytes[at..end].strip_suffix(b"\r").unwrap_or(&bytes[at..end]);
        if !line.ends_with(b"\\") || end >= bytes.len() {
            return end;
        }
        end = line_end(bytes, end + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text(text)).collect()
    }

    #[test]
    fn comments_directives_and_literals_hold_no_statements() {
        assert_eq!(
            words("\u{feff}a; // b;\n#define M \\\r\n  c;\n/* d; */ e = \"{;\\\"\" + '}';"),
            ["a", ";", "e", "=", "\"{;\\\"\"", "+", "'}'", ";"]
        );
        assert_eq!(
            words("x = R\"k(a; )\" {)k\";"),
            ["x", "=", "R\"k(a; )\" {)k\"", ";"]
        );
        assert_eq!(
            words("1'000.5e-3f-2+0xe+1"),
            ["1'000.5e-3f", "-", "2", "+", "0xe", "+", "1"]
        );
        assert_eq!(words("größe \"open\n'"), ["größe", "\"open", "'"]);
    }
}
