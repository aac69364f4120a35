//! Headers that no include folder holds: a build says where they are (`-I`), and the layout of a project tells as well.
//!
//! From the folder of the source upwards, as long as it is plausibly one project, a header is looked for in each
//! folder, in its folders with the usual names for headers, and in `include` folders of its other folders, if exactly
//! one has it; then where makefiles beside the source point (`-I../common`); and then in all of the project, if exactly one folder
//! has it. What was found is said with the verdict.

use super::errors::is_missing_header;
use super::input::Input;
use crate::clang::{Message, Unit};
use crate::ir::{ChosenName, NOT_FOUND};
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// How many folders above the source's may belong to its project.
const LEVELS: usize = 5;
/// Largest makefile that is read, bytes.
const LARGEST: u64 = 1 << 20;
/// Most folders beside one another that are looked into.
const MOST_FOLDERS: usize = 300;
/// Most folders of a project that are looked through: in a larger one nobody knows whether another folder has a header too.
const MOST_OF_PROJECT: usize = 2000;
/// Names of folders that hold headers for their neighbours.
const USUAL: [&str; 9] = [
    "include", "inc", "common", "Common", "headers", "src", "lib", "util", "utils",
];

/// A folder to search, and the headers for which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// What `-I` takes.
    pub path: PathBuf,
    /// The header as it is included.
    pub header: String,
}

impl Folder {
    /// What is said of it.
    pub fn chosen(&self) -> ChosenName {
        ChosenName {
            name: format!("header {}", self.header),
            meaning: self.path.join(&self.header).display().to_string(),
            origin: None,
        }
    }
}

/// The folders that hold what a source includes and clang does not find.
pub fn missing(unit: &Unit, input: &Input) -> Vec<Folder> {
    let names: BTreeSet<String> = unit
        .messages()
        .iter()
        .filter_map(|message| name_of(&message.text))
        .collect();
    if names.is_empty() {
        return Vec::new();
    }
    crate::files::look();
    let source = Path::new(&input.path);
    if !source.is_file() {
        return Vec::new();
    }
    let project = project(source);
    let built = built_with(&project);
    let named = |header: &str| built.iter().find(|folder| folder.join(header).is_file()).cloned();
    let all = LazyCell::new(|| project.last().map_or_else(Vec::new, |top| folders_below(top)));
    names
        .into_iter()
        .filter_map(|header| {
            let near = named(&header).or_else(|| folder_of(&header, &project));
            let path = near.or_else(|| only_one(&header, &all))?;
            Some(Folder { path, header })
        })
        .collect()
}

/// The folders that makefiles in the two nearest folders name.
fn built_with(project: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in project.iter().take(2) {
        let makefiles = listed(folder)
            .into_iter()
            .filter(|path| super::nearby::is_makefile(path));
        for makefile in makefiles {
            let text = crate::files::read_at_most(&makefile, LARGEST).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let named = include_flags(&text).into_iter().map(|path| folder.join(path));
            found.extend(named.filter(|path| path.is_dir()));
        }
    }
    found
}

/// The folders of `-I` in a makefile, those left out that it computes.
fn include_flags(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .filter_map(|word| word.strip_prefix("-I"))
        .map(|path| path.trim_matches(['"', '\'']))
        .filter(|path| !path.is_empty() && !path.contains(['$', '`', '(']))
        .collect()
}

/// The user's headers that are nowhere, and what is taken for granted of them.
pub fn not_found(unit: &Unit) -> Vec<ChosenName> {
    let messages = unit.messages().into_iter().filter(is_missing_header);
    let own = messages.filter(|message| {
        let at = message.range.as_ref().map(|range| &range.start);
        !at.is_some_and(|at| crate::prelude::is_the_languages(&at.file))
    });
    let name = |message: Message| message.text.split('\'').nth(1).map(str::to_owned);
    let names: BTreeSet<String> = own.filter_map(name).collect();
    let taken = |header| ChosenName {
        name: format!("header {header}"),
        meaning: NOT_FOUND.to_owned(),
        origin: None,
    };
    names.into_iter().map(taken).collect()
}

/// The header of clang's message, unless its path leads out of the folder that is searched.
fn name_of(text: &str) -> Option<String> {
    let name = text.strip_suffix("' file not found")?.strip_prefix('\'')?;
    let inside = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (inside && !name.is_empty()).then(|| name.to_owned())
}

/// Whether the project of a source has a folder of this name where headers are looked for.
pub fn has_folder(source: &Path, name: &str) -> bool {
    let mut project = project(source).into_iter();
    project.any(|folder| {
        let places = USUAL
            .iter()
            .map(|usual| folder.join(usual))
            .chain([folder.clone()]);
        places.map(|place| place.join(name)).any(|place| place.is_dir())
    })
}

