//! Host code of other files that launches the kernels of a file.
//!
//! Names are told by the text alone: those of a file's kernels and of the functions that lead to their launches ([`ways_in`]), and
//! whether another file uses one ([`uses`]). What the other file says of launches is then read from both together, as one program
//! ([`together`]), and joined to what the file says itself ([`Module::join`](crate::ir::Module::join)).

use crate::count::{code, definition_of_macro, mentions, words};
use crate::files::included;
use crate::macros::{Macros, definitions};
use crate::{Source, files};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

mod join;
mod text;

pub use join::Said;
use text::{Head, heads};

/// Of each kernel of a file, by its name without scopes, what other files name to have it launched: itself, and the functions that
/// lead to its launches. Empty for a whole program: what launches its kernels is in it.
pub fn ways_in<'k>(text: &str, kernels: impl Iterator<Item = &'k str>) -> BTreeMap<String, BTreeSet<String>> {
    let code = code(text);
    let heads = heads(&code);
    if heads.iter().any(|head| head.name == "main") {
        return BTreeMap::new();
    }
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
            .filter(|head| !names.contains(head.name))
            .filter(leads)
            .map(|head| head.name.to_owned())
            .collect();
        if more.is_empty() {
            return names;
        }
        names.extend(more);
    }
}

/// The functions of a file that other files may call.
pub fn for_others(text: &str) -> BTreeSet<String> {
    let code = code(text);
    let is_open = |head: &Head<'_>| head.is_host && !head.is_static && head.name != "main";
    let open = heads(&code).into_iter().filter(is_open);
    open.map(|head| head.name.to_owned()).collect()
}

/// Those of the names that a file uses: it has them elsewhere than in declarations, and does not define functions of these names itself.
pub fn uses<'n>(text: &str, names: &'n BTreeSet<String>) -> BTreeSet<&'n String> {
    let code = code(text);
    let own: HashSet<&str> = heads(&code).iter().map(|head| head.name).collect();
    let is_use = |name: &&String| words(&code, name).any(|at| !text::declares(&code, at, name));
    let foreign = names.iter().filter(|name| !own.contains(name.as_str()));
    foreign.filter(is_use).collect()
}

/// Whether a macro that a file defines names one of the names: who uses the macro need not.
pub fn in_macros(text: &str, names: &BTreeSet<String>) -> bool {
    let mut macros = Macros::new();
    definitions(&code(text), &mut macros);
    let mut bodies = macros.values().flatten().map(|(_, body)| body);
    bodies.any(|body| names.iter().any(|name| mentions(body, name)))
}

/// The text of a file and of another one that calls it, and does not include it, as one program: first the file and then the other,
/// without the file's macros, with its own (`NAME` or `NAME=VALUE`), and with other names for what is `renamed`. `None` if that cannot be
/// written.
pub fn together(
    file: &Source,
    caller: &Path,
    defines: &[String],
    renamed: &BTreeSet<String>,
) -> Option<Source> {
    let text = file.text.as_ref()?;
    let path = std::path::absolute(caller).ok()?;
    let path = path
        .to_str()
        .filter(|path| !path.contains(['"', '\n', '\\', '\r']))?;
    let mut both = format!("{text}\n");
    for name in macros(text) {
        both += &format!("#undef {name}\n");
    }
    for define in defines {
        let (name, value) = define.split_once('=').unwrap_or((define, "1"));
        both += &format!("#undef {name}\n#define {name} {value}\n");
    }
    for name in renamed {
        both += &format!("#define {name} {name}_of_the_caller\n");
    }
    both += &format!("#include \"{path}\"\n");
    Some(Source {
        path: file.path.clone(),
        text: Some(both),
    })
}

/// The macros that a text defines, but for marks that stand for nothing.
fn macros(text: &str) -> BTreeSet<&str> {
    let code = code(text);
    // A comment may hold what looks like a directive; the value may be a literal, which `code` blanks.
    let lines = code.lines().zip(text.lines());
    let directives = lines.filter(|(code, _)| code.trim_start().starts_with('#'));
    directives
        .filter_map(|(_, line)| definition_of_macro(line))
        .filter(|(_, body)| !body.trim().is_empty())
        .map(|(name, _)| name)
        .collect()
}

/// Most files that are looked through for what they include.
const MOST_INCLUDES: usize = 500;

/// Texts of files, by their paths without links; none where one was not read.
pub type Read = BTreeMap<PathBuf, Option<String>>;

/// A file and what it includes, directly or not; `found` gives the files that an include in one may mean.
pub fn with_includes(file: &Path, found: &dyn Fn(&Path, &str) -> Vec<PathBuf>) -> Read {
    let mut seen = Read::new();
    let mut left = vec![file.to_path_buf()];
    while let Some(path) = left.pop() {
        let real = path.canonicalize().ok().filter(|real| !real.is_dir());
        let Some(real) = real.filter(|real| !seen.contains_key(real)) else {
            continue;
        };
        let text = match seen.len() < MOST_INCLUDES {
            true => files::read_lossy(&real).ok(),
            false => None,
        };
        let names = text.iter().flat_map(|text| text.lines()).filter_map(included);
        left.extend(names.flat_map(|name| found(&path, name)));
        seen.insert(real, text);
    }
    seen
}

/// Those of the names that a caller can mean: it declares them itself, or what it includes names them. What was not read may name all.
pub fn declared(caller: &Path, read: &Read, names: &BTreeSet<String>) -> BTreeSet<String> {
    let caller = caller.canonicalize().ok();
    let mut found = BTreeSet::new();
    for (path, text) in read {
        let Some(text) = text else {
            return names.clone();
        };
        let code = code(text);
        let is_own = Some(path) == caller.as_ref();
        let is_declared =
            |name: &&String| words(&code, name).any(|at| !is_own || text::declares(&code, at, name));
        found.extend(names.iter().filter(is_declared).cloned());
    }
    found
}

/// What clang found defined twice in two files that were read as one program.
pub fn defined_twice(module: &crate::ir::Module) -> BTreeSet<String> {
    let name = |message: &str| {
        let rest = message.split_once("redefinition of '")?.1;
        Some(rest.split_once('\'')?.0.to_owned())
    };
    let all = module.diagnostics.iter();
    all.filter_map(|diagnostic| name(&diagnostic.message)).collect()
}

#[cfg(test)]
mod tests;
