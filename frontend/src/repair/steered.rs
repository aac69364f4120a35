//! Conditionals whose condition a header may decide that is not there.

use super::conditionals;
use super::damage::{declared_words, words};
use std::collections::BTreeSet;

/// Names that compilers define, and no header.
const COMPILERS: [&str; 8] = [
    "NDEBUG", "WIN32", "WIN64", "MINGW", "MINGW32", "defined", "true", "false",
];

/// A conditional that a missing header may decide.
pub struct Steered {
    /// The file.
    pub path: String,
    /// Offset, line and column of its first directive.
    pub at: (u32, u32, u32),
    /// The directive, as a person would name it.
    pub words: String,
    /// What its arms declare and define.
    pub names: BTreeSet<String>,
    /// The names that it asks for and nothing is known of.
    pub asked: BTreeSet<String>,
}

/// The conditionals of `files` that ask for a name which is not among the `known` ones, but for those that stand before the
/// missing header's own line, given by its file and offset.
pub fn find(
    files: &[(String, String)],
    known: &dyn Fn(&str) -> bool,
    (missing_in, missing_at): (&str, u32),
) -> Vec<Steered> {
    let mut found = Vec::new();
    for (path, text) in files {
        for (arms, end) in conditionals::all(text) {
            let is_open = |word: &&str| {
                let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
                is_name && !COMPILERS.contains(word) && !known(word)
            };
            let asks = || arms.iter().filter(|arm| arm.keyword != "else");
            let Some(arm) = asks().find(|arm| words(&arm.condition).any(|word| is_open(&word))) else {
                continue;
            };
            if path == missing_in && arm.at < missing_at as usize {
                continue;
            }
            let first = &arms[0];
            let column = first.at - text[..first.at].rfind('\n').map_or(0, |newline| newline + 1);
            found.push(Steered {
                path: path.clone(),
                at: (first.at as u32, first.line, column as u32 + 1),
                words: format!("`#{} {}`", arm.keyword, arm.condition),
                names: declared_words(&text[first.end..end]),
                asked: asks()
                    .flat_map(|arm| words(&arm.condition).filter(is_open))
                    .map(str::to_owned)
                    .collect(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, at: u32) -> Vec<(u32, Vec<String>)> {
        let files = [("k.cu".to_owned(), text.to_owned())];
        let steered = find(&files, &|name| name == "KNOWN", ("k.cu", at));
        let of = |one: Steered| (one.at.1, one.names.into_iter().collect());
        steered.into_iter().map(of).collect()
    }

    #[test]
    fn conditionals_that_ask_for_an_unknown_name_are_found() {
        let text = "#ifdef WIDE\n#define STEP(x) x\ntypedef long item;\nvoid f(int i) { int j; }\n#endif\n#if KNOWN > 2\nint a;\n#endif\n\
                    #if __CUDA_ARCH__ >= 700\nint b;\n#endif\n";
        let names = ["STEP", "f", "item"].map(str::to_owned).to_vec();
        assert_eq!(found(text, 0), [(1, names)]);
        assert_eq!(found(text, 5), []);
    }
}
