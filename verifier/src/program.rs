//! One program from many files: host code of the project's other files that launches a file's kernels.
//!
//! A kernel is launched by its own file and by others, which name it, or functions that lead to its launches. They are looked for by
//! name in the project ([`index`]), and so are those that call these in turn. Each is parsed as it is compiled, all are linked as one
//! program ([`Options::units`](kverify_frontend::Options::units)), and what they say of the launches counts as if it stood in the file.
//! One that includes the file is a program of its own. Where callers are too many to be read, none is: kernels that they name may be
//! launched in any way. Where not all of the project can be looked at, nothing is taken from it: the file is verified as if it stood alone.

mod index;
mod opencl;
mod search;

use crate::config::Options;
use crate::engine::Engine;
use crate::report::base::cleaned;
use crate::source;
use index::Index;
pub(crate) use index::is_code;
use kverify_frontend::callers::{self, Callers, Said};
use kverify_frontend::index::Idx as _;
use kverify_frontend::ir::{Kernel, Language, Module};
use kverify_frontend::{Source, is_python};
use kverify_smt::Cancel;
use search::{Closure, Search};
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

/// Most files that are read for one that has kernels.
const MOST_CALLERS: usize = 16;

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
                if let Some(callers) = self.callers(module, source, options, by) {
                    module.join(source, callers);
                }
            }
        }
    }

    /// What other files say of the launches of a file's kernels; `None` if there are none, or not all can be heard.
    fn callers(
        &self,
        module: &mut Module,
        source: &Source,
        options: &Options,
        (engine, cancel): Parser<'_>,
    ) -> Option<Callers> {
        let wanted = wanted(module, source);
        let path = cleaned(&self.current.join(&source.path));
        if wanted.is_empty() || !path.is_file() {
            return None;
        }
        let index = self.index(&path)?;
        if module.language == Language::OpenCl {
            let text = source.text.as_deref().unwrap_or_default();
            let search = opencl::Search::new((path, text), wanted, &index, options);
            return search.callers(module, &self.current, (engine, cancel));
        }
        let search = Search::new(path, wanted, &index, options);
        module.called_by.extend(search.names.iter().cloned());
        let found = search.callers();
        let parse = |source: &Source, program: &Closure| {
            let mut options = options.clone();
            options.parse.called_elsewhere = Some(program.called.clone());
            options.parse.units = program.units();
            let text = crate::source::read(source).ok()?;
            engine.parse(text.source, &options, cancel).ok()
        };
        if found.is_empty() {
            return None;
        }
        let mut callers = Callers {
            current: self.current.clone(),
            linked: None,
            open: found.open_kernels(&search),
            said: Vec::new(),
            names: BTreeSet::new(),
            files: Vec::new(),
        };
        if let Some(first) = found.first() {
            let program = search.closure(
                found.calling.iter().map(|c| (c.path.clone(), c.text.clone())),
                &found,
            );
            let module = parse(source, &program);
            let apart = module.as_ref().map(|module| &module.apart);
            callers.linked = Some(Said {
                caller: first.clone(),
                kernels: found.kernels(&search, apart),
                module,
            });
            program.note(&mut callers);
        }
        for caller in &found.including {
            let program = search.closure_of(caller, &found);
            let whole = Source {
                path: caller.path.clone(),
                text: None,
            };
            callers.said.push(Said {
                caller: caller.path.clone(),
                kernels: caller.kernels.clone(),
                module: parse(&whole, &program),
            });
            callers.files.push((caller.path.clone(), caller.text.clone()));
            program.note(&mut callers);
        }
        Some(callers)
    }

    /// The files of the project, with their texts, that may use one of the names, as far as callers are looked for; nothing if the project
    /// cannot be looked at.
    pub(crate) fn files_with(&self, path: &Path, names: &BTreeSet<String>) -> Option<Vec<(PathBuf, String)>> {
        let index = self.index(path)?;
        let may_use =
            |text: &str| !callers::uses(text, names).is_empty() || !callers::looks_up(text, names).is_empty();
        let all: Vec<_> = index
            .files_with(names)
            .filter(|(file, text)| file != path && (!is_code(file) || may_use(text)))
            .take(search::MOST_CANDIDATES + 1)
            .collect();
        // Those that are too many are not looked at.
        Some(if all.len() > search::MOST_CANDIDATES {
            Vec::new()
        } else {
            all
        })
    }

    /// What is known of the project that a file belongs to: what lies below the folder of `kverify.toml` or `.git`, or else the
    /// folder of the file and the files of the run.
    fn index(&self, path: &Path) -> Option<Arc<Index>> {
        let folder = path.parent()?;
        let root = root_of(path);
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

/// The folder of the project that a file belongs to: that of `kverify.toml` or `.git`, if there is one.
pub(crate) fn root_of(path: &Path) -> Option<&Path> {
    let is_root = |folder: &&Path| {
        [crate::project::FILE_NAME, ".git"]
            .iter()
            .any(|name| folder.join(name).exists())
    };
    path.parent()?.ancestors().find(is_root)
}

/// Of the kernels that other files may launch, what these name to do so.
fn wanted(module: &Module, source: &Source) -> BTreeMap<String, BTreeSet<String>> {
    let is_open = |kernel: &&Kernel| {
        let required = kernel.required.as_ref();
        let is_fixed = required.is_some_and(|r| r.block.iter().chain(&r.grid).all(Option::is_some));
        kernel.span.file.index() == 0 && kernel.construct.is_none() && !is_fixed
    };
    let text = source.text.as_deref().unwrap_or_default();
    if is_python(&source.path) {
        return BTreeMap::new();
    }
    let open = module.kernels.iter().filter(is_open);
    if module.language == Language::OpenCl {
        let names = open.map(|kernel| kernel.last_name().to_owned());
        return names.map(|name| (name.clone(), BTreeSet::from([name]))).collect();
    }
    callers::ways_in(text, open.map(Kernel::last_name))
}
