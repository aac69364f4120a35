//! Flags from a compile database (`compile_commands.json`, as CMake, Bear and others write it).
//!
//! The file is not trusted: it may come with code from anywhere. [`flags`] lets only flags of a known harmless kind
//! through; whatever could make clang load or run code is refused with a message.
//!
//! Format: <https://clang.llvm.org/docs/JSONCompilationDatabase.html>

pub mod flags;

use flags::{Complaint, Flags};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The name that every tool uses.
pub const NAME: &str = "compile_commands.json";

/// Longest file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// Where flags for a source come from besides the user's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CompileCommands {
    /// From nowhere.
    #[default]
    None,
    /// From the nearest `compile_commands.json` in a folder above the source, or in a folder `build` there.
    Search,
    /// From this file.
    File(PathBuf),
}

/// One compiler call of the database.
#[derive(Deserialize)]
struct Entry {
    /// What relative paths are relative to.
    #[serde(default)]
    directory: PathBuf,
    file: PathBuf,
    /// The call as a shell would read it.
    #[serde(default)]
    command: Option<String>,
    /// The call as separate words.
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

/// What a database says of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Flags to use.
    pub flags: Flags,
    /// What is wrong with the database, or refused of it; sentences.
    pub messages: Vec<String>,
    /// It has several commands for the source, which are not alike.
    pub is_ambiguous: bool,
}

/// The flags for a source.
pub fn find(source: &Path, which: &CompileCommands) -> Found {
    let path = match which {
        CompileCommands::None => None,
        CompileCommands::Search => search(source),
        CompileCommands::File(path) => Some(path.clone()),
    };
    let Some(path) = path else {
        return Found::default();
    };
    let failed = |message: String| Found {
        messages: vec![format!("{}: {message}", path.display())],
        ..Found::default()
    };
    let entries = match read(&path) {
        Ok(entries) => entries,
        Err(message) => return failed(message),
    };
    let above = path.parent().unwrap_or(Path::new(""));
    let wanted = absolute(source);
    let mut of_source = entries
        .iter()
        .filter(|entry| absolute(&above.join(&entry.directory).join(&entry.file)) == wanted);
    let Some(entry) = of_source.next() else {
        // A database that the user names is meant for the file; one that merely lies above need not be.
        return match which {
            CompileCommands::File(_) => failed(format!(
                "has no entry for {}; its flags are those of the command line",
                source.display()
            )),
            _ => Found::default(),
        };
    };
    let Some(words) = entry.words() else {
        return failed(format!("says no command for {}", source.display()));
    };
    let filtered =
        |entry: &Entry, words: &[String]| flags::filter(words, &absolute(&above.join(&entry.directory)));
    let (flags, complaints) = filtered(entry, &words);
    let is_other = |other: &Entry| {
        other
            .words()
            .is_none_or(|words| filtered(other, &words).0 != flags)
    };
    let is_ambiguous = of_source.any(is_other);
    let words = |complaint: Complaint| {
        let what = match complaint {
            Complaint::Refused(flag) => {
                format!("has `{flag}`, which could make clang load or run something: it is left out")
            }
            Complaint::WithoutValue(flag) => {
                format!("ends with `{flag}`, which wants a value: it is left out")
            }
        };
        format!("{}: the command for this file {what}", path.display())
    };
    Found {
        flags,
        messages: complaints.into_iter().map(words).collect(),
        is_ambiguous,
    }
}

impl Entry {
    /// The words of the call.
    fn words(&self) -> Option<Vec<String>> {
        let command = || self.command.as_ref().map(|command| flags::split(command));
        self.arguments.clone().or_else(command)
    }
}

/// The files that the nearest database of a folder compiles; none of one that cannot be read.
pub fn compiled(folder: &Path) -> Vec<PathBuf> {
    let Some(path) = nearest(folder) else {
        return Vec::new();
    };
    let above = path.parent().unwrap_or(Path::new(""));
    let file = |entry: Entry| absolute(&above.join(&entry.directory).join(&entry.file));
    read(&path).unwrap_or_default().into_iter().map(file).collect()
}

/// The nearest database of a folder: in it, above it, or in a folder `build` of one of these.
pub fn nearest(folder: &Path) -> Option<PathBuf> {
    search(&folder.join(NAME))
}

/// The nearest database above a source.
fn search(source: &Path) -> Option<PathBuf> {
    let absolute = absolute(source);
    absolute
        .ancestors()
        .skip(1)
        .flat_map(|folder| [folder.join(NAME), folder.join("build").join(NAME)])
        .find(|candidate| candidate.is_file())
}

fn read(path: &Path) -> Result<Vec<Entry>, String> {
    let bytes = crate::files::read_at_most(path, MOST_BYTES).map_err(|error| error.to_string())?;
    serde_json::from_slice(&bytes).map_err(|error| format!("is no compile database: {error}"))
}

/// A path that can be compared: links are followed where the file exists.
fn absolute(path: &Path) -> PathBuf {
    path.canonicalize()
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests;
