//! Conditionals whose condition a header may decide that is not there, or a compiler.

use super::conditionals;
use super::declared::{declared_words, words};
use crate::macros::{definition_of_macro, words as words_with_places};
use std::collections::BTreeSet;

/// Words of conditions that are no names.
const WORDS: [&str; 3] = ["defined", "true", "false"];
/// Those, and names that compilers define, and no header.
const COMPILERS: [&str; 8] = [
    "NDEBUG", "WIN32", "WIN64", "MINGW", "MINGW32", WORDS[0], WORDS[1], WORDS[2],
];

/// What each compiler, file or moment gives a value of its own (C17, 6.10.8; GCC's manual, "Predefined Macros"; CUDA's headers).
pub(super) const TOLD_BY_COMPILERS: [&str; 33] = [
    "__cplusplus",
    "__STDC_VERSION__",
    "__OPENCL_VERSION__",
    "__OPENCL_C_VERSION__",
    "__GNUC__",
    "__GNUC_MINOR__",
    "__GNUC_PATCHLEVEL__",
    "__VERSION__",
    "__clang__",
    "__clang_major__",
    "__clang_minor__",
    "__NVCC__",
    "__CUDACC_VER_MAJOR__",
    "__CUDACC_VER_MINOR__",
    "__CUDACC_VER_BUILD__",
    "CUDA_VERSION",
    "CUDART_VERSION",
    "__FILE__",
    "__FILE_NAME__",
    "__BASE_FILE__",
    "__INCLUDE_LEVEL__",
    "__COUNTER__",
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "__has_builtin",
    "__has_feature",
    "__has_extension",
    "__has_attribute",
    "__has_cpp_attribute",
    "__has_declspec_attribute",
    "__has_include",
    "__OPTIMIZE__",
];

/// A conditional that a missing header, or a compiler, may decide.
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
    let is_open = |word: &str| {
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
        is_name && !COMPILERS.contains(&word) && !known(word)
    };
    let mut found = asking(files, &is_open);
    found.retain(|one| one.path != missing_in || one.at.0 >= missing_at);
    found
}

/// The conditionals of `files` that ask for a name which is not among the `known` ones, and which compilers alone define: a reserved one, or
/// one of OpenCL's extensions; or for a macro of the files' own that leads to one.
pub fn by_compilers(
    files: &[(String, String)],
    known: &dyn Fn(&str) -> bool,
    leading: &BTreeSet<String>,
) -> Vec<Steered> {
    asking(files, &|word| {
        let is_listed = COMPILERS.contains(&word) || TOLD_BY_COMPILERS.contains(&word);
        let is_defined = is_listed && !WORDS.contains(&word);
        leading.contains(word) || (is_reserved(word) || is_defined || word.starts_with("cl_")) && !known(word)
    })
}

/// Where the code of `files`, or a macro of theirs, first uses each of these names: the names that it has there are a compiler's.
pub fn in_code(files: &[(String, String)], names: &BTreeSet<&str>) -> Vec<Steered> {
    let mut left = names.clone();
    let mut found = Vec::new();
    for (path, text) in files
        .iter()
        .filter(|(_, text)| names.iter().any(|name| text.contains(name)))
    {
        let mut at = 0;
        for (n, line) in text.split_inclusive('\n').enumerate() {
            let is_code = definition_of_macro(line).is_some() || !line.trim_start().starts_with('#');
            for (column, word) in words_with_places(line).filter(|_| is_code) {
                let Some(name) = left.take(word) else { continue };
                found.push(Steered {
                    path: path.clone(),
                    at: ((at + column) as u32, n as u32 + 1, column as u32 + 1),
                    words: format!("`{name}`"),
                    names: BTreeSet::from([name.to_owned()]),
                    asked: BTreeSet::new(),
                });
            }
            at += line.len();
        }
    }
    found
}

/// Whether a name is a compiler's (C++20, 5.10 lex.name).
fn is_reserved(word: &str) -> bool {
    let rest = word.strip_prefix('_');
    rest.is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase()))
}

/// The conditionals of `files` that ask for a name of some kind.
fn asking(files: &[(String, String)], is_of_kind: &dyn Fn(&str) -> bool) -> Vec<Steered> {
    let is_open = |word: &&str| is_of_kind(word);
    let mut found = Vec::new();
    for (path, text) in files {
        for (arms, end) in conditionals::all(text) {
            let asks = || arms.iter().filter(|arm| arm.keyword != "else");
            let Some(arm) = asks().find(|arm| words(&arm.condition).any(|word| is_open(&word))) else {
                continue;
            };
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

    #[test]
    fn conditionals_that_ask_a_compiler_are_found() {
        let text = "#if __GNUC__ > 4\n#define STEP 1\n#endif\n#ifdef WIDE\nint a;\n#endif\n#ifndef __K_H__\n#define __K_H__\n#endif\n\
                    #ifdef __cplusplus\nextern \"C\" {\n#endif\n";
        let files = [("k.cu".to_owned(), text.to_owned())];
        let found = by_compilers(&files, &|name| name == "__K_H__", &BTreeSet::new());
        let names: Vec<(u32, Vec<String>)> = found
            .into_iter()
            .map(|one| (one.at.1, one.names.into_iter().collect()))
            .collect();
        assert_eq!(names, [(1, vec!["STEP".to_owned()]), (10, Vec::new())]);
    }
}
