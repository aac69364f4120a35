//! Which files of a folder have which words.

use crate::batch::ignores;
use crate::files;
use kverify_frontend::{callers, endings};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

/// Most entries of a project that are looked at.
const MOST_ENTRIES: usize = 200_000;
/// Most files that are read.
const MOST_FILES: usize = 20_000;
/// Endings of sources in other languages that may call functions of C or find kernels by their names.
const FOREIGN: [&str; 27] = [
    "m", "mm", "pyx", "pxd", "pxi", "rs", "jl", "go", "f", "f90", "f95", "f03", "f08", "for", "cuf", "d",
    "zig", "nim", "hs", "swift", "cs", "java", "kt", "scala", "lua", "rb", "ml",
];
/// Endings of Python's sources, which call functions of C where they load a library.
const PYTHON: [&str; 2] = ["py", "ipynb"];
/// What a Python source has that loads a library or a module with kernels.
const LOADERS: [&str; 11] = [
    "ctypes",
    "cffi",
    "CDLL",
    "dlopen",
    "LoadLibrary",
    "load_library",
    "get_function",
    "RawModule",
    "cuModuleGetFunction",
    "pycuda",
    "nvrtc",
];

/// The files that may hold host code, and marks of the words in them.
pub struct Index {
    files: Vec<(PathBuf, Arc<[u32]>)>,
    /// Positions of the files, by their names.
    names: BTreeMap<OsString, Vec<usize>>,
    /// The macros that paste words, once somebody asks.
    pasting: OnceLock<String>,
}

/// What tells a file's contents from others without reading it: when it was written, and its length.
type State = (SystemTime, u64);

/// Files by their paths, with their marks.
type Known = BTreeMap<PathBuf, (State, Arc<[u32]>)>;

/// The marks of files that were read before: a language server asks again and again.
static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());

impl Index {
    /// Of all that lies below a folder, but for what ignore files name; `None` if that is too much, or something of it cannot be read.
    pub fn of_project(root: &Path) -> Option<Index> {
        let (mut paths, mut entries) = (Vec::new(), 0);
        ignores::each_entry(root, &mut |path| {
            entries += 1;
            if may_call(path) && path.is_file() {
                paths.push(path.to_path_buf());
            }
            entries < MOST_ENTRIES && paths.len() <= MOST_FILES
        })
        .ok()?;
        if entries >= MOST_ENTRIES {
            return None;
        }
        Index::of(paths)
    }

    /// Of what lies in a folder itself, and of these files.
    pub fn of_folder(folder: &Path, named: &[PathBuf]) -> Option<Index> {
        let mut paths: Vec<PathBuf> = named.iter().filter(|path| may_call(path)).cloned().collect();
        for entry in std::fs::read_dir(folder).ok()?.take(MOST_ENTRIES) {
            let path = entry.ok()?.path();
            if may_call(&path) && path.is_file() {
                paths.push(path);
            }
        }
        Index::of(paths)
    }

