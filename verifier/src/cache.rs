//! Answers of earlier runs, on disk, found by the content of the question.
//!
//! A question is the kernel's IR with its source places, the configuration, the options that bear on the answer, and
//! the identity of this build and of its solver ([`Key`]). Files are read and parsed in every run, so that what they
//! include is seen.
//!
//! Nothing that goes wrong here costs a run: what cannot be read is asked anew, what cannot be written is not kept.
//! Entries are written beside their place and renamed, so that runs at the same time see whole entries or none; a
//! checksum guards against the rest. Answers in which the clock had a say are not kept ([`Outcome::is_repeatable`]).

use crate::config::{Configuration, Options};
use crate::outcome::Outcome;
use crate::toolchain::Toolchain;
use kverify_frontend::ir::Kernel;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// The variable that names the folder; empty, there is no cache.
pub const FOLDER_VARIABLE: &str = "KVERIFY_CACHE_DIR";

/// Bytes that entries may take by default.
pub const DEFAULT_LIMIT: u64 = 512 << 20;

/// Where answers are kept, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The folder; it is made when there is something to keep.
    pub folder: PathBuf,
    /// Most bytes of all entries together.
    pub limit: u64,
}

impl Settings {
    /// The folder that [`FOLDER_VARIABLE`] names, else `kverify` in the user's cache folder; `None` if there is neither,
    /// or the variable is empty.
    pub fn of_user() -> Option<Settings> {
        let folder = match std::env::var_os(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => PathBuf::from(folder),
            None => {
                use etcetera::BaseStrategy as _;
                etcetera::choose_base_strategy().ok()?.cache_dir().join("kverify")
            }
        };
        Some(Settings {
            folder,
            limit: DEFAULT_LIMIT,
        })
    }

    /// Entries lie in a folder of their own, by the form in which they are written: to clear the cache removes nothing else.
    fn entries(&self) -> PathBuf {
        self.folder.join("answers-1")
    }
}

/// The content of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(blake3::Hash);

impl Key {
    /// Hashes all that the answer depends on; `None` if that cannot be written down.
    pub fn of(
        kernel: &Kernel,
        configuration: &Configuration,
        options: &Options,
        toolchain: &Toolchain,
    ) -> Option<Key> {
        let mut configuration = configuration.clone();
        // An answer that the time limit had no say in holds for any.
        configuration.config.timeout = 0.0;
        let options = bearing_on_answers(options);
        let build = (toolchain.kverify, env!("KVERIFY_BUILD_ID"), &toolchain.z3);
        let bytes = postcard::to_stdvec(&(build, kernel, &configuration, &options)).ok()?;
        Some(Key(blake3::hash(&bytes)))
    }

    fn path(&self, entries: &Path) -> PathBuf {
        let name = self.0.to_hex();
        let (folder, file) = name.split_at(2);
        entries.join(folder).join(file)
    }
}

/// The options without those that only say what is asked, where, and how hard; the kernel and its configuration hold
/// the rest. What is new is part of the key until somebody decides otherwise here.
fn bearing_on_answers(options: &Options) -> Options {
    Options {
        parse: kverify_frontend::Options {
            cuda_arch: options.parse.cuda_arch,
            ..Default::default()
        },
        kernels: Vec::new(),
        block: None,
        grid: None,
        assumes: Vec::new(),
        project_facts: crate::config::ProjectFacts::default(),
        project: None,
        changes: None,
        project_digest: None,
        timeout: 0.0,
        jobs: None,
        isolation: None,
        cache: None,
        ..options.clone()
    }
}

/// What the cache holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Answers.
    pub entries: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// An open cache.
#[derive(Debug)]
pub struct Cache {
    settings: Settings,
    /// Something could not be written: a full disk, a folder without permission. The rest is not tried.
    broken: AtomicBool,
    written: AtomicU64,
}

impl Cache {
    /// Opens it; nothing is read or written yet.
    pub fn open(settings: Settings) -> Cache {
        Cache {
            settings,
            broken: AtomicBool::new(false),
            written: AtomicU64::new(0),
        }
    }

