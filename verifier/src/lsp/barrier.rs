//! Where a missing barrier could go: places between two accesses at which a statement starts. Whether it helps is for
//! the verifier to say.

use crate::report::json::{FindingEntry, LanguageName};

/// A line of text to be inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// Before this line, from 1.
    pub line: u32,
    /// The line, with its indentation and its end.
    pub text: String,
    /// The statement alone.
    pub statement: &'static str,
}

/// Places that are tried for one finding.
const MOST: usize = 8;

/// The places to try, most promising first: between the accesses, the nearest to the second one first; then those around
/// them, which is where a barrier is missing if the race goes round a loop.
pub fn candidates(text: &str, language: LanguageName, finding: &FindingEntry) -> Vec<Insertion> {
    let orderable = finding.rule == "data-race" && matches!(finding.scope.as_str(), "block" | "warp");
    let lines: Vec<u32> = finding
        .accesses
        .iter()
        .filter(|access| access.path.is_none())
        .map(|access| access.line)
        .collect();
    let (true, [a, b]) = (orderable, lines.as_slice()) else {
        return Vec::new();
    };
    let (first, last) = (*a.min(b), *a.max(b));
    let statement = statement(language, finding);
    let starts = statement_lines(text);
    let between = starts
        .iter()
        .rev()
        .filter(|line| (first + 1..=last).contains(line));
    let after = starts.iter().filter(|line| **line > last).take(2);
    let before = starts.iter().rev().filter(|line| **line <= first).take(2);
    between
        .chain(after)
        .chain(before)
        .take(MOST)
        .map(|line| Insertion {
            line: *line,
            text: format!("{}{statement}\n", indentation(text, *line)),
            statement,
        })
        .collect()
}

/// The text with the line in it.
pub fn inserted(text: &str, insertion: &Insertion) -> String {
    let mut out = String::with_capacity(text.len() + insertion.text.len());
    for (line, content) in (1..).zip(text.split_inclusive('\n')) {
        if line == insertion.line {
            out.push_str(&insertion.text);
        }
        out.push_str(content);
    }
    out
}

fn statement(language: LanguageName, finding: &FindingEntry) -> &'static str {
    match (language, finding.space.as_deref()) {
        (LanguageName::Cuda, _) => "__syncthreads();",
        (LanguageName::OpenCl, Some("global")) => "barrier(CLK_GLOBAL_MEM_FENCE);",
        (LanguageName::OpenCl, _) => "barrier(CLK_LOCAL_MEM_FENCE);",
    }
}

/// A closing brace stands further out than what is inserted before it.
fn indentation(text: &str, line: u32) -> String {
    let content = text.lines().nth(line as usize - 1).unwrap_or("");
    let blank: String = content.chars().take_while(|c| c.is_whitespace()).collect();
    if content.trim_start().starts_with('}') {
        let unit = if blank.contains('\t') { "\t" } else { "    " };
        return blank + unit;
    }
    blank
}

/// The lines (from 1) whose first token starts a statement, or closes a block: where a statement can be inserted and
/// stays a statement of its own.
fn statement_lines(text: &str) -> Vec<u32> {
    let mut scan = Scan {
        previous: ';',
        ..Scan::default()
    };
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let free = scan.parentheses == 0 && !scan.in_comment && !scan.in_directive;
        let starts = free && matches!(scan.previous, ';' | '{' | '}');
        let word = line.trim_start();
        let first = word.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        // `else`, and `while (...)` after a brace, may go on with what stands before.
        let goes_on = first == Some("else") || (first == Some("while") && scan.previous == '}');
        let is_code = !word.is_empty() && !word.starts_with(['#', '/', '{', ')', ';']);
        if starts && is_code && !goes_on && scan.braces > 0 {
            lines.push(number);
        }
        scan.line(line);
    }
    lines
}

/// What is open at the end of a line.
#[derive(Default)]
struct Scan {
    previous: char,
    parentheses: u32,
    braces: u32,
    in_comment: bool,
    in_directive: bool,
}

impl Scan {
    fn line(&mut self, line: &str) {
        let directive = self.in_directive || (!self.in_comment && line.trim_start().starts_with('#'));
        if directive {
            self.in_directive = line.ends_with('\\');
            return;
        }
        let mut rest = line.chars().peekable();
        while let Some(c) = rest.next() {
            let next = rest.peek().copied();
            match c {
                '*' if self.in_comment && next == Some('/') => {
                    rest.next();
                    self.in_comment = false;
                }
                _ if self.in_comment => {}
                '/' if next == Some('/') => return,
                '/' if next == Some('*') => {
                    rest.next();
                    self.in_comment = true;
                }
                '"' | '\'' => {
                    self.previous = c;
                    // To the closing quote; a backslash takes the next character along.
                    while let Some(inner) = rest.next() {
                        if inner == '\\' {
                            rest.next();
                        } else if inner == c {
                            break;
                        }
                    }
                }
                _ if c.is_whitespace() => {}
                _ => self.token(c),
            }
        }
    }

    fn token(&mut self, c: char) {
        self.previous = c;
        match c {
            '(' | '[' => self.parentheses += 1,
            ')' | ']' => self.parentheses = self.parentheses.saturating_sub(1),
            '{' => self.braces += 1,
            '}' => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_where_a_statement_stays_one_count() {
        let text = "\
__global__ void k(int *a)
{
    int x = 1; // {
    if (x)
        a[0] = 1;
    else
        a[1] = 2;
    for (int i = 0;
         i < 3;
         i++) {
        a[i] = '{';
    }
    /* ;
    a[9] = 1; */
#define M \\
    x;
    do {
        x++;
    } while (x < 3);
    call(x,
         x);
}
";
        assert_eq!(statement_lines(text), [3, 4, 8, 11, 12, 17, 18, 19, 20, 22]);
    }

    #[test]
    fn what_is_inserted_stands_where_it_belongs() {
        let text = "{\n    a;\n\tb;\n    }\n";
        let insert = |line| Insertion {
            line,
            text: format!("{}x;\n", indentation(text, line)),
            statement: "x;",
        };
        assert_eq!(inserted(text, &insert(2)), "{\n    x;\n    a;\n\tb;\n    }\n");
        assert_eq!(inserted(text, &insert(3)), "{\n    a;\n\tx;\n\tb;\n    }\n");
        assert_eq!(inserted(text, &insert(4)), "{\n    a;\n\tb;\n        x;\n    }\n");
    }
}
