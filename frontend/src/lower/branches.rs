//! Kernels in branches of `#if` that a source leaves out as things stand.
//!
//! What a build switches on or off (`#ifdef USE_IMAGE`) is code of the user's all the same. Where the plain count
//! ([`crate::count`]) sees a definition that clang did not, the source is lowered once more as if the branches around it were
//! taken: their conditions are replaced, byte for byte, and a name that such a condition asks for is defined. The
//! kernel then says so among its chosen names. `#if 0` is a comment and stays one. Every other definition of which no kernel comes,
//! in a branch or not, is a kernel that nobody looked at ([`Kernel::left_out`]).

use super::kernel::unread_kernel;
use super::unit::{Input, lower_branch};
use crate::count;
use crate::index::{Idx, IndexVec};
use crate::ir::{ChosenName, FileId, Kernel, Language, Module, SourceFile, Span};
use crate::repair::conditionals::{
    self, Arm, Around, conditions, defined_name, is_commented_out, is_include_guard,
};
use std::collections::BTreeMap;
use std::ops::Range;

/// Most branches of one file that are tried.
const MOST: usize = 8;

/// A definition that clang did not see.
struct Hidden {
    /// The file, of [`texts`].
    file: usize,
    line: u32,
    around: Around,
}

/// A file of the user's, as clang reads it.
struct Text {
    path: String,
    text: String,
    /// The lines on which kernel definitions start.
    definitions: Vec<u32>,
}

impl Text {
    /// The line of the definition that a kernel is of, if it is of this file.
    fn definition_of(&self, kernel: &Kernel, files: &IndexVec<FileId, SourceFile>) -> Option<u32> {
        let here = files[kernel.span.file].path == self.path;
        definition_of(&self.definitions, kernel.span.line).filter(|_| here)
    }
}

/// The module with the kernels of other branches; those that stay out are named in its diagnostics.
///
/// # Errors
/// As [`lower_branch`].
pub fn add(input: &Input, chosen: &[ChosenName], mut module: Module) -> Result<Module, String> {
    // Parts of a host file have lines of their own.
    if input.branch.is_some() || input.shown.is_some() {
        return Ok(module);
    }
    let texts = texts(input, &module);
    let hidden: Vec<Hidden> = (0..texts.len())
        .flat_map(|n| hidden(&texts, n, &module))
        .collect();
    let mut groups: BTreeMap<(usize, &Around), Vec<u32>> = BTreeMap::new();
    let selected = |one: &Hidden| !input.all_branches && is_chosen_by_includer(input, &texts, one);
    let is_open = |one: &&Hidden| !is_commented_out(&one.around) && !selected(one);
    for one in hidden.iter().filter(is_open).filter(|one| !one.around.is_empty()) {
        groups.entry((one.file, &one.around)).or_default().push(one.line);
    }
    for ((file, around), lines) in groups.into_iter().take(MOST) {
        let branch = lower_branch(&taking(input, &texts, file, around, &module))?;
        module.files = branch.files;
        for mut kernel in branch.kernels {
            let line = texts[file].definition_of(&kernel, &module.files);
            let twin = |k: &Kernel| k.name == kernel.name && k.span != kernel.span;
            let free = input.all_branches || !module.kernels.iter().any(twin);
            if free && line.is_some_and(|line| lines.contains(&line)) && is_whole(&kernel) {
                kernel.chosen_names.extend(chosen.iter().cloned());
                kernel.chosen_names.push(taken(around));
                module.kernels.push(kernel);
            }
        }
        for file in branch.included {
            let known = |f: &SourceFile| f.path == file.path;
            if !module.included.iter().any(known) && !module.files.iter().any(known) {
                module.included.push(file);
            }
        }
    }
    module.kernels.sort_by(|a, b| {
        let key = |k: &Kernel| (module.files[k.span.file].path.clone(), k.span.start);
        key(a).cmp(&key(b))
    });
    for one in hidden {
        let found = |kernel: &Kernel| texts[one.file].definition_of(kernel, &module.files) == Some(one.line);
        let told = input.all_branches || is_open(&&one);
        if told && !module.kernels.iter().any(found) {
            let kernel = left_out(&one, &texts[one.file], input.language, &mut module);
            module.kernels.push(kernel);
        }
    }
    Ok(module)
}

/// A definition that nobody looked at, as a kernel that may do anything.
fn left_out(one: &Hidden, text: &Text, language: Language, module: &mut Module) -> Kernel {
    let reason = match conditions(&one.around).as_str() {
        "" => "clang makes no kernel of this definition: nothing of it was looked at".to_owned(),
        conditions => format!(
            "{} {conditions}: nothing of it was looked at; -D says otherwise",
            crate::ir::LEFT_OUT
        ),
    };
    let start = line_start(&text.text, one.line);
    let words = ["__global__", "__kernel", "kernel"];
    let marked = words
        .iter()
        .find_map(|word| text.text[start..].find(word).map(|at| start + at + word.len()));
    let start = marked.unwrap_or(start);
    let name = count::name_from(&text.text, start).unwrap_or(start..start);
    let span = span_of(&name, text, module);
    unread_kernel(
        language,
        (text.text[name].to_owned(), String::new()),
        span,
        reason,
    )
}

/// The offset at which a line starts.
fn line_start(text: &str, line: u32) -> usize {
    let mut ends = text.match_indices('\n').map(|(at, _)| at + 1);
    line.checked_sub(2)
        .and_then(|n| ends.nth(n as usize))
        .unwrap_or(0)
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
            definitions: count::definitions(text, input.language),
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
    let found: Vec<u32> = found.collect();
    let missing: Vec<u32> = text
        .definitions
        .iter()
        .copied()
        .filter(|line| !found.contains(line))
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
        .map(|(line, around)| Hidden { file, line, around })
        .collect()
}

/// The place of a part of a file.
fn span_of(part: &Range<usize>, text: &Text, module: &mut Module) -> Span {
    let known = module
        .files
        .iter_enumerated()
        .find(|(_, file)| file.path == text.path)
        .map(|(id, _)| id);
    let file = known.unwrap_or_else(|| {
        let at = module.included.iter().position(|file| file.path == text.path);
        match at {
            Some(at) => module.files.push(module.included.remove(at)),
            None => FileId::new(0),
        }
    });
    let before = &text.text[..part.start];
    let line = before.matches('\n').count() as u32 + 1;
    let column = (part.start - before.rfind('\n').map_or(0, |end| end + 1)) as u32 + 1;
    Span {
        file,
        start: part.start as u32,
        end: part.end as u32,
        line,
        column,
        end_line: line,
        end_column: column + part.len() as u32,
    }
}

/// The line of the definition that a kernel's name belongs to.
fn definition_of(definitions: &[u32], name: u32) -> Option<u32> {
    definitions
        .iter()
        .copied()
        .take_while(|line| *line <= name)
        .last()
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
fn taking(input: &Input, texts: &[Text], file: usize, around: &Around, module: &Module) -> Input {
    let Text { path, text, .. } = &texts[file];
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
    let text = String::from_utf8_lossy(&bytes).into_owned();
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

/// What is said of kernels in a branch.
fn taken(around: &Around) -> ChosenName {
    ChosenName {
        name: conditions(around),
        meaning: "taken, which the source leaves out as it stands".to_owned(),
        origin: None,
    }
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
        conditionals::around(TEXT, &[line])
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