    /// The answer to a question, if it is there and whole.
    pub fn get(&self, key: &Key) -> Option<Outcome> {
        let path = key.path(&self.settings.entries());
        let bytes = fs::read(&path).ok()?;
        let (checksum, body) = bytes.split_at_checked(blake3::OUT_LEN)?;
        if blake3::hash(body).as_bytes().as_slice() != checksum {
            return None;
        }
        let outcome = postcard::from_bytes(body).ok()?;
        keep_young(&path);
        Some(outcome)
    }

    /// Keeps an answer, if it can be kept.
    pub fn put(&self, key: &Key, outcome: &Outcome) {
        if self.broken.load(Ordering::Relaxed) {
            return;
        }
        let Ok(body) = postcard::to_stdvec(outcome) else {
            return;
        };
        let path = key.path(&self.settings.entries());
        match write_whole(&path, &[blake3::hash(&body).as_bytes().as_slice(), &body]) {
            Ok(()) => {
                self.written.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => self.broken.store(true, Ordering::Relaxed),
        }
    }

    /// What it holds.
    pub fn info(&self) -> Info {
        self.entries().iter().fold(Info::default(), |info, entry| Info {
            entries: info.entries + 1,
            bytes: info.bytes + entry.bytes,
        })
    }

    /// Removes all answers; how many there were.
    ///
    /// # Errors
    /// If the folder cannot be removed.
    pub fn clear(&self) -> io::Result<u64> {
        let entries = self.info().entries;
        match fs::remove_dir_all(self.settings.entries()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            result => result.map(|()| entries),
        }
    }

    /// Removes the oldest answers until the rest takes nine tenths of the limit, if all together take more than it.
    pub fn trim(&self) {
        let mut entries = self.entries();
        let mut bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
        if bytes <= self.settings.limit {
            return;
        }
        entries.sort_by_key(|entry| entry.used);
        for entry in entries {
            if bytes <= self.settings.limit / 10 * 9 {
                return;
            }
            if fs::remove_file(&entry.path).is_ok() {
                bytes = bytes.saturating_sub(entry.bytes);
            }
        }
    }

    fn entries(&self) -> Vec<Entry> {
        let files = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
        files(&self.settings.entries())
            .flat_map(|folder| files(&folder.path()))
            .filter_map(|file| {
                let metadata = file.metadata().ok().filter(fs::Metadata::is_file)?;
                Some(Entry {
                    path: file.path(),
                    bytes: metadata.len(),
                    used: metadata.modified().ok()?,
                })
            })
            .collect()
    }
}

impl Drop for Cache {
    /// A run that kept something sees to it that the limit holds, but not more often than once in a while: to look at
    /// every entry takes time.
    fn drop(&mut self) {
        let marker = self.settings.folder.join("trimmed");
        let lately = fs::metadata(&marker)
            .and_then(|metadata| metadata.modified())
            .is_ok_and(|at| at.elapsed().is_ok_and(|age| age < Duration::from_secs(600)));
        if self.written.load(Ordering::Relaxed) > 0 && !lately {
            let _ = fs::write(&marker, "");
            self.trim();
        }
    }
}

struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

/// Entries that are still in use are not the oldest.
fn keep_young(path: &Path) {
    let now = SystemTime::now();
    let old = fs::metadata(path)
        .and_then(|metadata| metadata.modified())
        .is_ok_and(|at| {
            now.duration_since(at)
                .is_ok_and(|age| age > Duration::from_secs(86_400))
        });
    if old && let Ok(file) = fs::File::options().append(true).open(path) {
        let _ = file.set_modified(now);
    }
}

/// Writes a file that nobody sees before it is whole.
fn write_whole(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let draft = folder.join(format!(".{}-{number}.new", std::process::id()));
    let written = fs::File::create(&draft).and_then(|mut file| {
        parts.iter().try_for_each(|part| file.write_all(part))?;
        file.flush()
    });
    let placed = written.and_then(|()| fs::rename(&draft, path));
    if placed.is_err() {
        let _ = fs::remove_file(&draft);
    }
    placed
}
