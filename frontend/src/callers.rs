//! Host code of other files that launches the kernels of a file.
//!
//! Names are told by the text alone: those of a file's kernels and of the functions that lead to their launches ([`ways_in`]), and
//! whether another file uses one ([`uses`]). What the other files say of launches is then read from all of them, as one program
//! ([`Options::units`](crate::Options::units)), or, where one includes the file, from that one; and joined to what the file says itself
//! ([`Module::join`](crate::ir::Module::join)).

use crate::files::included;
use crate::launch::LOOKUPS;
use crate::macros;
use crate::macros::definition_of_macro;
use crate::plain::{code, joined, mentions, words};
use crate::{Source, files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

mod join;
pub mod opencl;
mod text;

pub use join::{Callers, Said};
use text::{Head, heads};

/// Of each kernel of a file, by its name without scopes, what other files name to have it launched: itself, and the functions that
/// lead to its launches.
pub fn ways_in<'k>(text: &str, kernels: impl Iterator<Item = &'k str>) -> BTreeMap<String, BTreeSet<String>> {
    let code = code(text);
    let heads = heads(&code);
    let host: Vec<&Head<'_>> = heads.iter().filter(|head| head.is_host).collect();
    let all = kernels.map(|kernel| (kernel.to_owned(), leading_to(kernel, &host)));
    all.collect()
}

fn leading_to(kernel: &str, functions: &[&Head<'_>]) -> BTreeSet<String> {
    let mut names = BTreeSet::from([kernel.to_owned()]);
    loop {
        let leads = |head: &&&Head<'_>| names.iter().any(|name| mentions(head.body, name));
        let more: Vec<String> = functions
            .iter()
            .filter(|head| head.name != "main" && !names.contains(head.name))
            .filter(leads)
            .map(|head| head.name.to_owned())
            .collect();
        if more.is_empty() {
            return names;
        }
        names.extend(more);
    }
}

/// The functions of a file that other files may call; who includes a header calls its static ones as well.
pub fn for_others(text: &str, is_header: bool) -> BTreeSet<String> {
    let code = code(text);
    let is_open = |head: &Head<'_>| head.is_host && (is_header || !head.is_static) && head.name != "main";
    let open = heads(&code).into_iter().filter(is_open);
    open.map(|head| head.name.to_owned()).collect()
}

/// What stands at file scope and may be a variable that other files name.
pub fn variables(text: &str) -> BTreeSet<String> {
    text::declarators(&code(text))
}

/// Those of the names that a file uses: it has them elsewhere than in declarations.
pub fn uses<'n>(text: &str, names: &'n BTreeSet<String>) -> BTreeSet<&'n String> {
    let code = code(&joined(text));
    let is_use = |name: &&String| words(&code, name).any(|at| !text::declares(&code, at, name));
    names.iter().filter(is_use).collect()
}

/// Those that it uses and defines no function of: they are those of others, as far as a text without its headers tells.
pub fn uses_of_others<'n>(text: &str, names: &'n BTreeSet<String>) -> BTreeSet<&'n String> {
    let code = code(&joined(text));
    let mut used = uses(text, names);
    used.retain(|name| !words(&code, name).any(|at| text::defines(&code, at, name)));
    used
}

/// Those of the names that a text has, whatever language it is in.
pub fn mentions_of<'n>(text: &str, names: &'n BTreeSet<String>) -> BTreeSet<&'n String> {
    names.iter().filter(|name| mentions(text, name)).collect()
}

/// Those of the names that a file may find by their texts: the dynamic linker, a module's functions, assembly.
pub fn looks_up<'n>(text: &str, names: &'n BTreeSet<String>) -> BTreeSet<&'n String> {
    const BY_TEXT: [&str; 5] = ["dlsym", "GetProcAddress", "alias", "asm", "__asm__"];
    let looks_up = |text: &str| BY_TEXT.iter().chain(&LOOKUPS).any(|word| mentions(text, word));
    // Few texts have such a word at all.
    if !looks_up(text) {
        return BTreeSet::new();
    }
    let code = code(text);
    if !looks_up(&code) {
        return BTreeSet::new();
    }
    // In a literal only, and perhaps mangled: behind its length (Itanium C++ ABI, section 5.1.3).
    let is_named = |name: &&String| {
        let in_text = words(text, name)
            .filter(|&at| !is_constraint(text, at, name))
            .count();
        in_text > words(&code, name).count() || text.contains(&format!("{}{name}", name.len()))
    };
    names.iter().filter(is_named).collect()
}