    fn of(mut paths: Vec<PathBuf>) -> Option<Index> {
        paths.sort();
        paths.dedup();
        if paths.len() > MOST_FILES {
            return None;
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut read = |path: PathBuf| {
            let metadata = path.metadata().ok()?;
            let state = (metadata.modified().ok()?, metadata.len());
            if let Some((_, marks)) = known.get(&path).filter(|(before, _)| *before == state) {
                let marks = Arc::clone(marks);
                return Some((path, marks));
            }
            let marks: Arc<[u32]> = marks(&files::read_lossy(&path).ok()?).into();
            known.insert(path.clone(), (state, Arc::clone(&marks)));
            Some((path, marks))
        };
        let files: Option<Vec<_>> = paths.into_iter().map(&mut read).collect();
        let files = files?;
        let mut names: BTreeMap<OsString, Vec<usize>> = BTreeMap::new();
        for (position, (path, _)) in files.iter().enumerate() {
            if let Some(name) = path.file_name() {
                names.entry(name.to_owned()).or_default().push(position);
            }
        }
        Some(Index {
            files,
            names,
            pasting: OnceLock::new(),
        })
    }

    /// The files whose paths end like this.
    pub fn ending_with(&self, end: &str) -> Vec<PathBuf> {
        let end = Path::new(end);
        let known = end.file_name().and_then(|name| self.names.get(name));
        let paths = known
            .into_iter()
            .flatten()
            .map(|position| &self.files[*position].0);
        paths.filter(|path| path.ends_with(end)).cloned().collect()
    }

    /// The definitions of all macros that paste words.
    pub fn pasting(&self) -> &str {
        self.pasting.get_or_init(|| {
            let code = self.marked(vec![mark(PASTES)]).filter(|(path, _)| is_code(path));
            code.map(|(_, text)| callers::pasting(&text)).collect()
        })
    }

    /// The files, with their texts, that may have one of the words.
    pub fn files_with(&self, words: &BTreeSet<String>) -> impl Iterator<Item = (PathBuf, String)> {
        self.marked(words.iter().map(|word| mark(word.as_bytes())).collect())
    }

    fn marked(&self, wanted: Vec<u32>) -> impl Iterator<Item = (PathBuf, String)> {
        let has = move |(_, marks): &&(PathBuf, Arc<[u32]>)| {
            wanted.iter().any(|mark| marks.binary_search(mark).is_ok())
        };
        let found = self.files.iter().filter(has);
        found.filter_map(|(path, _)| Some((path.clone(), files::read_lossy(path).ok()?)))
    }
}

/// What marks a text that pastes words.
const PASTES: &[u8] = b"##";

/// Whether a file may hold host code, by its ending.
pub fn is_code(path: &Path) -> bool {
    let path = &built(path);
    endings::is_cuda(path) || endings::is_unit(path) || endings::is_header(path)
}

/// Whether a file is there to be included, by its ending.
pub fn is_header(path: &Path) -> bool {
    endings::is_header(&built(path))
}

/// Whether a file may hold host code, or a source in another language that calls some, by its ending.
fn may_call(path: &Path) -> bool {
    let ending = endings::ending(&built(path));
    is_code(path) || FOREIGN.contains(&&*ending) || PYTHON.contains(&&*ending)
}

/// Whether a source in another language may call functions or launch kernels by their names.
pub fn may_load(path: &Path, text: &str) -> bool {
    !PYTHON.contains(&&*endings::ending(&built(path))) || LOADERS.iter().any(|word| text.contains(word))
}

/// Whether a source may look up kernels by their names.
pub fn looks_kernels_up(text: &str) -> bool {
    const WORDS: [&str; 7] = [
        "get_function",
        "getFunction",
        "GetFunction",
        "get_kernel",
        "RawModule",
        "RawKernel",
        "nvrtc",
    ];
    WORDS.iter().any(|word| text.contains(word))
}

/// What a build makes of a file.
fn built(path: &Path) -> PathBuf {
    match &*endings::ending(path) {
        "in" => path.with_extension(""),
        _ => path.to_path_buf(),
    }
}

/// The marks of all words of a text, in order; a word may go on in the next line. A text that pastes words has a mark for that.
fn marks(text: &str) -> Vec<u32> {
    let text = text.replace("\\\r\n", "\\\n");
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128;
    let words = |text: &str| -> Vec<u32> {
        let words = text.as_bytes().split(|byte| !is_word(byte));
        words.filter(|word| !word.is_empty()).map(mark).collect()
    };
    let mut marks = words(&text);
    marks.extend(mangled(&text).map(|name| mark(name.as_bytes())));
    if text.contains("\\\n") {
        marks.extend(words(&text.replace("\\\n", "")));
    }
    if text.contains("##") {
        marks.push(mark(PASTES));
    }
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// The names in a text's mangled ones (Itanium C++ ABI, 5.1): `run` of `_Z3runPfi`.
fn mangled(text: &str) -> impl Iterator<Item = &str> {
    let behind = text.match_indices("_Z").map(|(at, _)| &text[at + 2..]);
    behind.flat_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let rest = &rest[..end.unwrap_or(rest.len())];
        let starts = rest.char_indices().filter(|(_, c)| c.is_ascii_digit());
        starts.filter_map(|(at, _)| {
            let digits = rest[at..].find(|c: char| !c.is_ascii_digit())?;
            let length: usize = rest[at..at + digits].parse().ok()?;
            rest.get(at + digits..at + digits + length)
        })
    })
}

/// FNV-1a (<https://datatracker.ietf.org/doc/draft-eastlake-fnv/>): words of one mark are told apart when the file is read.
fn mark(word: &[u8]) -> u32 {
    word.iter().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        };
        write("app.cpp", "run(a);");
        write("src/other.cu", "running(a, _run);");
        write("src/note.txt", "run");
        write("src/deep/b.h", "x=run;");
        write("out/c.h", "run();");
        write(".ignore", "out\n");
        let words = BTreeSet::from(["run".to_owned()]);
        let names = |index: Index| -> Vec<String> {
            let found = index.files_with(&words);
            let name = |path: PathBuf| {
                path.strip_prefix(folder.path())
                    .map(|path| path.display().to_string())
            };
            found.filter_map(|(path, _)| name(path).ok()).collect()
        };
        assert_eq!(
            names(Index::of_project(folder.path()).expect("read")),
            ["app.cpp", "src/deep/b.h"]
        );
        assert_eq!(
            names(Index::of_folder(folder.path(), &[]).expect("read")),
            ["app.cpp"]
        );
    }
}
