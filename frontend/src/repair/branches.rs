//! Kernels in branches of `#if` that a source leaves out as things stand.
//!
//! What a build switches on or off (`#ifdef USE_IMAGE`) is code of the user's all the same. Where the plain count
//! ([`crate::count`]) sees a definition that clang did not, the source is lowered once more as if the branches around it were
//! taken: their conditions are replaced, byte for byte, and a name that such a condition asks for is defined. The
//! kernel then says so among its chosen names. `#if 0` is a comment and stays one. Every other definition of which no kernel comes,
//! in a branch or not, is a kernel that nobody looked at ([`Kernel::left_out`]).

use super::conditionals::{self, Arm, Around, conditions, defined_name, is_commented_out, is_include_guard};
use super::input::Input;
use crate::count;
use crate::index::IndexVec;
use crate::ir::{ChosenName, FileId, Kernel, Module, SourceFile};
use std::collections::BTreeMap;
use std::ops::Range;

/// Most branches of one file that are tried.
const MOST: usize = 8;

/// A definition that clang did not see.
struct Hidden {
    /// The file, of [`texts`].
    file: usize,
    /// Its offset.
    at: usize,
    around: Around,
}

/// A file of the user's, as clang reads it.
struct Text {
    path: String,
    text: String,
    /// The offsets at which kernel definitions start.
    definitions: Vec<usize>,
}

impl Text {
    /// The definition that a kernel is of, if it is of this file.
    fn definition_of(&self, kernel: &Kernel, files: &IndexVec<FileId, SourceFile>) -> Option<usize> {
        let here = files[kernel.span.file].path == self.path;
        let name = kernel.span.start as usize;
        let before = self.definitions.iter().copied().take_while(|at| *at <= name);
        before.last().filter(|_| here)
    }
}

/// The definitions of a source that clang did not see.
pub struct Branches<'i> {
    input: &'i Input,
    texts: Vec<Text>,
    hidden: Vec<Hidden>,
}

/// A branch to try.
pub struct Branch {
    /// The file, of [`texts`].
    file: usize,
    around: Around,
    /// Offsets of the definitions in it.
    definitions: Vec<usize>,
}

/// A definition that nobody looked at.
pub struct LeftOut {
    /// Its file.
    pub path: String,
    /// Where its name stands.
    pub name: Range<usize>,
    /// The text of the file.
    pub text: String,
    /// Why.
    pub reason: String,
}

