//! Answers of earlier runs, on disk, found by the content of the question.
//!
//! A question is the kernel's IR with its source places, the configuration, the options that bear on the answer, and
//! the identity of this build and of its solver ([`Key`]). Modules are kept as well, and the question is then the text with all files
//! that it includes or would include if they were there, the options of the parse, and the file that is libclang: a run whose
//! texts are as they were needs neither clang nor Z3. Where something else has a say, files are parsed in every run.
//!
//! Nothing that goes wrong here costs a run: what cannot be read is asked anew, what cannot be written is not kept.
//! Entries take their places whole, so that runs at the same time see whole entries or none. Each begins with a hash of the
//! question and the answer by the user's key: what somebody else wrote, or for another question, is no answer. Answers in which the clock had a say are not kept ([`is_repeatable`](crate::outcome::Outcome::is_repeatable)).

use crate::config::{Configuration, Options};
use crate::declarations;
use crate::files;
use crate::own;
use crate::report::base::Base;
use crate::toolchain::Toolchain;
use kverify_frontend::ir::Kernel;
use kverify_frontend::{Source, inclusions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// The variable that names the folder; empty, there is no cache.
pub const FOLDER_VARIABLE: &str = "KVERIFY_CACHE_DIR";

/// What an entry is, and so in which folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Outcomes.
    Answers,
    /// Modules, and versions of what makes them.
    Parsed,
}

impl Part {
    const ALL: [Part; 2] = [Part::Answers, Part::Parsed];

    /// By the form in which entries are written.
    fn folder(self) -> &'static str {
        match self {
            Part::Answers => "answers-2",
            Part::Parsed => "parsed-1",
        }
    }
}

/// Bytes that entries may take by default.
pub const DEFAULT_LIMIT: u64 = 512 << 20;

/// Where answers are kept, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The folder; it is made when there is something to keep.
    pub folder: PathBuf,
    /// Most bytes of all entries together.
    pub limit: u64,
    /// By which answers are known to be this user's own.
    pub key: own::Key,
}

impl Settings {
    /// The folder that [`FOLDER_VARIABLE`] names, else `kverify` in the user's cache folder; `None` if there is neither,
    /// or the variable is empty.
    ///
    /// # Errors
    /// If the folder is one in which others than the user may have put something.
    pub fn of_user() -> Result<Option<Settings>, String> {
        match std::env::var_os(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => Ok(None),
            Some(folder) => {
                let folder = PathBuf::from(folder);
                if is_in_checkout(&folder) {
                    return Err(format!(
                        "{} lies in the checkout, whose authors may have put answers there (--cache-dir means it all the same)",
                        folder.display()
                    ));
                }
                Settings::at(folder)
            }
            None => own::folder().map_or(Ok(None), Settings::at),
        }
    }

