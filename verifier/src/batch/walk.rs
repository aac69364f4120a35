//! Which files to verify: files as named, folders walked as `rg` walks them, patterns matched.

use super::ignores;
use super::kinds::{self, Headers, is_source};
use crate::files;
use crate::report::base::{Base, cleaned};
use crate::since::git;
use globset::{GlobBuilder, GlobMatcher};
use ignore::WalkBuilder;
use kverify_frontend::endings::{is_cuda, is_header};
use std::collections::{BTreeSet, HashSet};
use std::path::{Component, Path, PathBuf};

/// A file to verify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its path, with the folder as the user named it.
    pub path: PathBuf,
    /// Found in a folder or by a pattern, not named: that it holds no kernel is no error then.
    pub walked: bool,
}

/// Expands what the user named, in that order and each file once; what is found in a folder comes in the order of paths.
/// Folders and patterns leave out hidden files and what ignore files name, as `rg` does; of a folder only CUDA and OpenCL
/// sources count, Python files that may load one, and C and C++ that holds kernels or calls a runtime. Headers with a kernel in them come
/// beside, since some source may include them.
///
/// # Errors
/// If a folder or a pattern yields nothing: the text says which. Whether a file can be read shows later.
pub fn expand(named: &[PathBuf]) -> Result<(Vec<Found>, Headers), String> {
    let mut found: Vec<Found> = Vec::new();
    let (mut all, mut marked) = (BTreeSet::new(), HashSet::new());
    for path in named {
        if path.is_dir() {
            let inside = all_of(path)?;
            let of_inside = kinds::told_elsewhere(path, &inside);
            let is_wanted =
                |path: &&PathBuf| is_source(path) || of_inside.contains(*path) && !is_header(path);
            let files: Vec<Found> = inside.iter().filter(is_wanted).cloned().map(walked).collect();
            if files.is_empty() && Headers::among(inside.clone(), &of_inside).paths().is_empty() {
                return Err(format!(
                    "{} holds no CUDA or OpenCL source (*.cu, *.cl, *.cuh with a kernel) that ignore files do not leave out",
                    path.display()
                ));
            }
            found.extend(files);
            marked.extend(of_inside);
            all.extend(inside);
        } else if let Some(pattern) = pattern(path) {
            let matcher = matcher(pattern)?;
            let files = all_of(&literal_folder(path))?;
            let files = files
                .into_iter()
                .filter(|file| matcher.is_match(file))
                .map(walked);
            let files: Vec<Found> = files.collect();
            if files.is_empty() {
                return Err(format!("no file matches `{pattern}`"));
            }
            found.extend(files);
        } else {
            found.push(Found {
                path: path.clone(),
                walked: false,
            });
        }
    }
    // What is named counts as named, though a folder holds it too.
    let is_named = |path: &Path| named.iter().any(|name| name == path);
    let mut seen = HashSet::new();
    found.retain(|file| seen.insert(file.path.clone()));
    for file in &mut found {
        file.walked &= !is_named(&file.path);
    }
    let mut headers = Headers::among(all.into_iter().collect(), &marked);
    headers.retain(&mut |path| !is_named(path));
    Ok((found, headers))
}

/// Whether a path names many files: a folder, or a pattern.
pub fn is_many(path: &Path) -> bool {
    path.is_dir() || pattern(path).is_some()
}

/// A path that is a pattern, and no file.
fn pattern(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    (text.contains(['*', '?', '[', '{']) && !path.exists()).then_some(text)
}

fn matcher(pattern: &str) -> Result<GlobMatcher, String> {
    let plain = pattern.strip_prefix("./").unwrap_or(pattern);
    GlobBuilder::new(plain)
        .literal_separator(true)
        .build()
        .map(|glob| glob.compile_matcher())
        .map_err(|error| format!("`{pattern}` is no pattern: {error}"))
}

/// The folder that all matches of a pattern lie in.
fn literal_folder(pattern: &Path) -> PathBuf {
    let literal = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']);
    let folder: PathBuf = pattern.components().take_while(literal).collect();
    if folder.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        folder
    }
}

fn walked(path: PathBuf) -> Found {
    Found { path, walked: true }
}

/// All files of a folder, in the order of their paths.
fn all_of(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    ignores::each_entry(folder, &mut |path| {
        files.extend(named_file(path));
        true
    })?;
    files.sort();
    Ok(files)
}

/// The path of a file as it is named; one of a link to nowhere, too, which is an error when it is read.
fn named_file(path: &Path) -> Option<PathBuf> {
    let is_file = path.is_file() || path.is_symlink() && !path.exists();
    is_file.then(|| path.strip_prefix("./").unwrap_or(path).to_path_buf())
}