impl<'i> Branches<'i> {
    /// Of a source and what was read of it.
    pub fn of(input: &'i Input, module: &Module) -> Branches<'i> {
        let texts = texts(input, module);
        let hidden = (0..texts.len()).flat_map(|n| hidden(&texts, n, module)).collect();
        Branches { input, texts, hidden }
    }

    /// Whether the author leaves it to a build what becomes of a definition.
    fn is_open(&self, one: &Hidden) -> bool {
        let selected = !self.input.all_branches && is_chosen_by_includer(self.input, &self.texts, one);
        !is_commented_out(&one.around) && !selected
    }

    /// The branches to try.
    pub fn to_try(&self) -> Vec<Branch> {
        let mut groups: BTreeMap<(usize, &Around), Vec<usize>> = BTreeMap::new();
        for one in self
            .hidden
            .iter()
            .filter(|one| self.is_open(one) && !one.around.is_empty())
        {
            groups.entry((one.file, &one.around)).or_default().push(one.at);
        }
        let branches = groups.into_iter().map(|((file, around), definitions)| Branch {
            file,
            around: around.clone(),
            definitions,
        });
        branches.take(MOST).collect()
    }

    /// The source as it is if a branch is taken; spans name the files of `module`.
    pub fn taking(&self, branch: &Branch, module: &Module) -> Input {
        taking(self.input, &self.texts[branch.file], &branch.around, module)
    }

    /// Whether a kernel is one of a branch, and whole.
    pub fn holds(&self, branch: &Branch, kernel: &Kernel, files: &IndexVec<FileId, SourceFile>) -> bool {
        let definition = self.texts[branch.file].definition_of(kernel, files);
        definition.is_some_and(|at| branch.definitions.contains(&at)) && is_whole(kernel)
    }

    /// The definitions that are in none of the kernels in the end.
    pub fn left_out(&self, module: &Module) -> Vec<LeftOut> {
        let found = |one: &Hidden| {
            let is_of =
                |kernel: &Kernel| self.texts[one.file].definition_of(kernel, &module.files) == Some(one.at);
            module.kernels.iter().any(is_of)
        };
        let told = |one: &&Hidden| (self.input.all_branches || self.is_open(one)) && !found(one);
        let of = |one: &Hidden| {
            let text = &self.texts[one.file];
            LeftOut {
                path: text.path.clone(),
                name: count::name_from(&text.text, one.at).unwrap_or(one.at..one.at),
                text: text.text.clone(),
                reason: match conditions(&one.around).as_str() {
                    "" => "clang makes no kernel of this definition: nothing of it was looked at".to_owned(),
                    conditions => format!(
                        "{} {conditions}: nothing of it was looked at; -D says otherwise",
                        crate::ir::LEFT_OUT
                    ),
                },
            }
        };
        self.hidden.iter().filter(told).map(of).collect()
    }
}

impl Branch {
    /// What is said of its kernels.
    pub fn chosen(&self) -> ChosenName {
        ChosenName {
            name: conditions(&self.around),
            meaning: "taken, which the source leaves out as it stands".to_owned(),
            origin: None,
        }
    }
}

/// The files of the user's that hold kernel definitions, the main file first.
fn texts(input: &Input, module: &Module) -> Vec<Text> {
    let main = (&input.path, &input.text);
    let others = module.files.iter().skip(1).chain(&module.included);
    std::iter::once(main)
        .chain(others.map(|file| (&file.path, &file.text)))
        .map(|(path, text)| Text {
            path: path.clone(),
            text: text.clone(),
            definitions: match input.strings_apart && *path == input.path {
                true => count::definitions_outside_strings(text, input.language),
                false => count::definitions(text, input.language),
            },
        })
        .filter(|text| !text.definitions.is_empty())
        .collect()
}

/// The definitions of a file that clang did not see, those of macros left out.
fn hidden(texts: &[Text], file: usize, module: &Module) -> Vec<Hidden> {
    let text = &texts[file];
    let found = module
        .kernels
        .iter()
        .filter_map(|kernel| text.definition_of(kernel, &module.files));
    let found: Vec<usize> = found.collect();
    let missing: Vec<usize> = text
        .definitions
        .iter()
        .copied()
        .filter(|at| !found.contains(at))
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let mut hidden = conditionals::around(&text.text, &missing);
    for (_, around) in &mut hidden {
        around.retain(|arms| !is_include_guard(&text.text, arms));
    }
    hidden
        .into_iter()
        .map(|(at, around)| Hidden { file, at, around })
        .collect()
}

/// Whether the main file says itself which branch of a header it wants: `#define PART 1` before `#include "parts.h"`, where the
/// header asks for `PART == 2`. No build changes that.
fn is_chosen_by_includer(input: &Input, texts: &[Text], one: &Hidden) -> bool {
    let defined: Vec<&str> = input.text.lines().filter_map(defined_name).collect();
    let words = |arm: &Arm| {
        let mut words = arm
            .condition
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.any(|word| defined.contains(&word))
    };
    texts[one.file].path != input.path && one.around.iter().flatten().any(words)
}

/// The source as it is if the branches around a place of one of its files are taken.
fn taking(input: &Input, Text { path, text, .. }: &Text, around: &Around, module: &Module) -> Input {
    let mut bytes = text.clone().into_bytes();
    let mut input = input.clone();
    for arms in around.iter().filter(|arms| !is_include_guard(text, arms)) {
        for (n, arm) in arms.iter().enumerate() {
            let last = n + 1 == arms.len();
            if let Some(name) = name_asked_for(arm).filter(|_| last) {
                define(&mut input, name);
            }
            replace(&mut bytes[arm.at..arm.end], &arm.keyword, last);
        }
    }
    let text = crate::plain::text_of(&bytes);
    if *path == input.path {
        input.text = text;
    } else {
        input.unsaved.retain(|(known, _)| known != path);
        input.unsaved.push((path.clone(), text));
    }
    input.branch = Some(module.files.iter().cloned().collect());
    input
}

/// Defines a name, unless something is said of it already.
fn define(input: &mut Input, name: &str) {
    let define = format!("-D{name}");
    let says = |argument: &String| {
        let rest = argument.strip_prefix(&define);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    if !input.arguments.iter().any(says) && !input.text.lines().any(|line| defined_name(line) == Some(name)) {
        input.arguments.push(format!("{define}=1"));
    }
}

/// A condition that is replaced by what it is taken for; everything keeps its place.
fn replace(directive: &mut [u8], keyword: &str, taken: bool) {
    let value = u8::from(taken) + b'0';
    let instead = match keyword {
        "else" => return,
        "elif" => [b"#elif ".as_slice(), &[value]].concat(),
        _ => [b"#if ".as_slice(), &[value]].concat(),
    };
    for byte in directive
        .iter_mut()
        .filter(|byte| !matches!(**byte, b'\n' | b'\\'))
    {
        *byte = b' ';
    }
    if let Some(place) = directive.get_mut(..instead.len()) {
        place.copy_from_slice(&instead);
    }
}

/// The name that makes a condition true once it is defined.
fn name_asked_for(arm: &Arm) -> Option<&str> {
    let condition = arm.condition.as_str();
    let name = match arm.keyword.as_str() {
        "ifdef" => condition,
        "if" | "elif" => {
            let inner = condition.strip_prefix("defined").map_or(condition, str::trim);
            inner
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'))
                .map_or(inner, str::trim)
        }
        _ => return None,
    };
    let plain = !name.starts_with("__")
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then_some(name)
}

/// Whether clang could parse all of a kernel.
fn is_whole(kernel: &Kernel) -> bool {
    !kernel
        .holes
        .iter()
        .any(|hole| hole.reason.starts_with("clang cannot parse this"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#ifndef GUARD\n#define GUARD\n#ifdef A // why\n__global__ void a() { }\n#elif B > \\\n  2\n\
                        __global__ void b() { }\n#else\n__global__ void c() { }\n#endif\n#if 0\n__global__ void d() { }\n#endif\n\
                        #endif\n";

    fn around(line: u32) -> Around {
        let start = TEXT
            .match_indices('\n')
            .nth(line as usize - 2)
            .map_or(0, |(at, _)| at + 1);
        conditionals::around(TEXT, &[start])
            .pop()
            .expect("it stands there")
            .1
    }

    #[test]
    fn conditions_are_named() {
        assert_eq!(conditions(&around(4)), "`#ifdef A` (line 3)");
        assert_eq!(conditions(&around(7)), "`#elif B > 2` (line 5)");
        assert_eq!(conditions(&around(9)), "`#else` of `#ifdef A` (line 8)");
        assert!(is_commented_out(&around(12)));
        assert!(!is_commented_out(&around(9)));
    }

    #[test]
    fn taking_a_branch_moves_nothing() {
        for line in [4, 7, 9] {
            let mut text = TEXT.as_bytes().to_vec();
            for arms in around(line) {
                for (n, arm) in arms.iter().enumerate() {
                    replace(&mut text[arm.at..arm.end], &arm.keyword, n + 1 == arms.len());
                }
            }
            let text = String::from_utf8(text).expect("it is text");
            assert_eq!(text.len(), TEXT.len());
            assert_eq!(text.lines().count(), TEXT.lines().count());
            assert!(is_include_guard(TEXT, &around(line)[0]) && !is_include_guard(TEXT, &around(line)[1]));
            assert!(text.starts_with("#if 1"), "{text}");
            assert!(
                text.contains(if line == 4 {
                    "#if 1    // why"
                } else {
                    "#if 0    // why"
                }),
                "{text}"
            );
        }
    }

    #[test]
    fn names_are_defined_where_a_condition_is_one() {
        let name = |keyword: &str, condition: &str| {
            let arm = Arm {
                at: 0,
                end: 0,
                line: 1,
                keyword: keyword.to_owned(),
                condition: condition.to_owned(),
            };
            name_asked_for(&arm).map(str::to_owned)
        };
        assert_eq!(name("ifdef", "A").as_deref(), Some("A"));
        assert_eq!(name("if", "defined( A )").as_deref(), Some("A"));
        assert_eq!(name("elif", "A").as_deref(), Some("A"));
        for (keyword, condition) in [
            ("ifndef", "A"),
            ("if", "A > 2"),
            ("if", "0"),
            ("ifdef", "__CUDA_ARCH__"),
            ("else", ""),
        ] {
            assert_eq!(name(keyword, condition), None, "{condition}");
        }
    }
}