    /// A folder that the user names; `None` if there is no key to know answers by.
    ///
    /// # Errors
    /// If others than the user can write to it.
    pub fn at(folder: PathBuf) -> Result<Option<Settings>, String> {
        if folder.exists() {
            own::check(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        }
        if Part::ALL
            .iter()
            .any(|part| folder.join(part.folder()).is_symlink())
        {
            return Err(format!(
                "{}: what should hold the answers is a link",
                folder.display()
            ));
        }
        Ok(own::key().map(|key| Settings {
            folder,
            limit: DEFAULT_LIMIT,
            key,
        }))
    }

    /// Entries lie in a folder of their own, by the form in which they are written: to clear the cache removes nothing else.
    fn entries(&self, part: Part) -> PathBuf {
        self.folder.join(part.folder())
    }
}

/// Whether a folder is a part of the source tree in which the command runs.
fn is_in_checkout(folder: &Path) -> bool {
    let Ok(current) = std::env::current_dir().and_then(fs::canonicalize) else {
        return true;
    };
    let root = Base::around(&current).root;
    // The folder need not be there yet; what is there of it may be a link.
    let absolute = current.join(folder);
    let real = absolute.ancestors().find_map(|above| {
        let rest = absolute.strip_prefix(above).ok()?;
        Some(fs::canonicalize(above).ok()?.join(rest))
    });
    [Some(absolute.clone()), real]
        .into_iter()
        .flatten()
        .any(|path| path.starts_with(&root))
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

    /// The same for a parse; `None` if more than can be told has a say.
    pub fn of_parse(source: &Source, options: &kverify_frontend::Options) -> Option<Key> {
        let libclang = kverify_frontend::libclang()?;
        let files = inclusions::readings(source, options)?;
        let of_unit = |path: &PathBuf| {
            let text = Some(files::read_lossy(path).ok()?);
            let unit = Source {
                path: path.clone(),
                text,
            };
            Some((inclusions::readings(&unit, options)?, unit.text))
        };
        let units: Option<Vec<_>> = options.units.iter().map(of_unit).collect();
        let units = units?;
        let options = kverify_frontend::Options {
            precompiled: None,
            ..options.clone()
        };
        let build = env!("KVERIFY_BUILD_ID");
        let bytes =
            postcard::to_stdvec(&("module", build, libclang, source, options, (files, units))).ok()?;
        Some(Key(blake3::hash(&bytes)))
    }

    /// The same for the version of libclang.
    pub fn of_libclang() -> Option<Key> {
        let question = ("version", env!("KVERIFY_BUILD_ID"), kverify_frontend::libclang()?);
        Some(Key(blake3::hash(&postcard::to_stdvec(&question).ok()?)))
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
        input_diagnostics: false,
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
    pub fn get<T: DeserializeOwned>(&self, part: Part, key: &Key) -> Option<T> {
        let path = key.path(&self.settings.entries(part));
        let bytes = files::read(&path).ok()?;
        let (seal, body) = bytes.split_at_checked(blake3::OUT_LEN)?;
        if self.seal(key, body) != <[u8; blake3::OUT_LEN]>::try_from(seal).ok()? {
            return None;
        }
        let answer = postcard::from_bytes(body).ok()?;
        keep_young(&path);
        Some(answer)
    }

    /// Keeps an answer, if it can be kept.
    pub fn put(&self, part: Part, key: &Key, answer: &impl Serialize) {
        if self.broken.load(Ordering::Relaxed) {
            return;
        }
        let Ok(body) = postcard::to_stdvec(answer) else {
            return;
        };
        let path = key.path(&self.settings.entries(part));
        let entry = [self.seal(key, &body).as_bytes().as_slice(), &body].concat();
        let folder = path.parent().unwrap_or(&self.settings.folder);
        match own::make(folder).and_then(|()| files::write(&path, &entry)) {
            Ok(_) => {
                self.written.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => self.broken.store(true, Ordering::Relaxed),
        }
    }

    /// What shows that this user's kverify gave this answer to this question.
    fn seal(&self, key: &Key, body: &[u8]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.settings.key);
        hasher.update(key.0.as_bytes()).update(body).finalize()
    }

    /// What it holds.
    pub fn info(&self) -> Info {
        self.entries().iter().fold(Info::default(), |info, entry| Info {
            entries: info.entries + u64::from(entry.part == Part::Answers),
            bytes: info.bytes + entry.bytes,
        })
    }

    /// Removes all answers and modules, and the user's precompiled declarations; how many answers there were.
    ///
    /// # Errors
    /// If the folder cannot be removed.
    pub fn clear(&self) -> io::Result<u64> {
        declarations::clear();
        let entries = self.info().entries;
        for part in Part::ALL {
            match fs::remove_dir_all(self.settings.entries(part)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                result => result?,
            }
        }
        Ok(entries)
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
        let all = Part::ALL.into_iter().flat_map(|part| {
            files(&self.settings.entries(part))
                .filter(|folder| folder.file_type().is_ok_and(|kind| kind.is_dir()))
                .flat_map(move |folder| files(&folder.path()).map(move |file| (part, file)))
        });
        all.filter_map(|(part, file)| {
            let metadata = file.metadata().ok().filter(fs::Metadata::is_file)?;
            Some(Entry {
                part,
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
            let _ = files::write(&marker, b"");
            self.trim();
        }
    }
}

struct Entry {
    part: Part,
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