/// Whether a file that was named lies in a repository by its name, and outside of it in truth: a link that somebody committed chose
/// what is read, and hooks name what was committed.
pub fn leads_out_of_repository(path: &Path) -> bool {
    let (Ok(real), Ok(named)) = (path.canonicalize(), std::path::absolute(path)) else {
        return false;
    };
    let named = cleaned(&named);
    let root = Base::around(named.parent().unwrap_or(&named)).root;
    root.join(".git").exists() && root.canonicalize().is_ok_and(|root| !real.starts_with(root))
}

/// Whether a file that was found is a link to something outside of all that was named, and of the repository: who committed the link
/// chose what is read.
pub fn leads_out(path: &Path, named: &[PathBuf]) -> bool {
    if !path.is_symlink() {
        return false;
    }
    // A link to nowhere is an error of its own.
    let Ok(real) = path.canonicalize() else {
        return false;
    };
    let is_inside = |folder: PathBuf| {
        let root = folder.canonicalize().map(|folder| Base::around(&folder).root);
        root.is_ok_and(|root| real.starts_with(root))
    };
    !named.iter().any(|name| match name.is_dir() {
        true => is_inside(name.clone()),
        false => is_inside(literal_folder(name)),
    })
}

/// The files with kernels that ignore files leave out of the folders and patterns among `named`, or that are hidden there; `seen` are all
/// that the walk came by. What is both, or holds kernels for another file only, counts where it is committed.
pub fn ignored(named: &[PathBuf], found: &[Found], seen: &Headers) -> Vec<PathBuf> {
    let known: HashSet<&Path> = found.iter().map(|file| file.path.as_path()).collect();
    let seen: HashSet<&Path> = seen.all().iter().map(PathBuf::as_path).collect();
    let mut ignored = Vec::new();
    for path in named.iter().filter(|path| is_many(path)) {
        let pattern = pattern(path).and_then(|pattern| matcher(pattern).ok());
        let folder = match &pattern {
            Some(_) => literal_folder(path),
            None => path.clone(),
        };
        let wanted = |file: &Path| match &pattern {
            Some(pattern) => pattern.is_match(file),
            None => is_source(file),
        };
        // What cannot be searched here was said by the walk over the rest, or is ignored as a whole.
        let files = all_below(&folder, false);
        let is_left_out =
            |path: &PathBuf| !known.contains(path.as_path()) && wanted(path) && has_kernels(path);
        ignored.extend(files.filter(is_left_out));
        let mut hidden = Vec::new();
        // What cannot be searched was said as well.
        let _ = ignores::each_entry_and_hidden(&folder, &mut |path| {
            hidden.extend(named_file(path));
            true
        });
        ignored.extend(hidden.into_iter().filter(is_left_out));
        let is_matched = |file: &Path| pattern.as_ref().is_none_or(|pattern| pattern.is_match(file));
        let is_unseen = |file: &Path| !known.contains(file) && !seen.contains(file) && is_matched(file);
        match committed(&folder) {
            Some(files) => {
                let bears = |path: &PathBuf| is_unseen(path) && (is_cuda(path) || defines(path));
                ignored.extend(files.into_iter().filter(bears));
            }
            None => ignored.extend(all_below(&folder, true).filter(|path| is_unseen(path) && defines(path))),
        }
    }
    ignored.sort();
    ignored.dedup();
    ignored
}

/// All files below a folder, whatever ignore files say; hidden ones too, if asked for, but for what git keeps.
fn all_below(folder: &Path, with_hidden: bool) -> impl Iterator<Item = PathBuf> {
    WalkBuilder::new(folder)
        .standard_filters(false)
        .hidden(!with_hidden)
        .filter_entry(|entry| entry.file_name() != ".git")
        .build()
        .filter_map(|entry| named_file(entry.ok()?.path()))
}

/// The files below a folder that are committed and are there; `None` if no git tells.
fn committed(folder: &Path) -> Option<Vec<PathBuf>> {
    let real = folder.canonicalize().ok()?;
    let root = Base::around(&real).root;
    if !root.join(".git").exists() {
        return None;
    }
    let root = git::root(&root).ok()?;
    let tree = git::tree(&root, &git::commit(&root, "HEAD").ok()?).ok()?;
    let below = real.strip_prefix(&root).ok()?;
    let paths = tree
        .into_keys()
        .filter_map(|path| Some(folder.join(path.strip_prefix(below).ok()?)));
    Some(paths.filter_map(|path| named_file(&path)).collect())
}

