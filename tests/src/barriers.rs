//! A program with one of its barriers taken out: what that barrier was for.

use crate::expect::split_comments;

/// Calls that wait, by name; OpenCL's only where the file is OpenCL.
const CUDA: [&str; 4] = ["__syncthreads", "__syncwarp", "grid.sync", "block.sync"];
const OPENCL: [&str; 3] = ["work_group_barrier", "sub_group_barrier", "barrier"];

/// A barrier statement in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// Its line, from 1.
    pub line: u32,
    /// Bytes of the text that are the call, without the semicolon.
    pub range: std::ops::Range<usize>,
    /// The comment behind it says that the program is right without it (`// without: proved`).
    pub redundant: bool,
}

/// All barrier calls outside of comments, in order.
pub fn barriers(text: &str, opencl: bool) -> Vec<Barrier> {
    let names: &[&str] = if opencl { &OPENCL } else { &CUDA };
    let mut found = Vec::new();
    let mut start = 0;
    for (line, content) in (1..).zip(text.split_inclusive('\n')) {
        let (code, comments) = split_comments(content);
        let redundant = comments.iter().any(|comment| comment.trim() == "without: proved");
        let mut from = 0;
        while let Some(range) = next_call(code, from, names) {
            from = range.end;
            found.push(Barrier {
                line,
                range: start + range.start..start + range.end,
                redundant,
            });
        }
        start += content.len();
    }
    found
}

/// The first call of one of `names` at or after `from`: the name as a whole word up to its closing parenthesis.
fn next_call(code: &str, from: usize, names: &[&str]) -> Option<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let rest = code.get(from..)?;
    let hits = names.iter().flat_map(|name| {
        rest.match_indices(name)
            .map(|(at, _)| (from + at, name.len()))
            .collect::<Vec<_>>()
    });
    let (at, length) = hits
        .filter(|&(at, length)| {
            !code[..at].ends_with(is_word) && code[at + length..].trim_start().starts_with('(')
        })
        .min()?;
    let open = at + length + code[at + length..].find('(')?;
    let mut depth = 0i32;
    for (i, c) in code[open..].char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return Some(at..open + i + 1);
        }
    }
    None
}

/// The text without that barrier; every other character stays where it is.
pub fn without(text: &str, barrier: &Barrier) -> String {
    let mut out = text.to_owned();
    out.replace_range(barrier.range.clone(), &" ".repeat(barrier.range.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_calls_and_takes_them_out() {
        let text = "a(); __syncthreads(); // __syncthreads();\nmy__syncthreads(); __syncwarp(f(1)); // without: proved\n";
        let found = barriers(text, false);
        assert_eq!(
            found.iter().map(|b| (b.line, b.redundant)).collect::<Vec<_>>(),
            [(1, false), (2, true)]
        );
        let gone = without(text, &found[1]);
        assert_eq!(gone.len(), text.len());
        let blank = " ".repeat("__syncwarp(f(1))".len());
        assert!(gone.contains(&format!("my__syncthreads(); {blank};")), "{gone}");
        assert!(gone.contains("a(); __syncthreads(); "));
    }

    #[test]
    fn opencl_spells_them_otherwise() {
        let text = "barrier(CLK_LOCAL_MEM_FENCE); __syncthreads();\nwork_group_barrier(1);";
        let found = barriers(text, true);
        assert_eq!(found.len(), 2);
        assert_eq!(&text[found[1].range.clone()], "work_group_barrier(1)");
    }
}