/// The folders from the source's upwards that belong to its project: up to one under version control, and never those
/// that hold everything of a user's or a machine's.
fn project(source: &Path) -> Vec<PathBuf> {
    let shared = |folder: &Path| {
        let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
        let temporary = std::env::temp_dir().canonicalize().ok();
        folder.components().count() < 3
            || Some(folder) == home.as_deref()
            || Some(folder) == temporary.as_deref()
    };
    let Ok(source) = source.canonicalize() else {
        return Vec::new();
    };
    let mut folders = Vec::new();
    for folder in source.ancestors().skip(1).take(LEVELS + 1) {
        if shared(folder) {
            break;
        }
        folders.push(folder.to_path_buf());
        if [".git", ".hg", ".svn"]
            .iter()
            .any(|name| folder.join(name).exists())
        {
            break;
        }
    }
    folders
}

/// The nearest folder that has the header.
fn folder_of(header: &str, project: &[PathBuf]) -> Option<PathBuf> {
    project.iter().find_map(|folder| {
        let usual = USUAL.iter().map(|name| folder.join(name));
        let near = std::iter::once(folder.clone())
            .chain(usual)
            .find(|folder| folder.join(header).is_file());
        near.or_else(|| {
            let beside = folders_in(folder).into_iter();
            let mut holding = beside
                .flat_map(|folder| [folder.join("include"), folder.join("inc")])
                .filter(|folder| folder.join(header).is_file());
            // Two that have it may mean different things by it.
            holding.next().filter(|_| holding.next().is_none())
        })
    })
}

/// The one folder that has the header.
fn only_one(header: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let mut holding = folders.iter().filter(|folder| folder.join(header).is_file());
    holding.next().filter(|_| holding.next().is_none()).cloned()
}

/// All folders of a project, but for hidden ones and links, which may lead out of it; none if they are too many.
fn folders_below(top: &Path) -> Vec<PathBuf> {
    let mut found = vec![top.to_path_buf()];
    let mut looked = 0;
    while let Some(folder) = found.get(looked).cloned() {
        looked += 1;
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        // What a link leads to has another kind.
        let inside = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let is_hidden = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(b".");
        found.extend(inside.filter(|entry| !is_hidden(entry)).map(|entry| entry.path()));
        if found.len() > MOST_OF_PROJECT {
            return Vec::new();
        }
    }
    found
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = listed(folder).into_iter();
    entries.filter(|path| path.is_dir()).take(MOST_FOLDERS).collect()
}

/// What a folder holds, by name.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_headers() {
        assert_eq!(
            name_of("'ggml/ggml.h' file not found").as_deref(),
            Some("ggml/ggml.h")
        );
        for text in [
            "'../x.h' file not found",
            "'/etc/x.h' file not found",
            "'' file not found",
            "unknown type name 'x'",
        ] {
            assert_eq!(name_of(text), None, "{text}");
        }
    }

    #[test]
    fn makefiles_name_folders() {
        let text = "CFLAGS := $(EXTRA) -I../common -O3 -I$(CUDA)/include \"-Iquoted\" -I inc\n";
        assert_eq!(include_flags(text), ["../common"]);
    }

    #[test]
    fn the_nearest_folder_counts_and_what_is_ambiguous_does_not() {
        let root = tempfile::tempdir().expect("there is room for a temporary folder");
        let make = |name: &str| {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
            fs::write(path, "").expect("it can be written");
        };
        for name in [
            "include/near.h",
            "src/include/near.h",
            "third/include/only.h",
            "one/include/two.h",
            "two/include/two.h",
            "src/cuda/k.cu",
        ] {
            make(name);
        }
        let folders: Vec<PathBuf> = ["src/cuda", "src", "."]
            .iter()
            .map(|n| root.path().join(n))
            .collect();
        let of = |header: &str| folder_of(header, &folders);
        assert_eq!(of("near.h"), Some(root.path().join("src/include")));
        assert_eq!(of("only.h"), Some(root.path().join("./third/include")));
        assert_eq!(of("two.h"), None);
        assert_eq!(of("none.h"), None);
    }

    #[test]
    fn a_header_anywhere_is_found_if_there_is_one() {
        let root = tempfile::tempdir().expect("there is room for a temporary folder");
        for name in [
            "a/deep/down/only.h",
            "a/two.h",
            "b/two.h",
            ".git/hidden.h",
            "src/k.cu",
        ] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
            fs::write(path, "").expect("it can be written");
        }
        let all = folders_below(root.path());
        let of = |header: &str| only_one(header, &all);
        assert_eq!(of("only.h"), Some(root.path().join("a/deep/down")));
        assert_eq!(of("down/only.h"), Some(root.path().join("a/deep")));
        for none in ["two.h", "hidden.h", "none.h"] {
            assert_eq!(of(none), None, "{none}");
        }
    }

    #[test]
    fn a_project_ends_where_its_version_control_does() {
        let root = tempfile::tempdir().expect("there is room for a temporary folder");
        let root = root.path().canonicalize().expect("it is there");
        fs::create_dir_all(root.join("a/.git")).expect("it can be made");
        fs::create_dir_all(root.join("a/b")).expect("it can be made");
        fs::write(root.join("a/b/k.cu"), "").expect("it can be written");
        assert_eq!(
            project(&root.join("a/b/k.cu")),
            [root.join("a/b"), root.join("a")]
        );
    }
}
