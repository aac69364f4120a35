//! One program from many files: host code of the project's other files that launches a file's kernels.
//!
//! A kernel that its own file launches nowhere, or only through functions for others to call, is launched by its callers. They are
//! looked for by name in the project ([`index`]), each is read together with the file ([`callers::together`]), and what they say of
//! the launches counts as if it stood in the file. Where callers are too many to be read, or not all of the project can be looked
//! at, nothing is taken from any of them: the kernel is verified for every launch, as it is where nobody launches it.

mod index;

use crate::config::Options;
use crate::engine::Engine;
use crate::report::base::cleaned;
use crate::source;
use index::Index;
pub(crate) use index::is_code;
use index::is_header;
use kverify_frontend::callers::{self, Said};
use kverify_frontend::compile_commands::{self, flags::Macro};
use kverify_frontend::index::Idx as _;
use kverify_frontend::ir::{Kernel, Language, Module};
use kverify_frontend::{Source, is_python};
use kverify_smt::Cancel;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Whose launches count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostCode {
    /// Nobody's: every launch is considered.
    None,
    /// Those in the kernel's own file.
    #[default]
    File,
    /// Those in other files of the project as well.
    Project,
}

/// A file's module, its kernels launched as the options say.
///
/// # Errors
/// Says why nothing could be parsed.
pub fn module(source: &Source, options: &Options) -> Result<Module, String> {
    let text = source::read(source).map_err(|error| error.message)?;
    let engine = Engine::here();
    let parsed = engine.parse(text.source.clone(), options, None);
    let mut module = parsed.map_err(|unparsed| unparsed.message)?;
    let program = Program::of(std::slice::from_ref(source));
    program.apply(&mut module, &text.source, options, (&engine, None));
    Ok(module)
}

/// Most files that are read together with one that has kernels.
const MOST_CALLERS: usize = 16;
/// Most files that are looked at for whether they are such.
const MOST_CANDIDATES: usize = 256;

/// Who parses, and what gives it up.
type Parser<'r> = (&'r Engine, Option<&'r Cancel>);

/// Finds callers for the files of one run.
pub struct Program {
    current: PathBuf,
    /// The files of the run.
    named: Vec<PathBuf>,
    /// What is known of folders; none where not all of one can be looked at.
    known: Mutex<BTreeMap<PathBuf, Option<Arc<Index>>>>,
}

impl Program {
    /// For a run over these sources.
    pub fn of(sources: &[Source]) -> Program {
        let current = std::env::current_dir().unwrap_or_default();
        Program {
            named: sources
                .iter()
                .map(|source| cleaned(&current.join(&source.path)))
                .collect(),
            known: Mutex::default(),
            current,
        }
    }

    /// Has a file's kernels launched as the options say: also by other files, or by none.
    pub fn apply(&self, module: &mut Module, source: &Source, options: &Options, by: Parser<'_>) {
        match options.host {
            HostCode::None => module
                .kernels
                .iter_mut()
                .for_each(|kernel| kernel.launches.clear()),
            HostCode::File => {}
            HostCode::Project => {
                let said = self.callers(module, source, options, by);
                if !said.is_empty() {
                    module.join(source, said);
                }
            }
        }
    }

    /// What other files say of the launches of a file's kernels.
    fn callers(&self, module: &mut Module, source: &Source, options: &Options, by: Parser<'_>) -> Vec<Said> {
        let wanted = wanted(module, source);
        let path = cleaned(&self.current.join(&source.path));
        if wanted.is_empty() || !path.is_file() {
            return Vec::new();
        }
        let Some(index) = self.index(&path) else {
            return Vec::new();
        };
        let names: BTreeSet<String> = wanted.values().flatten().cloned().collect();
        module.called_by.extend(names.iter().cloned());
        let search = Search {
            path,
            wanted,
            names,
            index: &index,
            options,
        };
        let found = search.callers().unwrap_or_default();
        let said = found
            .into_iter()
            .filter_map(|caller| self.said(&search, caller, source, by));
        said.collect()
    }

    /// What a caller says; `None` if it is another program.
    fn said(&self, search: &Search<'_>, caller: Caller, source: &Source, by: Parser<'_>) -> Option<Said> {
        let open = callers::for_others(&caller.text);
        let mut called = BTreeSet::new();
        let mut files = vec![(caller.path.clone(), caller.text.clone())];
        for (other, text) in search.index.files_with(&open) {
            let used = callers::uses(&text, &open);
            if other != caller.path && other != search.path && !used.is_empty() {
                called.extend(used.into_iter().cloned());
                files.push((other, text));
            }
        }
        // Who uses a macro of a header does not name what it calls.
        let is_hidden = is_header(&caller.path) && callers::in_macros(&caller.text, &search.names);
        let module = match is_hidden {
            true => None,
            false => caller.read(source, called, search, by)?,
        };
        Some(Said {
            current: self.current.clone(),
            module,
            names: open,
            files,
            caller: caller.path,
            kernels: caller.kernels,
        })
    }

    /// What is known of the project that a file belongs to: what lies below the folder of `kverify.toml` or `.git`, or else the
    /// folder of the file and the files of the run.
    fn index(&self, path: &Path) -> Option<Arc<Index>> {
        let folder = path.parent()?;
        let is_root = |folder: &&Path| {
            [crate::project::FILE_NAME, ".git"]
                .iter()
                .any(|name| folder.join(name).exists())
        };
        let root = folder.ancestors().find(is_root);
        let key = root.unwrap_or(folder).to_path_buf();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let index = known.entry(key).or_insert_with_key(|key| {
            let index = match root {
                Some(_) => Index::of_project(key),
                None => Index::of_folder(key, &self.named),
            };
            index.map(Arc::new)
        });
        index.clone()
    }
}