/// Whether a file that nobody looks at may define a kernel.
fn defines(path: &Path) -> bool {
    let is_read = is_header(path) || is_cuda(path);
    is_source(path) && has_kernels(path) || is_read && kinds::defines(path, false)
}

fn has_kernels(path: &Path) -> bool {
    if kverify_frontend::is_python(path) {
        return is_source(path);
    }
    let language = kverify_frontend::language_of(path);
    let text = files::read_lossy(path).unwrap_or_default();
    !kverify_frontend::count::definitions(&text, language).is_empty()
        || kverify_frontend::holds_programs(&text)
}

/// A part of a run: the files whose paths fall to one of several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// Reads `2/8`.
    ///
    /// # Errors
    /// If that is not a number of several, counted from 1.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
            (1 <= number && number <= of).then_some(Shard { number, of })
        });
        numbers.ok_or_else(|| {
            format!("`{text}` is no part of a run; the parts of four are 1/4, 2/4, 3/4 and 4/4")
        })
    }

    /// Whether a file falls to this part. It depends on the path alone: files that come or go move no others.
    pub fn contains(&self, path: &Path) -> bool {
        let hash = blake3::hash(path.to_string_lossy().as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hash.as_bytes()[..8]);
        u64::from_le_bytes(first) % self.of == self.number - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn tree() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in [
            ("a.cu", "int a;"),
            ("b.cl", ""),
            ("notes.txt", "__global__"),
            ("lib/kernels.cuh", "__global__ void k();"),
            ("lib/plain.cuh", "int f();"),
            ("lib/deep/c.cu", ""),
            ("lib/host.c", "clSetKernelArg(k, 0, 8, &a);"),
            ("lib/plain.c", "int cudas;"),
            ("build/d.cu", ""),
            (".hidden/e.cu", ""),
            (".ignore", "build/\n"),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs::write(path, text).expect("written");
        }
        folder
    }

    fn names(folder: &Path, named: &[&str]) -> Vec<(String, bool)> {
        let named: Vec<PathBuf> = named.iter().map(|name| folder.join(name)).collect();
        let (found, headers) = expand(&named).expect("there is something");
        let headers = headers.paths().iter().map(|path| (path.clone(), true));
        let found = found.into_iter().map(|file| (file.path, file.walked));
        let tell = |(path, walked): (PathBuf, bool)| {
            let path = path.strip_prefix(folder).expect("below it");
            (path.display().to_string(), walked)
        };
        found.chain(headers).map(tell).collect()
    }

    fn walked(names: &[&str]) -> Vec<(String, bool)> {
        names.iter().map(|name| ((*name).to_owned(), true)).collect()
    }

    #[test]
    fn folders_are_walked_as_rg_walks() {
        let folder = tree();
        assert_eq!(
            names(folder.path(), &[""]),
            walked(&["a.cu", "b.cl", "lib/deep/c.cu", "lib/host.c", "lib/kernels.cuh"])
        );
        let both = names(folder.path(), &["", "a.cu", "build/d.cu"]);
        assert_eq!(both[0], ("a.cu".to_owned(), false));
        assert_eq!(both.len(), 6);
        assert!(both.contains(&("build/d.cu".to_owned(), false)));
    }

    #[test]
    fn patterns_match_below_their_folder() {
        let folder = tree();
        assert_eq!(names(folder.path(), &["*.cu"]), walked(&["a.cu"]));
        assert_eq!(
            names(folder.path(), &["**/*.cu"]),
            walked(&["a.cu", "lib/deep/c.cu"])
        );
        assert_eq!(
            names(folder.path(), &["lib/*.{cu,cuh}"]),
            walked(&["lib/kernels.cuh", "lib/plain.cuh"])
        );
        let none = expand(&[folder.path().join("*.cpp")]).expect_err("there is none");
        assert!(none.contains("*.cpp"), "{none}");
        assert!(expand(&[folder.path().join("no/*.cu")]).is_err());
    }

    #[test]
    fn shards_part_the_files_and_do_not_depend_on_the_others() {
        let paths: Vec<PathBuf> = (0..200).map(|n| format!("src/{n}.cu").into()).collect();
        let shards: Vec<Shard> = (1..=5).map(|number| Shard { number, of: 5 }).collect();
        for path in &paths {
            assert_eq!(shards.iter().filter(|shard| shard.contains(path)).count(), 1);
        }
        for shard in &shards {
            let share = paths.iter().filter(|path| shard.contains(path)).count();
            assert!((20..60).contains(&share), "{share}");
        }
        assert_eq!(Shard::parse("2/8"), Ok(Shard { number: 2, of: 8 }));
        for wrong in ["0/4", "5/4", "4", "a/b", "1/0", "-1/4"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