/// Whether a word is the constraint of an operand of inline assembly: `"r"(value)`, `"=r"(value)`.
fn is_constraint(text: &str, at: usize, word: &str) -> bool {
    let before = text[..at].trim_end_matches(['=', '+', '&']);
    let behind = text[at + word.len()..].strip_prefix('"');
    before.ends_with('"') && behind.is_some_and(|behind| behind.trim_start().starts_with('('))
}

/// The definitions of a text's macros that paste words, a line each.
pub fn pasting(text: &str) -> String {
    let code = joined(&code(text));
    let lines = code
        .lines()
        .filter(|line| line.contains("##") && definition_of_macro(line).is_some());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The macros of texts that lead to one of the names, and the names.
pub fn with_macros(texts: &[String], names: BTreeSet<String>) -> BTreeSet<String> {
    let texts: Vec<String> = texts.iter().map(|text| joined(&code(text))).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    let macros: Vec<(&str, &str)> = lines.filter_map(definition_of_macro).collect();
    macros::leading_to(&macros, names)
}

/// Most files that are looked through for what they include.
const MOST_INCLUDES: usize = 500;

/// Texts of files, by their paths without links; none where one was not read.
pub type Read = BTreeMap<PathBuf, Option<String>>;

/// A file and what it includes, directly or not, and these `others`; `found` gives the files that an include in one may mean.
pub fn with_includes(file: &Path, others: &[PathBuf], found: &dyn Fn(&Path, &str) -> Vec<PathBuf>) -> Read {
    let mut seen = Read::new();
    let mut left = vec![file.to_path_buf()];
    left.extend_from_slice(others);
    while let Some(path) = left.pop() {
        let real = path.canonicalize().ok().filter(|real| !real.is_dir());
        let Some(real) = real.filter(|real| !seen.contains_key(real)) else {
            continue;
        };
        let text = match seen.len() < MOST_INCLUDES {
            true => files::read_lossy(&real).ok(),
            false => None,
        };
        for line in text.iter().flat_map(|text| text.lines()) {
            let files = included(line).map(|name| found(&path, name)).unwrap_or_default();
            // A header of the project's that is not found, or that only a macro names.
            if !files.iter().any(|file| file.is_file()) && may_include_own(line) {
                seen.insert(real.join(line.trim()), None);
            }
            left.extend(files);
        }
        seen.insert(real, text);
    }
    seen
}

/// Whether a line includes a file that is not named as those of the system are.
fn may_include_own(line: &str) -> bool {
    let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
    let named = directive.and_then(|rest| rest.strip_prefix("include"));
    named.is_some_and(|rest| !rest.trim_start().starts_with('<') && !rest.trim().is_empty())
}

/// Those of the names that a caller can mean: it declares them itself, or what it includes names them. What was not read may name all,
/// and C needs no declaration (C89, 3.3.2.2).
pub fn declared(caller: &Path, read: &Read, names: &BTreeSet<String>) -> BTreeSet<String> {
    let is_c = caller.extension().is_some_and(|ending| ending == "c");
    let caller = caller.canonicalize().ok();
    let mut found = BTreeSet::new();
    for (path, text) in read {
        let Some(text) = text else {
            return names.clone();
        };
        let code = code(&joined(text));
        let is_own = Some(path) == caller.as_ref();
        let bodies = if is_own { text::bodies(&code) } else { Vec::new() };
        let is_declared = |name: &&String| {
            let mut places = words(&code, name);
            let is_outside = |at: usize| bodies.iter().all(|body| !body.contains(&at));
            let defines = || words(&code, name).any(|at| text::defines(&code, at, name));
            match is_own {
                true => {
                    let may_declare = |at| text::may_declare(&code, at, name, is_outside(at));
                    places.any(may_declare) || is_c && !defines()
                }
                false => places.next().is_some(),
            }
        };
        found.extend(names.iter().filter(is_declared).cloned());
    }
    found
}

#[cfg(test)]
mod tests;