/// Of the kernels that other files may launch, what these name to do so.
fn wanted(module: &Module, source: &Source) -> BTreeMap<String, BTreeSet<String>> {
    let is_open = |kernel: &&Kernel| {
        let required = kernel.required.as_ref();
        let is_fixed = required.is_some_and(|r| r.block.iter().chain(&r.grid).all(Option::is_some));
        kernel.span.file.index() == 0 && kernel.construct.is_none() && !is_fixed
    };
    let text = source.text.as_deref().unwrap_or_default();
    if module.language != Language::Cuda || is_python(&source.path) {
        return BTreeMap::new();
    }
    let open: Vec<&Kernel> = module.kernels.iter().filter(is_open).collect();
    let mut wanted = callers::ways_in(text, open.iter().map(|kernel| kernel.last_name()));
    // What launches a kernel in its file, and is not for others to call, is all that does.
    let is_launched = |name: &str| {
        open.iter()
            .any(|kernel| kernel.last_name() == name && !kernel.launches.is_empty())
    };
    wanted.retain(|kernel, names| names.len() > 1 || !is_launched(kernel));
    wanted
}

/// Where and by what names callers are looked for.
struct Search<'r> {
    /// The file of the kernels.
    path: PathBuf,
    /// Of each kernel, what leads to its launches.
    wanted: BTreeMap<String, BTreeSet<String>>,
    /// All of these.
    names: BTreeSet<String>,
    index: &'r Index,
    options: &'r Options,
}

impl Search<'_> {
    /// The callers; `None` if they are too many.
    fn callers(&self) -> Option<Vec<Caller>> {
        let mut found = Vec::new();
        for (number, (path, text)) in self.index.files_with(&self.names).enumerate() {
            if number > MOST_CANDIDATES {
                return None;
            }
            found.extend(self.caller(path, text));
            if found.len() > MOST_CALLERS {
                return None;
            }
        }
        Some(found)
    }

    /// A file as a caller, if it is one.
    fn caller(&self, path: PathBuf, text: String) -> Option<Caller> {
        let used = callers::uses(&text, &self.names);
        if path == self.path || used.is_empty() {
            return None;
        }
        let flags = compile_commands::find(&path, &self.options.parse.compile_commands).flags;
        let folders = flags.folders.into_iter().map(|(_, folder)| folder);
        let folders: Vec<PathBuf> = folders
            .chain(self.options.parse.include_dirs.iter().cloned())
            .collect();
        let read = callers::with_includes(&path, &|from, name| {
            let own = from.parent().map(Path::to_path_buf);
            let near = own.iter().chain(&folders).map(|folder| folder.join(name));
            near.chain(self.index.ending_with(name)).collect()
        });
        let holds_file = self
            .path
            .canonicalize()
            .is_ok_and(|real| read.contains_key(&real));
        let declared = callers::declared(&path, &read, &self.names);
        let is_meant = |name: &String| used.contains(name) && (holds_file || declared.contains(name));
        let leads = |(_, names): &(&String, &BTreeSet<String>)| names.iter().any(is_meant);
        let kernels = self.wanted.iter().filter(leads).map(|(kernel, _)| kernel.clone());
        let kernels: BTreeSet<String> = kernels.collect();
        let defines = flags.macros.into_iter().filter_map(|known| match known {
            Macro::Define(text) => Some(text),
            Macro::Undefine(_) => None,
        });
        (!kernels.is_empty()).then(|| Caller {
            path,
            text,
            kernels,
            holds_file,
            folders,
            defines: defines.collect(),
        })
    }
}

/// A file that uses what leads to launches of another one's kernels.
struct Caller {
    path: PathBuf,
    text: String,
    /// The kernels, by their names without scopes.
    kernels: BTreeSet<String>,
    /// It includes the file of the kernels.
    holds_file: bool,
    /// Where its headers are looked for.
    folders: Vec<PathBuf>,
    /// What it is compiled with.
    defines: Vec<String>,
}

impl Caller {
    /// A file and this caller of its kernels as one program, of which other files call the functions that are `called`; no module if that
    /// was not understood, `None` if they are two programs.
    fn read(
        &self,
        source: &Source,
        called: BTreeSet<String>,
        search: &Search<'_>,
        (engine, cancel): Parser<'_>,
    ) -> Option<Option<Module>> {
        let mut options = search.options.clone();
        options.parse.called_elsewhere = Some(called);
        options.parse.include_dirs.clone_from(&self.folders);
        let mut renamed = BTreeSet::new();
        // Each may have functions of its own by one name; those of the caller get another one.
        for _ in 0..2 {
            let both = match self.holds_file {
                true => Some(Source {
                    path: self.path.clone(),
                    text: None,
                }),
                false => callers::together(source, &self.path, &self.defines, &renamed),
            };
            let text = both.and_then(|both| source::read(&both).ok());
            let Some(module) = text.and_then(|text| engine.parse(text.source, &options, cancel).ok()) else {
                return Some(None);
            };
            let twice = callers::defined_twice(&module);
            if twice.is_empty() {
                return Some(Some(module));
            }
            if twice.iter().any(|name| search.names.contains(name)) {
                return None;
            }
            if self.holds_file {
                break;
            }
            renamed.extend(twice);
        }
        Some(None)
    }
}
