//! What else of a project bears on a file's answers than the texts that were read: where that is not as it was, they do not hold any more.
//!
//! A header that comes or goes under a name that a text includes, asks for (`__has_include`) or otherwise says; a file that uses a kernel,
//! or a function that leads to one, and did not before; a compile database.

use crate::files;
use crate::program::Program;
use crate::project::settings_in;
use crate::report::base::cleaned;
use ignore::WalkBuilder;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Most entries of a project that are looked at.
const MOST_ENTRIES: usize = 200_000;

/// What bears on a file's answers besides what was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Around {
    /// The names of kernels and of what leads to their launches.
    names: BTreeSet<String>,
    /// A BLAKE3 hash of what there is under names that the texts say, of all that uses the names above, and of the settings.
    blake3: String,
}

/// Finds it for the files of one run.
pub struct Project {
    current: PathBuf,
    program: Program,
    /// Where headers are looked for besides.
    folders: Vec<PathBuf>,
    /// All files below folders; none where they are too many.
    listings: Mutex<BTreeMap<PathBuf, Option<Arc<Vec<PathBuf>>>>>,
}

impl std::fmt::Debug for Project {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Project").field(&self.current).finish()
    }
}

impl Project {
    /// Of a run that looks for headers in these folders. Which files are of the run has no say: parts of a run are put together.
    pub fn of(folders: &[PathBuf]) -> Project {
        Project {
            current: std::env::current_dir().unwrap_or_default(),
            program: Program::of(&[]),
            folders: folders.to_vec(),
            listings: Mutex::default(),
        }
    }

    /// What is around a file of which these texts were read; nothing if that is too much to be looked at.
    pub fn around<'t>(
        &self,
        path: &Path,
        names: BTreeSet<String>,
        texts: impl Iterator<Item = (&'t str, &'t str)>,
    ) -> Option<Around> {
        let path = cleaned(&self.current.join(path));
        let folder = path.parent()?;
        let mut said = BTreeSet::new();
        for (file, text) in texts {
            said.extend(last_part(file));
            said.extend(said_in(text));
        }
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        let root = crate::program::root_of(&path);
        // Results of two checkouts are alike if these are.
        let base = root.unwrap_or(folder);
        let shown = |file: &Path| file.strip_prefix(base).unwrap_or(file).to_path_buf();
        let beside = self
            .folders
            .iter()
            .map(|folder| cleaned(&self.current.join(folder)));
        let outside = beside.filter(|folder| root.is_none_or(|root| !folder.starts_with(root)));
        let wholes = root.map(Path::to_path_buf).into_iter().chain(outside);
        let mut listed: Vec<Arc<Vec<PathBuf>>> =
            wholes.map(|whole| self.listing(&whole)).collect::<Option<_>>()?;
        if root.is_none() {
            listed.push(Arc::new(entries_of(folder)?));
        }
        for file in listed.iter().flat_map(|all| all.iter()) {
            if last_part(&file.to_string_lossy()).is_some_and(|name| said.contains(name)) {
                add(shown(file).as_os_str().as_encoded_bytes());
            }
        }
        for (file, text) in self.program.files_with(&path, &names)? {
            add(shown(&file).as_os_str().as_encoded_bytes());
            add(text.as_bytes());
        }
        for settings in folder.ancestors().flat_map(settings_in) {
            add(&files::read(&settings).unwrap_or_default());
        }
        let blake3 = hasher.finalize().to_hex().to_string();
        Some(Around { names, blake3 })
    }

    /// Whether it is as it was.
    pub fn is_same<'t>(
        &self,
        path: &Path,
        before: &Around,
        texts: impl Iterator<Item = (&'t str, &'t str)>,
    ) -> bool {
        self.around(path, before.names.clone(), texts).as_ref() == Some(before)
    }

    /// All files below a folder, whatever ignore files say: what they name may be included.
    fn listing(&self, root: &Path) -> Option<Arc<Vec<PathBuf>>> {
        let mut known = self.listings.lock().unwrap_or_else(PoisonError::into_inner);
        let listing = known.entry(root.to_path_buf()).or_insert_with_key(|root| {
            let mut walk = WalkBuilder::new(root);
            walk.standard_filters(false)
                .sort_by_file_path(Path::cmp)
                .filter_entry(|entry| entry.file_name() != ".git");
            let mut all = Vec::new();
            for entry in walk.build().flatten() {
                if all.len() >= MOST_ENTRIES {
                    return None;
                }
                all.push(entry.into_path());
            }
            Some(Arc::new(all))
        });
        listing.clone()
    }
}

/// What lies in a folder itself.
fn entries_of(folder: &Path) -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).ok()?.take(MOST_ENTRIES).flatten();
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    all.sort();
    Some(all)
}

fn last_part(path: &str) -> Option<&str> {
    path.rsplit(['/', '\\']).next().filter(|name| !name.is_empty())
}

/// The last parts of all that a text has in quotes, or in angles beside a word of including, on one line.
fn said_in(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for line in text.lines() {
        if line.contains('"') {
            found.extend(line.split('"').skip(1).step_by(2).filter_map(last_part));
        }
        if line.contains('<') && line.contains('>') {
            let behind = line.split('<').skip(1).filter_map(|part| part.split_once('>'));
            found.extend(behind.filter_map(|(inner, _)| last_part(inner)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_names_in_quotes_and_angles() {
        let text =
            "#include \"a/b.h\"\n#if __has_include(<c/d.h>) && defined(X)\n#define N \"e.h\"\nint x;\n";
        assert_eq!(said_in(text), BTreeSet::from(["b.h", "d.h", "e.h"]));
    }
}
